//! The terrain chart (6.1.1): what the ground costs, and where it is closed.

use crate::casebook::cite;
use crate::charts::TerrainChart;
use crate::components::{STREAM, TRENCH, UnitId};
use crate::state::position::State;
use casus_core::{HexId, Modifier, Modifiers, Place};

casus_continuity::facts! {
    /// The facts of the ground between two hexes.
    ///
    /// They serve leaders who move alone and Counter-Chargers, whom no ZOC hampers. A unit's run uses the list `step-cost`.
    pub struct GroundFacts<'a> of State; rules M = Modifier; places to {
        /// The leader or the unit.
        pub piece: Place,
        /// The column of the terrain chart for its kind of movement.
        pub gait: usize,
        /// The hex where it is; `None` when it enters the map.
        pub from: Option<HexId>,
        /// The hex that would be entered.
        pub to: HexId,
        /// The features of the hexside, as flags.
        pub features: u8,
        /// Whether a road leads there.
        pub by_road: bool,
        /// The number of levels that it climbs.
        pub climb: i32,
    }
}

impl<'a> GroundFacts<'a> {
    fn new(s: &'a State, piece: Place, gait: usize, from: Option<HexId>, to: HexId) -> Self {
        let board = &s.game_data.board;
        let way = from.and_then(|f| board.direction(f, to).map(|d| (f, d)));
        Self {
            s,
            piece,
            gait,
            from,
            to,
            features: way.map_or(0, |(f, d)| board.features(f, d)),
            by_road: way.is_some_and(|(f, d)| board.road(f, d)),
            climb: from.map_or(0, |f| i32::from(board.elevation(to) - board.elevation(f)).max(0)),
        }
    }
    fn chart(&self) -> &TerrainChart {
        &self.s.game_data.charts.terrain
    }
    fn terrain(&self) -> Option<u8> {
        self.chart().mp(self.s.game_data.board.terrain(self.to), self.gait)
    }
    fn crosses(&self, work: u8) -> bool {
        !self.by_road && self.features & work != 0
    }
    /// Whether the chart closes the hex.
    fn closed(&self) -> bool {
        let (t, gait) = (self.chart(), self.gait);
        (!self.by_road && self.terrain().is_none())
            || (self.crosses(STREAM) && t.stream.mp[gait].is_none())
            || (self.crosses(TRENCH) && t.trench.mp[gait].is_none())
            || (self.climb > 0 && t.slope.mp[gait].is_none())
    }
    fn points(&self, row: [Option<u8>; 3]) -> i32 {
        i32::from(row[self.gait].unwrap_or(0))
    }
}

/// The list `ground-cost`: what the ground costs a leader who moves alone, and a Counter-Charger, in movement points.
/// Checked for each of their hexes (6.1.1, 9.4.5, ruling C13).
pub static GROUND_COSTS: Modifiers<GroundFacts> = Modifiers {
    name: "ground-cost",
    list: &[
        M::by(cite!("6.1.1"), "terrain").adds(to, |f| (!f.by_road).then(|| f.terrain().map_or(0, i32::from))),
        M::by(cite!("6.1.1"), "by road").adds(to, |f| f.by_road.then(|| i32::from(f.chart().road_mp))),
        M::by(cite!("6.1.1"), "up a slope").adds(to, |f| (f.climb > 0).then(|| f.points(f.chart().slope.mp) * f.climb)),
        M::by(cite!("6.1.1"), "across a stream").adds(to, |f| f.crosses(STREAM).then(|| f.points(f.chart().stream.mp))),
        M::by(cite!("6.1.1"), "across a trench").adds(to, |f| f.crosses(TRENCH).then(|| f.points(f.chart().trench.mp))),
    ],
};

/// What the ground of one hex costs a piece, ZOC aside; `None` where the chart closes the hex.
pub(crate) fn ground(s: &State, piece: Place, gait: usize, from: Option<HexId>, to: HexId) -> Option<i32> {
    let facts = GroundFacts::new(s, piece, gait, from, to);
    (!facts.closed()).then(|| GROUND_COSTS.sum(&facts))
}

/// Whether the terrain chart lets a unit's arm be in a hex at all.
pub(crate) fn open_to(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.game_data
        .charts
        .terrain
        .mp(s.game_data.board.terrain(hex), s.arm(unit).gait())
        .is_some()
}
