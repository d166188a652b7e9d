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
/// An entry of its list is an exemption: a house rule added to it lets units keep their order, one taken out takes an
/// exemption away.
#[derive(Debug)]
pub struct RoughFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The unit on rough ground.
    pub unit: UnitId,
}

casus_core::questions!(RoughFacts);

type B = Bar<RoughFacts<'static>>;

fn unit(f: &RoughFacts) -> Place {
    f.unit.place()
}

/// What exempts a unit from disorder by terrain, in book order: asked of each unit that comes into a hex, or attacks over
/// water. Named `rough`.
pub static ROUGH_BARS: Bars<RoughFacts> = Bars {
    name: "rough",
    list: &[
        B::by(cite!("9.1"), "Swiss arquebusiers are skirmishers").when(unit, |f| f.s.skirmishes(f.unit)),
        B::by(cite!("9.1"), "it is in order no more").when(unit, |f| f.s.unit(f.unit).condition != Condition::Order),
    ],
};

impl State {
    /// What entering a hex does to a unit's order (9.1): the worst of the hex, unless it comes along a road (ruling R104),
    /// and of the hexside.
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
    /// How often these would test their order on a way through these hexes, if they pass each time, and how many of them would
    /// lose it without a test (9.1).
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
    /// What an attack over the hexside in this direction does to a unit's order before it is fought (9.1).
    pub fn rough_water(&self, unit: UnitId, from: HexId, dir: Dir) -> Disorder {
        if !ROUGH_BARS.permit(&RoughFacts { s: self, unit }) {
            return Disorder::None;
        }
        let water = self.crossing(from, dir).water;
        water.map_or(Disorder::None, |w| w.disorder)
    }
}

impl Engine<'_> {
    /// 9.1: a unit that has come into a hex tests for the ground, or is disordered by it.
    pub(crate) fn rough(&mut self, unit: UnitId, from: Option<HexId>, to: HexId) {
        let roughness = self.s.roughness(unit, from, to);
        self.disturb(unit, roughness);
    }

    /// 9.1: a test, or disorder without one.
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
