//! Module 3, Facing.

use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::Marks;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Cite, Dir, Flow, HexId, PieceSet, Procedures, SideFacing};

impl State {
    /// Whether a hexside in this direction is one of a unit's front sides (3.0). Hedgehogs have front on all sides, and
    /// routed units on none.
    #[inline]
    pub fn fronts(&self, unit: UnitId, dir: Dir) -> bool {
        if self.routed(unit) {
            false
        } else {
            self.all_round(unit) || self.unit(unit).facing.fronts(dir)
        }
    }
    /// Whether a unit has front on all sides: it is in hedgehog (9.4), or it is Swiss arquebusiers with one and ruling
    /// R51 is read the other way.
    #[inline]
    pub fn all_round(&self, unit: UnitId) -> bool {
        self.hedgehog(unit) || self.shares_hedgehog(unit)
    }
    /// Swiss arquebusiers that are as the hedgehog in their hex is (ruling R51 the other way).
    pub(crate) fn shares_hedgehog(&self, unit: UnitId) -> bool {
        self.opts(Choice::R51)
            && self.skirmishes(unit)
            && self
                .hex(unit)
                .is_some_and(|h| self.units_at(h).any(|u| self.hedgehog(u)))
    }
    /// Whether a neighbouring hex lies behind a unit: in one of its rear hexes, or the unit is routed (3.0).
    pub fn behind(&self, unit: UnitId, from: HexId) -> bool {
        let Some(hex) = self.hex(unit) else {
            return false;
        };
        let dir = self.game_data.board.direction(hex, from);
        dir.is_some_and(|d| !self.fronts(unit, d))
    }
}

impl Engine<'_> {
    /// Faces all units of a hex: they have one facing (3.0), but for the routed and for hedgehogs.
    pub(crate) fn face_stack(&mut self, hex: HexId, facing: SideFacing) {
        let units: PieceSet = self.s.stack_at(hex);
        for u in units.iter().map(UnitId) {
            if !self.s.routed(u) && !self.s.hedgehog(u) {
                self.s.unit_mut(u).facing = facing;
            }
        }
    }

    /// A unit that has come into a hex copies the facing of those who are there (3.0). Whether anybody was.
    pub(crate) fn align(&mut self, unit: UnitId, hex: HexId) -> bool {
        match self.s.stack_facing(hex, PieceSet::one(unit.0)) {
            Some(facing) => {
                self.s.unit_mut(unit).facing = facing;
                true
            }
            None => false,
        }
    }

    pub(crate) fn turning(&self, side: Side, hex: HexId) -> Flow<Stage> {
        let turns = (self.s.units_at(hex)).any(|u| !self.s.routed(u) && !self.s.hedgehog(u));
        if turns && self.s.held_by(hex) == Some(side) {
            Flow::Ask
        } else {
            Flow::Done
        }
    }

    pub(crate) fn enact_turning(&mut self, hex: HexId, cite: Cite, action: Action) {
        if let Action::Face(facing) = action {
            self.face_stack(hex, facing);
            self.say(cite, || What::Faced {
                hex,
                facing,
                cost: None,
            });
            self.pop();
        }
    }
}

impl Engine<'_> {
    /// 9.4: a unit leaves the hedgehog, and faces as the others of its hex do (3.0).
    pub(crate) fn unform(&mut self, unit: UnitId, cite: Cite) {
        self.s.unit_mut(unit).marks.clear(Marks::HEDGEHOG);
        self.say(cite, || What::Unformed { unit });
        if let Some(hex) = self.s.hex(unit) {
            self.align(unit, hex);
        }
    }
}
