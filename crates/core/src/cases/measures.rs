//! What a rule measures, and the bound that it sets.

use core::fmt;
use serde::Serialize;

/// Movement points.
pub const MP: &str = "MP";
/// The range of a shot, in hexes.
pub const RANGE: &str = "range";
/// By how many vertices a unit turns.
pub const VERTICES: &str = "vertices turned";
/// Money.
pub const FLORINS: &str = "Florins";

/// A quantity that a rule measured, and the bound that it does not keep.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// The quantity, in the rule's words: `range`; of a need its unit: `MP`.
    pub of: &'static str,
    /// How much there is.
    pub have: i32,
    /// How much there may or must be.
    pub bound: Bound,
}

/// The bound that a rule sets to a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// So much is spent or used by the action, and more than there is.
    Needs(i32),
    /// No more than this.
    AtMost(i32),
    /// No less than this.
    AtLeast(i32),
    /// This and nothing else.
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
