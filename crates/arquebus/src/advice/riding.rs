//! Where leaders ride, and Standards.

use crate::action::Action;
use crate::advice::field::{fit, foes, legal, nearest};
use crate::advice::plan::Piece;
use crate::components::{LeaderId, Side, StandardId, UnitId};
use crate::rules::movement::alone::alone_candidates;
use crate::state::position::State;
use casus_core::HexId;

/// Where a piece that moves alone is.
fn place(s: &State, piece: Piece) -> Option<HexId> {
    match piece {
        Piece::Leader(l) => s.leader(l).at.hex(),
        Piece::Standard(t) => s.standard(t).at.hex(),
        Piece::Unit(u) => s.hex(u),
    }
}

/// Where a piece that moves alone had best be.
pub(crate) fn post(s: &State, piece: Piece) -> Option<HexId> {
    match piece {
        Piece::Leader(l) if s.kit.roster[l].leads() => by_his_men(s, l),
        Piece::Leader(l) => by_his_leaders(s, l),
        Piece::Standard(t) => out_of_reach(s, t),
        Piece::Unit(_) => None,
    }
}

/// A leader stands with a unit of his from which he reaches the most of them, behind the line.
fn by_his_men(s: &State, leader: LeaderId) -> Option<HexId> {
    let card = &s.kit.roster[leader];
    let board = &s.kit.board;
    let foes = foes(s, card.side);
    let range = s.command_range(leader);
    let men = card.battles.iter().flat_map(|&b| s.on_map(b));
    let own: Vec<(UnitId, HexId)> = men.filter_map(|u| Some((u, s.hex(u)?))).collect();
    let from = s.leader(leader).at.hex()?;
    let far = u32::from(s.kit.charts.leaders.ma) + 3;
    let price = s.charisma(leader);
    own.iter()
        .filter(|&&(u, h)| !s.retired(u) && board.distance(from, h) <= far)
        .map(|&(u, h)| {
            let led = own
                .iter()
                .filter(|&&(x, at)| !s.retired(x) && board.distance(h, at) <= range)
                .count() as i32;
            // Kings and Overall Commanders keep out of reach; a captain is seen in the first rank.
            let (reach, care) = if card.king {
                (8, 6)
            } else if card.oc {
                (5, 3)
            } else {
                (4, 2)
            };
            let near = nearest(s, &foes, h).min(reach) as i32;
            let strong = fit(s, u) && s.kit.charts.may_attack(s.arm(u)) && !card.king;
            let beside = nearest(s, &foes, h) <= 3 && strong;
            let lead = if beside { price * 3 } else { i32::from(strong) * 2 };
            let shaky = i32::from(!fit(s, u)) * 5;
            (led * 4 + near * care + lead - shaky, core::cmp::Reverse(h))
        })
        .max()
        .map(|best| best.1.0)
}

/// A commander without a Battle stands with a unit from which he reaches the most of his leaders, out of reach of the enemy.
fn by_his_leaders(s: &State, leader: LeaderId) -> Option<HexId> {
    let side = s.leader_side(leader);
    let board = &s.kit.board;
    let foes = foes(s, side);
    let range = s.command_range(leader);
    let from = s.leader(leader).at.hex()?;
    let others = s.leader_ids().filter(|&l| s.leader_side(l) == side && l != leader);
    let others: Vec<HexId> = others.filter_map(|l| s.leader(l).at.hex()).collect();
    let rank = |h: HexId| {
        let led = others.iter().filter(|&&o| board.distance(h, o) <= range).count() as i32;
        let near = nearest(s, &foes, h).min(6) as i32;
        let guarded = i32::from(s.held_by(h) == Some(side)) * 4;
        (led * 6 + near * 4 + guarded - board.distance(from, h) as i32, core::cmp::Reverse(h))
    };
    let near = board.hexes_within(from, u32::from(s.kit.charts.leaders.ma));
    near.into_iter()
        .filter(|&h| !s.enemy_in(h, side))
        .map(rank)
        .max()
        .map(|best| best.1.0)
}

/// A Standard goes where the enemy is not, and where there is room about it.
fn out_of_reach(s: &State, standard: StandardId) -> Option<HexId> {
    let side = s.kit.roster[standard].side;
    let board = &s.kit.board;
    let foes = foes(s, side);
    let from = s.standard(standard).at.hex()?;
    let near = board.hexes_within(from, u32::from(s.kit.charts.leaders.ma));
    let rank = |h: HexId| (nearest(s, &foes, h) as i32 - rim(s, h, side), core::cmp::Reverse(h));
    near.into_iter().map(rank).max().map(|best| best.1.0)
}

/// How little room there is about a hex.
fn rim(s: &State, hex: HexId, side: Side) -> i32 {
    let free = s.kit.board.neighbours(hex).filter(|&(_, n)| s.stacks.is_empty(n));
    6 - free.count() as i32 + i32::from(s.held_by(hex) != Some(side))
}

pub(crate) fn ride(s: &State, piece: Piece, to: HexId) -> Action {
    let board = &s.kit.board;
    let Some(at) = place(s, piece) else {
        return Action::Halt;
    };
    let mut list = Vec::new();
    alone_candidates(s, Some(at), &mut list);
    let here = board.distance(at, to);
    list.into_iter()
        .filter_map(|a| match a {
            Action::Step(h) if board.distance(h, to) < here && legal(s, a) => Some((board.distance(h, to), a)),
            _ => None,
        })
        .min_by_key(|(d, _)| *d)
        .map_or(Action::Halt, |(_, a)| a)
}
