//! The rules: a module for each of the rulebook.

pub mod command;
pub mod commanders;
pub mod facing;
pub mod fire;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod retreat;
pub mod rout;
pub mod scenarios;
pub mod sequence;
pub mod stacking;
pub mod zones;
