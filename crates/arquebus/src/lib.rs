//! Arquebus: battles of the Italian Wars, 1495 to 1525, by every Case of its rulebook.

mod action;
mod casebook;
mod charts;
mod components;
mod course;
mod data;
mod engine;
mod event;
mod options;
pub mod rules;
mod state;

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
pub use options::{Choice, Options};
