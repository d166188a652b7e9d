//! Dispatch: what each stage asks, and the rules that carry out the answer. Only this module knows every rule.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, Question, What};
use crate::options::Choice;
use crate::rules::openings::{OpeningFacts, SUCCESSOR_OPENING};
use crate::rules::sequence::{RALLY_BARS, RallyFacts, UNFORM_BARS, hedgehogs, rallies, routed_still};
use crate::rules::{
    commanders,
    fire::{aim, draft, losses},
    melee::{assault, bout},
    movement::{contact, hand, taking},
    retreat, rout,
    scenarios::{deployment, night},
    testing,
};
use crate::state::combat::Mode;
use crate::state::pieces::CommanderSet;
use crate::state::position::State;
use crate::state::run::{Escort, Then};
use crate::state::stage::{Stage, Tests, Why};
use crate::state::turn::{Course, Phase};
use casus_core::{Cite, Flow, Judge as _, Log, PieceSet, Place, Procedures, Refusal, Scripted, Verdict, retain_legal};

impl Engine<'_> {
    /// Whether nothing is left to settle. Checked again (in debug builds) if nothing has happened since everything was settled.
    fn settled(&self) -> bool {
        let mut s = self.s.clone();
        let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
        let mut again = Engine::new(&mut s, &mut dice, &mut log);
        !again.settle()
    }
}

impl Procedures for Engine<'_> {
    type Stage = Stage;
    fn stack(&mut self) -> &mut Vec<Stage> {
        &mut self.s.stack
    }
    fn pop(&mut self) {
        // Stages that wait for commanders delay settling. Where plights are recorded, they depend on the selected pieces too.
        let ended = self.s.stack.last();
        self.changed |=
            self.s.opts(Choice::R49) || matches!(ended, Some(Stage::Rejoin(_) | Stage::Escort(_) | Stage::Hero(_)));
        self.s.stack.truncate(self.s.stack.len().saturating_sub(1));
    }
    fn step(&mut self) -> Flow<Stage> {
        let Some(top) = self.s.stack.last() else {
            return Flow::Ask;
        };
        // Copies only the content of the stage.
        match *top {
            Stage::Course(course) => self.course(course),
            Stage::Turning { side, hex, .. } => self.turning(side, hex),
            Stage::Hero(commander) => self.inspiring(commander),
            Stage::Running(run) => self.running(run),
            Stage::Contact(contact) => self.contact(contact),
            Stage::Tests(tests) => self.testing(tests),
            Stage::Flight(flight) => self.flying(flight),
            Stage::Order { corps } => self.ordering(corps),
            Stage::Escort(Escort { left, then, gone, .. }) if left.is_empty() => {
                self.pop();
                self.set_off(then, gone);
                Flow::Next
            }
            Stage::Escort(_) => Flow::Ask,
            Stage::Shot(shot) => self.shooting(shot),
            Stage::Bout(bout) => self.fighting(bout),
            Stage::Losses(losses) => self.losing(losses),
            Stage::Risk { left, cite } => self.risking(left, cite),
            Stage::Rejoin(commander) => self.rejoining(commander),
        }
    }
    fn settle(&mut self) -> bool {
        if !core::mem::take(&mut self.changed) {
            debug_assert!(self.s.opts(Choice::R49) || self.settled(), "{:?}", self.s.stack);
            return false;
        }
        self.settle_heroes() || self.settle_victory() || self.settle_places() || self.settle_commanders()
    }
    fn over(&self) -> bool {
        self.s.outcome.is_some()
    }
}

/// Returns the open decision, unless play has ended.
pub(crate) fn decision(s: &State) -> Option<Decision> {
    if s.outcome.is_some() {
        return None;
    }
    decision_at(s, s.stack.last()?)
}

/// Returns the decision of a stage, if it waits for one.
pub(crate) fn decision_at(s: &State, stage: &Stage) -> Option<Decision> {
    match stage {
        Stage::Course(course) => course_decision(s, *course),
        Stage::Turning { side, hex, cite } => Some(Decision::new(*side, *cite, "face", hex.place())),
        Stage::Hero(c) => Some(Decision::new(s.led_side(*c), cite!("7.2", "R87"), "hero", c.place())),
        Stage::Running(run) => Some(hand::decision(s, run)),
        Stage::Contact(contact) => contact::decision(s, contact),
        Stage::Tests(tests) => testing::decision(s, tests),
        Stage::Flight(flight) => Some(rout::decision(s, flight)),
        Stage::Order { corps } => Some(retreat::order_decision(s, *corps)),
        Stage::Escort(escort) => Some(commanders::escort_decision(s, escort)),
        Stage::Shot(shot) => draft::decision(s, shot),
        Stage::Bout(bout) => bout::decision(s, bout),
        Stage::Losses(losses) => losses::decision(s, losses),
        Stage::Risk { .. } => None,
        Stage::Rejoin(c) => Some(Decision::new(s.led_side(*c), cite!("12.5", "R49"), "rejoin", c.place())),
    }
}

/// Appends the legal actions: the candidates that pass judgement. The longest lists compute common facts once.
pub(crate) fn list(s: &State, out: &mut Vec<Action>) {
    let Some(top) = s.stack.last() else { return };
    if !list_at_once(s, top, out) {
        let mut start = out.len();
        if let Stage::Running(run) = top {
            hand::list_strides(s, run, out);
            start = out.len();
            hand::other_candidates(s, run, out);
        } else {
            stage_candidates(s, top, out);
        }
        // Candidates name only pieces that exist.
        retain_legal(out, start, |action, v| {
            debug_assert!(action.exists(s));
            if !judge_at(s, top, action, v) {
                s.judge_now(action, v);
            }
        });
    }
    if reopens(s) {
        out.push(Action::Reopen);
    }
}

/// Appends the legal actions of a stage that has its own way to list them. Returns `false` for other stages.
fn list_at_once(s: &State, stage: &Stage, out: &mut Vec<Action>) -> bool {
    match stage {
        Stage::Course(Course::Deploy(n)) => deployment::list_deploy(s, *n, out),
        Stage::Course(Course::Night(night)) => return night::list_night(s, *night, out),
        Stage::Course(Course::Moves) => taking::list_phase(s, out),
        Stage::Course(Course::Retreats) => retreat::list_phase(s, out),
        Stage::Course(Course::DefensiveFire | Course::OffensiveFire) => aim::list_phase(s, out),
        Stage::Order { corps } => retreat::list_order(s, *corps, out),
        Stage::Bout(bout) if bout.drafts() => bout::list_draft(s, bout, out),
        _ => return false,
    }
    true
}

/// Appends the candidate actions, a superset of the legal ones.
pub(crate) fn candidates(s: &State, out: &mut Vec<Action>) {
    let Some(top) = s.stack.last() else { return };
    stage_candidates(s, top, out);
    if reopens(s) {
        out.push(Action::Reopen);
    }
}

fn stage_candidates(s: &State, stage: &Stage, out: &mut Vec<Action>) {
    match stage {
        Stage::Course(course) => course_candidates(s, *course, out),
        Stage::Turning { .. } => out.extend(casus_core::SideFacing::ALL.map(Action::Face)),
        Stage::Hero(_) => out.extend(s.corps_ids().map(Action::Inspire)),
        Stage::Running(run) => hand::candidates(s, run, out),
        Stage::Contact(contact) => contact::candidates(s, contact, out),
        Stage::Tests(tests) => {
            out.extend(tests.left.iter().map(|u| Action::Test(UnitId(u))));
        }
        Stage::Flight(flight) => rout::candidates(s, flight, out),
        Stage::Order { corps } => retreat::order_candidates(s, *corps, out),
        Stage::Escort(escort) => commanders::escort_candidates(s, escort, out),
        Stage::Shot(shot) => draft::candidates(s, shot, out),
        Stage::Bout(bout) => bout::candidates(s, bout, out),
        Stage::Losses(losses) => {
            out.extend(losses.among.iter().map(|u| Action::Lose(UnitId(u))));
        }
        Stage::Risk { .. } => {}
        Stage::Rejoin(c) => commanders::rejoin_candidates(s, *c, out),
    }
}

/// Whether the deciding side may reopen the decisions about hedgehogs: it declined all, and the phase goes on.
fn reopens(s: &State) -> bool {
    s.braced && decision(s).is_some_and(|d| d.side != s.active)
}

/// Judges an action at the open decision. Returns `false` if it does not belong there.
pub(crate) fn judge_open(s: &State, action: Action, v: &mut Verdict) -> bool {
    if !action.exists(s) {
        v.refuse(Refusal::unknown(cite!("1.0")));
        return true;
    }
    let top = s.stack.last();
    action == Action::Reopen && reopens(s) || top.is_some_and(|top| judge_at(s, top, action, v))
}

/// Judges an action at a stage, whether or not the stage is on the stack. Returns `false` if it does not belong there.
pub(crate) fn judge_at(s: &State, stage: &Stage, action: Action, v: &mut Verdict) -> bool {
    match stage {
        Stage::Course(course) => judge_course(s, *course, action, v),
        Stage::Turning { .. } => matches!(action, Action::Face(_)),
        Stage::Hero(c) => commanders::judge_hero(s, *c, action, v),
        Stage::Running(run) => hand::judge(s, run, action, v),
        Stage::Contact(contact) => contact::judge(s, contact, action, v),
        Stage::Tests(tests) => {
            matches!(action, Action::Test(u) if tests.left.contains(u.0))
        }
        Stage::Flight(flight) => rout::judge(s, flight, action, v),
        Stage::Order { corps } => retreat::judge_order(s, *corps, action, v),
        Stage::Escort(escort) => commanders::judge_escort(s, escort, action, v),
        Stage::Shot(shot) => draft::judge(s, shot, action, v),
        Stage::Bout(bout) => bout::judge(s, bout, action, v),
        Stage::Losses(losses) => {
            matches!(action, Action::Lose(u) if losses.among.contains(u.0))
        }
        Stage::Risk { .. } => false,
        Stage::Rejoin(c) => commanders::judge_rejoin(s, *c, action, v),
    }
}

/// Returns the Case by which an action does not belong to the open decision. It is 2.1, the order of phases and of their
/// parts, if the action belongs to another part of a player turn. It is the action's own Case if it is possible only at
/// one moment of its part. Otherwise it is the Case of the decision.
pub(crate) fn out_of_place(s: &State, action: Action, open: Decision) -> Cite {
    match (belongs(action), s.course()) {
        (Some(theirs), Some(ours)) if s.phase().is_some() && !theirs.contains(&ours) => {
            cite!("2.1")
        }
        _ => match action {
            Action::Charge(..) => cite!("9.3"),
            Action::Form => cite!("9.4"),
            Action::Advance(_) => cite!("13.3"),
            // In a battle of one day units are placed only before the first turn; otherwise also at night.
            Action::Place(..) if s.game_data.deployment.scenarios[usize::from(s.scenario)].days < 2 => cite!("14.1"),
            Action::Place(..) | Action::Build(..) => cite!("14.2"),
            _ => open.cite,
        },
    }
}

/// Plays a legal action at the stage that asked for it.
pub(crate) fn enact(e: &mut Engine<'_>, action: Action) {
    if action == Action::Reopen {
        let side = e.s.active.enemy();
        e.s.braced = false;
        e.say(cite!("9.4"), || What::Reopened { side });
        return;
    }
    let Some(top) = e.s.stack.last() else { return };
    match *top {
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

/// Returns the parts of the player turn that an action belongs to, unless it is a reaction or a result. 2.1 orders the parts of
/// a phase as it orders the phases.
pub(crate) const fn belongs(action: Action) -> Option<&'static [Course]> {
    match action {
        Action::Install(_) | Action::Appoint(_) => Some(&[Course::Successors]),
        Action::Rally(_) => Some(&[Course::Rallies]),
        Action::Flee(_) => Some(&[Course::Routs]),
        Action::Take(_)
        | Action::TakeCommander(_)
        | Action::Join(_)
        | Action::JoinCommander(_)
        | Action::Leave(_)
        | Action::LeaveCommander(_)
        | Action::Charge(..)
        | Action::Form => Some(&[Course::Moves]),
        Action::Unform(_) => Some(&[Course::Hedgehogs]),
        Action::Order(_) | Action::Retreat(..) => Some(&[Course::Retreats]),
        Action::Aim(_) | Action::Fire(_) | Action::Loose => Some(&[Course::DefensiveFire, Course::OffensiveFire]),
        Action::Assault(_) | Action::Attack(_) | Action::Resolve | Action::Advance(_) => Some(&[Course::Melees]),
        _ => None,
    }
}

fn course_decision(s: &State, course: Course) -> Option<Decision> {
    let (active, passive) = (s.active, s.active.enemy());
    let ask = |side, cite, what| Some(Decision::new(side, cite, what, Place::Nowhere));
    match course {
        Course::Deploy(next) => deployment::deploy_decision(s, next),
        Course::Successors => commanders::successor_decision(s),
        Course::Rallies => ask(active, cite!("2.1"), "rally"),
        Course::Routs => ask(active, cite!("10.1"), "rout"),
        Course::Moves => ask(active, cite!("9.0"), "move"),
        Course::Hedgehogs => ask(active, cite!("9.4"), "hedgehogs"),
        Course::Retreats => ask(passive, cite!("11.0"), "retreat"),
        Course::DefensiveFire => ask(passive, cite!("12.0"), "defensive-fire"),
        Course::OffensiveFire => ask(active, cite!("12.0"), "offensive-fire"),
        Course::Melees => ask(active, cite!("13.0"), "melee"),
        Course::Night(night) => night::night_decision(s, night),
        Course::Command | Course::Recovery | Course::Close => None,
    }
}

fn course_candidates(s: &State, course: Course, out: &mut Vec<Action>) {
    match course {
        Course::Deploy(next) => deployment::deploy_candidates(s, next, out),
        Course::Successors => commanders::successor_candidates(s, out),
        Course::Rallies => out.extend(rallies(s).map(Action::Rally)),
        Course::Routs => out.extend(rout::to_flee(s).map(Action::Flee)),
        Course::Moves => taking::phase_candidates(s, out),
        Course::Hedgehogs => {
            out.extend(hedgehogs(s).map(Action::Unform));
            out.push(Action::Done);
        }
        Course::Retreats => retreat::phase_candidates(s, out),
        Course::DefensiveFire | Course::OffensiveFire => aim::phase_candidates(s, out),
        Course::Melees => assault::phase_candidates(s, out),
        Course::Night(night) => night::night_candidates(s, night, out),
        Course::Command | Course::Recovery | Course::Close => {}
    }
}

fn judge_course(s: &State, course: Course, action: Action, v: &mut Verdict) -> bool {
    match (course, action) {
        (Course::Deploy(next), _) => deployment::judge_deploy(s, next, action, v),
        (Course::Successors, _) => {
            commanders::vacancy(s, s.active).is_some_and(|corps| commanders::judge_successor(s, corps, action, v))
        }
        (Course::Rallies, Action::Rally(unit)) => {
            RALLY_BARS.judge(&RallyFacts { s, unit }, v);
            true
        }
        (Course::Routs, Action::Flee(unit)) => rout::to_flee(s).any(|u| u == unit),
        (Course::Moves, _) => taking::judge_phase(s, action, v),
        (Course::Hedgehogs, Action::Unform(unit)) => {
            UNFORM_BARS.judge(&RallyFacts { s, unit }, v);
            true
        }
        (Course::Hedgehogs, Action::Done) => true,
        (Course::Retreats, _) => retreat::judge_phase(s, action, v),
        (Course::DefensiveFire | Course::OffensiveFire, _) => {
            Mode::at(course).is_some_and(|mode| aim::judge_phase(s, mode, action, v))
        }
        (Course::Melees, _) => assault::judge_phase(s, action, v),
        (Course::Night(night), _) => night::judge_night(s, night, action, v),
        _ => false,
    }
}

impl Engine<'_> {
    /// Starts the move of the unit, with the commanders who accompany it.
    fn set_off(&mut self, then: Then, along: CommanderSet) {
        match then {
            Then::Rout { unit } => self.run_away(unit, along),
            Then::Retreat { unit, to } => self.go_back(unit, to, along),
            Then::Advance { unit, to } => self.go_forward(unit, to, along),
        }
    }

    fn course(&mut self, course: Course) -> Flow<Stage> {
        match course {
            Course::Deploy(next) => return self.deploying(next),
            Course::Command => {
                let (turn, side, night) = (self.s.turn, self.s.active, self.s.is_night());
                self.say(cite!("2.1"), || What::Turn { turn, side, night });
                self.announce(Phase::Command);
                self.check_command(side);
                self.next_course();
            }
            Course::Successors
                if SUCCESSOR_OPENING.permit(&OpeningFacts::of(self.s, self.s.active))
                    && commanders::vacancy(self.s, self.s.active).is_some() =>
            {
                return Flow::Ask;
            }
            Course::Recovery => {
                self.recovering();
                self.next_course();
                // If no unit may rally, the next step of the course logs it.
                if rallies(self.s).next().is_some() {
                    self.pass_over_course(Course::Rallies);
                }
            }
            Course::Rallies if rallies(self.s).next().is_some() => return Flow::Ask,
            Course::Routs => {
                let mut left = rout::to_flee(self.s);
                match (left.next(), left.next()) {
                    (Some(_), Some(_)) => return Flow::Ask,
                    (Some(unit), None) => {
                        drop(left);
                        self.flee(unit);
                    }
                    (None, _) => {
                        drop(left);
                        self.next_course();
                    }
                }
            }
            Course::Moves | Course::Retreats => return Flow::Ask,
            Course::Hedgehogs if hedgehogs(self.s).next().is_some() => return Flow::Ask,
            Course::DefensiveFire | Course::OffensiveFire if aim::in_reach(self.s) => {
                return Flow::Ask;
            }
            Course::Melees if !assault::phase_over(self.s) => return Flow::Ask,
            Course::Close => return self.closing(),
            Course::Night(night) => return self.night(night),
            _ => {
                self.pass_over_course(course);
                self.next_course();
            }
        }
        Flow::Next
    }

    /// Logs the units that rules keep from the action of this part of the turn.
    fn pass_over_course(&mut self, course: Course) {
        match course {
            Course::Rallies => self.pass_over(Chance::Rally, routed_still),
            Course::Melees => self.tell_no_hex(Chance::Melee, assault::at_bay),
            Course::Successors => self.pass_over(Chance::Succession, commanders::unled),
            _ => {}
        }
    }

    fn enact_course(&mut self, course: Course, action: Action) {
        match (course, action) {
            (Course::Deploy(next), _) => self.enact_deploy(next, action),
            (Course::Successors, _) => self.enact_successor(action),
            (Course::Rallies, Action::Rally(unit)) => {
                let side: Side = self.s.side(unit);
                self.call(Stage::Tests(Tests {
                    side,
                    why: Why::Rally,
                    left: PieceSet::one(unit.0),
                }));
            }
            (Course::Routs, Action::Flee(unit)) => self.flee(unit),
            (Course::Moves, _) => self.enact_move_phase(action),
            (Course::Hedgehogs, Action::Unform(unit)) => {
                self.unform(unit, cite!("9.4", "R120"));
            }
            (Course::Hedgehogs, _) => {
                self.decline(cite!("9.4", "R120"), self.s.active, Question::Unform, false);
                self.next_course();
            }
            (Course::Retreats, _) => self.enact_retreat_phase(action),
            (Course::DefensiveFire | Course::OffensiveFire, _) => self.enact_fire_phase(action),
            (Course::Melees, _) => self.enact_melee_phase(action),
            (Course::Night(night), _) => self.enact_night(night, action),
            _ => {}
        }
    }
}
