//! Command (5.1 to 5.3): which units are in command, and which are in range.

use crate::casebook::cite;
use crate::components::{BattleId, LEADER, LeaderId, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use casus_core::{Dir, Field, HexId, chain, within_steps};

/// The hexes in a leader's Command Range (5.2): traced in hexes, not through enemy units, nor through what is closed to leaders.
fn range_of(s: &State, leader: LeaderId, from: HexId) -> Field {
    const _: casus_core::Cite = cite!("5.2");
    let side = s.leader_side(leader);
    let clear = |at, dir, to| s.game_data.step(at, dir, LEADER).is_some() && !s.enemy_in(to, side);
    within_steps(&s.game_data.board, from, s.command_range(leader), clear)
}

/// Returns whether a leader is in the Command Range of his side's Overall Commander, who must be on the map (5.2, 6.1).
pub fn near_oc(s: &State, leader: LeaderId) -> bool {
    let Some(hex) = s.leader(leader).at.hex() else {
        return false;
    };
    let Some(oc) = s.oc(s.leader_side(leader)) else {
        return false;
    };
    let from = s.leader(oc).at.hex();
    from.is_some_and(|from| in_reach(s, oc, from, hex) && range_of(s, oc, from).contains(hex))
}

/// Whether a hex is within the distance of a leader's Command Range, whatever lies between.
fn in_reach(s: &State, leader: LeaderId, from: HexId, hex: HexId) -> bool {
    s.game_data.board.distance(from, hex) <= s.command_range(leader)
}

/// Whether a path that approaches a hex with every step leads to it. Tries only the first such path.
fn straight(s: &State, leader: LeaderId, from: HexId, to: HexId) -> bool {
    let (board, side) = (&s.game_data.board, s.leader_side(leader));
    let mut at = from;
    for left in (0..board.distance(from, to)).rev() {
        let open = |&(dir, next): &(Dir, HexId)| {
            board.distance(next, to) == left && s.game_data.step(at, dir, LEADER).is_some() && !s.enemy_in(next, side)
        };
        let Some((_, next)) = board.neighbours(at).find(open) else {
            return false;
        };
        at = next;
    }
    true
}

/// The units of a Battle in command now: those in its leader's range, and those joined to such a unit by adjacent units of
/// the Battle (5.2, ruling R-13). Without a leader on the map there are none (6.4, ruling R-37). The flag of each says
/// whether it is in range itself. The flags are complete only under the other reading of ruling R-14; otherwise a unit in
/// range may lack it.
fn commanded(s: &State, battle: BattleId) -> Vec<(UnitId, bool)> {
    let Some(leader) = s.leader_of(battle) else {
        return Vec::new();
    };
    let Some(from) = s.leader(leader).at.hex() else {
        return Vec::new();
    };
    let placed = || s.on_map(battle).filter_map(|u| Some((u, s.hex(u)?)));
    let member = |h: HexId| s.units_at(h).any(|u| s.battle(u) == battle);
    // Units with a straight path are in range. If all others are joined to them or too far, no range needs to be traced.
    if !s.opts(Choice::R14) {
        let near = |h: HexId| in_reach(s, leader, from, h) && straight(s, leader, from, h);
        let seeds = placed().map(|(_, h)| h).filter(|&h| near(h));
        let linked = chain(&s.game_data.board, seeds, member);
        let joined = |h: HexId| linked.contains(h);
        if placed().all(|(_, h)| joined(h) || !in_reach(s, leader, from, h)) {
            return placed()
                .filter(|&(_, h)| joined(h))
                .map(|(u, h)| (u, h == from))
                .collect();
        }
    }
    let range = range_of(s, leader, from);
    let seeds = placed().map(|(_, h)| h).filter(|&h| range.contains(h));
    let linked = chain(&s.game_data.board, seeds, member);
    let held = placed().filter(|&(_, h)| linked.contains(h));
    held.map(|(u, h)| (u, range.contains(h))).collect()
}

/// Returns the units of a Battle that are in command now (5.2), in the order of the roster.
///
/// An activation computes this when it begins, and the answer holds until it ends, whatever moves (5.2).
pub fn in_command(s: &State, battle: BattleId) -> Vec<UnitId> {
    commanded(s, battle).into_iter().map(|(u, _)| u).collect()
}

/// Whether an activated unit is within Command Range for Army Activations and for dismounting (ruling R-14).
pub(crate) fn within_range(s: &State, unit: UnitId) -> bool {
    let done = s.unit(unit).done;
    if s.opts(Choice::R14) {
        done.has(Done::IN_RANGE)
    } else {
        done.has(Done::IN_COMMAND)
    }
}

impl Engine<'_> {
    /// 5.2, 5.3: fixes command status for the activation, for both sides (ruling R-16).
    pub(crate) fn fix_status(&mut self) {
        let battles: Vec<BattleId> = self.s.game_data.roster.battle_ids().collect();
        for battle in battles {
            for (unit, near) in commanded(self.s, battle) {
                let done = &mut self.s.unit_mut(unit).done;
                done.set(Done::IN_COMMAND);
                if near {
                    done.set(Done::IN_RANGE);
                }
            }
        }
        for unit in self.s.unit_ids() {
            match self.s.unit(unit).at {
                // 7.5: a unit that enters is in command.
                Whereabouts::Reserve => self.s.unit_mut(unit).done.set(Done::IN_COMMAND.and(Done::IN_RANGE)),
                Whereabouts::Map(hex) => {
                    if self.s.near_enemy(hex, self.s.side(unit)) {
                        self.s.unit_mut(unit).done.set(Done::BEGAN_ADJACENT);
                    }
                }
                Whereabouts::Lost | Whereabouts::Away | Whereabouts::Absent => {}
            }
        }
    }

    /// Reports the activated units that are out of command.
    pub(crate) fn tell_out_of_command(&mut self, side: Side) {
        for unit in self.s.unit_ids() {
            let u = self.s.unit(unit);
            let shut = u.done.has(Done::ACTIVE) && !u.done.has(Done::IN_COMMAND);
            if shut && self.s.side(unit) == side {
                self.say(cite!("5.3"), || What::OutOfCommand { unit });
            }
        }
    }
}
