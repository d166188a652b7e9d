//! What people ask of a game beside its rules, and battles as programs.
//!
//! A [`Guide`] answers what people ask of any game: what a piece could do, what threatens it, what a choice is about. A
//! [`BoxedGame`] is a complete game with its battles, each with scenarios and options. With the feature `runner`,
//! `runner::run` is a whole program: it plays or replays a `Battle`, tells it with a `Narrator`, draws its pictures, or
//! lets a person play at the terminal with a `Repl`.
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`, `render`, `play`.

#[cfg(feature = "runner")]
pub(crate) mod args;
pub(crate) mod asking;
pub(crate) mod battle;
#[cfg(feature = "runner")]
mod choices;
#[cfg(feature = "runner")]
mod frames;
pub(crate) mod guide;
pub(crate) mod io;
pub(crate) mod marks;
#[cfg(feature = "runner")]
pub(crate) mod narrator;
#[cfg(feature = "runner")]
pub(crate) mod repl;
#[cfg(feature = "runner")]
pub mod runner;

#[cfg(feature = "runner")]
pub use args::Args;
pub use battle::{
    Agents, Battle, BoxedGame, Casualties, Casualty, Charts, NO_COMMAND, Unlaid, add_option, each, name_post, post_of,
};
pub use guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat, risks, weight};
pub use io::{DONE, Io, REFUSED, UNENDED, typed};
#[cfg(feature = "runner")]
pub use narrator::{Narrator, narrow};
#[cfg(feature = "runner")]
pub use repl::{Heard, Repl};
