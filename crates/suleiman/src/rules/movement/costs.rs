//! What a step costs (3.2.4, 6.1.1, 10.3, 15.1).

use crate::casebook::cite;
use crate::charts::TerrainChart;
use crate::components::{Counter, Missile, STREAM, TRENCH, UnitId};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Dir, HexId, Modifier, Modifiers, Place, give};

casus_continuity::facts! {
    /// The facts of one step.
    ///
    /// The bars of a step, the bars of an entry and the costs share them. The hex may be any hex of the map: one of the bars
    /// checks that it is adjacent.
    pub struct StepFacts<'a> of State; rules M = Modifier; places pub(crate) unit, pub(crate) to {
        /// The state of its run so far.
        pub run: Run,
        /// The unit that would step.
        pub unit: UnitId,
        /// The values on its counter.
        pub card: &'a Counter,
        /// The hex where it stands; `None` when it enters the map.
        pub from: Option<HexId>,
        /// The hex that it would enter.
        pub to: HexId,
        /// The direction of the hex, if it is adjacent.
        pub dir: Option<Dir>,
        /// Whether a road leads there.
        pub by_road: bool,
        /// Whether it is Retired (10.3).
        pub retired: bool,
        /// Whether it began the activation in command (12.1).
        pub in_command: bool,
        /// Whether it stands in an enemy ZOC.
        pub from_zoc: bool,
        /// The cost of the step, in movement points.
        pub cost: i32,
        /// An enemy unit next to the hex it would enter; `None` if the unit is in command.
        pub near: Option<UnitId>,
    }
}

impl StepFacts<'_> {
    pub(crate) fn features(&self) -> u8 {
        let way = self.from.zip(self.dir);
        way.map_or(0, |(from, dir)| self.s.game_data.board.features(from, dir))
    }
    pub(crate) fn terrain(&self) -> u8 {
        self.s.game_data.board.terrain(self.to)
    }
    /// The number of levels that it climbs.
    pub(crate) fn climb(&self) -> i32 {
        self.from.map_or(0, |f| {
            let b = &self.s.game_data.board;
            i32::from(b.elevation(self.to) - b.elevation(f)).max(0)
        })
    }
    pub(crate) fn mounted_archer(&self) -> bool {
        self.card.arm.mounted() && matches!(self.card.missile, Missile::Bow | Missile::Musket)
    }
    /// Whether it leaves a ZOC that it entered in this run.
    pub(crate) fn leaves_entered_zoc(&self) -> bool {
        self.run.entered_zoc && self.from_zoc
    }
    /// The enemy unit whose ZOC it leaves, preferably a mounted one (3.2.4(2)).
    fn holder(&self) -> Option<UnitId> {
        let from = self.from.filter(|_| self.from_zoc)?;
        let holders = || self.s.controllers(from, self.card.side.enemy());
        let mounted = holders().find(|&e| self.s.arm(e).mounted());
        mounted.or_else(|| holders().next())
    }
    /// Whether the terrain chart sets the cost of the ground.
    fn by_chart(&self) -> bool {
        !self.retired && !self.by_road
    }
    fn crosses(&self, work: u8) -> bool {
        self.by_chart() && self.features() & work != 0
    }
    pub(crate) fn chart(&self) -> &TerrainChart {
        &self.s.game_data.charts.terrain
    }
    /// The movement points of this unit's column in a row of the terrain chart.
    fn points(&self, row: [Option<u8>; 3]) -> i32 {
        i32::from(row[self.card.arm.gait()].unwrap_or(0))
    }
    fn entered_before(&self) -> Option<i32> {
        let act = self.s.activation().filter(|_| self.from.is_none())?;
        let here = act.entered.iter().find(|e| e.0 == self.to);
        Some(here.map_or(0, |e| i32::from(e.1)))
    }
}

fn from(f: &StepFacts) -> Place {
    f.from.map_or(Place::Nowhere, HexId::place)
}

pub(crate) fn hexside(f: &StepFacts) -> Place {
    let way = f.from.zip(f.dir);
    way.map_or(to(f), |(from, dir)| Place::Hexside(from.0, dir.index() as u8))
}

/// Returns the cost of a step, in movement points.
pub(crate) fn step_cost(f: &StepFacts<'_>) -> i32 {
    STEP_COSTS.sum(f)
}

/// The list `step-cost`: what a step costs, in movement points, in book order. It is the ledger of each step, and
/// [`STEP_BARS`](super::step::STEP_BARS) compares its sum with the points that a unit has left.
pub static STEP_COSTS: Modifiers<StepFacts> = Modifiers {
    name: "step-cost",
    list: &[
        M::by(cite!("3.2.4(2)"), "leaving an enemy ZOC").shares(|f| {
            let holder = f.holder().filter(|_| !f.retired && !f.run.entered_zoc)?;
            give(true, i32::from(f.s.arm(holder).mounted()), holder.place())
        }),
        M::by(cite!("3.2.4(3)"), "mounted archers leaving the ZOC they entered")
            .adds(from, |f| (f.mounted_archer() && f.leaves_entered_zoc() && !f.retired).then_some(1)),
        M::by(cite!("6.1.1"), "terrain").adds(to, |f| {
            f.by_chart()
                .then(|| f.chart().mp(f.terrain(), f.card.arm.gait()).map_or(1, i32::from))
        }),
        M::by(cite!("6.1.1"), "by road").adds(to, |f| (f.by_road && !f.retired).then(|| i32::from(f.chart().road_mp))),
        M::by(cite!("6.1.1"), "up a slope")
            .adds(hexside, |f| (f.climb() > 0 && !f.retired).then(|| f.points(f.chart().slope.mp) * f.climb())),
        M::by(cite!("6.1.1"), "across a stream")
            .adds(hexside, |f| f.crosses(STREAM).then(|| f.points(f.chart().stream.mp))),
        M::by(cite!("6.1.1"), "across a trench")
            .adds(hexside, |f| f.crosses(TRENCH).then(|| f.points(f.chart().trench.mp))),
        M::by(cite!("10.3"), "a Retired unit's one hex").adds(unit, |f| (f.retired && f.from.is_some()).then_some(1)),
        M::by(cite!("15.1"), "entering behind other units").adds(to, |f| f.entered_before()),
    ],
};
