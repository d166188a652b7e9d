//! The note beside each choice, and what its effects and costs are.

use super::forecasts::{fire_lines, melee_lines};
use super::names::{at_hand, commander_left, held, kn, top, un, unit_note, whereabouts};
use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Disorder;
use crate::components::{CorpsId, FARM, TERRAIN_WORDS, UnitId, VILLAGE};
use crate::rules::movement::contact::{braces, committed};
use crate::rules::movement::costs::{ride_ledger, step_ledger};
use crate::rules::testing::test_ledger;
use crate::state::combat::Mode;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::{Stage, Why};
use crate::story::{need, why};
use casus_core::{HexId, PieceSet};
use casus_guide::Note;

fn ground_words(s: &State, h: HexId) -> Vec<String> {
    let code = s.game_data.board.terrain(h);
    let mut out = Vec::new();
    if let (1.., Some(word)) = (code, TERRAIN_WORDS.get(usize::from(code))) {
        out.push((*word).to_owned());
    }
    if let (VILLAGE | FARM, Some(name)) = (code, s.game_data.board.name(h)) {
        out.push(name.to_owned());
    }
    out
}

/// Returns the morale of a corps, or of its army if it has none of its own.
fn morale_words(s: &State, k: CorpsId) -> String {
    match s.game_data.roster[k].morale {
        Some(_) => format!("morale {}", s.corps(k).morale),
        None => format!("morale of the army {}", s.swiss_morale),
    }
}

/// Returns the effects of a path's terrain on the order of the units on it: `"test of order"`, `"2 tests of order"`.
pub(super) fn order_words(s: &State, units: PieceSet, from: Option<HexId>, way: &[HexId]) -> Vec<String> {
    let (tests, lost) = s.ordeals(units, from, way);
    let mut out = Vec::new();
    match tests {
        0 => {}
        1 => out.push("test of order".to_owned()),
        n => out.push(format!("{n} tests of order")),
    }
    match lost {
        0 => {}
        1 => out.push("disordered by the ground".to_owned()),
        n => out.push(format!("{n} disordered by the ground")),
    }
    out
}

/// Returns the cost of a step: that of the first selected unit, or of a commander if no unit is selected. Before a unit's step
/// terrain or the enemy may require a test.
pub(super) fn step_price(s: &State, action: Action) -> Option<(i32, &'static str)> {
    let (Action::Step(to), Some(Stage::Running(run))) = (action, top(s)) else {
        return None;
    };
    let from = at_hand(s, run);
    let price = match run.units.first().map(UnitId) {
        Some(u) => step_ledger(s, u, from, to, run.units),
        None => ride_ledger(s, from, to),
    };
    Some((price.total, "MP"))
}

pub(super) fn note(s: &State, action: Action) -> Note {
    let words = Note::said;
    let aside = |from: Option<HexId>, to: HexId, more: Vec<String>| {
        Note::toward(action.word(), s.game_data.board.way(from, to), more)
    };
    match action {
        Action::Place(_, h) => words(ground_words(s, h).join(", ")),
        Action::Take(u) => words(format!("{}, {}, {} MP", un(s, u), unit_note(s, u), s.points_left(u))),
        Action::TakeCommander(c) => {
            words(format!("{}, {} MP", whereabouts(s, s.commander(c).at), commander_left(s, c)))
        }
        Action::Step(to) => match top(s) {
            Some(Stage::Running(run)) => {
                let from = at_hand(s, run);
                let mut more = Vec::new();
                more.extend(step_price(s, action).map(|(points, of)| format!("{points} {of}")));
                more.extend(ground_words(s, to));
                more.push(held(s, to));
                if s.in_zoc(to, run.side.enemy()) {
                    more.push("enemy ZOC".to_owned());
                }
                more.extend(order_words(s, run.units, from, &[to]));
                aside(from, to, more)
            }
            Some(Stage::Flight(flight)) => aside(s.hex(flight.unit), to, vec![held(s, to)]),
            _ => Note::default(),
        },
        Action::Retreat(u, to) => {
            let mut more = ground_words(s, to);
            // At night there are no tests (ruling R95).
            if s.phase().is_some() {
                more.extend(order_words(s, [u.0].into_iter().collect(), s.hex(u), &[to]));
            }
            aside(s.hex(u), to, more)
        }
        Action::Advance(u) => match top(s) {
            Some(Stage::Bout(bout)) => {
                let mut more = vec![un(s, u).to_owned(), unit_note(s, u)];
                more.extend(order_words(s, [u.0].into_iter().collect(), s.hex(u), &[bout.target]));
                words(more.join(", "))
            }
            _ => words(format!("{}, {}", un(s, u), unit_note(s, u))),
        },
        Action::Aim(h) | Action::Assault(h) | Action::Charge(_, h) => words(held(s, h)),
        Action::Order(k) | Action::Inspire(k) => words(morale_words(s, k)),
        Action::Test(u)
        | Action::Rally(u)
        | Action::Flee(u)
        | Action::Lose(u)
        | Action::Join(u)
        | Action::Install(u)
        | Action::Rejoin(u)
        | Action::Unform(u)
        | Action::Fire(u)
        | Action::Attack(u) => words(format!("{}, {}", un(s, u), unit_note(s, u))),
        _ => Note::default(),
    }
}

/// Returns the test that a unit must pass, with what it needs: `"Arquebusiers 1 test against the advance to 1213 (9.2): …"`.
fn trial(s: &State, u: UnitId, of: Why, unless: &str) -> String {
    let need = need(s, u, &test_ledger(s, u, of));
    format!("{} {} ({}){unless}: on two dice they need {need}.", un(s, u), why(s, of), of.cite())
}

/// Returns the consequences of a step besides its cost, in the order of ruling R36: the tests of units that enter a ZOC, the
/// effect of the terrain on them, and the tests of units that they commit (9.1, 9.2).
fn step_trials(s: &State, run: &Run, from: Option<HexId>, to: HexId) -> Vec<String> {
    let mut out = Vec::new();
    if s.in_zoc(to, run.side.enemy()) {
        let braced = run.units.iter().map(UnitId).filter(|&u| !s.counter(u).swiss_pikemen());
        out.extend(braced.map(|u| trial(s, u, Why::Entry, "")));
    }
    for u in run.units.iter().map(UnitId) {
        match s.roughness(u, from, to) {
            Disorder::None => {}
            Disorder::Test => out.push(trial(s, u, Why::Terrain, "")),
            Disorder::Automatic => {
                out.push(format!("{} are disordered by the ground, without a test ({}).", un(s, u), cite!("9.1")));
            }
        }
    }
    for e in committed(s, run, from, to).iter().map(UnitId) {
        let unless = if braces(s, run, e) {
            format!(" unless they form the hedgehog first ({})", cite!("9.4"))
        } else {
            String::new()
        };
        out.push(trial(s, e, Why::Commitment(to), &unless));
    }
    out
}

/// Returns the result of each face of the die, one line each.
pub(super) fn sense(s: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    match action {
        Action::Step(to) => {
            let Some(Stage::Running(run)) = top(s) else {
                return out;
            };
            let from = at_hand(s, run);
            for u in run.units.iter().map(UnitId) {
                let cost = step_ledger(s, u, from, to, run.units);
                let lines: Vec<String> = cost
                    .lines
                    .iter()
                    .map(|l| format!("{} {} ({})", l.value, l.label, l.cite))
                    .collect();
                out.push(format!(
                    "{} spend {} MP of {}: {}.",
                    un(s, u),
                    cost.total,
                    s.points_left(u),
                    lines.join(", ")
                ));
            }
            for e in s.controllers(to, run.side.enemy()) {
                out.push(format!("There they are in the ZOC of {} ({}).", un(s, e), cite!("4.0")));
            }
            out.extend(step_trials(s, run, from, to));
        }
        Action::Test(u) | Action::Rally(u) => {
            let why = match top(s) {
                Some(Stage::Tests(tests)) => tests.why,
                _ => Why::Rally,
            };
            out.push(if matches!(why, Why::Desorg(_)) {
                format!("{} have no test to pass ({}).", un(s, u), why.cite())
            } else {
                let need = need(s, u, &test_ledger(s, u, why));
                format!("{} need {need} on two dice ({}).", un(s, u), cite!("0.2"))
            });
        }
        Action::Loose | Action::Fire(_) => {
            let Some(Stage::Shot(shot)) = top(s) else {
                return out;
            };
            let mut firers = shot.firers;
            if let Action::Fire(unit) = action {
                firers.insert(unit.0);
            }
            out.extend(fire_lines(s, shot.target, firers));
        }
        Action::Aim(hex) => {
            if let Some(mode) = Mode::of(s) {
                let firers: PieceSet = crate::rules::fire::shot::firers(s, hex, mode).map(|u| u.0).collect();
                let loners = crate::rules::fire::draft::loners(s, firers);
                let together = firers.without(loners);
                if !together.is_empty() {
                    out.push(format!("If all who may fire at it together did ({}):", cite!("12.3", "R56")));
                    out.extend(fire_lines(s, hex, together));
                }
                for unit in loners.iter() {
                    let name = un(s, UnitId(unit));
                    out.push(format!("{name} would fire alone ({}):", cite!("12.3", "R56")));
                    out.extend(fire_lines(s, hex, PieceSet::one(unit)));
                }
            }
        }
        Action::Resolve | Action::Attack(_) => {
            let Some(Stage::Bout(bout)) = top(s) else {
                return out;
            };
            let mut attackers = bout.attackers;
            if let Action::Attack(unit) = action {
                attackers.insert(unit.0);
            }
            out.extend(melee_lines(s, bout.target, attackers));
        }
        Action::Assault(hex) => {
            let able = |&(u, _): &(UnitId, HexId)| crate::rules::melee::assault::may_attack(s, u, hex);
            let attackers: PieceSet = s.on_map(s.active).filter(able).map(|(u, _)| u.0).collect();
            out.push(format!("If all who may attack it took part ({}):", cite!("13.1", "R60")));
            out.extend(melee_lines(s, hex, attackers));
        }
        Action::Order(k) => out.push(format!(
            "The units of {} retreat without a test, for two points of morale: {} ({}).",
            kn(s, k),
            morale_words(s, k),
            cite!("11.0")
        )),
        _ => {}
    }
    out
}
