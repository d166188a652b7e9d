//! Answers: the value of reactions in a window, and of choices after a result.

use crate::advice::evaluation::{Weights, blow, cost, counters, mean_of, riposte};
use crate::charts::{CombatResult, Risk};
use crate::components::{Arm, UnitId};
use crate::rules::concepts::principal;
use crate::rules::shock::striking;
use crate::state::combat::{Answer, Striker};
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::shot::Shot;
use crate::state::stage::Stage;
use casus_continuity::advice;
pub(crate) use casus_continuity::advice::{Foe, facing_those};
use casus_core::{Aspect, HexId};

/// The attackers of a hex in their present hexes.
fn band(s: &State, hex: HexId) -> Vec<Striker> {
    s.combat().map_or_else(Vec::new, |f| f.on(hex).copied().collect())
}

/// The expected gain of a Counter-Charge, with the chance that it succeeds (13.7 to 13.9).
pub(crate) fn answer(s: &State, weights: Weights, unit: UnitId, against: Answer) -> i32 {
    let throws = &s.game_data.charts.throws;
    if against == Answer::Fire {
        let firer = s.stack.iter().rev().find_map(|st| match st {
            Stage::Shot(Shot { firer, .. }) => Some(*firer),
            _ => None,
        });
        return firer.map_or(0, |f| riposte(s, weights, unit, f));
    }
    let Some(hex) = s.hex(unit) else { return 0 };
    let all = band(s, hex);
    let Some(from) = all.first().map(|k| k.from) else {
        return 0;
    };
    let turns = s.aspect_from(unit, from) == Some(Aspect::Flank);
    let now = blow(s, weights, &all, hex, false);
    let (then, need) = if against == Answer::Charge {
        let halted: Vec<Striker> = all.iter().map(|k| Striker { charge: false, ..*k }).collect();
        (blow(s, weights, &halted, hex, false), throws.counter_charge)
    } else {
        let met = striking::forecast(s, &all, hex, false).map(|f| striking::Forecast {
            drm: f.drm + s.game_data.charts.shock_drms.counter_charged,
            ..f
        });
        (met.map_or(now, |f| mean_of(s, weights, f, &all, hex)), throws.counter_shock)
    };
    (now - then) * counters(s, unit, need, turns) / 10 + 1
}

/// The expected gain of a Retreat Before Combat: the attack that it escapes, less the cost of Disorder (12.2).
pub(crate) fn slip(s: &State, weights: Weights, unit: UnitId, to: HexId) -> i32 {
    let Some(hex) = s.hex(unit) else { return 0 };
    let two = s.combat().is_some_and(|f| f.on(hex).any(|k| k.on.len() > 1));
    let escaped = blow(s, weights, &band(s, hex), hex, two);
    let gun = s.beside(unit).any(|u| s.arm(u) == Arm::Artillery);
    let left = if gun { 60 } else { 0 };
    let shaken = cost(s, weights, unit, CombatResult::Disordered);
    escaped - shaken - 12 - left - works_lost(s, hex) + refuge(s, unit, to).min(0) / 2
}

/// The cost of leaving a hex behind works to the enemy.
fn works_lost(s: &State, hex: HexId) -> i32 {
    let (board, chart) = (&s.game_data.board, &s.game_data.charts.terrain);
    let sides = board.neighbours(hex).filter(|&(d, _)| board.features(hex, d) != 0);
    let rows = sides.flat_map(|(d, out)| chart.to_attack(board, out, d.opposite()));
    let sheltered = rows
        .into_iter()
        .any(|(_, row)| row.shock.of(false).is_some_and(|drm| drm < 0));
    if sheltered { 30 } else { 0 }
}

/// The expected gain of Into the Breach: a better roll against a hex, less the value of keeping the counter (6.3).
pub(crate) fn breach(s: &State, weights: Weights, hex: HexId) -> i32 {
    let all = band(s, hex);
    let Some(f) = striking::forecast(s, &all, hex, false) else {
        return -1;
    };
    let with = striking::Forecast {
        drm: f.drm + s.game_data.charts.shock_drms.breach,
        ..f
    };
    let gain = mean_of(s, weights, with, &all, hex) - mean_of(s, weights, f, &all, hex);
    let worthy = principal(s, hex).map_or(0, |u| i32::from(s.game_data.charts.flight.of(s.arm(u))));
    gain - 12 + worthy
}

/// The value of a hex for a retreat.
pub(crate) fn refuge(s: &State, unit: UnitId, to: HexId) -> i32 {
    let (side, board) = (s.side(unit), &s.game_data.board);
    let units = board.neighbours(to).flat_map(|(_, n)| s.units_at(n));
    let beside = units
        .filter(|&u| u != unit)
        .map(|u| (s.side(u) == side, s.unit(u).condition));
    let row = s.game_data.charts.terrain.at(board, to);
    let rough = s.arm(unit).tread().is_some_and(|t| row.disorder.of(t) != Risk::None);
    advice::refuge(board, to, beside, s.near_enemy(to, side), rough)
}

/// The enemies near a hex.
pub(crate) fn about(s: &State, at: HexId, foes: &[(UnitId, HexId)]) -> Vec<Foe> {
    let board = &s.game_data.board;
    let near = |&(e, h): &(UnitId, HexId)| {
        if board.distance(at, h) > 7 {
            return None;
        }
        let idle = matches!(s.arm(e), Arm::Artillery | Arm::BaggageWagon | Arm::Skirmishers | Arm::Sappers);
        let fit = s.unit(e).condition == Condition::Normal && !idle;
        Foe::seen(board, at, h, fit)
    };
    foes.iter().filter_map(near).collect()
}
