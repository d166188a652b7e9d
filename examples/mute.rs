//! Does each rule matter? `cargo run --features conformance --example mute -- suleiman`
//!
//! Each entry of each rule list is muted in turn, then negated, and the conformance files are run: a change that no file
//! notices is told, and an entry without which a file panics; then the exit code is 1.

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;
#[expect(
    unreachable_pub,
    reason = "the game of another example, of which only the rules are played"
)]
#[path = "tutorial/game.rs"]
mod tutorial;

use casus_belli::GAMES;
use casus_belli::core::Game;
use casus_belli::testkit::Described;
use casus_belli::testkit::conformance::{Mutes, mutes};
use std::process::ExitCode;
use tutorial::Bridge;

fn report<G: Described>() -> ExitCode {
    let files = match common::conformance_files(G::NAME) {
        Ok(files) => files,
        Err(e) => return common::refuse(&e),
    };
    // Panics are told below, with the entry that was muted.
    std::panic::set_hook(Box::new(|_| {}));
    match mutes::<G>(&files) {
        Ok(Mutes { unnoticed, panicked }) => {
            for entry in &unnoticed {
                common::say(&format!("no file notices {entry}\n"));
            }
            for (entry, file, said) in &panicked {
                common::say(&format!("{file} panics: {entry}: {said}\n"));
            }
            let entries: usize = G::lists().iter().map(|l| l.entries().len()).sum();
            let (lists, files, unseen, panics) = (G::lists().len(), files.len(), unnoticed.len(), panicked.len());
            common::say(&format!(
                "{entries} entries in {lists} lists, {files} files: {unseen} unnoticed, {panics} panics\n"
            ));
            ExitCode::from(u8::from(unseen + panics > 0))
        }
        Err(failures) => {
            for (name, failure) in &failures {
                common::say(&format!("{name}: {failure}\n"));
            }
            common::say("with nothing muted, not every file is green\n");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let games = [GAMES, &[Bridge::NAME]].concat();
    let args = common::about("mute", "Tells which rules no conformance file checks", &games).get_matches();
    let game = common::get(&args, "game").unwrap_or_default();
    of_game!(game, report(), also Bridge).unwrap_or_else(|e| common::refuse(&e))
}
