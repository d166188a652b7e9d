//! Module 2, the Game Turn: the sequence of phases, and the Reorganization Phase.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::{Chance, Kept, What};
use crate::state::pieces::{Condition, Marks};
use crate::state::position::State;
use crate::state::turn::{Course, Phase};
use casus_core::{Bar, Bars, Place, Violation};

/// The facts of a unit that rallies, recovers or leaves a hedgehog.
///
/// Three lists use them, each in its own part of the turn.
#[derive(Debug)]
pub struct RallyFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would rally, recover or leave a hedgehog.
    pub unit: UnitId,
}

casus_core::questions!(RallyFacts);

/// The minimum distance of the nearest enemy unit from a unit that rallies, in hexes (2.1).
const CLEAR_OF_ENEMIES: u32 = 4;

type B = Bar<RallyFacts<'static>>;

fn unit(f: &RallyFacts) -> Place {
    f.unit.place()
}

impl RallyFacts<'_> {
    /// Whether the unit belongs to the active side.
    fn ours(&self) -> bool {
        self.s.side(self.unit) == self.s.active
    }
    /// The violation if an enemy unit is too near for a rally.
    fn crowded(&self) -> Option<Violation> {
        let hex = self.s.hex(self.unit)?;
        let enemies = self.s.on_map(self.s.side(self.unit).enemy());
        let least = enemies.map(|(_, h)| self.s.game_data.board.distance(hex, h)).min()?;
        (least < CLEAR_OF_ENEMIES).then(|| {
            Violation::under(self.unit.place(), "distance from an enemy", least as i32, CLEAR_OF_ENEMIES as i32)
        })
    }
    /// Whether an enemy unit is adjacent.
    fn beside_enemy(&self) -> bool {
        let hex = self.s.hex(self.unit);
        hex.is_some_and(|h| self.s.beside_enemy(h, self.s.side(self.unit)))
    }
}

/// What forbids a rally, in book order. Judged for each unit in the Reorganization Phase. Named `rally`.
pub static RALLY_BARS: Bars<RallyFacts> = Bars {
    name: "rally",
    list: &[
        B::by(cite!("2.1"), "the active side's routed units rally")
            .when(unit, |f| !(f.ours() && f.s.hex(f.unit).is_some() && f.s.routed(f.unit)))
            .always(),
        B::by(cite!("2.1"), "an enemy unit is less than four hexes away").violated(|f| f.crowded()),
        B::by(cite!("2.1"), "it has tried in this phase").when(unit, |f| f.s.unit(f.unit).marks.has(Marks::TRIED)),
        B::by(cite!("8.3"), "a routed unit of a demoralized corps stays routed").when(unit, |f| f.s.shaken(f.unit)),
    ],
};

pub(crate) fn rallies(s: &State) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(|&unit| RALLY_BARS.permit(&RallyFacts { s, unit }))
}

/// Returns the routed units that only rules keep from rallying, unless a routed unit has tried.
pub(crate) fn routed_still(s: &State) -> Vec<Kept> {
    let routed = || s.on_map(s.active).map(|(u, _)| u).filter(|&u| s.routed(u));
    if routed().any(|u| s.unit(u).marks.has(Marks::TRIED)) {
        return Vec::new();
    }
    routed()
        .filter_map(|unit| Kept::by(unit, |v| RALLY_BARS.judge(&RallyFacts { s, unit }, v)))
        .collect()
}

/// Returns the disordered units that rules keep from returning to order.
fn disordered_still(s: &State) -> Vec<Kept> {
    let disordered = s.on_map(s.active).map(|(u, _)| u);
    disordered
        .filter(|&u| s.unit(u).condition == Condition::Disordered)
        .filter_map(|unit| Kept::by(unit, |v| RECOVERY_BARS.judge(&RallyFacts { s, unit }, v)))
        .collect()
}

/// What forbids recovery from disorder, in book order. Judged for each disordered unit of the active side in the
/// Reorganization Phase. Named `recovery`.
pub static RECOVERY_BARS: Bars<RallyFacts> = Bars {
    name: "recovery",
    list: &[
        B::by(cite!("2.1"), "an enemy unit is adjacent").when(unit, |f| f.beside_enemy()),
        B::by(cite!("8.3"), "a disordered unit of a demoralized corps stays disordered")
            .when(unit, |f| f.s.shaken(f.unit)),
    ],
};

/// What forbids leaving a hedgehog. Judged for each unit at the end of the Movement Phase. Named `unform`.
pub static UNFORM_BARS: Bars<RallyFacts> = Bars {
    name: "unform",
    list: &[
        B::by(cite!("9.4"), "only the active side's hedgehogs come off at the end of its Movement Phase")
            .when(unit, |f| !(f.ours() && f.s.hedgehog(f.unit)))
            .always(),
    ],
};

pub(crate) fn hedgehogs(s: &State) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(|&unit| UNFORM_BARS.permit(&RallyFacts { s, unit }))
}

impl Engine<'_> {
    pub(crate) fn announce(&mut self, phase: Phase) {
        let side = if phase.passive() {
            self.s.active.enemy()
        } else {
            self.s.active
        };
        self.say(cite!("2.1"), || What::PhaseBegins { phase, side });
    }

    /// Goes on to the next part of a player turn. The course is the top stage.
    pub(crate) fn next_course(&mut self) {
        let before = self.s.phase();
        let next = match self.s.course() {
            Some(Course::Command) => Course::Successors,
            Some(Course::Successors) => Course::Recovery,
            Some(Course::Recovery) => Course::Rallies,
            Some(Course::Rallies) => Course::Routs,
            Some(Course::Routs) => Course::Moves,
            Some(Course::Moves) => Course::Hedgehogs,
            Some(Course::Hedgehogs) => Course::Retreats,
            Some(Course::Retreats) => Course::DefensiveFire,
            Some(Course::DefensiveFire) => Course::OffensiveFire,
            Some(Course::OffensiveFire) => Course::Melees,
            Some(Course::Melees) => Course::Close,
            _ => return,
        };
        self.go_to(next);
        let phase = self.s.phase();
        if phase != before {
            self.forget();
            if let Some(phase) = phase {
                self.announce(phase);
            }
        }
    }

    /// Clears the state of a phase when it ends.
    pub(crate) fn forget(&mut self) {
        for u in &mut self.s.units {
            u.marks.clear(Marks::OF_A_PHASE);
            u.spent = 0;
        }
        for c in &mut self.s.commanders {
            c.moved = false;
            c.spent = 0;
        }
        for c in &mut self.s.corps {
            c.ordered = false;
        }
        self.s.assaulted.clear();
        self.s.entry = None;
        self.s.fought = None;
        self.s.braced = false;
    }

    /// 2.1: returns disordered units to order if no enemy unit is adjacent to them.
    pub(crate) fn recovering(&mut self) {
        self.pass_over(Chance::Recovery, disordered_still);
        for unit in self.s.unit_ids() {
            let s = &*self.s;
            let here = s.side(unit) == s.active && s.hex(unit).is_some();
            let disordered = s.unit(unit).condition == Condition::Disordered;
            if here && disordered && RECOVERY_BARS.permit(&RallyFacts { s, unit }) {
                self.recover(unit, Condition::Order, cite!("2.1"), cite!("2.1"));
            }
        }
    }
}
