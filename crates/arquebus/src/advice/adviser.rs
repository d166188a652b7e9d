//! The advice, in the form that agents use.

use crate::action::Action;
use crate::advice::attacks::{attacks, declare};
use crate::advice::command::{Look, expected_gain, seizures};
use crate::advice::evaluation::suffered;
use crate::advice::march::{moves, order_of_march, runs, stride, sweep};
use crate::advice::plan::{Piece, Plan, counsel};
use crate::advice::riding::{post, ride};
use crate::components::Side;
use crate::game::Arquebus;
use crate::state::position::State;
use crate::state::stage::{Phase, Stage};
use casus_core::{Advice, Game, Next, ScoredPlan, Turn};

/// The piece that moves alone at a stage.
const fn rider(top: Stage) -> Option<Piece> {
    match top {
        Stage::Riding(leader) => Some(Piece::Leader(leader)),
        Stage::Carrying(standard) => Some(Piece::Standard(standard)),
        _ => None,
    }
}

impl Advice for Arquebus {
    type Plan = Plan;

    fn plans(s: &State, out: &mut Vec<ScoredPlan<Plan>>) {
        let Turn::Decide { side, .. } = Self::turn(s) else {
            return;
        };
        let Some(&top) = s.stack.last() else { return };
        match top {
            Stage::Segment => out.push(counsel(Plan::Sweep(order_of_march(s)), 0)),
            Stage::Running(run) => moves(s, &run, out),
            Stage::Riding(_) | Stage::Carrying(_) => {
                if let Some(piece) = rider(top)
                    && let Some(way) = post(s, piece)
                {
                    out.push(counsel(Plan::Ride { piece, path: way.path }, 1));
                }
                out.push(counsel(Plan::Act(Action::Halt), 0));
            }
            Stage::Declaring => attacks(s, side, out),
            Stage::Seize { side: of, named } => seizures(s, of, named, out),
            _ => {
                let mut list = Vec::new();
                Self::actions(s, &mut list);
                let mut look = Look::at(s, side);
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
            Plan::Sweep(todo) => sweep(s, top, todo),
            Plan::Go { unit, .. } => match top {
                Stage::Running(run) if run.unit == *unit => stride(s, &run, plan),
                _ if runs(s, *unit) => Next::Wait,
                _ => Next::Over,
            },
            Plan::Ride { piece, path } => match rider(top) {
                Some(p) if p == *piece => Next::Do(ride(s, *piece, path)),
                _ => Next::Over,
            },
            Plan::Attack {
                attacker,
                hex,
                charge,
                begun,
            } => match top {
                Stage::Declaring => declare(s, *attacker, *hex, *charge, begun),
                Stage::Shock { step: Phase::Resolve } if !*begun => Next::Do(Action::Resolve(*attacker)),
                Stage::Shock { .. } | Stage::Attack { .. } | Stage::Tracing(_) if !*begun => Next::Wait,
                _ => Next::Over,
            },
        }
    }

    fn evaluate(s: &State, side: Side) -> i32 {
        let sum = suffered(s, Side::League) - suffered(s, Side::France);
        if side == Side::France { sum } else { -sum }
    }
}
