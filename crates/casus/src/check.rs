//! The command `casus check`: checks saves, set-ups and conformance files.

use crate::Done;
use crate::games::{Games, text_of};
use casus_belli::catalog::{CatalogGame, UnopenedError};
use casus_belli::core::LoadError;
use casus_belli::core::geometry::{many, tame};
use casus_belli::core::play::{SetupFileError, game_of, read_setup_value};
use casus_belli::testkit::conformance::{Failure, Setups};
use casus_terminal::commands::CommandError;
use casus_terminal::{Console, DONE, Io as _, REFUSED, RunError, read_text};
use std::io::ErrorKind;
use std::path::Path;

/// The start of the `format` value in every save, whatever its version.
const FORMAT_WORD: &str = "\"casus-belli save";

/// The kind of file that a text appears to be.
enum Kind {
    Save(String),
    Unread(LoadError),
    Conformance,
    Setup,
}

/// The start of every save, without whitespace.
const OPENING: &str = "{\"format\"";

/// Returns whether a text begins like a save. A text that was cut off within [`OPENING`] counts too.
fn begins_as_save(text: &str) -> bool {
    let visible = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{FEFF}');
    let head: String = visible.take(OPENING.len()).collect();
    !head.is_empty() && OPENING.starts_with(&head)
}

fn kind(text: &str) -> Kind {
    match game_of(text) {
        Ok(game) => return Kind::Save(game),
        // The text claims to be a save but is unreadable: report why, rather than try it as a set-up.
        Err(e) if text.contains(FORMAT_WORD) || begins_as_save(text) => return Kind::Unread(e),
        Err(_) => {}
    }
    let table: Option<toml::Table> = text.parse().ok();
    let conformance = table.is_some_and(|t| ["case", "play", "proves"].iter().any(|key| t.contains_key(*key)));
    if conformance { Kind::Conformance } else { Kind::Setup }
}

/// What is wrong with a file. Each message begins with its path.
#[derive(Debug, thiserror::Error)]
enum CheckError {
    #[error("{0}: the file is empty")]
    Empty(String),
    /// It cannot be read, or a set-up in it has faults.
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    SetupFile(#[from] SetupFileError),
    /// A name of a game that there is not.
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("{path}: {source}")]
    Save { path: String, source: Box<LoadError> },
    /// The file of shared set-ups beside a conformance file.
    #[error("{path}: {fault}")]
    Setups { path: String, fault: Failure },
    #[error("{path}: {what} of no game of this build: `--game` tells what is wrong with it")]
    NoGame { path: String, what: &'static str },
    #[error(
        "{path}: {what}, but it does not name the game, and fits {} and {last}: say `--game`",
        most.join(", ")
    )]
    AnyGame {
        path: String,
        what: &'static str,
        most: Vec<&'static str>,
        last: &'static str,
    },
    /// Cases of a conformance file that fail.
    #[error("{}", failures.iter().map(|f| format!("{path}: {f}")).collect::<Vec<_>>().join("\n"))]
    Failures { path: String, failures: Vec<Failure> },
}

fn opens(game: &dyn CatalogGame, path: &str, text: &str) -> Result<(), CheckError> {
    game.check_setup(path, text).map_err(|e| match e {
        UnopenedError::Unread(e) => e.into(),
        UnopenedError::Faults(faults) => {
            let name = path.to_owned();
            RunError::Setup { name, faults }.into()
        }
    })
}

/// Returns the names of the games that pass a test.
fn those(games: &Games, test: impl Fn(&dyn CatalogGame) -> bool) -> Vec<&'static str> {
    let those = games.iter().filter(|game| test(*game));
    those.map(CatalogGame::name).collect()
}

/// Returns the only candidate, or an error that names all candidates. `what` is the kind of file.
fn only(path: &str, what: &'static str, all: &[&'static str]) -> Result<&'static str, CheckError> {
    let path = path.to_owned();
    match all {
        [one] => Ok(one),
        [] => Err(CheckError::NoGame { path, what }),
        [most @ .., last] => Err(CheckError::AnyGame {
            path,
            what,
            most: most.to_vec(),
            last,
        }),
    }
}

/// Returns the name of a file's folder if it is the name of a game.
fn folder(games: &Games, path: &str) -> Option<String> {
    let name = Path::new(path).parent()?.file_name()?.to_str()?;
    games.game(name).is_ok().then(|| name.to_owned())
}

fn checked(games: &Games, path: &str, game: Option<&str>, console: &mut Console) -> Result<String, CheckError> {
    let text = text_of(path, console)?;
    let unread = |e| CheckError::Save {
        path: path.to_owned(),
        source: Box::new(e),
    };
    if text
        .trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}')
        .is_empty()
    {
        return Err(CheckError::Empty(path.to_owned()));
    }
    match kind(&text) {
        Kind::Unread(e) => Err(unread(e)),
        Kind::Save(of) => {
            let lines = games.game(&of)?.replay(&text).map_err(unread)?;
            Ok(format!("a save of {of}: {}, each legal", many(lines, "line")))
        }
        Kind::Setup => {
            let game = if let Some(game) = game {
                game
            } else {
                // Report first the faults that do not depend on the game.
                read_setup_value(path, &text)?;
                let all = those(games, |game| opens(game, path, &text).is_ok());
                only(path, "a set-up", &all)?
            };
            opens(games.game(game)?, path, &text)?;
            Ok(format!("a set-up of {game}"))
        }
        Kind::Conformance => {
            let by_folder = folder(games, path);
            let game = game.or(by_folder.as_deref());
            let beside = Path::new(path).with_file_name(Setups::FILE);
            let name = beside.display().to_string();
            let setups = match read_text(&beside) {
                Ok(text) => Setups::read(&text).map_err(|fault| CheckError::Setups { path: name, fault })?,
                Err(e) if e.kind() == ErrorKind::NotFound => Setups::default(),
                Err(e) => return Err(RunError::file(&name, e).into()),
            };
            let game = if let Some(game) = game {
                game
            } else {
                let all = those(games, |game| game.conformance(&text, &setups).green());
                only(path, "a conformance file", &all)?
            };
            let report = games.game(game)?.conformance(&text, &setups);
            for trace in &report.traces {
                console.say(&format!("{path}: {trace}\n"));
            }
            if report.failures.is_empty() {
                return Ok(format!("{}, each as it says", many(report.cases, "case")));
            }
            Err(CheckError::Failures {
                path: path.to_owned(),
                failures: report.failures,
            })
        }
    }
}

/// Checks files and prints the faults of each.
pub(crate) fn check(games: &Games, paths: &[String], game: Option<&str>, console: &mut Console) -> Done {
    if let Some(game) = game {
        games.game(game)?;
    }
    let mut code = DONE;
    for path in paths {
        match checked(games, path, game, console) {
            Ok(says) => console.say(&format!("{path}: {says}\n")),
            Err(wrong) => {
                console.warn(&format!("{}\n", tame(&wrong.to_string())));
                code = REFUSED;
            }
        }
    }
    Ok(code)
}
