//! Places: what a refusal, a ledger line, an event or a decision points at.

use serde::Serialize;

/// The names of the newtypes as which numbers are serialized. They say what the number counts.
///
/// Pieces have the name of their variant of [`Place`].
pub mod newtype {
    /// The name of a hex.
    pub const HEX: &str = "Hex";
    /// The name of a hexside, or of a facing towards one.
    pub const DIR: &str = "Dir";
    /// The name of a facing towards a corner.
    pub const CORNER: &str = "Corner";
    /// The name of a place.
    pub const PLACE: &str = "Place";
}

/// What a refusal, a ledger line or an event points at. The game knows the names behind the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("format" = "place")))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// No place in particular.
    #[default]
    Nowhere,
    /// A combat unit, by its number in the game's roster.
    Unit(u16),
    /// A leader, by its number in the game's roster.
    Leader(u16),
    /// A command, a formation that is activated together, by its number.
    Command(u16),
    /// A Standard (a flag that is a piece), by its number in the game's roster.
    Standard(u16),
    /// A hex, by its number on the board.
    Hex(u16),
    /// The hexside of a hex in a direction (0 to 5).
    Hexside(u16, u8),
    /// A side, by its number.
    Side(u8),
}
