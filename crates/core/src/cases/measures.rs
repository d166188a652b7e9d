//! What a rule measures, and the bound that it sets.

use core::fmt;
use serde::Serialize;

/// The unit of movement points.
pub const MP: &str = "MP";
/// The range of a shot, in hexes.
pub const RANGE: &str = "range";
/// The number of vertices that a unit turns.
pub const VERTICES: &str = "vertices turned";
/// The unit of money.
pub const FLORINS: &str = "Florins";

/// A quantity that a rule measured, and the bound that it violates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// The quantity in the words of the rule: `range`. For a need, its unit: `MP`.
    pub of: &'static str,
    /// The amount that the rule measured, in the unit of [`of`](Measure::of).
    pub have: i32,
    /// The bound that the amount violates.
    pub bound: Bound,
}

/// A bound that a rule sets to a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The action needs this amount, which is more than there is.
    Needs(i32),
    /// At most this amount.
    AtMost(i32),
    /// At least this amount.
    AtLeast(i32),
    /// Exactly this amount, neither more nor less.
    Exactly(i32),
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, have, bound } = self;
        match bound {
            Bound::Needs(need) => write!(f, "needs {need} {of}, has {have}"),
            Bound::AtMost(most) => write!(f, "{of} {have}, at most {most}"),
            Bound::AtLeast(least) => write!(f, "{of} {have}, at least {least}"),
            Bound::Exactly(only) => write!(f, "{of} {have}, exactly {only}"),
        }
    }
}
