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

pub mod arrivals;
pub mod campaign;
pub mod crusade;
pub(crate) mod danes;
pub(crate) mod events;
pub mod field;
pub mod florins;
pub mod garrison;
pub mod interception;
pub mod legates;
pub mod march;
pub mod openings;
pub(crate) mod paying;
pub mod rebuilding;
pub(crate) mod sequence;
pub mod siege;
pub(crate) mod stacking;
pub(crate) mod succession;
pub mod taking;
pub(crate) mod victory;
pub(crate) mod years_end;
