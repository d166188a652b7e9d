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
#[derive(Clone, Copy, Debug)]
pub struct PivotFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Those in hand.
    pub run: &'a Run,
    /// The hexside that they would face.
    pub facing: SideFacing,
    /// Where their units are, if they are on the map.
    pub hex: Option<HexId>,
    /// Who of that hex is not in hand and would have to turn with them.
    pub bystander: Option<UnitId>,
    /// Which of them has no movement point left for it.
    pub spent: Option<UnitId>,
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
    f.first().map_or(Place::Nowhere, UnitId::place)
}

impl<'a> PivotFacts<'a> {
    pub(crate) fn new(s: &'a State, run: &'a Run, facing: SideFacing) -> Self {
        let hex = place_of(s, run).hex().filter(|_| !run.units.is_empty());
        Self {
            s,
            run,
            facing,
            hex,
            bystander: hex.and_then(|hex| bystander(s, run, hex)),
            spent: run.units.iter().map(UnitId).find(|&u| s.points_left(u) < PIVOT),
        }
    }
    /// The facts of a pivot to another hexside.
    pub(crate) const fn toward(self, facing: SideFacing) -> Self {
        Self { facing, ..self }
    }
    fn first(&self) -> Option<UnitId> {
        self.run.units.first().map(UnitId)
    }
    fn too_dear(&self) -> Option<Bite> {
        let unit = self.spent?;
        Some(Bite::short(unit.place(), PIVOT, self.s.points_left(unit)))
    }
}

/// Whether nothing forbids a pivot.
pub(crate) fn may_pivot(f: &PivotFacts<'_>) -> bool {
    PIVOT_BARS.permit(f)
}

/// What forbids a pivot, in book order: asked of those in hand and each hexside. Named `pivot`.
pub static PIVOT_BARS: Bars<PivotFacts> = Bars {
    name: "pivot",
    list: &[
        B::by(cite!("3.0"), "only units on the map have a facing").when(|_| Place::Nowhere, |f| f.hex.is_none()),
        B::by(cite!("3.0", "R32"), "units stacked together turn together")
            .bites(|f| f.bystander.map(|u| Bite::at(u.place()))),
        B::by(cite!("3.1"), "it faces there already")
            .when(unit, |f| f.first().is_some_and(|u| f.s.unit(u).facing == f.facing)),
        B::by(cite!("3.1"), "a pivot costs a movement point").bites(|f| f.too_dear()),
    ],
};
