//! 12.2, Line of Sight.

use crate::components::{FARM, VILLAGE};
use crate::data::{GameData, PLAIN};
use casus_core::{Along, HexId};

impl GameData {
    /// Whether there is a line of sight between two hexes, the same both ways (12.2, rulings R52 and R53). `occupied` tells
    /// which hexes hold a combat unit, friendly or enemy, in any state. Adjacent hexes see each other. The two hexes
    /// themselves never block. Returns `false` for an id off the map.
    pub fn sees(&self, from: HexId, to: HexId, occupied: impl Fn(HexId) -> bool) -> bool {
        let b = &self.board;
        let (here, there) = (b.elevation(from), b.elevation(to));
        let top = here.max(there);
        let lower = if here < there { from } else { to };
        let blocks = |h: HexId| {
            let level = b.elevation(h);
            let terrain = b.terrain(h);
            let obstacle = level > PLAIN || self.charts.terrain.blocks_sight(terrain) || occupied(h);
            // A higher hex sees over lower obstacles, but not over houses directly in front of the lower hex.
            let houses = terrain == VILLAGE || terrain == FARM;
            let close = here != there && houses && b.distance(h, lower) == 1;
            obstacle && (level >= top || close)
        };
        b.visible(from, to, blocks, Along::Either)
    }
}
