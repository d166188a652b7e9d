//! Reinforcements (7.5): what is still to come, when, and through which hexes. Entry itself is a step and belongs to
//! `movement`.

use crate::casebook::cite;
use crate::components::{BattleId, Side, UnitId};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::HexId;

/// Whether units of a Battle have still to enter.
pub(crate) fn to_come(s: &State, battle: BattleId) -> bool {
    let mut units = s.game_data.units_of(battle).iter();
    units.any(|&u| s.unit(u).at == Whereabouts::Reserve)
}

/// Whether the units of a Battle that are still to come may enter when it is activated next.
pub(crate) fn due(s: &State, battle: BattleId) -> bool {
    const _: casus_core::Cite = cite!("7.5");
    let side = s.game_data.roster[battle].side;
    let entry = s.game_data.deployment.reinforcement(battle);
    entry.is_some_and(|r| s.free_activations[side as usize].saturating_add(1) >= r.from)
}

/// Whether the first activation of a Battle that is still to come must be Free.
pub(crate) fn comes_freely(s: &State, battle: BattleId) -> bool {
    s.game_data.deployment.reinforcement(battle).is_some_and(|r| r.free)
}

/// The hexes through which a Battle enters.
pub(crate) fn gates(s: &State, battle: BattleId) -> &[HexId] {
    let entry = s.game_data.deployment.reinforcement(battle);
    entry.map_or(&[], |r| &r.hexes)
}

/// Whether a hex is one through which enemy reinforcements of a side have still to enter (7.3, ruling R-22).
pub(crate) fn shut_to(s: &State, side: Side, hex: HexId) -> bool {
    let mut theirs = s.game_data.roster.battles_of(side.enemy());
    theirs.any(|b| gates(s, b).contains(&hex) && to_come(s, b))
}

/// Whether a hex is closed to a unit for that reason.
pub(crate) fn shut_out(s: &State, unit: UnitId, hex: HexId) -> bool {
    shut_to(s, s.side(unit), hex)
}
