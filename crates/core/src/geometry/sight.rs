//! The straight line between two hex centres, exactly.
//!
//! The line is followed in integers from corner to corner. So it is the same in both directions, wherever it lies and
//! however the map is turned.

use crate::geometry::hex::{Hex, Hexside, Vertex, sextant};

/// What a line passes between its end hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Crossing {
    /// The inside of a hex.
    Through(Hex),
    /// The side that two hexes share, from end to end. The hex that sorts first ([`Hex`] is ordered) comes first.
    Along(Hex, Hex),
}

/// One step of a line, with the hexsides and vertices that it passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Step {
    /// The inside of a hex.
    Through(Hex),
    /// Across a hexside, from one hex into the next.
    Cross(Hexside),
    /// Along a hexside, from end to end.
    Along(Hexside),
    /// Exactly over a vertex.
    Touch(Vertex),
}

/// Follows a line, and stops when `visit` returns `false`; returns `false` then. The end hexes are not visited.
#[inline]
fn walk(from: Hex, to: Hex, mut visit: impl FnMut(Step) -> bool) -> bool {
    let (dq, dr) = from.offset(to);
    let Some((s, a, b)) = sextant(dq, dr) else {
        return true;
    };
    // The line leans from `main` toward `side` by at most 30 degrees; `away` lies on the other hand. `turn` is the step
    // from `main` to `side`, and the corner between them comes first in `corners`, that between `main` and `away` second.
    let (main, turn, corners, a, b) = if b > a {
        let main = s.cw(1);
        (main, 5, [s, main], b, a)
    } else {
        (s, 1, [s, s.cw(5)], a, b)
    };
    let (side, away) = (main.cw(turn), main.cw(6 - turn));
    let [near, far] = corners.map(|dir| dir.index() as u8);
    let (mut at, mut off) = (from, 0);
    loop {
        let high = 3 * off + a - b;
        let low = 3 * off - a - 2 * b;
        let next = if high == 0 {
            if !visit(Step::Touch(Vertex::new(at, near))) {
                return false;
            }
            if a == b {
                let beside = at.neighbour(main);
                let beyond = beside.neighbour(side);
                let edge = Hexside::new(beside, side.cw(turn));
                if !visit(Step::Along(edge)) || !visit(Step::Touch(Vertex::new(beyond, near + 3))) {
                    return false;
                }
                beyond
            } else {
                off -= b;
                at.neighbour(main)
            }
        } else if low == 0 {
            if !visit(Step::Touch(Vertex::new(at, far))) {
                return false;
            }
            off -= b;
            at.neighbour(main)
        } else {
            let dir = if high < 0 {
                off += a;
                side
            } else if low > 0 {
                off -= a + b;
                away
            } else {
                off -= b;
                main
            };
            if !visit(Step::Cross(Hexside::new(at, dir))) {
                return false;
            }
            at.neighbour(dir)
        };
        if next == to {
            return true;
        }
        at = next;
        if !visit(Step::Through(at)) {
            return false;
        }
    }
}

/// Visits what the straight line from centre to centre passes, in order, until `visit` returns `false`. Returns whether
/// it reached the end.
///
/// The two end hexes are not visited. Each hex whose inside is crossed is visited once; a hex that is only touched at a
/// vertex is not. The line back visits the same in reverse. Nothing is allocated.
#[inline]
pub fn trace(from: Hex, to: Hex, mut visit: impl FnMut(Crossing) -> bool) -> bool {
    walk(from, to, |step| match step {
        Step::Through(hex) => visit(Crossing::Through(hex)),
        Step::Along(side) => {
            let (a, b) = side.hexes();
            visit(if a <= b {
                Crossing::Along(a, b)
            } else {
                Crossing::Along(b, a)
            })
        }
        Step::Cross(_) | Step::Touch(_) => true,
    })
}

/// Visits every step of the line in order, until `visit` returns `false`. Returns whether it reached the end.
///
/// The steps are hexes, hexsides crossed or followed, and vertices touched. The two end hexes are not visited. The line
/// back visits the same in reverse. Nothing is allocated.
#[inline]
pub fn trace_steps(from: Hex, to: Hex, visit: impl FnMut(Step) -> bool) -> bool {
    walk(from, to, visit)
}

/// Returns what [`trace`] visits, as a list.
pub fn line(from: Hex, to: Hex) -> Vec<Crossing> {
    let mut list = Vec::new();
    trace(from, to, |c| {
        list.push(c);
        true
    });
    list
}

/// Returns what [`trace_steps`] visits, as a list.
pub fn sides_crossed(from: Hex, to: Hex) -> Vec<Step> {
    let mut list = Vec::new();
    trace_steps(from, to, |s| {
        list.push(s);
        true
    });
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::hex::{Dir, Symmetry};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn map(s: Symmetry, step: Step) -> Step {
        match step {
            Step::Through(h) => Step::Through(s.apply(h)),
            Step::Cross(e) => Step::Cross(s.apply_hexside(e)),
            Step::Along(e) => Step::Along(s.apply_hexside(e)),
            Step::Touch(v) => Step::Touch(s.apply_vertex(v)),
        }
    }

    /// A fraction of 128 bits with a positive denominator, compared exactly.
    #[derive(Clone, Copy, Debug)]
    struct Frac(i128, i128);
    impl Frac {
        fn cmp(self, o: Self) -> std::cmp::Ordering {
            (self.0 * o.1).cmp(&(o.0 * self.1))
        }
        fn min(self, o: Self) -> Self {
            if self.cmp(o).is_le() { self } else { o }
        }
        fn max(self, o: Self) -> Self {
            if self.cmp(o).is_ge() { self } else { o }
        }
    }

    /// Clips `p + t (q - p)`, 0 <= t <= 1, to the closed hex: |x-y|, |y-z|, |z-x| <= 1 about its centre. Returns the
    /// part and whether its middle lies strictly inside.
    fn clip(from: Hex, to: Hex, hex: Hex) -> Option<(Frac, Frac, bool)> {
        let at = |h: Hex| {
            let (x, y) = (i128::from(h.q), i128::from(h.r));
            [x - y, x + 2 * y, -2 * x - y]
        };
        let (c, p, q) = (at(hex), at(from), at(to));
        let (mut lo, mut hi) = (Frac(0, 1), Frac(1, 1));
        for i in 0..3 {
            let (start, slope) = (p[i] - c[i], q[i] - p[i]);
            // -1 <= start + t * slope <= 1
            if slope == 0 {
                if start.abs() > 1 {
                    return None;
                }
            } else {
                let (one, two) = if slope > 0 {
                    (Frac(-1 - start, slope), Frac(1 - start, slope))
                } else {
                    (Frac(start - 1, -slope), Frac(start + 1, -slope))
                };
                lo = lo.max(one);
                hi = hi.min(two);
            }
        }
        if lo.cmp(hi).is_gt() {
            return None;
        }
        let mid = Frac(lo.0 * hi.1 + hi.0 * lo.1, 2 * lo.1 * hi.1);
        let inside = (0..3).all(|i| {
            let (start, slope) = (p[i] - c[i], q[i] - p[i]);
            (start * mid.1 + mid.0 * slope).abs() < mid.1
        });
        Some((lo, hi, inside))
    }

    /// Finds the line by clipping it against every hex near it.
    fn oracle(from: Hex, to: Hex) -> Vec<Step> {
        let near: BTreeSet<Hex> = (from.q.min(to.q) - 1..=from.q.max(to.q) + 1)
            .flat_map(|q| (from.r.min(to.r) - 1..=from.r.max(to.r) + 1).map(move |r| Hex { q, r }))
            .collect();
        let parts: Vec<_> = near
            .iter()
            .filter_map(|&h| clip(from, to, h).map(|(lo, hi, inside)| (h, lo, hi, inside)))
            .collect();
        let within = |t: Frac| -> Vec<Hex> {
            parts
                .iter()
                .filter(|(_, lo, hi, _)| lo.cmp(t).is_le() && t.cmp(*hi).is_le())
                .map(|p| p.0)
                .collect()
        };
        let mut found: Vec<(Frac, Step)> = Vec::new();
        let mut put = |t: Frac, step: Step| {
            if !found.iter().any(|(_, s)| *s == step) {
                found.push((t, step));
            }
        };
        for &(h, lo, hi, inside) in &parts {
            let mid = Frac(lo.0 * hi.1 + hi.0 * lo.1, 2 * lo.1 * hi.1);
            if lo.cmp(hi).is_lt() {
                if inside {
                    if h != from && h != to {
                        put(mid, Step::Through(h));
                    }
                } else {
                    let pair = within(mid);
                    assert_eq!(pair.len(), 2);
                    put(mid, Step::Along(Hexside::between(pair[0], pair[1]).unwrap()));
                }
            }
            for t in [lo, hi] {
                match *within(t) {
                    [x] => assert!(x == from || x == to),
                    [x, y] => put(t, Step::Cross(Hexside::between(x, y).unwrap())),
                    [x, y, z] => {
                        let v = (0..6)
                            .map(|k| Vertex::new(x, k))
                            .find(|v| v.hexes().contains(&y) && v.hexes().contains(&z));
                        put(t, Step::Touch(v.unwrap()));
                    }
                    _ => unreachable!(),
                }
            }
        }
        found.sort_by(|a, b| a.0.cmp(b.0));
        found.into_iter().map(|(_, s)| s).collect()
    }

    #[test]
    fn every_line_within_twelve_hexes_is_the_clipped_one() {
        let from = Hex::new(-3, 5);
        for to in from.disc(12) {
            assert_eq!(sides_crossed(from, to), oracle(from, to), "{to:?}");
        }
    }

    #[test]
    fn the_plain_cases() {
        let h = Hex::new;
        assert_eq!(line(h(0, 0), h(0, 0)), []);
        assert_eq!(line(h(0, 0), h(1, 0)), []);
        assert_eq!(sides_crossed(h(0, 0), h(1, 0)), [Step::Cross(Hexside::new(h(0, 0), Dir::ALL[0]))]);
        assert_eq!(line(h(0, 0), h(3, 0)), [Crossing::Through(h(1, 0)), Crossing::Through(h(2, 0))]);
        // Over two spines.
        assert_eq!(
            line(h(0, 0), h(2, 2)),
            [
                Crossing::Along(h(0, 1), h(1, 0)),
                Crossing::Through(h(1, 1)),
                Crossing::Along(h(1, 2), h(2, 1)),
            ]
        );
        assert_eq!(
            sides_crossed(h(0, 0), h(1, 1)),
            [
                Step::Touch(Vertex::new(h(0, 0), 0)),
                Step::Along(Hexside::new(h(1, 0), Dir::ALL[2])),
                Step::Touch(Vertex::new(h(1, 1), 3)),
            ]
        );
        assert_eq!(line(h(0, 0), h(2, 1)), [Crossing::Through(h(1, 0)), Crossing::Through(h(1, 1))]);
        // A vertex is touched without running along a side.
        let touched = sides_crossed(h(0, 0), h(4, 1));
        assert_eq!(touched.iter().filter(|s| matches!(s, Step::Touch(_))).count(), 2);
        assert!(!touched.iter().any(|s| matches!(s, Step::Along(_))));
    }

    #[test]
    fn a_visitor_may_stop() {
        let mut seen = 0;
        assert!(!trace(Hex::new(0, 0), Hex::new(9, 4), |_| {
            seen += 1;
            seen < 3
        }));
        assert_eq!(seen, 3);
    }

    proptest! {
        #[test]
        fn long_lines_are_the_clipped_ones(q in -40i16..40, r in -40i16..40) {
            let (from, to) = (Hex::new(2, -9), Hex::new(2 + q, r - 9));
            prop_assert_eq!(sides_crossed(from, to), oracle(from, to));
        }

        #[test]
        fn there_and_back_turned_and_moved(a in -60i16..60, b in -60i16..60, q in -60i16..60, r in -60i16..60, n in 0u8..12) {
            let (from, to) = (Hex::new(a, b), Hex::new(q, r));
            let there = sides_crossed(from, to);
            let mut back = sides_crossed(to, from);
            back.reverse();
            prop_assert_eq!(&there, &back);
            let mut crossings = line(to, from);
            crossings.reverse();
            prop_assert_eq!(line(from, to), crossings);
            let s = Symmetry::new(n).unwrap();
            let image: Vec<_> = there.iter().map(|&x| map(s, x)).collect();
            prop_assert_eq!(sides_crossed(s.apply(from), s.apply(to)), image);
            let count = |list: &[Step]| list.iter().filter(|x| matches!(x, Step::Through(_))).count();
            prop_assert_eq!(count(&there), count(&sides_crossed(Hex::default(), Hex::new(q - a, r - b))));
        }
    }

    #[test]
    fn the_longest_lines_end() {
        let (low, high) = (i16::MIN, i16::MAX);
        for (a, b) in [
            (Hex::new(low, 0), Hex::new(high, 0)),
            (Hex::new(low, high), Hex::new(high, low)),
            (Hex::new(low, low), Hex::new(high, high)),
            (Hex::new(low, low + 1), Hex::new(high, high)),
            (Hex::new(low, 7), Hex::new(high, -301)),
        ] {
            assert!(trace(a, b, |_| true));
        }
    }
}
