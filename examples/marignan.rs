//! Marignan, 13 and 14 September 1515, from the set-up to an army's end: `cargo run --example marignan`.
//!
//! `-- --scenario two-days` plays both days; `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::core::person::runner;
use casus_belli::marignan::battles::MARIGNAN;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(runner::run(&MARIGNAN, common::args(), &mut common::Machine))
}
