//! Command (5.1 to 5.3): who is in command, and in range.

use crate::casebook::cite;
use crate::components::{BattleId, LEADER, LeaderId, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::ground::ways_in;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use casus_core::{HexId, Reach, Stride, chain, reach};

/// The hexes in a leader's Command Range: traced in hexes, not through enemy units, nor over what is closed to leaders (5.2).
fn range_of(s: &State, leader: LeaderId) -> Option<Reach> {
    let side = s.leader_side(leader);
    let from = s.leader(leader).at.hex()?;
    let range = s.command_range(leader) as u16;
    Some(reach(&s.kit.board, from, range, |at, _, to, _| {
        let open = ways_in(s, LEADER, Some(at), to).is_some() && !s.enemy_in(to, side);
        open.then_some(Stride::on(1))
    }))
}

/// Whether a leader is in the Command Range of his side's Overall Commander, who is on the map (5.2, 6.1).
pub fn near_oc(s: &State, leader: LeaderId) -> bool {
    let Some(hex) = s.leader(leader).at.hex() else {
        return false;
    };
    let oc = s.oc(s.leader_side(leader));
    let range = oc.and_then(|oc| range_of(s, oc));
    range.is_some_and(|range| range.cost(hex).is_some())
}

/// How a Battle is in command now: who is in its leader's range, and who is joined to such a unit by adjacent units of the
/// Battle (5.2, ruling R-13). Without a leader on the map nobody is (6.4, ruling R-37).
fn commanded(s: &State, battle: BattleId) -> Vec<(UnitId, bool)> {
    let Some(range) = s.leader_of(battle).and_then(|l| range_of(s, l)) else {
        return Vec::new();
    };
    let placed: Vec<(UnitId, HexId)> = s.on_map(battle).filter_map(|u| Some((u, s.hex(u)?))).collect();
    let near = |h: HexId| range.cost(h).is_some();
    let seeds = placed.iter().map(|&(_, h)| h).filter(|&h| near(h));
    let linked = chain(&s.kit.board, seeds, |h| placed.iter().any(|&(_, at)| at == h));
    let held = placed.iter().filter(|(_, h)| linked.contains(*h));
    held.map(|&(u, h)| (u, near(h))).collect()
}

/// The units of a Battle that are in command now (5.2).
///
/// What an activation asks when it begins; the answer holds until it ends, whoever moves (5.2). In the order of the roster.
pub fn in_command(s: &State, battle: BattleId) -> Vec<UnitId> {
    commanded(s, battle).into_iter().map(|(u, _)| u).collect()
}

/// Whether an activated unit is within Command Range in the sense of Army Activations and of dismounting (ruling R-14).
pub(crate) fn within_range(s: &State, unit: UnitId) -> bool {
    let done = s.unit(unit).done;
    if s.opts(Choice::R14) {
        done.has(Done::IN_RANGE)
    } else {
        done.has(Done::IN_COMMAND)
    }
}

impl Engine<'_> {
    /// 5.2, 5.3: command status is fixed for the activation, for both sides (ruling R-16).
    pub(crate) fn fix_status(&mut self) {
        let battles: Vec<BattleId> = self.s.kit.roster.battle_ids().collect();
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
                // 7.5: who enters is in command.
                Whereabouts::Reserve => self.s.unit_mut(unit).done.set(Done::IN_COMMAND.and(Done::IN_RANGE)),
                Whereabouts::Map(hex) => {
                    if self.s.near_enemy(hex, self.s.side(unit)) {
                        self.s.unit_mut(unit).done.set(Done::BEGAN_ADJACENT);
                    }
                }
                Whereabouts::Lost | Whereabouts::Absent => {}
            }
        }
    }

    /// Tells of the activated units that are out of command.
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
