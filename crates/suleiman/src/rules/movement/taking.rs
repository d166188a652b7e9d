//! Selecting a unit or a leader (6.1).

use crate::casebook::cite;
use crate::components::{Arm, LeaderId, UnitId};
use crate::rules::fire::has_target;
use crate::rules::leaders::levy_only;
use crate::rules::movement::riding::{RIDE_BARS, leader_gates, ride_facts};
use crate::rules::movement::step::{entrances, gates, judge_entry};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, HexId, Verdict};

casus_continuity::facts! {
    /// The facts of selecting a unit.
    ///
    /// The unit may be of any command and either side. For a unit that waits off the map, its entry is checked too.
    pub struct TakeFacts<'a> of State; rules TakeBar = Bar; places taken = unit {
        /// The unit that would be selected.
        pub unit: UnitId,
    }
}

impl TakeFacts<'_> {
    /// Whether it waits there off the map and may enter, but every entry hex is closed to it.
    fn shut_out(&self, waits: Whereabouts) -> bool {
        self.s.unit(self.unit).at == waits && !self.boxed() && !any_gate_open(self.s, self.unit)
    }
    /// Whether it is Retired in the Box and has not rallied.
    fn boxed(&self) -> bool {
        boxed(self.s, self.unit)
    }
    fn of_contingent(&self) -> bool {
        self.s.is_contingent(self.s.command(self.unit))
    }
}

/// The list `take`: what forbids selecting a unit. Checked in the Move/Fire segment (6.1).
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        TakeBar::by(cite!("2.2.4"), "the piece belongs to another command")
            .when(taken, |f| f.s.activation().is_some_and(|a| f.s.command(f.unit) != a.command)),
        TakeBar::by(cite!("6.1", "A10"), "the unit's movement is over and it has no shot left")
            .when(taken, |f| f.s.unit(f.unit).done.has(Done::RUN_OVER) && !has_target(f.s, f.unit)),
        TakeBar::by(cite!("7.5.2"), "a gun that has moved may not fire").when(taken, |f| {
            let done = f.s.unit(f.unit).done;
            f.s.arm(f.unit) == Arm::Artillery
                && done.has(Done::RUN_OVER)
                && done.has(Done::MOVED)
                && !done.has(Done::FIRED)
        }),
        TakeBar::by(cite!("10.3(1)"), "a Retired unit stays in the Box until the Standard rallies it")
            .when(taken, |f| f.boxed())
            .always(),
        TakeBar::by(cite!("10.4"), "the piece is not in play")
            .when(taken, |f| !f.s.unit(f.unit).at.in_play())
            .always(),
        TakeBar::by(cite!("11.0.2(2)"), "no entry hex is open to the piece")
            .when(taken, |f| f.shut_out(Whereabouts::Box)),
        TakeBar::by(cite!("12.2"), "under the second leader only Levy Infantry acts while the first is in play")
            .when(taken, |f| {
                f.s.arm(f.unit) != Arm::LevyInfantry && f.s.activation().is_some_and(|a| levy_only(f.s, a.under))
            }),
        TakeBar::by(cite!("13.0.2"), "with a Standard nothing happens but Rally")
            .when(taken, |f| f.s.raised == Some(f.s.side(f.unit))),
        TakeBar::by(cite!("15.1"), "no entry hex is open to the piece")
            .when(taken, |f| !f.of_contingent() && f.shut_out(Whereabouts::Reserve)),
        TakeBar::by(cite!("15.2.4"), "no entry hex is open to the unit's contingent")
            .when(taken, |f| f.of_contingent() && f.shut_out(Whereabouts::Reserve)),
    ],
};

/// Whether a unit is Retired in the Box, where it stays until the Standard rallies it (10.3(1)).
fn boxed(s: &State, unit: UnitId) -> bool {
    let u = s.unit(unit);
    u.at == Whereabouts::Box && u.condition == Condition::Retired
}

/// Whether a unit off the map could enter through one of its entry hexes.
fn any_gate_open(s: &State, unit: UnitId) -> bool {
    let run = s.begin_run(unit);
    entrances(s, gates(s, unit)).any(|h| enters(s, &run, h))
}

/// Whether a unit off the map may enter through a hex.
pub(crate) fn enters(s: &State, run: &Run, hex: HexId) -> bool {
    let mut v = Verdict::quick();
    judge_entry(s, run, hex, &mut v);
    !v.refused()
}

pub(crate) fn judge_take(s: &State, unit: UnitId, v: &mut Verdict) {
    TAKE_BARS.judge(&TakeFacts { s, unit }, v);
    let asked = !v.wants_reasons() && !s.amended();
    if v.settled() || asked || s.hex(unit).is_some() || boxed(s, unit) {
        return;
    }
    // For a unit off the map, report the Cases that close each entry hex. Without reasons, the list has checked them already.
    let run = s.begin_run(unit);
    if !any_gate_open(s, unit) {
        for &h in gates(s, unit) {
            judge_entry(s, &run, h, v);
        }
    }
}

casus_continuity::facts! {
    /// The facts of selecting a leader.
    ///
    /// The leader may be of any command and either side.
    pub struct LeaderFacts<'a> of State; rules LeaderBar = Bar; places leader {
        /// The leader who would be selected.
        pub leader: LeaderId,
    }
}

impl LeaderFacts<'_> {
    /// Whether he is off the map with every entry hex closed to him.
    fn shut_out(&self) -> bool {
        let mut entrances = entrances(self.s, leader_gates(self.s, self.leader));
        self.s.leader(self.leader).at == Whereabouts::Reserve
            && !entrances.any(|h| RIDE_BARS.permit(&ride_facts(self.s, self.leader, h)))
    }
    fn of_contingent(&self) -> bool {
        self.s
            .is_contingent(self.s.game_data.roster.leader_card(self.leader).command)
    }
}

/// The list `take-leader`: what forbids selecting a leader. Checked in the Move/Fire segment (6.1.1, ruling C13).
pub static TAKE_LEADER_BARS: Bars<LeaderFacts> = Bars {
    name: "take-leader",
    list: &[
        LeaderBar::by(cite!("6.1", "A10"), "his movement is over").when(leader, |f| f.s.leader(f.leader).moved),
        LeaderBar::by(cite!("6.1.1", "C13"), "he leads another command").when(leader, |f| {
            f.s.activation()
                .is_some_and(|a| f.s.game_data.roster.leader_card(f.leader).command != a.command)
        }),
        LeaderBar::by(cite!("12.2"), "under the second leader the first does nothing").when(leader, |f| {
            f.s.activation()
                .is_some_and(|a| f.leader != a.under && levy_only(f.s, a.under))
        }),
        LeaderBar::by(cite!("12.4"), "he is not in play")
            .when(leader, |f| !f.s.leader(f.leader).at.in_play())
            .always(),
        LeaderBar::by(cite!("13.0.2"), "with a Standard nothing happens but Rally")
            .when(leader, |f| f.s.raised == Some(f.s.game_data.roster.leader_card(f.leader).side)),
        LeaderBar::by(cite!("15.1"), "no entry hex is open to him")
            .when(leader, |f| !f.of_contingent() && f.shut_out()),
        LeaderBar::by(cite!("15.2.4"), "no entry hex is open to his contingent")
            .when(leader, |f| f.of_contingent() && f.shut_out()),
    ],
};

pub(crate) fn judge_take_leader(s: &State, leader: LeaderId, v: &mut Verdict) {
    TAKE_LEADER_BARS.judge(&LeaderFacts { s, leader }, v);
}
