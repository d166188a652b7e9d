//! Every list of the rules, in the order of the rulebook.

use crate::rules::commanders::{HERO_BARS, REJOIN_BARS, SUCCESSION_BARS};
use crate::rules::fire::aim::AIM_BARS;
use crate::rules::fire::draft::{LOOSE_BARS, POOL_BARS};
use crate::rules::fire::odds::{FIRE_MODIFIERS, STRENGTH};
use crate::rules::fire::risk::RISK_MODIFIERS;
use crate::rules::fire::shot::SHOT_BARS;
use crate::rules::melee::advance::ADVANCE_BARS;
use crate::rules::melee::allotment::ALLOT_BARS;
use crate::rules::melee::assault::{ASSAULT_BARS, MELEE_END_BARS};
use crate::rules::melee::odds::MELEE_MODIFIERS;
use crate::rules::movement::charge::CHARGE_BARS;
use crate::rules::movement::costs::STEP_COSTS;
use crate::rules::movement::hedgehog::FORM_BARS;
use crate::rules::movement::pivot::{PIVOT_BARS, PIVOT_COSTS};
use crate::rules::movement::step::{RIDE_BARS, STEP_BARS};
use crate::rules::movement::taking::{END_BARS, HALT_BARS, LEAVE_BARS, TAKE_BARS, TAKE_COMMANDER_BARS};
use crate::rules::movement::terrain::ROUGH_BARS;
use crate::rules::openings::{
    ADVANCE_OPENING, BRACE_OPENING, BUILD_OPENING, CHARGE_OPENING, ESCORT_OPENING, FACE_OPENING, FALL_BACK_OPENING,
    FIRE_OPENING, GO_ON_OPENING, HERO_OPENING, LOOSE_OPENING, LOSE_OPENING, MELEE_OPENING, MOVE_OPENING, PLACE_OPENING,
    RALLY_OPENING, REJOIN_OPENING, REOPEN_OPENING, RESOLVE_OPENING, RETREAT_OPENING, ROUT_OPENING, RUN_OPENING,
    SUCCESSOR_OPENING, TEST_OPENING, UNFORM_OPENING,
};
use crate::rules::retreat::{ORDER_BARS, RETREAT_BARS};
use crate::rules::rout::{FLEE_BARS, WAY_BARS};
use crate::rules::scenarios::deployment::PLACE_BARS;
use crate::rules::scenarios::night::{FALL_BACK_BARS, NIGHT_PLACE_BARS, NIGHT_TAKE_BARS};
use crate::rules::scenarios::works::BUILD_BARS;
use crate::rules::sequence::{RALLY_BARS, RECOVERY_BARS, UNFORM_BARS};
use crate::rules::testing::TEST_MODIFIERS;
use casus_core::Listed;

/// Every list of the rules.
pub(crate) static LISTS: &[&dyn Listed] = &[
    &PLACE_OPENING,
    &PLACE_BARS,
    &SUCCESSOR_OPENING,
    &SUCCESSION_BARS,
    &RECOVERY_BARS,
    &RALLY_OPENING,
    &RALLY_BARS,
    &REOPEN_OPENING,
    &UNFORM_OPENING,
    &UNFORM_BARS,
    &HERO_OPENING,
    &HERO_BARS,
    &TEST_OPENING,
    &TEST_MODIFIERS,
    &MOVE_OPENING,
    &TAKE_BARS,
    &TAKE_COMMANDER_BARS,
    &RUN_OPENING,
    &STEP_BARS,
    &RIDE_BARS,
    &STEP_COSTS,
    &FACE_OPENING,
    &PIVOT_BARS,
    &PIVOT_COSTS,
    &GO_ON_OPENING,
    &LEAVE_BARS,
    &END_BARS,
    &HALT_BARS,
    &ROUGH_BARS,
    &CHARGE_OPENING,
    &CHARGE_BARS,
    &BRACE_OPENING,
    &FORM_BARS,
    &ROUT_OPENING,
    &FLEE_BARS,
    &WAY_BARS,
    &RETREAT_OPENING,
    &RETREAT_BARS,
    &ORDER_BARS,
    &FIRE_OPENING,
    &AIM_BARS,
    &SHOT_BARS,
    &POOL_BARS,
    &LOOSE_OPENING,
    &LOOSE_BARS,
    &STRENGTH,
    &FIRE_MODIFIERS,
    &LOSE_OPENING,
    &RISK_MODIFIERS,
    &MELEE_OPENING,
    &ASSAULT_BARS,
    &ALLOT_BARS,
    &RESOLVE_OPENING,
    &MELEE_END_BARS,
    &MELEE_MODIFIERS,
    &ADVANCE_OPENING,
    &ADVANCE_BARS,
    &ESCORT_OPENING,
    &REJOIN_OPENING,
    &REJOIN_BARS,
    &FALL_BACK_OPENING,
    &FALL_BACK_BARS,
    &NIGHT_TAKE_BARS,
    &NIGHT_PLACE_BARS,
    &BUILD_OPENING,
    &BUILD_BARS,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Counts the lists in the files of a folder.
    fn lists_in(folder: &Path) -> usize {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let held = entries.map(|path| {
            if path.is_dir() {
                return lists_in(&path);
            }
            let text = std::fs::read_to_string(path).unwrap();
            let statics = text.lines().filter(|l| l.starts_with("pub static "));
            statics
                .filter(|l| l.contains(": Bars<") || l.contains(": Modifiers<"))
                .count()
        });
        held.sum()
    }

    #[test]
    fn every_list_of_rules_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        assert_eq!(LISTS.len(), lists_in(&folder));
    }
}
