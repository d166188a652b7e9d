//! Module 14, Scenarios: set-up and entry of the armies, the end of play, and the night between the days.
//!
//! The French set up (`deployment`) and the Swiss enter (`entry`). Turns and days end by the `clock`. In the `night` units
//! are placed again, by rules shared with the set-up (`placing`), and the French build their `works`.

pub(crate) mod clock;
pub(crate) mod deployment;
pub(crate) mod entry;
pub(crate) mod night;
pub(crate) mod placing;
pub(crate) mod works;

pub use deployment::{PLACE_BARS, deployed};
pub use night::{FALL_BACK_BARS, FallBackFacts, NIGHT_PLACE_BARS, NIGHT_TAKE_BARS, NightTakeFacts, Reaches};
pub use placing::PlaceFacts;
pub use works::{BUILD_BARS, BuildFacts};
