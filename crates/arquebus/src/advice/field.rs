//! The surroundings: enemies, their distances, which side came to fight, and what may be done.

use crate::action::Action;
use crate::components::{Arm, Hexside, Side, UnitId};
use crate::rules::shock::duty::may_strike;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::{Dir, HexId, Judge as _, Verdict};

/// The enemy units of a side on the map.
pub(crate) fn foes(s: &State, side: Side) -> Vec<(UnitId, HexId)> {
    let theirs = s.unit_ids().filter(|&u| s.side(u) != side);
    theirs.filter_map(|u| Some((u, s.hex(u)?))).collect()
}

pub(crate) fn nearest(s: &State, list: &[(UnitId, HexId)], from: HexId) -> u32 {
    let board = &s.game_data.board;
    list.iter().map(|&(_, h)| board.distance(from, h)).min().unwrap_or(99)
}

pub(crate) fn legal(s: &State, action: Action) -> bool {
    let mut v = Verdict::quick();
    s.judge_now(action, &mut v);
    !v.refused()
}

/// The number of Free Activations that a side waits for an enemy that does not come or is spent.
const PATIENCE: u8 = 40;

/// Whether a side came to fight: the timed side, or without one the side that opens the battle. Without a timed side, the other
/// does so too when it has waited long enough. Nothing in the rulebook makes either side attack.
pub(crate) fn came_to_fight(s: &State, side: Side) -> bool {
    let first = s.timed().map_or(s.game_data.scenario.first, |(timed, _)| timed);
    first == side || (s.timed().is_none() && s.free_activations[side as usize] >= PATIENCE)
}

/// Whether a unit can do anything: Normal, and on the map.
pub(crate) fn fit(s: &State, unit: UnitId) -> bool {
    s.unit(unit).condition == Condition::Normal && s.hex(unit).is_some()
}

/// The distance within which a unit that waits in the open goes to meet the enemy.
const NEAR: u32 = 8;

/// The distance within which a waiting unit joins a fight.
const EARSHOT: u32 = 16;

/// Whether friendly units of a side block the enemy near an enemy hex.
fn hard_pressed(s: &State, side: Side, hex: HexId) -> bool {
    s.enemy_within(hex, side.enemy(), 3).is_some()
}

/// The distance within which units behind works keep others with them.
const BY_THE_WORKS: u32 = 4;

/// Whether a unit of a waiting side goes to meet the enemy: he is near, nothing is in between, and there are no works to hold.
pub(crate) fn comes_to_meet(s: &State, unit: UnitId, foes: &[(UnitId, HexId)]) -> bool {
    let board = &s.game_data.board;
    let Some(at) = s.hex(unit).filter(|_| s.game_data.charts.may_attack(s.arm(unit))) else {
        return false;
    };
    let nearest = foes.iter().map(|&(_, h)| (board.distance(at, h), h)).min();
    let side = s.side(unit);
    let near = nearest.is_some_and(|(far, h)| {
        far <= NEAR && reaches(s, unit, at, h) || far <= EARSHOT && hard_pressed(s, side, h) && reaches(s, unit, at, h)
    });
    let holds = |u: UnitId| {
        let by = s.hex(u).filter(|&h| board.distance(at, h) <= BY_THE_WORKS);
        s.side(u) == side && by.is_some_and(|h| sheltered(s, h))
    };
    near && !s.unit_ids().any(holds)
}

/// Whether the ground lets a unit go straight to a hex and strike it.
pub(crate) fn reaches(s: &State, unit: UnitId, from: HexId, hex: HexId) -> bool {
    let board = &s.game_data.board;
    let gait = s.arm(unit).gait();
    let mut at = from;
    while board.distance(at, hex) > 1 {
        let left = board.distance(at, hex);
        let on = |&(d, n): &(Dir, HexId)| board.distance(n, hex) < left && s.game_data.step(at, d, gait).is_some();
        match board.neighbours(at).find(on) {
            Some((_, n)) => at = n,
            None => return false,
        }
    }
    may_strike(s, unit, at, hex)
}

/// Whether there are works along a hexside of a hex.
pub(crate) fn sheltered(s: &State, hex: HexId) -> bool {
    let board = &s.game_data.board;
    board.neighbours(hex).any(|(d, _)| Hexside::inside(board, hex, d))
}

/// The distance from their works within which their holders look for an enemy that has passed them.
const WITHIN: u32 = 5;

/// Whether a unit holds works: its side waits, it stands behind some, and no enemy near it is inside them.
pub(crate) fn holds(s: &State, unit: UnitId) -> bool {
    let side = s.side(unit);
    let behind = s.hex(unit).filter(|&h| !came_to_fight(s, side) && sheltered(s, h));
    behind.is_some_and(|h| !passed(s, h, side))
}

/// Whether an enemy that could fight is near a hex, with no works in between.
pub(crate) fn passed(s: &State, from: HexId, side: Side) -> bool {
    let board = &s.game_data.board;
    let barred = |h: HexId, d: Dir, n: HexId| Hexside::inside(board, h, d) || Hexside::inside(board, n, d.opposite());
    let mut seen = vec![from];
    let mut first = 0;
    for _ in 0..WITHIN {
        let ring = first..seen.len();
        first = seen.len();
        for i in ring {
            for (d, n) in board.neighbours(seen[i]) {
                if barred(seen[i], d, n) || seen.contains(&n) {
                    continue;
                }
                let foe = |&u: &UnitId| s.side(u) != side && s.game_data.charts.may_attack(s.arm(u)) && !s.retired(u);
                if s.units_at(n).find(foe).is_some() {
                    return true;
                }
                seen.push(n);
            }
        }
    }
    false
}

/// How willing a side is to fight at a cost. A side that came to fight is more so, the longer the battle lasts.
pub(crate) fn spirit(s: &State, side: Side) -> i32 {
    if came_to_fight(s, side) {
        (28 + 4 * i32::from(s.free_activations[side as usize])).min(72)
    } else {
        0
    }
}

/// Whether a type should stay away from the fight.
pub(crate) const fn train(arm: Arm) -> bool {
    matches!(arm, Arm::BaggageWagon | Arm::Sappers | Arm::Skirmishers | Arm::GunWagon)
}
