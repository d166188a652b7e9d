//! The state of play: a value.

use crate::casebook::cite;
use crate::components::{Arm, Class, CommanderFace, CommanderId, CorpsId, Counter, Face, Side, UnitId};
use crate::data::GameData;
use crate::options::{Choice, Options};
use crate::state::combat::Bout;
use crate::state::pieces::{Commander, Condition, Corps, Marks, Unit, Whereabouts, Work};
use crate::state::run::{Entry, Run};
use crate::state::stage::Stage;
use crate::state::turn::{Course, Phase};
use casus_core::{Board, Cite, Dir, Few, HexId, Lexicon, Outcome, PieceSet, Place, SideFacing, Stacks};
use std::sync::Arc;

/// A state of play.
///
/// Got from [`Match::state`](casus_core::Match::state), read by its methods, changed by actions alone. It is cloned in
/// about a hundred nanoseconds; equal states play on alike. Nothing in it is hidden from anybody.
///
/// Ids are places in the roster of its kit; a unit is found by its name so:
///
/// ```
/// use casus_core::Match;
/// use casus_marignan::{Arm, Condition, StartAt, Marignan, Setup, Side, UnitPost};
///
/// let unit = |id: &str, hex: &str| UnitPost { id: id.into(), hex: Some(hex.into()), ..UnitPost::default() };
/// let setup = Setup {
///     start_at: StartAt::Moves,
///     units: vec![unit("I-Pike-1", "1208"), unit("Navarro-Gas-1", "1212")],
///     ..Setup::default()
/// };
/// let game = Match::<Marignan>::new(setup)?;
/// let state = game.state();
/// let pikes = state.game_data().roster.unit("I-Pike-1").expect("a printed counter");
/// assert_eq!((state.side(pikes), state.arm(pikes)), (Side::Swiss, Arm::Pikemen));
/// assert_eq!(state.unit(pikes).condition, Condition::Order);
/// let hex = state.hex(pikes).expect("it stands there");
/// assert_eq!((state.held_by(hex), state.units_at(hex).count()), (Some(Side::Swiss), 1));
/// assert!(state.points_left(pikes) > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) game_data: Arc<GameData>,
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
    pub(crate) stacks: Stacks<Side>,
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
    /// The last step or pivot of this Movement Phase.
    pub(crate) entry: Option<Entry>,
    /// The last melee of this Melee Phase.
    pub(crate) fought: Option<Bout>,
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
        &self.game_data.board
    }
    fn piece(&self, at: Place) -> Option<&str> {
        self.game_data.roster.name(at)
    }
    fn piece_name(&self, at: Place) -> Option<&str> {
        self.game_data.roster.piece_name(at)
    }
}

impl State {
    casus_core::kitted!(GameData, Options, Choice);

    /// Directions that a list asks for as well; under house rules, which may repeal it, the others after them.
    pub(crate) fn or_any<const N: usize>(&self, dirs: [Dir; N]) -> impl Iterator<Item = Dir> + use<N> {
        let others = self.amended().then_some(Dir::ALL);
        let others = others.into_iter().flatten().filter(move |d| !dirs.contains(d));
        dirs.into_iter().chain(others)
    }
    /// The game turn, counted from 1 through both days.
    ///
    /// When it begins is [`Clock::minutes`](crate::Clock::minutes) of the kit's clock.
    pub const fn turn(&self) -> u8 {
        self.turn
    }
    /// The side whose player turn it is.
    pub const fn active(&self) -> Side {
        self.active
    }
    /// The morale of the Swiss army (8.1).
    ///
    /// 0 to 99; the Swiss army breaks when it is spent.
    pub const fn swiss_morale(&self) -> u8 {
        self.swiss_morale
    }
    /// Fortifications built in the night (14.2).
    ///
    /// Those that are printed are features of the map's hexsides: [`FORTIFICATION`](crate::FORTIFICATION).
    pub fn works(&self) -> &[Work] {
        &self.works
    }
    /// Returns the state of a unit.
    ///
    /// Where it is, in what condition, which way it faces, and what lies on it.
    ///
    /// # Panics
    /// When the id is of another roster.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }
    /// A unit's counter.
    ///
    /// What is printed: icon, corps, protection, and the ratings of its faces.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.game_data.roster.counters[id.index()]
    }
    /// Every unit of the roster.
    ///
    /// Those that are lost, or not in this battle, are among them: [`Unit::at`] tells.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Every unit of a side that is on the map, with its hex, in order.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        let all = self.units.iter().zip(self.game_data.all_traits());
        (0u8..).zip(all).filter_map(move |(u, (unit, traits))| {
            let hex = unit.at.hex().filter(|_| traits.side == side)?;
            Some((UnitId(u), hex))
        })
    }
    /// Every commander of the roster.
    ///
    /// Those who are lost, or not in this battle, are among them: [`Commander::at`] tells.
    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + use<> {
        (0..self.commanders.len() as u8).map(CommanderId)
    }
    /// Returns the state of a commander.
    ///
    /// # Panics
    /// When the id is of another roster.
    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[id.index()]
    }
    pub(crate) fn commander_mut(&mut self, id: CommanderId) -> &mut Commander {
        &mut self.commanders[id.index()]
    }
    /// A commander's side.
    pub fn led_side(&self, id: CommanderId) -> Side {
        self.game_data.commander_side(id)
    }
    /// The face of a commander that shows (1.2, 12.5).
    ///
    /// Range, allowance and bonus; the back, once he is injured.
    pub fn commander_face(&self, id: CommanderId) -> CommanderFace {
        let card = &self.game_data.roster[id];
        if self.commander(id).injured {
            card.back
        } else {
            card.front
        }
    }
    /// Returns the state of a corps.
    ///
    /// Its morale now, and who leads it.
    ///
    /// # Panics
    /// When the id is of another roster.
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
        self.game_data.traits(id).side
    }
    /// A unit's corps; none for the Swiss arquebusiers and the Milanese cavalry (6.1, ruling R10).
    #[inline]
    pub fn corps_of(&self, id: UnitId) -> Option<CorpsId> {
        self.game_data.traits(id).corps
    }
    /// Whether it is a unit of Swiss arquebusiers, who skirmish (6.1, 9.1, 9.4, 11.0).
    #[inline]
    pub fn skirmishes(&self, id: UnitId) -> bool {
        self.game_data.traits(id).skirmishes
    }
    /// Whether it is cavalry or Swiss arquebusiers: they go back without an order (11.0, ruling R09), and leave the ZOC of
    /// infantry (4.1).
    #[inline]
    pub fn light(&self, id: UnitId) -> bool {
        self.class(id) == Class::Cavalry || self.skirmishes(id)
    }
    /// A unit's basic type (1.1).
    #[inline]
    pub fn class(&self, id: UnitId) -> Class {
        self.game_data.traits(id).class
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
    ///
    /// All of one side (5.0); none in an empty hex.
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// The units in a hex as a set.
    pub fn stack_at(&self, hex: HexId) -> PieceSet {
        self.stacks.at(hex).collect()
    }
    /// The side whose units are in a hex, if any are.
    ///
    /// Commanders do not count: they are no combat units.
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
    ///
    /// Of both sides, though the rules keep them apart (12.5).
    pub fn commanders_at(&self, hex: HexId) -> impl Iterator<Item = CommanderId> + '_ {
        self.commander_ids()
            .filter(move |&c| self.commander(c).at == Whereabouts::Map(hex))
    }
    /// The single setter of a unit's place: keeps the stacks.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id) {
            self.stacks.take(&self.game_data.board, id.0, h);
        }
        self.unit_mut(id).at = at;
        if let Whereabouts::Map(h) = at {
            self.stacks.put(&self.game_data.board, id.0, h);
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
    ///
    /// What comes in the middle of a phase, such as losses or tests, falls into it.
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
    ///
    /// Finer than [`State::phase`]: the parts of a phase in their order (2.1).
    pub fn course(&self) -> Option<Course> {
        match self.stack.first() {
            Some(Stage::Course(c)) => Some(*c),
            _ => None,
        }
    }
    /// Whether a hero has still to say whom he steadies (7.2).
    pub(crate) fn hero_pending(&self) -> bool {
        matches!(self.stack.last(), Some(Stage::Hero(_)))
    }
    /// The selected units and commanders, if any are.
    ///
    /// From the moment when they are taken until they halt, through every test on the way.
    pub fn run(&self) -> Option<&Run> {
        self.stack.iter().rev().find_map(|s| match s {
            Stage::Running(run) => Some(run),
            _ => None,
        })
    }
}
