//! A unit's movement while it runs (6.1).

use crate::components::UnitId;
use casus_core::PieceSet;

/// A unit's movement while it runs.
///
/// It begins when the unit is selected and ends when it halts, or is driven off; while it runs, what an enemy ZOC
/// did to it is remembered here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The unit that moves.
    pub unit: UnitId,
    /// Movement points at its disposal, fixed when the run begins.
    pub allowance: u8,
    /// Has entered an enemy ZOC in this run (3.2.4(1)).
    pub entered_zoc: bool,
    /// May still turn freely here, having left a ZOC (3.3.2).
    pub free_turn: bool,
    /// The numbers of the enemy units whose ZOC it left in this activation (3.2.4(2)).
    pub left: PieceSet,
    /// Standing on a friendly gun's hex in passing (3.1.1).
    pub passing: bool,
    /// Halted, or driven from where it was.
    pub over: bool,
    /// Movement points spent.
    pub spent: u8,
}
