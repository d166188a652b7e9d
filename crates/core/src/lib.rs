//! What every Case-System hex wargame needs, and no word of any one game.
//!
//! A rulebook of the Case System numbers its every rule: a *Case*. A game is a [`Game`]: a state, one small decision at a
//! time, and lists of rules, each under its Case. A [`Match`] plays it, with journal, undo and saves; a [`Table`] is the
//! same door in JSON text. Dice are handed in ([`Dice`]); what might come is asked of [`odds()`].
//!
//! | Question | Modules |
//! |---|---|
//! | What is a game? | [`game`], [`stage`] |
//! | Which Case? | [`case`](mod@case), [`catalogue`] |
//! | May it? How much? | [`rule`], [`refusal`], [`ledger`] |
//! | Where? | [`hex`], [`board`], [`pieces`](mod@pieces), [`facing`], [`sight`], [`reach`](mod@reach), [`numbering`], [`command`], [`gazetteer`] |
//! | What do the charts say? | [`chart`], [`cells`], [`reading`], [`mapping`], [`sheet`] |
//! | What does it look like? | [`scene`], [`words`] |
//! | What fell? | [`dice`], [`ratio`], [`odds`](mod@odds) |
//! | Who plays? | [`agent`], [`steady`], [`play`], [`save`], [`table`], [`digest`](mod@digest) |
//! | What do people want to know? | [`guide`] |
//! | Is it right? | [`sound`]; with features, `strategies`, `conformance`, `runner` |
//!
//! What is used often stands at the root too.
//!
//! ```
//! use casus_core::{Casebook, Cite, Dice, Die, Entry, Ledger, Line, Place, Scripted, Standing, Throw};
//!
//! static BOOK: Casebook = Casebook {
//!     title: "Duel at the Ford",
//!     entries: &[Entry { number: "3.1", title: "Attack", standing: Standing::Rule, place: "duel.rs" }],
//!     rulings: &[],
//! };
//! const ATTACK: Cite = BOOK.cite("3.1"); // a Case that the book lacks does not compile
//!
//! let face = Scripted::new(&[7]).throw(Throw { cite: ATTACK, die: Die::D10, what: "attack" }, &u16::from);
//! let mut sum = Ledger::new(i32::from(face));
//! sum.push(Line { cite: ATTACK, label: "uphill", value: -1, from: Place::Nowhere });
//! assert_eq!(sum.to_string(), "7 -1 uphill (3.1) = 6");
//! ```
//!
//! # Features
//!
//! None is on by default.
//!
//! | Feature | |
//! |---|---|
//! | `conformance` | `conformance`: reads and runs conformance files, and mutes single rules |
//! | `proptest` | `strategies`: play-throughs that shrink, and properties that hold of every game |
//! | `runner` | `runner`: a whole battle as a program: flags, set-up files, story, pictures, casualty table; `sitting`: a person at the terminal |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

// The macros name this crate as the games do.
extern crate self as casus_core;

// What is a game?
pub mod game;
pub mod options;
pub mod stage;
pub mod verbs;

pub use game::{
    Advice, Breach, Cited, Counsel, DecisionView, Event, Game, Log, Next, Outcome, ParseFault, SetupFault, SetupFaults,
    Sided, Turn, sift,
};
pub use stage::{Flow, Procedures, open, run};
pub use verbs::{Lexicon, Noun};

// Which Case?
pub mod case;
pub mod catalogue;

pub use case::{Casebook, Cite, Entry, Ruling, Standing};

// May it? How much?
pub mod ledger;
pub mod refusal;
pub mod rule;

pub use ledger::{Ledger, Line, Shift};
pub use refusal::{Place, Refusal, Refusals, Verdict};
pub use rule::{Bar, Bars, Bite, Listed, Modifier, Modifiers, Question, Rule, Share, give};

// Where?
pub mod board;
pub mod command;
pub mod facing;
pub mod gazetteer;
pub mod hex;
pub mod numbering;
pub mod pieces;
pub mod reach;
pub mod sight;

pub use board::{Along, Board, HexId, Occupancy, Occupant, Stacks};
pub use command::{Field, chain, within_range};
pub use facing::{Aspect, Bearing, SideFacing, Tie, VertexFacing, bearing};
pub use gazetteer::{Gazetteer, HexEntry, HexsideEntry};
pub use hex::{Dir, Hex, Hexside, NotSix, Orientation, Symmetry, Vertex};
pub use numbering::{Compass, Digits, Lines, NumberFault, Numbering, NumberingFault, Span, Stagger};
pub use pieces::{Few, PieceSet};
pub use reach::{Reach, Stride, reach};
pub use sight::{Crossing, Step, line, sides_crossed, trace, trace_steps};

// What do the charts say?
pub mod cells;
pub mod chart;
pub mod mapping;
pub mod reading;
pub mod sheet;

pub use chart::{ChartFault, Column, Columns, Layer, Provenance, ResultTable, Source, SourceFault};

// What does it look like?
mod drawings;
pub mod scene;
mod svg;
mod text;
pub mod words;

pub use scene::Scene;
pub use svg::is_picture;
pub use text::Terminal;

// What fell?
pub mod dice;
pub mod odds;
pub mod ratio;

pub use dice::{Dice, Die, Fault, Odometer, Recorded, Scripted, Seeded, Throw};
pub use odds::{Budget, Chosen, Evenly, FirstListed, Odds, Policy, Unresolved, chances, odds, odds_until};
pub use ratio::Ratio;

// Who plays?
pub mod agent;
pub mod digest;
pub mod guide;
mod json;
pub mod play;
pub mod save;
pub mod steady;
pub mod table;

pub use agent::{Agent, Picks, Playout, Random, Seat, playout, watched};
pub use digest::{Digest, digest, digest_bytes, hex_digits};
pub use guide::{Course, Guide, InHand, Leg, Note, Threat};
pub use play::{Act, ActError, Deed, Match, NoUndo, PlayError, Played, Record};
pub use save::{LineFault, LoadError, Save, Saved};
pub use steady::Steady;
pub use table::{ErrorKind, Seated, Table, TableError};

// Is it right?
#[cfg(feature = "runner")]
mod choices;
#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "runner")]
mod frames;
#[cfg(feature = "runner")]
pub mod runner;
#[cfg(feature = "runner")]
pub mod sitting;
pub mod sound;
#[cfg(feature = "proptest")]
pub mod strategies;
#[cfg(feature = "runner")]
mod teller;
