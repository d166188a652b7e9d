//! Tests for any game: what must hold for every game, and whether a game plays as its rulebook says.
//!
//! - [`sound`] has checks that hold for any state.
//! - With the feature `proptest`, `strategies` creates play-throughs that shrink, and has properties that hold for every
//!   game. `metamorphic` has properties that compare a position with a changed one: turned, mirrored or moved.
//! - With the feature `conformance`, `conformance` runs test cases that are written as files. It also shows which entries
//!   of the rule lists no file tests.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "conformance")]
mod format;
#[cfg(feature = "proptest")]
pub mod metamorphic;
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
pub use casus_protocol::Described;
#[cfg(feature = "conformance")]
pub use vocabulary::Vocabulary;
// The macros name it.
#[doc(hidden)]
pub use casus_core;
