//! 12.3: the units that fire together.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Decision;
use crate::rules::fire::shot::{firers, judge_firer};
use crate::state::combat::{Shot, ShotAt};
use crate::state::position::State;
use casus_core::{Bar, Bars, PieceSet, Place, Verdict, Violation};

/// The facts of a combined shot.
///
/// The list `shot` judges first whether a unit may fire at the target at all.
#[derive(Debug)]
pub struct PoolFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The shot as declared so far.
    pub shot: &'a Shot,
    /// The unit that would join; `None` to fire the shot.
    pub joins: Option<UnitId>,
}

casus_core::questions!(PoolFacts);

/// Returns the first of `firers` without an adjacent or stacked unit among `firers` and `others`, the units that may still
/// join (12.3, ruling R56). A unit that fires alone needs no other. A unit that joins never takes away a neighbor, so the
/// shot can be completed if and only if there is no such firer.
fn stranded(s: &State, firers: PieceSet, others: PieceSet) -> Option<UnitId> {
    if firers.len() < 2 {
        return None;
    }
    let all = firers.union(others);
    firers.iter().map(UnitId).find(|&u| alone(s, u, all))
}

/// Whether no other unit of `all` is adjacent to the unit or stacked with it.
fn alone(s: &State, unit: UnitId, all: PieceSet) -> bool {
    let near = |other: UnitId| match (s.hex(unit), s.hex(other)) {
        (Some(x), Some(y)) => unit != other && s.game_data.board.distance(x, y) <= 1,
        _ => false,
    };
    !all.iter().any(|b| near(UnitId(b)))
}

/// Returns the units of `firers` that fire alone or not at all, because no other of them is adjacent or stacked (12.3, ruling
/// R56). All the rest may fire together.
pub(crate) fn loners(s: &State, firers: PieceSet) -> PieceSet {
    firers.iter().filter(|&u| alone(s, UnitId(u), firers)).collect()
}

type B = Bar<PoolFacts<'static>>;

fn target(f: &PoolFacts) -> Place {
    f.shot.target.place()
}

impl PoolFacts<'_> {
    /// The unit that would join, if it already fires in this shot.
    fn again(&self) -> Option<UnitId> {
        self.joins.filter(|u| self.shot.firers.contains(u.0))
    }
    /// A firer that would be alone even if all others joined. Most calls need no search: the firers have each other.
    fn lone(&self) -> Option<UnitId> {
        let mut all = self.shot.firers;
        all.insert(self.joins?.0);
        stranded(self.s, all, PieceSet::EMPTY)?;
        let others = firers(self.s, self.shot.target, self.shot.mode).map(|u| u.0);
        stranded(self.s, all, others.collect())
    }
}

/// What forbids joining a shot, for example if no permitted shot could then be made of it. Judged for each unit that may
/// fire at the target. Named `pool`.
pub static POOL_BARS: Bars<PoolFacts> = Bars {
    name: "pool",
    list: &[
        B::by(cite!("12.3"), "the unit fires in this shot already")
            .violated(|f| f.again().map(|u| Violation::at(u.place()))),
        B::by(cite!("12.3", "R56"), "a unit of the shot would have no other of it adjacent or stacked")
            .violated(|f| f.lone().map(|u| Violation::at(u.place()))),
    ],
};

/// What forbids firing a shot with the units that have joined it so far. Judged while units join it. Named `loose`.
pub static LOOSE_BARS: Bars<PoolFacts> = Bars {
    name: "loose",
    list: &[
        B::by(cite!("12.3", "R56"), "a unit of the shot has no other of it adjacent or stacked")
            .violated(|f| stranded(f.s, f.shot.firers, PieceSet::EMPTY).map(|u| Violation::at(u.place()))),
        B::by(cite!("12.4"), "nobody fires yet").when(target, |f| f.shot.firers.is_empty()),
    ],
};

/// Returns the open decision of a shot.
pub(crate) fn decision(_: &State, shot: &Shot) -> Option<Decision> {
    (shot.at == ShotAt::Drafting).then(|| Decision::new(shot.side, cite!("12.3"), "fire", shot.target.place()))
}

/// Appends the candidate actions of a shot, a superset of the legal ones.
pub(crate) fn candidates(s: &State, shot: &Shot, out: &mut Vec<Action>) {
    if shot.at == ShotAt::Drafting {
        // The lists also exclude units that already fire and units without fire strength. House rules may repeal that.
        out.extend(
            s.on_map(shot.side)
                .filter(|&(u, _)| s.amended() || !shot.firers.contains(u.0) && s.face(u).fire > 0)
                .map(|(u, _)| Action::Fire(u)),
        );
        out.push(Action::Loose);
    }
}

pub(crate) fn judge(s: &State, shot: &Shot, action: Action, v: &mut Verdict) -> bool {
    let joins = match action {
        _ if shot.at != ShotAt::Drafting => return false,
        Action::Fire(unit) => Some(unit),
        Action::Loose => None,
        _ => return false,
    };
    let facts = PoolFacts { s, shot, joins };
    match joins {
        Some(unit) => {
            judge_firer(s, unit, shot.target, shot.mode, v);
            if !v.settled() {
                POOL_BARS.judge(&facts, v);
            }
        }
        None => LOOSE_BARS.judge(&facts, v),
    }
    true
}
