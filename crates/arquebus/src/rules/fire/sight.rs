//! Lines of sight (11.4): exact, along spines and past vertices.

use crate::components::UnitId;
use crate::state::position::State;
use casus_core::{Hex, HexId, Step, Vertex, trace_steps};

/// What blocks or touches a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sight {
    /// Whether terrain blocks it.
    pub ground: bool,
    /// Whether a wall, or a side of the Torre, blocks it.
    pub wall: bool,
    /// Whether a wall runs along it (ruling G-3).
    pub skirts: bool,
    /// Whether ground higher than both ends blocks it.
    pub height: bool,
    /// Whether a unit blocks it.
    pub units: bool,
}

impl Sight {
    /// Returns whether nothing blocks it.
    pub const fn clear(self) -> bool {
        !self.ground && !self.wall && !self.skirts && !self.height && !self.units
    }
    const fn and(self, other: Self) -> Self {
        Self {
            ground: self.ground || other.ground,
            wall: self.wall || other.wall,
            skirts: self.skirts || other.skirts,
            height: self.height || other.height,
            units: self.units || other.units,
        }
    }
}

/// A line between two hexes during the search.
struct Line<'a> {
    s: &'a State,
    /// The higher of the levels of its ends.
    top: i8,
    /// Whether units block it.
    units: bool,
    found: Sight,
}

impl Line<'_> {
    /// What in a hex would block the line through it.
    fn at(&self, hex: Hex) -> Sight {
        let board = &self.s.game_data.board;
        let Some(h) = board.id(hex) else {
            return Sight::default();
        };
        Sight {
            ground: self.s.game_data.charts.terrain.at(board, h).blocks_sight,
            wall: false,
            skirts: false,
            height: board.elevation(h) > self.top,
            units: self.units && !self.s.stacks.is_empty(h),
        }
    }
    /// Whether a wall stands between two adjacent hexes.
    fn walled(&self, a: Hex, b: Hex) -> bool {
        let board = &self.s.game_data.board;
        let (Some(from), Some(dir)) = (board.id(a), a.direction_to(b)) else {
            return false;
        };
        let mut rows = self.s.game_data.charts.terrain.to_attack(board, from, dir);
        rows.any(|(_, row)| row.blocks_sight)
    }
    /// Handles a line that passes through a vertex from a hex into the next. It is blocked only if something blocks it on
    /// both sides (ruling R-60).
    fn corner(&mut self, from: Hex, vertex: Vertex, to: Hex) {
        let aside = vertex.hexes().into_iter().find(|&h| h != from && h != to);
        let other = aside.is_some_and(|c| self.walled(from, c) || self.walled(c, to) || !self.at(c).clear());
        self.found.wall |= self.walled(from, to) && other;
    }
    /// Handles a line that enters a hex from another along a hexside or through a vertex, without crossing the hexside
    /// between them.
    fn arrive(&mut self, from: Hex, by: (Option<(Hex, Hex)>, Option<Vertex>), to: Hex) {
        match by {
            (Some(side), _) => self.end_of_side(to, side),
            (None, Some(vertex)) => self.corner(from, vertex, to),
            (None, None) => {}
        }
    }
    /// Handles the end of a line along the hexside of two hexes, where it enters or leaves a third. It is blocked there too if
    /// something blocks it on both sides, one of them a wall.
    fn end_of_side(&mut self, end: Hex, (a, b): (Hex, Hex)) {
        let (left, right) = (self.walled(end, a), self.walled(end, b));
        let both = (left || !self.at(a).clear()) && (right || !self.at(b).clear());
        self.found.wall |= both && (left || right);
    }
}

/// What is in the line of sight between two hexes. The weapon decides whether units count (11.4).
///
/// The two end hexes never block. A line along a hexside is blocked when both its hexes block, by whatever means, or when a
/// wall stands on it (ruling G-3). The result is the same in both directions.
pub(crate) fn sight(s: &State, from: HexId, to: HexId, units: bool) -> Sight {
    let board = &s.game_data.board;
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
    trace_steps(start, goal, |step| {
        match step {
            Step::Through(hex) => {
                line.arrive(at, (along.take(), touched.take()), hex);
                line.found = line.found.and(line.at(hex));
                at = hex;
            }
            Step::Cross(side) => {
                let (a, b) = side.hexes();
                line.found.wall |= line.walled(a, b);
            }
            Step::Along(side) => {
                let (a, b) = side.hexes();
                let behind = [line.at(a), line.at(b)];
                if behind.iter().all(|x| !x.clear()) {
                    line.found = line.found.and(behind[0]).and(behind[1]);
                }
                line.found.skirts |= line.walled(a, b);
                line.end_of_side(at, (a, b));
                along = Some((a, b));
            }
            Step::Touch(vertex) => touched = Some(vertex),
        }
        true
    });
    line.arrive(at, (along, touched), goal);
    line.found
}

impl State {
    /// Returns whether one hex sees another past ground, walls and units (11.4). The result is the same in both directions.
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        sight(self, from, to, true).clear()
    }
}

/// The hexes between two hexes at distance two: one, or the two beside a spine.
pub(crate) fn between(s: &State, from: HexId, to: HexId) -> Vec<HexId> {
    let board = &s.game_data.board;
    let around = board.neighbours(from).map(|(_, h)| h);
    around.filter(|&h| s.next_to(h, to)).collect()
}

/// A friendly unit in the way that is Engaged with a unit of the target hex; no unit fires over it (11.4).
pub(crate) fn friend_engaged(s: &State, firer: UnitId, from: HexId, to: HexId) -> Option<UnitId> {
    let side = s.side(firer);
    let mut friends = between(s, from, to).into_iter().flat_map(|h| s.units_at(h));
    friends.find(|&f| s.side(f) == side && s.units_at(to).any(|t| s.engaged_with(f, t)))
}
