//! The conformance files of a game.

use casus_belli::core::Laws;
use casus_belli::testkit::Described;
use casus_belli::testkit::conformance::{Report, Setups, run_file_with};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// The files in the game's folder under `folders`, each with its name, in the order of the names.
pub(crate) fn files<G: Described>(folders: &str) -> Vec<(String, String)> {
    let folder = Path::new(folders).join(G::NAME);
    let mut files: Vec<(String, String)> = std::fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|x| x == "toml"))
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
            (name, text)
        })
        .collect();
    files.sort();
    files
}

/// Runs them, one by one.
#[allow(dead_code, reason = "each program that includes this file uses a part of it")]
pub(crate) fn reports<G: Described>(folders: &str) -> impl Iterator<Item = (String, Report)> {
    let mut files = files::<G>(folders);
    let setups = Setups::take(&mut files).expect("set-ups of the folder");
    files.into_iter().map(move |(name, text)| {
        let report = run_file_with::<G>(&text, &Laws::PRINTED, &setups);
        (name, report)
    })
}

/// Where the refusals and the ledger lines of all files point, in the form of the game's WORDS.md.
pub(crate) fn pointers(reports: &[(String, Report)]) -> String {
    let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (what, at) in reports.iter().flat_map(|(_, report)| &report.points) {
        all.entry(what).or_default().insert(at);
    }
    let mut out = "### What points where\n\n| Refusal or label | It is of |\n|---|---|\n".to_owned();
    for (what, at) in all {
        let at: Vec<&str> = at.into_iter().collect();
        let _ = writeln!(out, "| {what} | {} |", at.join("; "));
    }
    out
}
