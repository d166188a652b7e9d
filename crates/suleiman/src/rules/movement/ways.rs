//! Where a unit or a leader could get to: a query that applies the same rules as the steps.

use crate::components::{LeaderId, Side, UnitId};
use crate::rules::movement::facing::{HALT_BARS, HaltFacts};
use crate::rules::movement::riding::{RIDE_BARS, leader_gates, riding_from};
use crate::rules::movement::step::{ENTRY_BARS, STEP_BARS, Standing, coming, gates, leaving};
use crate::rules::movement::taking::{TAKE_BARS, TakeFacts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::HexId;
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// A hex that a unit could reach in its run, and the cheapest way there.
///
/// It applies the rules of each step, house rules included. It ignores dice and reactions on the way, such as fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The hex that it could reach.
    pub hex: HexId,
    /// The movement points spent in the activation on arrival.
    pub spent: u8,
    /// The hexes entered, in order, this one last. The first is the entry hex for a unit off the map.
    pub path: Vec<HexId>,
    /// Whether the hex is in an enemy ZOC.
    pub in_zoc: bool,
}

/// Returns the danger of entering a hex, which the search avoids on the way. The last hex of a way does not count.
type Danger<'a> = &'a mut dyn FnMut(HexId) -> u16;

/// A point of the search: a unit in a hex, with all parts of its run that affect what follows.
struct Node {
    at: Option<HexId>,
    run: Run,
    /// The index of the node from which it was reached.
    before: usize,
    /// The index of the node in the same hex that was found before it.
    older: Option<usize>,
    done: bool,
    /// The danger of the way up to the hex before this one.
    danger: u16,
}

/// The search's cached facts of a hex.
#[derive(Clone, Copy, Default)]
struct Spot {
    /// The index of the node found here last.
    last: Option<usize>,
    told: bool,
    in_zoc: Option<bool>,
}

/// A search over nodes in the order of danger, then points spent, then discovery.
struct Search<'a> {
    s: &'a State,
    side: Side,
    nodes: Vec<Node>,
    spots: Vec<Spot>,
    open: BinaryHeap<Reverse<(u16, u8, usize)>>,
}

impl Search<'_> {
    pub(crate) fn in_zoc(&mut self, hex: HexId) -> bool {
        let (s, enemy) = (self.s, self.side.enemy());
        let known = &mut self.spots[hex.index()].in_zoc;
        *known.get_or_insert_with(|| s.in_zoc(hex, enemy))
    }
    /// The nodes in a hex from which the same steps follow as from this run.
    fn alike(&self, hex: HexId, run: &Run) -> impl Iterator<Item = usize> {
        let (entered, left) = (run.entered_zoc, run.left);
        let last = self.spots[hex.index()].last;
        core::iter::successors(last, |&n| self.nodes[n].older).filter(move |&n| {
            let other = &self.nodes[n].run;
            other.entered_zoc == entered && other.left == left
        })
    }
    /// Whether an equivalent node in this hex was reached with no more points and no more danger.
    fn stale(&self, hex: HexId, run: &Run, danger: u16) -> bool {
        let mut alike = self.alike(hex, run);
        alike.any(|n| self.nodes[n].run.spent <= run.spent && self.nodes[n].danger <= danger)
    }
    fn add(&mut self, at: Option<HexId>, run: Run, before: usize, danger: u16) {
        let node = self.nodes.len();
        let older = at.and_then(|h| self.spots[h.index()].last.replace(node));
        self.open.push(Reverse((danger, run.spent, node)));
        self.nodes.push(Node {
            at,
            run,
            before,
            older,
            done: false,
            danger,
        });
    }
    /// The next node to expand. Skips a node if an equivalent one with no more points spent has been expanded.
    pub(crate) fn next(&mut self) -> Option<usize> {
        loop {
            let Reverse((_, _, n)) = self.open.pop()?;
            let Node { at, run, .. } = self.nodes[n];
            // Nodes expanded earlier are no more dangerous.
            let better = |m: usize| self.nodes[m].done && self.nodes[m].run.spent <= run.spent;
            let done = at.is_some_and(|hex| self.alike(hex, &run).any(better));
            if !done {
                self.nodes[n].done = true;
                return Some(n);
            }
        }
    }
    pub(crate) fn path(&self, to: usize) -> Vec<HexId> {
        let back = || core::iter::successors(Some(to), |&n| Some(self.nodes[n].before)).take_while(|&n| n != 0);
        let mut path = Vec::with_capacity(back().count());
        for hex in back().filter_map(|n| self.nodes[n].at) {
            path.push(hex);
        }
        path.reverse();
        path
    }
    /// Takes every legal step from a node.
    fn widen(&mut self, n: usize, next: impl Iterator<Item = HexId>, danger: u16) {
        let Node { at: from, run, .. } = self.nodes[n];
        let here = Standing::new(self.s, run, from);
        let left = leaving(self.s, &run, from, self.side);
        for to in next {
            // A cost of 0 is the lower bound for any way to this hex.
            let in_zoc = self.in_zoc(to);
            if self.stale(to, &coming(self.s, &left, to, in_zoc, 0), danger) {
                continue;
            }
            let facts = here.step(to);
            let entry = from.is_some() || ENTRY_BARS.permit(&facts);
            if entry && STEP_BARS.permit(&facts) {
                let run = coming(self.s, &left, to, in_zoc, facts.cost);
                if !self.stale(to, &run, danger) {
                    self.add(Some(to), run, n, danger);
                }
            }
        }
    }
}

/// Returns the hexes where a unit could end its run, each with the cheapest way there.
///
/// This is a query that applies the same rules as the steps. For a unit that is being moved, the run continues from its
/// present hex; for any other unit of the active command, it begins. Each hex appears once, in the order of points spent,
/// then discovery. The hex where the unit stands is not among them. The result is empty for a unit that may not be selected
/// now.
///
/// # Panics
/// When the id is of another roster.
pub fn ways(s: &State, unit: UnitId) -> Vec<Way> {
    found(s, unit, &mut |_| 0)
}

/// Returns the same hexes, each with the least dangerous way that the unit can afford, and among those the cheapest.
pub(crate) fn safest(s: &State, unit: UnitId, danger: Danger<'_>) -> Vec<Way> {
    let mut ways = found(s, unit, danger);
    ways.sort_by_key(|way| way.spent);
    ways
}

fn found(s: &State, unit: UnitId, danger: Danger<'_>) -> Vec<Way> {
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
        side: s.side(unit),
        nodes: Vec::new(),
        spots: vec![Spot::default(); s.game_data.board.len()],
        open: BinaryHeap::new(),
    };
    search.add(home, start, 0, 0);
    let mut found: Vec<Way> = Vec::new();
    while let Some(n) = search.next() {
        let Node {
            at,
            run,
            danger: on_the_way,
            ..
        } = search.nodes[n];
        let Some(hex) = at else {
            search.widen(n, gates(s, unit).iter().copied(), on_the_way);
            continue;
        };
        let stay = n != 0 && home != Some(hex) && HALT_BARS.permit(&HaltFacts { s, run: &run });
        if stay && !core::mem::replace(&mut search.spots[hex.index()].told, true) {
            found.push(Way {
                hex,
                spent: run.spent,
                path: search.path(n),
                in_zoc: search.in_zoc(hex),
            });
        }
        // The unit stands in its first hex already, so that hex adds no danger.
        let here = if n == 0 { 0 } else { danger(hex) };
        search.widen(n, s.game_data.board.neighbours(hex).map(|(_, n)| n), on_the_way.saturating_add(here));
    }
    found
}

/// Returns where a selected leader could move alone, and how, by the rules of his steps, in the order of points spent.
pub(crate) fn rides(s: &State, leader: LeaderId) -> Vec<Way> {
    let home = s.leader(leader).at.hex();
    let start = s.leader(leader).spent;
    let enemy = s.game_data.roster.leader_card(leader).side.enemy();
    let mut open = BinaryHeap::new();
    // Each hex reached, with the index of the node before it; the first is the start.
    let mut nodes: Vec<(Option<HexId>, usize)> = vec![(home, 0)];
    let mut done = vec![false; s.game_data.board.len()];
    let mut found = Vec::new();
    open.push(Reverse((start, 0)));
    while let Some(Reverse((spent, n))) = open.pop() {
        let at = nodes[n].0;
        if let Some(hex) = at
            && core::mem::replace(&mut done[hex.index()], true)
        {
            continue;
        }
        if let Some(hex) = at.filter(|_| n != 0) {
            let mut path: Vec<HexId> = core::iter::successors(Some(n), |&m| Some(nodes[m].1))
                .take_while(|&m| m != 0)
                .filter_map(|m| nodes[m].0)
                .collect();
            path.reverse();
            found.push(Way {
                hex,
                spent,
                path,
                in_zoc: s.in_zoc(hex, enemy),
            });
        }
        let next: Vec<HexId> = match at {
            Some(hex) => s.game_data.board.neighbours(hex).map(|(_, h)| h).collect(),
            None => leader_gates(s, leader).to_vec(),
        };
        for to in next {
            let facts = riding_from(s, leader, at, spent, to);
            let cost = facts.cost.unwrap_or(0).clamp(0, 100) as u8;
            if !done[to.index()] && RIDE_BARS.permit(&facts) {
                open.push(Reverse((spent.saturating_add(cost), nodes.len())));
                nodes.push((Some(to), n));
            }
        }
    }
    found
}
