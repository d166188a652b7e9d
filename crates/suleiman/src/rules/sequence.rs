//! Module 4, Sequence of Play: which side chooses next, and the course of an activation.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, Side};
use crate::engine::Engine;
use crate::event::{Chance, Question, What};
use crate::rules::activation::{judge_choice, may_choose, own_leaders};
use crate::rules::openings::{OpeningFacts, SEIZE_OPENING};
use crate::rules::reinforcements::judge_summon;
use crate::rules::standards::judge_standard;
use crate::rules::victory::STALEMATE;
use crate::state::activation::{Answers, Warrant};
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::{Flow, Outcome, Procedures, Refusals, Verdict};

pub(crate) fn free_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.push(Action::Standard);
    if side == Side::Hungary || s.amended() {
        out.push(Action::Summon);
    }
    out.extend(own_leaders(s, side).map(Action::Activate));
}

pub(crate) fn judge_free(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Pass => {}
        Action::Activate(l) => judge_choice(s, side, l, Warrant::Free, v),
        Action::Standard => judge_standard(s, side, true, v),
        Action::Summon => judge_summon(s, side, true, v),
        _ => return false,
    }
    true
}

pub(crate) fn continuity_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    if s.amended() {
        // House rules may repeal that these need a Free activation (13.0.2, 15.2.4).
        out.extend([Action::Standard, Action::Summon]);
    }
    out.extend(own_leaders(s, side).map(Action::Name));
}

pub(crate) fn judge_continuity(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Pass => {}
        Action::Name(l) => judge_choice(s, side, l, Warrant::Continuity, v),
        Action::Standard => judge_standard(s, side, false, v),
        Action::Summon => judge_summon(s, side, false, v),
        _ => return false,
    }
    true
}

pub(crate) fn seize_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::LetRoll);
    out.extend(own_leaders(s, side.enemy()).map(Action::Seize));
}

pub(crate) fn judge_seize(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::LetRoll => {}
        Action::Seize(l) => judge_choice(s, side.enemy(), l, Warrant::Seized, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    fn pass(&mut self, side: Side) {
        self.s.passes = self.s.passes.saturating_add(1);
        self.say(cite!("5.1.1"), || What::Passed { side });
        if self.s.passes >= self.s.stalemate {
            self.end(Outcome::Stalemate, STALEMATE);
            return;
        }
        let idle = !own_leaders(self.s, side).any(|l| may_choose(self.s, side, l, Warrant::Free));
        self.grant_free(side.enemy());
        if idle {
            // 12.4.1: with nothing else to activate, the replacement arrives when the side Passes.
            self.call(Stage::Replace { side });
        }
    }

    pub(crate) fn enact_free(&mut self, side: Side, action: Action) {
        self.s.failed_seizure = false;
        match action {
            Action::Pass => self.pass(side),
            Action::Activate(l) => self.begin_activation(side, l, Warrant::Free),
            Action::Standard => self.raise_standard(side),
            Action::Summon => self.summon(side),
            _ => {}
        }
    }

    pub(crate) fn enact_continuity(&mut self, side: Side, action: Action) {
        const _: casus_core::Cite = cite!("5.2");
        self.s.raised = None;
        match action {
            Action::Pass => self.pass(side),
            Action::Name(leader) => {
                self.disclose_rating(leader);
                let command = self.s.game_data.roster.leader_card(leader).command;
                let again = self.s.last[side as usize] == Some(command);
                let case = if again { cite!("14.3(4)") } else { cite!("5.2.1") };
                let who = self.s.who(leader);
                self.say(case, || What::Named { side, who });
                self.set_top(Stage::Seize { side, named: leader });
            }
            Action::Standard => self.raise_standard(side),
            Action::Summon => self.summon(side),
            _ => {}
        }
    }

    pub(crate) fn seizing(&mut self, side: Side, named: LeaderId) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("5.3");
        let enemy = side.enemy();
        let open = SEIZE_OPENING.permit(&OpeningFacts::of(self.s, enemy));
        if open && own_leaders(self.s, enemy).any(|l| may_choose(self.s, enemy, l, Warrant::Seized)) {
            return Flow::Ask;
        }
        self.nobody_seizes(enemy);
        self.roll_continuity(side, named);
        Flow::Next
    }

    /// Reports, for every leader in play, why he cannot try to Seize.
    fn nobody_seizes(&mut self, side: Side) {
        if !self.log.is_on() {
            return;
        }
        let s = &*self.s;
        let shut = own_leaders(s, side)
            .filter(|&l| s.leader(l).at.in_play())
            .filter_map(|l| {
                let mut v = Verdict::full();
                judge_choice(s, side, l, Warrant::Seized, &mut v);
                v.finish().err()
            });
        let shut: Vec<Refusals> = shut.collect();
        self.tell_passed_over(side, Chance::Seizure, None, None, Refusals::common(&shut));
    }

    fn roll_continuity(&mut self, side: Side, leader: LeaderId) {
        let test = self.rating_test(cite!("5.2.1"), "continuity", leader);
        let passed = test.passed;
        let who = self.s.who(leader);
        self.say(cite!("5.2.1"), || What::Continuity { who, test });
        if passed {
            self.begin_activation(side, leader, Warrant::Continuity);
            return;
        }
        let command = self.s.game_data.roster.leader_card(leader).command;
        if side == Side::Hungary && self.s.last[side as usize] == Some(command) {
            self.s.same_again = false;
        }
        self.grant_free(side.enemy());
    }

    pub(crate) fn enact_seize(&mut self, side: Side, named: LeaderId, action: Action) {
        let Action::Seize(leader) = action else {
            self.decline(cite!("5.3.1"), side.enemy(), Question::Seizure, None);
            self.roll_continuity(side, named);
            return;
        };
        self.disclose_rating(leader);
        let test = self.rating_test(cite!("5.3.1"), "seizure", leader);
        let passed = test.passed;
        let who = self.s.who(leader);
        self.say(cite!("5.3.1"), || What::Seizure { who, test });
        if passed {
            self.begin_activation(side.enemy(), leader, Warrant::Seized);
        } else {
            self.set_top(Stage::Free { side });
            self.s.failed_seizure = true;
            self.say(cite!("5.3.1(2)"), || What::FreeActivation { side });
        }
    }

    pub(crate) fn course(&mut self, step: Course) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("4.1");
        let Some(act) = self.s.activation() else {
            return Flow::Done;
        };
        let (side, command) = (act.side, act.command);
        let next = |e: &mut Self, step: Course| e.set_top(Stage::Activation { step });
        match step {
            Course::Replacements => {
                next(self, Course::Status);
                Flow::Call(Stage::Replace { side })
            }
            Course::Status => {
                self.fix_status(command);
                next(self, Course::MoveFire);
                Flow::Next
            }
            Course::MoveFire => {
                next(self, Course::Declare);
                Flow::Call(Stage::Segment)
            }
            Course::Declare => {
                if let Some(a) = self.act_mut() {
                    a.shock = true;
                    (a.entry, a.shot, a.answer) = (None, None, None);
                    a.used = Answers::default();
                }
                next(self, Course::Resolve);
                Flow::Call(Stage::Declaring)
            }
            Course::Resolve => {
                next(self, Course::Rally);
                Flow::Call(Stage::Resolving)
            }
            Course::Rally => {
                self.rally(command);
                next(self, Course::Close);
                Flow::Next
            }
            Course::Close => {
                self.close_activation();
                Flow::Next
            }
        }
    }
}
