//! A step (3.1.1, 3.2.4, 5.1.1, 6.1, 7.3, 7.5.2, 10.3, 12.2.1, 14.3) and coming on to the map (11.0.2, 15.1).

use crate::casebook::cite;
use crate::components::{Arm, Counter, STREAM, SWAMP, Side, TRENCH, UnitId, VILLAGE};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::concepts::blind_approach;
use crate::rules::leaders::levy_only;
use crate::rules::movement::costs::{STEP_COSTS, StepFacts};
use crate::rules::movement::facing::{TURN_BARS, TurnFacts};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Bite, HexId, Ledger, Procedures, Refusal, Verdict, VertexFacing};

type StepBar = Bar<StepFacts<'static>>;

fn near_enemy(f: &StepFacts<'_>) -> Option<Bite> {
    if f.in_command {
        return None;
    }
    f.next_to_enemy(f.to).map(Bite::at)
}

fn leaving_out_of_command(f: &StepFacts<'_>) -> Option<Bite> {
    Bite::when(!f.in_command && f.from_zoc, f.unit.place())
}

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
                let second = f.s.activation().is_some_and(|a| levy_only(f.s, a.under));
                center && reserve && second
            },
        ),
        StepBar::by(cite!("15.1.1"), "all of the Center must enter before the Anatolian Wing").when(
            |f| f.unit.place(),
            |f| {
                let anatolian = f.s.kit.anatolia() == Some(f.card.command);
                let reserve = f.s.unit(f.unit).at == Whereabouts::Reserve;
                anatolian && reserve && f.s.center_outstanding()
            },
        ),
    ],
};

/// The run as it is when a unit has left a hex, or begins to enter.
pub(crate) fn leaving(s: &State, run: &Run, from: Option<HexId>, side: Side) -> Run {
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
pub(crate) fn coming(s: &State, run: &Run, to: HexId, in_zoc: bool, cost: i32) -> Run {
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
pub(crate) struct Standing<'a> {
    s: &'a State,
    run: Run,
    card: &'a Counter,
    from: Option<HexId>,
    retired: bool,
    in_command: bool,
    from_zoc: bool,
}

impl<'a> Standing<'a> {
    pub(crate) fn new(s: &'a State, run: Run, from: Option<HexId>) -> Self {
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
    pub(crate) fn step(&self, to: HexId) -> StepFacts<'a> {
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
    pub(crate) fn turn(&self, facing: VertexFacing) -> TurnFacts<'a> {
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

pub(crate) fn judge_turn(s: &State, run: &Run, facing: VertexFacing, v: &mut Verdict) {
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

impl Engine<'_> {
    fn cost_ledger(&self, run: Run, from: Option<HexId>, to: HexId) -> Ledger {
        step_ledger(self.s, run, from, to)
    }

    pub(crate) fn step_to(&mut self, run: Run, to: HexId) {
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

    pub(crate) fn enter_at(&mut self, run: Run, to: HexId) {
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
}
