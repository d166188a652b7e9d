//! The surroundings: enemies, their distances, and what may be done there.

use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::state::position::State;
use casus_core::{HexId, Judge as _, Verdict};

pub(crate) fn foes(s: &State, side: Side) -> Vec<(UnitId, HexId)> {
    let mut foes = Vec::with_capacity(s.units.len());
    foes.extend(s.pieces().filter_map(|(u, unit, traits)| {
        let hex = unit.at.hex().filter(|_| traits.side != side)?;
        Some((u, hex))
    }));
    foes
}

pub(crate) fn nearest(s: &State, list: &[(UnitId, HexId)], from: HexId) -> u32 {
    let board = &s.game_data.board;
    list.iter().map(|&(_, h)| board.distance(from, h)).min().unwrap_or(99)
}

pub(crate) fn legal(s: &State, action: Action) -> bool {
    let mut v = Verdict::quick();
    s.judge_now(action, &mut v);
    !v.refused()
}
