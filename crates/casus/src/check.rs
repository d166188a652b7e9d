//! Whether a file is what it should be.

use crate::Done;
use crate::console::Console;
use crate::games::{each_game, no_game, one_game, text_of};
use casus_belli::core::geometry::tame;
use casus_belli::core::person::{DONE, Outside as _, REFUSED, runner};
use casus_belli::core::play::game_of;
use casus_belli::core::proofs::Described;
use casus_belli::core::proofs::conformance::{Report, Setups, run_file_with};
use casus_belli::core::{Game, Laws, LoadError, Match};
use std::path::Path;

/// What stands in every save, whatever the version of its form.
const FORMAT_WORD: &str = "\"casus-belli save";

/// What a text is, as it seems.
enum Kind {
    Save(String),
    Unread(LoadError),
    Conformance,
    Setup,
}

fn kind(text: &str) -> Kind {
    match game_of(text) {
        Ok(game) => return Kind::Save(game),
        // What says that it is a save and cannot be read is none, and says why.
        Err(e) if text.contains(FORMAT_WORD) => return Kind::Unread(e),
        Err(_) => {}
    }
    let table: Option<toml::Table> = text.parse().ok();
    let conformance = table.is_some_and(|t| ["case", "play", "proves"].iter().any(|key| t.contains_key(*key)));
    if conformance { Kind::Conformance } else { Kind::Setup }
}

fn loaded<G: Game>(game: &str, text: &str) -> Option<Result<String, String>> {
    (G::NAME == game).then(|| match Match::<G>::load(text) {
        Ok(m) => Ok(format!("a save of {game}: {} lines, each legal", m.journal().len())),
        Err(e) => Err(e.to_string()),
    })
}

/// With a game named, what is wrong with a set-up of it; else that it is one of this game, if it is.
fn opened<G: Game>(game: Option<&str>, path: &str, text: &str) -> Option<Result<String, String>> {
    if game.is_some_and(|game| game != G::NAME) {
        return None;
    }
    let read = runner::read_setup::<G>(path, text);
    let opened = read.and_then(|setup| {
        Match::<G>::new(setup).map_err(|faults| {
            let lines: Vec<String> = faults.0.iter().map(|fault| format!("{path}: {fault}")).collect();
            lines.join("\n")
        })
    });
    match opened {
        Ok(_) => Some(Ok(format!("a set-up of {}", G::NAME))),
        Err(e) => game.map(|_| Err(e)),
    }
}

fn ran<G: Described>(game: Option<&str>, text: &str, setups: &Setups) -> Option<Report> {
    if game.is_some_and(|game| game != G::NAME) {
        return None;
    }
    let report = run_file_with::<G>(text, &Laws::PRINTED, setups);
    (game.is_some() || report.failures.is_empty()).then_some(report)
}

/// The game of a conformance file: as said, or as its folder is called.
fn folder(path: &str) -> Option<String> {
    let name = Path::new(path).parent()?.file_name()?.to_str()?;
    casus_belli::GAMES.contains(&name).then(|| name.to_owned())
}

fn checked(path: &str, game: Option<&str>, console: &mut Console) -> Result<String, String> {
    let text = text_of(path, console)?;
    if text
        .trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}')
        .is_empty()
    {
        return Err(format!("{path}: the file is empty"));
    }
    match kind(&text) {
        Kind::Unread(e) => Err(format!("{path}: {e}")),
        Kind::Save(of) => {
            let found: Option<Result<String, String>> = each_game!(loaded(&of, &text));
            found.ok_or_else(|| no_game(&of))?.map_err(|e| format!("{path}: {e}"))
        }
        Kind::Setup => {
            let found: Option<Result<String, String>> = each_game!(opened(game, path, &text));
            found.ok_or_else(|| format!("{path}: a set-up of no game at hand: `--game` tells what is wrong with it"))?
        }
        Kind::Conformance => {
            let by_folder = folder(path);
            let game = game.or(by_folder.as_deref());
            let beside = Path::new(path).with_file_name(Setups::FILE);
            let setups = match std::fs::read_to_string(&beside) {
                Ok(text) => Setups::read(&text).map_err(|e| format!("{}: {e}", beside.display()))?,
                Err(_) => Setups::default(),
            };
            let found: Option<Report> = each_game!(ran(game, &text, &setups));
            let report =
                found.ok_or_else(|| format!("{path}: of no game at hand: `--game` tells what is wrong with it"))?;
            for trace in &report.traces {
                console.say(&format!("{path}: {trace}\n"));
            }
            if report.failures.is_empty() {
                return Ok(format!("{} cases, each as it says", report.cases));
            }
            let failures: Vec<String> = report.failures.iter().map(|f| format!("{path}: {f}")).collect();
            Err(failures.join("\n"))
        }
    }
}

/// Checks files.
pub(crate) fn check(paths: &[String], game: Option<&str>, console: &mut Console) -> Done {
    if let Some(game) = game.filter(|game| !casus_belli::GAMES.contains(game)) {
        return Err(no_game(game));
    }
    let mut code = DONE;
    for path in paths {
        match checked(path, game, console) {
            Ok(says) => console.say(&format!("{path}: {says}\n")),
            Err(wrong) => {
                console.warn(&format!("{}\n", tame(&wrong)));
                code = REFUSED;
            }
        }
    }
    Ok(code)
}
