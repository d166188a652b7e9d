//! What a step costs (3.2.4, 6.1.1, 10.3, 15.1).

use crate::casebook::cite;
use crate::components::{Counter, Missile, STREAM, TRENCH, UnitId};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Dir, HexId, Modifier, Modifiers, Place, give};

type M = Modifier<StepFacts<'static>>;

/// The facts of one step.
#[derive(Debug)]
pub struct StepFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// Its run until now.
    pub run: Run,
    /// Who steps.
    pub unit: UnitId,
    /// Its counter.
    pub card: &'a Counter,
    /// Where it stands; nowhere when it comes on to the map.
    pub from: Option<HexId>,
    /// Where to.
    pub to: HexId,
    /// Which way the hex lies, if it is adjacent.
    pub dir: Option<Dir>,
    /// A road leads there.
    pub by_road: bool,
    /// It is Retired (10.3).
    pub retired: bool,
    /// It began the activation in command (12.1).
    pub in_command: bool,
    /// It stands in an enemy ZOC.
    pub from_zoc: bool,
    /// What the step costs, in movement points.
    pub cost: i32,
}

casus_core::questions!(StepFacts);
impl StepFacts<'_> {
    pub(crate) fn features(&self) -> u8 {
        match (self.from, self.dir) {
            (Some(f), Some(d)) => self.s.kit.board.features(f, d),
            _ => 0,
        }
    }
    pub(crate) fn side_place(&self) -> Place {
        match (self.from, self.dir) {
            (Some(f), Some(d)) => Place::Hexside(f.0, d.index() as u8),
            _ => self.to.place(),
        }
    }
    pub(crate) fn terrain(&self) -> u8 {
        self.s.kit.board.terrain(self.to)
    }
    pub(crate) fn climb(&self) -> i32 {
        self.from.map_or(0, |f| {
            let b = &self.s.kit.board;
            i32::from(b.elevation(self.to) - b.elevation(f)).max(0)
        })
    }
    pub(crate) fn mounted_archer(&self) -> bool {
        self.card.arm.mounted() && matches!(self.card.missile, Missile::Bow | Missile::Musket)
    }
    pub(crate) fn next_to_enemy(&self, hex: HexId) -> Option<Place> {
        self.s.adjacent_enemies(hex, self.card.side).next().map(UnitId::place)
    }
}

/// What a step costs, in movement points, in book order.
pub static STEP_COSTS: Modifiers<StepFacts> = Modifiers {
    name: "step-cost",
    list: &[
        M::by(cite!("3.2.4(2)"), "leaving an enemy ZOC").shares(|f| {
            let from = f.from?;
            if f.retired || !f.from_zoc || f.run.entered_zoc {
                return None;
            }
            let enemy = f.card.side.enemy();
            let horse = f.s.controllers(from, enemy).find(|&e| f.s.arm(e).mounted());
            match horse {
                Some(h) => give(true, 1, h.place()),
                None => give(
                    true,
                    0,
                    f.s.controllers(from, enemy)
                        .next()
                        .map_or(Place::Nowhere, UnitId::place),
                ),
            }
        }),
        M::by(cite!("3.2.4(3)"), "mounted archers leaving the ZOC they entered").shares(|f| {
            let leaves = f.mounted_archer() && f.run.entered_zoc && f.from_zoc && !f.retired;
            if leaves { give(true, 1, f.from?.place()) } else { None }
        }),
        M::by(cite!("6.1.1"), "terrain").adds(
            |f| f.to.place(),
            |f| {
                if f.retired || f.by_road {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.mp(f.terrain(), f.card.arm.gait());
                Some(i32::from(mp.unwrap_or(1)))
            },
        ),
        M::by(cite!("6.1.1"), "by road").shares(|f| {
            if f.retired || !f.by_road {
                return None;
            }
            give(true, i32::from(f.s.kit.charts.terrain.road_mp), f.to.place())
        }),
        M::by(cite!("6.1.1"), "up a slope").adds(
            |f| f.side_place(),
            |f| {
                if f.retired || f.climb() == 0 {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.slope.mp[f.card.arm.gait()].unwrap_or(0);
                Some(i32::from(mp) * f.climb())
            },
        ),
        M::by(cite!("6.1.1"), "across a stream").adds(
            |f| f.side_place(),
            |f| {
                if f.retired || f.by_road || f.features() & STREAM == 0 {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.stream.mp[f.card.arm.gait()].unwrap_or(0);
                Some(i32::from(mp))
            },
        ),
        M::by(cite!("6.1.1"), "across a trench").adds(
            |f| f.side_place(),
            |f| {
                if f.retired || f.by_road || f.features() & TRENCH == 0 {
                    return None;
                }
                let mp = f.s.kit.charts.terrain.trench.mp[f.card.arm.gait()].unwrap_or(0);
                Some(i32::from(mp))
            },
        ),
        M::by(cite!("10.3"), "a Retired unit's one hex").shares(|f| {
            if f.retired && f.from.is_some() {
                give(true, 1, f.unit.place())
            } else {
                None
            }
        }),
        M::by(cite!("15.1"), "units that entered here before it").adds(
            |f| f.to.place(),
            |f| {
                if f.from.is_some() {
                    return None;
                }
                let act = f.s.activation()?;
                let before = act.entered.iter().find(|e| e.0 == f.to).map_or(0, |e| e.1);
                Some(i32::from(before))
            },
        ),
    ],
};
