//! What may be done, and what comes of it? The rules: a module of the rulebook is a module here.
//!
//! A rule that forbids or that changes a number is an entry of a named list, and reads as the rulebook prints it: its Case,
//! its words, its condition. Each list is asked about the facts of its question, which are all public, so that house rules
//! ([`Laws`](casus_core::Laws)) can take its place: they forbid, modify and repeal by the name of a list. A module uses
//! others in one direction only; which of them is asked at what stage only `dispatch` knows.
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
