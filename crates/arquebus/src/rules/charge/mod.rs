//! Module 13, Charging and Counter-Charging.

pub(crate) mod counter;
pub(crate) mod path;
pub(crate) mod placing;
pub(crate) mod tracing;

pub use counter::{COUNTER_BARS, COUNTER_DRMS, CounterFacts};
pub use path::{PATH_BARS, PathFacts};
pub use tracing::{TRACE_BARS, TRACE_TURN_BARS, TraceFacts};
