//! Module 16, Special Rules: Timed Engagements (16.1) and Swiss Shock Reluctance (16.2). Both are reconstructed.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Question, What};
use crate::rules::charisma::inspirer;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::{Limit, Modifier, Modifiers, Procedures, give};

/// Whether the timed side's time is out (16.1).
pub(crate) fn out_of_time(s: &State) -> bool {
    s.timed().is_some_and(|(_, last)| s.clock >= last)
}

pub(crate) const fn judge_clock(action: Action) -> bool {
    matches!(action, Action::Clock | Action::Halt)
}

casus_continuity::facts! {
    /// The facts of a roll of Swiss Shock Reluctance.
    pub struct ReluctanceFacts<'a> of State; rules M = Modifier {
        /// The unit that is tested.
        pub unit: UnitId,
    }
}

/// The list `reluctance-drm`: the modifiers of a roll of Swiss Shock Reluctance (16.2).
pub static RELUCTANCE_DRMS: Modifiers<ReluctanceFacts> = Modifiers {
    name: "reluctance-drm",
    list: &[
        M::by(cite!("16.2"), "Disordered").adds(
            |f| f.unit.place(),
            |f| {
                let disordered = f.s.unit(f.unit).condition == Condition::Disordered;
                disordered.then(|| i32::from(f.s.game_data.charts.throws.reluctant_disordered))
            },
        ),
        M::by(cite!("16.2"), "Charisma with it").shares(|f| {
            let leader = inspirer(f.s, &[f.unit])?;
            give(true, -f.s.charisma(leader), leader.place())
        }),
    ],
};

/// Whether a unit must roll before it attacks: pikes of a Battle that the scenario names reluctant, not Engaged (16.2).
pub(crate) fn reluctant(s: &State, unit: UnitId) -> bool {
    s.arm(unit) == Arm::Pikes && s.game_data.scenario.reluctant.contains(&s.battle(unit)) && !s.engaged(unit)
}

impl Engine<'_> {
    pub(crate) fn enact_clock(&mut self, side: Side, action: Action) {
        self.pop();
        if action != Action::Clock {
            self.decline(cite!("16.1"), side, Question::Clock);
        } else if let Some((_, last)) = self.s.timed() {
            self.s.clock = self.s.clock.saturating_add(1);
            let space = self.s.clock;
            self.say(cite!("16.1"), || What::Clock { space, last });
        }
    }

    /// 16.2: rolls whether a unit attacks.
    pub(crate) fn roll_reluctance(&mut self, unit: UnitId) -> bool {
        let net = RELUCTANCE_DRMS.ledger(0, &ReluctanceFacts { s: self.s, unit });
        let need = i32::from(self.s.game_data.charts.throws.reluctant);
        let test = self.test(cite!("16.2"), "reluctance", net, Limit::AtMost(need));
        let passed = test.passed;
        self.say(cite!("16.2"), || What::Reluctance { unit, test });
        passed
    }
}
