//! The changing state of the pieces: location, condition and markers.

use crate::components::{CommanderId, CorpsId};
use casus_core::{Dir, HexId, SideFacing};
use serde::Serialize;

/// The location of a counter.
///
/// Views and set-ups spell it as a word in small letters, with the hex in a field of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// On the map.
    Map(HexId),
    /// Still to enter the map (14.1).
    Reserve,
    /// Eliminated, or killed.
    Lost,
    /// Fled over its own map edge, and eliminated by it (10.1).
    Fled,
    /// Not in this battle.
    Absent,
}

impl Whereabouts {
    /// Returns the hex, if the counter is on the map.
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Self::Map(h) => Some(h),
            _ => None,
        }
    }
    /// Returns its word in views and set-ups.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Map(_) => "map",
            Self::Reserve => "reserve",
            Self::Lost => "lost",
            Self::Fled => "fled",
            Self::Absent => "absent",
        }
    }
}

/// The condition of a combat unit (1.1, 10.0).
///
/// Failed tests and terrain make it worse; the Reorganization Phase makes it better (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// In order: the front of the counter shows.
    ///
    /// Only a unit in order forms a hedgehog or charges (9.3, 9.4).
    Order,
    /// In disorder: the back of the counter shows.
    ///
    /// Its ratings are lower. The next worse condition is rout.
    Disordered,
    /// Under a Routed marker.
    ///
    /// It has no front sides and no ZOC, does not attack, and routs again in every Movement Phase of its side (10.1).
    Routed,
}

impl Condition {
    /// Returns its word in set-ups and views.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Disordered => "disordered",
            Self::Routed => "routed",
        }
    }
}

casus_core::flags! {
    /// The markers of a unit, and what it has done in the phase.
    ///
    /// A set of flags; [`Marks::has`] tests one. All except the first two are cleared when a phase ends.
    pub struct Marks(u16) {
        /// Under an Out of Command marker (6.1).
        OUT_OF_COMMAND = 0,
        /// Under a Hedgehog marker (9.4).
        HEDGEHOG = 1,
        /// Has finished its movement in this phase (9.0).
        MOVED = 2,
        /// Was in order when its move began (ruling R46).
        BEGAN_IN_ORDER = 3,
        /// Has routed at the start of this Movement Phase, or has already fled in it (ruling R74).
        FLED = 4,
        /// Has retreated in this Retreat Phase (ruling R77).
        RETREATED = 5,
        /// Has fired in this phase (12.3).
        FIRED = 6,
        /// Has attacked in this Melee Phase (13.1).
        ATTACKED = 7,
        /// Has tried to rally in this Reorganization Phase (2.1), or to retreat in this Retreat Phase (11.0).
        TRIED = 8,
        /// Has tested commitment in this Movement Phase (other reading of ruling R35).
        COMMITTED = 9,
        /// Has passed a test to enter an enemy ZOC in this move (other reading of ruling R66).
        PASSED = 10,
        /// Entered the map in this Movement Phase (14.1).
        ENTERED = 11,
        /// Has stopped before an enemy ZOC or in it in this Movement Phase (9.2).
        STOPPED = 12,
    }
}

impl Marks {
    /// The marks that are cleared when a phase ends.
    pub(crate) const OF_A_PHASE: Self = Self::MOVED
        .and(Self::BEGAN_IN_ORDER)
        .and(Self::FLED)
        .and(Self::RETREATED)
        .and(Self::FIRED)
        .and(Self::ATTACKED)
        .and(Self::TRIED)
        .and(Self::COMMITTED)
        .and(Self::PASSED)
        .and(Self::ENTERED)
        .and(Self::STOPPED);
}

/// The state of a combat unit.
///
/// Its printed values are in its counter: [`State::counter`](crate::State::counter).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// The location of the unit.
    pub at: Whereabouts,
    /// The hexside that it faces (3.0); without meaning while it is routed.
    pub facing: SideFacing,
    /// In order, disordered or routed.
    pub condition: Condition,
    /// Whether its replacement counter has taken its place (1.1).
    pub replaced: bool,
    /// Its markers, and what it has done in the phase.
    pub marks: Marks,
    /// Movement points that it has spent in this phase.
    pub spent: u8,
    /// The hex that it charges, if it has a Charge marker (9.3).
    pub charge: Option<HexId>,
}

/// The danger of a commander by the friendly and enemy units near him, from good to bad (12.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Plight {
    /// With a friendly unit, or not on the map.
    Attended,
    /// On the map without a friendly unit.
    Alone,
    /// On the map without a friendly unit, in an enemy ZOC.
    Beset,
}

/// The state of a commander.
///
/// His printed values are in his card; [`State::commander_face`](crate::State::commander_face) returns those in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commander {
    /// The location of the commander.
    pub at: Whereabouts,
    /// Whether he is injured (12.5).
    pub injured: bool,
    /// Whether he is a successor of the commander on the card, with the same ratings (7.1).
    pub successor: bool,
    /// Whether he has finished his movement in this phase.
    pub moved: bool,
    /// Movement points that he has spent in this phase.
    pub spent: u8,
    /// The demoralized corps that his heroic value steadies, if any (7.2).
    pub steadies: Option<CorpsId>,
    /// The plight about which his owner need not be asked again (other reading of ruling R49).
    pub plight: Plight,
}

/// The state of an army corps.
///
/// The Swiss arquebusiers and the Milanese cavalry belong to no corps (ruling R10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corps {
    /// Its morale (8.2); 0 for the Swiss corps, whose army has one morale (8.1).
    pub morale: u8,
    /// The commander who leads it (6.1, 7.1).
    pub leader: Option<CommanderId>,
    /// The game turn in which it lost its leader, if it has none; otherwise 0 (7.1).
    pub vacant: u8,
    /// Whether it has received a General Retreat Order in this phase (11.0).
    pub ordered: bool,
}

/// A set of commanders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CommanderSet(u16);

impl CommanderSet {
    /// Returns whether the set contains the commander.
    pub const fn contains(self, c: CommanderId) -> bool {
        c.0 < 16 && self.0 >> c.0 & 1 == 1
    }
    /// Adds a commander to the set.
    pub const fn insert(&mut self, c: CommanderId) {
        if c.0 < 16 {
            self.0 |= 1 << c.0;
        }
    }
    /// Removes a commander from the set.
    pub const fn remove(&mut self, c: CommanderId) {
        if c.0 < 16 {
            self.0 &= !(1 << c.0);
        }
    }
    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Returns the commanders of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = CommanderId> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let next = (left != 0).then(|| CommanderId(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<CommanderId> for CommanderSet {
    fn from_iter<I: IntoIterator<Item = CommanderId>>(who: I) -> Self {
        let mut set = Self::default();
        who.into_iter().for_each(|c| set.insert(c));
        set
    }
}

/// A fortification built at night (14.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Work {
    /// The hex that it protects.
    pub hex: HexId,
    /// The side of the hex on which it is built.
    pub side: Dir,
}
