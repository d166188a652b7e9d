//! Suleiman.

pub mod casebook;
pub mod charts;
pub mod components;
pub mod data;
