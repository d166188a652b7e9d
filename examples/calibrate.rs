//! Plays a game many times between steady agents, on all cores, and prints what came of it, so that reconstructed charts
//! can be set by play: `cargo run --release --example calibrate -- suleiman`.
//!
//! `--games N` plays so many seeds, from 1 on (400 if not said); `--setup FILE` lays a set-up's own charts and counters
//! over the printed ones; `--random SIDE` puts a random agent in that side's chair.

pub mod common;

use casus_belli::core::runner::read_setup;
use casus_belli::core::{
    Agent, Budget, Game, Match, Odds, Outcome, Random, Ratio, Seeded, Sided, Steady, odds, watched,
};
use casus_belli::suleiman::charts::{Fate, Recoil};
use casus_belli::suleiman::shock::{Going, forecast};
use casus_belli::suleiman::victory;
use casus_belli::suleiman::{
    Action, Condition, Event, Missile, Setup, Side, State, Suleiman, UnitId, What, Whereabouts,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "calibrate suleiman [--games N] [--setup FILE] [--random SIDE]";

/// What was asked.
struct Orders {
    games: u64,
    setup: Option<String>,
    random: [bool; 2],
}

impl Orders {
    fn read(args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut orders = Self {
            games: 400,
            setup: None,
            random: [false; 2],
        };
        let mut args = args;
        match args.next().as_deref() {
            Some("suleiman") => {}
            Some(other) => return Err(format!("no game is called `{other}`")),
            None => return Err("which game? There is: suleiman".to_owned()),
        }
        while let Some(flag) = args.next() {
            let value = args.next().ok_or(format!("`{flag}` wants a value"))?;
            match flag.as_str() {
                "--games" => match value.parse() {
                    Ok(n) if (1..=1_000_000).contains(&n) => orders.games = n,
                    _ => {
                        return Err(format!(
                            "`--games {value}`: a whole number from 1 to 1000000"
                        ));
                    }
                },
                "--setup" => orders.setup = Some(value),
                "--random" => match Side::named(&value) {
                    Some(side) => orders.random[side.index()] = true,
                    None => return Err(format!("`--random {value}`: Hungary or Ottoman")),
                },
                _ => return Err(format!("`{flag}` is no flag")),
            }
        }
        Ok(orders)
    }
}

type Count = BTreeMap<String, usize>;

fn add(count: &mut Count, key: impl Into<String>, n: usize) {
    *count.entry(key.into()).or_default() += n;
}

/// What came of one battle, or of many.
#[derive(Default)]
struct Tally {
    ends: Count,
    acted: Count,
    first_struck: Count,
    /// Flight Level Points by what caused them.
    causes: Count,
    results: Count,
    began: Count,
    lost: Count,
    retired: Count,
    disordered: Count,
    activations: Vec<usize>,
    actions: Vec<usize>,
    times: Vec<Duration>,
}

impl Tally {
    fn counts(&mut self) -> [&mut Count; 9] {
        [
            &mut self.ends,
            &mut self.acted,
            &mut self.first_struck,
            &mut self.causes,
            &mut self.results,
            &mut self.began,
            &mut self.lost,
            &mut self.retired,
            &mut self.disordered,
        ]
    }
    fn join(&mut self, mut other: Self) {
        for (mine, theirs) in self.counts().into_iter().zip(other.counts()) {
            for (key, n) in core::mem::take(theirs) {
                add(mine, key, n);
            }
        }
        self.activations.append(&mut other.activations);
        self.actions.append(&mut other.actions);
        self.times.append(&mut other.times);
    }
}

/// The agent in a side's chair.
fn chair(side: Side, seed: u64, random: [bool; 2]) -> Box<dyn Agent<Suleiman>> {
    let own = seed * 2 + side.index() as u64;
    if random[side.index()] {
        Box::new(Random::new(own))
    } else {
        Box::new(Steady::new(own))
    }
}

/// Who has caused what befalls a unit, as far as the battle has been told.
#[derive(Default)]
struct Witness {
    blame: BTreeMap<u8, &'static str>,
    /// Who is Retired: its point is counted already.
    retired: Vec<u8>,
    acted: Vec<String>,
    activations: usize,
    struck: bool,
    tally: Tally,
}

impl Witness {
    /// Counts Flight Level Points to whatever was last thrown at a unit.
    fn charge(&mut self, unit: UnitId, points: usize) {
        let by = self.blame.get(&unit.0).copied();
        add(&mut self.tally.causes, by.unwrap_or("other causes"), points);
    }
    fn see(&mut self, s: &State, event: &Event) {
        let roster = &s.kit().roster;
        match &event.what {
            What::Activated { command, .. } => {
                self.activations += 1;
                let word = roster.command_word(*command);
                if !self.acted.iter().any(|w| w == word) {
                    self.acted.push(word.to_owned());
                }
            }
            What::Fired {
                firer,
                target,
                result,
                ..
            } => {
                let gun = s.missile(*firer) == Missile::Gun;
                let by = if gun { "guns" } else { "bows and muskets" };
                self.blame.insert(target.0, by);
                add(&mut self.tally.results, format!("fire   {result}"), 1);
            }
            What::Struck {
                attackers,
                defender,
                charge,
                result,
                ..
            } => {
                let by = if *charge { "Charges" } else { "Shocks" };
                let table = if *charge { "charge" } else { "shock " };
                add(&mut self.tally.results, format!("{table} {result}"), 1);
                self.blame.insert(defender.0, by);
                for a in attackers {
                    self.blame.insert(a.0, "their own attacks");
                }
                if !self.struck && s.side(*defender) == Side::Ottoman {
                    self.struck = true;
                    let wing = roster.command_word(s.counter(*defender).command);
                    add(&mut self.tally.first_struck, wing, 1);
                }
            }
            What::Eliminated { unit } => {
                let paid = usize::from(self.retired.contains(&unit.0));
                let points = victory::points(s.arm(*unit)) as usize;
                self.charge(*unit, points.saturating_sub(paid));
            }
            What::Retired { unit, .. } if !self.retired.contains(&unit.0) => {
                self.retired.push(unit.0);
                self.charge(*unit, 1);
            }
            What::Became { unit, .. } => self.retired.retain(|&u| u != unit.0),
            _ => {}
        }
    }
}

fn battle(setup: &Setup, seed: u64, random: [bool; 2]) -> Tally {
    let begun = Instant::now();
    let mut state = Suleiman::begin(setup).expect("it has begun before");
    let [mut first, mut second] = [Side::Hungary, Side::Ottoman].map(|x| chair(x, seed, random));
    let mut witness = Witness::default();
    let play = watched::<Suleiman>(
        &mut state,
        &mut [&mut *first, &mut *second],
        &mut Seeded::new(seed),
        100_000,
        |s, events| events.iter().for_each(|e| witness.see(s, e)),
    );
    let mut t = witness.tally;
    t.times.push(begun.elapsed());
    t.actions.push(play.actions);
    t.activations.push(witness.activations);
    for word in witness.acted {
        add(&mut t.acted, word, 1);
    }
    let end = match play.outcome {
        Some((Outcome::Win(side), _)) => side.word(),
        Some((Outcome::AllLose, _)) => "both lost",
        Some((Outcome::Draw | Outcome::Stalemate, _)) => "stalemate",
        None => "unended",
    };
    add(&mut t.ends, end, 1);
    for u in state.unit_ids() {
        let unit = state.unit(u);
        let key = format!("{} {}", state.side(u).word(), state.arm(u).short());
        match (unit.at, unit.condition) {
            (Whereabouts::Absent, _) => continue,
            (Whereabouts::Lost, _) => add(&mut t.lost, key.as_str(), 1),
            (_, Condition::Retired) => add(&mut t.retired, key.as_str(), 1),
            (_, Condition::Disordered) => add(&mut t.disordered, key.as_str(), 1),
            (_, Condition::Normal) => {}
        }
        add(&mut t.began, key, 1);
    }
    t
}

/// Plays the seeds on all cores.
fn campaign(setup: &Setup, games: u64, random: [bool; 2]) -> Tally {
    let (next, sum) = (AtomicU64::new(1), Mutex::new(Tally::default()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed > games {
                        break;
                    }
                    let tally = battle(setup, seed, random);
                    sum.lock().expect("no thread panics").join(tally);
                }
            });
        }
    });
    sum.into_inner().expect("no thread panics")
}

#[expect(clippy::cast_precision_loss, reason = "counts of pieces and games")]
fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn report(t: &mut Tally, setup: &Setup) -> String {
    let mut out = String::new();
    let n = t.times.len();
    t.activations.sort_unstable();
    t.actions.sort_unstable();
    t.times.sort_unstable();
    let shares = |out: &mut String, title: &str, count: &Count, whole: usize| {
        let _ = writeln!(out, "{title}");
        for (key, k) in count {
            let _ = writeln!(out, "  {key:<20} {:>5.1} %", percent(*k, whole));
        }
    };
    shares(&mut out, "won by, or how it ended", &t.ends, n);
    let at = |list: &[usize], mil: usize| list[(list.len() - 1) * mil / 1000];
    let _ = writeln!(
        out,
        "activations            median {}, 95 of 100 between {} and {}, at most {}",
        at(&t.activations, 500),
        at(&t.activations, 25),
        at(&t.activations, 975),
        at(&t.activations, 1000)
    );
    let _ = writeln!(
        out,
        "actions                median {}, at most {}",
        at(&t.actions, 500),
        at(&t.actions, 1000)
    );
    let _ = writeln!(
        out,
        "time of a battle       median {:.3} s, at most {:.3} s",
        t.times[(n - 1) / 2].as_secs_f64(),
        t.times[n - 1].as_secs_f64()
    );
    shares(&mut out, "commands that acted", &t.acted, n);
    shares(
        &mut out,
        "the first Ottoman wing struck",
        &t.first_struck,
        n,
    );
    let points: usize = t.causes.values().sum();
    shares(&mut out, "Flight Level Points by cause", &t.causes, points);
    let _ = writeln!(
        out,
        "of those that began or came   lost   Retired   Disordered at the end"
    );
    for (key, whole) in &t.began {
        let of = |c: &Count| percent(c.get(key).copied().unwrap_or(0), *whole);
        let _ = writeln!(
            out,
            "  {key:<24} {:>5.1} % {:>7.1} % {:>10.1} %",
            of(&t.lost),
            of(&t.retired),
            of(&t.disordered)
        );
    }
    let _ = writeln!(out, "results of each table (0: never)");
    let s = Suleiman::begin(setup).expect("it has begun before");
    let charts = &s.kit().charts;
    let mut cells: Vec<String> = Vec::new();
    for (table, word) in [(&charts.shock, "shock "), (&charts.charge, "charge")] {
        for row in table.rows() {
            cells.extend((0..2).map(|c| format!("{word} {}", table.get(row, c))));
        }
    }
    for row in charts.fire.rows() {
        cells.extend((0..4).map(|c| format!("fire   {}", charts.fire.get(row, c))));
    }
    cells.sort();
    cells.dedup();
    for cell in cells {
        let k = t.results.get(&cell).copied().unwrap_or(0);
        let _ = writeln!(out, "  {cell:<24} {k:>6}");
    }
    out
}

// ---- named combats ----

/// A combat whose exact odds are printed.
struct Named {
    title: &'static str,
    /// Whose activation it falls in.
    leader: &'static str,
    /// The units, in the words of a set-up: the first attacks the second.
    units: &'static str,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// The dice of a Shock alone.
    Plain,
    /// The dice of a Charge alone, gone home.
    Home,
    /// The whole Charge: fire on the way, Reluctance, and what the defender tries before the shock.
    Whole,
}

const NAMED: [Named; 10] = [
    Named {
        title: "Heavy horse stands and fights janissaries",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "2014", facing = "S" }, { id = "OT-RI-1", hex = "2114", facing = "N" }"#,
        how: How::Plain,
    },
    Named {
        title: "Heavy horse Charges janissaries and goes home",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "2014", facing = "S" }, { id = "OT-RI-1", hex = "2114", facing = "N" }"#,
        how: How::Home,
    },
    Named {
        title: "The same with muskets and Reluctance",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-RI-1", hex = "2114", facing = "N" }"#,
        how: How::Whole,
    },
    Named {
        title: "Heavy horse Charges levy",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-LvI-4", hex = "2114", facing = "N" }"#,
        how: How::Whole,
    },
    Named {
        title: "Heavy horse Charges spahis caught in camp",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-MC-5", hex = "2114", facing = "N", state = "disordered" }"#,
        how: How::Whole,
    },
    Named {
        title: "Heavy horse Charges steady spahis, who counter",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-MC-5", hex = "2114", facing = "N" }"#,
        how: How::Whole,
    },
    Named {
        title: "The Porte's horse Charges Hungary's, which counters",
        leader: "Suleiman",
        units: r#"{ id = "OT-HC-1", hex = "2114", facing = "N" }, { id = "HU-HC-1", hex = "1914", facing = "S" }"#,
        how: How::Whole,
    },
    Named {
        title: "Spahis Charge hussars",
        leader: "Khosrev",
        units: r#"{ id = "OT-MC-5", hex = "2114", facing = "N" }, { id = "HU-LC-1", hex = "1914", facing = "S" }"#,
        how: How::Whole,
    },
    Named {
        title: "Janissaries cut up Disordered heavy horse",
        leader: "Suleiman",
        units: r#"{ id = "OT-RI-6", hex = "2114", facing = "N" }, { id = "HU-HC-1", hex = "2014", facing = "S", state = "disordered" }"#,
        how: How::Plain,
    },
    Named {
        title: "Levy storms pikes",
        leader: "Suleiman",
        units: r#"{ id = "OT-LvI-4", hex = "2114", facing = "N" }, { id = "HU-RI-1", hex = "2014", facing = "S" }"#,
        how: How::Plain,
    },
];

/// What may come of a combat: the defender hurt, gone from its hex, broken; the attacker hurt.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fates {
    hurt: bool,
    cleared: bool,
    broken: bool,
    recoil: bool,
}

/// Both sides hold nothing back: who may fire or Counter-Charge does, Chargers ride on.
fn bold(listed: &[Action]) -> usize {
    let rank = |a: &Action| match a {
        Action::React(_) | Action::CounterCharge(..) | Action::Strike(_) => 0,
        Action::Step(_) | Action::Halt | Action::Advance(..) | Action::Retreat(_) => 1,
        _ => 2,
    };
    (0..listed.len())
        .min_by_key(|&i| rank(&listed[i]))
        .unwrap_or(0)
}

fn weigh(named: &Named, setup: &Setup) -> Result<[f64; 4], String> {
    let text = format!(
        "doorway = \"shock\"\nleader = \"{}\"\nmap = {{ blank = true }}\nunits = [{}]\nleaders = [{{ id = \"{0}\", hex = \"2010\" }}]",
        named.leader, named.units
    );
    let mut position: Setup = toml::from_str(&text).map_err(|e| e.to_string())?;
    position.charts.clone_from(&setup.charts);
    position.counters.clone_from(&setup.counters);
    position.cards.clone_from(&setup.cards);
    position.options.clone_from(&setup.options);
    let game = Match::<Suleiman>::new(position).map_err(|e| e.to_string())?;
    let on = |s: &State, n: usize| {
        let mut ids = named.units.split("id = \"").skip(1 + n);
        let word = ids
            .next()
            .and_then(|t| t.split('"').next())
            .unwrap_or_default();
        s.kit().roster.unit(word).expect("a counter of the game")
    };
    let s = game.state();
    let (attacker, defender) = (on(s, 0), on(s, 1));
    if named.how != How::Whole {
        let going = if named.how == How::Home {
            Going::Home
        } else {
            Going::Plain
        };
        let f = forecast(s, &[(attacker, going)], defender, 1).ok_or("not on the map")?;
        let share = |test: &dyn Fn(Fate, Recoil) -> bool| {
            let hits = (0..10).filter(|&face| {
                let r = f.result(s, face);
                test(r.defender, r.attacker)
            });
            percent(hits.count(), 10)
        };
        return Ok([
            share(&|d, _| d != Fate::None),
            share(&|d, _| d.vacates()),
            share(&|d, _| d >= Fate::Retired),
            share(&|_, a| a != Recoil::None),
        ]);
    }
    let side = s.side(attacker);
    let (home, was) = (s.hex(defender), s.unit(defender).condition);
    let mut game = game;
    let mut dice = Seeded::new(1);
    for action in [Action::Charge(attacker, defender), Action::Declared] {
        game.play(side, action, &mut dice)
            .map_err(|e| e.to_string())?;
    }
    let fates = |s: &State| {
        let d = s.unit(defender);
        Fates {
            hurt: d.at.hex() != home || d.condition != was,
            cleared: d.at.hex() != home,
            broken: d.condition == Condition::Retired || d.at == Whereabouts::Lost,
            recoil: s.unit(attacker).condition != Condition::Normal,
        }
    };
    let mut policy = casus_belli::core::Chosen(|_: &State, _: Side, list: &[Action]| bold(list));
    let odds: Odds<Fates> = odds::<Suleiman, _>(
        game.state(),
        side,
        &Action::Resolve(attacker),
        &mut policy,
        fates,
        Budget::runs(1_000_000),
    )
    .map_err(|e| e.to_string())?;
    if odds.unresolved != Ratio::ZERO {
        return Err(format!("{} of the odds are unresolved", odds.unresolved));
    }
    let share = |test: &dyn Fn(&Fates) -> bool| {
        let hits = odds.outcomes.iter().filter(|(k, _)| test(k));
        hits.fold(0.0, |sum, (_, r)| sum + r.approx() * 100.0)
    };
    Ok([
        share(&|f| f.hurt),
        share(&|f| f.cleared),
        share(&|f| f.broken),
        share(&|f| f.recoil),
    ])
}

fn combats(setup: &Setup) -> Result<String, String> {
    let mut out = String::from(
        "named combats, exactly                                 hurt  cleared  broken  attacker hurt\n",
    );
    for named in &NAMED {
        let [hurt, cleared, broken, recoil] =
            weigh(named, setup).map_err(|e| format!("{}: {e}", named.title))?;
        let _ = writeln!(
            out,
            "  {:<51} {hurt:>5.1} {cleared:>7.1} {broken:>7.1} {recoil:>9.1}",
            named.title
        );
    }
    Ok(out)
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
    let mut setup = Setup::default();
    if let Some(path) = &orders.setup {
        let read = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"));
        match read.and_then(|text| read_setup::<Suleiman>(path, &text)) {
            Ok(own) => setup = own,
            Err(e) => return common::refuse(&e),
        }
    }
    if let Err(faults) = Suleiman::begin(&setup) {
        return common::refuse(&faults.to_string());
    }
    let combats = match combats(&setup) {
        Ok(text) => text,
        Err(e) => return common::refuse(&e),
    };
    let begun = Instant::now();
    let mut tally = campaign(&setup, orders.games, orders.random);
    let chairs = Side::ALL.iter().map(|s| {
        let kind = if orders.random[s.index()] {
            "random"
        } else {
            "steady"
        };
        format!("{} {kind}", s.word())
    });
    let chairs: Vec<String> = chairs.collect();
    common::say(&format!(
        "{} battles, seeds 1 to {}; {}\n{}{combats}in {:.0} s\n",
        orders.games,
        orders.games,
        chairs.join(", "),
        report(&mut tally, &setup),
        begun.elapsed().as_secs_f64()
    ));
    ExitCode::SUCCESS
}
