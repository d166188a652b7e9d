//! The state of play, and what is in progress, as plain data: the rules are elsewhere.

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
