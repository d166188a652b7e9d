//! The facing of units, and the aspect from which something approaches them.

use crate::geometry::hex::{Dir, Hex, NotSix, Orientation, Symmetry, sextant};
use crate::geometry::place::newtype;
use serde::{Deserialize, Serialize};

/// A part of the hexes around a unit with a facing. The front sorts first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// The hexes before the unit.
    Front,
    /// The hexes beside the unit.
    Flank,
    /// The hexes behind the unit.
    Rear,
}

/// How the straight line between two hex centres leaves the first hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Bearing {
    /// Through the inside of a hexside.
    Side(Dir),
    /// Exactly through a corner, 0 to 5. Corner k lies between directions k and k + 1.
    Corner(u8),
}

impl Bearing {
    /// Returns the one or two sides by which the line leaves. For a corner, they are the two sides that meet there.
    pub const fn sides(self) -> (Dir, Dir) {
        match self {
            Self::Side(dir) => (dir, dir),
            Self::Corner(k) => (Dir::wrapped(k % 6), Dir::wrapped(k % 6 + 1)),
        }
    }
}

/// Returns the exact bearing of `to` from `from`; `None` if they are the same hex.
pub const fn bearing(from: Hex, to: Hex) -> Option<Bearing> {
    let (dq, dr) = from.offset(to);
    match sextant(dq, dr) {
        None => None,
        Some((dir, near, far)) => Some(if near > far {
            Bearing::Side(dir)
        } else if near < far {
            Bearing::Side(dir.cw(1))
        } else {
            Bearing::Corner(dir.index() as u8)
        }),
    }
}

/// The aspect of a line that leaves a hex exactly through a corner, where the two sides that meet in the corner have
/// different aspects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Tie {
    /// The aspect nearer the front.
    Nearer,
    /// The aspect farther from the front.
    Farther,
}

impl Tie {
    fn of(self, a: Aspect, b: Aspect) -> Aspect {
        match self {
            Self::Nearer => a.min(b),
            Self::Farther => a.max(b),
        }
    }
}

/// A facing towards a corner of the hex: two front hexes, two flank hexes, two rear hexes.
///
/// ```
/// use casus_belli::{Aspect, Orientation, VertexFacing};
///
/// let north = VertexFacing::named("N", Orientation::Pointy).unwrap();
/// let [left, right] = north.front();
/// assert_eq!(north.aspect(left), Aspect::Front);
/// assert_eq!(north.aspect(right.cw(1)), Aspect::Flank);
/// assert_eq!((north.word(Orientation::Pointy), north.turns(north.cw(2))), ("N", 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("format" = "vertex-facing")))]
#[serde(try_from = "u8")]
pub struct VertexFacing(u8);

impl Serialize for VertexFacing {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_newtype_struct(newtype::CORNER, &self.0)
    }
}

/// A facing towards a side of the hex.
///
/// If three sides are its front and three its rear, use [`SideFacing::front`] and [`SideFacing::rear`]. For other
/// divisions, the game passes a table to [`SideFacing::aspect_by`].
///
/// ```
/// use casus_belli::{Hex, Orientation, SideFacing};
///
/// let east = SideFacing::named("E", Orientation::Pointy).unwrap();
/// let here = Hex::new(0, 0);
/// assert!(east.fronts(east.dir()) && east.in_arc(here, here.along(east.dir(), 3)));
/// assert!(!east.in_arc(here, here.neighbour(east.rear()[1])));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("format" = "side-facing")))]
#[serde(try_from = "u8")]
pub struct SideFacing(u8);

impl Serialize for SideFacing {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_newtype_struct(newtype::DIR, &self.0)
    }
}

macro_rules! facing {
    ($name:ident, $of:literal) => {
        impl $name {
            /// All six facings, clockwise.
            pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

            #[doc = concat!("The facing toward ", $of, " of this index, if it is below 6.")]
            pub const fn new(index: u8) -> Option<Self> {
                if index < 6 { Some(Self(index)) } else { None }
            }
            /// Returns the index, 0 to 5.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// Returns the facing `n` steps of 60 degrees clockwise.
            #[must_use]
            pub const fn cw(self, n: u8) -> Self {
                Self((self.0 + n % 6) % 6)
            }
            /// Returns the number of steps of 60 degrees between two facings the shorter way, 0 to 3.
            pub const fn turns(self, to: Self) -> u8 {
                let n = (to.0 + 6 - self.0) % 6;
                if n > 3 { 6 - n } else { n }
            }
        }

        impl From<$name> for u8 {
            fn from(facing: $name) -> Self {
                facing.0
            }
        }

        impl TryFrom<u8> for $name {
            type Error = NotSix;
            fn try_from(index: u8) -> Result<Self, NotSix> {
                Self::new(index).ok_or(NotSix(index))
            }
        }
    };
}

facing!(VertexFacing, "the corner");
facing!(SideFacing, "the side");

impl VertexFacing {
    /// Returns the corner that the unit faces, 0 to 5.
    pub const fn corner(self) -> u8 {
        self.0
    }
    /// Returns the aspect of the side in a direction.
    pub const fn aspect(self, dir: Dir) -> Aspect {
        match Dir::wrapped(self.0).steps_cw(dir) {
            0 | 1 => Aspect::Front,
            2 | 5 => Aspect::Flank,
            _ => Aspect::Rear,
        }
    }
    /// Returns the aspect in which a bearing lies. If the bearing runs through a corner between two aspects, `tie`
    /// decides.
    pub fn aspect_of(self, bearing: Bearing, tie: Tie) -> Aspect {
        let (a, b) = bearing.sides();
        tie.of(self.aspect(a), self.aspect(b))
    }
    /// Returns the two front directions, clockwise.
    pub const fn front(self) -> [Dir; 2] {
        [Dir::wrapped(self.0), Dir::wrapped(self.0).cw(1)]
    }
    /// Returns the compass word of the corner that the unit faces.
    pub const fn word(self, orientation: Orientation) -> &'static str {
        orientation.corner_word(self.0)
    }
    /// Returns the facing with this compass word.
    pub fn named(word: &str, orientation: Orientation) -> Option<Self> {
        orientation.corner_named(word).map(Self)
    }
}

impl SideFacing {
    /// Returns the facing towards a direction.
    pub const fn toward(dir: Dir) -> Self {
        Self(dir.index() as u8)
    }
    /// Returns the direction that the unit faces.
    pub const fn dir(self) -> Dir {
        Dir::wrapped(self.0)
    }
    /// Returns the three front directions, clockwise, with the faced side in the middle.
    pub const fn front(self) -> [Dir; 3] {
        [self.dir().cw(5), self.dir(), self.dir().cw(1)]
    }
    /// Returns whether a direction is one of the three front directions.
    pub const fn fronts(self, dir: Dir) -> bool {
        matches!(self.dir().steps_cw(dir), 0 | 1 | 5)
    }
    /// Returns the three rear directions, clockwise, with the side opposite the faced one in the middle.
    pub const fn rear(self) -> [Dir; 3] {
        [self.dir().cw(2), self.dir().cw(3), self.dir().cw(4)]
    }
    /// Returns whether `to` lies in the arc before a unit at `from`.
    ///
    /// The arc has 120 degrees about the direction faced. Its edges, which run through the centres of the outer two
    /// front hexes, are included. The unit's own hex is not in it.
    pub const fn in_arc(self, from: Hex, to: Hex) -> bool {
        let (dq, dr) = from.offset(to);
        match sextant(dq, dr) {
            None => false,
            Some((dir, _, beside)) => match self.dir().steps_cw(dir) {
                5 | 0 => true,
                1 => beside == 0,
                _ => false,
            },
        }
    }
    /// Returns the facings in whose arc `to` lies for a unit at `from`: one bit for each, by its [index](Self::index).
    ///
    /// Those are the facings for which [`in_arc`](Self::in_arc) holds.
    pub const fn arcs(from: Hex, to: Hex) -> u8 {
        let (dq, dr) = from.offset(to);
        match sextant(dq, dr) {
            None => 0,
            Some((dir, _, beside)) => {
                let dir = dir.index();
                let edge = if beside == 0 { 1 << ((dir + 5) % 6) } else { 0 };
                1 << dir | 1 << ((dir + 1) % 6) | edge
            }
        }
    }
    /// Returns the aspect of the side in a direction, by a table of the six sides clockwise from the one faced.
    pub const fn aspect_by(self, table: &[Aspect; 6], dir: Dir) -> Aspect {
        table[self.dir().steps_cw(dir) as usize]
    }
    /// Returns the aspect in which a bearing lies, by a table of the six sides clockwise from the one faced. If the
    /// bearing runs through a corner between two aspects, `tie` decides.
    pub fn aspect_of_by(self, table: &[Aspect; 6], bearing: Bearing, tie: Tie) -> Aspect {
        let (a, b) = bearing.sides();
        tie.of(self.aspect_by(table, a), self.aspect_by(table, b))
    }
    /// Returns the compass word of the side that the unit faces.
    pub const fn word(self, orientation: Orientation) -> &'static str {
        orientation.dir_word(self.dir())
    }
    /// Returns the facing with this compass word.
    pub fn named(word: &str, orientation: Orientation) -> Option<Self> {
        orientation.dir_named(word).map(Self::toward)
    }
}

impl Symmetry {
    /// Returns the image of a facing towards a corner.
    pub const fn apply_vertex_facing(self, facing: VertexFacing) -> VertexFacing {
        VertexFacing(self.apply_corner(facing.0))
    }
    /// Returns the image of a facing towards a side.
    pub const fn apply_side_facing(self, facing: SideFacing) -> SideFacing {
        SideFacing::toward(self.apply_dir(facing.dir()))
    }
    /// Returns the image of a bearing.
    pub const fn apply_bearing(self, bearing: Bearing) -> Bearing {
        match bearing {
            Bearing::Side(dir) => Bearing::Side(self.apply_dir(dir)),
            Bearing::Corner(k) => Bearing::Corner(self.apply_corner(k)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_corner_facing_has_two_of_each() {
        use Aspect::{Flank, Front, Rear};
        let north = VertexFacing::named("N", Orientation::Pointy).unwrap();
        let seen: Vec<_> = ["NW", "NE", "E", "SE", "SW", "W"]
            .map(|w| north.aspect(Orientation::Pointy.dir_named(w).unwrap()))
            .into();
        assert_eq!(seen, [Front, Front, Flank, Rear, Rear, Flank]);
        assert_eq!(north.front().map(|d| Orientation::Pointy.dir_word(d)), ["NW", "NE"]);
        assert_eq!(north.word(Orientation::Pointy), "N");
        // Due west of a unit facing north the line leaves through the flank; WNW runs down the spine of flank and front.
        let wnw = Bearing::Corner(Orientation::Pointy.corner_named("WNW").unwrap());
        assert_eq!(north.aspect_of(wnw, Tie::Nearer), Front);
        assert_eq!(north.aspect_of(wnw, Tie::Farther), Flank);
        let wsw = Bearing::Corner(Orientation::Pointy.corner_named("WSW").unwrap());
        assert_eq!(north.aspect_of(wsw, Tie::Nearer), Flank);
        assert_eq!(north.aspect_of(wsw, Tie::Farther), Rear);
        assert_eq!(north.aspect_of(Bearing::Corner(1), Tie::Nearer), Rear);
    }

    #[test]
    fn a_side_facing_reads_the_game_s_table() {
        use Aspect::{Flank, Front, Rear};
        let table = [Front, Front, Flank, Rear, Flank, Front];
        let north = SideFacing::named("N", Orientation::Flat).unwrap();
        let seen = ["NW", "N", "NE", "SE", "S", "SW"]
            .map(|w| north.aspect_by(&table, Orientation::Flat.dir_named(w).unwrap()));
        assert_eq!(seen, [Front, Front, Front, Flank, Rear, Flank]);
        assert_eq!(north.word(Orientation::Flat), "N");
        let east = Bearing::Corner(Orientation::Flat.corner_named("E").unwrap());
        assert_eq!(north.aspect_of_by(&table, east, Tie::Nearer), Front);
        assert_eq!(north.aspect_of_by(&table, east, Tie::Farther), Flank);
    }

    #[test]
    fn a_side_facing_has_three_before_it_and_three_behind() {
        let south = SideFacing::named("SE", Orientation::Pointy).unwrap();
        let words = |dirs: [Dir; 3]| dirs.map(|d| Orientation::Pointy.dir_word(d));
        assert_eq!(words(south.front()), ["E", "SE", "SW"]);
        assert_eq!(words(south.rear()), ["W", "NW", "NE"]);
        let at = Hex::new(4, -9);
        for f in SideFacing::ALL {
            assert_eq!(f.front()[1], f.dir());
            for d in Dir::ALL {
                assert_eq!(f.fronts(d), f.front().contains(&d));
                assert_eq!(f.fronts(d), !f.rear().contains(&d));
                assert_eq!(f.fronts(d), f.in_arc(at, at.neighbour(d)));
            }
            assert!(!f.in_arc(at, at));
            // A third of the ring and the one hex that closes it.
            for n in 1..9u16 {
                let seen = at.ring(n).filter(|&h| f.in_arc(at, h)).count();
                assert_eq!(seen, usize::from(2 * n + 1));
            }
        }
        let (far, low) = (Hex::new(i16::MAX, i16::MAX), Hex::new(i16::MIN, i16::MIN));
        assert!(SideFacing::ALL.iter().any(|f| f.in_arc(low, far)));
    }

    #[test]
    fn turning_is_counted_the_short_way() {
        for (i, a) in VertexFacing::ALL.into_iter().enumerate() {
            for n in 0..6u8 {
                assert_eq!(a.turns(a.cw(n)), n.min(6 - n));
                assert_eq!(SideFacing::ALL[i].turns(SideFacing::ALL[i].cw(n)), n.min(6 - n));
            }
        }
        assert!(serde_json::from_str::<VertexFacing>("6").is_err());
        assert_eq!(serde_json::from_str::<SideFacing>("2").unwrap(), SideFacing::ALL[2]);
    }

    proptest! {
        #[test]
        fn bearings_agree_with_the_cross_product(q in -40i16..40, r in -40i16..40) {
            let (from, to) = (Hex::new(7, -3), Hex::new(7 + q, r - 3));
            // Corner k stands at (vector k + vector k+1) / 3; the line leaves between the corners on either side of it.
            let cross = |k: u8| {
                let ((a, b), (c, d)) = (Dir::wrapped(k).vector(), Dir::wrapped(k + 1).vector());
                let (x, y) = (i32::from(a + c), i32::from(b + d));
                (x * i32::from(r) - y * i32::from(q), 2 * x * i32::from(q) + x * i32::from(r) + y * i32::from(q) + 2 * y * i32::from(r))
            };
            let want = (0..6u8).find_map(|k| {
                let (turn, ahead) = cross(k);
                let (before, _) = cross(k + 5);
                if turn == 0 && ahead > 0 {
                    Some(Bearing::Corner(k))
                } else if before > 0 && turn < 0 {
                    Some(Bearing::Side(Dir::wrapped(k)))
                } else {
                    None
                }
            });
            prop_assert_eq!(bearing(from, to), want);
            for s in Symmetry::ALL {
                prop_assert_eq!(bearing(s.apply(from), s.apply(to)), want.map(|b| s.apply_bearing(b)));
            }
        }

        #[test]
        fn the_arc_is_all_within_sixty_degrees(q in -40i16..40, r in -40i16..40, k in 0u8..6) {
            let (from, to) = (Hex::new(-5, 11), Hex::new(q - 5, r + 11));
            let facing = SideFacing::new(k).unwrap();
            // Twice the inner product with the direction, against the length: a cosine of one half or more.
            let ((x, y), (q, r)) = (facing.dir().vector(), (i32::from(q), i32::from(r)));
            let (x, y) = (i32::from(x), i32::from(y));
            let inner = 2 * x * q + x * r + y * q + 2 * y * r;
            let length = q * q + q * r + r * r;
            let want = length > 0 && inner >= 0 && inner * inner >= length;
            prop_assert_eq!(facing.in_arc(from, to), want);
            prop_assert_eq!(SideFacing::arcs(from, to) >> facing.index() & 1 == 1, want);
            for s in Symmetry::ALL {
                let image = s.apply_side_facing(facing);
                prop_assert_eq!(image.in_arc(s.apply(from), s.apply(to)), want);
                let mut front = facing.front().map(|d| s.apply_dir(d));
                if s.reflects() {
                    front.reverse();
                }
                prop_assert_eq!(front, image.front());
            }
        }

        #[test]
        fn aspects_keep_their_symmetry(v in 0u8..6, k in 0u8..6, n in 0u8..12) {
            let (f, d, s) = (VertexFacing::new(v).unwrap(), Dir::wrapped(k), Symmetry::new(n).unwrap());
            prop_assert_eq!(f.aspect(d), s.apply_vertex_facing(f).aspect(s.apply_dir(d)));
            let (a, b) = (SideFacing::new(v).unwrap(), s.apply_side_facing(SideFacing::new(v).unwrap()));
            let t = |f: SideFacing, d: Dir| f.turns(SideFacing::toward(d));
            prop_assert_eq!(t(a, d), t(b, s.apply_dir(d)));
        }
    }
}
