//! 14.1 and 14.2: the end of turns, days and the battle; with the fortifications of 8.1.

use crate::casebook::cite;
use crate::components::{FORTIFICATION, Side, behind_fortification};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::{Course, Night};
use casus_core::{Cite, Dir, Flow, Outcome};

/// The Swiss morale gained when no French unit is next to the printed fortifications (8.1).
const BREACH: i32 = 2;

/// Whether a French unit is next to the fortifications printed on the map (8.1, rulings R25 and R84).
fn manned(s: &State) -> bool {
    let board = &s.game_data.board;
    s.on_map(Side::French).any(|(_, h)| {
        Dir::ALL.into_iter().any(|d| {
            if s.opts(Choice::R84) {
                behind_fortification(board, h, d)
            } else {
                board.features(h, d) & FORTIFICATION != 0
            }
        })
    })
}

fn fortified(s: &State) -> bool {
    let board = &s.game_data.board;
    board
        .ids()
        .any(|h| Dir::ALL.into_iter().any(|d| board.features(h, d) & FORTIFICATION != 0))
}

impl Engine<'_> {
    /// Ends the player turn: removes what ends with it, and starts the next one.
    pub(crate) fn closing(&mut self) -> Flow<Stage> {
        self.drop_charges(cite!("9.3", "R31"));
        if !self.s.breached && !manned(self.s) && fortified(self.s) {
            self.s.breached = true;
            self.say(cite!("8.1", "R84"), || What::Breached);
            self.change_morale(None, BREACH, cite!("8.1"));
        }
        match self.s.active {
            Side::Swiss => {
                self.s.active = Side::French;
                self.go_to(Course::Command);
            }
            Side::French => self.end_of_turn(),
        }
        Flow::Next
    }

    pub(crate) fn drop_charges(&mut self, cite: Cite) {
        for unit in self.s.unit_ids() {
            if let Some(hex) = self.s.unit_mut(unit).charge.take() {
                self.say(cite, || What::ChargeLapsed { unit, hex });
            }
        }
    }

    /// Ends a game turn, and with it the battle (ruling R97) or the first day (14.2), if it is the last turn of either.
    fn end_of_turn(&mut self) {
        let d = &self.s.game_data.deployment;
        let (clock, scenario) = (&d.clock, &d.scenarios[usize::from(self.s.scenario)]);
        if self.s.turn >= clock.turns(scenario.days) {
            let outcome = if scenario.draw {
                Outcome::Draw
            } else {
                Outcome::Win(Side::French)
            };
            let case = if scenario.days > 1 {
                cite!("14.2", "R97")
            } else {
                cite!("14.1", "R97")
            };
            self.end(outcome, case);
        } else if self.s.turn == clock.first_day() {
            self.go_to(Course::Night(Night::Falls));
        } else {
            self.next_turn();
        }
    }

    pub(crate) fn next_turn(&mut self) {
        self.s.turn = self.s.turn.saturating_add(1);
        self.s.active = Side::Swiss;
        self.go_to(Course::Command);
    }
}
