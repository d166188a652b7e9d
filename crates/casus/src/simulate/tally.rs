//! What came of battles: whole numbers, which are added up and say the same in any order.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many of each.
pub(crate) type Count = BTreeMap<String, usize>;

/// What came of one battle, or of many.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tally {
    /// How many battles.
    games: usize,
    /// What was counted, by kind and key.
    counts: BTreeMap<String, Count>,
    /// Of each kind of number, how many battles had which.
    numbers: BTreeMap<String, BTreeMap<usize, usize>>,
}

impl Tally {
    /// Of one battle.
    pub(crate) fn one() -> Self {
        Self {
            games: 1,
            ..Self::default()
        }
    }
    /// Counts something of a kind.
    pub(crate) fn add(&mut self, kind: &str, key: impl Into<String>, n: usize) {
        let count = self.counts.entry(kind.to_owned()).or_default();
        *count.entry(key.into()).or_default() += n;
    }
    /// Notes a number of this battle.
    pub(crate) fn note(&mut self, kind: &str, n: usize) {
        *self.numbers.entry(kind.to_owned()).or_default().entry(n).or_default() += 1;
    }
    /// What was counted of a kind.
    pub(crate) fn count(&self, kind: &str) -> Count {
        self.counts.get(kind).cloned().unwrap_or_default()
    }
    /// So many battles.
    pub(crate) const fn games(&self) -> usize {
        self.games
    }
    /// The sum of both.
    pub(crate) fn join(&mut self, other: Self) {
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
    /// The shares of a kind, line by line, each with its interval.
    pub(crate) fn shares(&self, out: &mut String, title: &str, kind: &str, whole: usize) {
        let _ = writeln!(out, "{title}");
        for (key, n) in &self.count(kind) {
            let _ = writeln!(out, "  {key:<28} {}", share(*n, whole));
        }
    }
    /// The median of a number, and where it lies in 95 battles of 100.
    pub(crate) fn spread(&self, out: &mut String, title: &str, kind: &str) {
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

/// A share in percent.
#[expect(clippy::cast_precision_loss, reason = "counts of pieces and games")]
pub(crate) fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Where a share in percent lies with 95 % confidence (Wilson's interval).
#[expect(clippy::cast_precision_loss, reason = "counts of games")]
pub(crate) fn interval(part: usize, whole: usize) -> (f64, f64) {
    let (n, p) = (whole.max(1) as f64, part as f64 / whole.max(1) as f64);
    let z = 1.959_964;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (centre - half).max(0.0), 100.0 * (centre + half).min(1.0))
}

/// A share in words, with its interval.
pub(crate) fn share(part: usize, whole: usize) -> String {
    let (low, high) = interval(part, whole);
    format!("{:>5.1} % ({low:.1} to {high:.1})", percent(part, whole))
}

/// How much more often something came about in one list of battles than in another with the same seeds, in percent, and where
/// that lies with 95 % confidence. The pairs are: in the first alone, in the second alone, and all.
#[expect(clippy::cast_precision_loss, reason = "counts of games")]
pub(crate) fn paired(first: usize, second: usize, all: usize) -> (f64, f64, f64) {
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

    /// Against values of the literature: 10 of 20, and none of 10 (Wilson 1927; Newcombe 1998).
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
