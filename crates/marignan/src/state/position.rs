//! The state of play.

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
/// [`Match::state`](casus_core::Match::state) returns it. Its methods read it; only actions change it. Cloning takes about a
/// hundred nanoseconds. Equal states continue alike. Nothing in it is hidden from either side.
///
/// Ids are indexes into the roster of its game data. To find a unit by its name:
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
    /// The index of the scenario in the deployment of the game data.
    pub(crate) scenario: u8,
    /// The game turn, counted from 1 through both days.
    pub(crate) turn: u8,
    /// The side whose player turn it is.
    pub(crate) active: Side,
    pub(crate) units: Vec<Unit>,
    pub(crate) commanders: Vec<Commander>,
    pub(crate) corps: Vec<Corps>,
    /// The units in each hex, derived from `units` and kept up to date by `put`.
    pub(crate) stacks: Stacks<Side>,
    /// The morale of the Swiss army (8.1).
    pub(crate) swiss_morale: u8,
    /// The places for which the Swiss have scored their points, one bit for each (8.1).
    pub(crate) taken: u8,
    /// Whether the Swiss have scored the points for the fortifications (8.1).
    pub(crate) breached: bool,
    /// The fortifications built at night (14.2), in order.
    pub(crate) works: Vec<Work>,
    /// The hexes attacked in this Melee Phase (13.1).
    pub(crate) assaulted: Vec<HexId>,
    /// The hexes where stars took a unit in the result that is being applied (12.5).
    pub(crate) struck: Few<HexId, 8>,
    /// The last step or pivot of this Movement Phase.
    pub(crate) entry: Option<Entry>,
    /// The last melee of this Melee Phase.
    pub(crate) fought: Option<Bout>,
    /// Whether the passive side declines all hedgehogs until the Movement Phase ends.
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

    /// Returns these directions. House rules may repeal the entry that limits them, so under house rules the others follow.
    pub(crate) fn or_any<const N: usize>(&self, dirs: [Dir; N]) -> impl Iterator<Item = Dir> + use<N> {
        let others = self.amended().then_some(Dir::ALL);
        let others = others.into_iter().flatten().filter(move |d| !dirs.contains(d));
        dirs.into_iter().chain(others)
    }
    /// Returns the game turn, counted from 1 through both days.
    ///
    /// [`Clock::minutes`](crate::Clock::minutes) of the clock in the game data tells when it begins.
    pub const fn turn(&self) -> u8 {
        self.turn
    }
    /// Returns the side whose player turn it is.
    pub const fn active(&self) -> Side {
        self.active
    }
    /// Returns the morale of the Swiss army (8.1).
    ///
    /// 0 to 99; the Swiss army loses the battle at 0.
    pub const fn swiss_morale(&self) -> u8 {
        self.swiss_morale
    }
    /// Returns the fortifications built at night (14.2).
    ///
    /// The printed ones are features of the map's hexsides: [`FORTIFICATION`](crate::FORTIFICATION).
    pub fn works(&self) -> &[Work] {
        &self.works
    }
    /// Returns the state of a unit: location, condition, facing and markers.
    ///
    /// # Panics
    /// Panics if the id belongs to another roster.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }
    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }
    /// Returns a unit's counter, with its printed values: icon, corps, protection, and the ratings of its faces.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.game_data.roster.counters[id.index()]
    }
    /// Returns every unit of the roster.
    ///
    /// They include units that are lost or not in this battle: [`Unit::at`] tells.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Returns every unit of a side that is on the map, with its hex, in order.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        let all = self.units.iter().zip(self.game_data.all_traits());
        (0u8..).zip(all).filter_map(move |(u, (unit, traits))| {
            let hex = unit.at.hex().filter(|_| traits.side == side)?;
            Some((UnitId(u), hex))
        })
    }
    /// Returns every commander of the roster.
    ///
    /// They include commanders who are lost or not in this battle: [`Commander::at`] tells.
    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + use<> {
        (0..self.commanders.len() as u8).map(CommanderId)
    }
    /// Returns the state of a commander.
    ///
    /// # Panics
    /// Panics if the id belongs to another roster.
    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[id.index()]
    }
    pub(crate) fn commander_mut(&mut self, id: CommanderId) -> &mut Commander {
        &mut self.commanders[id.index()]
    }
    /// Returns a commander's side.
    pub fn led_side(&self, id: CommanderId) -> Side {
        self.game_data.commander_side(id)
    }
    /// Returns the visible face of a commander (1.2, 12.5): range, allowance and bonus.
    ///
    /// It is the back if he is injured.
    pub fn commander_face(&self, id: CommanderId) -> CommanderFace {
        const _: Cite = cite!("1.2");
        let card = &self.game_data.roster[id];
        if self.commander(id).injured {
            card.back
        } else {
            card.front
        }
    }
    /// Returns the state of a corps: its current morale and its leader.
    ///
    /// # Panics
    /// Panics if the id belongs to another roster.
    pub fn corps(&self, id: CorpsId) -> &Corps {
        &self.corps[id.index()]
    }
    pub(crate) fn corps_mut(&mut self, id: CorpsId) -> &mut Corps {
        &mut self.corps[id.index()]
    }
    /// Returns every corps of the roster.
    pub fn corps_ids(&self) -> impl Iterator<Item = CorpsId> + use<> {
        (0..self.corps.len() as u8).map(CorpsId)
    }
    /// Returns a unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.game_data.traits(id).side
    }
    /// Returns a unit's corps; `None` for the Swiss arquebusiers and the Milanese cavalry (6.1, ruling R10).
    #[inline]
    pub fn corps_of(&self, id: UnitId) -> Option<CorpsId> {
        self.game_data.traits(id).corps
    }
    /// Returns whether a unit is Swiss arquebusiers, who are skirmishers (6.1, 9.1, 9.4, 11.0).
    #[inline]
    pub fn skirmishes(&self, id: UnitId) -> bool {
        self.game_data.traits(id).skirmishes
    }
    /// Returns whether a unit is cavalry or Swiss arquebusiers. They retreat without an order (11.0, ruling R09), and may leave
    /// the ZOC of infantry (4.1).
    #[inline]
    pub fn light(&self, id: UnitId) -> bool {
        self.class(id) == Class::Cavalry || self.skirmishes(id)
    }
    /// Returns a unit's basic type (1.1).
    #[inline]
    pub fn class(&self, id: UnitId) -> Class {
        self.game_data.traits(id).class
    }
    /// Returns a unit's icon (1.1).
    #[inline]
    pub fn arm(&self, id: UnitId) -> Arm {
        self.counter(id).arm
    }
    /// Returns the visible face of a unit (1.1); a routed unit shows its back.
    #[inline]
    pub fn face(&self, id: UnitId) -> Face {
        let u = self.unit(id);
        self.counter(id).face(u.condition != Condition::Order, u.replaced)
    }
    /// Returns the hex of a unit, if it is on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Returns whether a unit is routed.
    #[inline]
    pub fn routed(&self, id: UnitId) -> bool {
        self.unit(id).condition == Condition::Routed
    }
    /// Returns whether a unit is in hedgehog (9.4).
    #[inline]
    pub fn hedgehog(&self, id: UnitId) -> bool {
        self.unit(id).marks.has(Marks::HEDGEHOG)
    }
    /// Returns whether a unit is out of command (6.1).
    #[inline]
    pub fn out_of_command(&self, id: UnitId) -> bool {
        self.unit(id).marks.has(Marks::OUT_OF_COMMAND)
    }
    /// Returns the units in a hex, in the order of their ids.
    ///
    /// They belong to one side (5.0).
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// Returns the units in a hex as a set.
    pub fn stack_at(&self, hex: HexId) -> PieceSet {
        self.stacks.at(hex).collect()
    }
    /// Returns the side whose units are in a hex, if any are.
    ///
    /// Commanders do not count, since they are no combat units.
    #[inline]
    pub fn held_by(&self, hex: HexId) -> Option<Side> {
        self.units_at(hex).next().map(|u| self.side(u))
    }
    /// Returns whether a side has a unit in a hex.
    #[inline]
    pub fn has_unit(&self, hex: HexId, side: Side) -> bool {
        self.held_by(hex) == Some(side)
    }
    /// Returns the commanders in a hex, in the order of their ids.
    ///
    /// The method does not filter by side, though the rules keep the sides apart (12.5).
    pub fn commanders_at(&self, hex: HexId) -> impl Iterator<Item = CommanderId> + '_ {
        self.commander_ids()
            .filter(move |&c| self.commander(c).at == Whereabouts::Map(hex))
    }
    /// Sets a unit's location. It is the only setter, because it also updates the stacks.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id) {
            self.stacks.take(&self.game_data.board, id.0, h);
        }
        self.unit_mut(id).at = at;
        if let Whereabouts::Map(h) = at {
            self.stacks.put(&self.game_data.board, id.0, h);
        }
    }
    /// Returns the facing of the stack in a hex, apart from the units in `except`. Routed units and hedgehogs have no facing of
    /// their own (3.0).
    pub fn stack_facing(&self, hex: HexId, except: PieceSet) -> Option<SideFacing> {
        let mut faces = self
            .units_at(hex)
            .filter(|&u| !except.contains(u.0) && !self.routed(u) && !self.hedgehog(u));
        faces.next().map(|u| self.unit(u).facing)
    }
    /// Returns the phase of the turn; `None` while the armies set up or reorganize at night.
    ///
    /// Procedures within a phase, such as losses or tests, belong to it.
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
    /// Returns the current point in the course of the battle.
    ///
    /// It is finer than [`State::phase`]: the parts of a phase in order (2.1).
    pub fn course(&self) -> Option<Course> {
        match self.stack.first() {
            Some(Stage::Course(c)) => Some(*c),
            _ => None,
        }
    }
    /// Whether a hero has still to choose the corps that he steadies (7.2).
    pub(crate) fn hero_pending(&self) -> bool {
        matches!(self.stack.last(), Some(Stage::Hero(_)))
    }
    /// Returns the selected units and commanders.
    ///
    /// They stay selected from their selection to the halt, through every test on the way.
    pub fn run(&self) -> Option<&Run> {
        self.stack.iter().rev().find_map(|s| match s {
            Stage::Running(run) => Some(run),
            _ => None,
        })
    }
}
