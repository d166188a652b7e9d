//! Pavia, 24 February 1525, from the draw of the Seizure counters to an army's flight: `cargo run --example pavia`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::arquebus::battles::PAVIA;
use casus_belli::core::person::runner;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&PAVIA, common::args(), &mut common::Machine))
}
