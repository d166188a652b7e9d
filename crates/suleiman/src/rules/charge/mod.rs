//! Module 9, Charging: Charges, Reluctance and Counter-Charges. It also rolls for the evasion of 8.2.1, a similar test.

pub(crate) mod approach;
pub(crate) mod counter;
pub(crate) mod nerve;
pub(crate) mod path;

pub use approach::{CHARGE_END_BARS, CHARGE_TURN_BARS, CLOSE_BARS, CloseFacts};
pub use counter::{COUNTER_BARS, CounterFacts, FORWARD_BARS, ForwardFacts, WHEEL_BARS, WheelFacts};
pub use nerve::{COUNTER_DRMS, EVADE_DRMS, NerveFacts, RELUCTANCE_DRMS};
pub use path::{Leave, PATH_BARS, PathFacts};
