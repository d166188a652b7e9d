//! `casus`: all games of the library in one program.

mod args;
mod check;
mod games;
mod manual;
mod render;
mod rpc;
mod serve;
mod simulate;

use args::{Args, Command};
use casus_belli::core::geometry::{brief, tame};
use casus_terminal::commands::CommandError;
use casus_terminal::{Console, Io as _, REFUSED, RunError};
use clap::Parser as _;
use clap::error::{ContextKind, ContextValue};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::try_parse().unwrap_or_else(|e| shortened(e).exit());
    let mut console = Console::new(args.screen, !args.no_pager);
    let done = match args.command {
        Command::Games { name } => games::list(name.as_deref(), &mut console),
        Command::Play(play) => games::play(play, &mut console),
        Command::Watch(watch) => games::watch(watch, &mut console),
        Command::Replay(replay) => games::replay(replay, &mut console),
        Command::Render(what) => render::render(&what, &mut console),
        Command::Serve(order) => serve::serve(&order, &mut console),
        Command::Site(order) => serve::site(&order, &mut console),
        Command::Simulate(order) => simulate::simulate(&order, &mut console),
        Command::Rules { game, case } => games::case(&game, case.as_deref(), &mut console),
        Command::Charts { battle } => games::charts(&battle, &mut console),
        Command::Check { files, game } => check::check(&files, game.as_deref(), &mut console),
        Command::Migrate { save, out } => games::migrate(&save, out.as_deref(), &mut console),
        Command::Rpc => rpc::serve(),
        Command::Completions { shell } => Ok(manual::completions(shell, &mut console)),
        Command::Man { dir } => manual::pages(&dir),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            console.warn(&format!("casus: {}\n", tame(&failure.to_string())));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Shortens the parts of the command line that an error quotes.
fn shortened(mut error: clap::Error) -> clap::Error {
    let short = |value: &ContextValue| match value {
        ContextValue::String(text) => Some(ContextValue::String(brief(text))),
        ContextValue::Strings(all) => Some(ContextValue::Strings(all.iter().map(|text| brief(text)).collect())),
        _ => None,
    };
    let quotes = [
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
    ];
    for kind in quotes {
        if let Some(value) = error.get(kind).and_then(short) {
            error.insert(kind, value);
        }
    }
    error
}

/// The result of a command: its exit code, or why it failed.
type Done = Result<u8, Failure>;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// An error of a command, such as an unknown name.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A file that could not be read or written.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A battle could not be run, or did not end.
    #[error("{battle}: {source}")]
    Battle { battle: &'static str, source: RunError },
    /// A message for the user, which no code inspects.
    #[error("{0}")]
    Other(String),
}

impl From<String> for Failure {
    fn from(says: String) -> Self {
        Self::Other(says)
    }
}

impl Failure {
    const fn exit_code(&self) -> u8 {
        match self {
            Self::Battle { source, .. } => source.exit_code(),
            _ => REFUSED,
        }
    }
}
