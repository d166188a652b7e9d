//! Where the battle is: the phases of a player turn, and the night between the days.

use crate::components::{Side, UnitId};
use serde::Serialize;

/// A phase of a player turn (2.1). There is no sixth (ruling R01).
///
/// [`State::phase`](crate::State::phase) has the one that runs. Each is played through before the next begins (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 1: the active side's units are in command or out of it.
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
    /// Every phase, in the order of a player turn.
    pub const ALL: [Self; 7] = [
        Self::Command,
        Self::Reorganization,
        Self::Movement,
        Self::Retreat,
        Self::DefensiveFire,
        Self::OffensiveFire,
        Self::Melee,
    ];
    /// Its printed number.
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
    /// Its name in the rulebook.
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
    /// Whether it is the passive side that acts.
    pub const fn passive(self) -> bool {
        matches!(self, Self::Retreat | Self::DefensiveFire)
    }
}

/// Where in the course of the battle. Each waits for its side, or does its work and goes on.
///
/// At the bottom of the stack of procedures; whatever else is half done lies above it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// 14.1: the French set up; the number of the next unit in the order of placing.
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
    /// Phase 3: hedgehogs come off (9.4).
    Hedgehogs,
    /// Phase 4 (11.0).
    Retreats,
    /// Phase 5 (12.0).
    DefensiveFire,
    /// Phase 7 (12.0).
    OffensiveFire,
    /// Phase 8 (13.0).
    Melees,
    /// The player turn ends.
    Close,
    /// 14.2: between the days.
    Night(crate::state::turn::Night),
}

/// Where in the night between the days (14.2, ruling R95).
///
/// Steps 1 to 4 for the French, with their fortifications, then for the Swiss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Night {
    /// The battle stops: hedgehogs and Charges end.
    Falls,
    /// Step 1: the French who are next to the enemy go back.
    FallBack,
    /// Step 2 of a side: its units recover.
    Recovery(Side),
    /// Those who recovered have been faced.
    Recovered(Side),
    /// Steps 3 and 4 of a side: its units may be placed anew.
    Placing {
        /// The side that places units.
        side: Side,
        /// Step 3, those out of command; else step 4, the others.
        stragglers: bool,
        /// The unit that has been picked up.
        unit: Option<UnitId>,
    },
    /// The French build their fortifications.
    Works,
    /// The second day begins.
    Morning,
}
