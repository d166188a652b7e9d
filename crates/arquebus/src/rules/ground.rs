//! The Terrain Chart (7.2): what the ground costs, what it closes, and what it does to the order of a unit.

use crate::casebook::cite;
use crate::charts::{Risk, TerrainChart, TerrainRow};
use crate::components::{Arm, Hexside, Terrain, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::position::State;
use casus_core::{Dir, HexId, Limit, Modifier, Modifiers};

/// The ground between two hexes, or of the hex alone for what comes from off the map.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The state of play.
    pub s: &'a State,
    /// A column of the Terrain Chart: [`FOOT`](crate::FOOT) and its like.
    pub gait: usize,
    /// Where it is left.
    pub from: Option<HexId>,
    /// The hex that would be entered.
    pub to: HexId,
    /// Which way that is, if it is adjacent.
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
    /// Points to enter the hex; none where that is closed.
    pub fn hex(&self) -> Option<i32> {
        self.chart().at(&self.s.game_data.board, self.to).mp[self.gait].map(i32::from)
    }
    /// Points to cross all that lies along the side; none where that is closed.
    pub fn sides(&self) -> Option<i32> {
        let Some((from, dir)) = self.way() else { return Some(0) };
        let rows = crossed(self.s, from, dir);
        rows.map(|(_, row)| row.mp[self.gait].map(i32::from)).sum()
    }
    /// Points to cross what of these kinds lies along the side, if anything does.
    pub fn side(&self, kinds: &[Hexside]) -> Option<i32> {
        let (from, dir) = self.way()?;
        let rows = crossed(self.s, from, dir).filter(|(kind, _)| kinds.contains(kind));
        let points = rows.filter_map(|(_, row)| row.mp[self.gait].map(i32::from));
        Some(points.sum()).filter(|&sum: &i32| sum > 0)
    }
    /// How many levels it goes up.
    pub fn climb(&self) -> i32 {
        let board = &self.s.game_data.board;
        self.from
            .map_or(0, |f| i32::from(board.elevation(self.to) - board.elevation(f)).max(0))
    }
    /// Points to climb; none where that is closed.
    pub fn slope(&self) -> Option<i32> {
        match self.climb() {
            0 => Some(0),
            levels => self.chart().slope.mp[self.gait].map(|mp| i32::from(mp) * levels),
        }
    }
    /// Points for all of it; none where the chart closes the way.
    pub fn cost(&self) -> Option<i32> {
        Some(self.hex()? + self.sides()? + self.slope()?)
    }
}

/// What along the side of a hex in a direction costs and disorders who crosses it there (rulings C-7, R-120).
pub(crate) fn crossed(s: &State, from: HexId, dir: Dir) -> impl Iterator<Item = (Hexside, &TerrainRow)> {
    let out = s.opts(Choice::R120) && Hexside::inside(&s.game_data.board, from, dir);
    let rows = s.game_data.charts.terrain.to_cross(&s.game_data.board, from, dir);
    rows.filter(move |(_, row)| !out || row.both_ways)
}

/// What the ground costs between two hexes, all else aside; none where the chart closes the way.
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

/// What a unit's order has to stand when it goes from a hex to the next, and by what: what lies along the side, then the hex (7.2).
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

/// The facts of a roll for Disorder by terrain.
#[derive(Debug)]
pub struct OrderFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The unit that is rolled for.
    pub unit: UnitId,
}

casus_core::questions!(OrderFacts);
type M = Modifier<OrderFacts<'static>>;

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
    /// 7.2, 12.3(2b): what the ground does to a unit that goes from a hex to the next, or attacks so.
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
