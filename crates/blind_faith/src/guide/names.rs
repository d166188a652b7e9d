//! Words of the guide: names, places, conditions.

use crate::components::{Terrain, UnitId};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::story::spot;
use casus_core::HexId;

pub(super) fn unit(s: &State, u: UnitId) -> &str {
    s.game_data.roster.unit_name(u)
}
pub(super) fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}
pub(super) fn units(s: &State, list: impl Iterator<Item = UnitId>) -> String {
    crate::story::row(list.map(|u| unit(s, u)))
}
/// Returns the location of a counter that is in no hex.
pub(super) fn off_map(at: Whereabouts) -> String {
    let year = |turn: u8| 1419 + u16::from(turn);
    match at {
        Whereabouts::Map(_) => String::new(),
        Whereabouts::Routed => "routed".to_owned(),
        Whereabouts::Track(turn) => format!("to come in {}", year(turn)),
        Whereabouts::Returns(turn) => format!("routed, back in {}", year(turn)),
        Whereabouts::Pool(turn) => format!("to be mustered from {} on", year(turn)),
        Whereabouts::Draw(turn) => format!("to answer a Legate's call from {} on", year(turn)),
        Whereabouts::Split => "with the Taborites until they split".to_owned(),
        Whereabouts::Poland => "in Poland".to_owned(),
        Whereabouts::Denmark => "in Denmark".to_owned(),
        Whereabouts::Succession => "waits for the succession".to_owned(),
        Whereabouts::Box => "in the Legate box".to_owned(),
        Whereabouts::Cup => "not sent yet".to_owned(),
        Whereabouts::Gone => "out of the game".to_owned(),
    }
}
/// Returns the location of a counter.
pub(super) fn whereabouts(s: &State, u: UnitId) -> String {
    match s.hex(u) {
        Some(h) if s.unit(u).inside => format!("inside the walls of {}", spot(s, h)),
        Some(h) => spot(s, h),
        None => off_map(s.unit(u).at),
    }
}
/// Returns the ratings of a unit: `"Foot 1/0"`, with guns if it has them.
pub(super) fn strength(s: &State, u: UnitId) -> String {
    let card = s.counter(u);
    let guns = if card.artillery { ", guns" } else { "" };
    if card.kind.fights() {
        format!("{} {}/{}{guns}", card.kind.title(), card.attack, card.defence)
    } else {
        card.kind.title().to_owned()
    }
}
/// Returns the terrain of a hex, if it is not clear.
pub(super) fn ground(s: &State, h: HexId) -> Option<&'static str> {
    let terrain = Terrain::at(&s.game_data.board, h);
    (terrain != Terrain::Clear).then(|| terrain.word())
}
