//! Every door of a match, proved on a toy game.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]

mod doors;
#[cfg(feature = "conformance")]
mod files;
mod game;
mod laws;
mod page;
#[cfg(feature = "proptest")]
mod properties;
mod tables;
