//! Module 2, The Components: sides, unit types, counters, leaders, Battles, Standards and Seizure counters.
//!
//! This module has the printed values of the pieces. The state has their places. Ids are small integers, indexes in the
//! [`Roster`]; their words (`"FR-MM-3"`, `"Chandieu"`) are stable.

mod arms;
mod ground;
mod seizure;
#[cfg(test)]
mod tests;

pub use arms::{Arm, FOOT, GUN, LEADER, MOUNTED, Missile, Tread};
pub use ground::{Hexside, Terrain};
pub(crate) use ground::{WALLS, WORKS, inside_bit};
pub use seizure::{SeizureCounter, SeizureCounters};

use crate::casebook::cite;
use casus_core::data::Within;
use casus_core::reading::names_apart;
use casus_core::{Place, Provenance, Sided as _, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

casus_core::sides! {
    /// The two sides. Which army the second is depends on the battle; the scenario has a title for each side.
    pub enum Side {
        /// The army of the King of France.
        France,
        /// The army that opposes it: Spain's, the League's, the Emperor's.
        League,
    }
}

/// The ratings of one face of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ratings {
    /// Shock Defense DRM, added to the attacker's die: -9 to 9, a high one is weak. 0 for guns and Baggage Wagons, which have none.
    pub sdr: i8,
    /// Movement Allowance in Movement Points, 0 to 20.
    pub ma: u8,
    /// Missile Fire DRM, -9 to 9; `None` for a face that does not fire (11.1).
    pub missile: Option<i8>,
}

/// The Normal and the Disordered face of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Faces {
    /// The Normal face.
    pub front: Ratings,
    /// The Disordered face; `None` for Artillery (2.2).
    pub back: Option<Ratings>,
}

impl Faces {
    /// Returns the ratings of one face. Without a Disordered face, they are those of the front.
    pub fn ratings(&self, disordered: bool) -> Ratings {
        match self.back {
            Some(back) if disordered => back,
            _ => self.front,
        }
    }
}

/// A combat unit as printed (2.2).
///
/// It never changes in play. The state has the values that apply now.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// Its stable name: `"FR-MM-1"`.
    pub id: String,
    /// The side that it fights for.
    pub side: Side,
    /// The Battle to which it belongs (5.0).
    pub battle: BattleId,
    /// The Standard of its side that it Retires to (2.4).
    pub standard: StandardId,
    /// Its kind of troops: `"gendarmes"`, a name of [`Kind::id`].
    pub kind: String,
    /// The name of its troops, if not that of its kind: `"Black Band landsknechts"`.
    pub name: Option<String>,
    /// Its type when mounted.
    pub arm: Arm,
    /// Its missile type.
    pub missile: Missile,
    /// Its faces: mounted, if it may dismount; limbered, if it is Artillery.
    pub faces: Faces,
    /// Its other pair of faces: on foot (7.4) or unlimbered (7.6).
    pub other: Option<Faces>,
    /// The source of the ratings, and of single parts with another source: `sdr`, `ma`, `drm`, `back`, `other`, `missile`.
    pub sources: Provenance,
}

impl Counter {
    /// Returns the ratings of one face; `turned` is on foot or unlimbered. Without such a face, they are those of the other.
    pub fn ratings(&self, turned: bool, disordered: bool) -> Ratings {
        let faces = if turned { self.other.as_ref() } else { None };
        faces.unwrap_or(&self.faces).ratings(disordered)
    }
    /// Returns its type; `turned` is on foot or unlimbered.
    pub const fn arm(&self, turned: bool) -> Arm {
        if turned { self.arm.turned() } else { self.arm }
    }
}

/// A kind of troops: the values that all its units share (2.5).
///
/// A set-up that changes a kind changes every unit of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// Its stable name: `"gendarmes"`.
    pub id: String,
    /// The name of its units, in the plural: `"Gendarmes"`.
    pub name: String,
    /// The type of its units.
    pub arm: Arm,
    /// Their missile type.
    pub missile: Missile,
    /// Their faces: mounted, if they may dismount; limbered, if they are Artillery.
    pub faces: Faces,
    /// The other pair of faces: on foot or unlimbered.
    pub other: Option<Faces>,
    /// The source of the ratings, and of single parts with another source, as in [`Counter::sources`].
    pub sources: Provenance,
}

/// A leader as printed (2.2, 5.2).
///
/// It never changes in play. The state has the ratings that apply now, which may be a replacement's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LeaderCard {
    /// His stable name: `"Chandieu"`.
    pub id: String,
    /// His full name and office.
    pub name: String,
    /// His name in sentences, if not his id: `"La Trémoille"`.
    pub called: Option<String>,
    /// The side that he fights for.
    pub side: Side,
    /// The Battles that he leads: one, two (5.0), or none for a pure Overall Commander (5.1).
    pub battles: Vec<BattleId>,
    /// Whether he is Overall Commander of his army.
    pub oc: bool,
    /// Whether he is a King (3.0).
    pub king: bool,
    /// Activation Rating, 0 to 9: a roll of at most this succeeds. `None` for a pure Overall Commander.
    pub activation: Option<u8>,
    /// Command Range in hexes, 0 to 30.
    pub range: u8,
    /// Charisma, -9 to 9: a modifier of attacks by units with him.
    pub charisma: i8,
    /// Effectiveness of an Overall Commander, -9 to 9: a modifier of Continuation rolls; a low one is good.
    pub effectiveness: i8,
    /// Whether he is never replaced (5.5).
    pub unreplaced: bool,
    /// The source of his ratings, and of single parts with another source: `name`, `king`, `activation`, `range`, `charisma`,
    /// `effectiveness`.
    pub sources: Provenance,
}

impl LeaderCard {
    fn called(&self) -> &str {
        self.called.as_deref().unwrap_or(&self.id)
    }
    /// Returns whether he leads a Battle of his own (5.1).
    pub const fn leads(&self) -> bool {
        !self.battles.is_empty()
    }
}

/// A Battle: units that are activated together (2.4).
///
/// A unit belongs to one Battle for the whole game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BattleCard {
    /// Its stable name: `"Pescara"`.
    pub id: String,
    /// The side that it belongs to.
    pub side: Side,
    /// The title of the Battle.
    pub title: String,
    /// Its name in sentences, if not its id: `"the Black Band"`.
    pub called: Option<String>,
    /// Its Standard, which applies to units that name no other.
    pub standard: StandardId,
    /// The source of the values; the `title` may have another.
    pub sources: Provenance,
}

impl BattleCard {
    fn called(&self) -> &str {
        self.called.as_deref().unwrap_or(&self.id)
    }
}

/// A Standard: the point at which an army's Retired units rally (2.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StandardCard {
    /// Its stable name: `"FR-Standard"`.
    pub id: String,
    /// The side that it belongs to.
    pub side: Side,
    /// The source of the values.
    pub sources: Provenance,
}

/// The bounds of an Activation Rating.
pub(crate) const ACTIVATION: Within = (0, 9, cite!("5.2"));
/// The bounds of a Command Range.
pub(crate) const RANGE: Within = (0, 30, cite!("5.2"));
/// The bounds of a modifier on a counter.
pub(crate) const MODIFIER: Within = (-9, 9, cite!("2.2"));
/// The bounds of a leader's Movement Allowance.
pub(crate) const LEADER_MA: Within = (0, 20, cite!("7.2"));

casus_core::group! {
    /// The values of every leader: his movement alone (7.2), and the ratings of his replacement side (5.5).
    pub struct Leaders, LeadersPatch {
        /// Movement Allowance of a leader who moves alone, and of a Standard, 0 to 20.
        ma: u8 = LEADER_MA,
        /// Activation Rating of a replacement, 0 to 9.
        activation: u8 = ACTIVATION,
        /// Command Range of a replacement in hexes, 0 to 30.
        range: u8 = RANGE,
        /// Charisma of a replacement, -9 to 9.
        charisma: i8 = MODIFIER,
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
        /// A Battle, by its index in [`Roster::battles`].
        Command = BattleId of battles: BattleCard, battle, battle_ids, "Battle";
        /// A Standard, by its index in [`Roster::standards`].
        Standard = StandardId of standards: StandardCard, standard, standard_ids, "Standard";
    }
}

/// Every playing piece of a battle.
///
/// It is part of the game data: `state.game_data().roster`. Ids are indexes in its lists and mean nothing with another
/// roster. Names are stable; saves and set-ups use them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Roster {
    /// The combat units, at most 250; a [`UnitId`] is an index in this list.
    pub counters: Vec<Counter>,
    /// The leaders; a [`LeaderId`] is an index in this list.
    pub leaders: Vec<LeaderCard>,
    /// The Battles; a [`BattleId`] is an index in this list.
    pub battles: Vec<BattleCard>,
    /// The Standards; a [`StandardId`] is an index in this list.
    pub standards: Vec<StandardCard>,
    /// The kinds of troops.
    pub kinds: Vec<Kind>,
    /// The source of the names of the kinds.
    pub kind_names: Source,
    names: Names,
}

/// The names of units and Standards in sentences, computed from the rest of the roster and the adjectives of the sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Names {
    units: Box<[String]>,
    standards: Box<[String]>,
}

impl Roster {
    /// A roster without pieces, with this source for the names of its kinds.
    pub(crate) fn empty(kind_names: Source) -> Self {
        Self {
            counters: Vec::new(),
            leaders: Vec::new(),
            battles: Vec::new(),
            standards: Vec::new(),
            kinds: Vec::new(),
            kind_names,
            names: Names::default(),
        }
    }
    /// Names the units and the Standards, with the adjectives of the sides. Call it whenever a piece has changed.
    pub(crate) fn give_names(&mut self, adjectives: &[String; 2]) {
        self.names = Names {
            units: self.unit_names(adjectives),
            standards: self.standard_names(adjectives),
        };
    }
    /// The name of a piece in sentences.
    pub(crate) fn piece_name(&self, at: Place) -> Option<&str> {
        match at {
            Place::Unit(i) => self.names.units.get(usize::from(i)).map(String::as_str),
            Place::Leader(i) => self.leaders.get(usize::from(i)).map(LeaderCard::called),
            Place::Command(i) => self.battles.get(usize::from(i)).map(BattleCard::called),
            Place::Standard(i) => self.names.standards.get(usize::from(i)).map(String::as_str),
            _ => None,
        }
    }
    /// Returns the name of a unit in sentences: `"Gendarmes 3"`. No other unit of the battle has the same name.
    pub fn unit_name(&self, id: UnitId) -> &str {
        &self.names.units[id.index()]
    }
    /// Returns the name of a Standard in sentences: `"the French Standard"`.
    pub fn standard_name(&self, id: StandardId) -> &str {
        &self.names.standards[id.index()]
    }
    /// Returns the name of a leader in sentences: `"La Trémoille"`.
    pub fn leader_name(&self, id: LeaderId) -> &str {
        self[id].called()
    }
    /// Returns the name of a Battle in sentences: `"the Black Band"`.
    pub fn battle_name(&self, id: BattleId) -> &str {
        self[id].called()
    }
    /// The names of all units, in order.
    ///
    /// A name is that of the troops with the number of the unit's id: `"Gendarmes 3"`. Where both armies have such troops,
    /// it begins with the army's adjective: `"French sakers 1"`. Where that is not enough, or the id of a unit without a
    /// name of its own has no number, the id takes the place of the number. So no two names are equal.
    fn unit_names(&self, adjectives: &[String; 2]) -> Box<[String]> {
        let of_kind = |c: &Counter| self.kinds.iter().find(|k| k.id == c.kind).map(|k| k.name.as_str());
        let troops: Vec<&str> = self
            .counters
            .iter()
            .map(|c| c.name.as_deref().or_else(|| of_kind(c)).unwrap_or(c.arm.title()))
            .collect();
        let sides: BTreeSet<(&str, Side)> = troops.iter().zip(&self.counters).map(|(&t, c)| (t, c.side)).collect();
        let plain = |(&troops, c): (&&str, &Counter)| {
            let both = Side::ALL.iter().all(|&side| sides.contains(&(troops, side)));
            if both {
                format!("{} {}", adjectives[c.side.index()], lower(troops))
            } else {
                troops.to_owned()
            }
        };
        let troops: Vec<String> = troops.iter().zip(&self.counters).map(plain).collect();
        let named = |troops: &str, c: &Counter| match c.id.rsplit('-').next().and_then(|end| end.parse::<u16>().ok()) {
            Some(number) => format!("{troops} {number}"),
            None if c.name.is_some() => troops.to_owned(),
            None => format!("{troops} {}", c.id),
        };
        names_apart(
            troops.iter().zip(&self.counters),
            |(troops, c)| named(troops, c),
            |(troops, c)| format!("{troops} {}", c.id),
        )
    }
    /// The names of all Standards, in order: `"the French Standard"`, with the end of the id where an army has several.
    fn standard_names(&self, adjectives: &[String; 2]) -> Box<[String]> {
        let name = |card: &StandardCard| {
            let several = self.standards.iter().filter(|s| s.side == card.side).count() > 1;
            let which = card.id.rsplit('-').next().filter(|_| several);
            let which = which.map_or(String::new(), |end| format!(" {end}"));
            format!("the {} Standard{which}", adjectives[card.side.index()])
        };
        self.standards.iter().map(name).collect()
    }
    /// Returns the word of a unit: `"FR-MM-3"`.
    pub fn unit_word(&self, id: UnitId) -> &str {
        &self[id].id
    }
    /// Returns the word of a leader: `"Chandieu"`.
    pub fn leader_word(&self, id: LeaderId) -> &str {
        &self[id].id
    }
    /// Returns the word of a Battle: `"Pescara"`.
    pub fn battle_word(&self, id: BattleId) -> &str {
        &self[id].id
    }
    /// Returns the word of a Standard: `"FR-Standard"`.
    pub fn standard_word(&self, id: StandardId) -> &str {
        &self[id].id
    }
    /// Returns the units of a Battle, in order.
    pub fn units_of(&self, battle: BattleId) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(move |&u| self[u].battle == battle)
    }
    /// Returns the Battles of a side, in order.
    pub fn battles_of(&self, side: Side) -> impl Iterator<Item = BattleId> + '_ {
        self.battle_ids().filter(move |&b| self[b].side == side)
    }
    /// Returns the leader of a Battle; `None` for one that begins without (6.4).
    pub fn leader_of(&self, battle: BattleId) -> Option<LeaderId> {
        self.leader_ids().find(|&l| self[l].battles.contains(&battle))
    }
    /// Returns the Overall Commander of a side.
    pub fn oc(&self, side: Side) -> Option<LeaderId> {
        self.leader_ids().find(|&l| self[l].side == side && self[l].oc)
    }
}

/// A name within a phrase: its first letter is lower case, unless it is that of a people (`"Spanish arquebusiers"`).
fn lower(name: &str) -> String {
    let people = ["Swiss", "Spanish", "Gascon", "Italian"];
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !people.iter().any(|p| name.starts_with(p)) => first.to_lowercase().chain(letters).collect(),
        _ => name.to_owned(),
    }
}
