//! What lies about: foes, how far they are, who came to fight, and what may be done.

use crate::action::Action;
use crate::components::{Arm, Side, UnitId};
use crate::course::judge;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::{HexId, Verdict};

/// The enemy units on the map, seen from a side.
pub(crate) fn foes(s: &State, side: Side) -> Vec<(UnitId, HexId)> {
    let theirs = s.unit_ids().filter(|&u| s.side(u) != side);
    theirs.filter_map(|u| Some((u, s.hex(u)?))).collect()
}

pub(crate) fn nearest(s: &State, list: &[(UnitId, HexId)], from: HexId) -> u32 {
    let board = &s.kit.board;
    list.iter().map(|&(_, h)| board.distance(from, h)).min().unwrap_or(99)
}

pub(crate) fn legal(s: &State, action: Action) -> bool {
    let mut v = Verdict::quick();
    judge(s, action, &mut v);
    !v.refused()
}

/// Whether a side came to fight: the one against whom time runs, else the one that opens the battle. Nothing in the rulebook makes
/// either attack.
pub(crate) fn came_to_fight(s: &State, side: Side) -> bool {
    s.timed().map_or(s.kit.scenario.first, |(timed, _)| timed) == side
}

/// Whether a unit is able to do anything: Normal, and on the map.
pub(crate) fn fit(s: &State, unit: UnitId) -> bool {
    s.unit(unit).condition == Condition::Normal && s.hex(unit).is_some()
}

/// How much a side cares to come to blows whatever it costs: who came to fight, the more the longer the battle lasts.
pub(crate) fn spirit(s: &State, side: Side) -> i32 {
    if came_to_fight(s, side) {
        (8 + 3 * i32::from(s.frees[side as usize])).min(48)
    } else {
        0
    }
}

/// Whether a type has no business near the fight.
pub(crate) const fn train(arm: Arm) -> bool {
    matches!(arm, Arm::BaggageWagon | Arm::Sappers | Arm::Skirmishers | Arm::GunWagon)
}
