//! Module 15, Rebuilding Urban Terrain.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, TownId, Urban};
use crate::engine::Engine;
use crate::event::What;
use crate::state::position::State;
use crate::state::stage::Course;
use casus_core::cases::measures::FLORINS;
use casus_core::{Bar, Bars, HexId, Verdict, Violation};

/// The facts of rebuilding a place.
#[derive(Debug)]
pub struct RebuildFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The side that would rebuild it.
    pub side: Side,
    /// The hex of the place.
    pub hex: HexId,
}

casus_core::questions!(RebuildFacts);
type B = Bar<RebuildFacts<'static>>;

impl RebuildFacts<'_> {
    fn town(&self) -> Option<TownId> {
        self.s.game_data.town(self.hex)
    }
    fn price(&self) -> u16 {
        let kind = self.s.game_data.urban(self.hex);
        kind.map_or(0, |k| u16::from(self.s.game_data.charts.walls(k).rebuild))
    }
}

fn there(f: &RebuildFacts) -> casus_core::Place {
    f.hex.place()
}

/// The list `rebuild`: what forbids rebuilding a place (15.0 to 15.2).
pub static REBUILD_BARS: Bars<RebuildFacts> = Bars {
    name: "rebuild",
    list: &[
        B::by(cite!("15.0"), "no pillaged place is there")
            .when(there, |f| !f.town().is_some_and(|t| f.s.town(t).pillaged))
            .always(),
        B::by(cite!("15.2", "R-38"), "a customs station is never rebuilt")
            .when(there, |f| f.s.game_data.urban(f.hex) == Some(Urban::Customs)),
        B::by(cite!("15.1", "R-38"), "no unit of the side was there, free of enemies, when the Muster began")
            .when(there, |f| f.town().is_none_or(|t| f.s.town(t).prepared != Some(f.side))),
        B::by(cite!("15.2"), "there are not Florins enough").violated(|f| {
            let (need, have) = (f.price(), f.s.purse(f.side));
            (need > have).then(|| Violation::lacks(f.hex.place(), FLORINS, need.into(), have.into()))
        }),
    ],
};

fn may_rebuild(s: &State, side: Side, hex: HexId) -> bool {
    REBUILD_BARS.permit(&RebuildFacts { s, side, hex })
}

pub(crate) fn rebuild_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(s.game_data.roster.towns.iter().map(|t| Action::Rebuild(t.hex)));
    out.push(Action::Done);
}

pub(crate) fn judge_rebuild(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Rebuild(hex) => REBUILD_BARS.judge(&RebuildFacts { s, side, hex }, v),
        Action::Done => {}
        _ => return false,
    }
    true
}

/// Whether a side can rebuild any place.
pub(crate) fn can_rebuild(s: &State, side: Side) -> bool {
    s.game_data.roster.towns.iter().any(|t| may_rebuild(s, side, t.hex))
}

impl Engine<'_> {
    /// 15.1: begins the Muster.
    pub(crate) fn prepare(&mut self) {
        self.note_prepared(&[]);
        self.go_to(Course::Track);
    }

    /// 15.1: records for each place the side that has a unit there, free of enemies; skips the `known` places.
    pub(crate) fn note_prepared(&mut self, known: &[TownId]) {
        for town in self
            .s
            .game_data
            .clone()
            .roster
            .town_ids()
            .filter(|t| !known.contains(t))
        {
            let hex = self.s.game_data.roster[town].hex;
            let alone = |side: Side| self.s.holds(hex, side) && !self.s.holds(hex, side.enemy());
            let prepared = [Side::Hussite, Side::Imperial].into_iter().find(|&side| alone(side));
            self.s.town_mut(town).prepared = prepared;
        }
    }

    pub(crate) fn enact_rebuild(&mut self, side: Side, action: Action) {
        let Action::Rebuild(hex) = action else {
            return self.rebuilt(side);
        };
        let price = RebuildFacts { s: self.s, side, hex }.price();
        self.pay(cite!("15.2"), side, price, Vec::new());
        if let Some(town) = self.s.game_data.town(hex) {
            self.s.town_mut(town).pillaged = false;
            self.say(cite!("15.3"), || What::Rebuilt { town });
        }
    }

    /// Ends the rebuilding of a side: Hussites first (3.2, ruling R-20).
    pub(crate) fn rebuilt(&mut self, side: Side) {
        self.go_to(match side {
            Side::Hussite => Course::Rebuild(Side::Imperial),
            Side::Imperial => Course::Summon,
        });
    }
}
