//! What the map is made of: its terrains, the features of its hexsides, and their level.

use crate::casebook::cite;
use crate::components::{
    BRIDGE, CANAL, CLEAR, DENSE, FARM, FORTIFICATION, GRAND_CANAL, RIVER, TERRAIN_WORDS, VILLAGE, WATER, behind_bit,
};
use casus_core::data::{Legend, SideKind};
use casus_core::{Board, Orientation, SetupFaults};

/// The level of the plain. Higher hexes are obstacles to a line of sight (12.2).
pub(crate) const PLAIN: i8 = 0;

/// The terrains and features of the map (9.0).
pub(super) const MAP: Legend = Legend {
    numbers: cite!("14.1"),
    features: cite!("9.0"),
    terrain: &[
        ('.', TERRAIN_WORDS[CLEAR as usize]),
        ('d', TERRAIN_WORDS[DENSE as usize]),
        ('v', TERRAIN_WORDS[VILLAGE as usize]),
        ('f', TERRAIN_WORDS[FARM as usize]),
    ],
    sides: &[
        course("canal", CANAL),
        course("river", RIVER),
        course("grand_canal", GRAND_CANAL),
        SideKind {
            over: Some((WATER, cite!("9.0"))),
            ..SideKind::new("bridge", BRIDGE)
        },
        SideKind {
            inside: Some(behind_bit),
            ..SideKind::new("fortification", FORTIFICATION)
        },
    ],
    level: PLAIN,
};

const fn course(word: &'static str, feature: u8) -> SideKind {
    SideKind {
        replaces: WATER,
        ..SideKind::new(word, feature)
    }
}

/// Reports a map whose hexes have no sides to the north and south, which are the ways home (10.1).
pub(super) fn upright(board: &Board, faults: &mut SetupFaults) {
    if board.orientation() != Orientation::Flat {
        let message = "the hexes have flat tops, as printed";
        faults.push("map.numbering.hexes", message, Some(cite!("10.1")));
    }
}
