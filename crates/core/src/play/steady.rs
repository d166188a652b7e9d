//! An agent that plans, works out by exact odds what depends on dice, and plays its plans action by action.

use crate::decisions::turn::Turn;
use crate::dice::throw::Seeded;
use crate::play::agent::{Agent, Seat};
use crate::play::game::{Advice, Next, ScoredPlan};
use crate::play::odds::{Budget, Odds, OddsQuery, PickPolicy};

/// An agent that plays any game with [`Advice`].
///
/// The agent follows its current plan. At a reaction in the middle of a plan, the agent may first follow
/// another plan, and then goes on with the first. Without a plan, the agent takes the
/// best of [`Advice::plans`], tried in the order of their expected gains. A plan whose gain depends on dice is valued by
/// [odds](crate::Odds) while the budget of runs lasts.
///
/// The agent looks only at states that its side cannot tell from the real one ([`Seat::sample_state`]). The agent beats
/// [`Random`](crate::Random). It does not look beyond the end of its plan, and it does not learn.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, Seeded, Steady};
///
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// let (mut hungary, mut ottoman) = (Steady::new(7), Steady::new(8));
/// game.run(&mut [&mut hungary, &mut ottoman], &mut Seeded::new(1526), 20)?;
/// assert_eq!(game.journal().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steady<G: Advice> {
    dice: Seeded,
    runs: usize,
    plans: Vec<G::Plan>,
    counsels: Vec<ScoredPlan<G::Plan>>,
    expected_gain: Option<i32>,
}

/// The runs that [`Steady`] may spend at one decision to work out its plans.
const RUNS: usize = 400;

impl<G: Advice> Steady<G> {
    /// Creates an agent with a random generator of its own, which fills in hidden information. The agent does not use the
    /// dice of the game.
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Seeded::new(seed),
            runs: RUNS,
            plans: Vec::new(),
            counsels: Vec::new(),
            expected_gain: None,
        }
    }
    /// Returns the same agent with another budget of runs at each decision. The default is 400.
    ///
    /// One run plays one action with one combination of faces. With a budget of 0, the agent relies on the estimates of its
    /// plans ([`ScoredPlan::expected_gain`]).
    #[must_use]
    pub fn runs(mut self, runs: usize) -> Self {
        self.runs = runs;
        self
    }

    /// Returns the index in the list of what the current plans want.
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

    /// Returns the best plan for the open decision.
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

/// Answers as a quick agent would: by the estimates of plans. On its own side, the current plan comes first.
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

/// Returns what a plan brings on average, in points of [`Advice::evaluate`]: the odds of all that may come until it is
/// done, with both sides answering by estimates. The unresolved share counts as no change. `None` if the plan wants
/// nothing now.
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
    let mut policy = PickPolicy(|s: &G::State, by, listed: &[G::Action]| hasty.pick(s, by, listed));
    let query = OddsQuery::<G>::new(state, side, &first).policy(&mut policy).until(done);
    let odds = query
        .budget(Budget::runs(*left))
        .outcomes(|s| G::evaluate(s, side) - now)
        .ok()?;
    *left = left.saturating_sub(odds.runs);
    Some(mean(&odds))
}

/// Returns the average over the outcomes. The unresolved share counts as 0.
fn mean(odds: &Odds<i32>) -> i32 {
    let shares = odds.outcomes.iter();
    let mean: f64 = shares.map(|&(worth, share)| f64::from(worth) * share.approx()).sum();
    mean.round() as i32
}

/// The runs that [`single_action_plans`] may spend on one action.
const LOOKS: usize = 100;

/// Appends every listed action as a plan of its own. Use it as the [`Advice::plans`] of a game whose plans are single
/// actions.
///
/// The expected gain is the average change of [`Advice::evaluate`], when everything that the action begins is played to
/// the end. At each decision on the way, the side that decides takes the action that leaves that side best off at the next
/// decision. For such a plan, [`Advice::next`] must return [`Next::Last`] with the action.
pub fn single_action_plans<G: Advice>(state: &G::State, out: &mut Vec<ScoredPlan<G::Plan>>)
where
    G::Plan: From<G::Action>,
{
    let Turn::Decide { side, .. } = G::turn(state) else {
        return;
    };
    let now = G::evaluate(state, side);
    let mut listed = Vec::new();
    G::actions(state, &mut listed);
    for action in listed {
        let mut policy = PickPolicy(at_once::<G>);
        let query = OddsQuery::<G>::new(state, side, &action).policy(&mut policy);
        let odds = query
            .budget(Budget::runs(LOOKS))
            .outcomes(|s| G::evaluate(s, side) - now);
        let expected_gain = odds.map_or(0, |odds| mean(&odds));
        out.push(ScoredPlan {
            plan: action.into(),
            expected_gain,
            dice: false,
        });
    }
}

/// Returns the first listed action after which a side stands best on average.
fn at_once<G: Advice>(state: &G::State, side: G::Side, listed: &[G::Action]) -> usize {
    let now = G::evaluate(state, side);
    let gain = |s: &G::State| G::evaluate(s, side) - now;
    let mut best = (i32::MIN, 0);
    for (i, action) in listed.iter().enumerate() {
        let query = OddsQuery::<G>::new(state, side, action).to_next_decision();
        if let Ok(odds) = query.budget(Budget::runs(LOOKS)).outcomes(gain)
            && mean(&odds) > best.0
        {
            best = (mean(&odds), i);
        }
    }
    best.1
}
