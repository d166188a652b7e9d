//! Module 15, Reinforcements. Entry itself is a step and belongs to `movement`.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::activation::Warrant;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Bar, Bars, Die, Place, Throw, Verdict};

casus_continuity::facts! {
    /// The facts of a roll for a contingent.
    ///
    /// The side may be either side; the wrong one is refused with a reason.
    pub struct SummonFacts<'a> of State; rules B = Bar {
        /// The side that would roll.
        pub side: Side,
        /// Whether it is a Free activation (5.1).
        pub free: bool,
    }
}

/// The list `summon`: what forbids a roll for a contingent. Checked where a command could be chosen (15.2.4).
pub static SUMMON_BARS: Bars<SummonFacts> = Bars {
    name: "summon",
    list: &[
        B::by(cite!("15.2"), "the what-if contingents are not in this game")
            .when(|_| Place::Nowhere, |f| !f.s.opts(Choice::Contingents)),
        B::by(cite!("15.2.4"), "a contingent is rolled for in a Free activation only")
            .when(|f| Place::Side(f.side as u8), |f| !f.free),
        B::by(cite!("15.2.4"), "only Hungary rolls for contingents")
            .when(|f| Place::Side(f.side as u8), |f| f.side != Side::Hungary)
            .always(),
        B::by(cite!("15.2.4"), "the Ottomans have not been activated yet")
            .when(|_| Place::Side(Side::Ottoman as u8), |f| !f.s.ottomans_up),
    ],
};

pub(crate) fn judge_summon(s: &State, side: Side, free: bool, v: &mut Verdict) {
    SUMMON_BARS.judge(&SummonFacts { s, side, free }, v);
}

impl Engine<'_> {
    /// 15.2.4: the roll is the Free activation. A contingent that arrives acts at once (ruling H7).
    pub(crate) fn summon(&mut self, side: Side) {
        const _: casus_core::Cite = cite!("15.2.1");
        const _: casus_core::Cite = cite!("15.2.2");
        const _: casus_core::Cite = cite!("15.2.3");
        let game_data = std::sync::Arc::clone(&self.s.game_data);
        let who = |s: &State, face: u8| {
            game_data.roster.command_ids().find(|&c| {
                game_data
                    .roster
                    .command_card(c)
                    .contingent
                    .is_some_and(|k| (k.low..=k.high).contains(&face) && !s.contingent_came(c))
            })
        };
        let face = {
            let s = &*self.s;
            self.dice.throw(
                Throw {
                    cite: cite!("15.2.4"),
                    die: Die::D10,
                    what: "contingent",
                },
                &|f| who(s, f).map_or(0, |c| 1 + u16::from(c.0)),
            )
        };
        let came = who(self.s, face);
        self.s.passes = 0;
        let number = self.s.activations.saturating_add(1);
        self.say(cite!("15.2.4"), || What::Summons { face, came, number });
        let leader = came.and_then(|c| game_data.leader_of(c));
        if let (Some(command), Some(leader)) = (came, leader) {
            let units: Vec<UnitId> = game_data.units_of(command).collect();
            for u in units {
                self.s.put(u, Whereabouts::Reserve);
            }
            self.s.leader_mut(leader).at = Whereabouts::Reserve;
            self.begin_activation(side, leader, Warrant::Free);
        } else {
            self.s.activations = number;
            self.close_without_command(side);
        }
    }
}
