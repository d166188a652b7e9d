//! How the guide names units, leaders and hexes, and what they have left.

use crate::action::Action;
use crate::components::{LeaderId, Missile, UnitId};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use crate::story::fate;
use casus_core::words::by_face;
use casus_core::{Die, HexId, Ledger, Lexicon, Place, VertexFacing};

/// The name of a unit, which is plural.
pub(super) fn un(s: &State, u: UnitId) -> &str {
    s.game_data.roster.unit_name(u)
}

pub(super) fn ln(s: &State, l: LeaderId) -> &str {
    s.game_data.roster.leader_name(l)
}

pub(super) fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}

pub(super) fn hex_of(s: &State, u: UnitId) -> String {
    match s.unit(u).at {
        Whereabouts::Map(h) => label(s, h),
        Whereabouts::Box => "in the camp".to_owned(),
        Whereabouts::Reserve => "off the map".to_owned(),
        Whereabouts::Lost => "lost".to_owned(),
        Whereabouts::Absent => "not in this battle".to_owned(),
    }
}

/// A unit with its hex, and its facing if it is on the map: `"Akincis 1 (2214, facing N)"`.
pub(super) fn standing(s: &State, u: UnitId) -> String {
    let facing = match s.hex(u) {
        Some(_) => format!(", facing {}", facing_word(s, s.unit(u).facing)),
        None => String::new(),
    };
    format!("{} ({}{facing})", un(s, u), hex_of(s, u))
}

pub(super) fn facing_word(s: &State, f: VertexFacing) -> &'static str {
    f.word(s.game_data.board.orientation())
}

pub(super) fn names(s: &State, list: impl Iterator<Item = UnitId>) -> String {
    let list: Vec<&str> = list.map(|u| un(s, u)).collect();
    casus_core::words::names(&list)
}

/// Movement points that a unit has left.
pub(super) fn left(s: &State, u: UnitId) -> i32 {
    let run = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.unit == u => Some(*r),
        _ => None,
    });
    let run = run.unwrap_or_else(|| s.begin_run(u));
    i32::from(run.allowance) - i32::from(run.spent)
}

pub(super) fn leader_left(s: &State, l: LeaderId) -> i32 {
    i32::from(s.leader_allowance(l)) - i32::from(s.leader(l).spent)
}

/// The modifiers of a die in words, without the die. Each names the piece that it comes from, unless it is `named`.
pub(super) fn added(s: &State, l: &Ledger, named: &[UnitId]) -> String {
    let net = format!("{:+} to the die", l.net());
    let named: Vec<Place> = named.iter().map(|u| u.place()).collect();
    let piece = |at| {
        if named.contains(&at) {
            String::new()
        } else {
            s.name_of(at)
        }
    };
    match &casus_core::words::lines(l, piece)[..] {
        [] => net,
        lines => format!("{net}: {}", lines.join(", ")),
    }
}

pub(super) fn shot_lines(s: &State, firer: UnitId, target: UnitId, mode: Mode, out: &mut Vec<String>) {
    let Some(ledger) = crate::rules::fire::shot_ledger(s, firer, target, mode) else {
        return;
    };
    out.push(format!("{}.", added(s, &ledger, &[firer, target])));
    out.push(by_face(Die::D10, |face| {
        let die = i32::from(face) + ledger.net();
        fate(crate::rules::fire::fate_of(s, target, die)).to_owned()
    }));
}

/// The top stage of the stack.
pub(super) fn top(s: &State) -> Option<Stage> {
    s.stack.last().copied()
}

pub(super) fn shot_mode(s: &State, action: Action) -> Option<(UnitId, UnitId, Mode)> {
    match (top(s)?, action) {
        (Stage::Running(run), Action::Fire(t)) => Some((run.unit, t, Mode::Phasing)),
        (Stage::Reaction { at, .. }, Action::React(u)) => Some((u, at, Mode::Reaction)),
        (Stage::Shot(shot), Action::Return) => Some((shot.target, shot.firer, Mode::Return)),
        _ => None,
    }
}

/// The unit that moves at the top stage.
pub(super) fn mover(s: &State) -> Option<UnitId> {
    match top(s)? {
        Stage::Running(r) => Some(r.unit),
        Stage::Approach(a) => Some(a.unit),
        Stage::Counter(c) => Some(c.unit),
        Stage::Retreat { unit, .. }
        | Stage::Retire { unit, .. }
        | Stage::Reface { unit, .. }
        | Stage::Wheel { unit } => Some(unit),
        _ => None,
    }
}

/// A name at the beginning of a sentence: `"The Bishop of Raab"`.
pub(super) fn upper(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

pub(super) fn hexes(s: &State, list: impl Iterator<Item = HexId>) -> Vec<String> {
    list.map(|h| match s.occupant(h) {
        Some(u) => format!("{} {}", label(s, h), un(s, u)),
        None => label(s, h),
    })
    .collect()
}

pub(super) fn missile(m: Missile) -> &'static str {
    match m {
        Missile::None => "no missiles",
        Missile::Bow => "bows",
        Missile::Musket => "muskets",
        Missile::Gun => "guns",
    }
}
