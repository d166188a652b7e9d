//! Module 2, The Components: sides, unit types, counters, leaders, Battles, Standards and Seizure counters.
//!
//! This module has the printed values of the pieces. The state has their places. Ids are small integers, indexes in the
//! [`Roster`]; their words (`"FR-MM-3"`, `"Chandieu"`) are stable.

use crate::casebook::cite;
use casus_core::data::{Form, Value, Within};
use casus_core::reading::names_apart;
use casus_core::{Board, Dir, HexId, Noun, NounFault, Place, Provenance, SetupFaults, Sided as _, Source, UnknownWord};
use core::fmt;
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

casus_core::words! {
    /// The types of combat unit (2.2, 2.5). Its word is the printed abbreviation.
    ///
    /// A unit's type decides what it may do, whatever missiles it carries: pikes with arquebuses are pikes.
    pub enum Arm, short, "type of unit" {
        /// Men-at-Arms, heavy lancers on horse.
        MenAtArms = "MM",
        /// Stradiotti, light cavalry from the Balkans.
        Stradiots = "STR",
        /// Light Cavalry of no other type.
        LightCavalry = "LC",
        /// Light Cavalry with composite bows.
        LightArchers = "LC/A",
        /// Genitors, light horse with javelins.
        Genitors = "GE",
        /// Mounted Arquebus; on foot it is [`Arm::Arquebus`].
        MountedArquebus = "MAQ",
        /// Mounted Crossbow; on foot it is [`Arm::Crossbow`].
        MountedCrossbow = "MCB",
        /// Pikes on foot.
        Pikes = "PK",
        /// Sword and Buckler.
        SwordAndBuckler = "SB",
        /// Arquebus on foot.
        Arquebus = "AQ",
        /// Crossbow on foot.
        Crossbow = "CB",
        /// Longbows on foot.
        Longbow = "LB",
        /// Skirmishers on foot.
        Skirmishers = "SK",
        /// Sappers on foot.
        Sappers = "SP",
        /// Artillery of any size.
        Artillery = "ART",
        /// Guns on wagons.
        GunWagon = "GW",
        /// Wagons with an army's baggage.
        BaggageWagon = "BW",
    }
}

/// Index of foot units in a row of movement costs.
pub const FOOT: usize = 0;
/// Index of mounted units in a row of movement costs.
pub const MOUNTED: usize = 1;
/// Index of artillery in a row of movement costs.
pub const GUN: usize = 2;
/// Index of leaders and Standards, which move alone, in a row of movement costs.
pub const LEADER: usize = 3;

casus_core::words! {
    /// How a unit keeps its order on bad ground (7.2): a column of the Disorder codes of the Terrain Chart.
    pub enum Tread, word, "column of Disorder codes" {
        /// Foot with pikes.
        Pikes = "pikes",
        /// Units that count as mounted.
        Mounted = "mounted",
        /// Foot with arquebus, crossbow or longbow.
        Shot = "shot",
        /// Foot of type Skirmishers.
        Skirmishers = "skirmishers",
        /// Any other type but artillery.
        Others = "others",
    }
}

impl Arm {
    /// Returns the type in full.
    pub const fn title(self) -> &'static str {
        match self {
            Self::MenAtArms => "Men-at-Arms",
            Self::Stradiots => "Stradiotti",
            Self::LightCavalry => "Light Cavalry",
            Self::LightArchers => "Light Cavalry Archers",
            Self::Genitors => "Genitors",
            Self::MountedArquebus => "Mounted Arquebus",
            Self::MountedCrossbow => "Mounted Crossbow",
            Self::Pikes => "Pikes",
            Self::SwordAndBuckler => "Sword and Buckler",
            Self::Arquebus => "Arquebus",
            Self::Crossbow => "Crossbow",
            Self::Longbow => "Longbow",
            Self::Skirmishers => "Skirmishers",
            Self::Sappers => "Sappers",
            Self::Artillery => "Artillery",
            Self::GunWagon => "Gun Wagon",
            Self::BaggageWagon => "Baggage Wagon",
        }
    }
    /// Returns whether it is a mounted type (2.4).
    pub const fn mounted(self) -> bool {
        matches!(
            self,
            Self::MenAtArms
                | Self::Stradiots
                | Self::LightCavalry
                | Self::LightArchers
                | Self::Genitors
                | Self::MountedArquebus
                | Self::MountedCrossbow
        )
    }
    /// Returns whether it is a foot type (2.4): every type that is not mounted, guns and wagons included.
    pub const fn foot(self) -> bool {
        !self.mounted()
    }
    /// Returns its index in a row of movement costs: [`FOOT`], [`MOUNTED`] or [`GUN`].
    pub const fn gait(self) -> usize {
        match self {
            Self::Artillery => GUN,
            _ if self.mounted() => MOUNTED,
            _ => FOOT,
        }
    }
    /// Returns its column of Disorder codes on the Terrain Chart; `None` for Artillery, which is never Disordered (14.2).
    pub const fn tread(self) -> Option<Tread> {
        match self {
            Self::Artillery => None,
            Self::Pikes => Some(Tread::Pikes),
            Self::Arquebus | Self::Crossbow | Self::Longbow => Some(Tread::Shot),
            Self::Skirmishers => Some(Tread::Skirmishers),
            _ if self.mounted() => Some(Tread::Mounted),
            _ => Some(Tread::Others),
        }
    }
    /// Returns its type on the other pair of faces: types that dismount are foot there (7.4), all others stay as they are.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::MountedArquebus => Self::Arquebus,
            Self::MountedCrossbow => Self::Crossbow,
            other => other,
        }
    }
    /// Returns whether it may dismount (7.4).
    pub const fn dismounts(self) -> bool {
        matches!(self, Self::MountedArquebus | Self::MountedCrossbow)
    }
    /// Returns whether it has a second pair of faces: on foot (7.4) or unlimbered (7.6).
    pub const fn turns(self) -> bool {
        self.dismounts() || matches!(self, Self::Artillery)
    }
}

casus_core::words! {
    /// The missile type (2.2). Its word is the printed letters. It decides the row of the Fire/Range DRM Chart.
    #[derive(Default)]
    pub enum Missile, short, "missile type" {
        /// No missiles: the unit does not fire.
        #[default]
        None = "-",
        /// Crossbows, `CB` on the counter.
        Crossbow = "CB",
        /// Arquebuses, `AQ` on the counter.
        Arquebus = "AQ",
        /// Longbows, `LB` on the counter.
        Longbow = "LB",
        /// Composite bows, `A` on the counter.
        Bow = "A",
        /// Javelins, `J` on the counter.
        Javelin = "J",
        /// Falconets, `F` on the counter.
        Falconet = "F",
        /// Sakers, `S` on the counter.
        Saker = "S",
        /// Culverins, `C` on the counter.
        Culverin = "C",
        /// Heavy Cannon, `H` on the counter.
        HeavyCannon = "H",
        /// Organ Guns, `OG` on the counter.
        OrganGun = "OG",
    }
}

impl Missile {
    /// Returns whether it is a kind of artillery.
    pub const fn gun(self) -> bool {
        matches!(self, Self::Falconet | Self::Saker | Self::Culverin | Self::HeavyCannon | Self::OrganGun)
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

/// A Seizure counter (6.3).
///
/// Its word is `"opportunity-5"`, `"negation"`, `"battle-cry"`, `"unsteady"` or `"breach"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SeizureCounter {
    /// Seizure Opportunity (6.3.1): a roll of 0 up to this, at most 9, seizes.
    Opportunity(u8),
    /// Seizure Negation (6.3.2).
    Negation,
    /// Battle Cry: a Retired unit rallies.
    BattleCry,
    /// Unsteady Troops: an enemy unit is Disordered.
    Unsteady,
    /// Into the Breach: +1 to an attack on one unit.
    Breach,
}

casus_core::described!(SeizureCounter, { "type": "string", "format": "seizure counter" });

impl SeizureCounter {
    /// The possible counters, in the order of their numbers.
    pub const ALL: [Self; 14] = {
        let mut all = [Self::Negation; 14];
        let mut n = 0;
        while n < 10 {
            all[n as usize] = Self::Opportunity(n);
            n += 1;
        }
        all[11] = Self::BattleCry;
        all[12] = Self::Unsteady;
        all[13] = Self::Breach;
        all
    };
    /// Returns its name in sentences: `"Opportunity 5"`.
    pub fn title(self) -> String {
        match self {
            Self::Opportunity(top) => format!("Opportunity {top}"),
            Self::Negation => "Negation".to_owned(),
            Self::BattleCry => "Battle Cry".to_owned(),
            Self::Unsteady => "Unsteady Troops".to_owned(),
            Self::Breach => "Into the Breach".to_owned(),
        }
    }
    /// Returns its number: the index in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        match self {
            Self::Opportunity(top) => top as usize,
            Self::Negation => 10,
            Self::BattleCry => 11,
            Self::Unsteady => 12,
            Self::Breach => 13,
        }
    }
    /// Returns the counter with this word, in upper or lower case.
    pub fn named(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::ALL
            .into_iter()
            .find(|c| word.eq_ignore_ascii_case(&c.to_string()))
    }
}

impl fmt::Display for SeizureCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opportunity(top) => write!(f, "opportunity-{top}"),
            Self::Negation => f.pad("negation"),
            Self::BattleCry => f.pad("battle-cry"),
            Self::Unsteady => f.pad("unsteady"),
            Self::Breach => f.pad("breach"),
        }
    }
}

impl From<SeizureCounter> for String {
    fn from(counter: SeizureCounter) -> Self {
        counter.to_string()
    }
}

impl TryFrom<String> for SeizureCounter {
    type Error = UnknownWord;
    fn try_from(word: String) -> Result<Self, UnknownWord> {
        let known = "opportunity-0 to opportunity-9, negation, battle-cry, unsteady or breach";
        Self::named(&word).ok_or_else(|| UnknownWord::expected("Seizure counter", &word, known))
    }
}

impl<S> Noun<S> for SeizureCounter {
    const WHAT: &'static str = "a Seizure counter";
    fn spell(self, _: &S) -> String {
        self.to_string()
    }
    fn read(_: &S, word: &str) -> Result<Self, NounFault> {
        Ok(word.to_owned().try_into()?)
    }
    fn exists(self, _: &S) -> bool {
        true
    }
    fn all(_: &S) -> Vec<Self> {
        Self::ALL.into()
    }
}

/// A set of Seizure counters: a hand, or what is left in a cup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeizureCounters(u16);

impl SeizureCounters {
    /// Returns whether a counter is in the set.
    pub const fn has(self, counter: SeizureCounter) -> bool {
        self.0 & 1 << counter.index() != 0
    }
    /// Adds a counter.
    pub const fn insert(&mut self, counter: SeizureCounter) {
        self.0 |= 1 << counter.index();
    }
    /// Removes a counter.
    pub const fn remove(&mut self, counter: SeizureCounter) {
        self.0 &= !(1 << counter.index());
    }
    /// Returns the number of counters, 0 to 14.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Returns the counters, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = SeizureCounter> {
        SeizureCounter::ALL.into_iter().filter(move |&c| self.has(c))
    }
}

impl FromIterator<SeizureCounter> for SeizureCounters {
    fn from_iter<I: IntoIterator<Item = SeizureCounter>>(counters: I) -> Self {
        let mut set = Self::default();
        counters.into_iter().for_each(|c| set.insert(c));
        set
    }
}

/// The words of the counters.
impl Value for SeizureCounters {
    type Given = Vec<String>;
    type Bounds = ();
    fn read(given: &Vec<String>, (): &(), _: &Form, path: &str, faults: &mut SetupFaults) -> Self {
        let mut set = Self::default();
        for (i, word) in given.iter().enumerate() {
            match SeizureCounter::try_from(word.clone()) {
                Ok(c) if set.has(c) => faults.push(format!("{path}[{i}]"), format!("{c} is given twice"), None),
                Ok(c) => set.insert(c),
                Err(unknown) => faults.push(format!("{path}[{i}]"), unknown.to_string(), Some(cite!("6.3"))),
            }
        }
        set
    }
    fn blank((): &()) -> Self {
        Self::default()
    }
    fn plain(&self) -> String {
        self.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(", ")
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
    const fn among(self, features: u8) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_seizure_have_their_words() {
        for (i, c) in SeizureCounter::ALL.into_iter().enumerate() {
            assert_eq!((c.index(), SeizureCounter::named(&c.to_string())), (i, Some(c)));
        }
        let mut hand: SeizureCounters = [SeizureCounter::Breach, SeizureCounter::Opportunity(5)]
            .into_iter()
            .collect();
        assert_eq!(hand.plain(), "opportunity-5, breach");
        hand.remove(SeizureCounter::Breach);
        assert!(hand.len() == 1 && !hand.has(SeizureCounter::Breach) && !hand.is_empty());
        let unread = SeizureCounter::try_from("opportunity-10".to_owned());
        assert!(unread.unwrap_err().to_string().contains("battle-cry"));
    }

    #[test]
    fn mounted_shot_is_foot_on_its_other_faces() {
        for arm in Arm::ALL {
            assert_eq!(arm.turned() != arm, arm.dismounts(), "{arm}");
            assert_eq!(arm.mounted(), arm.gait() == MOUNTED, "{arm}");
            assert_eq!(arm.foot(), !arm.mounted(), "{arm}");
            assert!(arm.turned().foot() || !arm.dismounts(), "{arm}");
            assert!(!arm.title().is_empty());
        }
        assert_eq!(Arm::named("lc/a"), Some(Arm::LightArchers));
        assert_eq!(Arm::Artillery.tread(), None);
    }

    #[test]
    fn features_of_hexsides_do_not_meet() {
        for (i, a) in Hexside::ALL.into_iter().enumerate() {
            for (j, b) in Hexside::ALL.into_iter().enumerate() {
                assert_eq!(a.among(b.feature()), i == j, "{a} {b}");
            }
        }
        let both = Hexside::Ditch.feature() | Hexside::Rampart.feature();
        assert!(Hexside::Ditch.among(both) && Hexside::Rampart.among(both) && !Hexside::Trench.among(both));
    }
}
