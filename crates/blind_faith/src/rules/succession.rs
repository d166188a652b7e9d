//! The consequences of Albert's elimination (12.1).

use crate::casebook::cite;
use crate::components::{Land, Side, TownId, Urban};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::stacking::with_danes;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{PieceSet, Procedures};

/// Whether a place may receive Jiskra and Elizabeth: Stuhlweissenburg, or, if it is closed, an open Hungarian town or city (12.1,
/// ruling R-115). Danes close a place (6.3.3).
pub(crate) fn heirs_site(s: &State, town: TownId) -> bool {
    let first = s.game_data.names().stuhlweissenburg;
    let open = |t: TownId| {
        let there = s.own_at(s.game_data.roster[t].hex, Side::Imperial);
        s.open_to(Side::Imperial, t) && !with_danes(s, there)
    };
    if first.is_some_and(open) {
        return first == Some(town);
    }
    let card = &s.game_data.roster[town];
    let lodges = matches!(card.kind, Urban::Town | Urban::City);
    lodges && s.game_data.land(card.hex) == Land::Hungary && open(town)
}

impl Engine<'_> {
    /// 12.1, ruling R-101: makes Jiskra arrive after Albert's elimination, and Elizabeth with him if she is alive.
    pub(crate) fn succeed(&mut self) {
        const _: casus_core::Cite = cite!("12.1");
        if self.s.succeeded {
            return;
        }
        self.s.succeeded = true;
        let names = *self.s.game_data.names();
        let mut coming = PieceSet::EMPTY;
        if let Some(jiskra) = names.jiskra.filter(|&u| self.s.unit(u).at == Whereabouts::Succession) {
            coming.insert(jiskra.0);
        }
        // If no place is open, she stays where she is (ruling G-12), or waits if she is not on the map yet.
        if let Some(elizabeth) = names.elizabeth
            && self.s.unit(elizabeth).at != Whereabouts::Gone
            && (self.s.unit(elizabeth).at == Whereabouts::Succession
                || self.s.game_data.roster.town_ids().any(|t| heirs_site(self.s, t)))
        {
            coming.insert(elizabeth.0);
        }
        self.s.arriving = self.s.arriving.union(coming);
        if self.s.arriving.is_empty() {
            return;
        }
        // A battle is finished first: a place that falls with him is taken before they arrive (10.5.2).
        let fought = |st: &Stage| matches!(st, Stage::Field { .. } | Stage::Siege { .. });
        let placing = Stage::Placing { side: Side::Imperial };
        match self.s.stack.iter().position(fought) {
            Some(under) => self.s.stack.insert(under, placing),
            None => self.call(placing),
        }
    }

    /// Eliminates a counter, with the consequences of who it was (5.2.1, 7.3.2, 12.1, 16.2).
    pub(crate) fn eliminate(&mut self, unit: crate::components::UnitId, cite: casus_core::Cite) {
        let names = *self.s.game_data.names();
        let legate = self.s.counter(unit).legate();
        self.s.put(unit, Whereabouts::Gone);
        self.s.arriving.remove(unit.0);
        self.s.waiting.remove(unit.0);
        self.say(cite, || What::Eliminated { unit });
        if names.zizka == Some(unit) && self.s.split == crate::state::turn::Split::Whole {
            self.s.split = crate::state::turn::Split::Due(self.s.turn);
        }
        if legate {
            self.without_legate();
        }
        if names.elizabeth == Some(unit) {
            self.queen_lost();
        }
        if names.albert == Some(unit) {
            self.succeed();
        }
    }
}
