//! Module 3, Facing.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::Marks;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Cite, Dir, Flow, HexId, PieceSet, Procedures, SideFacing};

impl State {
    /// Whether the hexside in this direction is a front side of a unit (3.0). All sides of a hedgehog are front sides, and
    /// no side of a routed unit.
    #[inline]
    pub fn fronts(&self, unit: UnitId, dir: Dir) -> bool {
        const _: Cite = cite!("3.0");
        if self.routed(unit) {
            false
        } else {
            self.all_round(unit) || self.unit(unit).facing.fronts(dir)
        }
    }
    /// Whether all sides of a unit are front sides: it is in hedgehog (9.4), or it is Swiss arquebusiers stacked with a
    /// hedgehog and the other reading of ruling R51 is chosen.
    #[inline]
    pub fn all_round(&self, unit: UnitId) -> bool {
        self.hedgehog(unit) || self.shares_hedgehog(unit)
    }
    /// Whether a unit is Swiss arquebusiers treated like the hedgehog in their hex (other reading of ruling R51).
    pub(crate) fn shares_hedgehog(&self, unit: UnitId) -> bool {
        self.opts(Choice::R51)
            && self.skirmishes(unit)
            && self
                .hex(unit)
                .is_some_and(|h| self.units_at(h).any(|u| self.hedgehog(u)))
    }
    /// Whether an adjacent hex is behind a unit: it is one of its rear hexes, or the unit is routed (3.0).
    pub fn behind(&self, unit: UnitId, from: HexId) -> bool {
        let Some(hex) = self.hex(unit) else {
            return false;
        };
        let dir = self.game_data.board.direction(hex, from);
        dir.is_some_and(|d| !self.fronts(unit, d))
    }
}

impl Engine<'_> {
    /// Faces all units of a hex, which have one facing (3.0), except routed units and hedgehogs.
    pub(crate) fn face_stack(&mut self, hex: HexId, facing: SideFacing) {
        let units: PieceSet = self.s.stack_at(hex);
        for u in units.iter().map(UnitId) {
            if !self.s.routed(u) && !self.s.hedgehog(u) {
                self.s.unit_mut(u).facing = facing;
            }
        }
    }

    /// Gives a unit that has entered a hex the facing of the units there (3.0). Returns whether there were any.
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
    /// 9.4: ends a unit's hedgehog. The unit takes the facing of the other units of its hex (3.0).
    pub(crate) fn unform(&mut self, unit: UnitId, cite: Cite) {
        self.s.unit_mut(unit).marks.clear(Marks::HEDGEHOG);
        self.say(cite, || What::Unformed { unit });
        if let Some(hex) = self.s.hex(unit) {
            self.align(unit, hex);
        }
    }
}
