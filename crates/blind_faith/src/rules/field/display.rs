//! The display of a Field Battle: the units on it.

use crate::components::UnitId;
use crate::state::march::those;
use crate::state::position::State;
use casus_core::{HexId, PieceSet};

/// Returns the units of a set that are still on the display.
pub(crate) fn standing(s: &State, units: PieceSet, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    those(units).filter(move |&u| s.hex(u) == Some(hex))
}
