//! The Move/Fire segment: the order of the pieces, and where they go.

use crate::action::Action;
use crate::advice::answers::{about, facing_those};
use crate::advice::eye::{CLOSE_LOOKS, Eye};
use crate::advice::field::{foes, legal, nearest};
use crate::advice::plan::{Piece, Plan, counsel};
use crate::components::{Arm, UnitId};
use crate::rules::movement::ways::{Way, ways};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_continuity::advice::entered;
use casus_core::{Next, ScoredPlan, VertexFacing};

/// The order in which pieces move: units that fire, then foot, then horse, the nearest to the enemy first, and leaders last.
/// The list is processed from its end. Units that rally by standing still are left alone (11.0.1).
pub(crate) fn order_of_march(s: &State) -> Vec<Piece> {
    let Some(act) = s.activation() else {
        return Vec::new();
    };
    let foes = foes(s, act.side);
    let mut list: Vec<((u8, u32), Piece)> = Vec::new();
    for u in s.game_data.roster.units_of(act.command) {
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
                (Some(h), Some(b)) => s.game_data.board.distance(h, b) <= 1,
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
        let card = s.game_data.roster.leader_card(l);
        if card.command == act.command && s.leader(l).at.in_play() && !card.reserve {
            list.push(((9, 0), Piece::Leader(l)));
        }
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
        };
        if legal(s, take) {
            return Next::Do(take);
        }
    }
    Next::Do(Action::EndMoves)
}

pub(crate) fn runs(s: &State, unit: UnitId) -> bool {
    s.stack
        .iter()
        .any(|st| matches!(st, Stage::Running(r) if r.unit == unit && !r.over))
}

/// The next action of a planned move.
pub(crate) fn stride(s: &State, run: &Run, plan: &Plan) -> Next<Action> {
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
    // The number of hexes of the path that it has entered.
    let Some(gone) = entered(path, *from, here) else {
        return Next::Over;
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
        // It could not turn freely in a ZOC, so it turns before it enters.
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

/// Appends plans for the unit that is being moved.
pub(crate) fn moves(s: &State, run: &Run, out: &mut Vec<ScoredPlan<Plan>>) {
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
    // A unit on a gun's hex may not stay there: any way will do.
    let stay = list.iter().position(|(_, w)| w.path.is_empty());
    let keep = list.len().min(CLOSE_LOOKS);
    if let Some(i) = stay.filter(|&i| i >= keep) {
        list.swap(i, keep.saturating_sub(1));
    }
    for (site, way) in list.into_iter().take(keep) {
        let near = eye.near(way.hex);
        let about = about(s, way.hex, &eye.foes);
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
            let stands = facing_those(facing, &about);
            let (deed, aim, danger) = if near.is_empty() {
                (0, None, 0)
            } else {
                let (deed, aim) = eye.deeds(way.hex, way.spent, &near);
                let mut danger = eye.danger(&near);
                // Akincis that fire during the move need not stay.
                if eye.arm == Arm::Akinci && aim.is_some() && way.spent + 2 < run.allowance {
                    danger /= 2;
                }
                (deed, aim, danger)
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
