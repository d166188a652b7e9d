//! Runs conformance files by hand: `cargo run --example conformance -- suleiman [FILE]...`
//!
//! Without files it runs all of `tests/conformance/GAME`.

use casus_belli::core::conformance::run_file;
use casus_belli::suleiman::Suleiman;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_default();
    if game != "suleiman" {
        eprintln!("usage: conformance suleiman [FILE]...");
        return ExitCode::from(2);
    }
    let mut files: Vec<PathBuf> = args.map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("tests/conformance")
            .join(&game);
        files = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.extension().is_some_and(|x| x == "toml"))
            .collect();
        files.sort();
    }
    let (mut cases, mut failures) = (0, 0);
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(e) => {
                eprintln!("{}: {e}", file.display());
                return ExitCode::from(2);
            }
        };
        let report = run_file::<Suleiman>(&text);
        cases += report.cases;
        for f in &report.failures {
            failures += 1;
            println!("{}: {f}", file.display());
        }
    }
    println!("{} files, {cases} cases, {failures} failures", files.len());
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
