//! Module 10, Stacking: which units may share a hex, and which may pass through others (10.0, 10.1).

use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::state::position::State;
use casus_core::HexId;

/// Whether two units of a side may share a hex (10.0, rulings R-47, C-3).
pub(crate) fn fit_together(s: &State, a: UnitId, b: UnitId) -> bool {
    const _: casus_core::Cite = cite!("10.0");
    let (x, y) = (s.arm(a), s.arm(b));
    let ordinary = |arm: Arm| arm.foot() && arm != Arm::Pikes;
    let gunners = |gun: UnitId, with: Arm| s.unlimbered(gun) && ordinary(with) && with != Arm::Artillery;
    let wagons = |wagon: Arm, with: Arm| wagon == Arm::BaggageWagon && ordinary(with) && with != Arm::BaggageWagon;
    let sappers = |one: Arm, other: UnitId| one == Arm::Sappers && !s.limbered(other);
    gunners(a, y) || gunners(b, x) || wagons(x, y) || wagons(y, x) || sappers(x, b) || sappers(y, a)
}

/// The units in a hex, except this one.
pub(crate) fn others(s: &State, unit: UnitId, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.units_at(hex).filter(move |&u| u != unit)
}

/// Whether friendly units let a unit stop in a hex: it is empty, or holds one that the unit may stack with.
pub(crate) fn has_room(s: &State, unit: UnitId, hex: HexId) -> bool {
    let mut there = others(s, unit, hex);
    match (there.next(), there.next()) {
        (None, _) => true,
        (Some(one), None) => s.side(one) == s.side(unit) && fit_together(s, unit, one),
        _ => false,
    }
}

/// The extra cost to move through the unit in a hex where a unit may not stop (10.0): 0 through unlimbered guns, the points of
/// the chart for loose foot through other units; `None` where no unit may pass.
pub(crate) fn passage(s: &State, unit: UnitId, hex: HexId) -> Option<i32> {
    let mut there = others(s, unit, hex);
    let (Some(one), None) = (there.next(), there.next()) else {
        return None;
    };
    let arm = s.arm(unit);
    if arm == Arm::Artillery || s.side(one) != s.side(unit) {
        return None;
    }
    if s.unlimbered(one) {
        return Some(0);
    }
    let loose = matches!(arm, Arm::Arquebus | Arm::Crossbow | Arm::Longbow | Arm::Skirmishers);
    let solid = s.limbered(one) || matches!(s.arm(one), Arm::Pikes | Arm::SwordAndBuckler);
    (loose && !solid).then(|| i32::from(s.game_data.charts.points.pass))
}

/// An Engaged unit in a hex, other than this one (10.1, ruling R-48).
pub(crate) fn engaged_in(s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    others(s, unit, hex).find(|&u| s.engaged(u))
}
