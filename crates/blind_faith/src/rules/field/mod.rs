//! Module 9, Field Battle.

pub(crate) mod assault;
pub(crate) mod deploying;
pub(crate) mod display;
pub(crate) mod ending;
pub(crate) mod fire;
pub(crate) mod rounds;

pub use assault::{ASSAULT_DRMS, AssaultFacts};
pub use deploying::{DEPLOY_BARS, DeployFacts};
pub use fire::{AIM_BARS, AimFacts};
