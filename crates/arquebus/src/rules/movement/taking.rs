//! Selecting a unit, a leader or a Standard (7.2, 15.2).

use crate::casebook::cite;
use crate::components::{LeaderId, StandardId, UnitId};
use crate::rules::movement::step::{enters, entrances, judge_entry};
use crate::state::activation::Act;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use casus_core::{Bar, Bars, Refusal, Verdict};

casus_continuity::facts! {
    /// The facts of selecting a unit.
    ///
    /// The unit may be of any Battle and either side. For a unit that waits off the map, its entry is checked too.
    pub struct TakeFacts<'a> of State; rules TakeBar = Bar; places taken = unit {
        /// The unit that would be selected.
        pub unit: UnitId,
    }
}

impl TakeFacts<'_> {
    /// Whether it is off the map with every entry hex closed to it.
    fn shut_out(&self) -> bool {
        self.s.unit(self.unit).at.in_play() && self.s.hex(self.unit).is_none() && !any_gate_open(self.s, self.unit)
    }
}

/// The list `take`: what forbids selecting a unit. Checked in Phase B (6.1, 7.2).
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        TakeBar::by(cite!("3.0", "F-1"), "the piece has left the map")
            .when(taken, |f| f.s.unit(f.unit).at == Whereabouts::Away)
            .always(),
        TakeBar::by(cite!("6.1"), "the piece is not activated")
            .when(taken, |f| !f.s.unit(f.unit).done.has(Done::ACTIVE)),
        TakeBar::by(cite!("7.2"), "the piece's Move/Fire Phase is over")
            .when(taken, |f| f.s.unit(f.unit).done.has(Done::RUN_OVER)),
        TakeBar::by(cite!("14.6"), "the piece is not in play")
            .when(taken, |f| {
                let at = f.s.unit(f.unit).at;
                !at.in_play() && at != Whereabouts::Away
            })
            .always(),
        TakeBar::by(cite!("7.5"), "no entry hex is open to the piece").when(taken, |f| f.shut_out()),
    ],
};

/// Whether a unit off the map could enter through one of its entry hexes.
pub(crate) fn any_gate_open(s: &State, unit: UnitId) -> bool {
    let run = s.begin_run(unit);
    entrances(s, unit).into_iter().any(|h| enters(s, &run, h))
}

pub(crate) fn judge_take(s: &State, unit: UnitId, v: &mut Verdict) {
    TAKE_BARS.judge(&TakeFacts { s, unit }, v);
    let asked = !v.wants_reasons() && !s.amended();
    if v.settled() || asked || s.hex(unit).is_some() || !s.unit(unit).at.in_play() {
        return;
    }
    // For a unit off the map, report the Cases that close each entry hex. Without reasons, the list has checked them already.
    if !any_gate_open(s, unit) {
        let run = s.begin_run(unit);
        for h in entrances(s, unit) {
            judge_entry(s, &run, h, v);
        }
    }
}

casus_continuity::facts! {
    /// The facts of selecting a leader to move alone.
    ///
    /// The leader may be of either side.
    pub struct LeaderFacts<'a> of State; rules LeaderBar = Bar; places leader {
        /// The leader who would be selected.
        pub leader: LeaderId,
    }
}

/// The list `take-leader`: what forbids selecting a leader. Checked in Phase B (7.2).
pub static TAKE_LEADER_BARS: Bars<LeaderFacts> = Bars {
    name: "take-leader",
    list: &[
        LeaderBar::by(cite!("5.4"), "he is not on the map")
            .when(leader, |f| f.s.leader(f.leader).at.hex().is_none())
            .always(),
        LeaderBar::by(cite!("7.2"), "he does not move in this activation")
            .when(leader, |f| !f.s.leader(f.leader).active),
        LeaderBar::by(cite!("7.2", "R-41"), "his movement is over").when(leader, |f| f.s.leader(f.leader).moved),
    ],
};

pub(crate) fn judge_take_leader(s: &State, leader: LeaderId, v: &mut Verdict) {
    TAKE_LEADER_BARS.judge(&LeaderFacts { s, leader }, v);
}

pub(crate) fn judge_take_standard(s: &State, standard: StandardId, v: &mut Verdict) {
    let carried = s.activation().is_some_and(|a| a.act == Act::Carry(standard));
    if !carried {
        v.refuse(Refusal::new(cite!("6.1"), "the piece is not activated to move").about(standard.place()));
    }
    if s.standard(standard).moved {
        v.refuse(Refusal::new(cite!("15.2"), "the piece's movement is over").about(standard.place()));
    }
}
