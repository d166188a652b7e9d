//! What the strategies for positions have in common: the ground, and where pieces are placed.

use casus_core::{Board, HexId, Symmetry, VertexFacing};
use std::collections::BTreeSet;

/// The ground of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Open and level ground around the center of the map.
    Blank,
    /// Open ground around the center of the map with some terrain, slopes, waters and works.
    Rough,
    /// Any part of the printed map.
    Field,
}

/// Returns the first item for which `free` holds, from the one with this number on; numbers go round.
pub fn first_free<T: Copy>(items: &[T], number: usize, free: impl Fn(T) -> bool) -> Option<T> {
    let n = items.len();
    (0..n).map(|i| items[(number + i) % n]).find(|&item| free(item))
}

/// Returns these hexes and those next to them.
pub fn with_neighbours(board: &Board, hexes: impl IntoIterator<Item = HexId>) -> Vec<HexId> {
    let mut near = BTreeSet::new();
    for hex in hexes {
        near.insert(hex);
        near.extend(board.neighbours(hex).map(|(_, next)| next));
    }
    near.into_iter().collect()
}

/// Appends the options that are not among them yet.
pub fn add_options<C: PartialEq>(options: &mut Vec<C>, more: impl IntoIterator<Item = C>) {
    for choice in more {
        if !options.contains(&choice) {
            options.push(choice);
        }
    }
}

/// Turns the word of a facing into that of its mirror image.
pub fn mirror_facing(board: &Board, facing: &mut Option<String>, by: Symmetry) {
    let o = board.orientation();
    if let Some(f) = facing.as_deref().and_then(|word| VertexFacing::named(word, o)) {
        *facing = Some(by.apply_vertex_facing(f).word(o).to_owned());
    }
}
