//! A unit's run: its movement from selection to end (6.1).

use crate::components::UnitId;
use casus_core::PieceSet;

/// A unit's run: its movement from selection to end.
///
/// It begins when the unit is selected and ends when it halts or is driven off. It also records the effects of enemy ZOCs
/// during the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The unit that moves.
    pub unit: UnitId,
    /// The movement points available, fixed when the run begins.
    pub allowance: u8,
    /// Whether it has entered an enemy ZOC in this run (3.2.4(1)).
    pub entered_zoc: bool,
    /// Whether it may still turn freely here, after leaving a ZOC (3.3.2).
    pub free_turn: bool,
    /// The ids of the enemy units whose ZOC it left in this activation (3.2.4(2)).
    pub left: PieceSet,
    /// Whether it is passing through a friendly gun's hex (3.1.1).
    pub passing: bool,
    /// Whether it has halted or been driven off.
    pub over: bool,
    /// Movement points spent.
    pub spent: u8,
}
