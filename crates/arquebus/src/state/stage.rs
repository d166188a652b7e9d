//! The half-done procedures: which there are, and their facts.

use crate::components::{BattleId, LeaderId, SeizureCounter, Side, StandardId, UnitId};
use crate::state::activation::Named;
use crate::state::effect::{Effect, Refacing, Repulse};
use crate::state::run::{Run, Trace};
use crate::state::shot::Shot;
use casus_core::{Few, HexId, PieceSet};

/// A half-done procedure. Each is in the module of its rules.
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
    /// 6.1: one more Battle may act with those that are activated (ruling V-1).
    Joining {
        /// The side that is active.
        side: Side,
        /// Those that act.
        battles: Few<BattleId, 4>,
    },
    /// 16.1: the Time marker may be moved.
    Clock {
        /// Who has passed.
        side: Side,
    },
    /// 3.0: a Passed Free Activation is over.
    Passed {
        /// Who has passed.
        side: Side,
    },
    /// 6.2: Continuity, or a Pass.
    Continuity {
        /// The side that has just acted.
        side: Side,
    },
    /// 6.3.1: the other side may Seize.
    Seize {
        /// Who named something.
        side: Side,
        /// What it has named.
        named: Named,
    },
    /// 6.3.2: who named may negate the Seizure.
    Negate {
        /// Who named something.
        side: Side,
        /// What it has named.
        named: Named,
        /// The Battle that would Seize.
        by: BattleId,
        /// The counter played.
        counter: SeizureCounter,
    },
    /// The course of one activation.
    Activation {
        /// Where in it.
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
    /// 7.2: choosing who moves or fires next.
    Segment,
    /// A unit moves and fires.
    Running(Run),
    /// A leader moves alone.
    Riding(LeaderId),
    /// 15.2: a Standard moves.
    Carrying(StandardId),
    /// 11.2: Reaction Fire at a unit that has come in front.
    Reaction {
        /// The unit that has come in front.
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
    /// A Shock Phase; its facts are the fray of the state.
    Shock {
        /// Where in it.
        step: Phase,
    },
    /// An attack; its facts are the fight of the fray.
    Attack {
        /// Where in it.
        step: Bout,
    },
    /// 7.2: leaders may go with a unit that Charges or advances.
    Escort {
        /// The unit that they may go with.
        unit: UnitId,
        /// Where the leaders are.
        from: HexId,
        /// The numbers of those who may still go.
        left: PieceSet,
        /// The numbers of those who go.
        riders: PieceSet,
        /// What the unit does then.
        then: Escorted,
    },
    /// 12.2: a unit retreats before combat, hex by hex.
    Withdrawing {
        /// The unit that retreats.
        unit: UnitId,
        /// The hex that was attacked.
        from: HexId,
        /// Hexes that it may still go.
        left: u8,
    },
    /// 12.2: an attacker may enter the hex that was left before the combat.
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
        /// From where the result was inflicted.
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
        /// From where the result was inflicted.
        from: Few<HexId, 8>,
    },
    /// 5.4: a shot has put leaders in danger.
    LeadersUnderFire {
        /// The numbers of those who were in the target's hex.
        leaders: PieceSet,
    },
    /// 5.4: leaders who have lost their units find others.
    Displace {
        /// Where they are.
        hex: HexId,
        /// The side of the leaders.
        side: Side,
        /// Who has passed through on a Charge (ruling R-105).
        crossed_by: Option<UnitId>,
    },
    /// 5.4: a leader without his unit goes to the nearest of his Battles.
    Rejoin {
        /// The leader without a unit.
        leader: LeaderId,
        /// The hex that he leaves.
        from: HexId,
    },
    /// 15.1: units rally.
    Rallying,
}

/// Where in an activation (4.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Course {
    /// Replacement leaders arrive (5.5).
    Replacements,
    /// Seizure counters of the side that is not active, then of the active one (6.3).
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

/// Where in a round of a Shock Phase (12.3).
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
    /// 2d: advances after it of those who attacked two hexes.
    Follow,
    /// 2e: units may Counter-Charge.
    Counter,
    /// 3: attacks are resolved.
    Resolve,
    /// 4: Continued Attacks, or the end.
    Continue,
}

/// Where in an attack (12.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bout {
    /// Into the Breach may be played (6.3).
    Breach,
    /// The dice fall.
    Strike,
    /// What is left when the results are applied: guns, Engaged markers.
    Settle,
    /// Attackers may advance (12.4).
    Advance,
    /// A Continued Attack marker, where nobody could advance for the ground (14.7).
    Mark,
    /// The attack is over.
    End,
}

/// What leaders go along with (7.2).
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
        /// After a Retreat Before Combat (12.2).
        follow: bool,
    },
}
