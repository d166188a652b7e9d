//! The threats by a unit and to it.

use crate::casebook::cite;
use crate::components::{BattleId, UnitId};
use crate::guide::names::{facing, held, label, plight, unit};
use crate::rules::fire::shot::{facts, field_of_fire, judge_shot, shot_ledger};
use crate::rules::shock::declaring::judge_attack;
use crate::state::combat::Combat;
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::timing::as_if_activated;
use casus_core::{Cite, HexId, Refusals, Verdict};
use casus_guide::{Goal, Threat};

/// The state in which the units of a Battle may fire and attack: their own activation, with nothing declared.
fn ready(s: &State, battle: BattleId) -> State {
    let side = s.game_data.roster[battle].side;
    let mut then = as_if_activated(s, side, battle);
    then.combat = Some(Box::new(Combat::new(side, false)));
    then
}

/// The Battles of a unit's enemies, each with the state in which it is active.
fn enemies(s: &State, u: UnitId) -> Vec<(BattleId, State)> {
    let theirs = s.game_data.roster.battles_of(s.side(u).enemy());
    theirs.map(|b| (b, ready(s, b))).collect()
}

/// Checks whether an action is allowed, apart from whose activation it is.
fn may(judge: impl FnOnce(&mut Verdict)) -> Result<(), Refusals> {
    let mut v = Verdict::full();
    judge(&mut v);
    v.finish()
}

/// The hexes that enemies of a unit hold.
fn marks(s: &State, u: UnitId) -> Vec<HexId> {
    let theirs = s.unit_ids().filter(|&e| s.side(e) != s.side(u));
    let mut hexes: Vec<HexId> = theirs.filter_map(|e| s.hex(e)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// A unit's shot at the units in a hex: `"Pikes 3 DRM +1"`.
fn dice(s: &State, firer: UnitId, hex: HexId) -> String {
    let Some(f) = facts(s, firer, hex, Mode::Active, None) else {
        return String::new();
    };
    let nets: Vec<String> = s
        .units_at(hex)
        .map(|t| format!("{} DRM {:+}", unit(s, t), shot_ledger(&f, t).net()))
        .collect();
    nets.join(", ")
}

/// The place of a unit, and what it has in front.
fn stance(s: &State, u: UnitId, at: HexId) -> Threat {
    Threat {
        words: format!("{} ({}, facing {}) have in front", unit(s, u), label(s, at), facing(s, s.unit(u).facing)),
        on: s.frontal(u).map(|h| held(s, h)).collect(),
        cite: cite!("8.0"),
    }
}

/// The targets that a unit could fire at: the hexes of its field of fire by range, with the enemies there.
fn fire(own: &State, u: UnitId) -> Vec<Threat> {
    let s = own;
    let (field, mut out) = (field_of_fire(s, u), Vec::new());
    let far = field.iter().map(|f| f.0).max().unwrap_or(0);
    for range in 1..=far {
        let ring: Vec<String> = field.iter().filter(|f| f.0 == range).map(|f| held(s, f.1)).collect();
        let drm = s.game_data.charts.ranges.drm(s.missile(u), range).unwrap_or(0);
        if !ring.is_empty() {
            out.push(Threat {
                words: format!("Their fire at range {range}, DRM {drm:+}"),
                on: ring,
                cite: cite!("11.3"),
            });
        }
    }
    let mut can = Vec::new();
    for hex in marks(s, u).into_iter().filter(|h| field.iter().any(|f| f.1 == *h)) {
        match may(|v| judge_shot(s, u, hex, Mode::Active, v)) {
            Ok(()) => can.push(format!("{}: {}", label(s, hex), dice(s, u, hex))),
            Err(why) => out.push(Threat {
                words: format!("They may not fire at {} now: {why}", held(s, hex)),
                on: Vec::new(),
                cite: cite!("11.2"),
            }),
        }
    }
    out.extend(told("They could fire at", can, cite!("11.2")));
    out
}

fn told(words: &str, on: Vec<String>, cite: Cite) -> Option<Threat> {
    (!on.is_empty()).then(|| Threat {
        words: words.to_owned(),
        on,
        cite,
    })
}

/// The hexes that a unit could fire at, attack or Charge in the present position.
pub(super) fn goals(s: &State, u: UnitId) -> Vec<Goal> {
    if s.hex(u).is_none() {
        return Vec::new();
    }
    let own = ready(s, s.battle(u));
    let mut out = Vec::new();
    for hex in marks(s, u) {
        let mut goal = |words: String| out.push(Goal { at: hex.place(), words });
        if may(|v| judge_shot(&own, u, hex, Mode::Active, v)).is_ok() {
            goal(format!("fire: {}", dice(&own, u, hex)));
        }
        for (charge, word) in [(false, "attack"), (true, "charge")] {
            if may(|v| judge_attack(&own, u, hex, charge, v)).is_ok() {
                goal(word.to_owned());
            }
        }
    }
    out
}

pub(super) fn threats(s: &State, u: UnitId) -> Vec<Threat> {
    let Some(at) = s.hex(u) else { return Vec::new() };
    let mut out = vec![stance(s, u, at)];
    let own = ready(s, s.battle(u));
    out.extend(fire(&own, u));
    let attacks = |charge: bool| -> Vec<String> {
        let open = |h: &HexId| may(|v| judge_attack(&own, u, *h, charge, v)).is_ok();
        marks(s, u).into_iter().filter(open).map(|h| held(s, h)).collect()
    };
    out.extend(told("They could attack", attacks(false), cite!("12.1")));
    out.extend(told("They could charge", attacks(true), cite!("13.2")));
    let near: Vec<String> = s
        .adjacent_enemies(at, s.side(u))
        .map(|e| unit(s, e).to_owned())
        .collect();
    out.extend(told("They are next to", near, cite!("7.2")));
    let (mut shot, mut struck, mut ridden) = (Vec::new(), Vec::new(), Vec::new());
    for (battle, then) in enemies(s, u) {
        for e in s.on_map(battle) {
            let whom = || format!("{} ({})", unit(s, e), plight(s, e));
            if may(|v| judge_shot(&then, e, at, Mode::Active, v)).is_ok() {
                shot.push(format!("{}: {}", whom(), dice(&then, e, at)));
            }
            if may(|v| judge_attack(&then, e, at, false, v)).is_ok() {
                struck.push(whom());
            }
            if may(|v| judge_attack(&then, e, at, true, v)).is_ok() {
                ridden.push(whom());
            }
        }
    }
    out.extend(told("They could be fired at by", shot, cite!("11.2")));
    out.extend(told("They could be attacked by", struck, cite!("12.1")));
    out.extend(told("They could be charged by", ridden, cite!("13.2")));
    out
}
