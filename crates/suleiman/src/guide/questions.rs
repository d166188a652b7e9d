//! The question at each decision.

use super::names::{hex_of, leader_left, left, ln, names, standing, top, un, upper};
use crate::action::Action;
use crate::game::Suleiman;
use crate::state::combat::Bout;
use crate::state::position::State;
use crate::state::shot::Aim;
use crate::state::stage::Stage;
use crate::story::acts;
use casus_core::words::{choices, genitive, many};
use casus_core::{Game as _, Lexicon, Place};

pub(super) fn question(s: &State) -> String {
    let Some(stage) = top(s) else {
        return String::new();
    };
    let mut listed = Vec::new();
    Suleiman::actions(s, &mut listed);
    let offers = |like: fn(&Action) -> bool| listed.iter().any(like);
    let command = s
        .activation()
        .map_or("", |a| s.game_data.roster.command_word(a.command));
    match stage {
        Stage::Deploy { next } => deploy_question(s, next),
        Stage::Free { .. } => "Free activation: choose a command.".to_owned(),
        Stage::Continuity { .. } => "Roll for continuity: choose a command, or pass.".to_owned(),
        Stage::Seize { side: x, named } => {
            let does = if offers(|a| matches!(a, Action::Seize(_))) {
                "Try to seize? Choose a command, or do not seize."
            } else {
                "No command can seize."
            };
            format!("{} for continuity with {}. {does}", upper(&acts(x, "will roll", "will roll")), ln(s, named))
        }
        Stage::Replace { side } => {
            let whom = crate::rules::openings::next_replacement(s, side).map_or("", |l| ln(s, l));
            format!("The replacement for {whom} arrives: with which unit?")
        }
        Stage::Segment => {
            let does = choices(&[
                ("select a piece", offers(|a| matches!(a, Action::Take(_) | Action::TakeLeader(_)))),
                ("end movement", offers(|a| *a == Action::EndMoves)),
            ]);
            format!("{} command: move and fire. {does}", genitive(command))
        }
        Stage::Running(run) => {
            let u = run.unit;
            let zoc = s.hex(u).is_some_and(|h| s.in_zoc(h, s.side(u).enemy()));
            let does = choices(&[
                ("enter the map", offers(|a| matches!(a, Action::Enter(_)))),
                ("move", offers(|a| matches!(a, Action::Step(_)))),
                ("turn", offers(|a| matches!(a, Action::Face(_)))),
                ("fire", offers(|a| matches!(a, Action::Fire(_)))),
                ("done", offers(|a| *a == Action::Halt)),
            ]);
            format!(
                "{}: {} of {} MP left{}. {does}",
                standing(s, u),
                left(s, u),
                run.allowance,
                if zoc { ", in an enemy ZOC" } else { "" }
            )
        }
        Stage::Riding(l) => {
            let does = choices(&[
                ("enter the map", offers(|a| matches!(a, Action::Enter(_)))),
                ("move", offers(|a| matches!(a, Action::Step(_)))),
                ("done", offers(|a| *a == Action::Halt)),
            ]);
            format!("{}: {} MP left. {does}", upper(ln(s, l)), leader_left(s, l))
        }
        Stage::Reaction { at, .. } => {
            format!(
                "{} entered {}, in front of your units. Reaction Fire: with which unit, or none?",
                un(s, at),
                hex_of(s, at)
            )
        }
        Stage::Shot(shot) => {
            let does = match shot.aim {
                Aim::Counter => "Counter-Charge?",
                _ => "Return Fire?",
            };
            format!("{} fire at your {}. {does}", un(s, shot.firer), un(s, shot.target))
        }
        Stage::Declaring => declaring_question(s, command, &listed),
        Stage::Resolving => "Choose the next combat.".to_owned(),
        Stage::Combat { step } => combat_question(s, step, &listed),
        Stage::Approach(a) => {
            format!("{} charge {} in {}: which way?", standing(s, a.unit), un(s, a.target), hex_of(s, a.target))
        }
        Stage::Counter(c) => format!("{} counter-charge: which way?", un(s, c.unit)),
        Stage::Wheel { unit } => {
            format!("{} may turn before they counter-charge. Choose a facing, or keep it.", un(s, unit))
        }
        Stage::Retreat { unit, .. } => {
            format!("{} retreat from {}: to which hex?", un(s, unit), hex_of(s, unit))
        }
        Stage::Reface { unit, .. } => {
            format!("{} in {}: choose their facing.", un(s, unit), hex_of(s, unit))
        }
        Stage::Retire { unit, .. } => {
            format!("{} are Retired to the Banner: to which hex?", un(s, unit))
        }
        Stage::Rejoin { leader, .. } => format!("{} joins which unit?", upper(ln(s, leader))),
        Stage::Repulse(r) => format!("{} must retreat: which of them next?", names(s, r.left.iter())),
        Stage::Activation { .. } | Stage::Effect(_) => String::new(),
    }
}

fn deploy_question(s: &State, next: u8) -> String {
    let pieces = crate::rules::deployment::pieces(&s.game_data);
    let own = pieces.get(usize::from(next)).map(|p| p.0);
    let later = pieces.iter().skip(usize::from(next) + 1);
    let more = later.filter(|p| Some(p.0) == own).count();
    let whom = crate::rules::deployment::decision(s, next).map_or(Place::Nowhere, |d| d.of);
    let whom = match whom {
        Place::Nowhere => "the Banner".to_owned(),
        at => s.name_of(at),
    };
    let left = match more {
        0 => "It is your last piece.".to_owned(),
        n => format!("{} more to place.", many(n, "piece")),
    };
    format!("Place {whom}. {left}")
}

fn declaring_question(s: &State, command: &str, listed: &[Action]) -> String {
    let offers = |like: fn(&Action) -> bool| listed.iter().any(like);
    let list = crate::rules::shock::declaring::declared(s);
    let attacks = offers(|a| matches!(a, Action::Shock(..) | Action::Charge(..)));
    let finish = ("finish", offers(|a| *a == Action::Declared));
    if list.is_empty() {
        let does = choices(&[("declare attacks", attacks), finish]);
        format!("{} command. {does}", genitive(command))
    } else {
        let so_far: Vec<String> = list
            .iter()
            .map(|d| format!("{} on {}", un(s, d.attacker), un(s, d.target)))
            .collect();
        let n = many(list.len(), "attack");
        let does = choices(&[("declare another", attacks), finish]);
        format!("{n} declared ({}). {does}", so_far.join("; "))
    }
}

fn combat_question(s: &State, step: Bout, listed: &[Action]) -> String {
    let Some(c) = s.combats.last() else {
        return String::new();
    };
    let attackers = names(s, c.strikers.iter().map(|k| k.unit));
    let defenders = names(s, c.targets.iter().map(|m| m.unit));
    let against = format!("{attackers} attack {defenders}");
    match step {
        Bout::Approach => format!("{against}: which Charge moves next?"),
        Bout::React => {
            let offers = |like: fn(&Action) -> bool| listed.iter().any(like);
            let does = choices(&[
                ("stand", offers(|a| *a == Action::Hold)),
                ("retreat before shock", offers(|a| matches!(a, Action::Withdraw(..)))),
                ("counter-charge", offers(|a| matches!(a, Action::CounterCharge(..)))),
            ]);
            format!("{attackers} attack your {defenders}. {does}")
        }
        Bout::Strike => format!("{against}: roll against which defender next?"),
        Bout::Advance => format!("{against}. The enemy left a hex. Advance after combat: which unit?"),
        Bout::Press => format!("{against}. Press on into a vacant hex in front: which unit, and where?"),
        Bout::Follow => format!("{against}. Follow into the hex that is left: which unit, or none?"),
        Bout::Continue => format!("{against}. Continued Attack: which unit first?"),
        Bout::Count | Bout::Guns | Bout::End => against,
    }
}
