//! Throws against a number, with the sum that decides whether they pass.

use crate::cases::ledger::Ledger;
use crate::dice::throw::{Dice, Throw};
use serde::Serialize;

/// The bound that decides whether the sum of a throw passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The sum passes if it is this number or less.
    AtMost(i32),
    /// The sum passes if it is less than this number.
    Below(i32),
    /// The sum passes if it is more than this number.
    Above(i32),
}

impl Limit {
    /// Returns the number of the bound, without its direction.
    pub const fn number(self) -> i32 {
        match self {
            Self::AtMost(n) | Self::Below(n) | Self::Above(n) => n,
        }
    }
    /// Returns whether a sum passes.
    pub const fn allows(self, sum: i32) -> bool {
        match self {
            Self::AtMost(n) => sum <= n,
            Self::Below(n) => sum < n,
            Self::Above(n) => sum > n,
        }
    }
}

/// The result of a throw against a number: a continuity roll, a flight check, a test of survival.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Test {
    /// The face that was rolled, its modifiers and the sum.
    pub ledger: Ledger,
    /// The number of the [`Limit`] that the sum was compared with.
    pub need: i32,
    /// Whether the sum passed.
    pub passed: bool,
}

impl Test {
    /// Rolls the die, and adds the modifiers of `net`.
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
