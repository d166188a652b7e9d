//! The rules: one module here for each module of the rulebook.
//!
//! A prohibition, or a change of a number, is an entry of a named list. It reads as the rulebook prints it: its Case, its
//! words, its condition. Each list is evaluated on facts, which are all public, so that house rules
//! ([`Laws`](casus_core::Laws)) can forbid, modify and repeal by the name of a list. Modules depend on each other in one
//! direction only. Only `dispatch` knows which module handles which stage.
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
