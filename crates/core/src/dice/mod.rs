//! What fell: dice that are handed in, and exact fractions.
//!
//! No rule throws but through [`Dice`], and each [`Throw`] names its Case and its [`Die`]. Dice are [`Seeded`] for play,
//! [`Scripted`] for a position that is looked at, [`Recorded`] for a journal; an [`Odometer`] walks through all that may
//! fall, with a [`Ratio`] for each way.
//!
//! May use: `cases`.

pub(crate) mod ratio;
pub(crate) mod throw;

pub use ratio::Ratio;
pub use throw::{Dice, Die, Fault, Odometer, Recorded, Scripted, Seeded, Throw};
