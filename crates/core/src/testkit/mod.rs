//! Tests for any game: what must hold for every game, and how a game is compared with its rulebook.
//!
//! - [`sound`] has checks that hold for any state.
//! - With the feature `proptest`, `strategies` creates play-throughs that shrink and has properties that hold for every
//!   game. `metamorphic` says what must stay the same when a position is changed.
//! - [`mutants`] switches on hand-written changes of rule code.
//! - With the feature `conformance`, `conformance` reads and runs positions written as files, and switches single rules
//!   off.
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
