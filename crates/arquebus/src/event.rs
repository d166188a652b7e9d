//! Events: what happened, each by its Case.

use crate::charts::{CombatResult, ShockResult};
use crate::components::{BattleId, LeaderId, SeizureCounter, SeizureCounters, Side, StandardId, UnitId};
use crate::state::activation::{Warrant, Window};
use crate::state::combat::Answer;
use crate::state::pieces::Condition;
use crate::state::shot::Mode;
use casus_core::{HexId, Ledger, Outcome, Refusals, Test, VertexFacing};
use serde::Serialize;

/// One thing that happened.
///
/// Its Case is [`cite`](casus_core::Event::cite), what happened [`what`](casus_core::Event::what).
pub type Event = casus_core::Event<What>;

/// What a window or a phase is for.
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
    /// A place at the Standard (14.4).
    Refuge,
}

/// Why a Continued Attack or a Counter-Charge comes to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lapse {
    /// The unit is no longer on the map.
    AttackerGone,
    /// No enemy unit is in front of it.
    NobodyInFront,
    /// The ground bars it from the enemy units in front of it.
    NoneToAttack,
    /// The unit that Counter-Charges has been driven off.
    DrivenOff,
    /// The unit that fired is no longer on the map.
    TargetGone,
    /// No path leads to the unit that fired.
    NoPath,
    /// Nobody advanced, and the ground alone would have left the marker.
    NobodyAdvanced,
}

/// What a side may decline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// To Seize Continuity (6.3.1).
    Seizure,
    /// To negate a Seizure (6.3.2).
    Negation,
    /// To move the Time marker (16.1).
    Clock,
    /// Whether a leader goes with a unit (7.2).
    Escort,
    /// To follow a Retreat Before Combat (12.2).
    Follow,
}

/// What parted a unit from those with whom it was Engaged (14.5).
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
    /// Something else: they are no longer next to each other.
    Apart,
}

/// What a unit was Eliminated by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The result of a table (14.6, 12.5).
    Result,
    /// A result that drives off a unit which is Retired already (14.4).
    Retired,
    /// A retreat of unlimbered guns, which are anchored (7.6, ruling C-8).
    Anchored,
    /// A retreat for which no hex is open (14.3).
    NoRetreat,
    /// Retirement without a place at the Standard (14.4).
    NoRefuge,
    /// A friend's retreat through it (14.3).
    PassedThrough,
    /// The fate of the unit that guns stand with (12.5).
    Companion,
    /// The die for guns that were hit (14.2).
    Guns,
    /// Unsteady Troops, which cost guns (6.3).
    Unsteady,
}

/// A hex that was barred to a unit, and by what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shut {
    /// The hex that was barred.
    pub hex: HexId,
    /// The rules that bar it.
    pub refusals: Refusals,
}

/// What happened in a match.
///
/// In JSON an object with the variant's name in small letters under `what`, and its fields beside it. Pieces and hexes are
/// numbers there, whose words the gazetteer of the table has; ledgers carry a line for each modifier.
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
        /// Which; hidden from the enemy.
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
        /// Which activation it is, counted from the first that play began with.
        number: u16,
    },
    /// An army was activated (6.1).
    ArmyActivated {
        /// The side of the army.
        side: Side,
        /// How the activation came about.
        warrant: Warrant,
        /// Which activation it is.
        number: u16,
    },
    /// A Standard was activated (6.1).
    StandardActivated {
        /// The Standard that acts.
        standard: StandardId,
        /// To move, and not to rally about it.
        moves: bool,
        /// Which activation it is.
        number: u16,
    },
    /// A side passed (6.1).
    Passed {
        /// The side that passed.
        side: Side,
    },
    /// The Time marker moved (16.1).
    Clock {
        /// The space that it came to.
        space: u8,
        /// The last space.
        last: u8,
    },
    /// A Battle, or with none the army, was named for Continuity (6.2).
    Named {
        /// The side that named it.
        side: Side,
        /// Which; none of the army.
        battle: Option<BattleId>,
    },
    /// A Continuation roll (6.2).
    Continuation {
        /// The side that rolled.
        side: Side,
        /// Which Battle; none of the army.
        battle: Option<BattleId>,
        /// The roll that was made.
        test: Test,
    },
    /// A die for one more Battle in a Free Activation (ruling V-1).
    JoinRoll {
        /// The side that rolled.
        side: Side,
        /// The Battle that would join.
        battle: BattleId,
        /// Those that it would act with.
        others: Vec<BattleId>,
        /// The roll that was made.
        test: Test,
    },
    /// The penalties for continuing are reset (6.2).
    Reset {
        /// The side whose penalties they were.
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
        /// The units that march.
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
        /// Movement Points, line by line.
        cost: Ledger,
    },
    /// A unit came on to the map (7.5).
    Entered {
        /// The unit that came on.
        unit: UnitId,
        /// The hex by which it came on.
        hex: HexId,
        /// Movement Points, line by line.
        cost: Ledger,
    },
    /// A unit left the map by the edge of its side, leaders with it (ruling F-1).
    LeftMap {
        /// The unit that left.
        unit: UnitId,
        /// The hex from which it left.
        from: HexId,
        /// The leaders who went with it.
        leaders: Vec<LeaderId>,
        /// Movement Points, line by line.
        cost: Ledger,
        /// The Flight Points that the unit is worth.
        worth: i32,
        /// What all units of the side that have left are worth.
        away: i32,
        /// What wins; none where a house rule lets a side leave that the scenario does not.
        needed: Option<i32>,
    },
    /// A unit has come next to an enemy unit, and stops (7.2).
    Stopped {
        /// The unit that stops.
        unit: UnitId,
        /// Next to whom, all of them.
        by: Vec<UnitId>,
    },
    /// A unit Disengaged (14.5).
    Disengaged {
        /// The unit that Disengaged.
        unit: UnitId,
    },
    /// Bad ground: a roll for Disorder (7.2, 12.3(2b)).
    Ground {
        /// The unit that was rolled for.
        unit: UnitId,
        /// The hex of the bad ground.
        hex: HexId,
        /// What the terrain or hexside is that asks for it.
        ground: &'static str,
        /// The throw; passed when it keeps its order.
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
        /// Movement points that it paid.
        cost: u8,
        /// It had fired.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        reloads: bool,
    },
    /// A unit remounted (7.4).
    Remounted {
        /// The unit that remounted.
        unit: UnitId,
        /// Movement points that it paid.
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
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
        /// The unit that he goes with.
        unit: UnitId,
    },
    /// A leader moved alone (7.2).
    Rode {
        /// The leader who moved.
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
        /// The hex that he left.
        from: HexId,
        /// The hex that he entered.
        to: HexId,
        /// Movement points that he paid.
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
        /// Movement points that it paid.
        cost: i32,
    },
    /// A shot was announced (11.2).
    Aimed {
        /// The unit that fires.
        firer: UnitId,
        /// At which hex.
        hex: HexId,
        /// Whether it is fire in its own activation, Return or Reaction Fire.
        mode: Mode,
        /// Hexes, the target's counted.
        range: u32,
    },
    /// Horse that shoots on the move paid a point to fire next to an enemy (11.2).
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
    /// A window was let pass, for now or for the activation.
    Held {
        /// The side that let it pass.
        side: Side,
        /// Which windows are closed from now on, if any.
        window: Option<Window>,
        /// The units that might have used it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        units: Vec<UnitId>,
    },
    /// A question was answered with no.
    Declined {
        /// The side that answered no.
        side: Side,
        /// What was asked.
        question: Question,
    },
    /// Windows were opened again.
    Reopened {
        /// The side that opened them.
        side: Side,
        /// The kind of window.
        window: Window,
    },
    /// A unit had no hex to go to: every hex about it, or about its Standard, was barred.
    NoHex {
        /// The unit that had nowhere to go.
        unit: UnitId,
        /// What it would have done: retreated, before combat or after it, or gone to its Standard.
        chance: Chance,
        /// Each hex, with the rules that bar it.
        barred: Vec<Shut>,
    },
    /// A window or a phase was passed over, though somebody met what it is for: rules alone keep him from it.
    PassedOver {
        /// Whose chance it was.
        side: Side,
        /// Who would have acted.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// What he would have done.
        chance: Chance,
        /// At or against whom, all of them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        against: Vec<UnitId>,
        /// The rules that forbid it.
        refusals: Refusals,
        /// Where a rule is that no path is open to a Counter-Charge (13.3(5)): the hexes that close each path, with the rules that
        /// close them.
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
        /// On which hex.
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
        /// The throw; passed when it attacks.
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
        /// What the Counter-Charge answers.
        against: Answer,
        /// The roll that was made.
        test: Test,
    },
    /// A Counter-Charge against fire came to nothing after all (13.9).
    CounterLapsed {
        /// The unit whose Counter-Charge lapsed.
        unit: UnitId,
        /// Why it came to nothing.
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
        /// The unit by whose row it was.
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
    /// Guns alone were attacked: no die falls (12.5). With `wagons`, a Baggage Wagon alone (ruling R-74).
    Undefended {
        /// The units that attacked together.
        attackers: Vec<UnitId>,
        /// The hex that was attacked.
        hex: HexId,
        /// The guns or the wagon in it.
        units: Vec<UnitId>,
        /// By a Charge.
        charge: bool,
    },
    /// Guns suffered a Disorder result of fire (14.2).
    Battered {
        /// The guns that suffered it.
        unit: UnitId,
        /// The throw; passed when they come through.
        test: Test,
    },
    /// A unit's condition changed (14.2, or the Case of what did it).
    Became {
        /// The unit that changed.
        unit: UnitId,
        /// Its condition from now on.
        condition: Condition,
    },
    /// A Disorder result did nothing to a unit (14.2).
    Unaffected {
        /// The unit that the result struck.
        unit: UnitId,
        /// What it was then: Disordered or Retired already, or Normal, of a type that is never Disordered.
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
    /// A unit is Engaged no more (14.5).
    Freed {
        /// The unit that is free.
        unit: UnitId,
        /// What parted it from those with whom it was Engaged.
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
    /// A unit retreated through a friendly one (14.3). What becomes of that follows.
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
        /// What it was lost by.
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
        /// Why it is not made.
        why: Lapse,
    },
    /// A round of Continued Attacks begins (12.3(4)).
    Round {
        /// The number of the round, from 1.
        number: u8,
    },
    /// A leader's fate was rolled for (5.4).
    LeaderRisk {
        /// The leader whose fate was rolled for.
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
        /// The throw; passed when he lives.
        test: Test,
    },
    /// A leader was killed (5.4).
    Killed {
        /// The leader who was killed.
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
    },
    /// A leader was captured (5.4).
    Captured {
        /// The leader who was captured.
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
    },
    /// A leader left the field with the last of his units (5.0).
    Left {
        /// The leader who left.
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
    },
    /// A leader joined a unit, or with none those that are still to come (5.4).
    Joined {
        /// The leader who joined.
        leader: LeaderId,
        /// A replacement stands for him (5.5).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        replacement: bool,
        /// The hex that he had to leave; none of a replacement who arrives.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<HexId>,
        /// An enemy unit is in the hex that he had to leave; else his units have left it, or were lost.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        overrun: bool,
        /// The unit that he joined; `None` for those still to come.
        unit: Option<UnitId>,
        /// Where that stands.
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
        /// One who stood for him before has been lost too.
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
    /// A roll for rallying (ruling 15.1b).
    RallyTest {
        /// The unit that was rolled for.
        unit: UnitId,
        /// The roll that was made.
        test: Test,
    },
    /// A Standard was captured (15.2).
    StandardCaptured {
        /// The Standard that was captured.
        standard: StandardId,
    },
    /// A Loss Check (3.0). Not passed: the side has lost.
    LossCheck {
        /// The side that was checked.
        side: Side,
        /// The die and the Flight Points.
        test: Test,
    },
    /// A Loss Check that cannot fail is not thrown (3.0, ruling C-1).
    LossSafe {
        /// The side that was not checked.
        side: Side,
        /// Its Flight Points so far.
        points: i32,
        /// Its Flight Level, with which the points are compared.
        level: i32,
    },
    /// Play is at an end.
    Ended {
        /// How the battle ended.
        outcome: Outcome<Side>,
    },
}

impl What {
    /// A hand as a list, in the order of the counters' numbers.
    pub(crate) fn drew(side: Side, hand: SeizureCounters) -> Self {
        Self::Drew {
            side,
            number: hand.len() as u8,
            counters: Some(hand.iter().collect()),
        }
    }
}
