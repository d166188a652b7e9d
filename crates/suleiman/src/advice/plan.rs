//! What is considered: the pieces, and the plans for them.

use crate::action::Action;
use crate::components::{CommandId, LeaderId, UnitId};
use crate::state::pieces::Condition;
use casus_core::{HexId, ScoredPlan, VertexFacing};

/// A piece that moves in the Move/Fire segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A leader who rides alone.
    Leader(LeaderId),
}

/// What a side may intend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// Every piece of the active command in turn.
    Sweep {
        /// The command whose pieces move.
        command: CommandId,
        /// Who has still to be selected, the last first.
        todo: Vec<Piece>,
    },
    /// A unit's move: where, facing which way, and whom it fires at from there.
    Go {
        /// The unit that moves.
        unit: UnitId,
        /// Where it stands when it sets out; `None` off the map.
        from: Option<HexId>,
        /// The hexes to enter, in order; none to stay.
        path: Vec<HexId>,
        /// The facing at the end of it.
        facing: VertexFacing,
        /// Whom to fire at.
        fire: Option<UnitId>,
        /// The condition in which it was planned.
        condition: Condition,
    },
    /// A leader's ride.
    Ride {
        /// The leader who rides.
        leader: LeaderId,
        /// The hex that he makes for.
        to: HexId,
    },
    /// An attack: declared now, resolved before others.
    Attack {
        /// The unit that attacks.
        attacker: UnitId,
        /// The unit to be attacked.
        target: UnitId,
        /// As a Charge.
        charge: bool,
        /// It has been declared.
        begun: bool,
    },
}

pub(crate) fn counsel(plan: Plan, expected_gain: i32) -> ScoredPlan<Plan> {
    ScoredPlan {
        plan,
        expected_gain,
        dice: false,
    }
}
