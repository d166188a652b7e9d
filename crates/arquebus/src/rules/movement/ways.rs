//! Where a unit, a leader or a Standard could get to: a query that applies the same rules as the steps.

use crate::components::UnitId;
use crate::options::Choice;
use crate::rules::movement::alone::{from_here, may_go};
use crate::rules::movement::costs::StepFacts;
use crate::rules::movement::facing::{HALT_BARS, HaltFacts};
use crate::rules::movement::step::{ENTRY_BARS, STEP_BARS, after, entrances};
use crate::rules::movement::taking::{TAKE_BARS, TakeFacts};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::{HexId, Place};
use core::cmp::Reverse;
use std::collections::BinaryHeap;

/// A hex that a selected piece could reach, and the cheapest way there.
///
/// It applies the rules of each step, house rules included. It ignores dice and reactions on the way, such as fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The hex that it could reach.
    pub hex: HexId,
    /// The Movement Points spent in the activation on arrival.
    pub spent: u8,
    /// The hexes entered, in order, this one last. The first is the entry hex for a unit off the map.
    pub path: Vec<HexId>,
    /// Whether the hex is next to an enemy unit.
    pub near_enemy: bool,
}

/// A search over hexes in the order of points spent, then discovery. Each hex appears once, with the one before it.
struct Search {
    nodes: Vec<(Option<HexId>, usize)>,
    open: BinaryHeap<Reverse<(u8, usize)>>,
    done: Vec<bool>,
}

impl Search {
    fn new(s: &State, home: Option<HexId>, spent: u8) -> Self {
        Self {
            nodes: vec![(home, 0)],
            open: [Reverse((spent, 0))].into(),
            done: vec![false; s.game_data.board.len()],
        }
    }
    /// The next hex to expand. The start counts separately: a piece that returns to its hex has moved.
    fn next(&mut self) -> Option<(usize, u8)> {
        loop {
            let Reverse((spent, n)) = self.open.pop()?;
            let hex = self.nodes[n].0.filter(|_| n > 0);
            if hex.is_none_or(|h| !core::mem::replace(&mut self.done[h.index()], true)) {
                return Some((n, spent));
            }
        }
    }
    fn add(&mut self, hex: HexId, spent: u8, before: usize) {
        self.open.push(Reverse((spent, self.nodes.len())));
        self.nodes.push((Some(hex), before));
    }
    fn path(&self, to: usize) -> Vec<HexId> {
        let back = core::iter::successors(Some(to), |&n| Some(self.nodes[n].1)).take_while(|&n| n != 0);
        let mut path: Vec<HexId> = back.filter_map(|n| self.nodes[n].0).collect();
        path.reverse();
        path
    }
}

/// The state with a unit in a hex that it has just entered, to check what it may do there.
fn standing(s: &State, unit: UnitId, hex: HexId) -> State {
    let mut there = s.clone();
    there.put(unit, Whereabouts::Map(hex));
    let mate = there.beside(unit).next();
    if let Some(mate) = mate {
        there.unit_mut(unit).facing = there.unit(mate).facing;
    }
    there
}

/// Whether a unit could end its run in a hex to which it has moved, turned as it must.
fn may_stay(s: &State, run: &Run, hex: HexId) -> bool {
    let plain = s.stacks.is_empty(hex) && !s.amended();
    plain || {
        let there = standing(s, run.unit, hex);
        HALT_BARS.permit(&HaltFacts { s: &there, run })
    }
}

/// Returns the hexes where a unit could end its run, each with the cheapest way there.
///
/// This is a query that applies the same rules as the steps. For a unit that is being moved, the run continues from its
/// present hex; for any other unit of the active side, it begins. Each hex appears once, in the order of points spent, then
/// discovery. The hex where the unit stands is not among them. The result is empty for a unit that may not be selected now.
///
/// # Panics
/// When the id is of another roster.
pub fn ways(s: &State, unit: UnitId) -> Vec<Way> {
    through(s, unit, &mut |_| true)
}

/// Returns the same hexes, each by the cheapest way that shuns these hexes if the unit can afford one, otherwise by the cheapest.
pub(crate) fn shunning(s: &State, unit: UnitId, shunned: &mut dyn FnMut(HexId) -> bool) -> Vec<Way> {
    let safe = through(s, unit, &mut |hex| !shunned(hex));
    let mut all = ways(s, unit);
    for way in &mut all {
        if let Some(safe) = safe.iter().find(|w| w.hex == way.hex) {
            way.clone_from(safe);
        }
    }
    all.sort_by_key(|way| way.spent);
    all
}

/// Returns the hexes where a unit could end its run by ways that continue only from hexes that pass the test.
fn through(s: &State, unit: UnitId, goes_on: &mut dyn FnMut(HexId) -> bool) -> Vec<Way> {
    let running = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.unit == unit => Some(*r),
        _ => None,
    });
    if running.is_none() && !TAKE_BARS.permit(&TakeFacts { s, unit }) {
        return Vec::new();
    }
    let start = running.unwrap_or_else(|| s.begin_run(unit));
    let (home, side) = (s.hex(unit), s.side(unit));
    // Its first step separates an Engaged unit from its enemies (14.5).
    let parted = s.engaged(unit).then(|| {
        let mut then = s.clone();
        then.engaged.retain(|&(a, b)| a != unit && b != unit);
        then.unit_mut(unit).done.set(Done::DISENGAGED);
        then
    });
    let mut runs = vec![start];
    let mut search = Search::new(s, home, start.spent);
    // By hex, the fewest points spent so far. By the printed costs a step costs at least what the ground costs.
    let mut reached = vec![u8::MAX; s.game_data.board.len()];
    let gait = s.arm(unit).gait();
    let plain = !s.amended() && !s.retired(unit) && !s.opts(Choice::R120);
    let ground =
        |at: Option<HexId>, to: HexId| match at.and_then(|h| s.game_data.board.direction(h, to).map(|d| (h, d))) {
            Some((h, dir)) if plain => s.game_data.step(h, dir, gait).unwrap_or(u8::MAX),
            _ => 0,
        };
    let mut found = Vec::new();
    while let Some((n, spent)) = search.next() {
        let (at, run) = (search.nodes[n].0, runs[n]);
        let now = parted.as_ref().filter(|_| n > 0).unwrap_or(s);
        if let Some(hex) = at.filter(|_| n > 0)
            && at != home
            && may_stay(now, &run, hex)
        {
            found.push(Way {
                hex,
                spent,
                path: search.path(n),
                near_enemy: s.near_enemy(hex, side),
            });
        }
        if n > 0 && at.is_some_and(|hex| !goes_on(hex)) {
            continue;
        }
        let next: Vec<HexId> = match at {
            Some(hex) => s.game_data.board.neighbours(hex).map(|(_, h)| h).collect(),
            None => entrances(s, unit),
        };
        for to in next {
            if search.done[to.index()] || reached[to.index()] <= spent.saturating_add(ground(at, to)) {
                continue;
            }
            let facts = StepFacts::new(now, run, at, to);
            let entry = at.is_some() || ENTRY_BARS.permit(&facts);
            if entry && STEP_BARS.permit(&facts) {
                let run = after(&facts);
                if run.spent < reached[to.index()] {
                    reached[to.index()] = run.spent;
                    search.add(to, run.spent, n);
                    runs.push(run);
                }
            }
        }
    }
    found
}

/// Returns the hexes that a leader or a Standard could reach alone by the rules of its steps, in the order of points spent.
///
/// Whether the piece may be selected is not checked. The result is empty for a piece that is not on the map.
pub fn rides(s: &State, piece: Place) -> Vec<Way> {
    let Some((home, side, start)) = from_here(s, piece) else {
        return Vec::new();
    };
    let mut search = Search::new(s, Some(home), start);
    let mut found = Vec::new();
    while let Some((n, spent)) = search.next() {
        let Some(at) = search.nodes[n].0 else { continue };
        if n > 0 && at != home {
            found.push(Way {
                hex: at,
                spent,
                path: search.path(n),
                near_enemy: s.near_enemy(at, side),
            });
        }
        for (_, to) in s.game_data.board.neighbours(at) {
            if !search.done[to.index()]
                && let Some(cost) = may_go(s, piece, at, spent, to)
            {
                search.add(to, spent.saturating_add(cost), n);
            }
        }
    }
    found
}
