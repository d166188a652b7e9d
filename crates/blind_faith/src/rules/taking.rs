//! Units that may move in a Campaign Phase (8.1, 8.4, 11.0), and units that are shut in.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, Place};

/// The facts of selecting a unit.
#[derive(Debug)]
pub struct TakeFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit to be selected.
    pub unit: UnitId,
}

casus_core::questions!(TakeFacts);
type B = Bar<TakeFacts<'static>>;

impl TakeFacts<'_> {
    fn done(&self, flag: Done) -> bool {
        self.s.unit(self.unit).done.has(flag)
    }
    fn beset(&self) -> bool {
        let enemy = self.s.side(self.unit).enemy();
        self.s.hex(self.unit).is_some_and(|hex| self.s.holds(hex, enemy))
    }
}

fn unit(f: &TakeFacts) -> Place {
    f.unit.place()
}

/// The list `take`: what keeps a unit from being selected, or from joining a stack in its own Phase (8.1, 8.4, 11.0).
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        B::by(cite!("8.1"), "the piece is not on the map")
            .when(unit, |f| f.s.hex(f.unit).is_none())
            .always(),
        B::by(cite!("10.9"), "the unit is routed, and out of play until the turn ends")
            .when(unit, |f| f.s.unit(f.unit).at == Whereabouts::Routed)
            .always(),
        B::by(cite!("10.9"), "the unit is out of the game")
            .when(unit, |f| f.s.unit(f.unit).at == Whereabouts::Gone)
            .always(),
        B::by(cite!("11.0"), "a customs guard never leaves its station").when(unit, |f| f.s.counter(f.unit).guard),
        B::by(cite!("8.4"), "the unit's stack has ended its move").when(unit, |f| f.done(Done::HALTED)),
        B::by(cite!("8.1", "G-3"), "the unit has intercepted this turn, and no enemy is in its hex")
            .when(unit, |f| spent(f.s, f.unit) && !f.beset()),
    ],
};

/// Whether a unit has intercepted and so cannot move in its own Phase (8.1, 8.8.3). It may fight or besiege where it is (ruling
/// G-3).
pub(crate) fn spent(s: &State, unit: UnitId) -> bool {
    let done = s.unit(unit).done;
    done.has(Done::INTERCEPTED) && !done.has(Done::EXCUSED)
}

/// Whether a unit is shut in with a garrison of its side under a Blockade marker: it is inside the walls, or it does not fight and
/// is outside (rulings R-66, G-13). Besiegers are not shut in.
pub(crate) fn shut_in(s: &State, unit: UnitId) -> bool {
    let Some(hex) = s.hex(unit) else { return false };
    let marked = s.game_data().town(hex).is_some_and(|t| s.town(t).blockaded);
    held(s, unit, hex) || marked && s.within(unit) && s.besieged(hex, s.side(unit))
}

/// Whether a unit that does not fight is, or would be, held in a hex by the Blockade of a garrison of its side (ruling G-13).
pub(crate) fn held(s: &State, unit: UnitId, hex: HexId) -> bool {
    let marked = s.game_data().town(hex).is_some_and(|t| s.town(t).blockaded);
    marked && !s.fights(unit) && s.besieged(hex, s.side(unit))
}

/// Whether a unit could step into any adjacent hex.
pub(crate) fn may_leave(s: &State, unit: UnitId) -> bool {
    let Some(hex) = s.hex(unit) else { return false };
    let board = &s.game_data().board;
    !shut_in(s, unit)
        && !spent(s, unit)
        && board
            .neighbours(hex)
            .any(|(dir, to)| s.game_data().step(hex, dir) <= s.left(unit) && !s.closed_to(to, s.faction(unit)))
}

/// Whether a unit could still be selected and move off.
pub(crate) fn curable(s: &State, unit: UnitId) -> bool {
    TAKE_BARS.permit(&TakeFacts { s, unit }) && may_leave(s, unit)
}
