//! Module 4, Zones of Control, which follow from facing.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::state::position::State;
use casus_core::{Dir, HexId};

impl State {
    /// Returns the units of a side whose zone of control covers a hex (4.0).
    #[inline]
    pub fn controllers(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let beside = self.stacks.beside(&self.game_data.board, hex, side);
        let toward = beside.filter(|&(dir, u)| self.fronts(UnitId(u), dir.opposite()));
        toward.map(|(_, u)| UnitId(u))
    }
    /// Whether a hex is in the zone of control of a side (4.0).
    #[inline]
    pub fn in_zoc(&self, hex: HexId, side: Side) -> bool {
        let toward = |dir: Dir, u| self.fronts(UnitId(u), dir.opposite());
        self.stacks.any_beside(&self.game_data.board, hex, side, toward)
    }
    /// Returns the hexes in a unit's zone of control (4.0).
    pub fn zoc(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        const _: casus_core::Cite = cite!("4.0");
        self.hex(unit).into_iter().flat_map(move |h| {
            self.game_data
                .board
                .neighbours(h)
                .filter(move |&(dir, _)| self.fronts(unit, dir))
                .map(|(_, n)| n)
        })
    }
    /// Returns the enemy units adjacent to a hex, of any state and facing.
    pub fn adjacent_enemies(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let beside = self.stacks.beside(&self.game_data.board, hex, side.enemy());
        beside.map(|(_, u)| UnitId(u))
    }
    /// Whether an enemy unit is in a hex or adjacent to it.
    pub fn beside_enemy(&self, hex: HexId, side: Side) -> bool {
        self.stacks.is_beside(hex, side.enemy())
    }
}
