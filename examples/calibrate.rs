//! Plays a game many times between steady agents and prints what came of it: `cargo run --release --example calibrate
//! -- suleiman`.
//!
//! `--games N` plays another number, `--hungary random` and `--ottoman random` put a random agent in a chair.

pub mod common;

use casus_belli::core::{Agent, Game, Outcome, Random, Seeded, Sided, Steady, watched};
use casus_belli::suleiman::{
    Arm, Condition, Event, Missile, Setup, Side, State, Suleiman, What, Whereabouts,
};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

type Count = BTreeMap<String, usize>;

#[derive(Default)]
struct Tally {
    games: usize,
    ends: Count,
    activations: Vec<usize>,
    actions: Vec<usize>,
    times: Vec<Duration>,
    acted: Count,
    first_struck: Count,
    causes: Count,
    results: Count,
    lost: Count,
    retired: Count,
    began: Count,
    ended_disordered: Count,
}

fn add(count: &mut Count, key: impl Into<String>) {
    *count.entry(key.into()).or_default() += 1;
}

fn one(setup: &Setup, seed: u64, random: [bool; 2]) -> Tally {
    let mut t = Tally {
        games: 1,
        ..Tally::default()
    };
    let begun = Instant::now();
    let mut state = Suleiman::begin(setup).expect("it has begun before");
    let mut chairs: Vec<Box<dyn Agent<Suleiman>>> = Side::ALL
        .iter()
        .map(|side| -> Box<dyn Agent<Suleiman>> {
            let own = seed * 2 + side.index() as u64;
            if random[side.index()] {
                Box::new(Random::new(own))
            } else {
                Box::new(Steady::<Suleiman>::new(own))
            }
        })
        .collect();
    let mut chairs: Vec<&mut dyn Agent<Suleiman>> =
        chairs.iter_mut().map(|a| &mut **a as _).collect();
    let mut dice = Seeded::new(seed);
    let mut cause: BTreeMap<u8, String> = BTreeMap::new();
    let mut activations = 0;
    let mut struck_first = false;
    let mut acted: Vec<String> = Vec::new();
    let play = watched::<Suleiman>(
        &mut state,
        &mut chairs,
        &mut dice,
        100_000,
        |s: &State, events: &[Event]| {
            let roster = &s.kit().roster;
            for e in events {
                match &e.what {
                    What::Activated { command, .. } => {
                        activations += 1;
                        let word = roster.command_word(*command).to_owned();
                        if !acted.contains(&word) {
                            acted.push(word);
                        }
                    }
                    What::Fired {
                        firer,
                        target,
                        result,
                        ..
                    } => {
                        let gun = s.missile(*firer) == Missile::Gun;
                        cause.insert(
                            target.0,
                            if gun { "guns" } else { "bows and muskets" }.to_owned(),
                        );
                        add(&mut t.results, format!("fire: {result}"));
                    }
                    What::Struck {
                        attackers,
                        defender,
                        charge,
                        result,
                        ..
                    } => {
                        let table = if *charge { "charge" } else { "shock" };
                        add(&mut t.results, format!("{table}: {result}"));
                        cause.insert(defender.0, table.to_owned());
                        for a in attackers {
                            cause.insert(a.0, "recoil".to_owned());
                        }
                        if !struck_first && s.side(*defender) == Side::Ottoman {
                            struck_first = true;
                            add(
                                &mut t.first_struck,
                                roster.command_word(s.counter(*defender).command),
                            );
                        }
                    }
                    What::Eliminated { unit } | What::Retired { unit, .. } => {
                        let why = cause
                            .get(&unit.0)
                            .cloned()
                            .unwrap_or_else(|| "other".to_owned());
                        let points = match (&e.what, s.arm(*unit)) {
                            (What::Retired { .. }, _) => 1,
                            (_, Arm::Artillery) => 0,
                            (_, a) if a.men_at_arms() => 3,
                            _ => 2,
                        };
                        *t.causes.entry(why).or_default() += points;
                    }
                    _ => {}
                }
            }
        },
    );
    t.times.push(begun.elapsed());
    t.actions.push(play.actions);
    t.activations.push(activations);
    for word in acted {
        add(&mut t.acted, word);
    }
    add(
        &mut t.ends,
        match play.outcome {
            Some((Outcome::Win(side), _)) => side.word().to_owned(),
            Some((Outcome::AllLose, _)) => "both lost".to_owned(),
            Some((Outcome::Draw | Outcome::Stalemate, _)) => "stalemate".to_owned(),
            None => "unended".to_owned(),
        },
    );
    for u in state.unit_ids() {
        let unit = state.unit(u);
        if unit.at == Whereabouts::Absent {
            continue;
        }
        let key = format!("{} {}", state.side(u).word(), state.arm(u).short());
        add(&mut t.began, key.clone());
        if unit.at == Whereabouts::Lost {
            add(&mut t.lost, key);
        } else if unit.condition == Condition::Retired {
            add(&mut t.retired, key);
        } else if unit.condition == Condition::Disordered {
            add(&mut t.ended_disordered, key);
        }
    }
    t
}

impl Tally {
    fn join(&mut self, o: Self) {
        self.games += o.games;
        self.activations.extend(o.activations);
        self.actions.extend(o.actions);
        self.times.extend(o.times);
        for (mine, theirs) in [
            (&mut self.ends, o.ends),
            (&mut self.acted, o.acted),
            (&mut self.first_struck, o.first_struck),
            (&mut self.causes, o.causes),
            (&mut self.results, o.results),
            (&mut self.lost, o.lost),
            (&mut self.retired, o.retired),
            (&mut self.began, o.began),
            (&mut self.ended_disordered, o.ended_disordered),
        ] {
            for (k, n) in theirs {
                *mine.entry(k).or_default() += n;
            }
        }
    }
    fn print(&mut self) {
        self.activations.sort_unstable();
        self.actions.sort_unstable();
        self.times.sort_unstable();
        let n = self.games;
        let pc = |k: usize, n: usize| 100.0 * k as f64 / n.max(1) as f64;
        println!("{n} games");
        for (k, v) in &self.ends {
            println!("  {k}: {v} ({:.1} %)", pc(*v, n));
        }
        let q = |v: &[usize], p: usize| v[(v.len() - 1) * p / 1000];
        println!(
            "activations: median {}, 2.5 % {}, 97.5 % {}, max {}",
            q(&self.activations, 500),
            q(&self.activations, 25),
            q(&self.activations, 975),
            q(&self.activations, 1000)
        );
        println!(
            "actions: median {}, max {}",
            q(&self.actions, 500),
            q(&self.actions, 1000)
        );
        println!(
            "time: median {:?}, max {:?}",
            self.times[n / 2],
            self.times[n - 1]
        );
        for (what, count) in [
            ("acted", &self.acted),
            ("first Ottoman wing struck", &self.first_struck),
        ] {
            println!("{what}:");
            for (k, v) in count {
                println!("  {k}: {:.1} %", pc(*v, n));
            }
        }
        let all: usize = self.causes.values().sum();
        println!("points by cause:");
        for (k, v) in &self.causes {
            println!("  {k}: {:.1} %", pc(*v, all));
        }
        println!(
            "by arm: lost, retired, disordered at the end, in percent of those that began or came"
        );
        for (k, v) in &self.began {
            let of = |c: &Count| pc(c.get(k).copied().unwrap_or(0), *v);
            println!(
                "  {k:<14} {:>5.1} {:>5.1} {:>5.1}",
                of(&self.lost),
                of(&self.retired),
                of(&self.ended_disordered)
            );
        }
        println!("results:");
        for (k, v) in &self.results {
            println!("  {k}: {v}");
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = common::args().collect();
    let flag = |name: &str| {
        args.iter()
            .position(|a| a == name)
            .and_then(|i| args.get(i + 1))
    };
    let games: u64 = flag("--games").and_then(|v| v.parse().ok()).unwrap_or(400);
    let random = ["--hungary", "--ottoman"].map(|f| flag(f).is_some_and(|v| v == "random"));
    let mut setup = Setup::default();
    if let Some(path) = flag("--setup") {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) => return common::refuse(&format!("{path}: {e}")),
        };
        setup = match casus_belli::core::runner::read_setup::<Suleiman>(path, &text) {
            Ok(setup) => setup,
            Err(e) => return common::refuse(&e),
        };
    }
    if let Err(faults) = Suleiman::begin(&setup) {
        return common::refuse(&faults.to_string());
    }
    let next = AtomicU64::new(1);
    let sum = Mutex::new(Tally::default());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed > games {
                        break;
                    }
                    let t = one(&setup, seed, random);
                    sum.lock().expect("no thread panics").join(t);
                }
            });
        }
    });
    sum.into_inner().expect("no thread panics").print();
    println!("in {:?}", begun.elapsed());
    ExitCode::SUCCESS
}
