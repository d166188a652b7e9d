//! A result that is being applied to a unit (14.0), and the facing that the unit may choose afterwards.

use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::UnitId;
use casus_core::{Cite, Few, HexId, PieceSet};

/// A result that is being applied to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Effect {
    /// The unit that suffers it.
    pub unit: UnitId,
    /// The result that it suffers.
    pub fate: CombatResult,
    /// The hexes from which it was inflicted.
    pub from: Few<HexId, 8>,
    /// Whether it comes from Shock or Charge, not from fire (5.4).
    pub shock: bool,
    /// The part that is applied next.
    pub part: Part,
}

/// A result that drives several attackers back, with those that have still to suffer it (14.3, ruling R-131).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Repulse {
    /// The result that they suffer.
    pub fate: CombatResult,
    /// The hexes from which it was inflicted.
    pub from: Few<HexId, 8>,
    /// The ids of the attackers that have still to suffer it.
    pub left: PieceSet,
}

impl Repulse {
    /// The attackers that have still to suffer it.
    pub(crate) fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.left.iter().map(UnitId)
    }
}

/// The parts of a result, in the order in which they are applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// Disorder (14.2), and the risk to its leaders (5.4).
    Disorder,
    /// Retreat, Retirement or Elimination (14.3, 14.4, 14.6).
    Rest,
}

impl Effect {
    /// A result inflicted from these hexes. `shock`: by Shock or Charge, otherwise by fire.
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

/// The Case that lets a unit choose a new facing.
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
