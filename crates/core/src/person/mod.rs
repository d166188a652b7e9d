//! The questions that people ask of a game beside its rules; and the battles of a game.
//!
//! A [`Guide`] answers what people ask of any game: what a piece could do, what threatens it, what a choice is about. A
//! [`BoxedGame`] is a complete game with its battles, each with scenarios and options. The crate `casus-terminal` makes
//! a program of a [`Battle`].
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`, `render`, `play`.

pub mod asking;
pub(crate) mod battle;
pub(crate) mod guide;
pub(crate) mod marks;

pub use battle::{
    Agents, Battle, BoxedGame, Casualties, Casualty, Charts, NO_COMMAND, Unlaid, add_option, each, name_post, post_of,
};
pub use guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat, risks, weight};
pub use marks::{Eyes, Looking, Mark};
