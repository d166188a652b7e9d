//! The pieces of a plan, and the plans for them.

use crate::action::Action;
use crate::components::{LeaderId, StandardId, UnitId};
use crate::state::pieces::Condition;
pub(crate) use casus_continuity::advice::counsel;
use casus_core::{HexId, VertexFacing};

/// A piece that moves in the Move/Fire Phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A leader who moves alone.
    Leader(LeaderId),
    /// The activated Standard.
    Standard(StandardId),
}

/// A plan of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// Every activated piece in turn: those that have still to be selected, the last first.
    Sweep(Vec<Piece>),
    /// A unit's move: its path, its facing at the end, and the hex that it fires at from there.
    Go {
        /// The unit that moves.
        unit: UnitId,
        /// The hex where it sets out; `None` off the map.
        from: Option<HexId>,
        /// The hexes to enter, in order; empty to stay.
        path: Vec<HexId>,
        /// The facing at the end of it.
        facing: VertexFacing,
        /// The hex to fire at.
        fire: Option<HexId>,
        /// The leader who goes with it.
        with: Option<LeaderId>,
        /// The condition in which it was planned.
        condition: Condition,
    },
    /// A leader's move, or a Standard's.
    Ride {
        /// The leader or Standard that moves.
        piece: Piece,
        /// The hexes to enter, in order.
        path: Vec<HexId>,
    },
    /// An attack: declared now, resolved before others.
    Attack {
        /// The unit that attacks.
        attacker: UnitId,
        /// The attacked hex.
        hex: HexId,
        /// Whether the attack is a Charge.
        charge: bool,
        /// Whether it has been declared.
        begun: bool,
    },
}
