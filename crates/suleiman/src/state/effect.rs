//! A result that is being applied to a unit (10.0), and the facing that the unit may choose afterwards.

use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::UnitId;
use casus_core::{Cite, Few, HexId};

/// A result that is being applied to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Effect {
    /// The unit that suffers it.
    pub unit: UnitId,
    /// The result that it suffers.
    pub fate: CombatResult,
    /// The hexes from which it was inflicted.
    pub from: Few<HexId, 8>,
    /// Whether it comes from Shock or Charge, not from fire.
    pub shock: bool,
    /// The part that is applied next.
    pub part: Part,
}

/// A result against attackers, with those that have still to suffer it (8.3.2, ruling E19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Repulse {
    /// The result that they suffer.
    pub fate: CombatResult,
    /// The hex of the defender of that roll.
    pub from: HexId,
    /// The attackers that have still to suffer it.
    pub left: Few<UnitId, 8>,
}

/// The parts of a result, in the order in which they are applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// The risk to its leaders (12.4).
    Leaders,
    /// The unit's Disorder (10.1).
    Disorder,
    /// Retreat, Retirement or Elimination (10.2 to 10.4).
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
            part: Part::Leaders,
        }
    }
}

/// The reason why a leader has lost his unit or hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Displaced {
    /// An enemy unit has entered his hex.
    Overrun,
    /// His unit was lost by Shock or Charge.
    Shock,
    /// His unit was lost in another way: by fire, trampled by others, or with the Banner.
    Otherwise,
}

impl Displaced {
    /// The reason when his unit was lost. `shock`: by Shock or Charge.
    pub(crate) const fn by(shock: bool) -> Self {
        if shock { Self::Shock } else { Self::Otherwise }
    }
    /// The Case by which he joins a unit.
    pub(crate) const fn cite(self) -> Cite {
        match self {
            Self::Overrun => cite!("3.1.1", "C10"),
            Self::Shock => cite!("12.4(2)"),
            Self::Otherwise => cite!("12.4", "G13"),
        }
    }
    /// The Case by which he is captured.
    pub(crate) const fn capture(self) -> Cite {
        match self {
            Self::Shock => cite!("12.4(2)", "G9"),
            Self::Overrun | Self::Otherwise => self.cite(),
        }
    }
}

/// The Case that lets a unit choose a new facing.
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
