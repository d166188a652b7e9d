//! Agents: who decides, when nobody is asked; and whole games played by them.

use crate::cases::case::Cite;
use crate::decisions::log::Log;
use crate::decisions::side::Sided;
use crate::decisions::turn::{Outcome, Turn};
use crate::dice::throw::{Dice, Seeded};
use crate::geometry::board::{Board, HexId};
use crate::play::game::Game;

/// What an agent is shown of the one open decision: what its side may see, and nothing more.
///
/// An agent is handed one at each decision of its side. To look ahead it asks for a state to play on in, which its side
/// cannot tell from the real one ([`deal`](Seat::deal)): so an agent knows no more than a player in its chair.
#[derive(Debug)]
pub struct Seat<'a, G: Game> {
    state: &'a G::State,
    side: G::Side,
    listed: &'a [G::Action],
}

impl<G: Game> Clone for Seat<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Seat<'_, G> {}

impl<'a, G: Game> Seat<'a, G> {
    /// The seat of a side at its decision, with the list of its actions.
    pub const fn new(state: &'a G::State, side: G::Side, listed: &'a [G::Action]) -> Self {
        Self { state, side, listed }
    }
    /// Whose decision it is.
    pub const fn side(&self) -> G::Side {
        self.side
    }
    /// The actions to choose from; never empty.
    pub const fn listed(&self) -> &'a [G::Action] {
        self.listed
    }
    /// The decision.
    pub fn turn(&self) -> Turn<G::Side> {
        G::turn(self.state)
    }
    /// What the side sees.
    pub fn view(&self) -> G::View {
        G::view(self.state, Some(self.side))
    }
    /// A state that the side cannot tell from the real one: to look ahead in. Each call may give another.
    pub fn sample_state(&self, dice: &mut dyn Dice) -> G::State {
        G::sample_state(self.state, self.side, dice)
    }
    /// How readily a random agent takes this action, at least 1.
    pub fn weight(&self, action: &G::Action) -> u32 {
        G::weight(self.state, action).max(1)
    }
    /// The action in words.
    pub fn spell(&self, action: &G::Action) -> String {
        G::spell(self.state, action)
    }
}

/// A [`Game::weight`] for a step from one hex to another: towards the nearest enemy rather than about the field.
pub fn approach_weight(board: &Board, from: HexId, to: HexId, enemies: impl Iterator<Item = HexId>) -> u32 {
    let [now, then] = board.nearest([from, to], enemies);
    match then.cmp(&now) {
        core::cmp::Ordering::Less => 40,
        core::cmp::Ordering::Equal => 4,
        core::cmp::Ordering::Greater => 1,
    }
}

/// Who decides for a side.
///
/// A person, a program on the net, or one of the agents here: [`Random`], which plays by lot, [`ScriptedAgent`], which plays a
/// list of numbers, [`Steady`](crate::Steady), which plans and weighs odds. An agent names a place in the list, so that
/// it cannot do what the rules forbid.
pub trait Agent<G: Game> {
    /// The place in [`Seat::listed`] of the action chosen, taken modulo its length.
    fn choose(&mut self, seat: Seat<'_, G>) -> usize;
    /// What it promises itself of what it chose last, in the points of [`Advice::evaluate`](crate::Advice::evaluate); nothing where
    /// it did not weigh it.
    fn expected_gain(&self) -> Option<i32> {
        None
    }
    /// Whether what it chose last is part of a plan that goes on.
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

/// Chooses by lot, by [`Game::weight`].
///
/// Every action has some chance. Two with the same seed play alike, whatever the game's dice do.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Seeded,
    weights: Vec<u32>,
}

impl Random {
    /// A random agent with its own seed: it does not disturb the game's dice.
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

/// Chooses by a list of numbers, each taken modulo the length of the list it meets; 0 when they run out. Such a list
/// shrinks well: dropping or lowering a number still gives a game.
#[derive(Clone, Debug)]
pub struct ScriptedAgent<'a> {
    picks: &'a [u16],
    used: usize,
}

impl<'a> ScriptedAgent<'a> {
    /// An agent that chooses by these numbers.
    pub const fn new(picks: &'a [u16]) -> Self {
        Self { picks, used: 0 }
    }
    /// Whether the numbers have run out.
    pub const fn spent(&self) -> bool {
        self.used >= self.picks.len()
    }
    /// The next number modulo `len`; 0 when they have run out.
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

/// How a game played by agents went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<S> {
    /// How many actions were played.
    pub actions: usize,
    /// How it ended, and by which Case, if it did.
    pub outcome: Option<(Outcome<S>, Cite)>,
    /// Whether it was stopped at the limit.
    pub hit_limit: bool,
}

impl<S> Playout<S> {
    /// Whether a decision was open that nothing answers: by the printed laws a defect of the game.
    pub const fn dead_end(&self) -> bool {
        self.outcome.is_none() && !self.hit_limit
    }
}

/// Asks the agent of a side: `agents` holds one for each side in the order of [`Sided::ALL`], or one for all.
pub(crate) fn ask<G: Game>(agents: &mut [&mut dyn Agent<G>], seat: Seat<'_, G>) -> Option<G::Action> {
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

/// Plays on from a state, without log or journal, until play ends or `limit` actions are played.
///
/// `agents` holds one agent for each side in the order of [`Sided::ALL`], or one for all sides; with none, the first
/// listed action is taken. This is the hot path: it allocates one list and reuses it.
pub fn playout<G: Game>(
    state: &mut G::State,
    agents: &mut [&mut dyn Agent<G>],
    dice: &mut dyn Dice,
    limit: usize,
) -> Playout<G::Side> {
    play_on(state, agents, dice, limit, &mut Log::off(), |_, _| ())
}

/// The same, with each action's events shown to a watcher, after the state that they led to.
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
