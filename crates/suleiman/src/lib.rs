//! Suleiman the Magnificent: Mohács, 29 August 1526, by every Case of its rulebook.
//!
//! [`Suleiman`] is the game; `Match<Suleiman>` plays it. A [`Setup`] is the printed battle or any position. Each module
//! of the rules is a module of the code.
//!
//! # The rulings in force
#![doc = include_str!("../RULINGS.md")]
#![doc(test(attr(deny(warnings))))]

pub(crate) mod action;
mod advice;
mod casebook;
pub mod charts;
pub mod components;
mod course;
pub mod data;
mod engine;
mod event;
mod game;
mod guide;
mod options;
mod picture;
pub mod rules;
pub mod setup;
pub mod state;
mod story;
#[cfg(feature = "proptest")]
pub mod strategies;
mod view;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use charts::{Fate, Recoil, ShockResult};
pub use components::{Arm, CommandId, LeaderId, Missile, Ratings, Side, UnitId};
pub use data::{Kit, standard};
pub use event::{Event, Test, What};
pub use game::Suleiman;
pub use options::{Choice, Options};
pub use rules::movement::{Way, ways};
pub use setup::{Base, Doorway, LeaderPost, Setup, UnitPost};
pub use state::{Condition, Mode, State, Warrant, Whereabouts, Window};
pub use view::{ActivationView, DecisionView, DeclaredView, FlightView, LeaderView, UnitView, View};
