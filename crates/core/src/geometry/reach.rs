//! Movement: the cheapest way to every hex within a budget.

use crate::geometry::board::{Board, HexId};
use crate::geometry::hex::Dir;
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// One step that a unit may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stride {
    /// The cost in movement points; 0 is allowed.
    pub cost: u16,
    /// Whether movement ends with the step.
    pub stop: bool,
}

impl Stride {
    /// Creates a step after which movement may go on.
    pub const fn on(cost: u16) -> Self {
        Self { cost, stop: false }
    }
    /// Creates a step that ends movement.
    pub const fn stop(cost: u16) -> Self {
        Self { cost, stop: true }
    }
}

/// How a hex was reached: the points spent, and the hex before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Label {
    cost: u16,
    before: HexId,
}

/// The hexes that [`reach`] found, with their costs. The value is also the workspace of the search, which you can use
/// again.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    start: Option<HexId>,
    /// For each hex, the cheapest way that may go on, and the cheapest that ends there.
    labels: Vec<[Option<Label>; 2]>,
    found: Vec<HexId>,
    heap: BinaryHeap<Reverse<(u16, HexId)>>,
}

/// Returns the cheaper of two labels, and whether it ends movement.
fn best(labels: &[Option<Label>; 2]) -> Option<(Label, bool)> {
    match *labels {
        [Some(on), Some(stop)] if stop.cost < on.cost => Some((stop, true)),
        [Some(on), _] => Some((on, false)),
        [None, stop] => stop.map(|l| (l, true)),
    }
}

/// Returns the hexes that can be reached from `start` within a budget of movement points. See [`Reach::search`].
pub fn reach(
    board: &Board,
    start: HexId,
    budget: u16,
    step: impl FnMut(HexId, Dir, HexId, u16) -> Option<Stride>,
) -> Reach {
    let mut found = Reach::default();
    found.search(board, start, budget, step);
    found
}

impl Reach {
    /// Creates a workspace that has not searched anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches a board. A workspace that has already searched a board of this size does not allocate for the table again.
    ///
    /// `step` is called for the step from a hex in a direction into the next, with the points spent so far. It returns
    /// `None` if the step is forbidden. A cost may depend on the hex, on the hexside, or on the direction in which the
    /// hexside is crossed. A step beyond the budget is not taken.
    ///
    /// A step that stops ([`Stride::stop`]) ends the way in its hex. If a hex is entered both by a step that stops and by a
    /// dearer step that does not, the search goes on from the dearer one. If what `step` returns depends on the points
    /// spent, fewer points spent must never make a step dearer or forbid it. The result is empty if `start` is off the map.
    pub fn search(
        &mut self,
        board: &Board,
        start: HexId,
        budget: u16,
        mut step: impl FnMut(HexId, Dir, HexId, u16) -> Option<Stride>,
    ) {
        for id in self.found.drain(..) {
            self.labels[id.index()] = [None; 2];
        }
        self.heap.clear();
        self.labels.resize(board.len(), [None; 2]);
        self.start = board.contains(start).then_some(start);
        if self.start.is_none() {
            return;
        }
        self.found.push(start);
        self.labels[start.index()][0] = Some(Label { cost: 0, before: start });
        self.heap.push(Reverse((0, start)));
        while let Some(Reverse((spent, at))) = self.heap.pop() {
            if self.labels[at.index()][0].is_none_or(|l| l.cost != spent) {
                continue;
            }
            for (dir, to) in board.neighbours(at) {
                let Some(stride) = step(at, dir, to, spent) else {
                    continue;
                };
                let Some(cost) = spent.checked_add(stride.cost).filter(|&c| c <= budget) else {
                    continue;
                };
                let labels = &mut self.labels[to.index()];
                let fresh = labels[0].is_none() && labels[1].is_none();
                let label = &mut labels[usize::from(stride.stop)];
                if label.is_none_or(|l| cost < l.cost) {
                    *label = Some(Label { cost, before: at });
                    if fresh {
                        self.found.push(to);
                    }
                    if !stride.stop {
                        self.heap.push(Reverse((cost, to)));
                    }
                }
            }
        }
        let labels = &self.labels;
        self.found
            .sort_unstable_by_key(|id| (best(&labels[id.index()]).map(|(l, _)| l.cost), *id));
    }
    /// Returns the hex where the search began.
    pub const fn start(&self) -> Option<HexId> {
        self.start
    }
    /// Returns the lowest cost of a hex, in movement points; `None` if it is out of reach. The start costs 0.
    #[inline]
    pub fn cost(&self, id: HexId) -> Option<u16> {
        self.labels.get(id.index()).and_then(best).map(|(l, _)| l.cost)
    }
    /// Returns whether the cheapest way to a hex ends movement there. Of two equally cheap ways, the one that does not
    /// end movement counts.
    pub fn stops(&self, id: HexId) -> bool {
        self.labels.get(id.index()).and_then(best).is_some_and(|(_, stop)| stop)
    }
    /// Returns a cheapest way to a hex, from the start to the hex, both included. `None` if the hex is out of reach. Of
    /// equally cheap ways the same search always returns the same one.
    pub fn path(&self, id: HexId) -> Option<Vec<HexId>> {
        let (last, _) = self.labels.get(id.index()).and_then(best)?;
        let mut path = vec![id];
        let (mut at, mut label) = (id, last);
        while label.before != at && path.len() <= self.labels.len() {
            at = label.before;
            path.push(at);
            label = self.labels.get(at.index())?[0]?;
        }
        path.reverse();
        Some(path)
    }
    /// Returns the hexes in reach by ascending cost, then by number; the start comes first.
    pub fn hexes(&self) -> &[HexId] {
        &self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::numbering::tests::MIRRORED;
    use crate::geometry::numbering::{Compass, Digits, Lines, Numbering, Span, Stagger};
    use proptest::prelude::*;

    fn small() -> Board {
        let span = |grows| Span {
            first: 1,
            last: 5,
            grows,
        };
        let shift = Stagger {
            lines: Lines::Even,
            toward: Compass::North,
        };
        let (rows, columns) = (span(Compass::South), span(Compass::East));
        let flat = crate::geometry::hex::Orientation::Flat;
        Board::full(Numbering::new(flat, Digits::Ccrr, rows, columns, shift).unwrap())
    }

    /// Returns the cost of a step from a table of random bytes, by hexside and direction of crossing.
    fn stride(table: &[u8], at: HexId, dir: Dir) -> Option<Stride> {
        match table[at.index() * 6 + dir.index()] {
            n @ 0..=2 => Some(Stride::stop(u16::from(n))),
            n @ 3..=8 => Some(Stride::on(u16::from(n) - 3)),
            _ => None,
        }
    }

    /// Tries every way, step by step, while points last and no hex is entered twice.
    fn walk(board: &Board, table: &[u8], way: &mut Vec<HexId>, spent: u16, budget: u16, least: &mut [Option<u16>]) {
        let at = way[way.len() - 1];
        for (dir, to) in board.neighbours(at) {
            let Some(stride) = stride(table, at, dir) else {
                continue;
            };
            let cost = spent + stride.cost;
            if cost > budget || way.contains(&to) {
                continue;
            }
            let old = &mut least[to.index()];
            *old = Some(old.map_or(cost, |o| o.min(cost)));
            if !stride.stop {
                way.push(to);
                walk(board, table, way, cost, budget, least);
                way.pop();
            }
        }
    }

    proptest! {
        #[test]
        fn no_way_is_missed_and_none_is_dearer(
            table in proptest::collection::vec(0u8..14, 150),
            start in 0u16..25,
            budget in 0u16..6,
        ) {
            let (board, start) = (small(), HexId(start));
            let mut least = vec![None; board.len()];
            least[start.index()] = Some(0);
            walk(&board, &table, &mut vec![start], 0, budget, &mut least);
            // One workspace, used before for something else.
            let mut found = reach(&Board::full(MIRRORED), HexId(80), 9, |_, _, _, _| Some(Stride::on(1)));
            found.search(&board, start, budget, |at, dir, to, _| {
                assert_eq!(board.neighbour(at, dir), Some(to));
                stride(&table, at, dir)
            });
            for id in board.ids() {
                prop_assert_eq!(found.cost(id), least[id.index()]);
                prop_assert_eq!(found.hexes().contains(&id), found.cost(id).is_some());
                let Some(path) = found.path(id) else {
                    prop_assert_eq!(found.cost(id), None);
                    continue;
                };
                prop_assert_eq!((path[0], path[path.len() - 1]), (start, id));
                let mut spent = 0;
                for (n, pair) in path.windows(2).enumerate() {
                    let dir = board.direction(pair[0], pair[1]).unwrap();
                    let step = stride(&table, pair[0], dir).unwrap();
                    prop_assert!(!step.stop || n + 2 == path.len());
                    spent += step.cost;
                }
                prop_assert_eq!(Some(spent), found.cost(id));
            }
            let order: Vec<_> = found.hexes().iter().map(|&h| (found.cost(h), h)).collect();
            prop_assert!(order.is_sorted());
        }
    }

    #[test]
    fn a_blank_field_is_a_disc() {
        let board = Board::full(MIRRORED);
        let start = board.parse("2218").unwrap();
        let found = reach(&board, start, 7, |_, _, _, _| Some(Stride::on(2)));
        assert_eq!(found.hexes().len(), board.hexes_within(start, 3).len());
        for id in board.hexes_within(start, 3) {
            assert_eq!(found.cost(id).map(u32::from), Some(2 * board.distance(start, id)));
        }
        assert_eq!(found.start(), Some(start));
        assert_eq!(found.path(start), Some(vec![start]));
        assert!(!found.stops(start));
    }

    #[test]
    fn a_hex_entered_by_a_stop_is_left_by_the_dearer_way() {
        let board = small();
        let [a, b, c] = ["0101", "0102", "0103"].map(|n| board.parse(n).unwrap());
        let side = board.parse("0202").unwrap();
        let found = reach(&board, a, 9, |from, _, to, _| {
            if (from, to) == (a, b) {
                Some(Stride::stop(1))
            } else if [(a, side), (side, b), (b, c)].contains(&(from, to)) {
                Some(Stride::on(2))
            } else {
                None
            }
        });
        assert_eq!((found.cost(b), found.stops(b)), (Some(1), true));
        assert_eq!(found.path(b), Some(vec![a, b]));
        assert_eq!(found.cost(c), Some(6));
        assert_eq!(found.path(c), Some(vec![a, side, b, c]));
    }

    #[test]
    fn the_points_spent_are_told_and_sums_do_not_wrap() {
        let board = small();
        let found = reach(&board, HexId(0), u16::MAX, |_, _, _, spent| {
            // The first step costs anything; after it there are no points for another.
            Some(Stride::on(if spent == 0 { u16::MAX } else { 1 }))
        });
        assert_eq!(found.hexes().len(), board.hexes_within(HexId(0), 1).len());
        let none = reach(&board, HexId(25), 9, |_, _, _, _| Some(Stride::on(0)));
        assert!(none.hexes().is_empty() && none.cost(HexId(0)).is_none() && none.path(HexId(25)).is_none());
    }
}
