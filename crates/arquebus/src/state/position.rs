//! The state of play: a value.

use crate::casebook::cite;
use crate::components::{
    Arm, BattleId, Counter, LeaderId, Missile, Ratings, SeizureCounter, SeizureCounters, Side, StandardId, UnitId,
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
/// Got from [`Match::state`](casus_core::Match::state), read by its methods, changed by actions alone. Equal states play on
/// alike. It hides nothing: what a side may know is in its [`View`](crate::View).
///
/// Ids are places in the roster of its kit; a unit is found by its name with `state.game_data().roster.unit("FR-MM-1")`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) game_data: Arc<GameData>,
    pub(crate) options: Options,
    pub(crate) units: Vec<Unit>,
    pub(crate) leaders: Vec<Leader>,
    pub(crate) standards: Vec<Standard>,
    pub(crate) stacks: Stacks<Side>,
    /// Who is Engaged with whom (14.5), in pairs, the lesser number first.
    pub(crate) engaged: Vec<(UnitId, UnitId)>,
    pub(crate) stack: Vec<Stage>,
    pub(crate) activation: Option<Box<Activation>>,
    pub(crate) combat: Option<Box<Combat>>,
    /// What the side that may continue has just activated (6.2).
    pub(crate) last: Option<Act>,
    /// The penalties of the side that may continue (6.2).
    pub(crate) streak: Streak,
    /// Whose the last choice for Continuity was, and what became of it (6.2, 6.3).
    pub(crate) attempt: Option<(Side, Attempt)>,
    pub(crate) hands: [Hand; 2],
    /// Free Activations of each side, Passed ones included (6.1, 7.5).
    pub(crate) free_activations: [u8; 2],
    /// The Time marker (16.1).
    pub(crate) clock: u8,
    /// Activations so far, the one that runs included.
    pub(crate) activations: u16,
    pub(crate) passes: u8,
    pub(crate) stalemate: u8,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

casus_core::lexicon!(State: Side, cite!("2.1"), cite!("8.0"), named);

impl State {
    casus_core::kitted!(GameData, Options, Choice);

    /// A unit: where it is, in what condition, which way it faces, and what it has done in the current activation.
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
    /// A unit's counter: what is printed.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.game_data.roster.counters[id.index()]
    }
    /// Every unit of the roster; [`Unit::at`] tells who is lost or not in this battle.
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
    pub(crate) fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[id.index()]
    }
    /// Every leader of the roster.
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
    /// Every Standard of the roster.
    pub fn standard_ids(&self) -> impl Iterator<Item = StandardId> + use<> {
        (0..self.standards.len() as u8).map(StandardId)
    }
    /// The activation that runs; none while a side chooses.
    pub fn activation(&self) -> Option<&Activation> {
        self.activation.as_deref()
    }
    /// The Shock Phase that runs (12.0).
    pub fn combat(&self) -> Option<&Combat> {
        self.combat.as_deref()
    }
    /// A side's Seizure counters (6.3).
    pub const fn hand(&self, side: Side) -> &Hand {
        &self.hands[side as usize]
    }
    /// Whether a side may have such a counter, as far as the enemy knows: it holds some, and that one is not played (6.3).
    pub(crate) fn may_have(&self, side: Side, wanted: impl Fn(SeizureCounter) -> bool) -> bool {
        let hand = self.hand(side);
        !hand.held.is_empty() && self.cup().iter().any(|c| wanted(c) && !hand.played.has(c))
    }
    /// The side that is active, if one is.
    pub fn active(&self) -> Option<Side> {
        Some(self.activation()?.side)
    }

    /// What a unit has done in the activation that runs; nothing where none does.
    pub fn deeds(&self, id: UnitId) -> Done {
        self.activation
            .as_ref()
            .map_or_else(Done::default, |_| self.unit(id).done)
    }
    /// Whether an activation runs for which command status is fixed (5.2, ruling R-16).
    pub(crate) fn status_fixed(&self) -> bool {
        let fixed = |step: Course| !matches!(step, Course::Replacements | Course::Counters(_) | Course::Status);
        let mut stages = self.stack.iter();
        stages.any(|stage| matches!(*stage, Stage::Activation { step } if fixed(step)))
    }

    /// A unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.game_data.traits(id).side
    }
    /// A leader's side.
    #[inline]
    pub fn leader_side(&self, id: LeaderId) -> Side {
        self.game_data.roster[id].side
    }
    /// A unit's Battle (5.0).
    #[inline]
    pub fn battle(&self, id: UnitId) -> BattleId {
        self.game_data.traits(id).battle
    }
    /// A unit's type as it stands: mounted, or on foot (7.4).
    #[inline]
    pub fn arm(&self, id: UnitId) -> Arm {
        let arm = self.game_data.traits(id).arm;
        if self.unit(id).turned { arm.turned() } else { arm }
    }
    /// A unit's missile type (2.2).
    #[inline]
    pub fn missile(&self, id: UnitId) -> Missile {
        self.game_data.traits(id).missile
    }
    /// The ratings of the face that lies up. A Retired unit is rated as Disordered (14.4).
    pub fn ratings(&self, id: UnitId) -> Ratings {
        let u = self.unit(id);
        self.counter(id).ratings(u.turned, u.condition != Condition::Normal)
    }
    /// Whether guns are limbered (7.6); false of all else.
    pub fn limbered(&self, id: UnitId) -> bool {
        self.game_data.traits(id).arm == Arm::Artillery && !self.unit(id).turned
    }
    /// Whether guns are unlimbered (7.6); false of all else.
    pub fn unlimbered(&self, id: UnitId) -> bool {
        self.game_data.traits(id).arm == Arm::Artillery && self.unit(id).turned
    }
    /// The hex of a unit on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Whether a unit is on the map and Normal.
    pub fn steady(&self, id: UnitId) -> bool {
        let u = self.unit(id);
        u.condition == Condition::Normal && u.at.hex().is_some()
    }
    /// Whether a unit is Retired.
    pub fn retired(&self, id: UnitId) -> bool {
        self.unit(id).condition == Condition::Retired
    }

    /// The combat units in a hex, in the order of their numbers: at most two stand there, and one may pass (10.0).
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// The other units in a unit's hex.
    pub fn beside(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let here = self.hex(unit).into_iter();
        here.flat_map(|h| self.units_at(h)).filter(move |&u| u != unit)
    }
    /// The side whose units hold a hex.
    #[inline]
    pub fn held_by(&self, hex: HexId) -> Option<Side> {
        self.units_at(hex).next().map(|u| self.side(u))
    }
    /// Whether an enemy unit, seen from a side, is in a hex.
    #[inline]
    pub fn enemy_in(&self, hex: HexId, of: Side) -> bool {
        self.held_by(hex).is_some_and(|side| side != of)
    }
    /// The first enemy unit in a hex, seen from a side.
    pub fn enemy_at(&self, hex: HexId, of: Side) -> Option<UnitId> {
        self.units_at(hex).find(|&u| self.side(u) != of)
    }
    /// The leaders in a hex.
    pub fn leaders_at(&self, hex: HexId) -> impl Iterator<Item = LeaderId> + '_ {
        self.leader_ids()
            .filter(move |&l| self.leader(l).at == Whereabouts::Map(hex))
    }
    /// The leaders of a side in a hex, by their numbers.
    pub(crate) fn leaders_of(&self, hex: HexId, side: Side) -> PieceSet {
        let own = self.leaders_at(hex).filter(|&l| self.leader_side(l) == side);
        own.map(|l| l.0).collect()
    }
    /// The Standard in a hex.
    pub fn standard_at(&self, hex: HexId) -> Option<StandardId> {
        self.standard_ids()
            .find(|&t| self.standard(t).at == Whereabouts::Map(hex))
    }
    /// An enemy leader alone in a hex, seen from a side.
    pub(crate) fn lone_enemy_leader(&self, hex: HexId, of: Side) -> Option<LeaderId> {
        let enemy = |l: &LeaderId| self.leader_side(*l) != of;
        self.leaders_at(hex).find(|l| self.stacks.is_empty(hex) && enemy(l))
    }

    /// The single setter of a unit's place: keeps who stands in each hex.
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
    /// Moves the leaders of these numbers from a hex to another; one whom a shot has killed on the way goes no further.
    pub(crate) fn ride(&mut self, riders: PieceSet, from: HexId, to: HexId) {
        for l in riders.iter().map(LeaderId) {
            if self.leader(l).at == Whereabouts::Map(from) {
                self.leader_mut(l).at = Whereabouts::Map(to);
            }
        }
    }
    /// The leaders who must go with a unit that leaves its hex: all, if it is the last there (7.2, ruling R-111).
    pub(crate) fn must_ride(&self, unit: UnitId) -> PieceSet {
        match self.hex(unit) {
            Some(h) if self.beside(unit).next().is_none() => self.leaders_of(h, self.side(unit)),
            _ => PieceSet::EMPTY,
        }
    }

    /// A leader's Activation Rating (5.2); a replacement's where one stands for him (5.5). None of a pure Overall Commander.
    pub fn activation_rating(&self, id: LeaderId) -> Option<i32> {
        let replaced = self.game_data.charts.leaders.activation;
        if self.leader(id).replacement {
            Some(i32::from(replaced))
        } else {
            self.game_data.roster[id].activation.map(i32::from)
        }
    }
    /// A leader's Command Range in hexes (5.2).
    pub fn command_range(&self, id: LeaderId) -> u32 {
        u32::from(if self.leader(id).replacement {
            self.game_data.charts.leaders.range
        } else {
            self.game_data.roster[id].range
        })
    }
    /// A leader's Charisma (5.2).
    pub fn charisma(&self, id: LeaderId) -> i32 {
        i32::from(if self.leader(id).replacement {
            self.game_data.charts.leaders.charisma
        } else {
            self.game_data.roster[id].charisma
        })
    }
    /// Whether a leader is Overall Commander: never his replacement (5.5).
    pub fn is_oc(&self, id: LeaderId) -> bool {
        self.game_data.roster[id].oc && !self.leader(id).replacement
    }
    /// The Overall Commander of a side, while he is on the map.
    pub fn oc(&self, side: Side) -> Option<LeaderId> {
        let oc = self.game_data.oc(side)?;
        (self.is_oc(oc) && self.leader(oc).at.hex().is_some()).then_some(oc)
    }
    /// Whether a leader leads a Battle (5.1).
    pub fn leads(&self, leader: LeaderId, battle: BattleId) -> bool {
        self.game_data.roster[leader].battles.contains(&battle)
    }
    /// The leader of a Battle while he is on the map.
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
    /// Whether a side has only one Battle on the map (6.2, ruling R-11).
    pub fn only_battle(&self, side: Side) -> bool {
        let on_map = |&b: &BattleId| self.on_map(b).next().is_some();
        self.game_data.roster.battles_of(side).filter(on_map).count() == 1
    }

    /// Whether two units are Engaged with each other (14.5).
    pub fn engaged_with(&self, a: UnitId, b: UnitId) -> bool {
        self.engaged.binary_search(&(a.min(b), a.max(b))).is_ok()
    }
    /// Those with whom a unit is Engaged.
    pub fn partners(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.engaged.iter().filter_map(move |&(a, b)| match unit {
            u if u == a => Some(b),
            u if u == b => Some(a),
            _ => None,
        })
    }
    /// Whether a unit is Engaged (14.5).
    pub fn engaged(&self, unit: UnitId) -> bool {
        self.partners(unit).next().is_some()
    }

    /// A side's Flight Level (3.0).
    pub fn flight_level(&self, side: Side) -> i32 {
        let printed = self.game_data.scenario.levels;
        let levels = match self.game_data.scenario.levels_inferred {
            Some(inferred) if self.opts(Choice::Levels) => inferred,
            _ => printed,
        };
        i32::from(levels[side as usize])
    }
    /// The units of a side that have left the map by its edge (ruling F-1).
    pub fn gone(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids()
            .filter(move |&u| self.unit(u).at == Whereabouts::Away && self.side(u) == side)
    }
    /// The Flight Points that the units of a side which have left the map are worth (ruling F-1).
    pub fn points_away(&self, side: Side) -> i32 {
        let price = |u| i32::from(self.game_data.charts.flight.of(self.counter(u).arm));
        self.gone(side).map(price).sum()
    }
    /// How a side may leave the map in this battle, if it may (ruling F-1).
    pub(crate) fn exit(&self, side: Side) -> Option<&Exit> {
        let exit = self.game_data.scenario.exit.as_ref()?;
        (exit.side == side && !self.opts(Choice::Exit)).then_some(exit)
    }
    /// How many Battles of a side may be activated together, one after the other (ruling V-1).
    pub(crate) fn joining(&self, side: Side) -> Option<u8> {
        let joining = self.game_data.scenario.joining?;
        (joining.side == side && !self.opts(Choice::Joining)).then_some(joining.most)
    }
    /// How many Seizure counters a side draws (6.3).
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

    /// Sets the activation that runs, and forgets what the last one did.
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
    /// The Movement Allowance of a unit in this activation: that of the face with which it began (14.2, ruling R-91), the
    /// one hex of a Retired unit (14.4).
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let u = self.unit(unit);
        if u.condition == Condition::Retired {
            return self.game_data.charts.points.retired;
        }
        self.counter(unit).ratings(u.turned, u.done.has(Done::BEGAN_SHAKEN)).ma
    }
    /// The run of a unit as it begins.
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
