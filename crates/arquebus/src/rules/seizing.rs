//! Seizure counters (6.3): the draw, Opportunity and Negation, Battle Cry, Unsteady Troops and Into the Breach.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, BattleId, SeizureCounter, SeizureCounters, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Loss, Question, What};
use crate::options::Choice;
use crate::rules::activation::{judge_choice, may_choose, own_battles};
use crate::rules::openings::{COUNTERS_OPENING, NEGATE_OPENING, OpeningFacts, SEIZE_OPENING};
use crate::state::activation::{Act, Attempt, Named, Streak, Warrant};
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Dice, Die, Few, Flow, Ledger, Limit, Place, Procedures, Throw, Verdict};

casus_continuity::facts! {
    /// The facts of playing a Seizure counter.
    ///
    /// The counter may be any counter of the game.
    pub struct PlayFacts<'a> of State; rules B = Bar {
        /// The side that plays it.
        pub side: Side,
        /// The counter that would be played.
        pub counter: SeizureCounter,
        /// The unit that it is played on, if any.
        pub unit: Option<UnitId>,
        /// Whether it is played to Seize Continuity.
        pub seizes: bool,
    }
}

impl PlayFacts<'_> {
    fn own(&self, unit: UnitId) -> bool {
        self.s.side(unit) == self.side
    }
    fn on(&self, counter: SeizureCounter) -> Option<UnitId> {
        self.unit.filter(|_| self.counter == counter)
    }
}

fn side(f: &PlayFacts) -> Place {
    Place::Side(f.side as u8)
}
fn unit(f: &PlayFacts) -> Place {
    f.unit.map_or(Place::Nowhere, UnitId::place)
}

/// The list `play`: what forbids playing a Seizure counter (6.3).
pub static PLAY_BARS: Bars<PlayFacts> = Bars {
    name: "play",
    list: &[
        B::by(cite!("6.3"), "that counter is not in the side's hand")
            .when(side, |f| !f.s.hand(f.side).held.has(f.counter))
            .always(),
        B::by(cite!("6.3"), "Battle Cry rallies a Retired unit of one's own on the map")
            .when(unit, |f| {
                let on = f.on(SeizureCounter::BattleCry);
                on.is_some_and(|u| !f.own(u) || !f.s.retired(u) || f.s.hex(u).is_none())
            })
            .always(),
        B::by(cite!("6.3"), "Unsteady Troops are the enemy's, on the map")
            .when(unit, |f| {
                let on = f.on(SeizureCounter::Unsteady);
                on.is_some_and(|u| f.own(u) || f.s.hex(u).is_none())
            })
            .always(),
        B::by(cite!("14.2"), "the unit is Disordered already").when(unit, |f| {
            let on = f.on(SeizureCounter::Unsteady);
            on.is_some_and(|u| f.s.unit(u).condition != Condition::Normal && f.s.counter(u).arm.tread().is_some())
        }),
        B::by(cite!("6.3.1"), "it is no Seizure Opportunity")
            .when(side, |f| f.seizes && !matches!(f.counter, SeizureCounter::Opportunity(_)))
            .always(),
    ],
};

pub(crate) fn judge_play(s: &State, side: Side, counter: SeizureCounter, unit: Option<UnitId>, v: &mut Verdict) {
    let seizes = false;
    PLAY_BARS.judge(
        &PlayFacts {
            s,
            side,
            counter,
            unit,
            seizes,
        },
        v,
    );
}

pub(crate) fn seize_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::LetRoll);
    let enemy = side.enemy();
    for battle in own_battles(s, enemy) {
        let held = s.hand(enemy).held.iter();
        out.extend(held.map(|c| Action::Seize(battle, c)));
    }
}

pub(crate) fn judge_seize(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::LetRoll => {}
        Action::Seize(battle, counter) => {
            PLAY_BARS.judge(
                &PlayFacts {
                    s,
                    side: side.enemy(),
                    counter,
                    unit: None,
                    seizes: true,
                },
                v,
            );
            if !v.settled() {
                judge_choice(s, side.enemy(), battle, Warrant::Seized, v);
            }
        }
        _ => return false,
    }
    true
}

pub(crate) fn judge_negate(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Hold => {}
        Action::Negate => judge_play(s, side, SeizureCounter::Negation, None, v),
        _ => return false,
    }
    true
}

pub(crate) fn counter_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Hold);
    let held = s.hand(side).held;
    for u in s.unit_ids().filter(|&u| s.hex(u).is_some()) {
        if s.side(u) == side && held.has(SeizureCounter::BattleCry) {
            out.push(Action::BattleCry(u));
        }
        if s.side(u) != side && held.has(SeizureCounter::Unsteady) {
            out.push(Action::Unsteady(u));
        }
    }
}

pub(crate) fn judge_counters(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Hold => {}
        Action::BattleCry(u) => judge_play(s, side, SeizureCounter::BattleCry, Some(u), v),
        Action::Unsteady(u) => judge_play(s, side, SeizureCounter::Unsteady, Some(u), v),
        _ => return false,
    }
    true
}

/// Draws this number of counters at random (6.3).
fn drawn(cup: SeizureCounters, number: u8, dice: &mut dyn Dice) -> SeizureCounters {
    let mut cup: Vec<SeizureCounter> = cup.iter().collect();
    let mut held = SeizureCounters::default();
    for _ in 0..number {
        let Ok(left) = u8::try_from(cup.len()) else { break };
        if left == 0 {
            break;
        }
        let throw = Throw {
            cite: cite!("6.3"),
            die: Die::Draw(left),
            what: "seizure counter",
        };
        let drawn = usize::from(dice.throw(throw, &u16::from));
        held.insert(cup.remove(drawn.min(cup.len() - 1)));
    }
    held
}

/// A hand that the side might hold, as far as the enemy knows: as many counters, out of those that it has not played.
pub(crate) fn redrawn(s: &State, side: Side, dice: &mut dyn Dice) -> SeizureCounters {
    let hand = s.hand(side);
    let unplayed = s.cup().iter().filter(|&c| !hand.played.has(c)).collect();
    drawn(unplayed, hand.held.len() as u8, dice)
}

impl Engine<'_> {
    /// 6.3: draws counters at random from the cup of a side.
    pub(crate) fn enact_draw(&mut self, side: Side) {
        self.pop();
        let cup = self.s.cup();
        let held = drawn(cup, self.s.draws(side), self.dice);
        self.s.hands[side as usize].held = held;
        self.log.reveal();
        self.say(cite!("6.3"), || What::drew(side, held));
    }

    /// Plays and discards a counter. Both sides learn which it was.
    pub(crate) fn play_counter(&mut self, side: Side, counter: SeizureCounter) {
        let hand = &mut self.s.hands[side as usize];
        hand.held.remove(counter);
        hand.played.insert(counter);
        self.log.reveal();
        self.say(cite!("6.3"), || What::CounterPlayed { side, counter });
    }

    pub(crate) fn seizing(&mut self, side: Side, named: Named) -> Flow<Stage> {
        let enemy = side.enemy();
        let open = SEIZE_OPENING.permit(&OpeningFacts::of(self.s, enemy));
        if open && own_battles(self.s, enemy).any(|b| may_choose(self.s, enemy, b, Warrant::Seized)) {
            return Flow::Ask;
        }
        self.roll_continuation(side, named);
        Flow::Next
    }

    pub(crate) fn enact_seize(&mut self, side: Side, named: Named, action: Action) {
        if let Action::Seize(by, counter) = action {
            self.play_counter(side.enemy(), counter);
            self.set_top(Stage::Negate {
                side,
                named,
                by,
                counter,
            });
        } else {
            self.decline(cite!("6.3.1"), side.enemy(), Question::Seizure);
            self.roll_continuation(side, named);
        }
    }

    pub(crate) fn negating(&mut self, side: Side, by: BattleId, counter: SeizureCounter) -> Flow<Stage> {
        if NEGATE_OPENING.permit(&OpeningFacts::of(self.s, side)) {
            return Flow::Ask;
        }
        self.roll_seizure(side, by, counter);
        Flow::Next
    }

    pub(crate) fn enact_negate(
        &mut self,
        side: Side,
        named: Named,
        (by, counter): (BattleId, SeizureCounter),
        action: Action,
    ) {
        if action != Action::Negate {
            self.decline(cite!("6.3.2"), side, Question::Negation);
            self.roll_seizure(side, by, counter);
            return;
        }
        self.play_counter(side, SeizureCounter::Negation);
        self.s.attempt = Some((side, Attempt::Negated));
        if self.s.opts(Choice::R31) {
            self.reset_streak(side);
        }
        self.roll_continuation(side, named);
    }

    fn reset_streak(&mut self, side: Side) {
        if self.s.streak != Streak::default() {
            self.s.streak = Streak::default();
            self.say(cite!("6.2"), || What::Reset { side });
        }
    }

    /// 6.3.1: rolls for a Seizure. Whatever the result, the penalties of the side that named are reset.
    fn roll_seizure(&mut self, side: Side, by: BattleId, counter: SeizureCounter) {
        let enemy = side.enemy();
        let SeizureCounter::Opportunity(top) = counter else {
            return;
        };
        let need = i32::from(top);
        let test = self.test(cite!("6.3.1"), "seizure", Ledger::new(0), Limit::AtMost(need));
        let passed = test.passed;
        self.say(cite!("6.3.1", "R-36"), || What::Seizure {
            side: enemy,
            battle: by,
            test,
        });
        self.reset_streak(side);
        let fate = if passed {
            Attempt::Seized
        } else {
            Attempt::SeizureFailed
        };
        self.s.attempt = Some((side, fate));
        if passed {
            self.begin_activation(enemy, Act::Battles(Few::one(by)), Warrant::Seized);
        } else {
            self.grant_free(side);
        }
    }

    pub(crate) fn counters(&mut self, side: Side) -> Flow<Stage> {
        if COUNTERS_OPENING.permit(&OpeningFacts::of(self.s, side)) {
            Flow::Ask
        } else {
            Flow::Done
        }
    }

    pub(crate) fn enact_counters(&mut self, side: Side, action: Action) {
        match action {
            Action::BattleCry(unit) => {
                self.play_counter(side, SeizureCounter::BattleCry);
                self.rally_retired(unit, cite!("6.3", "15.1c"));
            }
            Action::Unsteady(unit) => {
                self.play_counter(side, SeizureCounter::Unsteady);
                if self.s.counter(unit).arm == Arm::Artillery {
                    self.eliminate(unit, cite!("6.3"), Loss::Unsteady);
                } else {
                    self.disorder(unit, cite!("6.3"));
                }
            }
            _ => self.pop(),
        }
    }
}
