//! 9.1, Terrain and Disorder.

use crate::casebook::cite;
use crate::charts::Disorder;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::rules::movement::costs::unit_facts;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Why;
use casus_core::{Bar, Bars, Dir, HexId, PieceSet, Place};

/// The facts of a unit on rough ground.
///
/// An entry of its list is an exemption. A house rule that adds an entry lets units keep their order; one that removes an
/// entry takes an exemption away.
#[derive(Debug)]
pub struct RoughFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit on rough ground.
    pub unit: UnitId,
}

casus_core::questions!(RoughFacts);

type B = Bar<RoughFacts<'static>>;

fn unit(f: &RoughFacts) -> Place {
    f.unit.place()
}

/// Exemptions from disorder by terrain, in book order. Judged for each unit that enters a hex, or attacks over water. Named
/// `rough`.
pub static ROUGH_BARS: Bars<RoughFacts> = Bars {
    name: "rough",
    list: &[
        B::by(cite!("9.1"), "Swiss arquebusiers are skirmishers").when(unit, |f| f.s.skirmishes(f.unit)),
        B::by(cite!("9.1"), "the unit is in order no more")
            .when(unit, |f| f.s.unit(f.unit).condition != Condition::Order),
    ],
};

impl State {
    /// Returns the effect of entering a hex on a unit's order (9.1): the worse effect of the hex and the hexside. A hex
    /// entered along a road has no effect (ruling R104).
    pub fn roughness(&self, unit: UnitId, from: Option<HexId>, to: HexId) -> Disorder {
        if !ROUGH_BARS.permit(&RoughFacts { s: self, unit }) {
            return Disorder::None;
        }
        let terrain = &self.game_data.charts.terrain;
        let facts = unit_facts(self, unit, from, to, PieceSet::EMPTY);
        let ground = if facts.by_road {
            Disorder::None
        } else {
            terrain.hex(self.game_data.board.terrain(to)).disorder
        };
        let side = facts.crossing.map_or(Disorder::None, |c| {
            let water = c.water.map_or(Disorder::None, |w| w.disorder);
            let wall = if c.fortification {
                terrain.fortification.disorder
            } else {
                Disorder::None
            };
            water.max(wall)
        });
        ground.max(side)
    }
    /// Returns two numbers for a path through these hexes (9.1): the tests of order that the units would take if they pass each,
    /// and the units that would lose their order without a test.
    pub fn ordeals(&self, units: PieceSet, from: Option<HexId>, way: &[HexId]) -> (usize, usize) {
        let (mut tests, mut lost) = (0, 0);
        for unit in units.iter().map(UnitId) {
            let mut at = from;
            for &to in way {
                match self.roughness(unit, at, to) {
                    Disorder::None => {}
                    Disorder::Test => tests += 1,
                    Disorder::Automatic => {
                        lost += 1;
                        break;
                    }
                }
                at = Some(to);
            }
        }
        (tests, lost)
    }
    /// Returns the effect on a unit's order of an attack over the hexside in this direction, before the combat (9.1).
    pub fn rough_water(&self, unit: UnitId, from: HexId, dir: Dir) -> Disorder {
        if !ROUGH_BARS.permit(&RoughFacts { s: self, unit }) {
            return Disorder::None;
        }
        let water = self.crossing(from, dir).water;
        water.map_or(Disorder::None, |w| w.disorder)
    }
}

impl Engine<'_> {
    /// 9.1: tests or disorders a unit that has entered a hex, by the terrain.
    pub(crate) fn rough(&mut self, unit: UnitId, from: Option<HexId>, to: HexId) {
        let roughness = self.s.roughness(unit, from, to);
        self.disturb(unit, roughness);
    }

    /// 9.1: makes the unit test, or disorders it without a test.
    pub(crate) fn disturb(&mut self, unit: UnitId, roughness: Disorder) {
        match roughness {
            Disorder::None => {}
            Disorder::Test => {
                let passed = self.test(unit, Why::Terrain);
                self.follow(unit, Why::Terrain, passed);
            }
            Disorder::Automatic => self.disorder(unit, cite!("9.1")),
        }
    }
}
