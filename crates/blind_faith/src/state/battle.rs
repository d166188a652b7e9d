//! A Field Battle and a Siege Battle while they last (9.0, 10.0).

use crate::charts::Shot;
use crate::components::{Side, UnitId};
use casus_core::{HexId, PieceSet};

/// A Field Battle on its display.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The Battle Hex marker.
    pub hex: HexId,
    /// The side that attacks.
    pub attacker: Side,
    /// The attacker's units on the display, boxed or in Reserve.
    pub attackers: PieceSet,
    /// The units in the Defender box.
    pub defenders: PieceSet,
    /// The Assault boxes.
    pub boxes: [Option<UnitId>; 4],
    /// Who fires at or assaults whom in the step that runs, in the order of naming.
    pub aims: Vec<(UnitId, UnitId)>,
    /// What the fire of this round has done to whom; nobody leaves the display before all have fired (9.3.3).
    pub hits: Vec<(UnitId, Shot)>,
    /// Tactical Rounds before this one.
    pub round: u8,
    /// Which of the attackers have paid for this round, by 18.4; all of them without it.
    pub paid: PieceSet,
}

/// A Siege Battle in its boxes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Siege {
    /// The Battle Hex marker.
    pub hex: HexId,
    /// The side that besieges the place.
    pub besieger: Side,
    /// The besieger's units in any box.
    pub units: PieceSet,
    /// How many units the garrison had when it began (10.5.2, 18.2).
    pub base: u8,
    /// Which of the besiegers have paid for this round, by 18.4; all of them without it.
    pub paid: PieceSet,
    /// Which of the besieger's guns have fired in this round.
    pub fired: PieceSet,
    /// Who has stormed in this round.
    pub stormed: PieceSet,
    /// Whom the garrison's guns fire at, in the order of naming (10.3.1).
    pub aims: Vec<(UnitId, UnitId)>,
    /// Tactical Rounds before this one.
    pub round: u8,
    /// The last breach was made by an assault (10.5.2).
    pub by_storm: bool,
}
