//! 14.1 and 14.2: rules about placing a unit that the set-up and the night share.

use crate::components::{Side, UnitId};
use crate::options::Choice;
use crate::rules::movement::costs::step_closed;
use crate::state::position::State;
use crate::state::turn::Course;
use casus_core::{Field, HexId, PieceSet, Place, Violation};

/// Whether terrain closes a hex to a unit, regardless of how it got there (9.0).
pub(crate) fn closed(s: &State, unit: UnitId, hex: HexId) -> bool {
    step_closed(s, unit, None, hex)
}

/// Returns the command range of the leader of a unit's corps: the range by day, or at night that of the night if the other
/// reading of ruling R95 is chosen.
pub(crate) fn reach(s: &State, unit: UnitId) -> Option<Field> {
    s.reach_of(s.corps_of(unit)?, by_night(s))
}

/// Returns the hexes where a unit might be placed: those of its command range. House rules may repeal that limit, so under
/// house rules any hex of the map (14.1, 14.2).
pub(crate) fn places<'a>(s: &'a State, reach: Option<&'a Field>) -> impl Iterator<Item = HexId> + 'a {
    let all = s.amended().then(|| s.game_data.board.ids());
    let near = reach.filter(|_| !s.amended());
    all.into_iter().flatten().chain(near.into_iter().flat_map(Field::iter))
}

/// Whether placing uses the command ranges of the night.
pub(crate) fn by_night(s: &State) -> bool {
    s.opts(Choice::R95) && matches!(s.course(), Some(Course::Night(_)))
}

/// The facts of placing a unit in a hex, at the set-up or at night.
///
/// Each of the two has a list of its own.
#[derive(Debug)]
pub struct PlaceFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that is placed.
    pub unit: UnitId,
    /// The hex to judge.
    pub hex: HexId,
    /// The hexes in range of its commander, the same for every hex that is judged.
    pub reach: Option<&'a Field>,
}

casus_core::questions!(PlaceFacts);

impl<'a> PlaceFacts<'a> {
    pub(crate) const fn new(s: &'a State, unit: UnitId, hex: HexId, reach: Option<&'a Field>) -> Self {
        Self { s, unit, hex, reach }
    }
    /// The violation if the hex is not in the command range of the corps's commander.
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
        // The hex is in range by distance, but not along a chain of command, so there is no distance to report.
        if far <= range {
            return Some(Violation::at(self.hex.place()));
        }
        Some(Violation::over(self.hex.place(), "distance from the commander", whole(far), whole(range)))
    }
    /// Whether the unit belongs to this side, and the hex has no room for it.
    pub(crate) fn full(&self, side: Side) -> bool {
        self.s.side(self.unit) == side && !self.s.room(self.hex, side, PieceSet::one(self.unit.0))
    }
    /// Whether terrain closes the hex to the unit.
    pub(crate) fn closed(&self) -> bool {
        closed(self.s, self.unit, self.hex)
    }
}

pub(crate) fn hex(f: &PlaceFacts) -> Place {
    f.hex.place()
}
