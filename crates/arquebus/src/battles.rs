//! The printed battles, ready to be played.

use crate::components::UnitId;
use crate::data::Base;
use crate::event::What;
use crate::game::Arquebus;
use crate::options::Choice;
use crate::setup::{LeaderPost, Setup, StandardPost, UnitPost};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::view::{UnitView, View};
use casus_continuity::battles::{casualties, fate};
use casus_core::{Game as _, Match};
use casus_guide::{Battle, BoxedGame, Casualties, Casualty, Charts, add_option, name_post, post_of};

/// Counts what happened to every unit, and which leaders were lost.
fn muster(game: &Match<Arquebus>) -> Casualties {
    let seen: View = game.view(None);
    let opening = Arquebus::begin_under(game.setup(), Arquebus::laws(game.state())).ok();
    // A unit that dismounts has another type on foot. It is counted by its first type.
    let began = |u: &UnitView| {
        let arm = opening.as_ref().map(|s| s.arm(UnitId(u.number)).title());
        arm.unwrap_or(u.arm).to_owned()
    };
    let roster = &game.state().game_data().roster;
    let battle = |id: &str| {
        roster
            .battle(id)
            .map_or_else(|| id.to_owned(), |b| roster.battle_name(b).to_owned())
    };
    let pieces = seen.units.values().map(|u| Casualty {
        side: Arquebus::side_name(game.state(), u.side),
        body: battle(&u.battle),
        kind: began(u),
        fate: fate(u.at, u.state),
    });
    let lost = |what: &What| matches!(what, What::Killed { .. } | What::Captured { .. });
    casualties(game, pieces, |event| lost(&event.what))
}

/// A printed battle.
const fn battle(program: &'static str, title: &'static str, setup: fn() -> Setup) -> Battle<Arquebus> {
    Battle {
        title,
        setup,
        options: Choice::WORDS,
        option: |setup, word| add_option(&mut setup.options, Choice::named(word)),
        muster,
        limit: 200_000,
        // Two computer players; to use others, put another `Agent` here.
        ..Battle::advised(program)
    }
}

/// Fornovo, 6 July 1495.
pub const FORNOVO: Battle<Arquebus> = battle("fornovo", "Fornovo, 6 July 1495", || Setup {
    base: Base::Fornovo,
    ..Setup::default()
});
/// Cerignola, 28 April 1503.
pub const CERIGNOLA: Battle<Arquebus> = battle("cerignola", "Cerignola, 28 April 1503", || Setup {
    base: Base::Cerignola,
    ..Setup::default()
});
/// Ravenna, 11 April 1512.
pub const RAVENNA: Battle<Arquebus> = battle("ravenna", "Ravenna, 11 April 1512", || Setup {
    base: Base::Ravenna,
    ..Setup::default()
});
/// Pavia, 24 February 1525.
pub const PAVIA: Battle<Arquebus> = battle("pavia", "Pavia, 24 February 1525", || Setup {
    base: Base::Pavia,
    ..Setup::default()
});

impl BoxedGame for Arquebus {
    const BATTLES: &'static [Battle<Self>] = &[CERIGNOLA, FORNOVO, RAVENNA, PAVIA];
    fn battle_of(setup: &Setup) -> Option<&'static Battle<Self>> {
        Self::battle(setup.base.word())
    }
    fn charts(s: &State) -> Charts {
        s.charts()
    }
    fn name_all(setup: &mut Setup, s: &State) {
        let board = &s.game_data.board;
        let placed = |at: Whereabouts| post_of(board, at.hex(), at.word());
        for u in s.unit_ids() {
            let (hex, at) = placed(s.unit(u).at);
            let facing = s.unit(u).facing.word(board.orientation());
            let facing = hex.is_some().then(|| facing.to_owned());
            let id = s.game_data.roster[u].id.clone();
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
            let (hex, at) = placed(s.leader(l).at);
            let id = s.game_data.roster[l].id.clone();
            let post = LeaderPost {
                id,
                hex,
                at,
                ..LeaderPost::default()
            };
            name_post(&mut setup.leaders, |p| &p.id, post);
        }
        for t in s.standard_ids() {
            let (hex, at) = placed(s.standard(t).at);
            let id = s.game_data.roster[t].id.clone();
            name_post(&mut setup.standards, |p| &p.id, StandardPost { id, hex, at });
        }
    }
}
