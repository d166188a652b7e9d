//! The windows of the inactive side (7.3.2, 8.2, 9.4.2): declining, closing and reopening them.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, What};
use crate::state::activation::Window;
use crate::state::position::State;
use crate::state::stage::Stage;

use casus_core::{HexId, Procedures};

casus_continuity::windows! {
    no_hex {
        Chance::RetreatBeforeShock => cite!("8.2"),
        _ => cite!("10.2"),
    }
    passed_over {}
}

impl Engine<'_> {
    /// Opens Reaction Fire on a unit that has entered a hex. The ZOC applies only after it (7.3.2).
    pub(crate) fn call_fire(&mut self, at: UnitId, hex: HexId) {
        if let Some(a) = self.act_mut() {
            a.entry = Some((at, hex));
        }
        self.call(Stage::Reaction {
            at,
            hex,
            answered: false,
        });
    }
}
