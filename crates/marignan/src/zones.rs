//! Modules 3 and 4: facing, and zones of control, which are a function of it.

use crate::components::{Side, UnitId};
use crate::state::State;
use casus_core::{Dir, HexId};

impl State {
    /// Whether a hexside in this direction is one of a unit's front sides (3.0). Hedgehogs have front on all sides, and
    /// routed units on none.
    #[inline]
    pub fn fronts(&self, unit: UnitId, dir: Dir) -> bool {
        if self.routed(unit) {
            false
        } else {
            self.all_round(unit) || self.unit(unit).facing.fronts(dir)
        }
    }
    /// Whether a unit has front on all sides: it is in hedgehog (9.4), or it is Swiss arquebusiers with one and ruling
    /// R51 is read the other way.
    #[inline]
    pub fn all_round(&self, unit: UnitId) -> bool {
        self.hedgehog(unit) || self.shares_hedgehog(unit)
    }
    /// Swiss arquebusiers that are as the hedgehog in their hex is (ruling R51 the other way).
    pub(crate) fn shares_hedgehog(&self, unit: UnitId) -> bool {
        self.opts(crate::options::Choice::R51)
            && self.counter(unit).swiss_arquebusiers()
            && self
                .hex(unit)
                .is_some_and(|h| self.units_at(h).any(|u| self.hedgehog(u)))
    }
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
        self.controllers(hex, side).next().is_some()
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
