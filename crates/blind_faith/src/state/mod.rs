//! Where does everything stand? The state of play, and what is in progress in it, as plain data.
//!
//! [`State`] is a value: it can be cloned, compared and hashed, and what it says is read by its methods. What is half done
//! is a stack of stages, each with its facts: a [`March`], a [`Field`] Battle, a [`Siege`]. What may be done with them is the
//! business of the [rules](crate::rules).
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
