//! Arquebus: battles of the Italian Wars, 1495 to 1525, by every Case of its rulebook.
//!
//! [`Arquebus`] is the game; `Match<Arquebus>` plays it. A [`Setup`] is one of the four battles or any position.
//!
//! ```
//! use casus_core::{Game, Match, Seeded};
//! use casus_arquebus::{Action, Arquebus, Base, Setup, Side};
//!
//! let mut game = Match::<Arquebus>::new(Setup { base: Base::Ravenna, ..Setup::default() })?;
//! let first = game.actions()[0];
//! let played = game.play(Side::France, first, &mut Seeded::new(1512))?;
//! for event in &played.events {
//!     println!("{}", game.describe(event));
//! }
//! // Why not? Every rule that forbids it, by its Case.
//! let refusals = Arquebus::check(game.state(), Side::France, &Action::Pass).unwrap_err();
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
//! | the exact position | [`State`], [`Unit`], [`Leader`], [`Standard`] |
//! | any position, and changes to map, armies and charts | [`Setup`], [`GameDataPatch`], [`ChartsPatch`] |
//! | switches for what the rulebook leaves open | [`Options`], [`Choice`] |
//! | the lists of the rules, and the facts that house rules receive | [`rules`] |
//! | the hexes that a piece could reach | [`ways`], [`rules::movement::rides`] |
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
pub use casus_core::cells::{Cell, RowText, Rows, TablePatch};
pub use casus_core::data::{HexPatch, HexsidePatch, MapPatch};
pub use charts::{
    Against, Charts, ChartsPatch, CombatResult, Cup, CupPatch, FireDrms, FireDrmsPatch, FlightPoints,
    FlightPointsPatch, Line, Points, PointsPatch, RangesPatch, Recoil, Risk, Risks, ShockDrms, ShockDrmsPatch,
    ShockResult, TerrainChart, TerrainRow, TerrainRowPatch, Throws, ThrowsPatch, fire_column, shock_column,
};
pub use components::{
    Arm, BattleCard, BattleId, Counter, FOOT, Faces, GUN, Hexside, Kind, LEADER, LeaderCard, LeaderId, Leaders,
    LeadersPatch, MOUNTED, Missile, Piece, Ratings, Roster, SeizureCounter, SeizureCounters, Side, StandardCard,
    StandardId, Terrain, Tread, UnitId, Who,
};
pub use data::{
    Base, CounterPatch, Deployment, Exit, ExitPatch, FacePatch, Files, GameData, GameDataPatch, Group, Joining,
    JoiningPatch, KindPatch, LeaderPatch, Post, Reinforcement, Scenario, ScenarioPatch, Timed, TimedPatch, standard,
};
pub use event::{Chance, Event, Shut, What};
pub use game::Arquebus;
pub use options::{Choice, Options};
pub use rules::movement::{Way, ways};
pub use setup::{HandPost, LeaderPost, Setup, StandardPost, StartAt, UnitPost};
pub use state::{
    Act, Activation, Answer, Attack, Combat, Coming, Condition, Done, Entry, Hand, Leader, Mode, Named, Run, Standard,
    State, Streak, Striker, Target, Trace, Unit, Warrant, Whereabouts, Window,
};
pub use view::{ActivationView, AttackView, DecisionView, LeaderView, SideView, UnitView, View};

/// Returns the game as a program of many games takes it.
///
/// ```
/// assert_eq!(casus_arquebus::catalog_game().name(), "arquebus");
/// ```
#[cfg(feature = "catalog")]
#[inline(never)] // Inlined into another crate, it would be compiled there, with all that the game does for programs.
pub fn catalog_game() -> &'static dyn casus_catalog::CatalogGame {
    casus_catalog::catalog_game::<Arquebus>()
}
