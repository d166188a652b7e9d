//! 14.1: the entry of the Swiss.

use crate::components::{CorpsId, UnitId};
use crate::data::Column;
use crate::options::Choice;
use crate::state::pieces::{Marks, Whereabouts};
use crate::state::position::State;
use casus_core::HexId;

/// Returns the column of a corps, and its index in the order of entry.
fn column(s: &State, corps: Option<CorpsId>) -> Option<(usize, &Column)> {
    let columns = s.game_data.deployment.columns.iter().enumerate();
    columns.into_iter().find(|(_, c)| Some(c.corps) == corps)
}

/// Returns the hexes where a Swiss corps enters with its commander (ruling R92): those of its column. Units without a corps
/// enter at any hex of the northern edge (14.1).
pub(crate) fn entry_hexes(s: &State, corps: Option<CorpsId>) -> &[HexId] {
    if corps.is_none() {
        return &s.game_data.deployment.free_entry;
    }
    column(s, corps).map_or(&[], |(_, c)| &c.hexes)
}

/// Whether a corps waits for an earlier column that has a unit still to enter (14.1, ruling R92).
pub(crate) fn waits(s: &State, corps: Option<CorpsId>) -> bool {
    let Some((place, _)) = column(s, corps) else {
        return false;
    };
    let former = &s.game_data.deployment.columns[..place];
    let waiting = |u: UnitId| s.unit(u).at == Whereabouts::Reserve;
    let mut units = former.iter().flat_map(|c| s.game_data.units_of(c.corps));
    units.any(|&u| waiting(u))
}

/// Returns the reduction of a unit's allowance in the phase in which it enters. It applies only in the first turn, unless the
/// other reading of ruling R92 is chosen.
pub(crate) fn entry_reduction(s: &State, unit: UnitId) -> u8 {
    let u = s.unit(unit);
    let enters = u.at == Whereabouts::Reserve || u.marks.has(Marks::ENTERED);
    if !enters || s.turn > 1 && !s.opts(Choice::R92) {
        return 0;
    }
    column(s, s.corps_of(unit)).map_or(0, |(_, c)| c.reduction)
}
