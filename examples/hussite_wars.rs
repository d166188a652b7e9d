//! The Hussite Wars, year by year from 1420: `cargo run --release --example hussite_wars`.
//!
//! `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::blind_faith::{BlindFaith, Choice, Setup, View};
use casus_belli::core::person::{Battle, Muster, Mustered, each, runner};
use casus_belli::core::{Match, Sided, Steady};
use std::process::ExitCode;

/// What became of every counter that was ever in play.
fn muster(game: &Match<BlindFaith>) -> Muster {
    let seen: View = game.view(None);
    let pieces = seen.units.values().map(|u| Mustered {
        side: u.side.word(),
        body: u.faction.to_owned(),
        kind: u.kind.to_owned(),
        fate: match u.at {
            "gone" => 0,
            "routed" | "returns" => 1,
            "map" => 2,
            _ => 3,
        },
    });
    Muster {
        fates: ["lost", "routed", "on the map", "elsewhere"].map(str::to_owned).into(),
        pieces: pieces.collect(),
        leaders: None,
    }
}

/// The wars as they come.
pub const BATTLE: Battle<BlindFaith> = Battle {
    program: "hussite_wars",
    setup: Setup::default,
    scenarios: &[],
    scenario: |_, _| {},
    option: |setup, word| common::chosen(&mut setup.options, Choice::named(word)),
    // Two steady players; put another `Agent` here.
    agents: |seed| each(seed, Steady::new),
    muster,
    limit: 400_000,
};

fn main() -> ExitCode {
    ExitCode::from(runner::run(&BATTLE, common::args(), &mut common::Machine))
}
