//! Odds: exact fractions over every roll of the dice, and over the answers of both sides.
//!
//! [`Match::odds`](crate::Match::odds) asks for the odds of an action. The action is played on copies of the state, and
//! play goes on through the decisions of both sides, which a [`Policy`] answers. It ends when the stack of procedures
//! is no deeper than before the action.

use crate::cases::refusal::Refusals;
use crate::decisions::log::Log;
use crate::decisions::turn::{Turn, ended};
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
    /// The maximum number of runs. One run plays one action with one combination of faces. The share of the outcomes that
    /// would need more runs is [`Odds::unresolved`].
    pub runs: usize,
    /// Whether every face is played separately. Otherwise faces with the same result are merged, which is faster. Compare
    /// both to test that the merged faces do have the same result.
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

impl Default for Budget<'_> {
    /// Returns a budget of 10,000 runs.
    fn default() -> Self {
        Self::runs(10_000)
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
    /// let budget = Budget::runs(100_000).stop_when(&late);
    /// assert_eq!(budget.runs, 100_000);
    /// ```
    #[must_use]
    pub const fn stop_when(self, stop: &'s dyn Fn() -> bool) -> Self {
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
///
/// ```
/// use casus_belli::suleiman::{Side, Suleiman};
/// use casus_belli::{Game, Match, Seeded};
///
/// # let setup = serde_json::from_str(
/// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
/// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
/// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
/// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
/// # )?;
/// let mut game = Match::<Suleiman>::new(setup)?;
/// game.play_words(Side::Hungary, "take HU-RI-1", &mut Seeded::new(1526))?;
/// let state = |s: &_| format!("{:?}", Suleiman::view(s, None).units["OT-MC-2"].state);
/// let odds = game.odds(Side::Hungary, &game.parse("fire OT-MC-2")?).outcomes(state)?;
/// assert_eq!(
///     odds.to_string(),
///     "628/1125 (55.8 %) Normal
/// 164/375 (43.7 %) Disordered
/// 1/225 (0.4 %) Retired
/// ",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds<K> {
    /// Each outcome once, in the order of their first occurrence.
    pub outcomes: Vec<(K, Ratio)>,
    /// The share that was not played to its end.
    pub unresolved: Ratio,
    /// Why a share is unresolved.
    pub why: Unresolved,
    /// The number of runs that were used. One run plays one action with one combination of faces.
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
///
/// ```
/// use casus_belli::suleiman::{Setup, Side, Suleiman};
/// use casus_belli::suleiman::{Action, State};
/// use casus_belli::{Game, Match, Ratio};
///
/// // A closure is a policy: here each side takes the first or the last listed action, with equal chances.
/// let mut ends = |_: &State, _: Side, listed: &[Action], shares: &mut Vec<(usize, Ratio)>| {
///     shares.extend([0, listed.len() - 1].map(|i| (i, Ratio::new(1, 2))));
/// };
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let odds = game.odds(Side::Hungary, &game.actions()[0]).policy(&mut ends).outcomes(Suleiman::depth)?;
/// assert_eq!(odds.unresolved, Ratio::ZERO);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Policy<G: Game> {
    /// Pushes a share for each listed action that may be chosen: its index in `listed`, and its probability.
    ///
    /// The shares should sum to one. If they sum to less, the rest is unresolved.
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

/// A policy that chooses one action at each decision. Its function returns the index of that action in the list of
/// legal actions.
///
/// ```
/// use casus_belli::suleiman::{Setup, Side, Suleiman};
/// use casus_belli::suleiman::{Action, State};
/// use casus_belli::{Game, Match, PickPolicy};
///
/// // Both sides take the last action of each list.
/// let mut last = PickPolicy(|_: &State, _: Side, listed: &[Action]| listed.len() - 1);
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let odds = game.odds(Side::Hungary, &game.actions()[0]).policy(&mut last).outcomes(Suleiman::depth)?;
/// assert_eq!(odds.outcomes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// Where a line of play ends.
enum End<'a, S> {
    /// At the first open decision.
    Decision,
    /// When the stack of procedures is this deep, or less.
    Depth(usize),
    /// When this holds at an open decision.
    When(Box<dyn FnMut(&S) -> bool + 'a>),
}

impl<S> End<'_, S> {
    fn reached<G: Game<State = S>>(&mut self, state: &S) -> bool {
        match self {
            Self::Decision => true,
            Self::Depth(depth) => G::depth(state) <= *depth,
            Self::When(holds) => holds(state),
        }
    }
}

/// A question about the odds of one action. [`Match::odds`](crate::Match::odds) creates it, and
/// [`outcomes`](OddsQuery::outcomes) answers it.
///
/// Each method in between replaces a default:
///
/// | Method | Default |
/// |---|---|
/// | [`policy`](OddsQuery::policy) | both sides choose at random ([`UniformPolicy`]) |
/// | [`until`](OddsQuery::until), [`to_next_decision`](OddsQuery::to_next_decision) | until what the action began (an attack, a charge) is complete |
/// | [`budget`](OddsQuery::budget) | 10,000 runs |
///
/// The state does not change. The action is played on copies of it, once for each result of each roll, by the same
/// rules as in a match, house rules included.
///
/// ```
/// use casus_belli::suleiman::{Side, Suleiman};
/// use casus_belli::{Budget, FirstListed, Game, Match, Ratio, Seeded};
///
/// # let setup = serde_json::from_str(
/// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
/// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
/// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
/// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
/// # )?;
/// let mut game = Match::<Suleiman>::new(setup)?;
/// game.play_words(Side::Hungary, "take HU-RI-1", &mut Seeded::new(1526))?;
/// let shot = game.parse("fire OT-MC-2")?;
/// let state = |s: &_| format!("{:?}", Suleiman::view(s, None).units["OT-MC-2"].state);
///
/// // Both sides take the first listed answer, and at most a thousand runs are played.
/// let mut first = FirstListed;
/// let odds = game.odds(Side::Hungary, &shot).policy(&mut first).budget(Budget::runs(1000)).outcomes(state)?;
/// assert_eq!(odds.unresolved, Ratio::ZERO);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a question does nothing until `outcomes` answers it"]
pub struct OddsQuery<'a, G: Game> {
    state: &'a G::State,
    by: G::Side,
    action: G::Action,
    policy: Option<&'a mut dyn Policy<G>>,
    end: End<'a, G::State>,
    budget: Budget<'a>,
    over: bool,
}

/// Leaves out the state: it has what is hidden.
impl<G: Game> fmt::Debug for OddsQuery<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OddsQuery")
            .field("by", &self.by)
            .field("action", &self.action)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

impl<'a, G: Game> OddsQuery<'a, G> {
    /// Asks for the odds of an action of `by` in any state, such as one of [`Seat::sample_state`](crate::Seat::sample_state).
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Game, Match, OddsQuery, Ratio, Seat, Seeded};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let listed = game.actions();
    /// let sample = Seat::<Suleiman>::new(game.state(), Side::Hungary, &listed).sample_state(&mut Seeded::new(7));
    /// let goes_on = |s: &_| Suleiman::outcome(s).is_none();
    /// let odds = OddsQuery::<Suleiman>::new(&sample, Side::Hungary, &listed[0]).outcomes(goes_on)?;
    /// assert_eq!(odds.of(&true), Ratio::ONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(state: &'a G::State, by: G::Side, action: &G::Action) -> Self {
        Self {
            state,
            by,
            action: *action,
            policy: None,
            end: End::Depth(G::depth(state)),
            budget: Budget::default(),
            over: false,
        }
    }
    /// Asks about a match that has ended by an act of the match: the answer is a refusal.
    pub fn after_the_end(self) -> Self {
        Self { over: true, ..self }
    }
    /// Lets `policy` answer the decisions of both sides on the way.
    pub fn policy(self, policy: &'a mut dyn Policy<G>) -> Self {
        Self {
            policy: Some(policy),
            ..self
        }
    }
    /// Limits the work. The share that does not fit into the budget is [`Odds::unresolved`].
    pub fn budget(self, budget: Budget<'a>) -> Self {
        Self { budget, ..self }
    }
    /// Ends each line of play at the next open decision, of either side.
    pub fn to_next_decision(self) -> Self {
        Self {
            end: End::Decision,
            ..self
        }
    }
    /// Ends each line of play at the first open decision at which `holds` returns `true`.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{FirstListed, Game, Match, Turn};
    ///
    /// // How do things stand when the Ottomans first decide, if Hungary always takes the first listed action?
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let ottoman = |s: &_| matches!(Suleiman::turn(s), Turn::Decide { side: Side::Ottoman, .. });
    /// let mut first = FirstListed;
    /// let query = game.odds(Side::Hungary, &game.actions()[0]).policy(&mut first).until(ottoman);
    /// assert_eq!(query.outcomes(|s| ottoman(s))?.outcomes.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn until(self, holds: impl FnMut(&G::State) -> bool + 'a) -> Self {
        Self {
            end: End::When(Box::new(holds)),
            ..self
        }
    }
    /// Returns the odds of each outcome. `key` names the outcome of a state: for "how likely is it that this unit is
    /// Eliminated?" it returns whether the unit is.
    ///
    /// The fractions are exact. With [`Odds::unresolved`] they sum to one.
    ///
    /// # Errors
    /// Everything that forbids the action.
    pub fn outcomes<K: Clone + Eq + Hash>(mut self, key: impl FnMut(&G::State) -> K) -> Result<Odds<K>, Refusals> {
        if self.over {
            return Err(ended());
        }
        let mut uniform = UniformPolicy;
        let policy: &mut dyn Policy<G> = match self.policy.take() {
            Some(policy) => policy,
            None => &mut uniform,
        };
        walk::<G, K>((self.state, self.by, self.action), policy, self.end, key, self.budget)
    }
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

fn walk<G: Game, K: Clone + Eq + Hash>(
    (state, by, action): (&G::State, G::Side, G::Action),
    policy: &mut dyn Policy<G>,
    mut end: End<'_, G::State>,
    mut key: impl FnMut(&G::State) -> K,
    budget: Budget<'_>,
) -> Result<Odds<K>, Refusals> {
    G::check(state, by, &action)?;
    let mut tally = Tally::new();
    let mut log = Log::off();
    let (mut listed, mut shares) = (Vec::new(), Vec::new());
    // A stack of our own: a walk may be as deep as its budget is large.
    let mut work = vec![(state.clone(), action, Ratio::ONE)];
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
                    Turn::Decide { side, .. } if !end.reached::<G>(&to) => {
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
