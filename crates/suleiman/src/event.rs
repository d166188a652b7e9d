//! Events: what happened, each by its Case.

use crate::components::{CommandId, LeaderId, Side, UnitId};
use crate::state::activation::{Warrant, Window};
use crate::state::pieces::Condition;
use casus_core::{HexId, Ledger, Outcome, Refusals, VertexFacing};
use serde::Serialize;

/// One thing that happened.
pub type Event = casus_core::Event<What>;

/// A throw of the die against a number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Test {
    /// The die and its modifiers.
    pub ledger: Ledger,
    /// What it had to reach or keep to.
    pub need: i32,
    /// Whether it did what its thrower hoped.
    pub passed: bool,
}

/// What a window or a segment is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
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
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A unit was set up.
    Placed {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: HexId,
    },
    /// A leader was set up, or put with a unit.
    LeaderPlaced {
        /// Who.
        leader: LeaderId,
        /// Where; hidden from the enemy under a unit (3.5).
        hex: Option<HexId>,
        /// The enemy did not know it then, and is not told later.
        hidden: bool,
    },
    /// The Banner was set up.
    BannerPlaced {
        /// Where.
        hex: HexId,
    },
    /// A side may choose freely.
    FreeActivation {
        /// Who.
        side: Side,
    },
    /// A command was activated.
    Activated {
        /// Whose.
        side: Side,
        /// Which.
        command: CommandId,
        /// Under whom.
        leader: LeaderId,
        /// How.
        warrant: Warrant,
    },
    /// A side passed.
    Passed {
        /// Who.
        side: Side,
    },
    /// A Standard was activated.
    StandardRaised {
        /// Whose.
        side: Side,
    },
    /// A command was named for Continuity.
    Named {
        /// Whose.
        side: Side,
        /// Under whom.
        leader: LeaderId,
    },
    /// A Continuity roll.
    Continuity {
        /// Under whom.
        leader: LeaderId,
        /// The throw against the Activation Rating.
        test: Test,
    },
    /// A Seizure roll.
    Seizure {
        /// Under whom.
        leader: LeaderId,
        /// The throw against the Activation Rating.
        test: Test,
    },
    /// A roll for a Hungarian contingent.
    Summons {
        /// The die.
        face: u8,
        /// Who came, if anybody did.
        came: Option<CommandId>,
    },
    /// A unit starts the activation out of command.
    OutOfCommand {
        /// Who.
        unit: UnitId,
    },
    /// A unit moved one hex.
    Stepped {
        /// Who.
        unit: UnitId,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
        /// Movement points, line by line.
        cost: Ledger,
    },
    /// A unit came on to the map.
    Entered {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: HexId,
        /// Movement points, line by line.
        cost: Ledger,
    },
    /// A unit has come into an enemy ZOC.
    InZoc {
        /// Who.
        unit: UnitId,
        /// Whose ZOC.
        by: UnitId,
    },
    /// A unit changed facing.
    Faced {
        /// Who.
        unit: UnitId,
        /// Which vertex.
        facing: VertexFacing,
    },
    /// A leader moved.
    Rode {
        /// Who.
        leader: LeaderId,
        /// Where to; hidden from the enemy under a unit (3.5).
        to: Option<HexId>,
        /// The enemy did not know it then, and is not told later.
        hidden: bool,
    },
    /// A leader's presence became known to the enemy.
    Disclosed {
        /// Who.
        leader: LeaderId,
    },
    /// A shot was announced.
    Aimed {
        /// Who fires.
        firer: UnitId,
        /// At whom.
        target: UnitId,
        /// How.
        mode: crate::state::shot::Mode,
        /// Hexes, the target's counted.
        range: u32,
    },
    /// A mounted archer paid a movement point to fire in an enemy ZOC.
    FiredInZoc {
        /// Who.
        unit: UnitId,
    },
    /// A shot was resolved.
    Fired {
        /// Who fired.
        firer: UnitId,
        /// At whom.
        target: UnitId,
        /// The die and its modifiers.
        ledger: Ledger,
        /// The table's result.
        result: crate::charts::Fate,
    },
    /// A window was let pass, for now or for the activation.
    Held {
        /// Who.
        side: Side,
        /// Which windows are closed from now on, if any.
        window: Option<Window>,
    },
    /// Windows were opened again.
    Reopened {
        /// Who.
        side: Side,
        /// Which.
        window: Window,
    },
    /// A window or a segment was passed over, though somebody met what it is for: rules alone keep him from it.
    PassedOver {
        /// Whose chance it was.
        side: Side,
        /// Who would have acted; nobody where it is the side.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        /// What he would have done.
        chance: Chance,
        /// At or against whom.
        #[serde(skip_serializing_if = "Option::is_none")]
        against: Option<UnitId>,
        /// The rules that forbid it.
        refusals: Refusals,
    },
    /// A Counter-Charge was attempted.
    CounterCharge {
        /// Who.
        unit: UnitId,
        /// Against whom.
        against: UnitId,
        /// The throw.
        test: Test,
    },
    /// A Counter-Charge came to nothing after all.
    CounterLapsed {
        /// Who.
        unit: UnitId,
    },
    /// A Counter-Charge or Charge moved a hex, at no movement points.
    Charged {
        /// Who.
        unit: UnitId,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
        /// The leaders who go with it, those that both sides know of.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A Charge met pikes.
    Reluctance {
        /// Who.
        unit: UnitId,
        /// Before whom.
        before: UnitId,
        /// The throw.
        test: Test,
    },
    /// An attack was declared.
    Declared {
        /// Who.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// As a Charge.
        charge: bool,
    },
    /// A declared attack is void.
    Void {
        /// Who.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// A combat begins.
    CombatBegins {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// The defenders.
        defenders: Vec<UnitId>,
    },
    /// A unit retreated before shock.
    Withdrew {
        /// Who.
        unit: UnitId,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// Akincis evaded cavalry.
    Evaded {
        /// Who.
        unit: UnitId,
        /// The throw.
        test: Test,
    },
    /// A Shock or Charge was resolved against one defender.
    Struck {
        /// Who attacked.
        attackers: Vec<UnitId>,
        /// Whom.
        defender: UnitId,
        /// On the Charge Table.
        charge: bool,
        /// The die and its modifiers.
        ledger: Ledger,
        /// The table's result.
        result: crate::charts::ShockResult,
    },
    /// A unit's condition changed.
    Became {
        /// Who.
        unit: UnitId,
        /// What.
        condition: Condition,
    },
    /// A result did nothing more to a unit.
    Unaffected {
        /// Who.
        unit: UnitId,
    },
    /// A unit retreated.
    Retreated {
        /// Who.
        unit: UnitId,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// A unit rode down friendly archers.
    Trampled {
        /// Who retreated.
        unit: UnitId,
        /// The archers.
        archers: UnitId,
    },
    /// A unit was Retired.
    Retired {
        /// Who.
        unit: UnitId,
        /// By the Banner, or in the Box.
        hex: Option<HexId>,
    },
    /// A unit was Eliminated.
    Eliminated {
        /// Who.
        unit: UnitId,
    },
    /// A unit advanced.
    Advanced {
        /// Who.
        unit: UnitId,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
        /// The leaders who go with it, those that both sides know of.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit won a Continued Attack.
    Continues {
        /// Who.
        unit: UnitId,
    },
    /// A leader's fate was rolled for.
    LeaderRisk {
        /// Who.
        leader: LeaderId,
        /// The throw; passed when he lives.
        test: Test,
    },
    /// A leader was killed.
    Killed {
        /// Who.
        leader: LeaderId,
    },
    /// A leader was captured.
    Captured {
        /// Who.
        leader: LeaderId,
    },
    /// A leader left the field with the last of his units.
    Fled {
        /// Who.
        leader: LeaderId,
    },
    /// A leader joined a unit of his command.
    Joined {
        /// Who.
        leader: LeaderId,
        /// Whom.
        unit: Option<UnitId>,
    },
    /// A replacement leader arrived.
    Replaced {
        /// For whom.
        leader: LeaderId,
        /// With whom; hidden from the enemy (3.5).
        unit: Option<UnitId>,
        /// The enemy did not know it then, and is not told later.
        hidden: bool,
    },
    /// A unit rallied.
    Rallied {
        /// Who.
        unit: UnitId,
        /// To what.
        condition: Condition,
    },
    /// The Banner fell.
    BannerLost,
    /// An army's nerve was tested.
    Flight {
        /// Whose.
        side: Side,
        /// The die and the Flight Level Points.
        test: Test,
    },
    /// An army cannot flee yet: no die is thrown.
    FlightSafe {
        /// Whose.
        side: Side,
        /// Its points.
        points: i32,
        /// Its level.
        level: i32,
    },
    /// Play ended.
    Ended {
        /// How.
        outcome: Outcome<Side>,
    },
}
