//! Runs conformance files by hand: `cargo run --features conformance --example conformance -- suleiman [FILE]...`
//!
//! Without files it runs all of `tests/conformance/GAME`. Exit code 1 if an expectation does not come true. With the word `values` it
//! tells which cases are to be proved by a value that stood there before, and so prove nothing.

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;
#[expect(
    unreachable_pub,
    reason = "the game of another example, of which only the rules are played"
)]
#[path = "tutorial/game.rs"]
mod tutorial;

use casus_belli::GAMES;
use casus_belli::core::Game;
use casus_belli::core::Laws;
use casus_belli::testkit::conformance::{Setups, counted, run_file_with};
use casus_terminal::read_text;
use std::path::Path;
use std::process::ExitCode;
use tutorial::Bridge;

/// Asks for the cases that prove nothing by their values.
const VALUES: &str = "values";

fn main() -> ExitCode {
    let command = common::about("conformance", "Runs conformance files of a game", &[GAMES, &[Bridge::NAME]].concat());
    let paths = common::words(
        "file",
        "Files [default: all of tests/conformance/GAME]; \"values\" lists cases that rest on a value and prove nothing",
    );
    let args = command.arg(paths).get_matches();
    let game = common::get(&args, "game").unwrap_or_default();
    let paths: Vec<String> = args.get_many("file").into_iter().flatten().cloned().collect();
    let values = paths.iter().any(|path| path == VALUES);
    let paths: Vec<String> = paths.into_iter().filter(|path| path != VALUES).collect();
    let wrong = |path: &str, e: std::io::Error| format!("{path}: {e}");
    let named: Result<Vec<_>, String> = paths
        .into_iter()
        .map(|path| match read_text(Path::new(&path)) {
            Ok(text) => Ok((path, text)),
            Err(e) => Err(wrong(&path, e)),
        })
        .collect();
    let files = match named {
        Ok(files) if files.is_empty() => common::conformance_files(game).map_err(|e| e.to_string()),
        named => named,
    };
    let read = files.and_then(|mut files| {
        let setups = match files
            .first()
            .map(|(path, _)| Path::new(path).with_file_name(Setups::FILE))
        {
            Some(beside) if beside.is_file() && !files.iter().any(|(path, _)| Path::new(path) == beside) => {
                let text = read_text(&beside).map_err(|e| wrong(&beside.to_string_lossy(), e))?;
                Setups::read(&text)
            }
            _ => Setups::take(&mut files),
        };
        Ok((files, setups.map_err(|fault| format!("{}: {fault}", Setups::FILE))?))
    });
    let (files, setups) = match read {
        Ok(read) => read,
        Err(e) => return common::refuse(&e),
    };
    let (mut cases, mut failures) = (0, 0);
    for (name, text) in &files {
        let report = match of_game!(game, run_file_with(text, &Laws::PRINTED, &setups), also Bridge) {
            Ok(report) => report,
            Err(e) => return common::refuse(&e),
        };
        for trace in &report.traces {
            common::say(&format!("{name}: {trace}\n"));
        }
        cases += report.cases;
        failures += report.failures.len();
        for unmoved in report.unmoved.iter().filter(|_| values) {
            common::say(&format!("{name}: {unmoved}\n"));
        }
        for failure in &report.failures {
            common::say(&format!("{name}: {failure}\n"));
        }
    }
    let n = files.len();
    let told = [(n, "file"), (cases, "case"), (failures, "failure")].map(|(n, what)| counted(n, what));
    common::say(&format!("{}\n", told.join(", ")));
    ExitCode::from(u8::from(failures > 0))
}
