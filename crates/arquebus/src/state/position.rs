//! The state of play, as a value.

use crate::casebook::cite;
use crate::components::{
    Arm, BattleId, Counter, LeaderId, Missile, Ratings, SeizureCounter, SeizureCounters, Side, StandardId, UnitId, Who,
};
use crate::data::{Exit, GameData};
use crate::options::{Choice, Options};
use crate::state::activation::{Act, Activation, Attempt, Hand, Streak, Warrant};
use crate::state::combat::Combat;
use crate::state::pieces::{Condition, Done, Leader, Standard, Unit, Whereabouts};
use crate::state::run::Run;
use crate::state::stage::{Course, Stage};
use casus_core::{Cite, HexId, Outcome, PieceSet, Stacks};
use std::sync::Arc;

/// A state of play.
///
/// [`Match::state`](casus_core::Match::state) returns it. Its methods read it, and only actions change it. Equal states
/// continue alike. It hides nothing: a [`View`](crate::View) holds what a side may know.
///
/// Ids are indexes in the roster of its game data. You find a unit by its name with `state.game_data().roster.unit("FR-MM-1")`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) game_data: Arc<GameData>,
    pub(crate) options: Options,
    pub(crate) units: Vec<Unit>,
    pub(crate) leaders: Vec<Leader>,
    pub(crate) standards: Vec<Standard>,
    pub(crate) stacks: Stacks<Side>,
    /// The pairs of units that are Engaged with each other (14.5), the smaller id first.
    pub(crate) engaged: Vec<(UnitId, UnitId)>,
    pub(crate) stack: Vec<Stage>,
    pub(crate) activation: Option<Box<Activation>>,
    pub(crate) combat: Option<Box<Combat>>,
    /// What the side that may continue has just activated (6.2).
    pub(crate) last: Option<Act>,
    /// The penalties of the side that may continue (6.2).
    pub(crate) streak: Streak,
    /// The side of the last choice for Continuity, and its result (6.2, 6.3).
    pub(crate) attempt: Option<(Side, Attempt)>,
    pub(crate) hands: [Hand; 2],
    /// The number of Free Activations of each side, Passed ones included (6.1, 7.5).
    pub(crate) free_activations: [u8; 2],
    /// The space of the Time marker (16.1).
    pub(crate) clock: u8,
    /// The number of activations so far, the current one included.
    pub(crate) activations: u16,
    pub(crate) passes: u8,
    pub(crate) stalemate: u8,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

casus_core::lexicon!(State: Side, cite!("2.1"), cite!("8.0"), named);

impl State {
    casus_core::kitted!(GameData, Options, Choice);

    /// Returns the state of a unit: its place, condition and facing, and what it has done in the current activation.
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
    /// Returns a unit's counter, with the printed values.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.game_data.roster.counters[id.index()]
    }
    /// Returns every unit of the roster. [`Unit::at`] says which are lost or not in this battle.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Returns the state of a leader.
    ///
    /// # Panics
    /// When the id is of another roster.
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[id.index()]
    }
    /// A leader as events name him: himself, or the replacement who has taken his place (5.5).
    pub(crate) fn who(&self, leader: LeaderId) -> Who {
        Who::of(leader, self.leader(leader).replacement)
    }
    pub(crate) fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[id.index()]
    }
    /// Returns every leader of the roster.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }
    /// Returns the state of a Standard.
    ///
    /// # Panics
    /// When the id is of another roster.
    pub fn standard(&self, id: StandardId) -> &Standard {
        &self.standards[id.index()]
    }
    pub(crate) fn standard_mut(&mut self, id: StandardId) -> &mut Standard {
        &mut self.standards[id.index()]
    }
    /// Returns every Standard of the roster.
    pub fn standard_ids(&self) -> impl Iterator<Item = StandardId> + use<> {
        (0..self.standards.len() as u8).map(StandardId)
    }
    /// Returns the current activation; `None` while a side chooses.
    pub fn activation(&self) -> Option<&Activation> {
        self.activation.as_deref()
    }
    /// Returns the current Shock Phase (12.0).
    pub fn combat(&self) -> Option<&Combat> {
        self.combat.as_deref()
    }
    /// Returns a side's Seizure counters (6.3).
    pub const fn hand(&self, side: Side) -> &Hand {
        &self.hands[side as usize]
    }
    /// Whether a side may have such a counter, as far as the enemy knows: it holds counters, and that one is not played (6.3).
    pub(crate) fn may_have(&self, side: Side, wanted: impl Fn(SeizureCounter) -> bool) -> bool {
        let hand = self.hand(side);
        !hand.held.is_empty() && self.cup().iter().any(|c| wanted(c) && !hand.played.has(c))
    }
    /// Returns the active side, if any.
    pub fn active(&self) -> Option<Side> {
        Some(self.activation()?.side)
    }

    /// Returns what a unit has done in the current activation; nothing if there is none.
    pub fn deeds(&self, id: UnitId) -> Done {
        self.activation
            .as_ref()
            .map_or_else(Done::default, |_| self.unit(id).done)
    }
    /// Whether there is an activation with command status fixed (5.2, ruling R-16).
    pub(crate) fn status_fixed(&self) -> bool {
        let fixed = |step: Course| !matches!(step, Course::Replacements | Course::Counters(_) | Course::Status);
        let mut stages = self.stack.iter();
        stages.any(|stage| matches!(*stage, Stage::Activation { step } if fixed(step)))
    }

    /// Returns a unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.game_data.traits(id).side
    }
    /// Returns a leader's side.
    #[inline]
    pub fn leader_side(&self, id: LeaderId) -> Side {
        self.game_data.roster[id].side
    }
    /// Returns a unit's Battle (5.0).
    #[inline]
    pub fn battle(&self, id: UnitId) -> BattleId {
        self.game_data.traits(id).battle
    }
    /// Returns a unit's present type: mounted, or on foot (7.4).
    #[inline]
    pub fn arm(&self, id: UnitId) -> Arm {
        let arm = self.game_data.traits(id).arm;
        if self.unit(id).turned { arm.turned() } else { arm }
    }
    /// Returns a unit's missile type (2.2).
    #[inline]
    pub fn missile(&self, id: UnitId) -> Missile {
        self.game_data.traits(id).missile
    }
    /// Returns the ratings of the face that is up. A Retired unit has those of its Disordered face (14.4).
    pub fn ratings(&self, id: UnitId) -> Ratings {
        let u = self.unit(id);
        self.counter(id).ratings(u.turned, u.condition != Condition::Normal)
    }
    /// Returns whether a unit is limbered guns (7.6).
    pub fn limbered(&self, id: UnitId) -> bool {
        self.game_data.traits(id).arm == Arm::Artillery && !self.unit(id).turned
    }
    /// Returns whether a unit is unlimbered guns (7.6).
    pub fn unlimbered(&self, id: UnitId) -> bool {
        self.game_data.traits(id).arm == Arm::Artillery && self.unit(id).turned
    }
    /// Returns the hex of a unit on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Returns whether a unit is on the map and Normal.
    pub fn steady(&self, id: UnitId) -> bool {
        let u = self.unit(id);
        u.condition == Condition::Normal && u.at.hex().is_some()
    }
    /// Returns whether a unit is Retired.
    pub fn retired(&self, id: UnitId) -> bool {
        self.unit(id).condition == Condition::Retired
    }

    /// Returns the combat units in a hex, in the order of their ids: at most two in place, and one that passes (10.0).
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// Returns the other units in a unit's hex.
    pub fn beside(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let here = self.hex(unit).into_iter();
        here.flat_map(|h| self.units_at(h)).filter(move |&u| u != unit)
    }
    /// Returns the side whose units hold a hex.
    #[inline]
    pub fn held_by(&self, hex: HexId) -> Option<Side> {
        self.units_at(hex).next().map(|u| self.side(u))
    }
    /// Returns whether a unit in a hex is an enemy of a side.
    #[inline]
    pub fn enemy_in(&self, hex: HexId, of: Side) -> bool {
        self.held_by(hex).is_some_and(|side| side != of)
    }
    /// Returns the first unit in a hex that is an enemy of a side.
    pub fn enemy_at(&self, hex: HexId, of: Side) -> Option<UnitId> {
        self.units_at(hex).find(|&u| self.side(u) != of)
    }
    /// Returns the leaders in a hex.
    pub fn leaders_at(&self, hex: HexId) -> impl Iterator<Item = LeaderId> + '_ {
        self.leader_ids()
            .filter(move |&l| self.leader(l).at == Whereabouts::Map(hex))
    }
    /// The leaders of a side in a hex, by their ids.
    pub(crate) fn leaders_of(&self, hex: HexId, side: Side) -> PieceSet {
        let own = self.leaders_at(hex).filter(|&l| self.leader_side(l) == side);
        own.map(|l| l.0).collect()
    }
    /// Returns the Standard in a hex.
    pub fn standard_at(&self, hex: HexId) -> Option<StandardId> {
        self.standard_ids()
            .find(|&t| self.standard(t).at == Whereabouts::Map(hex))
    }
    /// The enemy leader of a side who is alone in a hex.
    pub(crate) fn lone_enemy_leader(&self, hex: HexId, of: Side) -> Option<LeaderId> {
        let enemy = |l: &LeaderId| self.leader_side(*l) != of;
        self.leaders_at(hex).find(|l| self.stacks.is_empty(hex) && enemy(l))
    }

    /// Sets a unit's place. All changes of place go through here, which keeps the stacks of the hexes up to date.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id) {
            self.stacks.take(&self.game_data.board, id.0, h);
        }
        let unit = self.unit_mut(id);
        unit.at = at;
        if unit.began.is_some() && at.hex() != unit.began {
            unit.done.set(Done::LEFT);
        }
        if let Whereabouts::Map(h) = at {
            self.stacks.put(&self.game_data.board, id.0, h);
        }
    }
    /// Moves these leaders from a hex to another. A leader whom a shot has killed on the way stays behind.
    pub(crate) fn ride(&mut self, riders: PieceSet, from: HexId, to: HexId) {
        for l in riders.iter().map(LeaderId) {
            if self.leader(l).at == Whereabouts::Map(from) {
                self.leader_mut(l).at = Whereabouts::Map(to);
            }
        }
    }
    /// The leaders who must go with a unit that leaves its hex: all of them, if it is the last unit there (7.2, ruling R-111).
    pub(crate) fn must_ride(&self, unit: UnitId) -> PieceSet {
        match self.hex(unit) {
            Some(h) if self.beside(unit).next().is_none() => self.leaders_of(h, self.side(unit)),
            _ => PieceSet::EMPTY,
        }
    }

    /// Returns a leader's Activation Rating (5.2), or his replacement's (5.5). `None` for a pure Overall Commander.
    pub fn activation_rating(&self, id: LeaderId) -> Option<i32> {
        let replaced = self.game_data.charts.leaders.activation;
        if self.leader(id).replacement {
            Some(i32::from(replaced))
        } else {
            self.game_data.roster[id].activation.map(i32::from)
        }
    }
    /// Returns a leader's Command Range in hexes (5.2).
    pub fn command_range(&self, id: LeaderId) -> u32 {
        u32::from(if self.leader(id).replacement {
            self.game_data.charts.leaders.range
        } else {
            self.game_data.roster[id].range
        })
    }
    /// Returns a leader's Charisma (5.2).
    pub fn charisma(&self, id: LeaderId) -> i32 {
        i32::from(if self.leader(id).replacement {
            self.game_data.charts.leaders.charisma
        } else {
            self.game_data.roster[id].charisma
        })
    }
    /// Returns whether a leader is Overall Commander. A replacement never is (5.5).
    pub fn is_oc(&self, id: LeaderId) -> bool {
        self.game_data.roster[id].oc && !self.leader(id).replacement
    }
    /// Returns the Overall Commander of a side while he is on the map.
    pub fn oc(&self, side: Side) -> Option<LeaderId> {
        let oc = self.game_data.oc(side)?;
        (self.is_oc(oc) && self.leader(oc).at.hex().is_some()).then_some(oc)
    }
    /// Returns whether a leader leads a Battle (5.1).
    pub fn leads(&self, leader: LeaderId, battle: BattleId) -> bool {
        self.game_data.roster[leader].battles.contains(&battle)
    }
    /// Returns the leader of a Battle while he is on the map.
    pub fn leader_of(&self, battle: BattleId) -> Option<LeaderId> {
        let leader = self.game_data.leader_of(battle)?;
        self.leader(leader).at.hex().is_some().then_some(leader)
    }
    /// The units of a Battle that are on the map.
    pub(crate) fn on_map(&self, battle: BattleId) -> impl Iterator<Item = UnitId> + '_ {
        self.game_data
            .units_of(battle)
            .iter()
            .copied()
            .filter(|&u| self.hex(u).is_some())
    }
    /// The units of a Battle that are in play.
    pub(crate) fn in_play(&self, battle: BattleId) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.game_data.units_of(battle).iter().copied();
        units.filter(|&u| self.unit(u).at.in_play())
    }
    /// Returns whether a side has only one Battle on the map (6.2, ruling R-11).
    pub fn only_battle(&self, side: Side) -> bool {
        let on_map = |&b: &BattleId| self.on_map(b).next().is_some();
        self.game_data.roster.battles_of(side).filter(on_map).count() == 1
    }

    /// Returns whether two units are Engaged with each other (14.5).
    pub fn engaged_with(&self, a: UnitId, b: UnitId) -> bool {
        self.engaged.binary_search(&(a.min(b), a.max(b))).is_ok()
    }
    /// Returns the units that a unit is Engaged with.
    pub fn partners(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.engaged.iter().filter_map(move |&(a, b)| match unit {
            u if u == a => Some(b),
            u if u == b => Some(a),
            _ => None,
        })
    }
    /// Returns whether a unit is Engaged (14.5).
    pub fn engaged(&self, unit: UnitId) -> bool {
        self.partners(unit).next().is_some()
    }

    /// Returns a side's Flight Level (3.0).
    pub fn flight_level(&self, side: Side) -> i32 {
        let printed = self.game_data.scenario.levels;
        let levels = match self.game_data.scenario.levels_inferred {
            Some(inferred) if self.opts(Choice::Levels) => inferred,
            _ => printed,
        };
        i32::from(levels[side as usize])
    }
    /// Returns the units of a side that have left the map over its edge (ruling F-1).
    pub fn gone(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids()
            .filter(move |&u| self.unit(u).at == Whereabouts::Away && self.side(u) == side)
    }
    /// Returns the Flight Points of the units of a side that have left the map (ruling F-1).
    pub fn points_away(&self, side: Side) -> i32 {
        let price = |u| i32::from(self.game_data.charts.flight.of(self.counter(u).arm));
        self.gone(side).map(price).sum()
    }
    /// How a side may leave the map in this battle, if it may (ruling F-1).
    pub(crate) fn exit(&self, side: Side) -> Option<&Exit> {
        let exit = self.game_data.scenario.exit.as_ref()?;
        (exit.side == side && !self.opts(Choice::Exit)).then_some(exit)
    }
    /// The number of Battles of a side that may be activated together, one after the other (ruling V-1).
    pub(crate) fn joining(&self, side: Side) -> Option<u8> {
        let joining = self.game_data.scenario.joining?;
        (joining.side == side && !self.opts(Choice::Joining)).then_some(joining.most)
    }
    /// The number of Seizure counters that a side draws (6.3).
    pub(crate) fn draws(&self, side: Side) -> u8 {
        self.game_data.scenario.draws[side as usize]
    }
    /// The counters from which each side draws (6.3).
    pub(crate) fn cup(&self) -> SeizureCounters {
        self.game_data.charts.seizure.counters
    }
    /// The timed side and the last space of its track, in a Timed Engagement (16.1).
    pub(crate) fn timed(&self) -> Option<(Side, u8)> {
        self.game_data.scenario.timed.map(|t| (t.side, t.track))
    }

    /// Opens an activation, and clears what units did in the last one.
    pub(crate) fn open_activation(&mut self, side: Side, act: Act, warrant: Warrant) {
        self.activations = self.activations.saturating_add(1);
        for u in &mut self.units {
            u.done = Done::default();
            u.spent = 0;
            u.began = u.at.hex();
            if u.condition != Condition::Normal {
                u.done.set(Done::BEGAN_SHAKEN);
            }
        }
        for l in &mut self.leaders {
            l.spent = 0;
            l.moved = false;
            l.active = false;
            l.began = l.at.hex();
        }
        for t in &mut self.standards {
            t.spent = 0;
            t.moved = false;
        }
        self.activation = Some(Box::new(Activation {
            side,
            act,
            warrant,
            shock: false,
            entry: None,
            shot: None,
            closed: casus_core::Closed::default(),
        }));
    }
    /// Returns the Movement Allowance of a unit in this activation: that of the face with which it began (14.2, ruling R-91), or
    /// the one hex of a Retired unit (14.4).
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let u = self.unit(unit);
        if u.condition == Condition::Retired {
            return self.game_data.charts.points.retired;
        }
        self.counter(unit).ratings(u.turned, u.done.has(Done::BEGAN_SHAKEN)).ma
    }
    /// A unit's run at its beginning.
    pub(crate) fn begin_run(&self, unit: UnitId) -> Run {
        let u = self.unit(unit);
        Run {
            unit,
            allowance: self.allowance(unit),
            spent: u.spent,
            facing: u.facing,
            turned: u.done.has(Done::TURNED),
            stepped: false,
            stopped: false,
            fired: false,
            barred: PieceSet::EMPTY,
            riders: PieceSet::EMPTY,
            bears: None,
            dismounted: false,
            passing: false,
            over: false,
        }
    }
}
