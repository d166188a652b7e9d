//! The open decision as a question.

use crate::components::Side;
use crate::guide::names::{facing, held, label, leader, left, left_alone, unit, units, whereabouts};
use crate::state::activation::{Act, Named};
use crate::state::position::State;
use crate::state::shot::Aim;
use crate::state::stage::{Bout, Phase, Stage};
use casus_core::Lexicon;
use casus_core::words::many;

/// What is activated, in words.
pub(super) fn acting(s: &State) -> String {
    let Some(a) = s.activation() else { return String::new() };
    let roster = &s.kit.roster;
    match a.act {
        Act::Battles(list) => list
            .iter()
            .map(|b| roster.battle_word(b))
            .collect::<Vec<_>>()
            .join(" and "),
        Act::Army => "the army".to_owned(),
        Act::Rally(t) | Act::Carry(t) => roster.standard_word(t).to_owned(),
    }
}

pub(super) fn question(s: &State) -> String {
    let Some(&stage) = s.stack.last() else {
        return String::new();
    };
    let side = |x: Side| s.kit.scenario.name(x);
    match stage {
        Stage::Draw { side } => {
            format!("draw {}?", many(usize::from(s.draws(side)), "Seizure counter"))
        }
        Stage::Free { .. } => "what is to act, freely?".to_owned(),
        Stage::Joining { battles, .. } => {
            let list: Vec<&str> = battles.iter().map(|b| s.kit.roster.battle_word(b)).collect();
            format!("{} acts freely: is one more Battle to join, by a die?", list.join(" and "))
        }
        Stage::Clock { .. } => format!("is the Time marker to move on from space {}?", s.clock),
        Stage::Continuity { .. } => "what is to go on, by a Continuation roll, or do you pass?".to_owned(),
        Stage::Seize { side: x, named } => {
            let what = match named {
                Named::Battle(b) => s.kit.roster.battle_word(b),
                Named::Army => "the army",
            };
            format!("{} names {what} to continue: try to Seize Continuity, with what?", side(x))
        }
        Stage::Negate { by, counter, .. } => {
            let who = s.kit.roster.battle_word(by);
            format!("{} would Seize with {who} and {counter}: do you negate it?", side(s.kit.roster[by].side))
        }
        Stage::Replace { side } => {
            let whom = crate::rules::leaders::next_replacement(s, side).map_or("", |l| leader(s, l));
            format!("with whom does the replacement for {whom} arrive?")
        }
        Stage::Counters { .. } => format!("{} is activated: is a Seizure counter played?", acting(s)),
        Stage::Segment => format!("{} moves and fires: who is next?", acting(s)),
        Stage::Running(run) => running(s, run.unit),
        Stage::Riding(l) => {
            format!("{} rides, {} MP left: where to?", leader(s, l), left_alone(s, s.leader(l).spent))
        }
        Stage::Carrying(t) => {
            let word = s.kit.roster.standard_word(t);
            format!("{word} is carried, {} MP left: where to?", left_alone(s, s.standard(t).spent))
        }
        Stage::Reaction { at, hex } => {
            format!("{} has come to {}, in front: who fires at it?", unit(s, at), label(s, hex))
        }
        Stage::Shot(shot) => {
            let does = match shot.aim {
                Aim::Counter => "does anybody Counter-Charge?",
                _ => "who returns fire?",
            };
            format!("{} fires at {}: {does}", unit(s, shot.firer), held(s, shot.target))
        }
        Stage::Declaring => declaring(s),
        Stage::Tracing(trace) => {
            let verb = if trace.counter.is_some() {
                "Counter-Charges"
            } else {
                "Charges"
            };
            let at = label(s, trace.at);
            let (name, face) = (unit(s, trace.unit), facing(s, trace.facing));
            format!("{name} in {at}, facing {face}, {verb} {}: which way?", held(s, trace.target))
        }
        Stage::Shock { step } => phase(s, step),
        Stage::Fight { step } => fight(s, step),
        Stage::Escort { unit: u, .. } => format!("who goes with {}?", unit(s, u)),
        Stage::Withdrawing { unit: u, .. } => {
            format!("{} retreats before combat, in {}: does it go on?", unit(s, u), whereabouts(s, u))
        }
        Stage::Follow { hex } => format!("{} is left before the combat: does anybody enter it?", label(s, hex)),
        Stage::Repulse(r) => format!("{} must retreat: who is next?", units(s, r.units())),
        Stage::Retreat { unit: u, .. } => {
            format!("{} retreats from {}: where to?", unit(s, u), whereabouts(s, u))
        }
        Stage::Reface { unit: u, .. } => {
            format!("{} in {}: which way does it face?", unit(s, u), whereabouts(s, u))
        }
        Stage::Retire { unit: u, .. } => format!("{} is Retired to its Standard: to which hex?", unit(s, u)),
        Stage::Rejoin { leader: l, .. } => format!("which unit does {} join?", leader(s, l)),
        Stage::Rallying => "who rallies?".to_owned(),
        Stage::Passed { .. }
        | Stage::Activation { .. }
        | Stage::Effect(_)
        | Stage::LeadersUnderFire { .. }
        | Stage::Displace { .. } => String::new(),
    }
}

fn running(s: &State, u: crate::components::UnitId) -> String {
    let (name, at) = (unit(s, u), whereabouts(s, u));
    if s.hex(u).is_none() {
        return format!("{name} comes on to the map: where?");
    }
    let face = facing(s, s.unit(u).facing);
    let near = s.hex(u).is_some_and(|h| s.near_enemy(h, s.side(u)));
    let beside = if near { ", next to an enemy unit" } else { "" };
    format!(
        "{name} in {at}, facing {face}, {} of {} MP left{beside}: what does it do?",
        left(s, u),
        s.allowance(u)
    )
}

fn declaring(s: &State) -> String {
    let strikers = s.fray().map_or(&[][..], |f| &f.strikers);
    if strikers.is_empty() {
        return format!("{} may attack: who attacks whom?", acting(s));
    }
    let on = |k: &crate::state::fray::Striker| {
        let hexes: Vec<String> = k.on.iter().map(|h| held(s, h)).collect();
        format!("{} on {}", unit(s, k.unit), hexes.join(" and "))
    };
    let declared: Vec<String> = strikers.iter().map(on).collect();
    format!("declared: {}; who else attacks?", declared.join("; "))
}

fn phase(s: &State, step: Phase) -> String {
    let marks = s.fray().map_or(&[][..], |f| &f.marks);
    let open: Vec<String> = marks.iter().filter(|m| !m.settled).map(|m| held(s, m.hex)).collect();
    let on = open.join("; ");
    match step {
        Phase::Place => "which Charge is ridden next?".to_owned(),
        Phase::Withdraw => format!("attacked: {on}: who retreats before combat?"),
        Phase::Counter => format!("attacked: {on}: who Counter-Charges?"),
        Phase::Resolve => format!("attacked: {on}: which combat comes next?"),
        Phase::Declare | Phase::Terrain | Phase::Reluctance | Phase::Follow | Phase::Continue => String::new(),
    }
}

fn fight(s: &State, step: Bout) -> String {
    let Some(fight) = s.fray().and_then(|f| f.fight.as_ref()) else {
        return String::new();
    };
    let attackers = units(s, fight.attackers.iter().copied());
    let defenders = units(s, fight.defenders.iter().map(|d| d.0));
    let does = match step {
        Bout::Breach => "is Into the Breach played?",
        Bout::Advance => "who takes the hex that is left?",
        Bout::Mark => "who continues the attack, that none can follow up?",
        Bout::Strike | Bout::Settle | Bout::End => "",
    };
    let on = fight.on.iter().map(|&(h, _)| s.word_of(h.place()));
    format!("{attackers} against {defenders} in {}: {does}", on.collect::<Vec<_>>().join(" and "))
}
