//! Events: what happened, each by its Case.

use crate::charts::{MeleeResult, Toll};
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::state::pieces::{Condition, Work};
use crate::state::stage::Why;
use crate::state::turn::Phase;
use casus_core::{Dir, HexId, Ledger, Outcome, Refusals, SideFacing, Verdict};
use serde::Serialize;

/// One thing that happened.
///
/// Its Case is [`cite`](casus_core::Event::cite), what happened [`what`](casus_core::Event::what).
/// [`Match::describe`](casus_core::Match::describe) puts it in words.
pub type Event = casus_core::Event<What>;

/// A column of a table, and how it was found.
///
/// Modifiers shift the column by half of their total, and what is left over goes to the die; beyond the table the edge
/// is read (ruling R58).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    /// The column before any shift, as its heading has it: `"8-9"`, `"2/1"`.
    pub from: String,
    /// The column that was read.
    pub column: String,
    /// The modifiers, with the columns shifted and what is left over for the die.
    pub modifiers: Ledger,
    /// The die as it fell, 1 to 6.
    pub die: u8,
    /// The row that was read, 1 to 6.
    pub row: i32,
}

/// An optional question that a side answered with no, and what it was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// To charge (9.3).
    Charge,
    /// To take off the hedgehogs of its own (9.4).
    Unform,
    /// To retreat without an order (11.0).
    Retreat,
    /// To fire (12.0).
    Fire,
    /// To advance into this hex (13.3).
    Advance(HexId),
    /// Whether the commanders in this hex go along (12.5).
    Escort(HexId),
    /// Whether this commander goes to a friendly unit (ruling R49 read the other way).
    Rejoin(CommanderId),
    /// To place units anew in the night (14.2).
    Placing,
    /// To build in the night (14.2).
    Build,
}

/// What a unit was eliminated by.
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
/// In JSON an object with the variant's name in small letters under `what`, and its fields beside it: `{"what":
/// "stepped", "units": [7], "from": 112, "to": 136, …}`. Pieces and hexes are numbers there, whose words the gazetteer
/// of the table has; ledgers carry a line for each modifier, with its Case and where it comes from.
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
        /// The unit that was set up.
        unit: UnitId,
        /// The hex in which it stands now.
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
    /// 2.1. A phase in which nobody can do anything begins and ends in one.
    PhaseBegins {
        /// The phase that begins.
        phase: Phase,
        /// Who acts in it.
        side: Side,
    },
    /// The night falls between the two days.
    ///
    /// 14.2: hedgehogs and Charges end.
    NightFalls,
    /// A step of the night begins.
    ///
    /// 14.2: 1 they go back, 2 they recover, 3 those out of command are placed, 4 the others are.
    NightStep {
        /// The side whose step begins.
        side: Side,
        /// Its number; none for the building of fortifications, which follows step 4 of the French.
        step: Option<u8>,
    },
    /// A unit is out of command.
    ///
    /// 6.1, found out in the Command Phase of its side; 6.3 says for how long.
    OutOfCommand {
        /// The unit out of command.
        unit: UnitId,
        /// Its corps has no commander.
        leaderless: bool,
        /// The command range, in hexes; none if its commander is not on the map.
        range: Option<u32>,
        /// By how many hexes the night makes it shorter (14.1).
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
        /// The corps that he takes.
        corps: CorpsId,
        /// Who; for the Swiss the one whose successor comes.
        commander: CommanderId,
        /// With whom the successor is placed, for the Swiss.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// Where, for the Swiss.
        #[serde(skip_serializing_if = "Option::is_none")]
        hex: Option<HexId>,
    },
    /// A unit tested its morale.
    ///
    /// 0.2. It passes when the dice come to the morale or less; whatever modifies the test modifies the morale.
    Tested {
        /// The unit that tested.
        unit: UnitId,
        /// What called for the test.
        why: Why,
        /// Its morale, and what modifies it.
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
    /// The Case is that of the test or the result that did it, or of its recovery (2.1).
    Became {
        /// The unit that changed.
        unit: UnitId,
        /// What it was.
        was: Condition,
        /// What it is.
        condition: Condition,
    },
    /// A unit of Swiss pikemen stays where another would rout.
    ///
    /// 10.0.
    Stands {
        /// The unit that stays.
        unit: UnitId,
    },
    /// Pikemen go on as their replacement.
    ///
    /// 1.1, 12.4. The unit goes on with other ratings, and counts as not eliminated (ruling R59).
    Replaced {
        /// The unit that was replaced.
        unit: UnitId,
    },
    /// A unit was eliminated.
    ///
    /// It takes points from the morale of its army or corps (8.1, 8.2): a [`What::Morale`] follows.
    Eliminated {
        /// The unit that was eliminated.
        unit: UnitId,
        /// What eliminated the unit.
        why: Loss,
    },
    /// No hex was open to a unit that would have gone, or attacked.
    NoHex {
        /// The unit that had nowhere to go.
        unit: UnitId,
        /// What it would have done.
        chance: Chance,
        /// Each hex, with the rules that bar it.
        barred: Vec<Shut>,
    },
    /// A unit fled from the map.
    ///
    /// 10.1, over its own edge.
    LeftMap {
        /// The unit that fled.
        unit: UnitId,
    },
    /// A morale changed: that of a corps, or of the Swiss army.
    ///
    /// 8.1 for the Swiss army, 8.2 for a French corps. 0 is the least: where there is nothing left to lose, the change is 0
    /// (ruling R80).
    Morale {
        /// Whose; none is the Swiss army.
        corps: Option<CorpsId>,
        /// By how much.
        change: i32,
        /// By how much it would have changed, if its track had gone on.
        #[serde(skip_serializing_if = "Option::is_none")]
        full: Option<i32>,
        /// The morale from now on.
        to: u8,
    },
    /// A corps is demoralized.
    ///
    /// 8.3, the moment its morale is 0 (ruling R85).
    Demoralized {
        /// The corps that is demoralized.
        corps: CorpsId,
    },
    /// A corps is demoralized no more: its morale has risen.
    ///
    /// 8.2.
    Restored {
        /// The corps that recovers.
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
    /// A hero steadies it no more.
    ///
    /// 7.2. The corps is demoralized again, if its morale is 0.
    Unsteadied {
        /// The hero who steadied it.
        commander: CommanderId,
        /// The corps that he steadied.
        corps: CorpsId,
        /// Why he does so no more.
        why: Unsteady,
    },
    /// The Swiss took a place.
    ///
    /// 8.1. Its points come once in the game.
    Captured {
        /// The hex of the place.
        hex: HexId,
    },
    /// No French unit is next to the printed fortifications.
    ///
    /// 8.1, ruling R84. Its points come once in the game.
    Breached,
    /// Units and commanders moved a hex.
    ///
    /// 9.0.
    Stepped {
        /// The units that moved.
        units: Vec<UnitId>,
        /// The commanders who moved.
        commanders: Vec<CommanderId>,
        /// Which of them are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// From where; none from off the map.
        from: Option<HexId>,
        /// The hex that they entered.
        to: HexId,
        /// Movement points of each of them, line by line. Who pays otherwise has an event of his own.
        cost: Ledger,
    },
    /// Units changed facing.
    ///
    /// 3.0, 3.1. A pivot in movement costs each a point.
    Faced {
        /// The hex of the units.
        hex: HexId,
        /// To which hexside.
        facing: SideFacing,
        /// Movement points of each of them, for a pivot; none where facing is free.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<Ledger>,
    },
    /// Those who passed did not go on.
    ///
    /// 9.2, ruling R36: they may go elsewhere with what they have left.
    CalledOff {
        /// Where they do not go.
        hex: HexId,
    },
    /// Cavalry Charges a hex.
    ///
    /// 9.3. The melee itself comes in the Melee Phase.
    Charges {
        /// The unit that Charges.
        unit: UnitId,
        /// The hex that it Charges.
        hex: HexId,
    },
    /// A Charge lapsed.
    ///
    /// 9.3. It has lost its order, moved on, or come to no melee.
    ChargeLapsed {
        /// The unit whose Charge lapsed.
        unit: UnitId,
        /// The hex that it was to Charge.
        hex: HexId,
    },
    /// No hedgehog was formed in a hex, because a unit there failed its test.
    ///
    /// 9.4: all the infantry of a hex forms it, or none.
    Unbraced {
        /// The hex of the units.
        hex: HexId,
    },
    /// A unit formed the hedgehog.
    ///
    /// 9.4.
    Hedgehog {
        /// The unit that formed it.
        unit: UnitId,
    },
    /// A unit left the hedgehog.
    ///
    /// 9.4.
    Unformed {
        /// The unit that left it.
        unit: UnitId,
    },
    /// A window was let pass, for now or until the Movement Phase ends.
    ///
    /// 9.4.
    Held {
        /// The side that let it pass.
        side: Side,
        /// Where no hedgehog is formed.
        hex: HexId,
        /// Until the phase ends.
        all: bool,
    },
    /// A side answered an optional question with no: nobody does it, or nobody else.
    Declined {
        /// The side that answered no.
        side: Side,
        /// What was asked.
        question: Question,
        /// Whether somebody has done it before.
        more: bool,
    },
    /// A test came to nothing: the unit was no longer there to take it.
    Untested {
        /// The unit that was to test.
        unit: UnitId,
        /// Why it would have tested.
        why: Why,
    },
    /// A shot or an attack came to nothing: nobody was there any more to make it, or to suffer it.
    Void {
        /// The hex of the target.
        hex: HexId,
        /// Whether it was an attack.
        melee: bool,
    },
    /// Windows were opened again.
    ///
    /// 9.4.
    Reopened {
        /// The side that opened them.
        side: Side,
    },
    /// A routed unit ran a hex.
    ///
    /// 10.1. Whom it runs through tests (ruling R74).
    Fled {
        /// The unit that ran.
        unit: UnitId,
        /// The commanders who go along.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// Which of them are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
        /// Movement points, line by line.
        cost: Ledger,
    },
    /// A General Retreat Order.
    ///
    /// 11.0. It has cost the corps two points.
    Ordered {
        /// The corps that retreats.
        corps: CorpsId,
    },
    /// A unit went back a hex.
    ///
    /// 11.0, or 14.2 in the night.
    Retreated {
        /// The unit that went back.
        unit: UnitId,
        /// The commanders who go along.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// Which of them are successors.
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
        /// The column and row.
        reading: Reading,
        /// What came of it.
        result: Toll,
    },
    /// A melee was declared.
    ///
    /// 13.0. The attackers named are those who have joined when it is fought.
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
        /// Where they stand.
        hex: HexId,
        /// The attackers' strengths, line by line.
        attack: Ledger,
        /// The defenders' strengths, line by line.
        defence: Ledger,
        /// The column and row.
        reading: Reading,
        /// What came of it.
        result: MeleeResult,
    },
    /// A commander's fate was thrown for.
    ///
    /// 12.5. From a modified 6 he is hit (ruling R70).
    Risk {
        /// The commander whose fate was thrown for.
        commander: CommanderId,
        /// He is a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
        /// The die and its modifier.
        ledger: Ledger,
        /// Whether he was hit.
        hit: bool,
    },
    /// A commander was injured.
    ///
    /// 12.5. His counter is turned over: other ratings.
    Injured {
        /// The commander who was injured.
        commander: CommanderId,
        /// He is a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
    },
    /// A commander was killed.
    ///
    /// 12.5, 7.1. Who leads his corps next is settled in a later Reorganization Phase.
    Killed {
        /// The commander who was killed.
        commander: CommanderId,
        /// He was a successor.
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        successor: bool,
    },
    /// A commander joined a friendly unit.
    ///
    /// 12.5, ruling R49.
    Joined {
        /// The commander who joined it.
        commander: CommanderId,
        /// He is a successor.
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
        /// The commanders who go along.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// Which of them are successors.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        successors: Vec<CommanderId>,
        /// The hex that it left.
        from: HexId,
        /// The hex that it entered.
        to: HexId,
    },
    /// A unit was not asked, though it met what it would have been asked about: rules alone keep it from that.
    PassedOver {
        /// The unit that was not asked.
        unit: UnitId,
        /// What it would have been asked about.
        chance: Chance,
        /// The rules that forbid it.
        refusals: Refusals,
    },
    /// Play is at an end.
    ///
    /// 14.1 or 14.2, or the Case of the loss that decides. Nothing follows it.
    Ended {
        /// How the battle ended.
        outcome: Outcome<Side>,
    },
}

/// Why a hero steadies a corps no more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unsteady {
    /// He was killed.
    Killed,
    /// The corps is not demoralized any more: its morale has risen.
    Restored,
    /// He is with no unit of the corps that is not routed (ruling R87).
    Apart,
    /// No enemy unit is adjacent to him.
    Alone,
    /// A rule of the house forbids it.
    House,
}

/// Whether a number is zero: then it is left out.
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
    /// To go back under a General Retreat Order (11.0).
    Order,
    /// To attack (13.0).
    Melee,
    /// To advance into a hex (13.3).
    Advance(HexId),
    /// To go back from the enemy as the night falls (14.2).
    FallBack,
    /// To be placed anew in the night (14.2).
    Placing,
}

/// A unit that was kept from something, and by what.
pub(crate) struct Kept {
    pub(crate) unit: UnitId,
    pub(crate) refusals: Refusals,
}

impl Kept {
    /// The unit, if this refuses it.
    pub(crate) fn by(unit: UnitId, judge: impl FnOnce(&mut Verdict)) -> Option<Self> {
        let mut verdict = Verdict::full();
        judge(&mut verdict);
        let refusals = verdict.finish().err()?;
        Some(Self { unit, refusals })
    }
}

/// What bars each of these hexes to a unit, if all are barred, else nothing; `judge` asks the rules.
pub(crate) fn shut(hexes: impl IntoIterator<Item = HexId>, judge: impl Fn(HexId, &mut Verdict)) -> Vec<Shut> {
    let barred = |hex| {
        let mut verdict = Verdict::full();
        judge(hex, &mut verdict);
        let refusals = verdict.finish().err()?;
        Some(Shut { hex, refusals })
    };
    hexes
        .into_iter()
        .map(barred)
        .collect::<Option<Vec<Shut>>>()
        .unwrap_or_default()
}

impl Work {
    /// The hexside as a place.
    pub const fn place(self) -> casus_core::Place {
        let side: Dir = self.side;
        casus_core::Place::Hexside(self.hex.0, side.index() as u8)
    }
}
