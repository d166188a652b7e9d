//! Suleiman the Magnificent: Mohács, 29 August 1526, by every Case of its rulebook.
//!
//! [`Suleiman`] is the game; `Match<Suleiman>` plays it. A [`Setup`] is the printed battle or any position. Each module
//! of the rules is a module of the code.
//!
//! # The rulings in force
#![doc = include_str!("../RULINGS.md")]
#![doc(test(attr(deny(warnings))))]

pub mod action;
pub mod activation;
pub mod advice;
pub mod casebook;
pub mod charge;
pub mod charts;
pub mod components;
mod concepts;
pub mod data;
pub mod deployment;
mod engine;
pub mod event;
pub mod fire;
mod game;
mod guide;
pub mod leaders;
pub mod movement;
pub mod options;
mod picture;
pub mod rally;
pub mod reinforcements;
pub mod results;
pub mod setup;
pub mod shock;
pub mod standards;
pub mod state;
mod story;
#[cfg(feature = "proptest")]
pub mod strategies;
pub mod victory;
pub mod view;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use charts::{Fate, Recoil, ShockResult};
pub use components::{Arm, CommandId, LeaderId, Missile, Ratings, Side, UnitId};
pub use data::{Kit, standard};
pub use event::{Event, Test, What};
pub use fire::Mode;
pub use game::Suleiman;
pub use movement::{Way, ways};
pub use options::{Choice, Options};
pub use setup::{Base, Doorway, LeaderPost, Setup, UnitPost};
pub use state::{Condition, State, Warrant, Whereabouts, Window};
pub use view::{LeaderView, UnitView, View};
