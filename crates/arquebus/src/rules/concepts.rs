//! What every module asks of the map and of who stands on it: neighbours, facing, angles (2.4, 8.0, 9.0, 12.3).

use crate::components::{Arm, Side, UnitId};
use crate::options::Choice;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::{Aspect, Bearing, Board, Dir, HexId, Tie, VertexFacing, bearing};

/// A side of a unit, by which it is attacked (12.3(2)A): the two rear hexes are one, left and right flank are two (ruling
///
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
    /// In which quarter of a unit facing so a direction lies.
    pub const fn of(facing: VertexFacing, dir: Dir) -> Self {
        match Dir::wrapped(facing.corner()).steps_cw(dir) {
            0 | 1 => Self::Front,
            2 => Self::Right,
            5 => Self::Left,
            _ => Self::Rear,
        }
    }
}

/// Whether a hex is one away from the start, and one farther from each of these hexes.
pub(crate) fn away(board: &Board, start: HexId, to: HexId, mut from: impl Iterator<Item = HexId>) -> bool {
    from.all(|f| board.distance(to, f) == board.distance(start, f) + 1)
}

/// Through which aspect of a unit facing so a line of fire goes out (11.1): along the spine of flank and front it is the
/// front, along that of flank and rear the rear.
pub(crate) fn outgoing(facing: VertexFacing, bearing: Bearing) -> Aspect {
    let (a, b) = bearing.sides();
    let (a, b) = (facing.aspect(a), facing.aspect(b));
    match (a, b) {
        (Aspect::Rear, _) | (_, Aspect::Rear) => Aspect::Rear,
        _ => a.min(b),
    }
}

/// Whether horse shoots on the move (11.2).
pub(crate) fn shoots_on_the_move(s: &State, unit: UnitId) -> bool {
    matches!(s.arm(unit), Arm::Genitors | Arm::LightArchers)
}

impl State {
    /// The two frontal hexes of a unit (8.0).
    pub fn frontal(&self, unit: UnitId) -> impl Iterator<Item = HexId> + use<'_> {
        let facing = self.unit(unit).facing;
        self.hex(unit).into_iter().flat_map(move |h| self.ahead(h, facing))
    }
    /// The hexes in front of a unit that would stand here facing so.
    pub(crate) fn ahead(&self, at: HexId, facing: VertexFacing) -> impl Iterator<Item = HexId> + use<'_> {
        let board = &self.kit.board;
        facing.front().into_iter().filter_map(move |d| board.neighbour(at, d))
    }
    /// Whether a hex is one of a unit's two frontal hexes.
    #[inline]
    pub fn in_front(&self, unit: UnitId, hex: HexId) -> bool {
        self.frontal(unit).any(|h| h == hex)
    }
    /// Whether a hex is next to another.
    pub(crate) fn next_to(&self, a: HexId, b: HexId) -> bool {
        self.kit.board.distance(a, b) == 1
    }
    /// The enemy combat units next to a hex, seen from a side, in whatever condition.
    pub fn adjacent_enemies(&self, hex: HexId, side: Side) -> impl Iterator<Item = UnitId> + use<'_> {
        let around = self.stacks.beside(&self.kit.board, hex, side.enemy());
        around.map(|(_, u)| UnitId(u))
    }
    /// Whether an enemy combat unit is next to a hex, seen from a side.
    #[inline]
    pub fn near_enemy(&self, hex: HexId, side: Side) -> bool {
        self.stacks.is_beside(hex, side.enemy())
    }
    /// Those of them with whom a unit would be next there, but for some that no longer count.
    pub(crate) fn enemy_beside(&self, hex: HexId, side: Side) -> Option<UnitId> {
        self.adjacent_enemies(hex, side).next()
    }
    /// An enemy combat unit at most so many hexes from a hex, seen from a side.
    pub fn enemy_within(&self, hex: HexId, side: Side, far: u32) -> Option<UnitId> {
        let board = &self.kit.board;
        let near = |&u: &UnitId| self.hex(u).is_some_and(|h| board.distance(h, hex) <= far);
        self.unit_ids().filter(|&u| self.side(u) != side).find(near)
    }
    /// Through which aspect of a unit a straight line from a hex comes in; along a spine, through that which is better for
    /// the unit (ruling G-11).
    pub fn aspect_from(&self, unit: UnitId, from: HexId) -> Option<Aspect> {
        let board = &self.kit.board;
        let line = bearing(board.hex(self.hex(unit)?), board.hex(from))?;
        Some(self.unit(unit).facing.aspect_of(line, Tie::Nearer))
    }
    /// Through which aspect of a unit that stands here and faces so a shot at a hex goes out (11.1).
    pub fn aspect_towards(&self, at: HexId, facing: VertexFacing, to: HexId) -> Option<Aspect> {
        let board = &self.kit.board;
        Some(outgoing(facing, bearing(board.hex(at), board.hex(to))?))
    }
    /// The quarter of a unit from which a neighbouring hex attacks it.
    pub fn quarter(&self, unit: UnitId, from: HexId) -> Option<Quarter> {
        let at = self.hex(unit)?;
        Some(Quarter::of(self.unit(unit).facing, self.kit.board.direction(at, from)?))
    }
    /// Whether a unit may still be Disordered: guns never are (14.2), and who is has suffered it.
    pub(crate) fn can_disorder(&self, unit: UnitId) -> bool {
        self.unit(unit).condition == Condition::Normal && self.counter(unit).arm.tread().is_some()
    }
}

/// The unit of a hex by whose row of the matrix it defends (10.3, ruling C-3): the one that is no gun, wagon or Sapper, else a
/// Sapper; of two Sappers the one whose status says the column, and of two alike the one that is easier to hit, or, by ruling R-129 the
/// other way, the one that is harder to hit. None of guns and Baggage Wagons.
pub(crate) fn principal(s: &State, hex: HexId) -> Option<UnitId> {
    let drm = |u: UnitId| {
        let retired = if s.retired(u) {
            s.kit.charts.shock_drms.retired
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
