//! Where the pieces are, and in what condition (2.2, 14.0).

pub use casus_continuity::Condition;
use casus_core::{HexId, VertexFacing};
use serde::Serialize;

/// The place of a piece.
///
/// Views and set-ups give it as a lower-case word, with the hex in a field of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// On the map.
    Map(HexId),
    /// Still to enter the map (7.5).
    Reserve,
    /// Eliminated, killed or captured.
    Lost,
    /// Off the map over the edge by which its side leaves it (ruling F-1).
    Away,
    /// Not in this battle, or off the map without loss (5.0).
    Absent,
}

impl Whereabouts {
    /// Returns the hex, if it is on the map.
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Self::Map(h) => Some(h),
            _ => None,
        }
    }
    /// Returns whether it is still in the game, on the map or to come.
    pub const fn in_play(self) -> bool {
        matches!(self, Self::Map(_) | Self::Reserve)
    }
    /// Returns its word in views and set-ups.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Map(_) => "map",
            Self::Reserve => "reserve",
            Self::Lost => "lost",
            Self::Away => "away",
            Self::Absent => "absent",
        }
    }
}

casus_core::flags! {
    /// What a combat unit has done in the current activation, and how it began it.
    ///
    /// A set of flags, read by [`Done::has`]. All are cleared when the next activation begins.
    pub struct Done(u32) {
        /// Is in command (5.2): fixed when the activation begins.
        IN_COMMAND = 0,
        /// Is in the Command Range of its leader, without a chain of units (5.2).
        IN_RANGE = 1,
        /// Is activated (6.1).
        ACTIVE = 2,
        /// Began the activation next to an enemy unit (7.2, 8.0, 13.3).
        BEGAN_ADJACENT = 3,
        /// Began the activation Disordered or Retired (14.2).
        BEGAN_SHAKEN = 4,
        /// Its Move/Fire Phase is over (7.2, 11.2).
        RUN_OVER = 5,
        /// Spent Movement Points (7.1, 13.4).
        MOVED = 6,
        /// Turned where it stood (8.0).
        TURNED = 7,
        /// Has used Active Fire (11.2).
        FIRED = 8,
        /// Has used the Reaction Fire that it has once in an activation (11.2).
        REACTED = 9,
        /// Has tried to counter-charge (13.6).
        COUNTERED = 10,
        /// Has attacked (12.1).
        ATTACKED = 11,
        /// Has retreated, advanced, or been placed elsewhere (15.1).
        SHIFTED = 12,
        /// Has left the hex in which it began the activation (13.3).
        LEFT = 13,
        /// Has Disengaged (14.5).
        DISENGAGED = 14,
        /// Has rolled to rally (ruling 15.1b).
        TRIED = 15,
        /// Has rallied from Retirement (rulings 15.1b, 15.1c).
        RALLIED = 16,
    }
}

/// A combat unit in play.
///
/// [`State::counter`](crate::State::counter) has its printed values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// The place of the piece.
    pub at: Whereabouts,
    /// The vertex that it faces.
    pub facing: VertexFacing,
    /// Normal, Disordered or Retired.
    pub condition: Condition,
    /// Whether its other pair of faces is up: on foot (7.4) or unlimbered (7.6).
    pub turned: bool,
    /// Whether it has fired while mounted and not reloaded (11.5).
    pub unloaded: bool,
    /// What it has done in this activation.
    pub done: Done,
    /// Movement Points spent in this activation.
    pub spent: u8,
    /// The hex where it began the activation.
    pub began: Option<HexId>,
}

/// A leader in play.
///
/// His card has the printed values. [`State::activation_rating`](crate::State::activation_rating) and the methods beside it
/// return the ratings that apply now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// The place of the leader.
    pub at: Whereabouts,
    /// Whether a replacement has taken the place of the named leader (5.5).
    pub replacement: bool,
    /// Whether the named leader was killed or captured, and counts for the Flight Points (3.0).
    pub fallen: bool,
    /// Whether he was killed or captured and is to be replaced at the owner's next activation (5.5).
    pub pending: bool,
    /// Whether he may move in this activation (7.2).
    pub active: bool,
    /// Whether his movement is over, alone or with a unit (7.2).
    pub moved: bool,
    /// Movement Points spent in this activation.
    pub spent: u8,
    /// The hex where he began the activation.
    pub began: Option<HexId>,
}

/// A Standard in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standard {
    /// The place of the piece.
    pub at: Whereabouts,
    /// Movement Points spent in this activation (15.2).
    pub spent: u8,
    /// Whether its movement is over.
    pub moved: bool,
}
