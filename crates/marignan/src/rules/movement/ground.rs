//! The terrain of hexsides and hexes that a step crosses (9.1, 12.4, 13.2).

use crate::charts::TerrainRow;
use crate::components::{BRIDGE, CANAL, FORTIFICATION, GRAND_CANAL, RIVER, WATER, behind_fortification};
use crate::data::GameData;
use crate::options::Choice;
use crate::state::position::State;
use casus_core::{Dir, HexId};

/// The terrain of a hexside that a piece crosses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing<'a> {
    /// The row of the Terrain Table for the water on it, or for the bridge over that water.
    pub water: Option<&'a TerrainRow>,
    /// Whether there is a bridge over the water.
    pub bridged: bool,
    /// Whether a fortification is on the hexside, printed or built.
    pub fortification: bool,
    /// The change of level: positive uphill, negative downhill.
    pub climb: i32,
}

/// The hexsides on which a fortification built at night may be placed (ruling R96).
pub(crate) const WORK_SIDES: [&str; 4] = ["N", "NE", "NW", "SW"];

/// Whether a fortification built at night may be placed on a side of its hex (ruling R96).
pub(crate) fn work_side(game_data: &GameData, side: Dir) -> bool {
    WORK_SIDES.contains(&game_data.board.orientation().dir_word(side))
}

impl State {
    /// Returns the terrain of the hexside of a hex in a direction.
    pub fn crossing(&self, from: HexId, dir: Dir) -> Crossing<'_> {
        let board = &self.game_data.board;
        let terrain = &self.game_data.charts.terrain;
        let features = board.features(from, dir);
        let bridged = features & BRIDGE != 0;
        let water = if features & WATER == 0 {
            None
        } else if bridged {
            Some(&terrain.bridge)
        } else if features & RIVER != 0 {
            Some(&terrain.river)
        } else if features & GRAND_CANAL != 0 {
            Some(&terrain.grand_canal)
        } else {
            debug_assert!(features & CANAL != 0);
            Some(&terrain.canal)
        };
        let to = board.neighbour(from, dir);
        let climb = to.map_or(0, |to| i32::from(board.elevation(to)) - i32::from(board.elevation(from)));
        let built = !self.works.is_empty()
            && (self.sheltered(from, dir) || to.is_some_and(|to| self.sheltered(to, dir.opposite())));
        Crossing {
            water,
            bridged,
            fortification: built || features & FORTIFICATION != 0,
            climb,
        }
    }
    /// Whether a fortification protects a hex on its side in this direction. The fortification is a printed one that defends
    /// that side, or one built in the hex at night (12.4, 13.2, rulings R96 and R98).
    pub fn sheltered(&self, hex: HexId, dir: Dir) -> bool {
        behind_fortification(&self.game_data.board, hex, dir)
            || self.works.iter().any(|w| {
                let faces = if self.opts(Choice::R96) {
                    crate::rules::movement::ground::work_side(&self.game_data, dir)
                } else {
                    w.side == dir
                };
                w.hex == hex && faces
            })
    }
    /// Whether a road runs through a hex (9.3).
    pub fn on_road(&self, hex: HexId) -> bool {
        Dir::ALL.iter().any(|&d| self.game_data.board.road(hex, d))
    }
}
