//! Module 4, Sequence of Play: which side chooses next, and the course of an activation.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{BattleId, Side, StandardId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::activation::{
    ARMY_BARS, ArmyFacts, STANDARD_BARS, StandardFacts, TOGETHER_BARS, TogetherFacts, joined, judge_choice, own_battles,
};
use crate::rules::openings::{CLOCK_OPENING, OpeningFacts};
use crate::rules::special::out_of_time;
use crate::rules::victory::STALEMATE;
use crate::state::activation::{Act, Attempt, Named, Streak, Warrant};
use crate::state::combat::Combat;
use crate::state::position::State;
use crate::state::stage::{Course, Phase, Stage};
use casus_core::{Few, Flow, Outcome, Procedures, Verdict};

fn own_standards(s: &State, side: Side) -> impl Iterator<Item = StandardId> + '_ {
    s.standard_ids().filter(move |&t| s.game_data.roster[t].side == side)
}

pub(crate) fn free_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.push(Action::ActivateArmy);
    for standard in own_standards(s, side) {
        out.extend([Action::RallyAt(standard), Action::Carry(standard)]);
    }
    out.extend(own_battles(s, side).map(Action::Activate));
    if s.amended() {
        let pairs = own_battles(s, side).flat_map(|a| own_battles(s, side).map(move |b| (a, b)));
        out.extend(pairs.map(|(a, b)| Action::ActivateBoth(a, b)));
    } else {
        let own = joined(s).filter(|&(a, _)| s.game_data.roster[a].side == side);
        out.extend(own.map(|(a, b)| Action::ActivateBoth(a, b)));
    }
}

fn judge_both(s: &State, side: Side, both: (BattleId, BattleId), v: &mut Verdict) {
    let (first, second) = both;
    TOGETHER_BARS.judge(&TogetherFacts { s, first, second }, v);
    for battle in [first, second] {
        if !v.settled() {
            judge_choice(s, side, battle, Warrant::Free, v);
        }
    }
}

pub(crate) fn judge_free(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    let how = Warrant::Free;
    match action {
        Action::Pass => {}
        Action::Activate(battle) => judge_choice(s, side, battle, how, v),
        Action::ActivateBoth(first, second) => judge_both(s, side, (first, second), v),
        Action::ActivateArmy => ARMY_BARS.judge(&ArmyFacts { s, side, how }, v),
        Action::RallyAt(standard) | Action::Carry(standard) => {
            let free = true;
            STANDARD_BARS.judge(&StandardFacts { s, standard, free }, v);
        }
        _ => return false,
    }
    true
}

pub(crate) fn continuity_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.extend([Action::Pass, Action::NameArmy]);
    if s.amended() {
        // House rules may repeal that these need a Free Activation (6.1).
        for standard in own_standards(s, side) {
            out.extend([Action::RallyAt(standard), Action::Carry(standard)]);
        }
    }
    out.extend(own_battles(s, side).map(Action::Name));
}

pub(crate) fn judge_continuity(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    let how = Warrant::Continuity;
    match action {
        Action::Pass => {}
        Action::Name(battle) => judge_choice(s, side, battle, how, v),
        Action::NameArmy => ARMY_BARS.judge(&ArmyFacts { s, side, how }, v),
        Action::RallyAt(standard) | Action::Carry(standard) => {
            let free = false;
            STANDARD_BARS.judge(&StandardFacts { s, standard, free }, v);
        }
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Passes. Returns `true` if the match continues.
    fn pass(&mut self, side: Side) -> bool {
        self.s.passes = self.s.passes.saturating_add(1);
        self.s.attempt = Some((side, Attempt::Passed));
        self.say(cite!("6.1"), || What::Passed { side });
        let stale = self.s.passes >= self.s.stalemate;
        if stale {
            self.end(Outcome::Stalemate, STALEMATE);
        }
        !stale
    }

    pub(crate) fn enact_free(&mut self, side: Side, action: Action) {
        let free_activations = &mut self.s.free_activations[side as usize];
        *free_activations = free_activations.saturating_add(1);
        self.s.streak = Streak::default();
        let act = match action {
            Action::Activate(battle) => return self.activate_freely(side, battle),
            Action::ActivateBoth(first, second) => {
                let mut both = Few::one(first);
                both.push(second);
                Act::Battles(both)
            }
            Action::ActivateArmy => Act::Army,
            Action::RallyAt(standard) => Act::Rally(standard),
            Action::Carry(standard) => Act::Carry(standard),
            _ => {
                if self.pass(side) {
                    self.set_top(Stage::Passed { side });
                    if CLOCK_OPENING.permit(&OpeningFacts::of(self.s, side)) {
                        self.call(Stage::Clock { side });
                    }
                }
                return;
            }
        };
        self.begin_activation(side, act, Warrant::Free);
    }

    /// 3.0, 16.1: ends a Free Activation that was Passed.
    pub(crate) fn passed(&mut self, side: Side) -> Flow<Stage> {
        self.loss_checks(side);
        if self.s.outcome.is_none() && out_of_time(self.s) {
            self.end(Outcome::Win(side), cite!("16.1"));
        }
        if self.s.outcome.is_none() {
            self.grant_free(side.enemy());
        }
        Flow::Next
    }

    pub(crate) fn enact_continuity(&mut self, side: Side, action: Action) {
        let named = match action {
            Action::Name(battle) => Named::Battle(battle),
            Action::NameArmy => Named::Army,
            Action::RallyAt(standard) => return self.begin_activation(side, Act::Rally(standard), Warrant::Continuity),
            Action::Carry(standard) => return self.begin_activation(side, Act::Carry(standard), Warrant::Continuity),
            _ => {
                if self.pass(side) {
                    self.grant_free(side.enemy());
                }
                return;
            }
        };
        let battle = match named {
            Named::Battle(battle) => Some(battle),
            Named::Army => None,
        };
        self.s.attempt = None;
        self.say(cite!("6.2"), || What::Named { side, battle });
        self.set_top(Stage::Seize { side, named });
    }

    pub(crate) fn course(&mut self, step: Course) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("4.0");
        let Some(a) = self.s.activation() else {
            return Flow::Done;
        };
        let (side, act) = (a.side, a.act);
        let next = |e: &mut Self, step: Course| e.set_top(Stage::Activation { step });
        match step {
            Course::Replacements => {
                // A Standard's activation has no Phase B (ruling R-33).
                let windows = act_has_phase_b(&act);
                next(
                    self,
                    if windows {
                        Course::Counters(false)
                    } else {
                        Course::Status
                    },
                );
                Flow::Call(Stage::Replace { side })
            }
            Course::Counters(own) => {
                next(self, if own { Course::Status } else { Course::Counters(true) });
                Flow::Call(Stage::Counters {
                    side: if own { side } else { side.enemy() },
                })
            }
            Course::Status => {
                self.fix_status();
                self.call_up();
                next(self, Course::MoveFire);
                Flow::Next
            }
            Course::MoveFire => {
                next(self, Course::Shock);
                let idle = matches!(act, Act::Rally(_)) && !self.s.leaders.iter().any(|l| l.active);
                if idle { Flow::Next } else { Flow::Call(Stage::Segment) }
            }
            Course::Shock => {
                next(self, Course::Rally);
                if !matches!(act, Act::Battles(_)) {
                    return Flow::Next;
                }
                if let Some(a) = self.act_mut() {
                    a.shock = true;
                }
                self.s.combat = Some(Box::new(Combat::new(side, false)));
                Flow::Call(Stage::Shock { step: Phase::Declare })
            }
            Course::Rally => {
                next(self, Course::Close);
                match act {
                    Act::Battles(_) | Act::Rally(_) => Flow::Call(Stage::Rallying),
                    Act::Army | Act::Carry(_) => Flow::Next,
                }
            }
            Course::Close => {
                self.close_activation();
                Flow::Next
            }
        }
    }
}

/// Whether an activation has a Phase B (4.0).
const fn act_has_phase_b(act: &Act) -> bool {
    matches!(act, Act::Battles(_) | Act::Army)
}
