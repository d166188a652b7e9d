//! The state of play, and what is in progress in it, as plain data.
//!
//! [`State`] is a value: it can be cloned, compared and hashed. Its methods read it. Procedures in progress form a stack of
//! stages, each with its facts: a unit's [`Run`], a shot, a [`Combat`]. The [rules](crate::rules) decide what may be done in
//! them.
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
