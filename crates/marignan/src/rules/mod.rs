//! The rules in the order of the rulebook: one file for each module, a folder for a long module.
//!
//! Prohibitions of an action form a list of [`Bars`](casus_core::Bars), changes of a number a list of
//! [`Modifiers`](casus_core::Modifiers). Each entry cites its Case. A list is evaluated on facts, and house rules
//! ([`Laws`](casus_core::Laws)) receive the same facts:
//!
//! ```
//! use casus_core::cases::entry;
//! use casus_core::{Casebook, Laws, Match, Standing, cite_in};
//! use casus_marignan::rules::fire::SHOT_BARS;
//! use casus_marignan::{Arm, Marignan, Setup};
//!
//! static RAIN: Casebook = Casebook::house("Rain", &[entry("1.1", "Wet Matches", Standing::Rule, "rain.rs")]);
//!
//! let wet = SHOT_BARS
//!     .entry(cite_in!(RAIN, "1.1"), "in the rain it fires at adjacent hexes only")
//!     .when(|f| f.unit.place(), |f| f.range > 1 && f.s.arm(f.unit) != Arm::Artillery);
//! let laws = Laws::of(&RAIN).forbid(&SHOT_BARS, wet);
//! let game = Match::<Marignan>::under(Setup::default(), &laws).unwrap();
//! assert!(!game.state().laws().are_printed());
//! ```
//!
//! May use: `state`, `engine`, `action`, `event`, `components`, `charts`, `data`, `options`, `casebook`.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a closure accepts facts of any lifetime; a method path accepts only those of one lifetime"
)]

pub(crate) mod command;
pub mod commanders;
pub(crate) mod facing;
pub mod fire;
pub(crate) mod lists;
pub mod melee;
pub(crate) mod morale;
pub mod movement;
pub mod openings;
pub mod retreat;
pub mod rout;
pub mod scenarios;
pub mod sequence;
pub(crate) mod stacking;
pub mod testing;
pub(crate) mod zones;
