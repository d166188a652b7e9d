//! Why not, at any time: whose piece an action is of.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::course::{decision, judge_at, judge_open};
use crate::engine::Decision;
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::{Judge, Moment, Refusal, Verdict};

/// The unit that an action is done by.
const fn doer(action: Action) -> Option<UnitId> {
    match action {
        Action::Place(u, _)
        | Action::Disown(u)
        | Action::Disband(u)
        | Action::Muster(u, _)
        | Action::Take(u)
        | Action::Join(u)
        | Action::Leave(u)
        | Action::Intercept(u)
        | Action::Inside(u)
        | Action::Deploy(u)
        | Action::Storm(u)
        | Action::Parry(u)
        | Action::Lose(u) => Some(u),
        _ => None,
    }
}

/// A step of the turn at which an action would be asked for.
#[derive(Debug)]
pub struct At(Stage);

impl Judge for State {
    type Side = Side;
    type Action = Action;
    type Stage = At;

    fn open(&self) -> Option<Decision> {
        decision(self)
    }
    fn foreign(&self, by: Side, action: Action) -> Option<Refusal> {
        if !action.exists(self) {
            return Some(Refusal::unknown(cite!("2.2")));
        }
        let unit = doer(action).filter(|&u| self.side(u) != by)?;
        Some(Refusal {
            at: unit.place(),
            ..Refusal::new(cite!("2.3.1"), "that unit is the other player's")
        })
    }
    fn judge(&self, action: Action, verdict: &mut Verdict) -> bool {
        judge_open(self, action, verdict)
    }
    fn moments(&self, by: Side, action: Action) -> Vec<Moment<At, Action>> {
        if !action.exists(self) {
            return Vec::new();
        }
        let course = match (action, by) {
            (Action::Take(_) | Action::EndPhase, _) => Course::Campaign(by),
            (Action::Rebuild(_), _) => Course::Rebuild(by),
            (Action::Muster(..), Side::Imperial) => Course::Muster,
            (Action::Disband(_) | Action::Pay, Side::Imperial) => Course::Upkeep,
            (Action::Call | Action::Continue | Action::Expire, Side::Imperial) => Course::Declare,
            (Action::Change, Side::Imperial) => Course::Change,
            _ => return Vec::new(),
        };
        vec![Moment::later(At(Stage::Course(course)))]
    }
    fn judge_at(&self, at: &At, action: Action, verdict: &mut Verdict) -> bool {
        judge_at(self, at.0, action, verdict)
    }
}
