//! What every module reads of the map and its units: adjacent hexes, facing, angles (2.4, 8.0, 9.0, 12.3).

use crate::casebook::cite;
use crate::components::{Arm, Side, UnitId};
use crate::options::Choice;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::{Aspect, Bearing, Board, Dir, HexId, Tie, VertexFacing, bearing};

/// A side of a unit from which it is attacked (12.3(2)A). Both rear hexes are one; the left and the right flank are two
/// (ruling R-69).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quarter {
    /// Either frontal hex.
    Front,
    /// The right flank.
    Right,
    /// Either rear hex.
    Rear,
    /// The left flank.
    Left,
}

impl Quarter {
    /// Returns the quarter of a unit with this facing in which a direction lies.
    pub const fn of(facing: VertexFacing, dir: Dir) -> Self {
        match Dir::wrapped(facing.corner()).steps_cw(dir) {
            0 | 1 => Self::Front,
            2 => Self::Right,
            5 => Self::Left,
            _ => Self::Rear,
        }
    }
}

/// Whether a hex is adjacent to the start, and one hex farther than the start from each of these hexes.
pub(crate) fn away(board: &Board, start: HexId, to: HexId, mut from: impl Iterator<Item = HexId>) -> bool {
    from.all(|f| board.distance(to, f) == board.distance(start, f) + 1)
}

/// The aspect of a unit with this facing through which a line of fire leaves (11.1). On the spine between flank and front it
/// is the front; on that between flank and rear it is the rear.
pub(crate) fn outgoing(facing: VertexFacing, bearing: Bearing) -> Aspect {
    let (a, b) = bearing.sides();
    let (a, b) = (facing.aspect(a), facing.aspect(b));
    match (a, b) {
        (Aspect::Rear, _) | (_, Aspect::Rear) => Aspect::Rear,
        _ => a.min(b),
    }
}

/// Whether the unit is horse that fires on the move (11.2).
pub(crate) fn shoots_on_the_move(s: &State, unit: UnitId) -> bool {
    matches!(s.arm(unit), Arm::Genitors | Arm::LightArchers)
}

impl State {
    /// Returns the two frontal hexes of a unit (8.0).
    pub fn frontal(&self, unit: UnitId) -> impl Iterator<Item = HexId> + use<'_> {
        let facing = self.unit(unit).facing;
        self.hex(unit).into_iter().flat_map(move |h| self.ahead(h, facing))
    }
    /// The frontal hexes of a unit in this hex with this facing.
    pub(crate) fn ahead(&self, at: HexId, facing: VertexFacing) -> impl Iterator<Item = HexId> + use<'_> {
        let board = &self.game_data.board;
        facing.front().into_iter().filter_map(move |d| board.neighbour(at, d))
    }
    /// Returns whether a hex is one of a unit's two frontal hexes.
    #[inline]
    pub fn in_front(&self, unit: UnitId, hex: HexId) -> bool {
        self.frontal(unit).any(|h| h == hex)
    }
    /// Whether two hexes are adjacent.
    pub(crate) fn next_to(&self, a: HexId, b: HexId) -> bool {
        self.game_data.board.distance(a, b) == 1
    }
    /// Returns the enemy combat units of a side that are adjacent to a hex, in any condition.
    pub fn adjacent_enemies(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + use<'_> {
        let around = self.stacks.beside(&self.game_data.board, hex, side.enemy());
        around.map(|(_, u)| UnitId(u))
    }
    /// Returns whether an enemy combat unit of a side is adjacent to a hex.
    #[inline]
    pub fn near_enemy(&self, hex: HexId, side: Side) -> bool {
        const _: casus_core::Cite = cite!("9.0");
        self.stacks.is_beside(hex, side.enemy())
    }
    /// Returns the first of those enemies, if any.
    pub(crate) fn enemy_beside(&self, hex: HexId, side: Side) -> Option<UnitId> {
        self.adjacent_enemies(hex, side).next()
    }
    /// Returns an enemy combat unit of a side within a distance of a hex.
    pub fn enemy_within(&self, hex: HexId, side: Side, far: u32) -> Option<UnitId> {
        let board = &self.game_data.board;
        let near = |&u: &UnitId| self.hex(u).is_some_and(|h| board.distance(h, hex) <= far);
        self.unit_ids().filter(|&u| self.side(u) != side).find(near)
    }
    /// Returns the aspect of a unit through which a straight line from a hex enters. Along a spine it is the aspect that is
    /// better for the unit (ruling G-11).
    pub fn aspect_from(&self, unit: UnitId, from: HexId) -> Option<Aspect> {
        let board = &self.game_data.board;
        let line = bearing(board.hex(self.hex(unit)?), board.hex(from))?;
        Some(self.unit(unit).facing.aspect_of(line, Tie::Nearer))
    }
    /// Returns the aspect of a unit in this hex with this facing through which a shot at a hex leaves (11.1).
    pub fn aspect_towards(&self, at: HexId, facing: VertexFacing, to: HexId) -> Option<Aspect> {
        let board = &self.game_data.board;
        Some(outgoing(facing, bearing(board.hex(at), board.hex(to))?))
    }
    /// Returns the quarter of a unit from which an adjacent hex attacks it.
    pub fn quarter(&self, unit: UnitId, from: HexId) -> Option<Quarter> {
        let at = self.hex(unit)?;
        Some(Quarter::of(self.unit(unit).facing, self.game_data.board.direction(at, from)?))
    }
    /// Whether a unit can still be Disordered: guns never are (14.2), and a Disordered unit already is.
    pub(crate) fn can_disorder(&self, unit: UnitId) -> bool {
        self.unit(unit).condition == Condition::Normal && self.counter(unit).arm.tread().is_some()
    }
}

/// The unit of a hex by whose row of the matrix it defends (10.3, ruling C-3). It is the unit that is no gun, wagon or
/// Sapper, otherwise a Sapper. Of two Sappers it is the one whose status decides the column. Of two alike it is the one that
/// is easier to hit, or, by the other reading of ruling R-129, the one that is harder to hit. Guns and Baggage Wagons have none.
pub(crate) fn principal(s: &State, hex: HexId) -> Option<UnitId> {
    const _: casus_core::Cite = cite!("10.3");
    let drm = |u: UnitId| {
        let retired = if s.retired(u) {
            s.game_data.charts.shock_drms.retired
        } else {
            0
        };
        i32::from(s.ratings(u).sdr) + retired
    };
    let rank = |u: UnitId| match s.arm(u) {
        Arm::Artillery | Arm::BaggageWagon => None,
        Arm::Sappers if s.opts(Choice::R129) => Some((1, drm(u), 0, u)),
        Arm::Sappers => Some((1, -i32::from(s.unit(u).condition as u8), -drm(u), u)),
        _ => Some((0, 0, 0, u)),
    };
    s.units_at(hex).filter_map(rank).min().map(|(.., u)| u)
}
