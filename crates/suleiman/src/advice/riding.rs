//! The hexes that leaders move to.

use crate::action::Action;
use crate::advice::field::{foes, legal, nearest};
use crate::components::{LeaderId, UnitId};
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::HexId;

/// The best place for a leader: with a unit of his command from which he reaches most of the others, behind the line.
pub(crate) fn post(s: &State, leader: LeaderId) -> Option<HexId> {
    let card = s.game_data.roster.leader_card(leader);
    let board = &s.game_data.board;
    let foes = foes(s, card.side);
    let range = s.command_range(leader);
    let own: Vec<(UnitId, HexId)> = s
        .game_data
        .roster
        .units_of(card.command)
        .filter_map(|u| s.hex(u).map(|h| (u, h)))
        .collect();
    let from = s.leader(leader).at.hex();
    own.iter()
        .filter(|&&(u, h)| {
            s.unit(u).condition != Condition::Retired
                && from.is_none_or(|f| board.distance(f, h) <= u32::from(s.leader_allowance(leader)))
        })
        .map(|&(u, h)| {
            let led = own.iter().filter(|&&(_, x)| board.distance(h, x) <= range).count() as i32;
            // The King and the Sultan keep out of reach.
            let (reach, care) = if card.monarch { (9, 6) } else { (4, 2) };
            let near = nearest(s, &foes, h).min(reach) as i32;
            let lance = s.steady(u) && s.arm(u).men_at_arms() && !card.monarch;
            (led * 4 + near * care + i32::from(lance) * 2, core::cmp::Reverse(h))
        })
        .max()
        .map(|best| best.1.0)
}

pub(crate) fn ride(s: &State, leader: LeaderId, to: HexId) -> Action {
    let board = &s.game_data.board;
    let at = s.leader(leader).at.hex();
    let mut list = Vec::new();
    crate::rules::movement::riding::riding_candidates(s, leader, &mut list);
    list.into_iter()
        .filter_map(|a| match a {
            Action::Step(h) | Action::Enter(h) if legal(s, a) => Some((board.distance(h, to), a)),
            _ => None,
        })
        .filter(|(d, _)| at.is_none_or(|h| *d < board.distance(h, to)))
        .min_by_key(|(d, _)| *d)
        .map_or(Action::Halt, |(_, a)| a)
}
