//! The engine: a state, dice and a log, which is all that the rules know of play.

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
    /// Something has happened since all was settled, or what has ended held back what is to be settled. That a procedure
    /// begins settles nothing.
    pub(crate) changed: bool,
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
    /// The same where all has been settled, as it has at every open decision.
    pub(crate) fn resume(s: &'a mut State, dice: &'a mut dyn Dice, log: &'a mut Log<Event>) -> Self {
        Self {
            // A plight may have been noted (ruling R49 the other way).
            changed: s.opts(Choice::R49),
            ..Self::new(s, dice, log)
        }
    }
}

impl Engine<'_> {
    /// Notes an event. Nothing that the rules settle at once changes without one.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }

    /// Tells whom rules keep from something that is not asked for, under the first Case that does. Nothing changes by it.
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

    /// Tells what bars each of the hexes to which a unit would have gone, or that it would have attacked. What bars all of them
    /// alike keeps the unit itself from it.
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

    /// A side answers an optional question with no.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question, more: bool) {
        self.say(cite, || What::Declined { side, question, more });
    }

    /// Which of these commanders are successors.
    pub(crate) fn successors(&self, of: impl IntoIterator<Item = CommanderId>) -> Vec<CommanderId> {
        of.into_iter().filter(|&c| self.s.commander(c).successor).collect()
    }

    /// Throws dice, and records the roll with its Case.
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

    /// The selected pieces.
    pub(crate) fn run_mut(&mut self) -> Option<&mut Run> {
        self.s.stack.iter_mut().rev().find_map(|s| match s {
            Stage::Running(run) => Some(run),
            _ => None,
        })
    }
}
