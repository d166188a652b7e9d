//! The terrain chart (6.1.1): what the ground costs, and where it closes the way.

use crate::components::{STREAM, TRENCH, UnitId};
use crate::state::position::State;
use casus_core::HexId;

/// What the ground of one hex costs by the terrain chart, ZOC aside; `None` where the chart closes the way.
pub(crate) fn ground(s: &State, gait: usize, from: Option<HexId>, to: HexId) -> Option<i32> {
    let board = &s.kit.board;
    let t = &s.kit.charts.terrain;
    let climb = from.map_or(0, |f| i32::from(board.elevation(to) - board.elevation(f)).max(0));
    let slope = if climb > 0 {
        i32::from(t.slope.mp[gait]?) * climb
    } else {
        0
    };
    let way = from.and_then(|f| board.direction(f, to).map(|d| (f, d)));
    if way.is_some_and(|(f, d)| board.road(f, d)) {
        return Some(i32::from(t.road_mp) + slope);
    }
    let features = way.map_or(0, |(f, d)| board.features(f, d));
    let hexside = |bit: u8, mp: Option<u8>| if features & bit == 0 { Some(0) } else { mp };
    let sum =
        t.mp(board.terrain(to), gait)? + hexside(STREAM, t.stream.mp[gait])? + hexside(TRENCH, t.trench.mp[gait])?;
    Some(i32::from(sum) + slope)
}

/// Whether a unit's arm can be in a hex at all, by the terrain chart.
pub(crate) fn open_to(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.kit
        .charts
        .terrain
        .mp(s.kit.board.terrain(hex), s.arm(unit).gait())
        .is_some()
}
