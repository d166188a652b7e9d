//! What became of the pieces of a battle.

use crate::unit::Condition;
use casus_core::{Game, Match};
use casus_guide::{Casualties, Casualty};

/// What may become of a unit, in the order of [`fate`].
const FATES: [&str; 5] = ["lost", "Retired", "Disordered", "standing", "never came"];

/// Returns what became of a unit, by the word of its place and its condition, as a column of the table of casualties.
pub fn fate(at: &str, condition: Condition) -> usize {
    match (at, condition) {
        ("lost", _) => 0,
        ("reserve", _) => 4,
        (_, Condition::Retired) => 1,
        (_, Condition::Disordered) => 2,
        (_, Condition::Normal) => 3,
    }
}

/// Returns the table of casualties. `lost` says which events are the loss of a leader.
pub fn casualties<G: Game>(
    game: &Match<G>,
    pieces: impl Iterator<Item = Casualty>,
    lost: impl Fn(&G::Event) -> bool,
) -> Casualties {
    Casualties {
        fates: FATES.map(str::to_owned).into(),
        pieces: pieces.collect(),
        leaders: Some(Casualties::told(game, lost)),
    }
}
