//! The advice, in the form that agents use.

use crate::action::Action;
use crate::advice::attacks::{attacks, declare};
use crate::advice::command::{Look, expected_gain, seizures};
use crate::advice::evaluation::suffered;
use crate::advice::march::{moves, order_of_march, runs, stride, sweep};
use crate::advice::plan::{Plan, counsel};
use crate::advice::riding::{post, ride};
use crate::components::Side;
use crate::game::Suleiman;
use crate::rules::shock::declaring::declared;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Advice, Game, Next, ScoredPlan, Turn};

impl Advice for Suleiman {
    type Plan = Plan;

    fn plans(s: &State, out: &mut Vec<ScoredPlan<Plan>>) {
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
                let mut look = Look::at(s);
                out.extend(
                    list.into_iter()
                        .map(|a| counsel(Plan::Act(a), expected_gain(&mut look, side, top, a))),
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

    fn evaluate(s: &State, side: Side) -> i32 {
        let [hungary, ottoman] = [Side::Hungary, Side::Ottoman].map(|x| suffered(s, x));
        let sum = ottoman - hungary;
        if side == Side::Hungary { sum } else { -sum }
    }
}
