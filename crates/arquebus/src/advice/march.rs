//! The Move/Fire Phase: the order of the pieces, and where they go.

use crate::action::Action;
use crate::advice::answers::{about, facing_those};
use crate::advice::eye::{CLOSE_LOOKS, Eye};
use crate::advice::field::{foes, legal, nearest};
use crate::advice::plan::{Piece, Plan, counsel};
use crate::charts::Risk;
use crate::components::{Arm, LeaderId, UnitId};
use crate::rules::ground::risks;
use crate::rules::movement::duties::{must_disengage, turn_owed};
use crate::rules::movement::facing::may_turn;
use crate::rules::movement::ways::{Way, ways};
use crate::state::activation::Act;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_continuity::advice::entered;
use casus_core::{HexId, Next, ScoredPlan, VertexFacing};

/// The order in which pieces move: guns and shot, then foot, then light horse, then Men-at-Arms, the nearest to the enemy first,
/// and leaders last. The list is processed from its end. Units that rally by standing still are left alone (15.1).
pub(crate) fn order_of_march(s: &State) -> Vec<Piece> {
    let Some(act) = s.activation() else {
        return Vec::new();
    };
    let foes = foes(s, act.side);
    let mut list: Vec<((u8, u32), Piece)> = Vec::new();
    if let Act::Carry(standard) = act.act {
        list.push(((8, 0), Piece::Standard(standard)));
    }
    for u in s.unit_ids().filter(|&u| s.unit(u).done.has(Done::ACTIVE)) {
        let unit = s.unit(u);
        if !unit.at.in_play() || unit.done.has(Done::RUN_OVER) {
            continue;
        }
        let at = unit.at.hex();
        let near = at.map_or(50, |h| nearest(s, &foes, h));
        let owes = turn_owed(s, u, unit.facing).is_some() || must_disengage(s, &s.begin_run(u));
        let rests = match unit.condition {
            Condition::Normal => false,
            Condition::Disordered => near > 1,
            Condition::Retired => match (at, s.standard(s.counter(u).standard).at.hex()) {
                (Some(h), Some(b)) => s.game_data.board.distance(h, b) <= 1,
                _ => true,
            },
        };
        let stands = s.engaged(u) && s.game_data.charts.may_attack(s.arm(u));
        if (rests || stands) && !owes {
            continue;
        }
        let class = match s.arm(u) {
            Arm::Artillery | Arm::GunWagon => 0,
            Arm::Arquebus
            | Arm::Crossbow
            | Arm::Longbow
            | Arm::LightArchers
            | Arm::Genitors
            | Arm::MountedArquebus
            | Arm::MountedCrossbow => 1,
            Arm::Pikes | Arm::SwordAndBuckler => 2,
            Arm::LightCavalry | Arm::Stradiots => 3,
            Arm::MenAtArms => 4,
            Arm::Skirmishers | Arm::Sappers | Arm::BaggageWagon => 5,
        };
        list.push(((class, near), Piece::Unit(u)));
    }
    for l in s.leader_ids().filter(|&l| s.leader(l).active) {
        list.push(((9, 0), Piece::Leader(l)));
    }
    list.sort_by_key(|x| x.0);
    list.reverse();
    list.into_iter().map(|x| x.1).collect()
}

pub(crate) fn sweep(s: &State, top: Stage, todo: &mut Vec<Piece>) -> Next<Action> {
    if !matches!(top, Stage::Segment) {
        let within = s.stack.iter().any(|st| matches!(st, Stage::Segment));
        return if within { Next::Wait } else { Next::Over };
    }
    while let Some(piece) = todo.pop() {
        let take = match piece {
            Piece::Unit(u) => Action::Take(u),
            Piece::Leader(l) => Action::TakeLeader(l),
            Piece::Standard(t) => Action::TakeStandard(t),
        };
        if legal(s, take) {
            return Next::Do(take);
        }
    }
    if legal(s, Action::EndMoves) {
        return Next::Last(Action::EndMoves);
    }
    // An Engaged unit has its duty still to do (14.5).
    let owes = |&u: &UnitId| {
        let unit = s.unit(u);
        let may = unit.done.has(Done::ACTIVE) && !unit.done.has(Done::RUN_OVER) && unit.at.hex().is_some();
        may && (turn_owed(s, u, unit.facing).is_some() || must_disengage(s, &s.begin_run(u)))
    };
    match s.unit_ids().find(owes) {
        Some(u) => Next::Do(Action::Take(u)),
        None => Next::Over,
    }
}

pub(crate) fn runs(s: &State, unit: UnitId) -> bool {
    let mut stack = s.stack.iter();
    stack.any(|st| matches!(st, Stage::Running(r) if r.unit == unit && !r.over))
}

/// The next action of a planned move.
pub(crate) fn stride(s: &State, run: &Run, plan: &Plan) -> Next<Action> {
    let Plan::Go {
        unit,
        from,
        path,
        facing,
        fire,
        with,
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
    // The number of hexes of the path that it has entered.
    let Some(gone) = entered(path, *from, here) else {
        return Next::Over;
    };
    if gone == 0
        && let Some(leader) = with.filter(|l| !run.riders.contains(l.0))
    {
        return Next::Do(Action::Escort(leader));
    }
    if let Some(&next) = path.get(gone) {
        return Next::Do(if here.is_none() {
            Action::Enter(next)
        } else {
            Action::Step(next)
        });
    }
    if u.facing != *facing && here.is_some() {
        return Next::Do(Action::Face(*facing));
    }
    match fire {
        Some(hex) if !u.done.has(Done::FIRED) => Next::Do(Action::Fire(*hex)),
        Some(_) if run.fired && run.spent < run.allowance => Next::Over,
        _ => Next::Last(Action::Halt),
    }
}

/// A rough estimate of the Disorder that a path causes to a unit.
fn wear(s: &State, unit: UnitId, from: Option<HexId>, path: &[HexId]) -> i32 {
    if s.unit(unit).condition != Condition::Normal {
        return 0;
    }
    let board = &s.game_data.board;
    let mut sum = 0;
    let mut at = from;
    for &to in path {
        let smooth = at.and_then(|f| board.direction(f, to)).is_some_and(|d| {
            let side = board
                .neighbour(to, d.opposite())
                .map_or(0, |_| board.features(to, d.opposite()));
            side == 0 && board.terrain(to) == 0
        });
        if !smooth {
            let each = risks(s, unit, at, to).into_iter().map(|(_, r)| match r {
                Risk::None => 0,
                Risk::Die => 22,
                Risk::Sure => 45,
            });
            sum += each.sum::<i32>();
        }
        at = Some(to);
    }
    sum.min(60)
}

/// The leader of its Battle who goes with a unit: with horse, which he could not follow on his own.
fn companion(s: &State, unit: UnitId) -> Option<LeaderId> {
    let at = s.hex(unit).filter(|_| s.arm(unit).mounted())?;
    let leader = s.leader_of(s.battle(unit))?;
    let l = s.leader(leader);
    (l.at.hex() == Some(at) && l.active && !l.moved && l.began == Some(at) && s.unit(unit).began == Some(at))
        .then_some(leader)
}

/// Appends plans for the selected unit.
pub(crate) fn moves(s: &State, run: &Run, out: &mut Vec<ScoredPlan<Plan>>) {
    let mut eye = Eye::new(s, run);
    let unit = run.unit;
    let start = s.unit(unit);
    let from = start.at.hex();
    let rated = |w: Way| (eye.site(w.hex) - wear(s, unit, from, &w.path), w);
    let mut list: Vec<(i32, Way)> = ways(s, unit).into_iter().map(rated).collect();
    let stays = from.filter(|_| !run.passing && (run.stepped || !must_disengage(s, run)));
    if let Some(h) = stays {
        let here = Way {
            hex: h,
            spent: run.spent,
            path: Vec::new(),
            near_enemy: s.near_enemy(h, eye.side),
        };
        list.push((eye.site(h), here));
    }
    list.sort_by_key(|(value, w)| (core::cmp::Reverse(*value), w.spent, w.hex));
    let stay = list.iter().position(|(_, w)| w.path.is_empty());
    let keep = list.len().min(CLOSE_LOOKS);
    if let Some(i) = stay.filter(|&i| i >= keep) {
        list.swap(i, keep.saturating_sub(1));
    }
    let with = companion(s, unit);
    let owed = turn_owed(s, unit, run.facing).filter(|_| !run.stepped);
    for (site, way) in list.into_iter().take(keep) {
        let near = eye.near(way.hex);
        let about = about(s, way.hex, &eye.foes);
        let stood = way.path.is_empty();
        let facings: Vec<VertexFacing> = if stood {
            let stacked = |f: VertexFacing| s.beside(unit).all(|u| s.unit(u).facing == f) || !run.stepped;
            let may = |f: VertexFacing| match owed {
                Some(_) => may_turn(s, run, f),
                None => stacked(f) && (f == start.facing || may_turn(s, run, f)),
            };
            VertexFacing::ALL.into_iter().filter(|&f| may(f)).collect()
        } else {
            let joined = s.units_at(way.hex).find(|&u| u != unit).map(|u| s.unit(u).facing);
            joined.map_or_else(|| VertexFacing::ALL.to_vec(), |f| vec![f])
        };
        let gauntlet = eye.gauntlet(way.hex);
        let lone = near.is_empty() && eye.arm != Arm::Artillery;
        let mut best: Option<(i32, VertexFacing, Option<HexId>)> = None;
        for facing in facings {
            eye.stand(way.hex, facing, !stood);
            let stands = facing_those(facing, &about);
            let (deed, aim, danger) = if lone {
                (0, None, 0)
            } else {
                let there = eye.run_at(way.spent, !stood);
                let (deed, aim) = eye.deeds(way.hex, facing, there, &near);
                (deed, aim, eye.danger(way.hex, &near))
            };
            let keeps = i32::from(facing == start.facing);
            let value = site + stands + deed - danger - gauntlet + keeps;
            if best.is_none_or(|b| value > b.0) {
                best = Some((value, facing, aim));
            }
        }
        if let Some((value, facing, fire)) = best {
            let with = with.filter(|_| !stood && way.path.len() > 1);
            out.push(counsel(
                Plan::Go {
                    unit,
                    from,
                    path: way.path,
                    facing,
                    fire,
                    with,
                    condition: start.condition,
                },
                value,
            ));
        }
    }
    dismounts(s, run, out);
}

/// Appends the dismounting of mounted shot, which fights on foot: it dismounts near the enemy, to load or to stand (7.4, 11.5).
fn dismounts(s: &State, run: &Run, out: &mut Vec<ScoredPlan<Plan>>) {
    let unit = run.unit;
    let best = out.iter().map(|c| c.expected_gain).max().unwrap_or(0);
    if !s.counter(unit).arm.dismounts() || s.unit(unit).turned || !legal(s, Action::Dismount) {
        return;
    }
    let near = s.hex(unit).map_or(99, |h| nearest(s, &foes(s, s.side(unit)), h));
    if s.unit(unit).unloaded || near <= 4 {
        out.push(counsel(Plan::Act(Action::Dismount), best + 1));
    }
}
