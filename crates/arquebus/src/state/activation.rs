//! The current activation, and what has been done in it (4.0, 6.0).

use crate::casebook::cite;
use crate::components::{BattleId, SeizureCounters, Side, StandardId, UnitId};
pub use casus_continuity::Warrant;
use casus_core::{Cite, Closed, Few, HexId};
use serde::Serialize;

/// What is activated (6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A Battle, or the Battles that a scenario joins (ruling R-35).
    Battles(Few<BattleId, 4>),
    /// The army (6.1).
    Army,
    /// A Standard, near which Retired units rally (15.1).
    Rally(StandardId),
    /// A Standard, which moves (15.2).
    Carry(StandardId),
}

/// The choice that a side names for Continuity (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Named {
    /// This Battle alone.
    Battle(BattleId),
    /// The whole army (6.1).
    Army,
}

/// The result of the last choice for Continuity (6.2, 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Attempt {
    /// The side passed instead.
    Passed,
    /// Its die was rolled.
    Rolled,
    /// The enemy Seized it.
    Seized,
    /// The enemy's Seizure failed.
    SeizureFailed,
    /// The enemy's Seizure was negated; then the die was rolled.
    Negated,
}

/// How a unit entered a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coming {
    /// It moved or Charged, which may provoke Reaction Fire (11.2).
    Move,
    /// It retreated, before combat or by a result (12.2, 14.3).
    Retreat,
    /// It advanced (12.2, 12.4).
    Advance,
    /// It Counter-Charged fire (13.9).
    CounterCharge,
}

/// The entry of a unit into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The unit that entered.
    pub unit: UnitId,
    /// The hex that it entered.
    pub hex: HexId,
    /// How it entered.
    pub how: Coming,
    /// Whether an enemy unit has fired at it there.
    pub answered: bool,
}

/// The penalties of the next Continuation roll (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Streak {
    /// The number of Continuation rolls in a row that succeeded.
    pub successes: u8,
    /// The number of attempts made while the side had one Battle only.
    pub alone: u8,
}

/// A side's Seizure counters (6.3).
///
/// Only the owner knows which counters are held, and nobody knows which were not drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    /// The counters that were drawn and not played.
    pub held: SeizureCounters,
    /// The counters that were played, which are public.
    pub played: SeizureCounters,
}

/// The current activation.
///
/// [`State::activation`](crate::State::activation) returns it while it lasts. Its units move and fire, then they fight.
/// Reactions to it are part of it too.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    /// The side that is active.
    pub side: Side,
    /// What is activated.
    pub act: Act,
    /// How the activation came about.
    pub warrant: Warrant,
    /// Whether the Shock Phase has begun.
    pub shock: bool,
    /// The last unit that entered a hex (11.2).
    pub entry: Option<Entry>,
    /// The last Active Fire: the firer and the target hex (11.2).
    pub shot: Option<(UnitId, HexId)>,
    /// The windows that each side has closed until the activation ends.
    pub closed: Closed,
}

impl Activation {
    /// Returns whether it is a Free Activation, for the Cases that ask (2.4).
    pub fn free(&self) -> bool {
        self.warrant == Warrant::Free
    }
    /// Returns whether a Battle is activated by name.
    pub fn names(&self, battle: BattleId) -> bool {
        matches!(&self.act, Act::Battles(list) if list.contains(battle))
    }
    /// Returns whether it is of Battles, which fire, fight and rally besides moving (4.0).
    pub const fn of_battles(&self) -> bool {
        matches!(self.act, Act::Battles(_))
    }
    /// Returns the activated Standard, if any.
    pub const fn standard(&self) -> Option<StandardId> {
        match self.act {
            Act::Rally(standard) | Act::Carry(standard) => Some(standard),
            Act::Battles(_) | Act::Army => None,
        }
    }
}

/// A window of a side during an activation.
///
/// It opens when the rules grant a unit an action that it can take. A side may close a kind of window for the rest of the
/// activation with [`Action::HoldAll`](crate::Action).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Window {
    /// Reaction Fire (11.2).
    Reaction,
    /// Return Fire (11.2).
    Return,
    /// Counter-Charge against fire (13.9).
    Fire,
    /// Retreat Before Combat (12.2).
    Retreat,
    /// Counter-Charge against Shock and Charge (13.6).
    Shock,
    /// Into the Breach (6.3).
    Breach,
}

impl Window {
    /// Returns its name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Reaction => "Reaction Fire",
            Self::Return => "Return Fire",
            Self::Fire => "Counter-Charge against fire",
            Self::Retreat => "retreat before combat",
            Self::Shock => "Counter-Charge against Shock and Charge",
            Self::Breach => "Into the Breach",
        }
    }
    /// Returns its word in actions and views.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reaction => "reaction-fire",
            Self::Return => "return-fire",
            Self::Fire => "counter-charge-fire",
            Self::Retreat => "retreat-before-combat",
            Self::Shock => "counter-charge-shock",
            Self::Breach => "into-the-breach",
        }
    }
}

impl casus_core::Window for Window {
    const ALL: &'static [Self] = &[
        Self::Reaction,
        Self::Return,
        Self::Fire,
        Self::Retreat,
        Self::Shock,
        Self::Breach,
    ];
    fn cite(self) -> Cite {
        match self {
            Self::Reaction | Self::Return => cite!("11.2"),
            Self::Fire => cite!("13.9"),
            Self::Retreat => cite!("12.2"),
            Self::Shock => cite!("13.6"),
            Self::Breach => cite!("6.3"),
        }
    }
    fn index(self) -> usize {
        self as usize
    }
}
