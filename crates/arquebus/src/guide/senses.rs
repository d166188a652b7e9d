//! The effect of an action, with its cost or the modifiers of its roll.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{BattleId, UnitId};
use crate::guide::names::{added, leader, left, left_alone, mover, unit, units};
use crate::guide::notes::{alone, die_lines, shot_of, step_cost};
use crate::guide::prospects;
use crate::rules::command::in_command;
use crate::rules::fire::shot::{facts, fate_of, shot_ledger};
use crate::rules::movement::alone::may_go;
use crate::state::position::State;
use crate::state::stage::{Phase, Stage};
use crate::story::fate;
use casus_core::words::{by_face, many};
use casus_core::{Cite, Die};

/// The effect of an action, as text, with its Case.
fn does(s: &State, action: Action) -> (&'static str, Cite) {
    let here = crate::dispatch::decision(s).map_or(cite!("4.0"), |d| d.cite);
    let top = s.stack.last();
    match action {
        Action::Draw => ("Draws the side's Seizure counters, hidden from the enemy", cite!("6.3")),
        Action::Activate(_) => ("The Battle moves and fires, fights and rallies; no roll is needed", cite!("6.1")),
        Action::ActivateBoth(..) => ("Both Battles move and fire, fight and rally together", cite!("6.3.1", "R-35")),
        Action::Join(_) => (
            "A roll decides whether it acts with the others; if it fails, no more Battles may join",
            cite!("6.1", "V-1"),
        ),
        Action::LeaveMap => ("The unit leaves the map for good, without loss", cite!("3.0", "F-1")),
        Action::ActivateArmy => (
            "Leaders and units in command move, all that are far from the enemy; no unit fires or fights",
            cite!("6.1"),
        ),
        Action::RallyAt(_) => ("The Retired units with the Standard or next to it may rally", cite!("15.1", "15.1b")),
        Action::Carry(_) => ("The Standard moves as a leader does", cite!("15.2", "15.2")),
        Action::Name(_) | Action::NameArmy => (
            "The enemy may try to seize first; then a continuity roll lets it act, or gives the enemy a free activation",
            cite!("6.2"),
        ),
        Action::Pass => ("Nothing acts, and the enemy gets a free activation", cite!("6.1")),
        Action::Clock => ("Moves the Time marker one space", cite!("16.1")),
        Action::Seize(..) => (
            "Spends the counter; its roll takes play from the enemy, or leaves them a free activation",
            cite!("6.3.1"),
        ),
        Action::LetRoll => ("Nobody seizes: the continuity roll is made", cite!("6.3.1")),
        Action::Negate => ("Spends the counter: the seizure has no effect", cite!("6.3.2")),
        Action::Replace(..) => ("The replacement leader arrives with this unit", cite!("5.5")),
        Action::BattleCry(_) => ("Spends the counter: the Retired unit rallies where it is", cite!("6.3", "15.1c")),
        Action::Unsteady(_) => ("Spends the counter: the unit is Disordered; guns are Eliminated", cite!("6.3")),
        Action::Take(_) => ("Selects the unit, to move, turn and fire", cite!("7.2")),
        Action::TakeLeader(_) => ("Selects the leader, to move alone", cite!("7.2")),
        Action::TakeStandard(_) => ("Selects the Standard, to move", cite!("15.2")),
        Action::Escort(_) => ("The leader goes with the unit", cite!("7.2", "R-41")),
        Action::Step(_) if matches!(top, Some(Stage::Tracing(_))) => ("The next hex of the path", cite!("13.3")),
        Action::Step(_) if matches!(top, Some(Stage::Withdrawing { .. })) => {
            ("The unit retreats one more hex", cite!("12.2"))
        }
        Action::Step(_) => ("Moves one hex", here),
        Action::Enter(_) => ("Enters the map there", cite!("7.5")),
        Action::Face(_) => ("Turns to that vertex", here),
        Action::Dismount => ("The unit dismounts, reloads and moves no further", cite!("7.4")),
        Action::Remount => ("The unit remounts", cite!("7.4")),
        Action::Fire(_) => ("Fires at the units there: one roll for all of them", cite!("11.2")),
        Action::React(_) => ("Fires at the unit in front", cite!("11.2")),
        Action::Return(_) => ("Returns fire; both shots take effect together", cite!("11.2")),
        Action::Halt => ("Does no more", here),
        Action::EndMoves => ("Ends movement and fire; attacks are declared next", cite!("4.0")),
        Action::Hold if matches!(top, Some(Stage::Retreat { .. })) => {
            ("Spares the friend in its way, and is Eliminated", cite!("14.3"))
        }
        Action::Hold => ("Declines this time", here),
        Action::HoldAll(_) => (
            "Declines this and every like chance until the activation ends; any other such moment can open it again",
            here,
        ),
        Action::Reopen(_) => ("Such chances will be offered again", here),
        Action::CounterCharge(..) => ("Tries to counter-charge: a roll decides", cite!("13.6")),
        Action::Shock(..) => ("Declares an attack on a hex in front", cite!("12.1")),
        Action::Charge(..) => ("Declares a Charge, whose path is laid out next", cite!("13.2")),
        Action::Declared => ("Ends declarations: the attacks are resolved", cite!("12.1")),
        Action::Resolve(_) if matches!(top, Some(Stage::Shock { step: Phase::Place })) => {
            ("This Charger is placed next to its target next", cite!("12.3(2a)"))
        }
        Action::Resolve(_) if matches!(top, Some(Stage::Attack { .. })) => {
            ("This unit takes the Continued Attack marker", cite!("14.7", "R-100"))
        }
        Action::Resolve(_) if matches!(top, Some(Stage::Repulse(_))) => ("This unit takes its result next", here),
        Action::Resolve(_) => {
            ("This attacker's combat is resolved next, with all who attack with it", cite!("12.3(3)"))
        }
        Action::Withdraw(..) => ("Retreats before combat, and is Disordered", cite!("12.2")),
        Action::Breach(_) => ("Spends the counter: its bonus goes to the attack on that hex", cite!("6.3")),
        Action::Advance(..) => ("Advances into the hex that the enemy has left", here),
        Action::Retreat(_) => ("Retreats one hex", cite!("14.3")),
        Action::Through(..) => ("Retreats through a friendly unit, which suffers for it", cite!("14.3")),
        Action::Retire(_) => ("Is placed there, by its Standard, under a Retired marker", cite!("14.4")),
        Action::Rejoin(_) => ("Joins that unit", cite!("5.4")),
        Action::Rally(_) => ("The unit rallies", cite!("15.1")),
        Action::EndRally => ("No more units rally", cite!("15.1")),
    }
}

fn cost(s: &State, action: Action) -> Option<String> {
    let (Action::Step(to) | Action::Enter(to)) = action else {
        return None;
    };
    if let Some(Stage::Running(run)) = s.stack.last() {
        let cost = step_cost(s, run, to);
        let lines: Vec<String> = cost
            .lines
            .iter()
            .map(|l| format!("{} {} ({})", l.value, l.label, l.cite))
            .collect();
        let rest = left(s, run.unit) - cost.total;
        return Some(format!("Costs {} MP: {}; {rest} MP left.", cost.total, lines.join(", ")));
    }
    let (piece, from, spent) = alone(s)?;
    let cost = may_go(s, piece, from, spent, to)?;
    Some(format!("Costs {cost} of {} MP ({}).", left_alone(s, spent), cite!("7.2")))
}

/// The units next to the hex that it would enter.
fn met(s: &State, action: Action) -> Option<String> {
    let (Action::Step(to) | Action::Enter(to)) = action else {
        return None;
    };
    let u = mover(s).filter(|_| matches!(s.stack.last(), Some(Stage::Running(_))))?;
    let near = units(s, s.adjacent_enemies(to, s.side(u)));
    (!near.is_empty()).then(|| format!("It stops there, next to {near} ({}).", cite!("7.2")))
}

fn shot(s: &State, action: Action) -> Vec<String> {
    let found = shot_of(s, action).and_then(|(u, hex, mode, run)| Some((hex, facts(s, u, hex, mode, run)?)));
    let Some((hex, f)) = found else { return Vec::new() };
    let mut out = Vec::new();
    for t in s.units_at(hex) {
        let ledger = shot_ledger(&f, t);
        out.push(format!("On {}: {}.", unit(s, t), added(s, &ledger)));
        out.push(by_face(Die::D10, |face| fate(fate_of(s, t, i32::from(face) + ledger.net())).to_owned()));
    }
    out
}

/// The leader of a Battle, and the number of its units that he would have in command.
fn led(s: &State, b: BattleId) -> String {
    let on_map = s.on_map(b).count();
    let Some(l) = s.leader_of(b) else {
        let due = s.leader_ids().find(|&l| s.leader(l).pending && s.leads(l, b));
        return due.map_or_else(
            || format!("It has no leader ({}).", cite!("6.4")),
            |l| {
                format!(
                    "The replacement for {} arrives before command is traced ({}).",
                    leader(s, l),
                    cite!("5.5", "R-09")
                )
            },
        );
    };
    let rating = s
        .activation_rating(l)
        .map_or("none".to_owned(), |rating| rating.to_string());
    format!(
        "{}: Activation Rating {rating}, Command Range {}; {} of its {} on the map would be in command now ({}).",
        leader(s, l),
        s.command_range(l),
        in_command(s, b).len(),
        many(on_map, "unit"),
        cite!("5.2")
    )
}

pub(super) fn sense(s: &State, action: Action) -> Vec<String> {
    let (words, cite) = does(s, action);
    let mut out = vec![format!("{words} ({cite}).")];
    out.extend(cost(s, action));
    out.extend(met(s, action));
    out.extend(shot(s, action));
    out.extend(die_lines(s, action));
    match action {
        Action::Activate(b) | Action::Name(b) | Action::Seize(b, _) => out.push(led(s, b)),
        Action::Shock(..) => out.extend(prospects::lines(s, action, cite!("12.1"))),
        Action::Charge(..) => out.extend(prospects::lines(s, action, cite!("13.3"))),
        Action::Resolve(u) if matches!(s.stack.last(), Some(Stage::Shock { step: Phase::Resolve })) => {
            out.extend(prospects::resolved(s, u));
        }
        _ => {}
    }
    out
}

/// A unit's present ratings, with those of its other face.
pub(super) fn ratings(s: &State, u: UnitId) -> String {
    let (card, r) = (s.counter(u), s.ratings(u));
    let fire = r
        .missile
        .map_or("no fire".to_owned(), |drm| format!("Missile Fire DRM {drm:+}"));
    let turned = s.unit(u).turned;
    let faces = if turned {
        card.other.unwrap_or(card.faces)
    } else {
        card.faces
    };
    let shaken = s.unit(u).condition != crate::state::pieces::Condition::Normal;
    let back = match faces.back {
        Some(b) if !shaken => format!("; Disordered {:+} and {}", b.sdr, b.ma),
        Some(_) => String::new(),
        None => "; never Disordered".to_owned(),
    };
    format!(
        "Shock Defense DRM {:+} ({}), Movement Allowance {}, {} MP left ({}), {fire} ({}){back}.",
        r.sdr,
        cite!("12.3(3)"),
        r.ma,
        left(s, u),
        cite!("7.1"),
        cite!("11.1")
    )
}
