//! Where the selected pieces can move: a query that follows the rules of the steps.

use crate::components::UnitId;
use crate::rules::movement::costs::{ride_due, step_due};
use crate::rules::movement::pivot::{pivot_due, pivot_facts, turns};
use crate::rules::movement::step::{Fares, Going, Pose, beyond, entry_facing, judge_pose, standing};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Dir, HexId, SideFacing, Verdict};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// One stride of a path: a step or a pivot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stride {
    /// A step into this hex.
    Step(HexId),
    /// A pivot to this facing.
    Face(SideFacing),
}

impl Stride {
    /// Returns the hex of a step; `None` for a pivot.
    pub const fn hex(&self) -> Option<HexId> {
        match *self {
            Self::Step(hex) => Some(hex),
            Self::Face(_) => None,
        }
    }
}

/// A hex and facing that the selected pieces can reach, and the path to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The hex that they reach.
    pub hex: HexId,
    /// The hexside that they face there.
    pub facing: SideFacing,
    /// The movement points spent by the piece that has spent most.
    pub spent: u8,
    /// Steps and pivots, in order.
    pub path: Vec<Stride>,
    /// Whether the hex is in an enemy ZOC. Then they may have to pass a test to enter it, and they stop there (9.2).
    pub in_zoc: bool,
}

/// A node of the search: a pose of the selected pieces, and how they reached it.
#[derive(Clone, Copy)]
struct Stop {
    pose: Pose,
    /// The index of the previous stop; its own index at the start.
    before: usize,
    stride: Option<Stride>,
    /// The movement points spent by the piece that has spent most.
    spent: u8,
    /// The number of steps and pivots from the start.
    strides: usize,
    /// Whether the hex is in an enemy ZOC.
    in_zoc: bool,
    /// Whether the pieces cannot go farther.
    over: bool,
}

/// All poses that the selected pieces can reach.
pub(crate) struct Reach {
    stops: Vec<Stop>,
    /// The best stops for their hex and facing, the cheapest first.
    found: Vec<usize>,
}

/// The end of a path; [`Reach::back`] returns the path itself.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// The index of its stop, less than [`Reach::len`].
    pub(crate) stop: usize,
    pub(crate) hex: HexId,
    pub(crate) facing: SideFacing,
    /// The movement points spent by the piece that has spent most.
    pub(crate) spent: u8,
    /// The number of steps and pivots to it.
    pub(crate) strides: usize,
    pub(crate) in_zoc: bool,
}

impl Reach {
    /// Returns the steps and pivots to a stop, the last first.
    pub(crate) fn back(&self, stop: usize) -> impl Iterator<Item = Stride> + '_ {
        let on_the_way = core::iter::successors(Some(stop), |&n| Some(self.stops[n].before));
        on_the_way.map_while(|n| self.stops[n].stride)
    }
    /// Returns the last stride to a stop, and the stop and hex where it began. That stop has a lower index and is the end of a
    /// path too.
    pub(crate) fn last(&self, stop: usize) -> Option<(usize, Option<HexId>, Stride)> {
        let Stop { before, stride, .. } = self.stops[stop];
        Some((before, self.stops[before].pose.at, stride?))
    }
    /// Returns the number of stops.
    pub(crate) const fn len(&self) -> usize {
        self.stops.len()
    }
    /// Returns the possible ends, the cheapest first.
    pub(crate) fn ends(&self) -> impl Iterator<Item = End> + '_ {
        self.found.iter().filter_map(|&stop| {
            let at = &self.stops[stop];
            Some(End {
                stop,
                hex: at.pose.at?,
                facing: at.pose.facing,
                spent: at.spent,
                strides: at.strides,
                in_zoc: at.in_zoc,
            })
        })
    }
    fn way(&self, end: &End) -> Way {
        let mut path = Vec::with_capacity(end.strides);
        path.extend(self.back(end.stop));
        path.reverse();
        Way {
            hex: end.hex,
            facing: end.facing,
            spent: end.spent,
            path,
            in_zoc: end.in_zoc,
        }
    }
}

/// What a step to a neighboring hex means for the selected pieces. It depends neither on the points they have spent nor on
/// which of their front hexes it is, so it is computed once.
#[derive(Clone, Copy)]
struct Edge {
    /// Whether nothing forbids it except movement points.
    open: bool,
    fares: Fares,
    /// Whether the hex is in an enemy ZOC.
    to_zoc: bool,
    /// The facing that they take from friendly units in the hex.
    facing: Option<SideFacing>,
}

/// A selected unit's class, movement allowance, and movement points spent before the search.
struct Purse {
    class: usize,
    allowance: i32,
    spent: u8,
}

struct Search<'a> {
    s: &'a State,
    run: &'a Run,
    purses: Vec<Purse>,
    /// The lowest allowance of a selected commander.
    ma: i32,
    /// For each hex, the index of its edges in `edges`, if computed.
    around: Vec<Option<u16>>,
    edges: Vec<[Option<Edge>; 6]>,
}

impl<'a> Search<'a> {
    fn new(s: &'a State, run: &'a Run) -> Self {
        let purses = run.units.iter().map(UnitId).map(|u| Purse {
            class: s.class(u) as usize,
            allowance: s.allowance(u),
            spent: s.unit(u).spent,
        });
        let mas = run.commanders.iter().map(|c| i32::from(s.commander_face(c).ma));
        Self {
            s,
            run,
            purses: purses.collect(),
            ma: mas.min().unwrap_or(i32::MAX),
            around: vec![None; s.game_data.board.len()],
            edges: Vec::new(),
        }
    }
    /// Returns the movement points spent by the piece that has spent most.
    fn spent(&self, pose: &Pose) -> u8 {
        let spent = self.purses.iter().map(|p| p.spent.saturating_add(pose.paid[p.class]));
        spent.max().unwrap_or(0).max(pose.ridden)
    }
    /// Returns the pose after a step with these costs.
    fn after(&self, pose: &Pose, to: HexId, fares: &Fares, facing: Option<SideFacing>) -> Pose {
        let mut next = *pose;
        next.at = Some(to);
        let more = |sum: u8, fare: u32| sum.saturating_add(u8::try_from(fare).unwrap_or(u8::MAX));
        for (paid, fare) in next.paid.iter_mut().zip(fares.units) {
            *paid = more(*paid, fare.unwrap_or(0));
        }
        next.ridden = more(next.ridden, fares.commanders.unwrap_or(0));
        if pose.at.is_none() {
            next.facing = entry_facing(self.run.side);
        }
        next.facing = facing.unwrap_or(next.facing);
        next
    }
    /// Returns the pose after a step, and whether it is in an enemy ZOC; `None` if the step is forbidden.
    fn step(&self, pose: &Pose, from_zoc: bool, to: HexId) -> Option<(Pose, bool)> {
        let (s, run) = (self.s, self.run);
        let mut v = Verdict::quick();
        judge_pose(s, run, pose, from_zoc, to, &mut v);
        if v.refused() {
            return None;
        }
        let mut dues = Fares::NONE;
        for u in run.units.iter().map(UnitId) {
            let due = &mut dues.units[s.class(u) as usize];
            due.get_or_insert_with(|| step_due(s, u, pose.at, to, run.units));
        }
        if !run.commanders.is_empty() {
            dues.commanders = Some(ride_due(s, pose.at, to));
        }
        let facing = s.stack_facing(to, run.units);
        Some((self.after(pose, to, &dues, facing), s.in_zoc(to, run.side.enemy())))
    }
    fn edge(&mut self, pose: &Pose, from: HexId, from_zoc: bool, dir: Dir, to: HexId) -> Edge {
        let (s, run) = (self.s, self.run);
        let next = self.edges.len();
        let place = *self.around[from.index()].get_or_insert(next as u16);
        if usize::from(place) == next {
            self.edges.push([None; 6]);
        }
        *self.edges[usize::from(place)][dir.index()].get_or_insert_with(|| {
            let going = Going::of(s, run, pose, from_zoc, to);
            Edge {
                open: going.open(s, run),
                fares: going.fares,
                to_zoc: s.in_zoc(to, run.side.enemy()),
                facing: s.stack_facing(to, run.units),
            }
        })
    }
    /// Like [`step`](Self::step) from a hex of the map under the printed laws, with the cached edge.
    fn pass(&mut self, pose: &Pose, from: HexId, from_zoc: bool, to: HexId) -> Option<(Pose, bool)> {
        let dir = self.s.game_data.board.direction(from, to)?;
        let edge = self.edge(pose, from, from_zoc, dir, to);
        if !edge.open {
            return None;
        }
        let need = |fare: Option<u32>| fare.map_or(0, |n| i32::try_from(n).unwrap_or(i32::MAX));
        let short = |p: &Purse| {
            let spent = p.spent.saturating_add(pose.paid[p.class]);
            let left = (p.allowance - i32::from(spent)).max(0);
            beyond(need(edge.fares.units[p.class]), spent, left, || p.allowance)
        };
        let left = (self.ma - i32::from(pose.ridden)).max(0);
        if self.purses.iter().any(short) || need(edge.fares.commanders) > left {
            return None;
        }
        Some((self.after(pose, to, &edge.fares, edge.facing), edge.to_zoc))
    }
    fn reach(mut self) -> Reach {
        let (s, run) = (self.s, self.run);
        let (start, in_zoc) = standing(s, run);
        let mut stops = vec![Stop {
            pose: start,
            before: 0,
            stride: None,
            spent: 0,
            strides: 0,
            in_zoc,
            over: false,
        }];
        let mut open = BinaryHeap::from([Reverse((0u8, 0usize))]);
        // The lowest cost of a stop, by hex and facing.
        let mut least = vec![[u16::MAX; 6]; s.game_data.board.len()];
        if let Some(hex) = start.at {
            least[hex.index()][start.facing.index()] = 0;
        }
        let mut found = Vec::new();
        while let Some(Reverse((spent, n))) = open.pop() {
            let Stop { pose, in_zoc, over, .. } = stops[n];
            if let Some(hex) = pose.at {
                if u16::from(spent) > least[hex.index()][pose.facing.index()] {
                    continue;
                }
                found.push(n);
            }
            if over {
                continue;
            }
            let strides = stops[n].strides + 1;
            let mut push = |pose: Pose, spent: u8, stride: Stride, in_zoc: bool, over: bool| {
                let Some(hex) = pose.at else { return };
                let least = &mut least[hex.index()][pose.facing.index()];
                if u16::from(spent) < *least {
                    *least = u16::from(spent);
                    open.push(Reverse((spent, stops.len())));
                    stops.push(Stop {
                        pose,
                        before: n,
                        stride: Some(stride),
                        spent,
                        strides,
                        in_zoc,
                        over,
                    });
                }
            };
            for to in pose.nexts(s, run) {
                let next = match pose.at.filter(|_| !s.amended()) {
                    Some(from) => {
                        let next = self.pass(&pose, from, in_zoc, to);
                        debug_assert_eq!(next, self.step(&pose, in_zoc, to));
                        next
                    }
                    None => self.step(&pose, in_zoc, to),
                };
                if let Some((next, in_zoc)) = next {
                    push(next, self.spent(&next), Stride::Step(to), in_zoc, in_zoc && !run.units.is_empty());
                }
            }
            if pose.at.is_some() {
                for facing in turns(s, run, &pose) {
                    let due = pivot_due(&pivot_facts(s, run, &pose, facing));
                    let paid = pose.paid.map(|x| x.saturating_add(due));
                    let next = Pose { facing, paid, ..pose };
                    push(next, self.spent(&next), Stride::Face(facing), in_zoc, false);
                }
            }
        }
        Reach { stops, found }
    }
}

/// Returns where the selected units and commanders can end their move.
pub(crate) fn reach(s: &State, run: &Run) -> Reach {
    Search::new(s, run).reach()
}

/// Returns where the selected units and commanders can end their move, and the paths.
///
/// The query follows the rules of the steps, house rules included. The cheapest path is first: the current hex and facing.
/// No dice are rolled, so a path into an enemy ZOC may fail in play.
pub fn ways(s: &State, run: &Run) -> Vec<Way> {
    let reach = reach(s, run);
    reach.ends().map(|end| reach.way(&end)).collect()
}
