//! Every Case of a game, or one: `cargo run --example casebook -- suleiman [CASE]`
//!
//! Its title, its standing (in code, or text only and why), where in the code it lives, how a gap in it is read, which
//! conformance files prove it, and which reconstructed data rest on it. `CASE` may be a module (`7`) or a ruling (`D7`).

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;

use casus_belli::GAMES;
use casus_belli::core::catalogue::Proof;
use casus_terminal::Machine;
use casus_terminal::commands::{proves, rules};
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = common::about("casebook", "Prints the Cases of a game with their rulings and proofs", GAMES);
    let case = common::word("case", "Case (7.4.2), module (7) or ruling (D7) [default: all]");
    let args = command.arg(case).get_matches();
    let (game, case) = (common::get(&args, "game").unwrap_or_default(), common::get(&args, "case"));
    let files = match common::conformance_files(game) {
        Ok(files) => files,
        Err(e) => return common::refuse(&e),
    };
    let proved: Vec<_> = files.iter().map(|(name, text)| (name, proves(text))).collect();
    let proofs: Vec<Proof<'_>> = proved.iter().map(|(n, p)| (n.as_str(), p.as_slice())).collect();
    common::done(of_game!(game, rules(case, Some(&proofs), &mut Machine::default())).and_then(|done| done))
}
