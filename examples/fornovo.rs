//! Fornovo, 6 July 1495, from the draw of the Seizure counters to an army's flight: `cargo run --example fornovo`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::arquebus::battles::FORNOVO;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&FORNOVO)
}
