//! 9.3, the Charge.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, FARM, UnitId, VILLAGE};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::movement::ground::Crossing;
use crate::state::pieces::{Condition, Marks};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, Dir, HexId, PieceSet, Place};

/// The facts of a Charge.
///
/// They concern one selected unit that has come into contact.
#[derive(Debug)]
pub struct ChargeFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected pieces.
    pub run: &'a Run,
    /// The unit that would Charge.
    pub unit: UnitId,
    /// The hex of the unit; `None` off the map.
    pub from: Option<HexId>,
    /// The hex of the charged enemy.
    pub target: HexId,
}

casus_core::questions!(ChargeFacts);

impl ChargeFacts<'_> {
    fn dir(&self) -> Option<Dir> {
        self.s.game_data.board.direction(self.from?, self.target)
    }
    fn disordered(&self) -> bool {
        self.s.unit(self.unit).condition != Condition::Order
    }
    /// Whether the target is in front of the unit and holds enemy units.
    fn faces_enemy(&self) -> bool {
        let ahead = self.dir().is_some_and(|d| self.s.fronts(self.unit, d));
        ahead && self.s.has_unit(self.target, self.run.side.enemy())
    }
    /// Whether the target holds units, and all of them are in `units`.
    fn all_of(&self, units: PieceSet) -> bool {
        let there = self.s.stack_at(self.target);
        !there.is_empty() && there.without(units).is_empty()
    }
    /// Whether the unit has already committed the enemy in this move, and not by entering a road hex (ruling R116).
    fn committed(&self) -> bool {
        let before = self.run.met.without(self.run.by_road);
        self.all_of(self.run.faced.union(before)) && !self.all_of(self.run.faced)
    }
    /// The terrain on the hexside between unit and target.
    fn crossing(&self) -> Option<Crossing<'_>> {
        Some(self.s.crossing(self.from?, self.dir()?))
    }
    /// Whether the enemy is in a village or farm.
    fn housed(&self) -> bool {
        matches!(self.s.game_data.board.terrain(self.target), VILLAGE | FARM)
    }
    /// Whether the Terrain Table permits a Charge into the target hex.
    fn open(&self) -> bool {
        self.s
            .game_data
            .charts
            .terrain
            .hex(self.s.game_data.board.terrain(self.target))
            .charge
    }
}

fn unit(f: &ChargeFacts) -> Place {
    f.unit.place()
}

fn target(f: &ChargeFacts) -> Place {
    f.target.place()
}

fn from(f: &ChargeFacts) -> Place {
    f.from.map_or(Place::Nowhere, HexId::place)
}

type B = Bar<ChargeFacts<'static>>;

/// What forbids a Charge, in book order. Judged for each selected cavalry unit that has made a step or a pivot, and each
/// hex in front of it. Named `charge`.
pub static CHARGE_BARS: Bars<ChargeFacts> = Bars {
    name: "charge",
    list: &[
        B::by(cite!("1.1"), "disordered cavalry does not charge").when(unit, |f| f.disordered()),
        B::by(cite!("9.3"), "only cavalry in order charges").when(unit, |f| f.disordered()),
        B::by(cite!("9.3"), "only cavalry charges").when(unit, |f| f.s.class(f.unit) != Class::Cavalry),
        B::by(cite!("9.3"), "only who moves into contact charges")
            .when(unit, |f| !f.run.units.contains(f.unit.0))
            .always(),
        B::by(cite!("9.3"), "no enemy unit is there, in front of the unit")
            .when(target, |f| !f.faces_enemy())
            .always(),
        B::by(
            cite!("9.3", "R115"),
            "the unit has had the enemy in its ZOC from the start, and does not commit him",
        )
        .when(target, |f| f.all_of(f.run.faced)),
        B::by(
            cite!("9.3", "R116"),
            "the unit has committed the enemy in this move already, and not by way of a road hex",
        )
        .when(target, |f| f.committed()),
        B::by(cite!("9.3", "R66"), "the hex that the unit has entered is no road")
            .when(from, |f| !f.from.is_some_and(|h| f.s.on_road(h))),
        B::by(cite!("9.3"), "the enemy is across a river or canal")
            .when(target, |f| f.crossing().is_some_and(|c| c.water.is_some())),
        B::by(cite!("9.3"), "the enemy is across a fortification")
            .when(target, |f| f.crossing().is_some_and(|c| c.fortification)),
        B::by(cite!("9.3"), "the enemy is in a village or farm").when(target, |f| f.housed()),
        B::by(cite!("9.3"), "the Terrain Table does not allow the Charge").when(target, |f| !f.open() && !f.housed()),
        B::by(cite!("9.3"), "the unit charges already").when(unit, |f| f.s.unit(f.unit).charge.is_some()),
        B::by(cite!("9.3", "R66"), "the unit has passed no test of commitment")
            .when(unit, |f| f.s.opts(Choice::R66) && !f.s.unit(f.unit).marks.has(Marks::PASSED)),
    ],
};

pub(crate) fn charge_facts<'a>(s: &'a State, run: &'a Run, unit: UnitId, target: HexId) -> ChargeFacts<'a> {
    ChargeFacts {
        s,
        run,
        unit,
        from: s.hex(unit),
        target,
    }
}

/// Appends the Charges that the selected pieces may declare.
pub(crate) fn charges(s: &State, run: &Run, out: &mut Vec<Action>) {
    for unit in run.units.iter().map(UnitId) {
        if s.class(unit) != Class::Cavalry && !s.amended() {
            continue;
        }
        out.extend(
            s.zoc(unit)
                .filter(|&h| CHARGE_BARS.permit(&charge_facts(s, run, unit, h)))
                .map(|h| Action::Charge(unit, h)),
        );
    }
}

impl Engine<'_> {
    /// Cancels the declared Charges of units that move on or turn (ruling R116).
    pub(crate) fn move_on(&mut self, units: PieceSet) {
        for unit in units.iter().map(UnitId) {
            if let Some(hex) = self.s.unit_mut(unit).charge.take() {
                self.say(cite!("9.3", "R116"), || What::ChargeLapsed { unit, hex });
            }
        }
    }
}
