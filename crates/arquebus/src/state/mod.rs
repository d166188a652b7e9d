//! Where does everything stand? The state of play, and what is in progress in it, as plain data.
//!
//! [`State`] is a value: it can be cloned, compared and hashed, and what it says is read by its methods. What is half done
//! is a stack of stages, each with its facts: a unit's [`Run`], a shot, a [`Combat`]. What may be done with them is the
//! business of the [rules](crate::rules).
//!
//! May use: `casebook`, `charts`, `components`, `data`, `options`.

pub(crate) mod activation;
pub(crate) mod combat;
pub(crate) mod effect;
pub(crate) mod pieces;
pub(crate) mod position;
pub(crate) mod run;
pub(crate) mod shot;
pub(crate) mod stage;

pub use activation::{Act, Activation, Coming, Entry, Hand, Named, Streak, Warrant, Window};
pub use combat::{Answer, Attack, Combat, Striker, Target};
pub use pieces::{Condition, Done, Leader, Standard, Unit, Whereabouts};
pub use position::State;
pub use run::{Run, Trace};
pub use shot::Mode;
