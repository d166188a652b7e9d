//! What is answered where something is wrong.

use crate::cases::case::Cite;
use crate::cases::measures::Measure;
use crate::dice::throw::Die;
use crate::geometry::near::tame;
use serde::Serialize;

/// Declares what is answered: data with a schema.
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

/// Every kind of error that a [`Session`](crate::Session) answers with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The request is no JSON object.
    Malformed,
    /// `do` names no request.
    UnknownRequest,
    /// A key that the request does not know; `path` names it.
    UnknownKey,
    /// A key that the request needs, `by` and `viewer` among them; `path` names it.
    MissingKey,
    /// A value of the wrong type, or out of its range; `path` names it.
    BadValue,
    /// No side, or no viewer, has this word; `path` names the key.
    NoSuchSide,
    /// No piece and no hex has this name; `path` names the key.
    NoSuchThing,
    /// The words are no action of this game.
    NotAnAction,
    /// The rules forbid the action; `refusals` has every reason.
    Refused,
    /// It is another side's decision.
    NotDeciding,
    /// Play has ended.
    Over,
    /// The journal has another length than the request saw; ask again.
    Stale,
    /// The faces given are too few; `throw` says what the next is for.
    Wanted,
    /// A face is not on its die; `throw` says which.
    OffTheDie,
    /// Faces are left over.
    UnusedFaces,
    /// House rules leave nothing to do after the action.
    NoChoice,
    /// The pieces cannot be taken in hand, or not together.
    NotInHand,
    /// No way leads to the hex now.
    NoWay,
    /// No agent has this name, or it has no answer.
    NoAgent,
    /// The lines cannot be taken back.
    NoUndo,
    /// The lines are another's too: he is to be asked (`ask-undo`).
    NeedsConsent,
    /// The act of the match cannot be done.
    NoAct,
    /// There is no scratch copy of this number.
    NoFork,
    /// The save was not loaded.
    NotLoaded,
    /// No Case or ruling has this name.
    NoSuchCase,
    /// No game, battle, scenario or option has this name; `path` names the key.
    NoGame,
    /// The set-up has faults.
    NotOpened,
    /// There is no table of this number.
    NoSession,
    /// A defect of the engine; `journal` says how far the match has come.
    Defect,
}

impl ErrorKind {
    /// All of them.
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
    /// An error as a [`Session`](crate::Session) answers it, under the key `error`.
    pub struct SessionError {
        /// Its kind.
        pub kind: ErrorKind,
        /// The key of the request that it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        /// In words.
        pub message: String,
        /// The Case that speaks of it: of the first refusal, or of the throw.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cite: Option<String>,
        /// Every reason, in book order.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub refusals: Vec<Reason>,
        /// The throw that wants a face.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub throw: Option<ThrowInfo>,
        /// The length of the journal, where the asker may be mistaken about it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub journal: Option<usize>,
    }

    /// A piece, a hex, a hexside or a side: its name, and its number in its list of the map.
    pub struct Thing {
        /// Its name: as in actions, views, events and pictures.
        pub name: String,
        /// What it is: the list of the map in which it has its number.
        pub is: ThingIs,
        /// Its number there, from 0.
        pub number: u16,
    }

    /// A reason why an action is not allowed.
    pub struct Reason {
        /// The Case.
        pub cite: Cite,
        /// The Case's title.
        pub title: String,
        /// Why.
        pub because: String,
        /// Where it bites.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub at: Option<Thing>,
        /// What the rule measured, and the bound that it sets.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub measure: Option<Measure>,
        /// All that in words.
        pub message: String,
    }

    /// A throw.
    pub struct ThrowInfo {
        /// The Case.
        pub cite: Cite,
        /// What it is for.
        pub what: String,
        /// The die; `"2d6"` wants the sum of two six-sided dice, so its faces are not equally likely.
        pub die: Die,
        /// The lowest face.
        pub low: u8,
        /// The highest face.
        pub high: u8,
    }
}

/// What a [`Thing`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ThingIs {
    /// A combat unit: `units`.
    Unit,
    /// A leader: `leaders`.
    Leader,
    /// A command: `commands`.
    Command,
    /// A Standard: `standards`.
    Standard,
    /// A hex: `hexes`.
    Hex,
    /// A side of a hex; the number is the hex's.
    Hexside,
    /// A side: `sides`.
    Side,
}

/// An error on its way out.
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
