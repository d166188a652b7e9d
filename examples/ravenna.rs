//! Ravenna, 11 April 1512, from the draw of the Seizure counters to an army's flight: `cargo run --example ravenna`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::arquebus::battles::RAVENNA;
use casus_belli::core::person::runner;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&RAVENNA, common::args(), &mut common::Machine))
}
