//! 3.1: a pivot of the selected pieces.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::movement::step::Pose;
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, HexId, Ledger, Modifier, Modifiers, Place, SideFacing, Violation};

/// The facts of a pivot.
///
/// All selected pieces turn together, and each pays for it (3.1).
#[derive(Debug)]
pub struct PivotFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected pieces.
    pub run: &'a Run,
    /// The hex of the pieces, now or later on their path; `None` off the map.
    pub hex: Option<HexId>,
    /// The hexside that they face in that hex.
    pub from: SideFacing,
    /// The hexside that they would face.
    pub facing: SideFacing,
    /// Movement points that the path to the hex costs units of each class, in addition to those already spent.
    pub paid: [u8; 3],
}

casus_core::questions!(PivotFacts);

/// The cost of a pivot to any hexside, in movement points (3.1).
const PIVOT: i32 = 1;

type M = Modifier<PivotFacts<'static>>;

/// The cost of a pivot for each of the selected pieces, in movement points. Computed for the selected pieces and each hexside.
/// Named `pivot-cost`.
pub static PIVOT_COSTS: Modifiers<PivotFacts> = Modifiers {
    name: "pivot-cost",
    list: &[M::by(cite!("3.1"), "a pivot").adds(hex, |_| Some(PIVOT))],
};

/// Returns the cost of a pivot line by line.
pub(crate) fn pivot_ledger(facts: &PivotFacts<'_>) -> Ledger {
    PIVOT_COSTS.ledger(0, facts)
}

/// Returns the cost of a pivot. House rules may make it cheaper, but never cheaper than free.
pub(crate) fn pivot_due(facts: &PivotFacts<'_>) -> u8 {
    u8::try_from(PIVOT_COSTS.sum(facts).max(0)).unwrap_or(u8::MAX)
}

/// Returns the facts of a pivot of the selected pieces, now or later on their path.
pub(crate) fn pivot_facts<'a>(s: &'a State, run: &'a Run, pose: &Pose, facing: SideFacing) -> PivotFacts<'a> {
    PivotFacts {
        s,
        run,
        hex: pose.at.filter(|_| !run.units.is_empty()),
        from: pose.facing,
        facing,
        paid: pose.paid,
    }
}

/// Returns a unit of a hex that is not selected and would have to turn with the selected ones (3.0, ruling R32).
fn bystander(s: &State, run: &Run, hex: HexId) -> Option<UnitId> {
    s.units_at(hex)
        .find(|&u| !run.units.contains(u.0) && !s.routed(u) && !s.hedgehog(u))
}

type B = Bar<PivotFacts<'static>>;

fn hex(f: &PivotFacts) -> Place {
    f.hex.map_or(Place::Nowhere, HexId::place)
}

fn unit(f: &PivotFacts) -> Place {
    f.units().next().map_or(Place::Nowhere, UnitId::place)
}

impl PivotFacts<'_> {
    fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.run.units.iter().map(UnitId)
    }
    /// The violation if a unit has too few movement points left for the pivot.
    fn spent(&self) -> Option<Violation> {
        let need = i32::from(pivot_due(self));
        let left = |u: UnitId| (self.s.points_left(u) - i32::from(self.paid[self.s.class(u) as usize])).max(0);
        let unit = self.units().find(|&u| left(u) < need)?;
        Some(Violation::lacks(unit.place(), MP, need, left(unit)))
    }
}

/// What forbids a pivot, in book order. Judged for the selected pieces and each hexside. Named `pivot`.
pub static PIVOT_BARS: Bars<PivotFacts> = Bars {
    name: "pivot",
    list: &[
        B::by(cite!("3.0"), "only units on the map have a facing")
            .when(|_| Place::Nowhere, |f| f.hex.is_none())
            .always(),
        B::by(cite!("3.0", "R32"), "units stacked together turn together")
            .violated(|f| bystander(f.s, f.run, f.hex?).map(|u| Violation::at(u.place()))),
        B::by(cite!("3.1"), "the unit faces there already")
            .when(unit, |f| !f.run.units.is_empty() && f.from == f.facing),
        B::by(cite!("3.1"), "a pivot costs a movement point").violated(|f| f.spent()),
    ],
};

/// Returns the hexsides to which the selected pieces may turn. Under the printed laws one answer holds for all except the
/// hexside that they face.
pub(crate) fn turns<'a>(s: &'a State, run: &'a Run, pose: &'a Pose) -> impl Iterator<Item = SideFacing> + 'a {
    let may = |facing| PIVOT_BARS.permit(&pivot_facts(s, run, pose, facing));
    let other = SideFacing::ALL.into_iter().find(|&facing| facing != pose.facing);
    let alike = (!s.amended()).then(|| other.is_some_and(may));
    SideFacing::ALL.into_iter().filter(move |&facing| match alike {
        Some(turn) => {
            let turn = turn && facing != pose.facing;
            debug_assert_eq!(turn, may(facing), "{facing:?} of {pose:?}");
            turn
        }
        None => may(facing),
    })
}
