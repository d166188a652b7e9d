//! The open decision as a question.

use crate::action::Action;
use crate::components::{BattleId, Side};
use crate::game::Arquebus;
use crate::guide::names::{facing, held, label, leader, left, left_alone, unit, units, whereabouts};
use crate::state::activation::{Act, Named};
use crate::state::position::State;
use crate::state::shot::Aim;
use crate::state::stage::{Bout, Phase, Stage};
use casus_core::words::{choices, many, sentence};
use casus_core::{Game as _, Lexicon};

/// The activated pieces, as text.
pub(super) fn acting(s: &State) -> String {
    let Some(a) = s.activation() else { return String::new() };
    let roster = &s.game_data.roster;
    match a.act {
        Act::Battles(list) => casus_core::words::names(&list.iter().map(|b| roster.battle_name(b)).collect::<Vec<_>>()),
        Act::Army => "the army".to_owned(),
        Act::Rally(t) | Act::Carry(t) => roster.standard_name(t).to_owned(),
    }
}

/// A list of Battles, and the verb that agrees with it.
fn battles(s: &State, list: impl Iterator<Item = BattleId>, one: &'static str, many: &'static str) -> String {
    let names: Vec<&str> = list.map(|b| s.game_data.roster.battle_name(b)).collect();
    let verb = if names.len() == 1 { one } else { many };
    format!("{} {verb}", casus_core::words::names(&names))
}

/// Returns whether such an action may be chosen now.
fn offers(listed: &[Action], like: fn(&Action) -> bool) -> bool {
    listed.iter().any(like)
}

pub(super) fn question(s: &State) -> String {
    sentence(&asked(s))
}

fn asked(s: &State) -> String {
    let Some(&stage) = s.stack.last() else {
        return String::new();
    };
    let side = |x: Side| s.game_data.scenario.name(x);
    let mut listed = Vec::new();
    Arquebus::actions(s, &mut listed);
    let listed = &listed[..];
    match stage {
        Stage::Draw { side } => {
            format!("draw {}.", many(usize::from(s.draws(side)), "Seizure counter"))
        }
        Stage::Free { .. } => "free activation: what do you activate?".to_owned(),
        Stage::Joining { battles: list, .. } => {
            format!(
                "{} in a free activation. Roll for one more Battle to join?",
                battles(s, list.iter(), "acts", "act")
            )
        }
        Stage::Clock { .. } => format!("the Time marker is on space {}. Move it to the next?", s.clock),
        Stage::Continuity { .. } => "roll for continuity: choose what acts next, or pass.".to_owned(),
        Stage::Seize { side: x, named } => seizing(s, x, named, listed),
        Stage::Negate { by, counter, .. } => {
            let who = s.game_data.roster.battle_name(by);
            let theirs = side(s.game_data.roster[by].side);
            format!("{theirs} tries to seize with {who}, by {}. Negate it?", counter.title())
        }
        Stage::Replace { side } => {
            let whom = crate::rules::leaders::next_replacement(s, side).map_or("", |l| leader(s, l));
            format!("the replacement for {whom} arrives: with which unit?")
        }
        Stage::Counters { .. } => match s.activation().map(|a| a.act) {
            Some(Act::Battles(list)) => {
                format!("{} activated. Play a Seizure counter?", battles(s, list.iter(), "is", "are"))
            }
            _ => format!("{} is activated. Play a Seizure counter?", acting(s)),
        },
        Stage::Segment => segment(s, listed),
        Stage::Running(run) => running(s, run.unit, listed),
        Stage::Riding(l) => {
            format!("{} has {} MP left: move to which hex?", leader(s, l), left_alone(s, s.leader(l).spent))
        }
        Stage::Carrying(t) => {
            let name = s.game_data.roster.standard_name(t);
            format!("{name} has {} MP left: move to which hex?", left_alone(s, s.standard(t).spent))
        }
        Stage::Reaction { at, hex } => {
            format!("{} are in front, in {}. Reaction Fire: who fires?", unit(s, at), label(s, hex))
        }
        Stage::Shot(shot) => {
            let does = match shot.aim {
                Aim::Counter => "Who counter-charges?",
                _ => "Return Fire: who fires?",
            };
            format!("{} fire at {}. {does}", unit(s, shot.firer), held(s, shot.target))
        }
        Stage::Declaring => declaring(s, listed),
        Stage::Tracing(trace) => {
            let verb = if trace.counter.is_some() {
                "counter-charge"
            } else {
                "charge"
            };
            let at = label(s, trace.at);
            let (name, face) = (unit(s, trace.unit), facing(s, trace.facing));
            format!("{name} ({at}, facing {face}) {verb} {}: by which hex?", held(s, trace.target))
        }
        Stage::Shock { step } => phase(s, step),
        Stage::Attack { step } => attack(s, step),
        Stage::Escort { unit: u, .. } => format!("which leader goes with {}?", unit(s, u)),
        Stage::Withdrawing { unit: u, .. } => {
            let does = choices(&[
                ("go on", offers(listed, |a| matches!(a, Action::Step(_)))),
                ("stop here", offers(listed, |a| *a == Action::Halt)),
            ]);
            format!("{} ({}) retreat before combat. {does}", unit(s, u), whereabouts(s, u))
        }
        Stage::Follow { hex } => {
            format!("the defenders have left {} before combat. Which unit enters it?", label(s, hex))
        }
        Stage::Repulse(r) => format!("{} must retreat: who is next?", units(s, r.units())),
        Stage::Retreat { unit: u, .. } => {
            format!("{} retreat from {}: to which hex?", unit(s, u), whereabouts(s, u))
        }
        Stage::Reface { unit: u, .. } => {
            format!("{} ({}): which way do they face?", unit(s, u), whereabouts(s, u))
        }
        Stage::Retire { unit: u, .. } => {
            format!("{} are Retired to their Standard: to which hex?", unit(s, u))
        }
        Stage::Rejoin { leader: l, .. } => format!("which unit does {} join?", leader(s, l)),
        Stage::Rallying => "which unit rallies?".to_owned(),
        Stage::Passed { .. }
        | Stage::Activation { .. }
        | Stage::Effect(_)
        | Stage::LeadersUnderFire { .. }
        | Stage::Displace { .. } => String::new(),
    }
}

fn seizing(s: &State, x: Side, named: Named, listed: &[Action]) -> String {
    let what = match named {
        Named::Battle(b) => s.game_data.roster.battle_name(b),
        Named::Army => "the army",
    };
    let does = if offers(listed, |a| matches!(a, Action::Seize(..))) {
        "Try to seize, or do not seize?"
    } else {
        "No Battle can seize."
    };
    format!("{} will roll for continuity with {what}. {does}", s.game_data.scenario.name(x))
}

fn segment(s: &State, listed: &[Action]) -> String {
    let does = match s.activation().map(|a| a.act) {
        Some(Act::Battles(_)) => "move and fire",
        _ => "move",
    };
    let takes = |a: &Action| matches!(a, Action::Take(_) | Action::TakeLeader(_) | Action::TakeStandard(_));
    let then = choices(&[
        ("select a piece", offers(listed, takes)),
        ("end movement", offers(listed, |a| *a == Action::EndMoves)),
    ]);
    format!("{}: {does}. {then}", acting(s))
}

fn running(s: &State, u: crate::components::UnitId, listed: &[Action]) -> String {
    let (name, at) = (unit(s, u), whereabouts(s, u));
    if s.hex(u).is_none() {
        return format!("{name} enter the map: in which hex?");
    }
    let does = choices(&[
        ("move", offers(listed, |a| matches!(a, Action::Step(_)))),
        ("turn", offers(listed, |a| matches!(a, Action::Face(_)))),
        ("fire", offers(listed, |a| matches!(a, Action::Fire(_)))),
        ("take a leader along", offers(listed, |a| matches!(a, Action::Escort(_)))),
        ("dismount", offers(listed, |a| *a == Action::Dismount)),
        ("remount", offers(listed, |a| *a == Action::Remount)),
        ("leave the map", offers(listed, |a| *a == Action::LeaveMap)),
        ("done", offers(listed, |a| *a == Action::Halt)),
    ]);
    let face = facing(s, s.unit(u).facing);
    let near = s.hex(u).is_some_and(|h| s.near_enemy(h, s.side(u)));
    let beside = if near { ", next to an enemy unit" } else { "" };
    format!("{name} ({at}, facing {face}){beside}: {} of {} MP left. {does}", left(s, u), s.allowance(u))
}

fn declaring(s: &State, listed: &[Action]) -> String {
    let attacks = offers(listed, |a| matches!(a, Action::Shock(..) | Action::Charge(..)));
    let finish = ("finish", offers(listed, |a| *a == Action::Declared));
    let strikers = s.combat().map_or(&[][..], |f| &f.strikers);
    if strikers.is_empty() {
        return format!("{}. {}", acting(s), choices(&[("declare an attack", attacks), finish]));
    }
    let on = |k: &crate::state::combat::Striker| {
        let hexes: Vec<String> = k.on.iter().map(|h| held(s, h)).collect();
        format!("{} on {}", unit(s, k.unit), hexes.join(" and "))
    };
    let declared: Vec<String> = strikers.iter().map(on).collect();
    let so_far = many(declared.len(), "attack");
    let does = choices(&[("declare another", attacks), finish]);
    format!("{so_far} declared ({}). {does}", declared.join("; "))
}

fn phase(s: &State, step: Phase) -> String {
    let marks = s.combat().map_or(&[][..], |f| &f.targets);
    let open: Vec<String> = marks.iter().filter(|m| !m.settled).map(|m| held(s, m.hex)).collect();
    let on = open.join("; ");
    match step {
        Phase::Place => "which Charge is placed next?".to_owned(),
        Phase::Withdraw => format!("attacked: {on}. Who retreats before combat?"),
        Phase::Counter => format!("attacked: {on}. Who counter-charges?"),
        Phase::Resolve => format!("attacked: {on}. Which combat is resolved next?"),
        Phase::Declare | Phase::Terrain | Phase::Reluctance | Phase::Follow | Phase::Continue => String::new(),
    }
}

fn attack(s: &State, step: Bout) -> String {
    let Some(attack) = s.combat().and_then(|f| f.attack.as_ref()) else {
        return String::new();
    };
    let attackers = units(s, attack.attackers.iter().copied());
    let defenders = units(s, attack.defenders.iter().map(|d| d.0));
    let does = match step {
        Bout::Breach => "Play Into the Breach?",
        Bout::Advance => "Advance after combat: which unit?",
        Bout::Mark => "No unit can advance: which unit takes the Continued Attack?",
        Bout::Strike | Bout::Settle | Bout::End => "",
    };
    let on = attack.on.iter().map(|&(h, _)| s.word_of(h.place()));
    format!("{attackers} against {defenders} ({}). {does}", on.collect::<Vec<_>>().join(" and "))
}
