//! Cerignola, 28 April 1503, from the draw of the Seizure counters to an army's flight: `cargo run --example cerignola`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::arquebus::battles::CERIGNOLA;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&CERIGNOLA)
}
