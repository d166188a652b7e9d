//! What the map is made of: its terrains and the features of its hexsides.

use crate::casebook::cite;
use crate::components::{CLEAR, STREAM, SWAMP, TERRAIN_WORDS, TRENCH, VILLAGE, inside_bit};
use casus_core::data::{Legend, SideKind};

/// The terrain and features of the map (2.1.1).
pub(super) const LEGEND_OF_THE_MAP: Legend = Legend {
    numbers: cite!("2.1"),
    features: cite!("2.1.1"),
    terrain: &[
        ('.', TERRAIN_WORDS[CLEAR as usize]),
        ('s', TERRAIN_WORDS[SWAMP as usize]),
        ('v', TERRAIN_WORDS[VILLAGE as usize]),
    ],
    sides: &[
        SideKind::new("stream", STREAM),
        SideKind {
            inside: Some(inside_bit),
            ..SideKind::new("trench", TRENCH)
        },
    ],
    level: 1,
};
