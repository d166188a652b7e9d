//! The pieces (module 1): combat units, commanders, army corps; and the meaning of the map's codes.

use crate::casebook::cite;
use casus_core::{Board, Dir, HexId, Place, Provenance};

casus_core::sides! {
    /// The two armies, in the order in which they take their player turns (2.0).
    pub enum Side {
        /// The Swiss army, with its Milanese cavalry.
        Swiss,
        /// The French army.
        French,
    }
}

impl Side {
    /// Returns the directions toward its own map edge, straight home first (10.1).
    pub const fn homeward(self) -> [Dir; 3] {
        match self {
            Self::French => [Dir::ALL[1], Dir::ALL[0], Dir::ALL[2]],
            Self::Swiss => [Dir::ALL[4], Dir::ALL[5], Dir::ALL[3]],
        }
    }
}

/// The three basic types of combat unit (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Units on foot.
    Infantry,
    /// Units on horse.
    Cavalry,
    /// Units of guns.
    Artillery,
}

impl Class {
    /// All classes, in the order of a row of movement costs.
    pub const ALL: [Self; 3] = [Self::Infantry, Self::Cavalry, Self::Artillery];
    /// Returns the name of the class.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Infantry => "Infantry",
            Self::Cavalry => "Cavalry",
            Self::Artillery => "Artillery",
        }
    }
}

casus_core::words! {
    /// The icon of a combat unit (1.1).
    pub enum Arm, word, "icon" {
        /// Infantry with pikes.
        Pikemen = "pikemen",
        /// Infantry with arquebuses.
        Arquebusiers = "arquebusiers",
        /// Infantry with swords.
        Swordsmen = "swordsmen",
        /// All mounted units.
        Cavalry = "cavalry",
        /// The icon of a gun.
        Artillery = "artillery",
    }
}

impl Arm {
    /// Returns its basic type.
    pub const fn class(self) -> Class {
        match self {
            Self::Pikemen | Self::Arquebusiers | Self::Swordsmen => Class::Infantry,
            Self::Cavalry => Class::Cavalry,
            Self::Artillery => Class::Artillery,
        }
    }
}

casus_core::words! {
    /// The quality of a unit's armor (1.1), from worse to better.
    pub enum Protection, word, "protection" {
        /// A dotted shield on the counter.
        Feeble = "feeble",
        /// No shield on the counter.
        Normal = "normal",
        /// A plain shield on the counter.
        Superior = "superior",
    }
}

/// The ratings of one face of a combat unit (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    /// Morale: a test of two dice passes at this sum or less (0.2); 2 to 12.
    pub morale: u8,
    /// Melee strength, 0 to 20; a unit of 0 does not attack (ruling R15).
    pub melee: u8,
    /// Movement allowance in movement points, 0 to 20.
    pub ma: u8,
    /// Fire strength, 0 to 20; a unit of 0 does not fire.
    pub fire: u8,
}

/// A combat unit as printed (1.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Its id, such as `"Bourbon-Gen-1"`.
    pub id: String,
    /// Its name in sentences, such as `"Bourbon's gendarmes 1"`. No two pieces have the same.
    pub name: String,
    /// The army that it belongs to.
    pub side: Side,
    /// What the unit is, such as `"Gendarmes"`.
    pub title: String,
    /// The icon on the counter.
    pub arm: Arm,
    /// Its corps; `None` for the Swiss arquebusiers and the Milanese cavalry (6.1, ruling R10).
    pub corps: Option<CorpsId>,
    /// Its protection, on both faces.
    pub protection: Protection,
    /// Its face in good order.
    pub front: Face,
    /// Its face in disorder.
    pub back: Face,
    /// Whether a second counter replaces it after its first loss: Swiss pikemen only.
    pub replacement: bool,
    /// The source of the ratings, and of single parts that have another source: `morale`, `melee`, `ma`, `fire`, `protection`,
    /// `replacement`, and of the face in disorder `back`, `back_melee`.
    pub sources: Provenance,
}

impl Counter {
    /// Returns its basic type.
    pub const fn class(&self) -> Class {
        self.arm.class()
    }
    /// Returns the visible face. A replacement has one less morale and half the melee strength, rounded down (1.1).
    pub const fn face(&self, disordered: bool, replaced: bool) -> Face {
        const _: casus_core::Cite = cite!("1.1");
        let mut face = if disordered { self.back } else { self.front };
        if replaced {
            face.morale = face.morale.saturating_sub(1);
            face.melee /= 2;
        }
        face
    }
    /// Returns whether it is a unit of Swiss pikemen, which enters a ZOC without a test and never routs (9.2, 8.1).
    pub fn swiss_pikemen(&self) -> bool {
        self.side == Side::Swiss && self.arm == Arm::Pikemen
    }
    /// Returns whether it is a unit of Swiss arquebusiers, who are skirmishers (6.1, 9.1, 9.4, 11.0).
    pub fn swiss_arquebusiers(&self) -> bool {
        self.side == Side::Swiss && self.arm == Arm::Arquebusiers
    }
}

/// The bonus of a commander (7.3, 7.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bonus {
    /// He has no bonus.
    None,
    /// A bonus to melee, 1 to 3.
    Melee(u8),
    /// A bonus to fire, 1 to 3.
    Fire(u8),
}

/// The ratings of one face of a commander (1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CommanderFace {
    /// Command range in hexes, 0 to 20 (6.1).
    pub range: u8,
    /// Movement allowance in movement points, 0 to 20 (ruling R48).
    pub ma: u8,
    /// His bonus to melee or fire.
    pub bonus: Bonus,
}

/// A commander as printed (1.2). All have superior protection, which no rule uses (13.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommanderCard {
    /// His id, such as `"LaPalice"`.
    pub id: String,
    /// His name in sentences, such as `"La Palice"`.
    pub short_name: String,
    /// His name and title, such as `"The Duke of Bourbon, Constable"`.
    pub name: String,
    /// The army that he belongs to.
    pub side: Side,
    /// The corps that he leads from the start.
    pub corps: CorpsId,
    /// His ratings while he is not injured.
    pub front: CommanderFace,
    /// His ratings once he is injured (12.5).
    pub back: CommanderFace,
    /// Whether he has heroic value (7.2): Francois 1st and Bayard.
    pub hero: bool,
    /// Whether his death loses the battle (7.1): Francois 1st.
    pub king: bool,
    /// Whether his death costs every French corps a point of morale (8.2): the Constable of Bourbon.
    pub constable: bool,
    /// The source of his ratings, and of single parts that have another source: `bonus`, `back`, `name`, `hero`, `king`,
    /// `constable`.
    pub sources: Provenance,
}

/// An army corps (6.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CorpsCard {
    /// Its id, such as `"LaPalice"` or `"II"`.
    pub id: String,
    /// Its name in sentences, such as `"La Palice's corps"` or `"corps II"`.
    pub name: String,
    /// The army that it belongs to.
    pub side: Side,
    /// What the corps is.
    pub title: String,
    /// Its morale at the start, 1 to 40 (14.1); `None` for a Swiss corps, since the Swiss army has one morale (8.1).
    pub morale: Option<u8>,
    /// The source of these values; the `title` may have another.
    pub sources: Provenance,
}

/// The maximum number of combat units in a battle.
pub const MOST_UNITS: usize = 250;
/// The maximum number of commanders in a battle.
pub const MOST_COMMANDERS: usize = 16;
/// The maximum number of corps of a side.
pub const MOST_CORPS: usize = 16;
/// The maximum morale: the markers of 1.3 count tens and ones (ruling R80).
pub const MOST_MORALE: u8 = 99;
/// The maximum number of places for which the Swiss score points (8.1).
pub const MOST_PLACES: usize = 8;

casus_core::pieces! {
    Piece of Roster {
        /// A combat unit, by its index in [`Roster::counters`].
        Unit = UnitId of counters: Counter, unit, units, "unit";
        /// A commander, by his index in [`Roster::commanders`].
        Leader = CommanderId of commanders: CommanderCard, commander, commander_ids, "commander";
        /// An army corps, by its index in [`Roster::corps`].
        Command = CorpsId of corps: CorpsCard, corps, corps_ids, "corps";
    }
}

/// All pieces of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Roster {
    /// The combat units, at most [`MOST_UNITS`]; a [`UnitId`] is an index into this list.
    pub counters: Vec<Counter>,
    /// The commanders, at most [`MOST_COMMANDERS`]; a [`CommanderId`] is an index into this list.
    pub commanders: Vec<CommanderCard>,
    /// The corps, at most [`MOST_CORPS`] of a side; a [`CorpsId`] is an index into this list.
    pub corps: Vec<CorpsCard>,
}

impl Roster {
    /// Returns the name of a unit in sentences, such as `"Bourbon's gendarmes 1"`. Units are plural.
    pub fn unit_name(&self, id: UnitId) -> &str {
        &self[id].name
    }
    /// Returns the name of a commander in sentences, such as `"La Palice"`.
    pub fn leader_name(&self, id: CommanderId) -> &str {
        &self[id].short_name
    }
    /// Returns the name of a corps in sentences, such as `"La Palice's corps"` or `"corps II"`.
    pub fn corps_name(&self, id: CorpsId) -> &str {
        &self[id].name
    }
    /// Returns the name of a piece in sentences.
    pub fn piece_name(&self, at: Place) -> Option<&str> {
        match at {
            Place::Unit(i) => self.counters.get(usize::from(i)).map(|c| &*c.name),
            Place::Leader(i) => self.commanders.get(usize::from(i)).map(|c| &*c.short_name),
            Place::Command(i) => self.corps.get(usize::from(i)).map(|k| &*k.name),
            _ => self.name(at),
        }
    }
    /// Returns the units of a corps, in order.
    pub fn units_of(&self, corps: CorpsId) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(move |u| self[*u].corps == Some(corps))
    }
    /// Returns the commander who leads a corps from the start.
    pub fn commander_of(&self, corps: CorpsId) -> Option<CommanderId> {
        self.commander_ids().find(|c| self[*c].corps == corps)
    }
    /// Returns whether a corps has units and all of them are cavalry (7.2, ruling R88).
    pub fn cavalry_corps(&self, corps: CorpsId) -> bool {
        let mut units = self.units_of(corps).peekable();
        units.peek().is_some() && units.all(|u| self[u].class() == Class::Cavalry)
    }
}

/// Terrain code on the board: open ground.
pub const CLEAR: u8 = 0;
/// Terrain code on the board: dense cultivations.
pub const DENSE: u8 = 1;
/// Terrain code on the board: village.
pub const VILLAGE: u8 = 2;
/// Terrain code on the board: farm.
pub const FARM: u8 = 3;

/// The words for the terrain codes, in order.
pub const TERRAIN_WORDS: [&str; 4] = ["clear", "dense", "village", "farm"];

/// Hexside feature: a canal, which includes the ditches of the battlefield.
pub const CANAL: u8 = 1;
/// Hexside feature: the river.
pub const RIVER: u8 = 2;
/// Hexside feature: the grand canal.
pub const GRAND_CANAL: u8 = 4;
/// Hexside feature: a bridge over water.
pub const BRIDGE: u8 = 8;
/// Hexside feature: a fortification printed on the map.
pub const FORTIFICATION: u8 = 16;
/// Hexside feature of a fortification: it protects the hex for which this side is in direction 0, 1 or 2.
const BEHIND_LOW: u8 = 32;
/// Hexside feature of a fortification: it protects the hex for which this side is in direction 3, 4 or 5.
const BEHIND_HIGH: u8 = 64;

/// The hexside features that are water (9.1, 9.3).
pub const WATER: u8 = CANAL | RIVER | GRAND_CANAL;

/// Returns the feature bit of a fortification that protects the hex for which its side is in this direction.
pub const fn behind_bit(dir: Dir) -> u8 {
    if dir.index() < 3 { BEHIND_LOW } else { BEHIND_HIGH }
}

/// Returns whether a printed fortification is on this side and protects this hex (12.4, 13.2).
pub fn behind_fortification(board: &Board, hex: HexId, dir: Dir) -> bool {
    let features = board.features(hex, dir);
    features & FORTIFICATION != 0 && features & behind_bit(dir) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use casus_core::Sided as _;

    #[test]
    fn words_name_what_they_are_the_words_of() {
        for arm in Arm::ALL {
            assert_eq!(Arm::named(&arm.word().to_uppercase()), Some(arm));
        }
        for p in Protection::ALL {
            assert_eq!(Protection::named(p.word()), Some(p));
        }
        assert!(Protection::Feeble < Protection::Normal);
        assert!(Protection::Normal < Protection::Superior);
        for side in Side::ALL {
            assert_eq!(side.enemy().enemy(), *side);
        }
    }
}
