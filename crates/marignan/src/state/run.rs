//! What moves: the selected pieces, a step of theirs, a rout, and the commanders who go along.

use crate::components::{Side, UnitId};
use crate::state::pieces::CommanderSet;
use casus_core::{Few, HexId, PieceSet};

/// The selected units and commanders, while they move.
///
/// All of them stand in one hex, or wait off the map, and go the same way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The side that moves.
    pub side: Side,
    /// The units that are selected.
    pub units: PieceSet,
    /// The commanders who are selected.
    pub commanders: CommanderSet,
    /// Has made a step or a pivot: nobody joins any more.
    pub begun: bool,
    /// Enemy units that it has committed in this move (ruling R35).
    pub met: PieceSet,
    /// Enemy units that it had in its ZOC at the start, and that no step has let out of it (ruling R115).
    pub faced: PieceSet,
    /// Enemy units that it has committed in this move by a step into a road hex (ruling R116).
    pub by_road: PieceSet,
}

impl Run {
    /// Those who are selected, before their first step.
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

/// One step or pivot of the selected pieces, with all that it brings (ruling R36).
///
/// It outlasts the decisions in it: tests, hedgehogs, the way of whoever routs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Contact {
    /// From where; none from off the map. The same hex in a pivot.
    pub from: Option<HexId>,
    /// The hex that they enter.
    pub to: HexId,
    /// Where in it.
    pub at: ContactAt,
    /// The hex is in an enemy ZOC as it is entered.
    pub zoc: bool,
    /// Enemy units that are committed by it.
    pub fresh: PieceSet,
    /// Enemy hexes that have been asked about the hedgehog.
    pub asked: Few<HexId, 6>,
}

/// Where in a contact.
///
/// In the order of ruling R36.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ContactAt {
    /// Those who enter an enemy ZOC test.
    Tests,
    /// Some have failed: the others may stay too.
    Choice,
    /// They enter, pay and align; the ground may disorder them.
    Enter,
    /// Charges are declared.
    Charges,
    /// The committed may form the hedgehog, hex by hex.
    Braces,
    /// The committed test.
    Commitments,
    /// All is done.
    End,
}

/// The last step or pivot of a Movement Phase, for whoever asks why nothing comes of it (9.3, 9.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Entry {
    /// Those who made it: as they could charge after a step, as they are after a pivot.
    pub run: Run,
    /// Enemy units that are committed by it, and have not been asked about the hedgehog.
    pub fresh: PieceSet,
    /// Some have been asked.
    pub asked: bool,
}

/// A unit in rout movement.
///
/// It runs home hex by hex until its points are spent, and through its friends (ruling R74).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Flight {
    /// The unit that routs.
    pub unit: UnitId,
    /// Movement points spent.
    pub spent: u8,
    /// Hexes that it has run.
    pub steps: u8,
    /// The commanders who go along (12.5).
    pub along: CommanderSet,
}

/// Commanders who may go along with a unit that leaves their hex.
///
/// Their owner is asked of each: he may stay behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Escort {
    /// The side of the commanders.
    pub side: Side,
    /// Where they are.
    pub hex: HexId,
    /// Who stays as yet.
    pub left: CommanderSet,
    /// Who goes along.
    pub gone: CommanderSet,
    /// The unit's move that they may share.
    pub then: Then,
}

/// What the commanders who are asked would go along with.
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
