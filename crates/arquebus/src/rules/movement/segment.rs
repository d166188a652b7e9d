//! Phase B, Move/Fire (4.0, 7.2): its choices, and a unit's run from selection to end.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::fire::shot::{judge_active, list_active, target_hexes};
use crate::rules::movement::duties::{END_BARS, EndFacts};
use crate::rules::movement::escort::judge_escort;
use crate::rules::movement::facing::{HALT_BARS, HaltFacts, TURN_BARS, TurnFacts, may_turn};
use crate::rules::movement::leaving::{judge_exit, may_exit};
use crate::rules::movement::mounting::judge_mount;
use crate::rules::movement::step::{enters, entrances, judge_entry, judge_step, may_step};
use crate::rules::movement::taking::{judge_take, judge_take_leader, judge_take_standard};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::{Procedures, Refusal, Verdict, VertexFacing, retain_legal};

pub(crate) fn segment_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(act) = s.activation() else { return };
    out.push(Action::EndMoves);
    out.extend(act.standard().map(Action::TakeStandard));
    let own = |&l: &LeaderId| s.leader_side(l) == act.side;
    out.extend(s.leader_ids().filter(own).map(Action::TakeLeader));
    let usable = |&u: &UnitId| s.side(u) == act.side && (s.amended() || s.unit(u).done.has(Done::ACTIVE));
    out.extend(s.unit_ids().filter(usable).map(Action::Take));
}

pub(crate) fn judge_segment(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::EndMoves => END_BARS.judge(&EndFacts { s }, v),
        Action::Take(u) => judge_take(s, u, v),
        Action::TakeLeader(l) => judge_take_leader(s, l, v),
        Action::TakeStandard(t) => judge_take_standard(s, t, v),
        _ => return false,
    }
    true
}

/// Whether any step is worth checking. By the printed Cases each step costs at least one point.
fn may_go_on(s: &State, run: &Run) -> bool {
    run.spent < run.allowance || s.amended()
}

/// Appends the candidates in a run other than steps and turns.
fn deeds(s: &State, run: &Run, out: &mut Vec<Action>) {
    if may_exit(s, run) {
        out.push(Action::LeaveMap);
    }
    if s.counter(run.unit).arm.dismounts() {
        out.extend([Action::Dismount, Action::Remount]);
    }
    if let Some(at) = s.hex(run.unit) {
        out.extend(s.leaders_at(at).map(Action::Escort));
    }
}

pub(crate) fn running_candidates(s: &State, run: &Run, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    let Some(at) = s.hex(run.unit) else {
        out.extend(entrances(s, run.unit).into_iter().map(Action::Enter));
        return;
    };
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    if may_go_on(s, run) {
        out.extend(s.game_data.board.neighbours(at).map(|(_, h)| Action::Step(h)));
    }
    deeds(s, run, out);
    out.extend(target_hexes(s, run.unit).into_iter().map(Action::Fire));
}

/// Appends a unit's legal actions in its run, by the same rules as [`judge_running`].
pub(crate) fn list_running(s: &State, run: &Run, out: &mut Vec<Action>) {
    if HALT_BARS.permit(&HaltFacts { s, run }) {
        out.push(Action::Halt);
    }
    let Some(at) = s.hex(run.unit) else {
        let open = entrances(s, run.unit).into_iter().filter(|&h| enters(s, run, h));
        out.extend(open.map(Action::Enter));
        return;
    };
    let turns = VertexFacing::ALL.into_iter().filter(|&f| may_turn(s, run, f));
    out.extend(turns.map(Action::Face));
    if may_go_on(s, run) {
        let around = s.game_data.board.neighbours(at).map(|(_, h)| h);
        out.extend(around.filter(|&h| may_step(s, run, h)).map(Action::Step));
    }
    let start = out.len();
    deeds(s, run, out);
    retain_legal(out, start, |action, v| {
        judge_running(s, run, action, v);
    });
    list_active(s, run, out);
}

pub(crate) fn judge_running(s: &State, run: &Run, action: Action, v: &mut Verdict) -> bool {
    let unplaced =
        || Refusal::new(cite!("7.5"), "the piece is not on the map: it enters first").about(run.unit.place());
    let on_map = s.hex(run.unit).is_some();
    match action {
        Action::Halt => HALT_BARS.judge(&HaltFacts { s, run }, v),
        Action::Step(h) => judge_step(s, run, h, v),
        Action::Enter(h) => judge_entry(s, run, h, v),
        Action::Face(_) | Action::Escort(_) | Action::Fire(_) | Action::Dismount | Action::Remount if !on_map => {
            v.refuse(unplaced());
        }
        Action::Face(facing) => TURN_BARS.judge(&TurnFacts { s, run: *run, facing }, v),
        Action::Escort(leader) => return judge_escort(s, run, leader, v),
        Action::LeaveMap => judge_exit(s, run, v),
        Action::Dismount => judge_mount(s, run, false, v),
        Action::Remount => judge_mount(s, run, true, v),
        Action::Fire(hex) => judge_active(s, run, hex, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn enact_running(&mut self, run: Run, action: Action) {
        match action {
            Action::Halt => {
                self.set_top(Stage::Running(Run { over: true, ..run }));
                let u = self.s.unit_mut(run.unit);
                if u.done.has(Done::MOVED.and(Done::TURNED).and(Done::FIRED)) {
                    u.done.set(Done::RUN_OVER);
                }
            }
            Action::Face(facing) => self.turn(run, facing),
            Action::Step(to) => self.step_to(run, to),
            Action::Enter(to) => self.enter_at(run, to),
            Action::Escort(leader) => self.join_run(run, leader),
            Action::LeaveMap => self.leave_map(run),
            Action::Dismount => self.mount(run, false),
            Action::Remount => self.mount(run, true),
            Action::Fire(hex) => self.active_fire(run, hex),
            _ => {}
        }
    }

    /// 8.0: turns a unit in its hex, with the unit that is stacked with it (ruling R-109).
    fn turn(&mut self, run: Run, facing: VertexFacing) {
        let mut all = vec![run.unit];
        if !run.stepped {
            all.extend(self.s.beside(run.unit));
        }
        for unit in all {
            let u = self.s.unit_mut(unit);
            u.facing = facing;
            u.done.set(Done::TURNED);
            self.say(cite!("8.0"), || What::Faced { unit, facing });
        }
    }

    pub(crate) fn enact_segment(&mut self, action: Action) {
        match action {
            Action::Take(unit) => {
                let run = self.s.begin_run(unit);
                self.call(Stage::Running(run));
            }
            Action::TakeLeader(leader) => self.call(Stage::Riding(leader)),
            Action::TakeStandard(standard) => self.call(Stage::Carrying(standard)),
            Action::EndMoves => self.pop(),
            _ => {}
        }
    }
}
