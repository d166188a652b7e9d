//! What every Case-System hex wargame needs, and no word of any one game.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod case;
pub mod dice;
pub mod game;
pub mod ledger;
pub mod ratio;
pub mod refusal;
pub mod rule;
pub mod stage;

pub use case::{Casebook, Cite, Entry, Ruling, Standing};
pub use dice::{Dice, Die, Fault, Odometer, Recorded, Scripted, Seeded, Throw};
pub use game::{
    Advice, Breach, Cited, Game, Log, Outcome, ParseFault, SetupFault, SetupFaults, Sided, Turn,
};
pub use ledger::{Ledger, Line};
pub use ratio::Ratio;
pub use refusal::{Place, Refusal, Refusals, Verdict};
pub use rule::{Bar, Bars, Bite, Listed, Modifier, Modifiers, Question, Rule, Share, give};
pub use stage::{Flow, Procedures, run};

pub mod agent;
pub mod digest;
pub mod play;

pub use agent::{Agent, Picks, Playout, Random, Seat, playout};
pub use digest::{Digest, digest, digest_bytes, hex_digits};
pub use play::{Act, ActError, Deed, Match, NoUndo, PlayError, Played, Record};

pub mod odds;
pub mod save;

pub use odds::{
    Budget, Chosen, Evenly, FirstListed, Odds, Policy, Unresolved, chances, odds, odds_until,
};
pub use save::{LineFault, LoadError, Save, Saved};

pub mod board;
pub mod facing;
pub mod hex;
pub mod numbering;
pub mod sight;

pub use board::{Along, Board, HexId, Occupancy, Occupant};
pub use facing::{Aspect, Bearing, SideFacing, Tie, VertexFacing, bearing};
pub use hex::{Dir, Hex, Hexside, NotSix, Orientation, Symmetry, Vertex};
pub use numbering::{Compass, Digits, Lines, NumberFault, Numbering, NumberingFault, Shift, Span};
pub use sight::{Crossing, Step, line, sides_crossed, trace, trace_steps};

#[cfg(feature = "conformance")]
pub mod conformance;
mod json;

pub mod catalogue;
pub mod table;

pub use table::{ErrorKind, Seated, Table, TableError};

pub mod chart;
pub mod command;
pub mod reach;

pub use chart::{ChartFault, ResultTable, Source, SourceFault};
pub use command::{Field, chain, within_range};
pub use reach::{Reach, Stride, reach};

#[cfg(feature = "runner")]
pub mod runner;
pub mod sound;
#[cfg(feature = "proptest")]
pub mod strategies;
