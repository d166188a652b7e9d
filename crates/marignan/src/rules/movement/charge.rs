//! 9.3, the Charge.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, FARM, UnitId, VILLAGE};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::{Condition, Marks};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, Bite, Dir, HexId, PieceSet, Place};

/// The facts of a Charge.
#[derive(Debug)]
pub struct ChargeFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Those in hand.
    pub run: &'a Run,
    /// Who charges.
    pub unit: UnitId,
    /// Where it stands; none off the map.
    pub from: Option<HexId>,
    /// The hex that it charges.
    pub target: HexId,
}

casus_core::questions!(ChargeFacts);

impl ChargeFacts<'_> {
    fn dir(&self) -> Option<Dir> {
        self.s.kit.board.direction(self.from?, self.target)
    }
    fn disordered(&self) -> Option<Bite> {
        let loose = self.s.unit(self.unit).condition != Condition::Order;
        Bite::when(loose, self.unit.place())
    }
    /// Whether units are there, and all of them among these.
    fn all_of(&self, units: PieceSet) -> bool {
        let there = self.s.stack_at(self.target);
        !there.is_empty() && there.without(units).is_empty()
    }
}

type ChargeBar = Bar<ChargeFacts<'static>>;

/// What forbids a Charge, in book order.
pub static CHARGE_BARS: Bars<ChargeFacts> = Bars {
    name: "charge",
    list: &[
        ChargeBar::by(cite!("1.1"), "disordered cavalry does not charge").bites(|f| f.disordered()),
        ChargeBar::by(cite!("9.3"), "only cavalry in order charges").bites(|f| f.disordered()),
        ChargeBar::by(cite!("9.3"), "only cavalry that moves into contact charges").when(
            |f| f.unit.place(),
            |f| {
                let fit = f.s.class(f.unit) == Class::Cavalry && f.run.units.contains(f.unit.0);
                !fit
            },
        ),
        ChargeBar::by(cite!("9.3"), "no enemy unit is there, in front of it").when(
            |f| f.target.place(),
            |f| {
                let ahead = f.dir().is_some_and(|d| f.s.fronts(f.unit, d));
                let enemy = f.s.has_unit(f.target, f.run.side.enemy());
                !ahead || !enemy
            },
        ),
        ChargeBar::by(cite!("9.3", "R115"), "it has had the enemy in its ZOC from the start, and does not commit him")
            .when(|f| f.target.place(), |f| f.all_of(f.run.faced)),
        ChargeBar::by(
            cite!("9.3", "R116"),
            "it has committed the enemy in this move already, and not by way of a road hex",
        )
        .when(
            |f| f.target.place(),
            |f| {
                let run = f.run;
                let before = run.faced.union(run.met.without(run.by_road));
                let off = f.all_of(before) && !f.all_of(run.faced);
                off
            },
        ),
        ChargeBar::by(cite!("9.3", "R66"), "the hex that it has entered is no road").when(
            |f| f.from.map_or(Place::Nowhere, HexId::place),
            |f| {
                let road = f.from.is_some_and(|h| f.s.on_road(h));
                !road
            },
        ),
        ChargeBar::by(cite!("9.3"), "the enemy is across a course of water").bites(|f| {
            let water = f.s.over_water(f.from?, f.dir()?);
            Bite::when(water, f.target.place())
        }),
        ChargeBar::by(cite!("9.3"), "the enemy is across a fortification").bites(|f| {
            let wall = f.s.crossing(f.from?, f.dir()?).fortification;
            Bite::when(wall, f.target.place())
        }),
        ChargeBar::by(cite!("9.3"), "the enemy is in a village or farm").when(
            |f| f.target.place(),
            |f| {
                let terrain = f.s.kit.board.terrain(f.target);
                terrain == VILLAGE || terrain == FARM
            },
        ),
        ChargeBar::by(cite!("9.3"), "the Terrain Table does not allow it").when(
            |f| f.target.place(),
            |f| {
                let terrain = f.s.kit.board.terrain(f.target);
                let houses = terrain == VILLAGE || terrain == FARM;
                let row = f.s.kit.charts.terrain.hex(terrain);
                !row.charge && !houses
            },
        ),
        ChargeBar::by(cite!("9.3"), "it charges already")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).charge.is_some()),
        ChargeBar::by(cite!("9.3", "R66"), "it has passed no test of commitment").when(
            |f| f.unit.place(),
            |f| {
                let passed = f.s.unit(f.unit).marks.has(Marks::PASSED);
                f.s.opts(Choice::R66) && !passed
            },
        ),
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

/// The Charges that might be declared by those in hand.
pub(crate) fn charges(s: &State, run: &Run, out: &mut Vec<Action>) {
    for unit in run.units.iter().map(UnitId) {
        if s.class(unit) != Class::Cavalry {
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
    /// Whoever moves on or turns loses the Charge that it has declared (ruling R116).
    pub(crate) fn move_on(&mut self, units: &[UnitId]) {
        for &unit in units {
            if self.s.unit_mut(unit).charge.take().is_some() {
                self.say(cite!("9.3", "R116"), || What::ChargeLapsed { unit });
            }
        }
    }
}
