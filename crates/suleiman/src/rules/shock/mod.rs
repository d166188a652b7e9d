//! Module 8, Shock Combat; with the Continued Attacks of 10.5.

pub(crate) mod advancing;
pub(crate) mod bouts;
pub(crate) mod declaring;
pub(crate) mod reacting;
pub(crate) mod striking;

pub use advancing::{ADVANCE_BARS, AdvanceFacts};
pub use declaring::{ATTACK_BARS, CHARGE_BARS, DUTY_BARS, DeclareFacts, DutyFacts, SHOCK_BARS};
pub use reacting::{WITHDRAW_BARS, WithdrawFacts};
pub use striking::{Forecast, SHOCK_DRMS, StrikeFacts, forecast};
