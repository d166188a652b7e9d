//! The engine: a state, dice and a log, and the course of play from stage to stage.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::event::{Event, What};
use crate::state::{Course, Run, Stage, State};
use casus_core::{Cite, Dice, Die, Flow, Log, Procedures, Refusal, Throw, Verdict, sift};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
    /// Something has happened, or a procedure has ended, since all was settled. That one begins settles nothing: it can
    /// only hold back what is to be settled.
    changed: bool,
}

/// The decision that is open.
pub(crate) type Decision = casus_core::Decision<Side>;

impl<'a> Engine<'a> {
    pub(crate) fn new(s: &'a mut State, dice: &'a mut dyn Dice, log: &'a mut Log<Event>) -> Self {
        Self {
            s,
            dice,
            log,
            changed: true,
        }
    }
}

impl Engine<'_> {
    /// Notes an event. Nothing that the rules settle at once changes without one.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }
    /// Throws dice.
    pub(crate) fn roll(&mut self, cite: Cite, die: Die, what: &'static str, alike: &dyn Fn(u8) -> u16) -> u8 {
        self.dice.throw(Throw { cite, die, what }, alike)
    }
    /// No hex is struck any more: commanders alone in them may now go elsewhere.
    pub(crate) fn clear_struck(&mut self) {
        self.s.struck = casus_core::Few::new();
        self.changed = true;
    }
    /// Goes on in the course of the battle, which is the top procedure.
    pub(crate) fn go_to(&mut self, course: Course) {
        self.set_top(Stage::Course(course));
    }
    /// Those in hand.
    pub(crate) fn run_mut(&mut self) -> Option<&mut Run> {
        self.s.stack.iter_mut().rev().find_map(|s| match s {
            Stage::Running(run) => Some(run),
            _ => None,
        })
    }
}

impl Procedures for Engine<'_> {
    type Stage = Stage;
    fn stack(&mut self) -> &mut Vec<Stage> {
        &mut self.s.stack
    }
    fn pop(&mut self) {
        self.changed = true;
        self.s.stack.pop();
    }
    fn step(&mut self) -> Flow<Stage> {
        let Some(&top) = self.s.stack.last() else {
            return Flow::Ask;
        };
        match top {
            Stage::Course(course) => self.course(course),
            Stage::Turning { side, hex, .. } => self.turning(side, hex),
            Stage::Hero(commander) => self.inspiring(commander),
            Stage::Running(run) => self.running(run),
            Stage::Contact(contact) => self.contact(contact),
            Stage::Tests(tests) => self.testing(tests),
            Stage::Flight(flight) => self.flying(flight),
            Stage::Order { corps } => self.ordering(corps),
            Stage::Escort(escort) => self.escorting(escort),
            Stage::Shot(shot) => self.shooting(shot),
            Stage::Bout(bout) => self.fighting(bout),
            Stage::Losses(losses) => self.losing(losses),
            Stage::Risk { left, cite } => self.risking(left, cite),
            Stage::Rejoin(commander) => self.rejoining(commander),
        }
    }
    fn settle(&mut self) -> bool {
        if !core::mem::take(&mut self.changed) {
            return false;
        }
        self.settle_heroes() || self.settle_victory() || self.settle_places() || self.settle_commanders()
    }
    fn over(&self) -> bool {
        self.s.outcome.is_some()
    }
}

/// The open decision, if play goes on.
pub(crate) fn decision(s: &State) -> Option<Decision> {
    if s.outcome.is_some() {
        return None;
    }
    match s.stack.last()? {
        Stage::Course(course) => crate::rules::sequence::decision(s, *course),
        Stage::Turning { side, hex, cite } => Some(Decision::new(*side, *cite, "face", hex.place())),
        Stage::Hero(c) => Some(Decision::new(s.led_side(*c), cite!("7.2", "R87"), "hero", c.place())),
        Stage::Running(run) => Some(crate::rules::movement::decision(s, run)),
        Stage::Contact(contact) => crate::rules::movement::contact_decision(s, contact),
        Stage::Tests(tests) => crate::rules::morale::decision(s, tests),
        Stage::Flight(flight) => Some(crate::rules::rout::decision(s, flight)),
        Stage::Order { corps } => Some(crate::rules::retreat::order_decision(s, *corps)),
        Stage::Escort(escort) => Some(crate::rules::commanders::escort_decision(s, escort)),
        Stage::Shot(shot) => crate::rules::fire::decision(s, shot),
        Stage::Bout(bout) => crate::rules::melee::decision(s, bout),
        Stage::Losses(losses) => crate::rules::fire::losses_decision(s, losses),
        Stage::Risk { .. } => None,
        Stage::Rejoin(c) => Some(Decision::new(s.led_side(*c), cite!("12.5", "R49"), "rejoin", c.place())),
    }
}

/// Appends what may be done: what might be done, judged. The longest lists take what holds of all that is in them once.
pub(crate) fn list(s: &State, out: &mut Vec<Action>) {
    match s.stack.last() {
        Some(&Stage::Course(Course::Deploy(n))) => {
            return crate::rules::scenarios::list_deploy(s, n, out);
        }
        Some(&Stage::Course(Course::Night(night))) if crate::rules::scenarios::list_night(s, night, out) => {
            return;
        }
        Some(Stage::Bout(bout)) if bout.drafts() => {
            return crate::rules::melee::list_draft(s, bout, out);
        }
        _ => {}
    }
    let start = out.len();
    candidates(s, out);
    sift(out, start, |action, v| judge(s, action, v));
}

/// Appends what might be done: a superset of what may be done.
pub(crate) fn candidates(s: &State, out: &mut Vec<Action>) {
    let Some(top) = s.stack.last() else { return };
    match top {
        Stage::Course(course) => crate::rules::sequence::candidates(s, *course, out),
        Stage::Turning { .. } => out.extend(casus_core::SideFacing::ALL.map(Action::Face)),
        Stage::Hero(_) => out.extend(s.corps_ids().map(Action::Inspire)),
        Stage::Running(run) => crate::rules::movement::candidates(s, run, out),
        Stage::Contact(contact) => crate::rules::movement::contact_candidates(s, contact, out),
        Stage::Tests(tests) => {
            out.extend(tests.left.iter().map(|u| Action::Test(UnitId(u))));
        }
        Stage::Flight(flight) => crate::rules::rout::candidates(s, flight, out),
        Stage::Order { corps } => crate::rules::retreat::order_candidates(s, *corps, out),
        Stage::Escort(escort) => crate::rules::commanders::escort_candidates(s, escort, out),
        Stage::Shot(shot) => crate::rules::fire::candidates(s, shot, out),
        Stage::Bout(bout) => crate::rules::melee::candidates(s, bout, out),
        Stage::Losses(losses) => {
            out.extend(losses.among.iter().map(|u| Action::Lose(UnitId(u))));
        }
        Stage::Risk { .. } => {}
        Stage::Rejoin(c) => crate::rules::commanders::rejoin_candidates(s, *c, out),
    }
    if reopens(s) {
        out.push(Action::Reopen);
    }
}

/// Whether the deciding side may open its hedgehog windows again: it has closed them, and the phase goes on.
fn reopens(s: &State) -> bool {
    s.braced && decision(s).is_some_and(|d| d.side != s.active)
}

/// Judges an action of the deciding side: the same rules whether one lists or asks why.
pub(crate) fn judge(s: &State, action: Action, v: &mut Verdict) {
    let Some(top) = s.stack.last() else { return };
    if !action.exists(s) {
        v.refuse(Refusal::unknown(cite!("1.0")));
        return;
    }
    if action == Action::Reopen && reopens(s) {
        return;
    }
    let fits = match top {
        Stage::Course(course) => crate::rules::sequence::judge(s, *course, action, v),
        Stage::Turning { .. } => matches!(action, Action::Face(_)),
        Stage::Hero(c) => crate::rules::commanders::judge_hero(s, *c, action, v),
        Stage::Running(run) => crate::rules::movement::judge(s, run, action, v),
        Stage::Contact(contact) => crate::rules::movement::judge_contact(s, contact, action, v),
        Stage::Tests(tests) => {
            matches!(action, Action::Test(u) if tests.left.contains(u.0))
        }
        Stage::Flight(flight) => crate::rules::rout::judge(s, flight, action, v),
        Stage::Order { corps } => crate::rules::retreat::judge_order(s, *corps, action, v),
        Stage::Escort(escort) => crate::rules::commanders::judge_escort(s, escort, action, v),
        Stage::Shot(shot) => crate::rules::fire::judge(s, shot, action, v),
        Stage::Bout(bout) => crate::rules::melee::judge(s, bout, action, v),
        Stage::Losses(losses) => {
            matches!(action, Action::Lose(u) if losses.among.contains(u.0))
        }
        Stage::Risk { .. } => false,
        Stage::Rejoin(c) => crate::rules::commanders::judge_rejoin(s, *c, action, v),
    };
    if !fits && let Some(d) = decision(s) {
        untimely(s, action, v);
        v.refuse(d.misplaced(misplaced(s, action, d)));
    }
}

/// What the rules have against a Charge, a hedgehog or an advance that the open decision of their part of the turn does
/// not ask for.
fn untimely(s: &State, action: Action, v: &mut Verdict) {
    match (action, s.course()) {
        (Action::Charge(..) | Action::Form, Some(Course::Moves)) => {
            crate::rules::movement::judge_untimely(s, action, v);
        }
        (Action::Advance(unit), Some(Course::Melees)) => {
            crate::rules::melee::judge_untimely(s, unit, v);
        }
        _ => {}
    }
}

/// The Case by which an action has no place at the decision that is open: the order of phases and of their parts (2.1)
/// when it belongs to another of a player turn, its own if it is asked for at one moment of its part alone, else the
/// decision's.
fn misplaced(s: &State, action: Action, open: Decision) -> Cite {
    match (crate::rules::sequence::belongs(action), s.course()) {
        (Some(theirs), Some(ours)) if s.phase().is_some() && !theirs.contains(&ours) => {
            cite!("2.1")
        }
        _ => match action {
            Action::Charge(..) => cite!("9.3"),
            Action::Form => cite!("9.4"),
            Action::Advance(_) => cite!("13.3"),
            _ => open.cite,
        },
    }
}

/// Does a legal action at the stage that asked for it.
pub(crate) fn enact(e: &mut Engine<'_>, action: Action) {
    let Some(&top) = e.s.stack.last() else { return };
    if action == Action::Reopen {
        let side = e.s.active.enemy();
        e.s.braced = false;
        e.say(cite!("9.4"), || What::Reopened { side });
        return;
    }
    match top {
        Stage::Course(course) => e.enact_course(course, action),
        Stage::Turning { hex, cite, .. } => e.enact_turning(hex, cite, action),
        Stage::Hero(c) => e.enact_hero(c, action),
        Stage::Running(run) => e.enact_running(run, action),
        Stage::Contact(contact) => e.enact_contact(contact, action),
        Stage::Tests(tests) => e.enact_test(tests, action),
        Stage::Flight(flight) => e.enact_flight(flight, action),
        Stage::Order { corps } => e.enact_order(corps, action),
        Stage::Escort(escort) => e.enact_escort(escort, action),
        Stage::Shot(shot) => e.enact_shot(shot, action),
        Stage::Bout(bout) => e.enact_bout(bout, action),
        Stage::Losses(losses) => e.enact_losses(losses, action),
        Stage::Risk { .. } => {}
        Stage::Rejoin(c) => e.enact_rejoin(c, action),
    }
}
