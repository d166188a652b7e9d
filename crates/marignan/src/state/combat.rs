//! What is fought: a shot, a melee, and what their stars take.

use crate::charts::{MeleeResult, Toll};
use crate::components::Side;
use casus_core::{Cite, HexId, PieceSet};
use serde::Serialize;

/// Which of the two phases a shot belongs to (2.1).
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
/// First its firers are named, then it is fired once, and what came of it is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// At whom: all units of this hex.
    pub target: HexId,
    /// The side that fires.
    pub side: Side,
    /// In which phase.
    pub mode: Mode,
    /// The units that fire.
    pub firers: PieceSet,
    /// Where it stands.
    pub at: ShotAt,
    /// What came of it, once it is fired.
    pub result: Toll,
}

impl Shot {
    /// A shot that is announced.
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

/// Where a shot stands. Its results come in this order (12.4, 12.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShotAt {
    /// It is announced: its side says who fires.
    Drafting,
    /// Stars take units.
    Losses,
    /// Commanders are in danger where stars took units.
    Commanders,
    /// Who is left tests, or suffers Desorg.
    Tests,
}

/// Units of which stars take some (12.4, 13.2).
///
/// Their owner is asked while there are more units than stars (ruling R59).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Losses {
    /// Whose they are.
    pub side: Side,
    /// Who may still be taken.
    pub among: PieceSet,
    /// How many stars are left.
    pub stars: u8,
    /// The Case of the result.
    pub cite: Cite,
}

/// A melee, from its declaration to the advance.
///
/// First its attackers are named, then it is fought once, and what came of it is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bout {
    /// The hex that is attacked.
    pub target: HexId,
    /// Where it stands.
    pub at: BoutAt,
    /// Who attacks, dead or alive.
    pub attackers: PieceSet,
    /// Who was attacked, dead or alive; nobody before the die.
    pub defenders: PieceSet,
    /// What the die came to.
    pub result: MeleeResult,
    /// Who has advanced.
    pub advanced: PieceSet,
}

impl Bout {
    /// Whether its attackers are still being named.
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

/// Where a melee stands (13.2, 13.3, rulings R67 and R68).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoutAt {
    /// The attackers are named.
    Draft,
    /// Attackers over water are tested or disordered (9.1).
    Water,
    /// The die is thrown.
    Dice,
    /// The stars of a party.
    Stars(Party),
    /// The commanders who stood in danger (12.5).
    Commanders,
    /// The tests of a party's survivors, or their Desorg.
    Tests(Party),
    /// The Charges are spent (9.3).
    Charges,
    /// Attackers may advance (13.3).
    Advance,
    /// Those who advanced are faced anew (13.3).
    Facing,
    /// It is over.
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
