//! What a shot and a melee may bring.

use super::names::{names, un};
use crate::casebook::cite;
use crate::charts::Disorder;
use crate::components::UnitId;
use crate::rules::melee::bout::{once_over, over_water};
use crate::rules::melee::odds::forecast;
use crate::rules::testing::test_ledger;
use crate::state::position::State;
use crate::state::stage::Why;
use crate::story::{melee_result, need, shifts, toll, total};
use casus_core::words::by_face;
use casus_core::{Die, HexId, PieceSet};

/// Returns the forecast of a shot by these units.
pub(super) fn fire_lines(s: &State, target: HexId, firers: PieceSet) -> Vec<String> {
    let Some(f) = crate::rules::fire::odds::forecast(s, target, firers) else {
        return Vec::new();
    };
    let head = format!(
        "{}: strength {}, {}: column {}.",
        names(s, firers.iter().map(UnitId)),
        total(s, &f.strength),
        shifts(s, &f.modifiers),
        f.column
    );
    vec![head, by_face(Die::D6, |face| toll(f.result(face)))]
}

/// Returns the forecast of a melee of these units.
pub(super) fn melee_lines(s: &State, target: HexId, attackers: PieceSet) -> Vec<String> {
    let cite = cite!("9.1", "R67");
    let over = |such: Disorder| -> PieceSet {
        let meets = |&u: &u8| over_water(s, UnitId(u), target) == such;
        attackers.iter().filter(meets).collect()
    };
    let (lost, tested) = (over(Disorder::Automatic), over(Disorder::Test));
    let mut out = Vec::new();
    for u in tested.iter().map(UnitId) {
        let need = need(s, u, &test_ledger(s, u, Why::Terrain));
        let name = un(s, u);
        out.push(format!(
            "{name} test their order over the water before the odds are read: on two dice they need {need} ({cite})."
        ));
    }
    for failed in outcomes(tested) {
        let after = once_over(s, lost.union(failed));
        let Some(f) = forecast(&after, target, attackers) else {
            return Vec::new();
        };
        out.push(format!(
            "{}{}: {} against {}, {}: column {}.",
            supposed(s, tested, failed),
            names(s, attackers.iter().map(UnitId)),
            total(s, &f.attack),
            total(s, &f.defence),
            shifts(s, &f.modifiers),
            f.column
        ));
        out.push(by_face(Die::D6, |face| melee_result(f.result(face))));
    }
    if tested.len() > MOST_TOLD {
        out.push(format!("If some of them pass and some fail, the odds are others ({cite})."));
    }
    for u in lost.iter().map(UnitId) {
        let name = un(s, u);
        out.push(format!(
            "{name} are disordered over the water before the odds are read; the odds above include it ({cite})."
        ));
    }
    out
}

/// The maximum number of tests over water for which every outcome is listed; beyond it, only if all pass and if all fail.
pub(super) const MOST_TOLD: usize = 3;

/// Returns the possible sets of units that failed their test: first none, last all.
pub(super) fn outcomes(tested: PieceSet) -> Vec<PieceSet> {
    if tested.len() > MOST_TOLD {
        return vec![PieceSet::EMPTY, tested];
    }
    let mut all = vec![PieceSet::EMPTY];
    for u in tested.iter() {
        let more: Vec<PieceSet> = all.iter().map(|set| set.union(PieceSet::one(u))).collect();
        all.extend(more);
    }
    all
}

/// Returns `"If Vanguard pikemen 1 pass and Vanguard pikemen 2 fail, "`; empty if no unit tests.
pub(super) fn supposed(s: &State, tested: PieceSet, failed: PieceSet) -> String {
    let passed = tested.without(failed);
    let part =
        |of: PieceSet, does: &str| (!of.is_empty()).then(|| format!("{} {does}", names(s, of.iter().map(UnitId))));
    let parts: Vec<String> = [part(passed, "pass"), part(failed, "fail")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("If {}, ", parts.join(" and "))
    }
}
