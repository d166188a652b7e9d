//! Module 13, Melee Combat; with 3.3, 7.4, and the parts of 8.3, 9.1, 9.3 and 9.4 that concern it.
//!
//! `assault` judges which unit may attack which hex, `allotment` which must. The melee is computed (`odds`), fought (`bout`)
//! and followed by the `advance`.

pub(crate) mod advance;
pub(crate) mod allotment;
pub(crate) mod assault;
pub(crate) mod bout;
pub(crate) mod odds;

pub use advance::{ADVANCE_BARS, AdvanceFacts};
pub use allotment::{ALLOT_BARS, AllotFacts, Duties};
pub use assault::{ASSAULT_BARS, AssaultFacts, EndFacts, MELEE_END_BARS};
pub use odds::{Forecast, MELEE_MODIFIERS, MeleeFacts, forecast};
