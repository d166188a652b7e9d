//! The command `casus check`: checks saves, set-ups and conformance files.

use crate::Done;
use crate::games::{all_games, each_game, games_that, no_game, one_game, text_of};
use casus_belli::core::geometry::{many, tame};
use casus_belli::core::play::{SetupFileError, game_of, read_setup, read_setup_value};
use casus_belli::core::{Game, Laws, LoadError, Match};
use casus_belli::testkit::Described;
use casus_belli::testkit::conformance::{Failure, Report, Setups, run_file_with};
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

fn loaded<G: Game>(game: &str, text: &str) -> Option<Result<String, LoadError>> {
    (G::NAME == game).then(|| {
        let m = Match::<G>::load(text)?;
        Ok(format!("a save of {game}: {}, each legal", many(m.journal().len(), "line")))
    })
}

/// Checks a text as a set-up of `game`. Returns `None` if `G` is another game.
fn opened<G: Game>(game: &str, path: &str, text: &str) -> Option<Result<String, CheckError>> {
    (game == G::NAME).then(|| opens::<G>(path, text).map(|()| format!("a set-up of {game}")))
}

fn opens<G: Game>(path: &str, text: &str) -> Result<(), CheckError> {
    let setup = read_setup::<G>(path, text)?;
    Match::<G>::new(setup).map_err(|faults| RunError::Setup {
        name: path.to_owned(),
        faults,
    })?;
    Ok(())
}

/// Returns the name of the game if the text is a valid set-up of it.
fn fits<G: Game>(path: &str, text: &str) -> Option<&'static str> {
    opens::<G>(path, text).is_ok().then_some(G::NAME)
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

fn ran<G: Described>(game: &str, text: &str, setups: &Setups) -> Option<Report> {
    (game == G::NAME).then(|| run_file_with::<G>(text, &Laws::PRINTED, setups))
}

/// Returns the name of the game if all cases of a conformance file pass in it.
fn comes_true<G: Described>(text: &str, setups: &Setups) -> Option<&'static str> {
    run_file_with::<G>(text, &Laws::PRINTED, setups)
        .green()
        .then_some(G::NAME)
}

/// Returns the name of a file's folder if it is the name of a game.
fn folder(path: &str) -> Option<String> {
    let name = Path::new(path).parent()?.file_name()?.to_str()?;
    casus_belli::GAMES.contains(&name).then(|| name.to_owned())
}

fn checked(path: &str, game: Option<&str>, console: &mut Console) -> Result<String, CheckError> {
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
            let found: Option<Result<String, LoadError>> = each_game!(loaded(&of, &text));
            found.ok_or_else(|| no_game(&of))?.map_err(unread)
        }
        Kind::Setup => {
            let game = if let Some(game) = game {
                game
            } else {
                // Report first the faults that do not depend on the game.
                read_setup_value(path, &text)?;
                let all = games_that!(fits(path, &text));
                only(path, "a set-up", &all)?
            };
            let found: Option<Result<String, CheckError>> = each_game!(opened(game, path, &text));
            found.ok_or_else(|| no_game(game))?
        }
        Kind::Conformance => {
            let by_folder = folder(path);
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
                let all = games_that!(comes_true(&text, &setups));
                only(path, "a conformance file", &all)?
            };
            let found: Option<Report> = each_game!(ran(game, &text, &setups));
            let report = found.ok_or_else(|| no_game(game))?;
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
pub(crate) fn check(paths: &[String], game: Option<&str>, console: &mut Console) -> Done {
    if let Some(game) = game.filter(|game| !casus_belli::GAMES.contains(game)) {
        return Err(no_game(game).into());
    }
    let mut code = DONE;
    for path in paths {
        match checked(path, game, console) {
            Ok(says) => console.say(&format!("{path}: {says}\n")),
            Err(wrong) => {
                console.warn(&format!("{}\n", tame(&wrong.to_string())));
                code = REFUSED;
            }
        }
    }
    Ok(code)
}
