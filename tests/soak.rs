//! Whole games of every game at random, to their end: no violation, no dead end, no endless game.
//!
//! `CASUS_GAMES=2000 cargo test -p casus-tests --release soak -- --nocapture` plays two thousand games of each (five hundred
//! of each of the four battles of Arquebus) and prints the number of decisions of each kind.

use crate::tutorial;
use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::core::{Agent, Log, Random, Seat, Seeded, Turn};
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_belli::testkit::strategies::Trial;
use std::collections::BTreeMap;
use std::time::Instant;
use tutorial::game::Bridge;

/// The greatest number of actions of a game.
const LIMIT: usize = 200_000;

fn games() -> u64 {
    std::env::var("CASUS_GAMES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(40)
}

/// The end of a game, or what failed.
fn one<G: Trial>(
    opening: &G::Setup,
    seed: u64,
    kinds: &mut BTreeMap<&'static str, u64>,
) -> Result<(usize, String), String> {
    let mut state = G::begin(opening).map_err(|e| e.to_string())?;
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let mut log = Log::off();
    let mut listed = Vec::new();
    for actions in 0..LIMIT {
        let (side, what) = match G::turn(&state) {
            Turn::Over { outcome, cite } => {
                G::audit(&state).map_err(|e| e.to_string())?;
                return Ok((actions, format!("{outcome:?} ({cite})")));
            }
            Turn::Decide { side, what, .. } => (side, what),
        };
        *kinds.entry(what).or_default() += 1;
        listed.clear();
        G::actions(&state, &mut listed);
        if listed.is_empty() {
            return Err(format!("a dead end at {what} after {actions} actions"));
        }
        let i = Agent::<G>::choose(&mut agent, Seat::new(&state, side, &listed)) % listed.len();
        let words = if actions % 64 == 0 {
            let words = G::spell(&state, &listed[i]);
            G::check(&state, side, &listed[i]).map_err(|r| format!("`{words}`: {r}"))?;
            words
        } else {
            String::new()
        };
        G::apply(&mut state, &listed[i], &mut dice, &mut log);
        if actions % 16 == 0 {
            G::audit(&state).map_err(|e| format!("{e}, after {actions} actions ({words})"))?;
        }
    }
    Err(format!("no end after {LIMIT} actions"))
}

/// Plays a battle; `share` divides the number of games for battles of this length.
fn soak<G: Trial>(scenario: &str, share: u64) {
    let openings = G::openings();
    let found = openings.iter().find(|(name, _)| *name == scenario);
    let (_, opening) = found.expect("a scenario of the game");
    let (mut kinds, mut ends) = (BTreeMap::new(), BTreeMap::<String, u64>::new());
    let (mut total, mut broken) = (0, Vec::new());
    let start = Instant::now();
    let many = games().div_ceil(share);
    for seed in 0..many {
        match one::<G>(opening, seed, &mut kinds) {
            Ok((actions, end)) => {
                total += actions;
                *ends.entry(end).or_default() += 1;
            }
            Err(e) => broken.push(format!("{} seed {seed}: {e}", G::NAME)),
        }
    }
    println!("{}, {scenario}: {many} games, {total} actions in {:.1} s", G::NAME, start.elapsed().as_secs_f64());
    for (end, n) in &ends {
        println!("  {n:>8}  {end}");
    }
    for (kind, n) in &kinds {
        println!("  {n:>8}  {kind}");
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn suleiman() {
    soak::<Suleiman>("mohacs", 1);
}

#[test]
fn marignan_first_day() {
    soak::<Marignan>("first-day", 1);
}

#[test]
fn marignan_two_days() {
    soak::<Marignan>("two-days", 1);
}

#[test]
fn arquebus_fornovo() {
    soak::<Arquebus>("Fornovo", 4);
}

#[test]
fn arquebus_cerignola() {
    soak::<Arquebus>("Cerignola", 4);
}

#[test]
fn arquebus_ravenna() {
    soak::<Arquebus>("Ravenna", 4);
}

#[test]
fn arquebus_pavia() {
    soak::<Arquebus>("Pavia", 4);
}

#[test]
fn blind_faith() {
    soak::<BlindFaith>("hussite-wars", 4);
}

/// Chance never spares the queen for long. The years continue until her end.
#[test]
fn blind_faith_long_war() {
    soak::<BlindFaith>("long-war", 8);
}

#[test]
fn bridge() {
    soak::<Bridge>("ponterosso", 1);
}
