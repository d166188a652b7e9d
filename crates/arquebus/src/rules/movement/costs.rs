//! What a step costs (7.2, 10.0, 14.4, 14.5).

use crate::casebook::cite;
use crate::components::{Hexside, Side, UnitId, WALLS};
use crate::options::Choice;
use crate::rules::ground::Ground;
use crate::rules::stacking::{has_room, passage};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Dir, HexId, Modifier, Modifiers, Place};

casus_continuity::facts! {
    /// The facts of one step.
    ///
    /// The bars of a step, the bars of an entry and the costs share them. The hex may be any hex of the map: one of the bars
    /// checks that it is adjacent.
    pub struct StepFacts<'a> of State; rules M = Modifier; places pub(crate) unit, pub(crate) to {
        /// The state of its run so far.
        pub run: Run,
        /// The unit that would step.
        pub unit: UnitId,
        /// The side of the unit.
        pub side: Side,
        /// The hex where it stands; `None` when it enters the map.
        pub from: Option<HexId>,
        /// The hex that it would enter.
        pub to: HexId,
        /// The direction of the hex, if it is adjacent.
        pub dir: Option<Dir>,
        /// The ground between.
        pub ground: Ground<'a>,
        /// Whether it is Retired (14.4).
        pub retired: bool,
        /// Whether it is in command in this activation (5.2).
        pub in_command: bool,
        /// Whether an enemy unit is next to the hex that it leaves.
        pub leaves_enemy: bool,
        /// Whether it is Engaged (14.5).
        pub engaged: bool,
        /// Whether it Disengages by this step, or has done so in this activation (14.5).
        pub parts: bool,
        /// The cost of the step, in Movement Points.
        pub cost: i32,
    }
}

impl<'a> StepFacts<'a> {
    pub(crate) fn new(s: &'a State, run: Run, from: Option<HexId>, to: HexId) -> Self {
        let engaged = s.engaged(run.unit);
        let parts = engaged || s.unit(run.unit).done.has(Done::DISENGAGED);
        Self::of(s, run, (from, to), (engaged, parts))
    }
    /// The facts of a step that would follow this one. There the unit is no longer Engaged, because its first step
    /// separates it from its enemies, but it still may not enter a hex next to one (14.5).
    pub(crate) fn onward(&self, run: Run, to: HexId) -> Self {
        Self::of(self.s, run, (Some(self.to), to), (false, self.parts))
    }
    fn of(s: &'a State, run: Run, (from, to): (Option<HexId>, HexId), (engaged, parts): (bool, bool)) -> Self {
        let unit = run.unit;
        let (side, u) = (s.side(unit), s.unit(unit));
        let ground = Ground::new(s, s.arm(unit).gait(), from, to);
        let mut facts = Self {
            s,
            run,
            unit,
            side,
            from,
            to,
            dir: ground.dir,
            ground,
            retired: s.retired(unit),
            in_command: u.done.has(Done::IN_COMMAND),
            leaves_enemy: from.is_some_and(|f| s.near_enemy(f, side)),
            engaged,
            parts,
            cost: 0,
        };
        facts.cost = STEP_COSTS.sum(&facts);
        facts
    }
    /// The cost to move through the unit in the hex, where it may not stop with it.
    pub(crate) fn passage(&self) -> Option<i32> {
        if has_room(self.s, self.unit, self.to) {
            return None;
        }
        passage(self.s, self.unit, self.to)
    }
    /// The same cost, if it is more than 0.
    fn pays_passage(&self) -> Option<i32> {
        self.passage().filter(|&cost| cost > 0)
    }
    /// The cost to cross the features of these kinds on the hexside. A Retired unit pays nothing for ground (14.4).
    fn over(&self, kinds: &[Hexside]) -> Option<i32> {
        self.ground.side(kinds).filter(|_| !self.retired)
    }
    /// Whether it enters through a unit that has entered in the same activation (7.5, ruling R-116).
    fn comes_after(&self) -> bool {
        let came = |u: UnitId| self.s.unit(u).began.is_none();
        !self.s.opts(Choice::R116) && self.s.units_at(self.to).all(came)
    }
    /// The enemy units next to the hex that it would enter.
    pub(crate) fn met(&self) -> impl Iterator<Item = UnitId> + use<'_, 'a> {
        self.s.adjacent_enemies(self.to, self.side)
    }
}

fn from(f: &StepFacts) -> Place {
    f.from.map_or(Place::Nowhere, HexId::place)
}

fn hexside(f: &StepFacts) -> Place {
    let way = f.from.zip(f.dir);
    way.map_or(to(f), |(from, dir)| Place::Hexside(from.0, dir.index() as u8))
}

/// The list `step-cost`: what a step costs, in Movement Points, in book order. It is the ledger of each step, and
/// [`STEP_BARS`](super::step::STEP_BARS) compares its sum with the points that a unit has left.
pub static STEP_COSTS: Modifiers<StepFacts> = Modifiers {
    name: "step-cost",
    list: &[
        M::by(cite!("7.2"), "terrain").adds(to, |f| (!f.retired).then(|| f.ground.hex().unwrap_or(0))),
        M::by(cite!("7.2"), "across a stream").adds(hexside, |f| f.over(&[Hexside::Stream])),
        M::by(cite!("7.2"), "across a river").adds(hexside, |f| f.over(&[Hexside::River])),
        M::by(cite!("7.2", "C-7"), "across a ditch").adds(hexside, |f| f.over(&[Hexside::Ditch])),
        M::by(cite!("7.2", "C-7"), "over a rampart").adds(hexside, |f| f.over(&[Hexside::Rampart])),
        M::by(cite!("7.2", "R-120"), "across a trench").adds(hexside, |f| f.over(&[Hexside::Trench])),
        M::by(cite!("7.2"), "through a wall").adds(hexside, |f| f.over(&WALLS)),
        M::by(cite!("7.2"), "through a breach").adds(hexside, |f| f.over(&[Hexside::Breach])),
        M::by(cite!("7.2"), "up a slope").adds(hexside, |f| {
            let cost = f.ground.slope().unwrap_or(0);
            (!f.retired && cost > 0).then_some(cost)
        }),
        M::by(cite!("7.2", "R-39"), "leaving a hex next to an enemy unit")
            .adds(from, |f| (!f.retired && f.leaves_enemy).then(|| i32::from(f.s.game_data.charts.points.leave))),
        M::by(cite!("7.5", "R-116"), "through a friendly unit in the entry hex")
            .adds(to, |f| f.pays_passage().filter(|_| f.from.is_none() && !f.comes_after())),
        M::by(cite!("10.0"), "through a friendly unit").adds(to, |f| f.pays_passage().filter(|_| f.from.is_some())),
        M::by(cite!("14.4"), "a Retired unit's one hex").adds(unit, |f| f.retired.then_some(1)),
        M::by(cite!("14.5"), "Disengaging")
            .adds(unit, |f| f.engaged.then(|| i32::from(f.s.game_data.charts.points.disengage))),
    ],
};
