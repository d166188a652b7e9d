//! What the panel of a piece or a hex says.

use super::names::{cn, facing_word, kn, names, un, unit_note, upper, whereabouts};
use crate::casebook::cite;
use crate::components::{BRIDGE, Bonus, CANAL, CommanderId, CorpsId, GRAND_CANAL, RIVER, Side, TERRAIN_WORDS, UnitId};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::story::place_name;
use crate::view::{led, steadied_by};
use casus_core::{Dir, HexId, Sided};

pub(super) fn unit_lines(s: &State, u: UnitId) -> Vec<String> {
    let (card, unit, face) = (s.counter(u), s.unit(u), s.face(u));
    if unit.at == Whereabouts::Absent {
        return Vec::new();
    }
    let corps = match card.corps {
        Some(k) => format!("of {}", kn(s, k)),
        None => "of no corps".to_owned(),
    };
    let mut out = vec![format!(
        "{} ({}): {}, {} {} {corps}, {} protection ({}).",
        card.name,
        card.id,
        card.title,
        card.side.word(),
        card.arm.word(),
        card.protection.word(),
        cite!("1.1")
    )];
    let replaced = if unit.replaced { ", its replacement" } else { "" };
    let facing = match unit.at.hex() {
        Some(_) if s.all_round(u) => format!(", front on all sides ({})", cite!("9.4")),
        Some(_) if !s.routed(u) => format!(", facing {} ({})", facing_word(s, u), cite!("3.0")),
        _ => String::new(),
    };
    out.push(format!("  {}{replaced}{facing}.", unit_note(s, u)));
    let other = card.face(unit.condition == Condition::Order, unit.replaced);
    let fire = |f: u8| match f {
        0 => String::new(),
        f => format!(", fire {f}"),
    };
    out.push(format!(
        "  Melee {}, morale {}, allowance {}{} ({}); its other face {}, {}, {}{}.",
        face.melee,
        face.morale,
        face.ma,
        fire(face.fire),
        cite!("1.1"),
        other.melee,
        other.morale,
        other.ma,
        fire(other.fire)
    ));
    if i32::from(face.morale) != s.morale(u) {
        out.push(format!("  They test at {}: their corps is demoralized ({}).", s.morale(u), cite!("8.3")));
    }
    if unit.at.hex().is_some() {
        out.push(format!("  {} of {} MP left ({}).", s.points_left(u), s.allowance(u), cite!("9.0")));
    }
    out
}

pub(super) fn commander_lines(s: &State, c: CommanderId) -> Vec<String> {
    let (card, now, face) = (&s.game_data.roster[c], s.commander(c), s.commander_face(c));
    let leads: Vec<&str> = led(s, c).map(|k| kn(s, k)).collect();
    let leads = match &leads[..] {
        [] => "leads no corps".to_owned(),
        more => format!("leads {}", more.join(" and ")),
    };
    let hurt = if now.injured { ", injured" } else { "" };
    let whose = if now.successor { "the successor of " } else { "" };
    let bonus = match face.bonus {
        Bonus::None => String::new(),
        Bonus::Melee(n) => format!(", +{n} in melee ({})", cite!("7.4")),
        Bonus::Fire(n) => format!(", +{n} in fire ({})", cite!("7.3")),
    };
    let mut out = vec![
        format!("{} ({}), {whose}{}: {leads} ({}).", upper(&card.short_name), card.id, card.name, cite!("7.1")),
        format!("  {}{hurt}.", whereabouts(s, now.at)),
        format!("  Command range {} ({}), allowance {} MP{bonus}.", face.range, cite!("6.1"), face.ma),
    ];
    if card.hero {
        let whom = match now.steadies {
            Some(k) => format!("; he steadies {}", kn(s, k)),
            None => String::new(),
        };
        out.push(format!("  A hero{whom} ({}).", cite!("7.2")));
    }
    out
}

pub(super) fn corps_lines(s: &State, k: CorpsId) -> Vec<String> {
    let (card, now) = (&s.game_data.roster[k], s.corps(k));
    let mut out = vec![format!("{}, {}: {}.", upper(&card.name), card.side.word(), card.title)];
    match card.morale {
        Some(full) => {
            let state = match steadied_by(s, k) {
                Some(hero) => format!(", steadied by {} ({})", cn(s, hero), cite!("7.2")),
                None if s.demoralized(k) => format!(", demoralized ({})", cite!("8.3")),
                None => String::new(),
            };
            out.push(format!("  Morale {} of {full} ({}){state}.", now.morale, cite!("8.2")));
        }
        None => out.push(format!("  The Swiss army has one morale: {} ({}).", s.swiss_morale, cite!("8.1"))),
    }
    match now.leader {
        Some(c) => out.extend(commander_lines(s, c).into_iter().map(|x| format!("  {x}"))),
        None => out.push(format!("  It has no commander ({}).", cite!("7.1"))),
    }
    let units: Vec<String> = s
        .game_data
        .roster
        .units_of(k)
        .filter(|&u| s.unit(u).at != Whereabouts::Absent)
        .map(|u| format!("{} {}", un(s, u), unit_note(s, u)))
        .collect();
    out.extend(units.chunks(4).map(|line| format!("  {}", line.join("; "))));
    out
}

/// Returns the features of a hex's sides, and of the hex.
fn side_lines(s: &State, h: HexId) -> Vec<String> {
    let b = &s.game_data.board;
    let list = |has: &dyn Fn(Dir) -> bool| {
        let dirs = Dir::ALL.into_iter().filter(|&d| has(d));
        let words: Vec<&str> = dirs.map(|d| b.orientation().dir_word(d)).collect();
        words.join(", ")
    };
    let bears = |bit: u8| list(&|d| b.features(h, d) & bit != 0);
    let shelters = list(&|d| s.sheltered(h, d));
    let open = list(&|d| {
        let beyond = b.neighbour(h, d);
        beyond.is_some_and(|n| s.sheltered(n, d.opposite())) && !s.sheltered(h, d)
    });
    [
        ("A road to", list(&|d| b.road(h, d)), cite!("9.0", "R104")),
        ("A canal along", bears(CANAL), cite!("9.0")),
        ("The river along", bears(RIVER), cite!("9.0")),
        ("The grand canal along", bears(GRAND_CANAL), cite!("9.0")),
        ("A bridge over", bears(BRIDGE), cite!("9.0", "R104")),
        ("Sheltered by fortifications on", shelters, cite!("12.4", "R98")),
        ("Before the fortifications on", open, cite!("12.4", "R98")),
    ]
    .into_iter()
    .filter(|line| !line.1.is_empty())
    .map(|(words, sides, cite)| format!("  {words} {sides} ({cite})."))
    .collect()
}

pub(super) fn hex_lines(s: &State, h: HexId) -> Vec<String> {
    let b = &s.game_data.board;
    let word = TERRAIN_WORDS
        .get(usize::from(b.terrain(h)))
        .copied()
        .unwrap_or(TERRAIN_WORDS[0]);
    let mut out = vec![format!(
        "{}: {word}, level {} ({}).",
        place_name(s, h),
        b.elevation(h),
        cite!("9.0")
    )];
    out.extend(side_lines(s, h));
    for x in Side::ALL {
        let by: Vec<UnitId> = s.controllers(h, *x).collect();
        if !by.is_empty() {
            out.push(format!("  In the ZOC of {} ({}).", names(s, by.into_iter()), cite!("4.0")));
        }
    }
    for u in s.units_at(h) {
        out.extend(unit_lines(s, u));
    }
    for c in s.commanders_at(h) {
        out.extend(commander_lines(s, c));
    }
    out
}
