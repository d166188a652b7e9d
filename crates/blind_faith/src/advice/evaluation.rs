//! The values of counters and places, in points: ten points equal one Florin.

use crate::components::{Faction, Kind, Side, TownId, UnitId, Urban};
use crate::options::Choice;
use crate::rules::victory::of_seven;
use crate::state::pieces::Whereabouts;
use crate::state::position::{LAST_TURN, State};
use casus_core::Outcome;

/// The value of the whole war.
pub(crate) const WAR: i32 = 3000;

/// Returns the cost of losing a counter for good.
pub(crate) fn loss(s: &State, unit: UnitId) -> i32 {
    let c = s.counter(unit);
    let names = s.game_data().names();
    let prowess = 7 * i32::from(c.attack + c.defence);
    let body = match c.kind {
        Kind::Foot if c.guard => 10,
        Kind::Foot => 14,
        Kind::Hussar => 26,
        Kind::LayKnight | Kind::ChurchKnight => 30,
        Kind::Wagon => 52,
        Kind::Legate => 40,
        Kind::Dowager if s.opts(Choice::LongWar) => 30,
        Kind::Dowager => WAR,
    };
    let crown = if names.zizka == Some(unit) {
        45
    } else if c.kind != Kind::Wagon && c.artillery {
        50
    } else {
        0
    };
    body + prowess + crown
}

/// Returns the cost of a routed counter: a Hussite returns next year (5.3), an Imperial unit is mustered or drawn again (10.9).
pub(crate) fn rout(s: &State, unit: UnitId) -> i32 {
    let c = s.counter(unit);
    match (c.side, c.faction, c.kind) {
        // Hussites return without payment, but are missing for a year.
        (Side::Hussite, _, Kind::Foot) => 7,
        (Side::Hussite, _, Kind::Wagon) => 24,
        (Side::Hussite, ..) => 14 + 5 * i32::from(c.attack),
        (_, Faction::Danish, _) => 12,
        (.., Kind::Foot) => 9,
        (.., Kind::Wagon) => 36,
        (.., Kind::Dowager) => 5,
        // A Legate draws the unit again without payment (7.3.3).
        (_, Faction::German, _) => 8,
        _ => 17 + i32::from(c.artillery) * 8,
    }
}

/// Returns the number of years for which a yearly gain still counts.
fn years(s: &State) -> i32 {
    i32::from(LAST_TURN.saturating_sub(s.turn())).min(7)
}

/// Returns the income of a place for its holder, each year and in total, for either side, in points.
fn yield_of(s: &State, town: TownId) -> i32 {
    let names = s.game_data().names();
    let charts = &s.game_data().charts.florins;
    if s.town(town).pillaged {
        return 0;
    }
    let florins = match names.loyal.iter().position(|&t| t == Some(town)) {
        Some(0) => charts.pilsen,
        Some(1) => charts.kuttenberg,
        Some(_) => charts.budweis,
        None if s.game_data().roster[town].kind == Urban::Customs => charts.station,
        None => 0,
    };
    i32::from(florins) * 4 * years(s)
}

/// Returns the value for a side of occupying a place instead of its enemy or nobody.
pub(crate) fn place(s: &State, side: Side, town: TownId) -> i32 {
    let names = s.game_data().names();
    let loyal = names.loyal.contains(&Some(town));
    let rebel = names.rebel.contains(&Some(town));
    let late = i32::from(s.turn().saturating_sub(LAST_TURN - 5));
    let kind = s.game_data().roster[town].kind;
    let mut points = match kind {
        Urban::City => 16,
        Urban::Town | Urban::Fortress => 10,
        Urban::Customs => 6,
    };
    let home = s.game_data().land(s.game_data().roster[town].hex);
    if names.entries.contains(&Some(town)) || names.tabor == Some(town) {
        points += if s.town(town).pillaged { 0 } else { 25 };
    }
    if side == Side::Imperial && Faction::Hungarian.home(home) {
        points += 4;
    }
    points += yield_of(s, town);
    if loyal || rebel {
        points += 70 + 25 * late;
        // The next place is worth more the nearer a side is to its victory (16.1, 16.2).
        let held = |list: &[Option<TownId>], who: Side| {
            list.iter()
                .flatten()
                .filter(|&&t| t != town && s.occupies(who, t))
                .count()
        };
        let (count, need, who) = if loyal {
            (held(&names.loyal, Side::Hussite), 3, Side::Hussite)
        } else {
            (held(&names.rebel, Side::Imperial), 3, Side::Imperial)
        };
        let minor = !s.opts(Choice::LongWar) && !s.waived[who as usize];
        if minor {
            points += match need - count.min(need) {
                0 | 1 => 420,
                2 => 90,
                _ => 0,
            };
        }
        let mine = of_seven(s, side);
        if mine + usize::from(!s.occupies(side, town)) >= 6 {
            points += 120;
        }
        // In the last years the fourth of the seven places decides the war (16.3).
        if mine - usize::from(s.occupies(side, town)) == 3 {
            points += 30 * late;
        }
    }
    points
}

/// Returns the value of a state for a side.
pub(crate) fn worth(s: &State, side: Side) -> i32 {
    if let Some((outcome, _)) = s.outcome {
        return match outcome {
            Outcome::Win(winner) if winner == side => 10 * WAR,
            Outcome::Win(_) => -10 * WAR,
            _ => 0,
        };
    }
    let mut sum = 0;
    for u in s.unit_ids() {
        let full = loss(s, u);
        let now = match s.unit(u).at {
            Whereabouts::Map(_) => full,
            Whereabouts::Gone => 0,
            _ => full - rout(s, u),
        };
        sum += if s.side(u) == side { now } else { -now };
    }
    for t in s.game_data().roster.town_ids() {
        match s.occupant(t) {
            Some(who) if who == side => sum += place(s, who, t),
            Some(who) => sum -= place(s, who, t),
            None => {}
        }
    }
    let purse = |side: Side| i32::from(s.purse(side)) * if side == Side::Imperial { 10 } else { 2 };
    sum + purse(side) - purse(side.enemy())
}
