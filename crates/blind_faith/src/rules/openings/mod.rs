//! Openings: for each decision, the prohibitions of asking for it: sides that never decide it, and times when it is not open.
//!
//! The engine judges the list before it opens the decision, and reports the same reasons for an action that is asked for at another
//! time. What a piece may do when its decision is open is judged by lists of their own.

pub(crate) mod campaign;
pub(crate) mod facts;
pub(crate) mod field;
pub(crate) mod siege;
pub(crate) mod turn;

pub use campaign::{CAMPAIGN_OPENING, GARRISON_OPENING, GATHER_OPENING, INTERCEPT_OPENING, MARCH_OPENING};
pub use facts::OpeningFacts;
pub use field::{ASSAULT_OPENING, DEPLOY_OPENING, FIRE_OPENING, RETREAT_OPENING, RETURN_FIRE_OPENING};
pub use siege::{
    BLOCKADE_OPENING, BREACH_OPENING, GUNS_OPENING, LOSSES_OPENING, PARRY_OPENING, ROUND_OPENING, STORM_OPENING,
};
pub use turn::{
    ARRIVE_OPENING, AWARD_OPENING, CHANGE_OPENING, CLAIM_OPENING, CRUSADE_OPENING, DANES_OPENING, DISOWN_OPENING,
    LEGATE_START_OPENING, MUSTER_OPENING, REBUILD_OPENING, UPKEEP_OPENING,
};
