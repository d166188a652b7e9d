//! Every door of a match, proved on a toy game.
#![expect(unreachable_pub, reason = "a game as a library would have it, in a program of tests")]

#[cfg(feature = "conformance")]
mod files;
mod game;
mod laws;
mod page;
#[cfg(feature = "proptest")]
mod properties;
mod start_at;
mod tables;
