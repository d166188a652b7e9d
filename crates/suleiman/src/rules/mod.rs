//! The rules: a module of the rulebook is a module here.

pub mod activation;
pub mod charge;
pub(crate) mod concepts;
pub mod deployment;
pub mod fire;
pub mod leaders;
pub mod movement;
pub mod rally;
pub mod reinforcements;
pub mod results;
pub mod shock;
pub mod standards;
pub mod victory;
