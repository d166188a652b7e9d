//! Module 8, Shock Combat.

use crate::action::Action;
use crate::casebook::cite;
use crate::rules::charge::Leave;
use crate::charts::{Fate, Line as MatrixLine, ShockResult, shock_column};
use crate::components::{Arm, Side, UnitId};
use crate::data::{STREAM, TRENCH, trench_inside};
use crate::engine::{Decision, Engine};
use crate::event::{Test, What};
use crate::rules::fire::{hold_candidates, judge_hold};
use crate::options::Choice;
use crate::rules::results::{Effect, Refacing, away, gun, negative, open_to};
use crate::state::{Condition, Declared, Done, Stage, State, Window};
use casus_core::{
    Aspect, Bar, Bars, Bite, Few, Flow, HexId, Ledger, Modifier, Modifiers, Place, Procedures, Refusal, Verdict, give,
};
use core::cell::OnceCell;

/// How an attacker comes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Going {
    /// At a stand: plain Shock.
    Plain,
    /// Charging, still on its way to a target.
    Pending(UnitId),
    /// A Charge gone home.
    Home,
}

/// An attacker in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Striker {
    /// Who.
    pub unit: UnitId,
    /// Where it attacks from.
    pub hex: HexId,
    /// How.
    pub going: Going,
    /// It was Normal when the combat began.
    pub began_normal: bool,
    /// It has won a Continued Attack (10.5).
    pub continued: bool,
    /// It has advanced after this combat.
    pub advanced: bool,
}

/// What has become of a defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stand {
    /// Not rolled for yet.
    Open,
    /// Retreated before shock.
    Withdrawn,
    /// Rolled for.
    Struck,
}

/// A defender in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub hex: HexId,
    /// What has become of it.
    pub stand: Stand,
    /// It has made its choice before the shock.
    pub reacted: bool,
    /// It has countered the Charge of cavalry (9.4.4(1)).
    pub countered: bool,
    /// It has suffered (7.5.4).
    pub suffered: bool,
    /// Strength Advantage, fixed before the first roll (ruling E2).
    pub strength: i8,
    /// Somebody could attack it when the dice began.
    pub attacked: bool,
}

/// What kind of combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Declared in the Shock segment.
    Declared,
    /// A Counter-Charge (9.4.4(2)).
    Counter,
    /// A Continued Attack (10.5).
    Continued,
}

/// A combat: attackers and defenders joined by who attacks whom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// Whose attack.
    pub side: Side,
    /// What kind.
    pub kind: Kind,
    /// The attackers.
    pub strikers: Vec<Striker>,
    /// The defenders.
    pub marks: Vec<Mark>,
    /// Who attacks whom.
    pub links: Vec<(UnitId, UnitId)>,
    /// A Counter-Charge has been tried in it (9.4.7).
    pub counter_used: bool,
    /// It has been counted as an attack of its attackers (10.5).
    pub counted: bool,
}

/// Where in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bout {
    /// Chargers come in (9.2).
    Approach,
    /// The defender's choices before the shock (8.2, 9.4).
    React,
    /// Strength is counted, guns are set aside.
    Count,
    /// The dice, defender by defender (8.3.2).
    Strike,
    /// The guns' fate (7.5.4).
    Guns,
    /// Advances that must be made (8.4).
    Advance,
    /// Continued Attacks that may step into another hex in front (10.5).
    Press,
    /// Advances that may be made after a Retreat Before Shock (8.2).
    Follow,
    /// Continued Attacks (10.5).
    Continue,
    /// Over.
    End,
}

impl Combat {
    pub(crate) fn striker(&self, unit: UnitId) -> Option<&Striker> {
        self.strikers.iter().find(|k| k.unit == unit)
    }
    pub(crate) fn mark(&self, unit: UnitId) -> Option<&Mark> {
        self.marks.iter().find(|m| m.unit == unit)
    }
    fn on(&self, defender: UnitId) -> impl Iterator<Item = &Striker> + '_ {
        self.strikers
            .iter()
            .filter(move |k| self.links.contains(&(k.unit, defender)))
    }
}

/// Whether an attacker is where it was and can still fight.
fn able(s: &State, k: &Striker) -> bool {
    s.hex(k.unit) == Some(k.hex) && s.unit(k.unit).condition != Condition::Retired
}

/// The attackers on a defender that can still fight it.
pub(crate) fn attackers_on<'a>(
    s: &'a State,
    c: &'a Combat,
    defender: UnitId,
) -> impl Iterator<Item = &'a Striker> + 'a {
    c.on(defender).filter(move |k| able(s, k))
}

// ---- declaring (8.1, 9.2) ----

/// The facts of a declaration.
#[derive(Debug)]
pub struct DeclareFacts<'a> {
    pub(crate) s: &'a State,
    pub(crate) attacker: UnitId,
    pub(crate) target: UnitId,
    declared: &'a [Declared],
    /// Whether a Charge finds its way by the rules as they are, once asked.
    open: OnceCell<bool>,
}
casus_core::questions!(DeclareFacts);

impl DeclareFacts<'_> {
    fn of_attacker(&self, charge: bool) -> bool {
        self.declared
            .iter()
            .any(|d| d.attacker == self.attacker && d.charge == charge)
    }
    fn on_target(&self, charge: bool) -> bool {
        self.declared
            .iter()
            .any(|d| d.target == self.target && d.charge == charge && d.attacker != self.attacker)
    }
}

impl DeclareFacts<'_> {
    fn path(&self, leave: Leave) -> bool {
        let path = || crate::rules::charge::path(self.s, self.attacker, self.target, leave);
        match leave {
            Leave::Nothing => *self.open.get_or_init(path),
            _ => path(),
        }
    }
    /// A Charge that one rule alone keeps from its target.
    fn path_but_for(&self, leave: Leave) -> Option<Bite> {
        let near = crate::rules::charge::in_reach(self.s, self.attacker, self.target);
        Bite::when(near && !self.path(Leave::Nothing) && self.path(leave), self.target.place())
    }
}

type DeclareBar = Bar<DeclareFacts<'static>>;

/// What forbids any attack, plain or Charge.
pub static ATTACK_BARS: Bars<DeclareFacts> = Bars {
    name: "attack",
    list: &[
        DeclareBar::by(cite!("5.1.1"), "the attacker does not belong to the active command").when(
            |f| f.attacker.place(),
            |f| {
                let own = f.s.activation().is_some_and(|a| a.command == f.s.command(f.attacker));
                !own
            },
        ),
        DeclareBar::by(cite!("12.2"), "under the second leader only Levy Infantry acts while the first is in play")
            .bites(|f| {
                let act = f.s.activation()?;
                let own = act.command == f.s.command(f.attacker);
                Bite::when(own && !f.s.usable(f.attacker), f.attacker.place())
            }),
        DeclareBar::by(cite!("7.5.4"), "artillery never attacks")
            .when(|f| f.attacker.place(), |f| gun(f.s, f.attacker)),
        DeclareBar::by(cite!("8.1"), "its type is not listed as an attacker").when(
            |f| f.attacker.place(),
            |f| {
                let card = f.s.counter(f.attacker);
                card.arm != Arm::Artillery && !f.s.kit.charts.matrix.may_attack(card)
            },
        ),
        DeclareBar::by(cite!("8.1"), "only enemy units on the map are attacked").when(
            |f| f.target.place(),
            |f| {
                let enemy = f.s.side(f.target) != f.s.side(f.attacker);
                !enemy || f.s.hex(f.target).is_none()
            },
        ),
        DeclareBar::by(cite!("8.1"), "that attack is declared already").when(
            |f| f.attacker.place(),
            |f| {
                let twice = f
                    .declared
                    .iter()
                    .any(|d| d.attacker == f.attacker && d.target == f.target);
                twice
            },
        ),
        DeclareBar::by(cite!("10.3"), "a Retired unit does not attack").when(
            |f| f.attacker.place(),
            |f| {
                let u = f.s.unit(f.attacker);
                u.condition == Condition::Retired
            },
        ),
    ],
};

/// What forbids a plain Shock attack besides.
pub static SHOCK_BARS: Bars<DeclareFacts> = Bars {
    name: "shock",
    list: &[
        DeclareBar::by(cite!("8.1"), "the target is not in its frontal hexes").bites(|f| {
            let h = f.s.hex(f.target)?;
            Bite::when(!f.s.in_front(f.attacker, h), f.target.place())
        }),
        DeclareBar::by(cite!("8.1", "E16"), "it is to Charge").when(|f| f.attacker.place(), |f| f.of_attacker(true)),
        DeclareBar::by(cite!("9.1(2)"), "the target is to be Charged")
            .when(|f| f.target.place(), |f| f.on_target(true)),
    ],
};

/// What forbids a Charge besides.
pub static CHARGE_BARS: Bars<DeclareFacts> = Bars {
    name: "charge",
    list: &[
        DeclareBar::by(cite!("5.1.1(1)", "A14"), "outside its leader's range, it may not come next to an enemy unit")
            .when(
                |f| f.attacker.place(),
                |f| {
                    let ok = f.s.unit(f.attacker).done.has(Done::IN_COMMAND);
                    !ok
                },
            ),
        DeclareBar::by(cite!("8.1", "E16"), "it has an attack declared already")
            .when(|f| f.attacker.place(), |f| f.of_attacker(true) || f.of_attacker(false)),
        DeclareBar::by(cite!("9.0"), "only Heavy and Medium Cavalry Charge")
            .when(|f| f.attacker.place(), |f| !f.s.arm(f.attacker).men_at_arms()),
        DeclareBar::by(cite!("9.1", "F1"), "a unit in an enemy ZOC may not Charge").bites(|f| {
            let h = f.s.hex(f.attacker)?;
            let side = f.s.side(f.attacker);
            if f.s.opts(Choice::F1) {
                return None;
            }
            f.s.controllers(h, side.enemy()).next().map(|e| Bite::at(e.place()))
        }),
        DeclareBar::by(cite!("9.1(1)"), "Disordered cavalry may not Charge").when(
            |f| f.attacker.place(),
            |f| {
                let u = f.s.unit(f.attacker);
                u.condition == Condition::Disordered
            },
        ),
        DeclareBar::by(cite!("9.1(2)"), "the target is to be Shock attacked by another unit")
            .when(|f| f.target.place(), |f| f.on_target(false)),
        DeclareBar::by(cite!("9.1(2)", "F4"), "the target is to be Charged by another unit")
            .when(|f| f.target.place(), |f| f.s.opts(Choice::F4) && f.on_target(true)),
        DeclareBar::by(cite!("9.1(3)"), "a unit in a village may not be Charged").bites(|f| {
            let h = f.s.hex(f.target)?;
            let open = f.s.kit.charts.terrain.hex(f.s.kit.board.terrain(h)).charge;
            Bite::when(!open, f.target.place())
        }),
        DeclareBar::by(cite!("9.2"), "a Charge starts two or three hexes from its target").bites(|f| {
            let (a, t) = (f.s.hex(f.attacker)?, f.s.hex(f.target)?);
            let d = f.s.kit.board.distance(a, t) as i32;
            (!(2..=3).contains(&d)).then(|| Bite::short(f.attacker.place(), if d < 2 { 2 } else { 3 }, d))
        }),
        DeclareBar::by(cite!("9.1(3)"), "a trench or stream closes the way to the target")
            .bites(|f| f.path_but_for(Leave::Water)),
        DeclareBar::by(cite!("9.2", "F2"), "no open path leads straight enough to the target").when(
            |f| f.target.place(),
            |f| {
                let near = crate::rules::charge::in_reach(f.s, f.attacker, f.target);
                let shut = [Leave::Nothing, Leave::Water, Leave::Unseen]
                    .into_iter()
                    .all(|l| !f.path(l));
                near && shut
            },
        ),
        DeclareBar::by(cite!("14.3(1)", "B10"), "its way leads within two hexes of an enemy that it does not see")
            .bites(|f| f.path_but_for(Leave::Unseen)),
    ],
};

pub(crate) fn declared(s: &State) -> &[Declared] {
    s.activation().map_or(&[], |a| &a.declared)
}

pub(crate) fn judge_attack(s: &State, attacker: UnitId, target: UnitId, charge: bool, v: &mut Verdict) {
    let facts = DeclareFacts {
        s,
        attacker,
        target,
        declared: declared(s),
        open: OnceCell::new(),
    };
    ATTACK_BARS.judge(&facts, v);
    if v.settled() {
        return;
    }
    if s.hex(attacker).is_none() {
        v.refuse(Refusal {
            at: attacker.place(),
            ..Refusal::new(cite!("8.1"), "the attacker is not on the map")
        });
    } else if charge {
        CHARGE_BARS.judge(&facts, v);
    } else {
        SHOCK_BARS.judge(&facts, v);
    }
}

/// An enemy in the frontal hexes of a declared plain attacker that nobody attacks (3.2.5, 8.1).
pub(crate) fn neglected(s: &State) -> Option<(UnitId, UnitId)> {
    let list = declared(s);
    list.iter().filter(|d| !d.charge).find_map(|d| {
        let side = s.side(d.attacker);
        s.frontal(d.attacker)
            .filter_map(|h| s.enemy_at(h, side))
            .find(|&e| !list.iter().any(|x| x.target == e))
            .map(|e| (d.attacker, e))
    })
}

/// The facts of the end of declarations.
#[derive(Debug)]
pub struct DutyFacts<'a> {
    s: &'a State,
}
casus_core::questions!(DutyFacts);
type DutyBar = Bar<DutyFacts<'static>>;

/// What forbids ending the declarations.
pub static DUTY_BARS: Bars<DutyFacts> = Bars {
    name: "declared",
    list: &[
        DutyBar::by(cite!("3.2.5"), "a unit that attacks must attack every enemy unit in its ZOC").bites(|f| {
            let (attacker, left) = neglected(f.s)?;
            let held = f.s.hex(left).is_some_and(|h| f.s.controls(attacker, h));
            Bite::when(held, left.place())
        }),
        DutyBar::by(cite!("8.1"), "every enemy unit in an attacker's front must be attacked by somebody")
            .bites(|f| neglected(f.s).map(|(_, e)| Bite::at(e.place()))),
    ],
};

/// Visits every attack that the active command might declare, until `visit` says `true`; whether it did.
fn any_attack(s: &State, mut visit: impl FnMut(Action) -> bool) -> bool {
    let Some(act) = s.activation() else {
        return false;
    };
    s.kit.units_of(act.command).any(|a| {
        let Some(at) = s.hex(a) else { return false };
        let charges = s.arm(a).men_at_arms() && s.steady(a);
        s.frontal(a)
            .filter_map(|h| s.enemy_at(h, act.side))
            .any(|t| visit(Action::Shock(a, t)))
            || charges
                && s.enemies_within(at, act.side, 2..=3)
                    .any(|t| visit(Action::Charge(a, t)))
    })
}

pub(crate) fn declare_candidates(s: &State, out: &mut Vec<Action>) {
    out.push(Action::Declared);
    any_attack(s, |attack| {
        out.push(attack);
        false
    });
}

pub(crate) fn judge_declaring(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Shock(a, t) => judge_attack(s, a, t, false, v),
        Action::Charge(a, t) => judge_attack(s, a, t, true, v),
        Action::Declared => DUTY_BARS.judge(&DutyFacts { s }, v),
        _ => return false,
    }
    true
}

// ---- resolving ----

/// Whether a declared attack can still be made (ruling E18).
fn stands(s: &State, d: &Declared) -> bool {
    let there = s.hex(d.target) == Some(d.on) && s.hex(d.attacker) == Some(d.from);
    if !there || s.unit(d.attacker).condition == Condition::Retired {
        return false;
    }
    if d.charge {
        s.steady(d.attacker)
            && crate::rules::charge::in_reach(s, d.attacker, d.target)
            && crate::rules::charge::path(s, d.attacker, d.target, Leave::Nothing)
    } else {
        s.hex(d.target).is_some_and(|h| s.in_front(d.attacker, h))
    }
}

pub(crate) fn resolve_candidates(s: &State, out: &mut Vec<Action>) {
    let mut last = None;
    for d in declared(s) {
        if last != Some(d.attacker) {
            out.push(Action::Resolve(d.attacker));
        }
        last = Some(d.attacker);
    }
}

pub(crate) fn judge_resolving(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Resolve(a) = action else {
        return false;
    };
    if !declared(s).iter().any(|d| d.attacker == a) {
        v.refuse(Refusal {
            at: a.place(),
            ..Refusal::new(cite!("8.3"), "it has no declared attack to resolve")
        });
    }
    true
}

// ---- before the shock (8.2) ----

/// The facts of a Retreat Before Shock.
#[derive(Debug)]
pub struct WithdrawFacts<'a> {
    s: &'a State,
    c: &'a Combat,
    unit: UnitId,
    at: HexId,
    to: HexId,
}
casus_core::questions!(WithdrawFacts);

impl WithdrawFacts<'_> {
    fn attackers(&self) -> impl Iterator<Item = &Striker> {
        attackers_on(self.s, self.c, self.unit)
    }
    fn by_horse(&self) -> bool {
        self.attackers().any(|k| self.s.arm(k.unit).mounted())
    }
    fn by_foot(&self) -> bool {
        self.attackers().any(|k| !self.s.arm(k.unit).mounted())
    }
    fn akinci(&self) -> bool {
        self.s.arm(self.unit) == Arm::Akinci
    }
}

type WithdrawBar = Bar<WithdrawFacts<'static>>;

/// What forbids a Retreat Before Shock, in book order.
pub static WITHDRAW_BARS: Bars<WithdrawFacts> = Bars {
    name: "retreat-before-shock",
    list: &[
        WithdrawBar::by(cite!("6.1.1"), "the terrain chart closes the hex")
            .when(|f| f.to.place(), |f| !open_to(f.s, f.unit, f.to)),
        WithdrawBar::by(cite!("8.2"), "only mounted units retreat before shock")
            .when(|f| f.unit.place(), |f| !f.s.arm(f.unit).mounted()),
        WithdrawBar::by(cite!("8.2"), "a Disordered unit may not retreat before shock").when(
            |f| f.unit.place(),
            |f| {
                let normal = f.s.unit(f.unit).condition == Condition::Normal;
                !normal
            },
        ),
        WithdrawBar::by(cite!("8.2"), "attacked by cavalry, only Akincis may retreat before shock")
            .when(|f| f.unit.place(), |f| f.by_horse() && !f.akinci()),
        WithdrawBar::by(cite!("8.2", "E10"), "attacked by cavalry and foot together, it may not retreat before shock")
            .when(|f| f.unit.place(), |f| f.by_horse() && f.by_foot()),
        WithdrawBar::by(cite!("8.2", "B6"), "it must move one hex away from every attacker").when(
            |f| f.to.place(),
            |f| {
                let one = f.s.kit.board.distance(f.at, f.to) == 1;
                let from = f.attackers().map(|k| k.hex);
                !one || !away(f.s, f.at, f.to, from)
            },
        ),
        WithdrawBar::by(cite!("8.2"), "an enemy ZOC is closed to it").bites(|f| {
            let enemy = f.s.side(f.unit).enemy();
            f.s.controllers(f.to, enemy).next().map(|e| Bite::at(e.place()))
        }),
        WithdrawBar::by(cite!("8.2"), "the hex is occupied").bites(|f| f.s.occupant(f.to).map(|u| Bite::at(u.place()))),
        WithdrawBar::by(cite!("9.4.6"), "it has tried to Counter-Charge and must stand").when(
            |f| f.unit.place(),
            |f| {
                let tried = f.c.mark(f.unit).is_some_and(|m| m.reacted);
                tried
            },
        ),
    ],
};

fn judge_withdraw(s: &State, c: &Combat, unit: UnitId, to: HexId, v: &mut Verdict) {
    let open = c.mark(unit).is_some_and(|m| m.stand == Stand::Open);
    let attacked = attackers_on(s, c, unit).next().is_some();
    match s.hex(unit) {
        Some(at) if open && attacked => {
            WITHDRAW_BARS.judge(&WithdrawFacts { s, c, unit, at, to }, v);
        }
        _ => v.refuse(Refusal {
            at: unit.place(),
            ..Refusal::new(cite!("8.2"), "it is not attacked in this combat")
        }),
    }
}

fn react_candidates(s: &State, c: &Combat, out: &mut Vec<Action>) {
    for m in &c.marks {
        if m.stand != Stand::Open || m.reacted {
            continue;
        }
        for k in attackers_on(s, c, m.unit) {
            out.push(Action::CounterCharge(m.unit, k.unit));
        }
        if let Some(h) = s.hex(m.unit) {
            out.extend(s.kit.board.neighbours(h).map(|(_, n)| Action::Withdraw(m.unit, n)));
        }
    }
    hold_candidates(s, Window::Shock, out);
}

fn judge_react(s: &State, c: &Combat, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::CounterCharge(u, against) => {
            crate::rules::charge::judge_counter_shock(s, c, u, against, v);
        }
        Action::Withdraw(u, to) => judge_withdraw(s, c, u, to, v),
        _ => return judge_hold(s, Window::Shock, action, v),
    }
    true
}

fn reaction_open(s: &State, c: &Combat) -> bool {
    if crate::rules::fire::closed(s, c.side.enemy(), Window::Shock) {
        return false;
    }
    let mut list = Vec::new();
    react_candidates(s, c, &mut list);
    list.into_iter()
        .filter(|a| matches!(a, Action::CounterCharge(..) | Action::Withdraw(..)))
        .any(|a| {
            let mut v = Verdict::quick();
            judge_react(s, c, a, &mut v);
            !v.refused()
        })
}

// ---- the ledger (8.3.1) ----

/// The facts of one roll of a combat.
#[derive(Debug)]
pub struct StrikeFacts<'a> {
    s: &'a State,
    continued: bool,
    mark: &'a Mark,
    attackers: Vec<&'a Striker>,
    aspects: [bool; 3],
}
casus_core::questions!(StrikeFacts);

impl<'a> StrikeFacts<'a> {
    fn new(s: &'a State, c: &'a Combat, mark: &'a Mark) -> Self {
        let attackers = attackers_on(s, c, mark.unit).collect();
        Self::of(s, mark, attackers, c.kind == Kind::Continued)
    }
    fn of(s: &'a State, mark: &'a Mark, attackers: Vec<&'a Striker>, continued: bool) -> Self {
        let mut aspects = [false; 3];
        for k in &attackers {
            if let Some(a) = s.aspect_adjacent(mark.unit, k.hex) {
                aspects[a as usize] = true;
            }
        }
        Self {
            s,
            continued,
            mark,
            attackers,
            aspects,
        }
    }
    fn sides(&self) -> usize {
        self.aspects.iter().filter(|&&a| a).count()
    }
    fn seen(&self, aspect: Aspect) -> bool {
        self.aspects[aspect as usize]
    }
    /// The hexside between an attacker and the defender, as the defender sees it.
    fn between(&self, k: &Striker) -> u8 {
        let b = &self.s.kit.board;
        b.direction(self.mark.hex, k.hex)
            .map_or(0, |d| b.features(self.mark.hex, d))
    }
    fn all(&self, test: impl Fn(&Striker) -> bool) -> bool {
        !self.attackers.is_empty() && self.attackers.iter().all(|k| test(k))
    }
    /// Whether an attacker's Charge tells against this defender (8.3.1(4), 9.1(3)).
    fn charges(&self, k: &Striker) -> bool {
        let open = self
            .s
            .kit
            .charts
            .terrain
            .hex(self.s.kit.board.terrain(self.mark.hex))
            .charge;
        k.going == Going::Home && open && self.between(k) & (STREAM | TRENCH) == 0
    }
    /// On the Charge Table.
    fn charged(&self) -> bool {
        self.attackers.iter().any(|k| self.charges(k))
    }
}

/// What a Charge adds to its die (8.3.1(4)), unless it is countered (9.4.4(1)).
const CHARGE: i32 = 2;

type M = Modifier<StrikeFacts<'static>>;

/// The modifiers of a Shock or Charge, in book order.
pub static SHOCK_DRMS: Modifiers<StrikeFacts> = Modifiers {
    name: "shock-drm",
    list: &[
        M::by(cite!("8.3.1(1)"), "Strength Advantage").adds(|_| Place::Nowhere, |f| Some(i32::from(f.mark.strength))),
        M::by(cite!("8.3.1(2)A"), "through the flank")
            .adds(|f| f.mark.unit.place(), |f| (f.sides() == 1 && f.seen(Aspect::Flank)).then_some(2)),
        M::by(cite!("8.3.1(2)A"), "through the rear")
            .adds(|f| f.mark.unit.place(), |f| (f.sides() == 1 && f.seen(Aspect::Rear)).then_some(3)),
        M::by(cite!("8.3.1(2)A"), "from more than one angle")
            .adds(|f| f.mark.unit.place(), |f| (f.sides() > 1).then_some(4)),
        M::by(cite!("8.3.1(2)B"), "the defender's terrain").adds(
            |f| f.mark.hex.place(),
            |f| {
                let code = f.s.kit.board.terrain(f.mark.hex);
                let row = f.s.kit.charts.terrain.hex(code);
                (code != crate::data::CLEAR).then_some(row.shock)
            },
        ),
        M::by(cite!("8.3.1(2)B"), "across a stream").adds(
            |f| f.mark.hex.place(),
            |f| {
                let across = f.all(|k| f.between(k) & STREAM != 0);
                across.then_some(f.s.kit.charts.terrain.stream.shock)
            },
        ),
        M::by(cite!("8.3.1(2)B"), "across a trench from outside").adds(
            |f| f.mark.hex.place(),
            |f| {
                let b = &f.s.kit.board;
                let across = f.all(|k| {
                    b.direction(f.mark.hex, k.hex)
                        .is_some_and(|d| trench_inside(b, f.mark.hex, d))
                });
                across.then_some(f.s.kit.charts.terrain.trench.shock)
            },
        ),
        M::by(cite!("8.3.1(3)"), "Shock Defense Rating")
            .adds(|f| f.mark.unit.place(), |f| Some(i32::from(f.s.ratings(f.mark.unit).sdr))),
        M::by(cite!("8.3.1(4)"), "Charge").shares(|f| {
            let k = f.attackers.iter().find(|k| f.charges(k))?;
            give(!f.mark.countered, CHARGE, k.unit.place())
        }),
        M::by(cite!("8.3.1(5)"), "Hungarian Heavy Cavalry Charging with its leader").shares(|f| {
            let k = f.attackers.iter().find(|k| {
                f.charges(k)
                    && f.s.arm(k.unit) == Arm::HeavyCavalry
                    && f.s.side(k.unit) == Side::Hungary
                    && f.s
                        .leaders_at(k.hex)
                        .any(|l| f.s.kit.roster.leader_card(l).command == f.s.command(k.unit))
            })?;
            give(true, 1, k.unit.place())
        }),
        M::by(cite!("8.3.1(6)"), "Weapons and Armor").shares(|f| {
            let card = f.s.counter(f.mark.unit);
            let line = MatrixLine::of(card.arm, card.missile)?;
            let best = f
                .attackers
                .iter()
                .filter_map(|k| {
                    let drm = f.s.kit.charts.matrix.get(f.s.arm(k.unit), line)?;
                    Some((drm, core::cmp::Reverse(k.unit)))
                })
                .max()?;
            give(true, best.0, best.1.0.place())
        }),
        M::by(cite!("8.3.1(7)"), "the attacker is Disordered").shares(|f| {
            let k = f
                .attackers
                .iter()
                .find(|k| f.s.unit(k.unit).condition == Condition::Disordered)?;
            give(true, -2, k.unit.place())
        }),
        M::by(cite!("8.3.1(8)"), "the defender is Retired").adds(
            |f| f.mark.unit.place(),
            |f| {
                let r = f.s.unit(f.mark.unit).condition == Condition::Retired;
                r.then_some(2)
            },
        ),
        M::by(cite!("10.5"), "earlier attacks").shares(|f| {
            let k = f.attackers.iter().max_by_key(|k| f.s.unit(k.unit).attacks)?;
            let n = i32::from(f.s.unit(k.unit).attacks);
            give(f.continued, -n, k.unit.place())
        }),
        M::by(cite!("19.0"), "all attackers on lower ground").adds(
            |f| f.mark.hex.place(),
            |f| {
                let b = &f.s.kit.board;
                let up = f.all(|k| b.elevation(k.hex) < b.elevation(f.mark.hex));
                up.then_some(f.s.kit.charts.terrain.slope.shock)
            },
        ),
    ],
};

/// What an attack that might be made comes to: the sum of its modifiers, the table and the column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The sum of the die-roll modifiers (8.3.1).
    pub drm: i32,
    /// On the Charge Table (8.3.2).
    pub charge: bool,
    /// The defender is Disordered or Retired: the second column.
    pub disordered: bool,
}

impl Forecast {
    /// The same Charge, if it is countered (9.4.4(1)).
    #[must_use]
    pub const fn countered(self) -> Self {
        Self {
            drm: self.drm - if self.charge { CHARGE } else { 0 },
            ..self
        }
    }
    /// The result of a face of the die, 0 to 9.
    pub fn result(self, s: &State, face: i32) -> ShockResult {
        let charts = &s.kit.charts;
        let table = if self.charge { &charts.charge } else { &charts.shock };
        let row = (face + self.drm).clamp(table.low(), table.high());
        *table.get(row, shock_column(self.disordered))
    }
}

/// What it would come to if these attackers struck a defender from where they stand: with [`Going::Home`], a Charge
/// gone home. `faced` is how many defenders they would face between them (8.3.1(1)). `None` when one of them is not on
/// the map. Whether they may attack at all is not asked.
pub fn forecast(s: &State, attackers: &[(UnitId, Going)], defender: UnitId, faced: usize) -> Option<Forecast> {
    let mut mark = new_mark(defender, s.hex(defender)?);
    mark.strength = attackers.len() as i8 - faced as i8;
    let mut strikers = Vec::with_capacity(attackers.len());
    for &(unit, going) in attackers {
        strikers.push(Striker {
            unit,
            hex: s.hex(unit)?,
            going,
            began_normal: s.unit(unit).condition == Condition::Normal,
            continued: false,
            advanced: false,
        });
    }
    let facts = StrikeFacts::of(s, &mark, strikers.iter().collect(), false);
    Some(Forecast {
        drm: SHOCK_DRMS.sum(&facts),
        charge: facts.charged(),
        disordered: s.unit(defender).condition != Condition::Normal,
    })
}

/// The modifiers of the roll against a defender over a base of 0, and whether the Charge Table is read; none when it is
/// no defender of the combat at hand.
pub(crate) fn strike_ledger(s: &State, defender: UnitId) -> Option<(Ledger, bool)> {
    let c = current(s)?;
    let facts = StrikeFacts::new(s, c, c.mark(defender)?);
    Some((SHOCK_DRMS.ledger(0, &facts), facts.charged()))
}

// ---- advances (8.4, 10.5) ----

/// Whether an attacker may advance at all (8.4, ruling E13).
fn fresh(s: &State, k: &Striker) -> bool {
    let normal = s.unit(k.unit).condition == Condition::Normal;
    able(s, k) && !k.advanced && (normal || (!k.began_normal && !s.opts(Choice::E13)))
}

/// The hexes that Shock has vacated, with who may take them.
fn vacancies(s: &State, c: &Combat, withdrawn: bool) -> Vec<(HexId, Vec<UnitId>)> {
    let mut list = Vec::new();
    for m in &c.marks {
        let fits = if withdrawn {
            m.stand == Stand::Withdrawn
        } else {
            m.stand == Stand::Struck
        };
        if !fits || s.occupant(m.hex).is_some() {
            continue;
        }
        let takers: Vec<UnitId> = c
            .on(m.unit)
            .filter(|k| fresh(s, k) && open_to(s, k.unit, m.hex))
            .map(|k| k.unit)
            .collect();
        if !takers.is_empty() && !list.iter().any(|(h, _)| *h == m.hex) {
            list.push((m.hex, takers));
        }
    }
    list
}

/// How many of the hexes can be taken by different units.
fn matching(list: &[(HexId, Vec<UnitId>)], taken: &mut Vec<UnitId>) -> usize {
    let Some(((_, takers), rest)) = list.split_first() else {
        return 0;
    };
    let mut best = matching(rest, taken);
    for &u in takers {
        if !taken.contains(&u) {
            taken.push(u);
            best = best.max(1 + matching(rest, taken));
            taken.pop();
        }
    }
    best
}

/// Whether an advance leaves every hex that could be taken still to be taken.
fn keeps_duty(list: &[(HexId, Vec<UnitId>)], unit: UnitId, hex: HexId) -> bool {
    let full = matching(list, &mut Vec::new());
    let rest: Vec<_> = list.iter().filter(|(h, _)| *h != hex).cloned().collect();
    1 + matching(&rest, &mut vec![unit]) >= full
}

/// The attacker that must press on next: it has won a Continued Attack and has not advanced (10.5).
fn presser<'a>(s: &State, c: &'a Combat) -> Option<&'a Striker> {
    c.strikers.iter().find(|k| {
        k.continued
            && !k.advanced
            && able(s, k)
            && s.unit(k.unit).condition == Condition::Normal
            && s.frontal(k.unit)
                .any(|h| s.occupant(h).is_none() && open_to(s, k.unit, h))
    })
}

/// The facts of an advance.
#[derive(Debug)]
pub struct AdvanceFacts<'a> {
    s: &'a State,
    c: &'a Combat,
    step: Bout,
    unit: UnitId,
    to: HexId,
    open: Vec<(HexId, Vec<UnitId>)>,
}
casus_core::questions!(AdvanceFacts);

impl AdvanceFacts<'_> {
    fn takers(&self) -> Option<&Vec<UnitId>> {
        self.open.iter().find(|(h, _)| *h == self.to).map(|(_, t)| t)
    }
    fn not_vacated(&self) -> Option<Bite> {
        Bite::when(self.takers().is_none(), self.to.place())
    }
    fn no_taker(&self) -> Option<Bite> {
        Bite::when(self.takers().is_some_and(|t| !t.contains(&self.unit)), self.unit.place())
    }
}

type AdvanceBar = Bar<AdvanceFacts<'static>>;

/// What forbids an advance.
pub static ADVANCE_BARS: Bars<AdvanceFacts> = Bars {
    name: "advance",
    list: &[
        AdvanceBar::by(cite!("8.2"), "nobody has retreated before shock from that hex")
            .bites(|f| if f.step == Bout::Follow { f.not_vacated() } else { None }),
        AdvanceBar::by(cite!("8.2"), "it did not attack that hex, or was Disordered or moved")
            .bites(|f| if f.step == Bout::Follow { f.no_taker() } else { None }),
        AdvanceBar::by(cite!("8.4"), "no defender of this combat has vacated that hex")
            .bites(|f| if f.step == Bout::Advance { f.not_vacated() } else { None }),
        AdvanceBar::by(cite!("8.4"), "it did not attack that hex, or was Disordered or moved")
            .bites(|f| if f.step == Bout::Advance { f.no_taker() } else { None }),
        AdvanceBar::by(cite!("8.4"), "another vacated hex could then not be entered").when(
            |f| f.to.place(),
            |f| {
                let duty = f.step == Bout::Advance
                    && f.takers().is_some_and(|t| t.contains(&f.unit))
                    && !keeps_duty(&f.open, f.unit, f.to);
                duty
            },
        ),
        AdvanceBar::by(cite!("10.5"), "another unit presses on").when(
            |f| f.unit.place(),
            |f| {
                let other = f.step == Bout::Press && presser(f.s, f.c).map(|k| k.unit) != Some(f.unit);
                other
            },
        ),
        AdvanceBar::by(cite!("10.5"), "it advances into a vacant hex in front of it").when(
            |f| f.to.place(),
            |f| {
                let open = f.s.in_front(f.unit, f.to) && f.s.occupant(f.to).is_none() && open_to(f.s, f.unit, f.to);
                f.step == Bout::Press && !open
            },
        ),
    ],
};

fn judge_advance(s: &State, c: &Combat, step: Bout, unit: UnitId, to: HexId, v: &mut Verdict) {
    let open = match step {
        Bout::Press => Vec::new(),
        _ => vacancies(s, c, step == Bout::Follow),
    };
    ADVANCE_BARS.judge(
        &AdvanceFacts {
            s,
            c,
            step,
            unit,
            to,
            open,
        },
        v,
    );
}

/// The attackers that go on with a Continued Attack, if nothing befalls them first (10.5).
fn continuers<'a>(s: &'a State, c: &'a Combat) -> impl Iterator<Item = &'a Striker> + 'a {
    c.strikers
        .iter()
        .filter(move |k| k.continued && k.advanced && s.steady(k.unit) && able(s, k))
}

/// The Chargers that have not set out yet (9.2).
fn waiting(c: &Combat) -> impl Iterator<Item = (UnitId, UnitId)> + '_ {
    c.strikers.iter().filter_map(|k| match k.going {
        Going::Pending(t) => Some((k.unit, t)),
        _ => None,
    })
}

// ---- the doors of the Combat stage ----

fn current(s: &State) -> Option<&Combat> {
    s.combats.last()
}

pub(crate) fn decision(s: &State, step: Bout) -> Option<Decision> {
    let c = current(s)?;
    let of = c.marks.first().map_or(Place::Nowhere, |m| m.unit.place());
    let (side, cite, what) = match step {
        Bout::Approach => (c.side, cite!("9.2"), "ride-next"),
        Bout::Continue => (c.side, cite!("8.3.1"), "continue-next"),
        Bout::React => (c.side.enemy(), cite!("8.2"), "before-shock"),
        Bout::Strike => (c.side, cite!("8.3.2"), "strike"),
        Bout::Advance => (c.side, cite!("8.4"), "advance"),
        Bout::Press => (c.side, cite!("10.5"), "press-on"),
        Bout::Follow => (c.side, cite!("8.2"), "follow"),
        _ => return None,
    };
    Some(Decision { side, cite, what, of })
}

pub(crate) fn combat_candidates(s: &State, step: Bout, out: &mut Vec<Action>) {
    let Some(c) = current(s) else { return };
    match step {
        Bout::Approach => out.extend(waiting(c).map(|(u, _)| Action::Resolve(u))),
        Bout::Continue => out.extend(continuers(s, c).map(|k| Action::Resolve(k.unit))),
        Bout::React => react_candidates(s, c, out),
        Bout::Strike => out.extend(c.marks.iter().map(|m| Action::Strike(m.unit))),
        Bout::Advance | Bout::Follow => {
            for (h, takers) in vacancies(s, c, step == Bout::Follow) {
                out.extend(takers.into_iter().map(|u| Action::Advance(u, h)));
            }
            if step == Bout::Follow {
                out.push(Action::Halt);
            }
        }
        Bout::Press => {
            if let Some(k) = presser(s, c) {
                out.extend(s.frontal(k.unit).map(|h| Action::Advance(k.unit, h)));
            }
        }
        _ => {}
    }
}

pub(crate) fn judge_combat(s: &State, step: Bout, action: Action, v: &mut Verdict) -> bool {
    let Some(c) = current(s) else { return false };
    match (step, action) {
        (Bout::React, _) => return judge_react(s, c, action, v),
        (Bout::Approach, Action::Resolve(u)) => {
            if !waiting(c).any(|(k, _)| k == u) {
                v.refuse(Refusal {
                    at: u.place(),
                    ..Refusal::new(cite!("9.2"), "it has no Charge still to ride")
                });
            }
        }
        (Bout::Continue, Action::Resolve(u)) => {
            if !continuers(s, c).any(|k| k.unit == u) {
                v.refuse(Refusal {
                    at: u.place(),
                    ..Refusal::new(cite!("10.5"), "it has no Continued Attack to make")
                });
            }
        }
        (Bout::Strike, Action::Strike(d)) => {
            let open = c.mark(d).is_some_and(|m| strikable(s, c, m));
            if !open {
                v.refuse(Refusal {
                    at: d.place(),
                    ..Refusal::new(cite!("8.3.2"), "it is no defender still to be rolled for")
                });
            }
        }
        (Bout::Advance | Bout::Follow | Bout::Press, Action::Advance(u, h)) => {
            judge_advance(s, c, step, u, h, v);
        }
        (Bout::Follow, Action::Halt) => {}
        _ => return false,
    }
    true
}

/// A defender still to be rolled for: no gun, where it was, with an attacker left.
fn strikable(s: &State, c: &Combat, m: &Mark) -> bool {
    m.stand == Stand::Open
        && !gun(s, m.unit)
        && s.hex(m.unit) == Some(m.hex)
        && attackers_on(s, c, m.unit).next().is_some()
}

impl Engine<'_> {
    fn combat_mut(&mut self) -> Option<&mut Combat> {
        self.s.combats.last_mut()
    }
    fn mark_mut(&mut self, unit: UnitId) -> Option<&mut Mark> {
        self.combat_mut()?.marks.iter_mut().find(|m| m.unit == unit)
    }
    pub(crate) fn striker_mut(&mut self, unit: UnitId) -> Option<&mut Striker> {
        self.combat_mut()?.strikers.iter_mut().find(|k| k.unit == unit)
    }
    fn go_to(&mut self, step: Bout) -> Flow<Stage> {
        self.set_top(Stage::Combat { step });
        Flow::Next
    }

    pub(crate) fn declaring(&mut self) -> Flow<Stage> {
        let any = !declared(self.s).is_empty()
            || any_attack(self.s, |attack| {
                let mut v = Verdict::quick();
                judge_declaring(self.s, attack, &mut v) && !v.refused()
            });
        if any { Flow::Ask } else { Flow::Done }
    }

    pub(crate) fn enact_declaring(&mut self, action: Action) {
        let (attacker, target, charge) = match action {
            Action::Shock(a, t) => (a, t, false),
            Action::Charge(a, t) => (a, t, true),
            _ => return self.pop(),
        };
        let (Some(from), Some(on)) = (self.s.hex(attacker), self.s.hex(target)) else {
            return;
        };
        if let Some(a) = self.act_mut() {
            a.declared.push(Declared {
                attacker,
                target,
                charge,
                from,
                on,
            });
            a.declared.sort_by_key(|d| (d.attacker, d.target));
        }
        let case = if charge { cite!("9.2") } else { cite!("8.1") };
        self.say(case, || What::Declared {
            attacker,
            target,
            charge,
        });
    }

    /// Drops declared attacks that can no longer be made (ruling E18), and asks for the next combat.
    pub(crate) fn resolving(&mut self) -> Flow<Stage> {
        let void: Vec<Declared> = declared(self.s)
            .iter()
            .filter(|d| !stands(self.s, d))
            .copied()
            .collect();
        for d in void {
            if let Some(a) = self.act_mut() {
                a.declared.retain(|x| *x != d);
            }
            self.say(cite!("8.3", "E18"), || What::Void {
                attacker: d.attacker,
                target: d.target,
            });
        }
        if declared(self.s).is_empty() {
            Flow::Done
        } else {
            Flow::Ask
        }
    }

    /// Opens the combat of an attacker: all that is linked to it by declared targets (ruling E17b).
    pub(crate) fn enact_resolving(&mut self, action: Action) {
        let Action::Resolve(first) = action else {
            return;
        };
        let list: Vec<Declared> = declared(self.s).to_vec();
        let mut group: Vec<Declared> = list.iter().filter(|d| d.attacker == first).copied().collect();
        loop {
            let more: Vec<Declared> = list
                .iter()
                .filter(|d| {
                    !group.contains(d) && group.iter().any(|g| g.attacker == d.attacker || g.target == d.target)
                })
                .copied()
                .collect();
            if more.is_empty() {
                break;
            }
            group.extend(more);
        }
        if let Some(a) = self.act_mut() {
            a.declared.retain(|d| !group.contains(d));
            a.struck.extend(group.iter().map(|d| d.target));
        }
        let side = self.s.side(first);
        let links = group.iter().map(|d| (d.attacker, d.target)).collect();
        let going = |u: UnitId| {
            group
                .iter()
                .find(|d| d.attacker == u && d.charge)
                .map_or(Going::Plain, |d| Going::Pending(d.target))
        };
        self.open_combat(side, Kind::Declared, links, &going, Bout::Approach);
    }

    /// Opens a combat on top of the stack.
    pub(crate) fn open_combat(
        &mut self,
        side: Side,
        kind: Kind,
        mut links: Vec<(UnitId, UnitId)>,
        going: &dyn Fn(UnitId) -> Going,
        step: Bout,
    ) {
        links.sort_unstable();
        let mut strikers: Vec<Striker> = Vec::new();
        let mut marks: Vec<Mark> = Vec::new();
        for &(a, d) in &links {
            if let Some(hex) = self.s.hex(a)
                && !strikers.iter().any(|k| k.unit == a)
            {
                let began_normal = self.s.unit(a).condition == Condition::Normal;
                strikers.push(Striker {
                    unit: a,
                    hex,
                    going: going(a),
                    began_normal,
                    continued: false,
                    advanced: false,
                });
                self.s.unit_mut(a).done.set(Done::ATTACKED);
            }
            if let Some(hex) = self.s.hex(d)
                && !marks.iter().any(|m| m.unit == d)
            {
                marks.push(new_mark(d, hex));
            }
        }
        let attackers: Vec<UnitId> = strikers.iter().map(|k| k.unit).collect();
        let defenders: Vec<UnitId> = marks.iter().map(|m| m.unit).collect();
        for &u in attackers.iter().chain(&defenders) {
            for l in self.leaders_with(u) {
                self.disclose(l);
            }
        }
        self.s.combats.push(Combat {
            side,
            kind,
            strikers,
            marks,
            links,
            counter_used: false,
            counted: false,
        });
        let case = match kind {
            Kind::Declared => cite!("8.3"),
            Kind::Counter => cite!("9.4.4(2)"),
            Kind::Continued => cite!("10.5"),
        };
        self.say(case, || What::CombatBegins { attackers, defenders });
        self.call(Stage::Combat { step });
    }

    pub(crate) fn combat(&mut self, step: Bout) -> Flow<Stage> {
        let Some(c) = current(self.s) else {
            return Flow::Done;
        };
        match step {
            Bout::Approach => {
                let next: Vec<(UnitId, UnitId)> = waiting(c).collect();
                match next.as_slice() {
                    [] => self.go_to(Bout::React),
                    [(unit, target)] => self.begin_approach(*unit, *target),
                    _ => Flow::Ask,
                }
            }
            Bout::React => {
                self.reread();
                if current(self.s).is_some_and(|c| reaction_open(self.s, c)) {
                    return Flow::Ask;
                }
                self.go_to(Bout::Count)
            }
            Bout::Count => {
                self.count_strength();
                self.go_to(Bout::Strike)
            }
            Bout::Strike => {
                if c.marks.iter().any(|m| strikable(self.s, c, m)) {
                    return Flow::Ask;
                }
                self.go_to(Bout::Guns)
            }
            Bout::Guns => {
                self.go_to(Bout::Advance);
                self.fate_of_guns();
                Flow::Next
            }
            Bout::Advance => {
                if !vacancies(self.s, c, false).is_empty() {
                    return Flow::Ask;
                }
                self.go_to(Bout::Press)
            }
            Bout::Press => {
                if presser(self.s, c).is_some() {
                    return Flow::Ask;
                }
                self.go_to(Bout::Follow)
            }
            Bout::Follow => {
                if !vacancies(self.s, c, true).is_empty() {
                    return Flow::Ask;
                }
                self.go_to(Bout::Continue)
            }
            Bout::Continue => self.continue_attacks(),
            Bout::End => {
                self.s.combats.pop();
                Flow::Done
            }
        }
    }

    /// After an interruption: attackers that have gone are out, and a defender that has moved is attacked only by those
    /// who still face it (rulings E18, F15).
    fn reread(&mut self) {
        let s = &*self.s;
        let Some(c) = current(s) else { return };
        let keep: Vec<(UnitId, UnitId)> = c
            .links
            .iter()
            .filter(|&&(a, d)| {
                let open = c.mark(d).is_some_and(|m| m.stand == Stand::Open);
                !open || (c.striker(a).is_some_and(|k| able(s, k)) && s.hex(d).is_some_and(|h| s.in_front(a, h)))
            })
            .copied()
            .collect();
        let hexes: Vec<Option<HexId>> = c.marks.iter().map(|m| s.hex(m.unit)).collect();
        let Some(c) = self.combat_mut() else { return };
        c.links = keep;
        for (m, h) in c.marks.iter_mut().zip(hexes) {
            if let (Stand::Open, Some(h)) = (m.stand, h) {
                m.hex = h;
            }
        }
    }

    /// 8.3.1(1): counted once, after the choices of the defender and before the first roll.
    fn count_strength(&mut self) {
        let s = &*self.s;
        let Some(c) = current(s) else { return };
        let counts = |d: UnitId| {
            !gun(s, d)
                && c.mark(d)
                    .is_some_and(|m| m.stand == Stand::Open && s.hex(d) == Some(m.hex))
        };
        let strengths: Vec<(i8, bool)> = c
            .marks
            .iter()
            .map(|m| {
                let on: Vec<UnitId> = attackers_on(s, c, m.unit).map(|k| k.unit).collect();
                let faced = c
                    .marks
                    .iter()
                    .filter(|x| counts(x.unit) && on.iter().any(|&a| c.links.contains(&(a, x.unit))))
                    .count();
                (on.len() as i8 - faced as i8, !on.is_empty())
            })
            .collect();
        let normal: Vec<bool> = c.strikers.iter().map(|k| s.steady(k.unit)).collect();
        if let Some(c) = self.combat_mut() {
            // What befell an attacker before the dice is no result of this attack (ruling E13).
            for (k, steady) in c.strikers.iter_mut().zip(normal) {
                k.began_normal = steady;
                if !steady {
                    k.going = Going::Plain;
                }
            }
            for (m, (strength, attacked)) in c.marks.iter_mut().zip(strengths) {
                m.strength = strength;
                m.attacked = attacked;
            }
        }
    }

    pub(crate) fn enact_combat(&mut self, step: Bout, action: Action) {
        match (step, action) {
            (Bout::Approach, Action::Resolve(unit)) => {
                let target = current(self.s).and_then(|c| waiting(c).find(|w| w.0 == unit));
                if let Some((unit, target)) = target
                    && let Flow::Call(stage) = self.begin_approach(unit, target)
                {
                    self.call(stage);
                }
            }
            (Bout::Continue, Action::Resolve(unit)) => {
                if let Flow::Call(stage) = self.go_on(unit) {
                    self.call(stage);
                }
            }
            (Bout::React, Action::CounterCharge(unit, against)) => {
                self.counter_in_combat(unit, against);
            }
            (Bout::React, Action::Withdraw(unit, to)) => self.withdraw(unit, to),
            (Bout::React, _) => {
                let side = current(self.s).map_or(Side::Hungary, |c| c.side.enemy());
                self.hold(side, action);
                if !matches!(action, Action::Reopen(_)) {
                    self.set_top(Stage::Combat { step: Bout::Count });
                }
            }
            (Bout::Strike, Action::Strike(d)) => self.strike(d),
            (Bout::Advance | Bout::Follow | Bout::Press, Action::Advance(u, h)) => {
                self.advance(step, u, h);
            }
            (Bout::Follow, _) => self.set_top(Stage::Combat { step: Bout::Continue }),
            _ => {}
        }
    }

    /// 8.2, 8.2.1.
    fn withdraw(&mut self, unit: UnitId, to: HexId) {
        let Some(from) = self.s.hex(unit) else { return };
        let horse =
            current(self.s).is_some_and(|c| attackers_on(self.s, c, unit).any(|k| self.s.arm(k.unit).mounted()));
        if let Some(m) = self.mark_mut(unit) {
            m.stand = Stand::Withdrawn;
            m.reacted = true;
        }
        self.s.put_with_leaders(unit, to);
        let evades = horse && self.s.arm(unit) == Arm::Akinci;
        let case = if evades { cite!("8.2.1") } else { cite!("8.2") };
        self.say(case, || What::Withdrew { unit, from, to });
        if evades {
            let net = crate::rules::charge::EVADE_DRMS.ledger(
                0,
                &crate::rules::charge::NerveFacts {
                    s: self.s,
                    unit,
                    flank: false,
                },
            );
            let drm = net.total;
            let face = self.roll(cite!("8.2.1"), "evade", &|f| u16::from(i32::from(f) + drm > crate::rules::charge::EVADES));
            let ledger = net.over(face);
            let passed = ledger.total <= crate::rules::charge::EVADES;
            self.say(cite!("8.2.1"), || What::Evaded {
                unit,
                test: Test {
                    ledger,
                    need: crate::rules::charge::EVADES,
                    passed,
                },
            });
            if !passed {
                self.call(Stage::Effect(Effect::new(unit, Fate::Disordered, Few::new(), false)));
            }
        }
        self.call(Stage::Reface {
            unit,
            why: Refacing::Withdrawal,
        });
    }

    fn counter_in_combat(&mut self, unit: UnitId, against: UnitId) {
        let attackers: Vec<UnitId> = current(self.s)
            .map(|c| attackers_on(self.s, c, unit).map(|k| k.unit).collect())
            .unwrap_or_default();
        if let Some(c) = self.combat_mut() {
            c.counter_used = true;
        }
        if let Some(m) = self.mark_mut(unit) {
            m.reacted = true;
        }
        if !self.try_counter(unit, &attackers) {
            return;
        }
        if self.s.arm(against).men_at_arms() {
            let charging = current(self.s)
                .and_then(|c| c.striker(against))
                .is_some_and(|k| k.going == Going::Home);
            if let Some(m) = self.mark_mut(unit) {
                m.countered = charging;
            }
        } else {
            self.call(crate::rules::charge::counter_stage(unit));
        }
        self.call(Stage::Wheel { unit });
    }

    /// F15: attackers whom a Counter-Charger has caught lose their attack on it.
    pub(crate) fn forfeit(&mut self, caught: &[UnitId], on: UnitId) {
        if self.s.opts(Choice::F15) {
            return;
        }
        let Some(c) = self.combat_mut() else { return };
        let lost: Vec<UnitId> = caught.iter().copied().filter(|&a| c.links.contains(&(a, on))).collect();
        c.links.retain(|&(a, d)| d != on || !caught.contains(&a));
        for attacker in lost {
            self.say(cite!("9.4.4(2)", "F15"), || What::Void { attacker, target: on });
        }
    }

    /// 8.3.2: one defender, one die.
    fn strike(&mut self, defender: UnitId) {
        let kit = std::sync::Arc::clone(&self.s.kit);
        let Some(c) = current(self.s) else { return };
        let Some(mark) = c.mark(defender).copied() else {
            return;
        };
        let facts = StrikeFacts::new(self.s, c, &mark);
        let charge = facts.charged();
        let table = if charge { &kit.charts.charge } else { &kit.charts.shock };
        let net = SHOCK_DRMS.ledger(0, &facts);
        let attackers: Vec<UnitId> = facts.attackers.iter().map(|k| k.unit).collect();
        let forecast = Forecast {
            drm: net.total,
            charge,
            disordered: self.s.unit(defender).condition != Condition::Normal,
        };
        let s = &*self.s;
        let throw = casus_core::Throw {
            cite: cite!("8.3.2"),
            die: casus_core::Die::D10,
            what: if charge { "charge" } else { "shock" },
        };
        let face = self.dice.throw(throw, &|f| code(forecast.result(s, i32::from(f))));
        let face = i32::from(face);
        let result = forecast.result(self.s, face);
        let mut ledger = net.over(face);
        ledger.clamp(table.low(), table.high());
        let names = attackers.clone();
        self.say(cite!("8.3.2"), || What::Struck {
            attackers: names,
            defender,
            ledger,
            result,
            charge,
        });
        if let Some(m) = self.mark_mut(defender) {
            m.stand = Stand::Struck;
            m.suffered = negative(result.defender);
        }
        let recoil = result.attacker.fate();
        let mut from = Few::new();
        for &a in &attackers {
            if let Some(h) = self.s.hex(a) {
                from.push(h);
            }
            if result.continued
                && let Some(k) = self.striker_mut(a)
            {
                k.continued = true;
            }
        }
        if recoil != Fate::None {
            for &a in attackers.iter().rev() {
                self.call(Stage::Effect(Effect::new(a, recoil, Few::one(mark.hex), true)));
            }
        }
        self.call(Stage::Effect(Effect::new(defender, result.defender, from, true)));
    }

    /// 7.5.4: guns attacked alone are lost, and with others when one of those suffers.
    fn fate_of_guns(&mut self) {
        let Some(c) = current(self.s) else { return };
        // Only those that somebody attacked when the dice began count as others.
        let others = || {
            c.marks
                .iter()
                .filter(|m| !gun(self.s, m.unit) && m.attacked && m.stand != Stand::Withdrawn)
        };
        let lost = others().next().is_none() || others().any(|m| m.suffered);
        let guns: Vec<UnitId> = c
            .marks
            .iter()
            .filter(|m| gun(self.s, m.unit) && m.stand == Stand::Open && m.attacked)
            .map(|m| m.unit)
            .collect();
        for g in guns {
            if lost {
                if let Some(m) = self.mark_mut(g) {
                    m.stand = Stand::Struck;
                }
                self.leaders_at_risk(g, Fate::Eliminated);
                self.eliminate(g, cite!("7.5.4"));
            }
        }
    }

    fn advance(&mut self, step: Bout, unit: UnitId, to: HexId) {
        let Some(from) = self.s.hex(unit) else { return };
        self.s.put_with_leaders(unit, to);
        let mut fixed = step != Bout::Advance;
        let normal = self.s.unit(unit).condition == Condition::Normal;
        if let Some(k) = self.striker_mut(unit) {
            k.advanced = true;
            k.hex = to;
            fixed |= k.continued && normal;
            if step == Bout::Follow {
                k.continued = false;
            }
        }
        let case = match step {
            Bout::Follow => cite!("8.2"),
            Bout::Press => cite!("10.5"),
            _ => cite!("8.4"),
        };
        let leaders = self.known_with(unit);
        self.say(case, || What::Advanced {
            unit,
            from,
            to,
            leaders,
        });
        if !fixed {
            self.call(Stage::Reface {
                unit,
                why: Refacing::Advance,
            });
        }
    }

    /// 10.5: whoever won it and advanced shocks again, one after the other in the attacker's order (8.3.1).
    fn continue_attacks(&mut self) -> Flow<Stage> {
        let Some(c) = current(self.s) else {
            return Flow::Done;
        };
        if !c.counted {
            let units: Vec<UnitId> = c.strikers.iter().map(|k| k.unit).collect();
            for unit in units {
                let u = self.s.unit_mut(unit);
                u.attacks = u.attacks.saturating_add(1);
            }
            if let Some(c) = self.combat_mut() {
                c.counted = true;
            }
            return Flow::Next;
        }
        let going: Vec<UnitId> = continuers(self.s, c).map(|k| k.unit).collect();
        match going.as_slice() {
            [] => self.go_to(Bout::End),
            [only] => self.go_on(*only),
            _ => Flow::Ask,
        }
    }

    /// Starts the Continued Attack of one unit.
    fn go_on(&mut self, unit: UnitId) -> Flow<Stage> {
        let Some(c) = current(self.s) else {
            return Flow::Done;
        };
        let side = c.side;
        let charging = c.striker(unit).is_some_and(|k| k.going == Going::Home);
        let Some(hex) = self.s.hex(unit) else {
            return Flow::Next;
        };
        if let Some(k) = self.striker_mut(unit) {
            k.continued = false;
        }
        let home = charging && self.s.opts(Choice::PlayBalance);
        Flow::Call(Stage::Continuing { unit, side, home, hex })
    }

    /// 10.5: the Continued Attack of one unit, when its turn comes.
    pub(crate) fn continuing(&mut self, unit: UnitId, side: Side, home: bool, hex: HexId) -> Flow<Stage> {
        self.pop();
        if !self.s.steady(unit) || self.s.hex(unit) != Some(hex) {
            return Flow::Next;
        }
        let links: Vec<(UnitId, UnitId)> = self
            .s
            .frontal(unit)
            .filter_map(|h| self.s.enemy_at(h, side))
            .map(|e| (unit, e))
            .collect();
        let case = if home { cite!("9.3.1-opt") } else { cite!("10.5") };
        self.say(case, || What::Continues { unit });
        if !links.is_empty() {
            let going = if home { Going::Home } else { Going::Plain };
            self.open_combat(side, Kind::Continued, links, &|_| going, Bout::React);
        }
        Flow::Next
    }
}

pub(crate) fn new_mark(unit: UnitId, hex: HexId) -> Mark {
    Mark {
        unit,
        hex,
        stand: Stand::Open,
        reacted: false,
        countered: false,
        suffered: false,
        strength: 0,
        attacked: false,
    }
}

/// A number for a result, so that faces with the same result are alike.
fn code(r: ShockResult) -> u16 {
    (r.attacker as u16) * 100 + (r.defender as u16) * 2 + u16::from(r.continued)
}
