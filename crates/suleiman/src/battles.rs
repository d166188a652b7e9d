//! The battle of Mohács, ready to be played.

use crate::components::UnitId;
use crate::event::What;
use crate::game::Suleiman;
use crate::options::Choice;
use crate::setup::{Base, LeaderPost, Setup, StartAt, UnitPost};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::view::{UnitView, View};
use casus_continuity::battles::{casualties, fate};
use casus_core::{Game as _, Lexicon as _, Match};
use casus_guide::{Battle, BoxedGame, Casualties, Casualty, Charts, add_option, name_post, post_of};

/// Counts what happened to every unit, and which leaders were lost.
fn muster(game: &Match<Suleiman>) -> Casualties {
    let seen: View = game.view(None);
    let roster = &game.state().game_data.roster;
    let card = |u: &UnitView| roster.counter(UnitId(u.number));
    let pieces = seen.units.values().map(|u| Casualty {
        side: Suleiman::side_name(game.state(), u.side),
        body: game.state().name_of(card(u).command.place()),
        kind: card(u).arm.title().to_owned(),
        fate: fate(u.at, u.state),
    });
    let lost = |what: &What| matches!(what, What::Killed { .. } | What::Captured { .. } | What::Fled { .. });
    casualties(game, pieces, |event| lost(&event.what))
}

/// The battle as printed.
pub const MOHACS: Battle<Suleiman> = Battle {
    title: "Mohács, 29 August 1526",
    options: Choice::WORDS,
    option: |setup, word| add_option(&mut setup.options, Choice::named(word)),
    muster,
    // Two computer players; to use others, put another `Agent` here.
    ..Battle::advised("mohacs")
};

impl BoxedGame for Suleiman {
    const BATTLES: &'static [Battle<Self>] = &[MOHACS];
    const HEX_ALONE: &'static [(&'static str, &'static str)] = &[("Banner", "banner")];
    fn charts(s: &State) -> Charts {
        s.charts()
    }
    fn placing(s: &State) -> bool {
        matches!(s.stack.last(), Some(Stage::Deploy { .. }))
    }
    fn name_all(setup: &mut Setup, s: &State) {
        if setup.start_at == StartAt::SetUp {
            setup.start_at = StartAt::Free;
            setup.base = Some(Base::Mohacs);
            // 14.3 applies as at the start of the battle.
            setup.same_again.get_or_insert(s.same_again);
            setup.seizure_open.get_or_insert(s.seizure_open);
            setup.ottomans_up.get_or_insert(s.ottomans_up);
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
        for l in s.leader_ids() {
            let card = s.game_data.roster.leader_card(l);
            // He is in the counter mix, but in no battle (14.1).
            if card.reserve {
                continue;
            }
            let (hex, at) = placed(s.leader(l).at);
            let known = s.leader(l).known;
            let id = card.id.clone();
            let post = LeaderPost {
                id,
                hex,
                at,
                known,
                ..LeaderPost::default()
            };
            name_post(&mut setup.leaders, |p| &p.id, post);
        }
        if !setup.banner_lost && setup.banner.is_none() {
            setup.banner = s.banner().map(|hex| board.label(hex));
        }
    }
}
