//! Arquebus: battles of the Italian Wars, 1495 to 1525, by every Case of its rulebook.

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
mod moments;
mod options;
mod picture;
pub mod rules;
mod setup;
mod state;
mod story;
mod view;

pub use action::Action;
pub use casebook::CASEBOOK;
pub use casus_core::cells::{Cell, RowText, Rows, TablePatch};
pub use casus_core::data::{HexPatch, HexsidePatch, MapPatch};
pub use charts::{
    Against, Charts, ChartsPatch, Cup, CupPatch, Fate, FireDrms, FireDrmsPatch, FlightPoints, FlightPointsPatch, Line,
    Points, PointsPatch, RangesPatch, Recoil, Risk, Risks, ShockDrms, ShockDrmsPatch, ShockResult, TerrainChart,
    TerrainRow, TerrainRowPatch, Throws, ThrowsPatch, fire_column, shock_column,
};
pub use components::{
    Arm, BattleCard, BattleId, Counter, FOOT, Faces, GUN, Hexside, Kind, LEADER, LeaderCard, LeaderId, Leaders,
    LeadersPatch, MOUNTED, Missile, Piece, Ratings, Roster, SeizureCounter, SeizureCounters, Side, StandardCard,
    StandardId, Terrain, Tread, UnitId,
};
pub use data::{
    Base, CounterPatch, Deployment, FacePatch, Files, Group, KindPatch, Kit, KitPatch, LeaderPatch, Post,
    Reinforcement, Scenario, ScenarioPatch, Timed, TimedPatch, standard,
};
pub use event::{Chance, Event, Test, What};
pub use game::Arquebus;
pub use options::{Choice, Options};
pub use setup::{Doorway, HandPost, LeaderPost, Setup, StandardPost, UnitPost};
pub use state::{
    Act, Activation, Answer, Condition, Done, Fight, Fray, Hand, Leader, Mark, Mode, Named, Run, Standard, State,
    Streak, Striker, Trace, Unit, Warrant, Whereabouts, Window,
};
pub use view::{ActivationView, AttackView, DecisionView, LeaderView, SideView, UnitView, View};
