//! Pieces by number: the ids of a roster, sets of them that are `Copy`, and flags on them.

use core::fmt;

/// Declares the ids of a game's pieces. An id is an index into a list of the game's *roster*, the struct that lists its
/// pieces. Each item of such a list has its name as the field `id`.
///
/// Each kind of piece is a line, such as `Unit = UnitId of counters: Counter, unit, units, "unit";`. Its parts are, in
/// this order:
///
/// - `Unit`: the variant of [`Place`](crate::Place) for these pieces;
/// - `UnitId`: the id, which the macro declares;
/// - `counters`: the list of the roster;
/// - `Counter`: the type of the items of that list;
/// - `unit`: a method of the roster, which the macro writes. It returns the id of the piece with a name; upper and
///   lower case are the same;
/// - `units`: a method of the roster, which the macro writes. It returns all ids;
/// - `"unit"`: the word for such a piece in errors.
///
/// The macro also writes these:
///
/// - Indexing of the roster by an id.
/// - [`Noun`](crate::Noun) for each id, so that actions can name pieces.
/// - The method `name` of the roster. It returns the name (the field `id`) of the piece at a [`Place`](crate::Place).
/// - The enum `$found`: a piece of any kind, or a hex. Its function `at` returns what is at a [`Place`](crate::Place).
///
/// Reading and spelling take the map and the names from a [`Lexicon`](crate::Lexicon), usually the state. The crate
/// must depend on `serde`.
#[macro_export]
macro_rules! pieces {
    (
        $found:ident of $roster:ident {
            $(
                $(#[$doc:meta])*
                $place:ident = $id:ident of $list:ident: $card:ty, $one:ident, $all:ident, $word:literal;
            )+
        }
    ) => {
        /// A piece of the game, or a hex of its map.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $found {
            $($(#[$doc])* $place($id),)+
            /// A hex of the map.
            Hex($crate::HexId),
        }

        impl $found {
            /// Returns what is at a place. `None` if the place is not a piece or hex, or there is none with that
            /// number.
            pub fn at<S: $crate::Lexicon>(state: &S, at: $crate::Place) -> Option<Self> {
                match at {
                    $($crate::Place::$place(i) => {
                        let id = $id(u8::try_from(i).ok()?);
                        $crate::Noun::<S>::exists(id, state).then_some(Self::$place(id))
                    })+
                    $crate::Place::Hex(h) => {
                        let hex = $crate::HexId(h);
                        state.board().contains(hex).then_some(Self::Hex(hex))
                    }
                    _ => None,
                }
            }
        }

        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Deserialize,
            )]
            #[serde(transparent)]
            pub struct $id(pub u8);

            // The newtype's name says to whoever asks of which list it is a number.
            impl serde::Serialize for $id {
                fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                    s.serialize_newtype_struct(stringify!($place), &self.0)
                }
            }

            $crate::described!($id, { "type": "integer", "minimum": 0, "format": stringify!($place) });

            impl $id {
                /// Returns the id as an index.
                pub const fn index(self) -> usize {
                    self.0 as usize
                }
                /// Returns the id as a place.
                pub const fn place(self) -> $crate::Place {
                    $crate::Place::$place(self.0 as u16)
                }
            }

            impl core::ops::Index<$id> for $roster {
                type Output = $card;
                fn index(&self, id: $id) -> &$card {
                    &self.$list[id.index()]
                }
            }
            impl core::ops::IndexMut<$id> for $roster {
                fn index_mut(&mut self, id: $id) -> &mut $card {
                    &mut self.$list[id.index()]
                }
            }

            impl<S: $crate::Lexicon> $crate::Noun<S> for $id {
                const WHAT: &'static str = concat!("a ", $word);
                fn spell(self, state: &S) -> String {
                    state.piece(self.place()).unwrap_or("?").to_owned()
                }
                fn read(state: &S, word: &str) -> Result<Self, $crate::decisions::NounFault> {
                    let mut all = (0..=u8::MAX).map($id).map_while(|id| Some((id, state.piece(id.place())?)));
                    let found = all.find(|(_, name)| name.eq_ignore_ascii_case(word));
                    found.map(|(id, _)| id).ok_or_else(|| {
                        let all = (0..=u8::MAX).map($id).map_while(|id| state.piece(id.place()));
                        $crate::geometry::UnknownWord::among($word, word, all).into()
                    })
                }
                fn exists(self, state: &S) -> bool {
                    state.piece(self.place()).is_some()
                }
                fn all(state: &S) -> Vec<Self> {
                    (0..=u8::MAX).map($id).take_while(|id| state.piece(id.place()).is_some()).collect()
                }
                fn part(self, _: &S) -> $crate::decisions::Part {
                    $crate::decisions::Part::At(self.place())
                }
            }
        )+

        impl $roster {
            $(
                #[doc = concat!("The ", $word, " of this name, whatever its case.")]
                pub fn $one(&self, name: &str) -> Option<$id> {
                    let found = self.$list.iter().position(|card| card.id.eq_ignore_ascii_case(name));
                    found.map(|i| $id(i as u8))
                }
                #[doc = concat!("Every ", $word, ", in the order of the list.")]
                pub fn $all(&self) -> impl Iterator<Item = $id> + use<> {
                    (0..self.$list.len()).map(|i| $id(i as u8))
                }
            )+
            /// Returns the name of the piece at a place: its field `id`.
            pub fn name(&self, at: $crate::Place) -> Option<&str> {
                match at {
                    $($crate::Place::$place(i) => self.$list.get(usize::from(i)).map(|card| &*card.id),)+
                    _ => None,
                }
            }
        }
    };
}

/// Declares a set of flags, each with its bit.
///
/// `and` joins flags. `has` returns whether any of the joined flags is set. `set` and `clear` change all of them.
///
/// ```
/// casus_core::flags! {
///     /// What a unit has done.
///     pub struct Done(u8) {
///         /// It has moved.
///         MOVED = 0,
///         /// It has fired.
///         FIRED = 1,
///     }
/// }
/// let mut done = Done::default();
/// done.set(Done::FIRED);
/// assert!(done.has(Done::FIRED) && !done.has(Done::MOVED));
/// done.clear(Done::MOVED.and(Done::FIRED));
/// assert_eq!(done, Done::default());
/// ```
#[macro_export]
macro_rules! flags {
    (
        $(#[$about:meta])*
        pub struct $flags:ident($bits:ty) {
            $($(#[$doc:meta])* $name:ident = $bit:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $flags($bits);

        impl $flags {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)+

            /// Returns whether any of the flags is set.
            #[inline]
            pub const fn has(self, flags: Self) -> bool {
                self.0 & flags.0 != 0
            }
            /// Sets these flags; the others stay as they are.
            pub const fn set(&mut self, flags: Self) {
                self.0 |= flags.0;
            }
            /// Clears these flags; the others stay as they are.
            pub const fn clear(&mut self, flags: Self) {
                self.0 &= !flags.0;
            }
            /// Returns these flags and the others.
            #[must_use]
            pub const fn and(self, others: Self) -> Self {
                Self(self.0 | others.0)
            }
        }
    };
}

/// A set of piece numbers, 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct PieceSet([u64; 4]);

const fn place(id: u8) -> (usize, u64) {
    ((id / 64) as usize, 1 << (id % 64))
}

impl PieceSet {
    /// The set without a piece.
    pub const EMPTY: Self = Self([0; 4]);

    /// Creates an empty set.
    pub const fn new() -> Self {
        Self::EMPTY
    }
    /// Creates a set of one piece.
    pub const fn one(id: u8) -> Self {
        let mut set = Self::EMPTY;
        let (word, bit) = place(id);
        set.0[word] = bit;
        set
    }
    /// Adds a piece. Returns whether it is new.
    pub const fn insert(&mut self, id: u8) -> bool {
        let new = !self.contains(id);
        let (word, bit) = place(id);
        self.0[word] |= bit;
        new
    }
    /// Removes a piece. Returns whether it was in the set.
    pub const fn remove(&mut self, id: u8) -> bool {
        let was = self.contains(id);
        let (word, bit) = place(id);
        self.0[word] &= !bit;
        was
    }
    /// Returns whether a piece is in the set.
    #[inline]
    pub const fn contains(&self, id: u8) -> bool {
        let (word, bit) = place(id);
        self.0[word] & bit != 0
    }
    /// Returns the number of pieces, 0 to 256.
    pub const fn len(&self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }
    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
    /// Returns whether the set has at most one piece.
    #[inline]
    pub fn at_most_one(&self) -> bool {
        let words = self.0.iter().filter(|&&word| word != 0).count();
        words <= 1 && self.0.iter().all(|word| word & word.wrapping_sub(1) == 0)
    }
    /// Returns the pieces, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let (mut words, mut n) = (self.0, 0);
        core::iter::from_fn(move || {
            while words[n] == 0 && n < 3 {
                n += 1;
            }
            let word = words[n];
            (word != 0).then(|| {
                words[n] = word & (word - 1);
                n as u8 * 64 + word.trailing_zeros() as u8
            })
        })
    }
    /// Returns the piece with the lowest number.
    #[inline]
    pub fn first(&self) -> Option<u8> {
        self.iter().next()
    }
    /// Returns the pieces that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
    /// Returns the pieces that are not in the other set.
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

/// A small list of fixed capacity without repeats, in the order of insertion. The list is `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Few<T: Copy, const N: usize> {
    len: u8,
    items: [Option<T>; N],
}

impl<T: Copy + PartialEq, const N: usize> Few<T, N> {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self {
            len: 0,
            items: [None; N],
        }
    }
    /// Creates a list of one item.
    pub fn one(item: T) -> Self {
        let mut few = Self::new();
        few.push(item);
        few
    }
    /// Adds an item that is not in the list yet.
    ///
    /// An item that no longer fits is left out. Choose `N`, at most 255, by what bounds the use, such as six
    /// neighbours.
    pub fn push(&mut self, item: T) {
        if usize::from(self.len) < N && !self.contains(item) {
            self.items[usize::from(self.len)] = Some(item);
            self.len += 1;
        }
    }
    /// Returns whether the item is in the list.
    pub fn contains(&self, item: T) -> bool {
        self.iter().any(|i| i == item)
    }
    /// Returns the items, in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().take(usize::from(self.len)).flatten().copied()
    }
    /// Returns the number of items.
    pub const fn len(&self) -> usize {
        self.len as usize
    }
    /// Returns whether the list is empty.
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
        for few in [PieceSet::EMPTY, PieceSet::one(0), PieceSet::one(200)] {
            assert!(few.at_most_one());
            assert!(!few.union(PieceSet::one(63)).union(PieceSet::one(62)).at_most_one());
        }
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
            prop_assert_eq!(set.at_most_one(), model.len() <= 1);
            prop_assert_eq!(model.iter().copied().collect::<PieceSet>(), set);
            let (b, bm): (PieceSet, BTreeSet<u8>) = (other.iter().copied().collect(), other.into_iter().collect());
            prop_assert!(set.union(b).iter().eq(model.union(&bm).copied()));
            prop_assert!(set.without(b).iter().eq(model.difference(&bm).copied()));
            prop_assert_eq!(set == b, model == bm);
        }
    }
}
