//! The dispatch of play: which stage asks which side for what, and which rules answer. Only this module knows every rule.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{BattleId, LeaderId, Side};
use crate::engine::{Decision, Engine};
use crate::rules::charge::tracing;
use crate::rules::fire::volley;
use crate::rules::movement::{alone, escort, segment};
use crate::rules::shock::{advancing, declaring, phases, striking, withdrawing};
use crate::rules::{joining, leaders, rally, results, retreat, seizing, sequence, special};
use crate::state::activation::Named;
use crate::state::position::State;
use crate::state::stage::{Bout, Stage};
use casus_core::{
    Cite, Flow, HexId, Judge as _, Log, Place, Procedures, Refusal, Scripted, Verdict, VertexFacing, retain_legal,
};

impl Engine<'_> {
    /// Whether nothing is left to settle. A debug check for the case that nothing has happened since the last time.
    fn settled(&self) -> bool {
        let mut s = self.s.clone();
        let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
        !Engine::new(&mut s, &mut dice, &mut log).settle_all()
    }

    /// Applies what happens at once by the rules.
    fn settle_all(&mut self) -> bool {
        self.settle_engaged() || self.settle_wagons() || self.settle_standards() || self.settle_leaders()
    }

    fn attack(&mut self, step: Bout) -> Flow<Stage> {
        match step {
            Bout::Breach => self.breaching(),
            Bout::Strike => self.strike(),
            Bout::Settle => self.settle_fight(),
            Bout::Advance => self.advancing(),
            Bout::Mark => self.marking(),
            Bout::End => self.end_fight(),
        }
    }
}

impl Procedures for Engine<'_> {
    casus_continuity::stacked!();
    fn step(&mut self) -> Flow<Stage> {
        let Some(&top) = self.s.stack.last() else {
            return Flow::Ask;
        };
        match top {
            Stage::Running(run) if run.over => Flow::Done,
            Stage::Draw { .. }
            | Stage::Free { .. }
            | Stage::Clock { .. }
            | Stage::Continuity { .. }
            | Stage::Segment
            | Stage::Running(_)
            | Stage::Riding(_)
            | Stage::Carrying(_) => Flow::Ask,
            Stage::Passed { side } => self.passed(side),
            Stage::Joining { side, battles } => self.joining(side, battles),
            Stage::Seize { side, named } => self.seizing(side, named),
            Stage::Negate { side, by, counter, .. } => self.negating(side, by, counter),
            Stage::Activation { step } => self.course(step),
            Stage::Replace { side } => self.replacing(side),
            Stage::Counters { side } => self.counters(side),
            Stage::Reaction { at, hex } => self.reaction(at, hex),
            Stage::Shot(shot) => self.shooting(shot),
            Stage::Declaring => self.declaring(),
            Stage::Tracing(trace) => self.tracing(trace),
            Stage::Shock { step } => self.shock(step),
            Stage::Attack { step } => self.attack(step),
            Stage::Escort {
                unit,
                from,
                left,
                riders,
                then,
            } => {
                if left.is_empty() || self.s.hex(unit) != Some(from) {
                    self.pop();
                    self.escorted(unit, riders, then);
                    return Flow::Next;
                }
                Flow::Ask
            }
            Stage::Withdrawing { unit, from, left } => self.withdrawing(unit, from, left),
            Stage::Follow { hex } => self.following(hex),
            Stage::Effect(effect) => self.effect(effect),
            Stage::Repulse(repulse) => self.repulsing(repulse),
            Stage::Retreat { unit, from } => self.retreating(unit, from),
            Stage::Reface { unit, .. } => self.refacing(unit),
            Stage::Retire { unit, from } => self.retiring(unit, from),
            Stage::LeadersUnderFire { leaders } => {
                self.leaders_under_fire(leaders);
                Flow::Next
            }
            Stage::Displace { hex, side, crossed_by } => self.displacing(hex, side, crossed_by),
            Stage::Rejoin { leader, from } => self.rejoining(leader, from),
            Stage::Rallying => self.rallying(),
        }
    }
    fn settle(&mut self) -> bool {
        if !core::mem::take(&mut self.changed) {
            debug_assert!(self.settled(), "something was left unsettled: {:?}", self.s.stack);
            return false;
        }
        let unsettled = self.settle_all();
        // What is settled at once may leave more to settle.
        self.changed |= unsettled;
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

fn fight_decision(s: &State, step: Bout) -> Option<Decision> {
    let combat = s.combat()?;
    let attack = striking::attack(s)?;
    let (cite, what, of) = match step {
        Bout::Breach => (cite!("6.3", "R-34"), "breach", striking::diced(s, attack).next()),
        Bout::Advance => (cite!("12.4"), "advance", advancing::enterable(s)),
        Bout::Mark => (cite!("14.7", "R-100"), "continue", attack.vacated.first().copied()),
        Bout::Strike | Bout::Settle | Bout::End => return None,
    };
    Some(Decision {
        side: combat.side,
        cite,
        what,
        of: of.map_or(Place::Nowhere, HexId::place),
    })
}

/// The decision that a stage asks for, if any.
pub(crate) fn decision_at(s: &State, stage: Stage) -> Option<Decision> {
    let active = s.active().unwrap_or(s.game_data.scenario.first);
    let attacking = s.combat().map_or(active, |f| f.side);
    let ask = |side: Side, cite: Cite, what: &'static str, of: Place| Some(Decision { side, cite, what, of });
    match stage {
        Stage::Draw { side } => ask(side, cite!("6.3"), "draw", Place::Nowhere),
        Stage::Free { side } => ask(side, cite!("6.1"), "activate", Place::Nowhere),
        Stage::Joining { side, battles } => {
            let first = battles.iter().next().map_or(Place::Nowhere, BattleId::place);
            ask(side, cite!("6.1", "V-1"), "join", first)
        }
        Stage::Clock { side } => ask(side, cite!("16.1"), "clock", Place::Nowhere),
        Stage::Continuity { side } => ask(side, cite!("6.2"), "continuity", Place::Nowhere),
        Stage::Seize { side, named } => {
            let of = match named {
                Named::Battle(battle) => battle.place(),
                Named::Army => Place::Side(side as u8),
            };
            ask(side.enemy(), cite!("6.3.1"), "seize", of)
        }
        Stage::Negate { side, by, .. } => ask(side, cite!("6.3.2"), "negate", by.place()),
        Stage::Replace { side } => {
            let leader = leaders::next_replacement(s, side);
            ask(side, cite!("5.5"), "replacement", leader.map_or(Place::Nowhere, LeaderId::place))
        }
        Stage::Counters { side } => ask(side, cite!("6.3"), "counters", Place::Nowhere),
        Stage::Segment => ask(active, cite!("4.0"), "segment", Place::Nowhere),
        Stage::Running(run) => ask(active, cite!("7.2"), "run", run.unit.place()),
        Stage::Riding(leader) => ask(active, cite!("7.2"), "ride", leader.place()),
        Stage::Carrying(standard) => ask(active, cite!("15.2"), "carry", standard.place()),
        Stage::Reaction { at, .. } => ask(s.side(at).enemy(), cite!("11.2"), "reaction-fire", at.place()),
        Stage::Shot(shot) => volley::decision(s, &shot),
        Stage::Declaring => ask(attacking, cite!("12.1"), "declare", Place::Nowhere),
        Stage::Tracing(trace) => ask(s.side(trace.unit), cite!("13.3"), "charge-path", trace.unit.place()),
        Stage::Shock { step } => phases::decision(s, step),
        Stage::Attack { step } => fight_decision(s, step),
        Stage::Escort { unit, .. } => ask(s.side(unit), cite!("7.2"), "escort", unit.place()),
        Stage::Withdrawing { unit, .. } => ask(s.side(unit), cite!("12.2"), "withdraw", unit.place()),
        Stage::Follow { hex } => ask(attacking, cite!("12.2"), "follow", hex.place()),
        Stage::Repulse(r) => crate::rules::results::repulse_decision(s, &r),
        Stage::Retreat { unit, .. } => ask(s.side(unit), cite!("14.3"), "retreat", unit.place()),
        Stage::Reface { unit, why } => ask(s.side(unit), why.cite(), "face", unit.place()),
        Stage::Retire { unit, .. } => ask(s.side(unit), cite!("14.4"), "retire", unit.place()),
        Stage::Rejoin { leader, .. } => ask(s.leader_side(leader), cite!("5.4"), "rejoin", leader.place()),
        Stage::Rallying => ask(active, cite!("15.1"), "rally", Place::Nowhere),
        Stage::Passed { .. }
        | Stage::Activation { .. }
        | Stage::Effect(_)
        | Stage::LeadersUnderFire { .. }
        | Stage::Displace { .. } => None,
    }
}

/// Appends the legal actions: the candidates, judged. A unit's run, the most common decision, has a list of its own, as have
/// decisions that would otherwise search the map for each hex.
pub(crate) fn list(s: &State, out: &mut Vec<Action>) {
    let Some(&top) = s.stack.last() else { return };
    match top {
        Stage::Running(run) => return segment::list_running(s, &run, out),
        Stage::Retire { unit, from } if retreat::list_retire(s, unit, &from, out) => return,
        _ => {}
    }
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
    let here = |hex: Option<HexId>, out: &mut Vec<Action>| alone::alone_candidates(s, hex, out);
    match top {
        Stage::Draw { .. } => out.push(Action::Draw),
        Stage::Free { side } => sequence::free_candidates(s, side, out),
        Stage::Joining { side, .. } => joining::join_candidates(s, side, out),
        Stage::Clock { .. } => out.extend([Action::Clock, Action::Halt]),
        Stage::Continuity { side } => sequence::continuity_candidates(s, side, out),
        Stage::Seize { side, .. } => seizing::seize_candidates(s, side, out),
        Stage::Negate { .. } => out.extend([Action::Hold, Action::Negate]),
        Stage::Replace { side } => leaders::replacement_candidates(s, side, out),
        Stage::Counters { side } => seizing::counter_candidates(s, side, out),
        Stage::Segment => segment::segment_candidates(s, out),
        Stage::Running(run) => segment::running_candidates(s, &run, out),
        Stage::Riding(leader) => here(s.leader(leader).at.hex(), out),
        Stage::Carrying(standard) => here(s.standard(standard).at.hex(), out),
        Stage::Reaction { at, .. } => volley::reaction_candidates(s, at, out),
        Stage::Shot(shot) => volley::window_candidates(s, &shot, out),
        Stage::Declaring => declaring::declare_candidates(s, out),
        Stage::Tracing(trace) => tracing::trace_candidates(s, &trace, out),
        Stage::Shock { step } => phases::phase_candidates(s, step, out),
        Stage::Attack { step: Bout::Breach } => striking::breach_candidates(s, out),
        Stage::Attack { step: Bout::Advance } => advancing::advance_candidates(s, out),
        Stage::Attack { step: Bout::Mark } => advancing::mark_candidates(s, out),
        Stage::Escort { from, .. } => {
            out.push(Action::Halt);
            out.extend(s.leaders_at(from).map(Action::Escort));
        }
        Stage::Withdrawing { unit, .. } => withdrawing::withdrawing_candidates(s, unit, out),
        Stage::Follow { hex } => advancing::follow_candidates(s, hex, out),
        Stage::Repulse(r) => out.extend(r.units().map(Action::Resolve)),
        Stage::Retreat { unit, from } => retreat::retreat_candidates(s, unit, &from, out),
        Stage::Reface { .. } => out.extend(VertexFacing::ALL.into_iter().map(Action::Face)),
        Stage::Retire { unit, .. } => retreat::retire_candidates(s, unit, out),
        Stage::Rejoin { leader, from } => leaders::rejoin_candidates(s, leader, from, out),
        Stage::Rallying => rally::rally_candidates(s, out),
        Stage::Attack { .. }
        | Stage::Passed { .. }
        | Stage::Activation { .. }
        | Stage::Effect(_)
        | Stage::LeadersUnderFire { .. }
        | Stage::Displace { .. } => {}
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
        Stage::Draw { .. } => action == Action::Draw,
        Stage::Free { side } => sequence::judge_free(s, side, action, v),
        Stage::Joining { side, battles } => joining::judge_join(s, side, battles, action, v),
        Stage::Clock { .. } => special::judge_clock(action),
        Stage::Continuity { side } => sequence::judge_continuity(s, side, action, v),
        Stage::Seize { side, .. } => seizing::judge_seize(s, side, action, v),
        Stage::Negate { side, .. } => seizing::judge_negate(s, side, action, v),
        Stage::Replace { side } => leaders::judge_replacement(s, side, action, v),
        Stage::Counters { side } => seizing::judge_counters(s, side, action, v),
        Stage::Segment => segment::judge_segment(s, action, v),
        Stage::Running(run) => segment::judge_running(s, &run, action, v),
        Stage::Riding(leader) => alone::judge_riding(s, leader, action, v),
        Stage::Carrying(standard) => alone::judge_carrying(s, standard, action, v),
        Stage::Reaction { at, hex } => volley::judge_reaction(s, (at, hex), action, v),
        Stage::Shot(shot) => volley::judge_window(s, &shot, action, v),
        Stage::Declaring => declaring::judge_declaring(s, action, v),
        Stage::Tracing(trace) => tracing::judge_tracing(s, &trace, action, v),
        Stage::Shock { step } => phases::judge_phase(s, step, action, v),
        Stage::Attack { step: Bout::Breach } => striking::judge_breach(s, action, v),
        Stage::Attack { step: Bout::Advance } => advancing::judge_advance(s, action, v),
        Stage::Attack { step: Bout::Mark } => advancing::judge_mark(s, action, v),
        Stage::Escort { unit, from, riders, .. } => escort::judge_escorting(s, (unit, from), riders, action, v),
        Stage::Withdrawing { unit, from, .. } => withdrawing::judge_withdrawing(s, (unit, from), action, v),
        Stage::Follow { hex } => advancing::judge_follow(s, hex, action, v),
        Stage::Repulse(r) => striking::judge_repulse(&r, action, v),
        Stage::Retreat { unit, from } => retreat::judge_retreat(s, unit, &from, action, v),
        Stage::Reface { unit, .. } => results::judge_reface(s, unit, action, v),
        Stage::Retire { unit, from } => retreat::judge_retire(s, unit, &from, action, v),
        Stage::Rejoin { leader, from } => leaders::judge_rejoin(s, leader, from, action, v),
        Stage::Rallying => rally::judge_rallying(s, action, v),
        Stage::Attack { .. }
        | Stage::Passed { .. }
        | Stage::Activation { .. }
        | Stage::Effect(_)
        | Stage::LeadersUnderFire { .. }
        | Stage::Displace { .. } => false,
    }
}

/// Applies a legal action at the stage that asked for it.
pub(crate) fn enact(e: &mut Engine<'_>, action: Action) {
    let Some(&top) = e.s.stack.last() else { return };
    match top {
        Stage::Draw { side } => e.enact_draw(side),
        Stage::Free { side } => e.enact_free(side, action),
        Stage::Joining { side, battles } => e.enact_join(side, battles, action),
        Stage::Clock { side } => e.enact_clock(side, action),
        Stage::Continuity { side } => e.enact_continuity(side, action),
        Stage::Seize { side, named } => e.enact_seize(side, named, action),
        Stage::Negate {
            side,
            named,
            by,
            counter,
        } => e.enact_negate(side, named, (by, counter), action),
        Stage::Replace { .. } => e.enact_replace(action),
        Stage::Counters { side } => e.enact_counters(side, action),
        Stage::Segment => e.enact_segment(action),
        Stage::Running(run) => e.enact_running(run, action),
        Stage::Riding(leader) => e.enact_riding(leader, action),
        Stage::Carrying(standard) => e.enact_carrying(standard, action),
        Stage::Reaction { at, hex } => e.enact_reaction((at, hex), action),
        Stage::Shot(shot) => e.enact_window(shot, action),
        Stage::Declaring => e.enact_declaring(action),
        Stage::Tracing(trace) => e.enact_tracing(trace, action),
        Stage::Shock { step } => e.enact_phase(step, action),
        Stage::Attack { step: Bout::Breach } => e.enact_breach(action),
        Stage::Attack { step: Bout::Advance } => e.enact_advance(action),
        Stage::Attack { step: Bout::Mark } => e.enact_mark(action),
        Stage::Escort { .. } => e.enact_escort(action),
        Stage::Withdrawing { unit, from, left } => e.enact_withdrawing((unit, from), left, action),
        Stage::Follow { hex } => e.enact_follow(hex, action),
        Stage::Repulse(r) => {
            if let Action::Resolve(unit) = action {
                e.repulse(r, unit);
            }
        }
        Stage::Retreat { unit, from } => e.enact_retreat(unit, from, action),
        Stage::Reface { unit, why } => e.enact_reface(unit, why, action),
        Stage::Retire { unit, .. } => e.enact_retire(unit, action),
        Stage::Rejoin { leader, .. } => e.enact_rejoin(leader, action),
        Stage::Rallying => e.enact_rallying(action),
        Stage::Attack { .. }
        | Stage::Passed { .. }
        | Stage::Activation { .. }
        | Stage::Effect(_)
        | Stage::LeadersUnderFire { .. }
        | Stage::Displace { .. } => {}
    }
}
