//! The engine: a state, dice and a log, all that the rules use during play.

use crate::components::Side;
use crate::event::{Event, Item, Question, What};
use crate::state::battle::{Field, Siege};
use crate::state::position::State;
use casus_core::{Cite, Dice, Die, Log, Throw};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
    /// Dirty flag: set by events, and when a procedure ends.
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
            changed: false,
            ..Self::new(s, dice, log)
        }
    }
    /// Logs an event. Everything that needs settling changes together with an event.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }
    /// Rolls a six-sided die (2.6).
    pub(crate) fn roll(&mut self, cite: Cite, what: &'static str, alike: &dyn Fn(u8) -> u16) -> u8 {
        let die = Die::D6;
        self.dice.throw(Throw { cite, die, what }, alike)
    }
    /// Rolls several six-sided dice one after the other.
    pub(crate) fn several(&mut self, cite: Cite, what: &'static str, dice: u8) -> Vec<u8> {
        (0..dice).map(|_| self.roll(cite, what, &u16::from)).collect()
    }
    /// Makes a side pay Florins; for maintenance, `items` has the parts.
    pub(crate) fn pay(&mut self, cite: Cite, side: Side, florins: u16, items: Vec<Item>) {
        self.s.spend(side, florins);
        let purse = self.s.purse(side);
        self.say(cite, || What::Paid {
            side,
            florins,
            items,
            purse,
        });
    }
    /// Logs that a side declines an optional action.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question, more: bool) {
        self.say(cite, || What::Declined { side, question, more });
    }
    /// Draws an index below `of` at random (5.2.1, 7.3.1, 7.3.3).
    pub(crate) fn draw(&mut self, cite: Cite, what: &'static str, of: usize) -> usize {
        let count = of.clamp(1, 255) as u8;
        let die = Die::Draw(count);
        usize::from(self.dice.throw(Throw { cite, die, what }, &u16::from)).min(of.saturating_sub(1))
    }
    pub(crate) fn field_mut(&mut self) -> Option<&mut Field> {
        self.s.field.as_deref_mut()
    }
    pub(crate) fn siege_mut(&mut self) -> Option<&mut Siege> {
        self.s.siege.as_deref_mut()
    }
}
