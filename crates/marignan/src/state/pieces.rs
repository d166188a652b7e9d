//! What play does to the pieces: where they are, in what condition, and what lies on them.

use crate::components::{CommanderId, CorpsId};
use casus_core::{Dir, HexId, SideFacing};
use serde::Serialize;

/// Where a counter is.
///
/// In a view and in set-ups it is a word in small letters, and the hex stands beside it.
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
    /// Fled over its own edge of the map, and eliminated by it (10.1).
    Fled,
    /// Not in this battle.
    Absent,
}

impl Whereabouts {
    /// The hex, if it is on the map.
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Self::Map(h) => Some(h),
            _ => None,
        }
    }
    /// Its word in views and set-ups.
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
/// It gets worse by failed tests and by terrain, better in the Reorganization Phase (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// In order: the front of the counter.
    ///
    /// Only such a unit forms the hedgehog or charges (9.3, 9.4).
    Order,
    /// In disorder: its back.
    ///
    /// Lower ratings. The next step down is rout.
    Disordered,
    /// Under a Routed marker.
    ///
    /// It has no front and no ZOC, does not attack, and runs in every Movement Phase of its side (10.1).
    Routed,
}

impl Condition {
    /// Its word in set-ups and views.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Disordered => "disordered",
            Self::Routed => "routed",
        }
    }
}

casus_core::flags! {
    /// What lies on a unit, and what it has done.
    ///
    /// A set of flags, asked by [`Marks::has`]. All but the first two are forgotten when a phase ends.
    pub struct Marks(u16) {
        /// Under an Out of Command marker (6.1).
        OUT_OF_COMMAND = 0,
        /// Under a Hedgehog marker (9.4).
        HEDGEHOG = 1,
        /// Its movement of this phase is over (9.0).
        MOVED = 2,
        /// Was in order when its move began (ruling R46).
        BEGAN_IN_ORDER = 3,
        /// Has routed at the start of this Movement Phase, or fled in it already (ruling R74).
        FLED = 4,
        /// Has retreated in this Retreat Phase (ruling R77).
        RETREATED = 5,
        /// Has fired in this phase (12.3).
        FIRED = 6,
        /// Has attacked in this Melee Phase (13.1).
        ATTACKED = 7,
        /// Has tried to rally in this Reorganization Phase (2.1), or to retreat in this Retreat Phase (11.0).
        TRIED = 8,
        /// Has tested commitment in this Movement Phase (ruling R35 the other way).
        COMMITTED = 9,
        /// Has passed a test to enter an enemy ZOC in this move (ruling R66 the other way).
        PASSED = 10,
        /// Entered the map in this Movement Phase (14.1).
        ENTERED = 11,
        /// Has stopped before an enemy ZOC or in it in this Movement Phase (9.2).
        STOPPED = 12,
    }
}

impl Marks {
    /// What is forgotten when a phase ends.
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

/// A combat unit in play.
///
/// What is printed on it is its counter's: [`State::counter`](crate::State::counter).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Where it is.
    pub at: Whereabouts,
    /// The hexside that it faces (3.0); of no meaning while it is routed.
    pub facing: SideFacing,
    /// In order, disordered or routed.
    pub condition: Condition,
    /// Its replacement counter stands for it (1.1).
    pub replaced: bool,
    /// Its markers, and what it has done in the phase.
    pub marks: Marks,
    /// Movement points spent in this phase.
    pub spent: u8,
    /// Under a Charge marker, against the units of this hex (9.3).
    pub charge: Option<HexId>,
}

/// How a commander stands among friends and enemies, from good to bad (12.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Plight {
    /// With a friendly unit, or not on the map.
    Attended,
    /// On the map without a friendly unit.
    Alone,
    /// Without one in an enemy ZOC.
    Beset,
}

/// A commander in play.
///
/// What is printed on him is his card's; what holds now is [`State::commander_face`](crate::State::commander_face).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commander {
    /// Where he is.
    pub at: Whereabouts,
    /// Whether he is injured (12.5).
    pub injured: bool,
    /// He is not the one on the card, but a successor who has the card's ratings (7.1).
    pub successor: bool,
    /// His movement of this phase is over.
    pub moved: bool,
    /// Movement points spent in this phase.
    pub spent: u8,
    /// The demoralized corps that his heroic value steadies, if any (7.2).
    pub steadies: Option<CorpsId>,
    /// The plight of which his owner need not be asked again (ruling R49 the other way).
    pub plight: Plight,
}

/// An army corps in play.
///
/// Units of no corps have none: the Swiss arquebusiers and the Milanese cavalry (ruling R10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corps {
    /// Its morale (8.2); 0 for the Swiss corps, whose army has one morale (8.1).
    pub morale: u8,
    /// Who leads it (6.1, 7.1).
    pub leader: Option<CommanderId>,
    /// The game turn in which it lost its leader, while it has none (7.1).
    pub vacant: u8,
    /// Has had a General Retreat Order in this phase (11.0).
    pub ordered: bool,
}

/// A set of commanders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CommanderSet(u16);

impl CommanderSet {
    /// Whether he is in it.
    pub const fn contains(self, c: CommanderId) -> bool {
        c.0 < 16 && self.0 >> c.0 & 1 == 1
    }
    /// Puts him in.
    pub const fn insert(&mut self, c: CommanderId) {
        if c.0 < 16 {
            self.0 |= 1 << c.0;
        }
    }
    /// Takes him out.
    pub const fn remove(&mut self, c: CommanderId) {
        if c.0 < 16 {
            self.0 &= !(1 << c.0);
        }
    }
    /// Whether nobody is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Who is, in order.
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

/// A fortification built in the night (14.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Work {
    /// The hex that it shelters.
    pub hex: HexId,
    /// The side of the hex that it stands on.
    pub side: Dir,
}
