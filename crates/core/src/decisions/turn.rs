//! Whose decision is open, by which Case, and how play ended.

use crate::cases::case::Cite;
use crate::cases::refusal::{Refusal, Refusals, Verdict};
use crate::decisions::side::Sided;
use crate::geometry::place::Place;
use serde::Serialize;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome<S> {
    /// This side won.
    Win(S),
    /// Neither side won.
    Draw,
    /// All sides lost.
    AllLose,
    /// No side acts any more. Play then ends by a rule of the library, not by a Case.
    Stalemate,
}

/// Whose decision is open, or how play ended.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, Turn};
///
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// match game.turn() {
///     Turn::Decide { side, what, cite, .. } => println!("{side:?} decides: {what} ({cite})"),
///     Turn::Over { outcome, cite } => println!("{outcome:?} ({cite})"),
/// }
/// assert_eq!(game.turn().cite().text(), "14.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Turn<S> {
    /// A decision of one side is open.
    Decide {
        /// The side that decides.
        side: S,
        /// The Case that gives the decision.
        cite: Cite,
        /// A stable word for the kind of decision: `"step"`, `"counter-charge"`.
        what: &'static str,
        /// The piece or hex that the decision is about; may be [`Place::Nowhere`].
        of: Place,
        /// The part of play that the decision falls in, as the game divides play: the command whose activation it is, or
        /// the side whose player turn it is. [`Place::Nowhere`] before the first part.
        within: Place,
    },
    /// Play has ended.
    Over {
        /// How play ended.
        outcome: Outcome<S>,
        /// The Case that ended it, or the rule of the library.
        cite: Cite,
    },
}

/// An open decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision<S> {
    /// The side that decides.
    pub side: S,
    /// The Case that gives the decision.
    pub cite: Cite,
    /// A stable word for the kind of decision.
    pub what: &'static str,
    /// The piece or hex that the decision is about; may be [`Place::Nowhere`].
    pub of: Place,
}

/// The open decision as a view shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecisionView<S> {
    /// The side that decides.
    pub side: S,
    /// A stable word for the kind of decision.
    pub what: &'static str,
    /// The Case that gives the decision.
    pub cite: Cite,
    /// The piece or hex that the decision is about, in words.
    pub of: String,
}

/// The reason when no decision is open and play has not ended. That is always a bug in the game.
const NO_DECISION: &str = "no decision is open";

fn library(why: &'static str) -> Refusals {
    Refusals::one(Refusal::new(Cite::library(why), why))
}

/// Returns the refusal of every action after play has ended.
pub(crate) fn ended() -> Refusals {
    library("play has ended")
}

impl<S: Sided> Decision<S> {
    /// Creates a decision.
    pub const fn new(side: S, cite: Cite, what: &'static str, of: Place) -> Self {
        Self { side, cite, what, of }
    }
    /// Returns the decision as a view shows it. `words` returns the words of a place.
    pub fn view(self, words: impl Fn(Place) -> String) -> DecisionView<S> {
        DecisionView {
            side: self.side,
            what: self.what,
            cite: self.cite,
            of: words(self.of),
        }
    }
    /// Returns the refusal of an action that does not belong to this decision. `cite` is the Case that says so.
    pub const fn misplaced(self, cite: Cite) -> Refusal {
        Refusal {
            at: self.of,
            ..Refusal::new(cite, "another decision is open")
        }
    }
    /// Returns the refusal of every action of the other side while this decision is open.
    pub fn not_yours(self) -> Refusal {
        Refusal {
            at: Place::Side(self.side.index() as u8),
            ..Refusal::new(self.cite, "the decision is the other side's")
        }
    }
    /// Answers [`Game::check`](crate::Game::check) for a game that is not a [`Judge`](crate::Judge): it judges an action at the open decision only. After the end of play, and
    /// for the side that does not decide, there is only one refusal, which says so. For the deciding side the refusals
    /// are those of `judge`.
    ///
    /// # Errors
    /// Everything that forbids the action.
    pub fn check(open: Option<Self>, over: bool, by: S, judge: impl FnOnce(&mut Verdict)) -> Result<(), Refusals> {
        match open {
            _ if over => Err(ended()),
            None => Err(library(NO_DECISION)),
            Some(d) if d.side != by => Err(Refusals::one(d.not_yours())),
            Some(_) => {
                let mut v = Verdict::full();
                judge(&mut v);
                v.finish()
            }
        }
    }
}

impl<S> Turn<S> {
    /// Returns the Case by which the decision is open, or play ended.
    pub const fn cite(&self) -> Cite {
        match self {
            Self::Decide { cite, .. } | Self::Over { cite, .. } => *cite,
        }
    }
    /// Creates the turn of an outcome. Without an outcome, creates the turn of the open decision, with the part of play
    /// that the decision falls in.
    ///
    /// If there is neither, the turn is a draw by the library. That is always a bug in the game.
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
