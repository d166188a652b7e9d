//! Module 8, Morale: of the French corps and of the Swiss army.

use crate::casebook::cite;
use crate::components::{CorpsId, MOST_MORALE, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Loss, What};
use crate::state::pieces::{Marks, Whereabouts};
use crate::state::position::State;
use casus_core::{Cite, HexId, Outcome};

/// The modifier of a unit's morale by demoralization (8.3).
pub(crate) const DEMORALIZED: i32 = -2;
/// The Swiss morale gained for each of the four places (8.1).
const PLACE: i32 = 2;

impl State {
    /// Whether a corps is demoralized: its morale is 0, and no hero steadies it (8.0, 7.2). A Swiss corps never is (8.1).
    pub fn demoralized(&self, corps: CorpsId) -> bool {
        self.game_data.corps_side(corps) == Side::French
            && self.corps(corps).morale == 0
            && !self.commanders.iter().any(|c| c.steadies == Some(corps))
    }
    /// Whether a unit belongs to a demoralized corps (8.3).
    #[inline]
    pub fn shaken(&self, unit: UnitId) -> bool {
        self.counter(unit).corps.is_some_and(|c| self.demoralized(c))
    }
    /// Whether any unit in a hex belongs to a demoralized corps (8.3).
    pub fn shaken_stack(&self, hex: HexId) -> bool {
        self.units_at(hex).any(|u| self.shaken(u))
    }
    /// Returns a unit's current morale, with demoralization and without the modifiers of a test (ruling R64).
    pub fn morale(&self, unit: UnitId) -> i32 {
        let shaken = if self.shaken(unit) { DEMORALIZED } else { 0 };
        i32::from(self.face(unit).morale) + shaken
    }
    /// Whether enough French corps are demoralized to lose the battle (8.2).
    pub(crate) fn french_broken(&self) -> bool {
        let most = usize::from(self.game_data.deployment.armies.french_corps_to_lose);
        self.demoralized_corps() >= most
    }
    /// Returns the number of demoralized French corps (8.2, ruling R86).
    pub fn demoralized_corps(&self) -> usize {
        self.corps_ids().filter(|&c| self.demoralized(c)).count()
    }
    /// Returns the corps whose morale a unit counts for; `None` for the morale of the Swiss army (8.1, 8.2).
    pub(crate) fn track(&self, unit: UnitId) -> Option<CorpsId> {
        match self.side(unit) {
            Side::Swiss => None,
            Side::French => self.corps_of(unit),
        }
    }
}

/// Returns the Case of an army's morale track.
pub(crate) const fn track_case(side: Side) -> Cite {
    match side {
        Side::Swiss => cite!("8.1"),
        Side::French => cite!("8.2"),
    }
}

impl Engine<'_> {
    /// Moves a morale marker: of a corps, or of the Swiss army for `None`. It stays on its track (ruling R80), and does not
    /// move after play has ended (ruling R30).
    pub(crate) fn change_morale(&mut self, corps: Option<CorpsId>, change: i32, cite: Cite) {
        if self.s.outcome.is_some() {
            return;
        }
        let now = match corps {
            Some(c) => &mut self.s.corps_mut(c).morale,
            None => &mut self.s.swiss_morale,
        };
        let (was, to) = (*now, (i32::from(*now) + change).clamp(0, MOST_MORALE.into()) as u8);
        if to == was {
            // No morale is left to lose. The Swiss army loses the battle at 0, so this is a corps.
            if change < 0 {
                self.say(cite!("8.2", "R80"), || What::Morale {
                    corps,
                    change: 0,
                    full: Some(change),
                    to,
                });
            }
            return;
        }
        *now = to;
        let full = Some(change);
        let change = i32::from(to) - i32::from(was);
        let full = full.filter(|&full| full != change);
        let cite = match (full, corps) {
            (None, _) => cite,
            _ if !cite.ruling().is_empty() => cite,
            (_, Some(_)) => cite!("8.2", "R80"),
            (_, None) => cite!("8.1", "R80"),
        };
        self.say(cite, || What::Morale {
            corps,
            change,
            full,
            to,
        });
        match corps {
            Some(corps) if was > 0 && to == 0 => {
                self.say(cite!("8.2", "R85"), || What::Demoralized { corps });
            }
            Some(corps) if was == 0 && to > 0 => {
                self.say(cite!("8.3"), || What::Restored { corps });
            }
            None if to == 0 => self.end(Outcome::Win(Side::French), cite!("8.1")),
            _ => {}
        }
    }

    /// Ends play, unless it has ended already (ruling R30).
    pub(crate) fn end(&mut self, outcome: Outcome<Side>, cite: Cite) {
        if self.s.outcome.is_none() {
            self.s.outcome = Some((outcome, cite));
            self.say(cite, || What::Ended { outcome });
        }
    }

    /// Eliminates a unit: its side loses two points of morale (8.1, 8.2).
    pub(crate) fn eliminate(&mut self, unit: UnitId, why: Loss, cite: Cite) {
        self.say(cite, || What::Eliminated { unit, why });
        self.remove(unit, Whereabouts::Lost);
    }

    /// Removes a unit from the map for good.
    pub(crate) fn remove(&mut self, unit: UnitId, at: Whereabouts) {
        self.s.put(unit, at);
        let u = self.s.unit_mut(unit);
        u.marks = Marks::default();
        u.charge = None;
        u.spent = 0;
        u.facing = casus_core::SideFacing::ALL[0];
        if let Some(run) = self.run_mut() {
            run.units.remove(unit.0);
        }
        self.change_morale(self.s.track(unit), -2, track_case(self.s.side(unit)));
    }

    /// 8.2: ends the battle when enough French corps, by default five, are demoralized at the same time.
    pub(crate) fn settle_victory(&mut self) -> bool {
        if self.s.outcome.is_some() || self.s.hero_pending() {
            return false;
        }
        if !self.s.french_broken() {
            return false;
        }
        self.end(Outcome::Win(Side::Swiss), cite!("8.2", "R85"));
        true
    }

    /// 8.1: the Swiss take a place when a Swiss unit that is not routed enters it (ruling R83).
    pub(crate) fn settle_places(&mut self) -> bool {
        let s = &*self.s;
        let swiss = |u: UnitId| s.side(u) == Side::Swiss && !s.routed(u);
        let mut places = (0u8..).zip(&s.game_data.deployment.places);
        let fresh = places.find(|&(i, &hex)| s.taken & 1 << i == 0 && s.units_at(hex).any(swiss));
        let Some((i, &hex)) = fresh else {
            return false;
        };
        self.s.taken |= 1 << i;
        self.say(cite!("8.1", "R83"), || What::Captured { hex });
        self.change_morale(None, PLACE, cite!("8.1"));
        true
    }
}
