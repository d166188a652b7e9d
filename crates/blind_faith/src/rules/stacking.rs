//! Stacking (7.4, 7.6, 8.6): the factions that may share a hex.

use crate::casebook::cite;
use crate::components::{Faction, Kind, Side, UnitId};
use crate::options::Choice;
use crate::rules::taking::curable;
use crate::state::march::those;
use crate::state::position::{State, hex_of};
use casus_core::{HexId, PieceSet};

/// Whether counters of a side may be together in a hex. They may be if they are of one faction. Hussites of any factions may be
/// while a crusade is on (7.6). Imperial factions may be with a Legate among them (7.4, ruling R-53). Danes never are with others
/// (6.3.3).
pub(crate) fn may_share(s: &State, side: Side, units: impl Iterator<Item = UnitId>) -> bool {
    const _: casus_core::Cite = cite!("7.4");
    const _: casus_core::Cite = cite!("7.6");
    const _: casus_core::Cite = cite!("8.6");
    let (mut factions, mut legate) = (0_u32, false);
    for u in units {
        let counter = s.counter(u);
        legate |= counter.legate();
        // The faction of a Legate who does not fight does not count.
        if !matches!(counter.kind, Kind::Legate) {
            factions |= 1 << counter.faction as u32;
        }
    }
    match side {
        _ if factions & (1 << Faction::Danish as u32) != 0 => factions.is_power_of_two() && !legate,
        _ if factions.count_ones() < 2 => true,
        Side::Hussite => crusading(s),
        Side::Imperial => legate,
    }
}

/// Whether a crusade is on. Then 8.6.2 lets factions stack, and only 8.6.4 separates Imperial factions.
pub(crate) fn crusading(s: &State) -> bool {
    s.crusade().is_on()
}

/// Whether Danes are among counters (6.3.3).
pub(crate) fn with_danes(s: &State, mut units: impl Iterator<Item = UnitId>) -> bool {
    units.any(|u| s.faction(u) == Faction::Danish)
}

/// Whether counters of a side in a hex must part (8.6.2 to 8.6.4). By the other reading of ruling R-49 those of the set-up at
/// Breslau must part in Turn 1, with or without the Legate.
pub(crate) fn must_part(s: &State, side: Side, hex: HexId, units: impl Iterator<Item = UnitId>) -> bool {
    let breslau = || {
        s.game_data()
            .names()
            .breslau
            .is_some_and(|t| s.game_data().roster[t].hex == hex)
    };
    if s.opts(Choice::R49) && s.turn() == 1 && breslau() {
        return !may_share(s, side, units.filter(|&u| !s.counter(u).legate()));
    }
    !may_share(s, side, units)
}

/// Returns the units of a side that stay when a stack leaves its hex.
pub(crate) fn those_left(s: &State, stack: PieceSet) -> impl Iterator<Item = UnitId> + '_ {
    let from = hex_of(s, stack).zip(those(stack).next().map(|u| s.side(u)));
    let there = from.into_iter().flat_map(|(hex, side)| s.own_at(hex, side));
    there.filter(move |u| !stack.contains(u.0))
}

/// Whether a stack that leaves takes away the Legate who let the units that stay be together (ruling R-50). Danes are ignored: no
/// Legate lets them be with others (6.3.3), so they are a forbidden mix with or without him.
pub(crate) fn strands(s: &State, stack: PieceSet) -> bool {
    strands_those(s, stack, |_| true)
}

/// Like [`strands`], but counts only units that stay and match `of`, and a Legate who stays with them.
pub(crate) fn strands_those(s: &State, stack: PieceSet, of: impl Fn(UnitId) -> bool) -> bool {
    let Some((hex, side)) = hex_of(s, stack).zip(those(stack).next().map(|u| s.side(u))) else {
        return false;
    };
    let counts = |&u: &UnitId| s.faction(u) != Faction::Danish;
    let left = those_left(s, stack)
        .filter(counts)
        .filter(|&u| of(u) || s.counter(u).legate());
    let all = s.own_at(hex, side).filter(counts);
    must_part(s, side, hex, left) && !must_part(s, side, hex, all)
}

/// Whether the attackers of a side in a hex are of factions that cannot stack, with a Legate in the hex taken into account (8.6.4),
/// and could part instead. Under Blockade they could not (rulings R-50, G-4). The attackers may include a garrison that comes out.
pub(crate) fn attack_mixed(s: &State, side: Side, hex: HexId, attackers: PieceSet) -> bool {
    let legates = s.own_at(hex, side).filter(|&u| s.counter(u).legate());
    !may_share(s, side, those(attackers).chain(legates)) && those(attackers).any(|u| curable(s, u))
}

/// Whether a counter may be placed in a hex with the counters of its side there (rulings ).
pub(crate) fn fits(s: &State, unit: UnitId, hex: HexId) -> bool {
    let side = s.side(unit);
    let there = s.own_at(hex, side).filter(|&u| u != unit);
    may_share(s, side, there.chain([unit]))
}
