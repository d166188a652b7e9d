//! Everything there is to know about a piece or a hex.

use crate::casebook::cite;
use crate::components::{RIVER, Side, Terrain, TownId, UnitId};
use crate::guide::names::{strength, unit, units, whereabouts};
use crate::guide::notes::at;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::story::{florins, side};
use casus_core::words::sentence;
use casus_core::{Dir, HexId, Sided as _};

pub(super) fn of_unit(s: &State, u: UnitId) -> Vec<String> {
    let (card, now) = (s.counter(u), s.unit(u));
    let mut out = vec![format!(
        "{} ({}): {} of {}, {} ({}).",
        unit(s, u),
        card.id,
        card.faction.word(),
        side(card.side),
        strength(s, u),
        cite!("2.3")
    )];
    out.push(format!("  {}.", whereabouts(s, u)));
    if s.hex(u).is_none() {
        return out;
    }
    out.push(format!("  {} of {} MP left ({}).", s.left(u), s.allowance(u), cite!("8.2")));
    for (flag, words, case) in [
        (Done::MOVED, "Has moved in this turn", cite!("8.1")),
        (Done::INTERCEPTED, "Has intercepted in this turn", cite!("8.8")),
        (Done::HALTED, "Has ended its move", cite!("8.4")),
    ] {
        if now.done.has(flag) {
            out.push(format!("  {words} ({case})."));
        }
    }
    if let Some(dice) = card.dice {
        out.push(format!("  Draws Germans by {dice} dice ({}).", cite!("7.3.3")));
    }
    let price = s.game_data.charts.florins.of(card.kind);
    if card.faction.is_bought() && !card.guard {
        out.push(format!("  {} to muster, {} to keep for a turn ({}).", florins(price.0), price.1, cite!("6.2")));
    }
    out
}

pub(super) fn of_town(s: &State, t: TownId) -> Vec<String> {
    let (card, now) = (&s.game_data.roster[t], s.town(t));
    let walls = s.game_data.charts.walls(card.kind);
    let mut out = vec![format!(
        "{}: {} at {}, a garrison of at most {} ({}).",
        s.game_data.roster.town_name(t),
        card.kind.word(),
        at(s, card.hex),
        walls.garrison,
        cite!("8.6.1")
    )];
    match (s.occupant(t), now.control) {
        (Some(x), _) => out.push(format!("  {} occupy it.", sentence(side(x)))),
        (None, Some(x)) => out.push(format!("  Nobody is there; {} were the last.", side(x))),
        (None, None) => out.push("  Nobody is there.".to_owned()),
    }
    if now.pillaged {
        out.push(format!(
            "  Pillaged ({}), rebuilt for {} ({}).",
            cite!("10.7.1"),
            florins(walls.rebuild),
            cite!("15.2")
        ));
    }
    if now.blockaded {
        out.push(format!(
            "  Blockaded: a roll of {} or more eliminates a unit ({}).",
            walls.attrition,
            cite!("10.6.1")
        ));
    }
    out
}

pub(super) fn of_hex(s: &State, h: HexId) -> Vec<String> {
    let board = &s.game_data.board;
    let mut out = vec![format!(
        "{}: {}, in {}.",
        at(s, h),
        Terrain::at(board, h).word(),
        s.game_data.land(h).word()
    )];
    let ways: Vec<String> = Dir::ALL
        .iter()
        .filter(|&&dir| board.features(h, dir) & RIVER != 0)
        .map(|&dir| board.orientation().dir_word(dir).to_owned())
        .collect();
    if !ways.is_empty() {
        out.push(format!("  River: {} ({}).", ways.join(", "), cite!("8.3")));
    }
    let steps: Vec<String> = board
        .neighbours(h)
        .map(|(dir, to)| {
            format!("{} {} {}", board.orientation().dir_word(dir), board.label(to), s.game_data.step(h, dir))
        })
        .collect();
    out.push(format!("  Movement Points from here: {} ({}).", steps.join(", "), cite!("8.3")));
    if let Some(t) = s.game_data.town(h) {
        out.extend(of_town(s, t));
    }
    for &x in Side::ALL {
        let (field, inside) = (units(s, s.own_at(h, x).filter(|&u| !s.within(u))), units(s, s.garrison(h, x)));
        for (who, place) in [(field, "in the field"), (inside, "inside")] {
            if !who.is_empty() {
                out.push(format!("  {} {place}: {who}.", sentence(side(x))));
            }
        }
    }
    out
}
