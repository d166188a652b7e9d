//! The part of Casus Belli that every game shares: everything that a hex wargame of the Case System needs, without any
//! one game.
//!
//! A rulebook of the Case System numbers each of its rules; such a rule is called a *Case*. A game implements [`Game`]:
//! a state, one small decision at a time, and lists of rules, each under its Case. A [`Match`] plays a game, with a
//! journal, undo and saves. You pass in the dice ([`Dice`]), and [`Match::odds`] says what an action may lead to.
//!
//! The games are in crates of their own, and so is what stands above this crate:
//!
//! | Crate | What |
//! |---|---|
//! | `casus-draw` | the map as SVG, and as text for a terminal |
//! | `casus-guide` | what people ask of a game beside its rules; the battles of a game |
//! | `casus-protocol` | matches behind JSON text (`Session`), and hosts of several games |
//! | `casus-testkit` | what holds for every game: property tests, conformance files, rules switched off one by one |
//! | `casus-terminal` | play at the terminal |
//!
//! To play a game, depend on `casus-belli`, which re-exports all of them but the terminal.
//!
//! Each module answers one question. A module depends only on modules above it in this table; the page of the module
//! says which. (The bodies of macros may name more: they are compiled in the game that calls them.)
//!
//! | Question | Module |
//! |---|---|
//! | Where? | [`geometry`]: hexes, boards, facing, lines of sight, reach, command |
//! | Which Case? Is it allowed? How much? | [`cases`]: casebooks, lists of rules, refusals, ledgers |
//! | What did the dice roll? | [`dice`](mod@dice): dice, fractions |
//! | Who decides? What happened? | [`decisions`]: sides, decisions, procedures, events, actions as words |
//! | What do the charts say? | [`data`]: tables, data files, patches, player aid sheets |
//! | What does it look like? | [`picture`]: scenes (pictures as data), and words for stories |
//! | What is a game, and who plays it? | [`play`]: the `Game` trait, matches, saves, agents, odds |
//!
//! Common items are re-exported at the root, and so are five modules whose functions you call with the module's name
//! (`words::sum`): [`catalogue`], [`cells`], [`reading`], [`sheet`] and [`words`](mod@words).
//!
//! ```
//! use casus_core::cases::entry;
//! use casus_core::{Casebook, Cite, Dice, Die, Ledger, Line, Place, Scripted, Standing, Throw};
//!
//! static BOOK: Casebook =
//!     Casebook::printed("Duel at the Ford", &[entry("3.1", "Attack", Standing::Rule, "duel.rs")], &[]);
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
//! All are off by default.
//!
//! | Feature | |
//! |---|---|
//! | `mutants` | [`mutant`](fn@mutant): for mutation tests, `CASUS_MUTANT=n` switches on the hand-written fault with the number n in rule code |
//! | `schema` | JSON schemas of events, views and set-ups, by the crate `schemars`, which is re-exported; a game derives the schemas of its own types, under a feature of the game's crate |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

// The macros name this crate as the games do.
extern crate self as casus_core;

#[cfg(feature = "schema")]
pub use schemars;

pub mod cases;
pub mod data;
pub mod decisions;
pub mod dice;
pub mod geometry;
pub mod mutants;
pub mod picture;
pub mod play;

/// What the source files of a game import: `use casus_core::prelude::*;`.
pub mod prelude {
    pub use crate::cases::{cited, entry};
    pub use crate::picture::{Army, Condition, Counter, Ground, Kind, Look, Panel, Pattern, Symbol};
    pub use crate::play::approach_weight;
    pub use crate::{
        Advice, Along, Bar, Bars, Board, Casebook, Cite, Decision, Dice, Die, Entry, Flow, Game, Gazetteer, HexId,
        Laws, Ledger, Lexicon, Listed, Log, Match, Modifier, Modifiers, Next, Noun, Numbering, Orientation, Outcome,
        Place, Procedures, Refusal, Ruling, Scene, ScoredPlan, SetupFaults, Share, SideFacing, Sided, Standing, Throw,
        Verdict, VertexFacing, Violation, digest, open, run, single_action_plans, words,
    };
    /// Re-exported so that a game can derive the schemas that conformance files need.
    #[cfg(feature = "schema")]
    pub use schemars::{self, JsonSchema};
}

// Where?
pub use geometry::{
    Along, Aspect, Bearing, Board, Compass, Crossing, Digits, Dir, Few, Field, Hex, HexId, Hexside, Lines, NotSix,
    NumberFault, Numbering, NumberingFault, Occupancy, Occupant, Orientation, PieceSet, Place, Reach, RowsFault,
    SideFacing, Span, Stacks, Stagger, Step, Stride, Symmetry, Tie, UnknownWord, Vertex, VertexFacing, bearing, chain,
    line, reach, sides_crossed, trace, trace_steps, within_range, within_steps,
};

// Which Case? May it? How much?
pub use cases::{
    Bar, Bars, Book, Bound, CaseInfo, Casebook, Cite, CitedAt, Entry, EntryHead, Laws, Ledger, Line, Listed, Measure,
    Modifier, Modifiers, Question, Refusal, Refusals, Rule, Ruling, Share, Shift, SourceLine, Standing, Verdict,
    Violation, catalogue, give,
};

// What fell?
pub use dice::{Dice, Die, Fault, Limit, Odometer, Ratio, Recorded, Scripted, Seeded, Test, Throw};

// Whose decision? What happened?
pub use decisions::{
    Cited, Closed, Decision, DecisionView, Event, Flow, Hold, InvariantViolation, Judge, Lexicon, Log, Noun, NounFault,
    Outcome, ParseFault, Part, Procedures, SetupFault, SetupFaults, Sided, Spelt, Timing, Turn, Window, open, run,
};

// What do the charts say?
pub use data::{
    ChartFault, Column, Columns, Layer, Provenance, ResultTable, Source, SourceFault, cells, formats, reading, sheet,
};

// What does it look like?
pub use picture::{Scene, words};

// What is a game, and who plays it?
pub use play::{
    Advice, Agent, Budget, Digest, FirstListed, Game, Gazetteer, HexEntry, HexsideEntry, JournalAction, JournalFault,
    JournalLine, LawsDiffer, LineFault, LoadError, Match, MatchAct, MatchActError, Migrated, Next, NoChoice, NoUndo,
    Odds, OddsQuery, PickPolicy, PlayError, Played, Playout, Policy, Random, RulesChange, Save, SavedLine, ScoredPlan,
    ScriptedAgent, Seat, Steady, UniformPolicy, Unresolved, audit_decision, digest, digest_bytes, hex_digits, playout,
    playout_with, retain_legal, single_action_plans,
};

pub use mutants::mutant;
