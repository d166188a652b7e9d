//! The procedures that can be in progress, with their facts.

use crate::components::{LeaderId, Side, UnitId};
use crate::state::charge::{Approach, CounterCharger};
use crate::state::combat::Bout;
use crate::state::effect::{Displaced, Effect, Refacing, Repulse};
use crate::state::run::Run;
use crate::state::shot::Shot;
use casus_core::{Few, HexId};

/// A procedure in progress. Each is in the module of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// 14.1, 14.2: placing.
    Deploy {
        /// The next piece in the order of placing.
        next: u8,
    },
    /// 5.1: a Free choice.
    Free {
        /// The side that chooses.
        side: Side,
    },
    /// 5.2: Continuity, or a Pass.
    Continuity {
        /// The side that has just acted.
        side: Side,
    },
    /// 5.3: the other side may try to Seize.
    Seize {
        /// The side that named a command.
        side: Side,
        /// The leader of the command that was named.
        named: LeaderId,
    },
    /// The course of one activation.
    Activation {
        /// The step of the activation.
        step: Course,
    },
    /// 12.4.1: a replacement leader arrives.
    Replace {
        /// The side whose leader is replaced.
        side: Side,
    },
    /// 6.1: choosing the piece that moves or fires next.
    Segment,
    /// A unit moves and fires.
    Running(Run),
    /// A leader moves.
    Riding(LeaderId),
    /// 7.3.2: Reaction Fire at a unit that has entered a front.
    Reaction {
        /// The unit that has entered a front.
        at: UnitId,
        /// The hex that it entered.
        hex: HexId,
        /// Whether a unit has fired at it there.
        answered: bool,
    },
    /// A shot, from its announcement to its results.
    Shot(Shot),
    /// 8.1: declaring attacks.
    Declaring,
    /// 8.3: choosing the combat that is resolved next.
    Resolving,
    /// A combat. Its facts are the last of the state's combats.
    Combat {
        /// The step of the combat.
        step: Bout,
    },
    /// 9.2: a Charger in progress.
    Approach(Approach),
    /// 9.4.4: a Counter-Charger in progress.
    Counter(CounterCharger),
    /// 9.4.5: a Counter-Charger may turn first.
    Wheel {
        /// The unit that may turn.
        unit: UnitId,
    },
    /// A result being applied to a unit.
    Effect(Effect),
    /// 8.3.2: a result that attackers suffer one after the other.
    Repulse(Repulse),
    /// 10.2: choosing where to retreat.
    Retreat {
        /// The unit that retreats.
        unit: UnitId,
        /// The hexes from which the result was inflicted.
        from: Few<HexId, 8>,
        /// Whether its leaders have still to roll for this result (12.4(2)).
        risk: bool,
        /// What displaces its leaders if it is lost.
        why: Displaced,
    },
    /// Choosing a facing after a retreat, an advance or a placement.
    Reface {
        /// The unit that may turn.
        unit: UnitId,
        /// The Case that grants it.
        why: Refacing,
    },
    /// 10.3: placing a Retired Hungarian by the Banner.
    Retire {
        /// The unit that is placed.
        unit: UnitId,
        /// What displaces its leaders.
        why: Displaced,
    },
    /// 12.4: a leader without his unit joins the nearest of his command.
    Rejoin {
        /// The leader without a unit.
        leader: LeaderId,
        /// The hex that he leaves.
        from: HexId,
        /// What displaced him.
        why: Displaced,
    },
}

/// The steps of an activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Course {
    /// Replacement leaders arrive (12.4.1).
    Replacements,
    /// Command status is fixed (12.1).
    Status,
    /// The Move/Fire segment (6.1).
    MoveFire,
    /// Shock is declared (8.1).
    Declare,
    /// Shock is resolved (8.3).
    Resolve,
    /// Disordered units rally (11.0.1).
    Rally,
    /// The flight check (16.0.1), then Continuity.
    Close,
}
