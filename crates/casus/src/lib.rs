//! The program `casus`, with the games that you name.
//!
//! The program itself has the games of the library. With a game of your own besides, it is a crate with this `main.rs`:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     let mut games = casus_belli::catalog_games();
//!     # type Siege = casus_belli::suleiman::Suleiman;
//!     games.push(casus_belli::catalog::catalog_game::<Siege>()); // your game
//!     casus_belli_cli::run(games)
//! }
//! ```
//!
//! Your game then has every command: `casus play`, `serve`, `simulate`, `check` and the rest. `docs/add-a-game.md` leads from an empty
//! folder to such a program.
#![doc(test(attr(deny(warnings))))]

mod args;
mod check;
mod games;
mod manual;
mod render;
mod rpc;
mod serve;
mod simulate;

use args::{Args, Command};
use casus_belli::catalog::CatalogGame;
use casus_belli::core::geometry::{brief, tame};
use casus_terminal::commands::CommandError;
use casus_terminal::{Console, Io as _, REFUSED, RunError};
use clap::Parser as _;
use clap::error::{ContextKind, ContextValue};
use games::{Games, SaveError};
use render::RenderError;
use serve::ServeError;
use simulate::SimulateError;
use std::process::ExitCode;

/// Runs the program with these games, as its command line says. Returns its exit code.
pub fn run(games: impl IntoIterator<Item = &'static dyn CatalogGame>) -> ExitCode {
    let games = &Games::new(games);
    let args = Args::try_parse().unwrap_or_else(|e| shortened(e).exit());
    let mut console = Console::new(args.screen, !args.no_pager);
    let done = match args.command {
        Command::Games { name } => games::list(games, name.as_deref(), &mut console),
        Command::Play(play) => games::play(games, play, &mut console),
        Command::Watch(watch) => games::watch(games, watch, &mut console),
        Command::Replay(replay) => games::replay(games, replay, &mut console),
        Command::Render(what) => render::render(games, &what, &mut console),
        Command::Serve(order) => serve::serve(games, &order, &mut console),
        Command::Site(order) => serve::site(&order, &mut console),
        Command::Simulate(order) => simulate::simulate(games, &order, &mut console),
        Command::Rules { game, case } => games::case(games, &game, case.as_deref(), &mut console),
        Command::Charts { battle } => games::charts(games, &battle, &mut console),
        Command::Check { files, game } => check::check(games, &files, game.as_deref(), &mut console),
        Command::Migrate { save, out } => games::migrate(games, &save, out.as_deref(), &mut console),
        Command::Rpc => rpc::serve(games),
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
    /// A save that cannot be told or replayed.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A picture that cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A simulation that cannot be carried out or added up.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// A server or a site that cannot be started, or its file of matches.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The requests of `casus rpc` cannot be read.
    #[error("reading requests: {0}")]
    Requests(std::io::Error),
}

impl Failure {
    const fn exit_code(&self) -> u8 {
        match self {
            Self::Battle { source, .. } => source.exit_code(),
            _ => REFUSED,
        }
    }
}
