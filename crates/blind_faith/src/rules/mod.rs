//! The rules, a module of the rulebook each.

pub mod arrivals;
pub mod crusade;
pub(crate) mod danes;
pub(crate) mod events;
pub mod florins;
pub(crate) mod legates;
pub mod rebuilding;
pub(crate) mod sequence;
pub(crate) mod stacking;
pub(crate) mod succession;
pub(crate) mod victory;
pub(crate) mod years_end;
