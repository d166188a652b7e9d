//! 14.1 and 14.2: what the set-up and the night ask alike of a place.

use crate::components::{Side, UnitId};
use crate::options::Choice;
use crate::rules::movement::costs::step_closed;
use crate::state::position::State;
use crate::state::turn::Course;
use casus_core::{Field, HexId, PieceSet, Place, Violation};

/// Whether the ground of a hex is closed to a unit, however it came there (9.0).
pub(crate) fn closed(s: &State, unit: UnitId, hex: HexId) -> bool {
    step_closed(s, unit, None, hex)
}

/// The command range of whoever leads a unit's corps: by day, unless ruling R95 is read the other way at night.
pub(crate) fn reach(s: &State, unit: UnitId) -> Option<Field> {
    s.reach_of(s.corps_of(unit)?, by_night(s))
}

/// Where a unit might be placed: the hexes of its range; under house rules, which may repeal that it is bound to it, any hex
/// of the map (14.1, 14.2).
pub(crate) fn places<'a>(s: &'a State, reach: Option<&'a Field>) -> impl Iterator<Item = HexId> + 'a {
    let all = s.amended().then(|| s.game_data.board.ids());
    let near = reach.filter(|_| !s.amended());
    all.into_iter().flatten().chain(near.into_iter().flat_map(Field::iter))
}

/// Whether ranges for placing are those of the night.
pub(crate) fn by_night(s: &State) -> bool {
    s.opts(Choice::R95) && matches!(s.course(), Some(Course::Night(_)))
}

/// The facts of a place at the set-up or in the night.
///
/// The same at the set-up and in the night, each with a list of its own.
#[derive(Debug)]
pub struct PlaceFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// Who is placed.
    pub unit: UnitId,
    /// The hex where it would stand.
    pub hex: HexId,
    /// The hexes within its commander's range: the same for every hex that is asked about.
    pub reach: Option<&'a Field>,
}

casus_core::questions!(PlaceFacts);

impl<'a> PlaceFacts<'a> {
    pub(crate) const fn new(s: &'a State, unit: UnitId, hex: HexId, reach: Option<&'a Field>) -> Self {
        Self { s, unit, hex, reach }
    }
    /// The hex is not within command range of the corps's commander.
    pub(crate) fn beyond(&self) -> Option<Violation> {
        if self.reach.is_some_and(|r| r.contains(self.hex)) {
            return None;
        }
        let corps = self.s.corps_of(self.unit);
        let leader = corps.and_then(|c| self.s.corps(c).leader);
        let post = leader.and_then(|c| Some((c, self.s.commander(c).at.hex()?)));
        let Some((leader, from)) = post else {
            return Some(Violation::at(self.unit.place()));
        };
        let range = self.s.range(leader, by_night(self.s));
        let far = self.s.game_data.board.distance(from, self.hex);
        let whole = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        // Within the range in hexes, but not along a chain of command: there is nothing to measure.
        if far <= range {
            return Some(Violation::at(self.hex.place()));
        }
        Some(Violation::over(self.hex.place(), "distance from the commander", whole(far), whole(range)))
    }
    /// Whether the unit is of this side, and the hex has no room for it.
    pub(crate) fn full(&self, side: Side) -> bool {
        self.s.side(self.unit) == side && !self.s.room(self.hex, side, PieceSet::one(self.unit.0))
    }
    /// Whether the ground of the hex is closed to the unit.
    pub(crate) fn closed(&self) -> bool {
        closed(self.s, self.unit, self.hex)
    }
}

pub(crate) fn hex(f: &PlaceFacts) -> Place {
    f.hex.place()
}
