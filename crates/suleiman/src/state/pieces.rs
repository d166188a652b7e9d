//! Where the pieces are, and in what condition (2.2, 10.0).

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
    /// In the Ottoman Retired Box (10.3, 13.0.3).
    Box,
    /// Still to enter the map (15.1, 15.2).
    Reserve,
    /// Eliminated, killed or captured.
    ///
    /// Units count for the Flight Level Points of their side (16.0.1).
    Lost,
    /// Not in this battle, or gone from the field without loss (12.4).
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
        matches!(self, Self::Map(_) | Self::Box | Self::Reserve)
    }
    /// Returns its word in views and set-ups.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Map(_) => "map",
            Self::Box => "box",
            Self::Reserve => "reserve",
            Self::Lost => "lost",
            Self::Absent => "absent",
        }
    }
}

casus_core::flags! {
    /// What a combat unit has done in the current activation.
    ///
    /// A set of flags, read by [`Done::has`]. All but the last are cleared when the next activation begins.
    pub struct Done(u16) {
        /// Started the activation in command (12.1).
        IN_COMMAND = 0,
        /// Its movement is over (6.1).
        RUN_OVER = 1,
        /// Spent movement points (7.5.2, 11.0.1).
        MOVED = 2,
        /// Changed facing (11.0.1).
        PIVOTED = 3,
        /// Has fired its Phasing Fire (7.3.2).
        FIRED = 4,
        /// Has made its attack (8.1).
        ATTACKED = 5,
        /// A musket unit that has used its Reaction Fire (7.3.2 B).
        REACTED = 6,
        /// Turned for a Counter-Charge (9.4.5).
        TURNED = 7,
        /// Turned once in an enemy ZOC (3.3.2).
        ZOC_TURN = 8,
        /// Was Disordered when the activation began (11.0.1).
        BEGAN_DISORDERED = 10,
        /// Began the activation next to an enemy unit (6.1.2).
        BEGAN_ADJACENT = 11,
        /// Began the activation in an enemy ZOC (12.2.1).
        BEGAN_IN_ZOC = 12,
        /// Still setting up camp (14.3(2)); lasts until it is Rallied.
        ENCAMPED = 9,
    }
}

impl Done {
    /// Returns the flags that last longer than an activation.
    #[must_use]
    pub const fn fresh(self) -> Self {
        Self(self.0 & Self::ENCAMPED.0)
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
    /// What it has done in this activation.
    pub done: Done,
    /// Movement points spent in this activation.
    pub spent: u8,
    /// Attacks made in this activation (10.5).
    ///
    /// A Continued Attack counts as one more; their number is limited.
    pub attacks: u8,
}

/// A leader in play.
///
/// His card has the printed values. [`State::activation_rating`](crate::State::activation_rating) and the methods beside it
/// return the ratings that apply now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// The place of the leader.
    pub at: Whereabouts,
    /// Whether the enemy knows where he is (3.5).
    pub known: bool,
    /// Whether a replacement has taken the place of the named leader (12.4.1).
    pub replacement: bool,
    /// Whether Giorgi Szapolyai's ratings apply to the replacement (ruling H1).
    pub szapolyai: bool,
    /// Whether he was killed and is to be replaced at the owner's next activation (12.4.1).
    pub pending: bool,
    /// Movement points spent in this activation.
    pub spent: u8,
    /// Whether his movement is over.
    pub moved: bool,
}
