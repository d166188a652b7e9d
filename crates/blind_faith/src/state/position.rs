//! The state of play.

use crate::casebook::cite;
use crate::charts::Happening;
use crate::components::{Counter, Faction, Kind, Land, Side, TownId, UnitId, Urban};
use crate::data::GameData;
use crate::options::{Choice, Options};
use crate::state::battle::{Field, Siege};
use crate::state::march::those;
use crate::state::pieces::{Done, Unit, Whereabouts};
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Crusade, Danes, Pope, Split, TownState};
use casus_core::{Cite, Closed, HexId, Outcome, PieceSet, Stacks};
use std::sync::Arc;

/// The last turn, 1444 (16.3, 17.0).
pub(crate) const LAST_TURN: u8 = 25;

/// A state of play.
///
/// [`Match::state`](casus_core::Match::state) returns it. Its methods read it; only actions change it. Equal states continue
/// alike. It contains everything; a [`View`](crate::View) has what a side may know.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) game_data: Arc<GameData>,
    pub(crate) options: Options,
    pub(crate) units: Vec<Unit>,
    pub(crate) stacks: Stacks<Side>,
    pub(crate) towns: Vec<TownState>,
    pub(crate) stack: Vec<Stage>,
    /// The turn, 1 to 25.
    pub(crate) turn: u8,
    /// The Florins of each side (6.1).
    pub(crate) purses: [u16; 2],
    /// The event of this turn, for its effect on income (6.1.3).
    pub(crate) event: Happening,
    pub(crate) crusade: Crusade,
    pub(crate) pope: Pope,
    /// Whether the Empire supported Poland (4.1).
    pub(crate) poland: bool,
    pub(crate) danes: Danes,
    pub(crate) split: Split,
    /// Whether the succession after Albert's elimination has happened (12.1).
    pub(crate) succeeded: bool,
    /// Counters that have arrived and are still to be placed.
    pub(crate) arriving: PieceSet,
    /// Counters that arrived but found no open place; they are placed in the next Muster (rulings ).
    pub(crate) waiting: PieceSet,
    /// Whether the side that is not phasing has been asked about interceptions since the last stack moved (8.8).
    pub(crate) quiet: bool,
    /// The last turn of each side's Atrocity marker; 0 if it has none (10.7.4).
    pub(crate) atrocity: [u8; 2],
    /// Whether each side has waived its minor victory (16.1, 16.2).
    pub(crate) waived: [bool; 2],
    /// The periods for which the side that is not phasing declines all interceptions.
    pub(crate) closed: Closed,
    pub(crate) field: Option<Box<Field>>,
    pub(crate) siege: Option<Box<Siege>>,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

casus_core::lexicon!(State: Side, cite!("2.1"), cite!("2.1"), named);

impl State {
    casus_core::kitted!(GameData, Options, Choice);

    /// Returns the state of a counter.
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
    /// Returns a counter as printed.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.game_data.roster.counters[id.index()]
    }
    /// Returns every counter of the roster.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Returns the state of an urban place.
    pub fn town(&self, id: TownId) -> &TownState {
        &self.towns[id.index()]
    }
    pub(crate) fn town_mut(&mut self, id: TownId) -> &mut TownState {
        &mut self.towns[id.index()]
    }
    /// Returns the turn, 1 to 25; the year is 1419 more.
    pub const fn turn(&self) -> u8 {
        self.turn
    }
    /// Returns the year (17.0).
    pub const fn year(&self) -> u16 {
        1419 + self.turn as u16
    }
    /// Returns the Florins of a side (6.1).
    pub const fn purse(&self, side: Side) -> u16 {
        self.purses[side as usize]
    }
    /// Returns the state of the crusade (7.0).
    pub const fn crusade(&self) -> Crusade {
        self.crusade
    }
    /// Returns the Pope (7.1).
    pub const fn pope(&self) -> Pope {
        self.pope
    }
    /// Returns the Field Battle in progress.
    pub fn field(&self) -> Option<&Field> {
        self.field.as_deref()
    }
    /// Returns the Siege Battle in progress.
    pub fn siege(&self) -> Option<&Siege> {
        self.siege.as_deref()
    }
    /// Returns the current step of the turn.
    pub(crate) fn course(&self) -> Option<Course> {
        match self.stack.first() {
            Some(&Stage::Course(course)) => Some(course),
            _ => None,
        }
    }
    /// Returns the side whose Campaign Phase it is.
    pub fn phasing(&self) -> Option<Side> {
        match self.course()? {
            Course::Campaign(side) => Some(side),
            _ => None,
        }
    }

    /// Returns a unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.counter(id).side
    }
    /// Returns a unit's type.
    #[inline]
    pub fn kind(&self, id: UnitId) -> Kind {
        self.counter(id).kind
    }
    /// Returns a unit's faction.
    #[inline]
    pub fn faction(&self, id: UnitId) -> Faction {
        self.counter(id).faction
    }
    /// Returns the hex of a unit, if it is on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Returns the counters in a hex, of both sides, in the order of their ids.
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// Returns the counters of a side in a hex.
    pub fn own_at(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.units_at(hex).filter(move |&u| self.side(u) == side)
    }
    /// Returns whether a counter is a combat unit: all are, except the queen and Legates; Winchester is one (7.3).
    #[inline]
    pub fn fights(&self, id: UnitId) -> bool {
        self.kind(id).fights()
    }
    /// Returns the combat units of a side in a hex that are outside its walls.
    pub fn in_field(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.own_at(hex, side)
            .filter(move |&u| self.fights(u) && !self.within(u))
    }
    /// Returns the garrison of a side in a hex: its combat units and Elizabeth inside the walls while an enemy is there.
    pub fn garrison(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.own_at(hex, side)
            .filter(move |&u| self.kind(u) != Kind::Legate && self.within(u))
    }
    /// Returns whether a unit is inside walls: it is marked so, or it is a guard, who always is (8.8.4).
    pub fn within(&self, id: UnitId) -> bool {
        self.unit(id).inside || self.counter(id).guard
    }
    /// Returns whether a combat unit of a side is in a hex, inside or outside walls.
    pub fn holds(&self, hex: HexId, side: Side) -> bool {
        self.own_at(hex, side).any(|u| self.fights(u))
    }
    /// Returns whether a garrison of a side is under siege: enemies are in its hex, with a Blockade marker or without (ruling
    ///
    pub fn besieged(&self, hex: HexId, side: Side) -> bool {
        self.garrison(hex, side).next().is_some() && self.in_field(hex, side.enemy()).next().is_some()
    }

    /// Returns the side that occupies a place (ruling R-21): that of the garrison, or else the only side with combat units there.
    pub fn occupant(&self, town: TownId) -> Option<Side> {
        let hex = self.game_data.roster[town].hex;
        let (mut here, mut inside) = ([false; 2], [false; 2]);
        for u in self.units_at(hex).filter(|&u| self.fights(u)) {
            let side = self.side(u) as usize;
            here[side] = true;
            inside[side] |= self.within(u);
        }
        let both = here == [true; 2];
        let only = |side: Side| here[side as usize] && !here[side.enemy() as usize];
        let sides = [Side::Hussite, Side::Imperial];
        let found = |is: &dyn Fn(Side) -> bool| sides.into_iter().find(|&side| is(side));
        if both {
            found(&|side| inside[side as usize])
        } else {
            found(&only)
        }
    }
    /// Returns whether a side occupies a place.
    pub fn occupies(&self, side: Side, town: TownId) -> bool {
        self.occupant(town) == Some(side)
    }
    /// Returns whether a place is open to arrivals of a side: it is not occupied by the enemy, pillaged or blockaded (3.2, 6.2).
    pub fn open_to(&self, side: Side, town: TownId) -> bool {
        let state = self.town(town);
        !state.pillaged && !state.blockaded && !self.occupies(side.enemy(), town)
    }
    /// Returns the maximum number of units in a garrison (8.6.1).
    pub fn garrison_limit(&self, kind: Urban) -> u8 {
        self.game_data.charts.walls(kind).garrison
    }
    /// Returns whether a hex is closed to a faction: to all since the Award (4.1), or to all but Poles (14.0).
    pub fn closed_to(&self, hex: HexId, faction: Faction) -> bool {
        let land = self.game_data.land(hex);
        (self.poland && land.closes()) || (land == Land::Poland && faction != Faction::Polish)
    }

    /// Returns the Movement Points of a unit in a year (8.2).
    pub fn allowance(&self, id: UnitId) -> u8 {
        let zizka = self.game_data.names().zizka == Some(id);
        self.game_data.charts.allowance(self.counter(id), zizka)
    }
    /// Returns the Movement Points that a unit has left in this Phase (8.1).
    pub fn left(&self, id: UnitId) -> u8 {
        self.allowance(id).saturating_sub(self.unit(id).spent)
    }
    /// Returns the Legate who is on the map or in his box (7.3).
    pub fn legate(&self) -> Option<UnitId> {
        self.unit_ids()
            .find(|&u| self.counter(u).legate() && matches!(self.unit(u).at, Whereabouts::Map(_) | Whereabouts::Box))
    }
    /// Returns whether a Legate is in a hex.
    pub fn legate_at(&self, hex: HexId) -> bool {
        self.units_at(hex).any(|u| self.counter(u).legate())
    }
    /// Returns whether a side has an Atrocity marker in this turn's box (10.7.4).
    pub const fn atrocious(&self, side: Side) -> bool {
        self.atrocity[side as usize] >= self.turn
    }

    /// Sets a unit's location. It is the only setter, because it also updates the stacks.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id) {
            self.stacks.take(&self.game_data.board, id.0, h);
        }
        let unit = self.unit_mut(id);
        unit.at = at;
        unit.inside = false;
        if let Whereabouts::Map(h) = at {
            self.stacks.put(&self.game_data.board, id.0, h);
        }
    }
    /// Takes Florins from a side. Under house rules a side with too few is left with none.
    pub(crate) const fn spend(&mut self, side: Side, florins: u16) {
        self.purses[side as usize] = self.purses[side as usize].saturating_sub(florins);
    }
    /// Begins a Campaign Phase: resets spent points and ended moves.
    pub(crate) fn fresh_phase(&mut self) {
        for u in &mut self.units {
            u.spent = 0;
            u.done.clear(Done::HALTED);
        }
    }
}

/// Returns the hex of a stack.
pub(crate) fn hex_of(s: &State, units: PieceSet) -> Option<HexId> {
    those(units).find_map(|u| s.hex(u))
}
