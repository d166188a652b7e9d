//! The map as arrays: hexes have consecutive numbers, and their neighbours are computed once.

use crate::geometry::hex::{Dir, Hex, Orientation};
use crate::geometry::near::many;
use crate::geometry::numbering::{NumberFault, Numbering};
use crate::geometry::place::{Place, newtype};
use crate::geometry::sight::{Crossing, trace};
use core::fmt;
use core::hash::{Hash, Hasher};
use serde::{Deserialize, Serialize};

/// A hex of a [`Board`]: its index in the order of the printed numbers.
///
/// An index that the board does not have is an id *off the map*. No function panics on such an id. An id does not know
/// its board: an id of another board may name a hex of this one.
///
/// ```
/// use casus_belli::{Board, Numbering, Orientation};
///
/// let board = Board::full(Numbering::plain(Orientation::Pointy, 5, 5));
/// let hex = board.parse("0203")?;
/// assert_eq!(board.label(hex), "0203");
/// assert!(board.parse("9999").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("format" = "hex")))]
#[serde(transparent)]
pub struct HexId(pub u16);

impl Serialize for HexId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_newtype_struct(newtype::HEX, &self.0)
    }
}

impl HexId {
    const NONE: Self = Self(u16::MAX);

    /// Returns the hex as a place.
    pub const fn place(self) -> Place {
        Place::Hex(self.0)
    }

    /// Returns the hex as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    const fn known(self) -> Option<Self> {
        if self.0 == u16::MAX { None } else { Some(self) }
    }
}

/// Why rows of text are not the terrain of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RowsFault {
    /// No terrain has this character.
    #[error("unknown terrain {0:?}")]
    Terrain(char),
    /// There are more or fewer characters than hexes.
    #[error("{}, and the map has {hexes}", many(*given, "hex"))]
    Count {
        /// The number of characters, without spaces.
        given: usize,
        /// The number of hexes of the map.
        hexes: usize,
    },
}

/// When a line of sight that runs along a hexside is blocked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Along {
    /// The line is blocked when either of the two hexes blocks.
    Either,
    /// The line is blocked only when both hexes block.
    Both,
}

/// A map: hexes with their terrain, elevation, hexside features, roads and names.
///
/// Terrain is a code and a feature is a bit; the game says what each means.
///
/// ```
/// use casus_core::{Board, Numbering, Orientation, Stride, reach};
///
/// // A blank map of five rows and five columns, on which every step costs 1 movement point.
/// let board = Board::full(Numbering::plain(Orientation::Pointy, 5, 5));
/// let (start, goal) = (board.parse("0101").unwrap(), board.parse("0103").unwrap());
/// assert_eq!(board.distance(start, goal), 2);
/// let found = reach(&board, start, 2, |_, _, _, _| Some(Stride::on(1)));
/// assert_eq!(found.cost(goal), Some(2));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    numbering: Numbering,
    hexes: Box<[Hex]>,
    labels: Box<[Box<str>]>,
    names: Box<[Box<str>]>,
    corner: Hex,
    width: u16,
    grid: Box<[HexId]>,
    adjacent: Box<[[HexId; 6]]>,
    terrain: Box<[u8]>,
    elevation: Box<[i8]>,
    features: Box<[[u8; 6]]>,
    roads: Box<[u8]>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("numbering", &self.numbering)
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl Board {
    /// Creates a blank board of these hexes: terrain 0, elevation 0, no features, roads or names.
    ///
    /// Their order does not matter. A hex that is given twice counts once; one outside the rows and columns of the
    /// numbering is left out.
    pub fn new(numbering: Numbering, hexes: impl IntoIterator<Item = Hex>) -> Self {
        let mut numbered: Vec<(String, Hex)> = hexes
            .into_iter()
            .filter(|&h| numbering.contains(h))
            .map(|h| (numbering.print(h), h))
            .collect();
        numbered.sort_unstable();
        numbered.dedup();
        let hexes: Box<[Hex]> = numbered.iter().map(|(_, h)| *h).collect();
        let labels: Box<[Box<str>]> = numbered.into_iter().map(|(s, _)| s.into()).collect();
        let n = hexes.len();

        let least = |f: fn(&Hex) -> i16| hexes.iter().map(f).min().unwrap_or(0);
        let corner = Hex::new(least(|h| h.q), least(|h| h.r));
        let extent = |f: fn(&Hex) -> i16, from: i16| hexes.iter().map(|h| f(h) - from + 1).max().unwrap_or(0);
        let (width, height) = (extent(|h| h.q, corner.q), extent(|h| h.r, corner.r));
        let mut grid = vec![HexId::NONE; width as usize * height as usize].into_boxed_slice();
        for (id, h) in (0u16..).zip(&hexes) {
            grid[(h.r - corner.r) as usize * width as usize + (h.q - corner.q) as usize] = HexId(id);
        }
        let mut board = Self {
            numbering,
            labels,
            names: vec!["".into(); n].into(),
            corner,
            width: width as u16,
            grid,
            adjacent: Box::default(),
            terrain: vec![0; n].into(),
            elevation: vec![0; n].into(),
            features: vec![[0; 6]; n].into(),
            roads: vec![0; n].into(),
            hexes,
        };
        board.adjacent = board
            .hexes
            .iter()
            .map(|h| Dir::ALL.map(|d| board.id(h.neighbour(d)).unwrap_or(HexId::NONE)))
            .collect();
        board
    }
    /// Creates a blank board of every hex that the numbering has.
    pub fn full(numbering: Numbering) -> Self {
        Self::new(numbering, numbering.hexes())
    }

    /// Returns the numbering of the hexes.
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }
    /// Returns the orientation of the hexes.
    pub const fn orientation(&self) -> Orientation {
        self.numbering.orientation()
    }
    /// Returns the number of hexes, at most 10,000.
    pub const fn len(&self) -> usize {
        self.hexes.len()
    }
    /// Returns whether the board has no hex.
    pub const fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }
    /// Returns every hex, in the order of the printed numbers.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = HexId> + DoubleEndedIterator + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }
    /// Returns whether the id is a hex of this board.
    #[inline]
    pub const fn contains(&self, id: HexId) -> bool {
        id.index() < self.hexes.len()
    }
    /// Returns the coordinates of a hex. For an id off the map, the coordinates are far off the map too.
    #[inline]
    pub fn hex(&self, id: HexId) -> Hex {
        let off = Hex::new(i16::MIN, i16::MIN);
        self.hexes.get(id.index()).copied().unwrap_or(off)
    }
    /// Returns the hex at these coordinates, if the map has it.
    #[inline]
    pub fn id(&self, hex: Hex) -> Option<HexId> {
        let (q, r) = self.corner.offset(hex);
        if q < 0 || r < 0 || q >= self.width as i32 {
            return None;
        }
        self.grid.get(r as usize * self.width as usize + q as usize)?.known()
    }
    /// Returns the hex with this printed number.
    ///
    /// # Errors
    /// When the text is not four digits, or the board has no such hex.
    pub fn parse(&self, text: &str) -> Result<HexId, NumberFault> {
        let hex = self.numbering.parse(text)?;
        self.id(hex).ok_or_else(|| NumberFault::Outside(text.to_owned()))
    }
    /// Returns the printed number of a hex: `"1803"`.
    pub fn label(&self, id: HexId) -> String {
        self.label_str(id).to_owned()
    }
    /// Returns the printed number of a hex, borrowed; `"????"` for an id off the map.
    pub fn label_str(&self, id: HexId) -> &str {
        self.labels.get(id.index()).map_or("????", |s| s)
    }
    /// Returns the adjacent hex in a direction, if the map has one.
    #[inline]
    pub fn neighbour(&self, id: HexId, dir: Dir) -> Option<HexId> {
        self.adjacent.get(id.index())?[dir.index()].known()
    }
    /// Returns the adjacent hexes with their directions, clockwise from direction 0.
    #[inline]
    pub fn neighbours(&self, id: HexId) -> impl Iterator<Item = (Dir, HexId)> + '_ {
        let around = self.adjacent.get(id.index()).unwrap_or(&[HexId::NONE; 6]);
        Dir::ALL.iter().zip(around).filter_map(|(&d, h)| Some((d, h.known()?)))
    }
    /// Returns the straight distance in hexes; `u32::MAX` if either id is off the map.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        match (self.hexes.get(a.index()), self.hexes.get(b.index())) {
            (Some(a), Some(b)) => a.distance(*b),
            _ => u32::MAX,
        }
    }
    /// Returns the direction from a hex to an adjacent one; `None` if the two are not adjacent.
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Dir> {
        let (around, to) = (self.adjacent.get(from.index())?, to.known()?);
        around.iter().position(|&h| h == to).map(|dir| Dir::ALL[dir])
    }
    /// Returns the compass word of a step: `"NE"`. Empty if the hexes are not adjacent, or the step begins off the
    /// map.
    pub fn way(&self, from: Option<HexId>, to: HexId) -> &'static str {
        from.and_then(|from| self.direction(from, to))
            .map_or("", |dir| self.orientation().dir_word(dir))
    }
    /// Returns the hexes at most `radius` away, nearest first, then clockwise.
    pub fn hexes_within(&self, id: HexId, radius: u32) -> Vec<HexId> {
        self.disc(id, radius).collect()
    }
    /// Returns the hexes at most `radius` away, nearest first, then clockwise, without allocating.
    #[inline]
    pub fn disc(&self, id: HexId, radius: u32) -> impl Iterator<Item = HexId> + '_ {
        let here = self.contains(id).then(|| self.hex(id));
        // No two hexes of the board are further apart than its width and height together.
        let height = self.grid.len() / usize::from(self.width.max(1));
        let radius = radius.min(u32::from(self.width) + height as u32) as u16;
        let disc = here.into_iter().flat_map(move |h| h.disc(radius));
        disc.filter_map(|h| self.id(h))
    }

    /// Returns, for each hex of `from`, the distance to the nearest hex of `to`; `u32::MAX` if `to` is empty.
    ///
    /// An id off the map counts as a hex far away.
    pub fn nearest<const N: usize>(&self, from: [HexId; N], to: impl Iterator<Item = HexId>) -> [u32; N] {
        let from = from.map(|h| self.hex(h));
        let mut least = [u32::MAX; N];
        for there in to.map(|h| self.hex(h)) {
            for (least, from) in least.iter_mut().zip(from) {
                *least = (*least).min(from.distance(there));
            }
        }
        least
    }
    /// Returns the terrain code of a hex; 0 off the map.
    #[inline]
    pub fn terrain(&self, id: HexId) -> u8 {
        self.terrain.get(id.index()).copied().unwrap_or(0)
    }
    /// Returns the elevation of a hex, in levels; 0 off the map.
    #[inline]
    pub fn elevation(&self, id: HexId) -> i8 {
        self.elevation.get(id.index()).copied().unwrap_or(0)
    }
    /// Returns the feature bits of a side of a hex; 0 off the map. The hex beyond the side has the same bits there.
    #[inline]
    pub fn features(&self, id: HexId, dir: Dir) -> u8 {
        self.features.get(id.index()).map_or(0, |f| f[dir.index()])
    }
    /// Returns whether a road joins a hex to its neighbour in a direction.
    #[inline]
    pub fn road(&self, id: HexId, dir: Dir) -> bool {
        self.roads.get(id.index()).is_some_and(|r| r >> dir.index() & 1 == 1)
    }
    /// Returns the name printed on a hex, if any.
    pub fn name(&self, id: HexId) -> Option<&str> {
        let name = self.names.get(id.index())?;
        (!name.is_empty()).then_some(name)
    }

    /// Sets the terrain code of a hex. Like every setter, this does nothing with an id off the map.
    pub fn set_terrain(&mut self, id: HexId, code: u8) {
        if let Some(x) = self.terrain.get_mut(id.index()) {
            *x = code;
        }
    }
    /// Sets the terrain of every hex from rows of text: one character for each hex, in the order of the printed
    /// numbers.
    ///
    /// `code` returns the code of a character. Spaces are skipped.
    ///
    /// # Errors
    /// When there are more or fewer characters than hexes, or a character is unknown.
    pub fn set_rows<'r>(
        &mut self,
        rows: impl IntoIterator<Item = &'r str>,
        code: impl Fn(char) -> Option<u8>,
    ) -> Result<(), RowsFault> {
        let marks = rows.into_iter().flat_map(str::chars).filter(|c| *c != ' ');
        let codes: Result<Vec<u8>, RowsFault> = marks.map(|c| code(c).ok_or(RowsFault::Terrain(c))).collect();
        let codes = codes?;
        if codes.len() != self.len() {
            return Err(RowsFault::Count {
                given: codes.len(),
                hexes: self.len(),
            });
        }
        self.terrain = codes.into();
        Ok(())
    }
    /// Sets the elevation of a hex, in levels.
    pub fn set_elevation(&mut self, id: HexId, level: i8) {
        if let Some(x) = self.elevation.get_mut(id.index()) {
            *x = level;
        }
    }
    /// Sets or clears the bits of `mask` on a side of a hex, for both hexes that share the side. A side on the edge of the
    /// map has only one hex.
    pub fn set_feature(&mut self, id: HexId, dir: Dir, mask: u8, on: bool) {
        let beyond = self.neighbour(id, dir).map(|h| (h, dir.opposite()));
        for (h, d) in [Some((id, dir)), beyond].into_iter().flatten() {
            if let Some(sides) = self.features.get_mut(h.index()) {
                let bits = &mut sides[d.index()];
                *bits = if on { *bits | mask } else { *bits & !mask };
            }
        }
    }
    /// Adds a road between a hex and its neighbour in a direction, or off the edge of the map.
    pub fn set_road(&mut self, id: HexId, dir: Dir) {
        let beyond = self.neighbour(id, dir).map(|h| (h, dir.opposite()));
        for (h, d) in [Some((id, dir)), beyond].into_iter().flatten() {
            if let Some(bits) = self.roads.get_mut(h.index()) {
                *bits |= 1 << d.index();
            }
        }
    }
    /// Sets the name of a hex; an empty name removes it.
    pub fn set_name(&mut self, id: HexId, name: impl Into<String>) {
        if let Some(x) = self.names.get_mut(id.index()) {
            *x = name.into().into_boxed_str();
        }
    }

    /// Returns whether the straight line between the centres of two hexes is clear. The two end hexes never block.
    ///
    /// - If the line crosses the inside of a hex, the hex blocks the line when `blocks` returns true for it.
    /// - Where the line runs along a hexside, `along` says whether one of its two hexes is enough or both must block.
    /// - Hexes off the map do not block. A hex that the line only touches at a vertex is not asked about (see
    ///   [`trace_steps`](crate::trace_steps)).
    ///
    /// The result is the same in both directions. It is `false` if either id is off the map. Nothing is allocated.
    #[inline]
    pub fn visible(&self, from: HexId, to: HexId, mut blocks: impl FnMut(HexId) -> bool, along: Along) -> bool {
        let (Some(&a), Some(&b)) = (self.hexes.get(from.index()), self.hexes.get(to.index())) else {
            return false;
        };
        let mut bars = |h: Hex| self.id(h).is_some_and(&mut blocks);
        trace(a, b, |crossing| !match crossing {
            Crossing::Through(h) => bars(h),
            Crossing::Along(x, y) => match along {
                Along::Either => bars(x) || bars(y),
                Along::Both => bars(x) && bars(y),
            },
        })
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
}

/// The type of number that an [`Occupancy`] holds: `u8` or `u16`. The highest value of the type means that a hex is
/// empty, so no piece has it.
pub trait Occupant: sealed::Sealed + Copy + Eq + fmt::Debug {
    /// The value that means that the hex is empty.
    const NONE: Self;
}

impl Occupant for u8 {
    const NONE: Self = Self::MAX;
}

impl Occupant for u16 {
    const NONE: Self = Self::MAX;
}

/// Which piece is in each hex: at most one, by a small number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Occupancy<I: Occupant = u16>(Box<[I]>);

impl<I: Occupant> Occupancy<I> {
    /// Creates an occupancy of a board, with every hex empty.
    pub fn new(board: &Board) -> Self {
        Self(vec![I::NONE; board.len()].into())
    }
    /// Returns the piece in a hex, if any.
    #[inline]
    pub fn at(&self, id: HexId) -> Option<I> {
        self.0.get(id.index()).copied().filter(|&x| x != I::NONE)
    }
    /// Puts a piece into a hex, and returns the one that was there before.
    ///
    /// The highest number of the type empties the hex. Nothing happens with an id off the map.
    pub fn put(&mut self, id: HexId, who: I) -> Option<I> {
        let slot = self.0.get_mut(id.index())?;
        Some(core::mem::replace(slot, who)).filter(|&x| x != I::NONE)
    }
    /// Empties a hex, and returns the piece that was there.
    pub fn clear(&mut self, id: HexId) -> Option<I> {
        self.put(id, I::NONE)
    }
    /// Returns the occupied hexes, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (HexId, I)> + '_ {
        (0u16..)
            .map(HexId)
            .zip(self.0.iter().copied())
            .filter(|(_, x)| *x != I::NONE)
    }
}

/// The number that no piece of [`Stacks`] has.
const NOBODY: u8 = u8::MAX;

/// Which pieces of a game with two sides are in each hex, any number in a hex. A piece is a number below 255.
///
/// Equal positions are equal values, whatever moves led to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stacks<S> {
    /// The side of each piece. The side of the first piece is the first of the two.
    sides: Box<[S]>,
    /// The piece with the lowest number in each hex.
    first: Box<[u8]>,
    /// For each piece, the piece with the next higher number in its hex. Links only ascend, so every list ends.
    next: Box<[u8]>,
    /// For each hex and side, one bit for each direction in which a piece of that side is adjacent. Most hexes have
    /// none.
    around: Box<[[u8; 2]]>,
}

/// Hashes only where the pieces are. In one game their sides never change, and what is around a hex follows.
impl<S: Eq> Hash for Stacks<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.first.hash(state);
        self.next.hash(state);
    }
}

impl<S: Copy + Eq> Stacks<S> {
    /// Creates stacks of a board with every hex empty. `sides` has the side of each piece, in the order of their numbers;
    /// there are at most 255 pieces.
    pub fn new(board: &Board, sides: impl IntoIterator<Item = S>) -> Self {
        let sides: Box<[S]> = sides.into_iter().take(NOBODY.into()).collect();
        Self {
            first: vec![NOBODY; board.len()].into(),
            next: vec![NOBODY; sides.len()].into(),
            around: vec![[0; 2]; board.len()].into(),
            sides,
        }
    }
    /// Puts a piece into a hex. `board` is the board for which you created the stacks. The piece may already be in the
    /// hex.
    ///
    /// A piece is in at most one hex: [take](Self::take) it out of another first. Nothing happens with an id off the map
    /// or a number beyond the pieces.
    pub fn put(&mut self, board: &Board, id: u8, hex: HexId) {
        let Some(&side) = self.sides.get(usize::from(id)) else {
            return;
        };
        if !self.holds(hex, side) {
            self.turn_around(board, hex, side);
        }
        let Some(mut link) = self.first.get_mut(hex.index()) else {
            return;
        };
        while *link < id {
            link = &mut self.next[usize::from(*link)];
        }
        if *link != id {
            let after = core::mem::replace(link, id);
            self.next[usize::from(id)] = after;
        }
    }
    /// Takes a piece out of a hex. Nothing happens if it is not there.
    pub fn take(&mut self, board: &Board, id: u8, hex: HexId) {
        let Some(&side) = self.sides.get(usize::from(id)) else {
            return;
        };
        let after = self.next[usize::from(id)];
        let Some(mut link) = self.first.get_mut(hex.index()) else {
            return;
        };
        while *link < id {
            link = &mut self.next[usize::from(*link)];
        }
        if *link == id {
            *link = after;
            self.next[usize::from(id)] = NOBODY;
            if !self.holds(hex, side) {
                self.turn_around(board, hex, side);
            }
        }
    }
    #[inline]
    fn which(&self, side: S) -> usize {
        usize::from(self.sides.first() != Some(&side))
    }
    fn holds(&self, hex: HexId, side: S) -> bool {
        self.at(hex).any(|id| self.sides[usize::from(id)] == side)
    }
    /// Updates the hexes next to one in which a side has pieces now, or has none any more.
    fn turn_around(&mut self, board: &Board, hex: HexId, side: S) {
        let which = self.which(side);
        for (dir, next) in board.neighbours(hex) {
            if let Some(bits) = self.around.get_mut(next.index()) {
                bits[which] ^= 1 << dir.opposite().index();
            }
        }
    }
    /// Returns the directions in which pieces of a side are next to a hex, one bit for each.
    #[inline]
    fn toward(&self, hex: HexId, side: S) -> u8 {
        self.around.get(hex.index()).map_or(0, |bits| bits[self.which(side)])
    }
    /// Returns the first piece in each adjacent hex that lies in these directions and is on the map.
    #[inline]
    fn firsts<'a>(&'a self, board: &'a Board, hex: HexId, mut left: u8) -> impl Iterator<Item = (Dir, u8)> + 'a {
        let around = board.adjacent.get(hex.index()).unwrap_or(&[HexId::NONE; 6]);
        core::iter::from_fn(move || {
            let dir = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            let first = self.first.get(around.get(dir)?.index())?;
            Some((Dir::ALL[dir], *first))
        })
    }
    /// Returns the pieces in a hex, in ascending order, without allocating.
    #[inline]
    pub fn at(&self, hex: HexId) -> impl Iterator<Item = u8> + '_ {
        let known = |id: u8| (id != NOBODY).then_some(id);
        let first = self.first.get(hex.index()).copied().and_then(known);
        core::iter::successors(first, move |&id| known(self.next[usize::from(id)]))
    }
    /// Returns the pieces of a side in the adjacent hexes, each with the direction in which it is.
    ///
    /// The hexes come clockwise from direction 0. The pieces of one hex come in ascending order.
    #[inline]
    pub fn beside<'a>(&'a self, board: &'a Board, hex: HexId, side: S) -> impl Iterator<Item = (Dir, u8)> + 'a {
        let mut firsts = self.firsts(board, hex, self.toward(hex, side));
        let (mut dir, mut id) = (Dir::ALL[0], NOBODY);
        core::iter::from_fn(move || {
            loop {
                if id == NOBODY {
                    (dir, id) = firsts.next()?;
                }
                let found = (dir, id);
                id = self.next[usize::from(id)];
                if self.sides[usize::from(found.1)] == side {
                    return Some(found);
                }
            }
        })
    }
    /// Returns whether `holds` returns `true` for any piece of a side in the adjacent hexes. This is faster than a search
    /// through [`beside`](Self::beside).
    #[inline]
    pub fn any_beside(&self, board: &Board, hex: HexId, side: S, mut holds: impl FnMut(Dir, u8) -> bool) -> bool {
        for (dir, mut id) in self.firsts(board, hex, self.toward(hex, side)) {
            while id != NOBODY {
                if self.sides[usize::from(id)] == side && holds(dir, id) {
                    return true;
                }
                id = self.next[usize::from(id)];
            }
        }
        false
    }
    /// Returns whether a piece of a side is in an adjacent hex.
    #[inline]
    pub fn is_beside(&self, hex: HexId, side: S) -> bool {
        self.toward(hex, side) != 0
    }
    /// Returns whether a hex is empty.
    #[inline]
    pub fn is_empty(&self, hex: HexId) -> bool {
        self.first.get(hex.index()).is_none_or(|&id| id == NOBODY)
    }
    /// Returns the number of pieces in a hex.
    pub fn count(&self, hex: HexId) -> usize {
        self.at(hex).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::numbering::tests::{FLAT, MIRRORED, OBLIQUE};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Side {
        Odd,
        Even,
    }

    impl Side {
        fn of(id: usize) -> Self {
            if id % 2 == 1 { Self::Odd } else { Self::Even }
        }
    }

    fn sides(pieces: usize) -> impl Iterator<Item = Side> {
        (0..pieces).map(Side::of)
    }

    #[test]
    fn a_board_knows_its_own() {
        for n in [MIRRORED, FLAT, OBLIQUE] {
            let board = Board::full(n);
            assert_eq!(board.len(), n.hexes().count());
            assert_eq!(board, Board::new(n, n.hexes().collect::<Vec<_>>().into_iter().rev().chain(n.hexes())));
            let mut last = String::new();
            for id in board.ids() {
                let (hex, label) = (board.hex(id), board.label(id));
                assert!(last < label);
                assert_eq!(board.id(hex), Some(id));
                assert_eq!(board.parse(&label), Ok(id));
                for d in Dir::ALL {
                    assert_eq!(board.neighbour(id, d), board.id(hex.neighbour(d)));
                    if let Some(to) = board.neighbour(id, d) {
                        assert_eq!(board.direction(id, to), Some(d));
                        assert_eq!(board.distance(id, to), 1);
                    }
                }
                assert_eq!(board.neighbours(id).count(), board.hexes_within(id, 1).len() - 1);
                last = label;
            }
        }
    }

    #[test]
    fn a_board_need_not_be_a_rectangle() {
        let some = OBLIQUE.hexes().filter(|h| (h.q + h.r) % 3 != 0);
        let board = Board::new(OBLIQUE, some.chain([Hex::new(900, 0)]));
        assert!(board.len() < OBLIQUE.hexes().count());
        let gone = OBLIQUE.hexes().find(|h| (h.q + h.r) % 3 == 0).unwrap();
        let number = OBLIQUE.print(gone);
        assert_eq!(board.parse(&number), Err(NumberFault::Outside(number)));
        assert_eq!(board.id(gone), None);
        let empty = Board::new(FLAT, []);
        assert!(empty.is_empty() && empty.id(Hex::default()).is_none() && empty.ids().len() == 0);
    }

    #[test]
    fn both_hexes_of_a_side_see_it() {
        let mut board = Board::full(MIRRORED);
        let at = board.parse("1810").unwrap();
        let sw = board.orientation().dir_named("SW").unwrap();
        let below = board.neighbour(at, sw).unwrap();
        board.set_feature(at, sw, 0b101, true);
        board.set_feature(below, sw.opposite(), 0b001, false);
        assert_eq!((board.features(at, sw), board.features(below, sw.opposite())), (0b100, 0b100));
        board.set_road(below, sw.opposite());
        assert!(board.road(at, sw) && board.road(below, sw.opposite()) && !board.road(below, sw));
        let edge = board.parse("1000").unwrap();
        let ne = board.orientation().dir_named("NE").unwrap();
        board.set_feature(edge, ne, 2, true);
        assert_eq!(board.features(edge, ne), 2);
        board.set_terrain(at, 3);
        board.set_elevation(at, -1);
        board.set_name(at, "Majs");
        assert_eq!((board.terrain(at), board.elevation(at), board.name(at)), (3, -1, Some("Majs")));
        assert_eq!(board.name(below), None);
    }

    #[test]
    fn a_strange_id_is_off_the_map() {
        let mut board = Board::full(FLAT);
        for id in [HexId(u16::MAX), HexId(672)] {
            let (d, home) = (Dir::ALL[0], HexId(0));
            board.set_terrain(id, 1);
            board.set_elevation(id, 1);
            board.set_feature(id, d, 1, true);
            board.set_road(id, d);
            board.set_name(id, "x");
            assert!(!board.contains(id) && board.neighbour(id, d).is_none() && board.neighbours(id).count() == 0);
            assert_eq!((board.terrain(id), board.elevation(id), board.features(id, d)), (0, 0, 0));
            assert!(!board.road(id, d) && board.name(id).is_none() && board.label(id) == "????");
            assert_eq!(board.distance(id, home), u32::MAX);
            assert!(
                !board.visible(id, home, |_| false, Along::Both) && !board.visible(home, id, |_| false, Along::Both)
            );
            assert!(board.hexes_within(id, 3).is_empty() && board.id(board.hex(id)).is_none());
            let mut who = Occupancy::<u8>::new(&board);
            assert_eq!((who.put(id, 3), who.at(id), who.iter().count()), (None, None, 0));
        }
    }

    #[test]
    fn along_a_side_one_or_both() {
        let board = Board::full(OBLIQUE);
        let n = |s: &str| board.parse(s).unwrap();
        // Two rows due south adds one to the column: the line runs along the side between 1513 and 1413.
        let (a, b, west, east) = (n("1412"), n("1514"), n("1413"), n("1513"));
        for along in [Along::Either, Along::Both] {
            assert!(board.visible(a, b, |_| false, along));
            assert!(board.visible(a, b, |h| h == a || h == b, along));
            assert!(!board.visible(a, b, |_| true, along));
            for one in [west, east] {
                assert_eq!(board.visible(a, b, |h| h == one, along), along == Along::Both);
            }
        }
        // Along the map's edge the missing hex does not block.
        let (a, b, inner) = (n("4403"), n("4405").min(n("4405")), n("4404"));
        assert_eq!(board.distance(a, b), 2);
        let mut asked = Vec::new();
        board.visible(
            a,
            b,
            |h| {
                asked.push(h);
                false
            },
            Along::Either,
        );
        assert_eq!(asked, [inner]);
    }

    #[test]
    fn occupants_come_and_go() {
        let board = Board::full(FLAT);
        let mut who: Occupancy = Occupancy::new(&board);
        let (a, b) = (HexId(7), HexId(90));
        assert_eq!(who.put(a, 4), None);
        assert_eq!(who.put(a, 5), Some(4));
        assert_eq!(who.put(b, 0), None);
        assert_eq!(who.iter().collect::<Vec<_>>(), [(a, 5), (b, 0)]);
        assert_eq!((who.clear(a), who.clear(a), who.at(b)), (Some(5), None, Some(0)));
    }

    #[test]
    fn strange_pieces_and_hexes_stand_nowhere() {
        let board = Board::full(FLAT);
        let empty = Stacks::new(&board, sides(300));
        let (home, off) = (HexId(3), HexId(u16::MAX));
        let mut stacks = empty.clone();
        stacks.put(&board, 255, home);
        stacks.put(&board, 9, off);
        stacks.take(&board, 255, home);
        stacks.take(&board, 9, home);
        assert!(stacks == empty && stacks.is_empty(off) && stacks.count(off) == 0);
        stacks.put(&board, 254, home);
        stacks.take(&board, 254, off);
        assert_eq!(stacks.at(home).collect::<Vec<_>>(), [254]);
        let mut few = Stacks::new(&board, sides(2));
        few.put(&board, 2, home);
        few.put(&board, 1, home);
        assert_eq!(few.at(home).collect::<Vec<_>>(), [1]);
        // A piece that was not taken from where it stands mixes two hexes, and still every list ends.
        stacks.put(&board, 7, home);
        stacks.put(&board, 7, HexId(4));
        stacks.put(&board, 200, HexId(4));
        assert!(stacks.count(home) <= 255 && stacks.count(HexId(4)) <= 255);
    }

    proptest! {
        #[test]
        fn stacks_are_sets_of_pieces(
            steps in prop::collection::vec((0u8..40, prop::option::weighted(0.8, 0u16..6)), 0..200),
        ) {
            let board = Board::full(FLAT);
            let mut stacks = Stacks::new(&board, sides(40));
            let mut model: Vec<BTreeSet<u8>> = vec![BTreeSet::new(); 6];
            for (id, to) in steps {
                if let Some(from) = model.iter().position(|set| set.contains(&id)) {
                    stacks.put(&board, id, HexId(from as u16));
                    stacks.take(&board, id, HexId(from as u16));
                    model[from].remove(&id);
                }
                if let Some(to) = to {
                    stacks.take(&board, id, HexId(to));
                    stacks.put(&board, id, HexId(to));
                    model[usize::from(to)].insert(id);
                }
                for (hex, set) in (0u16..).map(HexId).zip(&model) {
                    for side in [Side::Odd, Side::Even] {
                        let all = board.neighbours(hex).flat_map(|(d, n)| stacks.at(n).map(move |id| (d, id)));
                        let beside: Vec<(Dir, u8)> = all.filter(|&(_, id)| Side::of(id.into()) == side).collect();
                        prop_assert!(stacks.beside(&board, hex, side).eq(beside.iter().copied()));
                        prop_assert_eq!(stacks.is_beside(hex, side), !beside.is_empty());
                        let mut asked = Vec::new();
                        let found = stacks.any_beside(&board, hex, side, |dir, id| {
                            asked.push((dir, id));
                            false
                        });
                        prop_assert!(!found);
                        prop_assert_eq!(asked, beside);
                    }
                    prop_assert!(stacks.at(hex).eq(set.iter().copied()));
                    prop_assert_eq!(stacks.count(hex), set.len());
                    prop_assert_eq!(stacks.is_empty(hex), set.is_empty());
                }
            }
            // The same position set up at once, the last piece first, is the same value.
            let mut anew = Stacks::new(&board, sides(40));
            for (hex, set) in (0u16..6).map(HexId).zip(&model).rev() {
                for &id in set.iter().rev() {
                    anew.put(&board, id, hex);
                }
            }
            prop_assert_eq!(anew, stacks);
        }

        #[test]
        fn sight_is_mutual(a in 0u16..925, b in 0u16..925, seed in any::<u64>()) {
            let board = Board::full(MIRRORED);
            let blocks = |h: HexId| (u64::from(h.0) ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61 == 0;
            for along in [Along::Either, Along::Both] {
                let there = board.visible(HexId(a), HexId(b), blocks, along);
                prop_assert_eq!(there, board.visible(HexId(b), HexId(a), blocks, along));
                if along == Along::Either && there {
                    prop_assert!(board.visible(HexId(a), HexId(b), blocks, Along::Both));
                }
            }
        }
    }
}
