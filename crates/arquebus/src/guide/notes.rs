//! A few words beside a listed action.

use crate::action::Action;
use crate::components::{BattleId, UnitId};
use crate::guide::names::{at_most, footing, held, label, left, left_alone, mover, plight, unit};
use crate::guide::prospects;
use crate::rules::activation::{attempted, continuation};
use crate::rules::charge::counter::{attempt, counter_facts};
use crate::rules::fire::shot::{facts, shot_ledger, target_hexes};
use crate::rules::movement::alone::may_go;
use crate::rules::movement::costs::{STEP_COSTS, StepFacts};
use crate::rules::movement::leaving::exit_cost;
use crate::rules::shock::countering::attackers;
use crate::state::activation::Named;
use crate::state::combat::Answer;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use casus_core::words::many;
use casus_core::{Few, HexId, Ledger, Place};
use casus_guide::Note;

/// The firer of an action, the target hex, the kind of fire, and the run.
pub(super) fn shot_of(s: &State, action: Action) -> Option<(UnitId, HexId, Mode, Option<Run>)> {
    match (*s.stack.last()?, action) {
        (Stage::Running(run), Action::Fire(h)) => Some((run.unit, h, Mode::Active, Some(run))),
        (Stage::Reaction { hex, .. }, Action::React(u)) => Some((u, hex, Mode::Reaction, None)),
        (Stage::Shot(shot), Action::Return(u)) => Some((u, s.hex(shot.firer)?, Mode::Return, None)),
        _ => None,
    }
}

/// The roll of a Counter-Charge before its die.
pub(super) fn counter_die(s: &State, u: UnitId, against: Answer) -> Option<(Ledger, i32)> {
    let from = match (*s.stack.last()?, against) {
        (Stage::Shot(shot), Answer::Fire) => s.hex(shot.firer).into_iter().collect(),
        _ => attackers(s, s.combat()?, u, against),
    };
    Some(attempt(&counter_facts(s, u, against, from)?))
}

/// The Continuation roll before its die.
pub(super) fn continuation_die(s: &State, named: Named) -> Option<(Ledger, i32)> {
    let Some(&Stage::Continuity { side }) = s.stack.last() else {
        return None;
    };
    let mut then = s.clone();
    attempted(&mut then, side);
    Some(continuation(&then, side, named))
}

/// The roll by which a Battle joins, before its die.
fn joining_die(s: &State, b: BattleId) -> Option<(Ledger, i32)> {
    let Some(&Stage::Joining { side, .. }) = s.stack.last() else {
        return None;
    };
    Some(continuation(s, side, Named::Battle(b)))
}

/// The cost and the gain of leaving the map.
fn leaving(s: &State) -> Option<String> {
    let Some(Stage::Running(run)) = s.stack.last() else {
        return None;
    };
    let side = s.side(run.unit);
    let worth = s.game_data.charts.flight.of(s.counter(run.unit).arm);
    let of = s.exit(side).map_or(String::new(), |e| format!(" of {}", e.points));
    let after = s.points_away(side) + i32::from(worth);
    Some(format!("{} MP, then {after}{of} Flight Points off the map", exit_cost(s, run)?))
}

fn battle(s: &State, b: BattleId) -> String {
    let n = s.in_play(b).count();
    format!("{}, {}", s.game_data.roster[b].title, many(n, "unit"))
}

/// The cost of a step for the selected unit.
pub(super) fn step_cost(s: &State, run: &Run, to: HexId) -> Ledger {
    STEP_COSTS.ledger(0, &StepFacts::new(s, *run, s.hex(run.unit), to))
}

/// A selected leader or Standard, with its hex and the points that it has spent.
pub(super) fn alone(s: &State) -> Option<(Place, HexId, u8)> {
    match *s.stack.last()? {
        Stage::Riding(l) => Some((l.place(), s.leader(l).at.hex()?, s.leader(l).spent)),
        Stage::Carrying(t) => Some((t.place(), s.standard(t).at.hex()?, s.standard(t).spent)),
        _ => None,
    }
}

fn step(s: &State, action: Action, to: HexId) -> Note {
    let board = &s.game_data.board;
    let toward = |from: Option<HexId>, more| Note::toward(action.word(), board.way(from, to), more);
    if let Some(Stage::Running(run)) = s.stack.last() {
        let from = s.hex(run.unit);
        let mut more = vec![format!("{} MP", step_cost(s, run, to).total)];
        more.extend(footing(s, from, to));
        if s.near_enemy(to, s.side(run.unit)) {
            more.push("next to an enemy unit".to_owned());
        }
        return toward(from, more);
    }
    if let Some((piece, from, spent)) = alone(s) {
        let mut more: Vec<String> = may_go(s, piece, from, spent, to)
            .map(|c| format!("{c} MP"))
            .into_iter()
            .collect();
        more.extend(s.units_at(to).map(|u| unit(s, u).to_owned()));
        return toward(Some(from), more);
    }
    let from = match s.stack.last() {
        Some(Stage::Tracing(trace)) => Some(trace.at),
        _ => mover(s).and_then(|u| s.hex(u)),
    };
    toward(from, footing(s, from, to))
}

/// The shot at the units of a hex: `"range 2: Pikes 3 DRM -1"`.
fn shot(s: &State, action: Action) -> Option<String> {
    let (u, hex, mode, run) = shot_of(s, action)?;
    let f = facts(s, u, hex, mode, run)?;
    let net = |t: UnitId| {
        let shaken = match s.unit(t).condition {
            crate::state::pieces::Condition::Normal => String::new(),
            c => format!(", {}", c.title()),
        };
        format!("{} DRM {:+}{shaken}", unit(s, t), shot_ledger(&f, t).net())
    };
    let on: Vec<String> = s.units_at(hex).map(net).collect();
    let raining = if f.raining { ", over units" } else { "" };
    Some(format!("range {}{raining}: {}", f.range, on.join("; ")))
}

/// The enemies that a unit would have in front.
fn ahead(s: &State, action: Action) -> Option<String> {
    let Action::Face(f) = action else { return None };
    let at = match s.stack.last() {
        Some(Stage::Tracing(trace)) => trace.at,
        _ => s.hex(mover(s)?)?,
    };
    let all: Vec<String> = s.ahead(at, f).map(|h| held(s, h)).collect();
    Some(all.join(" + "))
}

pub(super) fn note(s: &State, action: Action) -> Note {
    let said = Note::said;
    let die = |die: Option<(Ledger, i32)>| {
        die.map_or(String::new(), |(net, need)| match net.net() {
            0 => format!("needs {need} or less"),
            drm => format!("needs {need} or less, DRM {drm:+}"),
        })
    };
    match action {
        Action::Activate(b) => said(battle(s, b)),
        Action::ActivateBoth(a, b) => said(format!("{}; {}", battle(s, a), battle(s, b))),
        Action::Name(b) => {
            let words = die(continuation_die(s, Named::Battle(b)));
            said(format!("{}, {words}", battle(s, b)))
        }
        Action::Join(b) => said(format!("{}, {}", battle(s, b), die(joining_die(s, b)))),
        Action::LeaveMap => said(leaving(s).unwrap_or_default()),
        Action::NameArmy => said(die(continuation_die(s, Named::Army))),
        Action::Seize(b, crate::components::SeizureCounter::Opportunity(top)) => {
            said(format!("{}, needs {top} or less", battle(s, b)))
        }
        Action::RallyAt(t) | Action::Carry(t) | Action::TakeStandard(t) => {
            let at = s.standard(t).at;
            let retired = |u: &UnitId| {
                let near = s.hex(*u).zip(at.hex());
                s.retired(*u)
                    && s.counter(*u).standard == t
                    && near.is_some_and(|(a, b)| s.game_data.board.distance(a, b) <= 1)
            };
            let n = s.unit_ids().filter(retired).count();
            let here = at.hex().map_or(String::new(), |h| format!("in {}, ", label(s, h)));
            said(format!("{here}{} within 1 hex", many(n, "Retired unit")))
        }
        Action::Replace(_, u) | Action::Rejoin(u) | Action::BattleCry(u) | Action::Unsteady(u) | Action::Rally(u) => {
            said(plight(s, u))
        }
        Action::Take(u) => {
            let mut out = format!("{}, {} MP", plight(s, u), left(s, u));
            if s.hex(u).is_some() && !s.unit(u).done.has(Done::IN_COMMAND) {
                out.push_str(", out of command");
            }
            if !target_hexes(s, u).is_empty() {
                out.push_str(", enemies in range");
            }
            said(out)
        }
        Action::TakeLeader(l) => {
            let at = s.leader(l).at.hex().map_or("off the map".to_owned(), |h| label(s, h));
            said(format!("{at}, {} MP", left_alone(s, s.leader(l).spent)))
        }
        Action::Step(to) | Action::Enter(to) => step(s, action, to),
        Action::Retreat(to) => {
            let from = mover(s).and_then(|u| s.hex(u));
            Note::toward(action.word(), s.game_data.board.way(from, to), footing(s, from, to))
        }
        Action::Through(over, to) => said(format!("through {}, to {}", held(s, over), label(s, to))),
        Action::Hold if matches!(s.stack.last(), Some(Stage::Retreat { .. })) => said("Eliminated".to_owned()),
        Action::Withdraw(u, to) | Action::Advance(u, to) => {
            let from = s.hex(u);
            Note::toward(action.word(), s.game_data.board.way(from, to), footing(s, from, to))
        }
        Action::Face(_) => said(ahead(s, action).unwrap_or_default()),
        Action::Fire(_) | Action::React(_) | Action::Return(_) => said(shot(s, action).unwrap_or_default()),
        Action::CounterCharge(u, against) => said(die(counter_die(s, u, against))),
        Action::Charge(u, h) | Action::Shock(u, h) => {
            let from = plight(s, u);
            said(format!("{from} to {}, {}", held(s, h), prospects::words(s, action)))
        }
        Action::Resolve(u) if matches!(s.stack.last(), Some(Stage::Repulse(_))) => said(plight(s, u)),
        Action::Resolve(u) => {
            let on = s.combat().and_then(|f| f.striker(u)).map(|k| k.on);
            let on: Vec<String> = on.iter().flat_map(Few::iter).map(|h| held(s, h)).collect();
            said(format!("on {}", on.join(" and ")))
        }
        Action::Breach(h) => said(held(s, h)),
        Action::Retire(h) => said(footing(s, None, h).join(", ")),
        Action::HoldAll(_) => said("until the activation ends".to_owned()),
        Action::Escort(l) => said(format!("Charisma {}", s.charisma(l))),
        _ => Note::default(),
    }
}

/// The roll of an action, in full.
pub(super) fn die_lines(s: &State, action: Action) -> Vec<String> {
    let die = match action {
        Action::Name(b) => continuation_die(s, Named::Battle(b)),
        Action::Join(b) => joining_die(s, b),
        Action::NameArmy => continuation_die(s, Named::Army),
        Action::CounterCharge(u, against) => counter_die(s, u, against),
        _ => None,
    };
    let words = die.map(|die| format!("The roll {}.", at_most(s, &die)));
    words.into_iter().collect()
}
