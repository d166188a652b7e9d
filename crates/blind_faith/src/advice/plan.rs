//! The plans to consider: single actions, marches and interceptions.

use crate::action::Action;
use crate::components::UnitId;
use crate::rules::interception::{leaves_mix, parted};
use crate::state::march::those;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::position::hex_of;
use crate::state::stage::{Course, Stage};
use casus_core::{HexId, Next, PieceSet, ScoredPlan};

/// A march: units, path, and final action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct March {
    /// The ids of the units that go.
    pub units: PieceSet,
    /// The hex where they set out.
    pub from: HexId,
    /// The hexes to enter, in order; empty to fight or besiege in their own hex.
    pub path: Vec<HexId>,
    /// The action at the end of the path, if they have met no enemy.
    pub then: Action,
}

/// A plan of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// Marches to make, the last first.
    Go(Vec<March>),
    /// Interceptors that gather and ride.
    Ride(PieceSet),
}

pub(crate) fn counsel(plan: Plan, expected_gain: i32) -> ScoredPlan<Plan> {
    ScoredPlan {
        plan,
        expected_gain,
        dice: false,
    }
}

/// Returns the next action of a march while its stack is selected.
fn marching(s: &State, march: &March, hand: PieceSet) -> Option<Action> {
    let at = hex_of(s, hand)?;
    if let Some(extra) = those(hand).find(|u| !march.units.contains(u.0)) {
        return Some(Action::Leave(extra));
    }
    let missing = |&u: &UnitId| {
        at == march.from && !hand.contains(u.0) && s.hex(u) == Some(at) && !s.unit(u).done.has(Done::HALTED)
    };
    if let Some(unit) = those(march.units)
        .filter(missing)
        .min_by_key(|&u| (!s.counter(u).legate(), u))
    {
        return Some(Action::Join(unit));
    }
    let next = if at == march.from {
        march.path.first()
    } else {
        let here = march.path.iter().position(|&h| h == at)?;
        march.path.get(here + 1)
    };
    Some(next.map_or(march.then, |&h| Action::Step(h)))
}

/// Returns the next action of a plan at the open decision.
pub(crate) fn next(s: &State, plan: &mut Plan) -> Next<Action> {
    match plan {
        Plan::Act(action) => Next::Last(*action),
        Plan::Ride(units) => match s.stack.last() {
            Some(&Stage::Intercept { .. }) => {
                let fighter = those(*units).find(|&u| s.fights(u));
                fighter.map_or(Next::Over, |u| Next::Do(Action::Intercept(u)))
            }
            Some(&Stage::Gathering(g)) => {
                let missing = those(*units).find(|u| !g.units.contains(u.0) && s.hex(*u) == hex_of(s, g.units));
                // The Legate rides along to friends of another faction (8.6.4).
                let here = hex_of(s, g.units).filter(|_| parted(s, g.target, g.units));
                let legate = here.and_then(|hex| s.units_at(hex).find(|&u| s.counter(u).legate()));
                let last = if leaves_mix(s, g.target, g.units) {
                    Next::Do(Action::JoinAll)
                } else {
                    Next::Last(Action::Ride)
                };
                missing
                    .or(legate.filter(|u| !g.units.contains(u.0)))
                    .map_or(last, |u| Next::Do(Action::Join(u)))
            }
            _ => Next::Over,
        },
        Plan::Go(marches) => match s.stack.last() {
            Some(&Stage::Course(Course::Campaign(_))) => {
                while let Some(march) = marches.last() {
                    let ready = |&u: &UnitId| s.hex(u) == Some(march.from) && !s.unit(u).done.has(Done::HALTED);
                    // Plan again if some units of the march were lost on the way here.
                    // Select a Legate first: he lets others join (7.4).
                    let first = those(march.units).min_by_key(|&u| (!s.counter(u).legate(), u));
                    if those(march.units).all(|u| ready(&u))
                        && let Some(first) = first
                    {
                        return Next::Do(Action::Take(first));
                    }
                    marches.pop();
                }
                Next::Over
            }
            Some(&Stage::March(hand)) => {
                let Some(march) = marches.last() else { return Next::Over };
                // Plan again after a battle, with fewer units, or at the end of the path.
                let whole = hand.moved.is_empty() || those(march.units).all(|u| hand.units.contains(u.0));
                let action = marching(s, march, hand.units).filter(|_| whole);
                let Some(action) = action else { return Next::Over };
                if matches!(action, Action::Halt) {
                    marches.pop();
                    return if marches.is_empty() {
                        Next::Last(action)
                    } else {
                        Next::Do(action)
                    };
                }
                if matches!(action, Action::Fight | Action::Besiege) {
                    marches.clear();
                    return Next::Last(action);
                }
                Next::Do(action)
            }
            // The other side decides, or a battle is in progress: the plan ends.
            _ => Next::Over,
        },
    }
}
