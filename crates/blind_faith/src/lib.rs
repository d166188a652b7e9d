//! Blind Faith: the Hussite Wars from 1420 to 1444, by every Case of its rulebook.
#![doc(test(attr(deny(warnings))))]

mod action;
mod advice;
mod casebook;
mod charts;
mod components;
mod course;
mod data;
mod engine;
mod event;
mod game;
mod guide;
mod moments;
mod options;
mod picture;
pub mod rules;
mod setup;
mod state;
mod story;
#[cfg(feature = "proptest")]
pub mod strategies;
mod view;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use charts::*;
pub use components::*;
pub use data::*;
pub use event::{Arrival, Event, What};
pub use game::BlindFaith;
pub use options::{Choice, Options};
pub use setup::{Doorway, Setup, TownPost, UnitPost};
pub use state::{
    Crusade, Danes, Done, Field as FieldBattle, Gathering, March, Pope, Siege, Split, State, TownState, Unit,
    Whereabouts, Window,
};
pub use view::{DecisionView, SideView, TownView, UnitView, View};
