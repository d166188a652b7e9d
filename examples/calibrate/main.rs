//! Plays a game many times between steady agents, on all cores, and prints what came of it, so that reconstructed charts
//! can be set by play: `cargo run --release --example calibrate -- marignan`.
//!
//! `--games N` plays so many seeds (400 if not said), from 1 on or `--from N`; `--setup FILE` lays a set-up's own charts and counters
//! over the printed ones; `--scenario ID` plays another battle of the box; `--random SIDE` puts a random agent in that
//! side's chair; `--swap` seats each side's agent in the other's chair.

mod arquebus;
mod blind_faith;
#[path = "../common/mod.rs"]
pub mod common;
#[macro_use]
#[path = "../common/games.rs"]
mod games;
mod marignan;
mod suleiman;

use casus_belli::core::person::runner::read_setup;
use casus_belli::core::{Advice, Agent, Cite, Outcome, Random, Seeded, Sided, Steady, watched};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "calibrate GAME [--games N] [--from N] [--setup FILE] [--scenario ID] [--random SIDE] [--swap]";

/// What is watched in a game's battles, and how it is told.
pub trait Study: Advice {
    /// What is remembered in the course of one battle.
    type Witness: Default + Send;
    /// Sets a set-up to a scenario; `false` if there is none of that name.
    fn scenario(setup: &mut Self::Setup, id: &str) -> bool;
    /// What is known before any battle: exact odds of named combats.
    ///
    /// # Errors
    /// What cannot be weighed.
    fn exact(_: &Self::Setup) -> Result<String, String> {
        Ok(String::new())
    }
    /// Looks at an event, in the state after it.
    fn see(w: &mut Self::Witness, s: &Self::State, event: &Self::Event, t: &mut Tally);
    /// Looks at the end.
    fn end(w: Self::Witness, s: &Self::State, end: Option<(Outcome<Self::Side>, Cite)>, t: &mut Tally);
    /// Tells what came of it.
    fn report(t: &mut Tally, setup: &Self::Setup) -> String;
}

/// So many of each.
pub type Count = BTreeMap<String, usize>;

/// What came of one battle, or of many.
#[derive(Debug, Default)]
pub struct Tally {
    counts: BTreeMap<&'static str, Count>,
    numbers: BTreeMap<&'static str, Vec<usize>>,
    times: Vec<Duration>,
}

impl Tally {
    /// Counts something of a kind.
    pub fn add(&mut self, kind: &'static str, key: impl Into<String>, n: usize) {
        let count = self.counts.entry(kind).or_default();
        *count.entry(key.into()).or_default() += n;
    }
    /// Notes a number of this battle.
    pub fn note(&mut self, kind: &'static str, n: usize) {
        self.numbers.entry(kind).or_default().push(n);
    }
    /// What was counted of a kind.
    pub fn count(&self, kind: &str) -> Count {
        self.counts.get(kind).cloned().unwrap_or_default()
    }
    /// So many battles.
    pub fn games(&self) -> usize {
        self.times.len()
    }
    fn join(&mut self, other: Self) {
        for (kind, count) in other.counts {
            for (key, n) in count {
                self.add(kind, key, n);
            }
        }
        for (kind, mut list) in other.numbers {
            self.numbers.entry(kind).or_default().append(&mut list);
        }
        self.times.extend(other.times);
    }
    /// The shares of a kind, line by line.
    pub fn shares(&self, out: &mut String, title: &str, kind: &str, whole: usize) {
        let _ = writeln!(out, "{title}");
        for (key, n) in &self.count(kind) {
            let _ = writeln!(out, "  {key:<28} {:>5.1} %", percent(*n, whole));
        }
    }
    /// The median of a number, and where it lies in 95 battles of 100.
    pub fn spread(&mut self, out: &mut String, title: &str, kind: &'static str) {
        let list = self.numbers.entry(kind).or_default();
        list.sort_unstable();
        if list.is_empty() {
            let _ = writeln!(out, "{title:<22} never");
            return;
        }
        let at = |mil: usize| list[(list.len() - 1) * mil / 1000];
        let _ = writeln!(
            out,
            "{title:<22} median {}, 95 of 100 between {} and {}, at most {}",
            at(500),
            at(25),
            at(975),
            at(1000)
        );
    }
    /// How long the battles took.
    pub fn clock(&mut self, out: &mut String) {
        self.times.sort_unstable();
        let n = self.times.len();
        let _ = writeln!(
            out,
            "time of a battle       median {:.3} s, at most {:.3} s",
            self.times[(n - 1) / 2].as_secs_f64(),
            self.times[n - 1].as_secs_f64()
        );
    }
}

/// A share in percent.
#[expect(clippy::cast_precision_loss, reason = "counts of pieces and games")]
pub fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// What was asked.
struct Orders {
    game: String,
    games: u64,
    from: u64,
    setup: Option<String>,
    scenario: Option<String>,
    random: Vec<String>,
    swap: bool,
}

impl Orders {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let games = casus_belli::GAMES.join(", ");
        let game = args.next().ok_or_else(|| format!("which game? There are: {games}"))?;
        if !casus_belli::GAMES.contains(&game.as_str()) {
            return Err(format!("no game is called `{game}`; there are: {games}"));
        }
        let mut orders = Self {
            game,
            games: 400,
            from: 1,
            setup: None,
            scenario: None,
            random: Vec::new(),
            swap: false,
        };
        while let Some(flag) = args.next() {
            if flag == "--swap" {
                orders.swap = true;
                continue;
            }
            let value = args.next().ok_or(format!("`{flag}` wants a value"))?;
            match flag.as_str() {
                "--games" | "--from" => match value.parse() {
                    Ok(n) if (1..=1_000_000).contains(&n) => *orders.number(&flag) = n,
                    _ => {
                        return Err(format!("`{flag} {value}`: a whole number from 1 to 1000000"));
                    }
                },
                "--setup" => orders.setup = Some(value),
                "--scenario" => orders.scenario = Some(value),
                "--random" => orders.random.push(value),
                _ => return Err(format!("`{flag}` is no flag")),
            }
        }
        Ok(orders)
    }

    fn number(&mut self, flag: &str) -> &mut u64 {
        if flag == "--from" {
            &mut self.from
        } else {
            &mut self.games
        }
    }

    /// The seeds that are played.
    fn seeds(&self) -> core::ops::Range<u64> {
        self.from..self.from + self.games
    }
}

/// Who sits where.
struct Chairs<S> {
    /// The sides that random agents play.
    random: Vec<S>,
    /// Each agent sits in the other's chair.
    swapped: bool,
}

/// The agent in a side's chair.
fn chair<G: Study>(side: G::Side, seed: u64, chairs: &Chairs<G::Side>) -> Box<dyn Agent<G>> {
    let own = seed * 2 + (side.index() as u64 ^ u64::from(chairs.swapped));
    if chairs.random.contains(&side) {
        Box::new(Random::new(own))
    } else {
        Box::new(Steady::new(own))
    }
}

fn battle<G: Study>(setup: &G::Setup, seed: u64, seats: &Chairs<G::Side>) -> Tally {
    let begun = Instant::now();
    let mut state = G::begin(setup).expect("it has begun before");
    let mut chairs: Vec<Box<dyn Agent<G>>> = G::Side::ALL.iter().map(|&side| chair::<G>(side, seed, seats)).collect();
    let mut chairs: Vec<&mut dyn Agent<G>> = chairs.iter_mut().map(|c| &mut **c as _).collect();
    let (mut witness, mut tally) = (G::Witness::default(), Tally::default());
    let play = watched::<G>(&mut state, &mut chairs, &mut Seeded::new(seed), 200_000, |s, events| {
        for event in events {
            G::see(&mut witness, s, event, &mut tally);
        }
    });
    tally.times.push(begun.elapsed());
    tally.note("actions", play.actions);
    G::end(witness, &state, play.outcome, &mut tally);
    tally
}

/// Plays the seeds on all cores.
fn campaign<G: Study>(setup: &G::Setup, seeds: core::ops::Range<u64>, seats: &Chairs<G::Side>) -> Tally {
    let (next, sum) = (AtomicU64::new(seeds.start), Mutex::new(Tally::default()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let tally = battle::<G>(setup, seed, seats);
                    sum.lock().expect("no thread panics").join(tally);
                }
            });
        }
    });
    sum.into_inner().expect("no thread panics")
}

fn study<G: Study>(orders: &Orders) -> Result<String, String> {
    let mut setup = match &orders.setup {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
            read_setup::<G>(path, &text)?
        }
        None => read_setup::<G>("set-up.json", "{}")?,
    };
    if let Some(id) = &orders.scenario
        && !G::scenario(&mut setup, id)
    {
        return Err(format!("`--scenario {id}`: no such scenario"));
    }
    let mut random = Vec::new();
    for word in &orders.random {
        let sides: Vec<&str> = G::Side::ALL.iter().map(|s| s.word()).collect();
        let side = G::Side::named(word).ok_or_else(|| format!("`--random {word}`: {}", sides.join(" or ")))?;
        random.push(side);
    }
    G::begin(&setup).map_err(|faults| faults.to_string())?;
    let exact = G::exact(&setup)?;
    let begun = Instant::now();
    let seats = Chairs {
        random,
        swapped: orders.swap,
    };
    let mut tally = campaign::<G>(&setup, orders.seeds(), &seats);
    let chairs: Vec<String> = G::Side::ALL
        .iter()
        .map(|s| {
            let kind = if seats.random.contains(s) { "random" } else { "steady" };
            format!("{} {kind}", s.word())
        })
        .collect();
    Ok(format!(
        "{} battles, seeds {} to {}; {}{}\n{}{exact}in {:.0} s\n",
        orders.games,
        orders.from,
        orders.seeds().end - 1,
        chairs.join(", "),
        if orders.swap { ", their agents swapped" } else { "" },
        G::report(&mut tally, &setup),
        begun.elapsed().as_secs_f64()
    ))
}

fn main() -> ExitCode {
    if common::args().any(|a| a == "--help" || a == "-h") {
        common::say(&format!("usage: {USAGE}\n"));
        return ExitCode::SUCCESS;
    }
    let orders = match Orders::read(common::args()) {
        Ok(orders) => orders,
        Err(complaint) => return common::refuse(&format!("{complaint}\nusage: {USAGE}")),
    };
    match of_game!(orders.game.as_str(), study(&orders)).flatten() {
        Ok(text) => {
            common::say(&text);
            ExitCode::SUCCESS
        }
        Err(complaint) => common::refuse(&complaint),
    }
}
