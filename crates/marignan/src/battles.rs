//! The battle of the game, ready to play.

use crate::event::What;
use crate::game::Marignan;
use crate::options::Choice;
use crate::setup::{Base, CommanderPost, Setup, StartAt, UnitPost};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::turn::Course;
use crate::view::View;
use casus_core::{Game as _, Match};
use casus_guide::{Battle, BoxedGame, Casualties, Casualty, Charts, NO_COMMAND, add_option, name_post, post_of};

/// Returns the final state of every unit, and the commanders who were killed.
fn muster(game: &Match<Marignan>) -> Casualties {
    let seen: View = game.view(None);
    let roster = &game.state().game_data.roster;
    let corps = |id: &String| {
        let known = roster.corps(id);
        known.map_or_else(|| id.clone(), |c| roster.corps_name(c).to_owned())
    };
    let pieces = seen.units.values().map(|u| Casualty {
        side: Marignan::side_name(game.state(), u.side),
        body: u.corps.as_ref().map_or_else(|| NO_COMMAND.to_owned(), corps),
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
    let lost = |what: &What| matches!(what, What::Killed { .. });
    Casualties {
        fates: ["lost", "fled", "routed", "disorder", "in order", "waiting"]
            .map(str::to_owned)
            .into(),
        pieces: pieces.collect(),
        leaders: Some(Casualties::told(game, |event| lost(&event.what))),
    }
}

/// The printed battle; the first day, unless you name a scenario.
pub const MARIGNAN: Battle<Marignan> = Battle {
    title: "Marignan, 13 and 14 September 1515",
    scenarios: &[
        ("first-day", "the first day alone"),
        ("two-days", "both days, with the night between"),
    ],
    scenario: |setup, id| setup.scenario = Some(id.to_owned()),
    options: Choice::WORDS,
    option: |setup, word| add_option(&mut setup.options, Choice::named(word)),
    muster,
    limit: 200_000,
    // Two `Steady` agents; replace one with another `Agent` here.
    ..Battle::advised("marignan")
};

impl BoxedGame for Marignan {
    const BATTLES: &'static [Battle<Self>] = &[MARIGNAN];
    fn charts(s: &State) -> Charts {
        s.charts()
    }
    fn placing(s: &State) -> bool {
        matches!(s.course(), Some(Course::Deploy(_)))
    }
    fn name_all(setup: &mut Setup, s: &State) {
        if setup.start_at == StartAt::SetUp {
            setup.start_at = StartAt::Command;
            setup.base = Some(Base::Marignan);
        }
        let board = &s.game_data.board;
        let placed = |at: Whereabouts| post_of(board, at.hex(), at.word());
        for u in s.unit_ids() {
            let (hex, at) = placed(s.unit(u).at);
            let facing = s.unit(u).facing.word(board.orientation());
            let facing = hex.is_some().then(|| facing.to_owned());
            let id = s.counter(u).id.clone();
            let post = UnitPost {
                id,
                hex,
                at,
                facing,
                ..UnitPost::default()
            };
            name_post(&mut setup.units, |p| &p.id, post);
        }
        for c in s.commander_ids() {
            let (hex, at) = placed(s.commander(c).at);
            let id = s.game_data.roster[c].id.clone();
            let post = CommanderPost {
                id,
                hex,
                at,
                ..CommanderPost::default()
            };
            name_post(&mut setup.commanders, |p| &p.id, post);
        }
    }
}
