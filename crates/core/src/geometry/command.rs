//! Ranges and chains of command.

use crate::geometry::board::{Board, HexId};
use crate::geometry::hex::Dir;

/// A set of hexes of one board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Field {
    bits: Box<[u64]>,
    hexes: u16,
}

impl Field {
    /// Creates an empty set for a board.
    pub fn new(board: &Board) -> Self {
        let hexes = board.len();
        Self {
            bits: vec![0; hexes.div_ceil(64)].into(),
            hexes: hexes as u16,
        }
    }
    /// Returns whether a hex is in the set. An id off the map never is.
    #[inline]
    pub fn contains(&self, id: HexId) -> bool {
        self.bits
            .get(id.index() / 64)
            .is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }
    /// Adds a hex. Returns whether it is new. An id off the map is not added.
    pub fn insert(&mut self, id: HexId) -> bool {
        if id.0 >= self.hexes {
            return false;
        }
        let (word, bit) = (&mut self.bits[id.index() / 64], 1 << (id.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
    /// Returns the number of hexes in the set.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&w| w == 0)
    }
    /// Returns the hexes, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        (0u16..).zip(self.bits.iter()).flat_map(|(n, &word)| {
            core::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| HexId(n * 64 + w.trailing_zeros() as u16))
        })
    }
}

/// Returns the hexes that can be reached from `from` by a path of at most `range` hexes, none of them blocked.
///
/// The start is in the result; it does not count, and `blocked` is not called for it. The last hex of a path counts, and
/// must not be blocked. `blocked` is called once for each hex that the paths come to. The result is empty if `from` is
/// off the map.
pub fn within_range(board: &Board, from: HexId, range: u32, mut blocked: impl FnMut(HexId) -> bool) -> Field {
    let mut field = Field::new(board);
    if !field.insert(from) {
        return field;
    }
    let mut asked = field.clone();
    // In the order in which they are reached, ring by ring.
    let mut reached = vec![from];
    let mut ring = 0;
    for _ in 0..range {
        let end = reached.len();
        for i in ring..end {
            for (_, to) in board.neighbours(reached[i]) {
                if asked.insert(to) && !blocked(to) {
                    field.insert(to);
                    reached.push(to);
                }
            }
        }
        if end == reached.len() {
            break;
        }
        ring = end;
    }
    field
}

/// Returns the hexes that can be reached from `from` by at most `range` steps, each of them open. A step goes from a hex to
/// an adjacent hex. `open` returns whether a step may be taken; its arguments are the hex, the direction and the next hex.
///
/// The start is in the result. `open` is called for the steps into hexes that are not reached yet, ring by ring. The
/// result is empty if `from` is off the map.
pub fn within_steps(board: &Board, from: HexId, range: u32, mut open: impl FnMut(HexId, Dir, HexId) -> bool) -> Field {
    let mut field = Field::new(board);
    if !field.insert(from) {
        return field;
    }
    let mut reached = vec![from];
    let mut ring = 0;
    for _ in 0..range {
        let end = reached.len();
        for i in ring..end {
            let at = reached[i];
            for (dir, to) in board.neighbours(at) {
                if !field.contains(to) && open(at, dir, to) {
                    field.insert(to);
                    reached.push(to);
                }
            }
        }
        if end == reached.len() {
            break;
        }
        ring = end;
    }
    field
}

/// Returns the seeds, and every hex for which `member` returns `true` and that is adjacent to a hex of the chain.
///
/// `member` is called once for each hex that the chain comes to, but not for the seeds.
pub fn chain(board: &Board, seeds: impl IntoIterator<Item = HexId>, mut member: impl FnMut(HexId) -> bool) -> Field {
    let mut field = Field::new(board);
    let mut open: Vec<HexId> = seeds.into_iter().filter(|&s| field.insert(s)).collect();
    let mut asked = field.clone();
    while let Some(at) = open.pop() {
        for (_, to) in board.neighbours(at) {
            if asked.insert(to) && member(to) {
                field.insert(to);
                open.push(to);
            }
        }
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::numbering::tests::{FLAT, MIRRORED};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Relaxes every hex again and again.
    fn brute(board: &Board, from: HexId, blocked: &BTreeSet<HexId>) -> Vec<Option<u32>> {
        let mut far: Vec<Option<u32>> = vec![None; board.len()];
        far[from.index()] = Some(0);
        loop {
            let mut changed = false;
            for id in board.ids().filter(|&h| h != from && !blocked.contains(&h)) {
                let best = board.neighbours(id).filter_map(|(_, n)| far[n.index()]).min();
                let best = best.map(|n| n + 1);
                if best.is_some() && far[id.index()].is_none_or(|old| best < Some(old)) {
                    far[id.index()] = best;
                    changed = true;
                }
            }
            if !changed {
                return far;
            }
        }
    }

    fn some() -> impl Strategy<Value = BTreeSet<HexId>> {
        proptest::collection::btree_set((0u16..672).prop_map(HexId), 0..400)
    }

    proptest! {
        #[test]
        fn ranges_agree_with_brute_force(from in 0u16..672, range in 0u32..9, blocked in some()) {
            let (board, from) = (Board::full(FLAT), HexId(from));
            let field = within_range(&board, from, range, |h| blocked.contains(&h));
            let far = brute(&board, from, &blocked);
            for id in board.ids() {
                prop_assert_eq!(field.contains(id), far[id.index()].is_some_and(|n| n <= range));
            }
            prop_assert_eq!(field.iter().count(), field.len());
            prop_assert!(field.iter().all(|h| field.contains(h)));
        }

        #[test]
        fn steps_that_hexes_alone_bar_make_a_range(from in 0u16..672, range in 0u32..9, blocked in some()) {
            let (board, from) = (Board::full(FLAT), HexId(from));
            let steps = within_steps(&board, from, range, |at, dir, to| {
                assert_eq!(board.neighbour(at, dir), Some(to));
                !blocked.contains(&to)
            });
            prop_assert_eq!(steps, within_range(&board, from, range, |h| blocked.contains(&h)));
        }

        #[test]
        fn chains_agree_with_brute_force(
            seeds in proptest::collection::btree_set((0u16..672).prop_map(HexId), 0..4),
            members in some(),
        ) {
            let board = Board::full(FLAT);
            let field = chain(&board, seeds.iter().copied(), |h| members.contains(&h));
            let blocked: BTreeSet<_> = board.ids().filter(|h| !members.contains(h)).collect();
            let want: BTreeSet<_> = seeds
                .iter()
                .flat_map(|&s| {
                    let far = brute(&board, s, &blocked);
                    board.ids().filter(move |h| far[h.index()].is_some()).collect::<Vec<_>>()
                })
                .collect();
            prop_assert_eq!(field.iter().collect::<BTreeSet<_>>(), want);
        }
    }

    #[test]
    fn the_start_is_exempt_and_the_last_hex_is_not() {
        let board = Board::full(MIRRORED);
        let from = board.parse("1803").unwrap();
        let field = within_range(&board, from, 2, |h| h == from);
        assert_eq!(field.len(), 19);
        let last = board.parse("1805").unwrap();
        assert!(!within_range(&board, from, 2, |h| h == last).contains(last));
        assert_eq!(within_range(&board, from, u32::MAX, |_| false).len(), board.len());
        assert_eq!(within_range(&board, from, 0, |_| false).iter().collect::<Vec<_>>(), [from]);
    }

    #[test]
    fn a_step_is_barred_by_its_side_alone() {
        let board = Board::full(MIRRORED);
        let from = board.parse("1803").unwrap();
        let one = |at, dir, _| !(at == from && dir == Dir::ALL[0]);
        let shut = board.neighbour(from, Dir::ALL[0]).unwrap();
        assert!(!within_steps(&board, from, 1, one).contains(shut));
        // The way round.
        assert!(within_steps(&board, from, 2, one).contains(shut));
    }

    #[test]
    fn strange_hexes_are_in_no_field() {
        let board = Board::full(FLAT);
        let strange = HexId(672);
        let mut field = Field::new(&board);
        assert!(!field.insert(strange) && !field.insert(HexId(u16::MAX)));
        assert!(!field.contains(strange) && !field.contains(HexId(u16::MAX)) && field.is_empty());
        assert!(within_range(&board, strange, 5, |_| false).is_empty());
        assert!(within_steps(&board, strange, 5, |_, _, _| true).is_empty());
        assert!(chain(&board, [strange], |_| true).is_empty());
    }
}
