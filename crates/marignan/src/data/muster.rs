//! What follows from the pieces and the map, computed once.

use super::GameData;
use crate::components::{Class, CommanderId, CorpsId, Counter, Roster, Side, UnitId, behind_fortification};
use casus_core::data::Memo;
use casus_core::{Board, Dir, HexId};

/// Facts derived from the pieces and the map, computed once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Muster {
    /// For each unit: the values of its counter that the rules read most, close together in memory.
    traits: Box<[Traits]>,
    /// For each corps: its side, and whether all its units are cavalry (7.2).
    corps: Box<[(Side, bool)]>,
    /// For each corps: its units.
    ranks: Box<[Box<[UnitId]>]>,
    /// For each commander: his side, and whether he has heroic value.
    commanders: Box<[(Side, bool)]>,
    /// The hexes that a printed fortification protects.
    walled: Box<[HexId]>,
    /// The cost of a step by hex, direction and class, without friendly units or field works (9.0).
    fares: Memo,
}

/// The values of a counter that the rules read most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    pub(crate) side: Side,
    pub(crate) class: Class,
    /// Whether they are Swiss arquebusiers, who are skirmishers.
    pub(crate) skirmishes: bool,
    pub(crate) corps: Option<CorpsId>,
}

impl Muster {
    pub(super) fn of(roster: &Roster, board: &Board) -> Self {
        let traits = |c: &Counter| Traits {
            side: c.side,
            class: c.class(),
            skirmishes: c.swiss_arquebusiers(),
            corps: c.corps,
        };
        Self {
            traits: roster.counters.iter().map(traits).collect(),
            corps: (roster.corps_ids())
                .map(|c| (roster[c].side, roster.cavalry_corps(c)))
                .collect(),
            ranks: (roster.corps_ids())
                .map(|c| roster.units().filter(|&u| roster[u].corps == Some(c)).collect())
                .collect(),
            commanders: roster.commanders.iter().map(|c| (c.side, c.hero)).collect(),
            walled: board
                .ids()
                .filter(|&h| Dir::ALL.iter().any(|&d| behind_fortification(board, h, d)))
                .collect(),
            fares: Memo::new(18 * board.len()),
        }
    }
}

impl GameData {
    /// Returns the values of a unit's counter that the rules read most.
    #[inline]
    pub(crate) fn traits(&self, unit: UnitId) -> Traits {
        self.muster.traits[unit.index()]
    }
    /// Returns these values of every unit, in order.
    #[inline]
    pub(crate) fn all_traits(&self) -> &[Traits] {
        &self.muster.traits
    }
    /// Returns the units of a corps, in order.
    pub(crate) fn units_of(&self, corps: CorpsId) -> &[UnitId] {
        &self.muster.ranks[corps.index()]
    }
    /// Returns whether a corps has units and all of them are cavalry (7.2, ruling R88).
    pub(crate) fn cavalry_corps(&self, corps: CorpsId) -> bool {
        self.muster.corps[corps.index()].1
    }
    /// Returns the side of a corps.
    #[inline]
    pub(crate) fn corps_side(&self, corps: CorpsId) -> Side {
        self.muster.corps[corps.index()].0
    }
    /// Returns the hexes that a printed fortification protects.
    pub(crate) fn walled(&self) -> &[HexId] {
        &self.muster.walled
    }
    /// Returns a commander's side.
    #[inline]
    pub(crate) fn commander_side(&self, commander: CommanderId) -> Side {
        self.muster.commanders[commander.index()].0
    }
    /// Returns the side of every commander, in order.
    pub(crate) fn commander_sides(&self) -> impl Iterator<Item = Side> + '_ {
        self.muster.commanders.iter().map(|&(side, _)| side)
    }
    /// Returns the cost of a step for a class under the printed laws, without friendly units or field works. It is computed
    /// on first use.
    #[inline]
    pub(crate) fn fare(
        &self,
        from: HexId,
        dir: Dir,
        class: Class,
        work_out: impl FnOnce() -> Option<u32>,
    ) -> Option<u32> {
        let index = 18 * from.index() + 3 * dir.index() + class as usize;
        self.muster.fares.get(index, work_out)
    }
    /// Returns whether a commander has heroic value (7.2).
    #[inline]
    pub(crate) fn hero(&self, commander: CommanderId) -> bool {
        self.muster.commanders[commander.index()].1
    }
}
