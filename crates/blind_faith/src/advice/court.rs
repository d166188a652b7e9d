//! Advice outside the Campaign Phases: money, crusades and arrivals.

use crate::action::Action;
use crate::advice::evaluation::{loss, place};
use crate::advice::eye::{Eye, stays, strikes};
use crate::components::{Faction, Kind, Side, UnitId};
use crate::dispatch;
use crate::rules::danes::danes_on_map;
use crate::rules::florins::{owes, upkeep_of_all};
use crate::state::pieces::Whereabouts;
use crate::state::position::{LAST_TURN, State};
use crate::state::stage::{Ask, Course};
use casus_core::{HexId, PieceSet};

/// Returns the income of an ordinary year: the dice of Imperial Finance and the payments of places.
fn income(s: &State) -> i32 {
    let facts = crate::rules::florins::IncomeFacts { s };
    7 + crate::rules::florins::INCOME.ledger(0, &facts).total
}

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    dispatch::list(s, &mut out);
    out
}

/// Returns the answer at a step of the turn.
pub(crate) fn answer(s: &State, course: Course) -> Option<Action> {
    match course.asks()? {
        Ask::LegateStart => Some(Action::LegateOut),
        Ask::Award => Some(Action::SupportOrder),
        Ask::Arrive => arrive(s),
        Ask::Upkeep => upkeep(s),
        Ask::Muster => Some(muster(s)),
        Ask::Rebuild(side) => Some(rebuild(s, side)),
        Ask::Declare => Some(declare(s)),
        Ask::Change => Some(change(s)),
        Ask::Leave => {
            let danes = s
                .unit_ids()
                .filter(|&u| s.faction(u) == Faction::Danish && s.hex(u).is_some());
            Some(if danes.count() < 2 {
                Action::Withdraw
            } else {
                Action::Stay
            })
        }
        Ask::Claim(_) => Some(Action::Claim),
        Ask::Campaign(_) => None,
    }
}

/// Returns the value of a counter that arrives in a hex.
fn lands(eye: &Eye<'_>, unit: UnitId, hex: HexId) -> f64 {
    let s = eye.s;
    let before = stays(s, eye.side, hex, PieceSet::one(unit.0));
    let mut after = before.clone();
    after.push(unit);
    let seat = match s.game_data().town(hex) {
        Some(town) if !before.iter().any(|&u| s.fights(u)) && s.fights(unit) => 0.7 * place(s, eye.side, town) as f64,
        _ => 0.0,
    };
    let mates: f64 = before
        .iter()
        .filter(|&&u| s.kind(u) != Kind::Foot)
        .map(|&u| strikes(s, u))
        .sum();
    let lure = if s.kind(unit) == Kind::Foot {
        0.0
    } else {
        eye.lure(hex, strikes(s, unit) + mates, s.allowance(unit))
    };
    eye.risk(hex, &before) - eye.risk(hex, &after) + seat + lure + mates.min(12.0) * 0.3
}

/// Returns the place for the arriving counter.
pub(crate) fn arrive(s: &State) -> Option<Action> {
    let list = listed(s);
    let places = list.into_iter().filter_map(|a| match a {
        Action::Place(unit, hex) => Some((unit, hex)),
        _ => None,
    });
    let mut best: Option<(f64, Action)> = None;
    let mut eye: Option<Eye<'_>> = None;
    for (unit, hex) in places {
        let eye = eye.get_or_insert_with(|| Eye::new(s, s.side(unit)));
        let gain = lands(eye, unit, hex);
        if best.is_none_or(|(g, _)| gain > g) {
            best = Some((gain, Action::Place(unit, hex)));
        }
    }
    best.map(|(_, a)| a)
}

/// Returns the least valuable Taborite to remove (5.2.1).
pub(crate) fn disown(s: &State) -> Option<Action> {
    let list = listed(s).into_iter().filter_map(|a| match a {
        Action::Disown(unit) => Some(unit),
        _ => None,
    });
    list.min_by_key(|&u| (loss(s, u), u)).map(Action::Disown)
}

/// 6.2: maintains all units if there is enough money; otherwise disbands the cheapest and farthest from the war.
fn upkeep(s: &State) -> Option<Action> {
    if upkeep_of_all(s) <= s.purse(Side::Imperial) {
        return Some(Action::Pay);
    }
    let eye = Eye::new(s, Side::Imperial);
    let use_of = |u: UnitId| {
        let near = s
            .hex(u)
            .map_or(0.0, |hex| eye.lure(hex, 8.0, 20) + eye.menace(hex).blow * 4.0);
        loss(s, u) * 2 + near.min(60.0) as i32
    };
    // A Legate is disbanded last: the crusade would end with him.
    let owing = s
        .unit_ids()
        .filter(|&u| owes(s, u) && s.kind(u) != Kind::Wagon && !s.counter(u).legate());
    owing
        .min_by_key(|&u| (use_of(u), u))
        .map(Action::Disband)
        .or_else(|| s.unit_ids().find(|&u| owes(s, u)).map(Action::Disband))
}

/// 6.2: musters the unit that helps most for its price, while next year's maintenance is safe.
fn muster(s: &State) -> Action {
    let purse = i32::from(s.purse(Side::Imperial));
    // The next Diet may refuse, so half a year's dice are kept in reserve, except in the last year.
    let short = if s.turn() < LAST_TURN {
        (i32::from(upkeep_of_all(s)) - income(s) + 5).max(3)
    } else {
        0
    };
    let spare = purse - short;
    if spare <= 0 {
        return Action::Done;
    }
    let eye = Eye::new(s, Side::Imperial);
    let mut best: Option<(f64, Action)> = None;
    for action in listed(s) {
        let Action::Muster(unit, hex) = action else { continue };
        let florins = s.game_data().charts.florins.of(s.kind(unit));
        let price = i32::from(florins.0);
        if price + i32::from(florins.1) > spare {
            continue;
        }
        let body = match s.kind(unit) {
            Kind::Foot => 5.0,
            Kind::Wagon => 60.0,
            _ => 16.0 + 8.0 * f64::from(s.counter(unit).attack),
        };
        let gain = (body + lands(&eye, unit, hex)) / price as f64;
        if best.is_none_or(|(g, _)| gain > g) {
            best = Some((gain, action));
        }
    }
    best.map_or(Action::Done, |(_, a)| a)
}

/// 15.0: rebuilds places whose walls, income or arrivals are needed.
fn rebuild(s: &State, side: Side) -> Action {
    let names = s.game_data().names();
    let mut best: Option<(i32, Action)> = None;
    for action in listed(s) {
        let Action::Rebuild(hex) = action else { continue };
        let Some(town) = s.game_data().town(hex) else { continue };
        let price = i32::from(s.game_data().charts.walls(s.game_data().roster[town].kind).rebuild);
        let entry = names.entries.contains(&Some(town)) || names.tabor == Some(town);
        let loyal = names.loyal.contains(&Some(town));
        let gain = match side {
            Side::Hussite => 10 + if entry { 40 } else { 0 },
            Side::Imperial if loyal => 60 - price * 5,
            // Money with no unit left to muster is spent on walls.
            Side::Imperial if s.purse(side) > 18 => 4,
            Side::Imperial => 6 - price * 5,
        };
        if gain > 0 && best.is_none_or(|(g, _)| gain > g) {
            best = Some((gain, action));
        }
    }
    best.map_or(Action::Done, |(_, a)| a)
}

/// Returns the number of Germans that can still be drawn.
fn to_draw(s: &State) -> usize {
    s.unit_ids()
        .filter(|&u| matches!(s.unit(u).at, Whereabouts::Draw(_)))
        .count()
}

/// 7.5: continues a crusade while it has an army, or one to draw.
fn declare(s: &State) -> Action {
    let list = listed(s);
    if list.contains(&Action::Continue) {
        let army = s
            .legate()
            .and_then(|l| s.hex(l))
            .map_or(0.0, |hex| s.own_at(hex, Side::Imperial).map(|u| strikes(s, u)).sum::<f64>());
        let goes_on = army >= 7.0 || to_draw(s) >= 6;
        return if goes_on { Action::Continue } else { Action::Expire };
    }
    let calls = list.contains(&Action::Call) && !danes_on_map(s) && to_draw(s) >= 3;
    if calls {
        Action::Call
    } else if list.contains(&Action::Pass) {
        Action::Pass
    } else {
        Action::Expire
    }
}

/// 7.3.1: tries to change a Legate with one die.
fn change(s: &State) -> Action {
    let dice = s.legate().and_then(|l| s.counter(l).dice).unwrap_or(0);
    if dice <= 1 { Action::Change } else { Action::Pass }
}
