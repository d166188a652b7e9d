//! What lies about: foes, how far they are, and what may be done there.

use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::course::judge;
use crate::state::position::State;
use casus_core::{HexId, Verdict};

pub(crate) fn foes(s: &State, side: Side) -> Vec<(UnitId, HexId)> {
    s.unit_ids()
        .filter(|&u| s.side(u) != side)
        .filter_map(|u| s.hex(u).map(|h| (u, h)))
        .collect()
}

pub(crate) fn nearest(s: &State, list: &[(UnitId, HexId)], from: HexId) -> u32 {
    let board = &s.kit.board;
    list.iter().map(|&(_, h)| board.distance(from, h)).min().unwrap_or(99)
}

pub(crate) fn legal(s: &State, action: Action) -> bool {
    let mut v = Verdict::quick();
    judge(s, action, &mut v);
    !v.refused()
}
