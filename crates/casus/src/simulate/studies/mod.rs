//! The statistics of each game's battles.

mod arquebus;
mod blind_faith;
mod marignan;
mod suleiman;
