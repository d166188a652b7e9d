//! Module 3, Important Concepts: stacking, zones of control, facing, the fog of war.

use crate::casebook::cite;
use crate::components::{Arm, Missile, STREAM, Side, TRENCH, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Aspect, Bearing, Board, Crossing, Dir, Field, Hex, HexId, Tie, VertexFacing, bearing, trace};

fn unseen_near(s: &State, side: Side, from: HexId, to: HexId) -> Option<UnitId> {
    s.game_data
        .near(to)
        .iter()
        .find_map(|&h| s.enemy_at(h, side).filter(|_| !s.sees(from, h)))
}

/// The enemy that forbids a step by 14.3(1): a Hungarian unit or leader would come within two hexes of an enemy that it
/// does not see (ruling B10).
pub(crate) fn blind_approach(s: &State, side: Side, from: HexId, to: HexId) -> Option<UnitId> {
    if side != Side::Hungary || (s.opts(Choice::B10) && s.ottomans_up) {
        return None;
    }
    unseen_near(s, Side::Hungary, from, to)
}

/// Whether a hex is one hex farther than the start from every hex that inflicted the result (ruling B6).
pub(crate) fn away(s: &State, start: HexId, to: HexId, from: impl Iterator<Item = HexId>) -> bool {
    let b = &s.game_data.board;
    let mut from = from;
    from.all(|f| b.distance(to, f) == b.distance(start, f) + 1)
}

/// Whether a unit is artillery.
pub(crate) fn gun(s: &State, unit: UnitId) -> bool {
    s.arm(unit) == Arm::Artillery
}

/// The hexsides through which a straight line from one hex enters another: one, or two where it enters through a vertex.
pub(crate) fn entry_sides(board: &Board, from: HexId, to: HexId) -> impl Iterator<Item = Dir> + use<> {
    let pair = match bearing(board.hex(to), board.hex(from)) {
        Some(Bearing::Side(d)) => [Some(d), None],
        Some(Bearing::Corner(k)) => [Some(Dir::wrapped(k)), Some(Dir::wrapped(k + 1))],
        None => [None, None],
    };
    pair.into_iter().flatten()
}

impl State {
    /// Returns whether a unit projects a ZOC at all (3.2.1): it must be a Normal combat unit, and neither Levy nor artillery.
    ///
    /// This depends on its type, its condition and its hex. [`State::controls`] says whether the ZOC covers a given hex.
    #[inline]
    pub fn has_zoc(&self, unit: UnitId) -> bool {
        const _: casus_core::Cite = cite!("3.2.1");
        let u = self.unit(unit);
        u.condition == Condition::Normal
            && u.at.hex().is_some()
            && !matches!(self.arm(unit), Arm::LevyInfantry | Arm::Artillery)
    }

    /// Returns whether a unit is armed with bows or muskets (2.2.3). Artillery is not.
    #[inline]
    pub fn missile_armed(&self, unit: UnitId) -> bool {
        matches!(self.missile(unit), Missile::Bow | Missile::Musket)
    }

    /// Returns the two frontal hexes of a unit (3.3), whatever is in them.
    pub fn frontal(&self, unit: UnitId) -> impl Iterator<Item = HexId> + use<'_> {
        const _: casus_core::Cite = cite!("3.3");
        let u = self.unit(unit);
        let board = &self.game_data.board;
        u.at.hex()
            .into_iter()
            .flat_map(move |h| u.facing.front().into_iter().filter_map(move |d| board.neighbour(h, d)))
    }

    /// Returns whether a hex is one of a unit's two frontal hexes.
    ///
    /// False for a unit off the map.
    #[inline]
    pub fn in_front(&self, unit: UnitId, hex: HexId) -> bool {
        self.frontal(unit).any(|h| h == hex)
    }

    /// Returns whether a unit's ZOC covers an adjacent hex (3.2, 3.2.3).
    #[inline]
    pub fn controls(&self, unit: UnitId, hex: HexId) -> bool {
        const _: casus_core::Cite = cite!("3.2");
        let at = self.hex(unit);
        at.is_some_and(|at| {
            let dir = self.game_data.board.direction(at, hex);
            dir.is_some_and(|dir| self.holds(unit, at, dir))
        })
    }

    /// Whether the ZOC of a unit in this hex covers the adjacent hex in this direction.
    #[inline]
    fn holds(&self, unit: UnitId, at: HexId, dir: Dir) -> bool {
        const _: casus_core::Cite = cite!("3.2.3");
        self.unit(unit).facing.aspect(dir) == Aspect::Front
            && self.has_zoc(unit)
            && (self.game_data.board.features(at, dir) & (STREAM | TRENCH) == 0 || self.missile_armed(unit))
    }

    /// Returns the units of a side whose ZOC covers a hex.
    pub fn controllers(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + use<'_> {
        const _: casus_core::Cite = cite!("3.2.2");
        let around = self.game_data.board.neighbours(hex);
        around.filter_map(move |(dir, n)| {
            let unit = self.occupant(n)?;
            (self.side(unit) == side && self.holds(unit, n, dir.opposite())).then_some(unit)
        })
    }

    /// Returns whether a hex is in the ZOC of at least one unit of a side.
    ///
    /// Friendly units in the hex do not cancel the ZOC for movement (ruling C4).
    #[inline]
    pub fn in_zoc(&self, hex: HexId, of: Side) -> bool {
        self.controllers(hex, of).next().is_some()
    }

    /// Every hex for which [`State::in_zoc`] is `true`.
    pub(crate) fn zone(&self, of: Side) -> Field {
        let mut zone = Field::new(&self.game_data.board);
        for (id, unit, traits) in self.pieces() {
            let Some(at) = unit.at.hex().filter(|_| traits.side == of) else {
                continue;
            };
            // A unit that passes through a friendly gun's hex is not the occupant of that hex.
            if self.occupant(at) != Some(id) {
                continue;
            }
            for dir in unit.facing.front() {
                if let Some(hex) = self.game_data.board.neighbour(at, dir)
                    && self.holds(id, at, dir)
                {
                    zone.insert(hex);
                }
            }
        }
        debug_assert!(
            self.game_data
                .board
                .ids()
                .all(|h| zone.contains(h) == self.in_zoc(h, of))
        );
        zone
    }

    /// Returns the enemy combat units adjacent to a hex. Retired units count (ruling C9).
    pub fn adjacent_enemies(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + use<'_> {
        let around = self.game_data.board.neighbours(hex);
        around.filter_map(move |(_, n)| self.enemy_at(n, side))
    }

    /// The enemy combat units at these distances from a hex, in order.
    pub(crate) fn enemies_within(
        &self,
        hex: HexId,
        side: Side,
        far: core::ops::RangeInclusive<u32>,
    ) -> impl Iterator<Item = UnitId> + use<'_> {
        let board = &self.game_data.board;
        let from = board.hex(hex);
        self.pieces().filter_map(move |(id, unit, traits)| {
            let at = unit.at.hex().filter(|_| traits.side != side)?;
            far.contains(&from.distance(board.hex(at))).then_some(id)
        })
    }

    /// Whether `to`, adjacent to `at`, would be a frontal hex of a unit in `at` with its present facing.
    pub(crate) fn ahead(&self, unit: UnitId, at: HexId, to: HexId) -> bool {
        let facing = self.unit(unit).facing;
        self.game_data
            .board
            .direction(at, to)
            .is_some_and(|d| facing.aspect(d) == Aspect::Front)
    }

    /// Returns the aspect of a unit through which a straight line from a hex enters (3.3, ruling B5). A line on a vertex counts
    /// in favor of the unit's owner. If the set-up reads B5 the other way, it counts in favor of the shooter.
    pub fn aspect_from(&self, unit: UnitId, from: HexId) -> Option<Aspect> {
        self.aspect_by(unit, from, Tie::Nearer)
    }

    /// Returns the aspect of a unit that a shot from a hex strikes, for the die-roll modifiers (7.4.2, 9.4.3(2)). It is the
    /// aspect of [`State::aspect_from`] with one exception: if B5 is read against the shooter, a vertex between flank and rear
    /// is the rear, which gives the shooter no modifier.
    pub fn struck_from(&self, unit: UnitId, from: HexId) -> Option<Aspect> {
        match self.aspect_from(unit, from)? {
            Aspect::Flank if self.opts(Choice::B5) => self.aspect_by(unit, from, Tie::Farther),
            aspect => Some(aspect),
        }
    }

    fn aspect_by(&self, unit: UnitId, from: HexId, tie: Tie) -> Option<Aspect> {
        let board = &self.game_data.board;
        let line = bearing(board.hex(self.hex(unit)?), board.hex(from))?;
        Some(self.unit(unit).facing.aspect_of(line, tie))
    }

    /// Returns the aspect of a unit with this facing through which a line to a hex leaves (7.2, ruling B5). A line on a vertex
    /// counts in favor of the shooter, unless the set-up reads B5 the other way.
    pub fn aspect_towards(&self, at: HexId, facing: VertexFacing, to: HexId) -> Option<Aspect> {
        let board = &self.game_data.board;
        let tie = if self.opts(Choice::B5) {
            Tie::Farther
        } else {
            Tie::Nearer
        };
        Some(facing.aspect_of(bearing(board.hex(at), board.hex(to))?, tie))
    }

    /// Returns the aspect of a unit that an attack from an adjacent hex strikes.
    #[inline]
    pub fn aspect_adjacent(&self, unit: UnitId, from: HexId) -> Option<Aspect> {
        let at = self.hex(unit)?;
        Some(self.unit(unit).facing.aspect(self.game_data.board.direction(at, from)?))
    }

    /// Returns what blocks the line of sight between two hexes, as three flags in this order: a village, higher ground, and,
    /// for a gun, another unit (7.2.1(1) to (3)). A line along a hexside is blocked if both its hexes block, by whatever clause.
    /// If the set-up reads B5 the other way, one of them is enough.
    pub fn sight_blocked(&self, from: HexId, to: HexId, gun: bool) -> [bool; 3] {
        let board = &self.game_data.board;
        let top = board.elevation(from).max(board.elevation(to));
        let blocks = |hex: Hex| {
            board.id(hex).map_or([false; 3], |h| {
                [
                    self.game_data.charts.terrain.blocks_sight(board.terrain(h)),
                    board.elevation(h) > top,
                    gun && self.occupant(h).is_some(),
                ]
            })
        };
        let either = self.opts(Choice::B5);
        let mut found = [false; 3];
        trace(board.hex(from), board.hex(to), |crossing| {
            let (a, b) = match crossing {
                Crossing::Through(h) => (blocks(h), None),
                Crossing::Along(a, b) => (blocks(a), Some(blocks(b))),
            };
            let any = |x: [bool; 3]| x.contains(&true);
            if either || (any(a) && b.is_none_or(any)) {
                for (i, seen) in found.iter_mut().enumerate() {
                    *seen |= a[i] || b.is_some_and(|b| b[i]);
                }
            }
            true
        });
        found
    }

    /// Returns whether one hex sees another (7.2.1). Units are ignored, and the answer is the same in both directions.
    ///
    /// Units block the line of guns alone; [`State::sight_blocked`] takes them into account.
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        self.sight_blocked(from, to, false) == [false; 3]
    }
}

impl Engine<'_> {
    /// Reports that a moving unit has entered an enemy ZOC and is still in it.
    pub(crate) fn zoc_tells(&mut self, unit: UnitId, hex: HexId) {
        let runs = |st: &Stage| matches!(st, Stage::Running(r) if r.unit == unit);
        let enemy = self.s.side(unit).enemy();
        let by: Vec<UnitId> = self.s.controllers(hex, enemy).collect();
        if !by.is_empty() && self.s.stack.iter().any(runs) {
            // Mounted missile units may continue, at a cost; all others stop.
            let archer = self.s.arm(unit).mounted() && self.s.missile_armed(unit);
            let case = if archer { cite!("3.2.4(3)") } else { cite!("3.2.4(1)") };
            self.say(case, || What::InZoc { unit, by });
        }
    }
}
