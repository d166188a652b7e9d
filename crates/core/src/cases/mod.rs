//! The numbered rules of a rulebook, what they forbid, and what they add.
//!
//! A [`Casebook`] has every Case; a [`Cite`] names one, and a Case that the book lacks does not compile. Rules stand in
//! lists: [`Bars`] forbid, and what they say is a [`Refusal`]; [`Modifiers`] add, and what they give is a line of a
//! [`Ledger`]. [`Laws`] say which are in force: those printed, or house rules besides. [`catalogue`] is the casebook for people.
//!
//! May use: `geometry`.

pub(crate) mod case;
pub mod catalogue;
pub(crate) mod laws;
pub(crate) mod ledger;
pub mod measures;
pub(crate) mod refusal;
pub(crate) mod rule;

pub use case::{Book, Casebook, Cite, Entry, Ruling, Standing, entry, ruling, switch};
pub use laws::{Laws, Listed, Named};
pub use ledger::{Ledger, Line, Shift};
pub use measures::{Bound, Measure};
pub use refusal::{Refusal, Refusals, Verdict};
pub use rule::{Bar, Bars, Heading, Modifier, Modifiers, Question, Rule, Share, Violation, give};
