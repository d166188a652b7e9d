//! How far it is to the enemy and to the works.

use crate::components::Side;
use crate::state::position::State;
use casus_core::HexId;

/// Returns the hexes of enemy units that are not routed.
pub(super) fn foes(s: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
    s.on_map(side.enemy()).filter(|&(u, _)| !s.routed(u)).map(|(_, h)| h)
}

/// Returns these hexes, once each.
pub(super) fn places(hexes: impl Iterator<Item = HexId>) -> Vec<HexId> {
    let mut all: Vec<HexId> = hexes.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the distance of the nearest of these to a hex, in hexes; 99 if there is none.
pub(super) fn nearest_of(s: &State, hex: HexId, foes: impl Iterator<Item = HexId>) -> u32 {
    foes.map(|h| s.game_data.board.distance(hex, h)).min().unwrap_or(99)
}

/// Returns the distance of the nearest enemy unit to a hex, in hexes; 99 if there is none.
pub(super) fn nearest(s: &State, hex: HexId, side: Side) -> u32 {
    nearest_of(s, hex, foes(s, side))
}

/// Returns the distance of a hex from the top of the map, in half hexes.
pub(super) fn depth(s: &State, hex: HexId) -> i32 {
    let h = s.game_data.board.hex(hex);
    2 * i32::from(h.r) + i32::from(h.q)
}

/// The number of half hexes in front of the foremost works within which the French fight.
pub(super) const SALLY: i32 = 3;

/// Returns the hexes that a fortification protects.
pub(super) fn works(s: &State) -> impl Iterator<Item = HexId> + '_ {
    s.game_data
        .walled()
        .iter()
        .copied()
        .chain(s.works.iter().map(|w| w.hex))
}

/// Returns the distance of a hex from the nearest works of the French: four times its hexes, and more in front than behind.
pub(super) fn off(s: &State, works: impl Iterator<Item = HexId>, hex: HexId) -> i32 {
    let board = &s.game_data.board;
    let post = works.min_by_key(|&w| (board.distance(w, hex), w));
    post.map_or(0, |w| {
        let before = (depth(s, w) - depth(s, hex)).max(0);
        4 * board.distance(w, hex) as i32 + 8 * before
    })
}
