//! Events: what happened, each with its Case.

use crate::charts::{CombatResult, ShockResult};
use crate::components::{BattleId, LeaderId, SeizureCounter, SeizureCounters, Side, StandardId, UnitId, Who};
use crate::state::activation::{Warrant, Window};
use crate::state::combat::Answer;
use crate::state::pieces::Condition;
use crate::state::shot::Mode;
pub use casus_continuity::Shut;
use casus_core::{HexId, Ledger, Outcome, Refusals, Test, VertexFacing};
use serde::Serialize;

/// An event: one thing that happened.
///
/// [`cite`](casus_core::Event::cite) is its Case, and [`what`](casus_core::Event::what) is what happened.
pub type Event = casus_core::Event<What>;

/// The purpose of a window or a phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// Reaction Fire (11.2).
    ReactionFire,
    /// Return Fire (11.2).
    ReturnFire,
    /// A Shock attack (12.1).
    Shock,
    /// Retreat Before Combat (12.2).
    RetreatBeforeCombat,
    /// A Counter-Charge (13.6).
    CounterCharge,
    /// An advance (12.2, 12.4).
    Advance,
    /// A retreat (14.3).
    Retreat,
    /// A hex near the Standard for a Retired unit (14.4).
    Refuge,
}

/// The reason why a Continued Attack or a Counter-Charge does not take place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lapse {
    /// The unit is no longer on the map.
    AttackerGone,
    /// No enemy unit is in front of it.
    NobodyInFront,
    /// The ground keeps it from attacking the enemy units in front of it.
    NoneToAttack,
    /// The unit that Counter-Charges has been driven off.
    DrivenOff,
    /// The unit that fired is no longer on the map.
    TargetGone,
    /// No path leads to the unit that fired.
    NoPath,
    /// No unit advanced, though the marker is only given when the ground alone prevents it.
    NobodyAdvanced,
}

/// A question that a side may decline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Whether to Seize Continuity (6.3.1).
    Seizure,
    /// Whether to negate a Seizure (6.3.2).
    Negation,
    /// Whether to move the Time marker (16.1).
    Clock,
    /// Whether a leader goes with a unit (7.2).
    Escort,
    /// Whether to follow a Retreat Before Combat (12.2).
    Follow,
}

/// The reason why a unit is no longer Engaged with others (14.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Parting {
    /// A retreat (14.3, ruling R-93).
    Retreat,
    /// A Retired result (14.4).
    Retired,
    /// The loss of a unit (14.6, and whatever else removes one).
    Loss,
    /// An advance (12.4, ruling R-115).
    Advance,
    /// It Disengaged (14.5).
    Move,
    /// A Continued Attack result (14.7, ruling G-6).
    ContinuedAttack,
    /// Any other reason: they are no longer adjacent.
    Apart,
}

/// The reason why a unit was Eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A result of a table (14.6, 12.5).
    Result,
    /// A result that drives off a unit which is Retired already (14.4).
    Retired,
    /// A retreat of unlimbered guns, which are anchored (7.6, ruling C-8).
    Anchored,
    /// A retreat for which no hex is open (14.3).
    NoRetreat,
    /// Retirement without an open hex near the Standard (14.4).
    NoRefuge,
    /// The retreat of a friendly unit through it (14.3).
    PassedThrough,
    /// The loss or retreat of the unit that guns stand with (12.5).
    Companion,
    /// The roll for guns that were hit (14.2).
    Guns,
    /// Unsteady Troops, which Eliminate guns (6.3).
    Unsteady,
}

/// What happened in a match.
///
/// In JSON it is an object with the variant's name in lower case under `what`, and the fields beside it. Pieces and hexes are
/// numbers there; the gazetteer of the session has their words. Ledgers have a line for each modifier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A side drew its Seizure counters (6.3).
    Drew {
        /// The side that drew.
        side: Side,
        /// The number of counters drawn.
        number: u8,
        /// The counters drawn; hidden from the enemy.
        counters: Option<Vec<SeizureCounter>>,
    },
    /// A side may choose freely (2.4, 4.0).
    FreeActivation {
        /// The side that chooses.
        side: Side,
    },
    /// Battles were activated (6.1 to 6.3.1).
    Activated {
        /// The side that is active.
        side: Side,
        /// The Battles that act together.
        battles: Vec<BattleId>,
        /// How the activation came about.
        warrant: Warrant,
        /// The number of the activation, counted from the first after play began.
        number: u16,
    },
    /// An army was activated (6.1).
    ArmyActivated {
        /// The side of the army.
        side: Side,
        /// How the activation came about.
        warrant: Warrant,
        /// The number of the activation.
        number: u16,
    },
    /// A Standard was activated (6.1).
    StandardActivated {
        /// The Standard that acts.
        standard: StandardId,
        /// Whether it is activated to move, and not to rally units.
        moves: bool,
        /// The number of the activation.
        number: u16,
    },
    /// A side passed (6.1).
    Passed {
        /// The side that passed.
        side: Side,
    },
    /// The Time marker moved (16.1).
    Clock {
        /// The space that it moved to.
        space: u8,
        /// The last space of the track.
        last: u8,
    },
    /// A Battle, or else the army, was named for Continuity (6.2).
    Named {
        /// The side that named it.
        side: Side,
        /// The Battle; `None` for the army.
        battle: Option<BattleId>,
    },
    /// A Continuation roll (6.2).
    Continuation {
        /// The side that rolled.
        side: Side,
        /// The Battle; `None` for the army.
        battle: Option<BattleId>,
        /// The roll that was made.
        test: Test,
    },
    /// A roll for one more Battle in a Free Activation (ruling V-1).
    JoinRoll {
        /// The side that rolled.
        side: Side,
        /// The Battle that would join.
        battle: BattleId,
        /// The Battles that it would join.
        others: Vec<BattleId>,
        /// The roll that was made.
        test: Test,
    },
    /// The penalties for continuing are reset (6.2).
    Reset {
        /// The side that had the penalties.
        side: Side,
    },
    /// A Seizure counter was played, and is discarded (6.3).
    CounterPlayed {
        /// The side that played it.
        side: Side,
        /// The counter that was played.
        counter: SeizureCounter,
    },
    /// A Seizure roll (6.3.1).
    Seizure {
        /// The side that would Seize.
        side: Side,
        /// The Battle that would Seize.
        battle: BattleId,
        /// The roll that was made.
        test: Test,
    },
    /// A unit is out of command in this activation (5.3).
    OutOfCommand {
        /// The unit out of command.
        unit: UnitId,
    },
    /// Units are activated with the army (6.1).
    Marching {
        /// The units that are activated.
        units: Vec<UnitId>,
    },
    /// A unit moved one hex (7.2).
    Stepped {
        /// The unit that moved.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The cost in movement points, line by line.
        cost: Ledger,
    },
    /// A unit entered the map (7.5).
    Entered {
        /// The unit that entered.
        unit: UnitId,
        /// The hex through which it entered.
        hex: HexId,
        /// The cost in movement points, line by line.
        cost: Ledger,
    },
    /// A unit left the map over the edge of its side, with leaders (ruling F-1).
    LeftMap {
        /// The unit that left.
        unit: UnitId,
        /// The hex from which it left.
        from: HexId,
        /// The leaders who went with it.
        leaders: Vec<LeaderId>,
        /// The cost in movement points, line by line.
        cost: Ledger,
        /// The Flight Points of the unit.
        worth: i32,
        /// The Flight Points of all units of the side that have left.
        away: i32,
        /// The Flight Points that win; `None` where only a house rule lets the side leave.
        needed: Option<i32>,
    },
    /// A unit has come next to an enemy unit, and stops (7.2).
    Stopped {
        /// The unit that stops.
        unit: UnitId,
        /// The enemy units that it is next to.
        by: Vec<UnitId>,
    },
    /// A unit Disengaged (14.5).
    Disengaged {
        /// The unit that Disengaged.
        unit: UnitId,
    },
    /// A roll for Disorder on bad ground (7.2, 12.3(2b)).
    Ground {
        /// The unit that rolled.
        unit: UnitId,
        /// The hex of the bad ground.
        hex: HexId,
        /// The terrain or hexside that requires the roll.
        ground: &'static str,
        /// The roll; it passes if the unit keeps its order.
        test: Test,
    },
    /// A unit changed facing (8.0, or the Case of what turned it).
    Faced {
        /// The unit that turned.
        unit: UnitId,
        /// The vertex that it faces now.
        facing: VertexFacing,
    },
    /// A unit dismounted (7.4), and has reloaded if it had fired (11.5).
    Dismounted {
        /// The unit that dismounted.
        unit: UnitId,
        /// The movement points that it paid.
        cost: u8,
        /// Whether it had fired.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        reloads: bool,
    },
    /// A unit remounted (7.4).
    Remounted {
        /// The unit that remounted.
        unit: UnitId,
        /// The movement points that it paid.
        cost: u8,
    },
    /// Guns were unlimbered, for good (7.6).
    Unlimbered {
        /// The guns that were unlimbered.
        unit: UnitId,
    },
    /// A leader goes with a unit (7.2).
    Escorts {
        /// The leader who goes along.
        #[serde(flatten)]
        who: Who,
        /// The unit that he goes with.
        unit: UnitId,
    },
    /// A leader moved alone (7.2).
    Rode {
        /// The leader who moved.
        #[serde(flatten)]
        who: Who,
        /// The hex that he left.
        from: HexId,
        /// The hex that he entered.
        to: HexId,
        /// The movement points that he paid.
        cost: i32,
    },
    /// A Standard moved (15.2).
    Carried {
        /// The Standard that moved.
        standard: StandardId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The movement points that it paid.
        cost: i32,
    },
    /// A shot was announced (11.2).
    Aimed {
        /// The unit that fires.
        firer: UnitId,
        /// The target hex.
        hex: HexId,
        /// Whether it is Active, Return or Reaction Fire.
        mode: Mode,
        /// The range in hexes, the target's hex included.
        range: u32,
    },
    /// Horse that fires on the move paid a point to fire next to an enemy (11.2).
    FiredClose {
        /// The unit that paid.
        unit: UnitId,
    },
    /// Mounted shot has fired, and must dismount to reload (11.5).
    Emptied {
        /// The unit that has fired.
        unit: UnitId,
    },
    /// A shot was resolved against one target (11.3).
    Fired {
        /// The unit that fired.
        firer: UnitId,
        /// The unit that was fired at.
        target: UnitId,
        /// The die and its modifiers.
        ledger: Ledger,
        /// The table's result.
        result: CombatResult,
    },
    /// A window was declined, once or until the activation ends.
    Held {
        /// The side that declined.
        side: Side,
        /// The kind of window that is closed from now on, if any.
        window: Option<Window>,
        /// The units that might have used it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        units: Vec<UnitId>,
    },
    /// A side declined a question.
    Declined {
        /// The side that declined.
        side: Side,
        /// What was asked.
        question: Question,
    },
    /// Windows were reopened.
    Reopened {
        /// The side that reopened them.
        side: Side,
        /// The kind of window.
        window: Window,
    },
    /// A unit had no hex to go to: every hex around it, or around its Standard, was closed.
    NoHex {
        /// The unit that had no hex to go to.
        unit: UnitId,
        /// What it would have done: retreated, before combat or after it, or gone to its Standard.
        chance: Chance,
        /// Each hex, with the rules that close it.
        barred: Vec<Shut>,
    },
    /// A window or phase was skipped: a unit had the chance that it is for, but the rules forbid to use it.
    PassedOver {
        /// The side that had the chance.
        side: Side,
        /// The unit that would have acted.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// What it would have done.
        chance: Chance,
        /// The units against which it would have acted.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        against: Vec<UnitId>,
        /// The rules that forbid it.
        refusals: Refusals,
        /// The hexes that close each path, with the rules that close them, if no path is open to a Counter-Charge (13.3(5)).
        #[serde(skip_serializing_if = "Vec::is_empty")]
        paths: Vec<Shut>,
    },
    /// An attack was declared (12.1, 13.2).
    Declared {
        /// The unit that attacks.
        attacker: UnitId,
        /// The hex that it attacks.
        hex: HexId,
        /// Whether the attack is a Charge.
        charge: bool,
        /// The path of a Charge.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        path: Vec<HexId>,
    },
    /// A declared attack is void.
    Void {
        /// The unit that would have attacked.
        attacker: UnitId,
        /// The target hex.
        hex: HexId,
    },
    /// A Charging or Counter-Charging unit was placed next to its target (13.2, 13.9).
    Charged {
        /// The unit that was placed.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex next to its target.
        to: HexId,
    },
    /// A Charge marker was replaced by a Shock marker (13.2, 13.7).
    Blunted {
        /// The unit that Charged.
        unit: UnitId,
    },
    /// A roll of Swiss Shock Reluctance (16.2).
    Reluctance {
        /// The unit that was tested.
        unit: UnitId,
        /// The roll; it passes if the unit attacks.
        test: Test,
    },
    /// A unit retreated before combat (12.2).
    Withdrew {
        /// The unit that retreated.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
    },
    /// A Counter-Charge was attempted (13.6).
    CounterCharge {
        /// The unit that attempts it.
        unit: UnitId,
        /// The attack that it answers.
        against: Answer,
        /// The roll that was made.
        test: Test,
    },
    /// A Counter-Charge against fire did not take place after all (13.9).
    CounterLapsed {
        /// The unit whose Counter-Charge lapsed.
        unit: UnitId,
        /// The reason why it did not take place.
        why: Lapse,
    },
    /// An attack begins to be resolved (12.3).
    FightBegins {
        /// All units that attack in it.
        attackers: Vec<UnitId>,
        /// All units that are attacked in it.
        defenders: Vec<UnitId>,
    },
    /// A Shock or Charge was resolved against one hex (12.3).
    Struck {
        /// The units that attacked together.
        attackers: Vec<UnitId>,
        /// The defender whose row of the matrix was used.
        defender: UnitId,
        /// The hex of the defender.
        hex: HexId,
        /// Whether the Charge Table was used.
        charge: bool,
        /// The die and its modifiers.
        ledger: Ledger,
        /// The table's result.
        result: ShockResult,
    },
    /// Guns alone were attacked, without a roll (12.5). If `wagons`, a Baggage Wagon alone (ruling R-74).
    Undefended {
        /// The units that attacked together.
        attackers: Vec<UnitId>,
        /// The hex that was attacked.
        hex: HexId,
        /// The guns or the wagon in it.
        units: Vec<UnitId>,
        /// Whether the attack was a Charge.
        charge: bool,
    },
    /// Guns suffered a Disorder result of fire (14.2).
    Battered {
        /// The guns that suffered it.
        unit: UnitId,
        /// The roll; it passes if the guns survive.
        test: Test,
    },
    /// A unit's condition changed (14.2, or the Case of the cause).
    Became {
        /// The unit that changed.
        unit: UnitId,
        /// Its condition from now on.
        condition: Condition,
    },
    /// A Disorder result had no effect on a unit (14.2).
    Unaffected {
        /// The unit that the result struck.
        unit: UnitId,
        /// Its condition: Disordered or Retired already, or Normal and of a type that is never Disordered.
        condition: Condition,
    },
    /// An Engaged result was disregarded: the unit is Retired (14.5).
    NotEngaged {
        /// The unit that is Retired.
        unit: UnitId,
    },
    /// Units are Engaged with each other (14.5).
    Engaged {
        /// The unit that attacked.
        attacker: UnitId,
        /// The unit that was attacked.
        defender: UnitId,
    },
    /// A unit is no longer Engaged (14.5).
    Freed {
        /// The unit that is no longer Engaged.
        unit: UnitId,
        /// The reason why it is no longer Engaged.
        by: Parting,
    },
    /// A unit retreated (14.3).
    Retreated {
        /// The unit that retreated.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
    },
    /// A unit retreated through a friendly one (14.3). The result for that unit follows.
    PassedThrough {
        /// The unit that retreated.
        unit: UnitId,
        /// The friendly unit in its way.
        friend: UnitId,
    },
    /// A unit was Retired (14.4).
    Retired {
        /// The unit that was Retired.
        unit: UnitId,
        /// The hex where it was placed.
        hex: HexId,
        /// Its distance from the Standard, in hexes.
        away: u8,
    },
    /// A unit was Eliminated (14.6).
    Eliminated {
        /// The unit that was Eliminated.
        unit: UnitId,
        /// The reason for the loss.
        why: Loss,
    },
    /// A Baggage Wagon was captured, and has left the map (10.0, ruling R-74).
    WagonCaptured {
        /// The wagon that was captured.
        unit: UnitId,
    },
    /// A unit advanced (12.2, 12.4).
    Advanced {
        /// The unit that advanced.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
    },
    /// A unit earned a Continued Attack marker (14.7).
    Continues {
        /// The unit that earned it.
        unit: UnitId,
        /// The sum of its markers.
        sum: u8,
    },
    /// Units won a Continued Attack and do not make it (14.7).
    ContinuedLapsed {
        /// The units that won it.
        units: Vec<UnitId>,
        /// The reason why it is not made.
        why: Lapse,
    },
    /// A round of Continued Attacks begins (12.3(4)).
    Round {
        /// The number of the round, from 1.
        number: u8,
    },
    /// A leader rolled for survival (5.4).
    LeaderRisk {
        /// The leader who rolled.
        #[serde(flatten)]
        who: Who,
        /// The roll; it passes if he survives.
        test: Test,
    },
    /// A leader was killed (5.4).
    Killed {
        /// The leader who was killed.
        #[serde(flatten)]
        who: Who,
    },
    /// A leader was captured (5.4).
    Captured {
        /// The leader who was captured.
        #[serde(flatten)]
        who: Who,
    },
    /// A leader left the field with the last of his units (5.0).
    Left {
        /// The leader who left.
        #[serde(flatten)]
        who: Who,
    },
    /// A leader joined a unit, or the units that are still to come (5.4).
    Joined {
        /// The leader who joined.
        #[serde(flatten)]
        who: Who,
        /// The hex that he had to leave; `None` for a replacement who arrives.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<HexId>,
        /// Whether an enemy unit is in the hex that he had to leave; otherwise his units have left it, or were lost.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        overrun: bool,
        /// The unit that he joined; `None` for those still to come.
        unit: Option<UnitId>,
        /// The hex of that unit.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<HexId>,
    },
    /// A replacement leader arrived (5.5).
    Replaced {
        /// The leader who was replaced.
        leader: LeaderId,
        /// The unit that he arrived with.
        unit: UnitId,
        /// The hex of that unit.
        hex: HexId,
        /// Whether an earlier replacement for him has been lost too.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        again: bool,
    },
    /// A unit rallied (15.1, 6.3).
    Rallied {
        /// The unit that rallied.
        unit: UnitId,
        /// Its condition from now on.
        condition: Condition,
    },
    /// A roll to rally (ruling 15.1b).
    RallyTest {
        /// The unit that rolled.
        unit: UnitId,
        /// The roll that was made.
        test: Test,
    },
    /// A Standard was captured (15.2).
    StandardCaptured {
        /// The Standard that was captured.
        standard: StandardId,
    },
    /// A Loss Check (3.0). If it fails, the side has lost.
    LossCheck {
        /// The side that was checked.
        side: Side,
        /// The die and the Flight Points.
        test: Test,
    },
    /// A Loss Check that cannot fail is not rolled (3.0, ruling C-1).
    LossSafe {
        /// The side that was not checked.
        side: Side,
        /// Its Flight Points so far.
        points: i32,
        /// Its Flight Level, with which the points are compared.
        level: i32,
    },
    /// Play has ended.
    Ended {
        /// How the battle ended.
        outcome: Outcome<Side>,
    },
}

impl What {
    /// Creates the event of a hand, with its counters in the order of their numbers.
    pub(crate) fn drew(side: Side, hand: SeizureCounters) -> Self {
        Self::Drew {
            side,
            number: hand.len() as u8,
            counters: Some(hand.iter().collect()),
        }
    }
}
