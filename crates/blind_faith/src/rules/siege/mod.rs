//! Module 10, Siege Battle.

pub(crate) mod blockade;
pub(crate) mod boxes;
pub(crate) mod guns;
pub(crate) mod pillage;
pub(crate) mod rounds;
pub(crate) mod storm;

pub use guns::{GUN_BARS, GunFacts};
pub use storm::{ROUND_BARS, RoundFacts, STORM_BARS, STORM_DRMS, StormDieFacts, StormFacts};
