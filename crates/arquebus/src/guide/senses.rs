//! What an action does, and what it costs or what its die is modified by.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{BattleId, UnitId};
use crate::guide::names::{added, leader, left, left_alone, mover, unit};
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

/// What an action does, by its first word.
fn does(s: &State, action: Action) -> (&'static str, Cite) {
    let here = crate::dispatch::decision(s).map_or(cite!("4.0"), |d| d.cite);
    let top = s.stack.last();
    match action {
        Action::Draw => ("draws the side's Seizure counters, which the enemy does not see", cite!("6.3")),
        Action::Activate(_) => {
            ("the Battle moves and fires, fights and rallies; no die is thrown for it", cite!("6.1"))
        }
        Action::ActivateBoth(..) => ("both Battles move and fire, fight and rally together", cite!("6.3.1", "R-35")),
        Action::Join(_) => (
            "a die decides whether it acts with the others; if it fails, no more Battles may join",
            cite!("6.1", "V-1"),
        ),
        Action::LeaveMap => ("leaves the map for good, without loss", cite!("3.0", "F-1")),
        Action::ActivateArmy => (
            "leaders and units in command move, all that are far from the enemy; nobody fires or fights",
            cite!("6.1"),
        ),
        Action::RallyAt(_) => ("the Retired units with the Standard or next to it may rally", cite!("15.1", "15.1b")),
        Action::Carry(_) => ("the Standard moves as a leader does", cite!("15.2", "15.2")),
        Action::Name(_) | Action::NameArmy => (
            "the enemy may try to Seize first; else the die lets it act, or gives the enemy a Free Activation",
            cite!("6.2"),
        ),
        Action::Pass => ("nothing acts, and the enemy may choose freely", cite!("6.1")),
        Action::Clock => ("moves the Time marker one space", cite!("16.1")),
        Action::Seize(..) => (
            "spends the counter; its die takes play from the enemy, or leaves him a Free Activation",
            cite!("6.3.1"),
        ),
        Action::LetRoll => ("nobody Seizes: the Continuation roll is made", cite!("6.3.1")),
        Action::Negate => ("spends the counter: the Seizure comes to nothing", cite!("6.3.2")),
        Action::Replace(..) => ("the replacement leader arrives with this unit", cite!("5.5")),
        Action::BattleCry(_) => ("spends the counter: the Retired unit rallies where it is", cite!("6.3", "15.1c")),
        Action::Unsteady(_) => ("spends the counter: the unit is Disordered, guns are lost", cite!("6.3")),
        Action::Take(_) => ("selects the unit, to move, turn and fire", cite!("7.2")),
        Action::TakeLeader(_) => ("selects the leader, to move alone", cite!("7.2")),
        Action::TakeStandard(_) => ("selects the Standard, to move", cite!("15.2")),
        Action::Escort(_) => ("the leader goes with the unit", cite!("7.2", "R-41")),
        Action::Step(_) if matches!(top, Some(Stage::Tracing(_))) => ("the next hex of the way", cite!("13.3")),
        Action::Step(_) if matches!(top, Some(Stage::Withdrawing { .. })) => ("goes on back", cite!("12.2")),
        Action::Step(_) => ("moves one hex", here),
        Action::Enter(_) => ("comes on to the map there", cite!("7.5")),
        Action::Face(_) => ("turns to that vertex", here),
        Action::Dismount => ("gets off, reloads and moves no further", cite!("7.4")),
        Action::Remount => ("gets into the saddle", cite!("7.4")),
        Action::Fire(_) => ("fires at the units there: one die for all of them", cite!("11.2")),
        Action::React(_) => ("fires at the unit that has come in front", cite!("11.2")),
        Action::Return(_) => ("fires back; both shots tell together", cite!("11.2")),
        Action::Halt => ("does no more", here),
        Action::EndMoves => ("ends moving and firing; attacks are declared next", cite!("4.0")),
        Action::Hold if matches!(top, Some(Stage::Retreat { .. })) => {
            ("spares the friend in its way, and is Eliminated", cite!("14.3"))
        }
        Action::Hold => ("lets it pass this time", here),
        Action::HoldAll(_) => (
            "lets it pass, and whatever is like it until the activation ends; any other such moment can open it again",
            here,
        ),
        Action::Reopen(_) => ("such moments will be offered again", here),
        Action::CounterCharge(..) => ("tries to ride against it: a die decides", cite!("13.6")),
        Action::Shock(..) => ("declares an attack on a hex in front", cite!("12.1")),
        Action::Charge(..) => ("declares a Charge, whose way is laid out next", cite!("13.2")),
        Action::Declared => ("no more attacks are declared: they are fought", cite!("12.1")),
        Action::Resolve(_) if matches!(top, Some(Stage::Shock { step: Phase::Place })) => {
            ("this Charger is placed next to its target next", cite!("12.3(2a)"))
        }
        Action::Resolve(_) if matches!(top, Some(Stage::Attack { .. })) => {
            ("it has the Continued Attack marker", cite!("14.7", "R-100"))
        }
        Action::Resolve(_) if matches!(top, Some(Stage::Repulse(_))) => ("the result falls on this unit next", here),
        Action::Resolve(_) => ("this attacker's combat is fought next, with all who attack with it", cite!("12.3(3)")),
        Action::Withdraw(..) => ("gives ground before the attack, and is Disordered", cite!("12.2")),
        Action::Breach(_) => ("spends the counter: its bonus goes to the attack on that hex", cite!("6.3")),
        Action::Advance(..) => ("moves into the hex that the enemy has left", here),
        Action::Retreat(_) => ("goes back one hex", cite!("14.3")),
        Action::Through(..) => ("goes back through a friendly unit, which suffers by it", cite!("14.3")),
        Action::Retire(_) => ("stands there, by its Standard, under a Retired marker", cite!("14.4")),
        Action::Rejoin(_) => ("goes to that unit", cite!("5.4")),
        Action::Rally(_) => ("the unit rallies", cite!("15.1")),
        Action::EndRally => ("nobody else rallies", cite!("15.1")),
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
        return Some(format!("It costs {} MP: {}; {rest} MP are left after it.", cost.total, lines.join(", ")));
    }
    let (piece, from, spent) = alone(s)?;
    let cost = may_go(s, piece, from, spent, to)?;
    Some(format!("It costs {cost} MP of {} ({}).", left_alone(s, spent), cite!("7.2")))
}

/// Who stands by where it would come to.
fn met(s: &State, action: Action) -> Option<String> {
    let (Action::Step(to) | Action::Enter(to)) = action else {
        return None;
    };
    let u = mover(s).filter(|_| matches!(s.stack.last(), Some(Stage::Running(_))))?;
    let near: Vec<&str> = s.adjacent_enemies(to, s.side(u)).map(|e| unit(s, e)).collect();
    let stops = format!("There it is next to {}, and stops ({}).", near.join(", "), cite!("7.2"));
    (!near.is_empty()).then_some(stops)
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

/// Who leads a Battle, and how many of it he would have in command.
fn led(s: &State, b: BattleId) -> String {
    let on_map = s.on_map(b).count();
    let Some(l) = s.leader_of(b) else {
        let due = s.leader_ids().find(|&l| s.leader(l).pending && s.leads(l, b));
        return due.map_or_else(
            || format!("Nobody leads it ({}).", cite!("6.4")),
            |l| {
                format!(
                    "The replacement of {} comes before command is traced ({}).",
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

/// A unit's ratings as they lie, with what the other face says.
pub(super) fn ratings(s: &State, u: UnitId) -> String {
    let (card, r) = (s.counter(u), s.ratings(u));
    let fire = r
        .missile
        .map_or("does not fire".to_owned(), |drm| format!("fires at {drm:+}"));
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
