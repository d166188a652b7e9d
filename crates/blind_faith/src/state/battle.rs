//! A Field Battle and a Siege Battle in progress (9.0, 10.0).

use crate::charts::Shot;
use crate::components::{Side, UnitId};
use casus_core::{HexId, PieceSet};

/// A Field Battle on its display.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The hex of the Battle Hex marker.
    pub hex: HexId,
    /// The side that attacks.
    pub attacker: Side,
    /// The attacker's units on the display, in boxes or in Reserve.
    pub attackers: PieceSet,
    /// The units in the Defender box.
    pub defenders: PieceSet,
    /// The Assault boxes.
    pub boxes: [Option<UnitId>; 4],
    /// The pairs of firer and target, or attacker and defender, of the current step, in the order of naming.
    pub aims: Vec<(UnitId, UnitId)>,
    /// The results of this round's fire; no unit leaves the display before all have fired (9.3.3).
    pub hits: Vec<(UnitId, Shot)>,
    /// The number of Tactical Rounds before this one.
    pub round: u8,
    /// The attackers that have paid for this round, by 18.4; all of them without that option.
    pub paid: PieceSet,
}

/// A Siege Battle in its boxes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Siege {
    /// The hex of the Battle Hex marker.
    pub hex: HexId,
    /// The side that besieges the place.
    pub besieger: Side,
    /// The besieger's units in any box.
    pub units: PieceSet,
    /// The number of units in the garrison when the battle began (10.5.2, 18.2).
    pub base: u8,
    /// The besiegers that have paid for this round, by 18.4; all of them without that option.
    pub paid: PieceSet,
    /// The besieger's guns that have fired in this round.
    pub fired: PieceSet,
    /// The units that have stormed in this round.
    pub stormed: PieceSet,
    /// The pairs of garrison gun and target, in the order of naming (10.3.1).
    pub aims: Vec<(UnitId, UnitId)>,
    /// The number of Tactical Rounds before this one.
    pub round: u8,
    /// Whether the last breach was made by an assault (10.5.2).
    pub by_storm: bool,
}
