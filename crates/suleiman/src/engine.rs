//! The engine: a state, dice and a log, which every procedure of the rules uses.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::event::{Event, Question, What};
use crate::state::activation::Activation;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Cite, HexId};

casus_continuity::engine! {
    die cite!("2.4");
    also {
        /// The unit that entered a hex last, with the hex that it left. What is settled at once may need it (3.1.1).
        came: Option<(UnitId, HexId)> = None, None;
        /// Whether a unit may have left play since. Only then can a leader have lost the last of his command (12.4).
        thinned: bool = true, false;
    }
}

impl Engine<'_> {
    /// Moves a unit to another hex of the map.
    pub(crate) fn bring(&mut self, unit: UnitId, to: HexId) {
        self.came = self.s.hex(unit).map(|from| (unit, from));
        self.s.put(unit, Whereabouts::Map(to));
    }

    /// Moves a unit to another hex, with the leaders who are stacked with it.
    pub(crate) fn bring_with_leaders(&mut self, unit: UnitId, to: HexId) {
        self.came = self.s.hex(unit).map(|from| (unit, from));
        self.s.put_with_leaders(unit, to);
    }

    /// Reports that a side has declined a question. What follows is no answer to it.
    pub(crate) fn decline(&mut self, cite: Cite, side: Side, question: Question, unit: Option<UnitId>) {
        self.say(cite, || What::Declined { side, question, unit });
    }
}
