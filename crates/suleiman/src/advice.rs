//! Advice for agents: what is worth considering at each decision, and what a position is worth. No rule depends on it.
//!
//! What may be done, and what it would bring, is asked of the rules themselves: ways by [`ways`], shots and attacks by
//! their own modifiers and tables. What is here is judgement, in points: a hundred to a Flight Level Point.

use crate::action::Action;
use crate::charts::{Fate, Line};
use crate::components::{Arm, CommandId, LeaderId, Missile, Side, UnitId, trench_inside, trench_outside};
use crate::data::{SWAMP, VILLAGE};
use crate::game::Suleiman;
use crate::rules::activation::faces_passed;
use crate::rules::charge::nerve;
use crate::rules::charge::nerve::{NerveFacts, pikes_before};
use crate::rules::charge::path::{self, Leave, path};
use crate::rules::combat::attackers_on;
use crate::rules::fire;
use crate::rules::leaders::levy_only;
use crate::rules::movement::ways::Way;
use crate::rules::movement::ways::ways;
use crate::rules::shock::declaring::{self, declared};
use crate::rules::shock::striking;
use crate::rules::shock::striking::Forecast;
use crate::rules::victory::points;
use crate::state::activation::Declared;
use crate::state::combat::{Bout, Going};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use casus_core::{Advice, Aspect, Counsel, Game, HexId, Next, Outcome, Turn, VertexFacing};

/// A piece that moves in the Move/Fire segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

/// What a side may intend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// One action.
    Act(Action),
    /// Every piece of the active command in turn.
    Sweep {
        /// The command.
        command: CommandId,
        /// Who has still to be taken in hand, the last first.
        todo: Vec<Piece>,
    },
    /// A unit's move: where, facing which way, and whom it fires at from there.
    Go {
        /// Who.
        unit: UnitId,
        /// Where it stands when it sets out; `None` off the map.
        from: Option<HexId>,
        /// The hexes to enter, in order; none to stay.
        path: Vec<HexId>,
        /// The facing at the end of it.
        facing: VertexFacing,
        /// Whom to fire at.
        fire: Option<UnitId>,
        /// The condition in which it was planned.
        condition: Condition,
    },
    /// A leader's ride.
    Ride {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: HexId,
    },
    /// An attack: declared now, resolved before others.
    Attack {
        /// Who.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// As a Charge.
        charge: bool,
        /// It has been declared.
        begun: bool,
    },
}

impl Advice for Suleiman {
    type Plan = Plan;

    fn plans(s: &State, out: &mut Vec<Counsel<Plan>>) {
        let Turn::Decide { side, .. } = Self::turn(s) else {
            return;
        };
        let Some(&top) = s.stack.last() else { return };
        match top {
            Stage::Segment => out.extend(s.activation().map(|a| {
                let (command, todo) = (a.command, order_of_march(s));
                counsel(Plan::Sweep { command, todo }, 0)
            })),
            Stage::Running(run) => moves(s, &run, out),
            Stage::Riding(leader) => {
                if let Some(to) = post(s, leader) {
                    out.push(counsel(Plan::Ride { leader, to }, 1));
                }
                out.push(counsel(Plan::Act(Action::Halt), 0));
            }
            Stage::Declaring => attacks(s, side, out),
            Stage::Seize { named, .. } => seizures(s, named, out),
            _ => {
                let mut list = Vec::new();
                Self::actions(s, &mut list);
                out.extend(
                    list.into_iter()
                        .map(|a| counsel(Plan::Act(a), promise(s, side, top, a))),
                );
            }
        }
    }

    fn next(s: &State, plan: &mut Plan) -> Next<Action> {
        let Some(&top) = s.stack.last() else {
            return Next::Over;
        };
        match plan {
            Plan::Act(action) => Next::Last(*action),
            Plan::Sweep { command, todo } => {
                if s.activation().is_some_and(|a| a.command == *command) {
                    sweep(s, top, todo)
                } else {
                    Next::Over
                }
            }
            Plan::Go { unit, .. } => match top {
                Stage::Running(run) if run.unit == *unit => stride(s, &run, plan),
                _ if runs(s, *unit) => Next::Wait,
                _ => Next::Over,
            },
            Plan::Ride { leader, to } => match top {
                Stage::Riding(l) if l == *leader => Next::Do(ride(s, *leader, *to)),
                _ => Next::Over,
            },
            Plan::Attack {
                attacker,
                target,
                charge,
                begun,
            } => match top {
                Stage::Declaring => declare(s, *attacker, *target, *charge, begun),
                Stage::Resolving if declared(s).iter().any(|d| d.attacker == *attacker) => {
                    Next::Do(Action::Resolve(*attacker))
                }
                Stage::Combat { .. } | Stage::Approach(_) if !*begun => Next::Wait,
                _ => Next::Over,
            },
        }
    }

    fn worth(s: &State, side: Side) -> i32 {
        let [hungary, ottoman] = [Side::Hungary, Side::Ottoman].map(|x| suffered(s, x));
        let sum = ottoman - hungary;
        if side == Side::Hungary { sum } else { -sum }
    }
}

fn counsel(plan: Plan, promise: i32) -> Counsel<Plan> {
    Counsel {
        plan,
        promise,
        dice: false,
    }
}

// ---- what things are worth ----

/// What a point of a side's loss weighs, in percent: the sooner it would flee, the more (16.0.3, 16.0.4).
fn weight(s: &State, side: Side) -> i32 {
    5_400 / s.flight_level(side).max(1)
}

/// What the loss of a unit costs: its Flight Level Points (16.0.1), and something for guns, which give none.
const fn price(arm: Arm) -> i32 {
    match points(arm) {
        0 => 25,
        n => 100 * n,
    }
}
const DISORDERED: i32 = 45;
const RETIRED: i32 = 160;
const DRIVEN: i32 = 12;

/// What a unit's condition costs now.
fn damage(s: &State, unit: UnitId) -> i32 {
    let u = s.unit(unit);
    match (u.at, u.condition) {
        (Whereabouts::Lost, _) => price(s.arm(unit)),
        (Whereabouts::Absent, _) | (_, Condition::Normal) => 0,
        (_, Condition::Disordered) => DISORDERED,
        (_, Condition::Retired) => RETIRED,
    }
}

/// What a result would cost a unit's side, weighed.
fn cost(s: &State, unit: UnitId, fate: Fate) -> i32 {
    let now = damage(s, unit);
    let more = match fate {
        Fate::None => 0,
        Fate::Retreat => DRIVEN,
        Fate::Disordered => (DISORDERED - now).max(0),
        Fate::DisorderedRetreat => (DISORDERED - now).max(0) + DRIVEN,
        Fate::Retired => (RETIRED - now).max(0),
        Fate::Eliminated => price(s.arm(unit)) - now,
    };
    more * weight(s, s.side(unit)) / 100
}

/// What a side has suffered, weighed; and how near it is to flight (16.0).
fn suffered(s: &State, side: Side) -> i32 {
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
    // What the points do not say: who is shaken, and guns.
    let mut sum = 100 * points;
    for u in s.unit_ids() {
        if s.side(u) == side {
            sum += match (s.unit(u).at, s.unit(u).condition) {
                (Whereabouts::Lost, _) if s.arm(u) == Arm::Artillery => price(Arm::Artillery),
                (Whereabouts::Lost | Whereabouts::Absent, _) | (_, Condition::Normal) => 0,
                (_, Condition::Disordered) => DISORDERED,
                (_, Condition::Retired) => RETIRED - 100,
            };
        }
    }
    sum * weight(s, side) / 100 + flees * 300
}

/// What an attack brings its side on the average: the exact mean over the faces of the die.
fn mean_of(s: &State, forecast: Forecast, attackers: &[UnitId], defender: UnitId) -> i32 {
    let mut sum = 0;
    for face in 0..10 {
        let r = forecast.result(s, face);
        sum += cost(s, defender, r.defender);
        if r.continued {
            sum += 25;
        }
        let recoil = r.attacker.fate();
        sum -= attackers.iter().map(|&a| cost(s, a, recoil)).sum::<i32>();
    }
    sum / 10
}

/// What an attack from where the attackers stand brings: guns alone fall to it (7.5.4).
fn blow(s: &State, attackers: &[UnitId], going: Going, defender: UnitId, faced: usize) -> i32 {
    if attackers.is_empty() {
        return 0;
    }
    if s.arm(defender) == Arm::Artillery {
        return if faced <= 1 {
            cost(s, defender, Fate::Eliminated)
        } else {
            5
        };
    }
    let list: Vec<(UnitId, Going)> = attackers.iter().map(|&a| (a, going)).collect();
    striking::forecast(s, &list, defender, faced).map_or(0, |f| mean_of(s, f, attackers, defender))
}

/// What a shot brings its side on the average.
fn shot(s: &State, firer: UnitId, target: UnitId, mode: Mode, run: Option<Run>) -> Option<i32> {
    let fates = fire::forecast(s, firer, target, mode, run)?;
    let sum: i32 = fates.into_iter().map(|f| cost(s, target, f)).sum();
    Some(sum / 10)
}

/// What a Charge from where the unit stands brings: the better of the hexes that it may strike from; with Reluctance
/// (9.3), fire on the way (7.3.2) and a Counter-Charge (9.4.3) by their chances. The scratch state is left as it was.
fn onset(scratch: &mut State, unit: UnitId, target: UnitId) -> i32 {
    let (Some(at), Some(goal)) = (scratch.hex(unit), scratch.hex(target)) else {
        return 0;
    };
    let side = scratch.side(unit);
    let near = scratch.kit.board.distance(at, goal);
    let mut best = i32::MIN;
    for (_, n) in scratch.kit.clone().board.neighbours(goal) {
        let board = &scratch.kit.board;
        let dry = path::chargeable(scratch, n, goal);
        if board.distance(at, n) + 1 != near || scratch.occupant(n).is_some() || !dry {
            continue;
        }
        scratch.put(unit, Whereabouts::Map(n));
        let s = &*scratch;
        let faced = 1;
        let mut value = blow(s, &[unit], Going::Home, target, faced);
        let turned = s.aspect_adjacent(target, n);
        if s.arm(target).men_at_arms() && s.steady(target) && turned != Some(Aspect::Rear) {
            let flank = turned == Some(Aspect::Flank);
            let chance = counters(s, target, flank);
            let met = striking::forecast(s, &[(unit, Going::Home)], target, faced)
                .map_or(0, |f| mean_of(s, f.countered(), &[unit], target));
            value = (value * (10 - chance) + met * chance) / 10;
        }
        if pikes_before(s, unit, n).is_some() {
            let goes = closes(s, unit);
            let balks = blow(s, &[unit], Going::Plain, target, faced);
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

/// How many faces of ten let a unit Counter-Charge (9.4.3).
fn counters(s: &State, unit: UnitId, flank: bool) -> i32 {
    let facts = NerveFacts { s, unit, flank };
    nerve::nerve(&nerve::COUNTER_DRMS, nerve::COUNTERS, &facts)
}

/// How many faces of ten make a Charger's horses close (9.3).
fn closes(s: &State, unit: UnitId) -> i32 {
    let flank = false;
    let facts = NerveFacts { s, unit, flank };
    nerve::nerve(&nerve::RELUCTANCE_DRMS, nerve::CLOSES, &facts)
}

/// How one type does against a unit, by its rating and the matrix: in modifiers.
fn edge(s: &State, arm: Arm, defender: UnitId) -> i32 {
    let card = s.counter(defender);
    match Line::of(card.arm, card.missile) {
        None => 2,
        Some(line) => {
            let drm = s.kit.charts.matrix.get(arm, line).unwrap_or(-4);
            drm + i32::from(s.ratings(defender).sdr)
        }
    }
}

// ---- who goes ----

fn foes(s: &State, side: Side) -> Vec<(UnitId, HexId)> {
    s.unit_ids()
        .filter(|&u| s.side(u) != side)
        .filter_map(|u| s.hex(u).map(|h| (u, h)))
        .collect()
}

fn nearest(s: &State, list: &[(UnitId, HexId)], from: HexId) -> u32 {
    let board = &s.kit.board;
    list.iter().map(|&(_, h)| board.distance(from, h)).min().unwrap_or(99)
}

/// How many of a command's units count for how much it has to do: a large command is no better for what it leaves idle.
const FOREMOST: usize = 6;

/// How much a command has to do: what its foremost units could do.
fn urgency(s: &State, leader: LeaderId) -> i32 {
    let command = s.kit.roster.leader_card(leader).command;
    let side = s.kit.roster.command_card(command).side;
    let foes = foes(s, side);
    let board = &s.kit.board;
    let levy = levy_only(s, leader);
    let center = s.leader(leader).at.hex();
    let range = s.command_range(leader) + 2;
    let mut list: Vec<i32> = Vec::new();
    let (mut all, mut unmoved) = (0, 0);
    for u in s.kit.roster.units_of(command) {
        if levy && s.arm(u) != Arm::LevyInfantry {
            continue;
        }
        let unit = s.unit(u);
        if s.arm(u) != Arm::Artillery && unit.at.in_play() {
            all += 1;
            unmoved += i32::from(not_moved(s, u));
        }
        let value = match (unit.at, unit.condition) {
            (Whereabouts::Reserve, _) => {
                if s.arm(u).mounted() {
                    40
                } else {
                    12
                }
            }
            (Whereabouts::Box, Condition::Disordered) => 25,
            (Whereabouts::Box, Condition::Normal) => 12,
            (Whereabouts::Map(at), condition) => {
                let near = nearest(s, &foes, at);
                let value = match condition {
                    Condition::Retired => 4,
                    Condition::Disordered if near > 1 => 36,
                    Condition::Disordered => 10,
                    Condition::Normal => prospect(s, u, at, &foes),
                };
                let led = center.is_none_or(|c| board.distance(c, at) <= range);
                if led { value } else { value / 3 }
            }
            _ => continue,
        };
        list.push(value);
    }
    list.sort_unstable_by_key(|&v| core::cmp::Reverse(v));
    let sum: i32 = list.into_iter().take(FOREMOST).sum();
    // Who has not moved yet is brought up first, who has just gone last.
    let sum = sum + sum * unmoved / all.max(1);
    if s.last[side as usize] == Some(command) {
        sum * 4 / 5
    } else {
        sum
    }
}

/// Whether a unit is where it was set up, or has still to enter.
fn not_moved(s: &State, unit: UnitId) -> bool {
    match s.unit(unit).at {
        Whereabouts::Reserve => true,
        Whereabouts::Map(h) => s.kit.deployment.group_of(unit).is_some_and(|g| g.hexes.contains(&h)),
        _ => false,
    }
}

/// What an attack is worth that is so many activations off, in percent.
const WAIT: [i32; 4] = [70, 60, 45, 30];

/// What a unit could do in an activation or a few: the best attack, worth less the farther it is off, or a shot.
fn prospect(s: &State, unit: UnitId, at: HexId, foes: &[(UnitId, HexId)]) -> i32 {
    let board = &s.kit.board;
    let arm = s.arm(unit);
    let near = nearest(s, foes, at);
    let ma = u32::from(s.ratings(unit).ma).max(1);
    let held = s.in_zoc(at, s.side(unit).enemy());
    let going = if arm.men_at_arms() && !held {
        Going::Home
    } else {
        Going::Plain
    };
    let prey = |&(e, h): &(UnitId, HexId)| {
        if held && board.distance(at, h) > 1 {
            return None;
        }
        let off = board.distance(at, h).saturating_sub(3).div_ceil(ma);
        let share = WAIT.get(off as usize)?;
        Some(blow(s, &[unit], going, e, 1) * share / 100)
    };
    let attack = match arm {
        Arm::Artillery => 0,
        _ => foes.iter().filter_map(prey).max().unwrap_or(0),
    };
    let reach = match s.missile(unit) {
        Missile::None => 0,
        Missile::Gun => 4,
        Missile::Bow | Missile::Musket => 1 + ma,
    };
    let volley = match arm {
        Arm::Artillery => 5,
        _ => 18,
    };
    // Who is far behind is to be brought up.
    let behind = i32::from(near > 8) + 1;
    let idle = behind * if arm.mounted() { 14 } else { 10 };
    // Light troops before heavy horse had better be somewhere else.
    let hunted = matches!(arm, Arm::LightCavalry | Arm::Akinci | Arm::LevyInfantry)
        && foes
            .iter()
            .any(|&(e, h)| s.arm(e).men_at_arms() && s.steady(e) && board.distance(at, h) <= 7);
    attack
        .max(if hunted { 28 } else { 0 })
        .max(if near <= reach { volley } else { 0 })
        .max(if arm == Arm::Artillery { 0 } else { idle })
}

/// Whether to Seize, and with whom: left alone he goes by his rating; foiled, we go, with whom we like.
fn seizures(s: &State, named: LeaderId, out: &mut Vec<Counsel<Plan>>) {
    let mut list = Vec::new();
    Suleiman::actions(s, &mut list);
    let able: Vec<(LeaderId, i32)> = list
        .iter()
        .filter_map(|a| match a {
            Action::Seize(l) => Some((*l, urgency(s, *l))),
            _ => None,
        })
        .collect();
    let best = able.iter().map(|x| x.1).max().unwrap_or(0);
    let alone = (10 - faces_passed(s, named)) * best;
    out.push(counsel(Plan::Act(Action::LetRoll), 0));
    out.extend(able.into_iter().map(|(l, urgent)| {
        let promise = (faces_passed(s, l) * urgent - alone) / 10;
        counsel(Plan::Act(Action::Seize(l)), promise)
    }));
}

/// What any other action than moves and attacks promises.
fn promise(s: &State, side: Side, top: Stage, action: Action) -> i32 {
    match (top, action) {
        (_, Action::Activate(l)) => 10 + urgency(s, l),
        (_, Action::Name(l)) => 10 + urgency(s, l) * faces_passed(s, l) / 10,
        (_, Action::Standard) => {
            let n = crate::rules::standards::rallied_by(s, side).len() as i32;
            120 * n * weight(s, side) / 100 - 20
        }
        (_, Action::Summon) => 150,
        (Stage::Deploy { .. }, a) => site_of(s, a),
        (_, Action::React(u)) => match decision_of(s) {
            Some(at) => shot(s, u, at, Mode::Reaction, None).unwrap_or(0) + 1,
            None => 1,
        },
        (Stage::Shot(x), Action::Return) => shot(s, x.target, x.firer, Mode::Return, None).unwrap_or(0) + 1,
        (_, Action::HoldAll(_) | Action::Reopen(_)) => -1000,
        (_, Action::CounterCharge(u, against)) => answer(s, u, against),
        (_, Action::Withdraw(u, to)) => slip(s, u, to),
        (_, Action::Resolve(u)) => declared(s)
            .iter()
            .filter(|d| d.attacker == u)
            .map(|d| estimate(s, d))
            .max()
            .unwrap_or(0),
        (Stage::Approach(a), Action::Step(to)) => ridden(s, a.unit, a.target, to),
        (Stage::Approach(a), Action::Face(f)) => {
            let board = &s.kit.board;
            let ahead = s
                .hex(a.unit)
                .into_iter()
                .flat_map(|h| f.front().into_iter().filter_map(move |d| board.neighbour(h, d)));
            let best = ahead.map(|h| ridden(s, a.unit, a.target, h)).max();
            best.unwrap_or(-100) - 3
        }
        (Stage::Approach(_), Action::Halt) => 100,
        (Stage::Wheel { unit }, Action::Halt) => front(s, unit, s.unit(unit).facing),
        (Stage::Wheel { unit } | Stage::Reface { unit, .. }, Action::Face(f)) => front(s, unit, f),
        (Stage::Retreat { unit, .. }, Action::Retreat(to)) => refuge(s, unit, to),
        (Stage::Retreat { unit, .. }, Action::Trample(_, to)) => refuge(s, unit, to) - 40,
        (Stage::Retire { unit }, Action::Retire(to)) => nearest(s, &foes(s, s.side(unit)), to) as i32,
        (_, Action::Rejoin(u) | Action::Replace(_, u)) => s.hex(u).map_or(0, |h| {
            let lone = if s.arm(u) == Arm::Artillery { -6 } else { 0 };
            nearest(s, &foes(s, s.side(u)), h).min(6) as i32 + refuge(s, u, h) + lone
        }),
        (Stage::Combat { step }, Action::Advance(u, to)) => {
            let bold = refuge(s, u, to) + 12;
            if step == Bout::Follow { bold } else { bold / 2 }
        }
        _ => 0,
    }
}

fn decision_of(s: &State) -> Option<UnitId> {
    match s.stack.last() {
        Some(Stage::Reaction { at, .. }) => Some(*at),
        _ => None,
    }
}

/// Where to set up: guns and horse close to each other, leaders among their own, the Banner by the King.
fn site_of(s: &State, action: Action) -> i32 {
    let board = &s.kit.board;
    match action {
        Action::Place(u, h) => {
            let command = s.counter(u).command;
            let near: i32 = board
                .neighbours(h)
                .filter_map(|(_, n)| s.occupant(n))
                .map(|o| if s.counter(o).command == command { 2 } else { 0 })
                .sum();
            let open = s.arm(u) == Arm::Artillery;
            let foe = nearest(s, &foes(s, s.side(u)), h) as i32;
            near + if open { -3 * foe } else { foe }
        }
        Action::PlaceLeader(l, h) => {
            let command = s.kit.roster.leader_card(l).command;
            let spread: u32 = s
                .kit
                .roster
                .units_of(command)
                .filter_map(|u| s.hex(u))
                .map(|x| board.distance(x, h))
                .sum();
            let among = s.occupant(h).is_some_and(|u| s.counter(u).command == command);
            i32::from(among) * 30 - spread as i32
        }
        Action::PlaceBanner(h) => {
            let king = s.leader(s.kit.deployment.banner.of).at.hex();
            -(king.map_or(0, |k| board.distance(k, h)) as i32)
        }
        _ => 0,
    }
}

// ---- answers ----

/// What a Counter-Charge promises, by the chance that it succeeds (9.4.3).
fn answer(s: &State, unit: UnitId, against: UnitId) -> i32 {
    let Some(from) = s.hex(against) else { return 0 };
    let chance = counters(s, unit, s.aspect_from(unit, from) == Some(Aspect::Flank));
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
                blow(s, &[unit], Going::Plain, against, 1) + 30
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

/// What a Retreat Before Shock promises: the blow that it escapes, less what it risks (8.2, 8.2.1).
fn slip(s: &State, unit: UnitId, to: HexId) -> i32 {
    let Some(c) = s.combats.last() else { return 0 };
    let attackers: Vec<(UnitId, Going)> = attackers_on(s, c, unit).map(|k| (k.unit, k.going)).collect();
    let units: Vec<UnitId> = attackers.iter().map(|a| a.0).collect();
    let Some(f) = striking::forecast(s, &attackers, unit, 1) else {
        return 0;
    };
    let spared = mean_of(s, f, &units, unit);
    let horse = units.iter().any(|&a| s.arm(a).mounted());
    let caught = if horse {
        let facts = NerveFacts { s, unit, flank: false };
        let fails = 10 - nerve::nerve(&nerve::EVADE_DRMS, nerve::EVADES, &facts);
        fails * cost(s, unit, Fate::Disordered) / 10
    } else {
        0
    };
    spared - caught - 10 + refuge(s, unit, to).min(0) / 2
}

/// How good a hex is to fall back to.
fn refuge(s: &State, unit: UnitId, to: HexId) -> i32 {
    let side = s.side(unit);
    let board = &s.kit.board;
    let mut value = 0;
    let mut sides = 0;
    for (_, n) in board.neighbours(to) {
        sides += 1;
        if let Some(u) = s.occupant(n).filter(|&u| u != unit) {
            if s.side(u) == side {
                value += 3;
            } else if s.unit(u).condition == Condition::Normal {
                value -= 9;
            } else {
                value -= 3;
            }
        }
    }
    if s.in_zoc(to, side.enemy()) {
        value -= 8;
    }
    value -= (6 - sides) * 3;
    if board.terrain(to) == SWAMP {
        value -= 5;
    }
    value
}

/// How well a unit stands facing so: whom it has before it, and whom beside and behind it.
fn front(s: &State, unit: UnitId, facing: VertexFacing) -> i32 {
    let Some(at) = s.hex(unit) else { return 0 };
    let board = &s.kit.board;
    let side = s.side(unit);
    let mut value = 0;
    for e in s.unit_ids() {
        if s.side(e) == side {
            continue;
        }
        let Some(h) = s.hex(e) else { continue };
        let d = board.distance(at, h) as i32;
        if d > 6 {
            continue;
        }
        let aspect = s.aspect_towards(at, facing, h);
        let fit = s.unit(e).condition == Condition::Normal && s.arm(e) != Arm::Artillery;
        let heft = if fit { 24 } else { 8 };
        value -= match aspect {
            Some(Aspect::Flank) => heft * 2 / (d * d + 1),
            Some(Aspect::Rear) => heft * 3 / (d * d + 1),
            _ => 0,
        };
    }
    value
}

/// What a hex of a Charger's way is good for: the aspect that it comes to strike.
fn ridden(s: &State, unit: UnitId, target: UnitId, to: HexId) -> i32 {
    let board = &s.kit.board;
    let Some(goal) = s.hex(target) else { return 0 };
    let contact = |h: HexId| {
        let angle = match s.aspect_adjacent(target, h) {
            Some(Aspect::Rear) => 30,
            Some(Aspect::Flank) => 20,
            _ => 0,
        };
        let pikes = if pikes_before(s, unit, h).is_some() { -25 } else { 0 };
        let fire = s
            .adjacent_enemies(h, s.side(unit))
            .filter(|&e| s.missile_armed(e) && s.in_front(e, h))
            .count() as i32;
        let beside = s.adjacent_enemies(h, s.side(unit)).count() as i32;
        angle + pikes - fire * 8 - beside * 2
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

// ---- the Move/Fire segment ----

/// Who moves when: who shoots, then foot, then horse, the nearest to the enemy first; leaders last. The list is worked
/// off from its end. Who rallies by standing still is left alone (11.0.1).
fn order_of_march(s: &State) -> Vec<Piece> {
    let Some(act) = s.activation() else {
        return Vec::new();
    };
    let foes = foes(s, act.side);
    let mut list: Vec<((u8, u32), Piece)> = Vec::new();
    for u in s.kit.roster.units_of(act.command) {
        let unit = s.unit(u);
        if !unit.at.in_play() || !s.usable(u) || unit.done.has(Done::RUN_OVER) {
            continue;
        }
        let at = unit.at.hex();
        let near = at.map_or(50, |h| nearest(s, &foes, h));
        let rests = match (unit.at, unit.condition) {
            (Whereabouts::Box, c) => c != Condition::Normal,
            (_, Condition::Disordered) => near > 1,
            (_, Condition::Retired) => match (at, s.banner) {
                (Some(h), Some(b)) => s.kit.board.distance(h, b) <= 1,
                _ => true,
            },
            (_, Condition::Normal) => s.counter(u).emplaced && near > 6,
        };
        if rests {
            continue;
        }
        let class = match s.arm(u) {
            Arm::Artillery => 0,
            _ if s.missile_armed(u) => 1,
            Arm::RegularInfantry | Arm::LevyInfantry => 2,
            Arm::LightCavalry | Arm::Akinci => 3,
            Arm::MediumCavalry | Arm::HeavyCavalry => 4,
        };
        list.push(((class, near), Piece::Unit(u)));
    }
    for l in s.leader_ids() {
        let card = s.kit.roster.leader_card(l);
        if card.command == act.command && s.leader(l).at.in_play() && !card.reserve {
            list.push(((9, 0), Piece::Leader(l)));
        }
    }
    list.sort_by_key(|x| x.0);
    list.reverse();
    list.into_iter().map(|x| x.1).collect()
}

fn legal(s: &State, action: Action) -> bool {
    let mut v = casus_core::Verdict::quick();
    crate::course::judge(s, action, &mut v);
    !v.refused()
}

fn sweep(s: &State, top: Stage, todo: &mut Vec<Piece>) -> Next<Action> {
    if !matches!(top, Stage::Segment) {
        let within = s.stack.iter().any(|st| matches!(st, Stage::Segment));
        return if within { Next::Wait } else { Next::Over };
    }
    while let Some(piece) = todo.pop() {
        let take = match piece {
            Piece::Unit(u) => Action::Take(u),
            Piece::Leader(l) => Action::TakeLeader(l),
        };
        if legal(s, take) {
            return Next::Do(take);
        }
    }
    Next::Do(Action::EndMoves)
}

fn runs(s: &State, unit: UnitId) -> bool {
    s.stack
        .iter()
        .any(|st| matches!(st, Stage::Running(r) if r.unit == unit && !r.over))
}

/// The next action of a planned move.
fn stride(s: &State, run: &Run, plan: &Plan) -> Next<Action> {
    let Plan::Go {
        unit,
        from,
        path,
        facing,
        fire,
        condition,
    } = plan
    else {
        return Next::Over;
    };
    let u = s.unit(*unit);
    if u.condition != *condition {
        return Next::Over;
    }
    let here = u.at.hex();
    // How far along the way it is: the number of hexes entered.
    let gone = match here.and_then(|h| path.iter().position(|&p| p == h)) {
        Some(i) => i + 1,
        None if here == *from => 0,
        None => return Next::Over,
    };
    let left = path.len() - gone;
    if left == 0 {
        if u.facing != *facing && here.is_some() {
            return Next::Do(Action::Face(*facing));
        }
        return match fire {
            Some(t) if !u.done.has(Done::FIRED) => Next::Do(Action::Fire(*t)),
            Some(_) if s.arm(*unit).mounted() && run.spent < run.allowance => Next::Over,
            _ => Next::Do(Action::Halt),
        };
    }
    let next = path[gone];
    match here {
        None => Next::Do(Action::Enter(next)),
        // In a ZOC it could not turn as it likes: so before it comes there.
        Some(h)
            if left == 1
                && u.facing != *facing
                && s.in_zoc(next, s.side(*unit).enemy())
                && !s.in_zoc(h, s.side(*unit).enemy()) =>
        {
            Next::Do(Action::Face(*facing))
        }
        Some(_) => Next::Do(Action::Step(next)),
    }
}

/// What a mover looks at.
struct Eye {
    /// A copy of the state, in which it stands where it might go.
    scratch: State,
    unit: UnitId,
    side: Side,
    arm: Arm,
    run: Run,
    foes: Vec<(UnitId, HexId)>,
    /// What each foe is worth going for.
    appeal: Vec<i32>,
    /// Friends, and what they weigh in a fight.
    friends: Vec<(HexId, i32)>,
    /// What each foe weighs in a fight.
    might: Vec<i32>,
    /// Foes who could ride it down: heavy and medium horse that is Normal.
    lancers: Vec<HexId>,
    /// Friends behind whom light troops are safe: such horse, and regular foot.
    solid: Vec<HexId>,
    lead: Option<(HexId, u32)>,
    condition: Condition,
}

/// What a unit weighs in a fight, by the look of it.
fn might(s: &State, unit: UnitId) -> i32 {
    let full = match s.arm(unit) {
        Arm::HeavyCavalry => 8,
        Arm::MediumCavalry | Arm::RegularInfantry => 6,
        Arm::LightCavalry | Arm::Akinci => 4,
        Arm::LevyInfantry => 3,
        Arm::Artillery => 0,
    };
    match s.unit(unit).condition {
        Condition::Normal => full,
        Condition::Disordered => full / 2,
        Condition::Retired => 0,
    }
}

/// The hexes that are looked at closely.
const CLOSE_LOOKS: usize = 10;

impl Eye {
    fn new(s: &State, run: &Run) -> Self {
        let unit = run.unit;
        let side = s.side(unit);
        let arm = s.arm(unit);
        let list = foes(s, side);
        let shoots = s.missile(unit) != Missile::None && !s.kit.charts.matrix.attacks(arm);
        let appeal = list
            .iter()
            .map(|&(e, h)| {
                let broken = match s.unit(e).condition {
                    Condition::Normal => 0,
                    Condition::Disordered => 14,
                    Condition::Retired => 10,
                };
                let base = if shoots { 0 } else { edge(s, arm, e) * 5 };
                let lonely =
                    s.arm(e) == Arm::Artillery && !s.adjacent_enemies(h, side).any(|f| s.arm(f) != Arm::Artillery);
                base.clamp(-30, 35) + broken + if lonely { 12 } else { 0 }
            })
            .collect();
        let command = s.counter(unit).command;
        let lead = s
            .leader_ids()
            .filter(|&l| {
                let card = s.kit.roster.leader_card(l);
                card.command == command && !card.reserve && !card.deputy
            })
            .find_map(|l| s.leader(l).at.hex().map(|h| (h, s.command_range(l))));
        let lancers = list.iter().filter(|x| s.arm(x.0).men_at_arms() && s.steady(x.0));
        let lancers = lancers.map(|x| x.1).collect();
        let holds = |u: UnitId| s.arm(u).men_at_arms() || s.arm(u) == Arm::RegularInfantry;
        let mut friends = foes(s, side.enemy());
        friends.retain(|x| x.0 != unit);
        let solid = friends.iter().filter(|x| holds(x.0) && s.steady(x.0));
        let solid = solid.map(|x| x.1).collect();
        let might_of = |&(e, _): &(UnitId, HexId)| might(s, e);
        Self {
            scratch: s.clone(),
            unit,
            side,
            arm,
            run: *run,
            lancers,
            solid,
            might: list.iter().map(might_of).collect(),
            friends: friends.iter().map(|x| (x.1, might_of(x))).collect(),
            foes: list,
            appeal,
            lead,
            condition: s.unit(unit).condition,
        }
    }

    /// How strongly the enemy draws it, for each hex.
    const fn step(&self) -> i32 {
        match self.arm {
            Arm::HeavyCavalry | Arm::MediumCavalry => 8,
            Arm::Akinci => 7,
            Arm::LightCavalry => 6,
            Arm::RegularInfantry => 5,
            Arm::LevyInfantry => 4,
            Arm::Artillery => 3,
        }
    }
    /// The distance at which it likes to have the enemy.
    fn ideal(&self) -> u32 {
        if self.condition != Condition::Normal {
            return 5;
        }
        match self.arm {
            Arm::HeavyCavalry | Arm::MediumCavalry | Arm::Akinci => 2,
            Arm::Artillery => 3,
            _ => 1,
        }
    }

    /// How good a hex is, whatever way it faces there.
    fn site(&self, at: HexId) -> i32 {
        let s = &self.scratch;
        let board = &s.kit.board;
        let ideal = self.ideal();
        let mut value = 0;
        if self.condition == Condition::Normal {
            let drawn = self
                .foes
                .iter()
                .zip(&self.appeal)
                .map(|(&(_, h), appeal)| {
                    let d = board.distance(at, h).max(ideal);
                    appeal - self.step() * (d - ideal) as i32
                })
                .max();
            value += drawn.unwrap_or(0);
        } else {
            let near = nearest(s, &self.foes, at).min(6) as i32;
            value += near * 12;
        }
        let mut sides = 0;
        let mut friends = 0;
        for (d, n) in board.neighbours(at) {
            sides += 1;
            if let Some(u) = s.occupant(n).filter(|&u| u != self.unit) {
                if s.side(u) == self.side {
                    friends += 1;
                    if s.arm(u) == Arm::Artillery && self.arm != Arm::Artillery {
                        value += 2;
                    }
                } else if self.arm == Arm::Artillery {
                    value -= 20;
                }
            }
            if trench_inside(board, at, d) {
                value += 7;
            } else if trench_outside(board, at, d) {
                // In the way of its own muskets and guns.
                value -= 6;
            }
        }
        value += 3 * friends.min(3) - 4 * (6 - sides);
        value += match board.terrain(at) {
            SWAMP if self.arm.mounted() => -14,
            SWAMP => -8,
            VILLAGE if self.arm.gait() == crate::components::FOOT => 8,
            _ => 0,
        };
        value += 2 * i32::from(board.elevation(at));
        if let Some((l, range)) = self.lead {
            let d = board.distance(at, l);
            // He can ride after them, but not far.
            if d > range + 2 {
                value -= 9 * (d - range - 2) as i32;
            }
        }
        value -= self.exposure(at);
        if self.arm == Arm::Artillery && friends == 0 && nearest(s, &self.foes, at) <= 7 {
            value -= 25;
        }
        value
    }

    /// How far the enemy outweighs its friends about a hex.
    fn exposure(&self, at: HexId) -> i32 {
        let board = &self.scratch.kit.board;
        let mut balance = 0;
        for (&(_, h), w) in self.foes.iter().zip(&self.might) {
            if board.distance(at, h) <= 6 {
                balance += w;
            }
        }
        for &(h, w) in &self.friends {
            if board.distance(at, h) <= 5 {
                balance -= w;
            }
        }
        let soft = matches!(self.arm, Arm::LightCavalry | Arm::Akinci | Arm::LevyInfantry | Arm::Artillery);
        let mut ridden = 0;
        if soft {
            let hunters = self.lancers.iter().map(|&h| (board.distance(at, h), h));
            let hunters: Vec<(u32, HexId)> = hunters.filter(|x| x.0 <= 8).collect();
            if let Some(&(near, hunter)) = hunters.iter().min() {
                let shields = self
                    .solid
                    .iter()
                    .filter(|&&h| board.distance(at, h) <= 3 && board.distance(h, hunter) < near);
                ridden = 6 * hunters.len().min(8) as i32 - 9 * shields.count() as i32;
            }
        }
        balance.clamp(0, 90) * 4 / 5 + ridden.clamp(0, 48)
    }

    /// What may befall it there: the two worst foes within four hexes.
    fn danger(&self, at: HexId) -> i32 {
        let s = &self.scratch;
        let board = &s.kit.board;
        let card = s.counter(self.unit);
        let mut worst = [0, 0];
        for &(e, h) in &self.foes {
            let d = board.distance(at, h);
            if d > 4 || s.unit(e).condition != Condition::Normal {
                continue;
            }
            let mut threat = match Line::of(card.arm, card.missile) {
                None => 4,
                Some(line) => match s.kit.charts.matrix.get(s.arm(e), line) {
                    None => 0,
                    Some(drm) => {
                        let angle = match s.aspect_from(self.unit, h) {
                            Some(Aspect::Flank) => 2,
                            Some(Aspect::Rear) => 3,
                            _ => 0,
                        };
                        let charge = if s.arm(e).men_at_arms() && d > 1 { 2 } else { 0 };
                        (drm + i32::from(s.ratings(self.unit).sdr) + angle + charge + 1).max(0)
                    }
                },
            };
            if s.missile_armed(e) && d <= 2 {
                threat += 1;
            }
            let threat = if d <= 3 { threat * 7 } else { threat * 4 };
            if threat > worst[0] {
                worst = [threat, worst[0]];
            } else if threat > worst[1] {
                worst[1] = threat;
            }
        }
        let price = price(self.arm) * weight(s, self.side) / 100;
        (worst[0] + worst[1]) * price / 300
    }

    /// What it could do from there, facing so: attack, Charge or fire; the best of them, and whom it would fire at.
    fn deeds(&mut self, at: HexId, spent: u8) -> (i32, Option<UnitId>) {
        let mut best = 0;
        let mut aim = None;
        if self.condition == Condition::Retired {
            return (0, None);
        }
        let near: Vec<(UnitId, u32)> = {
            let board = &self.scratch.kit.board;
            let list = self.foes.iter();
            list.map(|&(e, h)| (e, board.distance(at, h)))
                .filter(|x| x.1 <= 4)
                .collect()
        };
        if near.is_empty() {
            return (0, None);
        }
        let s = &self.scratch;
        let fights = self.arm != Arm::Artillery
            && s.kit.charts.matrix.may_attack(s.counter(self.unit))
            && s.activation().is_some();
        if fights {
            let targets: Vec<UnitId> = s.frontal(self.unit).filter_map(|h| s.enemy_at(h, self.side)).collect();
            if !targets.is_empty() {
                let value: i32 = targets
                    .iter()
                    .map(|&t| {
                        let mut band = comrades(s, self.unit, t);
                        let without = blow(s, &band, Going::Plain, t, 1).max(0);
                        band.push(self.unit);
                        blow(s, &band, Going::Plain, t, targets.len()) - without
                    })
                    .sum();
                best = best.max(value);
            }
            let rides = self.arm.men_at_arms()
                && self.condition == Condition::Normal
                && s.unit(self.unit).done.has(Done::IN_COMMAND)
                && !s.in_zoc(at, self.side.enemy());
            if rides {
                for &(t, _) in &near {
                    if path::in_reach(&self.scratch, self.unit, t) && path(&self.scratch, self.unit, t, Leave::Nothing)
                    {
                        best = best.max(onset(&mut self.scratch, self.unit, t));
                    }
                }
            }
        }
        let s = &self.scratch;
        if s.missile(self.unit) != Missile::None && !s.unit(self.unit).done.has(Done::FIRED) {
            let mut volley = 0;
            let run = Run { spent, ..self.run };
            for &(t, _) in &near {
                if let Some(value) = shot(s, self.unit, t, Mode::Phasing, Some(run))
                    && value + 1 > volley
                {
                    volley = value + 1;
                    aim = Some(t);
                }
            }
            best += volley;
        }
        (best, aim)
    }

    /// Puts it there, in the scratch state.
    fn stand(&mut self, at: HexId, facing: VertexFacing) {
        if self.scratch.hex(self.unit) != Some(at) {
            self.scratch.put(self.unit, Whereabouts::Map(at));
        }
        self.scratch.unit_mut(self.unit).facing = facing;
    }
}

/// The units of the active command that stand ready to attack a target with another.
fn comrades(s: &State, unit: UnitId, target: UnitId) -> Vec<UnitId> {
    let command = s.counter(unit).command;
    let Some(h) = s.hex(target) else {
        return Vec::new();
    };
    s.kit
        .board
        .neighbours(h)
        .filter_map(|(_, n)| s.occupant(n))
        .filter(|&u| {
            u != unit
                && s.counter(u).command == command
                && s.steady(u)
                && s.in_front(u, h)
                && s.kit.charts.matrix.may_attack(s.counter(u))
        })
        .collect()
}

/// Plans for the unit that is being moved.
fn moves(s: &State, run: &Run, out: &mut Vec<Counsel<Plan>>) {
    let mut eye = Eye::new(s, run);
    let unit = run.unit;
    let start = s.unit(unit);
    let mut list: Vec<(i32, Way)> = ways(s, unit).into_iter().map(|w| (eye.site(w.hex), w)).collect();
    if let Some(h) = start.at.hex()
        && !run.passing
    {
        let here = Way {
            hex: h,
            spent: run.spent,
            path: Vec::new(),
            in_zoc: s.in_zoc(h, eye.side.enemy()),
        };
        list.push((eye.site(h), here));
    }
    list.sort_by_key(|(value, w)| (core::cmp::Reverse(*value), w.spent, w.hex));
    // A guard for a gun that may not stay: any way will do.
    let stay = list.iter().position(|(_, w)| w.path.is_empty());
    let keep = list.len().min(CLOSE_LOOKS);
    if let Some(i) = stay.filter(|&i| i >= keep) {
        list.swap(i, keep.saturating_sub(1));
    }
    for (site, way) in list.into_iter().take(keep) {
        let near = nearest(s, &eye.foes, way.hex);
        let facings: Vec<VertexFacing> = if start.at.hex().is_some() && way.path.is_empty() && way.in_zoc {
            let turned = start.done.has(Done::ZOC_TURN);
            let reach: &[u8] = if turned { &[0] } else { &[0, 1, 5] };
            reach.iter().map(|&n| start.facing.cw(n)).collect()
        } else {
            VertexFacing::ALL.to_vec()
        };
        let mut best: Option<(i32, VertexFacing, Option<UnitId>)> = None;
        for facing in facings {
            eye.stand(way.hex, facing);
            let stands = front(&eye.scratch, unit, facing);
            let (deed, aim, danger) = if near <= 4 {
                let (deed, aim) = eye.deeds(way.hex, way.spent);
                let mut danger = eye.danger(way.hex);
                // Who shoots on the move need not stay.
                if eye.arm == Arm::Akinci && aim.is_some() && way.spent + 2 < run.allowance {
                    danger /= 2;
                }
                (deed, aim, danger)
            } else {
                (0, None, 0)
            };
            let keeps = i32::from(facing == start.facing);
            let value = site + stands + deed - danger + keeps;
            if best.is_none_or(|b| value > b.0) {
                best = Some((value, facing, aim));
            }
        }
        if let Some((value, facing, fire)) = best {
            out.push(counsel(
                Plan::Go {
                    unit,
                    from: start.at.hex(),
                    path: way.path,
                    facing,
                    fire,
                    condition: start.condition,
                },
                value,
            ));
        }
    }
}

// ---- leaders ----

/// Where a leader had best be: with a unit of his command from which he reaches the most of them, behind the line.
fn post(s: &State, leader: LeaderId) -> Option<HexId> {
    let card = s.kit.roster.leader_card(leader);
    let board = &s.kit.board;
    let foes = foes(s, card.side);
    let range = s.command_range(leader);
    let own: Vec<(UnitId, HexId)> = s
        .kit
        .roster
        .units_of(card.command)
        .filter_map(|u| s.hex(u).map(|h| (u, h)))
        .collect();
    let from = s.leader(leader).at.hex();
    own.iter()
        .filter(|&&(u, h)| {
            s.unit(u).condition != Condition::Retired
                && from.is_none_or(|f| board.distance(f, h) <= u32::from(s.leader_allowance(leader)))
        })
        .map(|&(u, h)| {
            let led = own.iter().filter(|&&(_, x)| board.distance(h, x) <= range).count() as i32;
            // The King and the Sultan keep out of reach.
            let (reach, care) = if card.monarch { (9, 6) } else { (4, 2) };
            let near = nearest(s, &foes, h).min(reach) as i32;
            let lance = s.steady(u) && s.arm(u).men_at_arms() && !card.monarch;
            (led * 4 + near * care + i32::from(lance) * 2, core::cmp::Reverse(h))
        })
        .max()
        .map(|best| best.1.0)
}

fn ride(s: &State, leader: LeaderId, to: HexId) -> Action {
    let board = &s.kit.board;
    let at = s.leader(leader).at.hex();
    let mut list = Vec::new();
    crate::rules::movement::riding::riding_candidates(s, leader, &mut list);
    list.into_iter()
        .filter_map(|a| match a {
            Action::Step(h) | Action::Enter(h) if legal(s, a) => Some((board.distance(h, to), a)),
            _ => None,
        })
        .filter(|(d, _)| at.is_none_or(|h| *d < board.distance(h, to)))
        .min_by_key(|(d, _)| *d)
        .map_or(Action::Halt, |(_, a)| a)
}

// ---- attacks ----

/// What a declared attack is likely to bring, by the look of it.
fn estimate(s: &State, d: &Declared) -> i32 {
    if d.charge {
        onset(&mut s.clone(), d.attacker, d.target)
    } else {
        let band: Vec<UnitId> = declared(s)
            .iter()
            .filter(|x| x.target == d.target)
            .map(|x| x.attacker)
            .collect();
        blow(s, &band, Going::Plain, d.target, 1)
    }
}

/// The attacks that may be declared, and the end of declarations.
fn attacks(s: &State, side: Side, out: &mut Vec<Counsel<Plan>>) {
    let mut list = Vec::new();
    Suleiman::actions(s, &mut list);
    let owed = declaring::neglected(s).map(|(_, e)| e);
    let mut scratch = s.clone();
    for action in list {
        let (attacker, target, charge) = match action {
            Action::Shock(a, t) => (a, t, false),
            Action::Charge(a, t) => (a, t, true),
            _ => {
                out.push(counsel(Plan::Act(action), 0));
                continue;
            }
        };
        let mut promise = if charge {
            let others = declared(s).iter().filter(|d| d.target == target).count() as i32;
            (onset(&mut scratch, attacker, target) >> others.min(5)) - 20 * others
        } else {
            let mut band: Vec<UnitId> = declared(s)
                .iter()
                .filter(|d| d.target == target)
                .map(|d| d.attacker)
                .collect();
            let before = blow(s, &band, Going::Plain, target, 1);
            band.push(attacker);
            let faced = s.frontal(attacker).filter_map(|h| s.enemy_at(h, side)).count();
            blow(s, &band, Going::Plain, target, faced) - before
        };
        if owed == Some(target) {
            promise += 10_000;
        }
        // What is owed is done, what is hopeless is not weighed, and who joins others is judged by what he adds.
        let joins = declared(s).iter().any(|d| d.target == target);
        let dice = owed.is_none() && promise > 0 && !joins;
        out.push(Counsel {
            plan: Plan::Attack {
                attacker,
                target,
                charge,
                begun: false,
            },
            promise,
            dice,
        });
    }
}

fn declare(s: &State, attacker: UnitId, target: UnitId, charge: bool, begun: &mut bool) -> Next<Action> {
    let made = declared(s).iter().any(|d| d.attacker == attacker && d.target == target);
    if !made {
        *begun = true;
        return Next::Do(if charge {
            Action::Charge(attacker, target)
        } else {
            Action::Shock(attacker, target)
        });
    }
    if *begun {
        return Next::Over;
    }
    match declaring::neglected(s) {
        None => Next::Do(Action::Declared),
        Some((first, owed)) => {
            let all = core::iter::once(first).chain(s.unit_ids());
            let found = all.map(|a| Action::Shock(a, owed)).find(|&a| legal(s, a));
            found.map_or(Next::Over, Next::Do)
        }
    }
}
