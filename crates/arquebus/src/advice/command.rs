//! Who goes: which Battle is most wanted, and what any action promises that is no plan.

use crate::action::Action;
use crate::advice::answers::{Foe, about, answer, breach, facing_those, refuge, slip};
use crate::advice::attacks::estimate;
use crate::advice::eye::hunted;
use crate::advice::field::{came_to_fight, comes_to_meet, fit, foes, holds, nearest, train};
use crate::advice::plan::{Plan, counsel};
use crate::advice::worth::{Weights, blow, home, price, shot};
use crate::components::{Arm, BattleId, LeaderId, SeizureCounter, Side, StandardId, UnitId};
use crate::game::Arquebus;
use crate::rules::activation::{CONTINUATION_DRMS, ContinuationFacts};
use crate::rules::command::near_oc;
use crate::rules::fire::shot::reach;
use crate::rules::shock::duty::may_strike;
use crate::state::activation::{Act, Named};
use crate::state::fray::Striker;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::shot::{Mode, Shot};
use crate::state::stage::Stage;
use casus_core::{Counsel, Dir, Game, HexId, VertexFacing};

/// How many of a Battle's units count for how much it has to do: a large Battle is no better for what it leaves idle.
const FOREMOST: usize = 6;

/// What the choices of one decision have in common, found when it is first asked for.
pub(crate) struct Look<'a> {
    s: &'a State,
    weights: Weights,
    /// By side: its foes.
    foes: [Option<Vec<(UnitId, HexId)>>; 2],
    /// By Battle: how much it has to do.
    urgencies: Vec<Option<i32>>,
    /// Those about a unit.
    about: Option<(UnitId, Vec<Foe>)>,
}

/// How much farther than the nearest foe those are who are thought of.
const ABOUT: u32 = 5;

/// What an attack is worth that is so many activations off, in percent.
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
    /// How well a unit stands facing so.
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
            self.urgencies = vec![None; self.s.kit.roster.battles.len()];
        }
        if let Some(known) = self.urgencies[battle.index()] {
            return known;
        }
        let side = self.s.kit.roster[battle].side;
        let foes = self.foes[side as usize].take().unwrap_or_else(|| foes(self.s, side));
        let value = self.weigh(battle, side, &foes);
        self.foes[side as usize] = Some(foes);
        self.urgencies[battle.index()] = Some(value);
        value
    }

    fn weigh(&self, battle: BattleId, side: Side, foes: &[(UnitId, HexId)]) -> i32 {
        let s = self.s;
        let board = &s.kit.board;
        let leader = s.leader_of(battle);
        let center = leader.and_then(|l| s.leader(l).at.hex());
        let range = leader.map_or(0, |l| s.command_range(l)) + 2;
        // What the foremost could do, the most first.
        let mut best = [0; FOREMOST];
        let (mut all, mut unmoved) = (0, 0);
        for &u in s.kit.units_of(battle) {
            let unit = s.unit(u);
            let movable = !matches!(s.arm(u), Arm::Artillery | Arm::BaggageWagon | Arm::GunWagon);
            if movable && unit.at.in_play() {
                all += 1;
                let post = s.kit.deployment.post(u).map(|p| p.hex);
                unmoved += i32::from(unit.at.hex().is_none() || unit.at.hex() == post);
            }
            let mut value = match (unit.at, unit.condition) {
                (Whereabouts::Reserve, _) => 14,
                (Whereabouts::Map(at), condition) => {
                    // To rally nobody need be in command (ruling 15.1a).
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
        // Who has not moved yet is brought up first by those who came to fight, who has just gone last, and each has his turn.
        let sum = if came_to_fight(s, side) && sum > 0 {
            let frees = i32::from(s.frees[side as usize]);
            let turn = (frees + battle.index() as i32) % 4;
            sum + (sum / 2 + 12 * frees.min(12)) * unmoved / all.max(1) + turn * 8
        } else {
            sum
        };
        if came_to_fight(s, side) && matches!(&s.last, Some(Act::Battles(list)) if list.contains(battle)) {
            sum * 4 / 5
        } else {
            sum
        }
    }

    /// What a unit could do in an activation or a few: the best attack, worth less the farther it is off, or a shot.
    fn prospect(&self, unit: UnitId, at: HexId, foes: &[(UnitId, HexId)]) -> i32 {
        let (s, weights) = (self.s, self.weights);
        let board = &s.kit.board;
        let (arm, side) = (s.arm(unit), s.side(unit));
        let bold = came_to_fight(s, side);
        let holds = holds(s, unit);
        let near = nearest(s, foes, at);
        let ma = u32::from(s.ratings(unit).ma).max(1);
        let held = s.near_enemy(at, side);
        let rides = arm == Arm::MenAtArms && !held;
        let attacks = s.kit.charts.may_attack(arm);
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
            // From where it could come to: its own hex, one in reach, or one that a Charge leads to.
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
        // Who came to fight brings up who is far behind.
        let behind = i32::from(near > 8) + 1;
        let idle = match (bold, gun || train(arm)) {
            (true, false) => behind * if arm.mounted() { 12 } else { 9 },
            // Who waits in the open comes to meet the enemy.
            (false, false) if !holds && near > 1 && comes_to_meet(s, unit, foes) => 9,
            _ => 0,
        };
        // Light troops before heavy horse had better be somewhere else.
        let lancers = foes.iter().filter(|x| s.arm(x.0) == Arm::MenAtArms && s.steady(x.0));
        let lancers: Vec<HexId> = lancers.map(|x| x.1).collect();
        let haven = s.standard(s.counter(unit).standard).at.hex();
        let safe = haven.is_none_or(|h| board.distance(at, h) <= 4);
        let hunted = !safe && hunted(s, unit, at, &lancers);
        attack.max(if hunted { 7 } else { 0 }).max(volley).max(idle)
    }

    /// What an Army Activation promises: how far it brings those forward who are far off (6.1).
    fn marching(&mut self, side: Side) -> i32 {
        let s = self.s;
        if !came_to_fight(s, side) {
            return -1;
        }
        let foes = self.foes(side).to_vec();
        let mut sum = 0;
        for battle in s.kit.roster.battles_of(side) {
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

/// Whether a Charge may go over a side of a hex (13.3(5g)).
fn chargeable(s: &State, from: HexId, dir: Dir) -> bool {
    let board = &s.kit.board;
    board.features(from, dir) == 0
        || s.kit
            .charts
            .terrain
            .to_attack(board, from, dir)
            .all(|(_, row)| row.charge)
}

/// The free hexes that a unit could come to in one activation, by the look of it.
fn in_reach(s: &State, unit: UnitId, at: HexId) -> Vec<HexId> {
    let (board, side, gait) = (&s.kit.board, s.side(unit), s.arm(unit).gait());
    let held = u8::from(s.near_enemy(at, side));
    let ma = s.ratings(unit).ma.saturating_sub(held);
    let mut points = vec![u8::MAX; board.len()];
    let mut found = Vec::new();
    // Few points lead to any hex: they are gone through one by one.
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
                let Some(cost) = s.kit.step(h, d, gait).filter(|_| s.stacks.is_empty(n)) else {
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

/// A neighbour of a hex on the side of another.
fn toward(s: &State, from: HexId, hex: HexId) -> HexId {
    let board = &s.kit.board;
    let near = board.neighbours(hex).map(|(_, n)| n);
    near.min_by_key(|&n| board.distance(from, n)).unwrap_or(from)
}

/// How many faces of ten make what is named for Continuity go on (6.2).
fn faces_passed(s: &State, side: Side, named: Named) -> i32 {
    let drm = CONTINUATION_DRMS.sum(&ContinuationFacts { s, side, named });
    let need = match named {
        Named::Army => i32::from(s.kit.charts.throws.army),
        Named::Battle(battle) => {
            let leader = s.leader_of(battle);
            leader.and_then(|l| s.activation_rating(l)).unwrap_or(-1)
        }
    };
    (need + 1 - drm).clamp(0, 10)
}

/// Whether to Seize, and with whom: left alone the enemy goes by his die; foiled, he has a Free choice.
pub(crate) fn seizures(s: &State, side: Side, named: Named, out: &mut Vec<Counsel<Plan>>) {
    let mut list = Vec::new();
    Arquebus::actions(s, &mut list);
    let enemy = side.enemy();
    let mut look = Look::at(s, enemy);
    let own: Vec<BattleId> = s.kit.roster.battles_of(enemy).collect();
    let best = own.into_iter().map(|b| look.urgency(b)).max().unwrap_or(0);
    let left = (10 - faces_passed(s, side, named)) * best;
    for action in list {
        let promise = match action {
            Action::Seize(battle, SeizureCounter::Opportunity(top)) => {
                let faces = (i32::from(top) + 1).min(10);
                (faces * look.urgency(battle) - left) / 10 - 25
            }
            _ => 0,
        };
        out.push(counsel(Plan::Act(action), promise));
    }
}

/// What a Standard's activation brings: those who rally about it.
fn rallies(s: &State, weights: Weights, standard: StandardId) -> i32 {
    let Some(at) = s.standard(standard).at.hex() else {
        return -1;
    };
    let side = s.kit.roster[standard].side;
    let near = |&u: &UnitId| {
        let close = |h: HexId| s.kit.board.distance(h, at) <= 1 && !s.near_enemy(h, side);
        s.retired(u) && s.side(u) == side && s.counter(u).standard == standard && s.hex(u).is_some_and(close)
    };
    let all: i32 = s.unit_ids().filter(near).map(|u| 50 + price(s, u) / 5).sum();
    all * weights.side(side) / 100 - 20
}

/// What any other action than moves and attacks promises.
pub(crate) fn promise(look: &mut Look<'_>, side: Side, top: Stage, action: Action) -> i32 {
    let (s, weights) = (look.s, look.weights);
    match (top, action) {
        (Stage::Free { .. }, Action::Pass) => 12,
        // A Continuation that fails costs no more than a Pass, and one that succeeds leads on.
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
        (Stage::Fight { .. }, Action::Advance(u, to)) => refuge(s, u, to) + 12,
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

/// What Unsteady Troops bring against a unit: most against one that is about to fight, or a great gun (6.3).
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

/// Whether a leader goes with a unit that Charges or advances: he inspires it, and may fall; who would be left alone goes.
fn goes_along(s: &State, leader: LeaderId, unit: UnitId) -> i32 {
    let alone = s.beside(unit).next().is_none();
    let card = &s.kit.roster[leader];
    let risk = if card.king {
        40
    } else if card.oc {
        12
    } else {
        4
    };
    s.charisma(leader) * 6 + if alone { 20 } else { 0 } - risk
}

/// What a hex of a Charger's way is good for: what the Charge brings that ends there, or in the best hex after it.
fn ridden(s: &State, weights: Weights, unit: UnitId, target: HexId, to: HexId) -> i32 {
    let board = &s.kit.board;
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
