//! What the panel of a piece or a hex says.

use super::names::{facing_word, hex_of, hexes, label, left, ln, missile, names, un, upper};
use super::notes::{ground_words, unit_note};
use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Side, UnitId};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::view::sees_leader;
use casus_core::words::many;
use casus_core::{HexId, Sided};

pub(super) fn unit_lines(s: &State, viewer: Option<Side>, u: UnitId) -> Vec<String> {
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

pub(super) fn leader_lines(s: &State, viewer: Option<Side>, l: LeaderId) -> Vec<String> {
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

pub(super) fn command_lines(s: &State, viewer: Option<Side>, c: CommandId) -> Vec<String> {
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

pub(super) fn hex_lines(s: &State, viewer: Option<Side>, h: HexId) -> Vec<String> {
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
