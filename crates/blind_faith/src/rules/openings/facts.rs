//! The facts of a decision's opening.

use crate::components::{Side, UnitId};
use crate::state::march::March;
use crate::state::position::State;
use crate::state::stage::{Bout, Course, Push, Stage};
use casus_core::{Bar, HexId, Place};

/// The facts of a decision that might open.
#[derive(Debug)]
pub struct OpeningFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The side that would be asked.
    pub side: Side,
    /// The unit that the decision would be about, if it is about one.
    pub unit: Option<UnitId>,
    /// The hex that the decision would be about, if it is about one.
    pub hex: Option<HexId>,
    /// The number of choices, in a step of a battle.
    pub choices: usize,
}

casus_core::questions!(OpeningFacts);
pub(super) type O = Bar<OpeningFacts<'static>>;

impl<'a> OpeningFacts<'a> {
    /// Creates facts about no unit and no hex.
    pub(crate) const fn of(s: &'a State, side: Side) -> Self {
        Self {
            s,
            side,
            unit: None,
            hex: None,
            choices: 0,
        }
    }
    /// Adds the unit that the decision is about.
    pub(crate) const fn unit(self, unit: UnitId) -> Self {
        let unit = Some(unit);
        Self { unit, ..self }
    }
    /// Adds the hex that the decision is about, if any.
    pub(crate) const fn hex(self, hex: Option<HexId>) -> Self {
        Self { hex, ..self }
    }
    /// Adds the number of choices.
    pub(crate) const fn choices(self, choices: usize) -> Self {
        Self { choices, ..self }
    }
    pub(super) fn imperial(&self) -> bool {
        self.side == Side::Imperial
    }
    pub(super) fn hussite(&self) -> bool {
        self.side == Side::Hussite
    }
    /// Returns the current step of the turn.
    pub(super) fn course(&self) -> Option<Course> {
        self.s.course()
    }
    /// Whether play is between two steps of a turn, both included.
    pub(super) fn between(&self, first: Course, last: Course) -> bool {
        let now = self.course().map(Course::order);
        now.is_some_and(|now| (first.order()..=last.order()).contains(&now))
    }
    /// Whether it is the Muster Phase (3.2).
    pub(super) fn mustering(&self) -> bool {
        self.between(Course::Prepare, Course::Rebuild(Side::Imperial))
    }
    /// Whether it is the Papal Crusade Phase (3.3).
    pub(super) fn preaching(&self) -> bool {
        self.between(Course::Summon, Course::Change)
    }
    /// Whether it is the Campaign Phase of this side (3.4, 3.5).
    pub(super) fn campaigning(&self) -> bool {
        self.s.phasing() == Some(self.side)
    }
    /// Whether a matching procedure is in progress.
    pub(super) fn runs(&self, which: impl Fn(&Stage) -> bool) -> bool {
        self.s.stack.iter().any(which)
    }
    /// Returns the stack on the march.
    pub(super) fn march(&self) -> Option<March> {
        self.s.stack.iter().rev().find_map(|st| match *st {
            Stage::March(march) => Some(march),
            _ => None,
        })
    }
    /// Returns the step of the Field Battle in progress.
    pub(super) fn bout(&self) -> Option<Bout> {
        self.s.stack.iter().find_map(|st| match *st {
            Stage::Field { step } => Some(step),
            _ => None,
        })
    }
    /// Returns the step of the Siege Battle in progress.
    pub(super) fn push(&self) -> Option<Push> {
        self.s.stack.iter().find_map(|st| match *st {
            Stage::Siege { step } => Some(step),
            _ => None,
        })
    }
    /// Whether this side attacks in the Field Battle.
    pub(super) fn attacks(&self) -> bool {
        self.s.field().is_some_and(|b| b.attacker == self.side)
    }
    /// Whether this side defends in the Field Battle.
    pub(super) fn defends(&self) -> bool {
        self.s.field().is_some_and(|b| b.attacker != self.side)
    }
    /// Whether this side besieges in the Siege Battle.
    pub(super) fn besieges(&self) -> bool {
        self.s.siege().is_some_and(|b| b.besieger == self.side)
    }
    /// Whether this side is besieged in the Siege Battle.
    pub(super) fn is_besieged(&self) -> bool {
        self.s.siege().is_some_and(|b| b.besieger != self.side)
    }
}

/// Returns the unit that the decision is about.
pub(super) fn whom(f: &OpeningFacts) -> Place {
    f.unit.map_or(Place::Nowhere, UnitId::place)
}
