//! Refusals: why an action is not allowed, by Case.

use crate::cases::case::Cite;
use crate::cases::measures::Measure;
use crate::geometry::place::Place;
use core::fmt;
use serde::Serialize;

/// One reason why an action is not allowed.
///
/// ```
/// use casus_belli::{Cite, Place, Refusal};
///
/// let refusal = Refusal::new(Cite::library("example"), "it is too far").about(Place::Hex(3));
/// assert_eq!(refusal.to_string(), "it is too far (library: example)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The Case that forbids the action.
    pub cite: Cite,
    /// The stable phrase of the rule that forbids the action.
    pub because: &'static str,
    /// The unit, hex or other place that the reason is about.
    pub at: Place,
    /// What the rule measured, and the bound that it sets; `None` if it does not measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
}

impl Refusal {
    /// Creates a refusal without a place.
    pub const fn new(cite: Cite, because: &'static str) -> Self {
        Self {
            cite,
            because,
            at: Place::Nowhere,
            measure: None,
        }
    }
    /// Says which piece or hex the refusal is about.
    #[must_use]
    pub const fn about(self, at: Place) -> Self {
        Self { at, ..self }
    }
    /// Creates the refusal of an action that names a piece or a hex which is not in the game.
    pub const fn unknown(cite: Cite) -> Self {
        Self::new(cite, "there is no such piece or hex")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.because, self.cite)?;
        self.measure.map_or(Ok(()), |measure| write!(f, ": {measure}"))
    }
}

/// The reasons why an action is not allowed. If it is not the time for the action, the reason that says so comes first. The
/// others are in book order.
///
/// As an error of [`Game::check`](crate::Game::check) it has at least one reason. Only a [quick](Verdict::quick) verdict
/// gives an error without reasons.
///
/// ```
/// use casus_belli::suleiman::{Setup, Side, Suleiman};
/// use casus_belli::{Game, Match, Refusal};
///
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let refusals = Suleiman::check(game.state(), Side::Ottoman, &game.actions()[0]).unwrap_err();
/// // An Ottoman player cannot place a Hungarian leader.
/// for Refusal { cite, because, at, .. } in &refusals {
///     println!("{cite} {because} {at:?}");
/// }
/// assert!(refusals.cites("4.3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    /// Creates refusals of a single reason.
    pub fn one(refusal: Refusal) -> Self {
        Self(vec![refusal])
    }
    /// Creates refusals that say first (`now`) that this is not the time for the action, and then everything that would
    /// forbid the action at its time.
    #[must_use]
    pub fn untimely(now: Refusal, then: Self) -> Self {
        let mut all = vec![now];
        all.extend(then.0.into_iter().filter(|r| *r != now));
        Self(all)
    }
    /// Returns the reasons that every one of these answers gives. Two reasons with the same Case and phrase count as one,
    /// also if they are about different places.
    #[must_use]
    pub fn common(answers: &[Self]) -> Self {
        let like = |a: &Refusal, b: &Refusal| a.cite == b.cite && a.because == b.because;
        let mut all: Vec<Refusal> = Vec::new();
        for reason in answers.first().into_iter().flatten() {
            let everywhere = answers.iter().all(|of| of.iter().any(|o| like(o, reason)));
            if everywhere && !all.iter().any(|o| like(o, reason)) {
                all.push(*reason);
            }
        }
        Self(all)
    }
    /// Returns the reasons in book order. That it is not the time for the action comes first.
    pub fn iter(&self) -> core::slice::Iter<'_, Refusal> {
        self.0.iter()
    }
    /// Returns whether a reason cites this Case (`"3.2.4"` also finds its clauses) or is read by this ruling.
    ///
    /// Name a house rule with the title of its book.
    pub fn cites(&self, case: &str) -> bool {
        self.0.iter().any(|r| r.cite.answers(case))
    }
    /// Returns the number of reasons.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Returns whether there is no reason.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Collects what several answers say, each reason once, in book order.
impl FromIterator<Refusals> for Refusals {
    fn from_iter<I: IntoIterator<Item = Refusals>>(answers: I) -> Self {
        let mut all: Vec<Refusal> = Vec::new();
        for refusal in answers.into_iter().flat_map(|r| r.0) {
            if !all.contains(&refusal) {
                all.push(refusal);
            }
        }
        all.sort_by_key(|r| r.cite);
        Self(all)
    }
}

impl<'a> IntoIterator for &'a Refusals {
    type Item = &'a Refusal;
    type IntoIter = core::slice::Iter<'a, Refusal>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, r) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{r}")?;
        }
        Ok(())
    }
}
impl core::error::Error for Refusals {}

/// Collects refusals: all of them, or only whether there is one.
///
/// ```
/// use casus_belli::{Cite, Refusal, Verdict};
///
/// let mut verdict = Verdict::full();
/// verdict.refuse(Refusal::new(Cite::library("night"), "it is dark"));
/// verdict.refuse(Refusal::new(Cite::library("mud"), "the ground is soft"));
/// assert_eq!(verdict.finish().unwrap_err().len(), 2);
///
/// // A quick verdict is settled by the first refusal.
/// let mut quick = Verdict::quick();
/// quick.refuse(Refusal::new(Cite::library("night"), "it is dark"));
/// assert!(quick.settled());
/// ```
#[derive(Debug)]
pub struct Verdict {
    all: bool,
    refused: bool,
    refusals: Vec<Refusal>,
}

impl Verdict {
    /// Creates a verdict that stops at the first refusal and keeps no reasons, for lists of legal actions.
    pub const fn quick() -> Self {
        Self {
            all: false,
            refused: false,
            refusals: Vec::new(),
        }
    }
    /// Creates a verdict that keeps every refusal, for the answer to "why not?".
    pub const fn full() -> Self {
        Self {
            all: true,
            refused: false,
            refusals: Vec::new(),
        }
    }
    /// Adds a refusal. A full verdict keeps each refusal once, a quick one keeps none.
    #[inline]
    pub fn refuse(&mut self, refusal: Refusal) {
        self.refused = true;
        if self.all && !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }
    /// Adds the reasons of another verdict. A reason with the same Case and phrase as one already here is left out, even
    /// if it is about another piece.
    pub fn absorb(&mut self, other: Self) {
        let alike = |a: &Refusal, b: &Refusal| a.cite == b.cite && a.because == b.because;
        for refusal in other.refusals {
            if !self.refusals.iter().any(|r| alike(r, &refusal)) {
                self.refuse(refusal);
            }
        }
    }
    /// Records that something refuses, for a verdict that keeps no reasons.
    #[inline]
    pub fn refuse_untold(&mut self) {
        self.refused = true;
    }
    /// Returns whether the verdict keeps reasons, so that all of them must be added.
    #[inline]
    pub const fn wants_reasons(&self) -> bool {
        self.all
    }
    /// Returns whether something refused.
    pub const fn refused(&self) -> bool {
        self.refused
    }
    /// Returns whether nothing more needs to be asked.
    pub const fn settled(&self) -> bool {
        self.refused && !self.all
    }
    /// Returns the result, with the reasons in book order.
    ///
    /// # Errors
    /// If something refused: all the refusals of a full verdict; an empty list for a quick one, which keeps no reasons.
    pub fn finish(mut self) -> Result<(), Refusals> {
        if !self.refused {
            return Ok(());
        }
        self.refusals.sort_by_key(|r| r.cite);
        Err(Refusals(self.refusals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_need_and_a_bound_read_differently() {
        use crate::cases::rule::Violation;
        let at = Place::Hex(1);
        let told = |violation: Violation| {
            Refusal {
                measure: violation.measure,
                ..Refusal::new(Cite::library("far"), "no")
            }
            .to_string()
        };
        for (violation, says) in [
            (Violation::lacks(at, "MP", 3, 1), "needs 3 MP, has 1"),
            (Violation::over(at, "range", 6, 2), "range 6, at most 2"),
            (Violation::under(at, "distance", 1, 2), "distance 1, at least 2"),
            (Violation::not(at, "vertices turned", 2, 1), "vertices turned 2, exactly 1"),
        ] {
            assert_eq!(told(violation), format!("no (library: far): {says}"));
            assert_eq!(violation.at, at);
        }
        let range = |have| Violation::outside(at, "distance", have, 2..=3);
        assert_eq!(
            (range(1), range(4)),
            (Some(Violation::under(at, "distance", 1, 2)), Some(Violation::over(at, "distance", 4, 3)))
        );
        assert_eq!((range(2), range(3)), (None, None));
        assert_eq!(told(Violation::at(at)), "no (library: far)");
        let json = serde_json::to_value(Violation::over(at, "range", 6, 2).measure).unwrap();
        assert_eq!(json, serde_json::json!({"of": "range", "have": 6, "bound": {"at_most": 2}}));
    }

    #[test]
    fn what_several_answers_have_in_common_is_kept_wherever_it_bites() {
        let violation = |why, hex| Refusal {
            at: Place::Hex(hex),
            ..Refusal::new(Cite::library(why), why)
        };
        let answers = [
            Refusals(vec![violation("wet", 1), violation("far", 1), violation("wet", 2)]),
            Refusals(vec![violation("dark", 3), violation("wet", 3)]),
        ];
        assert_eq!(Refusals::common(&answers), Refusals::one(violation("wet", 1)));
        assert!(Refusals::common(&[]).is_empty());
    }
}
