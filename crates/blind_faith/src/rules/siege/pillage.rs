//! Capture, pillage and atrocity (10.7).

use crate::casebook::cite;
use crate::components::{Side, TownId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::siege::boxes::place;
use crate::state::stage::{Push, Stage};
use casus_core::{Cite, Procedures};

/// The lowest sum that is an atrocity (10.7.3).
const ATROCITY: u8 = 11;

impl Engine<'_> {
    /// 10.4.2, 10.5.2: takes the place after the garrison is gone: pillage, and the losses of a storm (ruling R-94).
    pub(crate) fn capture_by_siege(&mut self) {
        let Some(b) = self.s.siege() else { return self.pop() };
        let (side, base, by_storm) = (b.besieger, b.base, b.by_storm);
        let losses = if by_storm { base.div_ceil(2) } else { 0 };
        self.set_top(Stage::Siege {
            step: Push::Losses(losses),
        });
        if let Some(town) = place(self.s) {
            self.s.town_mut(town).blockaded = false;
            self.take_place(town, side, if by_storm { cite!("10.5.2") } else { cite!("10.4.2") });
        }
    }

    /// Gives a side a place that it took from a garrison, and pillages it (10.7).
    pub(crate) fn take_place(&mut self, town: TownId, side: Side, case: Cite) {
        const _: Cite = cite!("6.1.4");
        const _: Cite = cite!("10.7.4");
        self.s.town_mut(town).control = Some(side);
        self.say(case, || What::Captured { town, side });
        let dice = self.several(cite!("10.7"), "pillage", 2);
        let florins: u8 = dice.iter().sum();
        self.s.purses[side as usize] += u16::from(florins);
        self.s.town_mut(town).pillaged = true;
        let purse = self.s.purse(side);
        self.say(cite!("10.7.1"), || What::Pillaged {
            town,
            side,
            dice,
            florins,
            purse,
        });
        if florins >= ATROCITY {
            let until = self.s.turn + 1;
            self.s.atrocity[side as usize] = until;
            self.say(cite!("10.7.3"), || What::Atrocity { side, until });
        }
    }
}
