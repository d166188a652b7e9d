//! The numbered rules of a rulebook, what they forbid, and what they add.
//!
//! A *Case* is a numbered rule of a rulebook. A [`Casebook`] has every Case of its rulebook. A [`Cite`] names one Case;
//! in a `const`, a Case that the book lacks does not compile. Rules are entries of lists. [`Bars`] are lists of
//! prohibitions: each entry that forbids gives a [`Refusal`]. [`Modifiers`] are lists of values: each entry that
//! applies gives a line of a [`Ledger`]. [`Laws`] say which rules are in force: the printed ones, or those with house
//! rules. [`catalogue`] prints a casebook for people.
//!
//! May use: `geometry`.

pub(crate) mod case;
pub mod catalogue;
pub(crate) mod laws;
pub(crate) mod ledger;
pub mod measures;
pub(crate) mod refusal;
pub(crate) mod rule;

pub use case::{
    Book, CaseInfo, Casebook, Cite, CitedAt, Entry, Ruling, SourceLine, Standing, cited, entry, ruling, switch,
};
pub use laws::{Laws, Listed, Named};
pub use ledger::{Ledger, Line, Shift};
pub use measures::{Bound, Measure};
pub use refusal::{Refusal, Refusals, Verdict};
pub use rule::{Bar, Bars, EntryHead, Modifier, Modifiers, Question, Rule, Share, Violation, give};
