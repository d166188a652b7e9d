//! Answers: the value of reactions in a window, and of choices after a result.

use crate::advice::evaluation::{Weights, blow, cost, counters, mean_of};
use crate::charts::CombatResult;
use crate::components::{Arm, SWAMP, UnitId};
use crate::rules::charge::nerve;
use crate::rules::charge::nerve::{NerveFacts, foot_before};
use crate::rules::combat::attackers_on;
use crate::rules::shock::striking;
use crate::state::combat::Going;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_continuity::advice;
pub(crate) use casus_continuity::advice::{Foe, facing_those};
use casus_core::{Aspect, HexId};

/// The expected gain of a Counter-Charge, with the chance that it succeeds (9.4.3).
pub(crate) fn answer(s: &State, weights: Weights, unit: UnitId, against: UnitId) -> i32 {
    let Some(from) = s.hex(against) else { return 0 };
    let chance = counters(s, unit, s.struck_from(unit, from) == Some(Aspect::Flank));
    let gain = match s.stack.last() {
        Some(Stage::Combat { .. }) if s.arm(against).men_at_arms() => {
            let charging = s
                .combats
                .last()
                .and_then(|c| c.striker(against))
                .is_some_and(|k| k.going == Going::Home);
            if charging { 40 } else { 2 }
        }
        _ => {
            if in_front_soon(s, unit, from) {
                blow(s, weights, &[unit], Going::Plain, against, 1) + 30
            } else {
                0
            }
        }
    };
    gain * chance / 10
}

fn in_front_soon(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.aspect_from(unit, hex).is_some_and(|a| a != Aspect::Rear)
}

/// The expected gain of a Retreat Before Shock: the attack that it escapes, less its risk (8.2, 8.2.1).
pub(crate) fn slip(s: &State, weights: Weights, unit: UnitId, to: HexId) -> i32 {
    let Some(c) = s.combats.last() else { return 0 };
    let attackers: Vec<(UnitId, Going)> = attackers_on(s, c, unit).map(|k| (k.unit, k.going)).collect();
    let units: Vec<UnitId> = attackers.iter().map(|a| a.0).collect();
    let Some(f) = striking::forecast(s, &attackers, unit, 1) else {
        return 0;
    };
    let spared = mean_of(s, weights, f, &units, unit);
    let horse = units.iter().any(|&a| s.arm(a).mounted());
    let caught = if horse {
        let facts = NerveFacts { s, unit, flank: false };
        let fails = 10 - nerve::nerve(&nerve::EVADE_DRMS, nerve::EVADES, &facts);
        fails * cost(s, weights, unit, CombatResult::Disordered) / 10
    } else {
        0
    };
    spared - caught - 10 + refuge(s, unit, to).min(0) / 2
}

/// The value of a hex for a retreat.
pub(crate) fn refuge(s: &State, unit: UnitId, to: HexId) -> i32 {
    let (side, board) = (s.side(unit), &s.game_data.board);
    let units = board.neighbours(to).filter_map(|(_, n)| s.occupant(n));
    let beside = units
        .filter(|&u| u != unit)
        .map(|u| (s.side(u) == side, s.unit(u).condition));
    advice::refuge(board, to, beside, s.in_zoc(to, side.enemy()), board.terrain(to) == SWAMP)
}

/// The enemies near a hex.
pub(crate) fn about(s: &State, at: HexId, foes: &[(UnitId, HexId)]) -> Vec<Foe> {
    let board = &s.game_data.board;
    let near = |&(e, h): &(UnitId, HexId)| {
        if board.distance(at, h) > 6 {
            return None;
        }
        let fit = s.unit(e).condition == Condition::Normal && s.arm(e) != Arm::Artillery;
        Foe::seen(board, at, h, fit)
    };
    foes.iter().filter_map(near).collect()
}

/// The value of a hex on a Charger's path: the aspect that it will strike.
pub(crate) fn ridden(s: &State, unit: UnitId, target: UnitId, to: HexId) -> i32 {
    let board = &s.game_data.board;
    let Some(goal) = s.hex(target) else { return 0 };
    let contact = |h: HexId| {
        let angle = match s.aspect_adjacent(target, h) {
            Some(Aspect::Rear) => 30,
            Some(Aspect::Flank) => 20,
            _ => 0,
        };
        let foot = if foot_before(s, unit, h).is_some() { -25 } else { 0 };
        let fire = s
            .adjacent_enemies(h, s.side(unit))
            .filter(|&e| s.missile_armed(e) && s.in_front(e, h))
            .count() as i32;
        let beside = s.adjacent_enemies(h, s.side(unit)).count() as i32;
        angle + foot - fire * 8 - beside * 2
    };
    match board.distance(to, goal) {
        0 => -100,
        1 => contact(to),
        _ => board
            .neighbours(to)
            .filter(|&(_, n)| board.distance(n, goal) == 1 && s.occupant(n).is_none())
            .map(|(_, n)| contact(n))
            .max()
            .unwrap_or(-100),
    }
}
