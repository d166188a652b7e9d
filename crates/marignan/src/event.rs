//! Events: what happened, each by its Case.

use crate::charts::{MeleeResult, Toll};
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::state::pieces::{Condition, Work};
use crate::state::stage::Why;
use crate::state::turn::Phase;
use casus_core::{Dir, HexId, Ledger, Outcome, Refusals, SideFacing, Verdict};
use serde::Serialize;

/// One thing that happened.
pub type Event = casus_core::Event<What>;

/// A column of a table, and how it was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A unit was set up, or placed at night.
    Placed {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: HexId,
    },
    /// A fortification was built.
    Built {
        /// Where.
        work: Work,
    },
    /// A player turn begins.
    Turn {
        /// The game turn.
        turn: u8,
        /// Whose.
        side: Side,
        /// Whether it is a night turn.
        night: bool,
    },
    /// A phase begins.
    PhaseBegins {
        /// Which.
        phase: Phase,
        /// Who acts in it.
        side: Side,
    },
    /// The night falls between the two days.
    NightFalls,
    /// A unit is out of command.
    OutOfCommand {
        /// Who.
        unit: UnitId,
        /// Its corps has no commander.
        leaderless: bool,
        /// The command range, in hexes; none if its commander is not on the map.
        range: Option<u32>,
    },
    /// A unit is in command again.
    InCommand {
        /// Who.
        unit: UnitId,
    },
    /// A new commander takes a corps.
    Succeeded {
        /// Which corps.
        corps: CorpsId,
        /// Who.
        commander: CommanderId,
        /// With whom he is placed, for the Swiss.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
    /// A unit tested its morale.
    Tested {
        /// Who.
        unit: UnitId,
        /// Why.
        why: Why,
        /// Its morale, and what modifies it.
        morale: Ledger,
        /// The sum of the two dice.
        dice: u8,
        /// Whether it passed.
        passed: bool,
    },
    /// A unit's condition changed.
    Became {
        /// Who.
        unit: UnitId,
        /// What.
        condition: Condition,
    },
    /// A unit of Swiss pikemen stays where another would rout.
    Stands {
        /// Who.
        unit: UnitId,
    },
    /// Pikemen go on as their replacement.
    Replaced {
        /// Who.
        unit: UnitId,
    },
    /// A unit was eliminated.
    Eliminated {
        /// Who.
        unit: UnitId,
    },
    /// A unit fled from the map.
    LeftMap {
        /// Who.
        unit: UnitId,
    },
    /// A morale changed: that of a corps, or of the Swiss army.
    Morale {
        /// Whose; none is the Swiss army.
        corps: Option<CorpsId>,
        /// By how much.
        change: i32,
        /// To what.
        to: u8,
    },
    /// A corps is demoralized.
    Demoralized {
        /// Which.
        corps: CorpsId,
    },
    /// A corps is demoralized no more: its morale has risen.
    Restored {
        /// Which.
        corps: CorpsId,
    },
    /// A hero steadies a demoralized corps.
    Steadied {
        /// Who.
        commander: CommanderId,
        /// Which.
        corps: CorpsId,
    },
    /// A hero steadies it no more.
    Unsteadied {
        /// Who.
        commander: CommanderId,
        /// Which.
        corps: CorpsId,
    },
    /// The Swiss took a place.
    Captured {
        /// Where.
        hex: HexId,
    },
    /// No French unit is next to the printed fortifications.
    Breached,
    /// Units and commanders moved a hex.
    Stepped {
        /// The units.
        units: Vec<UnitId>,
        /// The commanders.
        commanders: Vec<CommanderId>,
        /// From where; none from off the map.
        from: Option<HexId>,
        /// Where to.
        to: HexId,
        /// Movement points of each of them, line by line. Who pays otherwise has an event of his own.
        cost: Ledger,
    },
    /// Units changed facing.
    Faced {
        /// Where.
        hex: HexId,
        /// To which hexside.
        facing: SideFacing,
        /// Movement points of each of them, for a pivot; none where facing is free.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<Ledger>,
    },
    /// Those who passed did not go on.
    CalledOff {
        /// Where.
        hex: HexId,
    },
    /// Cavalry charges.
    Charges {
        /// Who.
        unit: UnitId,
        /// Whom.
        hex: HexId,
    },
    /// A Charge lapsed.
    ChargeLapsed {
        /// Whose.
        unit: UnitId,
    },
    /// A unit formed the hedgehog.
    Hedgehog {
        /// Who.
        unit: UnitId,
    },
    /// A unit left the hedgehog.
    Unformed {
        /// Who.
        unit: UnitId,
    },
    /// A window was let pass, for now or until the Movement Phase ends.
    Held {
        /// Who.
        side: Side,
        /// Until the phase ends.
        all: bool,
    },
    /// Windows were opened again.
    Reopened {
        /// Who.
        side: Side,
    },
    /// A routed unit ran a hex.
    Fled {
        /// Who.
        unit: UnitId,
        /// The commanders who go along.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
        /// Movement points, line by line.
        cost: Ledger,
    },
    /// A General Retreat Order.
    Ordered {
        /// Which corps.
        corps: CorpsId,
    },
    /// A unit went back a hex.
    Retreated {
        /// Who.
        unit: UnitId,
        /// The commanders who go along.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// A shot.
    Fired {
        /// Who fires.
        firers: Vec<UnitId>,
        /// At whom.
        hex: HexId,
        /// The strengths, line by line.
        strength: Ledger,
        /// The column and row.
        reading: Reading,
        /// What came of it.
        result: Toll,
    },
    /// A melee was declared.
    Assaulted {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// Whom.
        hex: HexId,
    },
    /// A melee was fought.
    Fought {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// The defenders.
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
    Risk {
        /// Who.
        commander: CommanderId,
        /// The die and its modifier.
        ledger: Ledger,
        /// Whether he was hit.
        hit: bool,
    },
    /// A commander was injured.
    Injured {
        /// Who.
        commander: CommanderId,
    },
    /// A commander was killed.
    Killed {
        /// Who.
        commander: CommanderId,
    },
    /// A commander joined a friendly unit.
    Joined {
        /// Who.
        commander: CommanderId,
        /// Whom.
        unit: UnitId,
        /// Where.
        hex: HexId,
    },
    /// A unit advanced after melee.
    Advanced {
        /// Who.
        unit: UnitId,
        /// The commanders who go along.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<CommanderId>,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// A unit was not asked, though it met what it would have been asked about: rules alone keep it from that.
    PassedOver {
        /// Who.
        unit: UnitId,
        /// From what.
        chance: Chance,
        /// The rules that forbid it.
        refusals: Refusals,
    },
    /// Play ended.
    Ended {
        /// How.
        outcome: Outcome<Side>,
    },
}

/// What a unit could have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// To rally (2.1).
    Rally,
    /// To charge the enemies in a hex (9.3).
    Charge(HexId),
    /// To form the hedgehog in a hex (9.4).
    Hedgehog(HexId),
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

impl Work {
    /// The hexside as a place.
    pub const fn place(self) -> casus_core::Place {
        let side: Dir = self.side;
        casus_core::Place::Hexside(self.hex.0, side.index() as u8)
    }
}
