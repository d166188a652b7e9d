//! The contract: what a rulebook adds to the core.

use crate::cases::case::{Casebook, Cite};
use crate::cases::laws::{Laws, Listed};
use crate::cases::refusal::{Refusals, Verdict};
use crate::decisions::fault::{InvariantViolation, ParseFault, SetupFaults};
use crate::decisions::log::{Cited, Log};
use crate::decisions::side::Sided;
use crate::decisions::turn::{Decision, Outcome, Turn};
use crate::decisions::verbs::Spelt;
use crate::dice::throw::Dice;
use crate::geometry::place::Place;
use crate::play::digest::digest;
use crate::play::gazetteer::Gazetteer;
use crate::render::scene::Scene;
use crate::render::text::Terminal;
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

/// That a decision is open while play goes on, and that there is something to be done.
///
/// # Errors
/// When there is none, or nothing.
pub fn decided<G: Game>(state: &G::State) -> Result<(), InvariantViolation> {
    if G::outcome(state).is_some() {
        return Ok(());
    }
    let Some(decision) = G::decision(state) else {
        return Err(InvariantViolation(format!("no decision is open and play goes on: {state:?}")));
    };
    if !G::DECISIONS.contains(&decision.what) {
        return Err(InvariantViolation(format!("`{}` is no word of a decision: {:?}", decision.what, G::DECISIONS)));
    }
    let mut listed = Vec::new();
    G::actions(state, &mut listed);
    if listed.is_empty() {
        return Err(InvariantViolation(format!("a decision without an action: {:?}", G::turn(state))));
    }
    Ok(())
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
    /// The words of its decisions: each [`Decision::what`] is one.
    const DECISIONS: &'static [&'static str];
    /// The decisions that are chances which a side may let pass, with the words of the action that does. Nothing else comes
    /// of it than what would have come without the chance.
    const DECLINES: &'static [(&'static str, &'static str)] = &[];
    /// The labels of ledger lines that are in no list of modifiers.
    const LABELS: &'static [&'static str] = &[];
    /// Whether nothing is hidden from anybody: neither [`redact`](Game::redact) nor [`sample_state`](Game::sample_state) does anything.
    /// Then every viewer is told each action and each face.
    const OPEN: bool = false;
    /// A side.
    type Side: Sided;
    /// Any position, with its options and its own charts if it has any.
    type Setup: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// A state of play.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What one viewer may see.
    type View: PartialEq + Debug + Serialize;
    /// One small decision; [`actions!`](crate::actions) declares them with their words.
    type Action: Spelt<Self::State> + Copy + Eq + Hash + Debug + Send + Sync;
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
    /// The same position at the same decision, played on by these laws, which are laws of this game. Whether they leave
    /// anything to do there is not asked.
    fn under(state: &Self::State, laws: &Laws) -> Self::State;
    /// What the story calls a side: its word, unless the battle has a name of its own for it.
    fn side_name(_state: &Self::State, side: Self::Side) -> String {
        side.word().to_owned()
    }
    /// What the game calls a win by a Case: `"Victory"`, unless it has another word for it.
    fn won(_cite: Cite) -> &'static str {
        "Victory"
    }
    /// How play ended, and by which Case; nothing while it goes on.
    fn outcome(state: &Self::State) -> Option<(Outcome<Self::Side>, Cite)>;
    /// The open decision, while play goes on. Public to both sides.
    fn decision(state: &Self::State) -> Option<Decision<Self::Side>>;
    /// What the open decision falls in, as in [`Turn::Decide`].
    fn within(_state: &Self::State) -> Place {
        Place::Nowhere
    }
    /// Appends what might be done at the open decision: all that may be done, and perhaps more. A game with many pieces
    /// names fewer than every action there is.
    fn propose(state: &Self::State, out: &mut Vec<Self::Action>) {
        Self::Action::every(state, out);
    }
    /// Judges an action of the side that has the open decision, by all the rules that speak of it: the one judgement,
    /// whether one lists or asks why.
    fn judge(state: &Self::State, action: Self::Action, verdict: &mut Verdict);

    /// Whose decision is open, or how play ended. Public to both sides.
    fn turn(state: &Self::State) -> Turn<Self::Side> {
        Turn::of(Self::outcome(state), || Self::decision(state), || Self::within(state))
    }
    /// Appends every legal action of the one open decision; by the printed laws never empty while play goes on. Where it
    /// is asked so often that it must be faster, a game gives the same list in its own way.
    fn actions(state: &Self::State, out: &mut Vec<Self::Action>) {
        if Self::outcome(state).is_none() {
            let start = out.len();
            Self::propose(state, out);
            sift(out, start, |action, verdict| Self::judge(state, action, verdict));
        }
    }
    /// What lets the open decision pass, where it is a chance that the side may let pass: one of [`Game::DECLINES`] that is
    /// legal now.
    fn declines(state: &Self::State) -> Option<Self::Action> {
        let Turn::Decide { side, what, .. } = Self::turn(state) else {
            return None;
        };
        let words = Self::DECLINES.iter().filter(|(decision, _)| *decision == what);
        words
            .filter_map(|(_, words)| Self::parse(state, words).ok())
            .find(|action| Self::check(state, side, action).is_ok())
    }
    /// Whether this side may do this now.
    ///
    /// # Errors
    /// All that forbids it.
    fn check(state: &Self::State, by: Self::Side, action: &Self::Action) -> Result<(), Refusals> {
        let ended = Self::outcome(state).is_some();
        Decision::check(Self::decision(state), ended, by, |verdict| Self::judge(state, *action, verdict))
    }
    /// Does it, and all that follows up to the next open decision. Precondition: [`Game::check`] is `Ok`.
    fn apply(state: &mut Self::State, action: &Self::Action, dice: &mut dyn Dice, log: &mut Log<Self::Event>);
    /// Every invariant that holds between actions; [`decided`] is one of every game.
    ///
    /// # Errors
    /// The first that does not.
    fn audit(state: &Self::State) -> Result<(), InvariantViolation> {
        decided::<Self>(state)
    }
    /// What a side sees; `None` is a spectator.
    fn view(state: &Self::State, viewer: Option<Self::Side>) -> Self::View;
    /// What a side is told of an event, or `None` if nothing. A game that hides nothing leaves it so.
    fn redact(_state: &Self::State, event: &Self::Event, _viewer: Option<Self::Side>) -> Option<Self::Event> {
        Some(event.clone())
    }
    /// Another state that the viewer cannot tell from this one. A game that hides nothing leaves it so.
    fn sample_state(state: &Self::State, _viewer: Self::Side, _dice: &mut dyn Dice) -> Self::State {
        state.clone()
    }
    /// The action as printed: `"step 1903"`.
    fn spell(state: &Self::State, action: &Self::Action) -> String {
        action.spell(state)
    }
    /// The inverse of [`Game::spell`].
    ///
    /// # Errors
    /// When the words are no action of this game.
    fn parse(state: &Self::State, text: &str) -> Result<Self::Action, ParseFault> {
        Self::Action::parse(state, text)
    }

    /// How deep the stack of procedures is: odds run until it is no deeper than before.
    fn depth(state: &Self::State) -> usize;
    /// A stable digest of the rules data that the state plays by. A game whose rules data is all in its set-up, or in its
    /// code, leaves it so.
    fn rules_digest(_state: &Self::State) -> u64 {
        digest(Self::NAME)
    }
    /// The map, and the words behind the numbers in events, ledger lines and places. Public to both sides.
    fn gazetteer(state: &Self::State) -> Gazetteer;
    /// The words for a place.
    fn place(state: &Self::State, place: Place) -> String;
    /// The event in words, for the story.
    fn describe(state: &Self::State, event: &Self::Event) -> String;
    /// The field as a picture for a viewer; `None` is a spectator. What is hidden from him is not in it.
    fn scene(state: &Self::State, viewer: Option<Self::Side>) -> Scene;
    /// The field as text for a terminal. Not to be overridden: that nothing hidden is in it is checked of the scene.
    fn field(state: &Self::State, viewer: Option<Self::Side>) -> String {
        Self::scene(state, viewer).text(&Terminal::default())
    }
    /// Every list of rules.
    ///
    /// In the order of the rulebook, each name once. House rules are added to them by name, and a tool that walks over
    /// all rules walks over these: [`Laws::faults`] refuses a list that is not among them.
    fn lists() -> &'static [&'static dyn Listed];
    /// How readily [`Random`](crate::Random) takes an action; more is likelier, 0 counts as 1.
    fn weight(_state: &Self::State, _action: &Self::Action) -> u32 {
        1
    }
}

/// Optional beside [`Game`], for agents; no rule may depend on it.
///
/// Every state here is one that the side which plans cannot tell from the real one ([`Game::sample_state`]), or one that it
/// has come to from there in thought.
///
/// A small game needs to say only what a state is worth: its plans are its actions ([`singly`](crate::singly)).
pub trait Advice: Game {
    /// A whole intention: "unit 7 by these hexes to 1803, facing N, then fire".
    type Plan: Clone + Debug;
    /// Plans worth considering at the open decision of the side that has it. With none, the first listed action will do.
    fn plans(state: &Self::State, out: &mut Vec<ScoredPlan<Self::Plan>>);
    /// What the plan wants at the open decision. It may note how far it has come; where a plan is weighed, each question is
    /// put to a fresh copy, so that a fresh plan must find its place in any state to which it has led.
    fn next(state: &Self::State, plan: &mut Self::Plan) -> Next<Self::Action>;
    /// How good the state is for a side, in the game's own points: what one side gains another loses.
    fn evaluate(state: &Self::State, side: Self::Side) -> i32;
}

/// A plan, and what it promises.
#[derive(Clone, Debug)]
pub struct ScoredPlan<P> {
    /// The plan.
    pub plan: P,
    /// What it promises by the look of it, in the points of [`Advice::evaluate`].
    pub expected_gain: i32,
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

/// What is the same in every [`Game`] whose state is a [`Lexicon`](crate::Lexicon) with the fields `stack` and `outcome`, to
/// be put into its `impl`; with `laws`, also what is the same where the laws in force are a field of the state; with
/// `rooms of crate`, all that is the same where the state is a [`Judge`](crate::Judge), its kit knows the laws, and the crate has
/// the rooms of every game: `setup`, `dispatch`, `engine`, `view`, `story`, `picture`, and `game` with `audit` and `weight`.
#[macro_export]
macro_rules! staged {
    (rooms of $root:tt) => {
        $crate::staged!();
        fn begin_under(setup: &Self::Setup, laws: &$crate::Laws) -> Result<Self::State, $crate::SetupFaults> {
            $root::setup::begin(setup, laws)
        }
        fn laws(state: &Self::State) -> &$crate::Laws {
            state.laws()
        }
        fn under(state: &Self::State, laws: &$crate::Laws) -> Self::State {
            let mut state = state.clone();
            state.game_data = state.game_data.under(laws);
            state
        }
        fn decision(state: &Self::State) -> Option<$crate::Decision<Self::Side>> {
            $crate::Judge::open(state)
        }
        fn propose(state: &Self::State, out: &mut Vec<Self::Action>) {
            $root::dispatch::candidates(state, out);
        }
        fn judge(state: &Self::State, action: Self::Action, verdict: &mut $crate::Verdict) {
            $crate::Judge::judge_now(state, action, verdict);
        }
        fn actions(state: &Self::State, out: &mut Vec<Self::Action>) {
            if state.outcome.is_none() {
                let start = out.len();
                $root::dispatch::list(state, out);
                if state.amended() {
                    $crate::Judge::keep_own(state, out, start);
                }
            }
        }
        fn check(state: &Self::State, by: Self::Side, action: &Self::Action) -> Result<(), $crate::Refusals> {
            $crate::Judge::check(state, by, *action)
        }
        fn apply(
            state: &mut Self::State,
            action: &Self::Action,
            dice: &mut dyn $crate::Dice,
            log: &mut $crate::Log<Self::Event>,
        ) {
            let mut engine = $root::engine::Engine::resume(state, dice, log);
            $root::dispatch::enact(&mut engine, *action);
            $crate::run(&mut engine);
        }
        fn audit(state: &Self::State) -> Result<(), $crate::InvariantViolation> {
            $root::game::audit(state)
        }
        fn view(state: &Self::State, viewer: Option<Self::Side>) -> Self::View {
            $root::view::view(state, viewer)
        }
        fn rules_digest(state: &Self::State) -> u64 {
            state.game_data.digest()
        }
        fn describe(state: &Self::State, event: &Self::Event) -> String {
            $root::story::describe(state, event)
        }
        fn scene(state: &Self::State, viewer: Option<Self::Side>) -> $crate::Scene {
            $root::picture::scene::<Self>(state, viewer)
        }
        fn weight(state: &Self::State, action: &Self::Action) -> u32 {
            $root::game::weight(state, *action)
        }
    };
    (laws) => {
        $crate::staged!();
        fn laws(state: &Self::State) -> &$crate::Laws {
            &state.laws
        }
        fn under(state: &Self::State, laws: &$crate::Laws) -> Self::State {
            let mut state = state.clone();
            state.laws = laws.clone();
            state
        }
    };
    () => {
        fn outcome(state: &Self::State) -> Option<($crate::Outcome<Self::Side>, $crate::Cite)> {
            state.outcome
        }
        fn depth(state: &Self::State) -> usize {
            state.stack.len()
        }
        fn place(state: &Self::State, place: $crate::Place) -> String {
            $crate::Lexicon::word_of(state, place)
        }
    };
}

/// What every state says of its fields `game_data` and `options`, and of the laws in its kit; to be put into its `impl`, with the
/// types of the kit, the options and their choices.
#[macro_export]
macro_rules! kitted {
    ($game_data:ty, $options:ty, $choice:ty) => {
        /// The map, the counters and the charts that it plays by.
        ///
        /// Shared by all states of a match, and never changed in play.
        pub const fn game_data(&self) -> &::std::sync::Arc<$game_data> {
            &self.game_data
        }
        /// The player's aid sheets, and what is reconstructed, of what it plays by.
        pub(crate) fn charts(&self) -> $crate::person::Charts {
            $crate::person::Charts {
                sheets: self.game_data.sheets(),
                reconstructed: self.game_data.reconstructed(),
            }
        }
        /// The laws in force: what is printed, or that and house rules.
        #[inline]
        pub fn laws(&self) -> &$crate::Laws {
            self.game_data.laws()
        }
        /// Whether house rules are in force. Then nothing may be taken for granted that an entry of a list says, but for what
        /// says what an action is: any other may be repealed.
        #[inline]
        pub(crate) fn amended(&self) -> bool {
            !self.laws().are_printed()
        }
        /// The options in force.
        ///
        /// As the set-up chose them.
        pub const fn options(&self) -> $options {
            self.options
        }
        /// Whether an option is in force.
        ///
        /// True where the set-up names the optional Case, or the ruling to be read the other way.
        #[inline]
        pub const fn opts(&self, choice: $choice) -> bool {
            self.options.has(choice)
        }
    };
}
