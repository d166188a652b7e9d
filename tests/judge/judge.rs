//! Runs only the conformance files, up to the first that fails: the judge of mutated rule code (TESTING.md).

#[path = "../common/folder.rs"]
mod folder;

use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_belli::testkit::Described;

/// No file fails, and refusals and ledger lines point to what the page of the game's words says.
fn nothing_is_noticed<G: Described>() {
    let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance");
    let mut reports = Vec::new();
    for (name, report) in folder::reports::<G>(folders) {
        assert!(report.green(), "{name}: {}", report.failures[0]);
        reports.push((name, report));
    }
    assert!(!reports.is_empty(), "{} has no files", G::NAME);
    let page = std::fs::read_to_string(format!("{folders}/{}/WORDS.md", G::NAME)).expect("a page of words");
    assert!(page.contains(&folder::pointers(&reports)), "what points where is not what the page says");
}

#[test]
fn suleiman() {
    nothing_is_noticed::<Suleiman>();
}

#[test]
fn marignan() {
    nothing_is_noticed::<Marignan>();
}

#[test]
fn arquebus() {
    nothing_is_noticed::<Arquebus>();
}

#[test]
fn blind_faith() {
    nothing_is_noticed::<BlindFaith>();
}
