//! Standards (15.2): their capture. Their movement is in `movement`, rallying near them in `rally`.

use crate::casebook::cite;
use crate::components::{Side, StandardId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::Whereabouts;
use casus_core::HexId;

impl Engine<'_> {
    /// 15.2: captures a Standard that is alone in a hex that an enemy unit enters.
    pub(crate) fn settle_standards(&mut self) -> bool {
        if self.s.opts(Choice::Capture) {
            return false;
        }
        let taken = self.s.standard_ids().find(|&t| {
            let side = self.s.game_data.roster[t].side;
            let hex = self.s.standard(t).at.hex();
            hex.is_some_and(|h| self.s.enemy_in(h, side))
        });
        let Some(standard) = taken else { return false };
        self.take_standard(standard);
        true
    }

    /// 15.2: captures the Standards of a side in a hex through which an enemy unit passes.
    pub(crate) fn take_standards(&mut self, hex: HexId, side: Side) {
        let there =
            |&t: &StandardId| self.s.game_data.roster[t].side == side && self.s.standard(t).at == Whereabouts::Map(hex);
        let taken: Vec<StandardId> = self.s.standard_ids().filter(there).collect();
        if !self.s.opts(Choice::Capture) {
            for standard in taken {
                self.take_standard(standard);
            }
        }
    }

    fn take_standard(&mut self, standard: StandardId) {
        self.s.standard_mut(standard).at = Whereabouts::Lost;
        self.say(cite!("15.2"), || What::StandardCaptured { standard });
    }
}
