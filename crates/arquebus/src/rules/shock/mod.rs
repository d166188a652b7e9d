//! Module 12, Shock; with the Continued Attacks of 14.7.

pub(crate) mod advancing;
pub(crate) mod charging;
pub(crate) mod countering;
pub(crate) mod declaring;
pub(crate) mod duty;
pub(crate) mod phases;
pub(crate) mod striking;
pub(crate) mod withdrawing;

pub use advancing::{ADVANCE_BARS, AdvanceFacts, FOLLOW_BARS, ORDER_BARS};
pub use charging::{CHARGE_BARS, DeclareFacts};
pub use declaring::{ATTACK_BARS, SHOCK_BARS};
pub use duty::{DUTY_BARS, DutyFacts};
pub use striking::{Forecast, SHOCK_DRMS, StrikeFacts, forecast};
pub use withdrawing::{WITHDRAW_BARS, WithdrawFacts};
