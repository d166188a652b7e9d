//! Mohács, 29 August 1526, from the first piece set up to an army's flight: `cargo run --example mohacs`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::core::person::{Battle, Muster, Mustered, each, runner};
use casus_belli::core::{Match, Sided, Steady};
use casus_belli::suleiman::{Choice, Condition, Setup, Suleiman, View, What};
use std::process::ExitCode;

/// What became of every unit, and which leaders were lost.
fn muster(game: &Match<Suleiman>) -> Muster {
    let seen: View = game.view(None);
    let pieces = seen.units.values().map(|u| Mustered {
        side: u.side.word(),
        body: u.command.clone(),
        kind: u.arm.to_owned(),
        fate: match (u.at, u.state) {
            ("lost", _) => 0,
            ("reserve", _) => 4,
            (_, Condition::Retired) => 1,
            (_, Condition::Disordered) => 2,
            (_, Condition::Normal) => 3,
        },
    });
    let lost = |what: &What| matches!(what, What::Killed { .. } | What::Captured { .. } | What::Fled { .. });
    Muster {
        fates: ["lost", "Retired", "Disordered", "standing", "never came"]
            .map(str::to_owned)
            .into(),
        pieces: pieces.collect(),
        leaders: Some(common::told(game, |event| lost(&event.what))),
    }
}

/// The battle as printed.
pub const BATTLE: Battle<Suleiman> = Battle {
    program: "mohacs",
    setup: Setup::default,
    scenarios: &[],
    scenario: |_, _| {},
    option: |setup, word| common::chosen(&mut setup.options, Choice::named(word)),
    // Two steady players; put another `Agent` here.
    agents: |seed| each(seed, Steady::new),
    muster,
    limit: 100_000,
};

fn main() -> ExitCode {
    ExitCode::from(runner::run(&BATTLE, common::args(), &mut common::Machine))
}
