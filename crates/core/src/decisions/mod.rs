//! The parts of a game state beside its map and its rules: sides, the open decision, the stack of procedures that leads
//! to the next decision, events, and actions as words.
//!
//! A game declares its sides with [`sides!`](crate::sides!) and its actions with [`actions!`](crate::actions!). Its
//! state is a [`Lexicon`] of the names in actions. It implements [`Procedures`]; [`run()`] carries them out, and
//! stops at the next decision. A [`Turn`] says whose decision that is. What happens goes into a [`Log`], and the faults of a set-up go
//! into [`SetupFaults`].
//!
//! A window is a chance that a side gets during another procedure, such as to fire at a unit that moves. [`Closed`]
//! records the kinds of [`Window`] that a side no longer wants to be asked about.
//!
//! A state that is a [`Judge`] answers "why not?" at any time, also while another decision is open.
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
pub use verbs::{Lexicon, Noun, NounFault, Part, Spelt, Words};
pub use window::{Closed, Hold, Window};
