//! A small game in one file, as a program: `cargo run --features conformance --example tutorial -- --help`; docs/add-a-game.md walks through it.

#[allow(
    missing_docs,
    reason = "an action or a field is named as the rules have it; a program that includes this file shows none of them"
)]
pub mod game;

use casus_belli::guide::Battle;
use std::process::ExitCode;

/// The battle as it stands in `game.rs`.
pub const BATTLE: Battle<game::Bridge> = Battle::advised("tutorial");

fn main() -> ExitCode {
    casus_terminal::main(&BATTLE)
}
