//! The terrains and hexsides of the map.

use casus_core::{Board, Dir, HexId};

casus_core::words! {
    /// The terrain of a hex (11.4, 13.3). Its index in the list is its code on the board.
    pub enum Terrain, word, "terrain" {
        /// Hexes of open ground.
        Clear = "clear",
        /// Hexes of cropfields.
        Cropfields = "cropfields",
        /// Hexes of vineyards.
        Vineyards = "vineyards",
        /// Hexes of Light Woods.
        LightWoods = "light-woods",
        /// Hexes of Woods.
        Woods = "woods",
        /// Hexes of marsh.
        Marsh = "marsh",
        /// Hexes of rough ground.
        Rough = "rough",
        /// Hexes of a town.
        Town = "town",
        /// Hexes of buildings.
        Buildings = "buildings",
        /// Hexes of a city.
        City = "city",
        /// The bed of the Taro.
        Taro = "taro",
    }
}

impl Terrain {
    /// Returns the terrain of a code on the board; a code without one counts as clear.
    pub fn of(code: u8) -> Self {
        Self::ALL.get(usize::from(code)).copied().unwrap_or(Self::Clear)
    }
    /// Returns its name in sentences and legends.
    pub const fn title(self) -> &'static str {
        match self {
            Self::LightWoods => "light woods",
            Self::Taro => "bed of the Taro",
            other => other.word(),
        }
    }
    /// Returns its code on the board.
    pub const fn code(self) -> u8 {
        self as u8
    }
    /// Returns the terrain of a hex.
    pub fn at(board: &Board, hex: HexId) -> Self {
        Self::of(board.terrain(hex))
    }
}

casus_core::words! {
    /// A feature along the hexside between two hexes (11.4, 13.3). A hexside may have several.
    pub enum Hexside, word, "hexside" {
        /// A stream along the side.
        Stream = "stream",
        /// A river along the side.
        River = "river",
        /// A bridge over a stream or river.
        Bridge = "bridge",
        /// A ditch along the side.
        Ditch = "ditch",
        /// A rampart, alone or behind a ditch.
        Rampart = "rampart",
        /// A trench with its bank.
        Trench = "trench",
        /// A wall along the side.
        Wall = "wall",
        /// A breach or gate in a wall.
        Breach = "breach",
        /// One of the two impassable sides of the Torre del Gallo.
        Torre = "torre",
    }
}

/// The walls of a park or town, and the features that interrupt them.
pub(crate) const WALLS: [Hexside; 2] = [Hexside::Wall, Hexside::Torre];

/// The features of a hexside that are one work and exclude each other.
pub(crate) const WORKS: u8 = 0x70;

/// The feature of a work: its inside is the hex that sees this side in direction 0, 1 or 2.
const INSIDE_LOW: u8 = 0x80;

/// The feature bit that marks the hex that sees the hexside in this direction as inside the work; 0 for the directions in which
/// that is the default.
pub(crate) const fn inside_bit(dir: Dir) -> u8 {
    if dir.index() < 3 { INSIDE_LOW } else { 0 }
}

impl Hexside {
    /// Returns its name in sentences and legends.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Torre => "Torre del Gallo",
            other => other.word(),
        }
    }
    /// Its feature on the board: for a work the value of the [`WORKS`] bits, for all others a bit of its own.
    pub(crate) const fn feature(self) -> u8 {
        match self {
            Self::Stream => 0x01,
            Self::River => 0x02,
            Self::Bridge => 0x04,
            Self::Rampart => 0x08,
            Self::Ditch => 0x10,
            Self::Trench => 0x20,
            Self::Wall => 0x30,
            Self::Breach => 0x40,
            Self::Torre => 0x50,
        }
    }
    /// Whether the hexside of a hex in a direction has it, by the features of the hexside.
    pub(super) const fn among(self, features: u8) -> bool {
        let of = self.feature();
        if of & WORKS == 0 {
            features & of != 0
        } else {
            features & WORKS == of
        }
    }
    /// Returns whether it is along a hexside.
    pub fn is_at(self, board: &Board, hex: HexId, dir: Dir) -> bool {
        self.among(board.features(hex, dir))
    }
    /// Returns the features along a hexside.
    pub fn all_at(board: &Board, hex: HexId, dir: Dir) -> impl Iterator<Item = Self> {
        Self::in_features(board.features(hex, dir))
    }
    /// The features in a feature code.
    pub(crate) fn in_features(features: u8) -> impl Iterator<Item = Self> {
        let few: &[Self] = if features == 0 { &[] } else { &Self::ALL };
        few.iter().copied().filter(move |side| side.among(features))
    }
    /// Returns whether a hex is inside the work along its hexside in this direction; `false` where there is none.
    pub fn inside(board: &Board, hex: HexId, dir: Dir) -> bool {
        Self::side_of(board.features(hex, dir), dir).unwrap_or(false)
    }
    /// Whether the hex that sees these features in this direction is inside the work there; `None` where there is none.
    pub(crate) fn side_of(features: u8, dir: Dir) -> Option<bool> {
        let sided = [Self::Ditch, Self::Rampart, Self::Trench];
        let work = sided.iter().any(|s| s.among(features));
        work.then_some(features & INSIDE_LOW == inside_bit(dir))
    }
}
