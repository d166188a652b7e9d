//! The rules: what players may do, and what follows from it. Each module of the rulebook is a module here.
//!
//! A rule that forbids an action or changes a number is an entry of a named list. It reads as the rulebook prints it: its
//! Case, its text, its condition. Each list is checked against the facts of its question, which are all public, so that
//! house rules ([`Laws`](casus_core::Laws)) can change it: they forbid, modify and repeal by the name of a list. The modules
//! use each other in one direction only. Only `dispatch` knows which module handles which stage.
//!
//! May use: `action`, `casebook`, `charts`, `components`, `data`, `engine`, `event`, `options`, `state`.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a closure accepts facts of any lifetime; a method path accepts only those of one lifetime"
)]

pub mod activation;
pub mod charge;
pub(crate) mod charisma;
pub mod command;
pub(crate) mod concepts;
pub mod fire;
pub mod ground;
pub mod joining;
pub mod leaders;
pub mod movement;
pub mod openings;
pub mod rally;
pub(crate) mod reinforcements;
pub mod results;
pub mod retreat;
pub mod seizing;
pub(crate) mod sequence;
pub mod shock;
pub mod special;
pub(crate) mod stacking;
pub(crate) mod standards;
pub mod victory;
pub(crate) mod windows;
