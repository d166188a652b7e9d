//! A position that play reaches, laid down as a set-up and opened at its door, plays on alike.

use super::{Doorway, Prepared, Setup, TownPost, UnitPost};
use crate::action::Action;
use crate::components::Side;
use crate::game::BlindFaith;
use crate::options::Choice;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Crusade, Danes, Pope, Split};
use casus_core::{Agent, Closed, Game, Log, Random, Seat, Seeded, Sided, Turn};
use std::collections::BTreeMap;

/// The door at which a played position would be opened, if it stands at one.
fn door(s: &State) -> Option<(Doorway, Side)> {
    let Some(&Stage::Course(course)) = s.stack.first() else {
        return None;
    };
    match s.stack[1..] {
        [] | [Stage::Intercept { target: None }] => {}
        _ => return None,
    }
    Some(match course {
        Course::LegateStart => (Doorway::Start, Side::Imperial),
        Course::Track => (Doorway::Arrivals, Side::Imperial),
        Course::Upkeep => (Doorway::Upkeep, Side::Imperial),
        Course::Muster => (Doorway::Muster, Side::Imperial),
        Course::Rebuild(side) => (Doorway::Rebuild, side),
        Course::Declare => (Doorway::Crusade, Side::Imperial),
        Course::Campaign(side) => (Doorway::Campaign, side),
        Course::Leave => (Doorway::End, Side::Imperial),
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

/// A played position as a set-up.
fn laid(s: &State, doorway: Doorway, side: Side) -> Setup {
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
            hex: unit.at.hex().map(|h| s.kit.board.label(h)),
            at: unit.at.hex().is_none().then(|| word_of(unit.at)),
            inside: unit.inside,
            spent: Some(unit.spent).filter(|&n| n > 0),
            done: flags
                .iter()
                .filter(|f| unit.done.has(f.0))
                .map(|f| f.1.to_owned())
                .collect(),
            waiting: s.waiting.contains(u.0),
        }
    });
    let towns = s.kit.roster.town_ids().map(|t| TownPost {
        id: s.kit.roster[t].id.clone(),
        pillaged: s.town(t).pillaged,
        blockaded: s.town(t).blockaded,
        control: s.town(t).control,
        prepared: Some(match s.town(t).prepared {
            Some(Side::Hussite) => Prepared::Hussite,
            Some(Side::Imperial) => Prepared::Imperial,
            None => Prepared::Nobody,
        }),
    });
    Setup {
        options: Choice::ALL.iter().copied().filter(|&c| s.opts(c)).collect(),
        doorway,
        deployed: Some(false),
        turn: Some(s.turn),
        side: Some(side),
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
        event: Some(s.event),
        atrocity: Side::ALL
            .iter()
            .map(|&side| (side, s.atrocity[side as usize]))
            .collect::<BTreeMap<_, _>>(),
        waived: Side::ALL
            .iter()
            .copied()
            .filter(|&side| s.waived[side as usize])
            .collect(),
        units: units.collect(),
        towns: towns.collect(),
        ..Setup::default()
    }
}

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    BlindFaith::actions(s, &mut out);
    out
}

fn spelt(s: &State) -> (String, Vec<String>) {
    let turn = format!("{:?}", BlindFaith::turn(s));
    (turn, listed(s).iter().map(|a| BlindFaith::spell(s, a)).collect())
}

fn apply(s: &mut State, action: Action, dice: &mut Seeded) {
    BlindFaith::apply(s, &action, dice, &mut Log::off());
}

/// Plays two positions on side by side, by chance: what is asked and listed is the same.
fn alike(mut played: State, mut opened: State, steps: usize, seed: u64) -> Result<(), String> {
    let (mut a, mut b, mut agent) = (Seeded::new(seed), Seeded::new(seed), Random::new(seed));
    for step in 0..steps {
        let (x, y) = (spelt(&played), spelt(&opened));
        if x != y {
            return Err(format!("after {step} steps\nplayed {x:?}\nopened {y:?}"));
        }
        let Turn::Decide { side, .. } = BlindFaith::turn(&played) else {
            return Ok(());
        };
        let list = listed(&played);
        let i = Agent::<BlindFaith>::choose(&mut agent, Seat::new(&played, side, &list)) % list.len();
        apply(&mut played, list[i], &mut a);
        apply(&mut opened, list[i], &mut b);
    }
    Ok(())
}

/// Opens a played position at its door and compares. How many doors it was opened at, by their words.
fn compare(s: &State, seed: u64, met: &mut BTreeMap<String, usize>) {
    let Some((doorway, side)) = door(s) else { return };
    // Windows that a side has closed in a Phase are open at its door.
    if s.closed != Closed::default() || !s.arriving.is_empty() {
        return;
    }
    let setup = laid(s, doorway, side);
    let mut opened = match BlindFaith::begin(&setup) {
        Ok(opened) => opened,
        Err(faults) => panic!("seed {seed}, turn {}: {doorway:?}: {faults}", s.turn),
    };
    // In the middle of a Phase the other side is asked once more before the next stack moves (8.8).
    let asked = |s: &State| matches!(s.stack.last(), Some(Stage::Intercept { target: None }));
    if asked(&opened) && !asked(s) {
        apply(&mut opened, Action::Hold, &mut Seeded::new(0));
    }
    *met.entry(format!("{doorway:?}")).or_default() += 1;
    if let Err(e) = alike(s.clone(), opened, 60, seed) {
        panic!("seed {seed}, turn {}: {doorway:?}: {e}", s.turn);
    }
}

/// A campaign by chance, each position at a door laid down and opened there.
fn campaign(seed: u64, options: Vec<Choice>, met: &mut BTreeMap<String, usize>) {
    let setup = Setup {
        options,
        ..Setup::default()
    };
    let mut s = BlindFaith::begin(&setup).expect("the game as it comes");
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let mut last = None;
    for n in 0..60_000_u64 {
        let Turn::Decide { side, .. } = BlindFaith::turn(&s) else {
            return;
        };
        let course = s.course();
        if course != last || n % 97 == 0 {
            compare(&s, seed.wrapping_add(n), met);
        }
        last = course;
        let list = listed(&s);
        let i = Agent::<BlindFaith>::choose(&mut agent, Seat::new(&s, side, &list)) % list.len();
        apply(&mut s, list[i], &mut dice);
    }
}

#[test]
fn a_played_position_opened_at_its_door_plays_on_alike() {
    let mut met = BTreeMap::new();
    // The Danes are rare: by lot until they have been asked whether they leave.
    for seed in 0..100 {
        let options = if seed % 4 == 3 {
            Choice::ALL.to_vec()
        } else {
            Vec::new()
        };
        campaign(seed, options, &mut met);
        if seed >= 3 && met.contains_key("End") {
            break;
        }
    }
    for door in [
        "Start", "Arrivals", "Upkeep", "Muster", "Rebuild", "Crusade", "Campaign", "End",
    ] {
        assert!(met.contains_key(door), "no position stood at {door}: {met:?}");
    }
}
