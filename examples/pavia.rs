//! Pavia, 24 February 1525, from the draw of the Seizure counters to an army's flight: `cargo run --example pavia`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::arquebus::battles::PAVIA;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&PAVIA)
}
