//! Module 3, Sequence of Play: the course of a turn, step by step.

use crate::casebook::cite;
use crate::components::Side;
use crate::engine::{Decision, Engine};
use crate::options::Choice;
use crate::rules::arrivals::{cite_of, next_arrival};
use crate::rules::interception::may_be_intercepted;
use crate::rules::legates::may_change;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::turn::{DANES_OPENING, REBUILD_OPENING};
use crate::rules::rebuilding::can_rebuild;
use crate::state::position::State;
use crate::state::stage::{Ask, Course, Stage};
use casus_core::{Cite, Flow, Place};

/// Returns the decision at a step of the turn, if there is one.
pub(crate) fn course_decision(s: &State, course: Course) -> Option<Decision> {
    let ask = |side: Side, cite: Cite, what: &'static str| Some(Decision::new(side, cite, what, Place::Nowhere));
    match course.asks()? {
        Ask::LegateStart => ask(Side::Imperial, cite!("17.2"), "legate-start"),
        Ask::Award => ask(Side::Imperial, cite!("4.1"), "award"),
        Ask::Arrive => next_arrival(s).map(|u| Decision::new(s.side(u), cite_of(s, u), "arrive", u.place())),
        Ask::Upkeep => ask(Side::Imperial, cite!("6.2"), "upkeep"),
        Ask::Muster => ask(Side::Imperial, cite!("6.2"), "muster"),
        Ask::Rebuild(side) => ask(side, cite!("15.0"), "rebuild"),
        Ask::Declare => ask(Side::Imperial, cite!("7.5"), "crusade"),
        Ask::Change => ask(Side::Imperial, cite!("7.3.1"), "change"),
        Ask::Campaign(side) => {
            let case = match side {
                Side::Imperial => cite!("3.4"),
                Side::Hussite => cite!("3.5"),
            };
            ask(side, case, "campaign")
        }
        Ask::Leave => ask(Side::Imperial, cite!("6.3.6"), "danes"),
        Ask::Claim(side) => ask(side, crate::rules::victory::cite_of(side), "claim"),
    }
}

impl Engine<'_> {
    /// Goes on to a step of the turn, which is the bottom of the stack.
    pub(crate) fn go_to(&mut self, course: Course) {
        self.changed = true;
        if let Some(bottom) = self.s.stack.first_mut() {
            *bottom = Stage::Course(course);
        }
        if let Course::Campaign(side) = course {
            self.s.fresh_phase();
            self.open_campaign(side);
        }
    }

    /// Resolves one step of the turn, if no procedure is above it.
    pub(crate) fn take_course(&mut self, course: Course) -> Flow<Stage> {
        const _: Cite = cite!("3.0");
        const _: Cite = cite!("3.1");
        const _: Cite = cite!("3.2");
        match course {
            Course::LegateStart | Course::Award | Course::Upkeep | Course::Muster => return Flow::Ask,
            Course::Event => self.event_of_the_turn(),
            Course::Attrition(from) => self.attrition(from),
            Course::Prepare => self.prepare(),
            Course::Track => return self.arriving(Course::Split),
            Course::Split => return self.splitting(),
            Course::Returns => return self.arriving(Course::Income),
            Course::Income => self.income(),
            Course::Draw => {
                // By 18.1, and by the other reading of R-42, Legates draw in 3.3; in Turn 1 of 18.1 they draw here (ruling R-51).
                let elsewhere = self.s.opts(Choice::R42) || (self.s.opts(Choice::Politics) && self.s.turn > 1);
                if self.s.crusade().is_on() && !elsewhere {
                    self.legate_draws(cite!("7.3.3"));
                }
                self.go_to(Course::Rebuild(Side::Hussite));
            }
            Course::Rebuild(side) => {
                let opens = REBUILD_OPENING.permit(&OpeningFacts::of(self.s, side));
                if opens && can_rebuild(self.s, side) {
                    return Flow::Ask;
                }
                self.rebuilt(side);
            }
            Course::Summon => self.summon_legate(),
            Course::Declare => return self.declaring(),
            Course::Change => {
                if may_change(self.s) {
                    return Flow::Ask;
                }
                self.go_to(Course::Campaign(Side::Imperial));
            }
            Course::Campaign(_) => {
                let opens = may_be_intercepted(self.s, None);
                self.s.quiet = true;
                if opens {
                    return Flow::Call(Stage::Intercept { target: None });
                }
                return Flow::Ask;
            }
            Course::Leave => {
                if DANES_OPENING.permit(&OpeningFacts::of(self.s, Side::Imperial)) {
                    return Flow::Ask;
                }
                self.go_to(Course::End);
            }
            Course::End => self.years_end(),
            Course::Claim(side) => {
                if self.claiming(side) {
                    return Flow::Ask;
                }
            }
            Course::Next => self.next_turn(),
        }
        Flow::Next
    }
}
