//! Pavia, 24 February 1525, from the draw of the Seizure counters to an army's flight: `cargo run --example pavia`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

#[path = "common/arquebus.rs"]
pub mod arquebus;
pub mod common;

use casus_belli::arquebus::{Arquebus, Base, Setup};
use casus_belli::core::person::{Battle, runner};
use std::process::ExitCode;

/// The battle as it comes.
pub const BATTLE: Battle<Arquebus> = arquebus::battle("pavia", || Setup {
    base: Base::Pavia,
    ..Setup::default()
});

fn main() -> ExitCode {
    ExitCode::from(runner::run(&BATTLE, common::args(), &mut common::Machine))
}
