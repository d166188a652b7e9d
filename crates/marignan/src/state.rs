//! The state of play: a value.

use crate::casebook::cite;
use crate::components::{Arm, Class, CommanderFace, CommanderId, CorpsId, Counter, Face, Side, UnitId};
use crate::data::Kit;
use crate::options::{Choice, Options};
use casus_core::{Board, Cite, Dir, Few, HexId, Laws, Lexicon, Outcome, PieceSet, Place, SideFacing, Stacks};
use serde::Serialize;
use std::sync::Arc;

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// On the map.
    Map(HexId),
    /// Still to enter the map (14.1).
    Reserve,
    /// Eliminated, or killed.
    Lost,
    /// Fled over its own edge of the map, and eliminated by it (10.1).
    Fled,
    /// Not in this battle.
    Absent,
}

impl Whereabouts {
    /// The hex, if it is on the map.
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Self::Map(h) => Some(h),
            _ => None,
        }
    }
}

/// The condition of a combat unit (1.1, 10.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// In order: the front of the counter.
    Order,
    /// In disorder: its back.
    Disordered,
    /// Under a Routed marker.
    Routed,
}

impl Condition {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Disordered => "disordered",
            Self::Routed => "routed",
        }
    }
}

casus_core::flags! {
    /// What lies on a unit, and what it has done.
    pub struct Marks(u16) {
        /// Under an Out of Command marker (6.1).
        OUT_OF_COMMAND = 0,
        /// Under a Hedgehog marker (9.4).
        HEDGEHOG = 1,
        /// Its movement of this phase is over (9.0).
        MOVED = 2,
        /// Was in order when its move began (ruling R46).
        BEGAN_IN_ORDER = 3,
        /// Has routed at the start of this Movement Phase, or fled in it already (ruling R74).
        FLED = 4,
        /// Has retreated in this Retreat Phase (ruling R77).
        RETREATED = 5,
        /// Has fired in this phase (12.3).
        FIRED = 6,
        /// Has attacked in this Melee Phase (13.1).
        ATTACKED = 7,
        /// Has tried to rally in this Reorganization Phase (2.1), or to retreat in this Retreat Phase (11.0).
        TRIED = 8,
        /// Has tested commitment in this Movement Phase (ruling R35 the other way).
        COMMITTED = 9,
        /// Has passed a test to enter an enemy ZOC in this move (ruling R66 the other way).
        PASSED = 10,
        /// Entered the map in this Movement Phase (14.1).
        ENTERED = 11,
        /// Has stopped before an enemy ZOC or in it in this Movement Phase (9.2).
        STOPPED = 12,
    }
}

impl Marks {
    /// What is forgotten when a phase ends.
    pub(crate) const OF_A_PHASE: Self = Self::MOVED
        .and(Self::BEGAN_IN_ORDER)
        .and(Self::FLED)
        .and(Self::RETREATED)
        .and(Self::FIRED)
        .and(Self::ATTACKED)
        .and(Self::TRIED)
        .and(Self::COMMITTED)
        .and(Self::PASSED)
        .and(Self::ENTERED)
        .and(Self::STOPPED);
}

/// A combat unit in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Where it is.
    pub at: Whereabouts,
    /// The hexside that it faces (3.0); of no meaning while it is routed.
    pub facing: SideFacing,
    /// Its condition.
    pub condition: Condition,
    /// Its replacement counter stands for it (1.1).
    pub replaced: bool,
    /// Its markers, and what it has done in the phase.
    pub marks: Marks,
    /// Movement points spent in this phase.
    pub spent: u8,
    /// Under a Charge marker, against the units of this hex (9.3).
    pub charge: Option<HexId>,
}

/// A commander in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commander {
    /// Where he is.
    pub at: Whereabouts,
    /// Injured (12.5).
    pub injured: bool,
    /// His movement of this phase is over.
    pub moved: bool,
    /// Movement points spent in this phase.
    pub spent: u8,
    /// The demoralized corps that his heroic value steadies, if any (7.2).
    pub steadies: Option<CorpsId>,
}

/// An army corps in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corps {
    /// Its morale (8.2); 0 for the Swiss corps, whose army has one morale (8.1).
    pub morale: u8,
    /// Who leads it (6.1, 7.1).
    pub leader: Option<CommanderId>,
    /// The game turn in which it lost its leader, while it has none (7.1).
    pub vacant: u8,
    /// Has had a General Retreat Order in this phase (11.0).
    pub ordered: bool,
}

/// A set of commanders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CommanderSet(u16);

impl CommanderSet {
    /// Whether he is in it.
    pub const fn contains(self, c: CommanderId) -> bool {
        c.0 < 16 && self.0 >> c.0 & 1 == 1
    }
    /// Puts him in.
    pub const fn insert(&mut self, c: CommanderId) {
        if c.0 < 16 {
            self.0 |= 1 << c.0;
        }
    }
    /// Takes him out.
    pub const fn remove(&mut self, c: CommanderId) {
        if c.0 < 16 {
            self.0 &= !(1 << c.0);
        }
    }
    /// Whether nobody is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Who is, in order.
    pub fn iter(self) -> impl Iterator<Item = CommanderId> {
        (0..16).map(CommanderId).filter(move |&c| self.contains(c))
    }
}

impl FromIterator<CommanderId> for CommanderSet {
    fn from_iter<I: IntoIterator<Item = CommanderId>>(who: I) -> Self {
        let mut set = Self::default();
        who.into_iter().for_each(|c| set.insert(c));
        set
    }
}

/// A phase of a player turn (2.1). There is no sixth (ruling R01).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 1: the active side's units are in command or out of it.
    Command,
    /// 2: the active side reorganizes.
    Reorganization,
    /// 3: the active side moves.
    Movement,
    /// 4: the passive side retreats.
    Retreat,
    /// 5: the passive side fires.
    DefensiveFire,
    /// 7: the active side fires.
    OffensiveFire,
    /// 8: the active side attacks.
    Melee,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 7] = [
        Self::Command,
        Self::Reorganization,
        Self::Movement,
        Self::Retreat,
        Self::DefensiveFire,
        Self::OffensiveFire,
        Self::Melee,
    ];
    /// Its printed number.
    pub const fn number(self) -> u8 {
        match self {
            Self::Command => 1,
            Self::Reorganization => 2,
            Self::Movement => 3,
            Self::Retreat => 4,
            Self::DefensiveFire => 5,
            Self::OffensiveFire => 7,
            Self::Melee => 8,
        }
    }
    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Command => "Command Phase",
            Self::Reorganization => "Reorganization Phase",
            Self::Movement => "Movement Phase",
            Self::Retreat => "Retreat Phase",
            Self::DefensiveFire => "Defensive Fire Phase",
            Self::OffensiveFire => "Offensive Fire Phase",
            Self::Melee => "Melee Phase",
        }
    }
    /// Whether it is the passive side that acts.
    pub const fn passive(self) -> bool {
        matches!(self, Self::Retreat | Self::DefensiveFire)
    }
}

/// Where in the course of the battle. Each waits for its side, or does its work and goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// 14.1: the French set up; the number of the next unit in the order of placing.
    Deploy(u8),
    /// A player turn begins; Phase 1 (6.1).
    Command,
    /// Phase 2: new commanders (7.1).
    Successors,
    /// Phase 2: disordered units return to order (2.1).
    Recovery,
    /// Phase 2: routed units try to rally (2.1).
    Rallies,
    /// Phase 3: routed units move (10.1).
    Routs,
    /// Phase 3: the others move (9.0).
    Moves,
    /// Phase 3: hedgehogs come off (9.4).
    Hedgehogs,
    /// Phase 4 (11.0).
    Retreats,
    /// Phase 5 (12.0).
    DefensiveFire,
    /// Phase 7 (12.0).
    OffensiveFire,
    /// Phase 8 (13.0).
    Melees,
    /// The player turn ends.
    Close,
    /// 14.2: between the days.
    Night(crate::rules::scenarios::Night),
}

/// Why a unit tests its morale (0.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// To rally from rout (2.1).
    Rally,
    /// To enter an enemy ZOC (9.2).
    Entry,
    /// It is committed, by units in this hex (9.2).
    Commitment(HexId),
    /// To form the hedgehog (9.4).
    Hedgehog,
    /// Rough terrain (9.1).
    Terrain,
    /// A routed unit runs through it (10.1).
    Panic,
    /// To retreat (11.0).
    Retreat,
    /// Fire, at a modifier of so much less (12.4).
    Fire(u8),
    /// Melee, at a modifier of so much less (13.2).
    Melee(u8),
    /// The result Desorg, failed without a throw, by the Case of fire or of melee (12.4, 13.2).
    Desorg(Cite),
}

/// Several units that test one after the other, in an order that their owner chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tests {
    /// Whose they are.
    pub side: Side,
    /// Why.
    pub why: Why,
    /// Who has not tested yet.
    pub left: PieceSet,
}

/// The units and commanders in hand, while they move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// Whose.
    pub side: Side,
    /// The units.
    pub units: PieceSet,
    /// The commanders.
    pub commanders: CommanderSet,
    /// Has made a step or a pivot: nobody joins any more.
    pub begun: bool,
    /// Must stop where it is: it has entered an enemy ZOC (9.2), or made the one move for which its points were short (9.0).
    pub over: bool,
    /// Enemy units that it has committed in this move (ruling R35).
    pub met: PieceSet,
    /// Enemy units that it had in its ZOC at the start, and that no step has let out of it (ruling R115).
    pub faced: PieceSet,
    /// Enemy units that it has committed in this move by a step into a road hex (ruling R116).
    pub by_road: PieceSet,
}

impl Run {
    /// Those who are taken in hand, before their first step.
    pub(crate) const fn new(side: Side, units: PieceSet, commanders: CommanderSet) -> Self {
        Self {
            side,
            units,
            commanders,
            begun: false,
            over: false,
            met: PieceSet::EMPTY,
            faced: PieceSet::EMPTY,
            by_road: PieceSet::EMPTY,
        }
    }
}

/// A procedure that is half done. Each is in the module of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The course of the battle: always at the bottom, and nowhere else.
    Course(Course),
    /// 3.0: the owner faces the units of a hex.
    Turning {
        /// Whose.
        side: Side,
        /// Where.
        hex: HexId,
        /// The Case that grants it.
        cite: Cite,
    },
    /// 7.2: a hero may steady one of several corps.
    Hero(CommanderId),
    /// Units and commanders in hand move (9.0).
    Running(Run),
    /// One step or pivot of those in hand, with the tests that it brings (9.2, ruling R36).
    Contact(crate::rules::movement::Contact),
    /// Units that test.
    Tests(Tests),
    /// A unit in rout movement (10.1).
    Flight(crate::rules::rout::Flight),
    /// Units of a corps under a General Retreat Order go back (11.0).
    Order {
        /// Which corps.
        corps: CorpsId,
    },
    /// Commanders who may go along with units that leave a hex (12.5, 13.3, ruling R48).
    Escort(crate::rules::commanders::Escort),
    /// A shot, from its announcement to its results (12.3, 12.4).
    Shot(crate::rules::fire::Shot),
    /// A melee, from its declaration to the advance (13.2, 13.3).
    Bout(crate::rules::melee::Bout),
    /// The owner of units that were hit names those that are lost (12.4, 13.2).
    Losses(crate::rules::fire::Losses),
    /// 12.5: commanders are diced for, one after the other, where stars took units.
    Risk {
        /// Who is still to be diced for.
        left: CommanderSet,
        /// The Case of the dice.
        cite: Cite,
    },
    /// 12.5: a commander alone among enemies goes to a friendly unit.
    Rejoin(CommanderId),
}

/// A fortification built in the night (14.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct Work {
    /// The hex that it shelters.
    pub hex: HexId,
    /// The side of the hex that it stands on.
    pub side: Dir,
}

/// A state of play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) kit: Arc<Kit>,
    pub(crate) options: Options,
    /// The number of the scenario in the kit's deployment.
    pub(crate) scenario: u8,
    /// The game turn, counted from 1 through both days.
    pub(crate) turn: u8,
    /// The side whose player turn it is.
    pub(crate) active: Side,
    pub(crate) units: Vec<Unit>,
    pub(crate) commanders: Vec<Commander>,
    pub(crate) corps: Vec<Corps>,
    /// Who stands where: derived from the units, behind one setter.
    pub(crate) stacks: Stacks,
    /// The morale of the Swiss army (8.1).
    pub(crate) swiss_morale: u8,
    /// The places that have given the Swiss their points: a bit for each (8.1).
    pub(crate) taken: u8,
    /// The Swiss have had the points for the fortifications (8.1).
    pub(crate) breached: bool,
    /// Fortifications built in the night (14.2), in order.
    pub(crate) works: Vec<Work>,
    /// Hexes attacked in this Melee Phase (13.1).
    pub(crate) assaulted: Vec<HexId>,
    /// Hexes where stars took a unit in the result that is being applied (12.5).
    pub(crate) struck: Few<HexId, 8>,
    /// The passive side has closed its hedgehog windows until the Movement Phase ends.
    pub(crate) braced: bool,
    pub(crate) stack: Vec<Stage>,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

impl Lexicon for State {
    type Side = Side;
    const HEXES: Cite = cite!("14.1");
    const FACINGS: Cite = cite!("3.0");
    fn board(&self) -> &Board {
        &self.kit.board
    }
    fn piece(&self, at: Place) -> Option<&str> {
        self.kit.roster.name(at)
    }
}

impl State {
    /// The map, the counters and the charts that it plays by.
    pub const fn kit(&self) -> &Arc<Kit> {
        &self.kit
    }
    /// The laws in force: what is printed, or that and house rules.
    #[inline]
    pub fn laws(&self) -> &Laws {
        self.kit.laws()
    }
    /// The options in force.
    pub const fn options(&self) -> Options {
        self.options
    }
    /// Whether a ruling is read the other way.
    #[inline]
    pub const fn opts(&self, choice: Choice) -> bool {
        self.options.has(choice)
    }
    /// The game turn, counted from 1 through both days.
    pub const fn turn(&self) -> u8 {
        self.turn
    }
    /// The side whose player turn it is.
    pub const fn active(&self) -> Side {
        self.active
    }
    /// The morale of the Swiss army (8.1).
    pub const fn swiss_morale(&self) -> u8 {
        self.swiss_morale
    }
    /// Fortifications built in the night (14.2).
    pub fn works(&self) -> &[Work] {
        &self.works
    }
    /// A unit.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }
    /// A unit's counter.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.kit.roster.counters[id.index()]
    }
    /// Every unit of the roster.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Every unit of a side that is on the map, with its hex, in order.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.unit_ids()
            .filter(move |&u| self.side(u) == side)
            .filter_map(|u| Some((u, self.hex(u)?)))
    }
    /// Every commander of the roster.
    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + use<> {
        (0..self.commanders.len() as u8).map(CommanderId)
    }
    /// A commander.
    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[id.index()]
    }
    pub(crate) fn commander_mut(&mut self, id: CommanderId) -> &mut Commander {
        &mut self.commanders[id.index()]
    }
    /// A commander's side.
    pub fn led_side(&self, id: CommanderId) -> Side {
        self.kit.commander_side(id)
    }
    /// The face of a commander that shows (1.2, 12.5).
    pub fn commander_face(&self, id: CommanderId) -> CommanderFace {
        let card = &self.kit.roster[id];
        if self.commander(id).injured {
            card.back
        } else {
            card.front
        }
    }
    /// A corps.
    pub fn corps(&self, id: CorpsId) -> &Corps {
        &self.corps[id.index()]
    }
    pub(crate) fn corps_mut(&mut self, id: CorpsId) -> &mut Corps {
        &mut self.corps[id.index()]
    }
    /// Every corps of the roster.
    pub fn corps_ids(&self) -> impl Iterator<Item = CorpsId> + use<> {
        (0..self.corps.len() as u8).map(CorpsId)
    }
    /// A unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.kit.traits(id).side
    }
    /// A unit's corps; none for the Swiss arquebusiers and the Milanese cavalry (6.1, ruling R10).
    #[inline]
    pub fn corps_of(&self, id: UnitId) -> Option<CorpsId> {
        self.kit.traits(id).corps
    }
    /// Whether it is a unit of Swiss arquebusiers, who skirmish (6.1, 9.1, 9.4, 11.0).
    #[inline]
    pub fn skirmishes(&self, id: UnitId) -> bool {
        self.kit.traits(id).skirmishes
    }
    /// A unit's basic type (1.1).
    #[inline]
    pub fn class(&self, id: UnitId) -> Class {
        self.kit.traits(id).class
    }
    /// A unit's icon (1.1).
    #[inline]
    pub fn arm(&self, id: UnitId) -> Arm {
        self.counter(id).arm
    }
    /// The face of a unit that shows (1.1); a routed unit shows its back.
    #[inline]
    pub fn face(&self, id: UnitId) -> Face {
        let u = self.unit(id);
        self.counter(id).face(u.condition != Condition::Order, u.replaced)
    }
    /// The hex of a unit on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Whether a unit is routed.
    #[inline]
    pub fn routed(&self, id: UnitId) -> bool {
        self.unit(id).condition == Condition::Routed
    }
    /// Whether a unit is in hedgehog (9.4).
    #[inline]
    pub fn hedgehog(&self, id: UnitId) -> bool {
        self.unit(id).marks.has(Marks::HEDGEHOG)
    }
    /// Whether a unit is out of command (6.1).
    #[inline]
    pub fn out_of_command(&self, id: UnitId) -> bool {
        self.unit(id).marks.has(Marks::OUT_OF_COMMAND)
    }
    /// The units in a hex, by their numbers.
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// The units in a hex as a set.
    pub fn stack_at(&self, hex: HexId) -> PieceSet {
        self.stacks.at(hex).collect()
    }
    /// The side whose units are in a hex, if any are.
    #[inline]
    pub fn held_by(&self, hex: HexId) -> Option<Side> {
        self.units_at(hex).next().map(|u| self.side(u))
    }
    /// Whether a side has a unit in a hex.
    #[inline]
    pub fn has_unit(&self, hex: HexId, side: Side) -> bool {
        self.held_by(hex) == Some(side)
    }
    /// The commanders in a hex, by their numbers.
    pub fn commanders_at(&self, hex: HexId) -> impl Iterator<Item = CommanderId> + '_ {
        self.commander_ids()
            .filter(move |&c| self.commander(c).at == Whereabouts::Map(hex))
    }
    /// The single setter of a unit's place: keeps the stacks.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id) {
            self.stacks.take(id.0, h);
        }
        self.unit_mut(id).at = at;
        if let Whereabouts::Map(h) = at {
            self.stacks.put(id.0, h);
        }
    }
    /// The facing of the stack in a hex: that of its units that have one, and neither the routed nor hedgehogs do (3.0). Who
    /// stands beside `except` is asked.
    pub fn stack_facing(&self, hex: HexId, except: PieceSet) -> Option<SideFacing> {
        let mut faces = self
            .units_at(hex)
            .filter(|&u| !except.contains(u.0) && !self.routed(u) && !self.hedgehog(u));
        faces.next().map(|u| self.unit(u).facing)
    }
    /// The turn's phase, unless the armies are setting up or reorganizing at night.
    pub fn phase(&self) -> Option<Phase> {
        match self.course()? {
            Course::Command => Some(Phase::Command),
            Course::Successors | Course::Recovery | Course::Rallies => Some(Phase::Reorganization),
            Course::Routs | Course::Moves | Course::Hedgehogs => Some(Phase::Movement),
            Course::Retreats => Some(Phase::Retreat),
            Course::DefensiveFire => Some(Phase::DefensiveFire),
            Course::OffensiveFire => Some(Phase::OffensiveFire),
            Course::Melees | Course::Close => Some(Phase::Melee),
            Course::Deploy(_) | Course::Night(_) => None,
        }
    }
    /// Where in the battle.
    pub fn course(&self) -> Option<Course> {
        match self.stack.first() {
            Some(Stage::Course(c)) => Some(*c),
            _ => None,
        }
    }
    /// The units and commanders in hand, if any are.
    pub fn run(&self) -> Option<&Run> {
        self.stack.iter().rev().find_map(|s| match s {
            Stage::Running(run) => Some(run),
            _ => None,
        })
    }
}
