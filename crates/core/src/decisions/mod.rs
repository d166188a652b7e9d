//! What a state is made of beside its map and its rules, below the contract of a game: sides, the open decision, the stack
//! of procedures that leads to the next, what happens on the way, and actions as words.
//!
//! A game declares its sides ([`sides!`](crate::sides!)) and its actions ([`actions!`](crate::actions!)); its state is a
//! [`Lexicon`] of the names in them, and gives [`Procedures`] to [`run()`], which stops at the next decision. A [`Turn`] says
//! whose it is. What happens goes into a [`Log`], and what is wrong with a set-up into [`SetupFaults`].
//!
//! Which of its [`Window`]s a side wants to hear of no more is in [`Closed`].
//!
//! A state that is a [`Judge`] answers why not at any time, also where another decision is open.
//!
//! May use: `geometry`, `cases`, `dice`.

pub(crate) mod fault;
pub(crate) mod judge;
pub(crate) mod log;
pub(crate) mod side;
pub(crate) mod stage;
pub(crate) mod turn;
pub(crate) mod verbs;
pub(crate) mod window;

pub use fault::{InvariantViolation, ParseFault, SetupFault, SetupFaults};
pub use judge::{Judge, Judged, Timing};
pub use log::{Cited, Event, Log};
pub use side::Sided;
pub use stage::{Flow, Procedures, open, run};
pub use turn::{Decision, DecisionView, Outcome, Turn};
pub use verbs::{Lexicon, Noun, Part, Spelt, Words};
pub use window::{Closed, Hold, Window};
