//! Runs the conformance files of every game, and looks that every Case with something to do is proved by one.

mod tutorial;

use casus_belli::core::proofs::Described;
use casus_belli::core::proofs::conformance::{Setups, run_file_with};
use casus_belli::core::{Game, Laws, Standing};
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn files<G: Game>() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("conformance")
        .join(G::NAME);
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

fn all_come_true<G: Described>() {
    let mut failed = Vec::new();
    let (mut cases, mut checks) = (0, 0);
    let mut files = files::<G>();
    let setups = Setups::take(&mut files).expect("set-ups of the folder");
    for (name, text) in &files {
        let report = run_file_with::<G>(text, &Laws::PRINTED, &setups);
        cases += report.cases;
        checks += report.checks;
        failed.extend(
            report
                .failures
                .iter()
                .map(|f| format!("tests/conformance/{}/{name}: {f}", G::NAME)),
        );
    }
    println!("{}: {} files, {cases} cases, {checks} checks, {} failures", G::NAME, files.len(), failed.len());
    assert!(failed.is_empty(), "{} failures:\n{}", failed.len(), failed.join("\n"));
}

/// The bare number of what a file says that it proves.
fn bare(proof: &str) -> &str {
    proof.split('(').next().unwrap_or(proof)
}

fn every_case_is_proved<G: Described>() {
    let mut proved = BTreeSet::new();
    let mut unknown = Vec::new();
    let mut files = files::<G>();
    let setups = Setups::take(&mut files).expect("set-ups of the folder");
    for (name, text) in &files {
        for proof in run_file_with::<G>(text, &Laws::PRINTED, &setups).proves {
            let known = G::CASEBOOK.find(&proof).is_some() || G::CASEBOOK.ruling(&proof).is_some();
            if !known {
                unknown.push(format!("{name}: `{proof}` is neither a Case nor a ruling"));
            }
            proved.insert(proof);
        }
    }
    let cases: Vec<String> = G::CASEBOOK
        .entries
        .iter()
        .filter(|e| e.standing != Standing::Text)
        .filter(|e| !proved.iter().any(|p| bare(p) == e.number))
        .map(|e| format!("{} {}", e.number, e.title))
        .collect();
    let rulings: Vec<&str> = G::CASEBOOK
        .rulings
        .iter()
        .filter(|r| !proved.contains(r.id))
        .map(|r| r.id)
        .collect();
    if !rulings.is_empty() {
        println!("{}: rulings that no file names: {}", G::NAME, rulings.join(" "));
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(cases.is_empty(), "{}: {} Cases that no file proves:\n{}", G::NAME, cases.len(), cases.join("\n"));
}

macro_rules! games {
    ($($name:ident: $game:ty),* $(,)?) => {$(
        mod $name {
            #[test]
            fn all_come_true() {
                super::all_come_true::<$game>();
            }
            #[test]
            fn every_case_is_proved() {
                super::every_case_is_proved::<$game>();
            }
        }
    )*};
}

games! {
    suleiman: super::Suleiman,
    marignan: super::Marignan,
    bridge: crate::tutorial::game::Bridge,
}
