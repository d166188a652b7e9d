//! What a side sees: all except which Legates wait (7.3.1, ruling R-114), which neither side knows before the draw.

use crate::components::Side;
use crate::dispatch::decision;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::turn::{Crusade, Danes, Pope, Split};
use casus_core::{Lexicon, Outcome, Sided};
use serde::Serialize;
use std::collections::BTreeMap;

/// A counter in a view. Views include counters out of the game, with `at` `"gone"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitView {
    /// Its number in events.
    pub number: u8,
    /// Its printed name.
    pub title: String,
    /// The side of the counter.
    pub side: Side,
    /// The faction of its stripe.
    pub faction: &'static str,
    /// The type of the unit.
    pub kind: &'static str,
    /// Combat Prowess, attacking.
    pub attack: u8,
    /// Combat Prowess, defending.
    pub defence: u8,
    /// Whether it has artillery.
    pub artillery: bool,
    /// Its hex, if it is on the map.
    pub hex: Option<String>,
    /// `"map"`, `"routed"`, `"track"`, …
    pub at: &'static str,
    /// The turn in which it arrives or may be mustered, if any.
    pub turn: Option<u8>,
    /// Whether it is inside the walls of a place.
    pub inside: bool,
    /// Movement Points that it has spent in the current Campaign Phase.
    pub spent: u8,
    /// Movement Points that it has left in this Phase.
    pub left: u8,
    /// What it has done in this turn: `"moved"`, `"intercepted"`, `"halted"`; `"excused"` if it may move although it intercepted.
    pub done: Vec<&'static str>,
    /// Whether it arrived but found no open place; it is placed in the next Muster.
    pub waiting: bool,
}

/// An urban place in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TownView {
    /// The hex of the place.
    pub hex: String,
    /// Its name on the map.
    pub name: String,
    /// Town, city, fortress or customs station.
    pub kind: &'static str,
    /// Whether it has a Pillage marker.
    pub pillaged: bool,
    /// Whether its garrison is under Blockade.
    pub blockaded: bool,
    /// The side that occupies it.
    pub occupant: Option<Side>,
    /// The side that occupied it last.
    pub control: Option<Side>,
    /// The side that had a unit there, free of enemies, when the last Muster began; it may rebuild the place then (15.1).
    pub prepared: Option<Side>,
}

/// A side in a view: its Florins and markers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// The Florins that it has.
    pub florins: u16,
    /// The last turn of its Atrocity marker; 0 if it has none.
    pub atrocity: u8,
    /// Whether it has waived its minor victory.
    pub waived: bool,
    /// The number of the seven places that it occupies (16.3).
    pub places: u8,
}

/// The open decision.
pub type DecisionView = casus_core::DecisionView<Side>;

/// A view of the position for a side or a spectator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The turn, 1 to 25.
    pub turn: u8,
    /// The year of the turn, 1420 to 1444.
    pub year: u16,
    /// `"off"`, `"on"` or `"ending"`.
    pub crusade: &'static str,
    /// The Pope: `"Martin"` or `"Eugenius"`.
    pub pope: &'static str,
    /// Whether the Empire supported Poland (4.1).
    pub poland: bool,
    /// `"awaited"`, `"come"` or `"gone"`.
    pub danes: &'static str,
    /// `"whole"`, `"due"` or `"made"`.
    pub split: &'static str,
    /// Both sides, by name.
    pub sides: BTreeMap<Side, SideView>,
    /// All counters, by id.
    pub units: BTreeMap<String, UnitView>,
    /// The urban places.
    pub towns: BTreeMap<String, TownView>,
    /// The hex of the Field Battle in progress.
    pub field: Option<String>,
    /// The hex of the Siege Battle in progress.
    pub siege: Option<String>,
    /// The open decision.
    pub decision: Option<DecisionView>,
    /// The outcome, if play has ended.
    pub outcome: Option<Outcome<Side>>,
}

const fn turn_of(at: Whereabouts) -> Option<u8> {
    match at {
        Whereabouts::Track(n) | Whereabouts::Returns(n) | Whereabouts::Pool(n) | Whereabouts::Draw(n) => Some(n),
        _ => None,
    }
}

pub(crate) fn view(s: &State, _: Option<Side>) -> View {
    let game_data = s.game_data();
    let units = s.unit_ids().map(|u| {
        let (card, now) = (s.counter(u), s.unit(u));
        let flags = [
            (Done::MOVED, "moved"),
            (Done::INTERCEPTED, "intercepted"),
            (Done::HALTED, "halted"),
            (Done::EXCUSED, "excused"),
        ];
        let view = UnitView {
            number: u.0,
            title: card.title.clone(),
            side: card.side,
            faction: card.faction.word(),
            kind: card.kind.word(),
            attack: card.attack,
            defence: card.defence,
            artillery: card.artillery,
            hex: s.hex(u).map(|h| game_data.board.label(h)),
            at: now.at.word(),
            turn: turn_of(now.at),
            inside: s.hex(u).is_some() && now.inside,
            spent: now.spent,
            left: s.left(u),
            done: flags
                .into_iter()
                .filter(|(f, _)| now.done.has(*f))
                .map(|(_, w)| w)
                .collect(),
            waiting: s.waiting.contains(u.0),
        };
        (card.id.clone(), view)
    });
    let towns = game_data.roster.town_ids().map(|t| {
        let (card, now) = (&game_data.roster[t], s.town(t));
        let view = TownView {
            hex: game_data.board.label(card.hex),
            name: game_data.board.name(card.hex).unwrap_or(&card.id).to_owned(),
            kind: card.kind.word(),
            pillaged: now.pillaged,
            blockaded: now.blockaded,
            occupant: s.occupant(t),
            control: now.control,
            prepared: now.prepared,
        };
        (card.id.clone(), view)
    });
    let sides = Side::ALL.iter().map(|&side| {
        let view = SideView {
            florins: s.purse(side),
            atrocity: s.atrocity[side as usize],
            waived: s.waived[side as usize],
            places: crate::rules::victory::of_seven(s, side) as u8,
        };
        (side, view)
    });
    View {
        turn: s.turn(),
        year: s.year(),
        crusade: match s.crusade() {
            Crusade::Off => "off",
            Crusade::On => "on",
            Crusade::Ending => "ending",
        },
        pope: match s.pope() {
            Pope::Martin => "Martin",
            Pope::Eugenius => "Eugenius",
        },
        poland: s.poland,
        danes: match s.danes {
            Danes::Awaited => "awaited",
            Danes::Come => "come",
            Danes::Gone => "gone",
        },
        split: match s.split {
            Split::Whole => "whole",
            Split::Due(_) => "due",
            Split::Made => "made",
        },
        sides: sides.collect(),
        units: units.collect(),
        towns: towns.collect(),
        field: s.field().map(|b| game_data.board.label(b.hex)),
        siege: s.siege().map(|b| game_data.board.label(b.hex)),
        decision: decision(s).map(|d| d.view(|at| s.word_of(at))),
        outcome: s.outcome.map(|(outcome, _)| outcome),
    }
}
