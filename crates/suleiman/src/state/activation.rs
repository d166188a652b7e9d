//! The activation that runs, and what has been done in it (5.0).

use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Side, UnitId};
use casus_core::{Cite, Closed, HexId};
use serde::{Deserialize, Serialize};

/// How an activation came about (5.1, 5.2, 5.3).
///
/// Some Cases hold in Free activations only: Flight checks, Standards, contingents, the Anatolian Wing's first entry
/// (16.0, 13.0.2, 15.2.4, 15.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Warrant {
    /// No die roll of one's own.
    #[default]
    Free,
    /// A Continuity roll.
    Continuity,
    /// A successful Seizure (5.3).
    Seized,
}

/// The activation that runs.
///
/// [`State::activation`](crate::State::activation) has it while it runs. One command acts under one leader: it moves
/// and fires, then it fights, and what is in reaction to it falls into it too.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    /// The side that is active.
    pub side: Side,
    /// The command that acts.
    pub command: CommandId,
    /// The leader under whom it acts.
    pub under: LeaderId,
    /// How it came about.
    pub warrant: Warrant,
    /// A Free activation, for the Cases that ask (16.0.1, 15.1.2).
    pub free: bool,
    /// In the Shock segment already.
    pub shock: bool,
    /// Units that have entered, by entry hex (15.1).
    pub entered: Vec<(HexId, u8)>,
    /// Declared attacks that are not resolved yet.
    pub declared: Vec<Declared>,
    /// Archers that have used Reaction Fire, and on whom (7.3.2 A).
    pub reacted: Vec<(UnitId, UnitId)>,
    /// Counter-Charges that wait for a mounted archer to end its run (7.3.1).
    pub waiting: Vec<(UnitId, HexId)>,
    /// Enemy units that have been attacked in it (ruling E16).
    pub struck: Vec<Attacked>,
    /// The last hex of movement or of a Charge that a unit came to, which may call Reaction Fire (7.3.2).
    pub entry: Option<(UnitId, HexId)>,
    /// The last Phasing Fire of the segment: who fired, and at whom (7.3.2, 9.4.2).
    pub shot: Option<(UnitId, UnitId)>,
    /// The last Reaction Fire of the segment: who fired, and at whom (7.3.2).
    pub answer: Option<(UnitId, UnitId)>,
    /// What that Phasing Fire has been answered with (9.4.7, ruling D1).
    pub used: Answers,
    /// Windows that each side has closed until the activation ends.
    pub closed: Closed,
}

/// What the target of Phasing Fire has answered it with.
///
/// Each answer may be given once to each shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Answers {
    /// With an attempt to Counter-Charge (9.4.2).
    pub countered: bool,
    /// With Return Fire (7.3.2 A).
    pub returned: bool,
}

/// A declared attack: one attacker on one target (8.1, 9.2).
///
/// One of a unit's attacks; a unit that attacks several has one for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Declared {
    /// The unit that attacks.
    pub attacker: UnitId,
    /// The unit that it attacks.
    pub target: UnitId,
    /// As a Charge.
    pub charge: bool,
    /// Where the attacker stood when it was declared: it is void if he has left it (ruling E18).
    pub from: HexId,
    /// Where the target stood when it was declared.
    pub on: HexId,
}

/// An enemy unit that has been attacked: a die has fallen for it, it has retreated before the shock, or it is a gun
/// that came through (ruling E16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attacked {
    /// The unit that was attacked.
    pub unit: UnitId,
    /// By a Charge, which leaves it open to other Charges (9.1(2)).
    pub charge: bool,
}

/// A reaction window of the side that is not active.
///
/// It opens when the rules grant somebody a reaction and he can do something in it. Who is tired of being asked closes
/// it for the rest of the activation: [`Action::HoldAll`](crate::Action).
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
    /// Its word in actions and views.
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
