//! Marignan, 13 and 14 September 1515, from the set-up to an army's end: `cargo run --example marignan`.
//!
//! `-- --scenario two-days` plays both days; `-- --help` lists the flags: seed, set-up, options, save, replay, pictures.

pub mod common;

use casus_belli::core::person::{Battle, Muster, Mustered, each, runner};
use casus_belli::core::{Match, Sided, Steady};
use casus_belli::marignan::{Choice, Condition, Marignan, Setup, View, What};
use std::process::ExitCode;

fn scenario(setup: &mut Setup, id: &'static str) {
    setup.scenario = Some(id.to_owned());
}

/// What became of every unit, and which commanders fell.
fn muster(game: &Match<Marignan>) -> Muster {
    let seen: View = game.view(None);
    let pieces = seen.units.values().map(|u| Mustered {
        side: u.side.word(),
        body: u.corps.clone().unwrap_or_else(|| "none".to_owned()),
        kind: u.title.clone(),
        fate: match (u.at, u.state) {
            ("lost", _) => 0,
            ("fled", _) => 1,
            ("reserve", _) => 5,
            (_, Condition::Routed) => 2,
            (_, Condition::Disordered) => 3,
            (_, Condition::Order) => 4,
        },
    });
    let lost = |what: &What| matches!(what, What::Killed { .. } | What::Injured { .. });
    Muster {
        fates: ["lost", "fled", "routed", "disordered", "in order", "never came"]
            .map(str::to_owned)
            .into(),
        pieces: pieces.collect(),
        leaders: Some(common::told(game, |event| lost(&event.what))),
    }
}

/// The battle as printed; its first day, unless a scenario is named.
pub const BATTLE: Battle<Marignan> = Battle {
    program: "marignan",
    setup: Setup::default,
    scenarios: &[
        ("first-day", "the first day alone"),
        ("two-days", "both days, with the night between"),
    ],
    scenario,
    option: |setup, word| common::chosen(&mut setup.options, Choice::named(word)),
    // Two steady players; put another `Agent` here.
    agents: |seed| each(seed, Steady::new),
    muster,
    limit: 200_000,
};

fn main() -> ExitCode {
    ExitCode::from(runner::run(&BATTLE, common::args(), &mut common::Machine))
}
