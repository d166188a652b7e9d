//! Module 12, Fire Combat; with 3.2 (facing and fire) and 7.3 (the fire bonus).
//!
//! `shot` judges which unit may fire at what, along a line of `sight`. A shot is aimed at a hex (`aim`), its firers are
//! named (`draft`), it is computed (`odds`) and fired (`volley`). Stars take units (`losses`) and put commanders at risk
//! (`risk`), in a melee too.

pub(crate) mod aim;
pub(crate) mod draft;
pub(crate) mod losses;
pub(crate) mod odds;
pub(crate) mod risk;
pub(crate) mod shot;
pub(crate) mod sight;
pub(crate) mod volley;

pub use aim::{AIM_BARS, AimFacts, could_fire};
pub use draft::{LOOSE_BARS, POOL_BARS, PoolFacts};
pub use odds::{FIRE_MODIFIERS, Forecast, STRENGTH, VolleyFacts, forecast};
pub use risk::{RISK_MODIFIERS, RiskFacts};
pub use shot::{ARTILLERY_RANGE, OTHER_RANGE, SHOT_BARS, ShotFacts, fire_strength};
