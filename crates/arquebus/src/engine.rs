//! The engine: a state, dice and a log, which every procedure of the rules uses.

use crate::components::{LeaderId, Side, UnitId};
use crate::event::{Event, Question, What};
use crate::state::activation::Activation;
use crate::state::combat::{Attack, Combat};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Cite, Dice, Die, HexId, Ledger, Limit, Log, PieceSet, Test, Throw};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
    /// Dirty flag: set by events and by procedures that end.
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

    /// Creates an engine for a state in which everything has been settled, as at every open decision.
    pub(crate) fn resume(s: &'a mut State, dice: &'a mut dyn Dice, log: &'a mut Log<Event>) -> Self {
        Self {
            changed: false,
            ..Self::new(s, dice, log)
        }
    }

    /// Moves a unit to another hex, with leaders.
    pub(crate) fn bring(&mut self, unit: UnitId, to: HexId, riders: PieceSet) {
        if let Some(from) = self.s.hex(unit) {
            self.s.ride(riders, from, to);
        }
        self.s.put(unit, Whereabouts::Map(to));
    }

    /// Records an event. Everything that the rules settle at once changes with an event.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }

    /// Reports that a side has declined a question. What follows is no answer to it.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question) {
        self.say(cite, || What::Declined { side, question });
    }

    /// Reports that a leader goes with a unit.
    pub(crate) fn tell_escort(&mut self, cite: Cite, leader: LeaderId, unit: UnitId) {
        let who = self.s.who(leader);
        self.say(cite, || What::Escorts { who, unit });
    }

    /// Reports that these leaders have gone with a unit.
    pub(crate) fn tell_riders(&mut self, cite: Cite, riders: PieceSet, unit: UnitId) {
        for leader in riders.iter().map(LeaderId) {
            self.tell_escort(cite, leader, unit);
        }
    }

    /// Rolls the die (2.3) with these modifiers against a limit.
    pub(crate) fn test(&mut self, cite: Cite, what: &'static str, net: Ledger, limit: Limit) -> Test {
        let die = Die::D10;
        Test::throw(self.dice, Throw { cite, die, what }, net, limit)
    }

    pub(crate) fn act_mut(&mut self) -> Option<&mut Activation> {
        self.s.activation.as_deref_mut()
    }
    pub(crate) fn fray_mut(&mut self) -> Option<&mut Combat> {
        self.s.combat.as_deref_mut()
    }
    pub(crate) fn fight_mut(&mut self) -> Option<&mut Attack> {
        self.fray_mut()?.attack.as_mut()
    }
}
