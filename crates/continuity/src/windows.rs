//! The windows of an activation, and the reports of chances that a side could not use.

use casus_core::{HexId, Refusals};
use serde::Serialize;

/// A hex that was closed to a unit, and the rules that closed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shut {
    /// The hex that was closed.
    pub hex: HexId,
    /// The rules that closed it.
    pub refusals: Refusals,
}

/// Declares what a game does with the windows of its activation: declining, closing and reopening them, and reporting the
/// chances that the rules forbid to use.
///
/// The game has in scope its `Action` (with `Hold`, `HoldAll` and `Reopen`), `Window`, `Side`, `UnitId`, `State`, `Engine`,
/// `Chance` and `What` (with `PassedOver`, `NoHex`, `Held` and `Reopened`). `no_hex` says under which Case each chance has no hex;
/// `passed_over` adds fields to that event.
#[macro_export]
macro_rules! windows {
    (
        no_hex { $($chance:pat => $case:expr,)+ }
        passed_over { $($more:ident: $value:expr),* }
    ) => {
        /// The hold that an action means; `None` for an action that uses the window.
        const fn as_hold(action: Action) -> Option<$crate::casus_core::Hold<Window>> {
            use $crate::casus_core::Hold;
            match action {
                Action::Hold => Some(Hold::Once),
                Action::HoldAll(window) => Some(Hold::All(window)),
                Action::Reopen(window) => Some(Hold::Reopen(window)),
                _ => None,
            }
        }

        fn shut(s: &State) -> $crate::casus_core::Closed {
            s.activation().map(|a| a.closed).unwrap_or_default()
        }

        /// Whether a side has closed a window until the activation ends.
        pub(crate) fn closed(s: &State, side: Side, window: Window) -> bool {
            shut(s).has(side, window)
        }

        /// Appends the actions that decline a side's window, and those that reopen others.
        pub(crate) fn hold_candidates(s: &State, side: Side, window: Window, out: &mut Vec<Action>) {
            use $crate::casus_core::Hold;
            out.extend(shut(s).holds(side, window).map(|hold| match hold {
                Hold::Once => Action::Hold,
                Hold::All(window) => Action::HoldAll(window),
                Hold::Reopen(window) => Action::Reopen(window),
            }));
        }

        pub(crate) fn judge_hold(
            s: &State,
            side: Side,
            window: Window,
            action: Action,
            v: &mut $crate::casus_core::Verdict,
        ) -> bool {
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
                judge: impl FnOnce(&State, &mut $crate::casus_core::Verdict),
            ) {
                if !self.log.is_on() {
                    return;
                }
                let mut verdict = $crate::casus_core::Verdict::full();
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
                refusals: $crate::casus_core::Refusals,
            ) {
                let Some(first) = refusals.iter().next() else { return };
                self.say(first.cite, || What::PassedOver {
                    side,
                    unit,
                    chance,
                    against: against.into_iter().collect(),
                    $($more: $value,)*
                    refusals,
                });
            }

            /// Reports why none of these hexes is open to a unit, if none is; `judge` checks the rules of each. Does nothing
            /// while the log is off.
            pub(crate) fn tell_no_hex(
                &mut self,
                unit: UnitId,
                chance: Chance,
                hexes: &[$crate::casus_core::HexId],
                judge: impl Fn(&State, $crate::casus_core::HexId, &mut $crate::casus_core::Verdict),
            ) {
                if !self.log.is_on() {
                    return;
                }
                let Some(barred) = $crate::all_shut(hexes, |hex, verdict| judge(self.s, hex, verdict)) else {
                    return;
                };
                let case = match chance {
                    $($chance => $case,)+
                };
                self.say(case, || What::NoHex { unit, chance, barred });
            }

            /// Declines a side's open window, or reopens others.
            /// `units` returns the units that might have used it. It is called only while the log is on.
            pub(crate) fn hold(
                &mut self,
                side: Side,
                open: Window,
                action: Action,
                units: impl FnOnce(&State) -> Vec<UnitId>,
            ) {
                use $crate::casus_core::{Hold, Window as _};
                let Some(hold) = as_hold(action) else { return };
                let units = if self.log.is_on() { units(self.s) } else { Vec::new() };
                if let Some(a) = self.act_mut() {
                    a.closed.hold(side, hold);
                }
                self.say(open.cite(), || {
                    let window = match hold {
                        Hold::Once => None,
                        Hold::All(window) => Some(window),
                        Hold::Reopen(window) => return What::Reopened { side, window },
                    };
                    What::Held { side, window, units }
                });
            }
        }
    };
}

/// Returns what closes each of these hexes; `None` if one is open. `judge` checks the rules of a hex.
pub fn all_shut(hexes: &[HexId], judge: impl Fn(HexId, &mut casus_core::Verdict)) -> Option<Vec<Shut>> {
    let shut = |&hex: &HexId| {
        let mut verdict = casus_core::Verdict::full();
        judge(hex, &mut verdict);
        let refusals = verdict.finish().err()?;
        Some(Shut { hex, refusals })
    };
    hexes.iter().map(shut).collect()
}
