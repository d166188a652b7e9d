//! Leaders who go with a unit that moves, Charges or advances (7.2, ruling R-41).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, UnitId};
use crate::engine::Engine;
use crate::event::Question;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::{Escorted, Stage};
use casus_core::{Bar, Bars, HexId, PieceSet, Procedures, Verdict};

casus_continuity::facts! {
    /// The facts of a leader who goes with a unit.
    pub struct EscortFacts<'a> of State; rules B = Bar; places leader {
        /// The leader who would go.
        pub leader: LeaderId,
        /// The unit that he would go with.
        pub unit: UnitId,
        /// The hex where that unit stands, or stood.
        pub from: HexId,
        /// The run that he would take part in; `None` for a Charge or an advance.
        pub run: Option<Run>,
        /// The ids of the leaders who go already.
        pub riders: PieceSet,
    }
}

impl EscortFacts<'_> {
    fn stranger(&self) -> bool {
        self.s.leader_side(self.leader) != self.s.side(self.unit)
            || self.s.leader(self.leader).at.hex() != Some(self.from)
    }
    fn leads(&self) -> bool {
        self.s.is_oc(self.leader) || self.s.leads(self.leader, self.s.battle(self.unit))
    }
}

/// The list `escort`: what keeps a leader from going with a unit; [`EscortFacts::run`] says whether the unit moves (7.2).
pub static ESCORT_BARS: Bars<EscortFacts> = Bars {
    name: "escort",
    list: &[
        B::by(cite!("7.2"), "he is not with that unit")
            .when(leader, |f| f.stranger())
            .always(),
        B::by(cite!("7.2"), "he goes with the unit already")
            .when(leader, |f| f.riders.contains(f.leader.0))
            .always(),
        B::by(cite!("7.2"), "only the leader of a unit's Battle and the Overall Commander move with it")
            .when(leader, |f| f.run.is_some() && !f.leads()),
        B::by(cite!("7.2", "R-41"), "he was not with the unit when the activation began").when(leader, |f| {
            let began = f.s.leader(f.leader).began;
            f.run.is_some() && (began.is_none() || began != f.s.unit(f.unit).began || began != Some(f.from))
        }),
        B::by(cite!("7.2", "R-41"), "a leader goes with a unit from the start of its move")
            .when(leader, |f| f.run.is_some_and(|run| run.stepped)),
        B::by(cite!("7.2", "R-41"), "his movement is over")
            .when(leader, |f| f.run.is_some() && f.s.leader(f.leader).moved),
    ],
};

/// Whether a leader may go with a unit in its run.
pub(crate) fn judge_escort(s: &State, run: &Run, leader: LeaderId, v: &mut Verdict) -> bool {
    let Some(from) = s.hex(run.unit) else { return false };
    ESCORT_BARS.judge(
        &EscortFacts {
            s,
            leader,
            unit: run.unit,
            from,
            run: Some(*run),
            riders: run.riders,
        },
        v,
    );
    true
}

pub(crate) fn judge_escorting(
    s: &State,
    (unit, from): (UnitId, HexId),
    riders: PieceSet,
    action: Action,
    v: &mut Verdict,
) -> bool {
    match action {
        Action::Halt => {}
        Action::Escort(leader) => ESCORT_BARS.judge(
            &EscortFacts {
                s,
                leader,
                unit,
                from,
                run: None,
                riders,
            },
            v,
        ),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Lets a leader go with the selected unit. His movement is over once the unit spends Movement Points.
    pub(crate) fn join_run(&mut self, run: Run, leader: LeaderId) {
        let mut next = run;
        next.riders.insert(leader.0);
        self.set_top(Stage::Running(next));
        if run.spent > 0 {
            self.riders_moved(&next);
        }
        let unit = run.unit;
        self.tell_escort(cite!("7.2"), leader, unit);
    }

    /// Records that the leaders with a unit have moved: it has spent Movement Points, and they pay what it pays (7.1, ruling R-41).
    pub(crate) fn riders_moved(&mut self, run: &Run) {
        for leader in run.riders.iter().map(LeaderId) {
            self.s.leader_mut(leader).moved = true;
        }
    }

    /// Asks which leaders in its hex go with a unit that Charges or advances; then continues.
    pub(crate) fn escort(&mut self, unit: UnitId, then: Escorted) {
        let Some(from) = self.s.hex(unit) else { return };
        let left = self.s.leaders_of(from, self.s.side(unit));
        self.call(Stage::Escort {
            unit,
            from,
            left,
            riders: PieceSet::EMPTY,
            then,
        });
    }

    pub(crate) fn enact_escort(&mut self, action: Action) {
        let Some(Stage::Escort {
            unit,
            from,
            left,
            riders,
            then,
        }) = self.s.stack.last().copied()
        else {
            return;
        };
        let (mut left, mut riders) = (left, riders);
        if let Action::Escort(leader) = action {
            left.remove(leader.0);
            riders.insert(leader.0);
            self.tell_escort(cite!("7.2"), leader, unit);
        } else {
            if riders.is_empty() {
                self.decline(cite!("7.2"), self.s.side(unit), Question::Escort);
            }
            left = PieceSet::EMPTY;
        }
        self.set_top(Stage::Escort {
            unit,
            from,
            left,
            riders,
            then,
        });
    }
}
