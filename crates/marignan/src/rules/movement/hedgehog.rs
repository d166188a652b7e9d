//! 9.4, the Hedgehog.

use crate::casebook::cite;
use crate::components::{Class, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::pieces::{Condition, Marks};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Why;
use casus_core::{Bar, Bars, HexId, PieceSet, Place, Violation};

/// The facts of a hedgehog.
///
/// They concern a whole hex: the units in it that form hedgehogs do so together.
#[derive(Debug)]
pub struct FormFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The hex; `None` off the map.
    pub hex: Option<HexId>,
    /// The side whose infantry would form it.
    pub side: Side,
    /// The selected pieces: those of `side`, or the enemies that commit its infantry.
    pub run: &'a Run,
}

casus_core::questions!(FormFacts);

impl FormFacts<'_> {
    /// The units in the hex.
    fn all(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.hex.into_iter().flat_map(|h| self.s.units_at(h))
    }
    /// The infantry of the side that forms hedgehogs.
    fn infantry(&self) -> impl Iterator<Item = UnitId> + '_ {
        let hex = self.hex.filter(|_| !self.skirmishers());
        let all = hex.into_iter().flat_map(|h| formers(self.s, h));
        all.filter(|&u| self.s.side(u) == self.side)
    }
    /// The units of that infantry that are not in hedgehog.
    fn outside(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.infantry().filter(|&u| !self.s.hedgehog(u))
    }
    fn disordered(&self) -> Option<Violation> {
        at(self.infantry().find(|&u| self.s.unit(u).condition != Condition::Order))
    }
    /// Whether the side forms it in its own Movement Phase.
    fn at_leisure(&self) -> bool {
        self.run.side == self.side
    }
    /// Whether only Swiss arquebusiers are selected in their own Movement Phase, and the hex has infantry that forms hedgehogs.
    fn skirmishers(&self) -> bool {
        let others = || self.hex.is_some_and(|h| formers(self.s, h).next().is_some());
        let mut hand = self.run.units.iter().map(UnitId).peekable();
        self.at_leisure() && hand.peek().is_some() && hand.all(|u| self.s.skirmishes(u)) && others()
    }
    /// A unit that would have to form it in its own Movement Phase but is not selected.
    fn bystander(&self) -> Option<UnitId> {
        self.outside()
            .find(|u| self.at_leisure() && !self.run.units.contains(u.0))
    }
    /// A unit that would have to form it in its own Movement Phase but has moved.
    fn mover(&self) -> Option<UnitId> {
        self.outside().find(|&u| self.at_leisure() && self.s.unit(u).spent > 0)
    }
}

fn hex(f: &FormFacts) -> Place {
    f.hex.map_or(Place::Nowhere, HexId::place)
}

fn first(f: &FormFacts) -> Place {
    f.infantry().next().map_or(Place::Nowhere, UnitId::place)
}

fn in_hand(f: &FormFacts) -> Place {
    f.run.units.first().map_or(Place::Nowhere, |u| UnitId(u).place())
}

fn at(unit: Option<UnitId>) -> Option<Violation> {
    unit.map(|u| Violation::at(u.place()))
}

/// Returns the infantry of a hex that can form hedgehogs: all except Swiss arquebusiers (9.4).
pub(crate) fn formers(s: &State, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.units_at(hex)
        .filter(|&u| s.class(u) == Class::Infantry && !s.skirmishes(u))
}

/// Returns the units of a hex that are not in hedgehog yet and form it together.
pub(crate) fn newcomers(s: &State, hex: HexId) -> PieceSet {
    formers(s, hex).filter(|&u| !s.hedgehog(u)).map(|u| u.0).collect()
}

/// Whether the selected units are cavalry (9.4). Cavalry stacks only with cavalry.
pub(crate) fn mounted(s: &State, run: &Run) -> bool {
    run.units.iter().any(|u| s.class(UnitId(u)) == Class::Cavalry)
}

type B = Bar<FormFacts<'static>>;

/// What forbids a hedgehog, in book order. Judged for the selected pieces, and for each enemy hex that they commit. Named
/// `hedgehog`.
pub static FORM_BARS: Bars<FormFacts> = Bars {
    name: "hedgehog",
    list: &[
        B::by(cite!("1.1", "R02"), "a unit that is not in order forms no hedgehog").violated(|f| f.disordered()),
        B::by(cite!("9.4", "R02"), "only units in order form the hedgehog").violated(|f| f.disordered()),
        B::by(cite!("9.4"), "the unit is not committed by cavalry")
            .when(hex, |f| !f.at_leisure() && !mounted(f.s, f.run)),
        B::by(cite!("9.4"), "there is no infantry that forms a hedgehog, as Swiss arquebusiers do not")
            .when(hex, |f| f.infantry().next().is_none() && !f.skirmishers())
            .always(),
        B::by(cite!("9.4"), "Swiss arquebusiers never form a hedgehog")
            .when(in_hand, |f| f.skirmishers())
            .always(),
        B::by(cite!("9.4"), "the unit is in hedgehog already")
            .when(first, |f| f.infantry().next().is_some() && f.outside().next().is_none())
            .always(),
        B::by(cite!("9.4"), "all the infantry of the hex forms a hedgehog, or none").violated(|f| at(f.bystander())),
        B::by(cite!("9.4", "R50"), "a unit that has moved forms no hedgehog").violated(|f| at(f.mover())),
        B::by(cite!("9.4", "R101"), "artillery in the hex prevents the hedgehog").violated(|f| {
            at(f.all()
                .find(|&u| f.s.class(u) == Class::Artillery && f.s.opts(Choice::R101)))
        }),
    ],
};

impl Engine<'_> {
    /// 9.4: the infantry of a hex that cavalry commits tries to form the hedgehog; all of it does, or none.
    pub(crate) fn brace(&mut self, hex: HexId) {
        let formers = newcomers(self.s, hex);
        let mut all = true;
        for u in formers.iter() {
            all &= self.test(UnitId(u), Why::Hedgehog);
        }
        if all {
            for unit in formers.iter().map(UnitId) {
                self.s.unit_mut(unit).marks.set(Marks::HEDGEHOG);
                self.say(cite!("9.4"), || What::Hedgehog { unit });
            }
        } else {
            self.say(cite!("9.4"), || What::Unbraced { hex });
        }
    }
}
