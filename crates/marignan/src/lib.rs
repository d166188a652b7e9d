//! Marignan 1515: the battle of 13 and 14 September 1515 between the French and the Swiss.
//!
//! [`Marignan`] is the game; `Match<Marignan>` plays it. A [`Setup`] is one of the two printed scenarios or any position. Each
//! module of the rules is a module of the code.
//!
//! # The rulings
#![doc = include_str!("../RULINGS.md")]

pub mod action;
pub mod advice;
pub mod casebook;
pub mod charts;
pub mod components;
pub mod data;
mod engine;
pub mod event;
pub mod game;
mod guide;
pub mod options;
mod picture;
pub mod rules;
pub mod setup;
pub mod state;
mod story;
#[cfg(feature = "proptest")]
pub mod strategies;
pub mod view;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use charts::{Check, MeleeResult, Toll};
pub use components::{Arm, Bonus, Class, CommanderId, CorpsId, Face, Protection, Side, UnitId};
pub use data::{
    ArmiesPatch, ClockPatch, ColumnPatch, CommanderFacePatch, CommanderPatch, CorpsPatch, CounterPatch, FacePatch,
    HexPatch, HexesPatch, HexsidePatch, Kit, KitPatch, MapPatch, PostPatch, standard,
};
pub use event::{Event, What};
pub use rules::fire::fire_strength;
pub use game::Marignan;
pub use rules::movement::{Stride, Way, ways};
pub use options::{Choice, Options};
pub use setup::{Base, CommanderPost, CorpsPost, Doorway, Setup, UnitPost, WorkPost};
pub use state::{Condition, Marks, Phase, State, Whereabouts, Why, Work};
pub use view::{CommanderView, CorpsView, UnitView, View};
