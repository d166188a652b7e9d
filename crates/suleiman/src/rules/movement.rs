//! Module 6, Movement; with the movement side of 3.1, 3.2.4, 5.1.1, 7.3.1, 7.5.2, 10.3, 12.2.1, 14.3 and 15.1.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, CommandId, Counter, LeaderId, Missile, Side, UnitId};
use crate::data::{STREAM, SWAMP, TRENCH, VILLAGE};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::{Condition, Done, Run, Stage, State, Whereabouts};
use casus_core::{
    Bar, Bars, Bite, Dir, Flow, HexId, Ledger, Modifier, Modifiers, Place, Procedures, Refusal, Verdict, VertexFacing,
    give,
};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// The facts of one step.
#[derive(Debug)]
pub struct StepFacts<'a> {
    s: &'a State,
    run: Run,
    unit: UnitId,
    card: &'a Counter,
    from: Option<HexId>,
    to: HexId,
    dir: Option<Dir>,
    by_road: bool,
    retired: bool,
    in_command: bool,
    from_zoc: bool,
    cost: i32,
}

casus_core::questions!(StepFacts);

impl StepFacts<'_> {
    fn features(&self) -> u8 {
        match (self.from, self.dir) {
            (Some(f), Some(d)) => self.s.kit.board.features(f, d),
            _ => 0,
        }
    }
    fn side_place(&self) -> Place {
        match (self.from, self.dir) {
            (Some(f), Some(d)) => Place::Hexside(f.0, d.index() as u8),
            _ => self.to.place(),
        }
    }
    fn terrain(&self) -> u8 {
        self.s.kit.board.terrain(self.to)
    }
    fn climb(&self) -> i32 {
        self.from.map_or(0, |f| {
            let b = &self.s.kit.board;
            i32::from(b.elevation(self.to) - b.elevation(f)).max(0)
        })
    }
    fn mounted_archer(&self) -> bool {
        self.card.arm.mounted() && matches!(self.card.missile, Missile::Bow | Missile::Musket)
    }
    fn next_to_enemy(&self, hex: HexId) -> Option<Place> {
        self.s.adjacent_enemies(hex, self.card.side).next().map(UnitId::place)
    }
}

fn near_enemy(f: &StepFacts<'_>) -> Option<Bite> {
    if f.in_command {
        return None;
    }
    f.next_to_enemy(f.to).map(Bite::at)
}

fn leaving_out_of_command(f: &StepFacts<'_>) -> Option<Bite> {
    Bite::when(!f.in_command && f.from_zoc, f.unit.place())
}

fn unseen_near(s: &State, side: Side, from: HexId, to: HexId) -> Option<UnitId> {
    s.kit
        .board
        .disc(to, 2)
        .find_map(|h| s.enemy_at(h, side).filter(|_| !s.sees(from, h)))
}

/// 14.3(1): a Hungarian step that comes within two hexes of an enemy that it does not see (ruling B10).
pub(crate) fn blind_approach(s: &State, unit: UnitId, from: HexId, to: HexId) -> Option<UnitId> {
    if s.side(unit) != Side::Hungary || (s.opts(Choice::B10) && s.ottomans_up) {
        return None;
    }
    unseen_near(s, Side::Hungary, from, to)
}

type StepBar = Bar<StepFacts<'static>>;

/// What forbids a step, in book order.
pub static STEP_BARS: Bars<StepFacts> = Bars {
    name: "step",
    list: &[
        StepBar::by(cite!("3.1.1"), "another combat unit is in the hex").bites(|f| {
            let there = f.s.occupant(f.to)?;
            let friendly_gun = f.s.side(there) == f.card.side && f.s.arm(there) == Arm::Artillery;
            Bite::when(there != f.unit && !friendly_gun, there.place())
        }),
        StepBar::by(cite!("3.1.1"), "it could not go on from the friendly gun's hex, where it may not stop").bites(
            |f| {
                let there = f.s.occupant(f.to)?;
                if there == f.unit || f.s.side(there) != f.card.side || f.s.arm(there) != Arm::Artillery {
                    return None;
                }
                Bite::when(!way_on(f), f.to.place())
            },
        ),
        StepBar::by(cite!("3.2.4(1)"), "it has entered an enemy ZOC and must stop")
            .when(|f| f.unit.place(), |f| f.run.entered_zoc && f.from_zoc && !f.mounted_archer()),
        StepBar::by(cite!("3.2.4(2)"), "it may not return to the ZOC of a unit whose ZOC it left").bites(|f| {
            let from = f.from?;
            f.s.controllers(f.to, f.card.side.enemy())
                .find(|&e| f.run.left.contains(e) || f.s.controls(e, from))
                .map(|e| Bite::at(e.place()))
        }),
        StepBar::by(cite!("3.2.4(4)"), "out of command, it may not leave an enemy ZOC").bites(leaving_out_of_command),
        StepBar::by(cite!("3.2.4(4)"), "out of command, it may not come next to an enemy unit").bites(near_enemy),
        StepBar::by(cite!("5.1.1(1)"), "outside its leader's range, it may not come next to an enemy unit")
            .bites(near_enemy),
        StepBar::by(cite!("5.1.1(2)"), "outside its leader's range, it may not leave the ZOC that it is in")
            .bites(leaving_out_of_command),
        StepBar::by(cite!("6.1"), "its movement is over: a run is unbroken")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).done.has(Done::RUN_OVER)),
        StepBar::by(cite!("6.1.1"), "the hexes are not adjacent")
            .when(|f| f.to.place(), |f| f.from.is_some() && f.dir.is_none()),
        StepBar::by(cite!("6.1.1"), "the terrain chart closes the way to it").bites(|f| {
            if f.by_road {
                return None;
            }
            let t = &f.s.kit.charts.terrain;
            let gait = f.card.arm.gait();
            let features = f.features();
            // What 7.5.2 says of guns, it says itself.
            let gun = f.card.arm == Arm::Artillery;
            let shut = (t.mp(f.terrain(), gait).is_none() && !(gun && matches!(f.terrain(), SWAMP | VILLAGE)))
                || (features & STREAM != 0 && t.stream.mp[gait].is_none() && !gun)
                || (features & TRENCH != 0 && t.trench.mp[gait].is_none())
                || (f.climb() > 0 && t.slope.mp[gait].is_none());
            Bite::when(shut, f.to.place())
        }),
        StepBar::by(cite!("2.2.6"), "not enough movement points").bites(|f| {
            let have = i32::from(f.run.allowance) - i32::from(f.run.spent);
            (f.cost > have).then(|| Bite::short(f.unit.place(), f.cost, have))
        }),
        StepBar::by(cite!("6.1.2"), "outside its leader's range, it may not come next to an enemy unit")
            .bites(near_enemy),
        StepBar::by(cite!("6.1.2"), "outside its leader's range and adjacent to an enemy unit, it may not move away")
            .bites(|f| {
                if f.in_command {
                    return None;
                }
                f.next_to_enemy(f.from?).map(Bite::at)
            }),
        StepBar::by(cite!("7.3.1"), "after entering a ZOC, a mounted archer may not move to another").when(
            |f| f.to.place(),
            |f| f.mounted_archer() && f.run.entered_zoc && f.from_zoc && f.s.in_zoc(f.to, f.card.side.enemy()),
        ),
        StepBar::by(cite!("7.3.2"), "missile infantry that has fired has ended its movement").when(
            |f| f.unit.place(),
            |f| {
                let foot = !f.card.arm.mounted() && f.card.arm != Arm::Artillery;
                foot && f.s.unit(f.unit).done.has(Done::FIRED)
            },
        ),
        StepBar::by(cite!("7.5.2"), "these guns are emplaced").when(|f| f.unit.place(), |f| f.card.emplaced),
        StepBar::by(cite!("7.5.2"), "a gun that has fired may not move").when(
            |f| f.unit.place(),
            |f| {
                let gun = f.card.arm == Arm::Artillery;
                gun && f.s.unit(f.unit).done.has(Done::FIRED)
            },
        ),
        StepBar::by(cite!("7.5.2"), "guns may not cross a stream save by road").when(
            |f| f.side_place(),
            |f| {
                let gun = f.card.arm == Arm::Artillery;
                gun && !f.by_road && f.features() & STREAM != 0
            },
        ),
        StepBar::by(cite!("7.5.2"), "guns may not enter a marsh or village save by road").when(
            |f| f.to.place(),
            |f| {
                let gun = f.card.arm == Arm::Artillery;
                let closed = matches!(f.terrain(), SWAMP | VILLAGE);
                gun && !f.by_road && closed
            },
        ),
        StepBar::by(cite!("10.3"), "a Retired unit moves one hex in an activation")
            .when(|f| f.unit.place(), |f| f.retired && f.run.spent > 0),
        StepBar::by(cite!("10.3"), "a Retired unit moves only towards its Banner").bites(|f| {
            let from = f.from?;
            if !f.retired {
                return None;
            }
            let board = &f.s.kit.board;
            let nearer =
                f.s.banner
                    .is_some_and(|b| board.distance(f.to, b) < board.distance(from, b));
            Bite::when(!nearer, f.unit.place())
        }),
        StepBar::by(cite!("12.2.1"), "out of command, it may not come next to an enemy unit").bites(near_enemy),
        StepBar::by(cite!("12.2.1"), "out of command, it may not move out of an enemy ZOC")
            .bites(leaving_out_of_command),
        StepBar::by(cite!("14.3(1)", "B10"), "it may not come within two hexes of an enemy that it does not see")
            .bites(|f| blind_approach(f.s, f.unit, f.from?, f.to).map(|e| Bite::at(e.place()))),
        StepBar::by(cite!("14.3(2)"), "it is setting up camp and cannot move until it is Rallied")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).done.has(Done::ENCAMPED)),
    ],
};

/// What forbids coming on to the map, besides what forbids a step.
pub static ENTRY_BARS: Bars<StepFacts> = Bars {
    name: "entry",
    list: &[
        StepBar::by(cite!("10.3(1)"), "a Retired unit stays in the Box until the Standard rallies it")
            .when(|f| f.unit.place(), |f| f.retired),
        StepBar::by(cite!("11.0.2(2)", "B2"), "rallied units enter through 3412 to 3417 only").when(
            |f| f.to.place(),
            |f| {
                let boxed = f.s.unit(f.unit).at == Whereabouts::Box;
                let gate = &f.s.kit.deployment.rally_entry;
                boxed && !gate.contains(&f.to)
            },
        ),
        StepBar::by(cite!("15.1"), "its command does not enter through that hex").when(
            |f| f.to.place(),
            |f| {
                let reserve = f.s.unit(f.unit).at == Whereabouts::Reserve;
                let gate = &f.s.kit.roster.command_card(f.card.command).entry;
                reserve && !gate.contains(&f.to)
            },
        ),
        StepBar::by(cite!("15.1.1", "H6"), "the Center enters when Suleiman is activated, not his second").when(
            |f| f.unit.place(),
            |f| {
                let center = f.s.kit.center() == Some(f.card.command);
                let reserve = f.s.unit(f.unit).at == Whereabouts::Reserve;
                let second =
                    f.s.activation()
                        .is_some_and(|a| crate::rules::leaders::levy_only(f.s, a.under));
                center && reserve && second
            },
        ),
        StepBar::by(cite!("15.1.1"), "all of the Center must enter before the Anatolian Wing").when(
            |f| f.unit.place(),
            |f| {
                let anatolian = f.s.kit.anatolia() == Some(f.card.command);
                let reserve = f.s.unit(f.unit).at == Whereabouts::Reserve;
                anatolian && reserve && center_outstanding(f.s)
            },
        ),
    ],
};

/// Whether units of the Center have still to enter (15.1.1).
pub(crate) fn center_outstanding(s: &State) -> bool {
    let Some(center) = s.kit.center() else {
        return false;
    };
    outstanding(s, center)
}

/// Whether units of a command have still to enter (15.1).
pub(crate) fn outstanding(s: &State, command: CommandId) -> bool {
    s.unit_ids()
        .any(|u| s.command(u) == command && s.unit(u).at == Whereabouts::Reserve)
}

type M = Modifier<StepFacts<'static>>;

/// What a step costs, in movement points, in book order.
pub static STEP_COSTS: Modifiers<StepFacts> = Modifiers {
    name: "step-cost",
    list: &[
        M::by(cite!("3.2.4(2)"), "leaving an enemy ZOC").shares(|f| {
            let from = f.from?;
            if f.retired || !f.from_zoc || f.run.entered_zoc {
                return None;
            }
            let enemy = f.card.side.enemy();
            let horse = f.s.controllers(from, enemy).find(|&e| f.s.arm(e).mounted());
            match horse {
                Some(h) => give(true, 1, h.place()),
                None => give(
                    true,
                    0,
                    f.s.controllers(from, enemy)
                        .next()
                        .map_or(Place::Nowhere, UnitId::place),
                ),
            }
        }),
        M::by(cite!("3.2.4(3)"), "mounted archers leaving the ZOC they entered").shares(|f| {
            let leaves = f.mounted_archer() && f.run.entered_zoc && f.from_zoc && !f.retired;
            if leaves { give(true, 1, f.from?.place()) } else { None }
        }),
        M::by(cite!("6.1.1"), "terrain").adds(
            |f| f.to.place(),
            |f| {
                if f.retired || f.by_road {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.mp(f.terrain(), f.card.arm.gait());
                Some(i32::from(mp.unwrap_or(1)))
            },
        ),
        M::by(cite!("6.1.1"), "by road").shares(|f| {
            if f.retired || !f.by_road {
                return None;
            }
            give(true, i32::from(f.s.kit.charts.terrain.road_mp), f.to.place())
        }),
        M::by(cite!("6.1.1"), "up a slope").adds(
            |f| f.side_place(),
            |f| {
                if f.retired || f.climb() == 0 {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.slope.mp[f.card.arm.gait()].unwrap_or(0);
                Some(i32::from(mp) * f.climb())
            },
        ),
        M::by(cite!("6.1.1"), "across a stream").adds(
            |f| f.side_place(),
            |f| {
                if f.retired || f.by_road || f.features() & STREAM == 0 {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.stream.mp[f.card.arm.gait()].unwrap_or(0);
                Some(i32::from(mp))
            },
        ),
        M::by(cite!("6.1.1"), "across a trench").adds(
            |f| f.side_place(),
            |f| {
                if f.retired || f.by_road || f.features() & TRENCH == 0 {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.trench.mp[f.card.arm.gait()].unwrap_or(0);
                Some(i32::from(mp))
            },
        ),
        M::by(cite!("10.3"), "a Retired unit's one hex").shares(|f| {
            if f.retired && f.from.is_some() {
                give(true, 1, f.unit.place())
            } else {
                None
            }
        }),
        M::by(cite!("15.1"), "units that entered here before it").adds(
            |f| f.to.place(),
            |f| {
                if f.from.is_some() {
                    return None;
                }
                let act = f.s.activation()?;
                let before = act.entered.iter().find(|e| e.0 == f.to).map_or(0, |e| e.1);
                Some(i32::from(before))
            },
        ),
    ],
};

/// The facts of a change of facing.
#[derive(Debug)]
pub struct TurnFacts<'a> {
    s: &'a State,
    run: Run,
    facing: VertexFacing,
    in_zoc: bool,
}
casus_core::questions!(TurnFacts);

type TurnBar = Bar<TurnFacts<'static>>;

/// What forbids a change of facing in one's own activation.
pub static TURN_BARS: Bars<TurnFacts> = Bars {
    name: "face",
    list: &[
        TurnBar::by(cite!("3.2.4(1)"), "in an enemy ZOC it may turn once only").bites(|f| {
            let u = f.run.unit;
            Bite::when(f.in_zoc && !f.run.free_turn && f.s.unit(u).done.has(Done::ZOC_TURN), u.place())
        }),
        TurnBar::by(cite!("3.3.1"), "it faces that vertex already")
            .when(|f| f.run.unit.place(), |f| f.s.unit(f.run.unit).facing == f.facing),
        TurnBar::by(cite!("3.3.2"), "in an enemy ZOC it may turn by one vertex only").bites(|f| {
            let turn = f.s.unit(f.run.unit).facing.turns(f.facing);
            (f.in_zoc && !f.run.free_turn && turn > 1).then(|| Bite::short(f.run.unit.place(), 1, i32::from(turn)))
        }),
    ],
};

/// The facts of ending a run.
#[derive(Debug)]
pub struct HaltFacts<'a> {
    s: &'a State,
    run: &'a Run,
}
casus_core::questions!(HaltFacts);

type HaltBar = Bar<HaltFacts<'static>>;

/// What forbids ending a run.
pub static HALT_BARS: Bars<HaltFacts> = Bars {
    name: "halt",
    list: &[HaltBar::by(cite!("3.1.1"), "it may not stop in a friendly gun's hex")
        .when(|f| f.run.unit.place(), |f| f.run.passing)],
};

/// The facts of a leader's step.
#[derive(Debug)]
pub struct RideFacts<'a> {
    s: &'a State,
    leader: LeaderId,
    side: Side,
    from: Option<HexId>,
    to: HexId,
    dir: Option<Dir>,
    spent: u8,
    cost: Option<i32>,
}
casus_core::questions!(RideFacts);

type RideBar = Bar<RideFacts<'static>>;

/// What forbids a leader's step.
pub static RIDE_BARS: Bars<RideFacts> = Bars {
    name: "ride",
    list: &[
        RideBar::by(cite!("3.1.1"), "an enemy is in the hex").bites(|f| {
            let unit = f.s.enemy_at(f.to, f.side).map(UnitId::place);
            let lone =
                f.s.leaders_at(f.to)
                    .find(|&l| f.s.kit.roster.leader_card(l).side != f.side)
                    .map(LeaderId::place);
            unit.or(lone).map(Bite::at)
        }),
        RideBar::by(cite!("3.2", "C13"), "a leader may not enter an enemy ZOC without a friendly unit").when(
            |f| f.to.place(),
            |f| f.s.opts(Choice::C13) && f.s.occupant(f.to).is_none() && f.s.in_zoc(f.to, f.side.enemy()),
        ),
        RideBar::by(cite!("6.1.1"), "the hexes are not adjacent")
            .when(|f| f.to.place(), |f| f.from.is_some() && f.dir.is_none()),
        RideBar::by(cite!("6.1.1", "C13"), "not enough movement points for the leader").bites(|f| {
            let have = i32::from(f.s.leader_allowance(f.leader)) - i32::from(f.spent);
            match f.cost {
                Some(need) => (need > have).then(|| Bite::short(f.leader.place(), need, have)),
                None => Some(Bite::at(f.to.place())),
            }
        }),
        RideBar::by(cite!("15.1"), "his command does not enter through that hex").when(
            |f| f.to.place(),
            |f| {
                let gate = leader_gates(f.s, f.leader);
                f.from.is_none() && !gate.contains(&f.to)
            },
        ),
    ],
};

/// What the ground of one hex costs by the terrain chart, ZOC aside; `None` where the chart closes the way.
pub(crate) fn ground(s: &State, gait: usize, from: Option<HexId>, to: HexId) -> Option<i32> {
    let board = &s.kit.board;
    let t = &s.kit.charts.terrain;
    let climb = from.map_or(0, |f| i32::from(board.elevation(to) - board.elevation(f)).max(0));
    let slope = if climb > 0 {
        i32::from(t.slope.mp[gait]?) * climb
    } else {
        0
    };
    let way = from.and_then(|f| board.direction(f, to).map(|d| (f, d)));
    if way.is_some_and(|(f, d)| board.road(f, d)) {
        return Some(i32::from(t.road_mp) + slope);
    }
    let features = way.map_or(0, |(f, d)| board.features(f, d));
    let hexside = |bit: u8, mp: Option<u8>| if features & bit == 0 { Some(0) } else { mp };
    let sum =
        t.mp(board.terrain(to), gait)? + hexside(STREAM, t.stream.mp[gait])? + hexside(TRENCH, t.trench.mp[gait])?;
    Some(i32::from(sum) + slope)
}

fn ride_facts(s: &State, leader: LeaderId, to: HexId) -> RideFacts<'_> {
    let l = s.leader(leader);
    riding_from(s, leader, l.at.hex(), l.spent, to)
}

fn riding_from(s: &State, leader: LeaderId, from: Option<HexId>, spent: u8, to: HexId) -> RideFacts<'_> {
    let board = &s.kit.board;
    let dir = from.and_then(|f| board.direction(f, to));
    let cost = ground(s, crate::components::MOUNTED, from, to);
    RideFacts {
        s,
        leader,
        side: s.kit.roster.leader_card(leader).side,
        from,
        to,
        dir,
        spent,
        cost,
    }
}

/// The run as it is when a unit has left a hex, or begins to enter.
fn leaving(s: &State, run: &Run, from: Option<HexId>, side: Side) -> Run {
    let mut next = *run;
    // A unit that comes on to the map has faced nothing yet (ruling H5).
    next.free_turn = from.is_none();
    if let Some(from) = from {
        for e in s.controllers(from, side.enemy()) {
            next.left.push(e);
            next.free_turn = true;
        }
    }
    next
}

/// The same when it has come to the next hex.
fn coming(s: &State, run: &Run, to: HexId, in_zoc: bool, cost: i32) -> Run {
    Run {
        entered_zoc: run.entered_zoc || in_zoc,
        spent: run.spent.saturating_add(cost.clamp(0, 200) as u8),
        passing: s.occupant(to).is_some(),
        ..*run
    }
}

/// The run as it is after a step (pure: the passage of guns looks ahead with it).
fn after(s: &State, run: &Run, from: Option<HexId>, to: HexId, side: Side, cost: i32) -> Run {
    let left = leaving(s, run, from, side);
    coming(s, &left, to, s.in_zoc(to, side.enemy()), cost)
}

/// A unit in its run, where it stands or still off the map: what holds of every step from there.
#[derive(Clone, Copy)]
struct Standing<'a> {
    s: &'a State,
    run: Run,
    card: &'a Counter,
    from: Option<HexId>,
    retired: bool,
    in_command: bool,
    from_zoc: bool,
}

impl<'a> Standing<'a> {
    fn new(s: &'a State, run: Run, from: Option<HexId>) -> Self {
        let card = s.counter(run.unit);
        let u = s.unit(run.unit);
        Self {
            s,
            run,
            card,
            from,
            retired: u.condition == Condition::Retired,
            in_command: u.done.has(Done::IN_COMMAND),
            from_zoc: from.is_some_and(|f| s.in_zoc(f, card.side.enemy())),
        }
    }
    fn step(&self, to: HexId) -> StepFacts<'a> {
        let Self { s, run, from, .. } = *self;
        let board = &s.kit.board;
        let dir = from.and_then(|f| board.direction(f, to));
        let mut facts = StepFacts {
            s,
            run,
            unit: run.unit,
            card: self.card,
            from,
            to,
            dir,
            by_road: from.zip(dir).is_some_and(|(f, d)| board.road(f, d)),
            retired: self.retired,
            in_command: self.in_command,
            from_zoc: self.from_zoc,
            cost: 0,
        };
        facts.cost = STEP_COSTS.sum(&facts);
        facts
    }
    fn turn(&self, facing: VertexFacing) -> TurnFacts<'a> {
        TurnFacts {
            s: self.s,
            run: self.run,
            facing,
            in_zoc: self.from_zoc,
        }
    }
}

fn step_facts(s: &State, run: Run, from: Option<HexId>, to: HexId) -> StepFacts<'_> {
    Standing::new(s, run, from).step(to)
}

/// What a step costs, line by line.
pub(crate) fn step_ledger(s: &State, run: Run, from: Option<HexId>, to: HexId) -> Ledger {
    STEP_COSTS.ledger(0, &step_facts(s, run, from, to))
}

/// What a leader's step costs; none where the terrain chart closes the way.
pub(crate) fn ride_cost(s: &State, leader: LeaderId, to: HexId) -> Option<i32> {
    ride_facts(s, leader, to).cost
}

/// Whether a unit that steps on to a friendly gun's hex can leave it again at once.
fn way_on(f: &StepFacts<'_>) -> bool {
    let next = after(f.s, &f.run, f.from, f.to, f.card.side, f.cost);
    if next.spent >= next.allowance {
        return false;
    }
    let there = Standing::new(f.s, next, Some(f.to));
    f.s.kit
        .board
        .neighbours(f.to)
        .any(|(_, h)| f.s.occupant(h) != Some(f.unit) && STEP_BARS.permit(&there.step(h)))
        || f.from.is_some_and(|home| {
            f.s.kit.board.direction(f.to, home).is_some()
                && f.s.occupant(home) == Some(f.unit)
                && STEP_BARS.permit(&there.step(home))
        })
}

pub(crate) fn judge_step(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    let Some(from) = s.hex(run.unit) else {
        v.refuse(Refusal {
            at: run.unit.place(),
            ..Refusal::new(cite!("15.1"), "it is not on the map: it enters first")
        });
        return;
    };
    STEP_BARS.judge(&step_facts(s, *run, Some(from), to), v);
}

pub(crate) fn judge_entry(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    if s.hex(run.unit).is_some() {
        v.refuse(Refusal {
            at: run.unit.place(),
            ..Refusal::new(cite!("15.1"), "it is on the map already")
        });
        return;
    }
    let facts = step_facts(s, *run, None, to);
    ENTRY_BARS.judge(&facts, v);
    if !v.settled() {
        STEP_BARS.judge(&facts, v);
    }
}

fn judge_turn(s: &State, run: &Run, facing: VertexFacing, v: &mut Verdict) {
    let Some(at) = s.hex(run.unit) else {
        v.refuse(Refusal {
            at: run.unit.place(),
            ..Refusal::new(cite!("3.3.1"), "only a unit on the map has a facing")
        });
        return;
    };
    TURN_BARS.judge(&Standing::new(s, *run, Some(at)).turn(facing), v);
}

/// The entry hexes of a unit that is off the map.
pub(crate) fn gates(s: &State, unit: UnitId) -> &[HexId] {
    match s.unit(unit).at {
        Whereabouts::Box => &s.kit.deployment.rally_entry,
        Whereabouts::Reserve => &s.kit.roster.command_card(s.command(unit)).entry,
        _ => &[],
    }
}

/// The run of a unit as it begins: its allowance is fixed now, so that a Disorder on the way strands nobody.
pub(crate) fn begin_run(s: &State, unit: UnitId) -> Run {
    let u = s.unit(unit);
    let allowance = if u.condition == Condition::Retired {
        1
    } else {
        s.ratings(unit).ma
    };
    Run {
        unit,
        allowance,
        spent: u.spent,
        entered_zoc: false,
        free_turn: false,
        left: casus_core::Few::new(),
        passing: false,
        over: false,
    }
}

/// The facts of taking a unit in hand.
#[derive(Debug)]
pub struct TakeFacts<'a> {
    s: &'a State,
    unit: UnitId,
}
casus_core::questions!(TakeFacts);

type TakeBar = Bar<TakeFacts<'static>>;

/// What forbids taking a unit in hand in the Move/Fire segment.
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        TakeBar::by(cite!("2.2.4"), "it belongs to another command").bites(|f| {
            let act = f.s.activation()?;
            Bite::when(f.s.command(f.unit) != act.command, f.unit.place())
        }),
        TakeBar::by(cite!("6.1"), "its movement is over and it has no shot left").when(
            |f| f.unit.place(),
            |f| {
                let done = f.s.unit(f.unit).done;
                done.has(Done::RUN_OVER) && !crate::rules::fire::has_target(f.s, f.unit)
            },
        ),
        TakeBar::by(cite!("10.4"), "it is not in play").when(|f| f.unit.place(), |f| !f.s.unit(f.unit).at.in_play()),
        TakeBar::by(cite!("12.2"), "under the second leader only Levy Infantry acts while the first is in play").bites(
            |f| {
                let act = f.s.activation()?;
                Bite::when(
                    crate::rules::leaders::levy_only(f.s, act.under) && f.s.arm(f.unit) != Arm::LevyInfantry,
                    f.unit.place(),
                )
            },
        ),
        TakeBar::by(cite!("15.1"), "no entry hex is open to it").bites(|f| {
            let u = f.s.unit(f.unit);
            if !matches!(u.at, Whereabouts::Box | Whereabouts::Reserve) {
                return None;
            }
            Bite::when(!any_gate_open(f.s, f.unit), f.unit.place())
        }),
    ],
};

/// Whether a unit that is off the map could come on through one of its entry hexes.
fn any_gate_open(s: &State, unit: UnitId) -> bool {
    let run = begin_run(s, unit);
    gates(s, unit).iter().any(|&h| enters(s, &run, h))
}

/// Whether a unit that is off the map may come on through a hex.
fn enters(s: &State, run: &Run, hex: HexId) -> bool {
    let mut v = Verdict::quick();
    judge_entry(s, run, hex, &mut v);
    !v.refused()
}

fn judge_take(s: &State, unit: UnitId, v: &mut Verdict) {
    TAKE_BARS.judge(&TakeFacts { s, unit }, v);
    if v.settled() || s.hex(unit).is_some() {
        return;
    }
    // Off the map: the Cases that close every gate say so themselves.
    let run = begin_run(s, unit);
    if !any_gate_open(s, unit) {
        for &h in gates(s, unit) {
            judge_entry(s, &run, h, v);
        }
    }
}

/// The facts of taking a leader in hand.
#[derive(Debug)]
pub struct LeaderFacts<'a> {
    s: &'a State,
    leader: LeaderId,
}
casus_core::questions!(LeaderFacts);

type LeaderBar = Bar<LeaderFacts<'static>>;

/// What forbids taking a leader in hand in the Move/Fire segment.
pub static TAKE_LEADER_BARS: Bars<LeaderFacts> = Bars {
    name: "take-leader",
    list: &[
        LeaderBar::by(cite!("6.1"), "his movement is over").when(|f| f.leader.place(), |f| f.s.leader(f.leader).moved),
        LeaderBar::by(cite!("6.1.1", "C13"), "he leads another command").bites(|f| {
            let own = f.s.activation()?.command;
            let other = f.s.kit.roster.leader_card(f.leader).command != own;
            Bite::when(other, f.leader.place())
        }),
        LeaderBar::by(cite!("12.2"), "under the second leader the first does nothing").bites(|f| {
            let under = f.s.activation()?.under;
            let idle = crate::rules::leaders::levy_only(f.s, under) && f.leader != under;
            Bite::when(idle, f.leader.place())
        }),
        LeaderBar::by(cite!("12.4"), "he is not in play")
            .when(|f| f.leader.place(), |f| !f.s.leader(f.leader).at.in_play()),
        LeaderBar::by(cite!("15.1"), "no entry hex is open to him").when(
            |f| f.leader.place(),
            |f| {
                let waits = f.s.leader(f.leader).at == Whereabouts::Reserve;
                let open = leader_gates(f.s, f.leader)
                    .iter()
                    .any(|&h| RIDE_BARS.permit(&ride_facts(f.s, f.leader, h)));
                waits && !open
            },
        ),
    ],
};

/// Where a leader off the map comes on: with his command, or, where his units have gone to the camp, through its gate.
fn leader_gates(s: &State, leader: LeaderId) -> &[HexId] {
    let gates = &s
        .kit
        .roster
        .command_card(s.kit.roster.leader_card(leader).command)
        .entry;
    if gates.is_empty() {
        &s.kit.deployment.rally_entry
    } else {
        gates
    }
}

fn judge_take_leader(s: &State, leader: LeaderId, v: &mut Verdict) {
    TAKE_LEADER_BARS.judge(&LeaderFacts { s, leader }, v);
}

// ---- where a unit could get to ----

/// A hex that a unit could reach in its run, and the cheapest way there, if nobody fires at it on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The hex.
    pub hex: HexId,
    /// Movement points spent in the activation on arrival.
    pub spent: u8,
    /// The hexes entered in order, this one last; the first is the entry hex for a unit off the map.
    pub path: Vec<HexId>,
    /// It is in an enemy ZOC there.
    pub in_zoc: bool,
}

/// A point of the search: a unit in a hex, with all of its run that tells on what follows.
struct Node {
    at: Option<HexId>,
    run: Run,
    /// The node that it was come to from.
    before: usize,
    /// The node in the same hex that was found before it.
    older: Option<usize>,
    done: bool,
}

/// What the search knows of a hex.
#[derive(Clone, Copy, Default)]
struct Spot {
    /// The node found here last.
    last: Option<usize>,
    told: bool,
    in_zoc: Option<bool>,
}

/// A search over nodes in the order of points spent, and of finding among equals.
struct Search<'a> {
    s: &'a State,
    side: Side,
    nodes: Vec<Node>,
    spots: Vec<Spot>,
    open: BinaryHeap<Reverse<(u8, usize)>>,
}

impl Search<'_> {
    fn in_zoc(&mut self, hex: HexId) -> bool {
        let (s, enemy) = (self.s, self.side.enemy());
        let known = &mut self.spots[hex.index()].in_zoc;
        *known.get_or_insert_with(|| s.in_zoc(hex, enemy))
    }
    /// The nodes in a hex that lead on as this run would.
    fn alike(&self, hex: HexId, run: &Run) -> impl Iterator<Item = usize> {
        let (entered, left) = (run.entered_zoc, run.left);
        let last = self.spots[hex.index()].last;
        core::iter::successors(last, |&n| self.nodes[n].older).filter(move |&n| {
            let other = &self.nodes[n].run;
            other.entered_zoc == entered && other.left == left
        })
    }
    /// Whether a unit that comes here so, with so many points spent, has been here so for as few.
    fn stale(&self, hex: HexId, run: &Run) -> bool {
        let mut alike = self.alike(hex, run);
        alike.any(|n| self.nodes[n].run.spent <= run.spent)
    }
    fn add(&mut self, at: Option<HexId>, run: Run, before: usize) {
        let node = self.nodes.len();
        let older = at.and_then(|h| self.spots[h.index()].last.replace(node));
        self.open.push(Reverse((run.spent, node)));
        self.nodes.push(Node {
            at,
            run,
            before,
            older,
            done: false,
        });
    }
    /// The next node to go on from; one that another has come before is passed over.
    fn next(&mut self) -> Option<usize> {
        loop {
            let Reverse((_, n)) = self.open.pop()?;
            let Node { at, run, .. } = self.nodes[n];
            let done = at.is_some_and(|hex| self.alike(hex, &run).any(|m| self.nodes[m].done));
            if !done {
                self.nodes[n].done = true;
                return Some(n);
            }
        }
    }
    fn path(&self, to: usize) -> Vec<HexId> {
        let mut path = Vec::new();
        let mut n = to;
        while n != 0 {
            path.extend(self.nodes[n].at);
            n = self.nodes[n].before;
        }
        path.reverse();
        path
    }
    /// Takes every step that may be taken from a node.
    fn widen(&mut self, n: usize, next: impl Iterator<Item = HexId>) {
        let Node { at: from, run, .. } = self.nodes[n];
        let here = Standing::new(self.s, run, from);
        let left = leaving(self.s, &run, from, self.side);
        for to in next {
            // By whatever way it came, it has spent no less.
            let in_zoc = self.in_zoc(to);
            if self.stale(to, &coming(self.s, &left, to, in_zoc, 0)) {
                continue;
            }
            let facts = here.step(to);
            let entry = from.is_some() || ENTRY_BARS.permit(&facts);
            if entry && STEP_BARS.permit(&facts) {
                let run = coming(self.s, &left, to, in_zoc, facts.cost);
                if !self.stale(to, &run) {
                    self.add(Some(to), run, n);
                }
            }
        }
    }
}

/// Where a unit could end its run, and how: a query beside the steps, by the same rules.
///
/// For a unit that is being moved, the run goes on from where it is; for any other of the active command it begins.
/// Hexes are in the order of points spent. The hex where it stands is not among them.
pub fn ways(s: &State, unit: UnitId) -> Vec<Way> {
    let running = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.unit == unit => Some(*r),
        _ => None,
    });
    if running.is_none() && !TAKE_BARS.permit(&TakeFacts { s, unit }) {
        return Vec::new();
    }
    let start = running.unwrap_or_else(|| begin_run(s, unit));
    let home = s.hex(unit);
    let mut search = Search {
        s,
        side: s.side(unit),
        nodes: Vec::new(),
        spots: vec![Spot::default(); s.kit.board.len()],
        open: BinaryHeap::new(),
    };
    search.add(home, start, 0);
    let mut found: Vec<Way> = Vec::new();
    while let Some(n) = search.next() {
        let Node { at, run, .. } = search.nodes[n];
        let Some(hex) = at else {
            search.widen(n, gates(s, unit).iter().copied());
            continue;
        };
        let stay = n != 0 && home != Some(hex) && HALT_BARS.permit(&HaltFacts { s, run: &run });
        if stay && !core::mem::replace(&mut search.spots[hex.index()].told, true) {
            found.push(Way {
                hex,
                spent: run.spent,
                path: search.path(n),
                in_zoc: search.in_zoc(hex),
            });
        }
        search.widen(n, s.kit.board.neighbours(hex).map(|(_, n)| n));
    }
    found
}

/// Where a leader who is in hand could ride alone, and how, by the rules of his steps: in the order of points spent.
pub(crate) fn rides(s: &State, leader: LeaderId) -> Vec<Way> {
    let home = s.leader(leader).at.hex();
    let start = s.leader(leader).spent;
    let enemy = s.kit.roster.leader_card(leader).side.enemy();
    let mut open = BinaryHeap::new();
    // Each hex reached, with where it was reached from; the first is the start.
    let mut nodes: Vec<(Option<HexId>, usize)> = vec![(home, 0)];
    let mut done = vec![false; s.kit.board.len()];
    let mut found = Vec::new();
    open.push(Reverse((start, 0)));
    while let Some(Reverse((spent, n))) = open.pop() {
        let at = nodes[n].0;
        if let Some(hex) = at
            && core::mem::replace(&mut done[hex.index()], true)
        {
            continue;
        }
        if let Some(hex) = at.filter(|_| n != 0) {
            let mut path: Vec<HexId> = core::iter::successors(Some(n), |&m| Some(nodes[m].1))
                .take_while(|&m| m != 0)
                .filter_map(|m| nodes[m].0)
                .collect();
            path.reverse();
            found.push(Way {
                hex,
                spent,
                path,
                in_zoc: s.in_zoc(hex, enemy),
            });
        }
        let next: Vec<HexId> = match at {
            Some(hex) => s.kit.board.neighbours(hex).map(|(_, h)| h).collect(),
            None => leader_gates(s, leader).to_vec(),
        };
        for to in next {
            let facts = riding_from(s, leader, at, spent, to);
            let cost = facts.cost.unwrap_or(0).clamp(0, 100) as u8;
            if !done[to.index()] && RIDE_BARS.permit(&facts) {
                open.push(Reverse((spent.saturating_add(cost), nodes.len())));
                nodes.push((Some(to), n));
            }
        }
    }
    found
}

// ---- the Move/Fire segment ----

pub(crate) fn segment_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(act) = s.activation() else { return };
    out.push(Action::EndMoves);
    let own = |&l: &LeaderId| s.kit.roster.leader_card(l).command == act.command;
    out.extend(s.leader_ids().filter(own).map(Action::TakeLeader));
    out.extend(s.kit.units_of(act.command).map(Action::Take));
}

pub(crate) fn judge_segment(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::EndMoves => {}
        Action::Take(u) => judge_take(s, u, v),
        Action::TakeLeader(l) => judge_take_leader(s, l, v),
        _ => return false,
    }
    true
}

pub(crate) fn running_candidates(s: &State, run: &Run, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    let Some(at) = s.hex(run.unit) else {
        out.extend(gates(s, run.unit).iter().map(|&h| Action::Enter(h)));
        return;
    };
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    // Every step costs a point at least.
    if run.spent < run.allowance {
        out.extend(s.kit.board.neighbours(at).map(|(_, h)| Action::Step(h)));
    }
    crate::rules::fire::candidates(s, run.unit, out);
}

/// Appends what a unit may do in its run; the same rules as [`judge_running`], with what holds of every step taken once.
pub(crate) fn list_running(s: &State, run: &Run, out: &mut Vec<Action>) {
    if HALT_BARS.permit(&HaltFacts { s, run }) {
        out.push(Action::Halt);
    }
    let Some(at) = s.hex(run.unit) else {
        let open = gates(s, run.unit)
            .iter()
            .filter(|&&h| enters(s, run, h))
            .map(|&h| Action::Enter(h));
        out.extend(open);
        return;
    };
    let here = Standing::new(s, *run, Some(at));
    out.extend(
        VertexFacing::ALL
            .into_iter()
            .filter(|&f| TURN_BARS.permit(&here.turn(f)))
            .map(Action::Face),
    );
    if run.spent < run.allowance {
        let around = s.kit.board.neighbours(at).map(|(_, h)| h);
        out.extend(around.filter(|&h| STEP_BARS.permit(&here.step(h))).map(Action::Step));
    }
    crate::rules::fire::list_phasing(s, run, out);
}

pub(crate) fn judge_running(s: &State, run: &Run, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => HALT_BARS.judge(&HaltFacts { s, run }, v),
        Action::Step(h) => judge_step(s, run, h, v),
        Action::Enter(h) => judge_entry(s, run, h, v),
        Action::Face(f) => judge_turn(s, run, f, v),
        Action::Fire(t) => crate::rules::fire::judge_phasing(s, run, t, v),
        _ => return false,
    }
    true
}

pub(crate) fn riding_candidates(s: &State, leader: LeaderId, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    match s.leader(leader).at.hex() {
        Some(h) => out.extend(s.kit.board.neighbours(h).map(|(_, n)| Action::Step(n))),
        None => out.extend(leader_gates(s, leader).iter().map(|&h| Action::Enter(h))),
    }
}

pub(crate) fn judge_riding(s: &State, leader: LeaderId, action: Action, v: &mut Verdict) -> bool {
    let on_map = s.leader(leader).at.hex().is_some();
    match action {
        Action::Halt => {}
        Action::Step(h) if on_map => RIDE_BARS.judge(&ride_facts(s, leader, h), v),
        Action::Enter(h) if !on_map => RIDE_BARS.judge(&ride_facts(s, leader, h), v),
        Action::Step(_) | Action::Enter(_) => v.refuse(Refusal {
            at: leader.place(),
            ..Refusal::new(cite!("15.1"), "a leader enters the map once, and moves on it after")
        }),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// A run goes on until its unit halts or is driven from where it was; then the Counter-Charges that waited for it
    /// are made (7.3.1).
    pub(crate) fn running(&mut self, run: Run) -> Flow<Stage> {
        if !run.over {
            return Flow::Ask;
        }
        let next = self
            .act_mut()
            .and_then(|a| (!a.waiting.is_empty()).then(|| a.waiting.remove(0)));
        if let Some((unit, from)) = next {
            return self.launch(unit, from);
        }
        Flow::Done
    }

    /// Ends the run of a unit that a result has moved or removed.
    pub(crate) fn interrupt(&mut self, unit: UnitId) {
        let mut ran = false;
        for stage in &mut self.s.stack {
            match stage {
                Stage::Running(r) if r.unit == unit => {
                    r.over = true;
                    r.passing = false;
                    ran = true;
                }
                Stage::Approach(a) if a.unit == unit => a.driven = true,
                Stage::Counter(c) if c.unit == unit => c.over = true,
                _ => {}
            }
        }
        if ran {
            self.s.unit_mut(unit).done.set(Done::RUN_OVER);
        }
    }

    pub(crate) fn enact_running(&mut self, run: Run, action: Action) {
        match action {
            Action::Halt => {
                self.set_top(Stage::Running(Run { over: true, ..run }));
                let u = self.s.unit_mut(run.unit);
                if u.done.has(Done::MOVED) || u.done.has(Done::PIVOTED) || u.done.has(Done::FIRED) {
                    u.done.set(Done::RUN_OVER);
                }
            }
            Action::Face(facing) => {
                let enemy = self.s.side(run.unit).enemy();
                let zoc = self.s.hex(run.unit).is_some_and(|h| self.s.in_zoc(h, enemy));
                let u = self.s.unit_mut(run.unit);
                u.facing = facing;
                u.done.set(Done::PIVOTED);
                if zoc && !run.free_turn {
                    u.done.set(Done::ZOC_TURN);
                }
                self.say(cite!("3.3.2"), || What::Faced { unit: run.unit, facing });
            }
            Action::Step(to) => self.step_to(run, to),
            Action::Enter(to) => self.enter_at(run, to),
            Action::Fire(target) => self.phasing_fire(run.unit, target),
            _ => {}
        }
    }

    fn cost_ledger(&self, run: Run, from: Option<HexId>, to: HexId) -> Ledger {
        step_ledger(self.s, run, from, to)
    }

    fn step_to(&mut self, run: Run, to: HexId) {
        let Some(from) = self.s.hex(run.unit) else {
            return;
        };
        let side = self.s.side(run.unit);
        let cost = self.cost_ledger(run, Some(from), to);
        let next = after(self.s, &run, Some(from), to, side, cost.total);
        self.set_top(Stage::Running(next));
        self.s.put(run.unit, Whereabouts::Map(to));
        let u = self.s.unit_mut(run.unit);
        u.spent = next.spent;
        u.done.set(Done::MOVED);
        u.done.clear(Done::ZOC_TURN);
        self.say(cite!("6.1.1"), || What::Stepped {
            unit: run.unit,
            from,
            to,
            cost,
        });
        self.arrived(next, to);
    }

    fn enter_at(&mut self, run: Run, to: HexId) {
        let side = self.s.side(run.unit);
        let boxed = self.s.unit(run.unit).at == Whereabouts::Box;
        let cost = self.cost_ledger(run, None, to);
        let next = after(self.s, &run, None, to, side, cost.total);
        self.set_top(Stage::Running(next));
        self.s.put(run.unit, Whereabouts::Map(to));
        let facing = self.s.kit.deployment.facing(side);
        let u = self.s.unit_mut(run.unit);
        u.facing = facing;
        u.spent = next.spent;
        u.done.set(Done::MOVED);
        if let Some(act) = self.act_mut() {
            match act.entered.iter_mut().find(|e| e.0 == to) {
                Some(e) => e.1 += 1,
                None => act.entered.push((to, 1)),
            }
        }
        let case = if boxed { cite!("11.0.2(2)") } else { cite!("15.1") };
        self.say(case, || What::Entered {
            unit: run.unit,
            hex: to,
            cost,
        });
        self.arrived(next, to);
    }

    /// The step is made; whoever has the unit in front may fire, and only then the ZOC tells (7.3.2).
    fn arrived(&mut self, run: Run, to: HexId) {
        self.call(Stage::Reaction { at: run.unit, hex: to });
    }

    /// A unit that moves has come into an enemy ZOC, and is still there.
    pub(crate) fn zoc_tells(&mut self, unit: UnitId, hex: HexId) {
        let runs = |st: &Stage| matches!(st, Stage::Running(r) if r.unit == unit);
        let enemy = self.s.side(unit).enemy();
        let holder = self.s.controllers(hex, enemy).next();
        if let Some(by) = holder
            && self.s.stack.iter().any(runs)
        {
            // Mounted missile units may go on, at a cost; all others stop.
            let archer = self.s.arm(unit).mounted() && self.s.missile_armed(unit);
            let case = if archer { cite!("3.2.4(3)") } else { cite!("3.2.4(1)") };
            self.say(case, || What::InZoc { unit, by });
        }
    }

    pub(crate) fn enact_riding(&mut self, leader: LeaderId, action: Action) {
        match action {
            Action::Halt => {
                let l = self.s.leader_mut(leader);
                l.moved = l.spent > 0;
                self.pop();
            }
            Action::Step(to) | Action::Enter(to) => {
                let cost = ride_facts(self.s, leader, to).cost.unwrap_or(0);
                let l = self.s.leader_mut(leader);
                l.at = Whereabouts::Map(to);
                l.spent = l.spent.saturating_add(cost.clamp(0, 100) as u8);
                let hidden = !self.s.leader(leader).known;
                self.say(cite!("6.1.1", "C13"), || What::Rode {
                    leader,
                    to: Some(to),
                    hidden,
                });
            }
            _ => {}
        }
    }

    pub(crate) fn enact_segment(&mut self, action: Action) {
        match action {
            Action::Take(unit) => {
                let run = begin_run(self.s, unit);
                self.call(Stage::Running(run));
            }
            Action::TakeLeader(leader) => self.call(Stage::Riding(leader)),
            Action::EndMoves => self.pop(),
            _ => {}
        }
    }
}
