//! What a single decision gains.

use super::distances::{nearest, off, works};
use super::values::{DISORDERED, besiegers, clash, star};
use crate::action::Action;
use crate::charts::Disorder;
use crate::components::{Class, CommanderId, Side, UnitId};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::run::{ContactAt, Escort, Then};
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{Dir, HexId, PieceSet, SideFacing};

pub(super) fn expected_gain(s: &State, side: Side, action: Action) -> i32 {
    match action {
        Action::Place(u, h) => placing(s, u, h),
        Action::Face(facing) => match s.stack.last() {
            Some(Stage::Turning { hex, .. }) => outlook(s, side, *hex, facing),
            _ => 0,
        },
        Action::Install(u) => s.hex(u).map_or(0, |h| {
            s.on_map(side)
                .filter(|&(v, _)| s.corps_of(v) == s.corps_of(u))
                .map(|(_, g)| -(s.game_data.board.distance(g, h) as i32))
                .sum()
        }),
        Action::Appoint(c) => {
            let led = s.corps_ids().filter(|&k| s.corps(k).leader == Some(c)).count() as i32;
            -10 * led - if s.game_data.roster[c].king { 5 } else { 0 }
        }
        Action::GoOn => going_on(s),
        // At night a unit in command stays where it is.
        Action::Take(u) => {
            if s.out_of_command(u) {
                10
            } else {
                -5
            }
        }
        Action::Charge(u, hex) => clash(s, hex, PieceSet::one(u.0)).unwrap_or(0).max(0) + 20,
        Action::Form => bracing(s),
        Action::HoldAll | Action::Reopen => -10,
        Action::Unform(u) => {
            let hex = s.hex(u);
            let horse = |h: HexId| {
                s.on_map(side.enemy())
                    .any(|(e, g)| s.class(e) == Class::Cavalry && s.game_data.board.distance(g, h) <= 2)
            };
            if hex.is_some_and(horse) { -5 } else { 10 }
        }
        Action::Order(_) => -100,
        Action::Retreat(u, to) => falling_back(s, side, u, to),
        Action::Lose(u) => -star(s, u) - s.morale(u),
        Action::Advance(u) => advancing(s, side, u),
        Action::Escort(c) => match s.stack.last() {
            Some(Stage::Escort(escort)) => escorting(s, escort, c),
            _ => 0,
        },
        Action::Rejoin(u) => s.hex(u).map_or(0, |h| nearest(s, h, side) as i32),
        Action::Build(hex, dir) => {
            let here = s.units_at(hex).count() as i32;
            let guns = s.units_at(hex).any(|u| s.class(u) == Class::Artillery);
            let walls = Dir::ALL.iter().filter(|&&d| s.sheltered(hex, d)).count() as i32;
            let seen = outlook(s, side, hex, SideFacing::toward(dir)).min(40);
            20 * here.min(2) + 10 * i32::from(guns) + seen / 2 - 25 * walls - nearest(s, hex, side) as i32
        }
        _ => 0,
    }
}

/// Returns the value of entering the enemy's ZOC without the units that failed their test (9.2).
fn going_on(s: &State) -> i32 {
    let (Some(run), Some(Stage::Contact(contact))) = (s.run(), s.stack.last()) else {
        return 0;
    };
    let mut tried = s.clone();
    for u in run.units.iter().map(UnitId) {
        tried.put(u, Whereabouts::Map(contact.to));
    }
    let enemies = s.game_data.board.neighbours(contact.to);
    let enemies = enemies.filter(|&(_, h)| s.has_unit(h, run.side.enemy()));
    let melees = enemies.filter_map(|(_, h)| {
        let attackers = besiegers(&tried, h, run.side, PieceSet::EMPTY);
        let joins = attackers.iter().any(|u| run.units.contains(u));
        joins.then(|| clash(&tried, h, attackers)).flatten()
    });
    let zeal = match run.side {
        Side::Swiss => 60,
        Side::French => 0,
    };
    melees.max().unwrap_or(0) + zeal
}

/// Returns the value of a facing for the units of a hex.
fn outlook(s: &State, side: Side, hex: HexId, facing: SideFacing) -> i32 {
    let board = &s.game_data.board;
    let here = board.hex(hex);
    let home = side.homeward()[0].opposite();
    let toward = if facing.dir() == home { 3 } else { 0 };
    let seen: i32 = s
        .on_map(side.enemy())
        .map(|(_, h)| {
            let far = board.distance(hex, h) as i32;
            let weight = match far {
                1 => 60,
                2 => 12,
                _ => 12 / far.max(1),
            };
            if facing.in_arc(here, board.hex(h)) { weight } else { 0 }
        })
        .sum();
    toward + seen
}

/// Returns the value of trying a hedgehog against cavalry (9.4): it blunts a Charge, and costs a move.
fn bracing(s: &State) -> i32 {
    let (Some(run), Some(Stage::Contact(contact))) = (s.run(), s.stack.last()) else {
        return 0;
    };
    if contact.at != ContactAt::Braces {
        return 0;
    }
    let charged = run.units.iter().any(|u| s.unit(UnitId(u)).charge.is_some());
    let danger = contact
        .fresh
        .iter()
        .filter_map(|u| s.hex(UnitId(u)))
        .filter_map(|h| clash(s, h, run.units))
        .max();
    let danger = danger.unwrap_or(0);
    if charged { 20 + danger.max(0) } else { danger - 20 }
}

/// Returns the value of a retreat before the enemy (11.0).
fn falling_back(s: &State, side: Side, unit: UnitId, to: HexId) -> i32 {
    let Some(hex) = s.hex(unit) else { return 0 };
    if s.phase().is_none() {
        return nearest(s, to, side) as i32;
    }
    let attackers = besiegers(s, hex, side.enemy(), PieceSet::EMPTY);
    if attackers.is_empty() {
        return -10;
    }
    let danger = clash(s, hex, attackers).unwrap_or(0) / s.units_at(hex).count().max(1) as i32;
    let ground = match s.roughness(unit, Some(hex), to) {
        Disorder::None => 0,
        _ => DISORDERED / 2,
    };
    danger - 40 - ground - if s.beside_enemy(to, side) { 20 } else { 0 }
}

/// Returns the value of an advance after melee (13.3).
fn advancing(s: &State, side: Side, unit: UnitId) -> i32 {
    let Some(Stage::Bout(bout)) = s.stack.last() else {
        return 0;
    };
    let to = bout.target;
    let around = s
        .game_data
        .board
        .neighbours(to)
        .filter(|&(_, h)| s.has_unit(h, side.enemy()))
        .count() as i32;
    let place = s.game_data.deployment.places.contains(&to);
    let rough = match s.roughness(unit, s.hex(unit), to) {
        Disorder::None => 0,
        Disorder::Test => 10,
        Disorder::Automatic => 30,
    };
    let zeal = match side {
        Side::Swiss => 30,
        Side::French if s.class(unit) == Class::Cavalry => 5,
        Side::French => -5,
    };
    zeal - 12 * around - rough + if place && side == Side::Swiss { 150 } else { 0 }
}

/// Returns the value of a commander accompanying a unit.
fn escorting(s: &State, escort: &Escort, commander: CommanderId) -> i32 {
    let unit = match escort.then {
        Then::Rout { unit } | Then::Retreat { unit, .. } | Then::Advance { unit, .. } => unit,
    };
    let stay = s.units_at(escort.hex).any(|u| u != unit && !s.routed(u));
    let own = s.corps_of(unit).is_some_and(|c| s.corps(c).leader == Some(commander));
    match escort.then {
        Then::Advance { .. } if s.game_data.roster[commander].king => -10,
        Then::Advance { .. } => 5,
        // He stays with the remaining units, and accompanies only a unit of his own corps; with a routing one only from enemies.
        _ if stay || !own => -10,
        Then::Rout { .. } if !s.beside_enemy(escort.hex, s.side(unit)) => -10,
        _ => 10,
    }
}

/// Returns the value of a hex for a unit at the set-up (14.1), or at night (14.2).
fn placing(s: &State, unit: UnitId, hex: HexId) -> i32 {
    let side = s.side(unit);
    let board = &s.game_data.board;
    let terrain = board.terrain(hex);
    let leader = s
        .counter(unit)
        .corps
        .and_then(|c| s.corps(c).leader)
        .and_then(|c| s.commander(c).at.hex());
    let far = leader.map_or(0, |h| board.distance(h, hex) as i32);
    let walls = Dir::ALL.iter().filter(|&&d| s.sheltered(hex, d)).count() as i32;
    let off = off(s, works(s), hex);
    let guns = s.units_at(hex).filter(|&u| s.class(u) == Class::Artillery).count() as i32;
    let mates = s.units_at(hex).count() as i32;
    let rough = i32::from(terrain != crate::components::CLEAR);
    let mut score = -4 * far;
    match s.class(unit) {
        Class::Artillery => {
            score += 30 * walls.min(2) + 15 * i32::from(board.elevation(hex)) - 30 * rough;
            score -= off;
        }
        Class::Infantry if s.face(unit).fire > 0 => {
            score += 40 * walls.min(2) - off + 6 * guns;
        }
        Class::Infantry => {
            score += 20 * walls.min(1) + 25 * guns - off + 4 * mates - 6 * rough;
        }
        Class::Cavalry => {
            let road = i32::from(s.on_road(hex));
            score += 8 * road + 6 * mates - 20 * rough - 15 * walls - off / 2;
        }
    }
    if s.course().is_some_and(|c| matches!(c, Course::Night(_))) {
        // At night a well placed unit stays.
        let near = nearest(s, hex, side) as i32;
        let now = s.hex(unit).map_or(99, |h| nearest(s, h, side) as i32);
        score = if s.out_of_command(unit) { 50 - far } else { -1 } - (near - now).abs();
    }
    score
}
