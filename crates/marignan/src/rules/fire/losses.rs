//! 12.4: units lost to stars, in fire and in melee.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::{Decision, Engine};
use crate::event::{Loss, What};
use crate::state::combat::Losses;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Flow, HexId, Place, Procedures};

/// Returns the decision which units the stars take, if it is open (12.4, 13.2).
pub(crate) fn decision(s: &State, losses: &Losses) -> Option<Decision> {
    let chooses = losses.among.len() > usize::from(losses.stars) && losses.stars > 0;
    chooses.then(|| {
        let mut hexes = losses.among.iter().filter_map(|u| s.hex(UnitId(u)));
        let one = hexes.next().filter(|&h| hexes.all(|x| x == h));
        let of = one.map_or(Place::Nowhere, HexId::place);
        Decision::new(losses.side, losses.cite, "lose", of)
    })
}

impl Engine<'_> {
    /// Removes units for stars: all of them if there are no more units than stars, else those their owner names (ruling R59).
    pub(crate) fn losing(&mut self, losses: Losses) -> Flow<Stage> {
        let Some(unit) = losses.among.first() else {
            return Flow::Done;
        };
        if losses.stars == 0 {
            return Flow::Done;
        }
        if decision(self.s, &losses).is_some() {
            return Flow::Ask;
        }
        self.strike(losses, UnitId(unit));
        Flow::Next
    }

    /// Removes the unit that its owner names.
    pub(crate) fn enact_losses(&mut self, losses: Losses, action: Action) {
        if let Action::Lose(unit) = action {
            self.strike(losses, unit);
        }
    }

    fn strike(&mut self, mut losses: Losses, unit: UnitId) {
        losses.among.remove(unit.0);
        losses.stars -= 1;
        self.set_top(Stage::Losses(losses));
        self.lose(unit);
    }
}

impl Engine<'_> {
    /// Loses a unit to a star, in melee as in fire (12.4). Pikemen with a replacement continue as the replacement, on the same
    /// face. Any other unit is eliminated.
    pub(crate) fn lose(&mut self, unit: UnitId) {
        let Some(hex) = self.s.hex(unit) else { return };
        let cite = cite!("12.4", "R59");
        self.s.struck.push(hex);
        if self.s.counter(unit).replacement && !self.s.unit(unit).replaced {
            self.s.unit_mut(unit).replaced = true;
            self.say(cite, || What::Replaced { unit });
        } else {
            self.eliminate(unit, Loss::Star, cite);
        }
    }
}
