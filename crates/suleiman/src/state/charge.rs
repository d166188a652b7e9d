//! Charges and Counter-Charges in progress (9.2, 9.4.4).

use crate::components::UnitId;
use casus_core::PieceSet;

/// A Charger in progress (9.2).
///
/// It moves at no cost in movement points, always towards its target. On its way it may be shot at, countered, and tested
/// for Reluctance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Approach {
    /// The unit that Charges.
    pub unit: UnitId,
    /// The unit that it Charges.
    pub target: UnitId,
    /// Whether it has used its change of facing.
    pub turned: bool,
    /// Whether it has been tested for Reluctance.
    pub tested: bool,
    /// Whether the horses refused to close (9.3).
    pub blunted: bool,
    /// Whether it has arrived.
    pub over: bool,
    /// Whether a result has driven it from its path.
    pub driven: bool,
    /// The ids of the leaders who ride with it: all who were in its hex (ruling F25).
    pub riders: PieceSet,
}

/// A Counter-Charger in progress (9.4.4).
///
/// It moves within its printed allowance, or not at all if the attacker is in front of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CounterCharger {
    /// The unit that Counter-Charges.
    pub unit: UnitId,
    /// The movement points spent of its printed allowance (9.4.5).
    pub spent: u8,
    /// Whether it has been driven off.
    pub over: bool,
    /// The ids of the leaders who ride with it (ruling F25).
    pub riders: PieceSet,
}
