//! What a turn knows beside its counters: crusade, Pope, Danes, places, markers.

use crate::components::Side;

/// Whether a Papal Crusade is in effect (7.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crusade {
    /// None is in effect.
    Off,
    /// One is in effect.
    On,
    /// One is, and ends with the turn (rulings; 18.1).
    Ending,
}

impl Crusade {
    /// Whether one is in effect.
    pub const fn is_on(self) -> bool {
        !matches!(self, Self::Off)
    }
}

/// The Pope (7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pope {
    /// Martin V, the first Pope of the game.
    Martin,
    /// Eugenius IV, who follows him.
    Eugenius,
}

/// What has become of the Danish intervention (6.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Danes {
    /// They may still come.
    Awaited,
    /// They have come, and may be bought back when routed (6.3.4).
    Come,
    /// They have gone home, or cannot come any more (6.3.6, 6.3.7, ruling R-11).
    Gone,
}

/// What has become of the Taborites (5.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Split {
    /// They are one.
    Whole,
    /// Žižka is gone since that turn: they split in the Muster Phase of the next one (17.3, ruling R-26).
    Due(u8),
    /// They have split.
    Made,
}

/// An urban place in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TownState {
    /// It bears a Pillage marker (10.7.1).
    pub pillaged: bool,
    /// A Blockade marker lies on its garrison (10.6).
    pub blockaded: bool,
    /// Who was the last to occupy it (ruling R-21).
    pub control: Option<Side>,
    /// Which side had a unit there and no enemy when this turn's Muster began (15.1).
    pub prepared: Option<Side>,
}
