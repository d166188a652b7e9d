//! The engine: a state, dice and a log, which every procedure of the rules has at hand.

use crate::components::Side;
use crate::event::{Event, What};
use crate::state::activation::Activation;
use crate::state::position::State;
use casus_core::{Cite, Dice, Die, Log, Throw};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
}

/// The decision that is open.
pub(crate) type Decision = casus_core::Decision<Side>;

impl Engine<'_> {
    /// Notes an event.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.log.say(|| Event { cite, what: what() });
    }

    /// Throws the die (2.4).
    pub(crate) fn roll(&mut self, cite: Cite, what: &'static str, alike: &dyn Fn(u8) -> u16) -> i32 {
        i32::from(self.dice.throw(
            Throw {
                cite,
                die: Die::D10,
                what,
            },
            alike,
        ))
    }

    pub(crate) fn act_mut(&mut self) -> Option<&mut Activation> {
        self.s.activation.as_deref_mut()
    }
}
