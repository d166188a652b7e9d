//! Every table of a game as a player's aid sheet: `cargo run --example charts -- suleiman`
//!
//! A cell that is reconstructed and not printed bears a `*`; what it rests on stands at the end.

mod common;

use casus_belli::suleiman::standard;
use std::process::ExitCode;

fn main() -> ExitCode {
    let kit = match common::args().next().as_deref() {
        Some("suleiman") => standard(),
        _ => return common::refuse("usage: charts suleiman"),
    };
    for (title, text) in kit.sheets() {
        let rule = "=".repeat(title.chars().count());
        common::say(&format!("{title}\n{rule}\n{text}\n"));
    }
    common::say("Reconstructed, and why\n======================\n");
    for (what, why) in kit.reconstructed() {
        common::say(&format!("{what}\n    {why}\n"));
    }
    ExitCode::SUCCESS
}
