//! 3.1: a pivot of those in hand.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::movement::step::place_of;
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, Bite, HexId, Place, SideFacing};

/// The facts of a pivot.
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

/// Who of a hex is not in hand and would have to turn with those who are (3.0, ruling R32).
pub(crate) fn bystander(s: &State, run: &Run, hex: HexId) -> Option<UnitId> {
    s.units_at(hex)
        .find(|&u| !run.units.contains(u.0) && !s.routed(u) && !s.hedgehog(u))
}

type PivotBar = Bar<PivotFacts<'static>>;

/// What forbids a pivot, in book order.
pub static PIVOT_BARS: Bars<PivotFacts> = Bars {
    name: "pivot",
    list: &[
        PivotBar::by(cite!("3.0"), "only units on the map have a facing").when(
            |_| Place::Nowhere,
            |f| {
                let on_map = place_of(f.s, f.run).hex().is_some() && !f.run.units.is_empty();
                !on_map
            },
        ),
        PivotBar::by(cite!("3.0", "R32"), "units stacked together turn together").bites(|f| {
            let hex = place_of(f.s, f.run).hex().filter(|_| !f.run.units.is_empty())?;
            bystander(f.s, f.run, hex).map(|u| Bite::at(u.place()))
        }),
        PivotBar::by(cite!("3.1"), "it faces there already").bites(|f| {
            let u = UnitId(f.run.units.first()?);
            Bite::when(f.s.unit(u).facing == f.facing, u.place())
        }),
        PivotBar::by(cite!("3.1"), "a pivot costs a movement point").bites(|f| {
            let short = |&u: &UnitId| f.s.points_left(u) < PIVOT;
            let unit = f.run.units.iter().map(UnitId).find(short)?;
            Some(Bite::short(unit.place(), PIVOT, f.s.points_left(unit)))
        }),
    ],
};
