//! Marignan 1515: the battle of 13 and 14 September 1515 between the French and the Swiss.
//!
//! This is the groundwork of the game, not yet the game: every Case of its rulebook with the rulings that read it
//! ([`CASEBOOK`]). Nothing here plays.
//!
//! # The rulings
#![doc = include_str!("../RULINGS.md")]

pub mod casebook;

pub use casebook::CASEBOOK;
