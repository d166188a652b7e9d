//! Module 9, Charging: Charges, Reluctance, Counter-Charges.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, LeaderId, UnitId};
use crate::data::{STREAM, TRENCH};
use crate::engine::Engine;
use crate::event::{Test, What};
use crate::options::Choice;
use crate::rules::shock::{Bout, Combat, Going, Kind, Stand, attackers_on, new_mark};
use crate::state::{Condition, Done, Stage, State, Whereabouts};
use casus_core::{
    Aspect, Bar, Bars, Bite, Few, Flow, HexId, Modifier, Modifiers, Procedures, Refusal, Verdict, VertexFacing,
};

/// A Charger on its way (9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Approach {
    /// Who.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// It has used its change of facing.
    pub turned: bool,
    /// It has been tested for Reluctance.
    pub tested: bool,
    /// The horses would not close (9.3).
    pub blunted: bool,
    /// It has arrived.
    pub over: bool,
    /// A result has driven it from its path.
    pub driven: bool,
    /// The leaders who ride with it (12.3).
    pub riders: Few<LeaderId, 4>,
}

/// A Counter-Charger on its way (9.4.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Who.
    pub unit: UnitId,
    /// Movement points spent, of its printed allowance (9.4.5).
    pub spent: u8,
    /// Driven off.
    pub over: bool,
}

pub(crate) fn counter_stage(unit: UnitId) -> Stage {
    Stage::Counter(Counter {
        unit,
        spent: 0,
        over: false,
    })
}

// ---- the path of a Charge (9.1(3), 9.2, ruling F2) ----

/// Two or three hexes from the target (9.2).
pub(crate) fn in_reach(s: &State, unit: UnitId, target: UnitId) -> bool {
    match (s.hex(unit), s.hex(target)) {
        (Some(a), Some(t)) => (2..=3).contains(&s.kit.board.distance(a, t)),
        _ => false,
    }
}

pub(crate) fn chargeable(s: &State, at: HexId, target: HexId) -> bool {
    let b = &s.kit.board;
    b.direction(at, target)
        .is_some_and(|d| b.features(at, d) & (STREAM | TRENCH) == 0)
}

fn facings(facing: VertexFacing, turned: bool) -> impl Iterator<Item = (VertexFacing, bool)> {
    let turns: &[u8] = if turned { &[0] } else { &[0, 1, 5] };
    turns.iter().map(move |&n| (facing.cw(n), turned || n != 0))
}

/// A rule left out of account, to tell which one closes a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leave {
    /// None: the rules as they are.
    Nothing,
    /// 9.1(3): trenches and streams.
    Water,
    /// 14.3(1): the unseen.
    Unseen,
}

/// A Charger at a point of its path.
#[derive(Clone, Copy)]
struct Way<'a> {
    s: &'a State,
    unit: UnitId,
    target: HexId,
    leave: Leave,
}

impl Way<'_> {
    fn dry(self, at: HexId, to: HexId) -> bool {
        self.leave == Leave::Water || chargeable(self.s, at, to)
    }
    fn stride(self, at: HexId, to: HexId) -> bool {
        let Way { s, unit, target, leave } = self;
        PATH_BARS.permit(&PathFacts {
            s,
            unit,
            at,
            to,
            target,
            leave,
        })
    }
    /// Whether a Charge can get from here to its target.
    fn leads(self, at: HexId, facing: VertexFacing, turned: bool) -> bool {
        let Way { s, unit, target, .. } = self;
        let b = &s.kit.board;
        let d = b.distance(at, target);
        if d == 1 {
            let free = s.occupant(at).is_none_or(|u| u == unit);
            return free
                && self.dry(at, target)
                && b.direction(at, target)
                    .is_some_and(|dir| facings(facing, turned).any(|(f, _)| f.aspect(dir) == Aspect::Front));
        }
        d <= 3
            && facings(facing, turned).any(|(f, t)| {
                f.front().into_iter().any(|dir| {
                    b.neighbour(at, dir)
                        .is_some_and(|n| self.stride(at, n) && self.leads(n, f, t))
                })
            })
    }
}

fn gets_there(s: &State, unit: UnitId, at: HexId, facing: VertexFacing, turned: bool, target: HexId) -> bool {
    Way {
        s,
        unit,
        target,
        leave: Leave::Nothing,
    }
    .leads(at, facing, turned)
}

/// The facts of one hex of a Charge's path.
#[derive(Debug)]
pub struct PathFacts<'a> {
    s: &'a State,
    unit: UnitId,
    at: HexId,
    to: HexId,
    target: HexId,
    leave: Leave,
}
casus_core::questions!(PathFacts);
type PathBar = Bar<PathFacts<'static>>;

/// What closes a hex to a Charge.
pub static PATH_BARS: Bars<PathFacts> = Bars {
    name: "charge-path",
    list: &[
        PathBar::by(cite!("3.1.1"), "another combat unit is in the hex").bites(|f| {
            let there = f.s.occupant(f.to)?;
            let own_gun = f.s.side(there) == f.s.side(f.unit) && f.s.arm(there) == Arm::Artillery;
            Bite::when(there != f.unit && !own_gun, there.place())
        }),
        PathBar::by(cite!("6.1.1"), "the terrain chart closes the hex")
            .when(|f| f.to.place(), |f| !crate::rules::results::open_to(f.s, f.unit, f.to)),
        PathBar::by(cite!("9.1(3)"), "a Charge may not cross a trench or stream").when(
            |f| f.to.place(),
            |f| {
                let b = &f.s.kit.board;
                let wet = b.direction(f.at, f.to).is_some() && !chargeable(f.s, f.at, f.to);
                wet && f.leave != Leave::Water
            },
        ),
        PathBar::by(cite!("9.2", "F2"), "every hex of a Charge is adjacent to the last and nearer to the target").when(
            |f| f.to.place(),
            |f| {
                let b = &f.s.kit.board;
                let on = b.distance(f.at, f.to) == 1 && b.distance(f.to, f.target) + 1 == b.distance(f.at, f.target);
                !on
            },
        ),
        PathBar::by(cite!("14.3(1)", "B10"), "it may not come within two hexes of an enemy that it does not see")
            .bites(|f| {
                if f.leave == Leave::Unseen {
                    return None;
                }
                crate::rules::movement::blind_approach(f.s, f.unit, f.at, f.to).map(|e| Bite::at(e.place()))
            }),
    ],
};

/// Whether a Charge can reach its target, one rule left out of account or none.
pub(crate) fn path(s: &State, unit: UnitId, target: UnitId, leave: Leave) -> bool {
    let (Some(at), Some(target)) = (s.hex(unit), s.hex(target)) else {
        return false;
    };
    Way { s, unit, target, leave }.leads(at, s.unit(unit).facing, false)
}

/// The facts of a Charger's step or turn.
#[derive(Debug)]
pub struct CloseFacts<'a> {
    s: &'a State,
    a: &'a Approach,
    at: HexId,
    target: HexId,
    to: HexId,
    facing: VertexFacing,
}
casus_core::questions!(CloseFacts);

impl CloseFacts<'_> {
    fn ahead(&self) -> bool {
        self.s.ahead(self.a.unit, self.at, self.to)
    }
}

type CloseBar = Bar<CloseFacts<'static>>;

/// What forbids a Charger's step, besides what closes the hex.
pub static CLOSE_BARS: Bars<CloseFacts> = Bars {
    name: "charge-step",
    list: &[
        CloseBar::by(cite!("9.2"), "it is in contact").when(
            |f| f.a.target.place(),
            |f| {
                let near = f.s.kit.board.distance(f.at, f.target) <= 1;
                near
            },
        ),
        CloseBar::by(cite!("9.2"), "a Charge moves into the hexes in front").when(|f| f.to.place(), |f| !f.ahead()),
        CloseBar::by(cite!("9.2", "F2"), "from there it could not come to face its target").when(
            |f| f.to.place(),
            |f| {
                let open = f.ahead()
                    && Way {
                        s: f.s,
                        unit: f.a.unit,
                        target: f.target,
                        leave: Leave::Nothing,
                    }
                    .stride(f.at, f.to);
                let facing = f.s.unit(f.a.unit).facing;
                let lost = open && !gets_there(f.s, f.a.unit, f.to, facing, f.a.turned, f.target);
                lost
            },
        ),
    ],
};

/// What forbids a Charger's change of facing.
pub static CHARGE_TURN_BARS: Bars<CloseFacts> = Bars {
    name: "charge-turn",
    list: &[
        CloseBar::by(cite!("9.2"), "a Charger changes facing once in its whole path")
            .when(|f| f.a.unit.place(), |f| f.a.turned),
        CloseBar::by(cite!("9.2"), "a Charger changes facing by one vertex").bites(|f| {
            let n = f.s.unit(f.a.unit).facing.turns(f.facing);
            (n != 1).then(|| Bite::short(f.a.unit.place(), 1, i32::from(n)))
        }),
        CloseBar::by(cite!("9.2", "F2"), "facing so it could not reach its target").when(
            |f| f.a.target.place(),
            |f| {
                let on = gets_there(f.s, f.a.unit, f.at, f.facing, true, f.target);
                !on
            },
        ),
    ],
};

/// What forbids a Charge to end where it is.
pub static CHARGE_END_BARS: Bars<CloseFacts> = Bars {
    name: "charge-end",
    list: &[
        CloseBar::by(cite!("9.2"), "a Charge ends facing its target, adjacent to it")
            .when(|f| f.a.target.place(), |f| !faces_target(f.s, f.a)),
    ],
};

pub(crate) fn approach_candidates(s: &State, a: &Approach, out: &mut Vec<Action>) {
    let Some(at) = s.hex(a.unit) else { return };
    out.extend(s.kit.board.neighbours(at).map(|(_, n)| Action::Step(n)));
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    out.push(Action::Halt);
}

fn faces_target(s: &State, a: &Approach) -> bool {
    s.hex(a.target).is_some_and(|h| s.in_front(a.unit, h))
}

pub(crate) fn judge_approach(s: &State, a: &Approach, action: Action, v: &mut Verdict) -> bool {
    let (Some(at), Some(target)) = (s.hex(a.unit), s.hex(a.target)) else {
        return false;
    };
    let facing = s.unit(a.unit).facing;
    let facts = |to: HexId, facing: VertexFacing| CloseFacts {
        s,
        a,
        at,
        target,
        to,
        facing,
    };
    match action {
        Action::Step(to) => {
            PATH_BARS.judge(
                &PathFacts {
                    s,
                    unit: a.unit,
                    at,
                    to,
                    target,
                    leave: Leave::Nothing,
                },
                v,
            );
            if !v.settled() {
                CLOSE_BARS.judge(&facts(to, facing), v);
            }
        }
        Action::Face(turn) => CHARGE_TURN_BARS.judge(&facts(at, turn), v),
        Action::Halt => CHARGE_END_BARS.judge(&facts(at, facing), v),
        _ => return false,
    }
    true
}

// ---- Reluctance (9.3) ----

/// The facts of a test of nerve.
#[derive(Debug)]
pub struct NerveFacts<'a> {
    pub(crate) s: &'a State,
    pub(crate) unit: UnitId,
    pub(crate) flank: bool,
}
casus_core::questions!(NerveFacts);

type M = Modifier<NerveFacts<'static>>;

/// The modifiers of a Reluctance roll (9.3).
pub static RELUCTANCE_DRMS: Modifiers<NerveFacts> = Modifiers {
    name: "reluctance-drm",
    list: &[M::by(cite!("9.3"), "Medium Cavalry")
        .adds(|f| f.unit.place(), |f| (f.s.arm(f.unit) == Arm::MediumCavalry).then_some(1))],
};

/// The modifiers of an Akinci's evasion (8.2.1).
pub static EVADE_DRMS: Modifiers<NerveFacts> = Modifiers {
    name: "evade-drm",
    list: &[M::by(cite!("8.2.1"), "Shock Defense Rating")
        .adds(|f| f.unit.place(), |f| Some(i32::from(f.s.ratings(f.unit).sdr)))],
};

/// The modifiers of a Counter-Charge attempt (9.4.3).
pub static COUNTER_DRMS: Modifiers<NerveFacts> = Modifiers {
    name: "counter-charge-drm",
    list: &[
        M::by(cite!("9.4.3(1)"), "Shock Defense Rating")
            .adds(|f| f.unit.place(), |f| Some(i32::from(f.s.ratings(f.unit).sdr))),
        M::by(cite!("9.4.3(2)"), "through the flank").adds(|f| f.unit.place(), |f| f.flank.then_some(1)),
    ],
};

/// At most this, modified, and the horses close (9.3).
pub(crate) const CLOSES: i32 = 4;
/// At most this, modified, and the Counter-Charge is made (9.4.3).
pub(crate) const COUNTERS: i32 = 3;
/// At most this, modified, and the Akincis have evaded unhurt (8.2.1).
pub(crate) const EVADES: i32 = 5;

/// How many of the ten faces pass a test of nerve.
pub(crate) fn nerve(list: &Modifiers<NerveFacts<'static>>, need: i32, facts: &NerveFacts<'_>) -> i32 {
    (need - list.sum(facts) + 1).clamp(0, 10)
}

/// The Regular Infantry in whose frontal hexes a hex is (9.3).
pub(crate) fn pikes_before(s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    s.adjacent_enemies(hex, s.side(unit))
        .find(|&e| s.arm(e) == Arm::RegularInfantry && s.unit(e).condition != Condition::Retired && s.in_front(e, hex))
}

// ---- Counter-Charge (9.4) ----

/// The facts of a Counter-Charge attempt.
#[derive(Debug)]
pub struct CounterFacts<'a> {
    s: &'a State,
    unit: UnitId,
    at: HexId,
    against: UnitId,
    from: HexId,
    combat: Option<&'a Combat>,
}
casus_core::questions!(CounterFacts);

impl CounterFacts<'_> {
    fn triggers(&self, enemy: UnitId) -> bool {
        match self.combat {
            Some(c) => attackers_on(self.s, c, self.unit).any(|k| k.unit == enemy),
            None => enemy == self.against,
        }
    }
    fn light_under_fire(&self) -> bool {
        self.combat.is_none()
            && self.s.opts(Choice::LightCounterCharge)
            && self.s.arm(self.unit) == Arm::LightCavalry
            && self.s.side(self.unit) == crate::components::Side::Hungary
    }
}

type CounterBar = Bar<CounterFacts<'static>>;

/// What forbids a Counter-Charge, in book order.
pub static COUNTER_BARS: Bars<CounterFacts> = Bars {
    name: "counter-charge",
    list: &[
        CounterBar::by(cite!("9.4", "F9"), "only the side that is not active Counter-Charges").bites(|f| {
            let act = f.s.activation()?;
            Bite::when(act.side == f.s.side(f.unit), f.unit.place())
        }),
        CounterBar::by(cite!("9.4.1"), "only Heavy and Medium Cavalry Counter-Charge").when(
            |f| f.unit.place(),
            |f| {
                let ok = f.s.arm(f.unit).men_at_arms() || f.light_under_fire();
                !ok
            },
        ),
        CounterBar::by(cite!("9.4.1"), "a Disordered unit may not Counter-Charge").when(
            |f| f.unit.place(),
            |f| {
                let normal = f.s.unit(f.unit).condition == Condition::Normal;
                !normal
            },
        ),
        CounterBar::by(cite!("9.4.1"), "the ZOC of an enemy that does not attack it holds it").bites(|f| {
            let enemy = f.s.side(f.unit).enemy();
            f.s.controllers(f.at, enemy)
                .find(|&e| !f.triggers(e))
                .map(|e| Bite::at(e.place()))
        }),
        CounterBar::by(cite!("9.4.2"), "it is attacked through its rear").when(
            |f| f.against.place(),
            |f| {
                let rear = f.s.aspect_from(f.unit, f.from) == Some(Aspect::Rear);
                rear
            },
        ),
        CounterBar::by(cite!("9.4.7"), "there is one Counter-Charge in a combat")
            .when(|f| f.unit.place(), |f| f.combat.is_some_and(|c| c.counter_used)),
        CounterBar::by(cite!("9.4.7"), "nobody Counter-Charges a Counter-Charge")
            .when(|f| f.unit.place(), |f| f.combat.is_some_and(|c| c.kind == Kind::Counter)),
    ],
};

pub(crate) fn judge_counter_fire(s: &State, unit: UnitId, firer: UnitId, v: &mut Verdict) {
    match (s.hex(unit), s.hex(firer)) {
        (Some(at), Some(from)) => COUNTER_BARS.judge(
            &CounterFacts {
                s,
                unit,
                at,
                against: firer,
                from,
                combat: None,
            },
            v,
        ),
        _ => v.refuse(Refusal::new(cite!("9.4.2"), "both must be on the map")),
    }
}

pub(crate) fn judge_counter_shock(s: &State, c: &Combat, unit: UnitId, against: UnitId, v: &mut Verdict) {
    let attacked =
        c.mark(unit).is_some_and(|m| m.stand == Stand::Open) && attackers_on(s, c, unit).any(|k| k.unit == against);
    match (s.hex(unit), s.hex(against)) {
        (Some(at), Some(from)) if attacked => {
            COUNTER_BARS.judge(
                &CounterFacts {
                    s,
                    unit,
                    at,
                    against,
                    from,
                    combat: Some(c),
                },
                v,
            );
        }
        _ => v.refuse(Refusal {
            at: unit.place(),
            ..Refusal::new(cite!("9.4.2"), "it is not attacked by that unit")
        }),
    }
}

/// The facts of the turn before a Counter-Charge.
#[derive(Debug)]
pub struct WheelFacts<'a> {
    s: &'a State,
    unit: UnitId,
    facing: VertexFacing,
}
casus_core::questions!(WheelFacts);
type WheelBar = Bar<WheelFacts<'static>>;

/// What forbids the turn before a Counter-Charge.
pub static WHEEL_BARS: Bars<WheelFacts> = Bars {
    name: "wheel",
    list: &[
        WheelBar::by(cite!("3.3.1"), "it faces that vertex already")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).facing == f.facing),
        WheelBar::by(cite!("9.4.5"), "attacked from the rear, it may not turn").bites(|f| {
            let c = f.s.combats.last().filter(|c| c.mark(f.unit).is_some())?;
            let mut on = attackers_on(f.s, c, f.unit);
            let rear = on.find(|k| f.s.aspect_adjacent(f.unit, k.hex) == Some(Aspect::Rear))?;
            Some(Bite::at(rear.unit.place()))
        }),
        WheelBar::by(cite!("9.4.5", "F9"), "it turns by one vertex at most").bites(|f| {
            let n = f.s.unit(f.unit).facing.turns(f.facing);
            (n > 1 && !f.s.opts(Choice::F9)).then(|| Bite::short(f.unit.place(), 1, i32::from(n)))
        }),
    ],
};

pub(crate) fn judge_wheel(s: &State, unit: UnitId, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        Action::Face(facing) => WHEEL_BARS.judge(&WheelFacts { s, unit, facing }, v),
        _ => return false,
    }
    true
}

// ---- the Counter-Charger's way ----

/// The enemies in a unit's frontal hexes, if it stood there facing so.
fn met(s: &State, unit: UnitId, at: HexId) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let b = &s.kit.board;
    let side = s.side(unit);
    s.unit(unit)
        .facing
        .front()
        .into_iter()
        .filter_map(move |d| b.neighbour(at, d))
        .filter_map(move |h| s.enemy_at(h, side).map(|e| (e, h)))
}

/// Whether a Counter-Charge that has met an enemy may Charge it (9.1(3)).
fn may_strike(s: &State, unit: UnitId, at: HexId) -> bool {
    met(s, unit, at).any(|(_, h)| chargeable(s, at, h) && s.kit.charts.terrain.hex(s.kit.board.terrain(h)).charge)
}

fn counter_cost(s: &State, unit: UnitId, at: HexId, to: HexId) -> Option<u8> {
    crate::rules::movement::ground(s, s.arm(unit).gait(), Some(at), to).map(|c| c as u8)
}

/// Whether a straight Counter-Charge from here comes to an enemy within its allowance (ruling F11).
fn closes(s: &State, unit: UnitId, at: HexId, spent: u8) -> bool {
    if met(s, unit, at).next().is_some() {
        return may_strike(s, unit, at);
    }
    let b = &s.kit.board;
    s.unit(unit)
        .facing
        .front()
        .into_iter()
        .filter_map(|d| b.neighbour(at, d))
        .any(|n| forward(s, unit, at, n, spent).is_some_and(|spent| closes(s, unit, n, spent)))
}

/// The points spent after one straight hex, or `None` if it may not go there.
fn forward(s: &State, unit: UnitId, at: HexId, to: HexId, spent: u8) -> Option<u8> {
    let free = s.occupant(to).is_none() && chargeable(s, at, to);
    let spent = spent.checked_add(counter_cost(s, unit, at, to)?)?;
    (s.ahead(unit, at, to) && free && spent <= s.ratings(unit).ma).then_some(spent)
}

pub(crate) fn counter_candidates(s: &State, c: &Counter, out: &mut Vec<Action>) {
    if let Some(at) = s.hex(c.unit) {
        out.extend(s.kit.board.neighbours(at).map(|(_, n)| Action::Step(n)));
    }
}

/// The facts of a Counter-Charger's step.
#[derive(Debug)]
pub struct ForwardFacts<'a> {
    s: &'a State,
    c: &'a Counter,
    at: HexId,
    to: HexId,
    cost: Option<u8>,
}
casus_core::questions!(ForwardFacts);

impl ForwardFacts<'_> {
    fn ahead(&self) -> bool {
        self.s.ahead(self.c.unit, self.at, self.to)
    }
}

type ForwardBar = Bar<ForwardFacts<'static>>;

/// What forbids a Counter-Charger's step.
pub static FORWARD_BARS: Bars<ForwardFacts> = Bars {
    name: "counter-charge-step",
    list: &[
        ForwardBar::by(cite!("3.1.1"), "another combat unit is in the hex")
            .bites(|f| f.s.occupant(f.to).map(|u| Bite::at(u.place()))),
        ForwardBar::by(cite!("6.1.1"), "the terrain chart closes the hex").when(|f| f.to.place(), |f| f.cost.is_none()),
        ForwardBar::by(cite!("9.1(3)"), "a Charge may not cross a trench or stream")
            .when(|f| f.to.place(), |f| f.ahead() && !chargeable(f.s, f.at, f.to)),
        ForwardBar::by(cite!("9.4.4(2)"), "a Counter-Charge goes straight on, without turning")
            .when(|f| f.to.place(), |f| !f.ahead()),
        ForwardBar::by(cite!("9.4.4(2)", "F11"), "it would meet no enemy that way").bites(|f| {
            let spent = forward(f.s, f.c.unit, f.at, f.to, f.c.spent)?;
            Bite::when(!closes(f.s, f.c.unit, f.to, spent), f.to.place())
        }),
        ForwardBar::by(cite!("9.4.5"), "it may not exceed its Movement Allowance").bites(|f| {
            let need = i32::from(f.c.spent) + i32::from(f.cost?);
            let have = i32::from(f.s.ratings(f.c.unit).ma);
            (need > have).then(|| Bite::short(f.c.unit.place(), need, have))
        }),
    ],
};

pub(crate) fn judge_counter(s: &State, c: &Counter, action: Action, v: &mut Verdict) -> bool {
    let (Action::Step(to), Some(at)) = (action, s.hex(c.unit)) else {
        return false;
    };
    let cost = counter_cost(s, c.unit, at, to);
    FORWARD_BARS.judge(&ForwardFacts { s, c, at, to, cost }, v);
    true
}

impl Engine<'_> {
    pub(crate) fn begin_approach(&mut self, unit: UnitId, target: UnitId) -> Flow<Stage> {
        if !in_reach(self.s, unit, target) || !self.s.steady(unit) || !path(self.s, unit, target, Leave::Nothing) {
            self.say(cite!("9.2", "E18"), || What::Void { attacker: unit, target });
            self.drop_striker(unit);
            return Flow::Next;
        }
        let mut riders = Few::new();
        for l in self.leaders_with(unit) {
            riders.push(l);
        }
        Flow::Call(Stage::Approach(Approach {
            unit,
            target,
            turned: false,
            tested: false,
            blunted: false,
            over: false,
            driven: false,
            riders,
        }))
    }

    fn drop_striker(&mut self, unit: UnitId) {
        if let Some(c) = self.s.combats.last_mut() {
            c.strikers.retain(|k| k.unit != unit);
            c.links.retain(|&(a, _)| a != unit);
            let links = c.links.clone();
            c.marks.retain(|m| links.iter().any(|&(_, d)| d == m.unit));
        }
    }

    pub(crate) fn approaching(&mut self, a: Approach) -> Flow<Stage> {
        let fit = self.s.hex(a.unit).is_some() && self.s.unit(a.unit).condition != Condition::Retired && !a.driven;
        if fit && self.s.hex(a.target).is_some() && !a.over {
            return Flow::Ask;
        }
        self.pop();
        if fit && self.s.hex(a.target).is_some() {
            self.arrive(a);
        } else {
            // Driven off on its way (ruling F6), or its target has gone (ruling E18).
            self.say(cite!("9.2", "E18"), || What::Void {
                attacker: a.unit,
                target: a.target,
            });
            self.drop_striker(a.unit);
        }
        Flow::Next
    }

    pub(crate) fn enact_approach(&mut self, a: Approach, action: Action) {
        match action {
            Action::Face(facing) => {
                self.s.unit_mut(a.unit).facing = facing;
                self.set_top(Stage::Approach(Approach { turned: true, ..a }));
                self.say(cite!("9.2"), || What::Faced { unit: a.unit, facing });
            }
            Action::Step(to) => {
                let Some(from) = self.s.hex(a.unit) else {
                    return;
                };
                let mut next = a;
                if !a.tested
                    && self.s.steady(a.unit)
                    && let Some(before) = pikes_before(self.s, a.unit, to)
                {
                    next.tested = true;
                    next.blunted = !self.reluctance(a.unit, before);
                }
                self.set_top(Stage::Approach(next));
                self.s.put(a.unit, Whereabouts::Map(to));
                for l in a.riders.iter() {
                    // A rider whom a shot has killed on the way rides no further.
                    if self.s.leader(l).at == Whereabouts::Map(from) {
                        self.s.leader_mut(l).at = Whereabouts::Map(to);
                    }
                }
                let leaders = self.known_with(a.unit);
                self.say(cite!("9.2"), || What::Charged {
                    unit: a.unit,
                    from,
                    to,
                    leaders,
                });
                self.call(Stage::Reaction { at: a.unit, hex: to });
            }
            _ => self.set_top(Stage::Approach(Approach { over: true, ..a })),
        }
    }

    /// 9.3: 0 to 4 closes.
    fn reluctance(&mut self, unit: UnitId, before: UnitId) -> bool {
        let net = RELUCTANCE_DRMS.ledger(
            0,
            &NerveFacts {
                s: self.s,
                unit,
                flank: false,
            },
        );
        let drm = net.total;
        let face = self.roll(cite!("9.3"), "reluctance", &|f| u16::from(i32::from(f) + drm <= CLOSES));
        let ledger = net.over(face);
        let passed = ledger.total <= CLOSES;
        self.say(cite!("9.3"), || What::Reluctance {
            unit,
            before,
            test: Test {
                ledger,
                need: CLOSES,
                passed,
            },
        });
        passed
    }

    /// The Charger is in contact: it strikes its target and all else in front that nobody else attacks (ruling F7).
    fn arrive(&mut self, a: Approach) {
        let Some(hex) = self.s.hex(a.unit) else {
            return;
        };
        let steady = self.s.steady(a.unit);
        let home = !a.blunted && steady;
        let taken: Vec<UnitId> = self
            .s
            .activation()
            .map(|act| {
                act.declared
                    .iter()
                    .map(|d| d.target)
                    .chain(act.struck.iter().copied())
                    .collect()
            })
            .unwrap_or_default();
        let front: Vec<(UnitId, HexId)> = met(self.s, a.unit, hex).collect();
        let mut drawn: Vec<UnitId> = Vec::new();
        let Some(c) = self.s.combats.last_mut() else {
            return;
        };
        for (e, h) in front {
            let others = c.links.iter().any(|&(x, d)| d == e && x != a.unit) || taken.contains(&e);
            if e == a.target || !others {
                if !c.links.contains(&(a.unit, e)) {
                    c.links.push((a.unit, e));
                }
                if c.mark(e).is_none() {
                    c.marks.push(new_mark(e, h));
                    drawn.push(e);
                }
            }
        }
        c.links.sort_unstable();
        let seen: Vec<LeaderId> = drawn.iter().flat_map(|&u| self.leaders_with(u)).collect();
        for leader in seen {
            self.disclose(leader);
        }
        if let Some(act) = self.act_mut() {
            act.struck.extend(drawn);
        }
        if let Some(k) = self.striker_mut(a.unit) {
            k.hex = hex;
            k.began_normal = steady;
            k.going = if home { Going::Home } else { Going::Plain };
        }
    }

    /// 9.4.3: the attempt.
    pub(crate) fn try_counter(&mut self, unit: UnitId, attackers: &[UnitId]) -> bool {
        let flank = attackers
            .iter()
            .any(|&a| self.s.hex(a).and_then(|h| self.s.aspect_from(unit, h)) == Some(Aspect::Flank));
        let against = attackers.first().copied().unwrap_or(unit);
        let net = COUNTER_DRMS.ledger(0, &NerveFacts { s: self.s, unit, flank });
        let drm = net.total;
        let face = self.roll(cite!("9.4.3"), "counter-charge", &|f| u16::from(i32::from(f) + drm <= COUNTERS));
        let ledger = net.over(face);
        let passed = ledger.total <= COUNTERS;
        let case = if passed { cite!("9.4.4") } else { cite!("9.4.6") };
        self.say(case, || What::CounterCharge {
            unit,
            against,
            test: Test {
                ledger,
                need: COUNTERS,
                passed,
            },
        });
        passed
    }

    pub(crate) fn wheeling(&mut self, unit: UnitId) -> Flow<Stage> {
        if self.s.hex(unit).is_none() || self.s.unit(unit).done.has(Done::TURNED) {
            return Flow::Done;
        }
        Flow::Ask
    }

    pub(crate) fn enact_wheel(&mut self, unit: UnitId, action: Action) {
        self.pop();
        if let Action::Face(facing) = action {
            let u = self.s.unit_mut(unit);
            u.facing = facing;
            u.done.set(Done::TURNED);
            self.say(cite!("9.4.5"), || What::Faced { unit, facing });
        }
    }

    pub(crate) fn countering(&mut self, c: Counter) -> Flow<Stage> {
        let unit = c.unit;
        let fit = matches!(self.s.unit(unit).at, Whereabouts::Map(_))
            && self.s.unit(unit).condition != Condition::Retired
            && !c.over;
        let Some(at) = self.s.hex(unit).filter(|_| fit) else {
            self.pop();
            self.say(cite!("9.4.4(2)", "F13"), || What::CounterLapsed { unit });
            return Flow::Next;
        };
        let front: Vec<(UnitId, HexId)> = met(self.s, unit, at).collect();
        if front.is_empty() && closes(self.s, unit, at, c.spent) {
            return Flow::Ask;
        }
        self.pop();
        if front.is_empty() || !may_strike(self.s, unit, at) {
            self.say(cite!("9.4.4(2)", "F11"), || What::CounterLapsed { unit });
            return Flow::Next;
        }
        let caught: Vec<UnitId> = front.iter().map(|&(e, _)| e).collect();
        self.forfeit(&caught, unit);
        let side = self.s.side(unit);
        let going = if self.s.steady(unit) { Going::Home } else { Going::Plain };
        let links = caught.iter().map(|&e| (unit, e)).collect();
        self.open_combat(side, Kind::Counter, links, &|_| going, Bout::React);
        Flow::Next
    }

    pub(crate) fn enact_counter(&mut self, c: Counter, action: Action) {
        let (Action::Step(to), Some(from)) = (action, self.s.hex(c.unit)) else {
            return;
        };
        let spent = forward(self.s, c.unit, from, to, c.spent).unwrap_or(c.spent);
        self.set_top(Stage::Counter(Counter { spent, ..c }));
        self.s.put_with_leaders(c.unit, to);
        let leaders = self.known_with(c.unit);
        self.say(cite!("9.4.4(2)"), || What::Charged {
            unit: c.unit,
            from,
            to,
            leaders,
        });
    }
}
