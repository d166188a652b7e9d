//! Mohács, 29 August 1526, from the first piece set up to an army's flight: `cargo run --example mohacs`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::suleiman::battles::MOHACS;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&MOHACS)
}
