//! The Campaign Phases (3.4, 3.5, 8.0): selecting units, and ending the Phase.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::danes::danes_on_map;
use crate::rules::stacking::{may_share, must_part, with_danes};
use crate::rules::taking::{TAKE_BARS, TakeFacts, curable};
use crate::state::march::{March, Window};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::{Bar, Bars, Closed, HexId, Hold, Procedures, Verdict, Violation};

/// The facts of the end of a Campaign Phase.
#[derive(Debug)]
pub struct EndPhaseFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The side whose Phase it is.
    pub side: Side,
}

casus_core::questions!(EndPhaseFacts);
type E = Bar<EndPhaseFacts<'static>>;

/// Returns a hex where a side's counters of several factions must part and a move could part them (6.3.3, 8.6.2 to 8.6.4, ruling
/// `danish` selects hexes with Danes or without.
fn unparted(s: &State, side: Side, danish: bool) -> Option<HexId> {
    let mixed = |hex: HexId| must_part(s, side, hex, s.own_at(hex, side)) && s.own_at(hex, side).any(|u| curable(s, u));
    let here = |&hex: &HexId| !s.stacks.is_empty(hex) && mixed(hex) && with_danes(s, s.own_at(hex, side)) == danish;
    s.game_data().board.ids().find(here)
}

impl EndPhaseFacts<'_> {
    fn unparted_empire(&self) -> Option<HexId> {
        (self.side == Side::Imperial).then(|| unparted(self.s, self.side, false))?
    }
    /// Whether a Legate in the hex lets its counters stay together.
    fn under_legate(&self, hex: HexId) -> bool {
        may_share(self.s, self.side, self.s.own_at(hex, self.side))
    }
}

/// The list `end-phase`: what forbids ending a Campaign Phase (6.3.3, 8.6.2 to 8.6.4).
pub static END_PHASE_BARS: Bars<EndPhaseFacts> = Bars {
    name: "end-phase",
    list: &[
        E::by(cite!("6.3.3", "R-37"), "Danes must part from all others").violated(|f| {
            let asked = f.side == Side::Imperial && danes_on_map(f.s);
            let hex = asked.then(|| unparted(f.s, f.side, true))??;
            Some(Violation::at(hex.place()))
        }),
        E::by(cite!("8.6.3", "R-50"), "Hussites of several factions must part, since no crusade is on").violated(|f| {
            let hex = (f.side == Side::Hussite).then(|| unparted(f.s, f.side, false))??;
            Some(Violation::at(hex.place()))
        }),
        E::by(cite!("8.6.4", "R-49"), "those of the set-up at Breslau must part, the Legate with them or not")
            .violated(|f| {
                let hex = f.unparted_empire().filter(|&hex| f.under_legate(hex))?;
                Some(Violation::at(hex.place()))
            }),
        E::by(cite!("8.6.4", "R-50"), "Imperial factions must part, since no Legate is with them").violated(|f| {
            let hex = f.unparted_empire().filter(|&hex| !f.under_legate(hex))?;
            Some(Violation::at(hex.place()))
        }),
    ],
};

pub(crate) fn campaign_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    let own = s.unit_ids().filter(|&u| s.side(u) == side && s.hex(u).is_some());
    out.extend(own.map(Action::Take));
    out.push(Action::EndPhase);
}

pub(crate) fn judge_campaign(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Take(unit) => TAKE_BARS.judge(&TakeFacts { s, unit }, v),
        Action::EndPhase => END_PHASE_BARS.judge(&EndPhaseFacts { s, side }, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Begins a Campaign Phase: interceptions are open again. Units stacked with Žižka and a wagon may move although they have
    /// intercepted (8.8.3, ruling R-61).
    pub(crate) fn open_campaign(&mut self, side: Side) {
        const _: casus_core::Cite = cite!("8.8.3");
        self.s.closed = Closed::default();
        self.s.quiet = false;
        if side == Side::Hussite
            && let Some(zizka) = self.s.game_data.names().zizka
            && let Some(hex) = self.s.hex(zizka)
        {
            let with: Vec<UnitId> = self.s.own_at(hex, side).collect();
            let wagon = with.iter().any(|&u| self.s.kind(u) == crate::components::Kind::Wagon);
            for u in with.into_iter().filter(|_| wagon) {
                self.s.unit_mut(u).done.set(Done::EXCUSED);
            }
        }
        let turn = self.s.turn;
        self.say(
            match side {
                Side::Imperial => cite!("3.4"),
                Side::Hussite => cite!("3.5"),
            },
            || What::Campaign { side, turn },
        );
    }

    pub(crate) fn enact_campaign(&mut self, side: Side, action: Action) {
        const _: casus_core::Cite = cite!("8.0");
        match action {
            Action::Take(unit) => {
                self.s.closed.hold(side.enemy(), Hold::Reopen(Window::March));
                self.call(Stage::March(March::of(unit.0)));
            }
            _ => self.go_to(match side {
                Side::Imperial => Course::Campaign(Side::Hussite),
                Side::Hussite => Course::Leave,
            }),
        }
    }
}
