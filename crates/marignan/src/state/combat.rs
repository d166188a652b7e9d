//! Combat in progress: a shot, a melee, and the losses to their stars.

use crate::charts::{MeleeResult, Toll};
use crate::components::Side;
use casus_core::{Cite, HexId, PieceSet};
use serde::Serialize;

/// The fire phase that a shot belongs to (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The passive side fires.
    Defensive,
    /// The active side fires.
    Offensive,
}

/// A shot, from its announcement to its results.
///
/// First its firers are named, then it is fired once, then its results are applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The target hex; the shot affects all units in it.
    pub target: HexId,
    /// The side that fires.
    pub side: Side,
    /// The fire phase.
    pub mode: Mode,
    /// The units that fire.
    pub firers: PieceSet,
    /// The stage of the shot.
    pub at: ShotAt,
    /// The result, after it is fired.
    pub result: Toll,
}

impl Shot {
    /// Creates a shot that is announced.
    pub(crate) fn new(target: HexId, side: Side, mode: Mode) -> Self {
        Self {
            target,
            side,
            mode,
            firers: PieceSet::EMPTY,
            at: ShotAt::Drafting,
            result: Toll::default(),
        }
    }
}

/// The stage of a shot. The results follow in this order (12.4, 12.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShotAt {
    /// The shot is announced, and its side names the firers.
    Drafting,
    /// Stars take units.
    Losses,
    /// Commanders in hexes where stars took units are at risk.
    Commanders,
    /// The remaining units test, or suffer Desorg.
    Tests,
}

/// Units of which stars take some (12.4, 13.2).
///
/// Their owner chooses while there are more units than stars (ruling R59).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Losses {
    /// The side of the units.
    pub side: Side,
    /// The units that may still be taken.
    pub among: PieceSet,
    /// The number of stars left.
    pub stars: u8,
    /// The Case of the result.
    pub cite: Cite,
}

/// A melee, from its declaration to the advance.
///
/// First its attackers are named, then it is fought once, then its results are applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bout {
    /// The hex that is attacked.
    pub target: HexId,
    /// The stage of the melee.
    pub at: BoutAt,
    /// The attackers, including eliminated ones.
    pub attackers: PieceSet,
    /// The defenders, including eliminated ones; empty before the die.
    pub defenders: PieceSet,
    /// The result of the die.
    pub result: MeleeResult,
    /// The units that have advanced.
    pub advanced: PieceSet,
}

impl Bout {
    /// Whether the attackers are still being named.
    pub(crate) fn drafts(&self) -> bool {
        self.at == BoutAt::Draft
    }
    pub(crate) fn new(target: HexId) -> Self {
        Self {
            target,
            at: BoutAt::Draft,
            attackers: PieceSet::EMPTY,
            defenders: PieceSet::EMPTY,
            result: MeleeResult::default(),
            advanced: PieceSet::EMPTY,
        }
    }
    pub(crate) const fn toll(&self, party: Party) -> Toll {
        match party {
            Party::Defenders => self.result.defender,
            Party::Attackers => self.result.attacker,
        }
    }
}

/// One of the two parties of a melee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Party {
    /// The units of the hex that is attacked.
    Defenders,
    /// The units of the active side that attack it.
    Attackers,
}

/// The stage of a melee (13.2, 13.3, rulings R67 and R68).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoutAt {
    /// The attackers are named.
    Draft,
    /// Attackers over water test or are disordered (9.1).
    Water,
    /// The die is rolled.
    Dice,
    /// The stars of a party take units.
    Stars(Party),
    /// Commanders are at risk (12.5).
    Commanders,
    /// The survivors of a party test, or suffer Desorg.
    Tests(Party),
    /// The Charges end (9.3).
    Charges,
    /// Attackers may advance (13.3).
    Advance,
    /// The owner faces the units that advanced (13.3).
    Facing,
    /// The melee is over.
    Over,
}

impl BoutAt {
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Draft => Self::Water,
            Self::Water => Self::Dice,
            Self::Dice => Self::Stars(Party::Defenders),
            Self::Stars(Party::Defenders) => Self::Stars(Party::Attackers),
            Self::Stars(Party::Attackers) => Self::Commanders,
            Self::Commanders => Self::Tests(Party::Defenders),
            Self::Tests(Party::Defenders) => Self::Tests(Party::Attackers),
            Self::Tests(Party::Attackers) => Self::Charges,
            Self::Charges => Self::Advance,
            Self::Advance => Self::Facing,
            Self::Facing | Self::Over => Self::Over,
        }
    }
}
