//! The Hussite Wars, year by year from 1420: `cargo run --release --example hussite_wars`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::blind_faith::battles::HUSSITE_WARS;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&HUSSITE_WARS)
}
