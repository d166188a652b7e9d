//! The pieces of a plan, and the plans for them.

use crate::action::Action;
use crate::components::{CommandId, LeaderId, UnitId};
use crate::state::pieces::Condition;
pub(crate) use casus_continuity::advice::counsel;
use casus_core::{HexId, VertexFacing};

/// A piece that moves in the Move/Fire segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A leader who moves alone.
    Leader(LeaderId),
}

/// A plan of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// Every piece of the active command in turn.
    Sweep {
        /// The command whose pieces move.
        command: CommandId,
        /// The pieces that have still to be selected, the last first.
        todo: Vec<Piece>,
    },
    /// A unit's move: its path, its facing at the end, and its target from there.
    Go {
        /// The unit that moves.
        unit: UnitId,
        /// The hex where it sets out; `None` off the map.
        from: Option<HexId>,
        /// The hexes to enter, in order; empty to stay.
        path: Vec<HexId>,
        /// The facing at the end of it.
        facing: VertexFacing,
        /// The unit to fire at.
        fire: Option<UnitId>,
        /// The condition in which it was planned.
        condition: Condition,
    },
    /// A leader's move.
    Ride {
        /// The leader who moves.
        leader: LeaderId,
        /// The hex that he moves to.
        to: HexId,
    },
    /// An attack: declared now, and resolved before others.
    Attack {
        /// The unit that attacks.
        attacker: UnitId,
        /// The unit to be attacked.
        target: UnitId,
        /// Whether the attack is a Charge.
        charge: bool,
        /// Whether it has been declared.
        begun: bool,
    },
}
