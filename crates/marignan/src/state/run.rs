//! Movement in progress: the selected pieces, one of their steps, a rout, and accompanying commanders.

use crate::components::{Side, UnitId};
use crate::state::pieces::CommanderSet;
use casus_core::{Few, HexId, PieceSet};

/// The selected units and commanders, while they move.
///
/// All of them are in one hex, or wait off the map, and move together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The side that moves.
    pub side: Side,
    /// The selected units.
    pub units: PieceSet,
    /// The selected commanders.
    pub commanders: CommanderSet,
    /// Whether they have made a step or a pivot; then no piece can join.
    pub begun: bool,
    /// Enemy units that they have committed in this move (ruling R35).
    pub met: PieceSet,
    /// Enemy units that were in their ZOC at the start, and that no step has released from it (ruling R115).
    pub faced: PieceSet,
    /// Enemy units that they have committed in this move by a step into a road hex (ruling R116).
    pub by_road: PieceSet,
}

impl Run {
    /// Creates a run of pieces before their first step.
    pub(crate) const fn new(side: Side, units: PieceSet, commanders: CommanderSet) -> Self {
        Self {
            side,
            units,
            commanders,
            begun: false,
            met: PieceSet::EMPTY,
            faced: PieceSet::EMPTY,
            by_road: PieceSet::EMPTY,
        }
    }
}

/// One step or pivot of the selected pieces, with its consequences (ruling R36).
///
/// It stays on the stack during the decisions within it: tests, hedgehogs, and the path of a routed unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Contact {
    /// The hex that they leave; `None` from off the map. In a pivot, the same hex as `to`.
    pub from: Option<HexId>,
    /// The hex that they enter.
    pub to: HexId,
    /// The stage of the contact.
    pub at: ContactAt,
    /// Whether the hex is in an enemy ZOC when they enter it.
    pub zoc: bool,
    /// Enemy units that it commits.
    pub fresh: PieceSet,
    /// Enemy hexes whose owner has been asked about a hedgehog.
    pub asked: Few<HexId, 6>,
}

/// The stage of a contact, in the order of ruling R36.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ContactAt {
    /// Units that enter an enemy ZOC test.
    Tests,
    /// Some have failed, and the owner decides whether the others go on.
    Choice,
    /// They enter, pay and take the facing there; the terrain may disorder them.
    Enter,
    /// The owner may declare Charges.
    Charges,
    /// Committed units may form hedgehogs, hex by hex.
    Braces,
    /// Committed units test.
    Commitments,
    /// The contact is over.
    End,
}

/// The last step or pivot of a Movement Phase, to explain why it has no consequence (9.3, 9.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Entry {
    /// The pieces that made it: as they were when they could charge, after a step; as they are, after a pivot.
    pub run: Run,
    /// Enemy units that it commits and that have not been asked about a hedgehog.
    pub fresh: PieceSet,
    /// Whether some have been asked.
    pub asked: bool,
}

/// A unit in rout movement.
///
/// It moves home hex by hex until its points are spent, and through friendly units (ruling R74).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Flight {
    /// The unit that routs.
    pub unit: UnitId,
    /// Movement points spent.
    pub spent: u8,
    /// The number of hexes that it has moved.
    pub steps: u8,
    /// The commanders who accompany it (12.5).
    pub along: CommanderSet,
}

/// Commanders who may accompany a unit that leaves their hex.
///
/// Their owner decides for each; he may stay behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Escort {
    /// The side of the commanders.
    pub side: Side,
    /// The hex that the unit leaves.
    pub hex: HexId,
    /// The commanders who have not been chosen to go.
    pub left: CommanderSet,
    /// The commanders who go.
    pub gone: CommanderSet,
    /// The move of the unit.
    pub then: Then,
}

/// The move of a unit that commanders may accompany.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Then {
    /// A unit's rout movement (10.1).
    Rout {
        /// The unit that routs.
        unit: UnitId,
    },
    /// A unit's retreat (11.0).
    Retreat {
        /// The unit that retreats.
        unit: UnitId,
        /// The hex that it enters.
        to: HexId,
    },
    /// A unit's advance after melee (13.3).
    Advance {
        /// The unit that advances.
        unit: UnitId,
        /// The hex that it enters.
        to: HexId,
    },
}
