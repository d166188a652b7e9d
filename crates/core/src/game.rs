//! The contract: what a rulebook adds to the core.

use crate::case::{Casebook, Cite};
use crate::dice::Dice;
use crate::gazetteer::Gazetteer;
use crate::laws::Laws;
use crate::refusal::{Place, Refusal, Refusals, Verdict};
use crate::rule::Listed;
use crate::scene::Scene;
use crate::text::Terminal;
use core::fmt::Debug;
use core::hash::Hash;
use serde::{Serialize, de::DeserializeOwned};

/// Whose turn it is, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn<S> {
    /// One decision is open, of one side.
    Decide {
        /// Who decides.
        side: S,
        /// The Case that gives the decision.
        cite: Cite,
        /// A stable word for the kind of decision, `"step"`, `"counter-charge"`.
        what: &'static str,
        /// What it is about.
        of: Place,
        /// What it falls in, as the game divides play: the command whose activation it is, the side whose player turn;
        /// nothing before the first.
        within: Place,
    },
    /// Play has ended.
    Over {
        /// How.
        outcome: Outcome<S>,
        /// By which Case, or rule of the library's own.
        cite: Cite,
    },
}

/// A decision that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision<S> {
    /// Who decides.
    pub side: S,
    /// The Case that gives the decision.
    pub cite: Cite,
    /// A stable word for the kind of decision.
    pub what: &'static str,
    /// What it is about.
    pub of: Place,
}

/// The open decision as a view shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecisionView<S> {
    /// Who decides.
    pub side: S,
    /// The kind of decision.
    pub what: &'static str,
    /// The Case that gives it.
    pub cite: Cite,
    /// What it is about, in words.
    pub of: String,
}

/// What stands for an open decision where none is, and play has not ended: always a defect of the engine.
const NO_DECISION: &str = "no decision is open";

impl<S: Sided> Decision<S> {
    /// A decision.
    pub const fn new(side: S, cite: Cite, what: &'static str, of: Place) -> Self {
        Self { side, cite, what, of }
    }
    /// The same as a view shows it.
    pub fn view(self, words: impl Fn(Place) -> String) -> DecisionView<S> {
        DecisionView {
            side: self.side,
            what: self.what,
            cite: self.cite,
            of: words(self.of),
        }
    }
    /// Why an action that does not belong to this decision may not be done; `cite` is the Case by which it has no place.
    pub const fn misplaced(self, cite: Cite) -> Refusal {
        Refusal {
            at: self.of,
            ..Refusal::new(cite, "another decision is open")
        }
    }
    /// What [`Game::check`] answers: that play has ended, that the decision is not this side's, or what `judge` refuses.
    ///
    /// # Errors
    /// All that forbids the action.
    pub fn check(open: Option<Self>, ended: bool, by: S, judge: impl FnOnce(&mut Verdict)) -> Result<(), Refusals> {
        const ENDED: &str = "play has ended";
        let library = |why| Err(Refusals::one(Refusal::new(Cite::library(why), why)));
        match open {
            _ if ended => library(ENDED),
            None => library(NO_DECISION),
            Some(d) if d.side != by => Err(Refusals::one(Refusal {
                at: Place::Side(d.side.index() as u8),
                ..Refusal::new(d.cite, "the decision is the other side's")
            })),
            Some(_) => {
                let mut v = Verdict::full();
                judge(&mut v);
                v.finish()
            }
        }
    }
}

impl<S> Turn<S> {
    /// How play ended, else the open decision, in the activation of a command if there is one.
    pub fn of(
        outcome: Option<(Outcome<S>, Cite)>,
        open: impl FnOnce() -> Option<Decision<S>>,
        within: impl FnOnce() -> Place,
    ) -> Self {
        if let Some((outcome, cite)) = outcome {
            return Self::Over { outcome, cite };
        }
        match open() {
            Some(d) => Self::Decide {
                side: d.side,
                cite: d.cite,
                what: d.what,
                of: d.of,
                within: within(),
            },
            None => Self::Over {
                outcome: Outcome::Draw,
                cite: Cite::library(NO_DECISION),
            },
        }
    }
}

/// One thing that happened, by its Case; `W` is what may happen in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Event<W> {
    /// The Case by which it did.
    pub cite: Cite,
    /// What.
    #[serde(flatten)]
    pub what: W,
}

impl<W> Cited for Event<W> {
    fn cite(&self) -> Cite {
        self.cite
    }
}

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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome<S> {
    /// One side won.
    Win(S),
    /// Nobody won.
    Draw,
    /// Everybody lost.
    AllLose,
    /// Nobody would act any more: no Case, a rule of the library's own.
    Stalemate,
}

/// One fault of a [`Game::Setup`], with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{path}: {message}{}", cite.map(|c| format!(" ({c})")).unwrap_or_default())]
pub struct SetupFault {
    /// Where, as a path into the set-up: `units[3].hex`.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// The Case that speaks of it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cite: Option<Cite>,
}

/// Every fault of a set-up; never empty when returned as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl SetupFaults {
    /// A single fault.
    pub fn one(path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) -> Self {
        let mut faults = Self::default();
        faults.push(path, message, cite);
        faults
    }
    /// Notes a fault.
    pub fn push(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) {
        self.0.push(SetupFault {
            path: path.into(),
            message: message.into(),
            cite,
        });
    }
    /// The value if there is no fault.
    ///
    /// # Errors
    /// The faults, when there is any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}
impl core::fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}
impl core::error::Error for SetupFaults {}

/// An invariant that does not hold: always a defect of the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invariant broken: {0}")]
pub struct Breach(pub String);

/// Words that are no action of this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is no action: {message}")]
pub struct ParseFault {
    /// The words.
    pub text: String,
    /// Why not.
    pub message: String,
}

/// What happened, as it happens. Off, it costs nothing.
#[derive(Debug)]
pub struct Log<E> {
    on: bool,
    events: Vec<E>,
    sealed: bool,
}

impl<E> Log<E> {
    /// A log that keeps events.
    pub const fn new() -> Self {
        Self {
            on: true,
            events: Vec::new(),
            sealed: false,
        }
    }
    /// A log that keeps nothing.
    pub const fn off() -> Self {
        Self {
            on: false,
            events: Vec::new(),
            sealed: false,
        }
    }
    /// Notes an event, made only if somebody listens.
    pub fn say(&mut self, event: impl FnOnce() -> E) {
        if self.on {
            self.events.push(event());
        }
    }
    /// Notes that something hidden was shown, to whichever side: what came before cannot be undone by anybody. Who saw
    /// it is not kept; what each side is told of it is the business of [`Game::redact`].
    pub fn reveal(&mut self) {
        self.sealed = true;
    }
    /// Whether something hidden was shown.
    pub const fn revealed(&self) -> bool {
        self.sealed
    }
    /// Whether anybody listens.
    pub const fn is_on(&self) -> bool {
        self.on
    }
    /// The events so far.
    pub fn events(&self) -> &[E] {
        &self.events
    }
    /// Takes the events.
    pub fn take(&mut self) -> Vec<E> {
        core::mem::take(&mut self.events)
    }
}
impl<E> Default for Log<E> {
    fn default() -> Self {
        Self::new()
    }
}

/// A side of a game, as core sees it.
pub trait Sided: Copy + Eq + Hash + Debug + Send + Sync + Serialize + 'static {
    /// All sides, in the game's order.
    const ALL: &'static [Self];
    /// The side's word: `"Hungary"`.
    fn word(self) -> &'static str;
    /// Its number: the place in [`Sided::ALL`].
    fn index(self) -> usize {
        Self::ALL.iter().position(|&s| s == self).unwrap_or(0)
    }
    /// The side with this word, whatever its case.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.word().eq_ignore_ascii_case(word))
    }
}

/// Declares the two sides of a game, in the order of their numbers; the word of each is its name.
///
/// ```
/// use casus_core::Sided;
/// casus_core::sides! {
///     /// Who plays.
///     pub enum Side {
///         /// White.
///         White,
///         /// Black.
///         Black,
///     }
/// }
/// assert_eq!(Side::White.enemy().word(), "Black");
/// ```
#[macro_export]
macro_rules! sides {
    (
        $(#[$about:meta])*
        pub enum $side:ident {
            $(#[$first_doc:meta])* $first:ident,
            $(#[$second_doc:meta])* $second:ident,
        }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
        )]
        pub enum $side {
            $(#[$first_doc])* $first,
            $(#[$second_doc])* $second,
        }

        impl $side {
            /// The other side.
            #[must_use]
            pub const fn enemy(self) -> Self {
                match self {
                    Self::$first => Self::$second,
                    Self::$second => Self::$first,
                }
            }
        }

        impl $crate::Sided for $side {
            const ALL: &'static [Self] = &[Self::$first, Self::$second];
            fn word(self) -> &'static str {
                match self {
                    Self::$first => stringify!($first),
                    Self::$second => stringify!($second),
                }
            }
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

/// An event that says by which Case it came about.
pub trait Cited {
    /// The Case.
    fn cite(&self) -> Cite;
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
    /// How readily [`crate::agent::Random`] takes an action; more is likelier, 0 counts as 1.
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
