//! Where a unit could get to: a query beside the steps, by the same rules.

use crate::components::UnitId;
use crate::rules::movement::costs::{STEP_COSTS, StepFacts};
use crate::rules::movement::step::{ENTRY_BARS, STEP_BARS, after, doors};
use crate::rules::movement::taking::{TAKE_BARS, TakeFacts};
use crate::rules::stacking::has_room;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::HexId;
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// A hex that a unit could reach in its run, and the cheapest way there, if nobody fires at it on the way.
///
/// By the rules of each step, house rules among them; dice and reactions on the way are not reckoned with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The hex.
    pub hex: HexId,
    /// Movement Points spent in the activation on arrival.
    pub spent: u8,
    /// The hexes entered in order, this one last; the first is the entry hex for a unit off the map.
    pub path: Vec<HexId>,
    /// An enemy unit is next to it there.
    pub met: bool,
}

/// A point of the search: a unit in a hex, with its run.
struct Node {
    at: Option<HexId>,
    run: Run,
    /// The node that it was come to from.
    before: usize,
}

/// A search over nodes in the order of points spent, and of finding among equals.
struct Search<'a> {
    s: &'a State,
    unit: UnitId,
    nodes: Vec<Node>,
    /// By hex: the points for which it has been come to, and whether it has been gone on from.
    spots: Vec<(u8, bool)>,
    open: BinaryHeap<Reverse<(u8, usize)>>,
}

impl Search<'_> {
    /// Takes every step that may be taken from a node.
    fn widen(&mut self, n: usize, next: impl Iterator<Item = HexId>) {
        let Node { at: from, run, .. } = self.nodes[n];
        let (s, unit) = (self.s, self.unit);
        let gait = s.arm(unit).gait();
        for to in next {
            // By the printed costs a step takes what the ground takes at least.
            let ground = match from.and_then(|f| s.kit.board.direction(f, to).map(|d| (f, d))) {
                Some((f, dir)) if !s.amended() && !s.retired(unit) => s.kit.step(f, dir, gait).unwrap_or(u8::MAX),
                _ => 0,
            };
            if self.spots[to.index()].0 <= run.spent.saturating_add(ground) {
                continue;
            }
            let mut facts = StepFacts::new(s, run, from, to);
            if run.stepped && facts.engaged {
                // It has Disengaged with its first step, and may meet nobody on the way (14.5).
                if facts.met().next().is_some() {
                    continue;
                }
                facts.engaged = false;
                facts.cost = STEP_COSTS.sum(&facts);
            }
            let entry = from.is_some() || ENTRY_BARS.permit(&facts);
            if !entry || !STEP_BARS.permit(&facts) {
                continue;
            }
            let run = after(&facts);
            let spot = &mut self.spots[to.index()].0;
            if run.spent < *spot {
                *spot = run.spent;
                self.open.push(Reverse((run.spent, self.nodes.len())));
                self.nodes.push(Node {
                    at: Some(to),
                    run,
                    before: n,
                });
            }
        }
    }
    fn path(&self, to: usize) -> Vec<HexId> {
        let back = core::iter::successors(Some(to), |&n| Some(self.nodes[n].before)).take_while(|&n| n != 0);
        let mut path: Vec<HexId> = back.filter_map(|n| self.nodes[n].at).collect();
        path.reverse();
        path
    }
}

/// Where a unit could end its run, and how: a query beside the steps, by the same rules.
///
/// For a unit that is in hand, the run goes on from where it is; for any other of those activated it begins. The hex where it
/// stands is not among them.
///
/// Empty for a unit that may not be taken in hand now. In the order of points spent, and of finding among equals; each
/// hex once.
///
/// # Panics
/// When the id is of another roster.
pub fn ways(s: &State, unit: UnitId) -> Vec<Way> {
    let running = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.unit == unit => Some(*r),
        _ => None,
    });
    if running.is_none() && !TAKE_BARS.permit(&TakeFacts { s, unit }) {
        return Vec::new();
    }
    let start = running.unwrap_or_else(|| s.begin_run(unit));
    let home = s.hex(unit);
    let mut search = Search {
        s,
        unit,
        nodes: vec![Node {
            at: home,
            run: start,
            before: 0,
        }],
        spots: vec![(u8::MAX, false); s.kit.board.len()],
        open: BinaryHeap::from([Reverse((start.spent, 0))]),
    };
    let mut found: Vec<Way> = Vec::new();
    while let Some(Reverse((_, n))) = search.open.pop() {
        let Node { at, run, .. } = search.nodes[n];
        let Some(hex) = at else {
            search.widen(n, doors(s, unit).into_iter());
            continue;
        };
        if core::mem::replace(&mut search.spots[hex.index()].1, true) {
            continue;
        }
        if n != 0 && home != Some(hex) && has_room(s, unit, hex) {
            found.push(Way {
                hex,
                spent: run.spent,
                path: search.path(n),
                met: run.stopped,
            });
        }
        if run.spent < run.allowance || s.amended() {
            search.widen(n, s.kit.board.neighbours(hex).map(|(_, h)| h));
        }
    }
    found
}
