//! The building blocks of the guide's pages: pieces, places and sums as text.

use crate::components::{Hexside, LeaderId, Terrain, UnitId};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::words::lines;
use casus_core::{Dir, HexId, Ledger, Lexicon, VertexFacing};
use core::fmt::Write as _;

pub(super) fn unit(s: &State, u: UnitId) -> &str {
    s.game_data.roster.unit_name(u)
}
pub(super) fn leader(s: &State, l: LeaderId) -> &str {
    s.game_data.roster.leader_name(l)
}
pub(super) fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}
pub(super) fn facing(s: &State, f: VertexFacing) -> &'static str {
    f.word(s.game_data.board.orientation())
}
pub(super) fn place(s: &State, at: Whereabouts) -> String {
    match at {
        Whereabouts::Map(h) => label(s, h),
        Whereabouts::Reserve => "still to come".to_owned(),
        Whereabouts::Lost => "lost".to_owned(),
        Whereabouts::Away => "off the map, without loss".to_owned(),
        Whereabouts::Absent => "not in this battle".to_owned(),
    }
}
/// The place of a unit, as text.
pub(super) fn whereabouts(s: &State, u: UnitId) -> String {
    place(s, s.unit(u).at)
}
/// The place of a unit, with its condition if that is not Normal.
pub(super) fn plight(s: &State, u: UnitId) -> String {
    let mut out = whereabouts(s, u);
    let unit = s.unit(u);
    if unit.at.in_play() {
        if unit.condition != Condition::Normal {
            let _ = write!(out, ", {}", unit.condition.title());
        }
        if s.engaged(u) {
            out.push_str(", Engaged");
        }
    }
    out
}
pub(super) fn units(s: &State, list: impl Iterator<Item = UnitId>) -> String {
    casus_core::words::names(&list.map(|u| unit(s, u)).collect::<Vec<_>>())
}
/// A hex and its units.
pub(super) fn held(s: &State, h: HexId) -> String {
    match units(s, s.units_at(h)) {
        who if who.is_empty() => label(s, h),
        who => format!("{who} ({})", label(s, h)),
    }
}
/// The modifiers of a die as text, without the die.
pub(super) fn added(s: &State, l: &Ledger) -> String {
    let net = format!("DRM {:+}", l.net());
    match &lines(l, |at| s.name_of(at))[..] {
        [] => net,
        lines => format!("{net}: {}", lines.join(", ")),
    }
}
/// The roll that is needed, with its modifiers.
pub(super) fn at_most(s: &State, (net, need): &(Ledger, i32)) -> String {
    match net.lines.len() {
        0 => format!("needs {need} or less"),
        _ => format!("needs {need} or less, {}", added(s, net)),
    }
}
/// The terrain of a hex, if it is not clear.
pub(super) fn ground(s: &State, h: HexId) -> Option<&'static str> {
    let terrain = Terrain::at(&s.game_data.board, h);
    (terrain != Terrain::Clear).then(|| terrain.title())
}
/// The terrain of a hex, and the features of the hexside through which it is entered.
pub(super) fn footing(s: &State, from: Option<HexId>, to: HexId) -> Vec<String> {
    let board = &s.game_data.board;
    let mut out: Vec<String> = ground(s, to).map(str::to_owned).into_iter().collect();
    if let Some((from, dir)) = from.and_then(|from| Some((from, board.direction(from, to)?))) {
        out.extend(Hexside::all_at(board, from, dir).map(|side| format!("across the {}", side.title())));
        let climb = board.elevation(to) - board.elevation(from);
        if climb > 0 {
            out.push(format!("{climb} up"));
        }
    }
    out
}
/// The works and waters around a hex, each with its hexside.
pub(super) fn sides(s: &State, h: HexId) -> Vec<String> {
    let board = &s.game_data.board;
    let along = |dir: Dir| {
        let way = board.orientation().dir_word(dir);
        Hexside::all_at(board, h, dir).map(move |side| format!("{} {way}", side.title()))
    };
    Dir::ALL.into_iter().flat_map(along).collect()
}
/// Movement Points that a unit has left.
pub(super) fn left(s: &State, u: UnitId) -> i32 {
    let run = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.unit == u => Some(*r),
        _ => None,
    });
    let run = run.unwrap_or_else(|| s.begin_run(u));
    // A unit that was unlimbered or Disordered on the way may have spent more than its new allowance.
    (i32::from(run.allowance) - i32::from(run.spent)).max(0)
}
/// Movement Points that a leader or a Standard has left after spending some.
pub(super) fn left_alone(s: &State, spent: u8) -> i32 {
    (i32::from(s.game_data.charts.leaders.ma) - i32::from(spent)).max(0)
}
/// The unit that moves at the top stage, if any.
pub(super) fn mover(s: &State) -> Option<UnitId> {
    match *s.stack.last()? {
        Stage::Running(r) => Some(r.unit),
        Stage::Tracing(trace) => Some(trace.unit),
        Stage::Withdrawing { unit, .. }
        | Stage::Retreat { unit, .. }
        | Stage::Retire { unit, .. }
        | Stage::Reface { unit, .. } => Some(unit),
        _ => None,
    }
}
