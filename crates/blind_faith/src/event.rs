//! Events: what happened, each with its Case.

use crate::charts::{Battering, Clash, Happening, Salvo, Shot, Storm};
use crate::components::{Kind, Side, TownId, UnitId};
use crate::state::march::Window;
use casus_core::{HexId, Ledger, Outcome};
use serde::Serialize;

/// One event of a match.
///
/// [`cite`](casus_core::Event::cite) is its Case, [`what`](casus_core::Event::what) says what happened.
pub type Event = casus_core::Event<What>;

/// Why a counter arrived.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Arrival {
    /// From the Turn Record Track (5.1b).
    Track,
    /// With the Orphans (5.2.1, 5.2.2).
    Split,
    /// Returned from a rout (5.3).
    Returned,
    /// By an intervention (5.2.3, 6.3).
    Intervention,
    /// Mustered for Florins (6.2).
    Mustered,
    /// Drawn by a Legate (7.3.3).
    Drawn,
    /// The Legate himself (7.3).
    Legate,
    /// By the succession (12.1).
    Succession,
}

/// What happens to units that leave the Routed Units box (10.9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// They return in the next turn (5.3).
    Returns,
    /// They may be mustered again from the next turn on (6.2).
    Muster,
    /// A Legate may draw them again from the next turn on (7.3.3).
    Draw,
    /// A fighting Legate joins the waiting Legates (7.3.1).
    Cup,
}

/// An optional action that a side declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// To send units inside the walls in this hex (8.8.4).
    Inside(HexId),
    /// To leave the field in this hex (9.5, 9.6).
    Retreat(HexId),
    /// To send the Danes home (6.3.6).
    Danes,
}

/// Units of one type that cost the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Item {
    /// The type of these units.
    pub kind: Kind,
    /// The number of these units.
    pub count: u16,
    /// The cost of each, in Florins.
    pub each: u16,
}

/// What happened in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A turn began (3.0).
    Turn {
        /// The turn, 1 to 25.
        turn: u8,
    },
    /// The Breslau Award was given (4.1).
    Awarded {
        /// Whether it favored Poland and Lithuania; otherwise the Order.
        poland: bool,
    },
    /// The event of the turn was rolled (4.2).
    Event {
        /// The three dice.
        dice: Vec<u8>,
        /// The sum of the three dice.
        sum: u8,
        /// The event; none if the sum is blank or its event is void.
        event: Happening,
    },
    /// Martin V died (13.1).
    PopeDied,
    /// A counter left the game (4.1, 13.2), went home (6.3.6), or was disbanded (6.2).
    Left {
        /// The counter that left.
        unit: UnitId,
    },
    /// A garrison under Blockade rolled for attrition (10.6.1).
    Attrition {
        /// The unit of the garrison.
        unit: UnitId,
        /// The face of the die.
        die: u8,
        /// The lowest face that eliminates the unit.
        from: u8,
    },
    /// A counter arrived on the map.
    Arrived {
        /// The counter that arrived.
        unit: UnitId,
        /// The hex in which it arrived.
        hex: HexId,
        /// Why it arrived.
        by: Arrival,
    },
    /// A counter could not arrive, and waits for another turn.
    Waits {
        /// The counter that waits.
        unit: UnitId,
    },
    /// Reinforcements without a place to arrive were lost (5.1b, 5.2.1).
    Lost {
        /// The counters that were lost.
        units: Vec<UnitId>,
    },
    /// The Taborites split (5.2.1).
    Split {
        /// The face of the die.
        die: u8,
        /// The number of Taborites that go.
        count: u8,
    },
    /// The dice of Imperial Finance were rolled (6.1.3).
    Finance {
        /// The dice in order: two, more by a tax or indulgences, none if the Diet refuses.
        dice: Vec<u8>,
        /// The event of the turn.
        event: Happening,
        /// The Florins from the dice: their sum, or half of it if the princes quarrel.
        florins: u8,
    },
    /// A side received its income (6.1).
    Income {
        /// The side that received them.
        side: Side,
        /// The payments of places and Imperial Finance, line by line.
        ledger: Ledger,
        /// The Florins that the side has now.
        purse: u16,
    },
    /// The event brought no silver, because Kuttenberg pays nothing (6.1.3).
    NoSilver,
    /// Florins were paid for maintenance, a muster, or rebuilding (6.2, 15.2).
    Paid {
        /// The side that paid them.
        side: Side,
        /// The number of Florins paid.
        florins: u16,
        /// The maintenance by type of unit.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        items: Vec<Item>,
        /// The Florins that the side has left.
        purse: u16,
    },
    /// A Legate rolled for units (7.3.3).
    Draws {
        /// The Legate who draws.
        legate: UnitId,
        /// The dice in order.
        dice: Vec<u8>,
        /// The sum of the dice.
        sum: u8,
        /// The number of units that come.
        count: u8,
        /// The number of units that could be drawn.
        left: u8,
        /// The number of units for which there is room.
        room: u8,
    },
    /// A place was rebuilt (15.3).
    Rebuilt {
        /// The place that was rebuilt.
        town: TownId,
    },
    /// The crusade goes on (7.5).
    CrusadeGoesOn,
    /// The crusade ended, or will end with the turn (7.5, 7.3.2).
    CrusadeExpires {
        /// Whether it ends with the turn.
        later: bool,
    },
    /// A die was rolled for a crusade (7.2).
    Called {
        /// The face of the die.
        die: u8,
        /// The highest face that succeeds.
        need: u8,
        /// Whether the roll succeeded.
        passed: bool,
    },
    /// A die was rolled for another Legate (7.3.1).
    Changing {
        /// The face of the die.
        die: u8,
        /// The highest face that succeeds.
        need: u8,
        /// Whether the roll succeeded.
        passed: bool,
    },
    /// A Legate took another's place, or was drawn for one who died (7.3.1, 7.3.2).
    LegateDrawn {
        /// The Legate who comes.
        legate: UnitId,
        /// The Legate whom he replaces; `None` if he follows one who died.
        #[serde(skip_serializing_if = "Option::is_none")]
        for_whom: Option<UnitId>,
    },
    /// A Legate returned to his box (7.3).
    LegateBoxed {
        /// The Legate who returned.
        legate: UnitId,
    },
    /// A Campaign Phase began (3.4, 3.5).
    Campaign {
        /// The side whose Campaign Phase it is.
        side: Side,
        /// The turn, 1 to 25.
        turn: u8,
    },
    /// A stack moved one hex (8.3).
    Marched {
        /// The units of the stack.
        units: Vec<UnitId>,
        /// The hex that they left.
        from: HexId,
        /// The hex that they entered.
        to: HexId,
        /// The Movement Points of the step.
        points: u8,
    },
    /// A stack ended its move (8.1).
    Halted {
        /// The units of the stack.
        units: Vec<UnitId>,
    },
    /// A stack intercepted (8.8.1).
    Intercepted {
        /// The units of the stack.
        units: Vec<UnitId>,
        /// The hex that they left.
        from: HexId,
        /// The hex in which they intercepted.
        to: HexId,
        /// The Movement Points of the ride.
        points: u8,
    },
    /// A side declined all interceptions of a period (8.8).
    Held {
        /// The side that declined.
        side: Side,
        /// The period for which it declined.
        window: Window,
    },
    /// Units went inside the walls (8.8.4).
    WentInside {
        /// The units that went inside.
        units: Vec<UnitId>,
        /// The hex of the place.
        hex: HexId,
    },
    /// A Field Battle began (9.0).
    FieldBattle {
        /// The hex of the battle.
        hex: HexId,
        /// The units that attack.
        attackers: Vec<UnitId>,
        /// The units that defend.
        defenders: Vec<UnitId>,
    },
    /// Units paid a Movement Point each for a round of battle (18.4).
    RoundPaid {
        /// The units that paid.
        units: Vec<UnitId>,
    },
    /// Units took the Assault boxes (9.2).
    Deployed {
        /// The units, box by box.
        units: Vec<UnitId>,
    },
    /// A unit fired in the field (9.3).
    Fired {
        /// The unit that fired.
        firer: UnitId,
        /// The unit that it fired at.
        target: UnitId,
        /// The face of the die.
        die: u8,
        /// The result of the shot.
        result: Shot,
    },
    /// A unit assaulted in the field (9.4).
    Assaulted {
        /// The unit that assaulted.
        attacker: UnitId,
        /// The unit that it assaulted.
        defender: UnitId,
        /// The die, with Combat Prowess.
        ledger: Ledger,
        /// The result of the assault.
        result: Clash,
        /// Whether the defender was gone before the die was rolled (ruling R-82).
        #[serde(skip_serializing_if = "core::ops::Not::not")]
        gone: bool,
    },
    /// A side left the field (9.5, 9.6).
    Retreated {
        /// The side that left.
        side: Side,
    },
    /// A Field Battle ended (9.7).
    FieldEnded {
        /// The hex of the battle.
        hex: HexId,
        /// The side that keeps the hex; `None` if no unit is left.
        winner: Option<Side>,
    },
    /// A Siege Battle began (10.0).
    SiegeBattle {
        /// The hex of the place.
        hex: HexId,
        /// The units that besiege it.
        besiegers: Vec<UnitId>,
        /// The units inside the walls.
        garrison: Vec<UnitId>,
    },
    /// A gun of the garrison fired (10.3).
    GarrisonFired {
        /// The gun that fired.
        firer: UnitId,
        /// The unit that it fired at.
        target: UnitId,
        /// The face of the die.
        die: u8,
        /// The result of the shot.
        result: Salvo,
    },
    /// A gun fired at the walls (10.4).
    Battered {
        /// The gun that fired.
        firer: UnitId,
        /// The face of the die.
        die: u8,
        /// The result of the shot.
        result: Battering,
    },
    /// A unit assaulted the walls (10.5.1).
    Stormed {
        /// The unit that assaulted.
        attacker: UnitId,
        /// The unit whose Combat Prowess was subtracted.
        against: UnitId,
        /// The die, with Combat Prowess and Atrocity.
        ledger: Ledger,
        /// The result of the assault.
        result: Storm,
    },
    /// A Blockade was declared (10.6).
    Blockaded {
        /// The place that is blockaded.
        town: TownId,
    },
    /// A Blockade was lifted (ruling R-71).
    Relieved {
        /// The place that was relieved.
        town: TownId,
    },
    /// A place was taken (10.4.2, 10.5.2, 10.6.2).
    Captured {
        /// The place that was taken.
        town: TownId,
        /// The side that took it.
        side: Side,
    },
    /// A place was pillaged (10.7.1).
    Pillaged {
        /// The place that was pillaged.
        town: TownId,
        /// The side that pillaged it.
        side: Side,
        /// The two dice.
        dice: Vec<u8>,
        /// Their sum, in Florins.
        florins: u8,
        /// The Florins that the side has now.
        purse: u16,
    },
    /// A side committed an atrocity (10.7.3).
    Atrocity {
        /// The side that committed it.
        side: Side,
        /// The last turn of its marker.
        until: u8,
    },
    /// A unit was routed (9.3.3, 9.4.2, 9.5, 9.6, 10.3.2, 10.5.2).
    Routed {
        /// The unit that was routed.
        unit: UnitId,
    },
    /// A unit was eliminated.
    Eliminated {
        /// The unit that was eliminated.
        unit: UnitId,
    },
    /// Routed units left their box (10.9).
    Released {
        /// The units that left it.
        units: Vec<UnitId>,
        /// What happens to them.
        to: Release,
    },
    /// A side declined an optional action, or any more of it.
    Declined {
        /// The side that declined.
        side: Side,
        /// The action that it declined.
        question: Question,
        /// Whether it had done so before in this decision.
        more: bool,
    },
    /// A minor victory was waived (16.1, 16.2).
    Waived {
        /// The side that waived it.
        side: Side,
    },
    /// A side's victory conditions are met but do not count (18.3, ruling R-105).
    WarGoesOn {
        /// The side that would win.
        side: Side,
    },
    /// Play has ended.
    Ended {
        /// The outcome of the game.
        outcome: Outcome<Side>,
        /// Whether it was a major victory (16.1, 16.2).
        major: bool,
    },
}
