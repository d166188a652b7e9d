//! The attacks that are worth declaring.

use crate::action::Action;
use crate::advice::evaluation::{Weights, blow, onset};
use crate::advice::field::{holds, legal, spirit};
use crate::advice::plan::{Plan, counsel};
use crate::components::{Side, UnitId};
use crate::game::Arquebus;
use crate::rules::shock::duty::attackable;
use crate::state::combat::{Combat, Striker};
use crate::state::position::State;
use casus_core::{Game, HexId, Next, ScoredPlan};

/// The extra gain that an attack needs if its unit holds works.
const SALLY: i32 = 45;

/// The declared attackers of a hex.
fn band(combat: &Combat, hex: HexId) -> Vec<Striker> {
    combat.on(hex).copied().collect()
}

/// A rough estimate of a declared attack.
pub(crate) fn estimate(s: &State, weights: Weights, attacker: UnitId) -> i32 {
    let Some(combat) = s.combat() else { return 0 };
    let Some(k) = combat.striker(attacker) else { return 0 };
    let two = k.on.len() > 1;
    k.on.iter().map(|h| blow(s, weights, &band(combat, h), h, two)).sum()
}

/// Appends the attacks that may be declared, and the end of declarations.
pub(crate) fn attacks(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    let Some(combat) = s.combat() else { return };
    let mut list = Vec::new();
    Arquebus::actions(s, &mut list);
    let weights = Weights::of(s, side);
    let owed = !list.contains(&Action::Declared);
    // The units that could still attack each hex by Shock.
    let mut could: Vec<(HexId, Vec<Striker>)> = Vec::new();
    for &action in &list {
        if let Action::Shock(u, h) = action
            && let Some(at) = s.hex(u)
        {
            let k = Striker::shock(u, at, h);
            match could.iter_mut().find(|c| c.0 == h) {
                Some(c) => c.1.push(k),
                None => could.push((h, vec![k])),
            }
        }
    }
    let spirit = spirit(s, side);
    for action in list {
        let (attacker, hex, charge) = match action {
            Action::Shock(a, h) => (a, h, false),
            Action::Charge(a, h) => (a, h, true),
            _ => {
                out.push(counsel(Plan::Act(action), 0));
                continue;
            }
        };
        let now = band(combat, hex);
        let before = blow(s, weights, &now, hex, false);
        let expected_gain = if charge {
            let alone = onset(s, weights, attacker, s.unit(attacker).facing, hex).unwrap_or(-50);
            (alone >> now.len().min(5)) - 20 * now.len() as i32
        } else {
            let rest = could.iter().find(|c| c.0 == hex).map_or(&[][..], |c| &c.1);
            storm(s, weights, (attacker, hex), (now, before), rest)
        };
        // A unit that takes a hex enters it (12.4), and so leaves its works.
        let leaves = if holds(s, attacker) { SALLY } else { 0 };
        let expected_gain = expected_gain + spirit - leaves + if owed { 10_000 } else { 0 };
        out.push(counsel(
            Plan::Attack {
                attacker,
                hex,
                charge,
                begun: false,
            },
            expected_gain,
        ));
    }
}

/// The gain that a plain Shock adds: by itself, or as a share of what all units that could still join bring together.
fn storm(
    s: &State,
    weights: Weights,
    (attacker, hex): (UnitId, HexId),
    (now, before): (Vec<Striker>, i32),
    rest: &[Striker],
) -> i32 {
    let Some(at) = s.hex(attacker) else { return 0 };
    let own = |hex| Striker::shock(attacker, at, hex);
    // It must also attack another enemy in front that no other unit attacks.
    let combat = s.combat();
    let neglected = |h: &HexId| *h != hex && combat.is_none_or(|f| f.on(*h).next().is_none());
    let second = attackable(s, attacker).into_iter().find(neglected);
    let mut all = now.clone();
    all.push(own(hex));
    let two = second.is_some() && now.is_empty();
    let beside = second
        .filter(|_| now.is_empty())
        .map_or(0, |h| blow(s, weights, &[own(h)], h, true));
    let alone = blow(s, weights, &all, hex, two) - before + beside;
    if rest.len() < 2 {
        return alone;
    }
    let mut everybody = now;
    let joined = everybody.len();
    everybody.extend(rest);
    let together = blow(s, weights, &everybody, hex, false) - before;
    let share = together / (everybody.len() - joined) as i32;
    alone.max(share)
}

pub(crate) fn declare(s: &State, attacker: UnitId, hex: HexId, charge: bool, begun: &mut bool) -> Next<Action> {
    let made = s
        .combat()
        .and_then(|f| f.striker(attacker))
        .is_some_and(|k| k.on.contains(hex));
    if !made {
        *begun = true;
        return Next::Do(if charge {
            Action::Charge(attacker, hex)
        } else {
            Action::Shock(attacker, hex)
        });
    }
    if *begun || !legal(s, Action::Declared) {
        return Next::Over;
    }
    Next::Do(Action::Declared)
}
