//! What follows from the pieces, computed once.

use super::GameData;
use crate::components::{Arm, CommandId, LeaderId, Missile, Roster, Side, UnitId};
use casus_core::HexId;

/// Values of the roster that the rules read often, computed from it once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Muster {
    /// The ranks of each command, by its index.
    ranks: Box<[Ranks]>,
    /// By unit: the values of its counter that are read most, close together in memory.
    traits: Box<[Traits]>,
    center: Option<CommandId>,
    anatolia: Option<CommandId>,
    /// The what-if contingents, and what each adds to the Flight Level (15.2, 16.0.3).
    contingents: Box<[(CommandId, i32)]>,
}

/// The members of a command: its units, its leader, his second.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ranks {
    units: Box<[UnitId]>,
    leader: Option<LeaderId>,
    deputy: Option<LeaderId>,
}

/// The values of a counter that the rules read most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    pub(crate) side: Side,
    pub(crate) arm: Arm,
    pub(crate) missile: Missile,
    pub(crate) command: CommandId,
}

impl Muster {
    pub(super) fn of(roster: &Roster) -> Self {
        let ranks = |c| Ranks {
            units: roster.units_of(c).collect(),
            leader: roster.leader_of(c),
            deputy: roster.deputy_of(c),
        };
        Self {
            ranks: roster.command_ids().map(ranks).collect(),
            traits: roster
                .counters
                .iter()
                .map(|c| Traits {
                    side: c.side,
                    arm: c.arm,
                    missile: c.missile,
                    command: c.command,
                })
                .collect(),
            center: roster.command("Center"),
            anatolia: roster.command("Anatolia"),
            contingents: roster
                .command_ids()
                .filter_map(|c| Some((c, i32::from(roster.command_card(c).contingent.as_ref()?.flight))))
                .collect(),
        }
    }
}

impl GameData {
    /// The hexes at most two away from a hex, nearest first, then clockwise.
    pub(crate) fn near(&self, hex: HexId) -> &[HexId] {
        let [from, to] = [hex.index(), hex.index() + 1].map(|i| self.near_from[i] as usize);
        &self.near[from..to]
    }
    /// The units of a command, in order.
    pub(crate) fn units_of(&self, command: CommandId) -> impl Iterator<Item = UnitId> + '_ {
        self.muster.ranks[command.index()].units.iter().copied()
    }
    /// The values of a unit's counter that the rules read most.
    #[inline]
    pub(crate) fn traits(&self, unit: UnitId) -> Traits {
        self.muster.traits[unit.index()]
    }
    /// The same values of every unit, in order.
    #[inline]
    pub(crate) fn all_traits(&self) -> &[Traits] {
        &self.muster.traits
    }
    /// The leader of a command, neither its deputy nor in reserve.
    pub(crate) fn leader_of(&self, command: CommandId) -> Option<LeaderId> {
        self.muster.ranks[command.index()].leader
    }
    /// The second leader of a command.
    pub(crate) fn deputy_of(&self, command: CommandId) -> Option<LeaderId> {
        self.muster.ranks[command.index()].deputy
    }
    /// The what-if contingents, and what each adds to the Flight Level (15.2, 16.0.3).
    pub(crate) fn contingents(&self) -> &[(CommandId, i32)] {
        &self.muster.contingents
    }
    /// The Ottoman Center (15.1.1), if the battle has one.
    pub(crate) const fn center(&self) -> Option<CommandId> {
        self.muster.center
    }
    /// The Anatolian Wing (15.1.2), if the battle has one.
    pub(crate) const fn anatolia(&self) -> Option<CommandId> {
        self.muster.anatolia
    }
}
