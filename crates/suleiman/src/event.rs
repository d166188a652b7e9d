//! Events: what happened, each with its Case.

use crate::components::{CommandId, LeaderId, Side, UnitId, Who};
use crate::state::activation::{Warrant, Window};
use crate::state::pieces::Condition;
pub use casus_continuity::Shut;
use casus_core::{HexId, Ledger, Outcome, Refusals, Test, VertexFacing};
use serde::Serialize;

/// An event: one thing that happened.
///
/// [`cite`](casus_core::Event::cite) is its Case, and [`what`](casus_core::Event::what) is what happened.
/// [`Match::describe`](casus_core::Match::describe) puts it in words.
/// [`Match::events_for`](casus_core::Match::events_for) leaves out what a side may not know.
pub type Event = casus_core::Event<What>;

/// The purpose of a window or a segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// Seizing Continuity (5.3).
    Seizure,
    /// Reaction Fire (7.3.2).
    ReactionFire,
    /// Return Fire (7.3.2).
    ReturnFire,
    /// A Shock attack (8.1).
    Shock,
    /// Retreat Before Shock (8.2).
    RetreatBeforeShock,
    /// A Charge (9.2).
    Charge,
    /// A Counter-Charge (9.4.2).
    CounterCharge,
    /// The turn before a Counter-Charge (9.4.5).
    Wheel,
    /// An advance into the hex of a defender that has gone (8.2, 8.4).
    Advance,
    /// A retreat (10.2).
    Retreat,
}

/// A question that a side may decline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Whether to Seize Continuity (5.3).
    Seizure,
    /// Whether to follow a Retreat Before Shock (8.2).
    Follow,
    /// Whether to change facing, after a result, an advance or a Counter-Charge that allows it (8.4, 9.4.5, 10.2).
    Facing,
}

/// The reason why a unit was Eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A result of a table (10.4).
    Result,
    /// A retreat for which no hex is open (10.2.2).
    NoRetreat,
    /// A retreat that only led through friendly archers, which its owner spared (10.2.1, 10.2.2).
    Spared,
    /// Retirement after the Banner is lost (13.0.4, ruling G4).
    NoBanner,
    /// Retirement without a vacant hex at the Banner (10.3(2), ruling G4).
    NoRefuge,
    /// The fall of the Banner, while it was Retired (13.0.4).
    BannerFell,
    /// Guns whose defenders suffered (7.5.4).
    Companion,
    /// Guns that no unit defended (7.5.4).
    Unguarded,
}

/// The reason why an attack, a Counter-Charge or a Continued Attack does not take place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lapse {
    /// The target has left its hex.
    TargetGone,
    /// The target is not in front of the attacker.
    NotInFront,
    /// The target has been attacked meanwhile (9.1(2), ruling F4).
    Forestalled,
    /// The attacker has left its hex, or is Retired.
    AttackerGone,
    /// The attacker is Disordered.
    Disordered,
    /// The target is not two or three hexes away (9.2).
    OutOfReach,
    /// No path to the target is open to the Charge (9.2).
    NoWay,
    /// A result drove the unit off on its way.
    DrivenOff,
    /// The target has struck the attacker by its Counter-Charge (ruling F15).
    Countered,
    /// It would meet no enemy (ruling F11).
    NobodyMet,
    /// Water or a village keeps it from the enemy that it has met or would meet (9.1(3)).
    Sheltered,
    /// The attacker has not advanced (10.5).
    NotAdvanced,
}

/// The leaders who go with a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Riders {
    /// All of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// The leaders among them whose place a replacement has taken (12.4.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<LeaderId>,
}

/// What happened in a match.
///
/// In JSON it is an object with the variant's name in lower case under `what`, and the fields beside it: `{"what":
/// "stepped", "unit": 7, "from": 812, "to": 850, "cost": …}`. Pieces and hexes are numbers there; the gazetteer of the
/// session has their words. Ledgers have a line for each modifier, with its Case and the piece that it comes from.
///
/// ```
/// use casus_core::{Match, Seeded};
/// use casus_suleiman::{Setup, Side, Suleiman, What};
///
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// let played = game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
/// let placed = played.events.iter().find(|e| matches!(e.what, What::LeaderPlaced { .. })).expect("he stands there");
/// assert_eq!(placed.cite.text(), "14.1");
/// assert!(game.describe(placed).contains("1803"));
/// // The enemy is told that he was placed, and not where.
/// let told = game.events_for(0, Some(Side::Ottoman));
/// assert!(told.iter().any(|e| matches!(e.what, What::LeaderPlaced { hex: None, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A unit was set up.
    ///
    /// 14.1, 14.2. Only pieces of choice have this event; those that the tables place are there from the start.
    Placed {
        /// The unit that was set up.
        unit: UnitId,
        /// The hex in which it stands now.
        hex: HexId,
    },
    /// A leader was set up, or put with a unit.
    ///
    /// 14.1, 14.2.
    LeaderPlaced {
        /// The leader who was set up.
        leader: LeaderId,
        /// The hex; `None` for the enemy if he is with a unit (3.5).
        hex: Option<HexId>,
        /// Whether it was hidden from the enemy when it happened; it stays hidden.
        hidden: bool,
    },
    /// The Banner was set up.
    ///
    /// 14.1.
    BannerPlaced {
        /// The hex of the Banner.
        hex: HexId,
    },
    /// A side may choose freely.
    ///
    /// 4.2(2), 5.1. The side needs no roll of its own (ruling A1).
    FreeActivation {
        /// The side that chooses.
        side: Side,
    },
    /// A command was activated.
    ///
    /// 5.1 to 5.3. Command is traced next, and [`What::OutOfCommand`] names the units that are out of command.
    Activated {
        /// The side of the command.
        side: Side,
        /// The command that acts.
        command: CommandId,
        /// The leader under whom it acts.
        #[serde(flatten)]
        who: Who,
        /// How the activation came about.
        warrant: Warrant,
        /// The number of the activation in the game, from 1.
        number: u16,
    },
    /// A side passed.
    ///
    /// 5.1.1.
    Passed {
        /// The side that passed.
        side: Side,
    },
    /// A Standard was activated.
    ///
    /// 13.0. The units that it rallies follow, each with a [`What::Rallied`].
    StandardRaised {
        /// The side of the Standard.
        side: Side,
        /// The number of the activation in the game, from 1.
        number: u16,
    },
    /// A command was named for Continuity.
    ///
    /// 5.2. The enemy may try to Seize before the die is rolled.
    Named {
        /// The side that named it.
        side: Side,
        /// The leader under whom it would act.
        #[serde(flatten)]
        who: Who,
    },
    /// A Continuity roll.
    ///
    /// 5.2.1. If it fails, the enemy has a Free choice.
    Continuity {
        /// The leader of the command that was named.
        #[serde(flatten)]
        who: Who,
        /// The roll against the Activation Rating.
        test: Test,
    },
    /// A Seizure roll.
    ///
    /// 5.3.1. If it fails, the side that named a command has a Free choice.
    Seizure {
        /// The leader of the command that Seizes.
        #[serde(flatten)]
        who: Who,
        /// The roll against the Activation Rating.
        test: Test,
    },
    /// A roll for a Hungarian contingent.
    ///
    /// 15.2.4.
    Summons {
        /// The face of the die.
        face: u8,
        /// The contingent that arrived, if any.
        came: Option<CommandId>,
        /// The number of the activation in the game, from 1; it is that of the command that arrived.
        number: u16,
    },
    /// A unit starts the activation out of command.
    ///
    /// 12.2.1. It may still do everything except approach the enemy, leave him or Charge (ruling A14).
    OutOfCommand {
        /// The unit out of command.
        unit: UnitId,
    },
    /// A unit moved one hex.
    ///
    /// 6.1.1. The ledger's total is the cost.
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
    /// A unit entered the map.
    ///
    /// 15.1 or 11.0.2.
    Entered {
        /// The unit that entered.
        unit: UnitId,
        /// The hex through which it entered.
        hex: HexId,
        /// The cost in movement points, line by line.
        cost: Ledger,
    },
    /// A unit has entered an enemy ZOC.
    ///
    /// 3.2.4(1). Most units stop there.
    InZoc {
        /// The unit that stopped there, or may have to.
        unit: UnitId,
        /// The units whose ZOC it is.
        by: Vec<UnitId>,
    },
    /// A unit changed facing.
    ///
    /// 3.3.2, or the Case of the result that turned it. It costs no movement points.
    Faced {
        /// The unit that turned.
        unit: UnitId,
        /// The vertex that it faces now.
        facing: VertexFacing,
    },
    /// A leader moved.
    ///
    /// 6.1.1, ruling C13.
    Rode {
        /// The leader who moved.
        #[serde(flatten)]
        who: Who,
        /// The hex that he left, if he was on the map; hidden from the enemy as `to` is.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<HexId>,
        /// The hex that he entered; hidden from the enemy if he is with a unit (3.5).
        to: Option<HexId>,
        /// The cost in movement points; hidden as `to` is.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<i32>,
        /// Whether it was hidden from the enemy when it happened; it stays hidden.
        hidden: bool,
    },
    /// A leader's presence became known to the enemy.
    ///
    /// 3.5. From now on he is in every view.
    Disclosed {
        /// The leader who is now known.
        #[serde(flatten)]
        who: Who,
    },
    /// A shot was announced.
    ///
    /// 7.3.2. The target has not answered yet. [`What::Fired`] reports the result. It does not follow if the answer prevents the
    /// shot.
    Aimed {
        /// The unit that fires.
        firer: UnitId,
        /// The unit that it fires at.
        target: UnitId,
        /// Whether it is Phasing, Reaction or Return Fire.
        mode: crate::state::shot::Mode,
        /// The range in hexes, the target's hex included.
        range: u32,
    },
    /// A mounted archer paid a movement point to fire in an enemy ZOC.
    ///
    /// 7.3.1.
    FiredInZoc {
        /// The unit that paid.
        unit: UnitId,
    },
    /// A shot was resolved.
    ///
    /// 7.4. `ledger` begins with the face of the die. Its total is the row of the table.
    Fired {
        /// The unit that fired.
        firer: UnitId,
        /// The unit that it fired at.
        target: UnitId,
        /// The die and its modifiers.
        ledger: Ledger,
        /// The table's result.
        result: crate::charts::CombatResult,
    },
    /// A window was declined, once or until the activation ends.
    ///
    /// The Case is that which opens the window.
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
    ///
    /// The Case is that which asks. What follows is no answer to it.
    Declined {
        /// The side that declined.
        side: Side,
        /// What was asked.
        question: Question,
        /// The unit that it was about, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
    /// Windows were reopened.
    ///
    /// The Case is that which opens the window.
    Reopened {
        /// The side that reopened them.
        side: Side,
        /// The kind of window.
        window: Window,
    },
    /// A window or segment was skipped: a unit had the chance that it is for, but the rules forbid to use it.
    PassedOver {
        /// The side that had the chance.
        side: Side,
        /// The unit that would have acted; `None` if it is the side.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// What it would have done.
        chance: Chance,
        /// The units against which it would have acted.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        against: Vec<UnitId>,
        /// The rules that forbid it.
        refusals: Refusals,
    },
    /// No hex around a unit was open to it.
    ///
    /// 8.2 or 10.2.
    NoHex {
        /// The unit that had no hex to go to.
        unit: UnitId,
        /// What it would have done.
        chance: Chance,
        /// Each hex, with the rules that close it.
        barred: Vec<Shut>,
    },
    /// A Counter-Charge was attempted.
    ///
    /// 9.4.3. If it passes, the unit may turn, and closes with the attacker.
    CounterCharge {
        /// The unit that attempts it.
        unit: UnitId,
        /// The unit that it would meet.
        against: UnitId,
        /// The roll that was made.
        test: Test,
    },
    /// A unit Counter-Charged Heavy or Medium Cavalry, and neither unit moved.
    ///
    /// 9.4.4(1).
    Countered {
        /// The unit that Counter-Charges.
        unit: UnitId,
        /// The unit that it meets.
        against: UnitId,
        /// Whether that unit Charges, and loses the modifier of its Charge.
        charge: bool,
    },
    /// A Counter-Charge did not take place after all.
    ///
    /// 9.4.4(2). Its path was closed, or no enemy was there any more (rulings F11, F13).
    CounterLapsed {
        /// The unit whose Counter-Charge lapsed.
        unit: UnitId,
        /// The reason why it did not take place.
        why: Lapse,
    },
    /// A Charge or Counter-Charge moved one hex, at no cost in movement points.
    ///
    /// 9.2, 9.4.4.
    Charged {
        /// The unit that moved.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The leaders known to both sides who go with it.
        #[serde(flatten)]
        with: Riders,
    },
    /// A Charge came before the front of Regular Infantry.
    ///
    /// 9.3. If the horses refuse to close, the Charge becomes a plain attack.
    Reluctance {
        /// The unit that Charges.
        unit: UnitId,
        /// The infantry that it was tested against.
        before: UnitId,
        /// The roll that was made.
        test: Test,
    },
    /// An attack was declared.
    ///
    /// 8.1, 9.2.
    Declared {
        /// The unit that attacks.
        attacker: UnitId,
        /// The unit that it attacks.
        target: UnitId,
        /// Whether the attack is a Charge.
        charge: bool,
    },
    /// An attack is void.
    ///
    /// A unit has left its hex, or can no longer attack (ruling E18), before its combat or during it.
    Void {
        /// The unit that would have attacked.
        attacker: UnitId,
        /// The target of the declared attack.
        target: UnitId,
        /// Why the attack is void.
        why: Lapse,
    },
    /// A Charger also attacks another enemy unit in front of it.
    ///
    /// 9.2, ruling F7. It also attacks its declared target.
    DrawnIn {
        /// The unit that Charges.
        attacker: UnitId,
        /// The other unit that it attacks.
        target: UnitId,
    },
    /// A combat begins.
    ///
    /// 8.3. It includes all units that attacks join.
    CombatBegins {
        /// All units that attack in it.
        attackers: Vec<UnitId>,
        /// All units that are attacked in it.
        defenders: Vec<UnitId>,
    },
    /// A unit retreated before shock.
    ///
    /// 8.2.
    Withdrew {
        /// The unit that retreated.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The leaders known to both sides who go with it.
        #[serde(flatten)]
        with: Riders,
    },
    /// Akincis evaded cavalry.
    ///
    /// 8.2.1.
    Evaded {
        /// The Akincis that were tested.
        unit: UnitId,
        /// The roll that was made.
        test: Test,
    },
    /// A Shock or Charge was resolved against one defender.
    ///
    /// 8.3.2. `ledger` begins with the face of the die. Its total is the row of the table.
    Struck {
        /// The units that attacked it together.
        attackers: Vec<UnitId>,
        /// The unit that was attacked.
        defender: UnitId,
        /// Whether the Charge Table was used.
        charge: bool,
        /// The die and its modifiers.
        ledger: Ledger,
        /// The table's result.
        result: crate::charts::ShockResult,
    },
    /// A unit's condition changed.
    ///
    /// 10.1, or the Case of the rally.
    Became {
        /// The unit that changed.
        unit: UnitId,
        /// Its condition from now on.
        condition: Condition,
    },
    /// A result had no further effect on a unit.
    ///
    /// 2.2, 19.0. It has no reverse, or was Disordered already (ruling G1).
    Unaffected {
        /// The unit that the result struck.
        unit: UnitId,
        /// Its condition: Disordered or Retired already, or Normal without a reverse.
        condition: Condition,
    },
    /// A unit retreated.
    ///
    /// 10.2.
    Retreated {
        /// The unit that retreated.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The leaders known to both sides who go with it.
        #[serde(flatten)]
        with: Riders,
    },
    /// A unit trampled friendly archers.
    ///
    /// 10.2.1. The result for the archers follows.
    Trampled {
        /// The unit that retreated through them.
        unit: UnitId,
        /// The archers that were trampled.
        archers: UnitId,
    },
    /// The battle began with these units Disordered, because they set up camp.
    ///
    /// 14.3(2). They cannot move before they have rallied.
    Encamped {
        /// The units that set up camp.
        units: Vec<UnitId>,
    },
    /// A unit was Retired.
    ///
    /// 10.3. Hungarians go to their Banner, Ottomans to their Box.
    Retired {
        /// The unit that was Retired.
        unit: UnitId,
        /// The hex by the Banner; `None` in the Box.
        hex: Option<HexId>,
        /// Its distance from the Banner, in hexes; 0 in the Box.
        away: u8,
    },
    /// A unit was Eliminated.
    ///
    /// 10.2.2, or the Case of the result. It counts for its side's Flight Level Points (16.0.1).
    Eliminated {
        /// The unit that was Eliminated.
        unit: UnitId,
        /// What Eliminated the unit.
        why: Loss,
    },
    /// A unit advanced.
    ///
    /// 8.4, 8.2, 10.5.
    Advanced {
        /// The unit that advanced.
        unit: UnitId,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The leaders known to both sides who go with it.
        #[serde(flatten)]
        with: Riders,
    },
    /// A unit won a Continued Attack.
    ///
    /// 10.5. It attacks again when its turn comes.
    Continues {
        /// The unit that attacks again.
        unit: UnitId,
        /// Whether no enemy is in front of it.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        alone: bool,
    },
    /// A unit won a Continued Attack and does not make it.
    ///
    /// 10.5.
    ContinuedLapsed {
        /// The unit that won it.
        unit: UnitId,
        /// The reason why it is not made.
        why: Lapse,
    },
    /// A leader rolled for survival.
    ///
    /// 12.4(2).
    LeaderRisk {
        /// The leader who rolled.
        #[serde(flatten)]
        who: Who,
        /// The roll; it passes if he survives.
        test: Test,
    },
    /// A leader was killed.
    ///
    /// 12.4. A replacement comes at the owner's next activation (12.4.1).
    Killed {
        /// The leader who was killed.
        #[serde(flatten)]
        who: Who,
    },
    /// A leader was captured.
    ///
    /// 12.4, 3.1.1. He was alone and surrounded.
    Captured {
        /// The leader who was captured.
        #[serde(flatten)]
        who: Who,
    },
    /// A leader left the field with the last of his units.
    ///
    /// 12.4. He counts as no loss.
    Fled {
        /// The leader who left the field.
        #[serde(flatten)]
        who: Who,
    },
    /// A leader joined a unit of his command.
    ///
    /// 12.4, 3.1.1. `unit` is `None` where it is hidden.
    Joined {
        /// The leader who joined a unit.
        #[serde(flatten)]
        who: Who,
        /// The hex that he had to leave.
        from: HexId,
        /// Whether an enemy unit has entered that hex; otherwise his unit was lost (3.1.1, 12.4).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        overrun: bool,
        /// The unit that he joined; `None` where it is hidden.
        unit: Option<UnitId>,
        /// The hex of that unit.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<HexId>,
    },
    /// A replacement leader arrived.
    ///
    /// 12.4.1.
    Replaced {
        /// The leader who was replaced.
        leader: LeaderId,
        /// The unit with which he arrived; hidden from the enemy (3.5).
        unit: Option<UnitId>,
        /// The hex in which he arrived; hidden from the enemy (3.5).
        #[serde(skip_serializing_if = "Option::is_none")]
        hex: Option<HexId>,
        /// Whether it was hidden from the enemy when it happened; it stays hidden.
        hidden: bool,
        /// Whether an earlier replacement for him has been lost too.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        again: bool,
    },
    /// A unit rallied.
    ///
    /// 11.0.1, 11.0.2, 13.0.1.
    Rallied {
        /// The unit that rallied.
        unit: UnitId,
        /// Its condition from now on.
        condition: Condition,
    },
    /// The Banner fell.
    ///
    /// 13.0.4. No Hungarian unit is Retired after it.
    BannerLost,
    /// An army made a flight check.
    ///
    /// 16.0.2. If it fails, the army flees and the battle is over.
    Flight {
        /// The side of the army.
        side: Side,
        /// The die and the Flight Level Points.
        test: Test,
    },
    /// An army cannot flee yet, and no die is rolled.
    ///
    /// 16.0, ruling A8: no face of the die could fail.
    FlightSafe {
        /// The side of the army.
        side: Side,
        /// Its Flight Level Points so far.
        points: i32,
        /// Its Flight Level, with which the points are compared.
        level: i32,
    },
    /// Play has ended.
    ///
    /// 16.0, or ruling A20 for a stalemate. No event follows.
    Ended {
        /// How the battle ended.
        outcome: Outcome<Side>,
    },
}
