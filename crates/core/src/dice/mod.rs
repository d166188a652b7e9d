//! What fell: dice that are handed in, and exact fractions.
//!
//! No rule throws but through [`Dice`], and each [`Throw`] names its Case and its [`Die`]. Dice are [`Seeded`] for play,
//! [`Scripted`] for a position that is looked at, [`Recorded`] for a journal; an [`Odometer`] walks through all that may
//! fall, with a [`Ratio`] for each way. A [`Test`] is a throw against a number.
//!
//! May use: `cases`.

pub(crate) mod ratio;
pub(crate) mod test;
pub(crate) mod throw;

pub use ratio::Ratio;
pub use test::{Limit, Test};
pub use throw::{Dice, Die, Fault, Odometer, Recorded, Scripted, Seeded, Throw};
