//! Short notes on legal actions.

use crate::action::Action;
use crate::charts::WAGON_COLUMN;
use crate::components::{Side, UnitId};
use crate::guide::names::{ground, label, strength, unit, units, whereabouts};
use crate::rules::field::assault::{self, ASSAULT_DRMS, AssaultFacts};
use crate::rules::field::fire;
use crate::rules::florins::upkeep_of_all;
use crate::rules::legates::popes_limit;
use crate::state::march::those;
use crate::state::position::State;
use crate::state::position::hex_of;
use crate::state::stage::{Bout, Push, Stage};
use crate::story::{florins as told, spot, verb};
use casus_core::HexId;
use casus_guide::Note;

/// Returns the cost of a step for the selected stack.
pub(super) fn step_cost(s: &State, to: HexId) -> Option<(HexId, u8)> {
    let Some(Stage::March(march)) = s.stack.last() else {
        return None;
    };
    let from = hex_of(s, march.units)?;
    let dir = s.game_data.board.direction(from, to)?;
    Some((from, s.game_data.step(from, dir)))
}

fn step(s: &State, to: HexId) -> Note {
    let Some((from, cost)) = step_cost(s, to) else {
        return Note::default();
    };
    let mut more = vec![format!("{cost} MP")];
    more.extend(s.game_data.board.name(to).map(str::to_owned));
    more.extend(ground(s, to).map(str::to_owned));
    let there = units(s, s.units_at(to));
    if !there.is_empty() {
        more.push(there);
    }
    Note::toward(Action::Step(to).word(), s.game_data.board.way(Some(from), to), more)
}

/// Returns the facts of an assault on a defender by the unit that is asked.
pub(super) fn assault_of(s: &State, defender: UnitId) -> Option<AssaultFacts<'_>> {
    let attacker = assault::next_assault(s)?;
    Some(AssaultFacts { s, attacker, defender })
}

/// Returns a note on a target: its kind, and for an assault its die.
fn aim(s: &State, target: UnitId) -> String {
    let kind = strength(s, target);
    if !matches!(
        s.stack.last(),
        Some(Stage::Field {
            step: Bout::AssaultAims
        })
    ) {
        return kind;
    }
    let Some(f) = assault_of(s, target) else { return kind };
    let column = if assault::column(s, target) == WAGON_COLUMN {
        ", behind wagons"
    } else {
        ""
    };
    format!("{kind}{column}, DRM {:+}", ASSAULT_DRMS.sum(&f))
}

fn purse(s: &State) -> u16 {
    s.purse(Side::Imperial)
}

pub(super) fn note(s: &State, action: Action) -> Note {
    let florins = &s.game_data.charts.florins;
    let asked = s.stack.last();
    let words = match action {
        Action::Step(to) => return step(s, to),
        Action::Place(_, h) => s.game_data.board.name(h).unwrap_or_default().to_owned(),
        Action::Muster(u, h) => {
            let price = florins.of(s.kind(u)).0;
            format!("{}, {} of {}, at {}", strength(s, u), told(price), purse(s), spot(s, h))
        }
        Action::Disband(u) => format!("{}, saves {}", strength(s, u), told(florins.of(s.kind(u)).1)),
        Action::Pay => format!("{} of {}", told(upkeep_of_all(s)), purse(s)),
        Action::Rebuild(h) => {
            let price = s
                .game_data
                .urban(h)
                .map_or(0, |kind| s.game_data.charts.walls(kind).rebuild);
            format!("{}, {}", spot(s, h), told(price))
        }
        Action::Call | Action::Change => format!("needs {} or less", popes_limit(s)),
        Action::Take(u) => format!("{}, {}, {} MP left", strength(s, u), whereabouts(s, u), s.left(u)),
        Action::Join(u) | Action::Leave(u) => format!("{}, {} MP left", strength(s, u), s.left(u)),
        Action::Against(h) => {
            let enemies = s.phasing().map_or(String::new(), |x| units(s, s.in_field(h, x)));
            format!("{}: {enemies}", spot(s, h))
        }
        Action::Intercept(u) => {
            let with = s.hex(u).map_or(String::new(), |h| {
                let others = s.own_at(h, s.side(u)).filter(|&o| o != u);
                units(s, others)
            });
            let beside = if with.is_empty() {
                String::new()
            } else {
                format!(", beside {with}")
            };
            format!("{}, {}{beside}", strength(s, u), whereabouts(s, u))
        }
        Action::Fight => in_hand_hex(s).map_or(String::new(), |(h, x)| units(s, s.in_field(h, x.enemy()))),
        Action::Besiege => in_hand_hex(s).map_or(String::new(), |(h, x)| units(s, s.garrison(h, x.enemy()))),
        Action::Aim(u) => aim(s, u),
        Action::Storm(u) => format!("{}, DRM {:+}", unit(s, u), s.counter(u).attack),
        Action::Parry(u) => format!("{}, DRM {:+}", unit(s, u), -i32::from(s.counter(u).defence)),
        Action::Deploy(u) | Action::Lose(u) | Action::Inside(u) | Action::Disown(u) => strength(s, u),
        Action::Blockade => s
            .siege()
            .and_then(|b| s.game_data.urban(b.hex))
            .map_or(String::new(), |kind| {
                format!("attrition from {} each turn", s.game_data.charts.walls(kind).attrition)
            }),
        Action::Halt => match asked {
            Some(Stage::March(m)) => {
                let all: Vec<UnitId> = those(m.units).collect();
                format!("{} {} done", units(s, those(m.units)), verb(s, &all, "is", "are"))
            }
            _ => String::new(),
        },
        _ => String::new(),
    };
    Note::said(words)
}

/// Returns the hex of the selected stack, and its side.
pub(super) fn in_hand_hex(s: &State) -> Option<(HexId, Side)> {
    match s.stack.last() {
        Some(Stage::March(m)) => Some((hex_of(s, m.units)?, s.phasing()?)),
        _ => None,
    }
}

/// Returns the unit that fires or storms by the open decision.
pub(super) fn acting(s: &State) -> Option<UnitId> {
    match *s.stack.last()? {
        Stage::Field { step } => match step {
            Bout::DefenderAims => fire::next_firer(s, false),
            Bout::AttackerAims => fire::next_firer(s, true),
            Bout::AssaultAims => assault::next_assault(s),
            _ => None,
        },
        Stage::Siege { step } => match step {
            Push::GarrisonAims => crate::rules::siege::guns::next_gun(s),
            Push::Parry(unit) => Some(unit),
            _ => None,
        },
        _ => None,
    }
}

/// Returns a hex by its number and its place.
pub(super) fn at(s: &State, h: HexId) -> String {
    match s.game_data.board.name(h) {
        Some(name) => format!("{} ({name})", label(s, h)),
        None => label(s, h),
    }
}
