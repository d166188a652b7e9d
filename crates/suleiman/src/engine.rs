//! The engine: a state, dice and a log, which every procedure of the rules uses.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::event::{Event, Question, What};
use crate::state::activation::Activation;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Cite, Dice, Die, HexId, Ledger, Limit, Log, Test, Throw};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
    /// The unit that entered a hex last, with the hex that it left. What is settled at once may need it (3.1.1).
    pub(crate) came: Option<(UnitId, HexId)>,
    /// Dirty flag: set by events and by procedures that end; starting a procedure does not set it.
    pub(crate) changed: bool,
    /// Whether a unit may have left play since. Only then can a leader have lost the last of his command (12.4).
    pub(crate) thinned: bool,
}

/// The open decision.
pub(crate) type Decision = casus_core::Decision<Side>;

impl<'a> Engine<'a> {
    pub(crate) fn new(s: &'a mut State, dice: &'a mut dyn Dice, log: &'a mut Log<Event>) -> Self {
        Self {
            s,
            dice,
            log,
            came: None,
            changed: true,
            thinned: true,
        }
    }

    /// Creates an engine for a state in which everything has been settled, as at every open decision.
    pub(crate) fn resume(s: &'a mut State, dice: &'a mut dyn Dice, log: &'a mut Log<Event>) -> Self {
        Self {
            changed: false,
            thinned: false,
            ..Self::new(s, dice, log)
        }
    }

    /// Moves a unit to another hex of the map.
    pub(crate) fn bring(&mut self, unit: UnitId, to: HexId) {
        self.came = self.s.hex(unit).map(|from| (unit, from));
        self.s.put(unit, Whereabouts::Map(to));
    }

    /// Moves a unit to another hex, with the leaders who are stacked with it.
    pub(crate) fn bring_with_leaders(&mut self, unit: UnitId, to: HexId) {
        self.came = self.s.hex(unit).map(|from| (unit, from));
        self.s.put_with_leaders(unit, to);
    }

    /// Records an event. Everything that the rules settle at once changes with an event.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }

    /// Reports that a side has declined a question. What follows is no answer to it.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question, unit: Option<UnitId>) {
        self.say(cite, || What::Declined { side, question, unit });
    }

    /// Rolls the die (2.4) with these modifiers against a limit.
    pub(crate) fn test(&mut self, cite: Cite, what: &'static str, net: Ledger, limit: Limit) -> Test {
        const _: Cite = cite!("2.4");
        let die = Die::D10;
        Test::throw(self.dice, Throw { cite, die, what }, net, limit)
    }

    pub(crate) fn act_mut(&mut self) -> Option<&mut Activation> {
        self.s.activation.as_deref_mut()
    }
}
