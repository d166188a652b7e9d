//! Finds the hand-written mutants that the conformance files notice. It runs in a copy of the tree whose rule code has mutants
//! (`casus_core::mutant`):
//!
//! ```text
//! cargo run -p casus-judge --profile mutants --features mutants --example mutants -- arquebus 1 40 [SECONDS]
//! ```
//!
//! Each mutant has a process of its own, with one process for each core. The time limit is 120 seconds by default; a mutant that
//! takes longer counts as noticed. Exit code 1 if a mutant survives, or if the files fail without a mutant.

#[path = "../common/folder.rs"]
mod folder;

use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_core::mutants::MUTANT;
use casus_core::{Game, Laws};
use casus_testkit::Described;
use casus_testkit::conformance::{Setups, run_file_with};
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

const FOLDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance");
/// The argument that makes a process judge a mutant.
const JUDGE: &str = "--judge";

/// Runs the files of a game. Prints each that notices something, with what it noticed first.
fn judge<G: Described>() {
    // Panics are printed with the file.
    std::panic::set_hook(Box::new(|_| {}));
    let mut files = folder::files::<G>(FOLDERS);
    let setups = Setups::take(&mut files).expect("set-ups of the folder");
    let mut reports = Vec::new();
    for (name, text) in files {
        match catch_unwind(AssertUnwindSafe(|| run_file_with::<G>(&text, &Laws::PRINTED, &setups))) {
            Ok(report) => {
                if let Some(first) = report.failures.first() {
                    println!("{name}: {}", first.to_string().replace('\n', " "));
                }
                reports.push((name, report));
            }
            Err(_) => println!("{name}: panics"),
        }
    }
    let page = std::fs::read_to_string(format!("{FOLDERS}/{}/WORDS.md", G::NAME)).expect("a page of words");
    if !page.contains(&folder::pointers(&reports)) {
        println!("WORDS.md: what points where is not what the page says");
    }
}

/// The result of a mutant.
enum Verdict {
    /// The files that notice it, each with what it noticed first.
    Ran(Vec<String>),
    /// It did not end in time.
    Slow,
    /// It ended the process.
    Died,
}

fn watched(mut child: Child, limit: Duration) -> Verdict {
    let mut out = child.stdout.take().expect("its words are read");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let start = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status.success()),
            Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(50)),
            _ => break None,
        }
    };
    if ended.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let text = reader.join().ok().and_then(Result::ok).unwrap_or_default();
    match ended {
        None => Verdict::Slow,
        Some(false) => Verdict::Died,
        Some(true) => Verdict::Ran(text.lines().map(str::to_owned).collect()),
    }
}

fn tried(game: &str, mutant: Option<u32>, limit: Duration) -> std::io::Result<Verdict> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([JUDGE, game]).stdout(Stdio::piped()).stderr(Stdio::null());
    match mutant {
        Some(number) => command.env(MUTANT, number.to_string()),
        None => command.env_remove(MUTANT),
    };
    Ok(watched(command.spawn()?, limit))
}

/// Tries the mutants of a range, one process for each core. Returns the number that survive.
fn try_all(game: &str, range: core::ops::RangeInclusive<u32>, limit: Duration) -> usize {
    let left = Mutex::new(range);
    let survivors = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(number) = left.lock().expect("no judge panics").next() else {
                        return;
                    };
                    let told = match tried(game, Some(number), limit) {
                        Ok(Verdict::Ran(files)) if files.is_empty() => {
                            survivors.lock().expect("no judge panics").push(number);
                            "SURVIVES".to_owned()
                        }
                        Ok(Verdict::Ran(files)) => format!("noticed by {}: {}", files.len(), files[0]),
                        Ok(Verdict::Slow) => format!("noticed: not done in {} s", limit.as_secs()),
                        Ok(Verdict::Died) => "noticed: the process died".to_owned(),
                        Err(e) => format!("not tried: {e}"),
                    };
                    println!("{game} {number}: {told}");
                }
            });
        }
    });
    let mut survivors = survivors.into_inner().expect("no judge panics");
    survivors.sort_unstable();
    println!("{game}: {} survive {survivors:?}", survivors.len());
    survivors.len()
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let [JUDGE, game] = args[..] {
        match game {
            Suleiman::NAME => judge::<Suleiman>(),
            Marignan::NAME => judge::<Marignan>(),
            Arquebus::NAME => judge::<Arquebus>(),
            BlindFaith::NAME => judge::<BlindFaith>(),
            _ => return ExitCode::from(2),
        }
        return ExitCode::SUCCESS;
    }
    let games = [Suleiman::NAME, Marignan::NAME, Arquebus::NAME, BlindFaith::NAME];
    let read = match args[..] {
        [game, first, last] => Some((game, first, last, "120")),
        [game, first, last, seconds] => Some((game, first, last, seconds)),
        _ => None,
    };
    let numbers = read.and_then(|(game, first, last, seconds)| {
        games.contains(&game).then_some(())?;
        Some((game, first.parse().ok()?..=last.parse().ok()?, Duration::from_secs(seconds.parse().ok()?)))
    });
    let Some((game, range, limit)) = numbers else {
        eprintln!("mutants GAME FIRST LAST [SECONDS]: a game is one of {}", games.join(", "));
        return ExitCode::from(2);
    };
    match tried(game, None, limit) {
        Ok(Verdict::Ran(files)) if files.is_empty() => {}
        Ok(Verdict::Ran(files)) => {
            println!("{game}, with no mutant on: {}", files.join("\n"));
            return ExitCode::FAILURE;
        }
        _ => {
            println!("{game}, with no mutant on, is not done in {} s", limit.as_secs());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::from(u8::from(try_all(game, range, limit) > 0))
}
