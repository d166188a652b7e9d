//! Marignan 1515: the battle of 13 and 14 September 1515 between the French and the Swiss.
//!
//! [`Marignan`] is the game; `Match<Marignan>` plays it. A [`Setup`] is one of the two printed scenarios or any position.
//!
//! ```
//! use casus_core::{Game, Match, Seeded};
//! use casus_marignan::{Action, Marignan, Setup, Side};
//!
//! let mut game = Match::<Marignan>::new(Setup::default())?;
//! let first = game.actions()[0];
//! let played = game.play(Side::French, first, &mut Seeded::new(1515))?;
//! for event in &played.events {
//!     println!("{}", game.describe(event));
//! }
//! // Why not? Every rule that forbids it, by its Case.
//! let refusals = Marignan::check(game.state(), Side::French, &Action::Done).unwrap_err();
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
//! | the exact position | [`State`], [`Unit`], [`Commander`], [`Corps`] |
//! | set-ups of any position, with changes to the map, counters and charts | [`Setup`], [`GameDataPatch`], [`ChartsPatch`] |
//! | the switches for what the rulebook leaves open | [`Options`], [`Choice`] |
//! | the rule lists, and the facts that house rules receive | [`rules`] |
//! | where units can move, and forecasts of a shot or a melee | [`ways`], [`rules::fire::forecast`], [`rules::melee::forecast`] |
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
pub use casus_core::cells::ColumnsPatch;
pub use casus_core::data::{HexPatch, HexsidePatch, MapPatch};
pub use charts::{
    Charts, ChartsPatch, Check, Costs, Disorder, FireModifiers, MeleeModifiers, MeleeResult, SlopeRow, TerrainRow,
    TerrainTable, Toll,
};
pub use components::{
    Arm, BRIDGE, Bonus, CANAL, CLEAR, Class, CommanderCard, CommanderFace, CommanderId, CorpsCard, CorpsId, Counter,
    DENSE, FARM, FORTIFICATION, Face, GRAND_CANAL, MOST_COMMANDERS, MOST_CORPS, MOST_MORALE, MOST_PLACES, MOST_UNITS,
    Piece, Protection, RIVER, Roster, Side, TERRAIN_WORDS, UnitId, VILLAGE, WATER, behind_bit, behind_fortification,
};
pub use data::{
    Armies, ArmiesPatch, Clock, ClockPatch, Column, ColumnPatch, CommanderFacePatch, CommanderPatch, CorpsPatch,
    CounterPatch, Deployment, FacePatch, GameData, GameDataPatch, HexesPatch, Post, PostPatch, Scenario, standard,
};
pub use event::{Chance, Event, Reading, What};
pub use game::Marignan;
pub use options::{Choice, Options};
pub use rules::fire::fire_strength;
pub use rules::movement::{Crossing, Stride, Way, ways};
pub use setup::{Base, CommanderPost, CorpsPost, Setup, StartAt, UnitPost, WorkPost};
pub use state::combat::{Bout, BoutAt, Mode, Party, Shot, ShotAt};
pub use state::pieces::{Commander, CommanderSet, Condition, Corps, Marks, Plight, Unit, Whereabouts, Work};
pub use state::position::State;
pub use state::run::Run;
pub use state::stage::Why;
pub use state::turn::{Course, Night, Phase};
pub use view::{CommanderView, CorpsView, DecisionView, InHandView, PhaseView, Ratings, UnitView, View, WorkView};

/// Returns the game as a program of many games takes it.
///
/// ```
/// assert_eq!(casus_marignan::catalog_game().name(), "marignan");
/// ```
#[cfg(feature = "catalog")]
#[inline(never)] // Inlined into another crate, it would be compiled there, with all that the game does for programs.
pub fn catalog_game() -> &'static dyn casus_catalog::CatalogGame {
    casus_catalog::catalog_game::<Marignan>()
}
