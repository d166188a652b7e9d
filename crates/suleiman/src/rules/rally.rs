//! Module 11, Rallying Units.

use crate::casebook::cite;
use crate::components::{CommandId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use casus_core::{Bar, Bars, Cite, Violation};

casus_continuity::facts! {
    /// The facts of a rally.
    ///
    /// The unit may be any unit of the roster. Its command's activation is over.
    pub struct RallyFacts<'a> of State; rules B = Bar; places unit {
        /// The unit that would rally.
        pub unit: UnitId,
    }
}

impl RallyFacts<'_> {
    fn done(&self, deed: Done) -> bool {
        self.s.unit(self.unit).done.has(deed)
    }
}

/// The list `rally`: what keeps a unit from rallying. Checked for each unit of the command when its activation ends
/// (11.0.1, ruling A15).
pub static RALLY_BARS: Bars<RallyFacts> = Bars {
    name: "rally",
    list: &[
        B::by(cite!("11.0.1"), "the unit has not been Disordered through the whole activation")
            .when(unit, |f| f.s.unit(f.unit).condition != Condition::Disordered || !f.done(Done::BEGAN_DISORDERED)),
        B::by(cite!("11.0.1"), "the unit has moved").when(unit, |f| f.done(Done::MOVED)),
        B::by(cite!("11.0.1"), "the unit has changed facing").when(unit, |f| f.done(Done::PIVOTED)),
        B::by(cite!("11.0.1"), "the unit has fired").when(unit, |f| f.done(Done::FIRED)),
        B::by(cite!("11.0.1"), "the unit has attacked").when(unit, |f| f.done(Done::ATTACKED)),
        B::by(cite!("11.0.1"), "an enemy unit is adjacent").violated(|f| {
            let mut near = f.s.adjacent_enemies(f.s.hex(f.unit)?, f.s.side(f.unit));
            near.next().map(|e| Violation::at(e.place()))
        }),
    ],
};

impl Engine<'_> {
    /// Flips a unit one step up (11.0).
    pub(crate) fn rally_to(&mut self, unit: UnitId, condition: Condition, case: Cite) {
        let u = self.s.unit_mut(unit);
        u.condition = condition;
        u.done.clear(Done::ENCAMPED);
        self.say(case, || What::Rallied { unit, condition });
    }

    /// 11.0.1: rallies the units that did nothing, on the map or in the Box.
    pub(crate) fn rally(&mut self, command: CommandId) {
        let units: Vec<UnitId> = self.s.game_data.units_of(command).collect();
        for unit in units {
            let here = matches!(self.s.unit(unit).at, Whereabouts::Map(_) | Whereabouts::Box);
            if here && self.s.usable(unit) && RALLY_BARS.permit(&RallyFacts { s: self.s, unit }) {
                let boxed = self.s.unit(unit).at == Whereabouts::Box;
                let case = if boxed { cite!("11.0.2(2)") } else { cite!("11.0.1") };
                self.rally_to(unit, Condition::Normal, case);
            }
        }
    }
}
