//! Everything that a player may know of a piece or a hex.

use crate::casebook::cite;
use crate::components::{BattleId, LeaderId, Missile, Side, StandardId, UnitId};
use crate::guide::names::{
    facing, ground, held, label, leader, left_alone, place, plight, sides, unit, units, whereabouts,
};
use crate::guide::senses::ratings;
use crate::rules::command::in_command;
use crate::rules::fire::shot::reach;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use casus_core::HexId;
use casus_core::words::{many, sentence};

fn missile(m: Missile) -> &'static str {
    match m {
        Missile::None => "no missiles",
        Missile::Crossbow => "crossbows",
        Missile::Arquebus => "arquebuses",
        Missile::Longbow => "longbows",
        Missile::Bow => "bows",
        Missile::Javelin => "javelins",
        Missile::Falconet => "falconets",
        Missile::Saker => "sakers",
        Missile::Culverin => "culverins",
        Missile::HeavyCannon => "heavy cannon",
        Missile::OrganGun => "organ guns",
    }
}

/// Whether a unit is in command: in the current activation, or in the present position.
fn led(s: &State, u: UnitId) -> String {
    let battle = s.battle(u);
    let fixed = s.status_fixed();
    let yes = if fixed {
        s.unit(u).done.has(Done::IN_COMMAND)
    } else {
        in_command(s, battle).contains(&u)
    };
    let word = if yes { "In" } else { "Out of" };
    let now = if fixed { "" } else { ", as things stand" };
    format!("  {word} command{now} ({}).", cite!("5.2"))
}

pub(super) fn of_unit(s: &State, u: UnitId) -> Vec<String> {
    if s.unit(u).at == Whereabouts::Absent {
        return Vec::new();
    }
    let (card, state) = (s.counter(u), s.unit(u));
    let range = match reach(s, u) {
        0 => String::new(),
        far => format!(", range {far}"),
    };
    let mut out = vec![format!(
        "{} ({}): {} of {}, in the Battle of {}, {}{range} ({}).",
        unit(s, u),
        card.id,
        s.arm(u).title(),
        s.game_data.scenario.name(card.side),
        s.game_data.roster.battle_name(card.battle),
        missile(card.missile),
        cite!("2.2")
    )];
    if s.hex(u).is_none() {
        out.push(format!("  {}.", whereabouts(s, u)));
        return out;
    }
    let standing = format!("{}, facing {} ({})", whereabouts(s, u), facing(s, state.facing), cite!("8.0"));
    out.push(format!("  {standing}, {} ({}).", state.condition.title(), cite!("14.2")));
    out.push(format!("  {}", ratings(s, u)));
    if state.turned {
        let (words, case) = if card.arm.dismounts() {
            ("On foot", cite!("7.4"))
        } else {
            ("Unlimbered: they are Eliminated if they must Retreat or Retire", cite!("7.6", "C-8"))
        };
        out.push(format!("  {words} ({case})."));
    }
    if state.unloaded {
        out.push(format!("  They have fired mounted, and reload by dismounting ({}).", cite!("11.5")));
    }
    if s.engaged(u) {
        out.push(format!("  Engaged with {} ({}).", units(s, s.partners(u)), cite!("14.5")));
    }
    out.push(led(s, u));
    if let Some(h) = s.hex(u) {
        let beside = units(s, s.beside(u));
        let with: Vec<&str> = s.leaders_at(h).map(|l| leader(s, l)).collect();
        if !beside.is_empty() {
            out.push(format!("  Stacked with {beside} ({}).", cite!("10.0")));
        }
        if !with.is_empty() {
            out.push(format!("  With them: {} ({}).", with.join(", "), cite!("5.1")));
        }
    }
    if state.turned && !card.arm.dismounts() {
        return out;
    }
    let standard = s.standard(card.standard).at;
    let name = s.game_data.roster.standard_name(card.standard);
    out.push(format!("  They Retire to {name}: {} ({}).", place(s, standard), cite!("2.4")));
    out
}

pub(super) fn of_leader(s: &State, l: LeaderId) -> Vec<String> {
    let (card, now) = (&s.game_data.roster[l], s.leader(l));
    let name = leader(s, l);
    let who = match (now.replacement, name == card.name) {
        (true, _) => format!("The replacement for {name}"),
        (false, true) => name.to_owned(),
        (false, false) => format!("{name}, {}", card.name),
    };
    let battles: Vec<&str> = card
        .battles
        .iter()
        .map(|&b| s.game_data.roster.battle_name(b))
        .collect();
    let leads = match &battles[..] {
        [] => "leads no Battle".to_owned(),
        [one] => format!("leads the Battle of {one}"),
        all => format!("leads the Battles of {}", all.join(" and ")),
    };
    let oc = if s.is_oc(l) { ", Overall Commander" } else { "" };
    let king = if card.king { ", a King" } else { "" };
    let at = match now.at {
        Whereabouts::Map(h) => held(s, h),
        Whereabouts::Lost if now.pending => "lost, to be replaced".to_owned(),
        Whereabouts::Absent => "not on the field".to_owned(),
        at => place(s, at),
    };
    let rating = s
        .activation_rating(l)
        .map_or(String::new(), |rating| format!("Activation Rating {rating} ({}), ", cite!("5.2")));
    let effect = if s.is_oc(l) {
        format!(", Effectiveness {:+} ({})", card.effectiveness, cite!("6.2"))
    } else {
        String::new()
    };
    vec![
        format!("{who}: {leads}{oc}{king} ({}).", cite!("5.1")),
        format!("  {at}."),
        format!(
            "  {rating}Command Range {}, Charisma {:+} ({}){effect}, {} MP left ({}).",
            s.command_range(l),
            s.charisma(l),
            cite!("5.2"),
            left_alone(s, now.spent),
            cite!("7.2")
        ),
    ]
}

pub(super) fn of_battle(s: &State, b: BattleId) -> Vec<String> {
    let card = &s.game_data.roster[b];
    let mut out = vec![format!(
        "The Battle of {}, {} ({}): {}.",
        s.game_data.roster.battle_name(b),
        s.game_data.scenario.name(card.side),
        cite!("5.0"),
        card.title
    )];
    match s.game_data.leader_of(b) {
        Some(l) => out.extend(of_leader(s, l).into_iter().map(|x| format!("  {x}"))),
        None => out.push(format!("  It has no leader ({}).", cite!("6.4"))),
    }
    let all: Vec<String> = s
        .game_data
        .units_of(b)
        .iter()
        .filter(|&&u| s.unit(u).at != Whereabouts::Absent)
        .map(|&u| format!("{} ({})", unit(s, u), plight(s, u)))
        .collect();
    out.extend(all.chunks(5).map(|line| format!("  {}", line.join("; "))));
    out
}

pub(super) fn of_standard(s: &State, t: StandardId) -> Vec<String> {
    let card = &s.game_data.roster[t];
    let retired = |u: &UnitId| s.retired(*u) && s.counter(*u).standard == t && s.unit(*u).at.in_play();
    let n = s.unit_ids().filter(retired).count();
    vec![
        format!("The Standard {} of {} ({}).", card.id, s.game_data.scenario.name(card.side), cite!("2.4")),
        format!("  {}; {} of its own ({}).", place(s, s.standard(t).at), many(n, "Retired unit"), cite!("14.4")),
    ]
}

pub(super) fn of_hex(s: &State, h: HexId) -> Vec<String> {
    let b = &s.game_data.board;
    let mut words = vec![
        ground(s, h).unwrap_or("clear").to_owned(),
        format!("level {}", b.elevation(h)),
    ];
    words.extend(b.name(h).map(str::to_owned));
    words.extend(sides(s, h));
    let mut out = vec![format!("{}: {} ({}).", label(s, h), words.join(", "), cite!("2.1"))];
    for &side in &[Side::France, Side::League] {
        let near = units(s, s.adjacent_enemies(h, side.enemy()));
        if !near.is_empty() {
            out.push(format!("  Next to it, of {}: {near}.", s.game_data.scenario.name(side)));
        }
    }
    if let Some(t) = s.standard_at(h) {
        out.push(format!("  {} ({}).", sentence(s.game_data.roster.standard_name(t)), cite!("2.4")));
    }
    if s.stacks.is_empty(h) {
        let with: Vec<&str> = s.leaders_at(h).map(|l| leader(s, l)).collect();
        if !with.is_empty() {
            out.push(format!("  Here: {}.", with.join(", ")));
        }
    }
    out.extend(s.units_at(h).flat_map(|u| of_unit(s, u)));
    out
}
