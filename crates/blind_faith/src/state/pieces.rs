//! The changing state of the counters.

use casus_core::HexId;

/// The location of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whereabouts {
    /// In a hex of the map.
    Map(HexId),
    /// In the Routed Units box (9.3.3), to the end of the turn.
    Routed,
    /// On the Turn Record Track: a reinforcement of that turn (5.1b).
    Track(u8),
    /// On the Turn Record Track: routed, and due to return in that turn (5.3, 10.9).
    Returns(u8),
    /// May be mustered for Florins, from that turn on (6.2, 6.3.4).
    Pool(u8),
    /// May be drawn by Legates, from that turn on (7.3.3).
    Draw(u8),
    /// An Orphan or Prokop, before the split (5.2.1).
    Split,
    /// A Pole or Lithuanian, before the intervention (5.2.3).
    Poland,
    /// A Dane, before the intervention (6.3).
    Denmark,
    /// An heir, before Albert's elimination (12.1).
    Succession,
    /// The Legate in his box (7.3).
    Box,
    /// Among the waiting Legates (7.3.1).
    Cup,
    /// Out of the game.
    Gone,
}

impl Whereabouts {
    /// Returns the hex, if the counter is on the map.
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Self::Map(hex) => Some(hex),
            _ => None,
        }
    }
    /// Returns its word in views and set-ups.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Map(_) => "map",
            Self::Routed => "routed",
            Self::Track(_) => "track",
            Self::Returns(_) => "returns",
            Self::Pool(_) => "pool",
            Self::Draw(_) => "draw",
            Self::Split => "split",
            Self::Poland => "poland",
            Self::Denmark => "denmark",
            Self::Succession => "succession",
            Self::Box => "legate",
            Self::Cup => "cup",
            Self::Gone => "gone",
        }
    }
}

casus_core::flags! {
    /// What a unit has done in the Campaign Phases of this turn.
    ///
    /// A set of flags; [`Done::has`] tests one. All are cleared when the turn ends, [`Done::HALTED`] when its Phase ends.
    pub struct Done(u8) {
        /// Has entered a hex in its side's Campaign Phase (8.1, ruling R-60).
        MOVED = 0,
        /// Has intercepted (8.8).
        INTERCEPTED = 1,
        /// Its stack has ended its move, or left it behind on the way (8.4, ruling R-95).
        HALTED = 2,
        /// May move although it has intercepted: it was with Žižka and a wagon when the Phase began (8.8.3, ruling R-61).
        EXCUSED = 3,
    }
}

/// The state of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// The location of the counter.
    pub at: Whereabouts,
    /// Whether it is inside the walls of the place in its hex; set only while an enemy combat unit is in the hex (8.6, ruling
    ///
    pub inside: bool,
    /// Movement Points that it has spent in the current Campaign Phase.
    pub spent: u8,
    /// What it has done in this turn.
    pub done: Done,
}
