//! The current activation, and what has been done in it (5.0).

use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Side, UnitId};
pub use casus_continuity::Warrant;
use casus_core::{Cite, Closed, HexId};
use serde::Serialize;

/// The current activation.
///
/// [`State::activation`](crate::State::activation) returns it while it lasts. One command acts under one leader: it moves
/// and fires, then it fights. Reactions to it are part of it too.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    /// The side that is active.
    pub side: Side,
    /// The command that acts.
    pub command: CommandId,
    /// The leader under whom it acts.
    pub under: LeaderId,
    /// How the activation came about.
    pub warrant: Warrant,
    /// Whether it counts as a Free activation for the Cases that ask (16.0.1, 15.1.2).
    pub free: bool,
    /// Whether the Shock segment has begun.
    pub shock: bool,
    /// The number of units that have entered, by entry hex (15.1).
    pub entered: Vec<(HexId, u8)>,
    /// Declared attacks that are not resolved yet.
    pub declared: Vec<Declared>,
    /// Archers that have used Reaction Fire, each with its target (7.3.2 A).
    pub reacted: Vec<(UnitId, UnitId)>,
    /// Counter-Charges that wait for a mounted archer to end its run (7.3.1).
    pub waiting: Vec<(UnitId, HexId)>,
    /// Enemy units that have been attacked in it (ruling E16).
    pub struck: Vec<Attacked>,
    /// The unit that last entered a hex by movement or a Charge, with the hex; the entry may provoke Reaction Fire (7.3.2).
    pub entry: Option<(UnitId, HexId)>,
    /// The last Phasing Fire of the segment: the firer and the target (7.3.2, 9.4.2).
    pub shot: Option<(UnitId, UnitId)>,
    /// The last Reaction Fire of the segment: the firer and the target (7.3.2).
    pub answer: Option<(UnitId, UnitId)>,
    /// The answers given to that Phasing Fire (9.4.7, ruling D1).
    pub used: Answers,
    /// The windows that each side has closed until the activation ends.
    pub closed: Closed,
}

/// The answers that the target of Phasing Fire has given.
///
/// Each answer may be given once to each shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Answers {
    /// Whether it has attempted to counter-charge (9.4.2).
    pub countered: bool,
    /// Whether it has used Return Fire (7.3.2 A).
    pub returned: bool,
}

/// A declared attack: one attacker against one target (8.1, 9.2).
///
/// A unit that attacks several targets has one for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Declared {
    /// The unit that attacks.
    pub attacker: UnitId,
    /// The unit that it attacks.
    pub target: UnitId,
    /// Whether the attack is a Charge.
    pub charge: bool,
    /// The attacker's hex at the declaration. If the attacker has left it, the attack is void (ruling E18).
    pub from: HexId,
    /// The target's hex at the declaration.
    pub on: HexId,
}

/// An enemy unit that has been attacked: a die was rolled for it, it retreated before shock, or it is a gun that
/// survived (ruling E16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attacked {
    /// The unit that was attacked.
    pub unit: UnitId,
    /// Whether it was by a Charge, which leaves the unit open to other Charges (9.1(2)).
    pub charge: bool,
}

/// A reaction window of the inactive side.
///
/// It opens when the rules grant a unit a reaction that it can use. A side may close a kind of window for the rest of the
/// activation with [`Action::HoldAll`](crate::Action).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Window {
    /// Reaction Fire (7.3.2).
    Reaction,
    /// Return Fire (7.3.2).
    Return,
    /// Counter-Charge against fire (9.4.2).
    Fire,
    /// Retreat Before Shock and Counter-Charge against Shock (8.2, 9.4.2).
    Shock,
}

impl Window {
    /// Returns its word in actions and views.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reaction => "reaction-fire",
            Self::Return => "return-fire",
            Self::Fire => "counter-charge-fire",
            Self::Shock => "before-shock",
        }
    }
}

impl casus_core::Window for Window {
    const ALL: &'static [Self] = &[Self::Reaction, Self::Return, Self::Fire, Self::Shock];
    fn cite(self) -> Cite {
        match self {
            Self::Reaction => cite!("7.3.2"),
            Self::Return => cite!("7.3.2(A)(2)"),
            Self::Fire => cite!("9.4.2"),
            Self::Shock => cite!("8.2"),
        }
    }
    fn index(self) -> usize {
        self as usize
    }
}
