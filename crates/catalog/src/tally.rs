//! Statistics of battles. They are whole numbers, so their sum does not depend on the order.

use casus_core::{Cite, Outcome, Sided};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Counts by key.
pub type Count = BTreeMap<String, usize>;

/// The statistics of one battle or of many.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The number of battles.
    games: usize,
    /// Counts, by kind and key.
    counts: BTreeMap<String, Count>,
    /// For each kind of number, how many battles had each value.
    numbers: BTreeMap<String, BTreeMap<usize, usize>>,
}

impl Tally {
    /// Returns the empty tally of one battle.
    pub fn one() -> Self {
        Self {
            games: 1,
            ..Self::default()
        }
    }
    /// Adds `n` to a count.
    pub fn add(&mut self, kind: &str, key: impl Into<String>, n: usize) {
        let count = self.counts.entry(kind.to_owned()).or_default();
        *count.entry(key.into()).or_default() += n;
    }
    /// Records a number of this battle.
    pub fn note(&mut self, kind: &str, n: usize) {
        *self.numbers.entry(kind.to_owned()).or_default().entry(n).or_default() += 1;
    }
    /// Returns the counts of a kind.
    pub fn count(&self, kind: &str) -> Count {
        self.counts.get(kind).cloned().unwrap_or_default()
    }
    /// Returns the number of battles.
    pub const fn games(&self) -> usize {
        self.games
    }
    /// Adds another tally to this one.
    pub fn join(&mut self, other: Self) {
        self.games += other.games;
        for (kind, count) in other.counts {
            for (key, n) in count {
                self.add(&kind, key, n);
            }
        }
        for (kind, list) in other.numbers {
            let mine = self.numbers.entry(kind).or_default();
            for (number, n) in list {
                *mine.entry(number).or_default() += n;
            }
        }
    }
    /// Counts under `ends` how a battle ended, with the Case.
    pub fn end<S: Sided>(&mut self, end: Option<(Outcome<S>, Cite)>) {
        let word = match end {
            Some((Outcome::Win(side), cite)) => format!("{} ({})", side.word(), cite.text()),
            Some((Outcome::Draw, cite)) => format!("draw ({})", cite.text()),
            Some((Outcome::AllLose, cite)) => format!("all lost ({})", cite.text()),
            Some((Outcome::Stalemate, cite)) => format!("stalemate ({})", cite.text()),
            None => "unended".to_owned(),
        };
        self.add("ends", word, 1);
    }
    /// Writes the shares of a kind, one a line, each with its confidence interval.
    pub fn shares(&self, out: &mut String, title: &str, kind: &str, whole: usize) {
        let _ = writeln!(out, "{title}");
        for (key, n) in &self.count(kind) {
            let _ = writeln!(out, "  {key:<28} {}", share(*n, whole));
        }
    }
    /// Writes the median of a number, the range of its middle 95 %, and its maximum.
    pub fn spread(&self, out: &mut String, title: &str, kind: &str) {
        let none = BTreeMap::new();
        let list = self.numbers.get(kind).unwrap_or(&none);
        let all: usize = list.values().sum();
        if all == 0 {
            let _ = writeln!(out, "{title:<22} never");
            return;
        }
        let at = |mil: usize| {
            let place = (all - 1) * mil / 1000;
            let mut before = 0;
            let found = list.iter().find(|&(_, n)| {
                before += n;
                before > place
            });
            found.map_or(0, |(number, _)| *number)
        };
        let _ = writeln!(
            out,
            "{title:<22} median {}, 95 of 100 between {} and {}, at most {}",
            at(500),
            at(25),
            at(975),
            at(1000)
        );
    }
}

/// Returns a share in percent.
#[expect(clippy::cast_precision_loss, reason = "counts of pieces and games")]
pub fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Returns the 95 % confidence interval of a share, in percent (Wilson's interval).
#[expect(clippy::cast_precision_loss, reason = "counts of games")]
pub fn interval(part: usize, whole: usize) -> (f64, f64) {
    let (n, p) = (whole.max(1) as f64, part as f64 / whole.max(1) as f64);
    let z = 1.959_964;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (centre - half).max(0.0), 100.0 * (centre + half).min(1.0))
}

/// Returns a share as text, with its confidence interval.
pub fn share(part: usize, whole: usize) -> String {
    let (low, high) = interval(part, whole);
    format!("{:>5.1} % ({low:.1} to {high:.1})", percent(part, whole))
}

/// Compares how often something happens in two lists of battles with the same seeds. Returns the second rate minus the first, in
/// percent, with its 95 % confidence interval.
///
/// `first` counts the pairs in which it happens only in the first list, `second` those in which it happens only in the second.
#[expect(clippy::cast_precision_loss, reason = "counts of games")]
pub fn paired(first: usize, second: usize, all: usize) -> (f64, f64, f64) {
    let (b, c, n) = (first as f64, second as f64, all.max(1) as f64);
    let (difference, half) = ((c - b) / n, 1.959_964 * (b + c - (c - b) * (c - b) / n).max(0.0).sqrt() / n);
    (100.0 * difference, 100.0 * (difference - half), 100.0 * (difference + half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_up_in_any_order() {
        let tally = |seed: usize| {
            let mut t = Tally::one();
            t.add("won", if seed.is_multiple_of(3) { "a" } else { "b" }, 1);
            t.note("turns", seed * 7 % 5);
            t
        };
        let sum = |seeds: Vec<usize>| {
            let mut all = Tally::default();
            for seed in seeds {
                all.join(tally(seed));
            }
            all
        };
        assert_eq!(sum((0..30).collect()), sum((0..30).rev().collect()));
        let mut halves = sum((0..11).collect());
        halves.join(sum((11..30).collect()));
        assert_eq!(halves, sum((0..30).collect()));
        assert_eq!(halves.games(), 30);
        assert_eq!(halves.count("won")["a"], 10);
    }

    #[test]
    fn numbers_are_spread() {
        let mut t = Tally::default();
        for n in 1..=101 {
            t.note("n", n);
        }
        let mut out = String::new();
        t.spread(&mut out, "n", "n");
        assert!(out.ends_with("median 51, 95 of 100 between 3 and 98, at most 101\n"), "{out}");
    }

    /// Compares with published values (Wilson 1927; Newcombe 1998).
    #[test]
    fn shares_have_intervals() {
        let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.05 && (b - d).abs() < 0.05;
        assert!(near(interval(10, 20), (29.9, 70.1)), "{:?}", interval(10, 20));
        assert!(near(interval(0, 10), (0.0, 27.8)), "{:?}", interval(0, 10));
        assert!(near(interval(81, 263), (25.5, 36.6)), "{:?}", interval(81, 263));
        let (difference, low, high) = paired(5, 15, 100);
        assert!((difference - 10.0).abs() < 1e-9 && low > 1.0 && high < 19.0, "{low} {high}");
    }
}
