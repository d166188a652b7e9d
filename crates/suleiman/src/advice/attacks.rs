//! The attacks that are worth declaring.

use crate::action::Action;
use crate::advice::evaluation::{Weights, blow, onset};
use crate::advice::field::legal;
use crate::advice::plan::{Plan, counsel};
use crate::components::{Side, UnitId};
use crate::game::Suleiman;
use crate::rules::shock::declaring::{self, declared};
use crate::state::activation::Declared;
use crate::state::combat::Going;
use crate::state::position::State;
use casus_core::{Game, Next, ScoredPlan};

/// A rough estimate of a declared attack.
pub(crate) fn estimate(s: &State, weights: Weights, d: &Declared) -> i32 {
    if d.charge {
        onset(&mut s.clone(), weights, d.attacker, d.target)
    } else {
        let band: Vec<UnitId> = declared(s)
            .iter()
            .filter(|x| x.target == d.target)
            .map(|x| x.attacker)
            .collect();
        blow(s, weights, &band, Going::Plain, d.target, 1)
    }
}

/// Appends the attacks that may be declared, and the end of declarations.
pub(crate) fn attacks(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    let mut list = Vec::new();
    Suleiman::actions(s, &mut list);
    let owed = declaring::neglected(s).map(|(_, e)| e);
    let mut scratch = s.clone();
    let weights = Weights::of(s);
    for action in list {
        let (attacker, target, charge) = match action {
            Action::Shock(a, t) => (a, t, false),
            Action::Charge(a, t) => (a, t, true),
            _ => {
                out.push(counsel(Plan::Act(action), 0));
                continue;
            }
        };
        let mut expected_gain = if charge {
            let others = declared(s).iter().filter(|d| d.target == target).count() as i32;
            (onset(&mut scratch, weights, attacker, target) >> others.min(5)) - 20 * others
        } else {
            let mut band: Vec<UnitId> = declared(s)
                .iter()
                .filter(|d| d.target == target)
                .map(|d| d.attacker)
                .collect();
            let before = blow(s, weights, &band, Going::Plain, target, 1);
            band.push(attacker);
            let faced = s.frontal(attacker).filter_map(|h| s.enemy_at(h, side)).count();
            blow(s, weights, &band, Going::Plain, target, faced) - before
        };
        if owed == Some(target) {
            expected_gain += 10_000;
        }
        // Required attacks are always made. Hopeless ones are skipped. A unit that joins others counts for what it adds.
        let joins = declared(s).iter().any(|d| d.target == target);
        let dice = owed.is_none() && expected_gain > 0 && !joins;
        out.push(ScoredPlan {
            plan: Plan::Attack {
                attacker,
                target,
                charge,
                begun: false,
            },
            expected_gain,
            dice,
        });
    }
}

pub(crate) fn declare(s: &State, attacker: UnitId, target: UnitId, charge: bool, begun: &mut bool) -> Next<Action> {
    let made = declared(s).iter().any(|d| d.attacker == attacker && d.target == target);
    if !made {
        *begun = true;
        return Next::Do(if charge {
            Action::Charge(attacker, target)
        } else {
            Action::Shock(attacker, target)
        });
    }
    if *begun {
        return Next::Over;
    }
    match declaring::neglected(s) {
        None => Next::Do(Action::Declared),
        Some((first, owed)) => {
            let all = core::iter::once(first).chain(s.unit_ids());
            let found = all.map(|a| Action::Shock(a, owed)).find(|&a| legal(s, a));
            found.map_or(Next::Over, Next::Do)
        }
    }
}
