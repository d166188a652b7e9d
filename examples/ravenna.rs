//! Ravenna, 11 April 1512, from the draw of the Seizure counters to an army's flight: `cargo run --example ravenna`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::arquebus::battles::RAVENNA;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&RAVENNA)
}
