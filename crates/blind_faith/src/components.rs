//! Module 2, Game Components: sides, factions, unit types, counters, terrain, lands and urban places.
//!
//! What is printed on the counters and on the map. Where the counters are is the state's business, what they may do the
//! other modules'. A [`UnitId`] is a place in the [`Roster`]; its word (`"Zizka"`) is stable.

use crate::casebook::cite;
use casus_core::data::Within;
use casus_core::reading::names_apart;
use casus_core::{Board, HexId, Place, Provenance};

casus_core::sides! {
    /// The two players.
    pub enum Side {
        /// The Hussite rebels and their allies.
        Hussite,
        /// The Holy Roman Empire and those who come to its help.
        Imperial,
    }
}

casus_core::words! {
    /// A faction: a stripe of 2.3.1, and those that have none.
    pub enum Faction, word, "faction" {
        /// The moderates of Prague.
        Calixtene = "calixtene",
        /// The radicals of Tábor.
        Taborite = "taborite",
        /// Those of the Taborites who part from them when Žižka is gone (5.2.1).
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
        /// The Empire: mustered by Legates alone (7.3.3).
        German = "german",
        /// Units of France.
        French = "french",
        /// Units of Denmark (6.3).
        Danish = "danish",
        /// Legates who do not fight: they stack with all but Danes (7.4).
        Papal = "papal",
    }
}

impl Faction {
    /// Whether its counters are mustered for Florins (6.2); Danes by 6.3.4.
    pub const fn is_bought(self) -> bool {
        matches!(self, Self::Bohemian | Self::Hungarian | Self::Austrian | Self::Saxon)
    }
    /// Whether a land is its home (6.2, ruling R-33).
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
    /// The type of a unit (2.3.2), and of the two counters that are none.
    pub enum Kind, word, "type of unit" {
        /// Foot; a levy is foot.
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
    /// The type in full.
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
    /// Whether it is a Mounted unit (2.2).
    pub const fn mounted(self) -> bool {
        matches!(self, Self::Hussar | Self::LayKnight | Self::ChurchKnight)
    }
    /// Whether it fights: neither Legate nor queen.
    pub const fn fights(self) -> bool {
        !matches!(self, Self::Legate | Self::Dowager)
    }
    /// Whether it may storm walls (10.5).
    pub const fn storms(self) -> bool {
        matches!(self, Self::Foot | Self::LayKnight | Self::ChurchKnight)
    }
    /// Whether it skirmishes, attacking or defending (9.3): guns are another matter.
    pub const fn skirmishes(self, attacking: bool) -> bool {
        match self {
            Self::Hussar | Self::Wagon => true,
            Self::Foot => !attacking,
            _ => false,
        }
    }
    /// Its column of the tables that go by the target's type: counters that do not fight have none.
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
        /// Bohemia, Lusatia with it.
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
        /// The Empire beyond.
        Empire = "Empire",
        /// The Kingdom of Poland and Lithuania.
        Poland = "Poland",
    }
}

impl Land {
    /// Its mark in the rows of the map.
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
    /// Whether support for Poland closes it (4.1).
    pub const fn closes(self) -> bool {
        matches!(self, Self::Saxony | Self::Poland)
    }
}

casus_core::words! {
    /// What the ground of a hex is; its place in the list is its code on the board.
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
    /// The terrain of a code on the board; a code without one reads as clear.
    pub fn of(code: u8) -> Self {
        Self::ALL.get(usize::from(code)).copied().unwrap_or(Self::Clear)
    }
    /// What the ground of a hex is.
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

/// Where a counter begins, or waits to begin (17.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Berth {
    /// In a hex; inside the walls of a place, unless it says so.
    Hex {
        /// The hex of the counter.
        hex: HexId,
        /// Outside the walls.
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
    /// To be mustered for Florins (6.2), at one place alone if the counter has one (17.3).
    Pool,
    /// Among those whom Legates draw (7.3.3).
    Draw,
    /// When Albert is gone (12.1).
    Succession,
    /// In the Papal Legate box, or outside Breslau (17.2).
    Legate,
    /// Among the Legates who wait (7.3.1).
    Cup,
}

/// A counter as printed (2.4).
///
/// It never changes in play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Its stable name: `"Zizka"`.
    pub id: String,
    /// What is printed on it: `"Žižka of Trocnov"`.
    pub title: String,
    /// Whose it is.
    pub side: Side,
    /// The faction of its stripe.
    pub faction: Faction,
    /// The type of the unit.
    pub kind: Kind,
    /// Combat Prowess of an attacker, 0 to 2 (9.4.1).
    pub attack: u8,
    /// Combat Prowess of a defender, 0 to 2.
    pub defence: u8,
    /// It has artillery (2.3.2): every wagon, and Sigismund.
    pub artillery: bool,
    /// A Hungarian customs guard (11.0).
    pub guard: bool,
    /// The dice by which it draws Germans, if it is a Legate (7.3.3).
    pub dice: Option<u8>,
    /// Where it begins.
    pub berth: Berth,
    /// The one place where it may be mustered (17.3).
    pub site: Option<HexId>,
    /// Where this comes from; single parts from elsewhere: `title`, `faction`, `kind`, `prowess`, `dice`.
    pub sources: Provenance,
}

impl Counter {
    /// Whether it is a Papal Legate, fighting or not (7.3).
    pub const fn legate(&self) -> bool {
        self.dice.is_some()
    }
}

/// An urban place (2.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Town {
    /// Its stable name: `"Mt-Oreb"`.
    pub id: String,
    /// The hex in which it lies.
    pub hex: HexId,
    /// What kind of place it is.
    pub kind: Urban,
    /// Where that comes from.
    pub sources: Provenance,
}

/// The bounds of a Combat Prowess.
pub(crate) const PROWESS: Within = (0, 2, cite!("2.4"));
/// The bounds of a Legate's dice.
pub(crate) const DICE: Within = (1, 4, cite!("7.3.3"));

casus_core::pieces! {
    Piece of Roster {
        /// A counter, by its place in [`Roster::counters`].
        Unit = UnitId of counters: Counter, unit, units, "unit";
        /// An urban place, by its place in [`Roster::towns`].
        Command = TownId of towns: Town, town, town_ids, "place";
    }
}

/// The counters and the urban places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Roster {
    /// The counters, at most 250; a [`UnitId`] is a place in this list.
    pub counters: Vec<Counter>,
    /// The urban places; a [`TownId`] is a place in this list.
    pub towns: Vec<Town>,
    names: PieceNames,
}

/// The names of counters and places in sentences: a function of the rest of the roster and of the map.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct PieceNames {
    units: Box<[String]>,
    towns: Box<[String]>,
}

impl Roster {
    /// A roster without pieces.
    pub(crate) fn empty() -> Self {
        Self {
            counters: Vec::new(),
            towns: Vec::new(),
            names: PieceNames::default(),
        }
    }
    /// Names the counters and the places, which are called as the map calls their hexes. To be called whenever a piece has
    /// changed.
    ///
    /// A counter is called as its title; the `+` before a bishop's see is the sign of his order. Where two have one title,
    /// the second has its id beside it, so that no two names are alike.
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
    /// The name of a piece in sentences.
    pub(crate) fn piece_name(&self, at: Place) -> Option<&str> {
        let list = match at {
            Place::Unit(i) => self.names.units.get(usize::from(i)),
            Place::Command(i) => self.names.towns.get(usize::from(i)),
            _ => None,
        };
        list.map(String::as_str)
    }
    /// The name of a counter in sentences: `"Žižka of Trocnov"`. No other counter has it.
    pub fn unit_name(&self, id: UnitId) -> &str {
        &self.names.units[id.index()]
    }
    /// The name of an urban place in sentences: `"Mt. Oreb"`.
    pub fn town_name(&self, id: TownId) -> &str {
        &self.names.towns[id.index()]
    }
    /// The word of a counter: `"Zizka"`.
    pub fn unit_word(&self, id: UnitId) -> &str {
        &self[id].id
    }
    /// The word of an urban place: `"Prague"`.
    pub fn town_word(&self, id: TownId) -> &str {
        &self[id].id
    }
    /// The urban place in a hex.
    pub fn town_at(&self, hex: HexId) -> Option<TownId> {
        self.town_ids().find(|&t| self[t].hex == hex)
    }
}
