//! Module 6, Movement, with the parts on movement of 3.1, 3.2.4, 5.1.1, 7.3.1, 7.5.2, 10.3, 12.2.1, 14.3 and 15.1.

pub(crate) mod costs;
pub(crate) mod facing;
pub(crate) mod riding;
pub(crate) mod segment;
pub(crate) mod step;
pub(crate) mod taking;
pub(crate) mod ways;

pub use costs::{STEP_COSTS, StepFacts};
pub use facing::{HALT_BARS, HaltFacts, TURN_BARS, TurnFacts};
pub use riding::{RIDE_BARS, RideFacts};
pub use step::{ENTRY_BARS, STEP_BARS};
pub use taking::{LeaderFacts, TAKE_BARS, TAKE_LEADER_BARS, TakeFacts};
pub use ways::{Way, ways};
