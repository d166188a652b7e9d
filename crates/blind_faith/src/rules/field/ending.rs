//! The end of a round and of a Field Battle (9.5 to 9.8).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::{Question, What};
use crate::options::Choice;
use crate::rules::field::display::standing;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::field::RETREAT_OPENING;
use crate::state::march::those;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::{Bout, Stage};
use casus_core::{Flow, Procedures};

/// Returns the units left on both sides: attackers, defenders.
fn left(s: &State) -> (Vec<UnitId>, Vec<UnitId>) {
    s.field().map_or((Vec::new(), Vec::new()), |b| {
        (standing(s, b.attackers, b.hex).collect(), standing(s, b.defenders, b.hex).collect())
    })
}

impl Engine<'_> {
    /// 9.5, 9.6: asks both sides whether they retreat, while both have units.
    pub(crate) fn staying(&mut self, step: Bout) -> Flow<Stage> {
        let (attackers, defenders) = left(self.s);
        if attackers.is_empty() || defenders.is_empty() {
            self.set_top(Stage::Field { step: Bout::End });
            return Flow::Next;
        }
        let attacking = step == Bout::AttackerStays;
        let asked = if attacking { attackers[0] } else { defenders[0] };
        if RETREAT_OPENING.permit(&OpeningFacts::of(self.s, self.s.side(asked))) {
            return Flow::Ask;
        }
        self.leave_field(attacking);
        Flow::Next
    }

    pub(crate) fn enact_stay(&mut self, step: Bout, action: Action) {
        let attacking = step == Bout::AttackerStays;
        if action == Action::Retreat {
            self.leave_field(attacking);
            return;
        }
        if let Some(b) = self.s.field() {
            let (hex, attacker) = (b.hex, b.attacker);
            let (side, case) = if attacking {
                (attacker, cite!("9.5"))
            } else {
                (attacker.enemy(), cite!("9.6"))
            };
            self.decline(case, side, Question::Retreat(hex), false);
        }
        self.set_top(Stage::Field {
            step: if attacking { Bout::DefenderStays } else { Bout::End },
        });
    }

    /// 9.5, 9.6: sends all survivors of a side to the Routed Units box. Elizabeth goes with them if she is outside the walls,
    /// although she has no box on the display (ruling R-102).
    fn leave_field(&mut self, attacking: bool) {
        let hex = self.s.field().map(|b| b.hex);
        self.set_top(Stage::Field { step: Bout::End });
        let (attackers, defenders) = left(self.s);
        let (units, case) = if attacking {
            (attackers, cite!("9.5"))
        } else {
            (defenders, cite!("9.6"))
        };
        let Some(side) = units.first().map(|&u| self.s.side(u)) else {
            return;
        };
        let with_them = |&queen: &UnitId| {
            let s = &*self.s;
            s.side(queen) == side && s.hex(queen) == hex && !s.within(queen)
        };
        let queen = self.s.game_data.names().elizabeth.filter(with_them);
        self.say(case, || What::Retreated { side });
        for unit in units.into_iter().chain(queen) {
            self.rout(unit, case);
        }
    }

    /// 9.7, 9.8: starts another round, or returns the survivors to the hex.
    pub(crate) fn ending(&mut self) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("9.8");
        let (attackers, defenders) = left(self.s);
        let Some(b) = self.s.field() else { return Flow::Done };
        let (hex, attacker) = (b.hex, b.attacker);
        if !attackers.is_empty() && !defenders.is_empty() {
            if let Some(f) = self.field_mut() {
                f.round = f.round.saturating_add(1);
            }
            self.pay_for_round();
            self.set_top(Stage::Field { step: Bout::Deploy });
            return Flow::Next;
        }
        let winner = match (attackers.is_empty(), defenders.is_empty()) {
            (false, _) => Some(attacker),
            (true, false) => Some(attacker.enemy()),
            (true, true) => None,
        };
        // A unit of a sallying garrison routed, so by the other reading of ruling R-122 the garrison was not eliminated.
        let fled = those(b.attackers).any(|u| self.s.unit(u).at == Whereabouts::Routed);
        let unpillaged = self.s.opts(Choice::R122) && fled && winner == Some(attacker.enemy());
        self.s.field = None;
        self.pop();
        self.say(cite!("9.7"), || What::FieldEnded { hex, winner });
        if unpillaged {
            self.taken_unpillaged(hex, attacker, cite!("9.2", "R-122"));
        }
        Flow::Next
    }
}
