//! Tests of nerve: Reluctance (9.3), Counter-Charge (9.4.3), evasion (8.2.1).

use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::state::position::State;
use casus_core::{HexId, Modifier, Modifiers};

casus_continuity::facts! {
    /// The facts of a test of nerve.
    ///
    /// Reluctance, evasion and Counter-Charge share them; each has its own list of modifiers.
    pub struct NerveFacts<'a> of State {
        /// The unit that is tested.
        pub unit: UnitId,
        /// Whether it is attacked through its flank.
        pub flank: bool,
    }
}

impl<'a> NerveFacts<'a> {
    /// The facts of a unit that is not attacked through its flank, or for which that does not count.
    pub(crate) const fn of(s: &'a State, unit: UnitId) -> Self {
        Self { s, unit, flank: false }
    }
}

type M = Modifier<NerveFacts<'static>>;

/// The list `reluctance-drm`: the modifiers of a Reluctance roll. It is made when a Charge first comes before the front
/// of Regular Infantry (9.3).
pub static RELUCTANCE_DRMS: Modifiers<NerveFacts> = Modifiers {
    name: "reluctance-drm",
    list: &[M::by(cite!("9.3"), "Medium Cavalry")
        .adds(|f| f.unit.place(), |f| (f.s.arm(f.unit) == Arm::MediumCavalry).then_some(1))],
};

/// The list `evade-drm`: the modifiers of an Akinci's evasion. It is rolled when the unit has retreated before cavalry
/// (8.2.1).
pub static EVADE_DRMS: Modifiers<NerveFacts> = Modifiers {
    name: "evade-drm",
    list: &[M::by(cite!("8.2.1"), "Shock Defense Rating")
        .adds(|f| f.unit.place(), |f| Some(i32::from(f.s.ratings(f.unit).sdr)))],
};

/// The list `counter-charge-drm`: the modifiers of a Counter-Charge attempt (9.4.3).
pub static COUNTER_DRMS: Modifiers<NerveFacts> = Modifiers {
    name: "counter-charge-drm",
    list: &[
        M::by(cite!("9.4.3(1)"), "Shock Defense Rating")
            .adds(|f| f.unit.place(), |f| Some(i32::from(f.s.ratings(f.unit).sdr))),
        M::by(cite!("9.4.3(2)"), "through the flank").adds(|f| f.unit.place(), |f| f.flank.then_some(1)),
    ],
};

/// The highest adjusted roll at which a Charger closes (9.3).
pub(crate) const CLOSES: i32 = 4;

/// The highest adjusted roll at which a Counter-Charge is made (9.4.3).
pub(crate) const COUNTERS: i32 = 3;

/// The highest adjusted roll at which Akincis evade unhurt (8.2.1).
pub(crate) const EVADES: i32 = 5;

/// The number of the ten faces that pass a test of nerve.
pub(crate) fn nerve(list: &Modifiers<NerveFacts<'static>>, need: i32, facts: &NerveFacts<'_>) -> i32 {
    (need - list.sum(facts) + 1).clamp(0, 10)
}

/// The Regular Infantry that has this hex in its front, in any condition, with bows or without (9.3, ruling F5).
pub(crate) fn foot_before(s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    s.adjacent_enemies(hex, s.side(unit))
        .find(|&e| s.arm(e) == Arm::RegularInfantry && s.in_front(e, hex))
}
