//! Who goes: which command is most wanted, and what any action promises that is no plan.

use crate::action::Action;
use crate::advice::answers::{answer, front, refuge, ridden, slip};
use crate::advice::attacks::estimate;
use crate::advice::field::{foes, nearest};
use crate::advice::plan::{Plan, counsel};
use crate::advice::worth::{blow, shot, weight};
use crate::components::{Arm, LeaderId, Missile, Side, UnitId};
use crate::game::Suleiman;
use crate::rules::leaders::levy_only;
use crate::rules::shock::declaring::declared;
use crate::state::combat::{Bout, Going};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use casus_core::{Counsel, Game, HexId};

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

/// How many faces of ten a leader's Activation Rating passes (2.2.8).
fn faces_passed(s: &State, leader: LeaderId) -> i32 {
    (s.activation_rating(leader) + 1).clamp(0, 10)
}

/// Whether to Seize, and with whom: left alone he goes by his rating; foiled, we go, with whom we like.
pub(crate) fn seizures(s: &State, named: LeaderId, out: &mut Vec<Counsel<Plan>>) {
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
pub(crate) fn promise(s: &State, side: Side, top: Stage, action: Action) -> i32 {
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
        (_, Action::HoldAll(_) | Action::Reopen(_)) | (Stage::Retreat { .. }, Action::Hold) => -1000,
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
        (Stage::Retire { unit, .. }, Action::Retire(to)) => nearest(s, &foes(s, s.side(unit)), to) as i32,
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
