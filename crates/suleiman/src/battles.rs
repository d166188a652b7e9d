//! The battle of the box, ready to be played.

use crate::event::What;
use crate::game::Suleiman;
use crate::options::Choice;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::view::View;
use casus_core::person::{Battle, Boxed, Charts, Muster, Mustered};
use casus_core::{Match, Sided};

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
        leaders: Some(Muster::told(game, |event| lost(&event.what))),
    }
}

/// The battle as printed.
pub const MOHACS: Battle<Suleiman> = Battle {
    title: "Mohács, 29 August 1526",
    options: Choice::WORDS,
    option: |setup, word| Choice::named(word).map(|c| setup.options.push(c)).is_some(),
    muster,
    // Two steady players; put another `Agent` here.
    ..Battle::advised("mohacs")
};

impl Boxed for Suleiman {
    const BATTLES: &'static [Battle<Self>] = &[MOHACS];
    fn charts(s: &State) -> Charts {
        s.charts()
    }
}
