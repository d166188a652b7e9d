//! The command `casus simulate`: plays thousands of battles in units of work, each a block of seeds of a variant.

mod plan;

use crate::Done;
use crate::args::Simulate;
use crate::games::{Games, text_of};
use casus_belli::catalog::{BattleEnd, CatalogGame, Seats, SimulatedSetup, SimulationError, Tally, paired};
use casus_belli::core::geometry::{did_you_mean, many};
use casus_belli::core::play::LIBRARY_VERSION;
use casus_belli::core::{SetupFaults, digest_bytes, hex_digits};
use casus_terminal::{Console, DONE, Io as _, REFUSED, RunError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plan::{FORMAT, Manifest, Store, StoreError, Unit, Variant};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Why a simulation cannot be carried out or added up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SimulateError {
    #[error("`--agents {name}`: no such agent; there are: {}{}", known.join(", "), did_you_mean(name, known.iter().copied()))]
    UnknownAgent { name: String, known: Vec<&'static str> },
    #[error("`--agents`: {given} for {sides} sides")]
    Agents { given: usize, sides: usize },
    #[error("`--variant {0}`: NAME=FILE")]
    Variant(String),
    #[error("`--variant {0}`: there is another of this name")]
    SameVariant(String),
    #[error("`--shard {0}`: K/N, with K from 1 to N")]
    Shard(String),
    /// A set-up that cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// A set-up that has faults, by the path of its file.
    #[error("{name}: {faults}")]
    Setup { name: String, faults: SetupFaults },
    #[error("a defect: a battle panicked")]
    Panicked,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("unit {block} of variant `{variant}` played again comes out otherwise: {again} and {kept}")]
    ComesOutOtherwise {
        block: u64,
        variant: String,
        again: String,
        kept: String,
    },
    #[error("a unit is of run {of}, not of {run}")]
    OtherRun { of: String, run: String },
    #[error("unit {block} of variant {variant} is there twice: nothing is counted")]
    Twice { block: u64, variant: usize },
    #[error("a unit of a variant that does not exist")]
    NoVariant,
    #[error("missing: {}, the first is block {block} of variant `{variant}`", many(*units, "unit"))]
    Missing { units: usize, block: u64, variant: String },
    #[error("{folder} holds run {run}, and the first folder {first}")]
    TwoRuns { folder: String, run: String, first: String },
    #[error("a run of `{0}`, a game that this build does not contain")]
    OtherGame(String),
}

/// Plays a unit on `jobs` threads. The result does not depend on their number.
fn play(
    setup: &dyn SimulatedSetup,
    unit: Unit,
    manifest: &Manifest,
    jobs: usize,
    bar: &ProgressBar,
) -> Result<plan::Done, SimulateError> {
    let seeds = manifest.seeds(unit);
    let next = AtomicU64::new(seeds.start);
    let seats = Seats {
        agents: &manifest.agents,
        swap: manifest.swap,
        limit: manifest.limit,
    };
    let ends: Mutex<Vec<(u64, Result<BattleEnd, SimulationError>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let end = setup.battle(seats, seed);
                    if let Ok(mut ends) = ends.lock() {
                        ends.push((seed, end));
                    }
                    bar.inc(1);
                }
            });
        }
    });
    let mut ends = ends.into_inner().map_err(|_| SimulateError::Panicked)?;
    ends.sort_by_key(|(seed, _)| *seed);
    let (mut letters, mut bytes, mut tally) = (String::new(), Vec::new(), Tally::default());
    for (_, end) in ends {
        let end = end?;
        letters.push(end.letter);
        bytes.extend(end.digest.to_le_bytes());
        tally.join(end.tally);
    }
    Ok(plan::Done {
        run: manifest.name(),
        variant: unit.variant,
        block: unit.block,
        ends: letters,
        digest: hex_digits(digest_bytes(&bytes)),
        tally,
    })
}

/// Prepares a set-up of the battle: the printed one, or that of a file.
fn setup_of(
    game: &dyn CatalogGame,
    order: &Simulate,
    file: Option<&str>,
    console: &mut Console,
) -> Result<Box<dyn SimulatedSetup>, SimulateError> {
    let text = file.map(|path| text_of(path, console)).transpose()?;
    let file = file.zip(text.as_deref());
    let setup = game.simulated(&order.battle, file, order.scenario.as_deref(), &order.options);
    match setup {
        Err(SimulationError::Faults(faults)) => {
            let name = file.map_or("set-up", |(path, _)| path).to_owned();
            Err(SimulateError::Setup { name, faults })
        }
        setup => Ok(setup?),
    }
}

/// Returns the manifest of the requested run, and its set-ups.
fn planned(
    game: &dyn CatalogGame,
    battle: &str,
    order: &Simulate,
    console: &mut Console,
) -> Result<(Manifest, Vec<Box<dyn SimulatedSetup>>), SimulateError> {
    let mut variants = vec![("as set up".to_owned(), order.setup.clone())];
    for variant in &order.variants {
        let (name, file) = variant
            .split_once('=')
            .ok_or_else(|| SimulateError::Variant(variant.clone()))?;
        if variants.iter().any(|(known, _)| known == name) {
            return Err(SimulateError::SameVariant(variant.clone()));
        }
        variants.push((name.to_owned(), Some(file.to_owned())));
    }
    let mut setups = Vec::new();
    let mut told = Vec::new();
    for (name, file) in variants {
        let setup = setup_of(game, order, file.as_deref(), console)?;
        told.push(Variant {
            name,
            rules: hex_digits(setup.rules()),
            setup: setup.setup()?,
        });
        setups.push(setup);
    }
    let (sides, known) = (game.sides().len(), game.agents());
    let agents: Vec<String> = match order.agents.len() {
        0 => known
            .first()
            .map_or_else(Vec::new, |best| vec![(*best).to_owned(); sides]),
        n if n == sides => order.agents.clone(),
        given => return Err(SimulateError::Agents { given, sides }),
    };
    if let Some(name) = agents.iter().find(|name| !known.contains(&name.as_str())) {
        let name = name.clone();
        return Err(SimulateError::UnknownAgent { name, known });
    }
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        library: LIBRARY_VERSION.to_owned(),
        commit: option_env!("CASUS_COMMIT").map(str::to_owned),
        game: game.name().to_owned(),
        battle: battle.to_owned(),
        agents,
        swap: order.swap,
        variants: told,
        from: order.from,
        games: order.games,
        block: order.block,
        limit: game.limit(battle).unwrap_or(0),
    };
    Ok((manifest, setups))
}

/// The results of a variant: the letters of its battles, in the order of the seeds, and their joint tally.
struct Sum {
    ends: String,
    tally: Tally,
}

/// Returns the report of a complete run.
fn told(
    game: &dyn CatalogGame,
    manifest: &Manifest,
    setups: &[Box<dyn SimulatedSetup>],
    sums: &[Sum],
) -> Result<String, SimulateError> {
    let mut out = String::new();
    let sides = game.sides();
    let agents = sides.iter().zip(&manifest.agents);
    let agents: Vec<String> = agents.map(|(side, agent)| format!("{side} {agent}")).collect();
    let _ = writeln!(
        out,
        "{}: {}, {}; {}; run {}",
        manifest.battle,
        many(manifest.games as usize, "battle"),
        match manifest.games {
            1 => format!("seed {}", manifest.from),
            n => format!("seeds {} to {}", manifest.from, manifest.from + n - 1),
        },
        agents.join(", "),
        manifest.name()
    );
    for ((variant, setup), sum) in manifest.variants.iter().zip(setups).zip(sums) {
        if manifest.variants.len() > 1 {
            let _ = writeln!(out, "\n== {} (rules data {})", variant.name, variant.rules);
        }
        out.push_str(&setup.report(&sum.tally)?);
    }
    let Some((first, others)) = sums.split_first() else {
        return Ok(out);
    };
    for (variant, sum) in manifest.variants.iter().skip(1).zip(others) {
        let _ = writeln!(out, "\n== {} against {}, seed by seed", variant.name, manifest.variants[0].name);
        for (index, side) in sides.iter().enumerate() {
            let letter = char::from_digit(index as u32, 10).unwrap_or('?');
            let pairs: Vec<(bool, bool)> = first
                .ends
                .chars()
                .zip(sum.ends.chars())
                .map(|(a, b)| (a == letter, b == letter))
                .collect();
            let only = |which: (bool, bool)| pairs.iter().filter(|p| **p == which).count();
            let (difference, low, high) = paired(only((true, false)), only((false, true)), pairs.len());
            let _ = writeln!(out, "  {side} wins {difference:+.1} % ({low:+.1} to {high:+.1})");
        }
    }
    Ok(out)
}

/// Parses a shard, such as `2/8`.
fn shard(word: &str) -> Result<(usize, usize), SimulateError> {
    let wrong = || SimulateError::Shard(word.to_owned());
    let (k, n) = word.split_once('/').ok_or_else(wrong)?;
    match (k.parse(), n.parse()) {
        (Ok(k), Ok(n)) if k >= 1 && k <= n => Ok((k, n)),
        _ => Err(wrong()),
    }
}

fn run(game: &dyn CatalogGame, battle: &str, order: &Simulate, console: &mut Console) -> Done {
    let begun = Instant::now();
    let (k, n) = order.shard.as_deref().map_or(Ok((1, 1)), shard)?;
    let (manifest, setups) = planned(game, battle, order, console)?;
    let store = order
        .out
        .as_ref()
        .map(|out| Store::open(Path::new(out), &manifest))
        .transpose()
        .map_err(SimulateError::from)?;
    let units = manifest.units();
    let own = units
        .iter()
        .enumerate()
        .filter(|(i, _)| i % n == k - 1)
        .map(|(_, unit)| *unit);
    let wanted: Vec<Unit> = own
        .filter(|unit| !store.as_ref().is_some_and(|s| s.has(*unit)))
        .collect();
    let jobs = order
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let battles: u64 = wanted
        .iter()
        .map(|&unit| manifest.seeds(unit))
        .map(|s| s.end - s.start)
        .sum();
    let bar = bar(battles);
    let mut here = Vec::new();
    for unit in wanted {
        let done = play(&*setups[unit.variant], unit, &manifest, jobs, &bar)?;
        match &store {
            Some(store) => store.keep(unit, &done).map_err(SimulateError::from)?,
            None => here.push(done),
        }
    }
    bar.finish_and_clear();
    if let Some(store) = &store {
        sampled(order, &manifest, &setups, store, jobs, console)?;
        for &unit in &units {
            here.extend(store.done(unit, &manifest).map_err(SimulateError::from)?);
        }
    }
    if here.len() < units.len() {
        console.say(&format!("there: {} of {}; run {}\n", here.len(), many(units.len(), "unit"), manifest.name()));
        return Ok(DONE);
    }
    console.say(&told(game, &manifest, &setups, &summed(&manifest, here)?)?);
    let seconds = begun.elapsed().as_secs_f64();
    if battles > 0 {
        #[expect(clippy::cast_precision_loss, reason = "a number of battles")]
        let rate = battles as f64 / seconds.max(0.001);
        console.say(&format!("in {seconds:.0} s: {rate:.1} battles a second on {}\n", many(jobs, "thread")));
    }
    Ok(DONE)
}

fn bar(battles: u64) -> ProgressBar {
    let target = if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let bar = ProgressBar::with_draw_target(Some(battles), target);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Plays some finished units again and compares the results.
fn sampled(
    order: &Simulate,
    manifest: &Manifest,
    setups: &[Box<dyn SimulatedSetup>],
    store: &Store,
    jobs: usize,
    console: &mut Console,
) -> Result<(), SimulateError> {
    let mut there = Vec::new();
    for unit in manifest.units() {
        there.extend(store.done(unit, manifest)?.map(|done| (unit, done)));
    }
    // The choice of units depends on their results only, so it is always the same.
    there.sort_by_key(|(unit, done)| (digest_bytes(done.digest.as_bytes()), *unit));
    for (unit, done) in there.iter().take(order.sample) {
        let again = play(&*setups[unit.variant], *unit, manifest, jobs, &ProgressBar::hidden())?;
        if again != *done {
            return Err(SimulateError::ComesOutOtherwise {
                block: unit.block,
                variant: manifest.variants[unit.variant].name.clone(),
                again: again.digest,
                kept: done.digest.clone(),
            });
        }
    }
    if order.sample > 0 {
        let alike = many(order.sample.min(there.len()), "unit");
        console.say(&format!("{alike} played again came out alike\n"));
    }
    Ok(())
}

/// Adds up the units of each variant. Fails unless each unit is there exactly once.
fn summed(manifest: &Manifest, mut all: Vec<plan::Done>) -> Result<Vec<Sum>, SimulateError> {
    all.sort_by_key(|done| (done.variant, done.block));
    let mut seen = BTreeSet::new();
    let mut sums: Vec<Sum> = manifest
        .variants
        .iter()
        .map(|_| Sum {
            ends: String::new(),
            tally: Tally::default(),
        })
        .collect();
    for done in all {
        if done.run != manifest.name() {
            return Err(SimulateError::OtherRun {
                of: done.run,
                run: manifest.name(),
            });
        }
        if !seen.insert((done.variant, done.block)) {
            return Err(SimulateError::Twice {
                block: done.block,
                variant: done.variant,
            });
        }
        let sum = sums.get_mut(done.variant).ok_or(SimulateError::NoVariant)?;
        sum.ends.push_str(&done.ends);
        sum.tally.join(done.tally);
    }
    let missing: Vec<Unit> = manifest
        .units()
        .into_iter()
        .filter(|u| !seen.contains(&(u.variant, u.block)))
        .collect();
    match missing.first() {
        None => Ok(sums),
        Some(unit) => Err(SimulateError::Missing {
            units: missing.len(),
            block: unit.block,
            variant: manifest.variants[unit.variant].name.clone(),
        }),
    }
}

fn merged(game: &dyn CatalogGame, manifest: &Manifest, all: Vec<plan::Done>) -> Result<String, SimulateError> {
    let setups = manifest.variants.iter().map(|v| game.simulated_from(v.setup.clone()));
    let setups: Vec<_> = setups.collect::<Result<_, _>>()?;
    told(game, manifest, &setups, &summed(manifest, all)?)
}

/// The option `--merge`: adds up the units of one run from several folders.
fn merge(games: &Games, folders: &[String], console: &mut Console) -> Done {
    let mut first: Option<Manifest> = None;
    let mut all = Vec::new();
    for folder in folders {
        let (store, manifest) = Store::read(&PathBuf::from(folder)).map_err(SimulateError::from)?;
        if let Some(first) = first.as_ref().filter(|first| **first != manifest) {
            return Err(SimulateError::TwoRuns {
                folder: folder.clone(),
                run: manifest.name(),
                first: first.name(),
            }
            .into());
        }
        for unit in manifest.units() {
            all.extend(store.done(unit, &manifest).map_err(SimulateError::from)?);
        }
        first.get_or_insert(manifest);
    }
    let Some(manifest) = first else {
        return Ok(REFUSED);
    };
    let game = games.iter().find(|game| game.name() == manifest.game);
    let game = game.ok_or_else(|| SimulateError::OtherGame(manifest.game.clone()))?;
    console.say(&merged(game, &manifest, all)?);
    Ok(DONE)
}

/// Runs `casus simulate`.
pub(crate) fn simulate(games: &Games, order: &Simulate, console: &mut Console) -> Done {
    if !order.merge.is_empty() {
        return merge(games, &order.merge, console);
    }
    let (game, battle) = games.battle(&order.battle)?;
    run(game, battle, order, console)
}
