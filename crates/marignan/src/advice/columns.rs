//! Who moves next: the order of the march and of the entries.

use super::distances::nearest;
use super::march::{March, Post};
use super::{Group, Plan, allowed, counsel};
use crate::action::Action;
use crate::components::{Class, UnitId};
use crate::rules::movement::ways::{End, reach};
use crate::state::pieces::{CommanderSet, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{Next, PieceSet, ScoredPlan};

/// Returns the groups of the active side in the order in which they move, the last first.
pub(super) fn order_of_march(s: &State) -> Vec<Group> {
    let side = s.active;
    let mut groups: Vec<(u32, Group)> = Vec::new();
    let mut seen = PieceSet::EMPTY;
    let free = |u: UnitId| !s.routed(u) && !s.hedgehog(u) && !s.unit(u).marks.has(Marks::MOVED);
    for (u, hex) in s.on_map(side) {
        if seen.contains(u.0) || !free(u) {
            continue;
        }
        let mates = s.units_at(hex).filter(|&m| {
            free(m)
                && s.out_of_command(m) == s.out_of_command(u)
                && (s.class(m) == s.class(u) || s.class(u) != Class::Artillery)
        });
        let units: PieceSet = mates.map(|m| m.0).collect();
        let units = if units.contains(u.0) { units } else { PieceSet::one(u.0) };
        let units: PieceSet = units.without(seen);
        seen = seen.union(units);
        groups.push((
            nearest(s, hex, side),
            Group {
                units,
                commanders: CommanderSet::default(),
            },
        ));
    }
    // First the groups nearest to the enemy, then those that enter, then the commanders.
    groups.sort_by_key(|g| g.0);
    let mut order: Vec<Group> = groups.into_iter().map(|g| g.1).collect();
    order.extend(entrants(s));
    order.extend(
        s.commander_ids()
            .filter(|&c| s.led_side(c) == side && s.commander(c).at.hex().is_some())
            .map(|c| Group {
                units: PieceSet::EMPTY,
                commanders: [c].into_iter().collect(),
            }),
    );
    order.reverse();
    order
}

/// Returns the pieces that have still to enter the map, in stacks; each corps's commander goes with its first stack.
fn entrants(s: &State) -> Vec<Group> {
    let waiting: Vec<UnitId> = s
        .unit_ids()
        .filter(|&u| s.unit(u).at == Whereabouts::Reserve && s.side(u) == s.active)
        .collect();
    let mut groups: Vec<Group> = Vec::new();
    for corps in s.corps_ids() {
        let units: Vec<UnitId> = waiting
            .iter()
            .copied()
            .filter(|&u| s.corps_of(u) == Some(corps))
            .collect();
        for (i, three) in units.chunks(3).enumerate() {
            let commanders = s
                .commander_ids()
                .filter(|&c| {
                    i == 0 && s.game_data.roster[c].corps == corps && s.commander(c).at == Whereabouts::Reserve
                })
                .collect();
            groups.push(Group {
                units: three.iter().map(|u| u.0).collect(),
                commanders,
            });
        }
    }
    let alone = waiting.iter().filter(|&&u| s.corps_of(u).is_none()).map(|u| Group {
        units: PieceSet::one(u.0),
        commanders: CommanderSet::default(),
    });
    groups.extend(alone);
    groups
}

pub(super) fn march(s: &State, top: &Stage, turn: u8, todo: &mut Vec<Group>, now: &mut Option<Group>) -> Next<Action> {
    if s.turn != turn {
        return Next::Over;
    }
    match top {
        Stage::Course(Course::Moves) => {
            while let Some(mut group) = todo.pop() {
                let able = |u: &u8| {
                    let unit = s.unit(UnitId(*u));
                    matches!(unit.at, Whereabouts::Map(_) | Whereabouts::Reserve)
                        && !unit.marks.has(Marks::MOVED)
                        && !s.routed(UnitId(*u))
                };
                group.units = group.units.iter().filter(able).collect();
                if let Some(u) = group.units.first() {
                    let action = Action::Take(UnitId(u));
                    if allowed(s, action) {
                        *now = Some(group);
                        return Next::Do(action);
                    }
                } else if let Some(c) = group.commanders.iter().next() {
                    let action = Action::TakeCommander(c);
                    if allowed(s, action) {
                        *now = Some(group);
                        return Next::Do(action);
                    }
                }
            }
            Next::Last(Action::Done)
        }
        Stage::Running(run) if !run.begun => {
            let Some(group) = now else { return Next::Wait };
            let mut units = group.units.without(run.units).iter().map(UnitId);
            let joins = units.find(|&u| allowed(s, Action::Join(u)));
            if let Some(u) = joins {
                return Next::Do(Action::Join(u));
            }
            let mut commanders = group.commanders.iter().filter(|&c| !run.commanders.contains(c));
            let joins = commanders.find(|&c| allowed(s, Action::JoinCommander(c)));
            match joins {
                Some(c) => Next::Do(Action::JoinCommander(c)),
                None => Next::Wait,
            }
        }
        Stage::Course(_) => Next::Over,
        _ => Next::Wait,
    }
}

/// Appends the paths to consider for the selected pieces.
pub(super) fn moves(s: &State, run: &Run, out: &mut Vec<ScoredPlan<Plan>>) {
    let reach = reach(s, run);
    let mut best: Option<(i32, usize)> = None;
    let mut note = |score: i32, end: &End| {
        if best.is_none_or(|(b, _)| score > b) {
            best = Some((score, end.stop));
        }
    };
    if run.units.is_empty() {
        let post = run.commanders.iter().next().map(|c| Post::of(s, c));
        for end in reach.ends() {
            note(post.as_ref().map_or(0, |post| post.score(&end)), &end);
        }
    } else {
        let mut march = March::new(s, run, &reach);
        for end in reach.ends() {
            note(march.score(&end), &end);
        }
    }
    match best {
        Some((score, stop)) => {
            let path = reach.back(stop).collect();
            let units = run.units;
            out.push(counsel(Plan::Go { units, path }, score));
        }
        None => out.push(counsel(Plan::Act(Action::Halt), 0)),
    }
}
