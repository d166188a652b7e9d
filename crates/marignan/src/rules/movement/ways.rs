//! Where those in hand could get to: a query beside the steps, by the same rules.

use crate::components::UnitId;
use crate::rules::movement::costs::{ride_due, step_due};
use crate::rules::movement::pivot::{PIVOT_BARS, pivot_due, pivot_facts};
use crate::rules::movement::step::{Pose, entry_facing, judge_pose};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{HexId, SideFacing, Verdict};

/// One stride of a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stride {
    /// Into a hex.
    Step(HexId),
    /// A pivot.
    Face(SideFacing),
}

/// Where those in hand could be, and how they get there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where.
    pub hex: HexId,
    /// Facing which hexside.
    pub facing: SideFacing,
    /// Movement points of whoever has spent most.
    pub spent: u8,
    /// Steps and pivots, in order.
    pub path: Vec<Stride>,
    /// The hex is in an enemy ZOC: they may have to pass a test to enter it, and stop (9.2).
    pub in_zoc: bool,
}

struct Node {
    pose: Pose,
    before: usize,
    stride: Option<Stride>,
    over: bool,
}

/// Where the units and commanders in hand could end their move, and how: a query beside the steps, by the same rules.
/// Cheapest first; where they stand is the first, facing as they do. No dice: a way into an enemy ZOC may fail.
///
/// House rules hold as for each step.
pub fn ways(s: &State, run: &Run) -> Vec<Way> {
    let board = &s.kit.board;
    let enemy = run.side.enemy();
    let units: Vec<UnitId> = run.units.iter().map(UnitId).collect();
    // One unit of each class: all of a class pay alike.
    let mut classes = units.clone();
    classes.sort_by_key(|&u| s.class(u) as usize);
    classes.dedup_by_key(|u| s.class(*u));
    let mut nodes = vec![Node {
        pose: Pose::of(s, run),
        before: 0,
        stride: None,
        over: false,
    }];
    let mut open = std::collections::BinaryHeap::from([core::cmp::Reverse((0u8, 0usize))]);
    let mut done = vec![0u8; board.len()];
    let mut found = Vec::new();
    while let Some(core::cmp::Reverse((spent, n))) = open.pop() {
        let (pose, over) = (nodes[n].pose, nodes[n].over);
        if let Some(hex) = pose.at {
            let bit = 1 << pose.facing.index();
            if done[hex.index()] & bit != 0 {
                continue;
            }
            done[hex.index()] |= bit;
            let mut path: Vec<Stride> = core::iter::successors(Some(n), |&m| Some(nodes[m].before))
                .take_while(|&m| m != 0)
                .filter_map(|m| nodes[m].stride)
                .collect();
            path.reverse();
            found.push(Way {
                hex,
                facing: pose.facing,
                spent,
                path,
                in_zoc: s.in_zoc(hex, enemy),
            });
        }
        if over {
            continue;
        }
        let mut push = |pose: Pose, stride: Stride, over: bool| {
            let spent = units.iter().map(|&u| pose.spent(s, u));
            let most = spent.max().unwrap_or(0).max(pose.ridden);
            open.push(core::cmp::Reverse((most, nodes.len())));
            nodes.push(Node {
                pose,
                before: n,
                stride: Some(stride),
                over,
            });
        };
        let from_zoc = pose.at.is_some_and(|f| s.in_zoc(f, enemy));
        for to in pose.nexts(s, run) {
            let mut v = Verdict::quick();
            judge_pose(s, run, &pose, from_zoc, to, &mut v);
            if v.refused() {
                continue;
            }
            let mut next = pose;
            next.at = Some(to);
            for &u in &classes {
                let cost = step_due(s, u, pose.at, to, run.units);
                let paid = &mut next.paid[s.class(u) as usize];
                *paid = paid.saturating_add(u8::try_from(cost).unwrap_or(u8::MAX));
            }
            if !run.commanders.is_empty() {
                let cost = ride_due(s, pose.at, to);
                next.ridden = pose.ridden.saturating_add(u8::try_from(cost).unwrap_or(u8::MAX));
            }
            if pose.at.is_none() {
                next.facing = entry_facing(run.side);
            }
            next.facing = s.stack_facing(to, run.units).unwrap_or(next.facing);
            let stops = !units.is_empty() && s.in_zoc(to, enemy);
            push(next, Stride::Step(to), stops);
        }
        let Some(hex) = pose.at else { continue };
        for facing in SideFacing::ALL {
            let facts = pivot_facts(s, run, &pose, facing);
            if done[hex.index()] & (1 << facing.index()) == 0 && PIVOT_BARS.permit(&facts) {
                let due = pivot_due(&facts);
                let paid = pose.paid.map(|x| x.saturating_add(due));
                push(Pose { facing, paid, ..pose }, Stride::Face(facing), false);
            }
        }
    }
    found
}
