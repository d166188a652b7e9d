//! The boxes of a Siege Battle: besiegers and garrison.

use crate::components::{TownId, UnitId};
use crate::state::march::those;
use crate::state::position::State;

/// Returns the besiegers that are left.
pub(crate) fn besiegers(s: &State) -> Vec<UnitId> {
    s.siege()
        .map_or(Vec::new(), |b| those(b.units).filter(|&u| s.hex(u) == Some(b.hex)).collect())
}

/// Returns the units of the garrison that are left.
pub(crate) fn garrison(s: &State) -> Vec<UnitId> {
    s.siege()
        .map_or(Vec::new(), |b| s.garrison(b.hex, b.besieger.enemy()).collect())
}

/// Returns the besieged place.
pub(crate) fn place(s: &State) -> Option<TownId> {
    s.game_data().town(s.siege()?.hex)
}
