//! The path of a Charge (9.1(3), 9.2, 14.3(1), ruling F2).

use crate::casebook::cite;
use crate::components::{Arm, STREAM, TRENCH, UnitId};
use crate::rules::concepts::blind_approach;
use crate::rules::ground::open_to;
use crate::state::position::State;
use casus_core::{Aspect, Bar, Bars, HexId, VertexFacing, Violation};

/// Whether the target is two or three hexes away (9.2).
pub(crate) fn in_reach(s: &State, unit: UnitId, target: UnitId) -> bool {
    match (s.hex(unit), s.hex(target)) {
        (Some(a), Some(t)) => (2..=3).contains(&s.game_data.board.distance(a, t)),
        _ => false,
    }
}

pub(crate) fn chargeable(s: &State, at: HexId, target: HexId) -> bool {
    let b = &s.game_data.board;
    b.direction(at, target)
        .is_some_and(|d| b.features(at, d) & (STREAM | TRENCH) == 0)
}

/// Another unit in a hex, except a friendly gun, which a Charge may pass (3.1.1).
pub(crate) fn blocker(s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let there = s.occupant(hex).filter(|&u| u != unit)?;
    let own_gun = s.side(there) == s.side(unit) && s.arm(there) == Arm::Artillery;
    (!own_gun).then_some(there)
}

/// Whether no other unit keeps a Charge from ending in a hex. It may pass through a friendly gun's hex but not stop there.
pub(crate) fn may_stop(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.occupant(hex).is_none_or(|u| u == unit)
}

fn facings(facing: VertexFacing, turned: bool) -> impl Iterator<Item = (VertexFacing, bool)> {
    let turns: &[u8] = if turned { &[0] } else { &[0, 1, 5] };
    turns.iter().map(move |&n| (facing.cw(n), turned || n != 0))
}

/// A rule that is ignored, to find out which rule closes a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// No rule is ignored.
    Nothing,
    /// 9.1(3): trenches and streams.
    Water,
    /// 14.3(1): unseen enemies.
    Unseen,
}

/// A Charger at a point of its path.
#[derive(Clone, Copy)]
struct Route<'a> {
    s: &'a State,
    unit: UnitId,
    target: HexId,
    leave: Leave,
}

impl Route<'_> {
    fn dry(self, at: HexId, to: HexId) -> bool {
        self.leave == Leave::Water || chargeable(self.s, at, to)
    }
    fn stride(self, at: HexId, to: HexId) -> bool {
        let Route { s, unit, target, leave } = self;
        PATH_BARS.permit(&PathFacts {
            s,
            unit,
            at,
            to,
            target,
            leave,
        })
    }
    /// Whether a Charge can get from here to its target.
    fn leads(self, at: HexId, facing: VertexFacing, turned: bool) -> bool {
        self.leads_on(at, facing, turned, &mut Vec::new())
    }
    /// Answers the same question. Only house rules allow paths of more than three hexes; `shut` keeps those that lead nowhere.
    fn leads_on(
        self,
        at: HexId,
        facing: VertexFacing,
        turned: bool,
        shut: &mut Vec<(HexId, VertexFacing, bool)>,
    ) -> bool {
        let Route { s, unit, target, .. } = self;
        let b = &s.game_data.board;
        let d = b.distance(at, target);
        if d == 1 {
            return may_stop(s, unit, at)
                && self.dry(at, target)
                && b.direction(at, target)
                    .is_some_and(|dir| facings(facing, turned).any(|(f, _)| f.aspect(dir) == Aspect::Front));
        }
        if d > 3 && shut.contains(&(at, facing, turned)) {
            return false;
        }
        let found = facings(facing, turned).any(|(f, t)| {
            f.front().into_iter().any(|dir| {
                b.neighbour(at, dir)
                    .is_some_and(|n| self.stride(at, n) && self.leads_on(n, f, t, shut))
            })
        });
        if !found && d > 3 {
            shut.push((at, facing, turned));
        }
        found
    }
}

/// Whether a Charger could enter a hex, with no rule ignored.
pub(crate) fn strides(s: &State, unit: UnitId, at: HexId, to: HexId, target: HexId) -> bool {
    Route {
        s,
        unit,
        target,
        leave: Leave::Nothing,
    }
    .stride(at, to)
}

/// Whether a Charger with this facing could get from a hex to its target, with one rule ignored or none.
pub(crate) fn gets_there(
    s: &State,
    unit: UnitId,
    at: HexId,
    facing: VertexFacing,
    turned: bool,
    target: HexId,
    leave: Leave,
) -> bool {
    Route { s, unit, target, leave }.leads(at, facing, turned)
}

casus_continuity::facts! {
    /// The facts of one hex of a Charge's path.
    ///
    /// They serve every hex between the Charger and its target. To find the rule that closes a path, one rule is ignored.
    pub struct PathFacts<'a> of State; rules PathBar = Bar; places to {
        /// The unit that would Charge.
        pub unit: UnitId,
        /// The Charger's hex on its path.
        pub at: HexId,
        /// The next hex.
        pub to: HexId,
        /// The hex of its target.
        pub target: HexId,
        /// The rule that is ignored.
        pub leave: Leave,
    }
}

impl PathFacts<'_> {
    fn wet(&self) -> bool {
        self.s.game_data.board.direction(self.at, self.to).is_some() && !chargeable(self.s, self.at, self.to)
    }
    fn nears(&self) -> bool {
        let b = &self.s.game_data.board;
        b.distance(self.at, self.to) == 1 && b.distance(self.to, self.target) + 1 == b.distance(self.at, self.target)
    }
    fn unseen(&self) -> Option<UnitId> {
        let asked = self.leave != Leave::Unseen;
        if asked {
            blind_approach(self.s, self.s.side(self.unit), self.at, self.to)
        } else {
            None
        }
    }
}

/// The list `charge-path`: what closes a hex to a Charge. Checked for each hex of its path, at the declaration and during
/// the approach (9.1(3), 9.2).
pub static PATH_BARS: Bars<PathFacts> = Bars {
    name: "charge-path",
    list: &[
        PathBar::by(cite!("3.1.1"), "another combat unit is in the hex")
            .violated(|f| blocker(f.s, f.unit, f.to).map(|u| Violation::at(u.place())))
            .always(),
        PathBar::by(cite!("6.1.1"), "the terrain chart closes the hex").when(to, |f| !open_to(f.s, f.unit, f.to)),
        PathBar::by(cite!("9.1(3)"), "a Charge may not cross a trench or stream")
            .when(to, |f| f.wet() && f.leave != Leave::Water),
        PathBar::by(cite!("9.2", "F2"), "every hex of a Charge is adjacent to the last and nearer to the target")
            .when(to, |f| !f.nears())
            .always(),
        PathBar::by(cite!("14.3(1)", "B10"), "it may not come within two hexes of an enemy that it does not see")
            .violated(|f| f.unseen().map(|e| Violation::at(e.place()))),
    ],
};

/// Whether a Charge can reach its target, with one rule ignored or none.
pub(crate) fn path(s: &State, unit: UnitId, target: UnitId, leave: Leave) -> bool {
    let (Some(at), Some(target)) = (s.hex(unit), s.hex(target)) else {
        return false;
    };
    Route { s, unit, target, leave }.leads(at, s.unit(unit).facing, false)
}
