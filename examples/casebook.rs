//! Every Case of a game, or one: `cargo run --example casebook -- suleiman [CASE]`
//!
//! Its title, its standing (in code, or text only and why), where in the code it lives, how a gap in it is read, which
//! conformance files prove it, and which reconstructed data rest on it. `CASE` may be a module (`7`) or a ruling (`D7`).

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;

use casus_belli::GAMES;
use casus_belli::core::Casebook;
use casus_belli::core::catalogue::{Proof, print};
use casus_belli::core::person::BoxedGame;
use casus_belli::core::person::runner::{names, proves};
use games::charts;
use std::process::ExitCode;

/// A game's casebook, and what is reconstructed in any of its battles, and why.
fn known<G: BoxedGame>() -> (&'static Casebook, Vec<(String, String)>) {
    let mut all = Vec::new();
    for own in G::BATTLES.iter().flat_map(|b| charts::<G>(Some(b.program))) {
        let new = own.reconstructed.into_iter().filter(|line| !all.contains(line));
        all.extend(new.collect::<Vec<_>>());
    }
    (G::CASEBOOK, all)
}

fn main() -> ExitCode {
    let (game, mut rest) = match common::game_and("casebook GAME [CASE]", GAMES, 1) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let (book, reconstructed) = match of_game!(game.as_str(), known()) {
        Ok(known) => known,
        Err(message) => return common::refuse(&message),
    };
    let only = rest.pop();
    let files = match common::conformance_files(&game) {
        Ok(files) => files,
        Err(message) => return common::refuse(&message),
    };
    let proved: Vec<_> = files.iter().map(|(name, text)| (name, proves(text))).collect();
    let proofs: Vec<Proof<'_>> = proved.iter().map(|(n, p)| (n.as_str(), p.as_slice())).collect();
    let Some(text) = print(book, Some(&proofs), only.as_deref()) else {
        let name = only.unwrap_or_default();
        return common::refuse(&format!("`{name}` is neither a Case nor a ruling"));
    };
    common::say(&text);
    for (what, why) in reconstructed {
        if only
            .as_deref()
            .is_none_or(|case| names(&why, case) || names(&what, case))
        {
            common::say(&format!("  reconstructed: {what}: {why}\n"));
        }
    }
    ExitCode::SUCCESS
}
