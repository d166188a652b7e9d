//! A set-up and an action, turned and mirrored; a state laid as a set-up.

use super::positions::{CENTRE, MARGIN};
use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::data::standard;
use crate::options::Choice;
use crate::setup::{Base, CommanderPost, CorpsPost, Setup, StartAt, UnitPost, WorkPost};
use crate::state::pieces::{Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{HexId, Symmetry};
use casus_testkit::strategies::Mirror;
use std::collections::BTreeMap;

/// Returns the mirror image of a position about [`CENTRE`]: hexes, hexsides, facings. What would leave the map stays.
pub fn image(setup: &Setup, by: Symmetry) -> Setup {
    let mut image = setup.clone();
    let Some(mirror) = Mirror::about(&standard().board, CENTRE, by) else {
        return image;
    };
    for unit in &mut image.units {
        unit.hex.iter_mut().for_each(|h| mirror.label(h));
        unit.charge.iter_mut().for_each(|h| mirror.label(h));
        unit.facing.iter_mut().for_each(|f| mirror.side(f));
    }
    for commander in &mut image.commanders {
        commander.hex.iter_mut().for_each(|h| mirror.label(h));
    }
    for work in &mut image.works {
        mirror.label(&mut work.hex);
        mirror.side(&mut work.side);
    }
    image.assaulted.iter_mut().for_each(|h| mirror.label(h));
    if let Some(map) = &mut image.map {
        mirror.map(&mut map.hexes, &mut map.hexsides, &mut map.roads);
    }
    image
}

/// Returns the mirror image of an action about [`CENTRE`]; `None` for a fortification, and for an action too near the map edge
/// to be compared.
pub fn image_of(state: &State, action: Action, by: Symmetry) -> Option<Action> {
    let mirror = Mirror::about(&state.game_data().board, CENTRE, by)?;
    let hex = |h: HexId| mirror.hex(h, MARGIN);
    Some(match action {
        Action::Step(h) => Action::Step(hex(h)?),
        Action::Aim(h) => Action::Aim(hex(h)?),
        Action::Assault(h) => Action::Assault(hex(h)?),
        Action::Place(u, h) => Action::Place(u, hex(h)?),
        Action::Charge(u, h) => Action::Charge(u, hex(h)?),
        Action::Retreat(u, h) => Action::Retreat(u, hex(h)?),
        // A fortification may be placed on the south-west side of its hex, but not on the south-east side (ruling R96).
        Action::Build(..) => return None,
        Action::Face(f) => Action::Face(by.apply_side_facing(f)),
        other => other,
    })
}

/// Returns a state as a set-up, if play can open there and a set-up can describe all that matters in it.
pub(super) fn laid(setup: &Setup, s: &State) -> Option<Setup> {
    let [Stage::Course(course)] = &s.stack[..] else {
        return None;
    };
    let start_at = match course {
        Course::Moves => StartAt::Moves,
        Course::Retreats => StartAt::Retreat,
        Course::DefensiveFire => StartAt::DefensiveFire,
        Course::OffensiveFire => StartAt::OffensiveFire,
        Course::Melees => StartAt::Melee,
        _ => return None,
    };
    // A set-up cannot describe that an owner has let his commander stay.
    if s.opts(Choice::R49) {
        return None;
    }
    // A set-up cannot describe what was tried, tested or charged, which step was the last, and which hedgehogs were declined.
    let untold = [Marks::FLED, Marks::TRIED, Marks::COMMITTED, Marks::PASSED];
    let tells = |u: UnitId| !untold.iter().any(|&mark| s.unit(u).marks.has(mark)) && s.unit(u).charge.is_none();
    let heroes = s.commander_ids().any(|c| s.commander(c).steadies.is_some());
    let going = s.entry.is_some() || s.fought.is_some() || s.braced || heroes;
    if going || !s.unit_ids().all(tells) || s.corps.iter().any(|c| c.ordered) {
        return None;
    }
    let (board, roster) = (&s.game_data().board, &s.game_data().roster);
    let o = board.orientation();
    let deeds = [
        ("moved", Marks::MOVED),
        ("retreated", Marks::RETREATED),
        ("fired", Marks::FIRED),
        ("attacked", Marks::ATTACKED),
    ];
    let mut laid = Setup {
        scenario: setup.scenario.clone(),
        start_at,
        turn: Some(s.turn.into()),
        active: Some(s.active),
        base: Some(Base::Empty),
        swiss_morale: Some(s.swiss_morale.into()),
        breached: s.breached,
        units: Vec::new(),
        commanders: Vec::new(),
        corps: BTreeMap::new(),
        taken: Vec::new(),
        works: Vec::new(),
        assaulted: s.assaulted.iter().map(|&h| board.label(h)).collect(),
        ..setup.clone()
    };
    let places = &s.game_data().deployment.places;
    laid.taken = (0..places.len())
        .filter(|&n| s.taken >> (n % 8) & 1 == 1)
        .map(|n| board.label(places[n]))
        .collect();
    for work in &s.works {
        let side = o.dir_word(work.side);
        // A fortification on all four sides is named by the northern one.
        if s.opts(Choice::R96) && side != "N" {
            continue;
        }
        laid.works.push(WorkPost {
            hex: board.label(work.hex),
            side: side.to_owned(),
        });
    }
    for u in s.unit_ids().filter(|&u| s.unit(u).at != Whereabouts::Absent) {
        let unit = s.unit(u);
        let (hex, at) = place(s, unit.at);
        let there = hex.is_some();
        laid.units.push(UnitPost {
            id: roster[u].id.clone(),
            hex,
            at,
            facing: (there && unit.condition != Condition::Routed).then(|| unit.facing.word(o).to_owned()),
            state: there.then(|| unit.condition.word().to_owned()),
            replaced: unit.replaced,
            out_of_command: unit.marks.has(Marks::OUT_OF_COMMAND),
            hedgehog: unit.marks.has(Marks::HEDGEHOG),
            charge: None,
            done: deeds
                .iter()
                .filter(|(_, mark)| there && unit.marks.has(*mark))
                .map(|(word, _)| (*word).to_owned())
                .collect(),
        });
    }
    lay_commanders(s, &mut laid);
    lay_corps(s, &mut laid);
    Some(laid)
}

/// The hex in which a piece is, or the word for where it is otherwise.
fn place(s: &State, at: Whereabouts) -> (Option<String>, Option<String>) {
    match at {
        Whereabouts::Map(h) => (Some(s.game_data().board.label(h)), None),
        other => (None, Some(other.word().to_owned())),
    }
}

fn lay_commanders(s: &State, laid: &mut Setup) {
    let roster = &s.game_data().roster;
    for c in s.commander_ids().filter(|&c| s.commander(c).at != Whereabouts::Absent) {
        let commander = s.commander(c);
        let (hex, at) = place(s, commander.at);
        laid.commanders.push(CommanderPost {
            id: roster[c].id.clone(),
            hex,
            at,
            injured: commander.injured,
            successor: commander.successor,
            moved: commander.moved,
        });
    }
}

fn lay_corps(s: &State, laid: &mut Setup) {
    let roster = &s.game_data().roster;
    for c in s.corps_ids() {
        let corps = s.corps(c);
        let french = s.game_data().corps_side(c) == Side::French;
        let leader = corps.leader.map(|l| roster[l].id.clone());
        let vacant = (leader.is_none() && corps.vacant > 0).then_some(i64::from(corps.vacant));
        let post = CorpsPost {
            morale: french.then_some(i64::from(corps.morale)),
            leader,
            vacant,
        };
        laid.corps.insert(roster[c].id.clone(), post);
    }
}
