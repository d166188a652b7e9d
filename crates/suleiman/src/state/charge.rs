//! Charges and Counter-Charges on their way (9.2, 9.4.4).

use crate::components::UnitId;
use casus_core::PieceSet;

/// A Charger on its way (9.2).
///
/// It moves at no cost in movement points, always towards its target, and may be shot at, countered and tested for
/// Reluctance on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Approach {
    /// The unit that Charges.
    pub unit: UnitId,
    /// The unit that it Charges.
    pub target: UnitId,
    /// It has used its change of facing.
    pub turned: bool,
    /// It has been tested for Reluctance.
    pub tested: bool,
    /// The horses would not close (9.3).
    pub blunted: bool,
    /// It has arrived.
    pub over: bool,
    /// A result has driven it from its path.
    pub driven: bool,
    /// The numbers of the leaders who ride with it, all who were in its hex (ruling F25).
    pub riders: PieceSet,
}

/// A Counter-Charger on its way (9.4.4).
///
/// It moves within its printed allowance, or not at all where the attacker stands before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CounterCharger {
    /// The unit that Counter-Charges.
    pub unit: UnitId,
    /// Movement points spent, of its printed allowance (9.4.5).
    pub spent: u8,
    /// Whether it has been driven off.
    pub over: bool,
    /// The numbers of the leaders who ride with it (ruling F25).
    pub riders: PieceSet,
}
