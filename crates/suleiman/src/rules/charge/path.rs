//! The path of a Charge (9.1(3), 9.2, 14.3(1), ruling F2).

use crate::casebook::cite;
use crate::components::{Arm, STREAM, TRENCH, UnitId};
use crate::rules::concepts::blind_approach;
use crate::rules::ground::open_to;
use crate::state::position::State;
use casus_core::{Aspect, Bar, Bars, HexId, Place, VertexFacing, Violation};

/// Two or three hexes from the target (9.2).
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

/// Another unit in a hex, no friendly gun that a Charge may pass (3.1.1).
pub(crate) fn blocker(s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let there = s.occupant(hex).filter(|&u| u != unit)?;
    let own_gun = s.side(there) == s.side(unit) && s.arm(there) == Arm::Artillery;
    (!own_gun).then_some(there)
}

/// Whether a unit may end its Charge in a hex, as far as others in it go: it may pass a friendly gun's, not stop there.
pub(crate) fn may_stop(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.occupant(hex).is_none_or(|u| u == unit)
}

fn facings(facing: VertexFacing, turned: bool) -> impl Iterator<Item = (VertexFacing, bool)> {
    let turns: &[u8] = if turned { &[0] } else { &[0, 1, 5] };
    turns.iter().map(move |&n| (facing.cw(n), turned || n != 0))
}

/// A rule left out of account, to tell which one closes a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// None: the rules as they are.
    Nothing,
    /// 9.1(3): trenches and streams.
    Water,
    /// 14.3(1): the unseen.
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
    /// The same; from where a long ride, which only a house rule allows, leads nowhere is asked once.
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

/// Whether a Charger could go on by a hex, by the rules as they are.
pub(crate) fn strides(s: &State, unit: UnitId, at: HexId, to: HexId, target: HexId) -> bool {
    Route {
        s,
        unit,
        target,
        leave: Leave::Nothing,
    }
    .stride(at, to)
}

/// Whether a Charger that faces so could get from a hex to its target, one rule left out of account or none.
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

/// The facts of one hex of a Charge's path.
///
/// Asked of every hex between the Charger and its target, and when one is left out to find which rule closes the way.
#[derive(Debug)]
pub struct PathFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The unit that would Charge.
    pub unit: UnitId,
    /// Where it is on its path.
    pub at: HexId,
    /// The next hex.
    pub to: HexId,
    /// Where its target stands.
    pub target: HexId,
    /// The rule that is left out of account.
    pub leave: Leave,
}

casus_core::questions!(PathFacts);
type PathBar = Bar<PathFacts<'static>>;

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

fn to(f: &PathFacts) -> Place {
    f.to.place()
}

/// The list `charge-path`: what closes a hex to a Charge; asked of each hex of its path, when it is declared and
/// when it is ridden (9.1(3), 9.2).
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

/// Whether a Charge can reach its target, one rule left out of account or none.
pub(crate) fn path(s: &State, unit: UnitId, target: UnitId, leave: Leave) -> bool {
    let (Some(at), Some(target)) = (s.hex(unit), s.hex(target)) else {
        return false;
    };
    Route { s, unit, target, leave }.leads(at, s.unit(unit).facing, false)
}
