//! Module 4, Zones of Control: a function of facing.

use crate::components::{Side, UnitId};
use crate::state::position::State;
use casus_core::HexId;

impl State {
    /// The units of a side whose zone of control covers a hex (4.0).
    pub fn controllers(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.kit
            .board
            .neighbours(hex)
            .flat_map(move |(dir, from)| self.units_at(from).map(move |u| (u, dir)))
            .filter(move |&(u, dir)| self.side(u) == side && self.fronts(u, dir.opposite()))
            .map(|(u, _)| u)
    }
    /// Whether a hex is in the zone of control of a side (4.0).
    #[inline]
    pub fn in_zoc(&self, hex: HexId, side: Side) -> bool {
        // As `controllers`, by hand: nothing is asked more often.
        self.kit.board.neighbours(hex).any(|(dir, from)| {
            let near = |u: UnitId| self.side(u) == side && self.fronts(u, dir.opposite());
            !self.stacks.is_empty(from) && self.units_at(from).any(near)
        })
    }
    /// The hexes in a unit's zone of control (4.0).
    pub fn zoc(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        self.hex(unit).into_iter().flat_map(move |h| {
            self.kit
                .board
                .neighbours(h)
                .filter(move |&(dir, _)| self.fronts(unit, dir))
                .map(|(_, n)| n)
        })
    }
    /// Enemy units next to a hex, of whatever state and facing.
    pub fn adjacent_enemies(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.kit
            .board
            .neighbours(hex)
            .flat_map(|(_, n)| self.units_at(n))
            .filter(move |&u| self.side(u) != side)
    }
    /// Whether an enemy unit stands in or next to a hex.
    pub fn beside_enemy(&self, hex: HexId, side: Side) -> bool {
        self.adjacent_enemies(hex, side).next().is_some()
    }
}
