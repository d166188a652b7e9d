//! The player's guide: questions, notes on choices, effects and costs of actions, pieces, threats.

mod forecasts;
mod names;
mod notes;
mod pieces;
mod prospects;
mod questions;
#[cfg(test)]
mod tests;
mod threats;

use crate::action::Action;
use crate::components::{CommanderId, Piece, Side, UnitId};
use crate::event::{Event, What};
use crate::game::Marignan;
use crate::rules::movement::ways::{Stride, ways};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Game as _, HexId, Place};
use casus_guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat};
use names::{at_hand, facing_word, label, top};
use notes::{note, order_words, sense, step_price};
use pieces::{commander_lines, corps_lines, hex_lines, unit_lines};
use prospects::{became, blow, leg, reckoning};
use questions::question;
use threats::{goals, threats};

fn courses(s: &State) -> Vec<Course<Action>> {
    let Some(Stage::Running(run)) = top(s) else {
        return Vec::new();
    };
    let here = at_hand(s, run);
    let mut seen: Vec<HexId> = here.into_iter().collect();
    let mut out = Vec::new();
    // List the cheapest path to a hex, whatever the facing there.
    for way in ways(s, run) {
        if seen.contains(&way.hex) {
            continue;
        }
        seen.push(way.hex);
        let hexes: Vec<HexId> = way.path.iter().filter_map(Stride::hex).collect();
        let mut note = vec![format!("{} MP spent", way.spent)];
        if way.in_zoc {
            note.push("enemy ZOC".to_owned());
        }
        note.extend(order_words(s, run.units, here, &hexes));
        out.push(Course {
            // A unit that enters an enemy ZOC stops there, and nobody fires at moving units.
            risks: Vec::new(),
            to: label(s, way.hex),
            note: note.join(", "),
            actions: way
                .path
                .iter()
                .map(|stride| match *stride {
                    Stride::Step(h) => Action::Step(h),
                    Stride::Face(f) => Action::Face(f),
                })
                .collect(),
        });
    }
    out
}

fn in_hand(s: &State) -> Option<InHand<Action>> {
    let Stage::Running(_) = top(s)? else {
        return None;
    };
    let mut listed = Vec::new();
    Marignan::actions(s, &mut listed);
    let idle = |a: &Action| matches!(a, Action::Halt | Action::Face(_) | Action::Leave(_) | Action::LeaveCommander(_));
    Some(InHand {
        lay_down: Action::Halt,
        idle: listed.iter().all(idle),
    })
}

impl Guide for Marignan {
    fn question(s: &State) -> String {
        question(s)
    }
    fn note(s: &State, action: &Action) -> Note {
        note(s, *action)
    }
    fn sense(s: &State, action: &Action) -> Vec<String> {
        sense(s, *action)
    }
    fn courses(s: &State) -> Vec<Course<Action>> {
        courses(s)
    }
    fn take(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Take(u)),
            Piece::Leader(c) => Some(Action::TakeCommander(c)),
            _ => None,
        }
    }
    fn join(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Join(u)),
            Piece::Leader(c) => Some(Action::JoinCommander(c)),
            _ => None,
        }
    }
    fn stack(s: &State, hex: Place) -> Vec<Place> {
        let Some(Piece::Hex(h)) = Piece::at(s, hex) else {
            return Vec::new();
        };
        let commanders = s.commanders_at(h).map(CommanderId::place);
        s.units_at(h).map(UnitId::place).chain(commanders).collect()
    }
    fn turn_number(s: &State) -> Option<u32> {
        Some(s.turn().into())
    }
    fn passes(event: &Event) -> bool {
        matches!(event.what, What::Turn { .. } | What::PhaseBegins { .. } | What::NightStep { .. })
    }
    fn aside(event: &Event) -> bool {
        matches!(event.what, What::PassedOver { .. } | What::NoHex { .. })
    }
    fn in_hand(s: &State) -> Option<InHand<Action>> {
        in_hand(s)
    }
    fn weighty(action: &Action) -> bool {
        matches!(action, Action::Loose | Action::Resolve)
    }
    fn became(before: &State, after: &State, action: &Action, _: Side) -> Vec<String> {
        became(before, after, *action)
    }
    fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
        reckoning(s, last)
    }
    fn spends(s: &State, action: &Action) -> Option<(i32, &'static str)> {
        step_price(s, *action)
    }
    fn leg(s: &State, event: &Event) -> Option<Leg> {
        leg(s, event)
    }
    fn blow(_: &State, event: &Event) -> Option<Blow> {
        blow(event)
    }
    fn piece(s: &State, _: Option<Side>, at: Place) -> Vec<String> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => unit_lines(s, u),
            Some(Piece::Leader(c)) => commander_lines(s, c),
            Some(Piece::Command(k)) => corps_lines(s, k),
            Some(Piece::Hex(h)) => hex_lines(s, h),
            None => Vec::new(),
        }
    }
    fn faces(s: &State, _: Option<Side>, at: Place) -> Option<&'static str> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() && !s.routed(u) && !s.all_round(u) => Some(facing_word(s, u)),
            _ => None,
        }
    }
    fn zone(s: &State, _: Option<Side>, at: Place) -> Vec<Place> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() => s.zoc(u).map(HexId::place).collect(),
            _ => Vec::new(),
        }
    }
    fn sight(s: &State, _: Option<Side>, at: Place) -> Option<Vec<Place>> {
        let from = match Piece::at(s, at)? {
            Piece::Unit(u) => s.hex(u)?,
            Piece::Leader(c) => s.commander(c).at.hex()?,
            Piece::Hex(h) => h,
            Piece::Command(_) => return None,
        };
        let seen = |&to: &HexId| to != from && s.game_data.sees(from, to, |h| s.units_at(h).next().is_some());
        Some(s.game_data.board.ids().filter(seen).map(HexId::place).collect())
    }
    fn goals(s: &State, _: Option<Side>, at: Place) -> Vec<Goal> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => goals(s, u),
            _ => Vec::new(),
        }
    }
    fn threats(s: &State, _: Option<Side>, at: Place) -> Vec<Threat> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => threats(s, u),
            Some(Piece::Hex(h)) => s.units_at(h).flat_map(|u| threats(s, u)).collect(),
            _ => Vec::new(),
        }
    }
}
