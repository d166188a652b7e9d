//! Conversion of a position that play has reached into a set-up.

use super::{Prepared, Setup, StartAt, TownPost, UnitPost};
use crate::components::Side;
use crate::options::Choice;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Crusade, Danes, Pope, Split};
use casus_core::{Closed, Sided};

/// Returns the `start_at` of the set-up for a position, if there is one.
fn start(s: &State) -> Option<(StartAt, Side)> {
    let Some(&Stage::Course(course)) = s.stack.first() else {
        return None;
    };
    match s.stack[1..] {
        [] | [Stage::Intercept { target: None }] => {}
        _ => return None,
    }
    Some(match course {
        Course::LegateStart => (StartAt::Start, Side::Imperial),
        Course::Track => (StartAt::Arrivals, Side::Imperial),
        Course::Upkeep => (StartAt::Upkeep, Side::Imperial),
        Course::Muster => (StartAt::Muster, Side::Imperial),
        Course::Rebuild(side) => (StartAt::Rebuild, side),
        Course::Declare => (StartAt::Crusade, Side::Imperial),
        Course::Campaign(side) => (StartAt::Campaign, side),
        Course::Leave => (StartAt::End, Side::Imperial),
        _ => return None,
    })
}

fn word_of(at: Whereabouts) -> String {
    match at {
        Whereabouts::Track(n) | Whereabouts::Returns(n) | Whereabouts::Pool(n) | Whereabouts::Draw(n) => {
            format!("{} {n}", at.word())
        }
        _ => at.word().to_owned(),
    }
}

/// Returns whether the other side is being asked about interceptions before a stack moves (8.8).
pub(crate) fn asked_first(s: &State) -> bool {
    matches!(s.stack.last(), Some(Stage::Intercept { target: None }))
}

/// Returns a state as a set-up, if play can open there and a set-up can describe all that matters in it.
pub(crate) fn laid(setup: &Setup, s: &State) -> Option<Setup> {
    let (start_at, side) = start(s)?;
    // A set-up opens with no interceptions declined, and cannot describe counters that are still to be placed.
    if s.closed != Closed::default() || !s.arriving.is_empty() {
        return None;
    }
    let campaign = start_at == StartAt::Campaign;
    let mustering = matches!(start_at, StartAt::Arrivals | StartAt::Upkeep | StartAt::Muster | StartAt::Rebuild);
    let begun = start_at != StartAt::Start;
    let units = s.unit_ids().map(|u| {
        let unit = s.unit(u);
        let flags = [
            (Done::MOVED, "moved"),
            (Done::INTERCEPTED, "intercepted"),
            (Done::HALTED, "halted"),
            (Done::EXCUSED, "excused"),
        ];
        UnitPost {
            id: s.counter(u).id.clone(),
            hex: unit.at.hex().map(|h| s.game_data.board.label(h)),
            at: unit.at.hex().is_none().then(|| word_of(unit.at)),
            inside: unit.inside,
            spent: Some(unit.spent).filter(|&n| campaign && n > 0),
            done: flags
                .iter()
                .filter(|f| campaign && unit.done.has(f.0))
                .map(|f| f.1.to_owned())
                .collect(),
            waiting: s.waiting.contains(u.0),
        }
    });
    let towns = s.game_data.roster.town_ids().map(|t| TownPost {
        id: s.game_data.roster[t].id.clone(),
        pillaged: s.town(t).pillaged,
        blockaded: s.town(t).blockaded,
        control: s.town(t).control,
        prepared: mustering.then(|| match s.town(t).prepared {
            Some(Side::Hussite) => Prepared::Hussite,
            Some(Side::Imperial) => Prepared::Imperial,
            None => Prepared::Nobody,
        }),
    });
    Some(Setup {
        options: Choice::ALL.iter().copied().filter(|&c| s.opts(c)).collect(),
        start_at,
        deployed: Some(false),
        turn: Some(s.turn),
        side: matches!(start_at, StartAt::Rebuild | StartAt::Campaign).then_some(side),
        purses: Side::ALL.iter().map(|&side| (side, s.purse(side))).collect(),
        crusade: Some(
            match s.crusade() {
                Crusade::Off => "off",
                Crusade::On => "on",
                Crusade::Ending => "ending",
            }
            .to_owned(),
        ),
        pope: Some(if s.pope() == Pope::Martin { "Martin" } else { "Eugenius" }.to_owned()),
        poland: s.poland,
        danes: Some(
            match s.danes {
                Danes::Awaited => "awaited",
                Danes::Come => "come",
                Danes::Gone => "gone",
            }
            .to_owned(),
        ),
        split: Some(match s.split {
            Split::Whole => "whole".to_owned(),
            Split::Due(0) => "due".to_owned(),
            Split::Due(turn) => format!("due {turn}"),
            Split::Made => "made".to_owned(),
        }),
        event: (start_at == StartAt::Arrivals).then_some(s.event),
        atrocity: Side::ALL
            .iter()
            .filter(|_| begun)
            .map(|&side| (side, s.atrocity[side as usize]))
            .collect(),
        waived: Side::ALL
            .iter()
            .copied()
            .filter(|&side| s.waived[side as usize])
            .collect(),
        units: units.collect(),
        towns: towns.collect(),
        bare: setup.bare,
        map: setup.map.clone(),
        lands: setup.lands.clone(),
        places: setup.places.clone(),
        counters: setup.counters.clone(),
        charts: setup.charts.clone(),
    })
}
