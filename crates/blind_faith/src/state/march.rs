//! A stack that moves, in its own Campaign Phase or to intercept (8.0, 8.8).

use crate::casebook::cite;
use crate::components::UnitId;
use casus_core::{Cite, HexId, PieceSet};
use serde::Serialize;

/// Returns the units of a set of ids.
pub(crate) fn those(units: PieceSet) -> impl Iterator<Item = UnitId> {
    units.iter().map(UnitId)
}

/// A selected stack that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct March {
    /// The ids of the selected units, all in one hex.
    pub units: PieceSet,
    /// The ids of units that the stack has left on the way in this activation (ruling R-64).
    pub shed: PieceSet,
    /// Whether it has been intercepted in this activation (ruling R-64).
    pub met: bool,
    /// Whether it has entered a hex since the last decision about interception.
    pub stepped: bool,
    /// Whether the hex that it entered last held enemies that stopped it (8.1, 8.7).
    pub stopped: bool,
    /// The ids of units that have entered a hex in this activation (rulings ).
    pub moved: PieceSet,
    /// The ids of units that have entered a hex, fought or besieged while they were selected. If such a unit leaves, its move ends
    /// (8.4).
    pub acted: PieceSet,
}

impl March {
    /// Whether a selected unit has entered a hex, so that the stack has come to its hex.
    pub(crate) fn has_come(&self) -> bool {
        self.units.iter().any(|u| self.moved.contains(u))
    }
    /// Creates a stack of one unit that has not moved.
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

/// Units that gather to intercept (8.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gathering {
    /// The ids of the units that have gathered.
    pub units: PieceSet,
    /// The hex of the enemy.
    pub target: HexId,
}

/// A period for which the side that is not phasing may decline all interceptions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Window {
    /// The march of the selected stack: interceptions of it or of any other force.
    March,
    /// The rest of the Phase: interceptions of any force, moving or not.
    Phase,
}

impl Window {
    /// Returns its name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::March => "march",
            Self::Phase => "Phase",
        }
    }
    /// Returns its word in actions and views.
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
