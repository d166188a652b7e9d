//! Module 7, Movement, and 8, Facing, with the parts on movement of 5.3, 6.1, 10.0, 11.2, 14.4, 14.5 and 15.2.

pub(crate) mod alone;
pub(crate) mod costs;
pub(crate) mod duties;
pub(crate) mod escort;
pub(crate) mod facing;
pub(crate) mod leaving;
pub(crate) mod mounting;
pub(crate) mod segment;
pub(crate) mod step;
pub(crate) mod taking;
pub(crate) mod ways;

pub use alone::{AloneFacts, CARRY_BARS, RIDE_BARS, RIDE_COSTS};
pub use costs::{STEP_COSTS, StepFacts};
pub use duties::{END_BARS, EndFacts};
pub use escort::{ESCORT_BARS, EscortFacts};
pub use facing::{HALT_BARS, HaltFacts, TURN_BARS, TurnFacts};
pub use leaving::{EXIT_BARS, EXIT_COSTS, ExitFacts};
pub use mounting::{MOUNT_BARS, MountFacts};
pub use step::{ENTRY_BARS, STEP_BARS};
pub use taking::{LeaderFacts, TAKE_BARS, TAKE_LEADER_BARS, TakeFacts};
pub use ways::{Way, rides, ways};
