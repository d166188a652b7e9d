//! The end of a turn (10.9, ruling R-08).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Faction, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Release, What};
use crate::options::Choice;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::turn::CLAIM_OPENING;
use crate::rules::victory::{cite_of, met, rivalled};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::LAST_TURN;
use crate::state::stage::Course;
use crate::state::turn::Crusade;
use casus_core::Outcome;

impl Engine<'_> {
    /// Ends crusades (18.1, rulings ), then releases routed units (10.9).
    pub(crate) fn years_end(&mut self) {
        let politics = self.s.opts(Choice::Politics) && self.s.crusade().is_on();
        if politics || self.s.crusade() == Crusade::Ending {
            self.s.crusade = Crusade::Off;
            let case = if politics { cite!("18.1") } else { cite!("7.3") };
            self.say(case, || What::CrusadeExpires { later: false });
            self.box_legate();
        }
        let later = self.s.turn + 1;
        let routed: Vec<UnitId> = self
            .s
            .unit_ids()
            .filter(|&u| self.s.unit(u).at == Whereabouts::Routed)
            .collect();
        let mut released: Vec<(Release, Vec<UnitId>)> = Vec::new();
        for unit in routed {
            let counter = self.s.counter(unit);
            let to = match (counter.side, counter.faction) {
                _ if counter.legate() => Whereabouts::Cup,
                (Side::Hussite, _) | (_, Faction::Papal) => Whereabouts::Returns(later),
                (_, Faction::German | Faction::French) => Whereabouts::Draw(later),
                _ if self.s.game_data.names().elizabeth == Some(unit) => Whereabouts::Returns(later),
                _ => Whereabouts::Pool(later),
            };
            self.s.put(unit, to);
            let to = match to {
                Whereabouts::Cup => Release::Cup,
                Whereabouts::Returns(_) => Release::Returns,
                Whereabouts::Draw(_) => Release::Draw,
                _ => Release::Muster,
            };
            match released.iter_mut().find(|r| r.0 == to) {
                Some((_, units)) => units.push(unit),
                None => released.push((to, vec![unit])),
            }
        }
        for (to, units) in released {
            self.say(cite!("10.9"), || What::Released { units, to });
        }
        self.go_to(Course::Claim(Side::Hussite));
    }

    /// 16.1, 16.2: returns whether a side's minor victory is offered. If both have one, neither has it (ruling R-105), or the war
    /// is drawn.
    pub(crate) fn claiming(&mut self, side: Side) -> bool {
        let both = rivalled(self.s, side) && rivalled(self.s, side.enemy());
        if both && self.s.opts(Choice::R105) && !self.s.opts(Choice::LongWar) {
            self.end(Outcome::Draw, cite!("16.0", "R-105"), false);
            return true;
        }
        if CLAIM_OPENING.permit(&OpeningFacts::of(self.s, side)) {
            return true;
        }
        if self.s.opts(Choice::LongWar) {
            if met(self.s, side) {
                self.say(cite!("18.3"), || What::WarGoesOn { side });
            }
        } else if rivalled(self.s, side) && !self.s.waived[side as usize] {
            let case = match side {
                Side::Imperial => cite!("16.1", "R-105"),
                Side::Hussite => cite!("16.2", "R-105"),
            };
            self.say(case, || What::WarGoesOn { side });
        }
        self.claimed(side);
        false
    }

    pub(crate) fn enact_claim(&mut self, side: Side, action: Action) {
        if action == Action::Claim {
            self.end(Outcome::Win(side), cite_of(side), false);
            return;
        }
        self.s.waived[side as usize] = true;
        self.say(cite_of(side), || What::Waived { side });
        self.claimed(side);
    }

    fn claimed(&mut self, side: Side) {
        self.go_to(match side {
            Side::Hussite => Course::Claim(Side::Imperial),
            Side::Imperial => Course::Next,
        });
    }

    /// Starts the next turn, or counts the places at the end of the last (16.3).
    pub(crate) fn next_turn(&mut self) {
        if self.s.turn >= LAST_TURN {
            self.final_count();
            return;
        }
        self.s.turn += 1;
        for u in &mut self.s.units {
            u.done = Done::default();
            u.spent = 0;
        }
        self.s.event = crate::charts::Happening::None;
        let turn = self.s.turn;
        self.say(cite!("3.0"), || What::Turn { turn });
        self.go_to(Course::Event);
    }
}
