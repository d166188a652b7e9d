//! Exact fractions, for odds.

use core::fmt;
use serde::{Serialize, Serializer};

/// An exact fraction in lowest terms. It is written `"3/10"`.
///
/// ```
/// use casus_belli::Ratio;
///
/// let (half, third) = (Ratio::new(1, 2), Ratio::new(2, 6));
/// assert_eq!(half.plus(third), Some(Ratio::new(5, 6)));
/// assert_eq!(third.to_string(), "1/3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    num: u128,
    den: u128,
}

const fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ratio {
    /// The fraction 0, an impossible result.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// The fraction 1, a certain result.
    pub const ONE: Self = Self { num: 1, den: 1 };
    /// Returns the fraction `num / den`, reduced.
    ///
    /// # Panics
    /// When `den` is 0.
    pub const fn new(num: u128, den: u128) -> Self {
        assert!(den != 0, "a fraction with the denominator 0");
        let g = gcd(num, den);
        Self {
            num: num / g,
            den: den / g,
        }
    }
    /// Returns the numerator in lowest terms.
    pub const fn num(self) -> u128 {
        self.num
    }
    /// Returns the denominator in lowest terms; never 0.
    pub const fn den(self) -> u128 {
        self.den
    }
    /// Returns the product, or `None` if it overflows.
    pub fn times(self, o: Self) -> Option<Self> {
        let (g, h) = (gcd(self.num, o.den), gcd(o.num, self.den));
        Some(Self {
            num: (self.num / g).checked_mul(o.num / h)?,
            den: (self.den / h).checked_mul(o.den / g)?,
        })
    }
    /// Returns the sum, or `None` if it overflows.
    pub fn plus(self, o: Self) -> Option<Self> {
        let g = gcd(self.den, o.den);
        let den = self.den.checked_mul(o.den / g)?;
        let a = self.num.checked_mul(o.den / g)?;
        let b = o.num.checked_mul(self.den / g)?;
        Some(Self::new(a.checked_add(b)?, den))
    }
    /// Returns the fraction as a floating-point number. Only for people and plots; no rule may use it.
    #[expect(clippy::cast_precision_loss, reason = "people and plots need no exact number")]
    pub fn approx(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
