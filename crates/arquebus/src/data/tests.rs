//! What must hold of the battles as they come.

mod battles;
mod fields;
mod patches;

use super::*;
use crate::components::{FOOT, GUN, MOUNTED};

/// The hex of a printed number.
fn at(kit: &Kit, number: &str) -> HexId {
    kit.board.parse(number).unwrap()
}
/// The direction of a word.
fn dir(kit: &Kit, word: &str) -> Dir {
    kit.board.orientation().dir_named(word).unwrap()
}
/// Every unit that begins on the map, and where.
fn posts(kit: &Kit) -> Vec<(UnitId, Post)> {
    let posts = kit.roster.units().map(|u| (u, kit.deployment.post(u)));
    posts.filter_map(|(u, post)| Some((u, post?))).collect()
}
/// The Flight Points of all units of a side.
fn points(kit: &Kit, side: Side) -> u32 {
    let own = kit.roster.counters.iter().filter(|c| c.side == side);
    own.map(|c| u32::from(kit.charts.flight.of(c.arm))).sum()
}
/// The kind of this name.
fn kind<'k>(kit: &'k Kit, id: &str) -> &'k crate::components::Kind {
    kit.roster.kinds.iter().find(|k| k.id == id).unwrap()
}
