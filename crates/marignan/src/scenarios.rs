//! Module 14.
#![allow(missing_docs, clippy::all, unused)]
use crate::action::Action;
use crate::components::*;
use crate::engine::*;
use crate::state::*;
use casus_core::*;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Night;
pub(crate) fn waits(_: &State, _: Option<CorpsId>) -> bool {
    false
}
pub(crate) fn entry_hexes(_: &State, _: Option<CorpsId>) -> &[HexId] {
    &[]
}
pub(crate) fn entry_reduction(_: &State, _: UnitId) -> u8 {
    0
}
pub(crate) fn deploy_candidates(_: &State, _: u8, _: &mut Vec<Action>) {}
pub(crate) fn judge_deploy(_: &State, _: u8, _: Action, _: &mut Verdict) -> bool {
    false
}
pub(crate) fn deploy_decision(_: &State, _: u8) -> Option<Decision> {
    None
}
pub(crate) fn night_candidates(_: &State, _: Night, _: &mut Vec<Action>) {}
pub(crate) fn judge_night(_: &State, _: Night, _: Action, _: &mut Verdict) -> bool {
    false
}
pub(crate) fn night_decision(_: &State, _: Night) -> Option<Decision> {
    None
}
impl Engine<'_> {
    pub(crate) fn deploying(&mut self, _: u8) -> Flow<Stage> {
        Flow::Done
    }
    pub(crate) fn enact_deploy(&mut self, _: u8, _: Action) {}
    pub(crate) fn closing(&mut self) -> Flow<Stage> {
        Flow::Done
    }
    pub(crate) fn night(&mut self, _: Night) -> Flow<Stage> {
        Flow::Done
    }
    pub(crate) fn enact_night(&mut self, _: Night, _: Action) {}
}
