//! Small sets that are `Copy`: of pieces by their numbers, and of anything that comes in few.

use core::fmt;

/// A set of piece numbers, 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct PieceSet([u64; 4]);

const fn place(id: u8) -> (usize, u64) {
    ((id / 64) as usize, 1 << (id % 64))
}

impl PieceSet {
    /// No piece.
    pub const EMPTY: Self = Self([0; 4]);

    /// No piece.
    pub const fn new() -> Self {
        Self::EMPTY
    }
    /// One piece.
    pub const fn one(id: u8) -> Self {
        let mut set = Self::EMPTY;
        let (word, bit) = place(id);
        set.0[word] = bit;
        set
    }
    /// Adds a piece; whether it is new.
    pub const fn insert(&mut self, id: u8) -> bool {
        let new = !self.contains(id);
        let (word, bit) = place(id);
        self.0[word] |= bit;
        new
    }
    /// Takes a piece out; whether it was in it.
    pub const fn remove(&mut self, id: u8) -> bool {
        let was = self.contains(id);
        let (word, bit) = place(id);
        self.0[word] &= !bit;
        was
    }
    /// Whether a piece is in it.
    #[inline]
    pub const fn contains(&self, id: u8) -> bool {
        let (word, bit) = place(id);
        self.0[word] & bit != 0
    }
    /// How many pieces, 0 to 256.
    pub const fn len(&self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }
    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
    /// The pieces, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        (0u8..4).zip(self.0).flat_map(|(n, word)| {
            core::iter::successors(Some(word), |w| Some(w & w.wrapping_sub(1)))
                .take_while(|&w| w != 0)
                .map(move |w| n * 64 + w.trailing_zeros() as u8)
        })
    }
    /// The pieces of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
    /// The pieces that the other set does not have.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & !e, b & !f, c & !g, d & !h])
    }
}

impl FromIterator<u8> for PieceSet {
    fn from_iter<I: IntoIterator<Item = u8>>(ids: I) -> Self {
        let mut set = Self::EMPTY;
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A small fixed list without repeats, in the order in which things came, so that what holds it stays `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Few<T: Copy, const N: usize> {
    len: u8,
    items: [Option<T>; N],
}

impl<T: Copy + PartialEq, const N: usize> Few<T, N> {
    /// Nothing.
    pub const fn new() -> Self {
        Self {
            len: 0,
            items: [None; N],
        }
    }
    /// One thing.
    pub fn one(item: T) -> Self {
        let mut few = Self::new();
        few.push(item);
        few
    }
    /// Adds a thing that is not there yet. What no longer fits is left out: `N`, at most 255, is for the user to
    /// choose by what bounds the use, as six neighbours do.
    pub fn push(&mut self, item: T) {
        if usize::from(self.len) < N && !self.contains(item) {
            self.items[usize::from(self.len)] = Some(item);
            self.len += 1;
        }
    }
    /// Whether it is there.
    pub fn contains(&self, item: T) -> bool {
        self.iter().any(|i| i == item)
    }
    /// The things.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items
            .iter()
            .take(usize::from(self.len))
            .flatten()
            .copied()
    }
    /// How many.
    pub const fn len(&self) -> usize {
        self.len as usize
    }
    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T: Copy + PartialEq, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_knows_its_ends() {
        let all: PieceSet = (0..=u8::MAX).collect();
        assert_eq!(all.len(), 256);
        assert!(all.iter().eq(0..=u8::MAX));
        assert!(all.without(all).is_empty() && PieceSet::new() == PieceSet::default());
        let edges = const { PieceSet::one(63).union(PieceSet::one(64)) };
        assert_eq!(format!("{edges:?}"), "{63, 64}");
    }

    #[test]
    fn few_hold_what_fits_once() {
        let mut few: Few<u16, 3> = Few::default();
        assert!(few.is_empty());
        for n in [5, 2, 5, 9, 7] {
            few.push(n);
        }
        assert_eq!(few.iter().collect::<Vec<_>>(), [5, 2, 9]);
        assert_eq!((few.len(), few.contains(7)), (3, false));
        assert_eq!(Few::<u16, 3>::one(5).iter().collect::<Vec<_>>(), [5]);
    }

    proptest! {
        #[test]
        fn piece_sets_are_sets(steps in prop::collection::vec((any::<u8>(), any::<bool>()), 0..300), other: Vec<u8>) {
            let (mut set, mut model) = (PieceSet::new(), BTreeSet::new());
            for (id, add) in steps {
                if add {
                    prop_assert_eq!(set.insert(id), model.insert(id));
                } else {
                    prop_assert_eq!(set.remove(id), model.remove(&id));
                }
                prop_assert_eq!(set.contains(id), add);
            }
            prop_assert!(set.iter().eq(model.iter().copied()));
            prop_assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
            prop_assert_eq!(model.iter().copied().collect::<PieceSet>(), set);
            let (b, bm): (PieceSet, BTreeSet<u8>) = (other.iter().copied().collect(), other.into_iter().collect());
            prop_assert!(set.union(b).iter().eq(model.union(&bm).copied()));
            prop_assert!(set.without(b).iter().eq(model.difference(&bm).copied()));
            prop_assert_eq!(set == b, model == bm);
        }
    }
}
