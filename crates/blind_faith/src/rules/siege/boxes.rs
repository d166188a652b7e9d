//! The boxes of a Siege Battle: who besieges, and who is inside.

use crate::components::{TownId, UnitId};
use crate::state::march::those;
use crate::state::position::State;

/// The besiegers who are left.
pub(crate) fn besiegers(s: &State) -> Vec<UnitId> {
    s.siege()
        .map_or(Vec::new(), |b| those(b.units).filter(|&u| s.hex(u) == Some(b.hex)).collect())
}

/// The garrison that is left.
pub(crate) fn garrison(s: &State) -> Vec<UnitId> {
    s.siege()
        .map_or(Vec::new(), |b| s.garrison(b.hex, b.besieger.enemy()).collect())
}

/// The place that is besieged.
pub(crate) fn place(s: &State) -> Option<TownId> {
    s.game_data().town(s.siege()?.hex)
}
