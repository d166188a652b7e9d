//! How a unit comes to a battle: what an approach costs, and who comes within its points.

use super::{INTERCEPT_BARS, InterceptFacts, anybody, shut, stops_ride};
use crate::components::{Faction, Side, UnitId};
use crate::data::ways::{Costs, Heading, Sight};
use crate::state::position::State;
use casus_core::{HexId, PieceSet};
use core::cell::OnceCell;

/// The paths of a side to a hex. Each step has the cost of the direction toward the hex. Paths avoid enemies on the way (8.1,
/// 8.5). Poles may cross their kingdom (14.0, ruling R-13).
///
/// The cheapest path over the empty map is precomputed, and usually open. Another is searched only if it is not.
#[derive(Debug)]
pub(crate) struct Approach<'a> {
    pub(super) s: &'a State,
    pub(super) target: HexId,
    pub(super) side: Side,
    /// The points from one hex, if they are known already.
    pub(super) known: Option<(HexId, u8)>,
    /// Whether closed lands count as open. This is used only to explain why there is no path.
    pub(super) open: bool,
    /// The costs around the enemies: for all others, and for Poles.
    pub(super) round: [OnceCell<Costs>; 2],
}

impl<'a> Approach<'a> {
    pub(super) fn to(s: &'a State, target: HexId, side: Side) -> Self {
        Self {
            s,
            target,
            side,
            known: None,
            open: false,
            round: [const { OnceCell::new() }; 2],
        }
    }
    fn goes_on(&self, polish: bool, at: HexId) -> bool {
        let shut = !self.open && closed(self.s, polish, at);
        !shut && (at == self.target || !stops_ride(self.s, at, self.side))
    }
    /// Returns the points of the cheapest path from a hex over the empty map, if it is open.
    pub(super) fn straight(&self, polish: bool, hex: HexId) -> Option<u8> {
        let ways = self.s.game_data().empty_ways(self.target)?;
        let cost = ways.cost(hex).filter(|&c| c <= most(self.s))?;
        ways.is_open(hex, |at| self.goes_on(polish, at)).then_some(cost)
    }
    /// Returns the points from a hex, if there is a path.
    pub(super) fn cost(&self, polish: bool, hex: HexId) -> Option<u8> {
        if let Some((from, points)) = self.known
            && from == hex
        {
            return Some(points);
        }
        if self.s.game_data().far(hex, self.target) > most(self.s) {
            return None;
        }
        self.straight(polish, hex).or_else(|| {
            let round = self.round[usize::from(polish)].get_or_init(|| {
                let sight = |at| Sight::of(self.goes_on(polish, at));
                let net = self.s.game_data().net();
                net.costs(Heading::Home, [(self.target, 0)], most(self.s), sight)
            });
            round.of(hex)
        })
    }
    /// Returns the facts of a unit that sets out on these paths, as the first or with units that have gathered.
    pub(super) fn facts(&self, unit: UnitId, with: PieceSet) -> InterceptFacts<'_> {
        InterceptFacts {
            s: self.s,
            unit,
            with,
            target: self.target,
            ways: self,
            fare: OnceCell::new(),
            hindrance: OnceCell::new(),
        }
    }
    pub(super) fn permits(&self, unit: UnitId, with: PieceSet) -> bool {
        INTERCEPT_BARS.permit(&self.facts(unit, with))
    }
}

/// Returns the highest allowance of any unit.
fn most(s: &State) -> u8 {
    let points = &s.game_data().charts.points;
    points.mounted.max(points.wagon).max(points.zizka)
}

/// Whether a hex is closed to interceptors: to Poles, or to others.
pub(super) fn closed(s: &State, polish: bool, at: HexId) -> bool {
    s.closed_to(at, if polish { Faction::Polish } else { Faction::Papal })
}

/// The hexes that the ready units can reach. A single search from all of them serves every hex.
#[derive(Debug)]
pub(super) struct Sweep<'a> {
    s: &'a State,
    ready: &'a [UnitId],
    side: Side,
    /// The points spent when the best unit reaches a hex, and where it set out: for all others, and for Poles.
    spent: [OnceCell<(Costs, Box<[HexId]>)>; 2],
}

impl<'a> Sweep<'a> {
    pub(super) fn of(s: &'a State, ready: &'a [UnitId], side: Side) -> Self {
        Self {
            s,
            ready,
            side,
            spent: [const { OnceCell::new() }; 2],
        }
    }
    /// Returns the ready units that are Poles, or are not, with their hexes.
    pub(super) fn those(&self, polish: bool) -> impl Iterator<Item = (UnitId, HexId)> {
        let s = self.s;
        let of = move |&&u: &&UnitId| (s.faction(u) == Faction::Polish) == polish;
        self.ready.iter().filter(of).filter_map(|&u| Some((u, s.hex(u)?)))
    }
    /// Returns those of them that may set out from their hexes.
    fn free(&self, polish: bool) -> impl Iterator<Item = (UnitId, HexId)> {
        self.those(polish).filter(|&(u, _)| !shut(self.s, u))
    }
    /// Returns the points by which a unit has less than the highest allowance.
    fn behind(&self, unit: UnitId) -> u8 {
        most(self.s).saturating_sub(self.s.left(unit))
    }
    /// Returns the hex from which the best unit reaches a hex, and the points from there.
    pub(super) fn comes(&self, polish: bool, hex: HexId) -> Option<(HexId, u8)> {
        let s = self.s;
        let search = || {
            let here: Vec<HexId> = self.free(polish).map(|(_, hex)| hex).collect();
            let goes_on = |at| here.contains(&at) || (!closed(s, polish, at) && !stops_ride(s, at, self.side));
            let starts = self.free(polish).map(|(u, hex)| (hex, self.behind(u)));
            s.game_data().net().sweep(starts, most(s), |at| Sight::of(goes_on(at)))
        };
        if closed(s, polish, hex) {
            return None;
        }
        let (costs, from) = self.spent[usize::from(polish)].get_or_init(search);
        let (from, spent) = (from[hex.index()], costs.of(hex)?);
        // The best unit in its hex set out first. Units stacked with it pay the same, although they have fewer points.
        let beside = self.free(polish).filter(|&(_, at)| at == from);
        let behind = beside.map(|(u, _)| self.behind(u)).min()?;
        Some((from, spent.checked_sub(behind)?))
    }
    /// Whether any unit may intercept the force in a hex.
    pub(super) fn anybody(&self, hex: HexId) -> bool {
        let mut comes = false;
        for polish in [false, true] {
            let Some(known) = self.comes(polish, hex) else {
                continue;
            };
            comes = true;
            let ways = Approach {
                known: Some(known),
                ..Approach::to(self.s, hex, self.side)
            };
            let may = |(unit, _)| ways.permits(unit, PieceSet::EMPTY);
            let from = known.0;
            if self.those(polish).filter(|&(_, at)| at == from).any(may) {
                return true;
            }
        }
        (comes || self.ready.iter().any(|&u| self.s.hex(u) == Some(hex))) && anybody(self.s, self.ready, hex)
    }
}

/// Returns the points that a unit would pay to intercept enemies in a hex, if there is a path (8.8).
pub(crate) fn points(s: &State, unit: UnitId, target: HexId) -> Option<u16> {
    let polish = s.faction(unit) == Faction::Polish;
    let ways = Approach::to(s, target, s.side(unit));
    ways.cost(polish, s.hex(unit)?).map(u16::from)
}
