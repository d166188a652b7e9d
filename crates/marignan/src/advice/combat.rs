//! Which fire and which melee is worth considering.

use super::values::{clash, toll};
use super::{Plan, counsel};
use crate::action::Action;
use crate::components::{Class, Side, UnitId};
use crate::game::Marignan;
use crate::rules::fire::odds as fire;
use crate::rules::fire::shot::firers;
use crate::rules::melee::assault::may_attack;
use crate::state::combat::Mode;
use crate::state::position::State;
use casus_core::{Game, HexId, PieceSet, ScoredPlan};

/// Appends the shots to consider.
pub(super) fn volleys(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    out.push(counsel(Plan::Act(Action::Done), 0));
    let Some(mode) = Mode::of(s) else { return };
    let mut targets: Vec<HexId> = Vec::new();
    for (_, h) in s.on_map(side.enemy()) {
        if !targets.contains(&h) {
            targets.push(h);
        }
    }
    for target in targets {
        let able: PieceSet = firers(s, target, mode).map(|u| u.0).collect();
        for firers in pools(s, able) {
            if let Some(forecast) = fire::forecast(s, target, firers) {
                let units = s.stack_at(target);
                let sum: i32 = forecast.results.iter().map(|r| toll(s, units, *r)).sum();
                out.push(counsel(Plan::Volley { target, firers }, sum / 6 + 1));
            }
        }
    }
}

/// Groups the units that can fire at a hex into sets that can fire together, each with all units connected to it.
fn pools(s: &State, able: PieceSet) -> Vec<PieceSet> {
    let mut left = able;
    let mut groups = Vec::new();
    while let Some(u) = left.first() {
        let mut group = PieceSet::one(u);
        left.remove(u);
        loop {
            let beside = |&v: &u8| {
                group.iter().any(|g| match (s.hex(UnitId(g)), s.hex(UnitId(v))) {
                    (Some(a), Some(b)) => s.game_data.board.distance(a, b) <= 1,
                    _ => false,
                })
            };
            let more: PieceSet = left.iter().filter(beside).collect();
            if more.is_empty() {
                break;
            }
            group = group.union(more);
            left = left.without(more);
        }
        groups.push(group);
    }
    groups
}

/// Appends the melees to fight, the best first: all of them must be fought before the phase ends (13.1).
pub(super) fn storms(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    let mut list = Vec::new();
    Marignan::actions(s, &mut list);
    for action in list {
        let Action::Assault(target) = action else {
            out.push(counsel(Plan::Act(action), -10_000));
            continue;
        };
        let all: PieceSet = s
            .on_map(side)
            .map(|(u, _)| u)
            .filter(|&u| may_attack(s, u, target))
            .map(|u| u.0)
            .collect();
        let strong: PieceSet = all
            .iter()
            .filter(|&u| s.face(UnitId(u)).melee > 2 && s.class(UnitId(u)) != Class::Artillery)
            .collect();
        let attackers = if strong.is_empty() { all } else { strong };
        let value = clash(s, target, attackers).unwrap_or(0);
        out.push(counsel(Plan::Storm { target, attackers }, value));
    }
}
