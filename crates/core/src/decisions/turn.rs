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
    /// One side won.
    Win(S),
    /// Nobody won.
    Draw,
    /// Everybody lost.
    AllLose,
    /// Nobody would act any more: no Case, a rule of the library's own.
    Stalemate,
}

/// Whose turn it is, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

fn library(why: &'static str) -> Refusals {
    Refusals::one(Refusal::new(Cite::library(why), why))
}

/// Why nobody may do anything any more.
pub(crate) fn ended() -> Refusals {
    library("play has ended")
}

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
    /// Why the other side may do nothing while this decision is open.
    pub fn not_yours(self) -> Refusal {
        Refusal {
            at: Place::Side(self.side.index() as u8),
            ..Refusal::new(self.cite, "the decision is the other side's")
        }
    }
    /// What [`Game::check`](crate::Game::check) answers: that play has ended, that the decision is not this side's, or what
    /// `judge` refuses.
    ///
    /// # Errors
    /// All that forbids the action.
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
    /// The Case by which the decision is open, or play ended.
    pub const fn cite(&self) -> Cite {
        match self {
            Self::Decide { cite, .. } | Self::Over { cite, .. } => *cite,
        }
    }
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
