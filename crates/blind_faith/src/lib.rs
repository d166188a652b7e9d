//! Blind Faith: the Hussite Wars from 1420 to 1444, by every Case of its rulebook.
#![doc(test(attr(deny(warnings))))]

mod casebook;
mod charts;
mod components;
mod data;
mod options;

pub use casebook::CASEBOOK;
pub use charts::*;
pub use components::*;
pub use data::*;
pub use options::{Choice, Options};
