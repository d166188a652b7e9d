//! The guide of the player: questions, notes beside choices, effects and costs of actions, pieces, threats.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Missile, Piece, Side, UnitId};
use crate::event::{Event, What};
use crate::game::Suleiman;
use crate::rules::charge::approach::tried_before;
use crate::rules::charge::counter::counter_nerve;
use crate::rules::charge::nerve::{CLOSES, COUNTER_DRMS, COUNTERS, EVADE_DRMS, EVADES, NerveFacts, RELUCTANCE_DRMS};
use crate::rules::combat::{attackers_on, current};
use crate::rules::shock::reacting::evades;
use crate::rules::shock::striking::{Forecast, strike_ledger};
use crate::state::charge::Approach;
use crate::state::combat::Bout;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::shot::{Aim, Mode};
use crate::state::stage::Stage;
use crate::story::{acts, army, fate, result_words};
use crate::view::sees_leader;
use casus_core::person::{risks, weight};
use casus_core::render::Manner;
use casus_core::words::{by_face, choices, costs, exceeds, genitive, losses, many, moved};
use casus_core::{
    Aspect, Blow, Cite, Course, Die, Game as _, Goal, Guide, HexId, InHand, Ledger, Leg, Lexicon, Log, Note, Place,
    Refusals, Scripted, Sided, Threat, Verdict, VertexFacing,
};
use core::fmt::Write as _;

/// The name of a unit, which is plural.
fn un(s: &State, u: UnitId) -> &str {
    s.game_data.roster.unit_name(u)
}
fn ln(s: &State, l: LeaderId) -> &str {
    s.game_data.roster.leader_name(l)
}
fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}
fn hex_of(s: &State, u: UnitId) -> String {
    match s.unit(u).at {
        Whereabouts::Map(h) => label(s, h),
        Whereabouts::Box => "in the camp".to_owned(),
        Whereabouts::Reserve => "off the map".to_owned(),
        Whereabouts::Lost => "lost".to_owned(),
        Whereabouts::Absent => "not in this battle".to_owned(),
    }
}
/// A unit with its hex, and its facing if it is on the map: `"Akincis 1 (2214, facing N)"`.
fn standing(s: &State, u: UnitId) -> String {
    let facing = match s.hex(u) {
        Some(_) => format!(", facing {}", facing_word(s, s.unit(u).facing)),
        None => String::new(),
    };
    format!("{} ({}{facing})", un(s, u), hex_of(s, u))
}
fn facing_word(s: &State, f: VertexFacing) -> &'static str {
    f.word(s.game_data.board.orientation())
}
fn names(s: &State, list: impl Iterator<Item = UnitId>) -> String {
    let list: Vec<&str> = list.map(|u| un(s, u)).collect();
    casus_core::words::names(&list)
}
/// Movement points that a unit has left.
fn left(s: &State, u: UnitId) -> i32 {
    let run = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.unit == u => Some(*r),
        _ => None,
    });
    let run = run.unwrap_or_else(|| s.begin_run(u));
    i32::from(run.allowance) - i32::from(run.spent)
}
fn leader_left(s: &State, l: LeaderId) -> i32 {
    i32::from(s.leader_allowance(l)) - i32::from(s.leader(l).spent)
}
/// The modifiers of a die in words, without the die. Each names the piece that it comes from, unless it is `named`.
fn added(s: &State, l: &Ledger, named: &[UnitId]) -> String {
    let net = format!("{:+} to the die", l.net());
    let named: Vec<Place> = named.iter().map(|u| u.place()).collect();
    let piece = |at| {
        if named.contains(&at) {
            String::new()
        } else {
            s.name_of(at)
        }
    };
    match &casus_core::words::lines(l, piece)[..] {
        [] => net,
        lines => format!("{net}: {}", lines.join(", ")),
    }
}
fn shot_lines(s: &State, firer: UnitId, target: UnitId, mode: Mode, out: &mut Vec<String>) {
    let Some(ledger) = crate::rules::fire::shot_ledger(s, firer, target, mode) else {
        return;
    };
    out.push(format!("{}.", added(s, &ledger, &[firer, target])));
    out.push(by_face(Die::D10, |face| {
        let die = i32::from(face) + ledger.net();
        fate(crate::rules::fire::fate_of(s, target, die)).to_owned()
    }));
}

/// The top stage of the stack.
fn top(s: &State) -> Option<Stage> {
    s.stack.last().copied()
}
fn shot_mode(s: &State, action: Action) -> Option<(UnitId, UnitId, Mode)> {
    match (top(s)?, action) {
        (Stage::Running(run), Action::Fire(t)) => Some((run.unit, t, Mode::Phasing)),
        (Stage::Reaction { at, .. }, Action::React(u)) => Some((u, at, Mode::Reaction)),
        (Stage::Shot(shot), Action::Return) => Some((shot.target, shot.firer, Mode::Return)),
        _ => None,
    }
}
/// The unit that moves at the top stage.
fn mover(s: &State) -> Option<UnitId> {
    match top(s)? {
        Stage::Running(r) => Some(r.unit),
        Stage::Approach(a) => Some(a.unit),
        Stage::Counter(c) => Some(c.unit),
        Stage::Retreat { unit, .. }
        | Stage::Retire { unit, .. }
        | Stage::Reface { unit, .. }
        | Stage::Wheel { unit } => Some(unit),
        _ => None,
    }
}

fn question(s: &State) -> String {
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
        Stage::Deploy { next } => {
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
        Stage::Declaring => {
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

/// A name at the beginning of a sentence: `"The Bishop of Raab"`.
fn upper(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
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

/// The units in play that would act under a leader (12.2).
fn led(s: &State, l: LeaderId) -> impl Iterator<Item = UnitId> + '_ {
    let levy = crate::rules::leaders::levy_only(s, l);
    let all = s.game_data.units_of(s.game_data.roster.leader_card(l).command);
    all.filter(move |&u| s.unit(u).at.in_play() && (!levy || s.arm(u) == crate::components::Arm::LevyInfantry))
}

fn unit_note(s: &State, u: UnitId) -> String {
    let mut out = hex_of(s, u);
    match s.unit(u).condition {
        Condition::Normal => {}
        c if s.unit(u).at.in_play() => {
            let _ = write!(out, ", {}", c.title());
        }
        _ => {}
    }
    out
}

fn ground_words(s: &State, h: HexId) -> Vec<String> {
    let mut out = Vec::new();
    let word = crate::components::TERRAIN_WORDS
        .get(usize::from(s.game_data.board.terrain(h)))
        .copied()
        .unwrap_or("clear");
    if word != "clear" {
        out.push(word.to_owned());
    }
    out
}

fn note(s: &State, action: Action) -> Note {
    let words = Note::said;
    let aside = |from: Option<HexId>, to: HexId, more: Vec<String>| {
        Note::toward(action.word(), s.game_data.board.way(from, to), more)
    };
    let range = |a: UnitId, b: UnitId| match (s.hex(a), s.hex(b)) {
        (Some(x), Some(y)) => s.game_data.board.distance(x, y),
        _ => 0,
    };
    match action {
        Action::Place(_, h) => words(ground_words(s, h).join(", ")),
        Action::PlaceLeader(_, h) | Action::PlaceBanner(h) => {
            words(s.occupant(h).map(|u| un(s, u).to_owned()).unwrap_or_default())
        }
        Action::Activate(l) | Action::Name(l) | Action::Seize(l) => {
            let card = s.game_data.roster.leader_card(l);
            let levy = crate::rules::leaders::levy_only(s, l);
            let command = s.game_data.roster.command_word(card.command);
            let mut parts = Vec::new();
            if command != card.id {
                parts.push(command.to_owned());
            }
            let kind = if levy { " of Levy" } else { "" };
            parts.push(format!("{}{kind}", many(led(s, l).count(), "unit")));
            if !matches!(action, Action::Activate(_)) {
                parts.push(format!("needs {} or less", s.activation_rating(l)));
            }
            words(parts.join(", "))
        }
        Action::Replace(_, u) | Action::Rejoin(u) => words(format!("{}, {}", un(s, u), unit_note(s, u))),
        Action::Take(u) => {
            let mut out = format!("{}, {}, {} MP", un(s, u), unit_note(s, u), left(s, u));
            if s.hex(u).is_some() && !s.unit(u).done.has(Done::IN_COMMAND) {
                out.push_str(", out of command");
            }
            if crate::rules::fire::has_target(s, u) {
                out.push_str(", has a target");
            }
            words(out)
        }
        Action::TakeLeader(l) => {
            let at = s.leader(l).at.hex().map_or("off the map".to_owned(), |h| label(s, h));
            words(format!("{at}, {} MP", leader_left(s, l)))
        }
        Action::Step(to) | Action::Enter(to) => match top(s) {
            Some(Stage::Running(run)) => {
                let from = s.hex(run.unit);
                let cost = crate::rules::movement::step::step_ledger(s, run, from, to);
                let mut more = vec![format!("{} MP", cost.total)];
                more.extend(ground_words(s, to));
                if s.in_zoc(to, s.side(run.unit).enemy()) {
                    more.push("enemy ZOC".to_owned());
                }
                aside(from, to, more)
            }
            Some(Stage::Riding(l)) => {
                let cost = crate::rules::movement::riding::ride_cost(s, l, to).unwrap_or(0);
                let mut more = vec![format!("{cost} MP")];
                more.extend(s.occupant(to).map(|u| un(s, u).to_owned()));
                aside(s.leader(l).at.hex(), to, more)
            }
            _ => aside(mover(s).and_then(|u| s.hex(u)), to, Vec::new()),
        },
        Action::Retreat(to) => aside(mover(s).and_then(|u| s.hex(u)), to, Vec::new()),
        Action::Hold if matches!(top(s), Some(Stage::Retreat { .. })) => words("Eliminated".to_owned()),
        Action::Withdraw(u, to) | Action::Advance(u, to) => aside(s.hex(u), to, Vec::new()),
        Action::Face(f) => {
            let Some(at) = mover(s).and_then(|u| s.hex(u)) else {
                return Note::default();
            };
            let ahead: Vec<String> = f
                .front()
                .into_iter()
                .filter_map(|d| s.game_data.board.neighbour(at, d))
                .map(|h| match s.occupant(h) {
                    Some(u) => un(s, u).to_owned(),
                    None => label(s, h),
                })
                .collect();
            words(ahead.join("+"))
        }
        Action::Fire(_) | Action::React(_) | Action::Return => {
            let Some((a, b, mode)) = shot_mode(s, action) else {
                return Note::default();
            };
            let net = crate::rules::fire::shot_ledger(s, a, b, mode).map_or(0, |l| l.net());
            let named = match action {
                Action::Fire(u) | Action::React(u) => format!("{}, ", un(s, u)),
                _ => String::new(),
            };
            let mut out = format!("{named}range {}, die {net:+}", range(a, b));
            if s.unit(b).condition != Condition::Normal {
                let _ = write!(out, ", {}", s.unit(b).condition.title());
            }
            words(out)
        }
        Action::Charge(a, b) | Action::Shock(a, b) => {
            let mut out = format!("{} to {}", hex_of(s, a), unit_note(s, b));
            if let Some(Aspect::Flank) = s.hex(a).and_then(|h| s.aspect_from(b, h)) {
                out.push_str(", flank");
            }
            if let Some(Aspect::Rear) = s.hex(a).and_then(|h| s.aspect_from(b, h)) {
                out.push_str(", rear");
            }
            let _ = write!(out, ", {}", prospect_words(s, action));
            words(out)
        }
        Action::CounterCharge(_, b) => words(unit_note(s, b)),
        Action::Resolve(u) => {
            let on = crate::rules::shock::declaring::declared(s)
                .iter()
                .filter(|d| d.attacker == u)
                .map(|d| d.target);
            let on = names(s, on);
            words(if on.is_empty() {
                un(s, u).to_owned()
            } else {
                format!("{}, on {on}", un(s, u))
            })
        }
        Action::Strike(d) => words(strike_ledger(s, d).map_or(String::new(), |(l, charge)| {
            format!("{}, die {:+}, {}", un(s, d), l.net(), if charge { "Charge" } else { "Shock" })
        })),
        Action::HoldAll(_) => words("until the activation ends".to_owned()),
        _ => Note::default(),
    }
}

/// The effect of an action, as text, with its Case.
fn does(s: &State, action: Action) -> (&'static str, Cite) {
    let stage = top(s);
    let reacting = matches!(stage, Some(Stage::Combat { .. }));
    let open = crate::dispatch::decision(s);
    let here = open.map_or(cite!("7.3.2"), |d| d.cite);
    match action {
        Action::Place(..) | Action::PlaceLeader(..) | Action::PlaceBanner(_) => {
            ("puts the piece into one of the hexes that the set-up leaves open to it", here)
        }
        Action::Activate(_) => ("the command moves and fires, then fights; no roll is needed", cite!("5.1.1")),
        Action::Name(_) => (
            "the enemy may try to seize first; otherwise a roll of the leader's Activation Rating or less activates the command, and a higher one gives the enemy a free activation",
            cite!("5.2.1"),
        ),
        Action::Seize(_) => (
            "a roll of the leader's Activation Rating or less activates this command instead; a higher one gives the enemy a free activation",
            cite!("5.3.1"),
        ),
        Action::LetRoll => ("does not seize: the enemy rolls for continuity", cite!("5.3.1")),
        Action::Pass => ("passes; the enemy gets a free activation", cite!("5.1.1")),
        Action::Standard => (
            "no command acts: the Retired units within one hex of the Standard become Disordered",
            cite!("13.0.2"),
        ),
        Action::Summon => ("rolls for a contingent", cite!("15.2.4")),
        Action::Replace(..) => ("the replacement leader arrives with this unit", cite!("12.4.1")),
        Action::Take(_) => ("selects the unit, to move, turn and fire", cite!("6.1")),
        Action::TakeLeader(_) => ("selects the leader, to move alone", cite!("6.1.1", "C13")),
        Action::Step(_) => match stage {
            Some(Stage::Approach(_)) => ("moves one hex nearer to its target", here),
            Some(Stage::Counter(_)) => ("moves one hex straight on", here),
            Some(Stage::Riding(_)) => ("moves one hex", here),
            _ => ("moves one hex", cite!("6.1.1")),
        },
        Action::Enter(_) => {
            let case = mover(s).map_or(here, |u| crate::rules::movement::step::entry_case(s, u));
            ("enters the map there", case)
        }
        Action::Face(_) => match stage {
            Some(Stage::Approach(_)) => ("turns to that vertex, for the only time in its path", here),
            Some(Stage::Wheel { .. } | Stage::Reface { .. }) => ("turns to that vertex", here),
            _ => ("turns to that vertex", cite!("3.3.2")),
        },
        Action::Halt => match stage {
            Some(Stage::Approach(_)) => ("ends the Charge there", here),
            Some(Stage::Wheel { .. }) => ("keeps the facing that it has", here),
            Some(Stage::Combat { .. }) => ("nobody follows", here),
            _ => ("ends the move of the piece", cite!("6.1.1")),
        },
        Action::EndMoves => ("ends moving and firing; attacks are declared next", cite!("4.1")),
        Action::Fire(_) => ("fires at it", cite!("7.3.2")),
        Action::React(_) => ("fires at the unit that has come in front", cite!("7.3.2")),
        Action::Return => ("fires back; both results apply together", cite!("7.3.2(A)(2)")),
        Action::Hold if reacting => ("the defenders stand", here),
        Action::Hold if matches!(stage, Some(Stage::Retreat { .. })) => {
            ("spares the archers in its way, and is Eliminated", cite!("10.2.2", "G2"))
        }
        Action::Hold => ("declines this time", here),
        Action::HoldAll(_) => (
            "declines, and declines every such chance until the activation ends; you can reopen them at another such decision",
            here,
        ),
        Action::Reopen(_) => ("such chances are offered again", here),
        Action::CounterCharge(..) => ("tries to charge the enemy first: a roll decides", cite!("9.4")),
        Action::Withdraw(..) => ("retreats before the attack", cite!("8.2")),
        Action::Shock(..) => ("declares an attack on a unit in front", cite!("8.1")),
        Action::Charge(..) => ("declares a Charge from two or three hexes away", cite!("9.2")),
        Action::Declared => ("no more attacks are declared: they are fought", cite!("8.1")),
        Action::Resolve(_) => match stage {
            Some(Stage::Combat { step: Bout::Approach }) => ("this unit charges next", here),
            Some(Stage::Combat { .. }) => ("this unit continues its attack next", here),
            Some(Stage::Repulse(_)) => ("this unit takes the result next", here),
            _ => ("this attacker's combat is fought next", cite!("8.3")),
        },
        Action::Strike(_) => ("rolls the die against this defender", cite!("8.3.2")),
        Action::Advance(..) => match stage {
            Some(Stage::Combat { step: Bout::Press }) => ("presses on into a vacant hex in front", here),
            Some(Stage::Combat { step: Bout::Follow }) => ("follows into the hex that the enemy has left", here),
            _ => ("moves into the hex that the enemy has left", cite!("8.4")),
        },
        Action::Retreat(_) => ("retreats one hex", cite!("10.2")),
        Action::Trample(..) => ("retreats through friendly archers, who suffer for it", cite!("10.2.1")),
        Action::Retire(_) => ("puts the unit there, by the Banner, under a Retired marker", cite!("10.3(2)")),
        Action::Rejoin(_) => ("joins that unit", here),
    }
}

fn sense(s: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    let (words, cite) = does(s, action);
    out.push(format!("{words} ({cite})."));
    match action {
        Action::Step(to) | Action::Enter(to) => match top(s) {
            Some(Stage::Running(run)) => {
                let from = s.hex(run.unit);
                let cost = crate::rules::movement::step::step_ledger(s, run, from, to);
                let lines: Vec<String> = cost
                    .lines
                    .iter()
                    .map(|l| format!("{} {} ({})", l.value, l.label, l.cite))
                    .collect();
                let rest = left(s, run.unit) - cost.total;
                out.push(format!("It costs {} MP: {}; {rest} MP are left after it.", cost.total, lines.join(", ")));
                for e in s.controllers(to, s.side(run.unit).enemy()) {
                    out.push(format!("There they are in the ZOC of {} ({}).", un(s, e), cite!("3.2.4")));
                }
            }
            Some(Stage::Riding(l)) => {
                if let Some(cost) = crate::rules::movement::riding::ride_cost(s, l, to) {
                    out.push(format!("It costs {cost} MP of {} ({}).", leader_left(s, l), cite!("6.1.1", "C13")));
                }
            }
            Some(Stage::Approach(a)) => reluctance_lines(s, &a, to, &mut out),
            _ => {}
        },
        Action::CounterCharge(unit, against) => {
            let facts = counter_nerve(s, unit, against);
            let ledger = COUNTER_DRMS.ledger(0, &facts);
            let drms = added(s, &ledger, &[unit, against]);
            out.push(format!("{drms}; needs {COUNTERS} or less to counter-charge ({}).", cite!("9.4.4")));
        }
        Action::Withdraw(unit, _) if current(s).is_some_and(|c| evades(s, c, unit)) => {
            let ledger = EVADE_DRMS.ledger(0, &NerveFacts::of(s, unit));
            out.push(format!(
                "After the retreat it rolls: {}; {EVADES} or less: unharmed, more: Disordered ({}).",
                added(s, &ledger, &[unit]),
                cite!("8.2.1")
            ));
        }
        Action::Fire(_) | Action::React(_) | Action::Return => {
            if let Some((a, b, mode)) = shot_mode(s, action) {
                shot_lines(s, a, b, mode, &mut out);
            }
        }
        Action::Strike(d) => {
            if let Some((ledger, charge)) = strike_ledger(s, d) {
                strike_lines(s, d, &ledger, charge, &mut out);
            }
        }
        Action::Charge(_, target) | Action::Shock(_, target) => {
            prospect_lines(s, action, target, &mut out);
        }
        Action::Activate(l) | Action::Name(l) | Action::Seize(l) => {
            let command = s.game_data.roster.leader_card(l).command;
            let all: Vec<UnitId> = led(s, l).collect();
            let there = crate::rules::leaders::in_command(s, command);
            let near = all.iter().filter(|u| there.contains(u)).count();
            out.push(format!(
                "{}: Activation Rating {} ({}), Command Range {} ({}); {near} of {} would be in command now ({}).",
                ln(s, l),
                s.activation_rating(l),
                cite!("2.2.8"),
                s.command_range(l),
                cite!("2.2.7b"),
                many(all.len(), "unit"),
                cite!("12.1")
            ));
            if crate::rules::leaders::levy_only(s, l) {
                out.push(format!(
                    "He commands the Levy Infantry only, while the first leader of {} is in play ({}).",
                    s.game_data.roster.command_word(command),
                    cite!("12.2", "A13")
                ));
            }
        }
        _ => {}
    }
    out
}

/// The Reluctance roll of a Charger's step, if it brings it before foot for the first time (9.3).
fn reluctance_lines(s: &State, a: &Approach, to: HexId, out: &mut Vec<String>) {
    let Some(before) = tried_before(s, a, to) else {
        return;
    };
    let ledger = RELUCTANCE_DRMS.ledger(0, &NerveFacts::of(s, a.unit));
    out.push(format!(
        "Charge reluctance before the front of {}: {}; {CLOSES} or less: they charge, more: plain Shock ({}).",
        un(s, before),
        added(s, &ledger, &[a.unit]),
        cite!("9.3")
    ));
}

/// One way in which an attack could come to its roll.
struct Prospect {
    /// The state at the roll.
    s: State,
    /// The hexes from which it could strike with these modifiers.
    from: Vec<HexId>,
    ledger: Ledger,
    /// Whether the Charge Table is used.
    charge: bool,
}

/// The modifiers of an attack's roll if it were declared now in addition to the declared attacks, with no other attack and
/// nothing in between. There is one entry for each approach with different modifiers. The flag says whether another approach
/// needs an extra roll.
///
/// # Errors
/// Returns the reason why this cannot be computed.
fn prospects(s: &State, action: Action) -> Result<(Vec<Prospect>, bool), &'static str> {
    let (Action::Charge(attacker, target) | Action::Shock(attacker, target)) = action else {
        return Err("this is not an attack");
    };
    let mut found: Vec<Prospect> = Vec::new();
    let mut listed = Vec::new();
    // A Charge of three hexes takes fewer decisions than this, and has fewer ways in.
    let mut work = vec![(s.clone(), action, 16)];
    let mut diced = false;
    while let Some((mut s, does, left)) = work.pop() {
        let mut dice = Scripted::new(&[]);
        Suleiman::apply(&mut s, &does, &mut dice, &mut Log::off());
        if dice.fault().is_some() {
            diced = true;
            continue;
        }
        let Some(stage) = top(&s).filter(|_| left > 0) else {
            continue;
        };
        if let Stage::Combat { step: Bout::Strike } = stage {
            // A Charge to which others leave no approach strikes nobody.
            let strikes = |c| attackers_on(&s, c, target).any(|k| k.unit == attacker);
            let (Some((ledger, charge)), Some(from)) = (strike_ledger(&s, target), s.hex(attacker)) else {
                continue;
            };
            if !current(&s).is_some_and(strikes) {
                continue;
            }
            match found.iter_mut().find(|p| p.charge == charge && p.ledger == ledger) {
                Some(same) if same.from.contains(&from) => {}
                Some(same) => same.from.push(from),
                None => found.push(Prospect {
                    s,
                    from: vec![from],
                    ledger,
                    charge,
                }),
            }
            continue;
        }
        listed.clear();
        Suleiman::actions(&s, &mut listed);
        // Tries every path of a Charge; it ends where it can.
        let ends = listed.contains(&Action::Halt);
        let next = listed.iter().copied().filter(|&a| match (stage, a) {
            (Stage::Declaring, Action::Declared)
            | (Stage::Approach(_), Action::Halt)
            | (Stage::Combat { step: Bout::React } | Stage::Reaction { .. } | Stage::Shot(_), Action::Hold)
            | (Stage::Combat { step: Bout::Approach }, Action::Resolve(_)) => true,
            (Stage::Resolving, Action::Resolve(u)) => u == attacker,
            (Stage::Approach(_), Action::Step(_) | Action::Face(_)) => !ends,
            _ => false,
        });
        work.extend(next.map(|a| (s.clone(), a, left - 1)));
    }
    if found.is_empty() {
        return Err(if diced {
            "another roll comes before it"
        } else {
            "no way in is left"
        });
    }
    found.sort_by_key(|p| (core::cmp::Reverse(p.ledger.net()), p.from.first().copied()));
    Ok((found, diced))
}

/// The die of an attack for the list: `"die +2"`, or `"die +1 to +3"` if it depends on the approach.
fn prospect_words(s: &State, action: Action) -> String {
    let Ok((all, _)) = prospects(s, action) else {
        return "die not yet known".to_owned();
    };
    let nets = || all.iter().map(|p| p.ledger.net());
    match (nets().min(), nets().max()) {
        (Some(low), Some(high)) if low < high => format!("die {low:+} to {high:+}"),
        (Some(net), _) => format!("die {net:+}"),
        _ => String::new(),
    }
}

/// The rolls that an attack may lead to, as text.
fn prospect_lines(s: &State, action: Action, target: UnitId, out: &mut Vec<String>) {
    let (all, diced) = match prospects(s, action) {
        Ok(found) => found,
        Err(why) => {
            out.push(format!("The modifiers are not known yet: {why}."));
            return;
        }
    };
    let beside = if crate::rules::shock::declaring::declared(s).is_empty() {
        "Declared alone"
    } else {
        "With what is declared so far"
    };
    out.push(format!("{beside}, if the defender stands and nothing else happens first:"));
    for p in &all {
        if all.len() > 1 {
            let from: Vec<String> = p.from.iter().map(|&h| label(s, h)).collect();
            out.push(format!("Striking from {} ({}):", from.join(" or "), cite!("9.2")));
        }
        strike_lines(&p.s, target, &p.ledger, p.charge, out);
    }
    if diced {
        out.push("By another way in, another roll comes first.".to_owned());
    }
}

fn strike_lines(s: &State, target: UnitId, ledger: &Ledger, charge: bool, out: &mut Vec<String>) {
    let attackers: Vec<UnitId> =
        current(s).map_or_else(Vec::new, |c| attackers_on(s, c, target).map(|k| k.unit).collect());
    let named = match &attackers[..] {
        [one] => vec![*one, target],
        _ => vec![target],
    };
    out.push(format!("{}.", added(s, ledger, &named)));
    let forecast = Forecast {
        drm: ledger.net(),
        charge,
        disordered: s.unit(target).condition != Condition::Normal,
    };
    out.push(by_face(Die::D10, |face| result_words(forecast.result(s, i32::from(face)))));
}

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

fn became(before: &State, after: &State, action: Action, viewer: Side) -> Vec<String> {
    let mut out = Vec::new();
    let named = |h: HexId| {
        matches!(action, Action::Step(x) | Action::Enter(x) | Action::Retreat(x)
            | Action::Advance(_, x) | Action::Withdraw(_, x) | Action::Retire(x)
            | Action::Place(_, x) if x == h)
    };
    for u in before.unit_ids() {
        let (a, b) = (before.unit(u), after.unit(u));
        let name = un(before, u);
        if a.at != b.at && b.at == Whereabouts::Lost {
            out.push(format!("{name} Eliminated"));
            continue;
        }
        if a.condition != b.condition {
            out.push(format!("{name} {}", b.condition.title()));
        }
        if b.condition == Condition::Retired && a.condition != b.condition {
            continue;
        }
        let (from, to) = (a.at.hex(), b.at.hex());
        out.extend(moved(&before.game_data.board, name, from, to, named));
    }
    for l in before.leader_ids() {
        let (a, b) = (before.leader(l), after.leader(l));
        let lost = a.at != b.at && matches!(b.at, Whereabouts::Lost | Whereabouts::Absent);
        if lost && sees_leader(before, l, Some(viewer)) {
            out.push(format!("{} lost", ln(before, l)));
        }
    }
    if before.banner.is_some() && after.banner.is_none() {
        out.push("the Banner is lost".to_owned());
    }
    out.extend(comes_to_act(before, after));
    out
}

/// The reason for the end of the battle, and its losses.
fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
    let mut out = Vec::new();
    for event in last {
        if let What::Flight { side, test } = &event.what {
            let does = if test.passed {
                acts(*side, "holds", "hold")
            } else {
                acts(*side, "flees", "flee")
            };
            out.push(format!("{}: {} ({})", upper(&does), exceeds(test), event.cite));
        }
    }
    for &side in Side::ALL {
        let own = || s.pieces().filter(move |(.., traits)| traits.side == side);
        let retired = own().filter(|(_, u, _)| u.condition == Condition::Retired && u.at.in_play());
        let counts = [
            (own().filter(|(_, u, _)| u.at == Whereabouts::Lost).count(), "unit", "Eliminated"),
            (retired.count(), "unit", "Retired"),
            (s.fallen[side as usize].into_iter().map(usize::from).sum(), "leader", "lost"),
        ];
        let (points, level) = (s.flight_points(side), s.flight_level(side));
        out.push(format!("{}; {points} of {level} Flight Points", losses(&upper(army(side)), &counts)));
    }
    out
}

/// The side that acts next, where a Continuity or Seizure roll decides it.
fn comes_to_act(before: &State, after: &State) -> Option<String> {
    if !matches!(top(before)?, Stage::Continuity { .. } | Stage::Seize { .. }) {
        return None;
    }
    match (after.activation(), top(after)?) {
        (Some(act), _) => Some(format!("{} acts", crate::story::named(after, after.who(act.under)))),
        (None, Stage::Free { side }) => Some(acts(side, "gets a free activation", "get a free activation")),
        (None, _) => None,
    }
}

fn leg(s: &State, event: &Event) -> Option<Leg> {
    let unit = |u: UnitId| (u.place(), un(s, u).to_owned());
    let mp = |cost: &Ledger| (Some((cost.total, "MP")), costs(cost));
    let free = || (None, String::new());
    let ((piece, name), from, to, moves, (spends, costs)) = match &event.what {
        What::Stepped {
            unit: u,
            from,
            to,
            cost,
        } => (unit(*u), Some(label(s, *from)), label(s, *to), true, mp(cost)),
        What::Entered { unit: u, hex, cost } => (unit(*u), None, label(s, *hex), true, mp(cost)),
        What::Placed { unit: u, hex } => (unit(*u), None, format!("in {}", label(s, *hex)), false, free()),
        What::Faced { unit: u, facing } => (unit(*u), None, format!("face {}", facing_word(s, *facing)), false, free()),
        What::LeaderPlaced { leader, hex, .. } => {
            let who = (Place::Leader(u16::from(leader.0)), ln(s, *leader).to_owned());
            let to = hex.map_or("hidden".to_owned(), |h| format!("in {}", label(s, h)));
            (who, None, to, false, free())
        }
        What::Rode {
            who, from, to, cost, ..
        } => {
            let who = (who.leader.place(), who.words(ln(s, who.leader)));
            match to {
                Some(h) => {
                    let spends = cost.map(|points| (points, "MP"));
                    (who, from.map(|h| label(s, h)), label(s, *h), true, (spends, String::new()))
                }
                None => (who, None, "moves, hidden".to_owned(), false, free()),
            }
        }
        _ => return None,
    };
    Some(Leg {
        piece,
        name,
        from,
        to,
        moves,
        spends,
        costs,
    })
}

fn blow(event: &Event) -> Option<Blow> {
    let (by, at, how) = match &event.what {
        What::Fired { firer, target, .. } => (vec![firer.place()], target, Manner::Shot),
        What::Struck {
            attackers, defender, ..
        } => (attackers.iter().map(|u| u.place()).collect(), defender, Manner::Struck),
        _ => return None,
    };
    let at = at.place();
    Some(Blow { by, at, how })
}

fn hexes(s: &State, list: impl Iterator<Item = HexId>) -> Vec<String> {
    list.map(|h| match s.occupant(h) {
        Some(u) => format!("{} {}", label(s, h), un(s, u)),
        None => label(s, h),
    })
    .collect()
}

fn missile(m: Missile) -> &'static str {
    match m {
        Missile::None => "no missiles",
        Missile::Bow => "bows",
        Missile::Musket => "muskets",
        Missile::Gun => "guns",
    }
}

fn unit_lines(s: &State, viewer: Option<Side>, u: UnitId) -> Vec<String> {
    if s.unit(u).at == Whereabouts::Absent {
        return Vec::new();
    }
    let card = s.counter(u);
    let unit = s.unit(u);
    let r = s.ratings(u);
    let mut out = vec![format!(
        "{} ({}): {} {} of the command {}, {} ({}, {}).",
        card.name,
        card.id,
        card.side.word(),
        card.arm.title(),
        s.game_data.roster.command_word(card.command),
        missile(card.missile),
        cite!("2.2.2"),
        cite!("2.2.3")
    )];
    let facing = match s.hex(u) {
        Some(_) => format!(", facing {} ({})", facing_word(s, unit.facing), cite!("3.3.1")),
        None => String::new(),
    };
    if !unit.at.in_play() {
        out.push(format!("  {}.", hex_of(s, u)));
        return out;
    }
    out.push(format!("  {}{facing}, {} ({}).", hex_of(s, u), unit.condition.title(), cite!("10.1")));
    let reverse = match card.back {
        Some(b) if unit.condition == Condition::Normal => {
            format!("; Disordered {:+} and {}", b.sdr, b.ma)
        }
        Some(_) => String::new(),
        None => "; it has no reverse".to_owned(),
    };
    out.push(format!(
        "  Shock Defense Rating {:+} ({}), Movement Allowance {} ({}), {} MP left{reverse}.",
        r.sdr,
        cite!("2.2.5"),
        r.ma,
        cite!("2.2.6"),
        left(s, u)
    ));
    let active = s.activation().is_some_and(|a| a.command == card.command);
    let led = if active {
        unit.done.has(Done::IN_COMMAND)
    } else {
        crate::rules::leaders::in_command(s, card.command).contains(&u)
    };
    let leaders = s.game_data.roster.leader_ids();
    for l in leaders.filter(|&l| s.game_data.roster.leader_card(l).command == card.command) {
        let seen = sees_leader(s, l, viewer);
        if let (Some(here), Some(there), true) = (s.hex(u), s.leader(l).at.hex(), seen) {
            let away = s.game_data.board.distance(here, there);
            out.push(format!(
                "  Led by {}, {} away, Command Range {} ({}).",
                ln(s, l),
                many(away as usize, "hex"),
                s.command_range(l),
                cite!("2.2.7b")
            ));
        }
    }
    let knows = s
        .game_data
        .roster
        .leader_ids()
        .all(|l| s.game_data.roster.leader_card(l).command != card.command || sees_leader(s, l, viewer));
    if knows && unit.at.in_play() {
        out.push(format!(
            "  {} command{} ({}).",
            if led { "In" } else { "Out of" },
            if active { "" } else { ", as things stand" },
            cite!("12.1")
        ));
    }
    if let Some(h) = s.hex(u) {
        let with: Vec<&str> = s
            .leaders_at(h)
            .filter(|&l| sees_leader(s, l, viewer))
            .map(|l| ln(s, l))
            .collect();
        if !with.is_empty() {
            out.push(format!("  With it: {} ({}).", with.join(", "), cite!("12.3")));
        }
    }
    out
}

fn leader_lines(s: &State, viewer: Option<Side>, l: LeaderId) -> Vec<String> {
    let card = s.game_data.roster.leader_card(l);
    let leader = s.leader(l);
    let at = match leader.at {
        _ if !sees_leader(s, l, viewer) => {
            format!("with one of his army's units, hidden ({})", cite!("3.5"))
        }
        Whereabouts::Map(h) => hexes(s, core::iter::once(h)).concat(),
        Whereabouts::Box | Whereabouts::Reserve => "off the map".to_owned(),
        Whereabouts::Lost if leader.pending => "lost, to be replaced".to_owned(),
        Whereabouts::Lost => "lost".to_owned(),
        Whereabouts::Absent => "not on the field".to_owned(),
    };
    let who = match (leader.replacement, card.id == card.name) {
        (true, _) => format!("The replacement for {}", card.short_name),
        (false, true) => card.id.clone(),
        (false, false) => format!("{} ({})", upper(&card.name), card.id),
    };
    let verb = if leader.at.in_play() { "leads" } else { "of" };
    vec![
        format!("{who}: {verb} the command {}.", s.game_data.roster.command_word(card.command),),
        format!("  {at}."),
        format!(
            "  Activation Rating {} ({}), Command Range {} ({}), Movement Allowance {} ({}).",
            s.activation_rating(l),
            cite!("2.2.8"),
            s.command_range(l),
            cite!("2.2.7b"),
            s.leader_allowance(l),
            cite!("6.1.1", "C13")
        ),
    ]
}

fn command_lines(s: &State, viewer: Option<Side>, c: CommandId) -> Vec<String> {
    let card = s.game_data.roster.command_card(c);
    let mut out = vec![format!(
        "{}, {} ({}): {}.",
        card.id,
        card.side.word(),
        cite!("4.3"),
        card.title
    )];
    for l in s.leader_ids() {
        if s.game_data.roster.leader_card(l).command == c && s.leader(l).at != Whereabouts::Absent {
            out.extend(leader_lines(s, viewer, l).into_iter().map(|x| format!("  {x}")));
        }
    }
    let units: Vec<String> = s
        .game_data
        .roster
        .units_of(c)
        .filter(|&u| s.unit(u).at != Whereabouts::Absent)
        .map(|u| format!("{} {}", un(s, u), unit_note(s, u)))
        .collect();
    for line in units.chunks(5) {
        out.push(format!("  {}", line.join("; ")));
    }
    out
}

fn hex_lines(s: &State, viewer: Option<Side>, h: HexId) -> Vec<String> {
    let b = &s.game_data.board;
    let mut words = ground_words(s, h);
    if words.is_empty() {
        words.push("clear".to_owned());
    }
    words.push(format!("level {}", b.elevation(h)));
    words.extend(b.name(h).map(str::to_owned));
    let mut out = vec![format!("{}: {} ({}).", label(s, h), words.join(", "), cite!("2.1.1"))];
    for side in Side::ALL {
        let by: Vec<UnitId> = s.controllers(h, *side).collect();
        if !by.is_empty() {
            out.push(format!("  In the ZOC of {} ({}).", names(s, by.into_iter()), cite!("3.2")));
        }
    }
    if let Some(u) = s.occupant(h) {
        out.extend(unit_lines(s, viewer, u));
        return out;
    }
    let with: Vec<&str> = s
        .leaders_at(h)
        .filter(|&l| sees_leader(s, l, viewer))
        .map(|l| ln(s, l))
        .collect();
    if !with.is_empty() {
        out.push(format!("  Here: {}.", with.join(", ")));
    }
    out
}

/// Checks whether an action is allowed, apart from whose activation it is. Returns everything else that forbids it.
fn but_for_the_turn(judge: impl FnOnce(&mut Verdict)) -> Result<(), Refusals> {
    let mut v = Verdict::full();
    judge(&mut v);
    let refusals = match v.finish() {
        Ok(()) => return Ok(()),
        Err(refusals) => refusals,
    };
    let mut rest = Verdict::full();
    for r in &refusals {
        // Compares the whole citation: a clause of the Case is something else.
        if !matches!(r.cite.text(), "5.1.1" | "12.2") {
            rest.refuse(*r);
        }
    }
    rest.finish()
}

fn may_fire(s: &State, firer: UnitId, target: UnitId) -> Result<(), Refusals> {
    but_for_the_turn(|v| crate::rules::fire::judge_as_it_stands(s, firer, target, Mode::Phasing, v))
}
fn may_attack(s: &State, attacker: UnitId, target: UnitId, charge: bool) -> bool {
    but_for_the_turn(|v| crate::rules::shock::declaring::judge_attack(s, attacker, target, charge, v)).is_ok()
}

/// The targets that a unit could fire at, attack or Charge in the present position.
fn goals(now: &State, viewer: Option<Side>, u: UnitId) -> Vec<Goal> {
    let (s, unsure) = rested(now, viewer);
    let enemies = s.unit_ids().filter(|&e| s.side(e) != s.side(u) && s.hex(e).is_some());
    let mut out = Vec::new();
    for e in enemies {
        let mut goal = |words: String| out.push(Goal { at: e.place(), words });
        if may_fire(&s, u, e).is_ok() {
            let net = crate::rules::fire::shot_ledger(&s, u, e, Mode::Phasing).map_or(0, |l| l.net());
            goal(format!("fire, die {net:+}"));
        }
        if may_attack(&s, u, e, false) {
            goal("attack".to_owned());
        }
        if may_attack(&s, u, e, true) {
            let led = if unsure.contains(&u) { ", if in command" } else { "" };
            goal(format!("charge{led}"));
        }
    }
    out
}

/// The state in which what units did in past activations no longer binds them, and the units of which the viewer does not
/// know whether they are in command.
fn rested(now: &State, viewer: Option<Side>) -> (State, Vec<UnitId>) {
    let mut next = now.clone();
    let active = now.activation().map(|a| a.command);
    // Command status is only computed if the viewer knows the leaders of the command; otherwise its units count as in command.
    let knows = |c: CommandId| {
        let mut all = now.leader_ids();
        all.all(|l| now.game_data.roster.leader_card(l).command != c || sees_leader(now, l, viewer))
    };
    let mut unsure: Vec<UnitId> = Vec::new();
    for c in now.game_data.roster.command_ids().filter(|&c| Some(c) != active) {
        let led = knows(c).then(|| crate::rules::leaders::in_command(now, c));
        for unit in now.game_data.units_of(c) {
            let mut done = now.unit(unit).done.fresh().and(now.beginning(unit));
            if led.as_ref().is_none_or(|led| led.contains(&unit)) {
                done.set(Done::IN_COMMAND);
            }
            next.unit_mut(unit).done = done;
            if led.is_none() {
                unsure.push(unit);
            }
        }
    }
    (next, unsure)
}

/// The threats by a unit and to it. The place of a leader is used only if the viewer knows it.
fn threats(now: &State, viewer: Option<Side>, u: UnitId) -> Vec<Threat> {
    let Some(at) = now.hex(u) else {
        return Vec::new();
    };
    let (next, unsure) = rested(now, viewer);
    let command_word = |x: UnitId| {
        if unsure.contains(&x) { ", if in command" } else { "" }
    };
    let s = &next;
    let mut out = Vec::new();
    let mut say = |words: String, on: Vec<String>, cite: Cite| out.push(Threat { words, on, cite });
    let name = un(s, u);
    let enemies: Vec<UnitId> = s
        .unit_ids()
        .filter(|&e| s.side(e) != s.side(u) && s.hex(e).is_some())
        .collect();
    say(
        format!("{name} in {}, facing {}, have in front", label(s, at), facing_word(s, s.unit(u).facing)),
        hexes(s, s.frontal(u)),
        cite!("3.3"),
    );
    let zoc: Vec<HexId> = s.frontal(u).filter(|&h| s.controls(u, h)).collect();
    if zoc.is_empty() {
        let why = if s.has_zoc(u) { cite!("3.2.3") } else { cite!("3.2.1") };
        say("They project no ZOC".to_owned(), Vec::new(), why);
    } else {
        say("Their ZOC".to_owned(), hexes(s, zoc.into_iter()), cite!("3.2"));
    }
    if s.missile(u) != Missile::None {
        let arc = crate::rules::fire::field_of_fire(s, u);
        let mut range = 1;
        while arc.iter().any(|a| a.0 >= range) {
            let ring: Vec<HexId> = arc.iter().filter(|a| a.0 == range).map(|a| a.1).collect();
            let drm = crate::rules::fire::range_modifier(s, u, range).unwrap_or(0);
            if !ring.is_empty() {
                say(format!("Their fire at range {range}, die {drm:+}"), hexes(s, ring.into_iter()), cite!("7.4.1"));
            }
            range += 1;
        }
        let in_arc = |e: &UnitId| s.hex(*e).is_some_and(|h| arc.iter().any(|a| a.1 == h));
        let mut can = Vec::new();
        for &e in enemies.iter().filter(|e| in_arc(e)) {
            let net = crate::rules::fire::shot_ledger(s, u, e, Mode::Phasing).map_or(0, |l| l.net());
            match may_fire(s, u, e) {
                Ok(()) => can.push(format!("{} die {net:+}", un(s, e))),
                Err(why) => say(format!("They may not fire at {} now: {why}", un(s, e)), Vec::new(), cite!("7.3")),
            }
        }
        if !can.is_empty() {
            say("They could fire at".to_owned(), can, cite!("7.3"));
        }
    }
    let on = |charge: bool| -> Vec<String> {
        enemies
            .iter()
            .filter(|&&e| may_attack(s, u, e, charge))
            .map(|&e| {
                let unsure = if charge { command_word(u) } else { "" };
                format!("{} {}{unsure}", un(s, e), hex_of(s, e))
            })
            .collect()
    };
    let by = |charge: bool| -> Vec<String> {
        enemies
            .iter()
            .filter(|&&e| may_attack(s, e, u, charge))
            .map(|&e| {
                let unsure = if charge { command_word(e) } else { "" };
                format!("{} {}{unsure}", un(s, e), hex_of(s, e))
            })
            .collect()
    };
    let fire_by: Vec<String> = enemies
        .iter()
        .filter(|&&e| may_fire(s, e, u).is_ok())
        .map(|&e| {
            let net = crate::rules::fire::shot_ledger(s, e, u, Mode::Phasing).map_or(0, |l| l.net());
            format!("{} {} die {net:+}", un(s, e), hex_of(s, e))
        })
        .collect();
    let zoc_by: Vec<String> = s
        .controllers(at, s.side(u).enemy())
        .map(|e| un(s, e).to_owned())
        .collect();
    for (words, list, cite) in [
        ("They could attack", on(false), cite!("8.1")),
        ("They could charge", on(true), cite!("9.2")),
        ("They are in the ZOC of", zoc_by, cite!("3.2")),
        ("They could be fired at by", fire_by, cite!("7.3")),
        ("They could be attacked by", by(false), cite!("8.1")),
        ("They could be charged by", by(true), cite!("9.2")),
    ] {
        if !list.is_empty() {
            say(words.to_owned(), list, cite);
        }
    }
    out
}

/// Whether an event reports what the action itself does.
const fn tells(action: Action, event: &What) -> bool {
    match action {
        Action::Place(..) => matches!(event, What::Placed { .. }),
        Action::PlaceLeader(..) => matches!(event, What::LeaderPlaced { .. }),
        Action::PlaceBanner(_) => matches!(event, What::BannerPlaced { .. }),
        Action::Activate(_) => matches!(event, What::Activated { .. }),
        Action::Name(_) => matches!(event, What::Named { .. }),
        Action::Seize(_) => matches!(event, What::Seizure { .. }),
        Action::Pass => matches!(event, What::Passed { .. }),
        Action::Standard => matches!(event, What::StandardRaised { .. }),
        Action::Summon => matches!(event, What::Summons { .. }),
        Action::Replace(..) => matches!(event, What::Replaced { .. }),
        Action::Step(_) | Action::Enter(_) => {
            matches!(event, What::Stepped { .. } | What::Entered { .. } | What::Rode { .. } | What::Charged { .. })
        }
        Action::Face(_) => matches!(event, What::Faced { .. } | What::Declined { .. }),
        Action::LetRoll | Action::Halt => matches!(event, What::Declined { .. }),
        Action::Fire(_) => matches!(event, What::Aimed { .. } | What::FiredInZoc { .. }),
        Action::React(_) | Action::Return => matches!(event, What::Aimed { .. }),
        Action::Hold | Action::HoldAll(_) => matches!(event, What::Held { .. }),
        Action::Reopen(_) => matches!(event, What::Reopened { .. }),
        Action::CounterCharge(..) => matches!(event, What::CounterCharge { .. }),
        Action::Withdraw(..) => matches!(event, What::Withdrew { .. }),
        Action::Shock(..) | Action::Charge(..) => matches!(event, What::Declared { .. }),
        Action::Resolve(_) => matches!(
            event,
            What::CombatBegins { .. } | What::Void { .. } | What::Continues { .. } | What::ContinuedLapsed { .. }
        ),
        Action::Strike(_) => matches!(event, What::Struck { .. }),
        Action::Advance(..) => matches!(event, What::Advanced { .. }),
        Action::Retreat(_) => matches!(event, What::Retreated { .. }),
        Action::Trample(..) => matches!(event, What::Retreated { .. } | What::Trampled { .. }),
        Action::Retire(_) => matches!(event, What::Retired { .. }),
        Action::Rejoin(_) => matches!(event, What::Joined { .. }),
        Action::Take(_) | Action::TakeLeader(_) | Action::EndMoves | Action::Declared => false,
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

#[cfg(test)]
mod tests {
    use super::*;
    use casus_core::testkit::sound::headed;
    use casus_core::{Agent as _, Log, Random, Seat, Seeded, Turn};

    fn position(json: &str) -> State {
        Suleiman::begin(&serde_json::from_str(json).unwrap()).unwrap()
    }
    fn act(s: &mut State, words: &str, faces: &[u8]) {
        let action = Suleiman::parse(s, words).unwrap();
        let mut dice = Scripted::new(faces);
        Suleiman::apply(s, &action, &mut dice, &mut Log::off());
        assert_eq!(dice.fault(), None, "{words}");
    }
    fn why(s: &State, words: &str) -> Vec<String> {
        sense(s, Suleiman::parse(s, words).unwrap())
    }
    /// Two of Tomori's Heavy Cavalry, two hexes from a Sipahi, and more.
    fn two_chargers(first: &str, more: &str) -> State {
        position(&format!(
            r#"{{"start_at": "shock", "leader": "Tomori", "map": {{"blank": true}},
                "units": [{{"id": "HU-HC-1", "hex": "{first}", "facing": "S"}}, {{"id": "HU-HC-2", "hex": "2013", "facing": "S"}},
                    {{"id": "OT-MC-1", "hex": "2214", "facing": "N"}}{more}],
                "leaders": [{{"id": "Tomori", "hex": "2013"}}, {{"id": "Bali", "hex": "2214"}}]}}"#
        ))
    }

    #[test]
    fn a_second_charge_is_reckoned_only_where_it_comes_home() {
        let mut s = two_chargers("2014", "");
        act(&mut s, "charge HU-HC-1 OT-MC-1", &[]);
        let told = why(&s, "charge HU-HC-2 OT-MC-1");
        assert_eq!(told[1], "With what is declared so far, if the defender stands and nothing else happens first:");
        // Its only approach while the first uses the other. In its own hex it would strike nobody.
        assert!(told[2].starts_with("+5 to the die: +1 Strength Advantage"), "{told:?}");
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(prospect_words(&s, Suleiman::parse(&s, "charge HU-HC-2 OT-MC-1").unwrap()).ends_with("die +5"));
    }

    #[test]
    fn a_charge_alone_is_reckoned_by_every_way_in() {
        let s = two_chargers("2014", "");
        let told = why(&s, "charge HU-HC-1 OT-MC-1");
        assert_eq!(told[1], "Declared alone, if the defender stands and nothing else happens first:");
        assert!(told[2].starts_with("+3 to the die"), "{told:?}");
        assert_eq!(told.len(), 4, "{told:?}");
    }

    #[test]
    fn a_way_in_before_which_a_die_falls_is_told_of() {
        // One of the two hexes is in front of the janissaries.
        let s = two_chargers("2014", r#", {"id": "OT-RI-1", "hex": "2115", "facing": "ENE"}"#);
        let told = why(&s, "charge HU-HC-1 OT-MC-1");
        assert_eq!(told.last().map(String::as_str), Some("By another way in, another roll comes first."), "{told:?}");
        let s = two_chargers("2014", r#", {"id": "OT-RI-1", "hex": "2115", "facing": "S"}"#);
        let told = why(&s, "charge HU-HC-1 OT-MC-1");
        assert!(told.iter().all(|line| !line.contains("another roll")), "{told:?}");
    }

    #[test]
    fn what_a_charger_does_is_told_by_the_rules_of_charging() {
        let mut s = two_chargers("2014", r#", {"id": "OT-RI-1", "hex": "2115", "facing": "ENE"}"#);
        act(&mut s, "charge HU-HC-1 OT-MC-1", &[]);
        act(&mut s, "declared", &[]);
        act(&mut s, "resolve HU-HC-1", &[]);
        assert_eq!(why(&s, "step 2113"), ["moves one hex nearer to its target (9.2)."]);
        let told = why(&s, "step 2114");
        assert_eq!(told[0], "moves one hex nearer to its target (9.2).");
        assert_eq!(
            told[1],
            "Charge reluctance before the front of Janissaries 1: +0 to the die; 4 or less: they charge, more: plain Shock \
             (9.3)."
        );
        assert_eq!(told.len(), 2);
        assert_eq!(why(&s, "face WSW"), ["turns to that vertex, for the only time in its path (9.2)."]);
        act(&mut s, "step 2113", &[]);
        assert_eq!(why(&s, "halt"), ["ends the Charge there (9.2)."]);
    }

    #[test]
    fn medium_cavalry_is_told_what_it_adds_before_foot() {
        let mut s = position(
            r#"{"start_at": "shock", "leader": "Bali", "map": {"blank": true},
                "units": [{"id": "OT-MC-1", "hex": "2215", "facing": "N"}, {"id": "HU-RI-1", "hex": "2015", "facing": "S"}],
                "leaders": [{"id": "Bali", "hex": "2415"}, {"id": "Hannibal", "hex": "2015"}]}"#,
        );
        act(&mut s, "charge OT-MC-1 HU-RI-1", &[]);
        act(&mut s, "declared", &[]);
        act(&mut s, "resolve OT-MC-1", &[]);
        let told = why(&s, "step 2114");
        assert!(told[1].contains("+1 to the die: +1 Medium Cavalry (9.3); 4 or less"), "{told:?}");
    }

    #[test]
    fn the_dice_before_the_shock_are_told_before_they_fall() {
        let mut s = position(
            r#"{"start_at": "shock", "leader": "Tomori", "map": {"blank": true},
                "units": [{"id": "HU-HC-1", "hex": "2014", "facing": "S"}, {"id": "OT-AK-1", "hex": "2114", "facing": "N"},
                    {"id": "OT-MC-1", "hex": "2113", "facing": "ENE"}],
                "leaders": [{"id": "Tomori", "hex": "1914"}, {"id": "Bali", "hex": "2313"}, {"id": "Ibrahim", "hex": "2413"}]}"#,
        );
        for words in [
            "shock HU-HC-1 OT-AK-1",
            "shock HU-HC-1 OT-MC-1",
            "declared",
            "resolve HU-HC-1",
        ] {
            act(&mut s, words, &[]);
        }
        let told = why(&s, "withdraw OT-AK-1 2215");
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[1].contains("+2 Shock Defense Rating (8.2.1)"), "{told:?}");
        let told = why(&s, "counter-charge OT-MC-1 HU-HC-1");
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[1].contains("(9.4.3(1))") && told[1].ends_with("needs 3 or less to counter-charge (9.4.4)."),
            "{told:?}"
        );
    }

    #[test]
    fn a_unit_off_the_map_is_asked_about_where_it_is() {
        let mut s = position(
            r#"{"start_at": "move-fire", "leader": "Ibrahim", "map": {"blank": true},
                "units": [{"id": "OT-AK-1", "hex": "3010", "facing": "N"}, {"id": "OT-AK-2", "at": "box", "state": "disordered"}],
                "leaders": [{"id": "Ibrahim", "hex": "3010"}]}"#,
        );
        act(&mut s, "take OT-AK-2", &[]);
        assert_eq!(question(&s), "Akincis 2 (in the camp): 7 of 7 MP left. Enter the map, or done.");
        act(&mut s, "halt", &[]);
        act(&mut s, "take OT-AK-1", &[]);
        assert_eq!(question(&s), "Akincis 1 (3010, facing N): 8 of 8 MP left. Move, turn, or done.");
    }

    #[test]
    fn who_goes_back_next_is_asked_by_the_ruling() {
        let mut s = position(
            r#"{"start_at": "shock", "leader": "Bali", "map": {"blank": true}, "charts": {"shock": {"rows": ["0 | AR / - | AR / -"]}},
                "units": [{"id": "OT-MC-1", "hex": "2114", "facing": "N"}, {"id": "OT-MC-2", "hex": "2113", "facing": "N"},
                    {"id": "HU-RI-1", "hex": "2014", "facing": "S"}],
                "leaders": [{"id": "Bali", "hex": "2313"}, {"id": "Hannibal", "hex": "1914"}]}"#,
        );
        for words in [
            "shock OT-MC-1 HU-RI-1",
            "shock OT-MC-2 HU-RI-1",
            "declared",
            "resolve OT-MC-1",
        ] {
            act(&mut s, words, &[]);
        }
        act(&mut s, "strike HU-RI-1", &[0]);
        assert_eq!(question(&s), "Sipahis 1 and 2 must retreat: which of them next?");
        assert_eq!(why(&s, "resolve OT-MC-2"), ["this unit takes the result next (10.2 [E19])."]);
        act(&mut s, "resolve OT-MC-2", &[]);
        assert_eq!(question(&s), "Sipahis 2 retreat from 2113: to which hex?");
    }

    #[test]
    fn what_happens_stands_under_what_was_done() {
        for seed in 0..3 {
            let mut s = Suleiman::begin(&crate::setup::Setup::default()).unwrap();
            let (mut dice, mut agent, mut listed) = (Seeded::new(seed), Random::new(!seed), Vec::new());
            for _ in 0..1500 {
                let Turn::Decide { side, what, .. } = Suleiman::turn(&s) else {
                    break;
                };
                listed.clear();
                Suleiman::actions(&s, &mut listed);
                let action = listed[agent.choose(Seat::<Suleiman>::new(&s, side, &listed)) % listed.len()];
                let mut log = Log::new();
                Suleiman::apply(&mut s, &action, &mut dice, &mut log);
                headed::<Suleiman>(what, &action, log.events()).unwrap();
            }
        }
    }
}
