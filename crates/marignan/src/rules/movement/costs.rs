//! 9.0: the cost of a step.

use crate::casebook::cite;
use crate::components::{Class, Side, UnitId};
use crate::rules::movement::ground::Crossing;
use crate::state::position::State;
use casus_core::{Dir, HexId, Ledger, Modifier, Modifiers, PieceSet, Place};

/// The facts of the cost of a step.
///
/// The cost depends on the class, not on the unit: all units of a class pay the same. Units that move together pay each for
/// itself.
#[derive(Debug)]
pub struct CostFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The class of the moving piece.
    pub class: Class,
    /// The side of a unit; `None` for a commander, who pays only for the terrain (ruling R48).
    pub side: Option<Side>,
    /// The hex that the piece leaves; `None` from off the map.
    pub from: Option<HexId>,
    /// The direction, if the hexes are adjacent.
    pub dir: Option<Dir>,
    /// Whether the step follows a road.
    pub by_road: bool,
    /// The crossed hexside; `None` from off the map, or if the hexes are not adjacent.
    pub crossing: Option<Crossing<'a>>,
    /// The hex to enter.
    pub to: HexId,
    /// The units that move together.
    pub moving: PieceSet,
}

casus_core::questions!(CostFacts);

/// The points that a class pays for one item on its way; `None` if that item is closed to the class.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fee(Option<u8>);

impl CostFacts<'_> {
    fn ground(&self) -> Option<u8> {
        let terrain = &self.s.game_data.charts.terrain;
        if self.by_road {
            return Some(terrain.road_mp);
        }
        terrain.hex(self.s.game_data.board.terrain(self.to)).mp[self.class as usize]
    }
    /// The fee for the hex, if the step follows a road or does not, as `road` says.
    fn ground_by(&self, road: bool) -> Option<Fee> {
        (self.by_road == road).then(|| Fee(self.ground()))
    }
    fn water(&self) -> Option<Fee> {
        let row = self.crossing?.water?;
        Some(Fee(row.mp[self.class as usize]))
    }
    /// The fee for the water, if there is a bridge over it or none, as `bridge` says.
    fn water_by(&self, bridge: bool) -> Option<Fee> {
        self.water()
            .filter(|_| self.crossing.is_some_and(|c| c.bridged) == bridge)
    }
    fn wall(&self) -> Option<Fee> {
        let row = &self.s.game_data.charts.terrain.fortification;
        let stands = self.crossing?.fortification;
        stands.then(|| Fee(row.mp[self.class as usize]))
    }
    fn slope(&self) -> Option<Fee> {
        let row = &self.s.game_data.charts.terrain.slope;
        let climb = self.crossing?.climb;
        let levels = u8::try_from(climb.unsigned_abs()).unwrap_or(u8::MAX);
        let level = match climb {
            0 => return None,
            up if up > 0 => row.up[self.class as usize],
            _ => row.down[self.class as usize],
        };
        Some(Fee(level.map(|points| points.saturating_mul(levels))))
    }
    /// Whether any part of the step is closed to the class.
    fn closed(&self) -> bool {
        self.ground().is_none() || [self.water(), self.wall(), self.slope()].contains(&Some(Fee(None)))
    }
    /// Whether the hex holds friendly units that do not move with the unit.
    fn joins(&self) -> bool {
        joins(self.s, self.side, self.to, self.moving)
    }
}

fn joins(s: &State, side: Option<Side>, to: HexId, moving: PieceSet) -> bool {
    let ours = side.is_some() && s.held_by(to) == side;
    ours && s.units_at(to).any(|u| !moving.contains(u.0))
}

fn to(f: &CostFacts) -> Place {
    f.to.place()
}

fn side(f: &CostFacts) -> Place {
    match (f.from, f.dir) {
        (Some(from), Some(d)) => Place::Hexside(from.0, d.index() as u8),
        _ => f.to.place(),
    }
}

fn points(fee: Option<Fee>) -> Option<i32> {
    Some(i32::from(fee?.0?))
}

type M = Modifier<CostFacts<'static>>;

/// The cost of a step in movement points, in the order of the Terrain Table (9.0). Computed for each piece and each hex that it
/// could step into, if no part of the step is closed to it. Named `step-cost`.
pub static STEP_COSTS: Modifiers<CostFacts> = Modifiers {
    name: "step-cost",
    list: &[
        M::by(cite!("9.0"), "terrain").adds(to, |f| points(f.ground_by(false))),
        M::by(cite!("9.0", "R104"), "the road").adds(to, |f| points(f.ground_by(true))),
        M::by(cite!("9.0"), "river or canal").adds(side, |f| points(f.water_by(false))),
        M::by(cite!("9.0", "R104"), "a bridge").adds(side, |f| points(f.water_by(true))),
        M::by(cite!("9.0"), "a fortification").adds(side, |f| points(f.wall())),
        M::by(cite!("9.0"), "a slope").adds(side, |f| points(f.slope())),
        M::by(cite!("9.0", "R44"), "friendly units there").adds(to, |f| f.joins().then_some(1)),
    ],
};

fn cost_facts(
    s: &State,
    class: Class,
    side: Option<Side>,
    from: Option<HexId>,
    to: HexId,
    moving: PieceSet,
) -> CostFacts<'_> {
    let dir = from.and_then(|f| s.game_data.board.direction(f, to));
    CostFacts {
        s,
        class,
        side,
        from,
        dir,
        by_road: from.zip(dir).is_some_and(|(f, d)| s.game_data.board.road(f, d)),
        crossing: from.zip(dir).map(|(f, d)| s.crossing(f, d)),
        to,
        moving,
    }
}

/// Returns the cost of a step; `None` if it is closed. Under the printed laws, without friendly units in the hex and without
/// field works, the cost depends on the terrain alone, so it is cached.
fn price_of(
    s: &State,
    class: Class,
    side: Option<Side>,
    from: Option<HexId>,
    to: HexId,
    moving: PieceSet,
) -> Option<u32> {
    let anew = || price(&cost_facts(s, class, side, from, to, moving));
    let plain = !s.amended() && s.works.is_empty() && !joins(s, side, to, moving);
    let step = from
        .filter(|_| plain)
        .and_then(|f| Some((f, s.game_data.board.direction(f, to)?)));
    let Some((from, dir)) = step else { return anew() };
    let fare = s.game_data.fare(from, dir, class, anew);
    debug_assert_eq!(fare, anew());
    fare
}

pub(crate) fn unit_facts(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> CostFacts<'_> {
    cost_facts(s, s.class(unit), Some(s.side(unit)), from, to, moving)
}

fn price(facts: &CostFacts<'_>) -> Option<u32> {
    (!facts.closed()).then(|| points_due(facts))
}

/// Returns the sum of the list. House rules may make a step cheaper, but never cheaper than free. A closed part adds nothing.
fn points_due(facts: &CostFacts<'_>) -> u32 {
    STEP_COSTS.sum(facts).max(0).unsigned_abs()
}

/// Whether terrain closes a step to a unit (9.0).
pub(crate) fn step_closed(s: &State, unit: UnitId, from: Option<HexId>, to: HexId) -> bool {
    match from {
        Some(_) => price_of(s, s.class(unit), None, from, to, PieceSet::EMPTY).is_none(),
        None => unit_facts(s, unit, from, to, PieceSet::EMPTY).closed(),
    }
}

/// Returns the cost of a step for a unit that moves with others, in movement points; `None` if terrain closes it (9.0).
pub(crate) fn step_cost(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> Option<u32> {
    price_of(s, s.class(unit), Some(s.side(unit)), from, to, moving)
}

/// Returns the points that a unit pays for a step it makes, also over closed terrain if a house rule permits that.
pub(crate) fn step_due(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> u32 {
    step_cost(s, unit, from, to, moving).unwrap_or_else(|| points_due(&unit_facts(s, unit, from, to, moving)))
}

/// Returns the cost of a step of a unit line by line.
pub(crate) fn step_ledger(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> Ledger {
    STEP_COSTS.ledger(0, &unit_facts(s, unit, from, to, moving))
}

/// The class that commanders move as: they ride (ruling R48).
const MOUNT: Class = Class::Cavalry;

fn ride_facts(s: &State, from: Option<HexId>, to: HexId) -> CostFacts<'_> {
    cost_facts(s, MOUNT, None, from, to, PieceSet::EMPTY)
}

/// Returns the cost of a step for a commander, in movement points; `None` if terrain closes it to him (ruling R48).
pub(crate) fn ride_cost(s: &State, from: Option<HexId>, to: HexId) -> Option<u32> {
    price_of(s, MOUNT, None, from, to, PieceSet::EMPTY)
}

/// Returns the points that a commander pays for a step he makes, also over closed terrain if a house rule permits that.
pub(crate) fn ride_due(s: &State, from: Option<HexId>, to: HexId) -> u32 {
    ride_cost(s, from, to).unwrap_or_else(|| points_due(&ride_facts(s, from, to)))
}

/// Returns the cost of a step of a commander line by line.
pub(crate) fn ride_ledger(s: &State, from: Option<HexId>, to: HexId) -> Ledger {
    STEP_COSTS.ledger(0, &ride_facts(s, from, to))
}
