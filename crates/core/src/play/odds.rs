//! Odds: exact fractions over every roll of the dice, and over the answers of both sides.
//!
//! [`chances`] looks at one action up to the next open decision. [`odds`] plays on through the decisions of both sides,
//! which a [`Policy`] answers, until the stack of procedures is no deeper than before.

use crate::cases::refusal::Refusals;
use crate::decisions::log::Log;
use crate::decisions::turn::Turn;
use crate::dice::ratio::Ratio;
use crate::dice::throw::{Dice, Odometer};
use crate::play::game::Game;
use core::fmt;
use core::hash::Hash;
use serde::Serialize;
use std::collections::HashMap;

/// A limit on the work that an odds question may take.
#[derive(Clone, Copy)]
pub struct Budget<'s> {
    /// The maximum number of runs. One run plays one action with one combination of faces. What needs more is
    /// [`Odds::unresolved`].
    pub runs: usize,
    /// Whether every face is played separately, in place of merging faces with the same result. It is slower, and
    /// proves that the merging is right.
    pub separate_faces: bool,
    /// Called before each run; the work stops when it returns `true`. What has not been played by then is unresolved.
    ///
    /// The library has no clock. Pass a check of a deadline, or of a flag that says that the client has gone.
    pub stop: Option<&'s dyn Fn() -> bool>,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("runs", &self.runs)
            .field("separate_faces", &self.separate_faces)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

impl<'s> Budget<'s> {
    /// Creates a budget of this many runs, with faces of the same result merged.
    pub const fn runs(runs: usize) -> Self {
        Self {
            runs,
            separate_faces: false,
            stop: None,
        }
    }
    /// Returns the same budget, which also stops when `stop` returns `true`.
    ///
    /// ```
    /// use casus_core::Budget;
    /// use std::time::{Duration, Instant};
    ///
    /// let end = Instant::now() + Duration::from_millis(200);
    /// let late = || Instant::now() >= end;
    /// let budget = Budget::runs(100_000).until(&late);
    /// assert_eq!(budget.runs, 100_000);
    /// ```
    #[must_use]
    pub const fn until(self, stop: &'s dyn Fn() -> bool) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }
    /// Returns the same budget, with every face played separately.
    #[must_use]
    pub const fn separate_faces(self) -> Self {
        Self {
            separate_faces: true,
            ..self
        }
    }
    fn odometer(self) -> Odometer {
        if self.separate_faces {
            Odometer::separate_faces()
        } else {
            Odometer::new()
        }
    }
}

/// Why a share of the odds is unresolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unresolved {
    /// The budget ran out.
    pub budget: bool,
    /// [`Budget::stop`] returned `true`.
    pub stopped: bool,
    /// A numerator or denominator of an exact fraction overflowed.
    pub overflow: bool,
    /// The shares of the policy did not sum to one, or named an action that is not listed.
    pub policy: bool,
    /// House rules leave nothing to do at some decision; a match would refuse the action that leads there.
    pub no_choice: bool,
}

/// The odds of each outcome: exact fractions, which together with the unresolved share sum to exactly one.
///
/// `Display` writes one line for each outcome: a fraction, a percentage, the outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds<K> {
    /// Each outcome once, in the order of their first occurrence.
    pub outcomes: Vec<(K, Ratio)>,
    /// The share that was not played to its end.
    pub unresolved: Ratio,
    /// Why a share is unresolved.
    pub why: Unresolved,
    /// The number of times that an action was played.
    pub runs: usize,
}

impl<K: Eq> Odds<K> {
    /// Returns the odds of an outcome, without the unresolved share.
    pub fn of(&self, key: &K) -> Ratio {
        self.outcomes
            .iter()
            .find(|(k, _)| k == key)
            .map_or(Ratio::ZERO, |&(_, r)| r)
    }
    /// Returns whether both give every outcome the same odds, in any order.
    pub fn agrees(&self, other: &Self) -> bool {
        self.unresolved == other.unresolved
            && self.outcomes.len() == other.outcomes.len()
            && self.outcomes.iter().all(|(k, r)| other.of(k) == *r)
    }
}

impl<K: fmt::Display> fmt::Display for Odds<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, r) in &self.outcomes {
            writeln!(f, "{r} ({:.1} %) {k}", r.approx() * 100.0)?;
        }
        if self.unresolved != Ratio::ZERO {
            writeln!(f, "{} unresolved", self.unresolved)?;
        }
        Ok(())
    }
}

/// Answers the decisions that come up while odds are worked out.
pub trait Policy<G: Game> {
    /// Pushes a share for each listed action that may be chosen: its index in `listed`, and its probability.
    ///
    /// The shares should sum to one. Whatever they fall short of one is unresolved.
    fn answer(&mut self, state: &G::State, side: G::Side, listed: &[G::Action], shares: &mut Vec<(usize, Ratio)>);
}

impl<G, F> Policy<G> for F
where
    G: Game,
    F: FnMut(&G::State, G::Side, &[G::Action], &mut Vec<(usize, Ratio)>),
{
    fn answer(&mut self, state: &G::State, side: G::Side, listed: &[G::Action], shares: &mut Vec<(usize, Ratio)>) {
        self(state, side, listed, shares);
    }
}

/// A policy that gives every listed action the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPolicy;

impl<G: Game> Policy<G> for UniformPolicy {
    fn answer(&mut self, _: &G::State, _: G::Side, listed: &[G::Action], shares: &mut Vec<(usize, Ratio)>) {
        let n = listed.len() as u128;
        shares.extend((0..listed.len()).map(|i| (i, Ratio::new(1, n))));
    }
}

/// A policy that always chooses the first listed action.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstListed;

impl<G: Game> Policy<G> for FirstListed {
    fn answer(&mut self, _: &G::State, _: G::Side, _: &[G::Action], shares: &mut Vec<(usize, Ratio)>) {
        shares.push((0, Ratio::ONE));
    }
}

/// A policy that chooses one action at each decision. The function returns its index in the list.
#[derive(Clone, Copy, Debug)]
pub struct PickPolicy<F>(pub F);

impl<G, F> Policy<G> for PickPolicy<F>
where
    G: Game,
    F: FnMut(&G::State, G::Side, &[G::Action]) -> usize,
{
    fn answer(&mut self, state: &G::State, side: G::Side, listed: &[G::Action], shares: &mut Vec<(usize, Ratio)>) {
        shares.push(((self.0)(state, side, listed), Ratio::ONE));
    }
}

/// Returns one minus `r`; zero if `r` is more than one.
fn rest(r: Ratio) -> Ratio {
    Ratio::new(r.den().saturating_sub(r.num()), r.den())
}

/// Gathers outcomes. Keeps an exact sum, so that the unresolved share is exactly the rest.
struct Tally<K> {
    outcomes: Vec<(K, Ratio)>,
    place: HashMap<K, usize>,
    sum: Ratio,
    why: Unresolved,
    runs: usize,
}

impl<K: Clone + Eq + Hash> Tally<K> {
    fn new() -> Self {
        Self {
            outcomes: Vec::new(),
            place: HashMap::new(),
            sum: Ratio::ZERO,
            why: Unresolved::default(),
            runs: 0,
        }
    }
    fn add(&mut self, key: K, weight: Ratio) {
        let Some(sum) = self.sum.plus(weight) else {
            self.why.overflow = true;
            return;
        };
        if let Some(&i) = self.place.get(&key) {
            let Some(w) = self.outcomes[i].1.plus(weight) else {
                self.why.overflow = true;
                return;
            };
            self.outcomes[i].1 = w;
        } else {
            self.place.insert(key.clone(), self.outcomes.len());
            self.outcomes.push((key, weight));
        }
        self.sum = sum;
    }
    fn done(self) -> Odds<K> {
        Odds {
            outcomes: self.outcomes,
            unresolved: rest(self.sum),
            why: self.why,
            runs: self.runs,
        }
    }
}

/// Returns the chances of one action up to the next open decision. `key` names the outcome of a state.
///
/// Use it for a single throw, such as a shot that nobody may answer. The function does not play on beyond that: if the
/// action opens a decision in the middle of an attack, use [`odds()`].
///
/// # Errors
/// Everything that forbids the action.
pub fn chances<G: Game, K: Clone + Eq + Hash>(
    state: &G::State,
    by: G::Side,
    action: &G::Action,
    key: impl FnMut(&G::State) -> K,
    budget: Budget<'_>,
) -> Result<Odds<K>, Refusals> {
    odds_until::<G, K>(state, by, action, &mut FirstListed, |_| true, key, budget)
}

/// Returns the odds of one action through the decisions of both sides that it opens. `key` names the outcome of a
/// state.
///
/// Ask before you attack. For "how likely is it that this unit is Eliminated?", `key` returns whether it is. Each line
/// of play is followed until what the action began (an attack, a charge) is complete, or play ends.
///
/// The state does not change. The action is played on copies of it, once for each result of each throw, by the same
/// rules as in a match, house rules included. `policy` answers the decisions on the way: [`UniformPolicy`] at random,
/// [`PickPolicy`] by a function of yours.
///
/// What does not fit the `budget` stays in [`Odds::unresolved`]. The fractions are exact and sum to one with it.
///
/// ```
/// use casus_core::{Budget, Game, Match, Odds, Refusals, UniformPolicy, odds};
///
/// // How likely is this action to end the game?
/// # #[allow(dead_code)]
/// fn ends<G: Game>(game: &Match<G>, by: G::Side, action: &G::Action) -> Result<Odds<bool>, Refusals> {
///     let key = |state: &G::State| G::outcome(state).is_some();
///     odds::<G, _>(game.state(), by, action, &mut UniformPolicy, key, Budget::runs(10_000))
/// }
/// ```
///
/// # Errors
/// Everything that forbids the action.
pub fn odds<G: Game, K: Clone + Eq + Hash>(
    state: &G::State,
    by: G::Side,
    action: &G::Action,
    policy: &mut dyn Policy<G>,
    key: impl FnMut(&G::State) -> K,
    budget: Budget<'_>,
) -> Result<Odds<K>, Refusals> {
    let depth = G::depth(state);
    odds_until::<G, K>(state, by, action, policy, |s| G::depth(s) <= depth, key, budget)
}

/// Returns whether house rules leave nothing to do at the open decision.
fn stuck<G: Game>(state: &G::State, listed: &mut Vec<G::Action>) -> bool {
    if G::laws(state).are_printed() || matches!(G::turn(state), Turn::Over { .. }) {
        return false;
    }
    listed.clear();
    G::actions(state, listed);
    listed.is_empty()
}

/// Returns the odds of one action through the decisions of both sides. Each line of play ends when `until` holds at an
/// open decision, or play has ended.
///
/// # Errors
/// Everything that forbids the action.
pub fn odds_until<G: Game, K: Clone + Eq + Hash>(
    state: &G::State,
    by: G::Side,
    action: &G::Action,
    policy: &mut dyn Policy<G>,
    mut until: impl FnMut(&G::State) -> bool,
    mut key: impl FnMut(&G::State) -> K,
    budget: Budget<'_>,
) -> Result<Odds<K>, Refusals> {
    G::check(state, by, action)?;
    let mut tally = Tally::new();
    let mut log = Log::off();
    let (mut listed, mut shares) = (Vec::new(), Vec::new());
    // A stack of our own: a walk may be as deep as its budget is large.
    let mut work = vec![(state.clone(), *action, Ratio::ONE)];
    while let Some((from, action, weight)) = work.pop() {
        let pushed = work.len();
        let mut odometer = budget.odometer();
        loop {
            if tally.runs >= budget.runs {
                tally.why.budget = true;
                return Ok(tally.done());
            }
            if budget.stop.is_some_and(|stop| stop()) {
                tally.why.stopped = true;
                return Ok(tally.done());
            }
            tally.runs += 1;
            let mut to = from.clone();
            G::apply(&mut to, &action, &mut odometer as &mut dyn Dice, &mut log);
            match odometer.weight().and_then(|w| weight.times(w)) {
                None => tally.why.overflow = true,
                Some(_) if stuck::<G>(&to, &mut listed) => tally.why.no_choice = true,
                Some(weight) => match G::turn(&to) {
                    Turn::Decide { side, .. } if !until(&to) => {
                        listed.clear();
                        shares.clear();
                        G::actions(&to, &mut listed);
                        policy.answer(&to, side, &listed, &mut shares);
                        let mut given = Ratio::ZERO;
                        let mut last = None;
                        for &(i, share) in &shares {
                            if share == Ratio::ZERO {
                                continue;
                            }
                            let sum = given.plus(share).filter(|s| s.num() <= s.den());
                            let (Some(&next), Some(sum)) = (listed.get(i), sum) else {
                                tally.why.policy = true;
                                continue;
                            };
                            given = sum;
                            match weight.times(share) {
                                Some(w) => {
                                    if let Some((next, w)) = last.replace((next, w)) {
                                        work.push((to.clone(), next, w));
                                    }
                                }
                                None => tally.why.overflow = true,
                            }
                        }
                        // The last needs no copy.
                        if let Some((next, w)) = last {
                            work.push((to, next, w));
                        }
                        if given != Ratio::ONE {
                            tally.why.policy = true;
                        }
                    }
                    _ => tally.add(key(&to), weight),
                },
            }
            if !odometer.advance() {
                break;
            }
        }
        work[pushed..].reverse();
    }
    Ok(tally.done())
}
