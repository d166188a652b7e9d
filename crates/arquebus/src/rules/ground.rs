//! The Terrain Chart (7.2): what the ground costs, where it is closed, and how it may Disorder a unit.

use crate::casebook::cite;
use crate::charts::{Risk, TerrainChart, TerrainRow};
use crate::components::{Arm, Hexside, Terrain, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::position::State;
use casus_core::{Dir, HexId, Limit, Modifier, Modifiers};

/// The ground between two hexes, or of one hex for a piece that enters the map.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The state of play.
    pub s: &'a State,
    /// A column of the Terrain Chart: [`FOOT`](crate::FOOT) and its like.
    pub gait: usize,
    /// The hex that is left; `None` from off the map.
    pub from: Option<HexId>,
    /// The hex that would be entered.
    pub to: HexId,
    /// The direction of the hex, if it is adjacent.
    pub dir: Option<Dir>,
}

impl<'a> Ground<'a> {
    pub(crate) fn new(s: &'a State, gait: usize, from: Option<HexId>, to: HexId) -> Self {
        let dir = from.and_then(|f| s.game_data.board.direction(f, to));
        Self { s, gait, from, to, dir }
    }
    fn chart(&self) -> &'a TerrainChart {
        &self.s.game_data.charts.terrain
    }
    fn way(&self) -> Option<(HexId, Dir)> {
        self.from.zip(self.dir)
    }
    /// Returns the points to enter the hex; `None` where it is closed.
    pub fn hex(&self) -> Option<i32> {
        self.chart().at(&self.s.game_data.board, self.to).mp[self.gait].map(i32::from)
    }
    /// Returns the points to cross everything along the hexside; `None` where it is closed.
    pub fn sides(&self) -> Option<i32> {
        let Some((from, dir)) = self.way() else { return Some(0) };
        let rows = crossed(self.s, from, dir);
        rows.map(|(_, row)| row.mp[self.gait].map(i32::from)).sum()
    }
    /// Returns the points to cross the features of these kinds along the hexside, if there are any.
    pub fn side(&self, kinds: &[Hexside]) -> Option<i32> {
        let (from, dir) = self.way()?;
        let rows = crossed(self.s, from, dir).filter(|(kind, _)| kinds.contains(kind));
        let points = rows.filter_map(|(_, row)| row.mp[self.gait].map(i32::from));
        Some(points.sum()).filter(|&sum: &i32| sum > 0)
    }
    /// Returns the number of levels that it climbs.
    pub fn climb(&self) -> i32 {
        let board = &self.s.game_data.board;
        self.from
            .map_or(0, |f| i32::from(board.elevation(self.to) - board.elevation(f)).max(0))
    }
    /// Returns the points to climb; `None` where that is closed.
    pub fn slope(&self) -> Option<i32> {
        match self.climb() {
            0 => Some(0),
            levels => self.chart().slope.mp[self.gait].map(|mp| i32::from(mp) * levels),
        }
    }
    /// Returns the sum of the points; `None` where the chart closes the hex.
    pub fn cost(&self) -> Option<i32> {
        Some(self.hex()? + self.sides()? + self.slope()?)
    }
}

/// The features on a hexside that cost points or may Disorder a unit that crosses it in this direction (rulings C-7, R-120).
pub(crate) fn crossed(s: &State, from: HexId, dir: Dir) -> impl Iterator<Item = (Hexside, &TerrainRow)> {
    let out = s.opts(Choice::R120) && Hexside::inside(&s.game_data.board, from, dir);
    let rows = s.game_data.charts.terrain.to_cross(&s.game_data.board, from, dir);
    rows.filter(move |(_, row)| !out || row.both_ways)
}

/// The cost of the ground between two hexes, without anything else; `None` where the chart closes the hex.
pub(crate) fn ways_in(s: &State, gait: usize, from: Option<HexId>, to: HexId) -> Option<i32> {
    let way = from.and_then(|f| s.game_data.board.direction(f, to).map(|d| (f, d)));
    match way {
        Some((from, dir)) if !s.opts(Choice::R120) => s.game_data.step(from, dir, gait).map(i32::from),
        _ => Ground::new(s, gait, from, to).cost(),
    }
}

/// Whether the chart lets a unit go from a hex to the next.
pub(crate) fn open_to(s: &State, unit: UnitId, from: HexId, to: HexId) -> bool {
    ways_in(s, s.arm(unit).gait(), Some(from), to).is_some()
}

/// Whether the chart lets units of a type stand in a hex.
pub(crate) fn bears(s: &State, unit: UnitId, hex: HexId) -> bool {
    ways_in(s, s.arm(unit).gait(), None, hex).is_some()
}

/// The risks of Disorder for a unit that goes from a hex to the next, with their causes: the hexside, then the hex (7.2).
pub(crate) fn risks(s: &State, unit: UnitId, from: Option<HexId>, to: HexId) -> Vec<(&'static str, Risk)> {
    let Some(tread) = s.arm(unit).tread() else {
        return Vec::new();
    };
    let (board, chart) = (&s.game_data.board, &s.game_data.charts.terrain);
    let way = from.and_then(|f| board.direction(f, to).map(|d| (f, d)));
    let sides = way.into_iter().flat_map(|(f, d)| crossed(s, f, d));
    let codes = sides.map(|(side, row)| (side.word(), row.disorder.of(tread)));
    let all = codes.chain([(Terrain::at(board, to).word(), chart.at(board, to).disorder.of(tread))]);
    all.filter(|&(_, r)| r != Risk::None).collect()
}

casus_continuity::facts! {
    /// The facts of a roll for Disorder by terrain.
    pub struct OrderFacts<'a> of State; rules M = Modifier {
        /// The unit that rolls.
        pub unit: UnitId,
    }
}

/// The list `ground-drm`: the modifiers of a roll for Disorder by terrain (7.2).
pub static GROUND_DRMS: Modifiers<OrderFacts> = Modifiers {
    name: "ground-drm",
    list: &[M::by(cite!("7.2"), "Pikes and Men-at-Arms").adds(
        |f| f.unit.place(),
        |f| {
            let prone = matches!(f.s.arm(f.unit), Arm::Pikes | Arm::MenAtArms);
            prone.then(|| i32::from(f.s.game_data.charts.throws.terrain_prone))
        },
    )],
};

impl Engine<'_> {
    /// 7.2, 12.3(2b): applies the ground to a unit that goes from a hex to the next, or attacks across it.
    pub(crate) fn try_ground(&mut self, unit: UnitId, from: Option<HexId>, to: HexId) {
        let case = if self.s.combat.is_some() {
            cite!("12.3(2)")
        } else {
            cite!("7.2")
        };
        for (ground, risk) in risks(self.s, unit, from, to) {
            if !self.s.can_disorder(unit) {
                return;
            }
            if risk == Risk::Sure {
                self.disorder(unit, case);
                return;
            }
            let need = i32::from(self.s.game_data.charts.throws.terrain) - 1;
            let net = GROUND_DRMS.ledger(0, &OrderFacts { s: self.s, unit });
            let test = self.test(case, "ground", net, Limit::AtMost(need));
            let passed = test.passed;
            self.say(case, || What::Ground {
                unit,
                hex: to,
                ground,
                test,
            });
            if !passed {
                self.disorder(unit, case);
            }
        }
    }
}
