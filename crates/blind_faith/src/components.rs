//! Module 2, Game Components: sides, factions, unit types, counters, terrain, lands and urban places.
//!
//! This module has what is printed on the counters and on the map. The state has the locations of the counters, other modules
//! what they may do. A [`UnitId`] is an index into the [`Roster`]; the counter's word (`"Zizka"`) is stable.

use crate::casebook::cite;
use casus_core::data::Within;
use casus_core::reading::names_apart;
use casus_core::{Board, HexId, Place, Provenance};

casus_core::sides! {
    /// The two sides.
    pub enum Side {
        /// The Hussite rebels and their allies.
        Hussite,
        /// The Holy Roman Empire and its allies.
        Imperial,
    }
}

casus_core::words! {
    /// A faction: a stripe of 2.3.1, or one of the counters without a stripe.
    pub enum Faction, word, "faction" {
        /// The moderates of Prague.
        Calixtene = "calixtene",
        /// The radicals of Tábor.
        Taborite = "taborite",
        /// Former Taborites, who part from them after Žižka's elimination (5.2.1).
        Orphan = "orphan",
        /// Poles and Lithuanians (ruling R-13).
        Polish = "polish",
        /// Bohemia, Moravia and the Silesian Duchies.
        Bohemian = "bohemian",
        /// Units of Hungary.
        Hungarian = "hungarian",
        /// Units of Austria.
        Austrian = "austrian",
        /// Saxony and Meissen.
        Saxon = "saxon",
        /// The Empire; only Legates draw these units (7.3.3).
        German = "german",
        /// Units of France.
        French = "french",
        /// Units of Denmark (6.3).
        Danish = "danish",
        /// Legates who do not fight; they stack with all except Danes (7.4).
        Papal = "papal",
    }
}

impl Faction {
    /// Returns whether its counters are mustered for Florins (6.2); Danes are by 6.3.4.
    pub const fn is_bought(self) -> bool {
        matches!(self, Self::Bohemian | Self::Hungarian | Self::Austrian | Self::Saxon)
    }
    /// Returns whether a land is its home (6.2, ruling R-33).
    pub const fn home(self, land: Land) -> bool {
        match self {
            Self::Bohemian => matches!(land, Land::Bohemia | Land::Moravia | Land::Silesia),
            Self::Hungarian => matches!(land, Land::Hungary),
            Self::Austrian => matches!(land, Land::Austria),
            Self::Saxon => matches!(land, Land::Saxony),
            _ => false,
        }
    }
}

casus_core::words! {
    /// The type of a unit (2.3.2), or of the two kinds of counters that are no combat units.
    pub enum Kind, word, "type of unit" {
        /// Foot, including levies.
        Foot = "foot",
        /// Light cavalry of hussars.
        Hussar = "hussar",
        /// Knights of lay lords.
        LayKnight = "lay-knight",
        /// Knights of the Church's lords.
        ChurchKnight = "church-knight",
        /// War wagons and their crews.
        Wagon = "wagon",
        /// A Papal Legate who does not fight (7.3).
        Legate = "legate",
        /// Elizabeth Luxemburg (12.1, ruling R-102).
        Dowager = "dowager",
    }
}

impl Kind {
    /// Returns the name of the type.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Foot => "Foot",
            Self::Hussar => "Hussars",
            Self::LayKnight => "Lay Knights",
            Self::ChurchKnight => "Ecclesiastical Knights",
            Self::Wagon => "Wagons",
            Self::Legate => "Legate",
            Self::Dowager => "Dowager Queen",
        }
    }
    /// Returns whether it is a Mounted unit (2.2).
    pub const fn mounted(self) -> bool {
        const _: casus_core::Cite = cite!("2.2");
        matches!(self, Self::Hussar | Self::LayKnight | Self::ChurchKnight)
    }
    /// Returns whether it fights: all types do except Legate and queen.
    pub const fn fights(self) -> bool {
        !matches!(self, Self::Legate | Self::Dowager)
    }
    /// Returns whether it may storm walls (10.5).
    pub const fn storms(self) -> bool {
        matches!(self, Self::Foot | Self::LayKnight | Self::ChurchKnight)
    }
    /// Returns whether it skirmishes, in attack or defense (9.3). Artillery is not included.
    pub const fn skirmishes(self, attacking: bool) -> bool {
        match self {
            Self::Hussar | Self::Wagon => true,
            Self::Foot => !attacking,
            _ => false,
        }
    }
    /// Returns its column in tables by type of target; `None` for counters that do not fight.
    pub const fn column(self) -> Option<usize> {
        match self {
            Self::Foot => Some(0),
            Self::Hussar => Some(1),
            Self::LayKnight => Some(2),
            Self::ChurchKnight => Some(3),
            Self::Wagon => Some(4),
            Self::Legate | Self::Dowager => None,
        }
    }
}

casus_core::words! {
    /// A land of the map.
    pub enum Land, word, "land" {
        /// Bohemia, including Lusatia.
        Bohemia = "Bohemia",
        /// The Margraviate of Moravia.
        Moravia = "Moravia",
        /// The Silesian Duchies.
        Silesia = "Silesian Duchies",
        /// The Kingdom of Hungary.
        Hungary = "Hungary",
        /// The Duchy of Austria.
        Austria = "Austria",
        /// Saxony and Meissen.
        Saxony = "Saxony",
        /// The other lands of the Empire.
        Empire = "Empire",
        /// The Kingdom of Poland and Lithuania.
        Poland = "Poland",
    }
}

impl Land {
    /// Returns its mark in the rows of the map.
    pub const fn mark(self) -> char {
        match self {
            Self::Bohemia => 'B',
            Self::Moravia => 'M',
            Self::Silesia => 'D',
            Self::Hungary => 'H',
            Self::Austria => 'A',
            Self::Saxony => 'S',
            Self::Empire => 'E',
            Self::Poland => 'P',
        }
    }
    /// Returns whether support for Poland closes it (4.1).
    pub const fn closes(self) -> bool {
        matches!(self, Self::Saxony | Self::Poland)
    }
}

casus_core::words! {
    /// The terrain of a hex; its index in the list is its code on the board.
    pub enum Terrain, word, "terrain" {
        /// Hexes of open country.
        Clear = "clear",
        /// Hexes of forest.
        Forest = "forest",
        /// Hexes of hills.
        Rough = "rough",
        /// Hexes of mountains.
        Mountain = "mountain",
    }
}

impl Terrain {
    /// Returns the terrain of a code on the board; an unknown code reads as clear.
    pub fn of(code: u8) -> Self {
        Self::ALL.get(usize::from(code)).copied().unwrap_or(Self::Clear)
    }
    /// Returns the terrain of a hex.
    pub fn at(board: &Board, hex: HexId) -> Self {
        Self::of(board.terrain(hex))
    }
}

/// The feature bit of a river on the board.
pub(crate) const RIVER: u8 = 1;

casus_core::words! {
    /// A kind of urban terrain (2.2).
    pub enum Urban, word, "kind of place" {
        /// A place of the kind Town.
        Town = "town",
        /// A place of the kind City.
        City = "city",
        /// A place of the kind Fortress.
        Fortress = "fortress",
        /// A Hungarian customs station.
        Customs = "customs",
    }
}

/// The location of a counter at the start (17.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Berth {
    /// In a hex; inside the walls of a place, unless `outside` is set.
    Hex {
        /// The hex of the counter.
        hex: HexId,
        /// Whether it is outside the walls.
        outside: bool,
    },
    /// In a box of the Turn Record Track (5.1b).
    Track(u8),
    /// With the Orphans (5.2.1, 5.2.2).
    Split,
    /// With the Polish and Lithuanian intervention (5.2.3).
    Poland,
    /// With the Danish intervention (6.3).
    Denmark,
    /// May be mustered for Florins (6.2); at a single place if the counter has one (17.3).
    Pool,
    /// May be drawn by Legates (7.3.3).
    Draw,
    /// Arrives after Albert's elimination (12.1).
    Succession,
    /// In the Papal Legate box, or outside Breslau (17.2).
    Legate,
    /// Among the waiting Legates (7.3.1).
    Cup,
}

/// A counter as printed (2.4). It does not change in play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Its stable name, such as `"Zizka"`.
    pub id: String,
    /// Its printed name, such as `"Žižka of Trocnov"`.
    pub title: String,
    /// The side of the counter.
    pub side: Side,
    /// The faction of its stripe.
    pub faction: Faction,
    /// The type of the unit.
    pub kind: Kind,
    /// Combat Prowess of an attacker, 0 to 2 (9.4.1).
    pub attack: u8,
    /// Combat Prowess of a defender, 0 to 2.
    pub defence: u8,
    /// Whether it has artillery (2.3.2): every wagon does, and Sigismund.
    pub artillery: bool,
    /// Whether it is a Hungarian customs guard (11.0).
    pub guard: bool,
    /// The number of dice with which it draws Germans, if it is a Legate (7.3.3).
    pub dice: Option<u8>,
    /// Its location at the start.
    pub berth: Berth,
    /// The only place where it may be mustered (17.3).
    pub site: Option<HexId>,
    /// The source of these values, and of single parts that have another: `title`, `faction`, `kind`, `prowess`, `dice`.
    pub sources: Provenance,
}

impl Counter {
    /// Returns whether it is a Papal Legate, fighting or not (7.3).
    pub const fn legate(&self) -> bool {
        self.dice.is_some()
    }
}

/// An urban place (2.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Town {
    /// Its stable name, such as `"Mt-Oreb"`.
    pub id: String,
    /// The hex of the place.
    pub hex: HexId,
    /// The kind of place.
    pub kind: Urban,
    /// The source of these values.
    pub sources: Provenance,
}

/// The limits of a Combat Prowess.
pub(crate) const PROWESS: Within = (0, 2, cite!("2.4"));
/// The limits of a Legate's dice.
pub(crate) const DICE: Within = (1, 4, cite!("7.3.3"));

casus_core::pieces! {
    Piece of Roster {
        /// A counter, by its index in [`Roster::counters`].
        Unit = UnitId of counters: Counter, unit, units, "unit";
        /// An urban place, by its index in [`Roster::towns`].
        Command = TownId of towns: Town, town, town_ids, "place";
    }
}

/// The counters and the urban places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Roster {
    /// The counters, at most 250; a [`UnitId`] is an index into this list.
    pub counters: Vec<Counter>,
    /// The urban places; a [`TownId`] is an index into this list.
    pub towns: Vec<Town>,
    names: PieceNames,
}

/// The names of counters and places in sentences, derived from the rest of the roster and from the map.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct PieceNames {
    units: Box<[String]>,
    towns: Box<[String]>,
}

impl Roster {
    /// Creates a roster without pieces.
    pub(crate) fn empty() -> Self {
        Self {
            counters: Vec::new(),
            towns: Vec::new(),
            names: PieceNames::default(),
        }
    }
    /// Names the counters and places. Call it whenever a piece has changed.
    ///
    /// A place has the name of its hex on the map. A counter has its title as a name; the `+` before a bishop's see marks a
    /// bishop. If two counters have the same title, the second has its id in parentheses, so that all names differ.
    pub(crate) fn give_names(&mut self, board: &Board) {
        let title = |c: &&Counter| match c.title.strip_prefix('+') {
            Some(see) if see.contains(" of ") => format!("Bishop {see}"),
            Some(see) => format!("Bishop of {see}"),
            None => c.title.clone(),
        };
        let units = names_apart(&self.counters, title, |c| format!("{} ({})", title(c), c.id));
        let town = |t: &Town| board.name(t.hex).unwrap_or(&t.id).to_owned();
        self.names = PieceNames {
            units,
            towns: self.towns.iter().map(town).collect(),
        };
    }
    /// Returns the name of a piece in sentences.
    pub(crate) fn piece_name(&self, at: Place) -> Option<&str> {
        let list = match at {
            Place::Unit(i) => self.names.units.get(usize::from(i)),
            Place::Command(i) => self.names.towns.get(usize::from(i)),
            _ => None,
        };
        list.map(String::as_str)
    }
    /// Returns the name of a counter in sentences, such as `"Žižka of Trocnov"`. No other counter has it.
    pub fn unit_name(&self, id: UnitId) -> &str {
        &self.names.units[id.index()]
    }
    /// Returns the name of an urban place in sentences, such as `"Mt. Oreb"`.
    pub fn town_name(&self, id: TownId) -> &str {
        &self.names.towns[id.index()]
    }
    /// Returns the word of a counter, such as `"Zizka"`.
    pub fn unit_word(&self, id: UnitId) -> &str {
        &self[id].id
    }
    /// Returns the word of an urban place, such as `"Prague"`.
    pub fn town_word(&self, id: TownId) -> &str {
        &self[id].id
    }
    /// Returns the urban place in a hex.
    pub fn town_at(&self, hex: HexId) -> Option<TownId> {
        self.town_ids().find(|&t| self[t].hex == hex)
    }
}
