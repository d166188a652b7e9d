//! The windows of a side during an activation (6.3, 11.2, 12.2, 13.6): declining, closing and reopening them.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, Shut, What};
use crate::state::activation::Window;
use crate::state::position::State;
use casus_core::{Closed, HexId, Hold, Refusals, Verdict, Window as _};

/// The hold that an action means; `None` for an action that uses the window.
const fn as_hold(action: Action) -> Option<Hold<Window>> {
    match action {
        Action::Hold => Some(Hold::Once),
        Action::HoldAll(window) => Some(Hold::All(window)),
        Action::Reopen(window) => Some(Hold::Reopen(window)),
        _ => None,
    }
}

fn shut(s: &State) -> Closed {
    s.activation().map(|a| a.closed).unwrap_or_default()
}

/// Whether a side has closed a window until the activation ends.
pub(crate) fn closed(s: &State, side: Side, window: Window) -> bool {
    shut(s).has(side, window)
}

/// Appends the actions that decline a side's window, and those that reopen others.
pub(crate) fn hold_candidates(s: &State, side: Side, window: Window, out: &mut Vec<Action>) {
    out.extend(shut(s).holds(side, window).map(|hold| match hold {
        Hold::Once => Action::Hold,
        Hold::All(window) => Action::HoldAll(window),
        Hold::Reopen(window) => Action::Reopen(window),
    }));
}

pub(crate) fn judge_hold(s: &State, side: Side, window: Window, action: Action, v: &mut Verdict) -> bool {
    let Some(hold) = as_hold(action) else { return false };
    shut(s).judge(side, window, hold, v);
    true
}

impl Engine<'_> {
    /// Reports why a unit cannot use a chance that it had; `judge` checks the rules. Does nothing while the log is off.
    pub(crate) fn pass_over(
        &mut self,
        chance: Chance,
        unit: UnitId,
        against: impl IntoIterator<Item = UnitId>,
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

    /// Reports the same when the reasons are known already. Reports nothing if there are none.
    pub(crate) fn tell_passed_over(
        &mut self,
        side: Side,
        chance: Chance,
        unit: Option<UnitId>,
        against: impl IntoIterator<Item = UnitId>,
        refusals: Refusals,
    ) {
        let Some(first) = refusals.iter().next() else { return };
        self.say(first.cite, || What::PassedOver {
            side,
            unit,
            chance,
            against: against.into_iter().collect(),
            refusals,
            paths: Vec::new(),
        });
    }

    /// Reports why none of these hexes is open to a unit, if none is; `judge` checks the rules of each. Does nothing while the
    /// log is off.
    pub(crate) fn tell_no_hex(
        &mut self,
        unit: UnitId,
        chance: Chance,
        hexes: &[HexId],
        judge: impl Fn(&State, HexId, &mut Verdict),
    ) {
        if !self.log.is_on() {
            return;
        }
        let shut = |&hex: &HexId| {
            let mut verdict = Verdict::full();
            judge(self.s, hex, &mut verdict);
            let refusals = verdict.finish().err()?;
            Some(Shut { hex, refusals })
        };
        let Some(barred) = hexes.iter().map(shut).collect::<Option<Vec<Shut>>>() else {
            return;
        };
        let case = match chance {
            Chance::RetreatBeforeCombat => cite!("12.2"),
            Chance::Refuge => cite!("14.4"),
            _ => cite!("14.3"),
        };
        self.say(case, || What::NoHex { unit, chance, barred });
    }

    /// Declines a side's open window, or reopens others.
    /// `units` returns the units that might have used it. It is called only while the log is on.
    pub(crate) fn hold(&mut self, side: Side, open: Window, action: Action, units: impl FnOnce(&State) -> Vec<UnitId>) {
        let Some(hold) = as_hold(action) else { return };
        let units = if self.log.is_on() { units(self.s) } else { Vec::new() };
        if let Some(a) = self.act_mut() {
            a.closed.hold(side, hold);
        }
        self.say(open.cite(), || match hold {
            Hold::Once => What::Held {
                side,
                window: None,
                units,
            },
            Hold::All(window) => What::Held {
                side,
                window: Some(window),
                units,
            },
            Hold::Reopen(window) => What::Reopened { side, window },
        });
    }
}
