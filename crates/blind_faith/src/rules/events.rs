//! Modules 4 and 13, events: the Breslau Award, the event of a turn, the death of the Pope.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Happening;
use crate::components::{Faction, UnitId};
use crate::engine::Engine;
use crate::event::{Arrival, What};
use crate::state::pieces::Whereabouts;
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Danes, Pope};
use casus_core::{Cite, Procedures};

/// The sums of the Events Table that have no event after support for Poland (4.1, 4.2).
const BLANK: [u8; 2] = [6, 7];

pub(crate) fn judge_award(action: Action) -> bool {
    matches!(action, Action::SupportOrder | Action::SupportPoland)
}

/// Returns the Case by which the event of a sum is void now, if it is: a sum of 6 or 7 after support for Poland, a Pope who has
/// died already, Danes who cannot come, or no Poles left to come.
fn void(e: &Engine<'_>, sum: u8, event: Happening) -> Option<Cite> {
    let s = &*e.s;
    match event {
        _ if s.poland && BLANK.contains(&sum) => Some(cite!("4.2", "R-12")),
        Happening::PopeDies => (s.pope() == Pope::Eugenius).then_some(cite!("13.2")),
        Happening::Danes => e.danes_stay_away(),
        Happening::Poland => {
            let left = s.unit_ids().any(|u| s.unit(u).at == Whereabouts::Poland);
            (!left).then_some(cite!("5.2.3", "R-13"))
        }
        _ => None,
    }
}

impl Engine<'_> {
    /// 4.1: gives the Award, and applies the consequences of support for Poland (ruling R-11).
    pub(crate) fn enact_award(&mut self, action: Action) {
        let poland = action == Action::SupportPoland;
        self.s.poland = poland;
        self.say(cite!("4.1"), || What::Awarded { poland });
        if poland {
            self.s.danes = Danes::Gone;
            let out: Vec<UnitId> = self
                .s
                .unit_ids()
                .filter(|&u| matches!(self.s.faction(u), Faction::Polish | Faction::Saxon))
                .collect();
            for unit in out {
                self.take_off(unit, Whereabouts::Gone, cite!("4.1"));
            }
        }
        self.go_to(Course::Prepare);
    }

    /// 4.2: rolls three dice and applies their event.
    pub(crate) fn event_of_the_turn(&mut self) {
        const _: Cite = cite!("4.0");
        let dice = self.several(cite!("4.2"), "event", 3);
        let sum = dice.iter().sum();
        let written = *self.s.game_data.charts.events.get(i32::from(sum), 0);
        let void = void(self, sum, written);
        let event = if void.is_some() { Happening::None } else { written };
        self.s.event = event;
        self.say(void.unwrap_or(cite!("4.2")), || What::Event { dice, sum, event });
        self.go_to(Course::Attrition(casus_core::HexId(0)));
        match event {
            Happening::Poland => self.poles_come(),
            Happening::PopeDies => self.pope_dies(),
            Happening::Danes => {
                self.call_danes();
                self.call(Stage::Placing {
                    side: crate::components::Side::Imperial,
                });
            }
            _ => {}
        }
    }

    /// 5.2.3: places in Krakow the Poles that are neither on the map, nor routed, nor eliminated (ruling R-13).
    fn poles_come(&mut self) {
        let Some(krakow) = self.s.game_data.names().krakow else {
            return;
        };
        let hex = self.s.game_data.roster[krakow].hex;
        let coming: Vec<UnitId> = self
            .s
            .unit_ids()
            .filter(|&u| self.s.unit(u).at == Whereabouts::Poland)
            .collect();
        for unit in coming {
            self.land(unit, hex, Arrival::Intervention, cite!("5.2.3"));
        }
    }

    /// 13.1, 13.2: makes Eugenius IV Pope, and removes Louis of Aquileia from the game.
    fn pope_dies(&mut self) {
        const _: Cite = cite!("7.1");
        const _: Cite = cite!("13.0");
        self.s.pope = Pope::Eugenius;
        self.say(cite!("13.1"), || What::PopeDied);
        if let Some(unit) = self.s.game_data.names().aquileia
            && self.s.unit(unit).at != Whereabouts::Gone
        {
            self.take_off(unit, Whereabouts::Gone, cite!("13.2"));
        }
    }
}
