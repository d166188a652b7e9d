//! What the battles of Arquebus have in common as programs.
#![allow(dead_code, unreachable_pub)]

use super::common::{chosen, told};
use casus_belli::arquebus::{Arquebus, Choice, Condition, Setup, View, What};
use casus_belli::core::person::{Battle, Muster, Mustered, each};
use casus_belli::core::{Match, Sided, Steady};

/// What became of every unit, and which leaders were lost.
fn muster(game: &Match<Arquebus>) -> Muster {
    let seen: View = game.view(None);
    let pieces = seen.units.values().map(|u| Mustered {
        side: u.side.word(),
        body: u.battle.clone(),
        kind: u.arm.to_owned(),
        fate: match (u.at, u.state) {
            ("lost", _) => 0,
            ("reserve", _) => 4,
            (_, Condition::Retired) => 1,
            (_, Condition::Disordered) => 2,
            (_, Condition::Normal) => 3,
        },
    });
    let lost = |what: &What| matches!(what, What::Killed { .. } | What::Captured { .. });
    Muster {
        fates: ["lost", "Retired", "Disordered", "standing", "never came"]
            .map(str::to_owned)
            .into(),
        pieces: pieces.collect(),
        leaders: Some(told(game, |event| lost(&event.what))),
    }
}

/// A battle of the box as it comes.
pub const fn battle(program: &'static str, setup: fn() -> Setup) -> Battle<Arquebus> {
    Battle {
        program,
        setup,
        scenarios: &[],
        scenario: |_, _| {},
        option: |setup, word| chosen(&mut setup.options, Choice::named(word)),
        // Two steady players; put another `Agent` here.
        agents: |seed| each(seed, Steady::new),
        muster,
        limit: 200_000,
    }
}
