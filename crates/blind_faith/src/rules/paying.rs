//! The cost of a round of battle (18.4).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::What;
use casus_core::PieceSet;

impl Engine<'_> {
    /// Makes each unit that has a Movement Point left pay one. Returns the units that have paid.
    pub(crate) fn pay_points(&mut self, units: Vec<UnitId>) -> PieceSet {
        let able: Vec<UnitId> = units.into_iter().filter(|&u| self.s.left(u) > 0).collect();
        for &u in &able {
            self.s.unit_mut(u).spent += 1;
        }
        let paid = able.iter().map(|u| u.0).collect();
        if !able.is_empty() {
            self.say(cite!("18.4"), || What::RoundPaid { units: able });
        }
        paid
    }
}
