//! Module 16, Victory.

use crate::casebook::cite;
use crate::components::{Side, TownId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::position::State;
use crate::state::stage::{Push, Stage};
use casus_core::{Cite, Outcome};

/// Returns how many of these places a side occupies (ruling R-21).
fn held(s: &State, side: Side, towns: &[Option<TownId>]) -> usize {
    towns.iter().flatten().filter(|&&t| s.occupies(side, t)).count()
}

/// Returns how many of the seven places a side occupies (16.3).
pub(crate) fn of_seven(s: &State, side: Side) -> usize {
    let names = s.game_data.names();
    held(s, side, &names.rebel) + held(s, side, &names.loyal)
}

/// Whether a garrison is gone but its place not yet taken (10.4.2, 10.5.2).
fn taking(s: &State) -> bool {
    let before = matches!(s.stack.last(), Some(Stage::Siege { step }) if !matches!(step, Push::Losses(_)));
    before
        && s.siege()
            .is_some_and(|b| !s.garrison(b.hex, b.besieger.enemy()).any(|u| s.fights(u)))
}

/// Whether a side occupies all seven places, the major victory (16.1, 16.2).
pub(crate) fn has_major(s: &State, side: Side) -> bool {
    of_seven(s, side) == 7
}

/// Whether a side meets its minor victory: three of the four rebel places (16.1), or the three loyal ones (16.2).
pub(crate) fn has_minor(s: &State, side: Side) -> bool {
    let names = s.game_data.names();
    match side {
        Side::Imperial => held(s, side, &names.rebel) >= 3,
        Side::Hussite => held(s, side, &names.loyal) == 3,
    }
}

/// Whether a minor victory would be offered without 18.3 (rulings ). One that the other side has waived does not
/// prevent it (ruling G-6).
pub(crate) fn met(s: &State, side: Side) -> bool {
    let has = |side: Side| has_minor(s, side) && !s.waived[side as usize];
    has(side) && !has(side.enemy())
}

/// Whether both sides have a minor victory, and the enemy has not waived its own (ruling R-105).
pub(crate) fn rivalled(s: &State, side: Side) -> bool {
    let enemy = side.enemy();
    has_minor(s, side) && has_minor(s, enemy) && !s.waived[enemy as usize]
}

pub(crate) const fn cite_of(side: Side) -> Cite {
    match side {
        Side::Imperial => cite!("16.1"),
        Side::Hussite => cite!("16.2"),
    }
}

impl Engine<'_> {
    pub(crate) fn end(&mut self, outcome: Outcome<Side>, cite: Cite, major: bool) {
        self.s.outcome = Some((outcome, cite));
        self.say(cite, || What::Ended { outcome, major });
    }

    /// 16.0, ruling R-103: ends the war at once by the victory of seven places; after a siege only with the capture, when the
    /// pillage is done (10.5.2, ruling G-7).
    pub(crate) fn settle_victory(&mut self) -> bool {
        const _: Cite = cite!("16.0");
        if self.s.outcome.is_some() || taking(self.s) {
            return false;
        }
        let first = self.s.game_data.names().rebel.first().copied().flatten();
        let winner = first
            .and_then(|t| self.s.occupant(t))
            .filter(|&side| has_major(self.s, side));
        if let Some(side) = winner {
            self.end(Outcome::Win(side), cite_of(side), true);
        }
        winner.is_some()
    }

    /// 12.1, 16.2, ruling R-103: ends the war by Elizabeth's elimination; by 18.3 it wins nothing (ruling R-107).
    pub(crate) fn queen_lost(&mut self) {
        if self.s.outcome.is_some() {
            return;
        }
        if self.s.opts(Choice::LongWar) {
            let side = Side::Hussite;
            return self.say(cite!("18.3", "R-107"), || What::WarGoesOn { side });
        }
        self.end(Outcome::Win(Side::Hussite), cite!("16.2", "R-103"), true);
    }

    /// 16.3: counts the places at the end.
    pub(crate) fn final_count(&mut self) {
        let winner = [Side::Hussite, Side::Imperial]
            .into_iter()
            .find(|&side| of_seven(self.s, side) >= 4);
        match winner {
            Some(side) => self.end(Outcome::Win(side), cite!("16.3"), false),
            None => self.end(Outcome::Draw, cite!("16.3"), false),
        }
    }
}
