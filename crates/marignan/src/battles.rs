//! The battle of the box, ready to be played.

use crate::event::What;
use crate::game::Marignan;
use crate::options::Choice;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::view::View;
use casus_core::person::{Battle, Boxed, Charts, Muster, Mustered};
use casus_core::{Match, Sided};

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
        leaders: Some(Muster::told(game, |event| lost(&event.what))),
    }
}

/// The battle as printed; its first day, unless a scenario is named.
pub const MARIGNAN: Battle<Marignan> = Battle {
    title: "Marignan, 13 and 14 September 1515",
    scenarios: &[
        ("first-day", "the first day alone"),
        ("two-days", "both days, with the night between"),
    ],
    scenario: |setup, id| setup.scenario = Some(id.to_owned()),
    options: Choice::WORDS,
    option: |setup, word| Choice::named(word).map(|c| setup.options.push(c)).is_some(),
    muster,
    limit: 200_000,
    // Two steady players; put another `Agent` here.
    ..Battle::advised("marignan")
};

impl Boxed for Marignan {
    const BATTLES: &'static [Battle<Self>] = &[MARIGNAN];
    fn charts(s: &State) -> Charts {
        s.charts()
    }
}
