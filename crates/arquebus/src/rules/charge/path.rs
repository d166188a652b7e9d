//! The path of a Charge or Counter-Charge (13.3(5)).

use crate::casebook::cite;
use crate::charts::{Risk, TerrainRow};
use crate::components::{Hexside, MOUNTED, Terrain, Tread, UnitId};
use crate::event::Shut;
use crate::options::Choice;
use crate::rules::ground::open_to;
use crate::state::position::State;
use casus_core::{Aspect, Bar, Bars, Few, HexId, Verdict, VertexFacing, Violation};

casus_continuity::facts! {
    /// The facts of one hex of a path.
    ///
    /// They serve every hex from the Charger's to the hex where the Charge ends, and the target's hex from there.
    pub struct PathFacts<'a> of State; rules B = Bar; places to {
        /// The unit that would Charge.
        pub unit: UnitId,
        /// The Charger's hex on its path.
        pub at: HexId,
        /// The next hex.
        pub to: HexId,
        /// The hex of its target.
        pub target: HexId,
    }
}

impl PathFacts<'_> {
    /// Whether it is the target's hex itself.
    fn strikes(&self) -> bool {
        self.to == self.target
    }
    /// Whether it is the hex where the Charge ends, adjacent to the target.
    fn last(&self) -> bool {
        self.s.next_to(self.to, self.target)
    }
    fn other(&self) -> Option<UnitId> {
        self.s.units_at(self.to).find(|&u| u != self.unit)
    }
    /// Whether a feature that 13.3(5g) names is on the hexside. Walls are closed by 13.3(5i), like everything that the unit may
    /// not cross.
    fn barred_side(&self) -> bool {
        let (board, chart) = (&self.s.game_data.board, &self.s.game_data.charts.terrain);
        let barred = |(side, row): (Hexside, &TerrainRow)| match side {
            Hexside::Wall | Hexside::Torre => false,
            Hexside::Stream | Hexside::River => !row.charge || deep(row),
            _ => !row.charge,
        };
        let Some(dir) = board.direction(self.at, self.to) else {
            return false;
        };
        if self.s.opts(Choice::R117) {
            chart.along(board, self.at, dir).any(barred)
        } else {
            chart.to_cross(board, self.at, dir).any(barred)
        }
    }
    /// Whether the hex has a terrain that 13.3(5h) names. The City has not; it is closed to horse (13.3(5i)).
    fn barred_hex(&self) -> bool {
        let board = &self.s.game_data.board;
        Terrain::at(board, self.to) != Terrain::City && !self.s.game_data.charts.terrain.at(board, self.to).charge
    }
    fn shared(&self) -> bool {
        let combat = self.s.combat();
        combat.is_some_and(|f| {
            f.strikers
                .iter()
                .any(|k| k.unit != self.unit && k.path.contains(self.to))
        })
    }
}

/// Whether water costs horse more than a point, or makes it roll for Disorder (13.3(5g)).
fn deep(row: &TerrainRow) -> bool {
    row.mp[MOUNTED].is_none_or(|mp| mp > 1) || row.disorder.of(Tread::Mounted) != Risk::None
}

/// The list `charge-path`: what closes a hex to a Charge or Counter-Charge, and what shelters a target from one. Checked for
/// each hex of a path, and for the target's (13.3(5)).
pub static PATH_BARS: Bars<PathFacts> = Bars {
    name: "charge-path",
    list: &[
        B::by(cite!("13.3(5d)", "R-80"), "a Charge may not pass next to an enemy unit").violated(|f| {
            if f.strikes() || f.last() {
                return None;
            }
            Some(Violation::at(f.s.enemy_beside(f.to, f.s.side(f.unit))?.place()))
        }),
        B::by(cite!("13.3(5f)"), "a unit is in the hex")
            .violated(|f| f.other().filter(|_| !f.strikes()).map(|u| Violation::at(u.place())))
            .always(),
        B::by(cite!("13.3(5g)", "R-117"), "a Charge may not cross that hexside").when(to, |f| f.barred_side()),
        B::by(cite!("13.3(5h)"), "a Charge may not enter such terrain").when(to, |f| f.barred_hex()),
        B::by(cite!("13.3(5i)"), "the Terrain Chart closes the way").when(to, |f| !open_to(f.s, f.unit, f.at, f.to)),
        B::by(cite!("13.3(5j)"), "another Charge goes that way").when(to, |f| !f.strikes() && f.shared()),
    ],
};

/// The greatest distance for which single paths are listed: that of a Counter-Charge by the printed allowances.
const LONGEST: u32 = 8;

/// A Charger and its target, for a search of paths.
#[derive(Clone, Copy)]
pub(crate) struct Route<'a> {
    pub(crate) s: &'a State,
    pub(crate) unit: UnitId,
    pub(crate) target: HexId,
}

impl Route<'_> {
    /// Whether nothing closes the next hex.
    pub(crate) fn open(self, at: HexId, to: HexId) -> bool {
        let Self { s, unit, target } = self;
        PATH_BARS.permit(&PathFacts {
            s,
            unit,
            at,
            to,
            target,
        })
    }
    /// Whether a unit with this facing has its target in front, and may strike it from there.
    pub(crate) fn strikes(self, at: HexId, facing: VertexFacing) -> bool {
        let board = &self.s.game_data.board;
        let front = |d| facing.aspect(d) == Aspect::Front;
        board.direction(at, self.target).is_some_and(front) && self.open(at, self.target)
    }
    /// Whether a Charge can get from here to its target. It always moves ahead, in one of two directions 60 degrees apart, so each
    /// hex of a path is one nearer to its end.
    pub(crate) fn leads(self, at: HexId, facing: VertexFacing) -> bool {
        let board = &self.s.game_data.board;
        let mut reached = vec![at];
        for far in (1..board.distance(at, self.target)).rev() {
            let mut next = Vec::new();
            for &h in &reached {
                for n in facing.front().into_iter().filter_map(|d| board.neighbour(h, d)) {
                    if board.distance(n, self.target) == far && !next.contains(&n) && self.open(h, n) {
                        next.push(n);
                    }
                }
            }
            reached = next;
        }
        reached.into_iter().any(|h| self.strikes(h, facing))
    }
    /// The hexes at which the paths of a Charge from here to its target end, each with the rules that close it.
    pub(crate) fn closed(self, at: HexId, facing: VertexFacing) -> Vec<Shut> {
        let Self { s, unit, target } = self;
        let board = &s.game_data.board;
        let mut shut: Vec<Shut> = Vec::new();
        let mut ask = |at: HexId, to: HexId| {
            let mut v = Verdict::full();
            let facts = PathFacts {
                s,
                unit,
                at,
                to,
                target,
            };
            PATH_BARS.judge(&facts, &mut v);
            let Err(refusals) = v.finish() else { return true };
            if !shut.iter().any(|x| x.hex == to) {
                shut.push(Shut { hex: to, refusals });
            }
            false
        };
        let mut reached = vec![at];
        for far in (0..board.distance(at, target)).rev() {
            let mut next = Vec::new();
            for &h in &reached {
                for n in facing.front().into_iter().filter_map(|d| board.neighbour(h, d)) {
                    if board.distance(n, target) == far && ask(h, n) && !next.contains(&n) {
                        next.push(n);
                    }
                }
            }
            reached = next;
        }
        shut
    }
    /// The hexes of each Charge from here to its target. Ignores targets farther than `LONGEST`, which no Charge reaches.
    pub(crate) fn paths(self, at: HexId, facing: VertexFacing) -> Vec<Few<HexId, 8>> {
        let board = &self.s.game_data.board;
        let far = board.distance(at, self.target);
        if far <= 1 {
            let there = self.strikes(at, facing).then(Few::new);
            return there.into_iter().collect();
        }
        let mut all = Vec::new();
        let ahead = facing.front().into_iter().filter_map(|d| board.neighbour(at, d));
        let nearer = |&h: &HexId| far <= LONGEST && board.distance(h, self.target) == far - 1 && self.open(at, h);
        for next in ahead.filter(nearer) {
            for rest in self.paths(next, facing) {
                let mut path = Few::one(next);
                rest.iter().for_each(|h| path.push(h));
                all.push(path);
            }
        }
        all
    }
    /// Whether a Charge can get there from this hex if the unit first turns by at most one vertex.
    pub(crate) fn leads_turned(self, at: HexId, facing: VertexFacing) -> bool {
        [0, 1, 5].into_iter().any(|n| self.leads(at, facing.cw(n)))
    }
}
