//! Suleiman the Magnificent: Mohács, 29 August 1526, by every Case of its rulebook.
//!
//! [`Suleiman`] is the game; `Match<Suleiman>` plays it. A [`Setup`] is the printed battle or any position.
//!
//! ```
//! use casus_core::{Game, Match, Seeded};
//! use casus_suleiman::{Action, Setup, Side, Suleiman};
//!
//! let mut game = Match::<Suleiman>::new(Setup::default())?;
//! let first = game.actions()[0];
//! let played = game.play(Side::Hungary, first, &mut Seeded::new(1526))?;
//! for event in &played.events {
//!     println!("{}", game.describe(event));
//! }
//! // Why not? Every rule that forbids it, by its Case.
//! let refusals = Suleiman::check(game.state(), Side::Hungary, &Action::Pass).unwrap_err();
//! println!("{refusals}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | For | Look at |
//! |---|---|
//! | the decisions of players, and their words | [`Action`] |
//! | events, each with its Case | [`Event`], [`What`] |
//! | what a side sees | [`View`] |
//! | the exact position | [`State`], [`Unit`], [`Leader`] |
//! | any position, and changes to map, counters and charts | [`Setup`], [`GameDataPatch`], [`ChartsPatch`] |
//! | switches for what the rulebook leaves open | [`Options`], [`Choice`] |
//! | the lists of the rules, and the facts that house rules receive | [`rules`] |
//! | the hexes that a unit could reach, and the forecast of an attack | [`ways`], [`rules::shock::forecast`] |
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
pub use casus_core::cells::{Cell, RoadPatch, RowText, Rows, TablePatch};
pub use casus_core::data::{HexPatch, HexsidePatch, MapPatch};
pub use charts::{
    Charts, ChartsPatch, CombatResult, FireDrms, FireDrmsPatch, Line, Matrix, RangesPatch, Recoil, ShockResult,
    TerrainChart, TerrainPatch, TerrainRow, TerrainRowPatch, Weapon, fire_column, shock_column,
};
pub use components::{
    ALL_FEATURES, Arm, CLEAR, CommandCard, CommandId, Contingent, Counter, FOOT, GUN, LeaderCard, LeaderId, MOUNTED,
    Missile, Piece, Ratings, Replacement, ReplacementPatch, Roster, STREAM, SWAMP, Side, TERRAIN_WORDS, TRENCH, UnitId,
    VILLAGE, Who, inside_bit, trench_inside, trench_outside,
};
pub use data::{
    BannerPost, CounterPatch, Deployment, Entry, GameData, GameDataPatch, Group, LeaderPatch, Post, standard,
};
pub use event::{Chance, Event, Lapse, Loss, Question, Riders, Shut, What};
pub use game::Suleiman;
pub use options::{Choice, Options};
pub use rules::movement::{Way, ways};
pub use setup::{Base, Fallen, LeaderPost, Setup, StartAt, UnitPost};
pub use state::{
    Activation, Approach, Bout, Combat, Condition, CounterCharger, Declared, Done, Going, Kind, Leader, Mode, Run,
    Stand, State, Striker, Target, Unit, Warrant, Whereabouts, Window,
};
pub use view::{ActivationView, DecisionView, DeclaredView, FlightView, LeaderView, UnitView, View};

/// Returns the game as a program of many games takes it.
///
/// ```
/// assert_eq!(casus_suleiman::catalog_game().name(), "suleiman");
/// ```
#[cfg(feature = "catalog")]
#[inline(never)] // Inlined into another crate, it would be compiled there, with all that the game does for programs.
pub fn catalog_game() -> &'static dyn casus_catalog::CatalogGame {
    casus_catalog::catalog_game::<Suleiman>()
}
