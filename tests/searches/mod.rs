//! The searches that the games make for a player, compared with brute force on small boards.

mod arquebus;
mod marignan;
mod suleiman;
