//! Events: what happened, each with its Case.

mod kept;

pub(crate) use kept::{Kept, shut};

use crate::charts::{MeleeResult, Toll};
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::state::pieces::{Condition, Work};
use crate::state::stage::Why;
use crate::state::turn::Phase;
use casus_core::{Dir, HexId, Ledger, Outcome, Refusals, SideFacing};
use serde::Serialize;

/// One event of a match.
///
/// [`cite`](casus_core::Event::cite) is its Case, [`what`](casus_core::Event::what) says what happened.
/// [`Match::describe`](casus_core::Match::describe) puts it in words.
pub type Event = casus_core::Event<What>;

/// A result read from a table: the column, the row, and how they were found.
///
/// Modifiers shift the column by half of their total; the remainder modifies the die. Beyond the table, the edge column or
/// row is read (ruling R58).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    /// The heading of the column before any shift, such as `"8-9"` or `"2/1"`.
    pub from: String,
    /// The heading of the column that was read.
    pub column: String,
    /// The modifiers, with the columns shifted and the remainder that modifies the die.
    pub modifiers: Ledger,
    /// The die as rolled, 1 to 6.
    pub die: u8,
    /// The row that was read, 1 to 6.
    pub row: i32,
}

/// An optional action that a side declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// To charge (9.3).
    Charge,
    /// To end hedgehogs of its own (9.4).
    Unform,
    /// To retreat without an order (11.0).
    Retreat,
    /// To fire (12.0).
    Fire,
    /// To advance into this hex (13.3).
    Advance(HexId),
    /// Whether the commanders in this hex accompany a unit (12.5).
    Escort(HexId),
    /// Whether this commander joins a friendly unit (other reading of ruling R49).
    Rejoin(CommanderId),
    /// To place units again at night (14.2).
    Placing,
    /// To build at night (14.2).
    Build,
}

/// The cause of a unit's elimination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A star of fire or melee (12.4, 13.2).
    Star,
    /// A result that worsens a routed unit (10.0).
    Routed,
    /// A result that would rout artillery (10.0, ruling R76).
    Guns,
    /// A rout for which no hex is open (10.1, ruling R72).
    NoRout,
}

/// A hex that is closed to a unit, and the reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shut {
    /// The closed hex.
    pub hex: HexId,
    /// The rules that close it.
    pub refusals: Refusals,
}

/// What happened in a match.
///
/// In JSON, an object with the variant's name in small letters under `what`, and its fields beside it: `{"what":
/// "stepped", "units": [7], "from": 112, "to": 136, …}`. Pieces and hexes are numbers there; the gazetteer of the session
/// has their names. A ledger has a line for each modifier, with its Case and its source.
///
/// ```
/// use casus_core::{Match, Seeded};
/// use casus_marignan::{Marignan, Setup, Side, What};
///
/// let mut game = Match::<Marignan>::new(Setup::default())?;
/// let first = game.actions()[0];
/// let played = game.play(Side::French, first, &mut Seeded::new(1515))?;
/// let placed = played.events.iter().find(|e| matches!(e.what, What::Placed { .. })).expect("it stands there");
/// assert_eq!(placed.cite.text(), "14.1");
/// assert!(!game.describe(placed).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A unit was set up, or placed at night.
    ///
    /// 14.1, 14.2.
    Placed {
        /// The unit that was placed.
        unit: UnitId,
        /// The hex of the unit.
        hex: HexId,
    },
    /// A fortification was built.
    ///
    /// 14.2, ruling R96.
    Built {
        /// The fortification, by hex and hexside.
        work: Work,
    },
    /// A player turn begins.
    ///
    /// 2.1.
    Turn {
        /// The game turn.
        turn: u8,
        /// The side whose player turn begins.
        side: Side,
        /// Whether it is a night turn.
        night: bool,
    },
    /// A phase begins.
    ///
    /// 2.1. A phase in which no action is possible begins and ends at once.
    PhaseBegins {
        /// The phase that begins.
        phase: Phase,
        /// The side that acts in it.
        side: Side,
    },
    /// The night falls between the two days.
    ///
    /// 14.2: hedgehogs and Charges end.
    NightFalls,
    /// A step of the night begins.
    ///
    /// 14.2. Step 1: retreats. Step 2: recovery. Step 3: units out of command are placed. Step 4: the others are placed.
    NightStep {
        /// The side whose step begins.
        side: Side,
        /// The number of the step; `None` for the building of fortifications, which follows step 4 of the French.
        step: Option<u8>,
    },
    /// A unit is out of command.
    ///
    /// 6.1, checked in the Command Phase of its side; 6.3 tells for how long.
    OutOfCommand {
        /// The unit out of command.
        unit: UnitId,
        /// Whether its corps has no commander.
        leaderless: bool,
        /// The command range in hexes; `None` if its commander is not on the map.
        range: Option<u32>,
        /// The reduction of the range by night, in hexes (14.1).
        #[serde(skip_serializing_if = "is_zero")]
        shorter: u32,
    },
    /// A unit is in command again.
    ///
    /// 6.3.
    InCommand {
        /// The unit in command again.
        unit: UnitId,
    },
    /// A new commander takes a corps.
    ///
    /// 7.1, ruling R27.
    Succeeded {
        /// The corps that the commander takes over.
        corps: CorpsId,
        /// The new French commander, or the Swiss commander who is succeeded.
        commander: CommanderId,
        /// The unit with which a Swiss successor is placed.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// The hex of a Swiss successor.
        #[serde(skip_serializing_if = "Option::is_none")]
        hex: Option<HexId>,
    },
    /// A unit tested its morale.
    ///
    /// 0.2. It passes if the dice total its morale or less. Modifiers change the morale.
    Tested {
        /// The unit that tested.
        unit: UnitId,
        /// The cause of the test.
        why: Why,
        /// Its morale, with the modifiers.
        morale: Ledger,
        /// The sum of the two dice.
        dice: u8,
        /// Whether it passed.
        passed: bool,
    },
    /// A unit suffered Desorg, which counts as a failed test.
    ///
    /// 12.4, 13.2.
    Desorg {
        /// The unit that suffered Desorg.
        unit: UnitId,
    },
    /// A unit's condition changed.
    ///
    /// The Case is that of the test or result that changed it, or of its recovery (2.1).
    Became {
        /// The unit that changed.
        unit: UnitId,
        /// The condition before.
        was: Condition,
        /// The condition now.
        condition: Condition,
    },
    /// Swiss pikemen stay where another unit would rout.
    ///
    /// 10.0.
    Stands {
        /// The unit that stays.
        unit: UnitId,
    },
    /// Pikemen continue as their replacement.
    ///
    /// 1.1, 12.4. The unit has other ratings, and does not count as eliminated (ruling R59).
    Replaced {
        /// The unit that was replaced.
        unit: UnitId,
    },
    /// A unit was eliminated.
    ///
    /// Its army or corps loses points of morale (8.1, 8.2): a [`What::Morale`] follows.
    Eliminated {
        /// The unit that was eliminated.
        unit: UnitId,
        /// The cause of its elimination.
        why: Loss,
    },
    /// No hex was open to a unit that would have moved or attacked.
    NoHex {
        /// The unit without an open hex.
        unit: UnitId,
        /// What it would have done.
        chance: Chance,
        /// Each hex, with the rules that close it.
        barred: Vec<Shut>,
    },
    /// A unit fled from the map.
    ///
    /// 10.1, over its own map edge.
    LeftMap {
        /// The unit that fled.
        unit: UnitId,
    },
    /// A morale changed: that of a corps, or of the Swiss army.
    ///
    /// 8.1 for the Swiss army, 8.2 for a French corps. Morale does not fall below 0; at 0 a loss is logged with change 0
    /// (ruling R80).
    Morale {
        /// The corps; `None` for the Swiss army.
        corps: Option<CorpsId>,
        /// The change of the morale.
        change: i32,
        /// The change without the limits of the track, if it differs.
        #[serde(skip_serializing_if = "Option::is_none")]
        full: Option<i32>,
        /// The new morale.
        to: u8,
    },
    /// A corps is demoralized.
    ///
    /// 8.3, as soon as its morale is 0 (ruling R85).
    Demoralized {
        /// The corps that is demoralized.
        corps: CorpsId,
    },
    /// A corps is no longer demoralized: its morale has risen.
    ///
    /// 8.2.
    Restored {
        /// The corps that is restored.
        corps: CorpsId,
    },
    /// A hero steadies a demoralized corps.
    ///
    /// 7.2.
    Steadied {
        /// The hero who steadies it.
        commander: CommanderId,
        /// The corps that he steadies.
        corps: CorpsId,
    },
    /// A hero no longer steadies a corps.
    ///
    /// 7.2. The corps is demoralized again, if its morale is 0.
    Unsteadied {
        /// The hero who steadied it.
        commander: CommanderId,
        /// The corps that he steadied.
        corps: CorpsId,
        /// The reason why he no longer does.
        why: Unsteady,
    },
    /// The Swiss took a place.
    ///
    /// 8.1. Each place gives its points once in the game.
    Captured {
        /// The hex of the place.
        hex: HexId,
    },
    /// No French unit is next to the printed fortifications.
    ///
    /// 8.1, ruling R84. The Swiss score the points once in the game.
    Breached,
    /// Units and commanders moved one hex.
    ///
    /// 9.0.
    Stepped {
        /// The units that moved.
        units: Vec<UnitId>,
        /// The commanders who moved.
        commanders: Vec<CommanderId>,
        /// The commanders among them who are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// The hex that they left; `None` from off the map.
        from: Option<HexId>,
        /// The hex that they entered.
        to: HexId,
        /// The cost for each of them, in movement points, line by line. Pieces with another cost have an event of their own.
        cost: Ledger,
    },
    /// Units changed facing.
    ///
    /// 3.0, 3.1. A pivot in movement costs each unit a point.
    Faced {
        /// The hex of the units.
        hex: HexId,
        /// The hexside that they face.
        facing: SideFacing,
        /// The cost of a pivot for each of them, in movement points; `None` if facing is free.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<Ledger>,
    },
    /// Units that passed their test did not go on.
    ///
    /// 9.2, ruling R36. They may move elsewhere with the points they have left.
    CalledOff {
        /// The hex that they do not enter.
        hex: HexId,
    },
    /// Cavalry charges a hex.
    ///
    /// 9.3. The melee is fought in the Melee Phase.
    Charges {
        /// The unit that charges.
        unit: UnitId,
        /// The charged hex.
        hex: HexId,
    },
    /// A Charge lapsed.
    ///
    /// 9.3. The unit lost its order, moved on, or fought no melee.
    ChargeLapsed {
        /// The unit whose Charge lapsed.
        unit: UnitId,
        /// The hex that it would have charged.
        hex: HexId,
    },
    /// No hedgehog was formed in a hex, because a unit there failed its test.
    ///
    /// 9.4. All the infantry of a hex forms a hedgehog, or none.
    Unbraced {
        /// The hex of the units.
        hex: HexId,
    },
    /// A unit formed a hedgehog.
    ///
    /// 9.4.
    Hedgehog {
        /// The unit that formed it.
        unit: UnitId,
    },
    /// A unit left its hedgehog.
    ///
    /// 9.4.
    Unformed {
        /// The unit that left it.
        unit: UnitId,
    },
    /// A side declined to form a hedgehog, for now or until the Movement Phase ends.
    ///
    /// 9.4.
    Held {
        /// The side that declined.
        side: Side,
        /// The hex where no hedgehog is formed.
        hex: HexId,
        /// Whether it declines all until the phase ends.
        all: bool,
    },
    /// A side declined an optional action, or any more of it.
    Declined {
        /// The side that declined.
        side: Side,
        /// The action that it declined.
        question: Question,
        /// Whether it had done so before in this phase or decision.
        more: bool,
    },
    /// A test was cancelled, because the unit was no longer there.
    Untested {
        /// The unit that would have tested.
        unit: UnitId,
        /// The cause of the test.
        why: Why,
    },
    /// A shot or an attack was void, because its target or all who would make it were gone.
    Void {
        /// The hex of the target.
        hex: HexId,
        /// Whether it was an attack.
        melee: bool,
    },
    /// A side reopened the decisions about hedgehogs.
    ///
    /// 9.4.
    Reopened {
        /// The side that reopened them.
        side: Side,
    },
    /// A routed unit fled one hex.
    ///
    /// 10.1. Units that it moves through test (ruling R74).
    Fled {
        /// The unit that fled.
        unit: UnitId,
        /// The commanders who accompany it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// The commanders among them who are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// The cost in movement points, line by line.
        cost: Ledger,
    },
    /// A corps received a General Retreat Order.
    ///
    /// 11.0. It costs the French corps or the Swiss army two points of morale.
    Ordered {
        /// The corps that retreats.
        corps: CorpsId,
    },
    /// A unit retreated one hex.
    ///
    /// 11.0, or 14.2 at night.
    Retreated {
        /// The unit that retreated.
        unit: UnitId,
        /// The commanders who accompany it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// The commanders among them who are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
    },
    /// Units fired at a hex.
    ///
    /// 12.4. Losses and tests follow, each with an event of its own.
    Fired {
        /// The units that fire together.
        firers: Vec<UnitId>,
        /// The hex that they fire at.
        hex: HexId,
        /// The strengths, line by line.
        strength: Ledger,
        /// The column and row that were read.
        reading: Reading,
        /// The result of the shot.
        result: Toll,
    },
    /// A melee was declared.
    ///
    /// 13.0. The attackers are those that had joined when it was fought.
    Assaulted {
        /// The units that attack it.
        attackers: Vec<UnitId>,
        /// The hex that is attacked.
        hex: HexId,
    },
    /// A melee was fought.
    ///
    /// 13.2. Losses, tests and advances follow, each with an event of its own.
    Fought {
        /// The units that attacked.
        attackers: Vec<UnitId>,
        /// The units that were attacked.
        defenders: Vec<UnitId>,
        /// The hex of the defenders.
        hex: HexId,
        /// The attackers' strengths, line by line.
        attack: Ledger,
        /// The defenders' strengths, line by line.
        defence: Ledger,
        /// The column and row that were read.
        reading: Reading,
        /// The result of the melee.
        result: MeleeResult,
    },
    /// A die was rolled for a commander at risk.
    ///
    /// 12.5. A modified 6 or more hits him (ruling R70).
    Risk {
        /// The commander at risk.
        commander: CommanderId,
        /// Whether he is a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
        /// The die and its modifier.
        ledger: Ledger,
        /// Whether he was hit.
        hit: bool,
    },
    /// A commander was injured.
    ///
    /// 12.5. His counter is turned over, with other ratings.
    Injured {
        /// The commander who was injured.
        commander: CommanderId,
        /// Whether he is a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
    },
    /// A commander was killed.
    ///
    /// 12.5, 7.1. His corps receives a new leader in a later Reorganization Phase.
    Killed {
        /// The commander who was killed.
        commander: CommanderId,
        /// Whether he was a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
    },
    /// A commander joined a friendly unit.
    ///
    /// 12.5, ruling R49.
    Joined {
        /// The commander who joined it.
        commander: CommanderId,
        /// Whether he is a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
        /// The unit that he joined.
        unit: UnitId,
        /// The hex that he left.
        from: HexId,
        /// The hex of the unit.
        hex: HexId,
    },
    /// A unit advanced after melee.
    ///
    /// 13.3.
    Advanced {
        /// The unit that advanced.
        unit: UnitId,
        /// The commanders who accompany it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// The commanders among them who are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
    },
    /// A unit met the occasion of an action, but only rules kept its side from being asked.
    PassedOver {
        /// The unit that is kept from it.
        unit: UnitId,
        /// The action that rules forbid it.
        chance: Chance,
        /// The rules that forbid it.
        refusals: Refusals,
    },
    /// Play has ended.
    ///
    /// 14.1 or 14.2, or the Case of the loss that decides. No event follows it.
    Ended {
        /// The outcome of the battle.
        outcome: Outcome<Side>,
    },
}

/// The reason why a hero no longer steadies a corps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unsteady {
    /// He was killed.
    Killed,
    /// The corps is no longer demoralized: its morale has risen.
    Restored,
    /// He is not stacked with a unit of the corps that is not routed (ruling R87).
    Apart,
    /// No enemy unit is adjacent to him.
    Alone,
    /// A house rule forbids it.
    House,
}

/// Returns whether a number is zero and not serialized.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// What a unit could have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// To rally (2.1).
    Rally,
    /// To return to order (2.1, 14.2).
    Recovery,
    /// To have a successor placed with it (7.1).
    Succession,
    /// To charge the enemies in a hex (9.3).
    Charge(HexId),
    /// To form the hedgehog in a hex (9.4).
    Hedgehog(HexId),
    /// To rout (10.1).
    Rout,
    /// To retreat under a General Retreat Order (11.0).
    Order,
    /// To attack (13.0).
    Melee,
    /// To advance into a hex (13.3).
    Advance(HexId),
    /// To retreat from the enemy at nightfall (14.2).
    FallBack,
    /// To be placed again at night (14.2).
    Placing,
}

impl Work {
    /// Returns the hexside as a place.
    pub const fn place(self) -> casus_core::Place {
        let side: Dir = self.side;
        casus_core::Place::Hexside(self.hex.0, side.index() as u8)
    }
}
