//! How the guide names units, commanders, corps and hexes, and what they have left.

use crate::components::{CommanderId, CorpsId, UnitId};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use crate::story::condition;
use casus_core::HexId;

/// Returns the name of a unit, which is plural.
pub(super) fn un(s: &State, u: UnitId) -> &str {
    s.game_data.roster.unit_name(u)
}

pub(super) fn cn(s: &State, c: CommanderId) -> &str {
    s.game_data.roster.leader_name(c)
}

pub(super) fn kn(s: &State, k: CorpsId) -> &str {
    s.game_data.roster.corps_name(k)
}

/// Returns a name in the form for the beginning of a sentence.
pub(super) fn upper(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

pub(super) fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}

pub(super) fn whereabouts(s: &State, at: Whereabouts) -> String {
    match at {
        Whereabouts::Map(h) => label(s, h),
        Whereabouts::Reserve => "still to enter".to_owned(),
        Whereabouts::Lost => "lost".to_owned(),
        Whereabouts::Fled => "fled from the field".to_owned(),
        Whereabouts::Absent => "not in this battle".to_owned(),
    }
}

pub(super) fn names(s: &State, list: impl Iterator<Item = UnitId>) -> String {
    let list: Vec<UnitId> = list.collect();
    crate::story::names(s, &list)
}

pub(super) fn facing_word(s: &State, u: UnitId) -> &'static str {
    s.unit(u).facing.word(s.game_data.board.orientation())
}

/// Returns the selected pieces in words: `"Vanguard pikemen 1 and 2 with Steiner"`.
pub(super) fn party(s: &State, run: &Run) -> String {
    let units = names(s, run.units.iter().map(UnitId));
    let man = |c| crate::story::commander(s, c, s.commander(c).successor);
    let commanders: Vec<String> = run.commanders.iter().map(man).collect();
    match (units.is_empty(), commanders.is_empty()) {
        (true, _) => commanders.join(", "),
        (false, true) => units,
        (false, false) => format!("{units} with {}", commanders.join(" and ")),
    }
}

/// Returns the hex of the selected pieces.
pub(super) fn at_hand(s: &State, run: &Run) -> Option<HexId> {
    match run.units.first() {
        Some(u) => s.hex(UnitId(u)),
        None => s.commander(run.commanders.iter().next()?).at.hex(),
    }
}

pub(super) fn commander_left(s: &State, c: CommanderId) -> i32 {
    i32::from(s.commander_face(c).ma) - i32::from(s.commander(c).spent)
}

/// Returns the movement points that all selected pieces have left.
pub(super) fn left(s: &State, run: &Run) -> i32 {
    let units = run.units.iter().map(|u| s.points_left(UnitId(u)));
    let commanders = run.commanders.iter().map(|c| commander_left(s, c));
    units.chain(commanders).min().unwrap_or(0)
}

pub(super) fn top(s: &State) -> Option<&Stage> {
    s.stack.last()
}

/// Returns the units in a hex, in few words.
pub(super) fn held(s: &State, h: HexId) -> String {
    names(s, s.units_at(h))
}

pub(super) fn unit_note(s: &State, u: UnitId) -> String {
    let mut parts = vec![whereabouts(s, s.unit(u).at)];
    if s.hex(u).is_some() {
        if s.unit(u).condition != Condition::Order {
            parts.push(condition(s.unit(u).condition).to_owned());
        }
        if s.hedgehog(u) {
            parts.push("in hedgehog".to_owned());
        }
        if s.out_of_command(u) {
            parts.push("out of command".to_owned());
        }
    }
    parts.join(", ")
}
