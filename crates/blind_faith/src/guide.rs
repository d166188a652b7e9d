//! The player's guide: questions, notes on choices, effects of actions, reachable hexes, pieces and threats.

mod names;
mod notes;
mod pieces;
mod questions;
mod senses;
mod threats;

use crate::action::Action;
use crate::components::{Piece, Side, UnitId};
use crate::event::{Event, What};
use crate::game::BlindFaith;
use crate::guide::names::{label, off_map, unit, units};
use crate::rules::interception::stops;
use crate::state::march::those;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::position::hex_of;
use crate::state::stage::Stage;
use casus_core::picture::Manner;
use casus_core::words::{losses, moved};
use casus_core::{Game as _, HexId, Place, Sided as _, Stride, reach};
use casus_guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat};

/// Returns the legal actions.
fn listed(s: &State) -> Vec<Action> {
    let mut listed = Vec::new();
    BlindFaith::actions(s, &mut listed);
    listed
}

/// Returns where the selected stack can move if no enemy stops it.
fn courses(s: &State) -> Vec<Course<Action>> {
    let Some(&Stage::March(march)) = s.stack.last() else {
        return Vec::new();
    };
    let Some(from) = hex_of(s, march.units) else {
        return Vec::new();
    };
    let budget = those(march.units).map(|u| s.left(u)).min().unwrap_or(0);
    let side = those(march.units).next().map_or(Side::Hussite, |u| s.side(u));
    let listed = listed(s);
    let ways = reach(&s.game_data.board, from, budget.into(), |at, dir, to, _| {
        let open = if at == from {
            listed.contains(&Action::Step(to))
        } else {
            !those(march.units).any(|u| s.closed_to(to, s.faction(u)))
        };
        let cost = s.game_data.step(at, dir).into();
        let stride = if stops(s, to, side) {
            Stride::stop(cost)
        } else {
            Stride::on(cost)
        };
        open.then_some(stride)
    });
    let course = |hex: HexId| {
        let enemies = units(s, s.own_at(hex, side.enemy()));
        let held = if enemies.is_empty() {
            String::new()
        } else {
            format!(", held by {enemies}")
        };
        Some(Course {
            risks: Vec::new(),
            to: label(s, hex),
            note: format!("{} MP{held}", ways.cost(hex)?),
            actions: ways.path(hex)?.into_iter().skip(1).map(Action::Step).collect(),
        })
    };
    let others = ways.hexes().iter().copied().filter(|&hex| hex != from);
    others.filter_map(course).collect()
}

fn in_hand(s: &State) -> Option<InHand<Action>> {
    let Some(Stage::March(_)) = s.stack.last() else {
        return None;
    };
    let idle = |a: &Action| matches!(a, Action::Halt | Action::Leave(_));
    Some(InHand {
        lay_down: Action::Halt,
        idle: listed(s).iter().all(idle),
    })
}

fn became(before: &State, after: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    let named = |h: HexId| matches!(action, Action::Step(x) | Action::Place(_, x) | Action::Muster(_, x) | Action::Against(x) if x == h);
    for u in before.unit_ids() {
        let (a, b) = (before.unit(u).at, after.unit(u).at);
        let name = unit(before, u);
        match b {
            _ if a == b => {}
            Whereabouts::Map(_) => out.extend(moved(&before.game_data.board, name, a.hex(), b.hex(), named)),
            Whereabouts::Gone => out.push(format!("{name} eliminated")),
            _ => out.push(format!("{name} {}", off_map(b))),
        }
    }
    for t in before.game_data.roster.town_ids() {
        let (a, b) = (before.town(t), after.town(t));
        let name = before.game_data.roster.town_name(t);
        for (was, is, word) in [
            (a.pillaged, b.pillaged, "pillaged"),
            (a.blockaded, b.blockaded, "blockaded"),
        ] {
            match (was, is) {
                (false, true) => out.push(format!("{name} {word}")),
                (true, false) => out.push(format!("{name} no longer {word}")),
                _ => {}
            }
        }
        let (was, is) = (before.occupant(t), after.occupant(t));
        if let Some(side) = is.filter(|_| was != is) {
            out.push(format!("{name} held by {}", crate::story::side(side)));
        }
    }
    for &side in Side::ALL {
        let gained = i32::from(after.purse(side)) - i32::from(before.purse(side));
        if gained != 0 {
            let word = if gained.abs() == 1 { "Florin" } else { "Florins" };
            out.push(format!("{} {gained:+} {word}", crate::story::side(side)));
        }
    }
    if before.crusade() != after.crusade() {
        let word = if after.crusade().is_on() {
            "crusade on"
        } else {
            "no crusade"
        };
        out.push(word.to_owned());
    }
    out
}

/// Returns the result of the war, and the losses.
fn reckoning(s: &State) -> Vec<String> {
    let names = s.game_data.names();
    let seven = || names.rebel.iter().chain(&names.loyal).flatten().copied();
    let one = |&side: &Side| {
        let held: Vec<&str> = seven()
            .filter(|&t| s.occupies(side, t))
            .map(|t| s.game_data.roster.town_name(t))
            .collect();
        let whose = if held.is_empty() {
            String::new()
        } else {
            format!(" ({})", held.join(", "))
        };
        let gone = s
            .unit_ids()
            .filter(|&u| s.side(u) == side && s.unit(u).at == Whereabouts::Gone);
        let lost = losses(crate::story::army(side), &[(gone.count(), "unit", "eliminated")]);
        format!("{lost}; {} of the 7 places{whose}, {}", held.len(), crate::story::florins(s.purse(side)))
    };
    Side::ALL.iter().map(one).collect()
}

fn leg(s: &State, event: &Event) -> Option<Leg> {
    let (moved, from, to, points) = match &event.what {
        What::Marched {
            units,
            from,
            to,
            points,
        }
        | What::Intercepted {
            units,
            from,
            to,
            points,
        } => (units, *from, *to, *points),
        _ => return None,
    };
    let lead = moved.first()?;
    Some(Leg {
        piece: lead.place(),
        name: crate::story::names(s, moved),
        from: Some(format!("from {}", crate::story::spot(s, from))),
        to: crate::story::spot(s, to),
        moves: true,
        spends: Some((points.into(), "MP")),
        costs: String::new(),
    })
}

fn blow(event: &Event) -> Option<Blow> {
    let (by, hex) = match &event.what {
        What::FieldBattle { hex, attackers, .. } => (attackers, hex),
        What::SiegeBattle { hex, besiegers, .. } => (besiegers, hex),
        _ => return None,
    };
    Some(Blow {
        by: by.iter().map(|u| u.place()).collect(),
        at: hex.place(),
        how: Manner::Met,
    })
}

/// Returns the counters in a hex that could be in a stack: combat units outside walls first, because they lead the others.
fn stack(s: &State, hex: HexId) -> Vec<Place> {
    let Some(side) = s.phasing() else { return Vec::new() };
    let (fight, other): (Vec<UnitId>, Vec<UnitId>) = s.own_at(hex, side).partition(|&u| s.fights(u));
    fight.into_iter().chain(other).map(UnitId::place).collect()
}

impl Guide for BlindFaith {
    fn aftermath(_: &str, action: &Action) -> Option<&'static str> {
        Some(match action {
            Action::Hold => "Without interception",
            Action::Pass => "After the pass",
            Action::Done => "Then",
            Action::EndPhase => "At the end of the Phase",
            _ => return None,
        })
    }
    fn question(s: &State) -> String {
        questions::question(s)
    }
    fn note(s: &State, action: &Action) -> Note {
        notes::note(s, *action)
    }
    fn sense(s: &State, action: &Action) -> Vec<String> {
        senses::sense(s, *action)
    }
    fn courses(s: &State) -> Vec<Course<Action>> {
        courses(s)
    }
    fn take(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Take(u)),
            _ => None,
        }
    }
    fn join(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Join(u)),
            _ => None,
        }
    }
    fn stack(s: &State, hex: Place) -> Vec<Place> {
        match Piece::at(s, hex) {
            Some(Piece::Hex(h)) => stack(s, h),
            _ => Vec::new(),
        }
    }
    fn in_hand(s: &State) -> Option<InHand<Action>> {
        in_hand(s)
    }
    fn weighty(action: &Action) -> bool {
        matches!(action, Action::Ride | Action::Fight | Action::Besiege)
    }
    fn became(before: &State, after: &State, action: &Action, _: Side) -> Vec<String> {
        became(before, after, *action)
    }
    fn reckoning(s: &State, _: &[Event]) -> Vec<String> {
        reckoning(s)
    }
    fn spends(s: &State, action: &Action) -> Option<(i32, &'static str)> {
        let charts = &s.game_data().charts;
        let florins = match *action {
            Action::Muster(unit, _) => charts.florins.of(s.kind(unit)).0,
            Action::Rebuild(hex) => charts.walls(s.game_data().urban(hex)?).rebuild,
            _ => return None,
        };
        Some((florins.into(), "Florins"))
    }
    fn leg(s: &State, event: &Event) -> Option<Leg> {
        leg(s, event)
    }
    fn turn_number(s: &State) -> Option<u32> {
        Some(s.turn().into())
    }
    fn passes(event: &Event) -> bool {
        matches!(event.what, What::Turn { .. } | What::Campaign { .. })
    }
    fn blow(_: &State, event: &Event) -> Option<Blow> {
        blow(event)
    }
    fn faces(_: &State, _: Option<Side>, _: Place) -> Option<&'static str> {
        None
    }
    fn piece(s: &State, _: Option<Side>, at: Place) -> Vec<String> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => pieces::of_unit(s, u),
            Some(Piece::Command(t)) => pieces::of_town(s, t),
            Some(Piece::Hex(h)) => pieces::of_hex(s, h),
            _ => Vec::new(),
        }
    }
    fn goals(s: &State, _: Option<Side>, at: Place) -> Vec<Goal> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => threats::goals(s, u),
            _ => Vec::new(),
        }
    }
    fn threats(s: &State, _: Option<Side>, at: Place) -> Vec<Threat> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => threats::threats(s, u),
            Some(Piece::Hex(h)) => s.units_at(h).flat_map(|u| threats::threats(s, u)).collect(),
            _ => Vec::new(),
        }
    }
}
