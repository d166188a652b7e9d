//! The engine: a state, dice and a log, which every procedure of the rules uses.

use crate::casebook::cite;
use crate::components::{LeaderId, Side, UnitId};
use crate::event::{Event, Question, What};
use crate::state::activation::Activation;
use crate::state::combat::{Attack, Combat};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Cite, HexId, PieceSet};

casus_continuity::engine! { die cite!("2.3"); also {} }

impl Engine<'_> {
    /// Moves a unit to another hex, with leaders.
    pub(crate) fn bring(&mut self, unit: UnitId, to: HexId, riders: PieceSet) {
        if let Some(from) = self.s.hex(unit) {
            self.s.ride(riders, from, to);
        }
        self.s.put(unit, Whereabouts::Map(to));
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

    pub(crate) fn fray_mut(&mut self) -> Option<&mut Combat> {
        self.s.combat.as_deref_mut()
    }
    pub(crate) fn fight_mut(&mut self) -> Option<&mut Attack> {
        self.fray_mut()?.attack.as_mut()
    }
}
