//! The engine: a state, dice and a log, all that the rules use during play.

use crate::components::{CommanderId, Side, UnitId};
use crate::event::{Chance, Event, Kept, Question, Shut, What};
use crate::options::Choice;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{Cite, Dice, Die, Log, Procedures, Refusals, Throw};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
    /// Dirty flag: set by events, and when a procedure that delayed settling ends. Starting a procedure does not set it.
    pub(crate) changed: bool,
}

/// The open decision.
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
    /// Creates an engine for a position where everything is settled, as at every open decision.
    pub(crate) fn resume(s: &'a mut State, dice: &'a mut dyn Dice, log: &'a mut Log<Event>) -> Self {
        Self {
            // A plight may have been recorded (other reading of ruling R49).
            changed: s.opts(Choice::R49),
            ..Self::new(s, dice, log)
        }
    }
}

impl Engine<'_> {
    /// Logs an event. Everything that needs settling changes together with an event.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }

    /// Logs the units that rules keep from an action about which nobody is asked, under the first Case. Changes nothing.
    pub(crate) fn pass_over(&mut self, chance: Chance, kept: impl FnOnce(&State) -> Vec<Kept>) {
        if !self.log.is_on() {
            return;
        }
        for Kept { unit, refusals } in kept(self.s) {
            let Some(cite) = refusals.iter().next().map(|r| r.cite) else {
                continue;
            };
            let what = What::PassedOver { unit, chance, refusals };
            self.log.say(|| Event { cite, what });
        }
    }

    /// Logs the reasons that close each hex to which a unit would have moved, or which it would have attacked. If the same reasons
    /// close all of them, it logs those reasons for the unit instead, except for a rout.
    pub(crate) fn tell_no_hex(&mut self, chance: Chance, barred: impl FnOnce(&State) -> Vec<(UnitId, Vec<Shut>)>) {
        if !self.log.is_on() {
            return;
        }
        for (unit, barred) in barred(self.s) {
            let answers: Vec<Refusals> = barred.iter().map(|b| b.refusals.clone()).collect();
            let common = Refusals::common(&answers);
            let alike = answers.iter().all(|a| a.iter().count() == common.iter().count());
            let Some(cite) = answers.first().and_then(|a| a.iter().next()).map(|r| r.cite) else {
                continue;
            };
            let what = if alike && chance != Chance::Rout {
                let refusals = common;
                What::PassedOver { unit, chance, refusals }
            } else {
                What::NoHex { unit, chance, barred }
            };
            self.log.say(|| Event { cite, what });
        }
    }

    /// Logs that a side declines an optional action.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question, more: bool) {
        self.say(cite, || What::Declined { side, question, more });
    }

    /// Returns the successors among these commanders.
    pub(crate) fn successors(&self, of: impl IntoIterator<Item = CommanderId>) -> Vec<CommanderId> {
        of.into_iter().filter(|&c| self.s.commander(c).successor).collect()
    }

    /// Rolls dice, with the Case of the roll.
    pub(crate) fn roll(&mut self, cite: Cite, die: Die, what: &'static str, alike: &dyn Fn(u8) -> u16) -> u8 {
        self.dice.throw(Throw { cite, die, what }, alike)
    }

    /// Clears the struck hexes; commanders alone in them may now be displaced.
    pub(crate) fn clear_struck(&mut self) {
        self.s.struck = casus_core::Few::new();
        self.changed = true;
    }

    /// Goes on to this point in the course of the battle, which is the top stage.
    pub(crate) fn go_to(&mut self, course: Course) {
        self.set_top(Stage::Course(course));
    }

    /// Returns the selected pieces.
    pub(crate) fn run_mut(&mut self) -> Option<&mut Run> {
        self.s.stack.iter_mut().rev().find_map(|s| match s {
            Stage::Running(run) => Some(run),
            _ => None,
        })
    }
}
