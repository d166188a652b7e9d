//! Battles that join another's Free Activation (6.1, ruling V-1).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{BattleId, Side};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::activation::{continuation, judge_choice, own_battles};
use crate::state::activation::{Act, Named, Warrant};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Few, Flow, Limit, Procedures, Verdict};

casus_core::facts! { State:
    /// The facts of a Battle that joins a Free Activation.
    JoinFacts {
        side: Side,
        battles: Few<BattleId, 4>,
        battle: BattleId,
    } at battle;
}

type B = Bar<JoinFacts<'static>>;

/// The list `join`: what keeps a Battle from joining a Free Activation, besides what forbids its choice (ruling V-1).
pub static JOIN_BARS: Bars<JoinFacts> = Bars {
    name: "join",
    list: &[
        B::by(cite!("6.1", "V-1"), "the side joins no Battles in this battle")
            .holds(|f| f.s.joining(f.side).is_none())
            .always(),
        B::by(cite!("6.1", "V-1"), "it is activated already").holds(|f| f.battles.contains(f.battle)),
        B::by(cite!("6.1", "V-1"), "as many Battles as may act together are activated").holds(|f| {
            f.s.joining(f.side)
                .is_some_and(|most| f.battles.len() >= usize::from(most))
        }),
        B::by(cite!("6.2", "V-1"), "it has no leader on the map by whose Rating the die is rolled").holds(|f| {
            let leader = f.s.leader_of(f.battle);
            leader.and_then(|l| f.s.activation_rating(l)).is_none()
        }),
    ],
};

pub(crate) fn join_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    out.extend(own_battles(s, side).map(Action::Join));
}

pub(crate) fn judge_join(s: &State, side: Side, battles: Few<BattleId, 4>, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        Action::Join(battle) => {
            let facts = JoinFacts {
                s,
                side,
                battles,
                battle,
            };
            JOIN_BARS.judge(&facts, v);
            if !v.settled() {
                judge_choice(s, side, battle, Warrant::Free, v);
            }
        }
        _ => return false,
    }
    true
}

fn may_join(s: &State, side: Side, battles: Few<BattleId, 4>, battle: BattleId) -> bool {
    let mut v = Verdict::quick();
    judge_join(s, side, battles, Action::Join(battle), &mut v);
    !v.refused()
}

impl Engine<'_> {
    /// Activates a Battle freely; others may join it.
    pub(crate) fn activate_freely(&mut self, side: Side, battle: BattleId) {
        let battles = Few::one(battle);
        if self.s.joining(side).is_some() {
            self.set_top(Stage::Joining { side, battles });
        } else {
            self.begin_activation(side, Act::Battles(battles), Warrant::Free);
        }
    }

    /// Asks as long as a Battle could join.
    pub(crate) fn joining(&mut self, side: Side, battles: Few<BattleId, 4>) -> Flow<Stage> {
        if own_battles(self.s, side).any(|b| may_join(self.s, side, battles, b)) {
            return Flow::Ask;
        }
        self.begin_activation(side, Act::Battles(battles), Warrant::Free);
        Flow::Next
    }

    pub(crate) fn enact_join(&mut self, side: Side, mut battles: Few<BattleId, 4>, action: Action) {
        let Action::Join(battle) = action else {
            self.begin_activation(side, Act::Battles(battles), Warrant::Free);
            return;
        };
        let (net, need) = continuation(self.s, side, Named::Battle(battle));
        let test = self.test(cite!("6.1", "V-1"), "joining", net, Limit::AtMost(need));
        let passed = test.passed;
        self.say(cite!("6.1", "V-1"), || What::JoinRoll {
            side,
            battle,
            others: battles.iter().collect(),
            test,
        });
        if passed {
            battles.push(battle);
            self.set_top(Stage::Joining { side, battles });
        } else {
            self.begin_activation(side, Act::Battles(battles), Warrant::Free);
        }
    }
}
