//! Random play, actions a second, by kind of decision. `cargo bench --bench play [-- GAMES [ROUNDS]]`

mod common;

use casus_belli::core::Game;
use casus_belli::suleiman::{Setup, Suleiman};
use std::time::{Duration, Instant};

/// How long the first set-up of the process takes, which reads the game's data, and the best of those after it.
fn first_and_later<G: Game>(setup: &G::Setup) -> (Duration, Duration) {
    let begin = || {
        let start = Instant::now();
        let state = G::begin(setup);
        let time = start.elapsed();
        assert!(state.is_ok());
        time
    };
    (
        begin(),
        (0..1_000).map(|_| begin()).min().unwrap_or_default(),
    )
}

fn suleiman(games: u64, rounds: usize) {
    let setup = Setup::default();
    let (first, later) = first_and_later::<Suleiman>(&setup);
    println!("suleiman: the first set-up takes {first:.1?}, a later one {later:.1?}");
    print!("{}", common::play::<Suleiman>(&setup, games, rounds));
}

fn main() {
    // `cargo bench` says so; without it this is a test that the bench still runs.
    let measured = std::env::args().any(|a| a == "--bench");
    let mut numbers = std::env::args().filter_map(|a| a.parse().ok());
    let games = numbers.next().unwrap_or(if measured { 40 } else { 1 });
    let rounds = numbers.next().unwrap_or(if measured { 7 } else { 1 });
    suleiman(games, rounds as usize);
}
