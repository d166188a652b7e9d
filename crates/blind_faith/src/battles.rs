//! The wars of the game, ready to play.

use crate::components::Kind;
use crate::game::BlindFaith;
use crate::options::Choice;
use crate::setup::{Setup, UnitPost};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::view::View;
use casus_core::Match;
use casus_core::words::sentence;
use casus_guide::{Battle, BoxedGame, Casualties, Casualty, Charts, add_option, name_post, post_of};

/// Returns the final state of every counter.
fn muster(game: &Match<BlindFaith>) -> Casualties {
    let seen: View = game.view(None);
    let pieces = seen.units.values().map(|u| Casualty {
        side: crate::story::army(u.side).to_owned(),
        body: sentence(u.faction),
        kind: Kind::named(u.kind).map_or(u.kind, Kind::title).to_owned(),
        fate: match u.at {
            "gone" => 0,
            "routed" | "returns" => 1,
            "map" => 2,
            _ => 3,
        },
    });
    Casualties {
        fates: ["lost", "routed", "on the map", "elsewhere"].map(str::to_owned).into(),
        pieces: pieces.collect(),
        leaders: None,
    }
}

/// The printed campaign.
pub const HUSSITE_WARS: Battle<BlindFaith> = Battle {
    title: "The Hussite Wars, 1420 to 1444",
    options: Choice::WORDS,
    option: |setup, word| add_option(&mut setup.options, Choice::named(word)),
    muster,
    limit: 400_000,
    // Two `Steady` agents; replace one with another `Agent` here.
    ..Battle::advised("hussite_wars")
};

impl BoxedGame for BlindFaith {
    const BATTLES: &'static [Battle<Self>] = &[HUSSITE_WARS];
    fn charts(s: &State) -> Charts {
        s.charts()
    }
    fn name_all(setup: &mut Setup, s: &State) {
        for u in s.unit_ids() {
            let unit = s.unit(u);
            let off = match unit.at {
                Whereabouts::Track(turn)
                | Whereabouts::Returns(turn)
                | Whereabouts::Pool(turn)
                | Whereabouts::Draw(turn) => format!("{} {turn}", unit.at.word()),
                at => at.word().to_owned(),
            };
            let (hex, at) = post_of(&s.game_data.board, unit.at.hex(), &off);
            let id = s.game_data.roster[u].id.clone();
            let post = UnitPost {
                id,
                hex,
                at,
                inside: unit.inside,
                ..UnitPost::default()
            };
            name_post(&mut setup.units, |p| &p.id, post);
        }
    }
}
