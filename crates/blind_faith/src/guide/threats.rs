//! The enemies that a unit could attack, and those that could attack it, in a Campaign Phase with all its points.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::guide::names::{unit, units, whereabouts};
use crate::guide::notes::at;
use crate::rules::interception::stops;
use crate::state::position::State;
use casus_core::{HexId, Reach, Stride, reach};
use casus_guide::{Goal, Threat};

/// Returns where a unit could move alone with all the points of a year.
fn year(s: &State, u: UnitId) -> Option<Reach> {
    let from = s.hex(u)?;
    let side = s.side(u);
    let budget = s.allowance(u).into();
    Some(reach(&s.game_data.board, from, budget, |at, dir, to, _| {
        let cost = s.game_data.step(at, dir).into();
        let stride = if stops(s, to, side) {
            Stride::stop(cost)
        } else {
            Stride::on(cost)
        };
        (!s.closed_to(to, s.faction(u))).then_some(stride)
    }))
}

fn enemies(s: &State, u: UnitId) -> Vec<HexId> {
    let theirs = s.unit_ids().filter(|&e| s.side(e) != s.side(u) && s.fights(e));
    let mut hexes: Vec<HexId> = theirs.filter_map(|e| s.hex(e)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Returns the hexes of enemies that a unit could reach in a year.
pub(super) fn goals(s: &State, u: UnitId) -> Vec<Goal> {
    let Some(ways) = year(s, u).filter(|_| s.fights(u)) else {
        return Vec::new();
    };
    let comes = |h: HexId| {
        let words = format!("{} MP", ways.cost(h)?);
        Some(Goal { at: h.place(), words })
    };
    enemies(s, u).into_iter().filter_map(comes).collect()
}

pub(super) fn threats(s: &State, u: UnitId) -> Vec<Threat> {
    let (Some(hex), Some(ways)) = (s.hex(u), year(s, u)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let held = |h: HexId| {
        let who = units(s, s.own_at(h, s.side(u).enemy()));
        ways.cost(h).map(|cost| format!("{} {who}, {cost} MP", at(s, h)))
    };
    let near: Vec<String> = enemies(s, u).into_iter().filter_map(held).collect();
    if !near.is_empty() && s.fights(u) {
        out.push(Threat {
            words: format!("{} could come in a year at", unit(s, u)),
            on: near,
            cite: cite!("8.1"),
        });
    }
    let comes = |e: UnitId| {
        let cost = year(s, e)?.cost(hex)?;
        Some(format!("{} from {}, {cost} MP", unit(s, e), whereabouts(s, e)))
    };
    let theirs = s
        .unit_ids()
        .filter(|&e| s.side(e) != s.side(u) && s.fights(e) && s.hex(e).is_some_and(|h| h != hex));
    let by: Vec<String> = theirs.filter_map(comes).collect();
    if !by.is_empty() {
        out.push(Threat {
            words: format!("In a year could come at {}", unit(s, u)),
            on: by,
            cite: cite!("8.1"),
        });
    }
    out
}
