//! The course of the battle: the phases of a player turn, and the night between the days.

use crate::components::{Side, UnitId};
use serde::Serialize;

/// A phase of a player turn (2.1). The rulebook has no sixth phase (ruling R01).
///
/// [`State::phase`](crate::State::phase) returns the current one. Each phase ends before the next begins (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 1: the units of the active side are marked in command or out of it.
    Command,
    /// 2: the active side reorganizes.
    Reorganization,
    /// 3: the active side moves.
    Movement,
    /// 4: the passive side retreats.
    Retreat,
    /// 5: the passive side fires.
    DefensiveFire,
    /// 7: the active side fires.
    OffensiveFire,
    /// 8: the active side attacks.
    Melee,
}

impl Phase {
    /// All phases, in the order of a player turn.
    pub const ALL: [Self; 7] = [
        Self::Command,
        Self::Reorganization,
        Self::Movement,
        Self::Retreat,
        Self::DefensiveFire,
        Self::OffensiveFire,
        Self::Melee,
    ];
    /// Returns its printed number.
    pub const fn number(self) -> u8 {
        match self {
            Self::Command => 1,
            Self::Reorganization => 2,
            Self::Movement => 3,
            Self::Retreat => 4,
            Self::DefensiveFire => 5,
            Self::OffensiveFire => 7,
            Self::Melee => 8,
        }
    }
    /// Returns its name in the rulebook.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Command => "Command Phase",
            Self::Reorganization => "Reorganization Phase",
            Self::Movement => "Movement Phase",
            Self::Retreat => "Retreat Phase",
            Self::DefensiveFire => "Defensive Fire Phase",
            Self::OffensiveFire => "Offensive Fire Phase",
            Self::Melee => "Melee Phase",
        }
    }
    /// Returns whether the passive side acts in it.
    pub const fn passive(self) -> bool {
        matches!(self, Self::Retreat | Self::DefensiveFire)
    }
}

/// A point in the course of the battle. Each asks its side for a decision, or does its work and goes on.
///
/// It is at the bottom of the stack of procedures; every other procedure in progress is above it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// 14.1: the French set up; the index of the next unit in the order of placing.
    Deploy(u8),
    /// A player turn begins; Phase 1 (6.1).
    Command,
    /// Phase 2: new commanders (7.1).
    Successors,
    /// Phase 2: disordered units return to order (2.1).
    Recovery,
    /// Phase 2: routed units try to rally (2.1).
    Rallies,
    /// Phase 3: routed units move (10.1).
    Routs,
    /// Phase 3: the others move (9.0).
    Moves,
    /// Phase 3: hedgehogs end (9.4).
    Hedgehogs,
    /// Phase 4: the passive side retreats (11.0).
    Retreats,
    /// Phase 5: the passive side fires (12.0).
    DefensiveFire,
    /// Phase 7: the active side fires (12.0).
    OffensiveFire,
    /// Phase 8: the active side attacks (13.0).
    Melees,
    /// The player turn ends.
    Close,
    /// 14.2: the night between the days.
    Night(crate::state::turn::Night),
}

/// A point in the night between the days (14.2, ruling R95).
///
/// The French take steps 1 to 4 and then build fortifications. The Swiss take steps 2 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Night {
    /// The battle stops: hedgehogs and Charges end.
    Falls,
    /// Step 1: French units next to the enemy retreat.
    FallBack,
    /// Step 2 of a side: its units recover.
    Recovery(Side),
    /// The recovered units have been faced.
    Recovered(Side),
    /// Steps 3 and 4 of a side: its units may be placed again.
    Placing {
        /// The side that places units.
        side: Side,
        /// Whether this is step 3, for units out of command; otherwise it is step 4, for the others.
        stragglers: bool,
        /// The unit that has been picked up.
        unit: Option<UnitId>,
    },
    /// The French build their fortifications.
    Works,
    /// The second day begins.
    Morning,
}
