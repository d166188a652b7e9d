//! The Move/Fire segment (4.1, 6.1): its choices, and a unit's run from selection to end.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::LeaderId;
use crate::engine::Engine;
use crate::event::What;
use crate::rules::fire;
use crate::rules::fire::{judge_phasing, list_phasing};
use crate::rules::movement::facing::{HALT_BARS, HaltFacts};
use crate::rules::movement::step::{Standing, entrances, gates, judge_entry, judge_step, judge_turn};
use crate::rules::movement::taking::{enters, judge_take, judge_take_leader};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::{Flow, Procedures, Verdict, VertexFacing};

pub(crate) fn segment_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(act) = s.activation() else { return };
    out.push(Action::EndMoves);
    let own = |&l: &LeaderId| {
        let card = s.game_data.roster.leader_card(l);
        card.command == act.command || s.amended() && card.side == act.side
    };
    out.extend(s.leader_ids().filter(own).map(Action::TakeLeader));
    out.extend(s.at_hand(act).map(Action::Take));
}

pub(crate) fn judge_segment(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::EndMoves => {}
        Action::Take(u) => judge_take(s, u, v),
        Action::TakeLeader(l) => judge_take_leader(s, l, v),
        _ => return false,
    }
    true
}

/// Whether any step is worth checking. By the printed Cases each step costs at least one point.
fn may_go_on(s: &State, run: &Run) -> bool {
    run.spent < run.allowance || s.amended()
}

pub(crate) fn running_candidates(s: &State, run: &Run, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    let Some(at) = s.hex(run.unit) else {
        out.extend(entrances(s, gates(s, run.unit)).map(Action::Enter));
        return;
    };
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    if may_go_on(s, run) {
        out.extend(s.game_data.board.neighbours(at).map(|(_, h)| Action::Step(h)));
    }
    fire::candidates(s, run.unit, out);
}

/// Appends a unit's legal actions in its run. It applies the same rules as [`judge_running`], and computes only once what
/// is the same for every step.
pub(crate) fn list_running(s: &State, run: &Run, out: &mut Vec<Action>) {
    if HALT_BARS.permit(&HaltFacts { s, run }) {
        out.push(Action::Halt);
    }
    let Some(at) = s.hex(run.unit) else {
        let open = entrances(s, gates(s, run.unit)).filter(|&h| enters(s, run, h));
        out.extend(open.map(Action::Enter));
        return;
    };
    let here = Standing::new(s, *run, Some(at));
    out.extend(
        VertexFacing::ALL
            .into_iter()
            .filter(|&f| here.may_turn(f))
            .map(Action::Face),
    );
    if may_go_on(s, run) {
        let around = s.game_data.board.neighbours(at).map(|(_, h)| h);
        out.extend(around.filter(|&h| here.may_step(h)).map(Action::Step));
    }
    list_phasing(s, run, out);
}

pub(crate) fn judge_running(s: &State, run: &Run, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => HALT_BARS.judge(&HaltFacts { s, run }, v),
        Action::Step(h) => judge_step(s, run, h, v),
        Action::Enter(h) => judge_entry(s, run, h, v),
        Action::Face(f) => judge_turn(s, run, f, v),
        Action::Fire(t) => judge_phasing(s, run, t, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Continues a run until its unit halts or is driven from its hex. Then the Counter-Charges that waited for its end are
    /// made (7.3.1).
    pub(crate) fn running(&mut self, run: Run) -> Flow<Stage> {
        if !run.over {
            return Flow::Ask;
        }
        let next = self
            .act_mut()
            .and_then(|a| (!a.waiting.is_empty()).then(|| a.waiting.remove(0)));
        if let Some((unit, from)) = next {
            return self.launch(unit, from);
        }
        Flow::Done
    }

    pub(crate) fn enact_running(&mut self, run: Run, action: Action) {
        match action {
            Action::Halt => {
                self.set_top(Stage::Running(Run { over: true, ..run }));
                let u = self.s.unit_mut(run.unit);
                if u.done.has(Done::MOVED) || u.done.has(Done::PIVOTED) || u.done.has(Done::FIRED) {
                    u.done.set(Done::RUN_OVER);
                }
            }
            Action::Face(facing) => {
                let enemy = self.s.side(run.unit).enemy();
                let zoc = self.s.hex(run.unit).is_some_and(|h| self.s.in_zoc(h, enemy));
                let u = self.s.unit_mut(run.unit);
                u.facing = facing;
                u.done.set(Done::PIVOTED);
                if zoc && !run.free_turn {
                    u.done.set(Done::ZOC_TURN);
                }
                self.say(cite!("3.3.2"), || What::Faced { unit: run.unit, facing });
            }
            Action::Step(to) => self.step_to(run, to),
            Action::Enter(to) => self.enter_at(run, to),
            Action::Fire(target) => self.phasing_fire(run.unit, target),
            _ => {}
        }
    }

    pub(crate) fn enact_segment(&mut self, action: Action) {
        match action {
            Action::Take(unit) => {
                let run = self.s.begin_run(unit);
                self.call(Stage::Running(run));
            }
            Action::TakeLeader(leader) => self.call(Stage::Riding(leader)),
            Action::EndMoves => self.pop(),
            _ => {}
        }
    }
}
