//! The trait that a game implements, and everything that plays a game through it.
//!
//! A [`Game`] is what a rulebook adds to this crate. A [`Match`] plays it, with a journal, undo and saves. An [`Agent`]
//! chooses for a side: [`Random`] at random, [`Steady`] by the game's own [`Advice`]. [`Match::odds`] says what an action
//! may lead to, and how likely each outcome is. A [`Gazetteer`] has the map, and the name behind each number in events.
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`, `data`, `picture`.

pub(crate) mod agent;
pub(crate) mod digest;
pub(crate) mod game;
pub(crate) mod gazetteer;
pub mod json;
pub(crate) mod matches;
pub(crate) mod moment;
pub(crate) mod odds;
mod options;
pub(crate) mod save;
pub(crate) mod setup_file;
pub(crate) mod steady;

pub use agent::{Agent, Playout, Random, ScriptedAgent, Seat, approach_weight, ask, playout, playout_with};
pub use digest::{Digest, digest, digest_bytes, hex_digits};
pub use game::{Advice, Game, Next, ScoredPlan, audit_decision, retain_legal};
pub use gazetteer::{Gazetteer, HexEntry, HexsideEntry};
pub use json::ReadFault;
pub use matches::{JournalAction, JournalLine, Match, MatchAct, MatchActError, NoChoice, NoUndo, PlayError, Played};
pub use moment::{describe_decision, describe_outcome, describe_turn, outcome_word};
pub use odds::{Budget, FirstListed, Odds, OddsQuery, PickPolicy, Policy, UniformPolicy, Unresolved};
pub use save::{
    FORMAT, JournalFault, LIBRARY_VERSION, LawsDiffer, LineFault, LoadError, Migrated, RulesChange, Save, SavedLine,
    game_of,
};
pub use setup_file::{SetupFileError, SetupFileFault, read_setup, read_setup_value};
pub use steady::{Steady, single_action_plans};
