//! The state of play, and the procedures in progress in it, as plain data.
//!
//! [`State`] can be cloned, compared and hashed; its methods read it. The procedures in progress are a stack of stages,
//! each with its own facts: a [`March`], a [`Field`] Battle, a [`Siege`]. The [rules](crate::rules) tell which actions are
//! legal there.
//!
//! May use: `casebook`, `charts`, `components`, `data`, `options`.

pub(crate) mod battle;
pub(crate) mod march;
pub(crate) mod pieces;
pub(crate) mod position;
pub(crate) mod stage;
pub(crate) mod turn;

pub use battle::{Field, Siege};
pub use march::{Gathering, March, Window};
pub use pieces::{Done, Unit, Whereabouts};
pub use position::State;
pub use turn::{Crusade, Danes, Pope, Split, TownState};
