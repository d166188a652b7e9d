//! Danish intervention (6.3).

use crate::casebook::cite;
use crate::components::{Faction, Side, UnitId};
use crate::engine::Engine;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::turn::Danes;
use casus_core::{Cite, HexId, PieceSet};

/// Returns the hexes 0101 to 0701, the north edge of Saxony (6.3.2).
pub(crate) fn coast(s: &State) -> impl Iterator<Item = HexId> + '_ {
    (1..=7).filter_map(|column| s.game_data.board.parse(&format!("{column:02}01")).ok())
}

/// Returns the hexes where Danes may land: those of the coast, unless Saxony is closed or Hussites are there (rulings ).
pub(crate) fn edge(s: &State) -> Vec<HexId> {
    coast(s)
        .filter(|&h| !s.closed_to(h, Faction::Danish) && !s.holds(h, Side::Hussite))
        .collect()
}

/// Whether a hex has Imperial counters with which Danes cannot stack (6.3.3).
pub(crate) fn bars_danes(s: &State, hex: HexId) -> bool {
    const _: Cite = cite!("6.3.3");
    s.own_at(hex, Side::Imperial).any(|u| s.faction(u) != Faction::Danish)
}

/// Returns all Danes, on the map or off it.
pub(crate) fn danes(s: &State) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(|&u| s.faction(u) == Faction::Danish)
}

/// Whether Danes are in play: at least one is on the map (6.3.3, ruling R-37).
pub(crate) fn danes_on_map(s: &State) -> bool {
    danes(s).any(|u| s.hex(u).is_some())
}

impl Engine<'_> {
    /// Returns the Case by which the event brings no Danes now, if it does not. A crusade voids the event without using it up
    /// (ruling R-37).
    pub(crate) fn danes_stay_away(&self) -> Option<Cite> {
        match self.s.danes {
            _ if self.s.poland => Some(cite!("4.1", "R-11")),
            Danes::Come | Danes::Gone => Some(cite!("6.3.7", "R-117")),
            _ if self.s.crusade().is_on() => Some(cite!("6.3", "R-37")),
            Danes::Awaited => edge(self.s).is_empty().then_some(cite!("6.3.2")),
        }
    }

    /// 6.3.2: makes all Danes arrive, five as printed.
    pub(crate) fn call_danes(&mut self) {
        self.s.danes = Danes::Come;
        let coming: PieceSet = danes(self.s)
            .filter(|&u| self.s.unit(u).at == Whereabouts::Denmark)
            .map(|u| u.0)
            .collect();
        self.s.arriving = coming;
    }

    /// 6.3.6: removes all Danes for good, including routed ones (ruling R-37).
    pub(crate) fn danes_leave(&mut self) {
        self.s.danes = Danes::Gone;
        let all: Vec<UnitId> = danes(self.s)
            .filter(|&u| self.s.unit(u).at != Whereabouts::Gone)
            .collect();
        for unit in all {
            self.take_off(unit, Whereabouts::Gone, cite!("6.3.6"));
        }
    }
}
