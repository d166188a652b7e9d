//! Charisma (5.2): which leader inspires attackers.

use crate::components::{LeaderId, UnitId};
use crate::state::position::State;

/// Of the leaders stacked with these units, the one of most Charisma who is Overall Commander or leads the Battle of such a unit
/// (5.2, ruling R-12).
pub(crate) fn inspirer(s: &State, units: &[UnitId]) -> Option<LeaderId> {
    let with = |&l: &LeaderId| {
        units.iter().any(|&u| {
            s.hex(u).is_some()
                && s.leader(l).at.hex() == s.hex(u)
                && s.leader_side(l) == s.side(u)
                && (s.is_oc(l) || s.leads(l, s.battle(u)))
        })
    };
    s.leader_ids()
        .filter(with)
        .max_by_key(|&l| (s.charisma(l), core::cmp::Reverse(l)))
}
