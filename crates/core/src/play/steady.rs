//! A steady agent: it plans, weighs what hinges on dice by exact odds, and plays its plans step by step.

use crate::decisions::turn::Turn;
use crate::dice::throw::Seeded;
use crate::play::agent::{Agent, Seat};
use crate::play::game::{Advice, Next, ScoredPlan};
use crate::play::odds::{Budget, Chosen, Odds, chances, odds_until};

/// Plays any game that gives [`Advice`].
///
/// At a decision it asks the plan in hand, which may be a plan within a plan; when none of them speaks to it, it asks for
/// new ones and takes the best. Plans that hinge on dice are first weighed by odds, the most promising first, as far as
/// its budget goes. All that it looks at is a state that its side cannot tell from the real one
/// ([`Seat::deal`]).
///
/// It beats an agent that plays by lot. It does not look beyond the
/// end of its plan, and it does not learn.
#[derive(Clone, Debug)]
pub struct Steady<G: Advice> {
    dice: Seeded,
    runs: usize,
    plans: Vec<G::Plan>,
    counsels: Vec<ScoredPlan<G::Plan>>,
    expected_gain: Option<i32>,
}

/// How many times [`Steady`] plays an action out at one decision, to weigh its plans.
const RUNS: usize = 400;

impl<G: Advice> Steady<G> {
    /// A steady agent with its own seed, for what it cannot see: it does not disturb the game's dice.
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Seeded::new(seed),
            runs: RUNS,
            plans: Vec::new(),
            counsels: Vec::new(),
            expected_gain: None,
        }
    }
    /// The same, with another budget at each decision: how many times an action is played out, 400 if not said. With 0 it trusts what
    /// plans promise by the look of them.
    #[must_use]
    pub fn runs(mut self, runs: usize) -> Self {
        self.runs = runs;
        self
    }

    /// The place in the list of what the plans in hand want.
    fn follow(&mut self, state: &G::State, listed: &[G::Action]) -> Option<usize> {
        while let Some(plan) = self.plans.last_mut() {
            let next = G::next(state, plan);
            if matches!(next, Next::Wait) {
                return None;
            }
            let place = next
                .action()
                .and_then(|action| listed.iter().position(|a| *a == action));
            if !matches!(next, Next::Do(_)) || place.is_none() {
                self.plans.pop();
            }
            if place.is_some() {
                return place;
            }
        }
        None
    }

    /// The best plan for the open decision.
    fn plan(&mut self, state: &G::State, side: G::Side) -> Option<G::Plan> {
        self.counsels.clear();
        G::plans(state, &mut self.counsels);
        // The most promising first, those alike as they were given.
        self.counsels.sort_by_key(|c| core::cmp::Reverse(c.expected_gain));
        let mut left = self.runs;
        let mut best: Option<(i32, usize)> = None;
        for (i, counsel) in self.counsels.iter().enumerate() {
            if best.is_some_and(|(value, _)| value >= counsel.expected_gain) {
                break;
            }
            let value = if counsel.dice && left > 0 {
                weigh::<G>(state, side, &counsel.plan, &mut left).unwrap_or(counsel.expected_gain)
            } else {
                counsel.expected_gain
            };
            if best.is_none_or(|(b, _)| value > b) {
                best = Some((value, i));
            }
        }
        self.expected_gain = best.map(|(value, _)| value);
        best.map(|(_, i)| self.counsels.swap_remove(i).plan)
    }
}

impl<G: Advice> Agent<G> for Steady<G> {
    fn choose(&mut self, seat: Seat<'_, G>) -> usize {
        let listed = seat.listed();
        self.expected_gain = None;
        if listed.len() <= 1 {
            return 0;
        }
        let state = seat.sample_state(&mut self.dice);
        if let Some(i) = self.follow(&state, listed) {
            return i;
        }
        if let Some(plan) = self.plan(&state, seat.side()) {
            self.plans.push(plan);
            if let Some(i) = self.follow(&state, listed) {
                return i;
            }
        }
        self.expected_gain = None;
        0
    }
    fn expected_gain(&self) -> Option<i32> {
        self.expected_gain
    }
    fn plan_continues(&self) -> bool {
        !self.plans.is_empty()
    }
}

/// Answers as a hasty steady agent would: by what plans promise by the look of them, the plan in hand aside.
struct Hasty<'p, G: Advice> {
    side: G::Side,
    plan: &'p G::Plan,
    counsels: Vec<ScoredPlan<G::Plan>>,
}

impl<G: Advice> Hasty<'_, G> {
    fn pick(&mut self, state: &G::State, side: G::Side, listed: &[G::Action]) -> usize {
        if listed.len() <= 1 {
            return 0;
        }
        let place = |action| listed.iter().position(|a| *a == action);
        if side == self.side
            && let Some(action) = G::next(state, &mut self.plan.clone()).action()
            && let Some(i) = place(action)
        {
            return i;
        }
        self.counsels.clear();
        G::plans(state, &mut self.counsels);
        let mut best: Option<(i32, usize)> = None;
        for counsel in &mut self.counsels {
            if best.is_none_or(|(b, _)| counsel.expected_gain > b)
                && let Some(action) = G::next(state, &mut counsel.plan).action()
                && let Some(i) = place(action)
            {
                best = Some((counsel.expected_gain, i));
            }
        }
        best.map_or(0, |(_, i)| i)
    }
}

/// What a plan brings on the average, in points of worth: the odds of all that may come until it is done, both sides
/// answering hastily. What is unresolved counts as no change. `None` when the plan wants nothing now.
fn weigh<G: Advice>(state: &G::State, side: G::Side, plan: &G::Plan, left: &mut usize) -> Option<i32> {
    let next = G::next(state, &mut plan.clone());
    let first = next.action()?;
    let lasts = matches!(next, Next::Last(_));
    let now = G::evaluate(state, side);
    let depth = G::depth(state);
    let done = |s: &G::State| {
        let mine = matches!(G::turn(s), Turn::Decide { side: by, .. } if by == side);
        let wants = || !lasts && G::next(s, &mut plan.clone()).action().is_some();
        G::depth(s) <= depth && !(mine && wants())
    };
    let mut hasty = Hasty::<G> {
        side,
        plan,
        counsels: Vec::new(),
    };
    let odds = odds_until::<G, i32>(
        state,
        side,
        &first,
        &mut Chosen(|s: &G::State, by, listed: &[G::Action]| hasty.pick(s, by, listed)),
        done,
        |s| G::evaluate(s, side) - now,
        Budget::runs(*left),
    )
    .ok()?;
    *left = left.saturating_sub(odds.runs);
    Some(mean(&odds))
}

/// The average of what may come; what is unresolved counts as 0.
fn mean(odds: &Odds<i32>) -> i32 {
    let shares = odds.outcomes.iter();
    let mean: f64 = shares.map(|&(worth, share)| f64::from(worth) * share.approx()).sum();
    mean.round() as i32
}

/// How many times an action is played out, to say what it promises by itself.
const LOOKS: usize = 100;

/// The [`Advice::plans`] of a game whose plans are single actions: each that is listed, with the change of worth that it
/// brings on the average, when all that it opens is played to its end and at each decision on the way the side that has it
/// takes what at once is best for it. Such a plan wants [`Next::Last`] of itself.
pub fn singly<G: Advice>(state: &G::State, out: &mut Vec<ScoredPlan<G::Plan>>)
where
    G::Plan: From<G::Action>,
{
    let Turn::Decide { side, .. } = G::turn(state) else {
        return;
    };
    let (now, depth) = (G::evaluate(state, side), G::depth(state));
    let mut listed = Vec::new();
    G::actions(state, &mut listed);
    for action in listed {
        let odds = odds_until::<G, i32>(
            state,
            side,
            &action,
            &mut Chosen(at_once::<G>),
            |s| G::depth(s) <= depth,
            |s| G::evaluate(s, side) - now,
            Budget::runs(LOOKS),
        );
        let expected_gain = odds.map_or(0, |odds| mean(&odds));
        out.push(ScoredPlan {
            plan: action.into(),
            expected_gain,
            dice: false,
        });
    }
}

/// The first listed action after which, on the average, a side stands best.
fn at_once<G: Advice>(state: &G::State, side: G::Side, listed: &[G::Action]) -> usize {
    let now = G::evaluate(state, side);
    let gain = |s: &G::State| G::evaluate(s, side) - now;
    let mut best = (i32::MIN, 0);
    for (i, action) in listed.iter().enumerate() {
        if let Ok(odds) = chances::<G, i32>(state, side, action, gain, Budget::runs(LOOKS))
            && mean(&odds) > best.0
        {
            best = (mean(&odds), i);
        }
    }
    best.1
}
