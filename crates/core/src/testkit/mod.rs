//! Whether it is right: what must hold of every game, and how a game is held to its rulebook.
//!
//! [`sound`] has what holds of any state; with the feature `proptest`, `strategies` makes play-throughs that shrink and
//! the properties of every game, and `metamorphic` what a change of the position must leave as it is; [`mutants`] switches
//! hand-written changes of rule code; with the feature `conformance`, `conformance` reads and runs positions written as files,
//! and mutes single rules.
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
