//! Tests for any game: what must hold for every game, and whether a game plays as its rulebook says.
//!
//! - [`sound`] has checks that hold for any state.
//! - With the feature `proptest`, `strategies` creates play-throughs that shrink, and has properties that hold for every
//!   game. `metamorphic` has properties that compare a position with a changed one: turned, mirrored or moved.
//! - [`mutants`] switches on hand-written faults in rule code.
//! - With the feature `conformance`, `conformance` runs test cases that are written as files. It also shows which entries
//!   of the rule lists no file tests.
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`, `data`, `play`, `person`, `protocol`.

#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "conformance")]
mod format;
#[cfg(feature = "proptest")]
pub mod metamorphic;
pub mod mutants;
#[cfg(feature = "conformance")]
mod report;
#[cfg(feature = "conformance")]
mod running;
pub mod sound;
#[cfg(feature = "proptest")]
pub mod strategies;
#[cfg(feature = "conformance")]
mod vocabulary;

#[cfg(feature = "conformance")]
pub use crate::protocol::schema::Described;
#[cfg(feature = "conformance")]
pub use vocabulary::Vocabulary;
