//! Blind Faith: the Hussite Wars from 1420 to 1444, with every Case of its rulebook.
//!
//! [`BlindFaith`] is the game; `Match<BlindFaith>` plays it. A [`Setup`] is the printed campaign, or any position.
//!
//! ```
//! use casus_blind_faith::{Action, BlindFaith, Setup, Side};
//! use casus_core::{Game, Match, Seeded};
//!
//! let mut game = Match::<BlindFaith>::new(Setup::default())?;
//! let played = game.play(Side::Imperial, Action::LegateOut, &mut Seeded::new(1420))?;
//! for event in &played.events {
//!     println!("{}", game.describe(event));
//! }
//! // Why not? Every rule that forbids it, by its Case.
//! let refusals = BlindFaith::check(game.state(), Side::Imperial, &Action::EndPhase).unwrap_err();
//! println!("{refusals}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | For | Look at |
//! |---|---|
//! | actions, and how they are written | [`Action`] |
//! | events, and the Case of each | [`Event`], [`What`] |
//! | what a side sees | [`View`] |
//! | the exact position | [`State`], [`Unit`], [`TownState`] |
//! | set-ups of any position, with changes to the map, counters and charts | [`Setup`], [`GameDataPatch`], [`ChartsPatch`] |
//! | the switches for optional rules, and for what the rulebook leaves open | [`Options`], [`Choice`] |
//! | the rule lists, and the facts that house rules receive | [`rules`] |
//!
#![doc = include_str!("guide-links.txt")]
#![doc = include_str!("../GUIDE.md")]
//!
//! # The rulings in force
#![doc = include_str!("../RULINGS.md")]
#![doc(test(attr(deny(warnings))))]

mod action;
mod advice;
pub mod battles;
mod casebook;
mod charts;
mod components;
mod data;
mod dispatch;
mod engine;
mod event;
mod game;
mod guide;
mod options;
mod picture;
pub mod rules;
mod setup;
mod state;
mod story;
#[cfg(feature = "proptest")]
pub mod strategies;
#[cfg(feature = "catalog")]
mod study;
mod timing;
mod view;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use charts::*;
pub use components::*;
pub use data::*;
pub use event::{Arrival, Event, What};
pub use game::BlindFaith;
pub use options::{Choice, Options};
pub use setup::{Prepared, Setup, StartAt, TownPost, UnitPost};
pub use state::{
    Crusade, Danes, Done, Field as FieldBattle, Gathering, March, Pope, Siege, Split, State, TownState, Unit,
    Whereabouts, Window,
};
pub use view::{DecisionView, SideView, TownView, UnitView, View};

/// Returns the game as a program of many games takes it.
///
/// ```
/// assert_eq!(casus_blind_faith::catalog_game().name(), "blind_faith");
/// ```
#[cfg(feature = "catalog")]
#[inline(never)] // Inlined into another crate, it would be compiled there, with all that the game does for programs.
pub fn catalog_game() -> &'static dyn casus_catalog::CatalogGame {
    casus_catalog::catalog_game::<BlindFaith>()
}
