//! A throw against a number: who passes, and by which sum.

use crate::cases::ledger::Ledger;
use crate::dice::throw::{Dice, Throw};
use serde::Serialize;

/// What the sum of a throw must come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So much or less.
    AtMost(i32),
    /// Less.
    Below(i32),
    /// More.
    Above(i32),
}

impl Limit {
    /// The number.
    pub const fn number(self) -> i32 {
        match self {
            Self::AtMost(n) | Self::Below(n) | Self::Above(n) => n,
        }
    }
    /// Whether a sum is as it must be.
    pub const fn allows(self, sum: i32) -> bool {
        match self {
            Self::AtMost(n) => sum <= n,
            Self::Below(n) => sum < n,
            Self::Above(n) => sum > n,
        }
    }
}

/// A throw against a number: of continuity, nerve, survival.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Test {
    /// What fell, and its modifiers.
    pub ledger: Ledger,
    /// What it had to reach or keep to.
    pub need: i32,
    /// Whether it did what its thrower hoped.
    pub passed: bool,
}

impl Test {
    /// Throws, and adds these modifiers.
    ///
    /// ```
    /// use casus_core::{Cite, Die, Ledger, Limit, Line, Place, Scripted, Test, Throw};
    ///
    /// let nerve = Cite::library("nerve");
    /// let throw = Throw { cite: nerve, die: Die::D10, what: "nerve" };
    /// let mut net = Ledger::new(0);
    /// net.push(Line { cite: nerve, label: "shaken", value: 2, from: Place::Nowhere });
    /// let test = Test::throw(&mut Scripted::new(&[5]), throw, net, Limit::AtMost(6));
    /// assert_eq!((test.ledger.total, test.need, test.passed), (7, 6, false));
    /// ```
    pub fn throw(dice: &mut dyn Dice, throw: Throw, net: Ledger, limit: Limit) -> Self {
        let drm = net.total;
        let face = dice.throw(throw, &|f| u16::from(limit.allows(i32::from(f) + drm)));
        let ledger = net.over(face.into());
        Self {
            passed: limit.allows(ledger.total),
            ledger,
            need: limit.number(),
        }
    }
}
