//! The choice of a Battle, and the expected gain of actions that belong to no plan.

use crate::action::Action;
use crate::advice::answers::{Foe, about, answer, breach, facing_those, refuge, slip};
use crate::advice::attacks::estimate;
use crate::advice::evaluation::{Weights, blow, home, price, shot};
use crate::advice::eye::hunted;
use crate::advice::field::{came_to_fight, comes_to_meet, fit, foes, holds, nearest, train};
use crate::advice::plan::{Plan, counsel};
use crate::components::{Arm, BattleId, LeaderId, SeizureCounter, Side, StandardId, UnitId};
use crate::game::Arquebus;
use crate::rules::activation::{CONTINUATION_DRMS, ContinuationFacts};
use crate::rules::command::near_oc;
use crate::rules::fire::shot::reach;
use crate::rules::shock::duty::may_strike;
use crate::state::activation::{Act, Named};
use crate::state::combat::Striker;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::shot::{Mode, Shot};
use crate::state::stage::Stage;
use casus_core::{Dir, Game, HexId, ScoredPlan, VertexFacing};

/// The number of units that count for a Battle's urgency: idle units of a large Battle do not raise it.
const FOREMOST: usize = 6;

/// What the choices of one decision share, computed on first use.
pub(crate) struct Look<'a> {
    s: &'a State,
    weights: Weights,
    /// The enemies of each side.
    foes: [Option<Vec<(UnitId, HexId)>>; 2],
    /// The urgency of each Battle.
    urgencies: Vec<Option<i32>>,
    /// The enemies near a unit.
    about: Option<(UnitId, Vec<Foe>)>,
}

/// How much farther than the nearest enemy other enemies may be to count.
const ABOUT: u32 = 5;

/// The value of an attack that is this many activations away, in percent.
const WAIT: [i32; 4] = [70, 60, 45, 30];

impl<'a> Look<'a> {
    pub(crate) fn at(s: &'a State, side: Side) -> Self {
        Self {
            s,
            weights: Weights::of(s, side),
            foes: [None, None],
            urgencies: Vec::new(),
            about: None,
        }
    }
    fn foes(&mut self, side: Side) -> &[(UnitId, HexId)] {
        self.foes[side as usize].get_or_insert_with(|| foes(self.s, side))
    }
    fn nearest(&mut self, side: Side, from: HexId) -> u32 {
        let s = self.s;
        nearest(s, self.foes(side), from)
    }
    /// The value of a facing of a unit.
    fn front(&mut self, unit: UnitId, facing: VertexFacing) -> i32 {
        let s = self.s;
        let Some(at) = s.hex(unit) else { return 0 };
        if self.about.as_ref().is_none_or(|(u, _)| *u != unit) {
            let foes = self.foes(s.side(unit));
            self.about = Some((unit, about(s, at, foes)));
        }
        self.about.as_ref().map_or(0, |(_, about)| facing_those(facing, about))
    }

    /// How much a Battle has to do: what its foremost units could do.
    fn urgency(&mut self, battle: BattleId) -> i32 {
        if self.urgencies.is_empty() {
            self.urgencies = vec![None; self.s.game_data.roster.battles.len()];
        }
        if let Some(known) = self.urgencies[battle.index()] {
            return known;
        }
        let side = self.s.game_data.roster[battle].side;
        let foes = self.foes[side as usize].take().unwrap_or_else(|| foes(self.s, side));
        let value = self.weigh(battle, side, &foes);
        self.foes[side as usize] = Some(foes);
        self.urgencies[battle.index()] = Some(value);
        value
    }

    fn weigh(&self, battle: BattleId, side: Side, foes: &[(UnitId, HexId)]) -> i32 {
        let s = self.s;
        let board = &s.game_data.board;
        let leader = s.leader_of(battle);
        let center = leader.and_then(|l| s.leader(l).at.hex());
        let range = leader.map_or(0, |l| s.command_range(l)) + 2;
        // The greatest values first.
        let mut best = [0; FOREMOST];
        let (mut all, mut unmoved) = (0, 0);
        for &u in s.game_data.units_of(battle) {
            let unit = s.unit(u);
            let movable = !matches!(s.arm(u), Arm::Artillery | Arm::BaggageWagon | Arm::GunWagon);
            if movable && unit.at.in_play() {
                all += 1;
                let post = s.game_data.deployment.post(u).map(|p| p.hex);
                unmoved += i32::from(unit.at.hex().is_none() || unit.at.hex() == post);
            }
            let mut value = match (unit.at, unit.condition) {
                (Whereabouts::Reserve, _) => 14,
                (Whereabouts::Map(at), condition) => {
                    // A unit need not be in command to rally (ruling 15.1a).
                    let rallies = condition == Condition::Disordered && nearest(s, foes, at) > 1;
                    let value = match condition {
                        Condition::Retired => 2,
                        Condition::Disordered if s.engaged(u) => -10,
                        Condition::Disordered if rallies => 38,
                        Condition::Disordered => 12,
                        Condition::Normal => self.prospect(u, at, foes),
                    };
                    let led = center.is_some_and(|c| board.distance(c, at) <= range);
                    if led || rallies || value < 0 { value } else { value / 3 }
                }
                _ => continue,
            };
            for foremost in &mut best {
                if value > *foremost {
                    core::mem::swap(foremost, &mut value);
                }
            }
        }
        let sum: i32 = best.into_iter().sum();
        // A side that came to fight first brings up a Battle that has not moved. One that has just acted gets less, so each
        // gets its turn.
        let sum = if came_to_fight(s, side) && sum > 0 {
            let free_activations = i32::from(s.free_activations[side as usize]);
            let turn = (free_activations + battle.index() as i32) % 4;
            sum + (sum / 2 + 12 * free_activations.min(12)) * unmoved / all.max(1) + turn * 8
        } else {
            sum
        };
        if came_to_fight(s, side) && matches!(&s.last, Some(Act::Battles(list)) if list.contains(battle)) {
            sum * 4 / 5
        } else {
            sum
        }
    }

    /// What a unit could do in the next activations: its best attack, worth less the farther away it is, or a shot.
    fn prospect(&self, unit: UnitId, at: HexId, foes: &[(UnitId, HexId)]) -> i32 {
        let (s, weights) = (self.s, self.weights);
        let board = &s.game_data.board;
        let (arm, side) = (s.arm(unit), s.side(unit));
        let bold = came_to_fight(s, side);
        let holds = holds(s, unit);
        let near = nearest(s, foes, at);
        let ma = u32::from(s.ratings(unit).ma).max(1);
        let held = s.near_enemy(at, side);
        let rides = arm == Arm::MenAtArms && !held;
        let attacks = s.game_data.charts.may_attack(arm);
        let ways = if attacks && !train(arm) && near <= ma + 3 {
            in_reach(s, unit, at)
        } else {
            Vec::new()
        };
        let prey = |&(_, h): &(UnitId, HexId)| {
            let far = board.distance(at, h);
            if (held || holds) && far > 1 || far > near + ABOUT {
                return None;
            }
            let off = far.saturating_sub(if rides { 3 } else { 1 }).div_ceil(ma);
            let share = WAIT.get(off as usize).filter(|_| bold || off <= 1)?;
            let strikes = |n: HexId| {
                let k = Striker {
                    charge: rides,
                    ..Striker::shock(unit, n, h)
                };
                blow(s, weights, &[k], h, false)
            };
            if off > 1 {
                return Some(strikes(toward(s, at, h)) * share / 100);
            }
            // The hexes that it could attack from: its own hex, one in reach, or one at the end of a Charge.
            let from = |&(d, n): &(Dir, HexId)| {
                let comes = n == at || ways.contains(&n);
                let charges = rides && s.stacks.is_empty(n) && board.neighbours(n).any(|(_, m)| ways.contains(&m));
                (comes || charges && chargeable(s, n, d.opposite())) && may_strike(s, unit, n, h)
            };
            let hexes = board.neighbours(h).filter(from).map(|(_, n)| strikes(n));
            hexes.max().map(|value| value * share / 100)
        };
        let best = || foes.iter().filter_map(prey).max();
        let attack = if attacks && !train(arm) { best() } else { None };
        let attack = attack.unwrap_or(0);
        let gun = arm == Arm::Artillery;
        let shoots = match reach(s, unit) {
            0 => 0,
            _ if gun && s.unlimbered(unit) => 4,
            far if gun => far.min(4) + ma,
            far => far + if bold { ma } else { 0 },
        };
        let volley = if near > shoots {
            0
        } else {
            let shots = foes.iter().filter(|&&(_, h)| board.distance(at, h) <= reach(s, unit));
            let best = shots
                .filter_map(|&(_, h)| shot(s, weights, unit, h, Mode::Active, None))
                .max();
            best.map_or(if gun { 4 } else { 9 }, |value| value.max(0) + if gun { 6 } else { 10 })
        };
        // A side that came to fight brings up units far behind.
        let behind = i32::from(near > 8) + 1;
        let idle = match (bold, gun || train(arm)) {
            (true, false) => behind * if arm.mounted() { 12 } else { 9 },
            // A unit that waits in the open goes to meet the enemy.
            (false, false) if !holds && near > 1 && comes_to_meet(s, unit, foes) => 9,
            _ => 0,
        };
        // Light troops should avoid standing before heavy horse.
        let lancers = foes.iter().filter(|x| s.arm(x.0) == Arm::MenAtArms && s.steady(x.0));
        let lancers: Vec<HexId> = lancers.map(|x| x.1).collect();
        let haven = s.standard(s.counter(unit).standard).at.hex();
        let safe = haven.is_none_or(|h| board.distance(at, h) <= 4);
        let hunted = !safe && hunted(s, unit, at, &lancers);
        attack.max(if hunted { 7 } else { 0 }).max(volley).max(idle)
    }

    /// The expected gain of an Army Activation: how far it brings distant units forward (6.1).
    fn marching(&mut self, side: Side) -> i32 {
        let s = self.s;
        if !came_to_fight(s, side) {
            return -1;
        }
        let foes = self.foes(side).to_vec();
        let mut sum = 0;
        for battle in s.game_data.roster.battles_of(side) {
            let Some(leader) = s.leader_of(battle) else { continue };
            if !s.is_oc(leader) && !near_oc(s, leader) {
                continue;
            }
            for u in s.on_map(battle).filter(|&u| fit(s, u)) {
                let still = matches!(s.arm(u), Arm::Artillery | Arm::BaggageWagon | Arm::GunWagon);
                let far = s.hex(u).map_or(0, |h| nearest(s, &foes, h));
                if !still {
                    sum += far.saturating_sub(5).min(u32::from(s.ratings(u).ma)) as i32 * 4;
                }
            }
        }
        sum
    }
}

/// Whether a Charge may cross a hexside (13.3(5g)).
fn chargeable(s: &State, from: HexId, dir: Dir) -> bool {
    let board = &s.game_data.board;
    board.features(from, dir) == 0
        || s.game_data
            .charts
            .terrain
            .to_attack(board, from, dir)
            .all(|(_, row)| row.charge)
}

/// A rough estimate of the free hexes that a unit could reach in one activation.
fn in_reach(s: &State, unit: UnitId, at: HexId) -> Vec<HexId> {
    let (board, side, gait) = (&s.game_data.board, s.side(unit), s.arm(unit).gait());
    let held = u8::from(s.near_enemy(at, side));
    let ma = s.ratings(unit).ma.saturating_sub(held);
    let mut points = vec![u8::MAX; board.len()];
    let mut found = Vec::new();
    // Movement costs are small, so the search goes through them one by one.
    let mut rings: Vec<Vec<HexId>> = vec![Vec::new(); usize::from(ma) + 1];
    rings[0].push(at);
    points[at.index()] = 0;
    for spent in 0..=ma {
        let mut i = 0;
        while let Some(&h) = rings[usize::from(spent)].get(i) {
            i += 1;
            if points[h.index()] != spent {
                continue;
            }
            if h != at {
                found.push(h);
                if s.near_enemy(h, side) {
                    continue;
                }
            }
            for (d, n) in board.neighbours(h) {
                let Some(cost) = s.game_data.step(h, d, gait).filter(|_| s.stacks.is_empty(n)) else {
                    continue;
                };
                let then = spent.saturating_add(cost);
                if then <= ma && then < points[n.index()] {
                    points[n.index()] = then;
                    rings[usize::from(then)].push(n);
                }
            }
        }
    }
    found
}

/// The adjacent hex of `hex` that is nearest to `from`.
fn toward(s: &State, from: HexId, hex: HexId) -> HexId {
    let board = &s.game_data.board;
    let near = board.neighbours(hex).map(|(_, n)| n);
    near.min_by_key(|&n| board.distance(from, n)).unwrap_or(from)
}

/// The number of faces of ten with which a named choice continues (6.2).
fn faces_passed(s: &State, side: Side, named: Named) -> i32 {
    let drm = CONTINUATION_DRMS.sum(&ContinuationFacts { s, side, named });
    let need = match named {
        Named::Army => i32::from(s.game_data.charts.throws.army),
        Named::Battle(battle) => {
            let leader = s.leader_of(battle);
            leader.and_then(|l| s.activation_rating(l)).unwrap_or(-1)
        }
    };
    (need + 1 - drm).clamp(0, 10)
}

/// Appends the choices of a Seizure. Without one, the enemy makes a Continuation roll, and if it fails the side has a Free choice.
pub(crate) fn seizures(s: &State, side: Side, named: Named, out: &mut Vec<ScoredPlan<Plan>>) {
    let mut list = Vec::new();
    Arquebus::actions(s, &mut list);
    let enemy = side.enemy();
    let mut look = Look::at(s, enemy);
    let own: Vec<BattleId> = s.game_data.roster.battles_of(enemy).collect();
    let best = own.into_iter().map(|b| look.urgency(b)).max().unwrap_or(0);
    let left = (10 - faces_passed(s, side, named)) * best;
    for action in list {
        let expected_gain = match action {
            Action::Seize(battle, SeizureCounter::Opportunity(top)) => {
                let faces = (i32::from(top) + 1).min(10);
                (faces * look.urgency(battle) - left) / 10 - 25
            }
            _ => 0,
        };
        out.push(counsel(Plan::Act(action), expected_gain));
    }
}

/// The gain of a Standard's activation: the units that rally near it.
fn rallies(s: &State, weights: Weights, standard: StandardId) -> i32 {
    let Some(at) = s.standard(standard).at.hex() else {
        return -1;
    };
    let side = s.game_data.roster[standard].side;
    let near = |&u: &UnitId| {
        let close = |h: HexId| s.game_data.board.distance(h, at) <= 1 && !s.near_enemy(h, side);
        s.retired(u) && s.side(u) == side && s.counter(u).standard == standard && s.hex(u).is_some_and(close)
    };
    let all: i32 = s.unit_ids().filter(near).map(|u| 50 + price(s, u) / 5).sum();
    all * weights.side(side) / 100 - 20
}

/// The expected gain of an action that is neither a move nor an attack.
pub(crate) fn expected_gain(look: &mut Look<'_>, side: Side, top: Stage, action: Action) -> i32 {
    let (s, weights) = (look.s, look.weights);
    match (top, action) {
        (Stage::Free { .. }, Action::Pass) => 12,
        // A failed Continuation costs no more than a Pass, and a successful one leads on.
        (Stage::Continuity { .. }, Action::Pass) => 11,
        (_, Action::Activate(b)) => look.urgency(b),
        (Stage::Joining { side, .. }, Action::Join(b)) => {
            look.urgency(b) * faces_passed(s, side, Named::Battle(b)) / 10
        }
        (_, Action::ActivateBoth(a, b)) => look.urgency(a) + look.urgency(b),
        (_, Action::Name(b)) => 12 + look.urgency(b) * faces_passed(s, side, Named::Battle(b)) / 10,
        (_, Action::ActivateArmy) => look.marching(side),
        (_, Action::NameArmy) => 12 + look.marching(side) * faces_passed(s, side, Named::Army) / 10,
        (_, Action::RallyAt(t)) => rallies(s, weights, t),
        (_, Action::Carry(t)) => match s.standard(t).at.hex() {
            Some(h) if s.held_by(h) != Some(side) && look.nearest(side, h) <= 2 => 60,
            _ => -100,
        },
        (_, Action::Clock) => 50,
        (Stage::Negate { .. }, Action::Negate) => 1,
        (_, Action::BattleCry(u)) => price(s, u) / 5 + 30,
        (_, Action::Unsteady(u)) => unsettle(s, side, u),
        (_, Action::React(u)) => match top {
            Stage::Reaction { hex, .. } => shot(s, weights, u, hex, Mode::Reaction, None).unwrap_or(0) + 1,
            _ => 1,
        },
        (Stage::Shot(Shot { firer, .. }), Action::Return(u)) => {
            let back = s.hex(firer);
            back.and_then(|h| shot(s, weights, u, h, Mode::Return, None))
                .unwrap_or(0)
                + 1
        }
        (_, Action::HoldAll(_) | Action::Reopen(_)) | (Stage::Retreat { .. }, Action::Hold) => -1000,
        (_, Action::CounterCharge(u, against)) => answer(s, weights, u, against),
        (_, Action::Withdraw(u, to)) => slip(s, weights, u, to),
        (Stage::Withdrawing { unit, .. }, Action::Halt) => s.hex(unit).map_or(0, |h| refuge(s, unit, h)),
        (Stage::Repulse(_), Action::Resolve(u)) => price(s, u),
        (_, Action::Resolve(u)) => estimate(s, weights, u),
        (_, Action::Breach(h)) => breach(s, weights, h),
        (Stage::Tracing(t), Action::Step(to)) => ridden(s, weights, t.unit, t.target, to),
        (Stage::Tracing(t), Action::Face(f)) => {
            let ahead = s.ahead(t.at, f);
            let best = ahead.map(|h| ridden(s, weights, t.unit, t.target, h)).max();
            best.unwrap_or(-100) - 3
        }
        (Stage::Escort { unit, .. }, Action::Escort(l)) => goes_along(s, l, unit),
        (Stage::Reface { unit, .. }, Action::Face(f)) => look.front(unit, f),
        (Stage::Retreat { unit, .. }, Action::Retreat(to)) | (Stage::Withdrawing { unit, .. }, Action::Step(to)) => {
            refuge(s, unit, to)
        }
        (Stage::Retreat { unit, .. }, Action::Through(_, to)) => refuge(s, unit, to) - 40,
        (Stage::Retire { unit, .. }, Action::Retire(to)) => look.nearest(s.side(unit), to) as i32,
        (_, Action::Rejoin(u) | Action::Replace(_, u)) => s.hex(u).map_or(0, |h| {
            let lone = if s.arm(u) == Arm::Artillery { -6 } else { 0 };
            let shaken = if fit(s, u) { 0 } else { -8 };
            look.nearest(s.side(u), h).min(6) as i32 + refuge(s, u, h) + lone + shaken
        }),
        (Stage::Attack { .. }, Action::Advance(u, to)) => refuge(s, u, to) + 12,
        (Stage::Follow { .. }, Action::Advance(u, to)) => {
            if came_to_fight(s, side) {
                refuge(s, u, to) / 2 + 8
            } else {
                refuge(s, u, to) / 2 - 4
            }
        }
        (_, Action::Rally(u)) => 10 + price(s, u) / 100,
        _ => 0,
    }
}

/// The gain of Unsteady Troops against a unit: greatest against one that is about to fight, or a great gun (6.3).
fn unsettle(s: &State, side: Side, unit: UnitId) -> i32 {
    let Some(at) = s.hex(unit).filter(|_| fit(s, unit)) else {
        return -1;
    };
    let near = s.enemy_within(at, side.enemy(), 3).is_some();
    let now = match s.arm(unit) {
        Arm::Artillery => 20,
        Arm::MenAtArms | Arm::Pikes | Arm::SwordAndBuckler if near => 30 + price(s, unit) / 50,
        _ => 0,
    };
    now - 25
}

/// The value of a leader who goes with a unit that Charges or advances. He inspires it and may be lost; one who would be
/// alone goes.
fn goes_along(s: &State, leader: LeaderId, unit: UnitId) -> i32 {
    let alone = s.beside(unit).next().is_none();
    let card = &s.game_data.roster[leader];
    let risk = if card.king {
        40
    } else if card.oc {
        12
    } else {
        4
    };
    s.charisma(leader) * 6 + if alone { 20 } else { 0 } - risk
}

/// The value of a hex on a Charger's path: the gain of a Charge that ends there, or in the best hex after it.
fn ridden(s: &State, weights: Weights, unit: UnitId, target: HexId, to: HexId) -> i32 {
    let board = &s.game_data.board;
    match board.distance(to, target) {
        0 => -100,
        1 => home(s, weights, unit, to, target),
        _ => board
            .neighbours(to)
            .filter(|&(_, n)| board.distance(n, target) == 1 && s.stacks.is_empty(n))
            .map(|(_, n)| home(s, weights, unit, n, target))
            .max()
            .unwrap_or(-100),
    }
}
