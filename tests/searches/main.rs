//! The searches that the games make for a player, compared with brute force on small boards.

mod arquebus;
#[path = "../common/mod.rs"]
mod common;
mod marignan;
mod suleiman;
