//! The Hussite Wars, year by year from 1420: `cargo run --release --example hussite_wars`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::blind_faith::battles::HUSSITE_WARS;
use casus_belli::core::person::runner;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&HUSSITE_WARS, common::args(), &mut common::Machine))
}
