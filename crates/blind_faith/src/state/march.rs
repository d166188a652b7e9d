//! A stack on the march, in its own Campaign Phase or to intercept (8.0, 8.8).

use crate::casebook::cite;
use crate::components::UnitId;
use casus_core::{Cite, HexId, PieceSet};
use serde::Serialize;

/// The units of a set of numbers.
pub(crate) fn those(units: PieceSet) -> impl Iterator<Item = UnitId> {
    units.iter().map(UnitId)
}

/// A stack on the march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct March {
    /// The numbers of the selected units, all in one hex.
    pub units: PieceSet,
    /// The numbers of those whom the stack has left on the way in this activation (ruling R-64).
    pub shed: PieceSet,
    /// It has been intercepted in this activation (ruling R-64).
    pub met: bool,
    /// It has entered a hex since the window was last asked.
    pub stepped: bool,
    /// The hex that it entered last held enemies who stopped it (8.1, 8.7).
    pub stopped: bool,
    /// The numbers of those who have entered a hex in this activation (rulings ).
    pub moved: PieceSet,
    /// The numbers of those who have entered a hex, fought or besieged while they were selected: whoever of them leaves has ended his move (8.4).
    pub acted: PieceSet,
}

impl March {
    /// Whether the stack has come to the hex where it is: one of the selected pieces has entered a hex.
    pub(crate) fn has_come(&self) -> bool {
        self.units.iter().any(|u| self.moved.contains(u))
    }
    /// A stack of one unit that stands where it is.
    pub(crate) fn of(unit: u8) -> Self {
        Self {
            units: PieceSet::one(unit),
            shed: PieceSet::EMPTY,
            met: false,
            stepped: false,
            stopped: false,
            moved: PieceSet::EMPTY,
            acted: PieceSet::EMPTY,
        }
    }
}

/// A stack that gathers to intercept (8.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gathering {
    /// The numbers of the units that ride.
    pub units: PieceSet,
    /// Where the enemy is.
    pub target: HexId,
}

/// A window in which the side that is not phasing may intercept.
///
/// Who is tired of being asked closes it for the rest of the march, or of the Phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Window {
    /// While the selected stack is on the march: against it or any other force.
    March,
    /// Against any stack of the Phase, moving or still.
    Phase,
}

impl Window {
    /// Its name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::March => "march",
            Self::Phase => "Phase",
        }
    }
    /// Its word in actions and views.
    pub const fn word(self) -> &'static str {
        match self {
            Self::March => "march",
            Self::Phase => "phase",
        }
    }
}

impl casus_core::Window for Window {
    const ALL: &'static [Self] = &[Self::March, Self::Phase];
    fn cite(self) -> Cite {
        cite!("8.8", "R-63")
    }
    fn index(self) -> usize {
        self as usize
    }
}
