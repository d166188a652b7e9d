//! Module 5, Stacking.

use crate::casebook::cite;
use crate::components::{Class, Side, UnitId};
use crate::state::position::State;
use casus_core::{Cite, HexId, PieceSet};

/// The number of units of each kind in a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sorts {
    infantry: u8,
    skirmishers: u8,
    cavalry: u8,
    guns: u8,
}

/// Whether units may share a hex. The lists of 5.1 and 5.2 are upper limits (ruling R42).
pub(crate) fn may_stack(s: &State, side: Side, units: impl Iterator<Item = UnitId>) -> bool {
    let mut n = Sorts::default();
    for u in units {
        let (class, skirmishes) = (s.class(u), s.skirmishes(u));
        n.skirmishers += u8::from(skirmishes);
        n.infantry += u8::from(class == Class::Infantry && !skirmishes);
        n.cavalry += u8::from(class == Class::Cavalry);
        n.guns += u8::from(class == Class::Artillery);
    }
    match (side, n.cavalry, n.guns, n.skirmishers) {
        (Side::Swiss, 0, 0, 0) => n.infantry <= 3,
        (Side::Swiss, 0, 0, 1) => n.infantry <= 1,
        (Side::Swiss, cavalry, 0, 0) => cavalry <= 1 && n.infantry == 0,
        (Side::Swiss, 0, guns, 0) => guns <= 1 && n.infantry == 0,
        (Side::French, 0, guns, 0) => guns <= 1 && n.infantry <= 2,
        (Side::French, cavalry, 0, 0) => cavalry <= 2 && n.infantry == 0,
        _ => false,
    }
}

/// Returns the Case of a side's stacking limits.
pub(crate) const fn case(side: Side) -> Cite {
    match side {
        Side::Swiss => cite!("5.1"),
        Side::French => cite!("5.2"),
    }
}

impl State {
    /// Whether these units may be in a hex together with the friendly units there; a unit already there counts once.
    pub(crate) fn room(&self, hex: HexId, side: Side, units: PieceSet) -> bool {
        // A single unit never exceeds the limits.
        if units.at_most_one() && self.stacks.is_empty(hex) {
            debug_assert!(may_stack(self, side, units.iter().map(UnitId)));
            return true;
        }
        let there = self
            .units_at(hex)
            .filter(|&u| !units.contains(u.0) && self.side(u) == side);
        may_stack(self, side, there.chain(units.iter().map(UnitId)))
    }
    /// Whether a hex holds more units than it may.
    pub(crate) fn overstacked(&self, hex: HexId) -> bool {
        self.held_by(hex)
            .is_some_and(|side| !may_stack(self, side, self.units_at(hex)))
    }
}
