//! Module 2, Game Components: sides, unit types, counters, leaders and commands.
//!
//! This module has the printed values of the pieces. The state has their places. Ids are small integers, indexes in the
//! [`Roster`]; their words (`"HU-HC-3"`, `"Tomori"`) are stable.

use crate::casebook::cite;
use casus_core::data::Within;
use casus_core::{Board, Dir, HexId, Place, Provenance};
use serde::{Deserialize, Serialize};

casus_core::sides! {
    /// The two sides (2.2.1).
    pub enum Side {
        /// The Kingdom of Hungary and its allies.
        Hungary,
        /// The Ottoman Empire and its allies.
        Ottoman,
    }
}

/// The seven types of combat unit (2.2.2).
///
/// The type decides whether the unit is mounted or leg ([`Arm::mounted`]), what terrain costs it ([`Arm::gait`]), and its row
/// of the Weapon System Matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Arm {
    /// Heavy Cavalry, `HC` in ids.
    #[serde(rename = "HC")]
    HeavyCavalry,
    /// Medium Cavalry, `MC` in ids.
    #[serde(rename = "MC")]
    MediumCavalry,
    /// Light Cavalry, `LC` in ids.
    #[serde(rename = "LC")]
    LightCavalry,
    /// Akincis, the Ottoman mounted archers.
    #[serde(rename = "AK")]
    Akinci,
    /// Regular Infantry, `RI` in ids.
    #[serde(rename = "RI")]
    RegularInfantry,
    /// Levy Infantry, `LI` in ids.
    #[serde(rename = "LvI")]
    LevyInfantry,
    /// Guns and their crews.
    #[serde(rename = "Art")]
    Artillery,
}

/// Index of leg units in a row of movement costs.
pub const FOOT: usize = 0;
/// Index of mounted units in a row of movement costs.
pub const MOUNTED: usize = 1;
/// Index of artillery in a row of movement costs.
pub const GUN: usize = 2;

impl Arm {
    /// The types, in the order of 2.2.2's abbreviations as used by the charts.
    pub const ALL: [Self; 7] = [
        Self::HeavyCavalry,
        Self::MediumCavalry,
        Self::LightCavalry,
        Self::Akinci,
        Self::RegularInfantry,
        Self::LevyInfantry,
        Self::Artillery,
    ];
    /// Returns the printed abbreviation: `"HC"`, `"LvI"`.
    pub const fn short(self) -> &'static str {
        match self {
            Self::HeavyCavalry => "HC",
            Self::MediumCavalry => "MC",
            Self::LightCavalry => "LC",
            Self::Akinci => "AK",
            Self::RegularInfantry => "RI",
            Self::LevyInfantry => "LvI",
            Self::Artillery => "Art",
        }
    }
    /// Returns the type in full.
    pub const fn title(self) -> &'static str {
        match self {
            Self::HeavyCavalry => "Heavy Cavalry",
            Self::MediumCavalry => "Medium Cavalry",
            Self::LightCavalry => "Light Cavalry",
            Self::Akinci => "Akincis",
            Self::RegularInfantry => "Regular Infantry",
            Self::LevyInfantry => "Levy Infantry",
            Self::Artillery => "Artillery",
        }
    }
    /// Returns the type with this abbreviation or title, in upper or lower case.
    pub fn named(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::ALL
            .into_iter()
            .find(|a| word.eq_ignore_ascii_case(a.short()) || word.eq_ignore_ascii_case(a.title()))
    }
    /// Returns whether it is a mounted type (2.2.2).
    pub const fn mounted(self) -> bool {
        matches!(self, Self::HeavyCavalry | Self::MediumCavalry | Self::LightCavalry | Self::Akinci)
    }
    /// Returns its index in a row of movement costs: [`FOOT`], [`MOUNTED`] or [`GUN`].
    pub const fn gait(self) -> usize {
        match self {
            Self::Artillery => GUN,
            Self::RegularInfantry | Self::LevyInfantry => FOOT,
            _ => MOUNTED,
        }
    }
    /// Returns whether it is Heavy or Medium Cavalry, which the rules also call Men-at-Arms (ruling F20).
    pub const fn men_at_arms(self) -> bool {
        matches!(self, Self::HeavyCavalry | Self::MediumCavalry)
    }
}

casus_core::words! {
    /// The missile type under the unit type symbol (2.2.3). Its word is the printed letter.
    #[derive(Default)]
    pub enum Missile, short, "missile type" {
        /// No missiles: the unit does not fire.
        #[default]
        None = "-",
        /// A: bow and arrow.
        Bow = "A",
        /// M on the counter: muskets.
        Musket = "M",
        /// The guns of an Artillery unit; not a printed letter.
        Gun = "gun",
    }
}

/// The ratings of one face of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ratings {
    /// Shock Defense Rating (2.2.5), added to the attacker's die: -9 to 9, a high rating is weak. 0 for Artillery, which has none.
    pub sdr: i8,
    /// Movement Allowance (2.2.6) in Movement Points, 0 to 20.
    pub ma: u8,
}

/// A combat unit as printed (2.2).
///
/// It never changes in play. [`State::ratings`](crate::State::ratings) returns the ratings that apply now.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Its id: `"HU-HC-1"`.
    pub id: String,
    /// Its name in sentences: `"Knights 1"`. No two pieces have the same name.
    pub name: String,
    /// Its side (2.2.1).
    pub side: Side,
    /// Its type (2.2.2).
    pub arm: Arm,
    /// Its missile type (2.2.3).
    pub missile: Missile,
    /// Its command (2.2.4).
    pub command: CommandId,
    /// Its Normal face.
    pub front: Ratings,
    /// Its Disordered face; `None` for Artillery, whose other face is Eliminated, and for units that cannot be Disordered.
    pub back: Option<Ratings>,
    /// Whether it is artillery that cannot move (7.5.2).
    pub emplaced: bool,
    /// The source of the ratings, and of single parts with another source: `sdr`, `ma`, `missile`, `back`.
    pub sources: Provenance,
}

impl Counter {
    /// Returns the ratings of one face. A Disordered unit without a reverse has those of its front.
    pub fn ratings(&self, disordered: bool) -> Ratings {
        match self.back {
            Some(back) if disordered => back,
            _ => self.front,
        }
    }
    /// Returns whether it is leg with bows: Archer Infantry on the Weapon System Matrix (19.0).
    pub fn archer_infantry(&self) -> bool {
        self.missile == Missile::Bow && matches!(self.arm, Arm::RegularInfantry | Arm::LevyInfantry)
    }
}

/// A leader as printed (2.2.7b to 2.2.9).
///
/// It never changes in play. [`State::activation_rating`](crate::State::activation_rating) and the methods beside it return
/// the ratings that apply now, which may be a replacement's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderCard {
    /// His id: `"JSzapolyai"`.
    pub id: String,
    /// His name in sentences: `"J. Szapolyai"`.
    pub short_name: String,
    /// His full name and office: `"Johann Szapolyai, Voivode of Transylvania"`.
    pub name: String,
    /// The side that he belongs to.
    pub side: Side,
    /// The command that he leads.
    pub command: CommandId,
    /// Activation Rating (2.2.8), 0 to 9: a roll of at most this succeeds.
    pub activation: i8,
    /// Command Range (2.2.7b) in hexes, 0 to 30.
    pub range: u8,
    /// Movement Allowance in Movement Points, 0 to 20 (ruling C13).
    pub ma: u8,
    /// Whether he is the King or the Sultan (16.0.1).
    pub monarch: bool,
    /// Whether he is the second leader of his command, as Achmed is of the Center (12.2).
    pub deputy: bool,
    /// Whether he is in the counter mix, but in no set-up: G. Szapolyai (ruling H1).
    pub reserve: bool,
    /// The source of his ratings, and of single parts with another source: `name`, `monarch`, `deputy`, `reserve`.
    pub sources: Provenance,
}

/// The rolls that bring a what-if contingent, and what it adds (15.2.4, 16.0.3).
///
/// The rolls are faces of one ten-sided die, 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contingent {
    /// The lowest face of the die that brings it.
    pub low: u8,
    /// The highest face of the die that brings it.
    pub high: u8,
    /// The number that its arrival adds to the Flight Level.
    pub flight: u8,
}

/// A command: the units that are activated together (4.3).
///
/// A unit belongs to one command for the whole battle and is activated with it. Its leader commands no other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandCard {
    /// Its stable name: `"Rumelia"`.
    pub id: String,
    /// The side that it belongs to.
    pub side: Side,
    /// The title of the command.
    pub title: String,
    /// The hexes through which it enters the map; empty for a command that is on the map from the start.
    pub entry: Vec<HexId>,
    /// The roll that brings it, for a what-if contingent.
    pub contingent: Option<Contingent>,
    /// The source of the values; the `title` may have another.
    pub sources: Provenance,
}

/// The bounds of an Activation Rating.
pub(crate) const ACTIVATION: Within = (0, 9, cite!("2.2.8"));
/// The bounds of a Command Range.
pub(crate) const RANGE: Within = (0, 30, cite!("2.2.7b"));
/// The bounds of a leader's Movement Allowance.
pub(crate) const LEADER_MA: Within = (0, 20, cite!("6.1.1"));

casus_core::group! {
    /// The ratings of every replacement leader (12.4.1).
    pub struct Replacement, ReplacementPatch {
        /// Activation Rating, 0 to 9.
        activation: i8 = ACTIVATION,
        /// Command Range in hexes, 0 to 30.
        range: u8 = RANGE,
        /// Movement Allowance in Movement Points, 0 to 20.
        ma: u8 = LEADER_MA,
    }
}

/// A leader as events name him.
pub type Who = casus_continuity::Who<LeaderId>;

casus_core::pieces! {
    Piece of Roster {
        /// A combat unit, by its index in [`Roster::counters`].
        Unit = UnitId of counters: Counter, unit, units, "unit";
        /// A leader, by his index in [`Roster::leaders`].
        Leader = LeaderId of leaders: LeaderCard, leader, leader_ids, "leader";
        /// A command, by its index in [`Roster::commands`].
        Command = CommandId of commands: CommandCard, command, command_ids, "command";
    }
}

/// Every playing piece.
///
/// It is part of the game data: `state.game_data().roster`. Ids are indexes in its lists and mean nothing with another
/// roster. Names are stable; saves and set-ups use them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Roster {
    /// The combat units, at most 250; a [`UnitId`] is an index in this list.
    pub counters: Vec<Counter>,
    /// The leaders; a [`LeaderId`] is an index in this list.
    pub leaders: Vec<LeaderCard>,
    /// The commands; a [`CommandId`] is an index in this list.
    pub commands: Vec<CommandCard>,
    /// The ratings of a replacement leader.
    pub replacement: Replacement,
}

impl Roster {
    /// Returns the counter of a unit.
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.counters[id.index()]
    }
    /// Returns the card of a leader.
    pub fn leader_card(&self, id: LeaderId) -> &LeaderCard {
        &self.leaders[id.index()]
    }
    /// Returns the card of a command.
    pub fn command_card(&self, id: CommandId) -> &CommandCard {
        &self.commands[id.index()]
    }
    /// Returns the name of a unit in sentences: `"Knights 3"`. Units are plural.
    pub fn unit_name(&self, id: UnitId) -> &str {
        &self.counter(id).name
    }
    /// Returns the name of a leader in sentences: `"Tomori"`, `"the Bishop of Raab"`.
    pub fn leader_name(&self, id: LeaderId) -> &str {
        &self.leader_card(id).short_name
    }
    /// Returns the name of a piece in sentences.
    pub fn piece_name(&self, at: Place) -> Option<&str> {
        match at {
            Place::Unit(i) => self.counters.get(usize::from(i)).map(|c| &*c.name),
            Place::Leader(i) => self.leaders.get(usize::from(i)).map(|l| &*l.short_name),
            _ => self.name(at),
        }
    }
    /// Returns the id of a unit, its word in actions: `"HU-HC-3"`.
    pub fn unit_word(&self, id: UnitId) -> &str {
        &self.counter(id).id
    }
    /// Returns the id of a leader, his word in actions: `"Tomori"`.
    pub fn leader_word(&self, id: LeaderId) -> &str {
        &self.leader_card(id).id
    }
    /// Returns the id of a command, its word in actions and in sentences: `"Rumelia"`.
    pub fn command_word(&self, id: CommandId) -> &str {
        &self.command_card(id).id
    }
    /// Returns the units of a command, in order.
    pub fn units_of(&self, command: CommandId) -> impl Iterator<Item = UnitId> + '_ {
        const _: casus_core::Cite = cite!("4.3");
        const _: casus_core::Cite = cite!("7.5.1");
        self.units().filter(move |u| self.counter(*u).command == command)
    }
    /// Returns the first leader of a command who is neither its deputy nor in reserve.
    pub fn leader_of(&self, command: CommandId) -> Option<LeaderId> {
        self.leader_ids().find(|l| {
            let card = self.leader_card(*l);
            card.command == command && !card.deputy && !card.reserve
        })
    }
    /// Returns the second leader of a command, such as Achmed.
    pub fn deputy_of(&self, command: CommandId) -> Option<LeaderId> {
        self.leader_ids().find(|l| {
            let card = self.leader_card(*l);
            card.command == command && card.deputy && !card.reserve
        })
    }
}

/// Terrain code on the board: open ground.
pub const CLEAR: u8 = 0;
/// Terrain code on the board: swamp, also called marsh (ruling B11).
pub const SWAMP: u8 = 1;
/// Terrain code on the board: village.
pub const VILLAGE: u8 = 2;

/// The words for the terrain codes, in order.
pub const TERRAIN_WORDS: [&str; 3] = ["clear", "swamp", "village"];

/// Hexside feature: a stream, seen from both hexes.
pub const STREAM: u8 = 1;
/// Hexside feature: a trench, seen from both hexes.
pub const TRENCH: u8 = 2;
/// Hexside feature of a trench: its inside is the hex that sees this side in direction 0, 1 or 2.
const INSIDE_LOW: u8 = 4;
/// Hexside feature of a trench: its inside is the hex that sees this side in direction 3, 4 or 5.
const INSIDE_HIGH: u8 = 8;

/// Returns the feature bit that marks this hex as the inside of a trench along its side in this direction.
pub const fn inside_bit(dir: Dir) -> u8 {
    if dir.index() < 3 { INSIDE_LOW } else { INSIDE_HIGH }
}

/// Every feature bit of this game.
pub const ALL_FEATURES: u8 = STREAM | TRENCH | INSIDE_LOW | INSIDE_HIGH;

/// Returns whether a trench runs along this hexside and the hex is inside it, on the defended side.
pub fn trench_inside(board: &Board, hex: HexId, dir: Dir) -> bool {
    let features = board.features(hex, dir);
    features & TRENCH != 0 && features & inside_bit(dir) != 0
}

/// Returns whether a trench runs along this hexside and the hex is outside it.
pub fn trench_outside(board: &Board, hex: HexId, dir: Dir) -> bool {
    let features = board.features(hex, dir);
    features & TRENCH != 0 && features & inside_bit(dir) == 0
}
