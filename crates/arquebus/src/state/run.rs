//! A unit's movement while it runs (7.2), and a Charge that is being laid out (13.2).

use crate::components::{StandardId, UnitId};
use casus_core::{Few, HexId, PieceSet, VertexFacing};

/// A unit's movement while it runs.
///
/// It begins when the unit is selected and ends when it halts, fires or is driven off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The unit that moves.
    pub unit: UnitId,
    /// Movement Points at its disposal, fixed when the run begins (14.2).
    pub allowance: u8,
    /// Movement Points spent.
    pub spent: u8,
    /// The vertex that it faced when the run began (8.0).
    pub facing: VertexFacing,
    /// Had turned before, with the unit that it is stacked with (ruling R-109).
    pub turned: bool,
    /// Has come to another hex in this run.
    pub stepped: bool,
    /// Has come next to an enemy unit in this run, and must stop (7.2).
    pub stopped: bool,
    /// Has fired in the hex where it stands and may leave it: horse that shoots on the move (11.2).
    pub fired: bool,
    /// The numbers of the enemy units next to which it may not come: those that were next to the hex where it fired, at the moment
    /// of fire, wherever they are now (11.2).
    pub barred: PieceSet,
    /// The numbers of the leaders who move with it (7.2).
    pub riders: PieceSet,
    /// The Standard that enters the map with it (7.5).
    pub bears: Option<StandardId>,
    /// Has dismounted, and moves no further (7.4).
    pub dismounted: bool,
    /// Standing in a hex where it may not stop (10.0).
    pub passing: bool,
    /// Halted, or driven from where it was.
    pub over: bool,
}

/// A Charge or Counter-Charge that is being laid out: its path to the target, hex by hex (13.2, 13.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trace {
    /// Who will Charge.
    pub unit: UnitId,
    /// The hex of its target.
    pub target: HexId,
    /// Where its path has come to.
    pub at: HexId,
    /// The vertex that it will face.
    pub facing: VertexFacing,
    /// The hexes of the path so far.
    pub path: Few<HexId, 8>,
    /// It is a Counter-Charge against the fire of this unit (13.9).
    pub counter: Option<UnitId>,
}
