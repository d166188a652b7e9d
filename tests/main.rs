//! What holds of every game, of the example programs and of the pictures: one program, so that every game is linked once.
//!
//! `cargo test -p casus-tests conformance` runs the tests of one file.

#[macro_use]
mod common;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/desk.rs"]
#[macro_use]
mod terminal;
mod tutorial;

mod added_game;
mod bad_input;
mod calibration;
mod conformance;
mod examples;
mod hussites;
mod pictures;
mod properties;
mod protocol;
mod repl;
mod searches;
mod snapshots;
mod soak;
mod steady;
