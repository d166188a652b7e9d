//! The questions that people ask of a game beside its rules; and the battles of a game.
//!
//! A [`Guide`] answers what people ask of any game: what a piece could do, what threatens it, what a choice is about. A
//! [`BoxedGame`] is a complete game with its battles, each with scenarios and options. The crate `casus-terminal` makes
//! a program of a [`Battle`].
//!

#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

pub mod asking;
mod battle;
mod guide;
mod marks;

pub use battle::{
    Agents, Battle, BoxedGame, Casualties, Casualty, NO_COMMAND, Unlaid, add_option, each, name_post, post_of,
};
pub use casus_core::sheet::Charts;
pub use guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat, risks, weight};
pub use marks::{Eyes, Looking, Mark};
