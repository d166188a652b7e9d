//! The note beside each choice, and what its effects and costs are.

use super::names::{added, hex_of, label, leader_left, left, ln, mover, names, shot_lines, shot_mode, top, un};
use super::prospects::{prospect_lines, prospect_words, strike_lines};
use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, UnitId};
use crate::rules::charge::approach::tried_before;
use crate::rules::charge::counter::counter_nerve;
use crate::rules::charge::nerve::{CLOSES, COUNTER_DRMS, COUNTERS, EVADE_DRMS, EVADES, NerveFacts, RELUCTANCE_DRMS};
use crate::rules::combat::current;
use crate::rules::shock::reacting::evades;
use crate::rules::shock::striking::strike_ledger;
use crate::state::charge::Approach;
use crate::state::combat::Bout;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::words::many;
use casus_core::{Aspect, Cite, HexId, VertexFacing};
use casus_guide::Note;
use core::fmt::Write as _;

/// The units in play that would act under a leader (12.2).
pub(super) fn led(s: &State, l: LeaderId) -> impl Iterator<Item = UnitId> + '_ {
    let levy = crate::rules::leaders::levy_only(s, l);
    let all = s.game_data.units_of(s.game_data.roster.leader_card(l).command);
    all.filter(move |&u| s.unit(u).at.in_play() && (!levy || s.arm(u) == crate::components::Arm::LevyInfantry))
}

pub(super) fn unit_note(s: &State, u: UnitId) -> String {
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

pub(super) fn ground_words(s: &State, h: HexId) -> Vec<String> {
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

fn command_note(s: &State, action: Action, l: LeaderId) -> String {
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
    parts.join(", ")
}

fn facing_note(s: &State, f: VertexFacing) -> Note {
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
    Note::said(ahead.join("+"))
}

fn shot_note(s: &State, action: Action) -> Note {
    let range = |a: UnitId, b: UnitId| match (s.hex(a), s.hex(b)) {
        (Some(x), Some(y)) => s.game_data.board.distance(x, y),
        _ => 0,
    };
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
    Note::said(out)
}

pub(super) fn note(s: &State, action: Action) -> Note {
    let words = Note::said;
    let aside = |from: Option<HexId>, to: HexId, more: Vec<String>| {
        Note::toward(action.word(), s.game_data.board.way(from, to), more)
    };
    match action {
        Action::Place(_, h) => words(ground_words(s, h).join(", ")),
        Action::PlaceLeader(_, h) | Action::PlaceBanner(h) => {
            words(s.occupant(h).map(|u| un(s, u).to_owned()).unwrap_or_default())
        }
        Action::Activate(l) | Action::Name(l) | Action::Seize(l) => words(command_note(s, action, l)),
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
        Action::Face(f) => facing_note(s, f),
        Action::Fire(_) | Action::React(_) | Action::Return => shot_note(s, action),
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
pub(super) fn does(s: &State, action: Action) -> (&'static str, Cite) {
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

pub(super) fn sense(s: &State, action: Action) -> Vec<String> {
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
