//! Changing facing (8.0, 14.5), and ending a run (10.0, 10.1, 14.5).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::movement::duties::{must_disengage, partners_faced, turn_owed};
use crate::rules::stacking::has_room;
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
    }
}

impl TurnFacts<'_> {
    /// Whether it is where it began, next to an enemy unit (8.0).
    fn began_near(&self) -> bool {
        let done = self.s.unit(self.run.unit).done;
        !self.run.stepped && done.has(Done::BEGAN_ADJACENT) && !done.has(Done::LEFT)
    }
    /// Whether it has not stepped, and began next to an enemy unit or is next to one now (8.0, ruling R-123).
    fn held(&self) -> bool {
        let unit = self.run.unit;
        let near = |h| self.s.near_enemy(h, self.s.side(unit));
        self.began_near() || (!self.run.stepped && self.s.hex(unit).is_some_and(near))
    }
    fn engaged(&self) -> bool {
        !self.run.stepped && self.s.engaged(self.run.unit)
    }
    /// The number of vertices that it would turn in all, if that is more than allowed.
    fn turns_too_far(&self, most: u8) -> Option<Violation> {
        let turn = self.run.facing.turns(self.facing);
        (turn > most).then(|| Violation::over(self.run.unit.place(), VERTICES, turn.into(), most.into()))
    }
    /// Whether an Engaged unit has partners in front already, or would not face as many as it can (14.5).
    fn against_duty(&self, unit: UnitId) -> bool {
        match turn_owed(self.s, unit, self.run.facing) {
            None => true,
            Some(most) => partners_faced(self.s, unit, self.facing) < most,
        }
    }
    /// An Engaged unit that would be turned with it, against its duty (ruling R-109).
    fn drags_along(&self) -> Option<UnitId> {
        let stays = !self.run.stepped && !self.engaged();
        let engaged = |&u: &UnitId| stays && self.s.engaged(u) && self.against_duty(u);
        self.s.beside(self.run.unit).find(engaged)
    }
}

/// The list `face`: what forbids a change of facing. Checked for each other vertex in a unit's own run (8.0, 14.5).
pub static TURN_BARS: Bars<TurnFacts> = Bars {
    name: "face",
    list: &[
        TurnBar::by(cite!("8.0"), "the unit faces that vertex already")
            .when(turner, |f| f.s.unit(f.run.unit).facing == f.facing),
        TurnBar::by(cite!("8.0"), "having begun next to an enemy unit, the unit turns by one vertex only")
            .violated(|f| f.turns_too_far(1).filter(|_| f.began_near() && !f.engaged())),
        TurnBar::by(cite!("8.0", "R-123"), "an enemy unit has come next to the unit: it turns by one vertex only")
            .violated(|f| {
                f.turns_too_far(1)
                    .filter(|_| f.held() && !f.began_near() && !f.engaged())
            }),
        TurnBar::by(cite!("8.0", "R-109"), "the unit has turned with the unit that it is stacked with")
            .when(turner, |f| f.run.turned && f.held()),
        TurnBar::by(cite!("14.5"), "an Engaged unit turns by two vertices at most")
            .violated(|f| f.turns_too_far(2).filter(|_| f.engaged())),
        TurnBar::by(
            cite!("14.5"),
            "an Engaged unit turns only to face those with whom it is Engaged, when it faces none",
        )
        .when(turner, |f| f.engaged() && f.against_duty(f.run.unit)),
        TurnBar::by(cite!("14.5", "R-109"), "the unit would turn the Engaged unit with it away from its enemies")
            .violated(|f| f.drags_along().map(|u| Violation::at(u.place()))),
    ],
};

/// Whether nothing forbids a change of facing.
pub(crate) fn may_turn(s: &State, run: &Run, facing: VertexFacing) -> bool {
    TURN_BARS.permit(&TurnFacts { s, run: *run, facing })
}

casus_continuity::facts! {
    /// The facts of ending a run.
    ///
    /// A run ends for each selected unit. If the end is refused, the run continues.
    pub struct HaltFacts<'a> of State; rules HaltBar = Bar; places runner = run.unit {
        /// The run that would end.
        pub run: &'a Run,
    }
}

impl HaltFacts<'_> {
    pub(crate) fn askew(&self) -> Option<UnitId> {
        askew(self.s, self.run)
    }
    /// Whether it has done something that ends its Phase.
    fn ends(&self) -> bool {
        let done = self.s.unit(self.run.unit).done;
        done.has(Done::TURNED.and(Done::MOVED).and(Done::FIRED))
    }
}

/// The unit stacked with it, if that has another facing (10.1).
pub(crate) fn askew(s: &State, run: &Run) -> Option<UnitId> {
    let facing = s.unit(run.unit).facing;
    s.beside(run.unit).find(|&u| s.unit(u).facing != facing)
}

/// The list `halt`: what forbids ending a run. Checked whenever a unit is selected (10.0, 10.1, 14.5).
pub static HALT_BARS: Bars<HaltFacts> = Bars {
    name: "halt",
    list: &[
        HaltBar::by(cite!("10.0"), "the unit may not stop with the unit in the hex")
            .when(runner, |f| f.s.hex(f.run.unit).is_some_and(|h| !has_room(f.s, f.run.unit, h)))
            .always(),
        HaltBar::by(cite!("10.1"), "the unit faces another way than the unit that it is stacked with")
            .violated(|f| f.askew().map(|u| Violation::at(u.place()))),
        HaltBar::by(cite!("14.5"), "Engaged and unable to attack, the unit must Disengage")
            .when(runner, |f| !f.run.stepped && f.ends() && must_disengage(f.s, f.run)),
    ],
};
