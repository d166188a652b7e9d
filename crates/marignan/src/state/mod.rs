//! The state of play, and the procedures in progress in it.
//!
//! May use: `components`, `charts`, `data`, `options`, `casebook`.

pub(crate) mod combat;
pub(crate) mod pieces;
pub(crate) mod position;
pub(crate) mod run;
pub(crate) mod stage;
pub(crate) mod turn;
