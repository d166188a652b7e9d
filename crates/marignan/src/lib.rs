//! Marignan 1515: the battle of 13 and 14 September 1515 between the French and the Swiss.
//!
//! [`Marignan`] is the game; `Match<Marignan>` plays it. A [`Setup`] is one of the two printed scenarios or any position, and
//! a [`KitPatch`] in it changes map, counters and charts. A [`State`] answers what stands where; an [`Action`] is one small
//! decision, an [`Event`] what came of it, and a [`View`] what a side sees. [`rules`] holds the rules: a module for each of
//! the rulebook.
//!
#![doc = include_str!("../GUIDE.md")]
//!
//! # The rulings in force
#![doc = include_str!("../RULINGS.md")]
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
pub use casus_core::cells::ColumnsPatch;
pub use casus_core::data::{HexPatch, HexsidePatch, MapPatch};
pub use charts::{
    Charts, ChartsPatch, Check, Costs, Disorder, FireModifiers, MeleeModifiers, MeleeResult, SlopeRow, TerrainRow,
    TerrainTable, Toll,
};
pub use components::{
    Arm, BRIDGE, Bonus, CANAL, CLEAR, Class, CommanderCard, CommanderFace, CommanderId, CorpsCard, CorpsId, Counter,
    DENSE, FARM, FORTIFICATION, Face, GRAND_CANAL, MOST_COMMANDERS, MOST_CORPS, MOST_PLACES, MOST_UNITS, Piece,
    Protection, RIVER, Roster, Side, TERRAIN_WORDS, UnitId, VILLAGE, WATER, behind_bit, behind_fortification,
};
pub use data::{
    Armies, ArmiesPatch, Clock, ClockPatch, Column, ColumnPatch, CommanderFacePatch, CommanderPatch, CorpsPatch,
    CounterPatch, Deployment, FacePatch, HexesPatch, Kit, KitPatch, Post, PostPatch, Scenario, standard,
};
pub use event::{Event, Reading, What};
pub use game::Marignan;
pub use options::{Choice, Options};
pub use rules::fire::fire_strength;
pub use rules::movement::{Crossing, Stride, Way, ways};
pub use setup::{Base, CommanderPost, CorpsPost, Doorway, Setup, UnitPost, WorkPost};
pub use state::combat::{Bout, BoutAt, Losses, Mode, Party, Shot, ShotAt};
pub use state::pieces::{Commander, CommanderSet, Condition, Corps, Marks, Unit, Whereabouts, Work};
pub use state::position::State;
pub use state::run::{Contact, ContactAt, Escort, Flight, Run, Then};
pub use state::stage::{Stage, Tests, Why};
pub use state::turn::{Course, Night, Phase};
pub use view::{CommanderView, CorpsView, DecisionView, InHandView, PhaseView, Ratings, UnitView, View, WorkView};
