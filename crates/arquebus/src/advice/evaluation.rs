//! The value of units, results, attacks and shots.

use crate::advice::field::came_to_fight;
use crate::charts::{CombatResult, Risk, ShockResult};
use crate::components::{Arm, LeaderId, Side, UnitId};
use crate::rules::charge::counter::judge_counter_fire;
use crate::rules::charge::path::Route;
use crate::rules::concepts::principal;
use crate::rules::fire::shot;
use crate::rules::ground::risks;
use crate::rules::shock::striking::{self, Forecast};
use crate::state::combat::Striker;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use casus_core::{Aspect, HexId, Outcome, Verdict, VertexFacing};

/// The weight of a point of each side's loss, in percent, for the side that decides. It is greater for an army that is closer to
/// flight. A side that came to fight counts its own losses for less, the longer the battle lasts.
#[derive(Clone, Copy)]
pub(crate) struct Weights([i32; 2]);

impl Weights {
    pub(crate) fn of(s: &State, side: Side) -> Self {
        Self([Side::France, Side::League].map(|of| {
            let weight = weight(s, of);
            if of == side && came_to_fight(s, side) {
                let waited = i32::from(s.free_activations[side as usize]).min(30);
                weight * (90 - waited) / 100
            } else {
                weight
            }
        }))
    }
    pub(crate) const fn side(self, side: Side) -> i32 {
        self.0[side as usize]
    }
}

fn weight(s: &State, side: Side) -> i32 {
    5_000 / s.flight_level(side).max(1)
}

/// The value of a unit to its side besides its Flight Points.
const USE: i32 = 50;

/// The cost of losing a unit.
pub(crate) fn price(s: &State, unit: UnitId) -> i32 {
    100 * i32::from(s.game_data.charts.flight.of(s.counter(unit).arm)) + USE
}

/// The cost of losing a leader.
pub(crate) fn price_of(s: &State, leader: LeaderId) -> i32 {
    let (card, f) = (&s.game_data.roster[leader], &s.game_data.charts.flight);
    let points = match (s.leader(leader).replacement, card.king, card.oc) {
        (true, ..) => 0,
        (_, true, _) => f.king,
        (_, _, true) => f.oc,
        _ => f.leader,
    };
    100 * i32::from(points) + 50
}

const DISORDERED: i32 = 45;

const DRIVEN: i32 = 14;

fn retired(s: &State) -> i32 {
    100 * i32::from(s.game_data.charts.flight.retired) + 60
}

/// The cost of a unit's present condition.
fn damage(s: &State, unit: UnitId) -> i32 {
    let u = s.unit(unit);
    match (u.at, u.condition) {
        (Whereabouts::Lost, _) => price(s, unit),
        (Whereabouts::Absent | Whereabouts::Away, _) | (_, Condition::Normal) => 0,
        (_, Condition::Disordered) => DISORDERED,
        (_, Condition::Retired) => retired(s),
    }
}

/// The weighted cost of each result on a unit for its side.
struct Stake([i32; CombatResult::ALL.len()]);

impl Stake {
    fn of(s: &State, weights: Weights, unit: UnitId) -> Self {
        let weight = weights.side(s.side(unit));
        // The cost of its present condition is already paid.
        let now = damage(s, unit);
        let lost = (price(s, unit) - now).max(0);
        let disordered = (DISORDERED - now).max(0);
        let standard = s.standard(s.counter(unit).standard).at.hex().is_some();
        let retires = if standard { (retired(s) - now).max(0) } else { lost };
        let mut costs = [0; CombatResult::ALL.len()];
        let all = [
            (CombatResult::Retreat, DRIVEN),
            (CombatResult::Disordered, disordered),
            (CombatResult::DisorderedEngaged, disordered),
            (CombatResult::DisorderedRetreat, disordered + DRIVEN),
            (CombatResult::Retired, retires),
            (CombatResult::Eliminated, lost),
        ];
        for (fate, cost) in all {
            costs[fate as usize] = match s.arm(unit) {
                Arm::BaggageWagon => 0,
                // 14.2; unlimbered guns are anchored (ruling C-8).
                Arm::Artillery if fate.disorders() => lost * (i32::from(s.game_data.charts.throws.guns) + 1) / 10,
                Arm::Artillery if fate.vacates() => lost,
                _ if s.retired(unit) && fate.vacates() => lost,
                _ => cost,
            } * weight
                / 100;
        }
        Self(costs)
    }
    const fn cost(&self, fate: CombatResult) -> i32 {
        self.0[fate as usize]
    }
}

/// The weighted cost of a result for a unit's side.
pub(crate) fn cost(s: &State, weights: Weights, unit: UnitId, fate: CombatResult) -> i32 {
    Stake::of(s, weights, unit).cost(fate)
}

/// The weighted losses of a side, and how close it is to flight (3.0).
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
    // The points ignore shaken units and units that have gone.
    let mut sum = 100 * points;
    for u in s.unit_ids().filter(|&u| s.side(u) == side) {
        let unit = s.unit(u);
        sum += match (unit.at, unit.condition) {
            (Whereabouts::Lost, _) => USE,
            (Whereabouts::Absent | Whereabouts::Away, _) | (_, Condition::Normal) => 0,
            (_, Condition::Disordered) => DISORDERED,
            (_, Condition::Retired) => 60,
        };
    }
    sum * weight(s, side) / 100 + flees * 300
}

/// The result for the attacker, in the form for units.
const fn recoil(r: &ShockResult) -> CombatResult {
    match (r.attacker.disorders(), r.attacker.retreats()) {
        (true, true) => CombatResult::DisorderedRetreat,
        (true, false) => CombatResult::Disordered,
        (false, true) => CombatResult::Retreat,
        (false, false) => CombatResult::None,
    }
}

/// The value of a Continued Attack to the unit that earns it.
const ONWARD: i32 = 25;

/// The mean gain of an attack on a hex for its side: exact over the faces of the die.
pub(crate) fn mean_of(s: &State, weights: Weights, forecast: Forecast, attackers: &[Striker], hex: HexId) -> i32 {
    let results: [_; 10] = core::array::from_fn(|face| forecast.result(&s.game_data.charts, face as i32));
    let mut sum: i32 = results.iter().filter(|r| r.continued).count() as i32 * ONWARD;
    for unit in s.units_at(hex) {
        let stake = Stake::of(s, weights, unit);
        sum += results.iter().map(|r| stake.cost(r.defender)).sum::<i32>();
    }
    for attacker in attackers {
        let stake = Stake::of(s, weights, attacker.unit);
        sum -= results.iter().map(|r| stake.cost(recoil(r))).sum::<i32>();
    }
    // A leader with an attacker may be lost (5.4).
    for attacker in attackers {
        let hits = results.iter().filter(|r| r.attacker.disorders()).count() as i32;
        sum -= hits * peril(s, weights, attacker.unit) * 3 / 10;
    }
    sum / 10
}

/// The value of the leaders with a unit to its side.
fn peril(s: &State, weights: Weights, unit: UnitId) -> i32 {
    let Some(at) = s.hex(unit) else { return 0 };
    let lost: i32 = s.leaders_at(at).map(|l| price_of(s, l)).sum();
    lost * weights.side(s.side(unit)) / 100
}

/// The chance that the ground Disorders a unit that goes from a hex to the next, or attacks across it, in percent (7.2).
pub(crate) fn shaken(s: &State, unit: UnitId, from: HexId, to: HexId) -> i32 {
    let board = &s.game_data.board;
    let smooth = board.terrain(to) == 0 && board.direction(from, to).is_some_and(|d| board.features(from, d) == 0);
    if smooth || !s.can_disorder(unit) {
        return 0;
    }
    let throws = &s.game_data.charts.throws;
    let prone = matches!(s.arm(unit), Arm::Pikes | Arm::MenAtArms);
    let drm = if prone { i32::from(throws.terrain_prone) } else { 0 };
    let passes = (i32::from(throws.terrain) - drm).clamp(0, 10) * 10;
    let stays = risks(s, unit, Some(from), to)
        .into_iter()
        .fold(100, |left, (_, r)| match r {
            Risk::None => left,
            Risk::Die => left * passes / 100,
            Risk::Sure => 0,
        });
    100 - stays
}

/// The gain of an attack. Guns that stand alone are lost to it (12.5), and wagons alone are captured (ruling R-74).
pub(crate) fn blow(s: &State, weights: Weights, attackers: &[Striker], hex: HexId, two: bool) -> i32 {
    if attackers.is_empty() {
        return 0;
    }
    if let Some(forecast) = striking::forecast(s, attackers, hex, two) {
        let value = mean_of(s, weights, forecast, attackers, hex);
        // The ground may Disorder them before they strike (12.3(2b)).
        let odds = |k: &Striker| (shaken(s, k.unit, k.from, hex), k.unit);
        let (chance, unit) = attackers.iter().map(odds).max().unwrap_or((0, attackers[0].unit));
        if chance == 0 {
            return value;
        }
        let already = attackers
            .iter()
            .any(|k| s.unit(k.unit).condition == Condition::Disordered);
        let drm = forecast.drm
            + if already {
                0
            } else {
                s.game_data.charts.shock_drms.disordered
            };
        let charge = forecast.charge && attackers.len() > 1;
        let worse = Forecast {
            charge,
            drm,
            ..forecast
        };
        let shaken = mean_of(s, weights, worse, attackers, hex) - cost(s, weights, unit, CombatResult::Disordered);
        return (value * (100 - chance) + shaken * chance) / 100;
    }
    let guns = s.units_at(hex).filter(|&u| s.arm(u) == Arm::Artillery);
    let lost: i32 = guns.map(|u| cost(s, weights, u, CombatResult::Eliminated)).sum();
    lost + 5
}

/// The mean gain of a shot for its side, less the answers to it: Return Fire (11.2), and a Counter-Charge (13.9).
pub(crate) fn shot(
    s: &State,
    weights: Weights,
    firer: UnitId,
    hex: HexId,
    mode: Mode,
    run: Option<Run>,
) -> Option<i32> {
    let gain = volley(s, weights, firer, hex, mode, run)?;
    let Some(back) = s.hex(firer).filter(|_| mode == Mode::Active) else {
        return Some(gain);
    };
    let returned = s
        .units_at(hex)
        .filter_map(|u| volley(s, weights, u, back, Mode::Return, None));
    let returned: i32 = returned.sum();
    let ridden = s.units_at(hex).next().map_or(0, |u| riposte(s, weights, u, firer));
    Some(gain - returned - ridden)
}

/// The mean gain of a shot without the answers to it.
fn volley(s: &State, weights: Weights, firer: UnitId, hex: HexId, mode: Mode, run: Option<Run>) -> Option<i32> {
    let targets = shot::forecast(s, firer, hex, mode, run)?;
    let mut sum = 0;
    let mut deadly = 0;
    for (unit, drm) in targets.iter() {
        let stake = Stake::of(s, weights, unit);
        let fates = (0..10).map(|face| shot::fate_of(s, unit, face + drm));
        sum += fates.map(|f| stake.cost(f)).sum::<i32>();
        // At 9 and more a leader may be lost (5.4).
        deadly = deadly.max((drm + 1).clamp(0, 10));
    }
    let first = targets.iter().next();
    let led = first.map_or(0, |(u, _)| peril(s, weights, u));
    Some((sum + deadly * led / 5) / 10)
}

/// The number of faces of ten with which a unit Counter-Charges; `need` is the highest roll that succeeds.
pub(crate) fn counters(s: &State, unit: UnitId, need: u8, turns: bool) -> i32 {
    let turn = if turns {
        s.game_data.charts.throws.counter_turn
    } else {
        0
    };
    (i32::from(need) + 1 - i32::from(s.ratings(unit).sdr) - i32::from(turn)).clamp(0, 10)
}

/// The expected gain of a Counter-Charge by Men-at-Arms that are fired at, with the chance that it succeeds (13.9).
pub(crate) fn riposte(s: &State, weights: Weights, unit: UnitId, firer: UnitId) -> i32 {
    let active = s.active() == Some(s.side(unit));
    if s.arm(unit) != Arm::MenAtArms || active || s.unit(unit).done.has(Done::COUNTERED) {
        return 0;
    }
    let (Some(at), Some(goal)) = (s.hex(unit), s.hex(firer)) else {
        return 0;
    };
    let mut v = Verdict::quick();
    judge_counter_fire(s, unit, firer, &mut v);
    if v.refused() {
        return 0;
    }
    let board = &s.game_data.board;
    let near = board.distance(at, goal);
    let ends = board.neighbours(goal).map(|(_, n)| n);
    let free = |&n: &HexId| n == at || (board.distance(at, n) + 1 == near && s.stacks.is_empty(n));
    let best = ends.filter(free).map(|n| {
        let k = Striker {
            charge: true,
            ..Striker::shock(unit, n, goal)
        };
        blow(s, weights, &[k], goal, false)
    });
    let chance = counters(s, unit, s.game_data.charts.throws.counter_fire, false);
    best.max().unwrap_or(0).max(0) * chance / 10
}

/// The gain of a Charge from the unit's present hex, from the best of the hexes that it may strike from. It includes the chances
/// of fire on the way (11.2) and a Counter-Charge (13.7).
pub(crate) fn onset(s: &State, weights: Weights, unit: UnitId, facing: VertexFacing, hex: HexId) -> Option<i32> {
    let at = s.hex(unit)?;
    let board = &s.game_data.board;
    let near = board.distance(at, hex);
    if !(2..=3).contains(&near) {
        return None;
    }
    let route = Route { s, unit, target: hex };
    let turned = || [0, 1, 5].into_iter().map(|n| facing.cw(n));
    if !turned().any(|f| route.leads(at, f)) {
        return None;
    }
    let ends = board.neighbours(hex).map(|(_, n)| n).filter(|&n| {
        board.distance(at, n) + 1 == near && s.stacks.is_empty(n) && turned().any(|f| route.strikes(n, f))
    });
    ends.map(|n| home(s, weights, unit, n, hex)).max()
}

/// The gain of a Charge that ends in a hex.
pub(crate) fn home(s: &State, weights: Weights, unit: UnitId, from: HexId, hex: HexId) -> i32 {
    let charge = Striker {
        charge: true,
        ..Striker::shock(unit, from, hex)
    };
    let shock = Striker::shock(unit, from, hex);
    let rides = blow(s, weights, &[charge], hex, false);
    let halted = blow(s, weights, &[shock], hex, false);
    let mut value = rides;
    if let Some(d) = principal(s, hex).filter(|&d| s.arm(d) == Arm::MenAtArms && s.steady(d)) {
        let aspect = s.aspect_from(d, from);
        let stands = s.beside(d).next().is_none() && !s.unit(d).done.has(Done::COUNTERED);
        if stands && aspect != Some(Aspect::Rear) {
            let turns = aspect == Some(Aspect::Flank);
            let chance = counters(s, d, s.game_data.charts.throws.counter_charge, turns);
            value = (value * (10 - chance) + halted * chance) / 10;
        }
    }
    match worst_reaction(s, weights, unit, from) {
        None => value,
        // If it is Disordered on the way, it strikes by Shock at a disadvantage. If it suffers more, it does not strike.
        Some((cost, shaken, gone)) => {
            let blunt = halted - 40;
            (value * (10 - shaken - gone) + blunt * shaken) / 10 - cost
        }
    }
}

/// The worst shot at a unit that enters a hex (11.2): its mean cost, and the numbers of the ten faces that Disorder the unit or
/// drive it off. An estimate: the unit does not enter the hex for it.
pub(crate) fn worst_reaction(s: &State, weights: Weights, unit: UnitId, hex: HexId) -> Option<(i32, i32, i32)> {
    let side = s.side(unit);
    let charts = &s.game_data.charts;
    let mut worst: Option<(i32, i32, i32)> = None;
    let stake = Stake::of(s, weights, unit);
    for e in s.adjacent_enemies(hex, side) {
        let u = s.unit(e);
        let shoots = s.ratings(e).missile.filter(|_| !s.limbered(e));
        let Some(own) = shoots else { continue };
        let busy = u.condition == Condition::Retired || u.unloaded || s.engaged(e) || u.done.has(Done::REACTED);
        if busy || !s.in_front(e, hex) {
            continue;
        }
        let drm = i32::from(own) + charts.ranges.drm(s.missile(e), 1).unwrap_or(0);
        let fates: [CombatResult; 10] = core::array::from_fn(|face| shot::fate_of(s, unit, face as i32 + drm));
        let cost = fates.iter().map(|&f| stake.cost(f)).sum::<i32>() / 10;
        let shaken = fates.iter().filter(|f| f.disorders() && !f.vacates()).count() as i32;
        let gone = fates.iter().filter(|f| f.vacates()).count() as i32;
        if worst.is_none_or(|w| (cost, shaken + gone) > (w.0, w.1 + w.2)) {
            worst = Some((cost, shaken, gone));
        }
    }
    worst
}

/// The advantage of a type against a unit by its rating and the matrix, in modifiers.
pub(crate) fn edge(s: &State, arm: Arm, defender: UnitId) -> i32 {
    match s.game_data.charts.weapons(arm, s.arm(defender)) {
        None => 2,
        Some(drm) => drm + i32::from(s.ratings(defender).sdr),
    }
}
