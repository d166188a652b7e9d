//! Blind Faith: the Hussite Wars from 1420 to 1444, by every Case of its rulebook.
#![doc(test(attr(deny(warnings))))]

mod action;
mod casebook;
mod charts;
mod components;
mod course;
mod data;
mod engine;
mod event;
mod options;
pub mod rules;
mod state;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use charts::*;
pub use components::*;
pub use data::*;
pub use event::{Arrival, Event, What};
pub use options::{Choice, Options};
pub use state::{
    Crusade, Danes, Done, Field as FieldBattle, March, Pope, Siege, Split, State, TownState, Unit, Whereabouts, Window,
};
