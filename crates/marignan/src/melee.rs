//! Module 13, Melee Combat.
#![allow(missing_docs, clippy::all, unused)]
use crate::action::Action;
use crate::components::*;
use crate::engine::*;
use crate::state::*;
use casus_core::*;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bout;
pub(crate) fn phase_over(_: &State) -> bool {
    true
}
pub(crate) fn phase_candidates(_: &State, _: &mut Vec<Action>) {}
pub(crate) fn judge_phase(_: &State, _: Action, _: &mut Verdict) -> bool {
    false
}
pub(crate) fn decision(_: &State, _: &Bout) -> Option<Decision> {
    None
}
pub(crate) fn candidates(_: &State, _: &Bout, _: &mut Vec<Action>) {}
pub(crate) fn judge(_: &State, _: &Bout, _: Action, _: &mut Verdict) -> bool {
    false
}
impl Engine<'_> {
    pub(crate) fn fighting(&mut self, _: Bout) -> Flow<Stage> {
        Flow::Done
    }
    pub(crate) fn enact_bout(&mut self, _: Bout, _: Action) {}
    pub(crate) fn enact_melee_phase(&mut self, _: Action) {}
    pub(crate) fn go_forward(&mut self, _: UnitId, _: HexId, _: CommanderSet) {}
}
