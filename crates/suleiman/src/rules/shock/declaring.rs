//! Declaring attacks (8.1, 9.1) and choosing the next one to resolve (8.3).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, Lapse, What};
use crate::options::Choice;
use crate::rules::charge::path::{Leave, in_reach, path};
use crate::rules::concepts::gun;
use crate::state::activation::{Attacked, Declared};
use crate::state::combat::{Bout, Going, Kind};
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Flow, Procedures, Refusal, Verdict, Violation};
use core::cell::OnceCell;

casus_continuity::facts! {
    /// The facts of a declaration.
    ///
    /// It has one attacker and one target; a unit that attacks several targets declares each. The list `attack` applies to
    /// both kinds of attack, `shock` and `charge` to one kind each.
    pub struct DeclareFacts<'a> of State; rules B = Bar; places attacker, target {
        /// The unit that would attack.
        pub attacker: UnitId,
        /// The unit that it would attack.
        pub target: UnitId,
        /// The attacks declared so far.
        pub declared: &'a [Declared],
        /// Whether a Charge has a path with no rule ignored; filled on first use.
        open: OnceCell<bool>,
    }
}

impl<'a> DeclareFacts<'a> {
    fn new(s: &'a State, attacker: UnitId, target: UnitId) -> Self {
        Self {
            s,
            attacker,
            target,
            declared: declared(s),
            open: OnceCell::new(),
        }
    }
    fn own(&self) -> bool {
        self.s
            .activation()
            .is_some_and(|a| a.command == self.s.command(self.attacker))
    }
    fn no_attacker(&self) -> bool {
        let card = self.s.counter(self.attacker);
        card.arm != Arm::Artillery && !self.s.game_data.charts.matrix.may_attack(card)
    }
    fn attackable(&self) -> bool {
        self.s.side(self.target) != self.s.side(self.attacker) && self.s.hex(self.target).is_some()
    }
    fn twice(&self) -> bool {
        let same = |d: &Declared| d.attacker == self.attacker && d.target == self.target;
        self.declared.iter().any(same)
    }
    fn condition(&self) -> Condition {
        self.s.unit(self.attacker).condition
    }
    /// An enemy in whose ZOC the attacker stands.
    fn held_by(&self) -> Option<UnitId> {
        let at = self.s.hex(self.attacker)?;
        self.s.controllers(at, self.s.side(self.attacker).enemy()).next()
    }
    /// Whether cavalry may not Charge the target's hex (9.1(3)).
    fn sheltered(&self) -> bool {
        let open = |h| {
            self.s
                .game_data
                .charts
                .terrain
                .hex(self.s.game_data.board.terrain(h))
                .charge
        };
        self.s.hex(self.target).is_some_and(|h| !open(h))
    }
    /// The distance of the target, unless it is two or three hexes.
    fn out_of_reach(&self) -> Option<Violation> {
        let (a, t) = (self.s.hex(self.attacker)?, self.s.hex(self.target)?);
        let d = self.s.game_data.board.distance(a, t) as i32;
        Violation::outside(self.attacker.place(), "distance", d, 2..=3)
    }
    /// Whether the target is in reach of a Charge: two or three hexes away, or as far as house rules allow (9.2).
    fn near(&self) -> bool {
        in_reach(self.s, self.attacker, self.target) || (self.s.amended() && CHARGE_BARS.still(self))
    }
    /// Whether no path leads to a target in reach, whichever rule is ignored.
    fn shut_off(&self) -> bool {
        let leaves = [Leave::Nothing, Leave::Water, Leave::Unseen];
        self.near() && !leaves.into_iter().any(|leave| self.path(leave))
    }
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
    fn path(&self, leave: Leave) -> bool {
        let path = || path(self.s, self.attacker, self.target, leave);
        match leave {
            Leave::Nothing => *self.open.get_or_init(path),
            _ => path(),
        }
    }
    /// The violation if this rule alone keeps a Charge from its target.
    fn path_but_for(&self, leave: Leave) -> Option<Violation> {
        Violation::when(self.near() && !self.path(Leave::Nothing) && self.path(leave), self.target.place())
    }
}

/// The list `attack`: what forbids any attack, plain or Charge. Checked when one is declared (8.1).
pub static ATTACK_BARS: Bars<DeclareFacts> = Bars {
    name: "attack",
    list: &[
        B::by(cite!("5.1.1"), "the attacker does not belong to the active command").when(attacker, |f| !f.own()),
        B::by(cite!("12.2"), "under the second leader only Levy Infantry acts while the first is in play")
            .when(attacker, |f| f.own() && !f.s.usable(f.attacker)),
        B::by(cite!("7.5.4"), "artillery never attacks").when(attacker, |f| gun(f.s, f.attacker)),
        B::by(cite!("8.1"), "the unit's type is not listed as an attacker").when(attacker, |f| f.no_attacker()),
        B::by(cite!("8.1"), "only enemy units on the map are attacked")
            .when(target, |f| !f.attackable())
            .always(),
        B::by(cite!("8.1"), "that attack is declared already")
            .when(attacker, |f| f.twice())
            .always(),
        B::by(cite!("10.3", "G4"), "a Retired unit does not attack")
            .when(attacker, |f| f.condition() == Condition::Retired)
            .always(),
        B::by(cite!("13.0.2"), "with a Standard nothing happens but Rally")
            .when(attacker, |f| f.s.raised == Some(f.s.side(f.attacker))),
    ],
};

/// The list `shock`: what forbids a plain Shock attack, besides what forbids any attack (8.1, 9.1(2)).
pub static SHOCK_BARS: Bars<DeclareFacts> = Bars {
    name: "shock",
    list: &[
        B::by(cite!("8.1"), "the target is not in the unit's frontal hexes")
            .when(target, |f| f.s.hex(f.target).is_some_and(|h| !f.s.in_front(f.attacker, h)))
            .always(),
        B::by(cite!("8.1", "E16"), "the unit is to Charge").when(attacker, |f| f.of_attacker(true)),
        B::by(cite!("9.1(2)"), "the target is to be Charged").when(target, |f| f.on_target(true)),
    ],
};

/// The list `charge`: what forbids a Charge, besides what forbids any attack (9.0 to 9.2).
pub static CHARGE_BARS: Bars<DeclareFacts> = Bars {
    name: "charge",
    list: &[
        B::by(cite!("5.1.1(1)", "A14"), "outside the leader's range, the unit may not come next to an enemy unit")
            .when(attacker, |f| !f.s.unit(f.attacker).done.has(Done::IN_COMMAND)),
        B::by(cite!("8.1", "E16"), "the unit has an attack declared already")
            .when(attacker, |f| f.of_attacker(true) || f.of_attacker(false)),
        B::by(cite!("9.0"), "only Heavy and Medium Cavalry Charge")
            .when(attacker, |f| !f.s.arm(f.attacker).men_at_arms()),
        B::by(cite!("9.1", "F1"), "a unit in an enemy ZOC may not Charge").violated(|f| {
            f.held_by()
                .filter(|_| !f.s.opts(Choice::F1))
                .map(|e| Violation::at(e.place()))
        }),
        B::by(cite!("9.1(1)"), "Disordered cavalry may not Charge")
            .when(attacker, |f| f.condition() == Condition::Disordered)
            .lasting(),
        B::by(cite!("9.1(2)"), "the target is to be Shock attacked by another unit")
            .when(target, |f| f.on_target(false)),
        B::by(cite!("9.1(2)", "F4"), "the target is to be Charged by another unit")
            .when(target, |f| f.s.opts(Choice::F4) && f.on_target(true)),
        B::by(cite!("9.1(3)"), "a unit in a village may not be Charged").when(target, |f| f.sheltered()),
        B::by(cite!("9.2"), "a Charge starts two or three hexes from its target")
            .violated(|f| f.out_of_reach())
            .lasting(),
        B::by(cite!("9.1(3)"), "a trench or stream closes the way to the target")
            .violated(|f| f.path_but_for(Leave::Water))
            .always(),
        B::by(cite!("9.2", "F2"), "no open path leads straight enough to the target")
            .when(target, |f| f.shut_off())
            .always(),
        B::by(cite!("14.3(1)", "B10"), "its way leads within two hexes of an enemy that it does not see")
            .violated(|f| f.path_but_for(Leave::Unseen))
            .always(),
    ],
};

pub(crate) fn declared(s: &State) -> &[Declared] {
    s.activation().map_or(&[], |a| &a.declared)
}

pub(crate) fn judge_attack(s: &State, attacker: UnitId, target: UnitId, charge: bool, v: &mut Verdict) {
    let facts = DeclareFacts::new(s, attacker, target);
    ATTACK_BARS.judge(&facts, v);
    if v.settled() {
        return;
    }
    if s.hex(attacker).is_none() {
        v.refuse(Refusal::new(cite!("8.1"), "the attacker is not on the map").about(attacker.place()));
    } else if charge {
        CHARGE_BARS.judge(&facts, v);
    } else {
        SHOCK_BARS.judge(&facts, v);
    }
}

/// An enemy that nobody attacks in the frontal hexes of a declared plain attacker (3.2.5, 8.1). A Charger's duty is checked
/// where its Charge ends (rulings E1, F7).
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

casus_continuity::facts! {
    /// The facts of the end of declarations.
    ///
    /// The declared attacks are in the activation of the state.
    pub struct DutyFacts<'a> of State; rules DutyBar = Bar {
    }
}

/// The list `declared`: what forbids ending the declarations. Checked when a side has declared its attacks (3.2.5, 8.1).
pub static DUTY_BARS: Bars<DutyFacts> = Bars {
    name: "declared",
    list: &[
        DutyBar::by(cite!("3.2.5"), "a unit that attacks must attack every enemy unit in its ZOC").violated(|f| {
            let (attacker, left) = neglected(f.s)?;
            Violation::when(f.s.controls(attacker, f.s.hex(left)?), left.place())
        }),
        DutyBar::by(cite!("8.1", "E1"), "every enemy unit in an attacker's front must be attacked by somebody")
            .violated(|f| neglected(f.s).map(|(_, e)| Violation::at(e.place()))),
    ],
};

/// Visits every attack that the active command might declare, until `visit` returns `true`. Returns whether it did.
fn any_attack(s: &State, mut visit: impl FnMut(Action) -> bool) -> bool {
    let Some(act) = s.activation() else {
        return false;
    };
    s.at_hand(act).any(|a| {
        let Some(at) = s.hex(a) else { return false };
        if s.amended() {
            // House rules may repeal the entries on who attacks, and from how far (8.1, 9.0, 9.1, 9.2).
            return s
                .enemies_within(at, act.side, 0..=u32::MAX)
                .any(|t| visit(Action::Shock(a, t)) || visit(Action::Charge(a, t)));
        }
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

/// The reason why a declared Charge can no longer set out; `None` if it can (ruling E18).
pub(crate) fn ride_lapse(s: &State, attacker: UnitId, target: UnitId) -> Option<Lapse> {
    let condition = s.unit(attacker).condition;
    if condition == Condition::Retired {
        return Some(Lapse::AttackerGone);
    }
    if !CHARGE_BARS.still(&DeclareFacts::new(s, attacker, target)) {
        let disordered = condition == Condition::Disordered;
        return Some(if disordered {
            Lapse::Disordered
        } else {
            Lapse::OutOfReach
        });
    }
    (!path(s, attacker, target, Leave::Nothing)).then_some(Lapse::NoWay)
}

/// Whether the target of a declared Charge has meanwhile been attacked in a way that forbids it: by Shock, or by a Charge
/// where only one unit may Charge a target (9.1(2), ruling F4).
fn forestalled(s: &State, d: &Declared) -> bool {
    let forbids = |x: &Attacked| x.unit == d.target && (!x.charge || s.opts(Choice::F4));
    d.charge && s.activation().is_some_and(|a| a.struck.iter().any(forbids))
}

/// The reason why a declared attack can no longer be made; `None` if it can (ruling E18).
fn lapse(s: &State, d: &Declared) -> Option<Lapse> {
    if s.hex(d.attacker) != Some(d.from) || s.unit(d.attacker).condition == Condition::Retired {
        return Some(Lapse::AttackerGone);
    }
    if s.hex(d.target) != Some(d.on) {
        return Some(Lapse::TargetGone);
    }
    if forestalled(s, d) {
        return Some(Lapse::Forestalled);
    }
    if d.charge {
        ride_lapse(s, d.attacker, d.target)
    } else {
        (!s.in_front(d.attacker, d.on)).then_some(Lapse::NotInFront)
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
        v.refuse(Refusal::new(cite!("8.3"), "the unit has no declared attack to resolve").about(a.place()));
    }
    true
}

/// The declared attacks that are linked to those of an attacker by their targets (ruling E17b).
pub(crate) fn linked(list: &[Declared], first: UnitId) -> Vec<Declared> {
    let mut group: Vec<Declared> = list.iter().filter(|d| d.attacker == first).copied().collect();
    loop {
        let joins = |d: &&Declared| group.iter().any(|g| g.attacker == d.attacker || g.target == d.target);
        let more: Vec<Declared> = list
            .iter()
            .filter(|d| !group.contains(d))
            .filter(joins)
            .copied()
            .collect();
        if more.is_empty() {
            return group;
        }
        group.extend(more);
    }
}

/// The enemy that a usable unit could attack by its kind, and whether by Charge. It is an enemy in front, or one that it
/// could reach by a Charge if trenches and streams, or unseen enemies, did not count (9.1(3), 14.3(1)).
fn met_by(s: &State, side: Side, unit: UnitId) -> Option<(UnitId, bool)> {
    let at = s.hex(unit)?;
    if !s.usable(unit) || gun(s, unit) || !s.game_data.charts.matrix.may_attack(s.counter(unit)) {
        return None;
    }
    let near = s.frontal(unit).find_map(|h| s.enemy_at(h, side));
    // A path that one rule alone closes counts, because that rule is the reason to report.
    let leaves = [Leave::Nothing, Leave::Water, Leave::Unseen];
    let rides = |t: &UnitId| s.arm(unit).men_at_arms() && leaves.into_iter().any(|leave| path(s, unit, *t, leave));
    let far = || s.enemies_within(at, side, 2..=3).find(rides);
    near.map(|t| (t, false)).or_else(|| far().map(|t| (t, true)))
}

impl Engine<'_> {
    pub(crate) fn declaring(&mut self) -> Flow<Stage> {
        let any = !declared(self.s).is_empty()
            || any_attack(self.s, |attack| {
                let mut v = Verdict::quick();
                judge_declaring(self.s, attack, &mut v) && !v.refused()
            });
        if any {
            return Flow::Ask;
        }
        self.nobody_attacks();
        Flow::Done
    }

    /// Reports, when no attack could be declared, why units with an enemy in front or in reach of a Charge may not attack it.
    fn nobody_attacks(&mut self) {
        let Some(act) = self.s.activation().filter(|_| self.log.is_on()) else {
            return;
        };
        let (side, command) = (act.side, act.command);
        let units: Vec<UnitId> = self.s.game_data.units_of(command).collect();
        for unit in units {
            if let Some((target, charge)) = met_by(self.s, side, unit) {
                let chance = if charge { Chance::Charge } else { Chance::Shock };
                self.pass_over(chance, unit, Some(target), |s, v| judge_attack(s, unit, target, charge, v));
            }
        }
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
        let void: Vec<(Declared, Lapse)> = declared(self.s)
            .iter()
            .filter_map(|d| Some((*d, lapse(self.s, d)?)))
            .collect();
        for (d, why) in void {
            if let Some(a) = self.act_mut() {
                a.declared.retain(|x| *x != d);
            }
            let case = match why {
                Lapse::Forestalled => cite!("9.1(2)", "F4"),
                Lapse::NoWay | Lapse::OutOfReach | Lapse::Disordered if d.charge => cite!("9.2", "E18"),
                _ => cite!("8.3", "E18"),
            };
            self.say(case, || What::Void {
                attacker: d.attacker,
                target: d.target,
                why,
            });
        }
        if declared(self.s).is_empty() {
            Flow::Done
        } else {
            Flow::Ask
        }
    }

    /// Opens the combat of an attacker, with everything that declared targets link to it (ruling E17b).
    pub(crate) fn enact_resolving(&mut self, action: Action) {
        let Action::Resolve(first) = action else {
            return;
        };
        let group = linked(declared(self.s), first);
        if let Some(a) = self.act_mut() {
            a.declared.retain(|d| !group.contains(d));
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
}
