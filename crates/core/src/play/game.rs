//! The [`Game`] trait: what a rulebook adds to the core.

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
use crate::picture::scene::Scene;
use crate::play::digest::digest;
use crate::play::gazetteer::Gazetteer;
use core::fmt::Debug;
use core::hash::Hash;
use serde::{Serialize, de::DeserializeOwned};

/// Removes the actions that `judge` refuses, from index `start` on. The other actions keep their order.
pub fn retain_legal<A: Copy>(actions: &mut Vec<A>, start: usize, judge: impl Fn(A, &mut Verdict)) {
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

/// Checks that a decision is open while play goes on, and that it has a legal action.
///
/// # Errors
/// When no decision is open, when its word is not in [`Game::DECISIONS`], or when nothing is legal.
pub fn audit_decision<G: Game>(state: &G::State) -> Result<(), InvariantViolation> {
    if G::outcome(state).is_some() {
        return Ok(());
    }
    let Some(decision) = G::decision(state) else {
        return Err(InvariantViolation(format!("play has not ended, but no decision is open: {state:?}")));
    };
    if !G::DECISIONS.contains(&decision.what) {
        return Err(InvariantViolation(format!(
            "{:?} is not a decision of this game: {:?}",
            decision.what,
            G::DECISIONS
        )));
    }
    let mut listed = Vec::new();
    G::actions(state, &mut listed);
    if listed.is_empty() {
        return Err(InvariantViolation(format!("a decision without a legal action: {:?}", G::turn(state))));
    }
    Ok(())
}

/// A game: what a rulebook adds to the core.
///
/// A state is a value: the same set-up, actions and throws give an equal state on every machine. Two states are equal
/// when every fact that the rules can read is equal.
///
/// To play a game, use a [`Match`](crate::Match), which checks every action before it calls the functions here.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Game, Log, Seeded};
///
/// // A search of your own works on states, without a journal.
/// let mut state = Suleiman::begin(&Setup::default())?;
/// let mut listed = Vec::new();
/// Suleiman::actions(&state, &mut listed);
/// let before = state.clone();
/// Suleiman::apply(&mut state, &listed[0], &mut Seeded::new(7), &mut Log::off());
/// assert_ne!(state, before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Sized + Send + Sync + 'static {
    /// The short name of the game, as in a save: `"suleiman"`.
    const NAME: &'static str;
    /// Every Case with its number, title and standing; and the rulings.
    const CASEBOOK: &'static Casebook;
    /// What the game calls the part of play that [`Turn::Decide::within`] names, as shown to people: `"activation"`,
    /// `"player turn"`.
    const WITHIN: &'static str = "activation";
    /// The words of the game's decisions. Each [`Decision::what`] is one of them.
    const DECISIONS: &'static [&'static str];
    /// The decisions that a side may decline, each with the words of the action that declines.
    ///
    /// After that action, play continues as if the decision had not come up.
    const DECLINES: &'static [(&'static str, &'static str)] = &[];
    /// The labels of those ledger lines that come from procedures and not from a list of modifiers.
    const LABELS: &'static [&'static str] = &[];
    /// Whether nothing is hidden from anybody.
    ///
    /// If `true`, your [`redact`](Game::redact) and [`sample_state`](Game::sample_state) must change nothing. The
    /// defaults change nothing. Sessions then tell every viewer each action and each die roll.
    const PERFECT_INFORMATION: bool = false;
    /// The sides of the game.
    type Side: Sided;
    /// A set-up: any position, with its options, and its own charts if it has any.
    type Setup: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// The state of play.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// What a viewer may see of a state.
    type View: PartialEq + Debug + Serialize;
    /// An action: the answer to one decision. [`actions!`](crate::actions) declares the actions with their words.
    type Action: Spelt<Self::State> + Copy + Eq + Hash + Debug + Send + Sync;
    /// Something that happened.
    type Event: Clone + PartialEq + Debug + Serialize + Cited + Send + Sync;

    /// Returns the state that this set-up begins with, played by these laws. This is the only way to create a state.
    ///
    /// Does not check that the laws are laws of this game; [`Match::under`](crate::Match::under) does.
    ///
    /// # Errors
    /// Every fault of the set-up, each with its place.
    fn begin_under(setup: &Self::Setup, laws: &Laws) -> Result<Self::State, SetupFaults>;
    /// Returns the state that this set-up begins with, played by the printed laws.
    ///
    /// # Errors
    /// Every fault of the set-up, each with its place.
    fn begin(setup: &Self::Setup) -> Result<Self::State, SetupFaults> {
        Self::begin_under(setup, &Laws::PRINTED)
    }
    /// Returns the laws that a state is played by.
    fn laws(state: &Self::State) -> &Laws;
    /// Returns the same position at the same decision, played by these laws from here on.
    ///
    /// The laws must be laws of this game. Does not check whether the laws allow any action at the decision.
    fn under(state: &Self::State, laws: &Laws) -> Self::State;
    /// Returns the name of a decision in sentences. The default is the word of the decision.
    fn heading(what: &'static str) -> &'static str {
        what
    }
    /// Returns the name of a side in sentences: its word, unless the battle has a name of its own for it.
    fn side_name(_state: &Self::State, side: Self::Side) -> String {
        side.word().to_owned()
    }
    /// Returns the game's name for a win by this Case: `"Victory"`, unless it has another.
    fn won(_cite: Cite) -> &'static str {
        "Victory"
    }
    /// Returns how play ended and by which Case, or `None` while it goes on.
    fn outcome(state: &Self::State) -> Option<(Outcome<Self::Side>, Cite)>;
    /// Returns the open decision, or `None` when play has ended. Public to both sides.
    fn decision(state: &Self::State) -> Option<Decision<Self::Side>>;
    /// Returns the part of play in which the open decision falls: the `within` of [`Turn::Decide`].
    fn within(_state: &Self::State) -> Place {
        Place::Nowhere
    }
    /// Appends the candidates for the open decision: every legal action, and perhaps others.
    ///
    /// The default appends every action that the verbs can express. Override the default if that is too many.
    fn propose(state: &Self::State, out: &mut Vec<Self::Action>) {
        Self::Action::every(state, out);
    }
    /// Judges an action of the side that has the open decision, by all the rules that concern it.
    ///
    /// The list of legal actions and the answer to "why not?" both come from this function.
    fn judge(state: &Self::State, action: Self::Action, verdict: &mut Verdict);

    /// Returns whose decision is open, or how play ended. Public to both sides.
    fn turn(state: &Self::State) -> Turn<Self::Side> {
        Turn::of(Self::outcome(state), || Self::decision(state), || Self::within(state))
    }
    /// Appends every legal action of the open decision. By the printed laws there is always one while play goes on.
    ///
    /// A game may override the default with a faster way to the same list.
    fn actions(state: &Self::State, out: &mut Vec<Self::Action>) {
        if Self::outcome(state).is_none() {
            let start = out.len();
            Self::propose(state, out);
            retain_legal(out, start, |action, verdict| Self::judge(state, action, verdict));
        }
    }
    /// Returns the action that declines the open decision: one of [`Game::DECLINES`] that is legal now. `None` if there is
    /// no such action.
    fn declines(state: &Self::State) -> Option<Self::Action> {
        let Turn::Decide { side, what, .. } = Self::turn(state) else {
            return None;
        };
        let words = Self::DECLINES.iter().filter(|(decision, _)| *decision == what);
        words
            .filter_map(|(_, words)| Self::parse(state, words).ok())
            .find(|action| Self::check(state, side, action).is_ok())
    }
    /// Checks whether a side may play an action now.
    ///
    /// # Errors
    /// What forbids the action; for an action that is asked for at another time, see [`Judge::check`](crate::Judge::check).
    fn check(state: &Self::State, by: Self::Side, action: &Self::Action) -> Result<(), Refusals> {
        let ended = Self::outcome(state).is_some();
        Decision::check(Self::decision(state), ended, by, |verdict| Self::judge(state, *action, verdict))
    }
    /// Plays the action, and everything that follows up to the next open decision.
    ///
    /// [`Game::check`] must be `Ok` for the action.
    fn apply(state: &mut Self::State, action: &Self::Action, dice: &mut dyn Dice, log: &mut Log<Self::Event>);
    /// Checks every invariant that holds between actions. The default checks [`audit_decision`], which must hold in every
    /// game.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    fn audit(state: &Self::State) -> Result<(), InvariantViolation> {
        audit_decision::<Self>(state)
    }
    /// Returns what a viewer sees of a state. `None` is a spectator.
    fn view(state: &Self::State, viewer: Option<Self::Side>) -> Self::View;
    /// Returns the part of an event that a viewer is told, or `None` if the viewer is told nothing. `viewer` is `None` for a
    /// spectator.
    ///
    /// The default returns the whole event, for a game that hides nothing.
    fn redact(_state: &Self::State, event: &Self::Event, _viewer: Option<Self::Side>) -> Option<Self::Event> {
        Some(event.clone())
    }
    /// Returns a state that the viewer cannot tell from this one, with hidden information filled in at random.
    ///
    /// The default returns a copy, for a game that hides nothing.
    fn sample_state(state: &Self::State, _viewer: Self::Side, _dice: &mut dyn Dice) -> Self::State {
        state.clone()
    }
    /// Returns the words of an action: `"step 1903"`.
    fn spell(state: &Self::State, action: &Self::Action) -> String {
        action.spell(state)
    }
    /// Returns the action that these words spell. This is the inverse of [`Game::spell`].
    ///
    /// # Errors
    /// When the words are not an action of this game.
    fn parse(state: &Self::State, text: &str) -> Result<Self::Action, ParseFault> {
        Self::Action::parse(state, text)
    }

    /// Returns the depth of the stack of [procedures](crate::Procedures). [`Match::odds`](crate::Match::odds) plays on until
    /// the stack is no deeper than before the action.
    fn depth(state: &Self::State) -> usize;
    /// Returns a stable digest of the rules data that the state is played by.
    ///
    /// The default suits a game whose rules data is all in its set-up or in its code.
    fn rules_digest(_state: &Self::State) -> u64 {
        digest(Self::NAME)
    }
    /// Returns the map, and the words behind the numbers in events, ledger lines and places. Public to both sides.
    fn gazetteer(state: &Self::State) -> Gazetteer;
    /// Returns the word for a place in actions, requests and files: the id of a piece, the printed number of a hex, the
    /// word of a side.
    fn place(state: &Self::State, place: Place) -> String;
    /// Returns the words for a place in sentences: the name of a piece (`"Knights 9"`), the battle's name of a side.
    ///
    /// The default is [`Game::side_name`] for a side, and otherwise [`Game::place`].
    fn name_of(state: &Self::State, place: Place) -> String {
        match place {
            Place::Side(i) if usize::from(i) < Self::Side::ALL.len() => {
                Self::side_name(state, Self::Side::ALL[usize::from(i)])
            }
            _ => Self::place(state, place),
        }
    }
    /// Returns an event in words. Front ends print the events of a match in these words: the story.
    fn describe(state: &Self::State, event: &Self::Event) -> String;
    /// Returns a picture of the map, without what is hidden from the viewer. `None` is a spectator.
    fn scene(state: &Self::State, viewer: Option<Self::Side>) -> Scene;
    /// Returns every list of rules, in the order of the rulebook, each name once.
    ///
    /// House rules change these lists, and tools that visit every rule visit these lists. [`Laws::faults`] reports a
    /// change to any other list.
    fn lists() -> &'static [&'static dyn Listed];
    /// Returns how likely [`Random`](crate::Random) is to choose an action, relative to the others; 0 counts as 1.
    fn weight(_state: &Self::State, _action: &Self::Action) -> u32 {
        1
    }
}

/// What agents need from a game in order to plan. Optional; no rule may depend on it.
///
/// Every state passed in is one that the planning side cannot tell from the real one ([`Game::sample_state`]), or one
/// simulated from such a state.
///
/// In a small game only [`evaluate`](Advice::evaluate) needs thought: let `Plan` be the action, `plans` call
/// [`single_action_plans`](crate::single_action_plans), and `next` return `Next::Last(*plan)`.
pub trait Advice: Game {
    /// A plan of several actions: "unit 7 by these hexes to 1803, facing N, then fire".
    type Plan: Clone + Debug;
    /// Appends the plans worth considering at the open decision, for the side that has it. With none, an agent takes
    /// the first listed action.
    fn plans(state: &Self::State, out: &mut Vec<ScoredPlan<Self::Plan>>);
    /// Returns what the plan wants at the open decision.
    ///
    /// `next` must find from the state alone how far the plan has come. During evaluation each call gets a fresh copy of
    /// the plan. What `next` writes into the plan lasts only in play.
    fn next(state: &Self::State, plan: &mut Self::Plan) -> Next<Self::Action>;
    /// Returns how good the state is for a side, in points that the game defines. What one side gains, another loses.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Advice, Game};
    ///
    /// let state = Suleiman::begin(&Setup::default())?;
    /// assert_eq!(Suleiman::evaluate(&state, Side::Hungary), -Suleiman::evaluate(&state, Side::Ottoman));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn evaluate(state: &Self::State, side: Self::Side) -> i32;
}

/// A plan with its expected gain.
#[derive(Clone, Debug)]
pub struct ScoredPlan<P> {
    /// The plan that is offered.
    pub plan: P,
    /// The expected gain of the plan, in points of [`Advice::evaluate`]: an estimate, or an average by odds.
    pub expected_gain: i32,
    /// Whether an agent should replace `expected_gain` by an average over the rolls. `true` if `expected_gain` is an estimate and
    /// everything that the plan gains or loses depends on dice. `false` if it is an average already, or if dice decide only a part.
    pub dice: bool,
}

/// What a plan wants at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next<A> {
    /// Play this action; the plan continues. If the action is not listed, the plan has failed.
    Do(A),
    /// Play this action; it completes the plan.
    Last(A),
    /// The decision does not concern the plan, which continues after it.
    Wait,
    /// The plan is complete or has failed; a new plan is needed.
    Over,
}

impl<A: Copy> Next<A> {
    /// Returns the action that the plan wants now, if any.
    pub const fn action(&self) -> Option<A> {
        match self {
            Self::Do(action) | Self::Last(action) => Some(*action),
            Self::Wait | Self::Over => None,
        }
    }
}

/// Writes functions of an `impl` of [`Game`](crate::Game). Use it inside the `impl`, in one of three forms.
///
/// | Form | Writes | Needs |
/// |---|---|---|
/// | `staged!()` | `outcome`, `depth`, `place`, `name_of` | a state that is a [`Lexicon`](crate::Lexicon), with the fields `stack` and `outcome` |
/// | `staged!(laws)` | also `laws`, `under` | also a field `laws` of the state |
/// | `staged!(modules of crate)` | all of the above, and `begin_under`, `decision`, `propose`, `judge`, `actions`, `check`, `apply`, `audit`, `view`, `rules_digest`, `describe`, `scene`, `weight` | what `staged!()` needs (no field `laws`); a state that is also a [`Judge`](crate::Judge) and uses [`kitted!`](crate::kitted); game data with what [`digested!`](crate::digested!) writes; the modules below |
///
/// In the last form, `crate` is where the macro looks for your modules:
///
/// | Module | Called as | Does |
/// |---|---|---|
/// | `setup` | `begin(&setup, &laws)` | as [`Game::begin_under`](crate::Game::begin_under) |
/// | `dispatch` | `candidates(&state, &mut out)` | as [`Game::propose`](crate::Game::propose) |
/// | `dispatch` | `list(&state, &mut out)` | as [`Game::actions`](crate::Game::actions) |
/// | `dispatch` | `enact(&mut engine, action)` | carries an action out, before [`run`](crate::run) |
/// | `engine` | `Engine::resume(state, dice, log)` | puts the state, the dice and the log together, for [`run`](crate::run) |
/// | `view` | `view(&state, side)` | as [`Game::view`](crate::Game::view) |
/// | `story` | `describe(&state, &event)` | as [`Game::describe`](crate::Game::describe) |
/// | `picture` | `scene::<Self>(&state, side)` | as [`Game::scene`](crate::Game::scene) |
/// | `game` | `audit(&state)`, `weight(&state, action)` | as [`Game::audit`](crate::Game::audit), [`Game::weight`](crate::Game::weight) |
#[macro_export]
macro_rules! staged {
    (modules of $root:tt) => {
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
        fn name_of(state: &Self::State, place: $crate::Place) -> String {
            let side = match place {
                $crate::Place::Side(i) => <Self::Side as $crate::Sided>::ALL.get(usize::from(i)),
                _ => None,
            };
            side.map_or_else(|| $crate::Lexicon::name_of(state, place), |&side| Self::side_name(state, side))
        }
    };
}

/// Writes the methods by which a state returns its game data, laws and options. Use it inside the `impl` of the state, as
/// `kitted!(GameData, Options, Choice)` with the types of your game. [`switches!`](crate::switches) declares the last two.
///
/// The state has a field `game_data`, an `Arc` of the game data, and a field `options`. The game data has what
/// [`digested!`](crate::digested!) writes, and the methods `sheets` and `reconstructed`, which return the two fields of
/// [`Charts`](crate::sheet::Charts).
///
/// | Method | Returns |
/// |---|---|
/// | `game_data` | the map, the counters and the charts of the match |
/// | `charts` | the [`Charts`](crate::sheet::Charts) of the match: the player aid sheets, and what is reconstructed; for the crate only |
/// | `laws` | the laws in force |
/// | `amended` | whether house rules are in force, for the crate only |
/// | `options` | the options that the set-up chose |
/// | `opts` | whether an option is in force |
#[macro_export]
macro_rules! kitted {
    ($game_data:ty, $options:ty, $choice:ty) => {
        /// Returns the map, the counters and the charts that the match is played by.
        ///
        /// All states of a match share them, and they never change in play.
        pub const fn game_data(&self) -> &::std::sync::Arc<$game_data> {
            &self.game_data
        }
        /// Returns the player aid sheets of the match, and what is reconstructed in them.
        pub(crate) fn charts(&self) -> $crate::sheet::Charts {
            $crate::sheet::Charts {
                sheets: self.game_data.sheets(),
                reconstructed: self.game_data.reconstructed(),
            }
        }
        /// Returns the laws in force: the printed ones, or those with house rules.
        #[inline]
        pub fn laws(&self) -> &$crate::Laws {
            self.game_data.laws()
        }
        /// Returns whether house rules are in force.
        ///
        /// If `true`, code may rely only on entries that are part of the meaning of an action
        /// (`Bar::always`). House rules may repeal any other entry.
        #[inline]
        pub(crate) fn amended(&self) -> bool {
            !self.laws().are_printed()
        }
        /// Returns the options in force, as the set-up chose them.
        pub const fn options(&self) -> $options {
            self.options
        }
        /// Returns whether an option is in force.
        ///
        /// An option is in force if the set-up names the Case of the optional rule, or the ruling to be read the other way.
        #[inline]
        pub const fn opts(&self, choice: $choice) -> bool {
            self.options.has(choice)
        }
    };
}
