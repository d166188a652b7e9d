//! Module 13, Melee Combat; with 3.3, 7.4, and what 8.3, 9.1, 9.3 and 9.4 say of it.
//!
//! `assault` says which unit may attack what, `allotment` who must; the melee is worked out (`odds`), fought
//! (`bout`) and followed by the `advance`.

pub(crate) mod advance;
pub(crate) mod allotment;
pub(crate) mod assault;
pub(crate) mod bout;
pub(crate) mod odds;

pub use advance::{ADVANCE_BARS, AdvanceFacts};
pub use allotment::{ALLOT_BARS, AllotFacts, Duties};
pub use assault::{ASSAULT_BARS, AssaultFacts, EndFacts, MELEE_END_BARS};
pub use odds::{Forecast, MELEE_MODIFIERS, MeleeFacts, forecast};
