//! The state of play: a value.

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
/// Got from [`Match::state`](casus_core::Match::state), read by its methods, changed by actions alone. Equal states play on
/// alike. It hides nothing: what a side may know is in its [`View`](crate::View).
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
    /// The purses, by side (6.1).
    pub(crate) purses: [u16; 2],
    /// What this turn's event does to income (6.1.3).
    pub(crate) event: Happening,
    pub(crate) crusade: Crusade,
    pub(crate) pope: Pope,
    /// Poland was supported (4.1).
    pub(crate) poland: bool,
    pub(crate) danes: Danes,
    pub(crate) split: Split,
    /// Albert is gone, and the succession settled (12.1).
    pub(crate) succeeded: bool,
    /// Counters that have come and are to be placed.
    pub(crate) arriving: PieceSet,
    /// Counters that came and found no open place: they are placed in the next Muster (rulings ).
    pub(crate) waiting: PieceSet,
    /// The side that is not phasing has been asked since the last stack moved (8.8).
    pub(crate) quiet: bool,
    /// The last turn with a side's Atrocity marker; 0: none (10.7.4).
    pub(crate) atrocity: [u8; 2],
    /// Who has waived a minor victory (16.1, 16.2).
    pub(crate) waived: [bool; 2],
    /// Windows that the side which is not phasing has closed.
    pub(crate) closed: Closed,
    pub(crate) field: Option<Box<Field>>,
    pub(crate) siege: Option<Box<Siege>>,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

casus_core::lexicon!(State: Side, cite!("2.1"), cite!("2.1"), named);

impl State {
    casus_core::kitted!(GameData, Options, Choice);

    /// A counter in play.
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
    /// A counter as printed.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        &self.game_data.roster.counters[id.index()]
    }
    /// Every counter of the roster.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// An urban place in play.
    pub fn town(&self, id: TownId) -> &TownState {
        &self.towns[id.index()]
    }
    pub(crate) fn town_mut(&mut self, id: TownId) -> &mut TownState {
        &mut self.towns[id.index()]
    }
    /// The turn, 1 to 25; the year is 1419 more.
    pub const fn turn(&self) -> u8 {
        self.turn
    }
    /// The year (17.0).
    pub const fn year(&self) -> u16 {
        1419 + self.turn as u16
    }
    /// A side's purse in Florins (6.1).
    pub const fn purse(&self, side: Side) -> u16 {
        self.purses[side as usize]
    }
    /// The crusade (7.0).
    pub const fn crusade(&self) -> Crusade {
        self.crusade
    }
    /// The Pope (7.1).
    pub const fn pope(&self) -> Pope {
        self.pope
    }
    /// The Field Battle that is fought.
    pub fn field(&self) -> Option<&Field> {
        self.field.as_deref()
    }
    /// The Siege Battle that is fought.
    pub fn siege(&self) -> Option<&Siege> {
        self.siege.as_deref()
    }
    /// The step of the turn that play is at.
    pub(crate) fn course(&self) -> Option<Course> {
        match self.stack.first() {
            Some(&Stage::Course(course)) => Some(course),
            _ => None,
        }
    }
    /// The side whose Campaign Phase runs.
    pub fn phasing(&self) -> Option<Side> {
        match self.course()? {
            Course::Campaign(side) => Some(side),
            _ => None,
        }
    }

    /// A unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.counter(id).side
    }
    /// A unit's type.
    #[inline]
    pub fn kind(&self, id: UnitId) -> Kind {
        self.counter(id).kind
    }
    /// A unit's faction.
    #[inline]
    pub fn faction(&self, id: UnitId) -> Faction {
        self.counter(id).faction
    }
    /// The hex of a unit on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// The counters in a hex, of both sides, in the order of their numbers.
    #[inline]
    pub fn units_at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.at(hex).map(UnitId)
    }
    /// The counters of a side in a hex.
    pub fn own_at(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.units_at(hex).filter(move |&u| self.side(u) == side)
    }
    /// Whether a counter is a combat unit: neither Legate nor queen, but Winchester (7.3).
    #[inline]
    pub fn fights(&self, id: UnitId) -> bool {
        self.kind(id).fights()
    }
    /// The combat units of a side that are outside the walls of a hex.
    pub fn in_field(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.own_at(hex, side)
            .filter(move |&u| self.fights(u) && !self.within(u))
    }
    /// The garrison of a side in a hex: the units, combat units and Elizabeth, inside its walls while an enemy is there.
    pub fn garrison(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.own_at(hex, side)
            .filter(move |&u| self.kind(u) != Kind::Legate && self.within(u))
    }
    /// Whether a unit is inside walls: said so, or a guard, who always is (8.8.4).
    pub fn within(&self, id: UnitId) -> bool {
        self.unit(id).inside || self.counter(id).guard
    }
    /// Whether a combat unit of a side is in a hex, inside or outside.
    pub fn holds(&self, hex: HexId, side: Side) -> bool {
        self.own_at(hex, side).any(|u| self.fights(u))
    }
    /// Whether a garrison of a side is under siege: enemies are in its hex, with a marker or without (ruling R-71).
    pub fn besieged(&self, hex: HexId, side: Side) -> bool {
        self.garrison(hex, side).next().is_some() && self.in_field(hex, side.enemy()).next().is_some()
    }

    /// The side that occupies a place (ruling R-21): that of the garrison, else that which alone has combat units there.
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
    /// Whether a side occupies a place.
    pub fn occupies(&self, side: Side, town: TownId) -> bool {
        self.occupant(town) == Some(side)
    }
    /// Whether a place is open to arrivals of a side: neither occupied by its enemy, nor pillaged, nor blockaded (3.2, 6.2).
    pub fn open_to(&self, side: Side, town: TownId) -> bool {
        let state = self.town(town);
        !state.pillaged && !state.blockaded && !self.occupies(side.enemy(), town)
    }
    /// How many units a garrison may have (8.6.1).
    pub fn garrison_limit(&self, kind: Urban) -> u8 {
        self.game_data.charts.walls(kind).garrison
    }
    /// Whether a hex is closed to both sides (4.1), or to all but Poles (14.0).
    pub fn closed_to(&self, hex: HexId, faction: Faction) -> bool {
        let land = self.game_data.land(hex);
        (self.poland && land.closes()) || (land == Land::Poland && faction != Faction::Polish)
    }

    /// The Movement Points of a unit in a year (8.2).
    pub fn allowance(&self, id: UnitId) -> u8 {
        let zizka = self.game_data.names().zizka == Some(id);
        self.game_data.charts.allowance(self.counter(id), zizka)
    }
    /// The Movement Points that a unit has left in this Phase (8.1).
    pub fn left(&self, id: UnitId) -> u8 {
        self.allowance(id).saturating_sub(self.unit(id).spent)
    }
    /// The Legate: on the map or in his box (7.3).
    pub fn legate(&self) -> Option<UnitId> {
        self.unit_ids()
            .find(|&u| self.counter(u).legate() && matches!(self.unit(u).at, Whereabouts::Map(_) | Whereabouts::Box))
    }
    /// Whether a Legate is in a hex.
    pub fn legate_at(&self, hex: HexId) -> bool {
        self.units_at(hex).any(|u| self.counter(u).legate())
    }
    /// Whether a side has an Atrocity marker in this turn's box (10.7.4).
    pub const fn atrocious(&self, side: Side) -> bool {
        self.atrocity[side as usize] >= self.turn
    }

    /// The single setter of a unit's place: keeps who is in each hex.
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
    /// Takes Florins from a purse; under house rules one that has not enough is emptied.
    pub(crate) const fn spend(&mut self, side: Side, florins: u16) {
        self.purses[side as usize] = self.purses[side as usize].saturating_sub(florins);
    }
    /// Begins a Campaign Phase: who has points to spend, and who may go on.
    pub(crate) fn fresh_phase(&mut self) {
        for u in &mut self.units {
            u.spent = 0;
            u.done.clear(Done::HALTED);
        }
    }
}

/// The hex in which a stack is.
pub(crate) fn hex_of(s: &State, units: PieceSet) -> Option<HexId> {
    those(units).find_map(|u| s.hex(u))
}
