//! The procedures that can be in progress, with their facts.

use crate::components::{BattleId, LeaderId, SeizureCounter, Side, StandardId, UnitId};
use crate::state::activation::Named;
use crate::state::effect::{Effect, Refacing, Repulse};
use crate::state::run::{Run, Trace};
use crate::state::shot::Shot;
use casus_core::{Few, HexId, PieceSet};

/// A procedure in progress. Each is in the module of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// 6.3: a side draws its Seizure counters.
    Draw {
        /// The side that draws.
        side: Side,
    },
    /// 6.1: a Free choice.
    Free {
        /// The side that chooses.
        side: Side,
    },
    /// 6.1: one more Battle may join those that are activated (ruling V-1).
    Joining {
        /// The side that is active.
        side: Side,
        /// The Battles that are activated.
        battles: Few<BattleId, 4>,
    },
    /// 16.1: the Time marker may be moved.
    Clock {
        /// The side that has passed.
        side: Side,
    },
    /// 3.0: a Passed Free Activation is over.
    Passed {
        /// The side that has passed.
        side: Side,
    },
    /// 6.2: Continuity, or a Pass.
    Continuity {
        /// The side that has just acted.
        side: Side,
    },
    /// 6.3.1: the other side may try to Seize.
    Seize {
        /// The side that named something.
        side: Side,
        /// What it has named.
        named: Named,
    },
    /// 6.3.2: the side that named something may negate the Seizure.
    Negate {
        /// The side that named something.
        side: Side,
        /// What it has named.
        named: Named,
        /// The Battle that would Seize.
        by: BattleId,
        /// The counter that was played.
        counter: SeizureCounter,
    },
    /// The course of one activation.
    Activation {
        /// The step of the activation.
        step: Course,
    },
    /// 5.5: replacement leaders arrive.
    Replace {
        /// The side whose leaders are replaced.
        side: Side,
    },
    /// 6.3: Battle Cry and Unsteady Troops.
    Counters {
        /// The side that may play them.
        side: Side,
    },
    /// 7.2: choosing the piece that moves or fires next.
    Segment,
    /// A unit moves and fires.
    Running(Run),
    /// A leader moves alone.
    Riding(LeaderId),
    /// 15.2: a Standard moves.
    Carrying(StandardId),
    /// 11.2: Reaction Fire at a unit that has entered a front.
    Reaction {
        /// The unit that has entered a front.
        at: UnitId,
        /// The hex that it entered.
        hex: HexId,
    },
    /// A shot, from its announcement to its results.
    Shot(Shot),
    /// 12.1: declaring attacks.
    Declaring,
    /// 13.2: laying out the path of a Charge.
    Tracing(Trace),
    /// A Shock Phase. Its facts are the combat of the state.
    Shock {
        /// The step of the phase.
        step: Phase,
    },
    /// An attack. Its facts are the attack of the combat.
    Attack {
        /// The step of the attack.
        step: Bout,
    },
    /// 7.2: leaders may go with a unit that Charges or advances.
    Escort {
        /// The unit that they may go with.
        unit: UnitId,
        /// The hex where the leaders are.
        from: HexId,
        /// The ids of the leaders who may still go.
        left: PieceSet,
        /// The ids of the leaders who go.
        riders: PieceSet,
        /// What the unit does afterwards.
        then: Escorted,
    },
    /// 12.2: a unit retreats before combat, hex by hex.
    Withdrawing {
        /// The unit that retreats.
        unit: UnitId,
        /// The hex that was attacked.
        from: HexId,
        /// The number of hexes that it may still retreat.
        left: u8,
    },
    /// 12.2: an attacker may enter the hex that was left before combat.
    Follow {
        /// The hex that was left.
        hex: HexId,
    },
    /// A result being applied to a unit.
    Effect(Effect),
    /// 14.3: a result drives several attackers back, one after the other.
    Repulse(Repulse),
    /// 14.3: choosing where to retreat.
    Retreat {
        /// The unit that retreats.
        unit: UnitId,
        /// The hexes from which the result was inflicted.
        from: Few<HexId, 8>,
    },
    /// Choosing a facing after a retreat, an advance or a placement.
    Reface {
        /// The unit that may turn.
        unit: UnitId,
        /// The Case that grants it.
        why: Refacing,
    },
    /// 14.4: placing a Retired unit by its Standard.
    Retire {
        /// The unit that is placed.
        unit: UnitId,
        /// The hexes from which the result was inflicted.
        from: Few<HexId, 8>,
    },
    /// 5.4: a shot has put leaders in danger.
    LeadersUnderFire {
        /// The ids of the leaders who were in the target's hex.
        leaders: PieceSet,
    },
    /// 5.4: leaders who have lost their units join others.
    Displace {
        /// The hex where they are.
        hex: HexId,
        /// The side of the leaders.
        side: Side,
        /// The unit that has passed through on a Charge (ruling R-105).
        crossed_by: Option<UnitId>,
    },
    /// 5.4: a leader without his unit joins the nearest of his Battles.
    Rejoin {
        /// The leader without a unit.
        leader: LeaderId,
        /// The hex that he leaves.
        from: HexId,
    },
    /// 15.1: units rally.
    Rallying,
}

/// The steps of an activation (4.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Course {
    /// Replacement leaders arrive (5.5).
    Replacements,
    /// Seizure counters of the inactive side, then of the active one (6.3).
    Counters(bool),
    /// Command status is fixed (5.2, 5.3).
    Status,
    /// Phase B, Move/Fire (7.0, 11.0).
    MoveFire,
    /// Phase C, Shock (12.0).
    Shock,
    /// Phase D, Rally (15.0).
    Rally,
    /// The end: Loss Checks (3.0), then Continuity.
    Close,
}

/// The steps of a round of a Shock Phase (12.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// 1: attacks are declared.
    Declare,
    /// 2a: Chargers are placed.
    Place,
    /// 2b: terrain Disorders attackers.
    Terrain,
    /// 2c: Swiss Shock Reluctance (16.2).
    Reluctance,
    /// 2d: Retreat Before Combat.
    Withdraw,
    /// 2d: attackers of two hexes advance after a Retreat Before Combat.
    Follow,
    /// 2e: units may Counter-Charge.
    Counter,
    /// 3: attacks are resolved.
    Resolve,
    /// 4: Continued Attacks, or the end.
    Continue,
}

/// The steps of an attack (12.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bout {
    /// Into the Breach may be played (6.3).
    Breach,
    /// The dice are rolled.
    Strike,
    /// The rest after the results: guns and Engaged markers.
    Settle,
    /// Attackers may advance (12.4).
    Advance,
    /// A Continued Attack marker is given, where only the ground kept all units from advancing (14.7).
    Mark,
    /// The attack is over.
    End,
}

/// The move of a unit that leaders go with (7.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Escorted {
    /// A Charger that is placed next to its target (13.2).
    Charge,
    /// A unit that Counter-Charges fire (13.9).
    Counter {
        /// The unit that it Counter-Charges.
        against: UnitId,
        /// Whether the attack is a Charge.
        charge: bool,
        /// The hexes of its path; it strikes from the last.
        path: Few<HexId, 8>,
    },
    /// A unit that advances to a hex (12.4).
    Advance {
        /// The hex that it enters.
        to: HexId,
        /// Whether it follows a Retreat Before Combat (12.2).
        follow: bool,
    },
}
