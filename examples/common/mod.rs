//! What the examples share: the machine's files and screen, and the folder of conformance files.
#![allow(dead_code, unreachable_pub)]

use casus_belli::core::person::Io as _;
pub use machine::{Machine, read_text};
/// The module of the library itself, which only a build with the feature `runner` has: an example needs no feature.
#[path = "../../src/machine.rs"]
mod machine;

use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of the program, without its name.
pub fn args() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned())
}

/// Prints on the screen; a listener who left is no fault.
pub fn say(text: &str) {
    Machine.say(text);
}

/// Complains, with the exit code of a bad request.
pub fn refuse(message: &str) -> ExitCode {
    Machine.warn(&format!("{message}\n"));
    ExitCode::from(2)
}

/// The flags of a program that takes the name of one of these games and then at most so many more.
///
/// # Errors
/// The exit code, after the usage was told: 0 if it was asked for (`--help`, `-h`), else that of a bad request.
pub fn game_and(usage: &str, games: &[&str], more: usize) -> Result<(String, Vec<String>), ExitCode> {
    read(args().collect(), games, more).map_err(|complaint| match complaint {
        None => {
            say(&format!("usage: {usage}\n"));
            ExitCode::SUCCESS
        }
        Some(complaint) => refuse(&format!("{complaint}\nusage: {usage}")),
    })
}

/// The same, apart from the machine: `None` is a wish for help, else what is wrong.
///
/// # Errors
/// As said.
pub fn read(mut args: Vec<String>, games: &[&str], more: usize) -> Result<(String, Vec<String>), Option<String>> {
    if args.iter().any(|a| a == "--help" || a == "-h") {
        return Err(None);
    }
    if let Some(flag) = args.iter().find(|a| a.starts_with('-')) {
        return Err(Some(format!("`{flag}` is no flag")));
    }
    if args.is_empty() {
        return Err(Some(format!("which game? There are: {}", games.join(", "))));
    }
    let game = args.remove(0);
    if !games.contains(&game.as_str()) {
        let games = games.join(", ");
        return Err(Some(format!("unknown game {game:?}; games: {games}")));
    }
    match args.get(more) {
        None => Ok((game, args)),
        Some(extra) => Err(Some(format!("`{extra}` is too much"))),
    }
}

/// The conformance files of a game, by name, in order.
///
/// # Errors
/// The folder or file that cannot be read, and why.
pub fn conformance_files(game: &str) -> Result<Vec<(String, String)>, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let folder = folder.join(game);
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.extension().is_some_and(|x| x == "toml") {
            let text = read_text(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            files.push((name.unwrap_or_default(), text));
        }
    }
    files.sort();
    Ok(files)
}
