//! Advice for agents: the plans to consider at each decision, and the value of a position. No rule depends on it.
//!
//! The rules themselves supply legal actions and forecasts: paths by [`ways`], shots and melees by their tables. This module
//! adds the evaluation in points; a hundred points equal one point of Swiss morale.

mod columns;
mod combat;
mod decisions;
mod distances;
mod march;
mod values;

use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::game::Marignan;
use crate::rules::movement::ways::Stride;
use crate::state::combat::{BoutAt, ShotAt};
use crate::state::pieces::CommanderSet;
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{Advice, Game, HexId, Judge as _, Next, Outcome, PieceSet, ScoredPlan, Turn, Verdict};
use columns::{march, moves, order_of_march};
use combat::{storms, volleys};
use decisions::expected_gain;
use values::standing;

/// Units and commanders that move together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The units in the group.
    pub units: PieceSet,
    /// The commanders who move with them.
    pub commanders: CommanderSet,
}

/// A plan of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// A plan for the Movement Phase: every group in turn.
    March {
        /// The turn for which it was made.
        turn: u8,
        /// The groups still to be selected, the last first.
        todo: Vec<Group>,
        /// The group that is being selected.
        now: Option<Group>,
    },
    /// A path of the selected pieces.
    Go {
        /// The units that move.
        units: PieceSet,
        /// The steps and pivots to come, the last first.
        path: Vec<Stride>,
    },
    /// A shot at one hex.
    Volley {
        /// The target hex.
        target: HexId,
        /// The units that fire.
        firers: PieceSet,
    },
    /// An attack on one hex.
    Storm {
        /// The target hex.
        target: HexId,
        /// The attackers, in addition to units that must attack.
        attackers: PieceSet,
    },
}

impl Advice for Marignan {
    type Plan = Plan;

    fn plans(s: &State, out: &mut Vec<ScoredPlan<Plan>>) {
        let Turn::Decide { side, .. } = Self::turn(s) else {
            return;
        };
        let Some(top) = s.stack.last() else { return };
        match top {
            Stage::Course(Course::Moves) => {
                let todo = order_of_march(s);
                let now = None;
                let turn = s.turn;
                out.push(counsel(Plan::March { turn, todo, now }, 0));
            }
            Stage::Running(run) => moves(s, run, out),
            Stage::Course(Course::DefensiveFire | Course::OffensiveFire) => volleys(s, side, out),
            Stage::Course(Course::Melees) => storms(s, side, out),
            _ => {
                let mut list = Vec::new();
                Self::actions(s, &mut list);
                out.extend(
                    list.into_iter()
                        .map(|a| counsel(Plan::Act(a), expected_gain(s, side, a))),
                );
            }
        }
    }

    fn next(s: &State, plan: &mut Plan) -> Next<Action> {
        let Some(top) = s.stack.last() else {
            return Next::Over;
        };
        match plan {
            Plan::Act(action) => Next::Last(*action),
            Plan::March { turn, todo, now } => march(s, top, *turn, todo, now),
            Plan::Go { units, path } => match top {
                Stage::Running(run) if run.units == *units => match path.pop() {
                    Some(Stride::Step(to)) => Next::Do(Action::Step(to)),
                    Some(Stride::Face(facing)) => Next::Do(Action::Face(facing)),
                    None => Next::Last(Action::Halt),
                },
                Stage::Running(_) | Stage::Course(_) => Next::Over,
                _ => Next::Wait,
            },
            Plan::Volley { target, firers } => match top {
                Stage::Course(Course::DefensiveFire | Course::OffensiveFire) => Next::Do(Action::Aim(*target)),
                Stage::Shot(shot) if shot.target == *target && shot.at == ShotAt::Drafting => {
                    let mut left = firers.without(shot.firers).iter().map(UnitId);
                    match left.find(|&u| allowed(s, Action::Fire(u))) {
                        Some(u) => Next::Do(Action::Fire(u)),
                        None => Next::Last(Action::Loose),
                    }
                }
                _ => Next::Over,
            },
            Plan::Storm { target, attackers } => match top {
                Stage::Course(Course::Melees) => Next::Do(Action::Assault(*target)),
                Stage::Bout(bout) if bout.target == *target && bout.at == BoutAt::Draft => {
                    let mut list = Vec::new();
                    Self::actions(s, &mut list);
                    let resolve = list.contains(&Action::Resolve);
                    let add = list
                        .into_iter()
                        .find(|a| matches!(a, Action::Attack(u) if !resolve || attackers.contains(u.0)));
                    match add {
                        Some(action) => Next::Do(action),
                        None => Next::Last(Action::Resolve),
                    }
                }
                _ => Next::Over,
            },
        }
    }

    fn evaluate(s: &State, side: Side) -> i32 {
        let swiss = standing(s, Side::Swiss) - standing(s, Side::French);
        let ended = match s.outcome {
            Some((Outcome::Win(Side::Swiss), _)) => 5_000,
            Some((Outcome::Win(Side::French), _)) => -5_000,
            _ => 0,
        };
        let sum = swiss + ended;
        if side == Side::Swiss { sum } else { -sum }
    }
}

/// Returns whether an action is legal now.
fn allowed(s: &State, action: Action) -> bool {
    let mut v = Verdict::quick();
    s.judge_now(action, &mut v);
    !v.refused()
}

fn counsel(plan: Plan, expected_gain: i32) -> ScoredPlan<Plan> {
    ScoredPlan {
        plan,
        expected_gain,
        dice: false,
    }
}
