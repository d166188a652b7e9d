//! A unit's run (7.2), and a Charge whose path is being laid out (13.2).

use crate::components::{StandardId, UnitId};
use casus_core::{Few, HexId, PieceSet, VertexFacing};

/// A unit's run: its movement from selection to end.
///
/// It begins when the unit is selected and ends when it halts, fires or is driven off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The unit that moves.
    pub unit: UnitId,
    /// The movement points available, fixed when the run begins (14.2).
    pub allowance: u8,
    /// The movement points spent.
    pub spent: u8,
    /// The vertex that it faced when the run began (8.0).
    pub facing: VertexFacing,
    /// Whether it had turned before the run, with the unit stacked with it (ruling R-109).
    pub turned: bool,
    /// Whether it has entered another hex in this run.
    pub stepped: bool,
    /// Whether it has come next to an enemy unit in this run, and must stop (7.2).
    pub stopped: bool,
    /// Whether it has fired in its hex and may leave it: horse that fires on the move (11.2).
    pub fired: bool,
    /// The ids of the enemy units that it may not come next to: those next to the hex where it fired at that moment, wherever they
    /// are now (11.2).
    pub barred: PieceSet,
    /// The ids of the leaders who move with it (7.2).
    pub riders: PieceSet,
    /// The Standard that enters the map with it (7.5).
    pub bears: Option<StandardId>,
    /// Whether it has dismounted, and moves no farther (7.4).
    pub dismounted: bool,
    /// Whether it is in a hex where it may not stop (10.0).
    pub passing: bool,
    /// Whether it has halted or been driven off.
    pub over: bool,
}

/// A Charge or Counter-Charge that is being laid out: its path to the target, hex by hex (13.2, 13.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trace {
    /// The unit that will Charge.
    pub unit: UnitId,
    /// The hex of its target.
    pub target: HexId,
    /// The last hex of its path so far.
    pub at: HexId,
    /// The vertex that it will face.
    pub facing: VertexFacing,
    /// The hexes of the path so far.
    pub path: Few<HexId, 8>,
    /// The firer, if it is a Counter-Charge against fire (13.9).
    pub counter: Option<UnitId>,
}
