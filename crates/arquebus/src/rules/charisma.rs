//! Charisma (5.2): the leader who inspires attackers.

use crate::components::{LeaderId, UnitId};
use crate::state::position::State;

/// The leader with the highest Charisma of those stacked with these units. He must be Overall Commander or lead the Battle of
/// such a unit (5.2, ruling R-12).
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
