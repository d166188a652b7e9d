//! Leaving the map by the edge that a scenario names (3.0, ruling F-1).

use crate::casebook::cite;
use crate::components::{LeaderId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, HexId, Modifier, Modifiers, Outcome, Place, Procedures, Refusal, Verdict, Violation};

casus_core::facts! { State:
    /// The facts of a unit that leaves the map.
    ExitFacts {
        run: Run,
        unit: UnitId,
        from: HexId,
    } at unit;
}

type B = Bar<ExitFacts<'static>>;
type M = Modifier<ExitFacts<'static>>;

fn from(f: &ExitFacts) -> Place {
    f.from.place()
}

impl ExitFacts<'_> {
    pub(crate) fn new(s: &State, run: Run, from: HexId) -> ExitFacts<'_> {
        let unit = run.unit;
        ExitFacts { s, run, unit, from }
    }
    fn cost(&self) -> i32 {
        EXIT_COSTS.sum(self)
    }
}

/// The list `exit-cost`: what it costs to leave the map, in Movement Points (7.2, ruling F-1).
pub static EXIT_COSTS: Modifiers<ExitFacts> = Modifiers {
    name: "exit-cost",
    list: &[
        M::by(cite!("3.0", "F-1"), "off the map").adds(from, |_| Some(1)),
        M::by(cite!("7.2", "R-39"), "leaving a hex next to an enemy unit").adds(from, |f| {
            f.s.near_enemy(f.from, f.s.side(f.unit))
                .then(|| i32::from(f.s.game_data.charts.points.leave))
        }),
    ],
};

/// The list `exit`: what keeps a unit from leaving the map, in book order; asked in its run (ruling F-1).
pub static EXIT_BARS: Bars<ExitFacts> = Bars {
    name: "exit",
    list: &[
        B::by(cite!("3.0", "F-1"), "the side leaves the map nowhere in this battle")
            .holds(|f| f.s.exit(f.s.side(f.unit)).is_none())
            .always(),
        B::by(cite!("3.0", "F-1"), "the side does not leave the map from that hex").when(from, |f| {
            let exit = f.s.exit(f.s.side(f.unit));
            exit.is_some_and(|e| !e.hexes.contains(&f.from))
        }),
        B::by(cite!("5.3", "R-42"), "out of command, the unit may not move from next to an enemy unit").holds(|f| {
            let done = f.s.unit(f.unit).done;
            !done.has(Done::IN_COMMAND) && done.has(Done::BEGAN_ADJACENT)
        }),
        B::by(cite!("7.2"), "the unit has come next to an enemy unit and must stop")
            .holds(|f| f.run.stopped && !f.run.fired),
        B::by(cite!("7.2"), "not enough Movement Points").violated(|f| {
            let have = i32::from(f.run.allowance) - i32::from(f.run.spent);
            (f.cost() > have).then(|| Violation::lacks(f.unit.place(), MP, f.cost(), have))
        }),
        B::by(cite!("7.4"), "the unit has dismounted, and moves no further").holds(|f| f.run.dismounted),
        B::by(cite!("7.6"), "unlimbered guns do not move").holds(|f| f.s.unlimbered(f.unit)),
        B::by(cite!("14.4", "F-1"), "a Retired unit does not leave the map").holds(|f| f.s.retired(f.unit)),
        B::by(cite!("14.5", "F-1"), "an Engaged unit does not leave the map").holds(|f| f.s.engaged(f.unit)),
        B::by(cite!("15.2", "F-1"), "a Standard does not leave the map").holds(|f| f.run.bears.is_some()),
    ],
};

/// Whether a unit's side ever leaves the map; otherwise the action is not offered.
pub(crate) fn may_exit(s: &State, run: &Run) -> bool {
    let side = s.side(run.unit);
    let here = s.hex(run.unit);
    here.is_some_and(|h| s.amended() || s.exit(side).is_some_and(|e| e.hexes.contains(&h)))
}

pub(crate) fn judge_exit(s: &State, run: &Run, v: &mut Verdict) {
    let Some(from) = s.hex(run.unit) else {
        v.refuse(Refusal::new(cite!("7.5"), "the piece is not on the map: it enters first").about(run.unit.place()));
        return;
    };
    EXIT_BARS.judge(&ExitFacts::new(s, *run, from), v);
}

/// The cost for a selected unit to leave the map.
pub(crate) fn exit_cost(s: &State, run: &Run) -> Option<i32> {
    let from = s.hex(run.unit)?;
    Some(ExitFacts::new(s, *run, from).cost())
}

impl Engine<'_> {
    /// Moves a unit and the leaders with it off the map. Its side may win by it (ruling F-1).
    pub(crate) fn leave_map(&mut self, run: Run) {
        let unit = run.unit;
        let Some(from) = self.s.hex(unit) else { return };
        let cost = EXIT_COSTS.ledger(0, &ExitFacts::new(self.s, run, from));
        let spent = run.spent.saturating_add(cost.net().clamp(0, 200) as u8);
        self.set_top(Stage::Running(Run {
            spent,
            over: true,
            ..run
        }));
        self.changed = true;
        let here = Whereabouts::Map(from);
        let riders = run.riders.iter().map(LeaderId);
        let leaders: Vec<LeaderId> = riders.filter(|&l| self.s.leader(l).at == here).collect();
        for &leader in &leaders {
            self.s.leader_mut(leader).at = Whereabouts::Away;
        }
        let u = self.s.unit_mut(unit);
        u.spent = spent;
        u.done.set(Done::MOVED);
        self.s.put(unit, Whereabouts::Away);
        let side = self.s.side(unit);
        let away = self.s.points_away(side);
        let needed = self.s.exit(side).map(|e| i32::from(e.points));
        let worth = i32::from(self.s.game_data.charts.flight.of(self.s.counter(unit).arm));
        self.say(cite!("3.0", "F-1"), || What::LeftMap {
            unit,
            from,
            leaders,
            cost,
            worth,
            away,
            needed,
        });
        if needed.is_some_and(|needed| away >= needed) {
            self.end(Outcome::Win(side), cite!("3.0", "F-1"));
        }
    }
}
