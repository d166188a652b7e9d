//! The person at the table: what a game tells people beside its rules, and battles as programs.
//!
//! A [`Guide`] answers what people ask of any game: what a piece could do, what threatens it, what a choice is about. A
//! [`Boxed`] game has its battles at hand, each with scenarios and options. With
//! the feature `runner`, `runner::run` is a whole program: a `Battle` played or replayed and told by a `Teller`, its
//! pictures drawn, or a person's `Sitting` at the terminal.
//!
//! May use: `geometry`, `cases`, `dice`, `turns`, `pictures`, `play`.

pub(crate) mod asking;
pub(crate) mod battle;
#[cfg(feature = "runner")]
mod choices;
#[cfg(feature = "runner")]
mod frames;
pub(crate) mod guide;
pub(crate) mod marks;
#[cfg(feature = "runner")]
pub(crate) mod orders;
pub(crate) mod outside;
#[cfg(feature = "runner")]
pub mod runner;
#[cfg(feature = "runner")]
pub(crate) mod sitting;
#[cfg(feature = "runner")]
pub(crate) mod teller;

pub use battle::{
    Agents, Battle, Boxed, Charts, Muster, Mustered, NO_COMMAND, Unlaid, add_option, each, name_post, post_of,
};
pub use guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat, risks, weight};
#[cfg(feature = "runner")]
pub use orders::Orders;
pub use outside::{DONE, Outside, REFUSED, UNENDED, typed};
#[cfg(feature = "runner")]
pub use sitting::{Heard, Sitting};
#[cfg(feature = "runner")]
pub use teller::{Teller, narrow};
