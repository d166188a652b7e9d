//! A small game in one file, as a program: `cargo run --example tutorial -- --help`; docs/add-a-game.md walks through it.

#[path = "../common/mod.rs"]
pub mod common;
#[allow(missing_docs)]
pub mod game;

use casus_belli::core::person::{Battle, runner};
use std::process::ExitCode;

/// The battle as it stands in `game.rs`.
pub const BATTLE: Battle<game::Bridge> = Battle::advised("tutorial");

fn main() -> ExitCode {
    ExitCode::from(runner::run(&BATTLE, common::args(), &mut common::Machine))
}
