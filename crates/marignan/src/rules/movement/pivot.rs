//! 3.1: a pivot of those in hand.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::movement::step::place_of;
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, Bite, HexId, Ledger, Line, Place, SideFacing};

/// The facts of a pivot.
///
/// All in hand turn together, and pay a point each (3.1).
#[derive(Debug)]
pub struct PivotFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Those in hand.
    pub run: &'a Run,
    /// The hexside that they would face.
    pub facing: SideFacing,
}

casus_core::questions!(PivotFacts);

/// What a pivot costs, in movement points, to whatever hexside (3.1).
pub(crate) const PIVOT: i32 = 1;

/// What a pivot costs each of those in a hex, with its Case.
pub(crate) fn pivot_ledger(hex: HexId) -> Ledger {
    let mut ledger = Ledger::new(0);
    ledger.push(Line {
        cite: cite!("3.1"),
        label: "a pivot",
        value: PIVOT,
        from: hex.place(),
    });
    ledger
}

/// Who of a hex is not in hand and would have to turn with those who are (3.0, ruling R32).
pub(crate) fn bystander(s: &State, run: &Run, hex: HexId) -> Option<UnitId> {
    s.units_at(hex)
        .find(|&u| !run.units.contains(u.0) && !s.routed(u) && !s.hedgehog(u))
}

type B = Bar<PivotFacts<'static>>;

fn unit(f: &PivotFacts) -> Place {
    f.units().next().map_or(Place::Nowhere, UnitId::place)
}

impl PivotFacts<'_> {
    fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.run.units.iter().map(UnitId)
    }
    /// Where the units are, if they are on the map.
    fn hex(&self) -> Option<HexId> {
        place_of(self.s, self.run).hex().filter(|_| !self.run.units.is_empty())
    }
    /// Who has no movement point left for it.
    fn spent(&self) -> Option<Bite> {
        let unit = self.units().find(|&u| self.s.points_left(u) < PIVOT)?;
        Some(Bite::short(unit.place(), PIVOT, self.s.points_left(unit)))
    }
}

/// What forbids a pivot, in book order: asked of those in hand and each hexside. Named `pivot`.
pub static PIVOT_BARS: Bars<PivotFacts> = Bars {
    name: "pivot",
    list: &[
        B::by(cite!("3.0"), "only units on the map have a facing").when(|_| Place::Nowhere, |f| f.hex().is_none()),
        B::by(cite!("3.0", "R32"), "units stacked together turn together")
            .bites(|f| bystander(f.s, f.run, f.hex()?).map(|u| Bite::at(u.place()))),
        B::by(cite!("3.1"), "it faces there already")
            .when(unit, |f| f.units().next().is_some_and(|u| f.s.unit(u).facing == f.facing)),
        B::by(cite!("3.1"), "a pivot costs a movement point").bites(|f| f.spent()),
    ],
};
