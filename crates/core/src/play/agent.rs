//! Agents, which choose actions for a side, and playouts, which run whole games with them.
//!
//! An [`Agent`] is a computer opponent, a script, or an adapter to a person or a remote program. It is given a [`Seat`]
//! at each decision of its side and returns the index of one of the legal actions, so it cannot break a rule.
//!
//! This module has two agents: [`Random`] and [`ScriptedAgent`]. [`Steady`](crate::Steady), which plans ahead, has a
//! module of its own. [`playout`] runs a game without a log; [`playout_with`] reports the events of every action.

use crate::cases::case::Cite;
use crate::decisions::log::Log;
use crate::decisions::side::Sided;
use crate::decisions::turn::{Outcome, Turn};
use crate::dice::throw::{Dice, Seeded};
use crate::geometry::board::{Board, HexId};
use crate::play::game::Game;
use core::fmt;

/// A side's view of the open decision.
///
/// An agent receives a `Seat` at each decision of its side. Its methods return only what that side may know. To
/// look ahead, an agent calls [`sample_state`](Seat::sample_state), which replaces hidden information with a possible
/// version of it.
///
/// ```
/// use casus_belli::suleiman::{Setup, Side, Suleiman};
/// use casus_belli::{Agent, Match, Seat, Steady};
///
/// // Asks an agent what it would do at the open decision, and plays nothing.
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let listed = game.actions();
/// let choice = Steady::<Suleiman>::new(7).choose(Seat::new(game.state(), Side::Hungary, &listed));
/// assert!(game.check(Side::Hungary, &listed[choice % listed.len()]).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Seat<'a, G: Game> {
    state: &'a G::State,
    side: G::Side,
    listed: &'a [G::Action],
}

/// Writes what the side may know: the state itself also has what is hidden.
impl<G: Game> fmt::Debug for Seat<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("side", &self.side)
            .field("view", &self.view())
            .field("listed", &self.listed)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Clone for Seat<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Seat<'_, G> {}

impl<'a, G: Game> Seat<'a, G> {
    /// Creates the seat of `side` at its decision. `listed` holds the legal actions.
    pub const fn new(state: &'a G::State, side: G::Side, listed: &'a [G::Action]) -> Self {
        Self { state, side, listed }
    }
    /// Returns the side that decides.
    pub const fn side(&self) -> G::Side {
        self.side
    }
    /// Returns the legal actions. Never empty in a seat that a match or a playout makes.
    pub const fn listed(&self) -> &'a [G::Action] {
        self.listed
    }
    /// Returns the open decision.
    pub fn turn(&self) -> Turn<G::Side> {
        G::turn(self.state)
    }
    /// Returns the position as the side sees it.
    pub fn view(&self) -> G::View {
        G::view(self.state, Some(self.side))
    }
    /// Returns a full state that agrees with all that the side knows.
    ///
    /// Hidden information is filled in at random: two calls may return different states. In a game without hidden
    /// information the result is a copy of the state.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Game, Match, Seat, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
    /// // The Ottomans do not know where Perenyi is. A sample puts him somewhere, and looks the same to them.
    /// let seat = Seat::<Suleiman>::new(game.state(), Side::Ottoman, &[]);
    /// let sample = seat.sample_state(&mut Seeded::new(7));
    /// assert_eq!(Suleiman::view(&sample, Some(Side::Ottoman)), seat.view());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_state(&self, dice: &mut dyn Dice) -> G::State {
        G::sample_state(self.state, self.side, dice)
    }
    /// Returns the weight of an action for [`Random`], at least 1.
    pub fn weight(&self, action: &G::Action) -> u32 {
        G::weight(self.state, action).max(1)
    }
    /// Returns the action in words, as [`Game::parse`] reads them.
    pub fn spell(&self, action: &G::Action) -> String {
        G::spell(self.state, action)
    }
}

/// Returns a [`Game::weight`] for a step between two hexes: 40 if it brings the nearest enemy closer, 4 if the distance
/// stays the same, 1 if it grows.
pub fn approach_weight(board: &Board, from: HexId, to: HexId, enemies: impl Iterator<Item = HexId>) -> u32 {
    let [now, then] = board.nearest([from, to], enemies);
    match then.cmp(&now) {
        core::cmp::Ordering::Less => 40,
        core::cmp::Ordering::Equal => 4,
        core::cmp::Ordering::Greater => 1,
    }
}

/// Chooses the actions of a side.
///
/// Implemented by [`Random`] (weighted random choice), [`ScriptedAgent`] (a list of numbers) and
/// [`Steady`](crate::Steady) (plans and odds). Implement it to connect a person or a program of your own. An agent
/// returns an index into the legal actions, so it cannot choose an illegal one.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Advice, Agent, Log, Match, Seat, Seeded};
///
/// /// Tries each action once on a sample of the state, and takes the one that leaves its side best off.
/// struct Greedy(Seeded);
///
/// impl<G: Advice> Agent<G> for Greedy {
///     fn choose(&mut self, seat: Seat<'_, G>) -> usize {
///         let gain = |action| {
///             let mut state = seat.sample_state(&mut self.0);
///             G::apply(&mut state, action, &mut self.0, &mut Log::off());
///             G::evaluate(&state, seat.side())
///         };
///         let gains: Vec<i32> = seat.listed().iter().map(gain).collect();
///         (0..gains.len()).max_by_key(|&i| gains[i]).unwrap_or(0)
///     }
/// }
///
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// game.run(&mut [&mut Greedy(Seeded::new(7))], &mut Seeded::new(1526), 20)?;
/// assert_eq!(game.journal().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Agent<G: Game> {
    /// Returns the index in [`Seat::listed`] of the chosen action. The index is taken modulo the length of the list.
    fn choose(&mut self, seat: Seat<'_, G>) -> usize;
    /// Returns the expected gain of the last choice, in points of [`Advice::evaluate`](crate::Advice::evaluate), or
    /// `None` if the agent did not evaluate it.
    fn expected_gain(&self) -> Option<i32> {
        None
    }
    /// Returns whether the agent still has a plan to continue. The last choice need not be part of it.
    fn plan_continues(&self) -> bool {
        false
    }
}

impl<G: Game, T: Agent<G> + ?Sized> Agent<G> for &mut T {
    fn choose(&mut self, seat: Seat<'_, G>) -> usize {
        (**self).choose(seat)
    }
    fn expected_gain(&self) -> Option<i32> {
        (**self).expected_gain()
    }
    fn plan_continues(&self) -> bool {
        (**self).plan_continues()
    }
}
impl<G: Game, T: Agent<G> + ?Sized> Agent<G> for Box<T> {
    fn choose(&mut self, seat: Seat<'_, G>) -> usize {
        (**self).choose(seat)
    }
    fn expected_gain(&self) -> Option<i32> {
        (**self).expected_gain()
    }
    fn plan_continues(&self) -> bool {
        (**self).plan_continues()
    }
}

/// An agent that chooses at random, weighted by [`Game::weight`].
///
/// Every legal action can be chosen. Given the same decisions in the same order, two agents with one seed make the same
/// choices; the game's dice do not matter.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, Random, Seeded};
///
/// let play = || -> Result<_, Box<dyn std::error::Error>> {
///     let mut game = Match::<Suleiman>::new(Setup::default())?;
///     game.run(&mut [&mut Random::new(7)], &mut Seeded::new(1526), 50)?;
///     Ok(game.state_digest())
/// };
/// assert_eq!(play()?, play()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    dice: Seeded,
    weights: Vec<u32>,
}

impl Random {
    /// Creates an agent with its own generator: its choices do not consume the game's dice.
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Seeded::new(seed),
            weights: Vec::new(),
        }
    }
}

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, seat: Seat<'_, G>) -> usize {
        if seat.listed.len() <= 1 {
            return 0;
        }
        self.weights.clear();
        let mut total = 0usize;
        for action in seat.listed {
            let w = seat.weight(action).min(1 << 16);
            total += w as usize;
            self.weights.push(w);
        }
        let mut pick = self.dice.pick(total);
        for (i, &w) in self.weights.iter().enumerate() {
            if pick < w as usize {
                return i;
            }
            pick -= w as usize;
        }
        0
    }
}

/// An agent that plays a list of numbers, for fuzzing and property tests.
///
/// Each number is taken modulo the number of legal actions. When the list ends, the agent chooses the first action.
/// A test library can shorten such a list or lower its numbers, and it still plays a legal game.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, ScriptedAgent, Seeded};
///
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// let second = game.spell(&game.actions()[1]);
/// let mut agent = ScriptedAgent::new(&[1]);
/// game.run(&mut [&mut agent], &mut Seeded::new(1526), 1)?;
/// assert!(agent.spent() && game.saved_lines(0)[0].action == Some(second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScriptedAgent<'a> {
    picks: &'a [u16],
    used: usize,
}

impl<'a> ScriptedAgent<'a> {
    /// Creates an agent that plays `picks`.
    pub const fn new(picks: &'a [u16]) -> Self {
        Self { picks, used: 0 }
    }
    /// Returns whether every number has been used.
    pub const fn spent(&self) -> bool {
        self.used >= self.picks.len()
    }
    /// Consumes the next number and returns it modulo `len`; 0 if none is left.
    pub fn pick(&mut self, len: usize) -> usize {
        let n = self.picks.get(self.used).copied().unwrap_or(0);
        self.used = (self.used + 1).min(self.picks.len());
        usize::from(n) % len.max(1)
    }
}

impl<G: Game> Agent<G> for ScriptedAgent<'_> {
    fn choose(&mut self, seat: Seat<'_, G>) -> usize {
        self.pick(seat.listed.len())
    }
}

/// The result of a [`playout`].
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, Random, Seeded};
///
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// let played = game.run(&mut [&mut Random::new(7)], &mut Seeded::new(1526), 30)?;
/// match played.outcome {
///     Some((outcome, cite)) => println!("{outcome:?} ({cite})"),
///     None => println!("no end after {} actions", played.actions),
/// }
/// assert!(played.hit_limit && !played.dead_end());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<S> {
    /// The number of actions played.
    pub actions: usize,
    /// The outcome and the Case that ended play; `None` if play did not end.
    pub outcome: Option<(Outcome<S>, Cite)>,
    /// Whether the playout stopped at its limit of actions.
    pub hit_limit: bool,
}

impl<S> Playout<S> {
    /// Returns whether play stopped at a decision without a legal action. Without house rules, that is a bug in the
    /// game.
    pub const fn dead_end(&self) -> bool {
        self.outcome.is_none() && !self.hit_limit
    }
}

/// Returns the choice of the agent that plays the side of `seat`, or `None` if no action is legal.
///
/// `agents` holds one agent for each side or a single agent for all sides, as in [`playout`].
pub fn ask<G: Game>(agents: &mut [&mut dyn Agent<G>], seat: Seat<'_, G>) -> Option<G::Action> {
    let len = seat.listed.len();
    if len == 0 {
        return None;
    }
    let many = agents.len().max(1);
    let choice = match agents.get_mut(seat.side.index() % many) {
        Some(agent) => agent.choose(seat),
        None => 0,
    };
    Some(seat.listed[choice % len])
}

/// Plays from `state` until play ends or `limit` actions have been played.
///
/// `agents` holds one agent for each side, in the order of [`Sided::ALL`], or a single agent for all sides. If the list is
/// empty, the first legal action is played.
///
/// A playout reports no events and reuses one list of actions, for fast simulations.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Game, Random, Seeded, playout};
///
/// let mut state = Suleiman::begin(&Setup::default())?;
/// let (mut agent, mut dice) = (Random::new(7), Seeded::new(7));
/// let played = playout::<Suleiman>(&mut state, &mut [&mut agent], &mut dice, 100_000);
/// assert!(played.outcome.is_some() && !played.dead_end());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn playout<G: Game>(
    state: &mut G::State,
    agents: &mut [&mut dyn Agent<G>],
    dice: &mut dyn Dice,
    limit: usize,
) -> Playout<G::Side> {
    play_on(state, agents, dice, limit, &mut Log::off(), |_, _| ())
}

/// Plays like [`playout`], and calls `watch` after each action with the new state and the events that led to it.
///
/// `watch` is not called for an action without events.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Game, Random, Seeded, playout_with};
///
/// let mut state = Suleiman::begin(&Setup::default())?;
/// let mut events = 0;
/// let (mut agent, mut dice) = (Random::new(7), Seeded::new(7));
/// playout_with::<Suleiman>(&mut state, &mut [&mut agent], &mut dice, 100, |_, new| events += new.len());
/// assert!(events > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn playout_with<G: Game>(
    state: &mut G::State,
    agents: &mut [&mut dyn Agent<G>],
    dice: &mut dyn Dice,
    limit: usize,
    mut watch: impl FnMut(&G::State, &[G::Event]),
) -> Playout<G::Side> {
    let show = |state: &G::State, log: &mut Log<G::Event>| {
        let events = log.take();
        if !events.is_empty() {
            watch(state, &events);
        }
    };
    play_on(state, agents, dice, limit, &mut Log::new(), show)
}

fn play_on<G: Game>(
    state: &mut G::State,
    agents: &mut [&mut dyn Agent<G>],
    dice: &mut dyn Dice,
    limit: usize,
    log: &mut Log<G::Event>,
    mut after: impl FnMut(&G::State, &mut Log<G::Event>),
) -> Playout<G::Side> {
    let mut listed = Vec::new();
    let mut actions = 0;
    loop {
        let side = match G::turn(state) {
            Turn::Over { outcome, cite } => {
                return Playout {
                    actions,
                    outcome: Some((outcome, cite)),
                    hit_limit: false,
                };
            }
            Turn::Decide { side, .. } => side,
        };
        if actions >= limit {
            return Playout {
                actions,
                outcome: None,
                hit_limit: true,
            };
        }
        listed.clear();
        G::actions(state, &mut listed);
        let Some(action) = ask(agents, Seat::new(state, side, &listed)) else {
            return Playout {
                actions,
                outcome: None,
                hit_limit: false,
            };
        };
        G::apply(state, &action, dice, log);
        after(state, log);
        actions += 1;
    }
}
