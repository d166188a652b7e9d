//! The rules, a module of the rulebook each.

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
pub mod rebuilding;
pub(crate) mod sequence;
pub mod siege;
pub(crate) mod stacking;
pub(crate) mod succession;
pub(crate) mod victory;
pub(crate) mod years_end;
