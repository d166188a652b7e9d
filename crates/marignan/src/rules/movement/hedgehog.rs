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
use casus_core::{Bar, Bars, Bite, HexId, PieceSet, Place};

/// The facts of a hedgehog.
#[derive(Debug)]
pub struct FormFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Where; none off the map.
    pub hex: Option<HexId>,
    /// Whose infantry would form it.
    pub side: Side,
    /// Those in hand, in one's own Movement Phase; none in the enemy's.
    pub run: Option<&'a Run>,
}

casus_core::questions!(FormFacts);

impl FormFacts<'_> {
    fn infantry(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.hex
            .into_iter()
            .flat_map(|h| formers(self.s, h))
            .filter(|&u| self.s.side(u) == self.side)
    }
    /// Those of it who are not in hedgehog.
    fn outside(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.infantry().filter(|&u| !self.s.hedgehog(u))
    }
    fn disordered(&self) -> Option<Bite> {
        let loose = |&u: &UnitId| self.s.unit(u).condition != Condition::Order;
        self.infantry().find(loose).map(|u| Bite::at(u.place()))
    }
}

/// The infantry of a hex that forms hedgehogs: all but Swiss arquebusiers (9.4).
fn formers(s: &State, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.units_at(hex)
        .filter(|&u| s.class(u) == Class::Infantry && !s.skirmishes(u))
}

/// Those of it who are not in hedgehog, and form it together.
pub(crate) fn newcomers(s: &State, hex: HexId) -> PieceSet {
    formers(s, hex).filter(|&u| !s.hedgehog(u)).map(|u| u.0).collect()
}

type FormBar = Bar<FormFacts<'static>>;

/// What forbids a hedgehog, in book order.
pub static FORM_BARS: Bars<FormFacts> = Bars {
    name: "hedgehog",
    list: &[
        FormBar::by(cite!("1.1", "R02"), "a unit that is not in order forms no hedgehog").bites(|f| f.disordered()),
        FormBar::by(cite!("9.4", "R02"), "only units in order form the hedgehog").bites(|f| f.disordered()),
        FormBar::by(cite!("9.4"), "there is no infantry that forms it, as Swiss arquebusiers do not").bites(|f| {
            let at = f.hex.map_or(Place::Nowhere, HexId::place);
            Bite::when(f.infantry().next().is_none(), at)
        }),
        FormBar::by(cite!("9.4"), "it is in hedgehog already").bites(|f| {
            let first = f.infantry().next()?;
            Bite::when(f.outside().next().is_none(), first.place())
        }),
        FormBar::by(cite!("9.4"), "all the infantry of the hex forms it, or none").bites(|f| {
            let run = f.run?;
            f.outside()
                .find(|u| !run.units.contains(u.0))
                .map(|u| Bite::at(u.place()))
        }),
        FormBar::by(cite!("9.4", "R50"), "a unit that has moved forms no hedgehog").bites(|f| {
            f.run?;
            f.outside()
                .find(|&u| f.s.unit(u).spent > 0)
                .map(|u| Bite::at(u.place()))
        }),
        FormBar::by(cite!("9.4", "R101"), "artillery in the hex prevents it").bites(|f| {
            if !f.s.opts(Choice::R101) {
                return None;
            }
            let gun = |&u: &UnitId| f.s.class(u) == Class::Artillery;
            let u = f.hex.into_iter().flat_map(|h| f.s.units_at(h)).find(gun)?;
            Some(Bite::at(u.place()))
        }),
    ],
};

impl Engine<'_> {
    /// 9.4: the infantry of a hex that cavalry commits tries to form the hedgehog: all of it, or none.
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
        }
    }
}
