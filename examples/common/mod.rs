//! What the examples about a game share: the command line, and the folder of conformance files.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each program that includes this file uses a part of it"
)]

use casus_belli::core::geometry::tame;
use casus_terminal::clap::builder::PossibleValuesParser;
use casus_terminal::clap::{Arg, ArgAction, ArgMatches, Command};
use casus_terminal::commands::{self, CommandError};
use casus_terminal::{Io as _, Machine, REFUSED};
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints on the screen; a listener who left is no fault.
pub fn say(text: &str) {
    Machine::default().say(text);
}

/// Complains, with the exit code of a bad request.
pub fn refuse(message: &dyn core::fmt::Display) -> ExitCode {
    Machine::default().warn(&format!("{}\n", tame(&message.to_string())));
    ExitCode::from(REFUSED)
}

/// The exit code of a command.
pub fn done(done: Result<(), CommandError>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => refuse(&e),
    }
}

/// The command line of a program about one of these games.
pub fn about(program: &'static str, about: &'static str, games: &[&'static str]) -> Command {
    Command::new(program)
        .about(about)
        .arg(
            Arg::new("game")
                .help("Game")
                .required(true)
                .value_parser(PossibleValuesParser::new(games.iter().copied())),
        )
        .after_help(format!(
            "Example:\n  cargo run --example {program} -- {}",
            games.first().copied().unwrap_or("GAME")
        ))
}

/// One more word of the command line, which may be left out.
pub fn word(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).help(help)
}

/// Any number of words more.
pub fn words(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).help(help).action(ArgAction::Append).num_args(0..)
}

/// A word of the command line.
pub fn get<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// The conformance files of a game, by name, in order.
///
/// # Errors
/// The folder or file that cannot be read, and why.
pub fn conformance_files(game: &str) -> Result<Vec<(String, String)>, CommandError> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    commands::conformance_files(&folder.join(game))
}
