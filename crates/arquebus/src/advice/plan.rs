//! What is considered: the pieces, and the plans for them.

use crate::action::Action;
use crate::components::{LeaderId, StandardId, UnitId};
use crate::state::pieces::Condition;
use casus_core::{HexId, ScoredPlan, VertexFacing};

/// A piece that moves in the Move/Fire Phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A leader who rides alone.
    Leader(LeaderId),
    /// The activated Standard.
    Standard(StandardId),
}

/// What a side may intend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// Every piece that is activated in turn: who has still to be selected, the last first.
    Sweep(Vec<Piece>),
    /// A unit's move: where, facing which way, and at which hex it fires from there.
    Go {
        /// The unit that moves.
        unit: UnitId,
        /// Where it stands when it sets out; `None` off the map.
        from: Option<HexId>,
        /// The hexes to enter, in order; none to stay.
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
    /// A leader's ride, or a Standard's.
    Ride {
        /// The leader or Standard that moves.
        piece: Piece,
        /// The hexes to come to, in order.
        path: Vec<HexId>,
    },
    /// An attack: declared now, resolved before others.
    Attack {
        /// The unit that attacks.
        attacker: UnitId,
        /// The hex attacked.
        hex: HexId,
        /// Whether the attack is a Charge.
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
