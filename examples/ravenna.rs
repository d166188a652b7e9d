//! Ravenna, 11 April 1512, from the draw of the Seizure counters to an army's flight: `cargo run --example ravenna`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

#[path = "common/arquebus.rs"]
pub mod arquebus;
pub mod common;

use casus_belli::arquebus::{Arquebus, Base, Setup};
use casus_belli::core::person::{Battle, runner};
use std::process::ExitCode;

/// The battle as it comes.
pub const BATTLE: Battle<Arquebus> = arquebus::battle("ravenna", || Setup {
    base: Base::Ravenna,
    ..Setup::default()
});

fn main() -> ExitCode {
    ExitCode::from(runner::run(&BATTLE, common::args(), &mut common::Machine))
}
