//! Module 11, Missile Fire.

pub(crate) mod shot;
pub(crate) mod sight;
pub(crate) mod volley;

pub use shot::{AimFacts, SHOT_BARS, SHOT_DRMS, ShotFacts};
pub use sight::Sight;
