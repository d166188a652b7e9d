//! A result that is being applied to a unit (10.0), and the facing that it may choose after.

use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::UnitId;
use casus_core::{Cite, Few, HexId};

/// A result on its way to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Effect {
    /// The unit that suffers it.
    pub unit: UnitId,
    /// The result that it suffers.
    pub fate: CombatResult,
    /// From where it was inflicted.
    pub from: Few<HexId, 8>,
    /// By Shock or Charge, and not by fire.
    pub shock: bool,
    /// What is applied next.
    pub part: Part,
}

/// A result against attackers, on its way to those on whom it has still to fall (8.3.2, ruling E19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Repulse {
    /// The result that they suffer.
    pub fate: CombatResult,
    /// The hex of the defender who was rolled for.
    pub from: HexId,
    /// On whom it has still to fall.
    pub left: Few<UnitId, 8>,
}

/// The parts of a result, in the order in which they are applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// Its leaders' fate (12.4).
    Leaders,
    /// The unit's Disorder (10.1).
    Disorder,
    /// Retreat, Retirement or Elimination (10.2 to 10.4).
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
            part: Part::Leaders,
        }
    }
}

/// Why a leader is without a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Displaced {
    /// An enemy unit has entered his hex.
    Overrun,
    /// His unit was lost by Shock or Charge.
    Shock,
    /// His unit was lost in another way: by fire, under the feet of others, with the Banner.
    Otherwise,
}

impl Displaced {
    /// His unit was lost, by Shock or Charge or not.
    pub(crate) const fn by(shock: bool) -> Self {
        if shock { Self::Shock } else { Self::Otherwise }
    }
    /// By which Case he goes to a unit.
    pub(crate) const fn cite(self) -> Cite {
        match self {
            Self::Overrun => cite!("3.1.1", "C10"),
            Self::Shock => cite!("12.4(2)"),
            Self::Otherwise => cite!("12.4", "G13"),
        }
    }
    /// By which Case he is captured.
    pub(crate) const fn capture(self) -> Cite {
        match self {
            Self::Shock => cite!("12.4(2)", "G9"),
            Self::Overrun | Self::Otherwise => self.cite(),
        }
    }
}

/// Which Case lets a unit choose a new facing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Refacing {
    /// 10.2, after a retreat.
    Retreat,
    /// 8.2, after a Retreat Before Shock.
    Withdrawal,
    /// 8.4, after an advance.
    Advance,
    /// 10.3, beside the Banner.
    Retired,
}

impl Refacing {
    pub(crate) const fn cite(self) -> Cite {
        match self {
            Self::Retreat => cite!("10.2"),
            Self::Withdrawal => cite!("8.2"),
            Self::Advance => cite!("8.4"),
            Self::Retired => cite!("10.3(2)"),
        }
    }
}
