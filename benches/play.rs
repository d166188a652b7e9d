//! Measures random play, in actions per second and by kind of decision, and battles between steady agents.
//!
//! `cargo bench -p casus-benches --bench play [-- GAMES [ROUNDS] [BATTLE]]`

mod common;

use casus_belli::arquebus::{self, Arquebus};
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::{Advice, Agent, Game, Seeded, Sided, Steady, playout};
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::{self, Suleiman};
use std::time::{Duration, Instant};

/// Returns the time of the first set-up of the process, which reads the game's data, and the best time of later ones.
fn first_and_later<G: Game>(setup: &G::Setup) -> (Duration, Duration) {
    let begin = || {
        let start = Instant::now();
        let state = G::begin(setup);
        let time = start.elapsed();
        assert!(state.is_ok());
        time
    };
    (begin(), (0..1_000).map(|_| begin()).min().unwrap_or_default())
}

/// Plays battles between steady agents on one thread. Reports the median and longest time and the number of actions.
fn steady<G: Advice>(setup: &G::Setup, games: u64) -> String {
    let mut times = Vec::new();
    let mut actions = 0;
    for seed in 1..=games {
        let start = Instant::now();
        let mut state = G::begin(setup).expect("it has begun before");
        let own = |side: &G::Side| Steady::<G>::new(seed * 2 + side.index() as u64);
        let mut agents: Vec<Steady<G>> = G::Side::ALL.iter().map(own).collect();
        let mut chairs: Vec<&mut dyn Agent<G>> = Vec::new();
        chairs.extend(agents.iter_mut().map(|a| a as &mut dyn Agent<G>));
        let play = playout(&mut state, &mut chairs, &mut Seeded::new(seed), 1_000_000);
        assert!(play.outcome.is_some(), "seed {seed} has no end");
        actions += play.actions;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let median = times[(times.len() - 1) / 2];
    let longest = times[times.len() - 1];
    format!(
        "{games} battles between steady agents, {} actions each: {median:.0?} in the median, {longest:.0?} at most",
        actions as u64 / games
    )
}

/// Prints the cost of one battle, with random play and with steady agents.
fn battle<G: Advice>(name: &str, setup: &G::Setup, games: u64, rounds: usize) {
    let (first, later) = first_and_later::<G>(setup);
    println!("{name}: the first set-up takes {first:.1?}, a later one {later:.1?}");
    print!("{}", common::play::<G>(name, setup, games, rounds));
    println!("\n{}\n", steady::<G>(setup, games));
}

fn main() {
    // `cargo bench` passes `--bench`. Without it this is a test that the benchmark still runs.
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let measured = words.iter().any(|a| a == "--bench");
    words.retain(|a| !a.starts_with('-'));
    let mut numbers = words.iter().filter_map(|a| a.parse().ok());
    let games = numbers.next().unwrap_or(if measured { 40 } else { 1 });
    let rounds = numbers.next().unwrap_or(if measured { 7 } else { 1 }) as usize;
    let named: Vec<&String> = words.iter().filter(|a| a.parse::<u64>().is_err()).collect();
    let asked = |name: &str| named.is_empty() || named.iter().any(|n| name.contains(n.as_str()));
    if asked("suleiman") {
        battle::<Suleiman>("suleiman", &suleiman::Setup::default(), games, rounds);
    }
    for scenario in ["first-day", "two-days"] {
        let name = format!("marignan, {scenario}");
        if asked(&name) {
            let setup = marignan::Setup {
                scenario: Some(scenario.to_owned()),
                ..marignan::Setup::default()
            };
            battle::<Marignan>(&name, &setup, games, rounds);
        }
    }
    for base in arquebus::Base::ALL {
        let name = format!("arquebus, {base}");
        if asked(&name) {
            let setup = arquebus::Setup {
                base,
                ..arquebus::Setup::default()
            };
            battle::<Arquebus>(&name, &setup, games, rounds);
        }
    }
    if asked("blind_faith") {
        // With the long war: in random play the queen seldom survives, and the campaign would be short.
        let setup = blind_faith::Setup {
            options: vec![blind_faith::Choice::LongWar],
            ..blind_faith::Setup::default()
        };
        battle::<BlindFaith>("blind_faith", &setup, games, rounds);
    }
}
