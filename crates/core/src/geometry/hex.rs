//! Hexes, directions, hexsides, vertices and the symmetries of the grid.
//!
//! Coordinates are axial and y grows down the sheet. Pointy-top and flat-top maps have the same vectors; only the
//! compass words differ ([`Orientation`]). All arithmetic is exact; it wraps at the ends of `i16`, far off any map.

use crate::geometry::near::UnknownWord;
use crate::geometry::place::newtype;
use serde::{Deserialize, Serialize};

/// A direction, 0 to 5, clockwise on the sheet; also the side of a hex in that direction.
///
/// The axial vectors are (+1,0) (0,+1) (-1,+1) (-1,0) (0,-1) (+1,-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("format" = "direction")))]
#[serde(try_from = "u8")]
pub struct Dir(u8);

// The newtype's name says to whoever asks that the number is a direction.
impl Serialize for Dir {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_newtype_struct(newtype::DIR, &self.0)
    }
}

const VECTORS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Dir {
    /// All six directions, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the direction with this index, if it is below 6.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 6 { Some(Self(index)) } else { None }
    }
    /// Returns the direction with this index, taken modulo 6.
    pub const fn wrapped(index: u8) -> Self {
        Self(index % 6)
    }
    /// Returns the index, 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Returns the direction `n` steps of 60 degrees clockwise.
    #[must_use]
    pub const fn cw(self, n: u8) -> Self {
        Self((self.0 + n % 6) % 6)
    }
    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.cw(3)
    }
    /// Returns the number of steps of 60 degrees clockwise from here to `to`, 0 to 5.
    pub const fn steps_cw(self, to: Self) -> u8 {
        (to.0 + 6 - self.0) % 6
    }
    /// Returns the axial vector (q, r).
    pub const fn vector(self) -> (i16, i16) {
        VECTORS[self.0 as usize]
    }
}

impl From<Dir> for u8 {
    fn from(dir: Dir) -> Self {
        dir.0
    }
}

impl TryFrom<u8> for Dir {
    type Error = NotSix;
    fn try_from(index: u8) -> Result<Self, NotSix> {
        Self::new(index).ok_or(NotSix(index))
    }
}

/// The error for a number that should be one of six directions or corners and is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not one of the six directions 0 to 5")]
pub struct NotSix(pub u8);

/// A hex in axial coordinates.
///
/// ```
/// use casus_belli::Hex;
///
/// let hex = Hex::new(2, 1);
/// let (dir, beyond) = hex.neighbours().next().unwrap();
/// assert_eq!((hex.direction_to(beyond), hex.distance(hex.along(dir, 4))), (Some(dir), 4));
/// assert_eq!(hex.disc(1).count(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Hex {
    /// The coordinate along direction 0.
    pub q: i16,
    /// The coordinate along direction 1.
    pub r: i16,
}

impl Hex {
    /// Creates the hex with these coordinates.
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }
    /// Returns the adjacent hex in a direction.
    #[must_use]
    #[inline]
    pub const fn neighbour(self, dir: Dir) -> Self {
        self.along(dir, 1)
    }
    /// Returns the hex `n` steps away in a direction.
    #[must_use]
    #[inline]
    pub const fn along(self, dir: Dir, n: i16) -> Self {
        let (q, r) = dir.vector();
        Self {
            q: self.q.wrapping_add(q.wrapping_mul(n)),
            r: self.r.wrapping_add(r.wrapping_mul(n)),
        }
    }
    /// Returns the six adjacent hexes with their directions, clockwise from direction 0.
    pub fn neighbours(self) -> impl Iterator<Item = (Dir, Self)> {
        Dir::ALL.into_iter().map(move |d| (d, self.neighbour(d)))
    }
    /// Returns the distance in hexes.
    #[inline]
    pub const fn distance(self, to: Self) -> u32 {
        let (q, r) = self.offset(to);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }
    #[inline]
    pub(crate) const fn offset(self, to: Self) -> (i32, i32) {
        (to.q as i32 - self.q as i32, to.r as i32 - self.r as i32)
    }
    /// Returns the direction from a hex to an adjacent one; `None` if the two are not adjacent.
    pub const fn direction_to(self, to: Self) -> Option<Dir> {
        match self.offset(to) {
            (1, 0) => Some(Dir(0)),
            (0, 1) => Some(Dir(1)),
            (-1, 1) => Some(Dir(2)),
            (-1, 0) => Some(Dir(3)),
            (0, -1) => Some(Dir(4)),
            (1, -1) => Some(Dir(5)),
            _ => None,
        }
    }
    /// Returns the hexes exactly `radius` (0 to 32,767) away, clockwise from direction 0. For radius 0 that is the hex
    /// itself.
    #[inline]
    pub fn ring(self, radius: u16) -> impl Iterator<Item = Self> {
        let arms = if radius == 0 { 1 } else { 6 };
        Dir::ALL.into_iter().take(arms).flat_map(move |dir| {
            let start = self.along(dir, radius as i16);
            (0..radius.max(1)).map(move |i| start.along(dir.cw(2), i as i16))
        })
    }
    /// Returns the hexes at most `radius` (0 to 32,767) away, nearest first, each ring clockwise from direction 0.
    #[inline]
    pub fn disc(self, radius: u16) -> impl Iterator<Item = Self> {
        (0..=radius).flat_map(move |n| self.ring(n))
    }
    /// Returns the hex turned clockwise about `centre` by `n` steps of 60 degrees.
    #[must_use]
    pub const fn rotate(self, centre: Self, n: u8) -> Self {
        Symmetry(n % 6).apply_about(centre, self)
    }
    /// Returns the hex reflected in the line through `centre` that runs in direction 0.
    #[must_use]
    pub const fn reflect(self, centre: Self) -> Self {
        Symmetry(6).apply_about(centre, self)
    }
}

/// Returns `s`, `a` and `b` so that `(dq, dr)` is `a` times direction `s` plus `b` times direction `s + 1`, with
/// `a > 0` and `b >= 0`. `None` for `(0, 0)`.
pub(crate) const fn sextant(dq: i32, dr: i32) -> Option<(Dir, i32, i32)> {
    let ds = dq + dr;
    Some(if dq > 0 && dr >= 0 {
        (Dir(0), dq, dr)
    } else if dq <= 0 && ds > 0 {
        (Dir(1), ds, -dq)
    } else if dr > 0 && ds <= 0 {
        (Dir(2), dr, -ds)
    } else if dq < 0 && dr <= 0 {
        (Dir(3), -dq, -dr)
    } else if dq >= 0 && ds < 0 {
        (Dir(4), -ds, dq)
    } else if dr < 0 {
        (Dir(5), -dr, ds)
    } else {
        return None;
    })
}

/// The side that two adjacent hexes share, or the outer side of a hex on the edge of the map.
///
/// The two hexes of a side give the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hexside {
    hex: Hex,
    dir: Dir,
}

impl Hexside {
    /// Returns the side of `hex` in direction `dir`.
    pub const fn new(hex: Hex, dir: Dir) -> Self {
        if dir.0 < 3 {
            Self { hex, dir }
        } else {
            Self {
                hex: hex.neighbour(dir),
                dir: dir.opposite(),
            }
        }
    }
    /// Returns the side between two hexes; `None` if they are not adjacent.
    pub const fn between(a: Hex, b: Hex) -> Option<Self> {
        match a.direction_to(b) {
            Some(dir) => Some(Self::new(a, dir)),
            None => None,
        }
    }
    /// Returns the two hexes that share the side. The second is in direction [`dir`](Self::dir) of the first.
    pub const fn hexes(self) -> (Hex, Hex) {
        (self.hex, self.hex.neighbour(self.dir))
    }
    /// Returns the direction from the first of its hexes to the second: 0, 1 or 2.
    pub const fn dir(self) -> Dir {
        self.dir
    }
    /// Returns the two ends of the side.
    pub const fn vertices(self) -> [Vertex; 2] {
        [
            Vertex::new(self.hex, self.dir.cw(5).0),
            Vertex::new(self.hex, self.dir.0),
        ]
    }
}

/// A corner that three hexes share. Each of the three gives the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Vertex {
    hex: Hex,
    corner: u8,
}

impl Vertex {
    /// Returns a corner of a hex. `corner` is taken modulo 6; corner k lies between directions k and k + 1.
    pub const fn new(hex: Hex, corner: u8) -> Self {
        let k = corner % 6;
        let hex = match k {
            0 | 1 => hex,
            2 | 3 => hex.neighbour(Dir(k + 1)),
            _ => hex.neighbour(Dir(k)),
        };
        Self { hex, corner: k % 2 }
    }
    /// Returns the three hexes that meet in the corner.
    pub const fn hexes(self) -> [Hex; 3] {
        [
            self.hex,
            self.hex.neighbour(Dir(self.corner)),
            self.hex.neighbour(Dir(self.corner + 1)),
        ]
    }
}

/// One of the twelve symmetries of the grid.
///
/// Numbers 0 to 5 turn clockwise by that many steps of 60 degrees. Numbers 6 to 11 first reflect in the axis of
/// direction 0, then turn by the number less 6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All twelve symmetries, the identity first.
    pub const ALL: [Self; 12] = {
        let mut all = [Self(0); 12];
        let mut n = 0;
        while n < 12 {
            all[n as usize] = Self(n);
            n += 1;
        }
        all
    };

    /// Returns the symmetry with this number, if it is below 12.
    pub const fn new(n: u8) -> Option<Self> {
        if n < 12 { Some(Self(n)) } else { None }
    }
    /// Returns the number, 0 to 11.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Returns whether the symmetry swaps left and right.
    pub const fn reflects(self) -> bool {
        self.0 >= 6
    }
    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.reflects() { self } else { Self((6 - self.0) % 6) }
    }
    /// Returns the image of a hex, about the origin.
    pub const fn apply(self, hex: Hex) -> Hex {
        let Hex { mut q, mut r } = hex;
        if self.reflects() {
            (q, r) = (q.wrapping_add(r), r.wrapping_neg());
        }
        let mut n = self.0 % 6;
        while n > 0 {
            (q, r) = (r.wrapping_neg(), q.wrapping_add(r));
            n -= 1;
        }
        Hex { q, r }
    }
    /// Returns the image of a hex, about `centre`.
    pub const fn apply_about(self, centre: Hex, hex: Hex) -> Hex {
        let at = self.apply(Hex {
            q: hex.q.wrapping_sub(centre.q),
            r: hex.r.wrapping_sub(centre.r),
        });
        Hex {
            q: at.q.wrapping_add(centre.q),
            r: at.r.wrapping_add(centre.r),
        }
    }
    /// Returns the image of a direction.
    pub const fn apply_dir(self, dir: Dir) -> Dir {
        let k = if self.reflects() { 6 - dir.0 } else { dir.0 };
        Dir((k + self.0) % 6)
    }
    /// Returns the image of a corner, 0 to 5. `corner` is taken modulo 6.
    pub const fn apply_corner(self, corner: u8) -> u8 {
        let k = corner % 6;
        let k = if self.reflects() { 5 - k } else { k };
        (k + self.0) % 6
    }
    /// Returns the image of a hexside, about the origin.
    pub const fn apply_hexside(self, side: Hexside) -> Hexside {
        Hexside::new(self.apply(side.hex), self.apply_dir(side.dir))
    }
    /// Returns the image of a vertex, about the origin.
    pub const fn apply_vertex(self, vertex: Vertex) -> Vertex {
        Vertex::new(self.apply(vertex.hex), self.apply_corner(vertex.corner))
    }
}

/// The orientation of the hexes on a map: with a corner or with a side towards the top of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A corner on top; rows are straight. Directions 0 to 5 are E SE SW W NW NE, corners 0 to 5 ESE S WSW WNW N ENE.
    Pointy,
    /// A side on top; columns are straight. Directions 0 to 5 are SE S SW NW N NE, corners 0 to 5 SSE SSW W NNW NNE E.
    Flat,
}

const POINTY_DIRS: [&str; 6] = ["E", "SE", "SW", "W", "NW", "NE"];
const POINTY_CORNERS: [&str; 6] = ["ESE", "S", "WSW", "WNW", "N", "ENE"];
const FLAT_DIRS: [&str; 6] = ["SE", "S", "SW", "NW", "N", "NE"];
const FLAT_CORNERS: [&str; 6] = ["SSE", "SSW", "W", "NNW", "NNE", "E"];

/// Returns the words clockwise from the north.
fn from_north(words: &[&'static str; 6]) -> [&'static str; 6] {
    let north = words.iter().position(|w| ["N", "NNE", "NE"].contains(w)).unwrap_or(0);
    let mut words = *words;
    words.rotate_left(north);
    words
}

fn place(words: &[&str; 6], word: &str) -> Option<u8> {
    (0u8..)
        .zip(words)
        .find_map(|(n, w)| w.eq_ignore_ascii_case(word).then_some(n))
}

impl Orientation {
    const fn dirs(self) -> &'static [&'static str; 6] {
        match self {
            Self::Pointy => &POINTY_DIRS,
            Self::Flat => &FLAT_DIRS,
        }
    }
    const fn corners(self) -> &'static [&'static str; 6] {
        match self {
            Self::Pointy => &POINTY_CORNERS,
            Self::Flat => &FLAT_CORNERS,
        }
    }
    /// Returns the compass word of a direction: `"NE"`.
    pub const fn dir_word(self, dir: Dir) -> &'static str {
        self.dirs()[dir.index()]
    }
    /// Returns the direction with this compass word. Upper and lower case are the same.
    pub fn dir_named(self, word: &str) -> Option<Dir> {
        place(self.dirs(), word).and_then(Dir::new)
    }
    /// Returns the error for a word that is not a hexside. It lists the six words that are.
    pub fn no_side(self, word: &str) -> UnknownWord {
        UnknownWord::expected("hexside", word, from_north(self.dirs()).join(", "))
    }
    /// Returns the error for a word that is not a corner. It lists the six words that are.
    pub fn no_corner(self, word: &str) -> UnknownWord {
        UnknownWord::expected("vertex", word, from_north(self.corners()).join(", "))
    }
    /// Returns the six words of the kind of this one, clockwise from the north: those of sides, or those of corners.
    pub fn words_like(self, word: &str) -> Option<[&'static str; 6]> {
        let mut kinds = [self.dirs(), self.corners()].into_iter();
        kinds.find(|words| place(words, word).is_some()).map(from_north)
    }
    /// Returns the words of all sides and corners, clockwise from the north by kind.
    pub fn all_words(self) -> Vec<&'static str> {
        [self.dirs(), self.corners()].into_iter().flat_map(from_north).collect()
    }
    /// Returns the compass word of a corner, taken modulo 6.
    pub const fn corner_word(self, corner: u8) -> &'static str {
        self.corners()[(corner % 6) as usize]
    }
    /// Returns the corner, 0 to 5, with this compass word. Upper and lower case are the same.
    pub fn corner_named(self, word: &str) -> Option<u8> {
        place(self.corners(), word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn hex() -> impl Strategy<Value = Hex> {
        (-200i16..200, -200i16..200).prop_map(|(q, r)| Hex { q, r })
    }

    #[test]
    fn the_words_stand_where_the_vectors_point() {
        // Twice the sheet coordinates, in half steps along the rows (pointy) or columns (flat).
        for dir in Dir::ALL {
            let (q, r) = dir.vector();
            let (east, south) = (2 * q + r, r);
            let word = Orientation::Pointy.dir_word(dir);
            assert_eq!(word.contains('E'), east > 0);
            assert_eq!(word.contains('W'), east < 0);
            assert_eq!(word.contains('S'), south > 0);
            assert_eq!(word.contains('N'), south < 0);
            let (east, south) = (q, 2 * r + q);
            let word = Orientation::Flat.dir_word(dir);
            assert_eq!(word.contains('E'), east > 0);
            assert_eq!(word.contains('W'), east < 0);
            assert_eq!(word.contains('S'), south > 0);
            assert_eq!(word.contains('N'), south < 0);
            for o in [Orientation::Pointy, Orientation::Flat] {
                assert_eq!(o.dir_named(&o.dir_word(dir).to_lowercase()), Some(dir));
                let k = dir.index() as u8;
                assert_eq!(o.corner_named(o.corner_word(k)), Some(k));
            }
        }
        assert_eq!(Orientation::Pointy.dir_named("N"), None);
        assert_eq!(Orientation::Flat.corner_named("N"), None);
        assert_eq!(Orientation::Pointy.corner_named("N"), Some(4));
    }

    #[test]
    fn rings_and_discs_count() {
        let at = Hex::new(3, -2);
        assert_eq!(at.ring(0).collect::<Vec<_>>(), [at]);
        for n in 1u16..6 {
            let ring: BTreeSet<_> = at.ring(n).collect();
            assert_eq!(ring.len(), 6 * n as usize);
            assert!(ring.iter().all(|h| h.distance(at) == u32::from(n)));
            assert_eq!(at.disc(n).collect::<BTreeSet<_>>().len(), 1 + 3 * n as usize * (n as usize + 1));
        }
        let ring: Vec<_> = at.ring(1).collect();
        assert_eq!(ring, Dir::ALL.map(|d| at.neighbour(d)));
    }

    #[test]
    fn serde_refuses_a_seventh_direction() {
        assert_eq!(serde_json::to_string(&Dir::ALL[4]).unwrap(), "4");
        assert_eq!(serde_json::from_str::<Dir>("5").unwrap(), Dir::ALL[5]);
        assert!(serde_json::from_str::<Dir>("6").is_err());
    }

    #[test]
    fn nothing_panics_at_the_ends_of_the_number_line() {
        for q in [i16::MIN, 0, i16::MAX] {
            for r in [i16::MIN, 0, i16::MAX] {
                let h = Hex { q, r };
                let _ = h.distance(Hex::new(i16::MAX, i16::MAX));
                for s in Symmetry::ALL {
                    let _ = s.apply_about(Hex::new(i16::MIN, 1), h);
                }
                for (d, n) in h.neighbours() {
                    assert_eq!(n.neighbour(d.opposite()), h);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn distance_is_a_metric_of_steps(a in hex(), b in hex(), c in hex()) {
            prop_assert_eq!(a.distance(b), b.distance(a));
            prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
            prop_assert_eq!(a.distance(b) == 0, a == b);
            if a != b {
                let nearer = a.neighbours().filter(|(_, n)| n.distance(b) + 1 == a.distance(b)).count();
                prop_assert!((1..=2).contains(&nearer));
            }
        }

        #[test]
        fn sides_and_vertices_have_one_value(h in hex(), k in 0u8..6) {
            let d = Dir::wrapped(k);
            let n = h.neighbour(d);
            prop_assert_eq!(h.direction_to(n), Some(d));
            let side = Hexside::new(h, d);
            prop_assert_eq!(side, Hexside::new(n, d.opposite()));
            prop_assert_eq!(Some(side), Hexside::between(n, h));
            let (a, b) = side.hexes();
            prop_assert_eq!(BTreeSet::from([a, b]), BTreeSet::from([h, n]));
            let v = Vertex::new(h, k);
            let trio = [h, n, h.neighbour(d.cw(1))];
            prop_assert_eq!(BTreeSet::from(v.hexes()), BTreeSet::from(trio));
            for t in trio {
                prop_assert_eq!((0..6).filter(|&c| Vertex::new(t, c) == v).count(), 1);
            }
            let ends = side.vertices();
            prop_assert!(ends[0] != ends[1]);
            for end in ends {
                prop_assert!(end.hexes().contains(&h) && end.hexes().contains(&n));
            }
        }

        #[test]
        fn symmetries_keep_everything_together(h in hex(), c in hex(), k in 0u8..6, n in 0u8..12) {
            let (s, d) = (Symmetry::new(n).unwrap(), Dir::wrapped(k));
            prop_assert_eq!(s.apply(h.neighbour(d)), s.apply(h).neighbour(s.apply_dir(d)));
            prop_assert_eq!(s.inverse().apply(s.apply(h)), h);
            prop_assert_eq!(s.inverse().apply_dir(s.apply_dir(d)), d);
            prop_assert_eq!(s.apply_about(c, h).distance(c), h.distance(c));
            prop_assert_eq!(s.inverse().apply_about(c, s.apply_about(c, h)), h);
            let image: BTreeSet<_> = Vertex::new(h, k).hexes().map(|x| s.apply(x)).into();
            prop_assert_eq!(image, BTreeSet::from(s.apply_vertex(Vertex::new(h, k)).hexes()));
            let (a, b) = Hexside::new(h, d).hexes();
            prop_assert_eq!(Some(s.apply_hexside(Hexside::new(h, d))), Hexside::between(s.apply(a), s.apply(b)));
        }

        #[test]
        fn every_offset_lies_in_one_sextant(q in -60i32..60, r in -60i32..60) {
            match sextant(q, r) {
                None => prop_assert_eq!((q, r), (0, 0)),
                Some((s, a, b)) => {
                    prop_assert!(a > 0 && b >= 0);
                    let ((x, y), (u, v)) = (s.vector(), s.cw(1).vector());
                    prop_assert_eq!(
                        (a * i32::from(x) + b * i32::from(u), a * i32::from(y) + b * i32::from(v)),
                        (q, r)
                    );
                }
            }
        }
    }

    #[test]
    fn the_twelve_are_different() {
        let probe = Hex::new(5, 2);
        assert_eq!(
            Symmetry::ALL
                .map(|s| s.apply(probe))
                .into_iter()
                .collect::<BTreeSet<_>>()
                .len(),
            12
        );
        assert_eq!(probe.rotate(Hex::default(), 1), Hex::new(-2, 7));
        assert_eq!(probe.reflect(Hex::default()), Hex::new(7, -2));
    }
}
