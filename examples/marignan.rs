//! Marignan, 13 and 14 September 1515, from the set-up to an army's end: `cargo run --example marignan`.
//!
//! `-- --scenario two-days` plays both days; `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

use casus_belli::marignan::battles::MARIGNAN;
use std::process::ExitCode;

fn main() -> ExitCode {
    casus_terminal::main(&MARIGNAN)
}
