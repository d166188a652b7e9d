//! The engine: a state, dice and a log, which every procedure of the rules has at hand.

use crate::components::{LeaderId, Side, UnitId};
use crate::event::{Event, Question, What};
use crate::state::activation::Activation;
use crate::state::fray::{Fight, Fray};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Cite, Dice, Die, HexId, Ledger, Limit, Log, PieceSet, Test, Throw};

pub(crate) struct Engine<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut Log<Event>,
    /// Something has happened, or a procedure has ended, since all was settled.
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
            changed: false,
            ..Self::new(s, dice, log)
        }
    }

    /// Puts a unit into another hex, and leaders with it.
    pub(crate) fn bring(&mut self, unit: UnitId, to: HexId, riders: PieceSet) {
        if let Some(from) = self.s.hex(unit) {
            self.s.ride(riders, from, to);
        }
        self.s.put(unit, Whereabouts::Map(to));
    }

    /// Notes an event. Nothing that the rules settle at once changes without one.
    pub(crate) fn say(&mut self, cite: Cite, what: impl FnOnce() -> What) {
        self.changed = true;
        self.log.say(|| Event { cite, what: what() });
    }

    /// Tells that a side has answered a question with no: what follows is no answer to it.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question) {
        self.say(cite, || What::Declined { side, question });
    }

    /// A leader goes with a unit.
    pub(crate) fn tell_escort(&mut self, cite: Cite, leader: LeaderId, unit: UnitId) {
        let replacement = self.s.leader(leader).replacement;
        self.say(cite, || What::Escorts {
            leader,
            replacement,
            unit,
        });
    }

    /// The leaders of these numbers have gone with a unit.
    pub(crate) fn tell_riders(&mut self, cite: Cite, riders: PieceSet, unit: UnitId) {
        for leader in riders.iter().map(LeaderId) {
            self.tell_escort(cite, leader, unit);
        }
    }

    /// Throws the die (2.3), these modifiers added, against a number.
    pub(crate) fn test(&mut self, cite: Cite, what: &'static str, net: Ledger, limit: Limit) -> Test {
        let die = Die::D10;
        Test::throw(self.dice, Throw { cite, die, what }, net, limit)
    }

    pub(crate) fn act_mut(&mut self) -> Option<&mut Activation> {
        self.s.activation.as_deref_mut()
    }
    pub(crate) fn fray_mut(&mut self) -> Option<&mut Fray> {
        self.s.fray.as_deref_mut()
    }
    pub(crate) fn fight_mut(&mut self) -> Option<&mut Fight> {
        self.fray_mut()?.fight.as_mut()
    }
}
