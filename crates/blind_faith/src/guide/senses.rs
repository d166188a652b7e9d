//! Effects of actions, and the results of their dice by faces.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, Terrain, UnitId};
use crate::dispatch::decision;
use crate::guide::names::{units, whereabouts};
use crate::guide::notes::{acting, assault_of, at, in_hand_hex, step_cost};
use crate::rules::field::assault::{self, ASSAULT_DRMS};
use crate::rules::interception::points;
use crate::rules::legates::popes_limit;
use crate::rules::siege::guns::{column, siege_guns};
use crate::rules::siege::storm::{STORM_DRMS, StormDieFacts};
use crate::state::march::Window;
use crate::state::march::those;
use crate::state::position::{State, hex_of};
use crate::state::stage::{Bout, Stage};
use casus_core::words::{by_face, lines, many};
use casus_core::{Cite, Die, Ledger, Lexicon, PieceSet};

/// How gathered units come to their battle.
enum Onset {
    /// They come out of the walls (8.8.2).
    Sally,
    /// They join friends in the field (ruling R-65).
    Help,
    /// They enter the enemy's hex alone (8.8.1).
    Alone,
}

fn to_whom(s: &State) -> Option<Onset> {
    let Some(Stage::Gathering(g)) = s.stack.last() else {
        return None;
    };
    let own = s.phasing()?.enemy();
    Some(if hex_of(s, g.units) == Some(g.target) {
        Onset::Sally
    } else if s.in_field(g.target, own).next().is_some() {
        Onset::Help
    } else {
        Onset::Alone
    })
}

/// Whether the selected units are inside walls, so that the whole garrison comes out when they attack (ruling R-66).
fn comes_out(s: &State) -> bool {
    matches!(s.stack.last(), Some(Stage::March(march)) if those(march.units).any(|u| s.unit(u).inside))
}

/// Returns the effect of an action.
fn does(s: &State, action: Action) -> (&'static str, Cite) {
    let here = decision(s).map_or(cite!("3.0"), |d| d.cite);
    match action {
        Action::LegateIn => ("The Legate waits in the Legate box, and lands while a crusade is on", cite!("17.2")),
        Action::LegateOut => ("The Legate begins outside Breslau", cite!("17.2")),
        Action::SupportOrder => ("Poles and Lithuanians may come to the Hussites' aid", cite!("4.1")),
        Action::SupportPoland => {
            ("Poles stay at home; Saxons leave the game, and their lands and Poland are shut", cite!("4.1"))
        }
        Action::Place(..) => ("The counter is placed there", here),
        Action::Disown(_) => ("The unit leaves the Taborites for good", cite!("5.2.1")),
        Action::Disband(_) => ("The unit is disbanded; it may be mustered again from the next turn on", cite!("6.2")),
        Action::Pay => ("All who are left are paid", cite!("6.2")),
        Action::Muster(..) => ("The unit is paid for and placed there", cite!("6.2")),
        Action::Rebuild(_) => ("Removes the Pillage marker", cite!("15.2")),
        Action::Done => ("Nothing more is bought", here),
        Action::Continue => ("The crusade goes on for this turn", cite!("7.5")),
        Action::Expire => ("The crusade ends, and the Legate goes home", cite!("7.5")),
        Action::Call => ("A roll decides whether the Pope calls a crusade", cite!("7.2")),
        Action::Change => ("A roll decides whether another Legate is sent", cite!("7.3.1")),
        Action::Pass => ("No die is rolled", here),
        Action::Take(_) => ("Selects the unit, the first of a stack", cite!("8.1")),
        Action::Join(_) => ("The unit joins them", here),
        Action::JoinAll => ("All in the hex who may, join them", here),
        Action::Leave(_) => ("The unit stays behind", cite!("8.1")),
        Action::Step(_) => ("The stack enters the hex; enemies who are near may intercept it", cite!("8.3")),
        Action::Fight if comes_out(s) => (
            "Sallies from the walls with the whole garrison, and attacks the enemies in the field there; friends who are near may come to them first",
            cite!("9.0", "R-66"),
        ),
        Action::Fight => {
            ("Attacks the enemies in the field there; friends who are near may come to them first", cite!("9.0"))
        }
        Action::Besiege => ("Besieges the garrison; friends of theirs who are near may come first", cite!("10.0")),
        Action::Halt => ("The stack does no more in this Phase", cite!("8.1")),
        Action::EndPhase => ("No other stack moves in this Phase", here),
        Action::Against(_) => ("Chooses the enemies there as the force to intercept", cite!("8.8")),
        Action::Intercept(_) => ("Intercepts them, as the first of its stack", cite!("8.8")),
        Action::Ride => match to_whom(s) {
            Some(Onset::Sally) => {
                ("Sallies from the walls with the whole garrison, and fights them", cite!("8.8.2", "R-66"))
            }
            Some(Onset::Help) => {
                ("Marches to friends who are in the field there, and defends with them", cite!("8.7", "R-65"))
            }
            _ => ("Marches into their hex, and fights them", cite!("8.8.1")),
        },
        Action::Hold => ("Declines this time", here),
        Action::HoldAll(Window::March) => ("Declines to intercept for the rest of this march", cite!("8.8", "R-63")),
        Action::HoldAll(Window::Phase) => ("Declines to intercept for the rest of this Phase", cite!("8.8", "R-63")),
        Action::Inside(_) => ("Goes inside the walls, and waits for the siege", cite!("8.8.4")),
        Action::Ready => ("The others stay outside, and fight in the field", cite!("8.8.4")),
        Action::Deploy(_) => ("Takes an empty Assault box", cite!("9.2")),
        Action::Aim(_) => ("Is the target", here),
        Action::Retreat => ("All who are left on the field are routed", here),
        Action::Stay if here == cite!("6.3.6") => ("They stay", here),
        Action::Stay => ("Fights on", here),
        Action::Storm(_) => ("Assaults the walls", cite!("10.5.1")),
        Action::Parry(_) => ("Its number is subtracted from the roll", cite!("10.5.1")),
        Action::Round => ("Another round of the siege: guns again, then assaults", cite!("10.1")),
        Action::Blockade => ("The garrison is shut in, and suffers attrition", cite!("10.6")),
        Action::Lose(_) => ("It is eliminated", here),
        Action::Withdraw => ("The Danes go home for good", cite!("6.3.6")),
        Action::Claim => ("The game ends with a minor victory", here),
        Action::Waive => ("The game goes on; this side is never asked again", here),
    }
}

fn assault_words(s: &State, target: UnitId) -> Vec<String> {
    let Some(f) = assault_of(s, target) else {
        return Vec::new();
    };
    let ledger = ASSAULT_DRMS.ledger(0, &f);
    let column = assault::column(s, target);
    let of = |face: u8| {
        let row = (i32::from(face) + ledger.total).clamp(1, 6);
        s.game_data.charts.assault.get(row, column).told().to_owned()
    };
    vec![modified(s, &ledger), by_face(Die::D6, of)]
}

fn modified(s: &State, ledger: &Ledger) -> String {
    match &lines(ledger, |at| s.name_of(at))[..] {
        [] => format!("DRM {:+}.", ledger.total),
        lines => format!("DRM {:+}: {}.", ledger.total, lines.join(", ")),
    }
}

fn aimed(s: &State, target: UnitId) -> Vec<String> {
    match s.stack.last() {
        Some(Stage::Field {
            step: Bout::AssaultAims,
        }) => assault_words(s, target),
        Some(Stage::Field { .. }) => {
            let column = s.kind(target).column().unwrap_or(0);
            vec![by_face(Die::D6, |f| {
                s.game_data.charts.fire.get(i32::from(f), column).told().to_owned()
            })]
        }
        Some(Stage::Siege { .. }) => {
            let of = |f: u8| {
                s.game_data
                    .charts
                    .garrison_guns
                    .get(i32::from(f), column(s, target))
                    .told()
                    .to_owned()
            };
            vec![by_face(Die::D6, of)]
        }
        _ => Vec::new(),
    }
}

/// Returns the forecast of a storm against the best value of the garrison, or against a named unit.
fn storming(s: &State, attacker: UnitId, against: Option<UnitId>) -> Vec<String> {
    let Some(b) = s.siege() else { return Vec::new() };
    let Some(kind) = s.game_data.urban(b.hex) else {
        return Vec::new();
    };
    let best = || {
        s.garrison(b.hex, b.besieger.enemy())
            .max_by_key(|&u| s.counter(u).defence)
    };
    let Some(against) = against.or_else(best) else {
        return Vec::new();
    };
    let ledger = STORM_DRMS.ledger(0, &StormDieFacts { s, attacker, against });
    let of = |face: u8| {
        let row = (i32::from(face) + ledger.total).clamp(1, 6);
        s.game_data.charts.storm.get(row, kind as usize).told().to_owned()
    };
    vec![modified(s, &ledger), by_face(Die::D6, of)]
}

/// Returns the forecast of the besieger's guns against the walls, if there are any.
fn battering(s: &State) -> Option<String> {
    let b = s.siege()?;
    let guns = siege_guns(s).len();
    let column = s.game_data.urban(b.hex)? as usize;
    let of = |f: u8| {
        s.game_data
            .charts
            .siege_guns
            .get(i32::from(f), column)
            .told()
            .to_owned()
    };
    (guns > 0).then(|| format!("{} would fire at the walls. {}", many(guns, "gun"), by_face(Die::D6, of)))
}

pub(super) fn sense(s: &State, action: Action) -> Vec<String> {
    let (words, cite) = does(s, action);
    let mut out = vec![format!("{words} ({cite}).")];
    match action {
        Action::Step(to) => {
            if let Some((_, cost)) = step_cost(s, to) {
                let ground = Terrain::at(&s.game_data.board, to).word();
                out.push(format!("Costs {cost} MP, into {ground} ({}).", cite!("8.3")));
            }
            if let Some(side) = s.phasing()
                && s.holds(to, side.enemy())
            {
                let enemies = units(s, s.own_at(to, side.enemy()));
                out.push(format!("{enemies} hold {}.", at(s, to)));
            }
        }
        Action::Fight => {
            if let Some((hex, side)) = in_hand_hex(s) {
                out.push(format!("Against {}.", units(s, s.in_field(hex, side.enemy()))));
            }
        }
        Action::Besiege => {
            if let Some((hex, side)) = in_hand_hex(s) {
                out.push(format!("Inside: {}.", units(s, s.garrison(hex, side.enemy()))));
            }
        }
        Action::Intercept(u) => {
            out.push(format!("Now at {}.", whereabouts(s, u)));
            if let Some(Stage::Intercept { target: Some(target) }) = s.stack.last()
                && let Some(points) = points(s, u, *target)
            {
                out.push(format!("Costs {points} of {} MP ({}).", s.allowance(u), cite!("8.8")));
            }
        }
        Action::Ride => {
            if let Some(Stage::Gathering(g)) = s.stack.last() {
                let whom = s.phasing().map_or(String::new(), |x| units(s, s.in_field(g.target, x)));
                let own = s.phasing().map(Side::enemy);
                let beside: PieceSet = match (to_whom(s), own) {
                    (Some(Onset::Sally), Some(own)) => s.garrison(g.target, own).map(|u| u.0).collect(),
                    (Some(Onset::Help), Some(own)) => s.in_field(g.target, own).map(|u| u.0).collect(),
                    _ => PieceSet::EMPTY,
                };
                out.push(format!("{} against {whom}.", units(s, those(g.units.union(beside)))));
            }
        }
        Action::Aim(target) => out.extend(aimed(s, target)),
        Action::Storm(u) => out.extend(storming(s, u, None)),
        Action::Parry(against) => {
            if let Some(attacker) = acting(s) {
                out.extend(storming(s, attacker, Some(against)));
            }
        }
        Action::Round => out.extend(battering(s)),
        Action::Call | Action::Change => {
            let need = popes_limit(s);
            out.push(by_face(Die::D6, |f| if f <= need { "granted" } else { "refused" }.to_owned()));
        }
        _ => {}
    }
    out
}
