//! The windows of a side in the middle of an activation (6.3, 11.2, 12.2, 13.6): letting them pass, closing and opening them.

use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, What};
use crate::state::activation::Window;
use crate::state::position::State;
use casus_core::{Refusal, Refusals, Verdict};

/// Whether a side has closed a window until the activation ends.
pub(crate) fn closed(s: &State, side: Side, window: Window) -> bool {
    s.activation()
        .is_some_and(|a| a.closed[side as usize] & window.bit() != 0)
}

/// The actions that let a side's window pass, and those that open others again.
pub(crate) fn hold_candidates(s: &State, side: Side, window: Window, out: &mut Vec<Action>) {
    out.push(Action::Hold);
    out.push(Action::HoldAll(window));
    let others = Window::ALL.into_iter().filter(|&w| closed(s, side, w));
    out.extend(others.map(Action::Reopen));
}

pub(crate) fn judge_hold(s: &State, side: Side, window: Window, action: Action, v: &mut Verdict) -> bool {
    let case = window.cite();
    match action {
        Action::Hold => {}
        Action::HoldAll(w) => {
            if w != window {
                v.refuse(Refusal::new(case, "another window is open"));
            }
        }
        Action::Reopen(w) => {
            if !closed(s, side, w) {
                v.refuse(Refusal::new(case, "that window is not closed"));
            }
        }
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Tells what keeps a unit from a chance that it met; `judge` asks the rules. Where nobody listens, nothing is asked.
    pub(crate) fn pass_over(
        &mut self,
        chance: Chance,
        unit: UnitId,
        against: Option<UnitId>,
        judge: impl FnOnce(&State, &mut Verdict),
    ) {
        if !self.log.is_on() {
            return;
        }
        let mut verdict = Verdict::full();
        judge(self.s, &mut verdict);
        if let Err(refusals) = verdict.finish() {
            self.tell_passed_over(self.s.side(unit), chance, Some(unit), against, refusals);
        }
    }

    /// The same where the reasons are known; with none, there is nothing to tell.
    pub(crate) fn tell_passed_over(
        &mut self,
        side: Side,
        chance: Chance,
        unit: Option<UnitId>,
        against: Option<UnitId>,
        refusals: Refusals,
    ) {
        let Some(first) = refusals.iter().next() else { return };
        self.say(first.cite, || What::PassedOver {
            side,
            unit,
            chance,
            against,
            refusals,
        });
    }

    /// Lets a side's open window pass, or opens others again.
    pub(crate) fn hold(&mut self, side: Side, window: Window, action: Action) {
        let case = window.cite();
        match action {
            Action::HoldAll(w) => {
                if let Some(a) = self.act_mut() {
                    a.closed[side as usize] |= w.bit();
                }
                self.say(case, || What::Held { side, window: Some(w) });
            }
            Action::Reopen(w) => {
                if let Some(a) = self.act_mut() {
                    a.closed[side as usize] &= !w.bit();
                }
                self.say(case, || What::Reopened { side, window: w });
            }
            _ => self.say(case, || What::Held { side, window: None }),
        }
    }
}
