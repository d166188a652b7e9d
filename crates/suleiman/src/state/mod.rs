//! The state of play, and what is in progress in it, as plain data.
//!
//! [`State`] is a value: it can be cloned, compared and hashed. Its methods read it. Procedures in progress form a stack of
//! stages, each with its facts: a unit's [`Run`], an [`Approach`], a [`Combat`]. The [rules](crate::rules) decide what may be
//! done in them.
//!
//! May use: `casebook`, `charts`, `components`, `data`, `options`.
//! May use: `casebook`, `charts`, `components`, `data`, `options`.

pub(crate) mod activation;
pub(crate) mod charge;
pub(crate) mod combat;
pub(crate) mod effect;
pub(crate) mod pieces;
pub(crate) mod position;
pub(crate) mod run;
pub(crate) mod shot;
pub(crate) mod stage;

pub use activation::{Activation, Declared, Warrant, Window};
pub use charge::{Approach, CounterCharger};
pub use combat::{Bout, Combat, Going, Kind, Stand, Striker, Target};
pub use pieces::{Condition, Done, Leader, Unit, Whereabouts};
pub use position::State;
pub use run::Run;
pub use shot::Mode;
