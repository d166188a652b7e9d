//! The hexes that leaders and Standards move to.

use crate::action::Action;
use crate::advice::field::{fit, foes, legal, nearest};
use crate::advice::plan::Piece;
use crate::components::{LeaderId, Side, UnitId};
use crate::rules::movement::ways::{Way, rides};
use crate::state::position::State;
use casus_core::HexId;
use core::cmp::Reverse;

/// The hexes that a piece can reach alone, with the path there, and its own hex.
fn reachable(s: &State, piece: Piece) -> Vec<Way> {
    let (place, at) = match piece {
        Piece::Leader(l) => (l.place(), s.leader(l).at.hex()),
        Piece::Standard(t) => (t.place(), s.standard(t).at.hex()),
        Piece::Unit(u) => (u.place(), None),
    };
    let mut all = rides(s, place);
    all.extend(at.map(|hex| Way {
        hex,
        spent: 0,
        path: Vec::new(),
        near_enemy: false,
    }));
    all
}

/// The best hex for a piece that moves alone, and the path there.
pub(crate) fn post(s: &State, piece: Piece) -> Option<Way> {
    let side = match piece {
        Piece::Leader(l) => s.leader_side(l),
        Piece::Standard(t) => s.game_data.roster[t].side,
        Piece::Unit(_) => return None,
    };
    let foes = foes(s, side);
    let rank = |w: &Way| match piece {
        Piece::Leader(l) if s.game_data.roster[l].leads() => by_his_men(s, l, &foes, w.hex),
        Piece::Leader(l) => by_his_leaders(s, l, &foes, w.hex),
        _ => nearest(s, &foes, w.hex) as i32 - rim(s, w.hex, side),
    };
    let ways = reachable(s, piece);
    ways.into_iter().max_by_key(|w| (rank(w), Reverse((w.spent, w.hex))))
}

/// The value of a hex for a leader: with a unit of his from which he reaches most of the others, behind the line or in the first
/// rank.
fn by_his_men(s: &State, leader: LeaderId, foes: &[(UnitId, HexId)], at: HexId) -> i32 {
    let card = &s.game_data.roster[leader];
    let board = &s.game_data.board;
    let range = s.command_range(leader);
    let men = || {
        card.battles
            .iter()
            .flat_map(|&b| s.on_map(b))
            .filter(|&u| !s.retired(u))
    };
    let led = men().filter(|&u| s.hex(u).is_some_and(|h| board.distance(at, h) <= range));
    // Kings and Overall Commanders stay out of the enemy's reach.
    let (reach, care) = if card.king {
        (8, 6)
    } else if card.oc {
        (5, 3)
    } else {
        (4, 2)
    };
    let far = nearest(s, foes, at);
    let near = far.min(reach) as i32;
    let with = men().find(|&u| s.hex(u) == Some(at));
    let company = with.map_or(-12, |u| {
        let strong = fit(s, u) && s.game_data.charts.may_attack(s.arm(u)) && !card.king;
        let lead = match strong {
            true if far <= 3 => s.charisma(leader) * 3,
            strong => i32::from(strong) * 2,
        };
        lead - i32::from(!fit(s, u)) * 5
    });
    let away = men()
        .filter_map(|u| s.hex(u))
        .map(|h| board.distance(at, h))
        .min()
        .unwrap_or(0) as i32;
    led.count() as i32 * 4 + near * care + company - away
}

/// The value of a hex for a commander without a Battle: he reaches most of his leaders, out of the enemy's reach.
fn by_his_leaders(s: &State, leader: LeaderId, foes: &[(UnitId, HexId)], at: HexId) -> i32 {
    let side = s.leader_side(leader);
    let board = &s.game_data.board;
    let range = s.command_range(leader);
    let others = s.leader_ids().filter(|&l| s.leader_side(l) == side && l != leader);
    let others = others.filter_map(|l| s.leader(l).at.hex());
    let led = others.filter(|&h| board.distance(at, h) <= range).count() as i32;
    let near = nearest(s, foes, at).min(6) as i32;
    let guarded = i32::from(s.held_by(at) == Some(side)) * 4;
    led * 6 + near * 4 + guarded
}

/// The lack of room around a hex.
fn rim(s: &State, hex: HexId, side: Side) -> i32 {
    let free = s.game_data.board.neighbours(hex).filter(|&(_, n)| s.stacks.is_empty(n));
    6 - free.count() as i32 + i32::from(s.held_by(hex) != Some(side))
}

/// The next step of a piece that moves alone.
pub(crate) fn ride(s: &State, piece: Piece, path: &[HexId]) -> Action {
    let at = match piece {
        Piece::Leader(l) => s.leader(l).at.hex(),
        Piece::Standard(t) => s.standard(t).at.hex(),
        Piece::Unit(_) => None,
    };
    let gone = at.and_then(|h| path.iter().position(|&p| p == h)).map_or(0, |i| i + 1);
    let next = path.get(gone).map(|&h| Action::Step(h));
    next.filter(|&a| legal(s, a)).unwrap_or(Action::Halt)
}
