//! The value of units, results, attacks and shots.

use crate::charts::{CombatResult, Line, ShockResult};
use crate::components::{Arm, Side, UnitId};
use crate::rules::charge::nerve;
use crate::rules::charge::nerve::{NerveFacts, foot_before};
use crate::rules::charge::path;
use crate::rules::fire;
use crate::rules::shock::striking;
use crate::rules::shock::striking::Forecast;
use crate::rules::victory::points;
use crate::state::combat::Going;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use casus_core::{Aspect, Outcome};

/// The weight of a point of each side's loss, in percent. It is greater for a side that is closer to flight (16.0.3, 16.0.4).
/// It does not depend on where units stand.
#[derive(Clone, Copy)]
pub(crate) struct Weights([i32; 2]);

impl Weights {
    pub(crate) fn of(s: &State) -> Self {
        Self([Side::Hungary, Side::Ottoman].map(|side| weight(s, side)))
    }
    pub(crate) const fn side(self, side: Side) -> i32 {
        self.0[side as usize]
    }
}

fn weight(s: &State, side: Side) -> i32 {
    5_400 / s.flight_level(side).max(1)
}

/// The cost of losing a unit: its Flight Level Points (16.0.1), plus something for guns, which give none.
pub(crate) const fn price(arm: Arm) -> i32 {
    match points(arm) {
        0 => 25,
        n => 100 * n,
    }
}

const DISORDERED: i32 = 45;

const RETIRED: i32 = 160;

const DRIVEN: i32 = 12;

/// The cost of a unit's present condition.
fn damage(s: &State, unit: UnitId) -> i32 {
    let u = s.unit(unit);
    match (u.at, u.condition) {
        (Whereabouts::Lost, _) => price(s.arm(unit)),
        (Whereabouts::Absent, _) | (_, Condition::Normal) => 0,
        (_, Condition::Disordered) => DISORDERED,
        (_, Condition::Retired) => RETIRED,
    }
}

/// The weighted cost of a result for a unit's side.
pub(crate) fn cost(s: &State, weights: Weights, unit: UnitId, fate: CombatResult) -> i32 {
    Stake::of(s, weights, unit).cost(fate)
}

/// The weighted cost of each result on a unit for its side.
struct Stake([i32; 6]);

impl Stake {
    fn of(s: &State, weights: Weights, unit: UnitId) -> Self {
        let weight = weights.side(s.side(unit));
        // The cost of its present condition is already paid.
        let now = damage(s, unit);
        let disordered = (DISORDERED - now).max(0);
        let mut costs = [0; 6];
        costs[CombatResult::Retreat as usize] = DRIVEN;
        costs[CombatResult::Disordered as usize] = disordered;
        costs[CombatResult::DisorderedRetreat as usize] = disordered + DRIVEN;
        costs[CombatResult::Retired as usize] = (RETIRED - now).max(0);
        costs[CombatResult::Eliminated as usize] = price(s.arm(unit)) - now;
        for cost in &mut costs {
            *cost = *cost * weight / 100;
        }
        Self(costs)
    }
    const fn cost(&self, fate: CombatResult) -> i32 {
        self.0[fate as usize]
    }
}

/// The weighted losses of a side, and how close it is to flight (16.0).
pub(crate) fn suffered(s: &State, side: Side) -> i32 {
    if let Some((outcome, _)) = s.outcome {
        let lost = match outcome {
            Outcome::Win(winner) => winner != side,
            Outcome::AllLose => true,
            Outcome::Draw | Outcome::Stalemate => false,
        };
        return if lost { 20_000 } else { 0 };
    }
    let points = s.flight_points(side);
    let flees = (points + 9 - s.flight_level(side)).clamp(0, 10);
    // The points ignore shaken units and guns.
    let mut sum = 100 * points;
    for (_, unit, traits) in s.pieces() {
        if traits.side == side {
            sum += match (unit.at, unit.condition) {
                (Whereabouts::Lost, _) if traits.arm == Arm::Artillery => price(Arm::Artillery),
                (Whereabouts::Lost | Whereabouts::Absent, _) | (_, Condition::Normal) => 0,
                (_, Condition::Disordered) => DISORDERED,
                (_, Condition::Retired) => RETIRED - 100,
            };
        }
    }
    sum * weight(s, side) / 100 + flees * 300
}

/// The mean gain of an attack for its side: exact over the faces of the die.
pub(crate) fn mean_of(s: &State, weights: Weights, forecast: Forecast, attackers: &[UnitId], defender: UnitId) -> i32 {
    let results: [_; 10] = core::array::from_fn(|face| forecast.result(s, face as i32));
    let stake = Stake::of(s, weights, defender);
    let gain = |r: &ShockResult| stake.cost(r.defender) + if r.continued { 25 } else { 0 };
    let mut sum: i32 = results.iter().map(gain).sum();
    for &attacker in attackers {
        let stake = Stake::of(s, weights, attacker);
        sum -= results.iter().map(|r| stake.cost(r.attacker.fate())).sum::<i32>();
    }
    sum / 10
}

/// The gain of an attack by attackers in their present hexes. Guns that stand alone are lost to it (7.5.4).
pub(crate) fn blow(
    s: &State,
    weights: Weights,
    attackers: &[UnitId],
    going: Going,
    defender: UnitId,
    faced: usize,
) -> i32 {
    if attackers.is_empty() {
        return 0;
    }
    if s.arm(defender) == Arm::Artillery {
        return if faced <= 1 {
            cost(s, weights, defender, CombatResult::Eliminated)
        } else {
            5
        };
    }
    let forecast = if let [attacker] = *attackers {
        striking::forecast_one(s, attacker, going, defender, faced)
    } else {
        let list: Vec<(UnitId, Going)> = attackers.iter().map(|&a| (a, going)).collect();
        striking::forecast(s, &list, defender, faced)
    };
    forecast.map_or(0, |f| mean_of(s, weights, f, attackers, defender))
}

/// The mean gain of a shot for its side.
pub(crate) fn shot(
    s: &State,
    weights: Weights,
    firer: UnitId,
    target: UnitId,
    mode: Mode,
    run: Option<Run>,
) -> Option<i32> {
    let fates = fire::forecast(s, firer, target, mode, run)?;
    let stake = Stake::of(s, weights, target);
    let sum: i32 = fates.into_iter().map(|f| stake.cost(f)).sum();
    Some(sum / 10)
}

/// The gain of a Charge from the unit's present hex, from the better of the hexes that it may strike from. It includes the
/// chances of Reluctance (9.3), fire on the way (7.3.2) and a Counter-Charge (9.4.3). The scratch state is left unchanged.
pub(crate) fn onset(scratch: &mut State, weights: Weights, unit: UnitId, target: UnitId) -> i32 {
    let (Some(at), Some(goal)) = (scratch.hex(unit), scratch.hex(target)) else {
        return 0;
    };
    let side = scratch.side(unit);
    let near = scratch.game_data.board.distance(at, goal);
    let mut best = i32::MIN;
    for (_, n) in scratch.game_data.clone().board.neighbours(goal) {
        let board = &scratch.game_data.board;
        let dry = path::chargeable(scratch, n, goal);
        if board.distance(at, n) + 1 != near || scratch.occupant(n).is_some() || !dry {
            continue;
        }
        scratch.put(unit, Whereabouts::Map(n));
        let s = &*scratch;
        let faced = 1;
        let mut value = blow(s, weights, &[unit], Going::Home, target, faced);
        let turned = s.aspect_adjacent(target, n);
        if s.arm(target).men_at_arms() && s.steady(target) && turned != Some(Aspect::Rear) {
            let flank = turned == Some(Aspect::Flank);
            let chance = counters(s, target, flank);
            let met = striking::forecast_one(s, unit, Going::Home, target, faced)
                .map_or(0, |f| mean_of(s, weights, f.countered(), &[unit], target));
            value = (value * (10 - chance) + met * chance) / 10;
        }
        if foot_before(s, unit, n).is_some() {
            let goes = closes(s, unit);
            let balks = blow(s, weights, &[unit], Going::Plain, target, faced);
            value = (value * goes + balks * (10 - goes)) / 10;
        }
        let volleys = s
            .adjacent_enemies(n, side)
            .filter(|&e| s.missile_armed(e) && s.in_front(e, n))
            .count();
        value -= 14 * volleys as i32;
        best = best.max(value);
        scratch.put(unit, Whereabouts::Map(at));
    }
    best
}

/// The number of faces of ten with which a unit Counter-Charges (9.4.3).
pub(crate) fn counters(s: &State, unit: UnitId, flank: bool) -> i32 {
    let facts = NerveFacts { s, unit, flank };
    nerve::nerve(&nerve::COUNTER_DRMS, nerve::COUNTERS, &facts)
}

/// The number of faces of ten with which a Charger closes (9.3).
fn closes(s: &State, unit: UnitId) -> i32 {
    let flank = false;
    let facts = NerveFacts { s, unit, flank };
    nerve::nerve(&nerve::RELUCTANCE_DRMS, nerve::CLOSES, &facts)
}

/// The advantage of a type against a unit by its rating and the matrix, in modifiers.
pub(crate) fn edge(s: &State, arm: Arm, defender: UnitId) -> i32 {
    let card = s.counter(defender);
    match Line::of(card.arm, card.missile) {
        None => 2,
        Some(line) => {
            let drm = s.game_data.charts.matrix.get(arm, line).unwrap_or(-4);
            drm + i32::from(s.ratings(defender).sdr)
        }
    }
}
