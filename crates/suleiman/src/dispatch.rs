//! The dispatch of play: which stage asks which side for what, and which rules answer. Only this module knows every rule.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, Side};
use crate::engine::{Decision, Engine};
use crate::rules::charge::{approach, counter};
use crate::rules::movement::{riding, segment};
use crate::rules::shock::{bouts, declaring, striking};
use crate::rules::{deployment, fire, leaders, openings, results, sequence};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{
    Cite, Flow, Judge as _, Log, Place, Procedures, Refusal, Scripted, Verdict, VertexFacing, retain_legal,
};

impl Engine<'_> {
    /// Whether nothing is left to settle. A debug check for the case that nothing has happened since the last time.
    fn settled(&self) -> bool {
        let mut s = self.s.clone();
        let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
        let mut again = Engine::new(&mut s, &mut dice, &mut log);
        !again.settle_banner() && !again.settle_leaders()
    }
}

impl Procedures for Engine<'_> {
    casus_continuity::stacked!();
    fn step(&mut self) -> Flow<Stage> {
        let Some(&top) = self.s.stack.last() else {
            return Flow::Ask;
        };
        match top {
            Stage::Deploy { next } => self.deploying(next),
            Stage::Seize { side, named } => self.seizing(side, named),
            Stage::Activation { step } => self.course(step),
            Stage::Replace { side } => self.replacing(side),
            Stage::Free { .. } | Stage::Continuity { .. } | Stage::Segment | Stage::Riding(_) => Flow::Ask,
            Stage::Running(run) => self.running(run),
            Stage::Reaction { at, hex, answered } => self.reaction(at, hex, answered),
            Stage::Shot(shot) => self.shooting(shot),
            Stage::Declaring => self.declaring(),
            Stage::Resolving => self.resolving(),
            Stage::Combat { step } => self.combat(step),
            Stage::Approach(approach) => self.approaching(approach),
            Stage::Counter(counter) => self.countering(counter),
            Stage::Wheel { unit } => self.wheeling(unit),
            Stage::Effect(effect) => self.effect(effect),
            Stage::Repulse(repulse) => self.repulsing(repulse),
            Stage::Retreat { unit, from, risk, why } => self.retreating(unit, from, risk, why),
            Stage::Reface { unit, .. } => self.refacing(unit),
            Stage::Retire { unit, why } => self.retiring(unit, why),
            Stage::Rejoin { leader, from, why } => self.rejoining(leader, from, why),
        }
    }
    fn settle(&mut self) -> bool {
        if !core::mem::take(&mut self.changed) {
            debug_assert!(self.settled());
            return false;
        }
        let unsettled = self.settle_banner() || self.settle_leaders();
        // A unit or leader that is settled at once may leave others to settle.
        self.changed |= unsettled;
        self.thinned &= unsettled;
        unsettled
    }
}

/// The open decision; `None` when play has ended.
pub(crate) fn decision(s: &State) -> Option<Decision> {
    if s.outcome.is_some() {
        return None;
    }
    decision_at(s, *s.stack.last()?)
}

/// The decision that a stage asks for, if any.
pub(crate) fn decision_at(s: &State, stage: Stage) -> Option<Decision> {
    let active = s.activation().map_or(Side::Hungary, |a| a.side);
    let ask = |side: Side, cite: Cite, what: &'static str, of: Place| Some(Decision { side, cite, what, of });
    match stage {
        Stage::Deploy { next } => deployment::decision(s, next),
        Stage::Free { side } => ask(side, cite!("5.1.1"), "activate", Place::Nowhere),
        Stage::Continuity { side } => ask(side, cite!("5.2.1"), "continuity", Place::Nowhere),
        Stage::Seize { side, named } => ask(side.enemy(), cite!("5.3.1"), "seize", named.place()),
        Stage::Replace { side } => {
            let leader = openings::next_replacement(s, side);
            ask(side, cite!("12.4.1"), "replacement", leader.map_or(Place::Nowhere, LeaderId::place))
        }
        Stage::Segment => ask(active, cite!("6.1"), "segment", Place::Nowhere),
        Stage::Running(run) => ask(active, cite!("6.1.1"), "run", run.unit.place()),
        Stage::Riding(leader) => ask(active, cite!("6.1.1", "C13"), "ride", leader.place()),
        Stage::Reaction { at, .. } => ask(s.side(at).enemy(), cite!("7.3.2"), "reaction-fire", at.place()),
        Stage::Shot(shot) => fire::decision(s, &shot),
        Stage::Declaring => ask(active, cite!("8.1"), "declare", Place::Nowhere),
        Stage::Resolving => ask(active, cite!("8.3"), "resolve", Place::Nowhere),
        Stage::Combat { step } => bouts::decision(s, step),
        Stage::Approach(a) => ask(s.side(a.unit), cite!("9.2"), "charge", a.unit.place()),
        Stage::Counter(c) => ask(s.side(c.unit), cite!("9.4.4(2)"), "counter-charge-move", c.unit.place()),
        Stage::Wheel { unit } => ask(s.side(unit), cite!("9.4.5"), "wheel", unit.place()),
        Stage::Activation { .. } | Stage::Effect(_) => None,
        Stage::Repulse(r) => striking::repulse_decision(s, &r),
        Stage::Retreat { unit, .. } => ask(s.side(unit), cite!("10.2"), "retreat", unit.place()),
        Stage::Reface { unit, why } => ask(s.side(unit), why.cite(), "face", unit.place()),
        Stage::Retire { unit, .. } => ask(s.side(unit), cite!("10.3(2)"), "retire", unit.place()),
        Stage::Rejoin { leader, why, .. } => {
            ask(s.game_data.roster.leader_card(leader).side, why.cite(), "rejoin", leader.place())
        }
    }
}

/// Appends the legal actions: the candidates, judged. A unit's run, the most common decision, computes only once what is the
/// same for all its steps.
pub(crate) fn list(s: &State, out: &mut Vec<Action>) {
    if let Some(Stage::Running(run)) = s.stack.last() {
        return segment::list_running(s, run, out);
    }
    let Some(&top) = s.stack.last() else { return };
    let start = out.len();
    candidates(s, out);
    // Candidates only name pieces that exist.
    retain_legal(out, start, |action, v| {
        debug_assert!(action.exists(s));
        if !judge_at(s, top, action, v) {
            s.judge_now(action, v);
        }
    });
}

/// Appends the candidates: a superset of the legal actions.
pub(crate) fn candidates(s: &State, out: &mut Vec<Action>) {
    let Some(&top) = s.stack.last() else { return };
    match top {
        Stage::Deploy { next } => deployment::candidates(s, next, out),
        Stage::Free { side } => sequence::free_candidates(s, side, out),
        Stage::Continuity { side } => sequence::continuity_candidates(s, side, out),
        Stage::Seize { side, .. } => sequence::seize_candidates(s, side, out),
        Stage::Activation { .. } | Stage::Effect(_) => {}
        Stage::Replace { side } => leaders::replacement_candidates(s, side, out),
        Stage::Segment => segment::segment_candidates(s, out),
        Stage::Running(run) => segment::running_candidates(s, &run, out),
        Stage::Riding(leader) => riding::riding_candidates(s, leader, out),
        Stage::Reaction { at, .. } => fire::reaction_candidates(s, at, out),
        Stage::Shot(shot) => fire::window_candidates(s, &shot, out),
        Stage::Declaring => declaring::declare_candidates(s, out),
        Stage::Resolving => declaring::resolve_candidates(s, out),
        Stage::Combat { step } => bouts::combat_candidates(s, step, out),
        Stage::Repulse(r) => out.extend(r.left.iter().map(Action::Resolve)),
        Stage::Approach(a) => approach::approach_candidates(s, &a, out),
        Stage::Counter(c) => counter::counter_candidates(s, &c, out),
        Stage::Wheel { .. } => {
            out.push(Action::Halt);
            out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
        }
        Stage::Retreat { unit, from, .. } => {
            results::retreat_candidates(s, unit, &from, out);
        }
        Stage::Reface { .. } => {
            out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
        }
        Stage::Retire { unit, .. } => results::retire_candidates(s, unit, out),
        Stage::Rejoin { leader, from, why } => leaders::rejoin_candidates(s, leader, from, why, out),
    }
}

/// Judges an action at the open decision. Returns `false` when it does not belong there.
pub(crate) fn judge_open(s: &State, action: Action, v: &mut Verdict) -> bool {
    if !action.exists(s) {
        v.refuse(Refusal::unknown(cite!("2.2")));
        return true;
    }
    s.stack.last().is_some_and(|&top| judge_at(s, top, action, v))
}

/// Judges an action, with pieces that exist, at a stage. Returns `false` when it does not belong there.
pub(crate) fn judge_at(s: &State, stage: Stage, action: Action, v: &mut Verdict) -> bool {
    match stage {
        Stage::Deploy { next } => deployment::judge(s, next, action, v),
        Stage::Free { side } => sequence::judge_free(s, side, action, v),
        Stage::Continuity { side } => sequence::judge_continuity(s, side, action, v),
        Stage::Seize { side, .. } => sequence::judge_seize(s, side, action, v),
        Stage::Activation { .. } | Stage::Effect(_) => false,
        Stage::Replace { side } => leaders::judge_replacement(s, side, action, v),
        Stage::Segment => segment::judge_segment(s, action, v),
        Stage::Running(run) => segment::judge_running(s, &run, action, v),
        Stage::Riding(leader) => riding::judge_riding(s, leader, action, v),
        Stage::Reaction { at, .. } => fire::judge_reaction(s, at, action, v),
        Stage::Shot(shot) => fire::judge_window(s, &shot, action, v),
        Stage::Declaring => declaring::judge_declaring(s, action, v),
        Stage::Resolving => declaring::judge_resolving(s, action, v),
        Stage::Combat { step } => bouts::judge_combat(s, step, action, v),
        Stage::Repulse(r) => striking::judge_repulse(&r, action, v),
        Stage::Approach(a) => approach::judge_approach(s, &a, action, v),
        Stage::Counter(c) => counter::judge_counter(s, &c, action, v),
        Stage::Wheel { unit } => counter::judge_wheel(s, unit, action, v),
        Stage::Retreat { unit, from, .. } => results::judge_retreat(s, unit, &from, action, v),
        Stage::Reface { .. } => matches!(action, Action::Face(_)),
        Stage::Retire { unit, .. } => results::judge_retire(s, unit, action, v),
        Stage::Rejoin { leader, from, why } => leaders::judge_rejoin(s, leader, from, why, action, v),
    }
}

/// Applies a legal action at the stage that asked for it.
pub(crate) fn enact(e: &mut Engine<'_>, action: Action) {
    let Some(&top) = e.s.stack.last() else { return };
    match top {
        Stage::Deploy { next } => e.enact_deploy(next, action),
        Stage::Free { side } => e.enact_free(side, action),
        Stage::Continuity { side } => e.enact_continuity(side, action),
        Stage::Seize { side, named } => e.enact_seize(side, named, action),
        Stage::Activation { .. } | Stage::Effect(_) => {}
        Stage::Replace { side } => e.enact_replace(side, action),
        Stage::Segment => e.enact_segment(action),
        Stage::Running(run) => e.enact_running(run, action),
        Stage::Riding(leader) => e.enact_riding(leader, action),
        Stage::Reaction { at, .. } => e.enact_reaction(at, action),
        Stage::Shot(shot) => e.enact_window(shot, action),
        Stage::Declaring => e.enact_declaring(action),
        Stage::Resolving => e.enact_resolving(action),
        Stage::Combat { step } => e.enact_combat(step, action),
        Stage::Repulse(r) => {
            if let Action::Resolve(unit) = action {
                e.repulse(r, unit);
            }
        }
        Stage::Approach(a) => e.enact_approach(a, action),
        Stage::Counter(c) => e.enact_counter(c, action),
        Stage::Wheel { unit } => e.enact_wheel(unit, action),
        Stage::Retreat { unit, risk, why, .. } => e.enact_retreat(unit, risk, why, action),
        Stage::Reface { unit, why } => e.enact_reface(unit, why, action),
        Stage::Retire { unit, why } => e.enact_retire(unit, why, action),
        Stage::Rejoin { leader, why, .. } => e.enact_rejoin(leader, why, action),
    }
}
