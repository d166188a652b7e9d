//! Module 13, Standards.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::{Loss, What};
use crate::state::effect::Displaced;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Place, Verdict};

casus_continuity::facts! {
    /// The facts of a Standard's activation.
    ///
    /// The side may be either side; the wrong one is refused with a reason.
    pub struct RaiseFacts<'a> of State; rules B = Bar {
        /// The side that owns the Standard.
        pub side: Side,
        /// Whether it is a Free activation (5.1).
        pub free: bool,
    }
}

/// The list `standard`: what forbids a Standard's activation. Checked where a command could be chosen (13.0.2).
pub static STANDARD_BARS: Bars<RaiseFacts> = Bars {
    name: "standard",
    list: &[
        B::by(cite!("13.0.2"), "a Standard is activated in a Free activation only")
            .when(|f| Place::Side(f.side as u8), |f| !f.free),
        B::by(cite!("13.0.4"), "the Hungarian Banner is lost").when(
            |_| Place::Side(Side::Hungary as u8),
            |f| {
                let to_come = matches!(f.s.stack.first(), Some(Stage::Deploy { .. }));
                f.side == Side::Hungary && f.s.banner.is_none() && !to_come
            },
        ),
    ],
};

pub(crate) fn judge_standard(s: &State, side: Side, free: bool, v: &mut Verdict) {
    STANDARD_BARS.judge(&RaiseFacts { s, side, free }, v);
}

/// Returns the Retired units that a Standard rallies, in the order of the roster (13.0.1, 11.0.2, ruling A16).
///
/// [`STANDARD_BARS`] decides whether the Standard may be activated now.
pub fn rallied_by(s: &State, side: Side) -> Vec<UnitId> {
    const _: casus_core::Cite = cite!("13.0.1");
    const _: casus_core::Cite = cite!("13.0.3");
    s.unit_ids()
        .filter(|&u| s.side(u) == side && s.unit(u).condition == Condition::Retired)
        .filter(|&u| match (s.unit(u).at, s.banner) {
            (Whereabouts::Box, _) => true,
            (Whereabouts::Map(h), Some(b)) => s.game_data.board.distance(h, b) <= 1,
            _ => false,
        })
        .collect()
}

impl Engine<'_> {
    /// 13.0.2: a Standard rallies and does nothing else.
    pub(crate) fn raise_standard(&mut self, side: Side) {
        self.s.passes = 0;
        if side == Side::Ottoman {
            // 14.3(3), 15.2.4: this is an activation without a die roll, though not of a command (ruling A7).
            self.s.seizure_open = true;
            self.s.ottomans_up = true;
        }
        self.s.activations = self.s.activations.saturating_add(1);
        let number = self.s.activations;
        self.say(cite!("13.0.2"), || What::StandardRaised { side, number });
        for unit in rallied_by(self.s, side) {
            let case = match side {
                Side::Hungary => cite!("11.0.2(1)"),
                Side::Ottoman => cite!("11.0.2(2)"),
            };
            // A unit without a reverse cannot be Disordered (2.2): it is Normal at once.
            let to = match self.s.counter(unit).back {
                Some(_) => Condition::Disordered,
                None => Condition::Normal,
            };
            self.rally_to(unit, to, case);
        }
        self.s.raised = Some(side);
        self.close_without_command(side);
    }

    /// 13.0.4: an enemy unit in the Banner's hex destroys it and every Retired Hungarian.
    pub(crate) fn settle_banner(&mut self) -> bool {
        let Some(hex) = self.s.banner else {
            return false;
        };
        if self.s.enemy_at(hex, Side::Hungary).is_none() {
            return false;
        }
        self.s.banner = None;
        self.s.banner_lost = true;
        self.say(cite!("13.0.4"), || What::BannerLost);
        let retired: Vec<UnitId> = self
            .s
            .unit_ids()
            .filter(|&u| self.s.side(u) == Side::Hungary && self.s.unit(u).condition == Condition::Retired)
            .collect();
        for unit in retired {
            self.eliminate(unit, cite!("13.0.4"), Loss::BannerFell, Displaced::Otherwise);
        }
        true
    }
}
