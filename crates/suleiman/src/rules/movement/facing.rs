//! Changing facing (3.3), and ending a run (3.1.1).

use crate::casebook::cite;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::cases::measures::VERTICES;
use casus_core::{Bar, Bars, VertexFacing, Violation};

casus_continuity::facts! {
    /// The facts of a change of facing.
    ///
    /// The selected unit turns in its hex.
    pub struct TurnFacts<'a> of State; rules TurnBar = Bar; places turner = run.unit {
        /// The state of its run so far.
        pub run: Run,
        /// The vertex that it would face.
        pub facing: VertexFacing,
        /// Whether it stands in an enemy ZOC.
        pub in_zoc: bool,
    }
}

impl TurnFacts<'_> {
    /// Whether an enemy ZOC restricts it.
    fn held(&self) -> bool {
        self.in_zoc && !self.run.free_turn
    }
    /// Whether it has made its one turn in that ZOC: when it stopped there (3.2.4(1)), or as a unit that stays (3.3.2).
    fn turned_there(&self) -> bool {
        self.held() && self.s.unit(self.run.unit).done.has(Done::ZOC_TURN)
    }
}

/// The list `face`: what forbids a change of facing. Checked for each other vertex in a unit's own run (3.3).
pub static TURN_BARS: Bars<TurnFacts> = Bars {
    name: "face",
    list: &[
        TurnBar::by(cite!("3.2.4(1)"), "in an enemy ZOC it may turn once only")
            .when(turner, |f| f.turned_there() && f.run.entered_zoc),
        TurnBar::by(cite!("3.3.1"), "the unit faces that vertex already")
            .when(turner, |f| f.s.unit(f.run.unit).facing == f.facing),
        TurnBar::by(cite!("3.3.2"), "staying in an enemy ZOC the unit may turn once only")
            .when(turner, |f| f.turned_there() && !f.run.entered_zoc),
        TurnBar::by(cite!("3.3.2"), "in an enemy ZOC the unit may turn by one vertex only").violated(|f| {
            let turn = f.s.unit(f.run.unit).facing.turns(f.facing);
            (f.held() && turn > 1).then(|| Violation::over(f.run.unit.place(), VERTICES, turn.into(), 1))
        }),
    ],
};

/// Whether nothing forbids a change of facing.
pub(crate) fn may_turn(f: &TurnFacts<'_>) -> bool {
    TURN_BARS.permit(f)
}

casus_continuity::facts! {
    /// The facts of ending a run.
    ///
    /// A run ends for each selected unit. If the end is refused, the run continues.
    pub struct HaltFacts<'a> of State; rules HaltBar = Bar {
        /// The run that would end.
        pub run: &'a Run,
    }
}

/// The list `halt`: what forbids ending a run. Checked whenever a unit is selected (3.1.1).
pub static HALT_BARS: Bars<HaltFacts> = Bars {
    name: "halt",
    list: &[
        HaltBar::by(cite!("3.1.1"), "the unit may not stop in a friendly gun's hex")
            .when(|f| f.run.unit.place(), |f| f.run.passing)
            .always(),
    ],
};
