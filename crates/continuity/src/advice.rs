//! What the advisers weigh alike.

use crate::unit::Condition;
use casus_core::{Aspect, Bearing, Board, HexId, ScoredPlan, Tie, VertexFacing, bearing};

/// An enemy near a hex: its direction, and its weight on the flank and in the rear.
#[derive(Clone, Copy, Debug)]
pub struct Foe {
    bearing: Bearing,
    flank: i32,
    rear: i32,
}

impl Foe {
    /// Creates the enemy in a hex, as seen from another. `fit` says whether it could attack well.
    #[inline]
    pub fn seen(board: &Board, at: HexId, hex: HexId, fit: bool) -> Option<Self> {
        let far = board.distance(at, hex) as i32;
        let heft = if fit { 24 } else { 8 };
        Some(Self {
            bearing: bearing(board.hex(at), board.hex(hex))?,
            flank: heft * 2 / (far * far + 1),
            rear: heft * 3 / (far * far + 1),
        })
    }
}

/// Returns the value of a facing against the enemies nearby: those in front, and those beside and behind.
#[inline]
pub fn facing_those(facing: VertexFacing, foes: &[Foe]) -> i32 {
    let burden = |foe: &Foe| match facing.aspect_of(foe.bearing, Tie::Nearer) {
        Aspect::Front => 0,
        Aspect::Flank => foe.flank,
        Aspect::Rear => foe.rear,
    };
    -foes.iter().map(burden).sum::<i32>()
}

/// Returns the value of a hex for a retreat. `beside` has the units next to it: whether each is the unit's own, and its condition.
/// `beset` says whether enemy units control the hex, and `rough` whether it is bad ground.
pub fn refuge(
    board: &Board,
    to: HexId,
    beside: impl Iterator<Item = (bool, Condition)>,
    beset: bool,
    rough: bool,
) -> i32 {
    let worth = |(own, condition)| match (own, condition) {
        (true, _) => 3,
        (false, Condition::Normal) => -9,
        (false, _) => -3,
    };
    let edges = 6 - board.neighbours(to).count() as i32;
    let beset = if beset { 8 } else { 0 };
    let rough = if rough { 5 } else { 0 };
    beside.map(worth).sum::<i32>() - beset - edges * 3 - rough
}

/// An enemy near a hex.
#[derive(Clone, Copy, Debug)]
pub struct Near<U> {
    /// The unit, by its id.
    pub unit: U,
    /// The hex where it stands.
    pub hex: HexId,
    /// Its distance in hexes.
    pub far: u32,
}

/// Returns the units that are within four hexes of a hex, of these units with their hexes.
#[inline]
pub fn near<U: Copy>(board: &Board, at: HexId, units: &[(U, HexId)]) -> Vec<Near<U>> {
    let near = |&(unit, hex): &(U, HexId)| {
        let far = board.distance(at, hex);
        (far <= 4).then_some(Near { unit, hex, far })
    };
    units.iter().filter_map(near).collect()
}

/// Returns how many hexes of a path a unit has entered that set out `from` a hex and is `here`; `None` if it has left the path.
pub fn entered(path: &[HexId], from: Option<HexId>, here: Option<HexId>) -> Option<usize> {
    match here.and_then(|h| path.iter().position(|&p| p == h)) {
        Some(i) => Some(i + 1),
        None => (here == from).then_some(0),
    }
}

/// Returns a plan with its expected gain, in which no die is foreseen.
pub fn counsel<P>(plan: P, expected_gain: i32) -> ScoredPlan<P> {
    ScoredPlan {
        plan,
        expected_gain,
        dice: false,
    }
}

/// Notes a threat, if it is among the two worst so far.
pub const fn worse(worst: &mut [i32; 2], threat: i32) {
    if threat > worst[0] {
        *worst = [threat, worst[0]];
    } else if threat > worst[1] {
        worst[1] = threat;
    }
}
