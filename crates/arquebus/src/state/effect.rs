//! A result that is being applied to a unit (14.0), and the facing that it may choose after.

use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::UnitId;
use casus_core::{Cite, Few, HexId, PieceSet};

/// A result on its way to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Effect {
    /// The unit that suffers it.
    pub unit: UnitId,
    /// The result that it suffers.
    pub fate: CombatResult,
    /// From where it was inflicted.
    pub from: Few<HexId, 8>,
    /// By Shock or Charge, and not by fire (5.4).
    pub shock: bool,
    /// What is applied next.
    pub part: Part,
}

/// A result that drives several attackers back, on its way to those on whom it has still to fall (14.3, ruling R-131).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Repulse {
    /// The result that they suffer.
    pub fate: CombatResult,
    /// From where it was inflicted.
    pub from: Few<HexId, 8>,
    /// The numbers of those on whom it has still to fall.
    pub left: PieceSet,
}

impl Repulse {
    /// Those on whom it has still to fall.
    pub(crate) fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.left.iter().map(UnitId)
    }
}

/// The parts of a result, in the order in which they are applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// Disorder (14.2), and its leaders' fate (5.4).
    Disorder,
    /// Retreat, Retirement or Elimination (14.3, 14.4, 14.6).
    Rest,
}

impl Effect {
    /// A result inflicted from these hexes, by Shock or Charge, or by fire.
    pub(crate) const fn new(unit: UnitId, fate: CombatResult, from: Few<HexId, 8>, shock: bool) -> Self {
        Self {
            unit,
            fate,
            from,
            shock,
            part: Part::Disorder,
        }
    }
}

/// Which Case lets a unit choose a new facing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Refacing {
    /// 14.3, after a retreat.
    Retreat,
    /// 12.2, after a Retreat Before Combat.
    Withdrawal,
    /// 12.4, after an advance.
    Advance,
    /// 12.2, after an advance that follows a Retreat Before Combat.
    Follow,
    /// 14.4, beside the Standard.
    Retired,
}

impl Refacing {
    pub(crate) const fn cite(self) -> Cite {
        match self {
            Self::Retreat => cite!("14.3"),
            Self::Withdrawal | Self::Follow => cite!("12.2"),
            Self::Advance => cite!("12.4"),
            Self::Retired => cite!("14.4"),
        }
    }
}
