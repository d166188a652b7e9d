//! Actions of every kind, legal or not, and those that come to mind in a position.

use crate::action::Action;
use crate::components::{CommanderId, CorpsId, UnitId};
use crate::data::standard;
use crate::state::position::State;
use casus_core::{Dir, HexId, SideFacing};
use casus_testkit::strategies::spread;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Generates any action: of any kind, with any pieces and hexes, including some that do not exist.
///
/// ```
/// use casus_core::{Game, Sided};
/// use casus_marignan::{Marignan, Setup, Side, strategies};
/// use proptest::prelude::*;
///
/// let opening = Marignan::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(action in strategies::actions())| {
///     for &side in Side::ALL {
///         let _ = Marignan::check(&opening, side, &action);
///     }
/// });
/// ```
pub fn actions() -> impl Strategy<Value = Action> {
    let roster = &standard().roster;
    let units = roster.counters.len() as u8;
    let commanders = roster.commanders.len() as u8;
    let corps = roster.corps.len() as u8;
    let hexes = standard().board.len() as u16;
    let unit = prop_oneof![8 => 0..units, 1 => any::<u8>()].prop_map(UnitId);
    let commander = prop_oneof![8 => 0..commanders, 1 => any::<u8>()].prop_map(CommanderId);
    let corps = prop_oneof![8 => 0..corps, 1 => any::<u8>()].prop_map(CorpsId);
    let hex = prop_oneof![8 => 0..hexes, 1 => any::<u16>()].prop_map(HexId);
    let kinds = 0..kinds(&Of::default()).len();
    (kinds, unit, commander, corps, hex, 0..6u8).prop_map(|(kind, unit, commander, corps, hex, d)| {
        let of = Of {
            unit,
            commander,
            corps,
            hex,
            dir: Dir::wrapped(d),
        };
        kinds_of(&of, kind)
    })
}

/// The objects of an action.
pub(super) struct Of {
    unit: UnitId,
    commander: CommanderId,
    corps: CorpsId,
    hex: HexId,
    dir: Dir,
}

impl Default for Of {
    fn default() -> Self {
        Self {
            unit: UnitId(0),
            commander: CommanderId(0),
            corps: CorpsId(0),
            hex: HexId(0),
            dir: Dir::ALL[0],
        }
    }
}

/// Returns one action of every kind with these objects.
pub(super) fn kinds(of: &Of) -> [Action; 37] {
    let (u, c, h) = (of.unit, of.commander, of.hex);
    [
        Action::Done,
        Action::Halt,
        Action::Hold,
        Action::HoldAll,
        Action::Reopen,
        Action::GoOn,
        Action::Form,
        Action::Loose,
        Action::Resolve,
        Action::Face(SideFacing::toward(of.dir)),
        Action::Inspire(of.corps),
        Action::Order(of.corps),
        Action::Appoint(c),
        Action::TakeCommander(c),
        Action::JoinCommander(c),
        Action::LeaveCommander(c),
        Action::Escort(c),
        Action::Install(u),
        Action::Rally(u),
        Action::Flee(u),
        Action::Take(u),
        Action::Join(u),
        Action::Leave(u),
        Action::Unform(u),
        Action::Test(u),
        Action::Fire(u),
        Action::Lose(u),
        Action::Attack(u),
        Action::Advance(u),
        Action::Rejoin(u),
        Action::Step(h),
        Action::Aim(h),
        Action::Assault(h),
        Action::Build(h, of.dir),
        Action::Place(u, h),
        Action::Charge(u, h),
        Action::Retreat(u, h),
    ]
}

fn kinds_of(of: &Of, kind: usize) -> Action {
    let all = kinds(of);
    all[kind % all.len()]
}

/// Returns every action that a player might think of in a state: every kind, with the pieces in play and the hexes around them
/// (a selection, if there are many). All legal actions are among them.
///
/// ```
/// use casus_core::Game;
/// use casus_marignan::{Marignan, Setup, strategies};
///
/// let state = Marignan::begin(&Setup::default()).unwrap();
/// let thinkable = strategies::thinkable(&state);
/// let mut listed = Vec::new();
/// Marignan::actions(&state, &mut listed);
/// assert!(listed.iter().all(|a| thinkable.contains(a)));
/// ```
pub fn thinkable(state: &State) -> Vec<Action> {
    let board = &state.game_data().board;
    let mut units: Vec<UnitId> = Vec::new();
    let mut near: BTreeSet<HexId> = BTreeSet::new();
    for u in state.unit_ids() {
        if let Some(h) = state.hex(u) {
            units.push(u);
            near.insert(h);
            near.extend(board.neighbours(h).map(|(_, n)| n));
        }
    }
    let units = spread(units, 16, 0);
    let hexes = spread(Vec::from_iter(near), 48, 0);
    let mut out = Vec::new();
    crate::dispatch::candidates(state, &mut out);
    let of = Of::default();
    out.extend(kinds(&of));
    for dir in Dir::ALL {
        out.push(Action::Face(SideFacing::toward(dir)));
    }
    for corps in state.corps_ids() {
        out.extend(kinds(&Of { corps, ..Of::default() }));
    }
    for commander in state.commander_ids() {
        out.extend(kinds(&Of {
            commander,
            ..Of::default()
        }));
    }
    for &unit in &units {
        out.extend(kinds(&Of { unit, ..Of::default() }));
        for &hex in &hexes {
            out.extend([
                Action::Place(unit, hex),
                Action::Charge(unit, hex),
                Action::Retreat(unit, hex),
            ]);
        }
    }
    for &hex in &hexes {
        for dir in Dir::ALL {
            out.extend(kinds(&Of {
                hex,
                dir,
                ..Of::default()
            }));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
