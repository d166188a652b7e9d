//! Searches that the engines make for a player, compared with brute force on small boards.

#[path = "../common/mod.rs"]
mod common;
mod marignan;
mod suleiman;
