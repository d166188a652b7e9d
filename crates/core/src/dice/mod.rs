//! Dice that you pass in, and exact fractions.
//!
//! Rules only roll through [`Dice`], and each [`Throw`] names its Case and its [`Die`]. [`Seeded`] dice are for play,
//! [`Scripted`] dice for given rolls, and [`Recorded`] dice note what was rolled. An [`Odometer`] goes through every
//! possible roll, and gives the probability of each as a [`Ratio`]. A [`Test`] is a throw against a number.
//!
//! May use: `cases`.

pub(crate) mod ratio;
pub(crate) mod test;
pub(crate) mod throw;

pub use ratio::Ratio;
pub use test::{Limit, Test};
pub use throw::{Dice, Die, Fault, Odometer, Recorded, Scripted, Seeded, Throw};
