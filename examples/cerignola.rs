//! Cerignola, 28 April 1503, from the draw of the Seizure counters to an army's flight: `cargo run --example cerignola`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::arquebus::battles::CERIGNOLA;
use casus_belli::core::person::runner;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&CERIGNOLA, common::args(), &mut common::Machine))
}
