//! Battles at the terminal: the commands that the program `casus` and the example programs share.
//!
//! A program of one battle is one call, [`main`]:
//!
//! ```no_run
//! # use casus_guide::{Battle, Guide};
//! # #[expect(dead_code, reason = "shown, not called")]
//! # fn program<G: Guide>(battle: &Battle<G>) -> std::process::ExitCode {
//! casus_terminal::main(battle)
//! # }
//! ```
//!
//! | Question | Item |
//! |---|---|
//! | Which flags are there? | [`Args`], [`Opening`], [`Keeping`], [`Pictures`], [`Screen`] |
//! | How is a battle watched, replayed or played? | [`run`], [`play`] |
//! | How is it told? | [`Narrator`] |
//! | How does a person play it? | [`Repl`] |
//! | How are charts and Cases printed? | [`commands`] |
//! | What does it read, write and print with? | [`Io`], [`Machine`]; with the feature `console`, `Console` |
//!
//! # Features
//!
//! | Feature | |
//! |---|---|
//! | `console` | `Console`: a line editor with completion and a history on disk, and a pager for long answers |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

mod args;
mod battle;
mod choices;
pub mod commands;
#[cfg(feature = "console")]
mod console;
mod frames;
mod io;
mod machine;
mod narrator;
#[cfg(feature = "console")]
mod pager;
mod repl;

pub use args::{Args, ColorChoice, Keeping, Marks, Opening, Pictures, Screen, seed_or_first};
pub use battle::{RunError, main, play, run, text_of};
/// The parser of the command line, for the arguments that a program adds.
pub use clap;
#[cfg(feature = "console")]
pub use console::Console;
pub use io::{DONE, Io, REFUSED, UNENDED, typed};
pub use machine::{Machine, read_text, replace};
pub use narrator::{Narrator, narrow};
pub use repl::{Heard, Repl, Stuck};
