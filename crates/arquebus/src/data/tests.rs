//! The properties of the printed battles.

mod battles;
mod fields;
mod patches;

use super::*;
use crate::components::{FOOT, GUN, MOUNTED};

/// The hex of a printed number.
fn at(game_data: &GameData, number: &str) -> HexId {
    game_data.board.parse(number).unwrap()
}
/// The direction of a word.
fn dir(game_data: &GameData, word: &str) -> Dir {
    game_data.board.orientation().dir_named(word).unwrap()
}
/// Every unit that begins on the map, with its place.
fn posts(game_data: &GameData) -> Vec<(UnitId, Post)> {
    let posts = game_data.roster.units().map(|u| (u, game_data.deployment.post(u)));
    posts.filter_map(|(u, post)| Some((u, post?))).collect()
}
/// The Flight Points of all units of a side.
fn points(game_data: &GameData, side: Side) -> u32 {
    let own = game_data.roster.counters.iter().filter(|c| c.side == side);
    own.map(|c| u32::from(game_data.charts.flight.of(c.arm))).sum()
}
/// The kind of this name.
fn kind<'k>(game_data: &'k GameData, id: &str) -> &'k crate::components::Kind {
    game_data.roster.kinds.iter().find(|k| k.id == id).unwrap()
}
