//! The state of a turn apart from the counters: crusade, Pope, Danes, places, markers.

use crate::components::Side;

/// Whether a Papal Crusade is in effect (7.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crusade {
    /// No crusade is in effect.
    Off,
    /// A crusade is in effect.
    On,
    /// A crusade is in effect, and ends with the turn (rulings; 18.1).
    Ending,
}

impl Crusade {
    /// Returns whether a crusade is in effect.
    pub const fn is_on(self) -> bool {
        !matches!(self, Self::Off)
    }
}

/// The Pope (7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pope {
    /// Martin V, the first Pope of the game.
    Martin,
    /// Eugenius IV, his successor.
    Eugenius,
}

/// The state of the Danish intervention (6.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Danes {
    /// They may still come.
    Awaited,
    /// They have come, and may be mustered again if routed (6.3.4).
    Come,
    /// They have gone home, or can no longer come (6.3.6, 6.3.7, ruling R-11).
    Gone,
}

/// The state of the split of the Taborites (5.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Split {
    /// They have not split.
    Whole,
    /// Žižka was eliminated in that turn: they split in the Muster Phase of the next one (17.3, ruling R-26).
    Due(u8),
    /// They have split.
    Made,
}

/// The state of an urban place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TownState {
    /// Whether it has a Pillage marker (10.7.1).
    pub pillaged: bool,
    /// Whether its garrison has a Blockade marker (10.6).
    pub blockaded: bool,
    /// The side that occupied it last (ruling R-21).
    pub control: Option<Side>,
    /// The side that had a unit there, free of enemies, when this turn's Muster began (15.1).
    pub prepared: Option<Side>,
}
