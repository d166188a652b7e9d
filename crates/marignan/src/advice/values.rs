//! What units, corps and results are worth.

use crate::charts::{Check, Toll};
use crate::components::{Class, CorpsId, Side, UnitId};
use crate::rules::melee::odds as melee;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::{HexId, PieceSet};

/// A point of Swiss morale (8.1).
const POINT: i32 = 100;

pub(super) const DISORDERED: i32 = 60;

const ROUTED: i32 = 130;

/// The value of a unit in addition to the morale points that its loss costs.
const UNIT: i32 = 60;

/// Returns the value of a point of a French corps's morale. The five corps nearest to demoralization decide the battle (8.2).
fn track_price(s: &State, corps: CorpsId) -> i32 {
    match s.corps(corps).morale {
        0 => 20,
        m if m <= 3 => 200,
        m if m <= 6 => 150,
        _ => 90,
    }
}

fn point(s: &State, unit: UnitId) -> i32 {
    s.track(unit).map_or(POINT, |c| track_price(s, c))
}

/// Returns the value of what a side has left, in points.
pub(super) fn standing(s: &State, side: Side) -> i32 {
    let tracks: i32 = match side {
        Side::Swiss => i32::from(s.swiss_morale) * POINT,
        Side::French => s
            .corps_ids()
            .filter(|&c| s.game_data.corps_side(c) == Side::French)
            .map(|c| match s.corps(c).morale {
                0 => -400,
                m => (1..=m)
                    .map(|k| match k {
                        1..=3 => 200,
                        4..=6 => 150,
                        _ => 90,
                    })
                    .sum(),
            })
            .sum(),
    };
    let units: i32 = s
        .on_map(side)
        .map(|(u, _)| {
            let spent = match s.unit(u).condition {
                Condition::Order => 0,
                Condition::Disordered => DISORDERED,
                Condition::Routed => ROUTED,
            };
            UNIT * 2 - spent - if s.unit(u).replaced { UNIT } else { 0 }
        })
        .sum();
    tracks + units
}

/// Returns the probability that the sum of two dice exceeds a number, in thousandths.
pub(super) fn fails(morale: i32) -> i32 {
    const ABOVE: [i32; 13] = [1000, 1000, 972, 917, 833, 722, 583, 417, 278, 167, 83, 28, 0];
    ABOVE[morale.clamp(0, 12) as usize]
}

/// Returns the cost of one worse condition of a unit for its side (10.0).
pub(super) fn rung(s: &State, unit: UnitId) -> i32 {
    match s.unit(unit).condition {
        Condition::Order => DISORDERED,
        Condition::Disordered if s.counter(unit).swiss_pikemen() => POINT,
        Condition::Disordered if s.class(unit) == Class::Artillery => 2 * point(s, unit) + UNIT,
        Condition::Disordered => point(s, unit) + ROUTED,
        Condition::Routed => 2 * point(s, unit) + UNIT,
    }
}

/// Returns the cost of a star (12.4): pikemen with a replacement lose half their strength, other units everything.
pub(super) fn star(s: &State, unit: UnitId) -> i32 {
    if s.counter(unit).replacement && !s.unit(unit).replaced {
        UNIT + DISORDERED / 2
    } else {
        2 * point(s, unit) + 2 * UNIT
    }
}

/// Returns the average cost of a result for the side of the units that suffer it.
pub(super) fn toll(s: &State, units: PieceSet, result: Toll) -> i32 {
    let mut stars: Vec<i32> = units.iter().map(|u| star(s, UnitId(u))).collect();
    stars.sort_unstable();
    let lost: i32 = stars.iter().take(usize::from(result.losses)).sum();
    let fail = |u: UnitId, n: i32| {
        let swiss = if s.side(u) == Side::Swiss { POINT } else { 0 };
        fails(s.morale(u) - n) * (rung(s, u) + swiss) / 1000
    };
    let tests: i32 = units
        .iter()
        .map(UnitId)
        .map(|u| match result.check {
            Check::None => 0,
            Check::Test(n) => fail(u, i32::from(n)),
            Check::Disorder => fail(u, 12),
        })
        .sum();
    lost + tests
}

/// Returns the average gain of a melee for the attackers; `None` if there is no melee.
pub(super) fn clash(s: &State, target: HexId, attackers: PieceSet) -> Option<i32> {
    let forecast = melee::forecast(s, target, attackers)?;
    let defenders = s.stack_at(target);
    let sum: i32 = forecast
        .results
        .iter()
        .map(|r| toll(s, defenders, r.defender) - toll(s, attackers, r.attacker))
        .sum();
    Some(sum / 6)
}

/// Returns the friendly units that have a hex in front of them, apart from some.
pub(super) fn besiegers(s: &State, target: HexId, side: Side, except: PieceSet) -> PieceSet {
    s.controllers(target, side)
        .map(|u| u.0)
        .filter(|&u| !except.contains(u) && s.face(UnitId(u)).melee > 0)
        .collect()
}
