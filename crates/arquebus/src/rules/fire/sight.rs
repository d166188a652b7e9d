//! Lines of sight (11.4): exact, along spines and past vertices.

use crate::components::UnitId;
use crate::state::position::State;
use casus_core::{Hex, HexId, Step, Vertex, trace_steps};

/// What is in a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sight {
    /// Blocking terrain.
    pub ground: bool,
    /// A wall, or a side of the Torre.
    pub wall: bool,
    /// Ground higher than both ends.
    pub height: bool,
    /// A unit.
    pub units: bool,
}

impl Sight {
    /// Whether nothing is in it.
    pub const fn clear(self) -> bool {
        !self.ground && !self.wall && !self.height && !self.units
    }
    const fn and(self, other: Self) -> Self {
        Self {
            ground: self.ground || other.ground,
            wall: self.wall || other.wall,
            height: self.height || other.height,
            units: self.units || other.units,
        }
    }
}

/// A line between two hexes as it is walked.
struct Line<'a> {
    s: &'a State,
    /// The higher of its ends.
    top: i8,
    /// Units block it.
    units: bool,
    found: Sight,
}

impl Line<'_> {
    /// What of a hex would block the line through it.
    fn at(&self, hex: Hex) -> Sight {
        let board = &self.s.kit.board;
        let Some(h) = board.id(hex) else {
            return Sight::default();
        };
        Sight {
            ground: self.s.kit.charts.terrain.at(board, h).blocks_sight,
            wall: false,
            height: board.elevation(h) > self.top,
            units: self.units && !self.s.stacks.is_empty(h),
        }
    }
    /// Whether a wall stands between two adjacent hexes.
    fn walled(&self, a: Hex, b: Hex) -> bool {
        let board = &self.s.kit.board;
        let (Some(from), Some(dir)) = (board.id(a), a.direction_to(b)) else {
            return false;
        };
        let mut rows = self.s.kit.charts.terrain.to_attack(board, from, dir);
        rows.any(|(_, row)| row.blocks_sight)
    }
    /// The line goes through a vertex from a hex into the next: blocked only if something blocks it on both sides (ruling R-60).
    fn corner(&mut self, from: Hex, vertex: Vertex, to: Hex) {
        let aside = vertex.hexes().into_iter().find(|&h| h != from && h != to);
        let other = aside.is_some_and(|c| self.walled(from, c) || self.walled(c, to) || !self.at(c).clear());
        self.found.wall |= self.walled(from, to) && other;
    }
    /// The line runs along the side between two hexes, and comes to or from a third at its end.
    fn end_of_side(&mut self, end: Hex, (a, b): (Hex, Hex)) {
        self.found.wall |= self.walled(end, a) && self.walled(end, b);
    }
}

/// What is in the line of sight from a hex to another; whether units count depends on the weapon (11.4).
///
/// The two end hexes never block. A line along a hexside is blocked when both its hexes block, by whatever means, or a wall stands
/// on it (ruling G-3). The same both ways.
pub(crate) fn sight(s: &State, from: HexId, to: HexId, units: bool) -> Sight {
    let board = &s.kit.board;
    let (start, goal) = (board.hex(from), board.hex(to));
    let mut line = Line {
        s,
        top: board.elevation(from).max(board.elevation(to)),
        units,
        found: Sight::default(),
    };
    let mut at = start;
    let mut touched: Option<Vertex> = None;
    let mut along: Option<(Hex, Hex)> = None;
    let mut arrive = |line: &mut Line<'_>, hex: Hex, touched: &mut Option<Vertex>, along: &mut Option<(Hex, Hex)>| {
        match (along.take(), touched.take()) {
            (Some(side), _) => line.end_of_side(hex, side),
            (None, Some(vertex)) => line.corner(at, vertex, hex),
            (None, None) => {}
        }
        at = hex;
    };
    trace_steps(start, goal, |step| {
        match step {
            Step::Through(hex) => {
                arrive(&mut line, hex, &mut touched, &mut along);
                line.found = line.found.and(line.at(hex));
            }
            Step::Cross(side) => {
                let (a, b) = side.hexes();
                line.found.wall |= line.walled(a, b);
            }
            Step::Along(side) => {
                let (a, b) = side.hexes();
                let behind = [a, b].into_iter().map(|h| line.at(h)).collect::<Vec<_>>();
                if behind.iter().all(|x| !x.clear()) {
                    line.found = line.found.and(behind[0]).and(behind[1]);
                }
                line.found.wall |= line.walled(a, b);
                along = Some((a, b));
            }
            Step::Touch(vertex) => touched = Some(vertex),
        }
        true
    });
    arrive(&mut line, goal, &mut touched, &mut along);
    line.found
}

/// The hexes that lie between two hexes two apart: one, or the two beside a spine.
pub(crate) fn between(s: &State, from: HexId, to: HexId) -> Vec<HexId> {
    let board = &s.kit.board;
    let around = board.neighbours(from).map(|(_, h)| h);
    around.filter(|&h| s.next_to(h, to)).collect()
}

/// A friendly unit in the way that is Engaged with a unit of the target hex, over which nobody shoots (11.4).
pub(crate) fn friend_engaged(s: &State, firer: UnitId, from: HexId, to: HexId) -> Option<UnitId> {
    let side = s.side(firer);
    let mut friends = between(s, from, to).into_iter().flat_map(|h| s.units_at(h));
    friends.find(|&f| s.side(f) == side && s.units_at(to).any(|t| s.engaged_with(f, t)))
}
