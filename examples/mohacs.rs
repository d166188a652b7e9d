//! Mohács, 29 August 1526, from the first piece set up to an army's flight: `cargo run --example mohacs`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::core::person::runner;
use casus_belli::suleiman::battles::MOHACS;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&MOHACS, common::args(), &mut common::Machine))
}
