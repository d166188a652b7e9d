//! Advice for interceptions (8.8), and for units that go inside the walls when enemies come (8.8.4).

use crate::action::Action;
use crate::advice::battle::{defence, stake};
use crate::advice::evaluation::place;
use crate::advice::eye::{Eye, blow, stands, stays, strikes};
use crate::advice::odds::{Soldier, battle, count, soldiers};
use crate::advice::plan::{Plan, counsel};
use crate::components::{Kind, Side, UnitId};
use crate::rules::interception::interceptors;
use crate::rules::stacking::may_share;
use crate::state::march::those;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::stage::{Entry, Stage};
use casus_core::{HexId, PieceSet, ScoredPlan};

/// The minimum expected gain of an interception.
const DARE: f64 = 14.0;
/// The minimum expected gain if the enemy attacks friends.
const HELP: f64 = 4.0;

/// Returns the units that may intercept a force, by their hexes.
fn riders(s: &State, target: HexId) -> Vec<(HexId, Vec<UnitId>)> {
    let mut groups: Vec<(HexId, Vec<UnitId>)> = Vec::new();
    for unit in interceptors(s, target) {
        let Some(hex) = s.hex(unit) else { continue };
        match groups.iter_mut().find(|(h, _)| *h == hex) {
            Some((_, list)) => list.push(unit),
            None => groups.push((hex, vec![unit])),
        }
    }
    groups
}

/// Returns the best interception of a force, with its expected gain.
fn best_ride(s: &State, eye: &Eye<'_>, side: Side, target: HexId) -> Option<(f64, PieceSet)> {
    let movers = soldiers(s, s.in_field(target, side.enemy()));
    if movers.is_empty() {
        return None;
    }
    let friends: Vec<UnitId> = s.in_field(target, side).collect();
    let ours = soldiers(s, friends.iter().copied());
    let town = s.game_data().town(target);
    let defended = town.is_some() && s.holds(target, side);
    let names = s.game_data().names();
    let mut best: Option<(f64, PieceSet)> = None;
    let stand: f64 = movers.iter().map(|x| stands(s, x.unit)).sum();
    for (from, mut list) in riders(s, target) {
        // The strongest units first: as many as are needed, or all.
        list.sort_by(|&a, &b| strikes(s, b).total_cmp(&strikes(s, a)).then(a.cmp(&b)));
        let mut units = PieceSet::EMPTY;
        let mut parties: Vec<PieceSet> = Vec::new();
        let mut blow: f64 = friends.iter().map(|&u| strikes(s, u)).sum();
        for u in list {
            let mut with = units;
            with.insert(u.0);
            if may_share(s, side, those(with).chain(friends.iter().copied())) {
                units = with;
                let before = blow;
                blow += strikes(s, u);
                // A small force does not attack an army.
                if [0.6, 1.2, 2.0]
                    .into_iter()
                    .any(|k| before < k * stand && blow >= k * stand)
                {
                    parties.push(units);
                }
            }
        }
        if blow >= 0.6 * stand && !parties.contains(&units) {
            parties.push(units);
        }
        let captain = |u: UnitId| [names.zizka, names.prokop].contains(&Some(u));
        for units in parties {
            // The captains of the wagons do not ride without a wagon.
            if those(units).any(captain) && !those(units).any(|u| s.kind(u) == Kind::Wagon) {
                continue;
            }
            let value = ride(s, eye, side, target, from, units, (&friends, &movers, &ours, defended));
            if best.is_none_or(|(v, _)| value > v) {
                best = Some((value, units));
            }
        }
    }
    best
}

/// Returns the expected gain of an interception by a party. The last argument has friends there, the enemy, the friends as
/// soldiers, and whether the place is the side's own.
fn ride(
    s: &State,
    eye: &Eye<'_>,
    side: Side,
    target: HexId,
    from: HexId,
    units: PieceSet,
    (friends, movers, ours, defended): (&[UnitId], &[Soldier], &[Soldier], bool),
) -> f64 {
    let riding = soldiers(s, those(units));
    let value = if friends.is_empty() {
        let held = if defended {
            stake(s, target, side.enemy()) * 0.8
        } else {
            3.0
        };
        battle(s, target, &riding, movers, held).value
    } else {
        let enemy = side.enemy();
        let lost = stake(s, target, enemy);
        let alone = battle(s, target, movers, ours, lost).value;
        let all: Vec<_> = ours.iter().chain(&riding).copied().collect();
        alone - battle(s, target, movers, &all, lost).value
    };
    let there: Vec<UnitId> = those(units).collect();
    let before = eye.risk(from, &stays(s, side, from, PieceSet::EMPTY));
    let left = stays(s, side, from, units);
    let after = eye.risk(from, &left);
    let empty = from != target && !left.iter().any(|&u| s.fights(u));
    let leaves = match s.game_data().town(from) {
        Some(town) if empty => place(s, side, town) as f64,
        _ => 0.0,
    };
    // A Hussite that intercepts cannot move in its own Phase, except with Žižka and a wagon (8.8.3); the value of that move is
    // lost.
    let zizka = s.game_data().names().zizka;
    let moves_on = those(units).any(|u| zizka == Some(u)) && those(units).any(|u| s.kind(u) == Kind::Wagon);
    let tempo = if side == Side::Hussite && from != target && !moves_on {
        2.0 * count(units.len()) + 0.5 * eye.lure(from, blow(s, units), 20)
    } else {
        0.0
    };
    value + before - after - leaves - tempo - 0.3 * eye.risk(target, &there)
}

pub(crate) fn intercept(s: &State, side: Side, target: Option<HexId>, out: &mut Vec<ScoredPlan<Plan>>) {
    out.push(counsel(Plan::Act(Action::Hold), 0));
    // During a march consider only its stack; forces at rest are considered between the moves of two stacks.
    if target.is_some_and(|hex| interceptors(s, hex).is_empty()) {
        return;
    }
    let eye = Eye::new(s, side);
    let Some(hex) = target else {
        // Between the moves of two stacks intercept only with a clear gain.
        let foe = side.enemy();
        for hex in s.game_data().board.ids() {
            if s.stacks.is_empty(hex) || s.in_field(hex, foe).next().is_none() || !in_reach(s, side, hex) {
                continue;
            }
            if let Some((value, _)) = best_ride(s, &eye, side, hex)
                && value > 2.0 * DARE
            {
                out.push(counsel(Plan::Act(Action::Against(hex)), value.round() as i32));
            }
        }
        return;
    };
    let attacked = |st: &Stage| matches!(*st, Stage::Entry { hex: at, step: Entry::Field } if at == hex);
    let dare = if s.stack.iter().any(attacked) { HELP } else { DARE };
    let still = !s.stack.iter().any(|st| matches!(st, Stage::March(_)));
    if let Some((value, units)) = best_ride(s, &eye, side, hex)
        && (value > dare || (still && value > 0.0))
    {
        out.push(counsel(Plan::Ride(units), value.round() as i32));
    }
}

/// Returns whether a unit that has not moved is near enough.
fn in_reach(s: &State, side: Side, hex: HexId) -> bool {
    s.unit_ids().any(|u| {
        s.side(u) == side
            && s.fights(u)
            && s.hex(u)
                .is_some_and(|from| s.game_data().far(from, hex) <= s.allowance(u))
            && !s.unit(u).done.has(Done::MOVED)
            && !s.unit(u).done.has(Done::INTERCEPTED)
    })
}

pub(crate) fn gather(s: &State, units: PieceSet, target: HexId, out: &mut Vec<ScoredPlan<Plan>>) {
    let side = those(units).next().map_or(Side::Hussite, |u| s.side(u));
    let eye = Eye::new(s, side);
    if let Some((value, all)) = best_ride(s, &eye, side, target)
        && those(units).all(|u| all.contains(u.0))
    {
        out.push(counsel(Plan::Ride(all), value.round() as i32));
    }
    out.push(counsel(Plan::Ride(units), 0));
}

pub(crate) fn garrison(s: &State, hex: HexId, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    let attackers = soldiers(s, s.in_field(hex, side.enemy()));
    let all: Vec<UnitId> = s.own_at(hex, side).filter(|&u| s.fights(u)).collect();
    let room = s.game_data().urban(hex).map_or(0, |k| usize::from(s.garrison_limit(k)));
    let outside = |u: &UnitId| !s.within(*u);
    let helpless = s
        .own_at(hex, side)
        .find(|&u| !s.fights(u) && outside(&u) && !s.counter(u).legate());
    if let Some(queen) = helpless {
        out.push(counsel(Plan::Act(Action::Inside(queen)), 2));
    }
    let defenders = soldiers(s, all.iter().copied());
    let (inside, _) = defence(s, hex, side.enemy(), &attackers, &defenders);
    // The queen is not left alone inside.
    let queen = s
        .own_at(hex, side)
        .any(|u| s.kind(u) == crate::components::Kind::Dowager);
    let next = all.iter().copied().filter(outside).max_by_key(|&u| {
        let c = s.counter(u);
        (c.artillery, c.defence, core::cmp::Reverse(u))
    });
    match next {
        Some(unit) if (inside || queen) && all.len() <= room => out.push(counsel(Plan::Act(Action::Inside(unit)), 1)),
        _ => out.push(counsel(Plan::Act(Action::Ready), 1)),
    }
}
