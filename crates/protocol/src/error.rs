//! Errors of the protocol.

use casus_core::cases::Cite;
use casus_core::cases::measures::Measure;
use casus_core::dice::Die;
use casus_core::geometry::tame;
use serde::Serialize;

/// Declares types of answers, which serialize to JSON and have a schema.
macro_rules! told {
    ($($(#[$meta:meta])* pub $kind:ident $name:ident { $($body:tt)* })*) => {
        $(
            #[derive(Clone, PartialEq, Debug, Serialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            $(#[$meta])*
            pub $kind $name { $($body)* }
        )*
    };
}

pub(crate) use told;

/// The kinds of errors that a [`Session`](crate::Session) returns. JSON has them in lower case with hyphens:
/// `unknown-request`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The request is not a JSON object.
    Malformed,
    /// `do` names an unknown request.
    UnknownRequest,
    /// The request has an unknown key; `path` names it.
    UnknownKey,
    /// A required key is missing, for example `by` or `viewer`; `path` names it.
    MissingKey,
    /// A value has the wrong type or is out of range; `path` names its key.
    BadValue,
    /// No side or viewer has this name; `path` names the key.
    NoSuchSide,
    /// No piece or hex has this name; `path` names the key.
    NoSuchThing,
    /// The words are not an action of this game.
    NotAnAction,
    /// The rules forbid the action; `refusals` has every reason.
    Refused,
    /// Another side has the open decision, and the request is only for the side that decides. (`play` by the wrong side is
    /// [`ErrorKind::Refused`].)
    NotDeciding,
    /// Play has ended.
    Over,
    /// The match has changed since you read it: the journal has another length than the request says, or another undo request
    /// is open. Read the match again.
    Stale,
    /// Too few faces were given; `throw` is the first roll without one.
    Wanted,
    /// A face is not on its die; `throw` is the roll.
    OffTheDie,
    /// More faces were given than the action rolls.
    UnusedFaces,
    /// The action leads to a decision for which house rules forbid every action.
    NoChoice,
    /// The pieces cannot be selected, alone or together.
    NotInHand,
    /// The pieces cannot reach the hex now.
    NoWay,
    /// No agent has this name, or there is nothing for it to choose.
    NoAgent,
    /// The lines cannot be undone.
    NoUndo,
    /// Some of the lines are another side's: ask it with `ask-undo`.
    NeedsConsent,
    /// A resignation or an act about a draw is not possible now.
    NoAct,
    /// No scratch copy has this number, there are too many, or it cannot answer this request.
    NoFork,
    /// The save was not loaded.
    NotLoaded,
    /// No Case or ruling has this name.
    NoSuchCase,
    /// No game, battle, scenario or option has this name; `path` names the key. Also: this build has no schema.
    NoGame,
    /// The set-up cannot be read or has faults.
    NotOpened,
    /// No session has this number, or too many are open.
    NoSession,
    /// A bug in the library. In a session, `journal` is the length of the journal now.
    Defect,
}

impl ErrorKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: &'static [Self] = &[
        Self::Malformed,
        Self::UnknownRequest,
        Self::UnknownKey,
        Self::MissingKey,
        Self::BadValue,
        Self::NoSuchSide,
        Self::NoSuchThing,
        Self::NotAnAction,
        Self::Refused,
        Self::NotDeciding,
        Self::Over,
        Self::Stale,
        Self::Wanted,
        Self::OffTheDie,
        Self::UnusedFaces,
        Self::NoChoice,
        Self::NotInHand,
        Self::NoWay,
        Self::NoAgent,
        Self::NoUndo,
        Self::NeedsConsent,
        Self::NoAct,
        Self::NoFork,
        Self::NotLoaded,
        Self::NoSuchCase,
        Self::NoGame,
        Self::NotOpened,
        Self::NoSession,
        Self::Defect,
    ];
}

told! {
    /// An error of a [`Session`](crate::Session), returned under the key `error`.
    pub struct SessionError {
        /// The kind of error.
        pub kind: ErrorKind,
        /// The key of the request that the error is about; absent if it is about none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        /// The error in words.
        pub message: String,
        /// The Case of the first refusal; or of the roll; or, for `no-choice`, of the decision at which nothing could be done; absent if the error is not about a rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cite: Option<String>,
        /// The reasons against the action (for `not-loaded`: against the line of the save). If it is not the time for the action, the
        /// reason that says so comes first; the others are in the order of the rulebook. For
        /// `no-choice`: why the house rules refuse each action of the decision that the action leads to.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub refusals: Vec<Reason>,
        /// The roll that needs a face, or whose face is not on its die.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub throw: Option<ThrowInfo>,
        /// The length of the journal, if the error is `stale` because of it, or a `defect` of a session.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub journal: Option<usize>,
    }

    /// A piece, hex, hexside or side: the word for it, and its number in the answer to `map`.
    pub struct Thing {
        /// The id of the piece, the printed number of the hex, or the word of the side.
        pub name: String,
        /// What it is, and so in which list of the map it is numbered.
        pub is: ThingIs,
        /// Its position in that list, from 0.
        pub number: u16,
    }

    /// A reason why an action is not allowed.
    pub struct Reason {
        /// The Case that forbids it.
        pub cite: Cite,
        /// The title of that Case.
        pub title: String,
        /// The reason in words, without Case and numbers.
        pub because: String,
        /// The piece, hex, hexside or side that the reason is about; absent if it is about none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub at: Option<Thing>,
        /// What the rule measured, and its limit; absent if it measures nothing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub measure: Option<Measure>,
        /// The whole reason in words: `the target is out of range (7.1): range 6, at most 2`.
        pub message: String,
    }

    /// A die roll that the action needs.
    pub struct ThrowInfo {
        /// The Case that requires the roll.
        pub cite: Cite,
        /// What the roll decides.
        pub what: String,
        /// The die. `"2d6"` is the sum of two six-sided dice, whose values are not equally likely.
        pub die: Die,
        /// The lowest possible result.
        pub low: u8,
        /// The highest possible result.
        pub high: u8,
    }
}

/// What a [`Thing`] is, and the list of the map that numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ThingIs {
    /// A combat unit, numbered in `units`.
    Unit,
    /// A leader, numbered in `leaders`.
    Leader,
    /// A command, numbered in `commands`.
    Command,
    /// A Standard, numbered in `standards`.
    Standard,
    /// A hex, numbered in `hexes`.
    Hex,
    /// A side of a hex; its number is that of the hex.
    Hexside,
    /// A side, numbered in `sides`.
    Side,
}

/// A boxed error: small enough to return from every function.
pub(crate) type Fail = Box<SessionError>;

impl SessionError {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Fail {
        Box::new(Self {
            kind,
            path: None,
            message: tame(&message.into()),
            cite: None,
            refusals: Vec::new(),
            throw: None,
            journal: None,
        })
    }
    pub(crate) fn at(mut self: Box<Self>, path: impl Into<String>) -> Fail {
        self.path = Some(path.into());
        self
    }
    pub(crate) fn by(mut self: Box<Self>, cite: Cite) -> Fail {
        self.cite = Some(cite.to_string());
        self
    }
    pub(crate) fn because(mut self: Box<Self>, refusals: Vec<Reason>) -> Fail {
        self.cite = refusals.first().map(|r| r.cite.to_string());
        self.refusals = refusals;
        self
    }
}
