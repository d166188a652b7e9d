//! The contract: what a rulebook adds to the core.

use crate::cases::case::Casebook;
use crate::cases::laws::{Laws, Listed};
use crate::cases::refusal::{Refusals, Verdict};
use crate::dice::throw::Dice;
use crate::geometry::place::Place;
use crate::pictures::scene::Scene;
use crate::pictures::text::Terminal;
use crate::play::gazetteer::Gazetteer;
use crate::turns::fault::{Breach, ParseFault, SetupFaults};
use crate::turns::log::{Cited, Log};
use crate::turns::side::Sided;
use crate::turns::turn::Turn;
use core::fmt::Debug;
use core::hash::Hash;
use serde::{Serialize, de::DeserializeOwned};

/// Keeps of the actions from `start` on those that `judge` does not refuse, in their order.
pub fn sift<A: Copy>(actions: &mut Vec<A>, start: usize, judge: impl Fn(A, &mut Verdict)) {
    let mut kept = start;
    for i in start..actions.len() {
        let action = actions[i];
        let mut verdict = Verdict::quick();
        judge(action, &mut verdict);
        if !verdict.refused() {
            actions[kept] = action;
            kept += 1;
        }
    }
    actions.truncate(kept);
}

/// A boxed game: what a rulebook adds to the core.
///
/// A state is a value: the same set-up, actions and throws give an equal state on every machine. States are equal when
/// every fact that the rules can read is equal.
pub trait Game: Sized + Send + Sync + 'static {
    /// The game's short name, as in a save: `"suleiman"`.
    const NAME: &'static str;
    /// Every Case: number, title, standing; and the rulings.
    const CASEBOOK: &'static Casebook;
    /// What [`Turn::Decide::within`] names, in the game's own word, for people: `"activation"`, `"player turn"`.
    const WITHIN: &'static str = "activation";
    /// A side.
    type Side: Sided;
    /// Any position, with its options and its own charts if it has any.
    type Setup: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// A state of play.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What one viewer may see.
    type View: PartialEq + Debug + Serialize;
    /// One small decision.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// What happened.
    type Event: Clone + PartialEq + Debug + Serialize + Cited + Send + Sync;

    /// The only door to a state: this set-up, played by these laws. That the laws are laws of this game is for
    /// [`Match::under`](crate::Match::under) to see to.
    ///
    /// # Errors
    /// Every fault of the set-up, each with its place.
    fn begin_under(setup: &Self::Setup, laws: &Laws) -> Result<Self::State, SetupFaults>;
    /// The same by the printed laws.
    ///
    /// # Errors
    /// Every fault of the set-up, each with its place.
    fn begin(setup: &Self::Setup) -> Result<Self::State, SetupFaults> {
        Self::begin_under(setup, &Laws::PRINTED)
    }
    /// The laws that a state is played by.
    fn laws(state: &Self::State) -> &Laws;
    /// The same position at the same decision, played on by these laws.
    fn under(state: &Self::State, laws: &Laws) -> Self::State;
    /// Whose decision is open, or how play ended. Public to both sides.
    fn turn(state: &Self::State) -> Turn<Self::Side>;
    /// Appends every legal action of the one open decision; by the printed laws never empty while play goes on.
    fn actions(state: &Self::State, out: &mut Vec<Self::Action>);
    /// Whether this side may do this now.
    ///
    /// # Errors
    /// All that forbids it.
    fn check(state: &Self::State, by: Self::Side, action: &Self::Action) -> Result<(), Refusals>;
    /// Does it, and all that follows up to the next open decision. Precondition: [`Game::check`] is `Ok`.
    fn apply(state: &mut Self::State, action: &Self::Action, dice: &mut dyn Dice, log: &mut Log<Self::Event>);
    /// Every invariant that holds between actions.
    ///
    /// # Errors
    /// The first that does not.
    fn audit(state: &Self::State) -> Result<(), Breach>;
    /// What a side sees; `None` is a spectator.
    fn view(state: &Self::State, viewer: Option<Self::Side>) -> Self::View;
    /// What a side is told of an event, or `None` if nothing.
    fn redact(state: &Self::State, event: &Self::Event, viewer: Option<Self::Side>) -> Option<Self::Event>;
    /// Another state that the viewer cannot tell from this one.
    fn deal_anew(state: &Self::State, viewer: Self::Side, dice: &mut dyn Dice) -> Self::State;
    /// The action as printed: `"step 1903"`.
    fn spell(state: &Self::State, action: &Self::Action) -> String;
    /// The inverse of [`Game::spell`].
    ///
    /// # Errors
    /// When the words are no action of this game.
    fn parse(state: &Self::State, text: &str) -> Result<Self::Action, ParseFault>;

    /// How deep the stack of procedures is: odds run until it is no deeper than before.
    fn depth(state: &Self::State) -> usize;
    /// A stable digest of the rules data that the state plays by.
    fn rules_digest(state: &Self::State) -> u64;
    /// The map, and the words behind the numbers in events, ledger lines and places. Public to both sides.
    fn gazetteer(state: &Self::State) -> Gazetteer;
    /// The words for a place.
    fn place(state: &Self::State, place: Place) -> String;
    /// The event in words, for the story.
    fn tell(state: &Self::State, event: &Self::Event) -> String;
    /// The field as a picture for a viewer; `None` is a spectator. What is hidden from him is not in it.
    fn scene(state: &Self::State, viewer: Option<Self::Side>) -> Scene;
    /// The field as text for a terminal. Not to be overridden: that nothing hidden is in it is checked of the scene.
    fn field(state: &Self::State, viewer: Option<Self::Side>) -> String {
        Self::scene(state, viewer).text(&Terminal::default())
    }
    /// Every list of rules.
    fn lists() -> &'static [&'static dyn Listed];
    /// How readily [`Random`](crate::Random) takes an action; more is likelier, 0 counts as 1.
    fn weight(_state: &Self::State, _action: &Self::Action) -> u32 {
        1
    }
}

/// Optional beside [`Game`], for agents; no rule may depend on it.
///
/// Every state here is one that the side which plans cannot tell from the real one ([`Game::deal_anew`]), or one that it
/// has come to from there in thought.
pub trait Advice: Game {
    /// A whole intention: "unit 7 by these hexes to 1803, facing N, then fire".
    type Plan: Clone + Debug;
    /// Plans worth considering at the open decision of the side that has it. With none, the first listed action will do.
    fn plans(state: &Self::State, out: &mut Vec<Counsel<Self::Plan>>);
    /// What the plan wants at the open decision. It may note how far it has come; where a plan is weighed, each question is
    /// put to a fresh copy, so that a fresh plan must find its place in any state to which it has led.
    fn next(state: &Self::State, plan: &mut Self::Plan) -> Next<Self::Action>;
    /// How good the state is for a side, in the game's own points: what one side gains another loses.
    fn worth(state: &Self::State, side: Self::Side) -> i32;
}

/// A plan, and what it promises.
#[derive(Clone, Debug)]
pub struct Counsel<P> {
    /// The plan.
    pub plan: P,
    /// What it promises by the look of it, in the points of [`Advice::worth`].
    pub promise: i32,
    /// It hinges on dice, and the change of worth that they bring is the whole of its promise: worth weighing by odds.
    pub dice: bool,
}

/// What a plan wants at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next<A> {
    /// This, and the plan goes on. When it is not listed, the plan is spoilt.
    Do(A),
    /// This, and the plan is done.
    Last(A),
    /// The decision is another matter; the plan goes on after it.
    Wait,
    /// The plan is done or spoilt: plan anew.
    Over,
}

impl<A: Copy> Next<A> {
    /// The action that is wanted now, if any is.
    pub const fn action(&self) -> Option<A> {
        match self {
            Self::Do(action) | Self::Last(action) => Some(*action),
            Self::Wait | Self::Over => None,
        }
    }
}
