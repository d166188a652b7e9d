//! The advice for each decision.

use crate::action::Action;
use crate::advice::evaluation::worth;
use crate::advice::plan::{Plan, counsel};
use crate::advice::{battle, campaign, court, plan, riding};
use crate::components::Side;
use crate::game::BlindFaith;
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::{Advice, Next, ScoredPlan};

impl Advice for BlindFaith {
    type Plan = Plan;

    fn plans(s: &State, out: &mut Vec<ScoredPlan<Plan>>) {
        let Some(&top) = s.stack.last() else { return };
        let act = |out: &mut Vec<ScoredPlan<Plan>>, action: Option<Action>| {
            out.extend(action.map(|a| counsel(Plan::Act(a), 0)));
        };
        match top {
            Stage::Course(Course::Campaign(side)) => campaign::phase(s, side, out),
            Stage::Course(course) => act(out, court::answer(s, course)),
            Stage::Disown { .. } => act(out, court::disown(s)),
            Stage::Placing { .. } => act(out, court::arrive(s)),
            Stage::March(hand) => campaign::in_hand(s, hand, out),
            Stage::Intercept { target } => {
                if let Some(side) = s.phasing().map(Side::enemy) {
                    riding::intercept(s, side, target, out);
                }
            }
            Stage::Gathering(g) => riding::gather(s, g.units, g.target, out),
            Stage::Garrison { hex, side } => riding::garrison(s, hex, side, out),
            Stage::Field { step } => act(out, battle::bout(s, step)),
            Stage::Siege { step } => act(out, battle::push(s, step)),
            Stage::Entry { .. } | Stage::Onset { .. } => {}
        }
    }

    fn next(s: &State, plan: &mut Plan) -> Next<Action> {
        plan::next(s, plan)
    }

    fn evaluate(s: &State, side: Side) -> i32 {
        worth(s, side)
    }
}
