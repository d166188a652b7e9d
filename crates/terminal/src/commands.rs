//! Commands that print what a game has: its battles, its charts, its Cases.

use crate::battle::RunError;
use crate::io::Io;
use crate::machine::read_text;
use casus_core::catalogue::{Proof, nearest, print};
use casus_core::geometry::{brief, did_you_mean};
use casus_core::{Casebook, SetupFaults};
use casus_guide::{Battle, BoxedGame, Charts};
use core::fmt::Write as _;
use std::path::Path;

/// Why a command printed nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// No game has this name.
    #[error("unknown game \"{}\"; games: {}{}", brief(word), games.join(", "), did_you_mean(word, games.iter().copied()))]
    UnknownGame {
        /// The name, as given.
        word: String,
        /// The games of this build.
        games: Vec<&'static str>,
    },
    /// No battle has this name.
    #[error(
        "unknown battle \"{}\"; battles{}: {}{}",
        brief(word),
        game.map_or(String::new(), |game| format!(" of {game}")),
        battles.join(", "),
        did_you_mean(word, battles.iter().copied())
    )]
    UnknownBattle {
        /// The name, as given.
        word: String,
        /// The game, if only its battles were meant.
        game: Option<&'static str>,
        /// The battles that it may be.
        battles: Vec<&'static str>,
    },
    /// A casebook has neither a Case nor a ruling of this name.
    #[error("unknown Case or ruling \"{}\" of {game}{near}", brief(word))]
    UnknownCase {
        /// The name, as given.
        word: String,
        /// The game that was asked.
        game: &'static str,
        /// A question with names that it may mean; empty if there are none.
        near: String,
    },
    /// A printed set-up has faults: a defect of the game.
    #[error("{battle}: a defect: {faults}")]
    Setup {
        /// The battle that was asked for.
        battle: &'static str,
        /// What is wrong with the set-up.
        faults: SetupFaults,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Returns the battle of a game with this name, or the first.
///
/// # Errors
/// That there is no such battle.
pub fn battle<G: BoxedGame>(word: Option<&str>) -> Result<&'static Battle<G>, CommandError> {
    let found = match word {
        None => G::BATTLES.first(),
        Some(word) => G::battle(word),
    };
    found.ok_or_else(|| CommandError::UnknownBattle {
        word: word.unwrap_or_default().to_owned(),
        game: Some(G::NAME),
        battles: G::BATTLES.iter().map(|b| b.program).collect(),
    })
}

fn charts_of<G: BoxedGame>(battle: &'static Battle<G>) -> Result<Charts, CommandError> {
    let state = G::begin(&(battle.setup)()).map_err(|faults| CommandError::Setup {
        battle: battle.program,
        faults,
    })?;
    Ok(G::charts(&state))
}

/// Prints the charts of a battle of a game, or of its first, and what in them is reconstructed.
///
/// # Errors
/// That there is no such battle.
pub fn charts<G: BoxedGame>(battle: Option<&str>, io: &mut dyn Io) -> Result<(), CommandError> {
    let Charts { sheets, reconstructed } = charts_of(self::battle::<G>(battle)?)?;
    let mut out = String::new();
    let headed = |out: &mut String, title: &str| {
        let rule = "=".repeat(title.chars().count());
        let _ = writeln!(out, "{title}\n{rule}");
    };
    for (title, text) in sheets {
        headed(&mut out, &title);
        let _ = writeln!(out, "{text}");
    }
    headed(&mut out, "Reconstructed, and why");
    for (what, why) in reconstructed {
        let _ = writeln!(out, "{what}\n    {why}");
    }
    io.page(&out);
    Ok(())
}

/// Prints a Case with its rulings, a module, a ruling, or a whole casebook; with the conformance files that prove each,
/// if `files` has them, and what of the data is reconstructed.
///
/// # Errors
/// That there is no such Case and no such ruling.
pub fn rules<G: BoxedGame>(
    case: Option<&str>,
    files: Option<&[Proof<'_>]>,
    io: &mut dyn Io,
) -> Result<(), CommandError> {
    let book: &Casebook = G::CASEBOOK;
    let mut out = print(book, files, case).ok_or_else(|| {
        let word = case.unwrap_or_default();
        CommandError::UnknownCase {
            word: word.to_owned(),
            game: G::NAME,
            near: nearest(book, word),
        }
    })?;
    let mut known: Vec<(String, String)> = Vec::new();
    for battle in G::BATTLES {
        let new = charts_of(battle)?.reconstructed;
        known.extend(new.into_iter().filter(|line| !known.contains(line)).collect::<Vec<_>>());
    }
    for (what, why) in known {
        if case.is_none_or(|case| names(&why, case) || names(&what, case)) {
            let _ = writeln!(out, "  reconstructed: {what}: {why}");
        }
    }
    if files.is_none() {
        let game = G::NAME;
        let _ = writeln!(out, "The proofs are not at hand here: they stand in tests/conformance/{game} of the source");
    }
    io.page(&out);
    Ok(())
}

/// Reads the conformance files of a folder: the name and the text of each, by name.
///
/// # Errors
/// The folder or file that cannot be read, and why.
pub fn conformance_files(folder: &Path) -> Result<Vec<(String, String)>, CommandError> {
    let wrong = |path: &Path, source| RunError::file(&path.to_string_lossy(), source);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| wrong(folder, e))? {
        let path = entry.map_err(|e| wrong(folder, e))?.path();
        if path.extension().is_some_and(|x| x == "toml") {
            let text = read_text(&path).map_err(|e| wrong(&path, e))?;
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            files.push((name.unwrap_or_default(), text));
        }
    }
    files.sort();
    Ok(files)
}

/// Returns what a conformance file says that it proves; empty if it is not TOML.
pub fn proves(text: &str) -> Vec<String> {
    let Ok(file) = text.parse::<toml::Table>() else {
        return Vec::new();
    };
    let cases = file.get("case").and_then(toml::Value::as_array);
    let tables = cases.into_iter().flatten().filter_map(toml::Value::as_table);
    let mut out: Vec<String> = core::iter::once(&file)
        .chain(tables)
        .filter_map(|t| t.get("proves").and_then(toml::Value::as_array))
        .flatten()
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect();
    out.sort();
    out.dedup();
    out
}

/// Returns whether a text names a Case, or a Case of a module (`"7"`). `7.4` is named by `7.4.2(1)`, and not by `17.4`.
pub fn names(text: &str, case: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
        .map(|word| word.trim_matches('.'))
        .any(|word| {
            word.contains('.')
                && word
                    .strip_prefix(case)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}
