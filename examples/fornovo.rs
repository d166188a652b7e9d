//! Fornovo, 6 July 1495, from the draw of the Seizure counters to an army's flight: `cargo run --example fornovo`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::arquebus::battles::FORNOVO;
use casus_belli::core::person::runner;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&FORNOVO, common::args(), &mut common::Machine))
}
