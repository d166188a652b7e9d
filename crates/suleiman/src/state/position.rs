//! The state of play, as a value.

use crate::casebook::cite;
use crate::components::{Arm, CommandId, Counter, LeaderId, Missile, Ratings, Side, UnitId, Who};
use crate::data::{GameData, Traits};
use crate::options::{Choice, Options};
use crate::state::activation::{Activation, Answers, Warrant};
use crate::state::combat::Combat;
use crate::state::pieces::{Condition, Done, Leader, Unit, Whereabouts};
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::{Board, Cite, HexId, Lexicon, Outcome, PieceSet, Place};
use std::sync::Arc;

/// A state of play.
///
/// [`Match::state`](casus_core::Match::state) returns it. Its methods read it, and only actions change it. A clone takes
/// about a hundred nanoseconds. Equal states continue alike. It hides nothing: a [`View`](crate::View) holds what a side may
/// know.
///
/// Ids are indexes in the roster of its game data. You find a unit by its name:
///
/// ```
/// use casus_core::Match;
/// use casus_suleiman::{Arm, Base, StartAt, Setup, Side, Suleiman};
///
/// let setup = Setup { start_at: StartAt::Free, base: Some(Base::Mohacs), ..Setup::default() };
/// let game = Match::<Suleiman>::new(setup)?;
/// let state = game.state();
/// let knights = state.game_data().roster.unit("HU-HC-1").expect("a printed counter");
/// assert_eq!((state.side(knights), state.arm(knights)), (Side::Hungary, Arm::HeavyCavalry));
/// let hex = state.hex(knights).expect("it is deployed");
/// assert_eq!(state.occupant(hex), Some(knights));
/// assert!(state.controls(knights, state.frontal(knights).next().expect("a hex in front")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) game_data: Arc<GameData>,
    pub(crate) options: Options,
    pub(crate) units: Vec<Unit>,
    pub(crate) leaders: Vec<Leader>,
    pub(crate) occupants: Vec<u8>,
    pub(crate) banner: Option<HexId>,
    pub(crate) banner_lost: bool,
    pub(crate) stack: Vec<Stage>,
    pub(crate) activation: Option<Box<Activation>>,
    pub(crate) combats: Vec<Combat>,
    /// The command of each side's last activation, for 4.2.
    pub(crate) last: [Option<CommandId>; 2],
    /// 14.3(4): whether the Hungarians may continue with the same command.
    pub(crate) same_again: bool,
    /// 14.3(3): whether the Ottomans have had their first Free activation.
    pub(crate) seizure_open: bool,
    /// 15.2.4: whether the Ottomans have been activated.
    pub(crate) ottomans_up: bool,
    /// 13.0.2: the side whose Standard has just been activated; `None` after the next activation.
    pub(crate) raised: Option<Side>,
    /// 5.3.1(2): whether the open Free choice is the one after a failed Seizure.
    pub(crate) failed_seizure: bool,
    /// The number of activations so far, the current one included.
    pub(crate) activations: u16,
    pub(crate) passes: u8,
    pub(crate) stalemate: u8,
    /// Leaders killed: monarchs and others, by side (16.0.1).
    pub(crate) fallen: [[u8; 2]; 2],
    /// Ruling H1: whether Giorgi Szapolyai has replaced a leader.
    pub(crate) szapolyai_came: bool,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

/// The mark of an empty hex.
pub(crate) const NOBODY: u8 = u8::MAX;

impl Lexicon for State {
    type Side = Side;
    const HEXES: Cite = cite!("2.1");
    const FACINGS: Cite = cite!("3.3.1");
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

    /// Returns the state of a unit.
    ///
    /// It says where the unit is, its condition, its facing, and what it has done in the current activation.
    ///
    /// # Panics
    /// When the id is of another roster.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }
    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }
    /// Returns a unit's counter.
    ///
    /// It has the printed values: type, command, and the ratings of both faces.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        self.game_data.roster.counter(id)
    }
    /// Returns every unit of the roster.
    ///
    /// Units that are lost, or not in this battle, are included: see [`Unit::at`].
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Every unit in order, with the values of its counter that are used most.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (UnitId, &Unit, Traits)> {
        let all = self.units.iter().zip(self.game_data.all_traits());
        (0u8..).zip(all).map(|(id, (unit, &traits))| (UnitId(id), unit, traits))
    }
    /// Returns every leader of the roster.
    ///
    /// Leaders who are lost, or not in this battle, are included: see [`Leader::at`].
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }
    /// Returns the state of a leader.
    ///
    /// [`Leader::known`] says whether the enemy knows his place (3.5).
    ///
    /// # Panics
    /// When the id is of another roster.
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[usize::from(id.0)]
    }
    /// A leader as events name him: himself, or the replacement who has taken his place (12.4.1).
    pub(crate) fn who(&self, leader: LeaderId) -> Who {
        Who::of(leader, self.leader(leader).replacement)
    }
    pub(crate) fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[usize::from(id.0)]
    }
    /// Returns the Hungarian Banner's hex while it stands (13.0.4).
    pub const fn banner(&self) -> Option<HexId> {
        self.banner
    }
    /// Returns the current activation, if any.
    ///
    /// It is `None` while a side chooses a command, and while pieces are placed.
    pub fn activation(&self) -> Option<&Activation> {
        self.activation.as_deref()
    }
    /// Returns the combat unit in a hex.
    ///
    /// There is at most one (3.1.1). While a unit passes a gun's hex during its run, it is the gun.
    #[inline]
    pub fn occupant(&self, hex: HexId) -> Option<UnitId> {
        const _: Cite = cite!("3.1");
        let u = self.occupants[usize::from(hex.0)];
        (u != NOBODY).then_some(UnitId(u))
    }
    /// Returns a unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        const _: Cite = cite!("2.2.1");
        self.game_data.traits(id).side
    }
    /// Returns a unit's command (2.2.4).
    #[inline]
    pub fn command(&self, id: UnitId) -> CommandId {
        const _: Cite = cite!("2.2.4");
        self.game_data.traits(id).command
    }
    /// Returns a unit's arm (2.2.2).
    #[inline]
    pub fn arm(&self, id: UnitId) -> Arm {
        const _: Cite = cite!("2.2.2");
        self.game_data.traits(id).arm
    }
    /// Returns a unit's missile type (2.2.3).
    #[inline]
    pub fn missile(&self, id: UnitId) -> Missile {
        const _: Cite = cite!("2.2.3");
        self.game_data.traits(id).missile
    }
    /// Returns the ratings of the face that is up (2.2.5, 2.2.6, 10.1). A Retired unit has those of its Disordered face.
    pub fn ratings(&self, id: UnitId) -> Ratings {
        const _: Cite = cite!("2.2.5");
        const _: Cite = cite!("2.2.6");
        let c = self.counter(id);
        match self.unit(id).condition {
            Condition::Normal => c.front,
            _ => c.back.unwrap_or(c.front),
        }
    }
    /// Returns the hex of a unit on the map.
    ///
    /// It is `None` for a unit in the Box, in reserve, lost or absent.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Returns whether a unit is on the map and Normal.
    pub fn steady(&self, id: UnitId) -> bool {
        let u = self.unit(id);
        u.condition == Condition::Normal && u.at.hex().is_some()
    }
    /// Returns the unit in a hex that is an enemy of a side.
    ///
    /// Leaders do not count, because they are no combat units.
    #[inline]
    pub fn enemy_at(&self, hex: HexId, of: Side) -> Option<UnitId> {
        self.occupant(hex).filter(|&u| self.side(u) != of)
    }
    /// Returns the leaders in a hex.
    ///
    /// They may be of either side, though the rules keep the sides apart (3.1.1).
    pub fn leaders_at(&self, hex: HexId) -> impl Iterator<Item = LeaderId> + '_ {
        self.leader_ids()
            .filter(move |&l| self.leader(l).at == Whereabouts::Map(hex))
    }
    /// The enemy leader of a side who is alone in a hex.
    pub(crate) fn lone_enemy_leader(&self, hex: HexId, of: Side) -> Option<LeaderId> {
        let enemy = |l: &LeaderId| self.game_data.roster.leader_card(*l).side != of;
        self.leaders_at(hex).find(|l| self.occupant(hex).is_none() && enemy(l))
    }
    /// Sets a unit's place. All changes of place go through here, which keeps the map of occupants up to date.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id)
            && self.occupant(h) == Some(id)
        {
            self.occupants[usize::from(h.0)] = NOBODY;
        }
        self.unit_mut(id).at = at;
        if let Whereabouts::Map(h) = at
            && self.occupants[usize::from(h.0)] == NOBODY
        {
            self.occupants[usize::from(h.0)] = id.0;
        }
    }
    /// Moves a unit with the leaders who are stacked with it.
    pub(crate) fn put_with_leaders(&mut self, id: UnitId, to: HexId) {
        if let Some(from) = self.hex(id)
            && self.occupant(from) == Some(id)
        {
            for l in 0..self.leaders.len() {
                if self.leaders[l].at == Whereabouts::Map(from)
                    && self.game_data.roster.leaders[l].side == self.side(id)
                {
                    self.leaders[l].at = Whereabouts::Map(to);
                }
            }
        }
        self.put(id, Whereabouts::Map(to));
    }
    /// Moves these leaders from a hex to another. A leader whom a shot has killed on the way stays behind.
    pub(crate) fn ride(&mut self, riders: PieceSet, from: HexId, to: HexId) {
        for l in riders.iter().map(LeaderId) {
            if self.leader(l).at == Whereabouts::Map(from) {
                self.leader_mut(l).at = Whereabouts::Map(to);
            }
        }
    }
    /// The ratings that apply to a leader: his own, his replacement's (12.4.1), or Giorgi Szapolyai's (ruling H1).
    fn led_by(&self, id: LeaderId) -> (i8, u8, u8) {
        let roster = &self.game_data.roster;
        let card = |l: LeaderId| {
            let c = roster.leader_card(l);
            (c.activation, c.range, c.ma)
        };
        let leader = self.leader(id);
        let szapolyai = leader.szapolyai.then(|| roster.leader("GSzapolyai"));
        match szapolyai.flatten() {
            Some(g) => card(g),
            None if leader.replacement => {
                let r = &roster.replacement;
                (r.activation, r.range, r.ma)
            }
            None => card(id),
        }
    }
    /// Returns a leader's Activation Rating (2.2.8), 0 to 9.
    ///
    /// A Continuity or Seizure roll succeeds at this number or less. If a replacement has taken his place, it is the
    /// replacement's rating (12.4.1).
    pub fn activation_rating(&self, id: LeaderId) -> i32 {
        i32::from(self.led_by(id).0)
    }
    /// Returns a leader's Command Range in hexes (2.2.7, second printing), 0 to 30.
    ///
    /// It is traced around enemy units, and around enemy ZOCs where no friendly unit stands (12.1).
    pub fn command_range(&self, id: LeaderId) -> u32 {
        u32::from(self.led_by(id).1)
    }
    /// Returns a leader's Movement Allowance in movement points (ruling C13), 0 to 20.
    pub fn leader_allowance(&self, id: LeaderId) -> u8 {
        self.led_by(id).2
    }
    /// Opens an activation, and clears what units did in the last one.
    pub(crate) fn open_activation(
        &mut self,
        side: Side,
        command: CommandId,
        under: LeaderId,
        warrant: Warrant,
        free: bool,
    ) {
        self.activations = self.activations.saturating_add(1);
        for u in &mut self.units {
            u.done = u.done.fresh();
            u.spent = 0;
            u.attacks = 0;
            if u.condition == Condition::Disordered {
                u.done.set(Done::BEGAN_DISORDERED);
            }
        }
        for l in &mut self.leaders {
            l.spent = 0;
            l.moved = false;
        }
        self.activation = Some(Box::new(Activation {
            side,
            command,
            under,
            warrant,
            free,
            shock: false,
            entered: Vec::new(),
            declared: Vec::new(),
            reacted: Vec::new(),
            waiting: Vec::new(),
            struck: Vec::new(),
            entry: None,
            shot: None,
            answer: None,
            used: Answers::default(),
            closed: casus_core::Closed::default(),
        }));
    }
    /// Whether a command is one of the what-if contingents (15.2).
    pub(crate) fn is_contingent(&self, command: CommandId) -> bool {
        self.game_data.roster.command_card(command).contingent.is_some()
    }
    /// Returns whether a what-if contingent has arrived (15.2.4).
    ///
    /// It is `false` for every command that is no contingent.
    pub fn contingent_came(&self, command: CommandId) -> bool {
        self.is_contingent(command)
            && self
                .game_data
                .units_of(command)
                .any(|u| self.unit(u).at != Whereabouts::Absent)
    }
    /// Whether units of a command have still to enter (15.1).
    pub(crate) fn outstanding(&self, command: CommandId) -> bool {
        self.game_data
            .units_of(command)
            .any(|u| self.unit(u).at == Whereabouts::Reserve)
    }
    /// Whether units of the Center have still to enter (15.1.1).
    pub(crate) fn center_outstanding(&self) -> bool {
        self.game_data.center().is_some_and(|center| self.outstanding(center))
    }
    /// A unit's run at its beginning. Its allowance is fixed now, so that Disorder during the run does not strand it.
    pub(crate) fn begin_run(&self, unit: UnitId) -> Run {
        let u = self.unit(unit);
        let retired = u.condition == Condition::Retired;
        Run {
            unit,
            allowance: if retired { 1 } else { self.ratings(unit).ma },
            spent: u.spent,
            entered_zoc: false,
            free_turn: false,
            left: PieceSet::EMPTY,
            passing: false,
            over: false,
        }
    }
}
