//! The duties of Engaged units (14.5), and the end of Phase B (4.0).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::movement::step::may_step;
use crate::rules::movement::taking::any_gate_open;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, VertexFacing, Violation};

/// The number of the enemies that it is Engaged with that a unit would have in front with this facing.
pub(crate) fn partners_faced(s: &State, unit: UnitId, facing: VertexFacing) -> usize {
    let Some(at) = s.hex(unit) else { return 0 };
    let ahead = s.ahead(at, facing);
    ahead.filter(|&h| s.partners(unit).any(|p| s.hex(p) == Some(h))).count()
}

/// The number of partners that an Engaged unit that faces none must turn to face: as many as it can by one or two vertices.
/// `None` for a unit that does not have to turn (14.5).
pub(crate) fn turn_owed(s: &State, unit: UnitId, facing: VertexFacing) -> Option<usize> {
    if !s.engaged(unit) || partners_faced(s, unit, facing) > 0 {
        return None;
    }
    let turned = VertexFacing::ALL
        .into_iter()
        .filter(|&f| (1..=2).contains(&facing.turns(f)));
    turned
        .map(|f| partners_faced(s, unit, f))
        .max()
        .filter(|&most| most > 0)
}

/// Whether an Engaged unit in its run is of a type that cannot attack and can Disengage; it then must (14.5).
pub(crate) fn must_disengage(s: &State, run: &Run) -> bool {
    let unit = run.unit;
    if !s.engaged(unit) || s.game_data.charts.may_attack(s.arm(unit)) {
        return false;
    }
    let Some(at) = s.hex(unit) else { return false };
    s.game_data.board.neighbours(at).any(|(_, h)| may_step(s, run, h))
}

casus_continuity::facts! {
    /// The facts of the end of Phase B.
    pub struct EndFacts<'a> of State; rules EndBar = Bar {
    }
}

impl EndFacts<'_> {
    /// An activated unit that waits off the map and could enter (7.5).
    fn waiting(&self) -> Option<Violation> {
        let s = self.s;
        let waits = |&u: &UnitId| {
            let unit = s.unit(u);
            unit.at == Whereabouts::Reserve && unit.done.has(Done::ACTIVE)
        };
        let late = s.unit_ids().filter(waits).find(|&u| any_gate_open(s, u))?;
        Some(Violation::at(late.place()))
    }
    /// An activated unit that has a duty and whose Phase is not over.
    fn slack(&self, owes: impl Fn(UnitId) -> bool) -> Option<Violation> {
        let s = self.s;
        let may = |&u: &UnitId| {
            let done = s.unit(u).done;
            done.has(Done::ACTIVE) && !done.has(Done::RUN_OVER) && s.hex(u).is_some()
        };
        let slack = s.unit_ids().filter(may).find(|&u| owes(u))?;
        Some(Violation::at(slack.place()))
    }
}

/// The list `end-moves`: what forbids the end of Phase B (7.5, 14.5).
pub static END_BARS: Bars<EndFacts> = Bars {
    name: "end-moves",
    list: &[
        EndBar::by(cite!("7.5"), "reinforcements that can enter must enter").violated(|f| f.waiting()),
        EndBar::by(cite!("14.5"), "an Engaged unit that cannot attack must Disengage")
            .violated(|f| f.slack(|u| must_disengage(f.s, &f.s.begin_run(u)))),
        EndBar::by(cite!("14.5"), "an Engaged unit that faces none of its enemies must turn").violated(|f| {
            let turned = |u: UnitId| f.s.unit(u).done.has(Done::TURNED);
            f.slack(|u| !turned(u) && turn_owed(f.s, u, f.s.unit(u).facing).is_some())
        }),
    ],
};
