//! The guide of the player: questions, notes beside choices, effects and costs of actions, pieces, threats.

mod aftermath;
mod names;
mod notes;
mod pieces;
mod prospects;
mod questions;
#[cfg(test)]
mod tests;
mod threats;

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Piece, Side, UnitId};
use crate::event::{Event, What};
use crate::game::Suleiman;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use crate::view::sees_leader;
use aftermath::{became, blow, leg, reckoning, tells};
use casus_core::{Cite, Game as _, HexId, Place, Verdict};
use casus_guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat};
use casus_guide::{risks, weight};
use names::{facing_word, label, top, un};
use notes::{note, sense};
use pieces::{command_lines, hex_lines, leader_lines, unit_lines};
use questions::question;
use threats::{goals, threats};

/// Threats to a unit that enters a hex, from enemies that could act at once: missile units whose front it enters, and ZOCs.
fn dangers(s: &State, u: UnitId, hex: HexId) -> Vec<Threat> {
    let enemy = s.side(u).enemy();
    let mut out = Vec::new();
    let mut say = |words: &str, on: Vec<String>, cite: Cite| {
        if !on.is_empty() {
            out.push(Threat {
                words: words.to_owned(),
                on,
                cite,
            });
        }
    };
    let before = |&e: &UnitId| s.missile_armed(e) && s.in_front(e, hex);
    let archers: Vec<UnitId> = s.adjacent_enemies(hex, s.side(u)).filter(before).collect();
    if !archers.is_empty() {
        let mut there = s.clone();
        there.put(u, Whereabouts::Map(hex));
        let fires = |&e: &UnitId| {
            let mut v = Verdict::quick();
            crate::rules::fire::judge_as_it_stands(&there, e, u, Mode::Reaction, &mut v);
            !v.refused()
        };
        say(
            "Reaction Fire of",
            archers.into_iter().filter(fires).map(|e| un(s, e).to_owned()).collect(),
            cite!("7.3.2"),
        );
    }
    say("the ZOC of", s.controllers(hex, enemy).map(|e| un(s, e).to_owned()).collect(), cite!("3.2"));
    out
}

fn courses(s: &State) -> Vec<Course<Action>> {
    let mut whom = None;
    let (ways, spent, off) = match top(s) {
        Some(Stage::Running(run)) => {
            let (off, mut known) = (s.hex(run.unit).is_none(), vec![None; s.game_data.board.len()]);
            whom = Some(run.unit);
            let mut danger = |hex: HexId| *known[hex.index()].get_or_insert_with(|| weight(&dangers(s, run.unit, hex)));
            (crate::rules::movement::ways::safest(s, run.unit, &mut danger), run.spent, off)
        }
        Some(Stage::Riding(l)) => {
            let leader = s.leader(l);
            let off = leader.at.hex().is_none();
            (crate::rules::movement::ways::rides(s, l), leader.spent, off)
        }
        _ => return Vec::new(),
    };
    let course = |way: crate::rules::movement::ways::Way| {
        let step = |(i, &h): (usize, &HexId)| {
            if off && i == 0 {
                Action::Enter(h)
            } else {
                Action::Step(h)
            }
        };
        let cost = i32::from(way.spent) - i32::from(spent);
        let zoc = if way.in_zoc { ", enemy ZOC" } else { "" };
        let passed = way.path.split_last().map_or(&[][..], |(_, passed)| passed);
        Course {
            risks: whom.map_or_else(Vec::new, |u| risks(passed.iter().map(|&h| (label(s, h), dangers(s, u, h))))),
            to: label(s, way.hex),
            note: format!("{cost} MP{zoc}"),
            actions: way.path.iter().enumerate().map(step).collect(),
        }
    };
    ways.into_iter().map(course).collect()
}

fn in_hand(s: &State) -> Option<InHand<Action>> {
    if !matches!(top(s)?, Stage::Running(_) | Stage::Riding(_)) {
        return None;
    }
    let mut listed = Vec::new();
    Suleiman::actions(s, &mut listed);
    let idle = |a: &Action| matches!(a, Action::Halt | Action::Face(_));
    Some(InHand {
        lay_down: Action::Halt,
        idle: listed.iter().all(idle),
    })
}

/// The next action in the course of an attack: it closes the declarations, or resolves its combat.
fn in_course(s: &State, after: Action) -> Option<Action> {
    let (Action::Charge(attacker, _) | Action::Shock(attacker, _)) = after else {
        return None;
    };
    let stands = crate::rules::shock::declaring::declared(s)
        .iter()
        .any(|d| d.attacker == attacker);
    match top(s)? {
        Stage::Declaring if stands => Some(Action::Declared),
        Stage::Resolving if stands => Some(Action::Resolve(attacker)),
        _ => None,
    }
}

impl Guide for Suleiman {
    fn aftermath(what: &'static str, action: &Action) -> Option<&'static str> {
        Some(match (action, what) {
            (Action::EndMoves, _) => "After movement and fire",
            (Action::Declared, _) => "After the declarations",
            (Action::Halt, "charge") => "After the move of the Charge",
            (Action::Halt, _) => "After the move",
            (Action::Hold, "retreat") => "With the archers spared",
            _ => return None,
        })
    }
    fn tells(what: &'static str, action: &Action, event: &Event) -> bool {
        if what == "retreat-next" {
            return matches!(event.what, What::Became { .. } | What::Unaffected { .. });
        }
        tells(*action, &event.what)
    }
    fn answers(what: &'static str, action: &Action) -> Option<(&'static str, Cite)> {
        match (what, action) {
            ("before-shock", Action::CounterCharge(..)) => Some(("counter-charge", cite!("9.4"))),
            _ => None,
        }
    }
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
    fn dangers(s: &State, piece: Place, hex: Place) -> Vec<Threat> {
        match (Piece::at(s, piece), Piece::at(s, hex)) {
            (Some(Piece::Unit(u)), Some(Piece::Hex(h))) => dangers(s, u, h),
            _ => Vec::new(),
        }
    }
    fn take(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Take(u)),
            Piece::Leader(l) => Some(Action::TakeLeader(l)),
            _ => None,
        }
    }
    fn in_hand(s: &State) -> Option<InHand<Action>> {
        in_hand(s)
    }
    fn in_course(s: &State, after: &Action) -> Option<Action> {
        in_course(s, *after)
    }
    fn became(before: &State, after: &State, action: &Action, viewer: Side) -> Vec<String> {
        became(before, after, *action, viewer)
    }
    fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
        reckoning(s, last)
    }
    fn leg(s: &State, event: &Event) -> Option<Leg> {
        leg(s, event)
    }
    fn blow(_: &State, event: &Event) -> Option<Blow> {
        blow(event)
    }
    fn piece(s: &State, viewer: Option<Side>, at: Place) -> Vec<String> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => unit_lines(s, viewer, u),
            Some(Piece::Leader(l)) => leader_lines(s, viewer, l),
            Some(Piece::Command(c)) => command_lines(s, viewer, c),
            Some(Piece::Hex(h)) => hex_lines(s, viewer, h),
            None => Vec::new(),
        }
    }
    fn faces(s: &State, _: Option<Side>, at: Place) -> Option<&'static str> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() => Some(facing_word(s, s.unit(u).facing)),
            _ => None,
        }
    }
    fn zone(s: &State, _: Option<Side>, at: Place) -> Vec<Place> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() => {
                s.frontal(u).filter(|&h| s.controls(u, h)).map(HexId::place).collect()
            }
            _ => Vec::new(),
        }
    }
    fn sight(s: &State, viewer: Option<Side>, at: Place) -> Option<Vec<Place>> {
        let (from, gun) = match Piece::at(s, at)? {
            Piece::Unit(u) => (s.hex(u)?, s.arm(u) == crate::components::Arm::Artillery),
            Piece::Leader(l) if sees_leader(s, l, viewer) => (s.leader(l).at.hex()?, false),
            Piece::Hex(h) => (h, false),
            _ => return None,
        };
        let seen = |&to: &HexId| to != from && s.sight_blocked(from, to, gun) == [false; 3];
        Some(s.game_data.board.ids().filter(seen).map(HexId::place).collect())
    }
    fn goals(s: &State, viewer: Option<Side>, at: Place) -> Vec<Goal> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => goals(s, viewer, u),
            _ => Vec::new(),
        }
    }
    fn threats(s: &State, viewer: Option<Side>, at: Place) -> Vec<Threat> {
        let unit = match Piece::at(s, at) {
            Some(Piece::Unit(u)) => Some(u),
            Some(Piece::Hex(h)) => s.occupant(h),
            _ => None,
        };
        unit.map(|u| threats(s, viewer, u)).unwrap_or_default()
    }
}
