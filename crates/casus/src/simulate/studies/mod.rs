//! What is watched in the battles of each game.

mod arquebus;
mod blind_faith;
mod marignan;
mod suleiman;
