//! A step (5.3, 6.1, 7.2 to 7.6, 10.0, 11.2, 14.4, 14.5), and entry on the map (7.5).

use crate::casebook::cite;
use crate::components::{StandardId, UnitId};
use crate::engine::Engine;
use crate::event::{Parting, What};
use crate::options::Choice;
use crate::rules::movement::costs::{STEP_COSTS, StepFacts, to, unit};
use crate::rules::movement::leaving::{EXIT_BARS, ExitFacts};
use crate::rules::movement::mounting::{MOUNT_BARS, MountFacts};
use crate::rules::reinforcements::{gates, shut_to};
use crate::rules::stacking::{engaged_in, has_room};
use crate::state::activation::Act;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, HexId, Procedures, Refusal, Verdict, Violation};

type B = Bar<StepFacts<'static>>;

fn at(unit: UnitId) -> Violation {
    Violation::at(unit.place())
}

/// The distance within which an enemy unit closes a hex to a step in an Army Activation (6.1, ruling R-23).
pub(crate) fn army_keeps_off(s: &State) -> Option<u32> {
    let army = s.activation().is_some_and(|a| a.act == Act::Army);
    army.then_some(if s.opts(Choice::R23) { 3 } else { 4 })
}

impl StepFacts<'_> {
    fn done(&self, deed: Done) -> bool {
        self.s.unit(self.unit).done.has(deed)
    }
    fn first_met(&self) -> Option<UnitId> {
        self.met().next()
    }
    /// An enemy next to the hex where it began that is also next to this one (7.2, ruling R-40).
    fn sidles_along(&self) -> Option<UnitId> {
        let from = self.from.filter(|_| !self.run.stepped)?;
        self.met()
            .find(|&e| self.s.hex(e).is_some_and(|h| self.s.next_to(h, from)))
    }
    /// An enemy that was next to the hex where it fired, at the moment of the fire (11.2, ruling R-38).
    fn returns_to(&self) -> Option<UnitId> {
        self.met().find(|e| self.run.barred.contains(e.0))
    }
    fn closed(&self) -> bool {
        self.ground.cost().is_none()
    }
    /// A friendly unit in the way that it may neither stack with nor pass.
    fn blocked_by(&self) -> Option<UnitId> {
        let open = has_room(self.s, self.unit, self.to) || self.passage().is_some();
        let mut there = self.s.units_at(self.to).filter(|&u| u != self.unit);
        there.next().filter(|&u| !open && self.s.side(u) == self.side)
    }
    /// The Standard that waits for it off the map and enters with it, if none is in the hex (7.5).
    fn brings(&self) -> Option<StandardId> {
        let own = self.s.counter(self.unit).standard;
        let waits = self.from.is_none() && self.s.standard(own).at == Whereabouts::Reserve;
        (waits && self.s.standard_at(self.to).is_none()).then_some(own)
    }
    /// The missing points of its allowance on foot, if its mounted allowance would be enough (7.4).
    fn unsaddled(&self) -> Option<Violation> {
        let spent = i32::from(self.run.spent);
        let have = i32::from(self.run.allowance) - spent;
        let mounted = i32::from(self.s.allowance(self.unit)) - spent;
        (have < self.cost && self.cost <= mounted).then(|| Violation::lacks(self.unit.place(), MP, self.cost, have))
    }
    /// Whether it would be in a hex where it may not stop, and could not continue.
    fn stuck(&self) -> bool {
        self.passage().is_some() && !way_on(self)
    }
    /// Whether the hex is no nearer to its Standard, or it was near enough already.
    fn strays(&self) -> bool {
        let standard = self.s.standard(self.s.counter(self.unit).standard).at.hex();
        let board = &self.s.game_data.board;
        let nears =
            |from, goal| board.distance(from, goal) > 1 && board.distance(self.to, goal) < board.distance(from, goal);
        self.retired && !self.from.zip(standard).is_some_and(|(from, goal)| nears(from, goal))
    }
}

/// The list `step`: what forbids a step, in book order. Checked for each hex that a unit would enter in its run, on the map
/// or from off the map.
pub static STEP_BARS: Bars<StepFacts> = Bars {
    name: "step",
    list: &[
        B::by(cite!("5.3"), "out of command, the piece may not come next to an enemy unit")
            .violated(|f| f.first_met().filter(|_| !f.in_command).map(at)),
        B::by(cite!("5.3"), "out of command, the unit may not enter a hex with an enemy Standard or leader").when(
            to,
            |f| {
                let theirs = |t: StandardId| f.s.game_data.roster[t].side != f.side;
                !f.in_command
                    && (f.s.standard_at(f.to).is_some_and(theirs) || f.s.lone_enemy_leader(f.to, f.side).is_some())
            },
        ),
        B::by(cite!("5.3", "R-42"), "out of command, the unit may not move from next to an enemy unit")
            .when(unit, |f| !f.in_command && f.done(Done::BEGAN_ADJACENT)),
        B::by(cite!("6.1", "R-23"), "in an Army Activation the unit may not come so near to an enemy unit").violated(
            |f| {
                let near = army_keeps_off(f.s)?;
                f.s.enemy_within(f.to, f.side, near).map(at)
            },
        ),
        B::by(cite!("7.2"), "the hexes are not adjacent")
            .when(to, |f| f.from.is_some() && f.dir.is_none())
            .always(),
        B::by(cite!("7.2"), "the Terrain Chart closes the way to the piece").when(to, |f| f.closed()),
        B::by(cite!("7.2"), "an enemy unit is in the hex")
            .violated(|f| f.s.enemy_at(f.to, f.side).map(at))
            .always(),
        B::by(cite!("7.2"), "the unit has come next to an enemy unit and must stop")
            .when(unit, |f| f.run.stopped && !f.run.fired),
        B::by(cite!("7.2", "R-40"), "the unit may not go straight to another hex next to the same enemy unit")
            .violated(|f| f.sidles_along().map(at)),
        B::by(cite!("7.2"), "not enough Movement Points").violated(|f| {
            let have = i32::from(f.run.allowance) - i32::from(f.run.spent);
            (f.cost > have).then(|| Violation::lacks(f.unit.place(), MP, f.cost, have))
        }),
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(to, |f| shut_to(f.s, f.side, f.to)),
        B::by(
            cite!("7.4", "R-43"),
            "the unit has remounted, and has its Movement Allowance on foot less what it spent",
        )
        .violated(|f| f.unsaddled()),
        B::by(cite!("7.4"), "the unit has dismounted, and moves no further").when(unit, |f| f.run.dismounted),
        B::by(cite!("7.6"), "unlimbered guns do not move").when(unit, |f| f.s.unlimbered(f.unit)),
        B::by(cite!("10.0"), "the unit may neither stack with the one there nor pass through it")
            .violated(|f| f.blocked_by().map(at))
            .always(),
        B::by(cite!("10.0"), "guns do not move through other units").violated(|f| {
            let guns = f.run.stepped && f.s.limbered(f.unit);
            f.s.beside(f.unit).find(|_| guns).map(at)
        }),
        B::by(cite!("10.0", "R-128"), "the unit could not go on from there, where it may not stop")
            .when(to, |f| f.stuck())
            .always(),
        B::by(cite!("10.0", "C-10"), "two Standards never share a hex")
            .when(to, |f| f.run.bears.is_some() && f.s.standard_at(f.to).is_some())
            .always(),
        B::by(cite!("10.1", "R-48"), "an Engaged unit is in the hex")
            .violated(|f| engaged_in(f.s, f.unit, f.to).map(at)),
        B::by(
            cite!("11.2", "R-38"),
            "the unit may not come next to a unit that it has shot at close quarters again",
        )
        .violated(|f| f.returns_to().map(at)),
        B::by(cite!("14.4", "R-96"), "a Retired unit moves only towards its Standard").when(to, |f| f.strays()),
        B::by(cite!("14.4"), "a Retired unit has moved as far as it may in an activation")
            .when(unit, |f| f.retired && f.run.stepped && f.run.spent >= f.s.game_data.charts.points.retired),
        B::by(cite!("14.5"), "a Disordered unit does not Disengage")
            .when(unit, |f| f.engaged && f.s.unit(f.unit).condition != Condition::Normal),
        B::by(cite!("14.5"), "out of command, the unit does not Disengage").when(unit, |f| f.engaged && !f.in_command),
        B::by(cite!("14.5"), "Disengaging, the unit may not come next to an enemy unit")
            .violated(|f| f.first_met().filter(|_| f.parts).map(at)),
    ],
};

/// The list `entry`: what forbids entering the map, besides what forbids a step. Checked for each entry hex (7.5).
pub static ENTRY_BARS: Bars<StepFacts> = Bars {
    name: "entry",
    list: &[B::by(cite!("7.5"), "the unit's Battle does not enter through that hex")
        .when(to, |f| !gates(f.s, f.s.battle(f.unit)).contains(&f.to))],
};

/// The state of a run after a step.
pub(crate) fn after(f: &StepFacts<'_>) -> Run {
    Run {
        spent: f.run.spent.saturating_add(f.cost.clamp(0, 200) as u8),
        stepped: true,
        stopped: f.first_met().is_some(),
        fired: false,
        passing: f.passage().is_some(),
        bears: f.run.bears.or_else(|| f.brings()),
        ..f.run
    }
}

/// Whether a unit that enters a hex where it may not stop can leave it again at once; straight back does not count (ruling
/// Everything is checked for the state after the step.
fn way_on(f: &StepFacts<'_>) -> bool {
    let next = after(f);
    if next.stopped {
        return false;
    }
    if ends_there(f, &next) {
        return true;
    }
    if next.spent >= next.allowance {
        return false;
    }
    // By the printed costs every step uses up points. A step that is free by a house rule would make this recursion endless.
    if next.spent <= f.run.spent {
        return true;
    }
    let board = &f.s.game_data.board;
    board
        .neighbours(f.to)
        .any(|(_, h)| Some(h) != f.from && STEP_BARS.permit(&f.onward(next, h)))
}

/// Whether a unit could end its passage other than by a step: as mounted shot that dismounts there and stays on foot (7.4,
/// 10.0), or by leaving the map (3.0, ruling F-1).
fn ends_there(f: &StepFacts<'_>, next: &Run) -> bool {
    let s = f.s;
    let edge = s.exit(f.side).is_some_and(|e| e.hexes.contains(&f.to));
    let shot = s.arm(f.unit).dismounts();
    if !edge && !shot {
        return false;
    }
    let mut then = s.clone();
    then.put(f.unit, Whereabouts::Map(f.to));
    if f.engaged {
        then.engaged.retain(|&(a, b)| a != f.unit && b != f.unit);
        then.unit_mut(f.unit).condition = Condition::Disordered;
    }
    let dismount = MountFacts {
        s: &then,
        run: next,
        up: false,
    };
    (shot && MOUNT_BARS.permit(&dismount)) || (edge && EXIT_BARS.permit(&ExitFacts::new(&then, *next, f.to)))
}

pub(crate) fn judge_step(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    let Some(from) = s.hex(run.unit) else {
        v.refuse(Refusal::new(cite!("7.5"), "the piece is not on the map: it enters first").about(run.unit.place()));
        return;
    };
    STEP_BARS.judge(&StepFacts::new(s, *run, Some(from), to), v);
}

pub(crate) fn may_step(s: &State, run: &Run, to: HexId) -> bool {
    STEP_BARS.permit(&StepFacts::new(s, *run, s.hex(run.unit), to))
}

pub(crate) fn judge_entry(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    if s.hex(run.unit).is_some() {
        v.refuse(Refusal::new(cite!("7.5"), "the piece is on the map already").about(run.unit.place()));
        return;
    }
    let facts = StepFacts::new(s, *run, None, to);
    ENTRY_BARS.judge(&facts, v);
    if !v.settled() {
        STEP_BARS.judge(&facts, v);
    }
}

/// Whether a unit off the map may enter through a hex.
pub(crate) fn enters(s: &State, run: &Run, hex: HexId) -> bool {
    let mut v = Verdict::quick();
    judge_entry(s, run, hex, &mut v);
    !v.refused()
}

/// The hexes through which a unit might enter: its entry hexes, or any hex under house rules, which may repeal the limits.
pub(crate) fn entrances(s: &State, unit: UnitId) -> Vec<HexId> {
    if s.amended() {
        s.game_data.board.ids().collect()
    } else {
        gates(s, s.battle(unit)).to_vec()
    }
}

impl Engine<'_> {
    pub(crate) fn step_to(&mut self, run: Run, to: HexId) {
        const _: casus_core::Cite = cite!("7.1");
        let from = self.s.hex(run.unit);
        let facts = StepFacts::new(self.s, run, from, to);
        let cost = STEP_COSTS.ledger(0, &facts);
        let (next, disengages) = (after(&facts), facts.engaged);
        let met: Vec<UnitId> = facts.met().collect();
        self.set_top(Stage::Running(next));
        self.riders_moved(&next);
        let u = self.s.unit_mut(run.unit);
        u.spent = next.spent;
        u.done.set(Done::MOVED);
        if disengages {
            u.done.set(Done::DISENGAGED);
        }
        self.bring(run.unit, to, run.riders);
        if let Some(standard) = next.bears {
            self.s.standard_mut(standard).at = Whereabouts::Map(to);
        }
        let unit = run.unit;
        match from {
            Some(from) => self.say(cite!("7.2"), || What::Stepped { unit, from, to, cost }),
            None => self.say(cite!("7.5"), || What::Entered { unit, hex: to, cost }),
        }
        if disengages {
            self.say(cite!("14.5"), || What::Disengaged { unit });
            self.part(unit, Parting::Move);
            self.disorder(unit, cite!("14.5"));
        }
        self.try_ground(unit, from, to);
        if !met.is_empty() {
            self.say(cite!("7.2"), || What::Stopped { unit, by: met });
        }
        if !next.passing {
            self.call_fire(unit, to);
        }
    }

    /// 7.5: brings a unit on the map, with the leader and the Standard that wait for it.
    pub(crate) fn enter_at(&mut self, run: Run, to: HexId) {
        let battle = self.s.battle(run.unit);
        let mut next = run;
        for leader in self.s.leader_ids() {
            if self.s.leader(leader).at == Whereabouts::Reserve && self.s.leads(leader, battle) {
                self.s.leader_mut(leader).at = Whereabouts::Map(to);
                self.s.leader_mut(leader).moved = true;
                next.riders.insert(leader.0);
                let unit = run.unit;
                self.tell_escort(cite!("7.5"), leader, unit);
            }
        }
        self.step_to(next, to);
    }
}
