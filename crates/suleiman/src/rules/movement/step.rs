//! A step (3.1.1, 3.2.4, 5.1.1, 6.1, 7.3, 7.5.2, 10.3, 12.2.1, 14.3) and entry on the map (11.0.2, 15.1, 15.2.4).

use crate::casebook::cite;
use crate::components::{Arm, CommandId, Counter, STREAM, SWAMP, Side, TRENCH, UnitId, VILLAGE};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::concepts::blind_approach;
use crate::rules::leaders::levy_only;
use crate::rules::movement::costs::{STEP_COSTS, StepFacts, hexside, step_cost, to, unit};
use crate::rules::movement::facing::{TURN_BARS, TurnFacts, may_turn};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, Cite, HexId, Ledger, Procedures, Refusal, Verdict, VertexFacing, Violation};

type B = Bar<StepFacts<'static>>;

impl StepFacts<'_> {
    fn done(&self, deed: Done) -> bool {
        self.s.unit(self.unit).done.has(deed)
    }
    fn gun(&self) -> bool {
        self.card.arm == Arm::Artillery
    }
    /// Another unit in the hex.
    fn other(&self) -> Option<UnitId> {
        self.s.occupant(self.to).filter(|&u| u != self.unit)
    }
    /// Whether that unit is a friendly gun, whose hex the moving unit may pass through.
    fn passes(&self, other: UnitId) -> bool {
        self.s.side(other) == self.card.side && self.s.arm(other) == Arm::Artillery
    }
    /// Whether the terrain chart closes the hex. The entries of 7.5.2 treat guns separately.
    fn closed(&self) -> bool {
        let (t, gait, features) = (self.chart(), self.card.arm.gait(), self.features());
        let gun = self.gun();
        !self.by_road
            && ((t.mp(self.terrain(), gait).is_none() && !(gun && matches!(self.terrain(), SWAMP | VILLAGE)))
                || (features & STREAM != 0 && t.stream.mp[gait].is_none() && !gun)
                || (features & TRENCH != 0 && t.trench.mp[gait].is_none())
                || (self.climb() > 0 && t.slope.mp[gait].is_none()))
    }
    /// A unit that it would return to after leaving its ZOC.
    fn returns_to(&self) -> Option<UnitId> {
        if !self.from_zoc && self.run.left.is_empty() {
            // It has left no ZOC, and stands in none.
            return None;
        }
        let from = self.from?;
        let mut holders = self.s.controllers(self.to, self.card.side.enemy());
        holders.find(|&e| self.run.left.contains(e.0) || self.s.controls(e, from))
    }
    fn nears_banner(&self) -> bool {
        let board = &self.s.game_data.board;
        let near = |from, banner| board.distance(self.to, banner) < board.distance(from, banner);
        self.from
            .zip(self.s.banner)
            .is_some_and(|(from, banner)| near(from, banner))
    }
    /// Whether it is off the map and has still to enter with its command.
    fn in_reserve(&self) -> bool {
        self.s.unit(self.unit).at == Whereabouts::Reserve
    }
    /// Whether it has still to enter and may not enter through that hex.
    fn off_its_gates(&self) -> bool {
        self.in_reserve() && !gates(self.s, self.unit).contains(&self.to)
    }
    fn of_contingent(&self) -> bool {
        self.s.is_contingent(self.card.command)
    }
    fn of(&self, command: Option<CommandId>) -> bool {
        command == Some(self.card.command)
    }
}

fn at(unit: UnitId) -> Violation {
    Violation::at(unit.place())
}

fn near_enemy(f: &StepFacts) -> Option<Violation> {
    f.near.map(at)
}
fn leaving_out_of_command(f: &StepFacts) -> bool {
    !f.in_command && f.from_zoc
}

/// The list `step`: what forbids a step, in book order. Checked for each hex that a unit would enter in its run, on the map
/// or from off the map.
pub static STEP_BARS: Bars<StepFacts> = Bars {
    name: "step",
    list: &[
        B::by(cite!("3.1.1"), "another combat unit is in the hex")
            .violated(|f| f.other().filter(|&u| !f.passes(u)).map(at))
            .always(),
        B::by(cite!("3.1.1", "C7"), "the unit could not go on from the friendly gun's hex, where it may not stop")
            .when(to, |f| f.other().is_some_and(|u| f.passes(u)) && !way_on(f))
            .always(),
        B::by(cite!("3.2.4(1)"), "it has entered an enemy ZOC and must stop")
            .when(unit, |f| f.leaves_entered_zoc() && !f.mounted_archer()),
        B::by(cite!("3.2.4(2)"), "it may not return to the ZOC of a unit whose ZOC it left")
            .violated(|f| f.returns_to().map(at)),
        B::by(cite!("3.2.4(4)"), "out of command, it may not leave an enemy ZOC").when(unit, leaving_out_of_command),
        B::by(cite!("3.2.4(4)"), "out of command, the piece may not come next to an enemy unit").violated(near_enemy),
        B::by(cite!("5.1.1(1)"), "outside the leader's range, the unit may not come next to an enemy unit")
            .violated(near_enemy),
        B::by(cite!("5.1.1(2)"), "outside its leader's range, it may not leave the ZOC that it is in")
            .when(unit, leaving_out_of_command),
        B::by(cite!("6.1", "A10"), "the unit's movement is over: a run is unbroken")
            .when(unit, |f| f.done(Done::RUN_OVER)),
        B::by(cite!("6.1.1"), "the hexes are not adjacent")
            .when(to, |f| f.from.is_some() && f.dir.is_none())
            .always(),
        B::by(cite!("6.1.1"), "the terrain chart closes the way to the piece").when(to, |f| f.closed()),
        B::by(cite!("2.2.6"), "not enough movement points").violated(|f| {
            let have = i32::from(f.run.allowance) - i32::from(f.run.spent);
            (f.cost > have).then(|| Violation::lacks(f.unit.place(), MP, f.cost, have))
        }),
        B::by(cite!("6.1.2"), "outside the leader's range, the unit may not come next to an enemy unit")
            .violated(near_enemy),
        B::by(
            cite!("6.1.2"),
            "outside the leader's range, the unit began next to an enemy unit and may not move away",
        )
        .when(unit, |f| !f.in_command && f.done(Done::BEGAN_ADJACENT)),
        B::by(cite!("7.3.1"), "after entering a ZOC, a mounted archer may not move to another")
            .when(to, |f| f.mounted_archer() && f.leaves_entered_zoc() && f.s.in_zoc(f.to, f.card.side.enemy())),
        B::by(cite!("7.3.2"), "missile infantry that has fired has ended its movement")
            .when(unit, |f| !f.card.arm.mounted() && !f.gun() && f.done(Done::FIRED)),
        B::by(cite!("7.5.2"), "these guns are emplaced").when(unit, |f| f.card.emplaced),
        B::by(cite!("7.5.2"), "a gun that has fired may not move").when(unit, |f| f.gun() && f.done(Done::FIRED)),
        B::by(cite!("7.5.2"), "guns may not cross a stream save by road")
            .when(hexside, |f| f.gun() && !f.by_road && f.features() & STREAM != 0),
        B::by(cite!("7.5.2"), "guns may not enter a marsh or village save by road")
            .when(to, |f| f.gun() && !f.by_road && matches!(f.terrain(), SWAMP | VILLAGE)),
        B::by(cite!("10.3"), "a Retired unit moves one hex in an activation")
            .when(unit, |f| f.retired && f.run.spent > 0),
        B::by(cite!("10.3"), "a Retired unit moves only towards its Banner")
            .when(unit, |f| f.retired && f.from.is_some() && !f.nears_banner()),
        B::by(cite!("12.2.1"), "out of command, the piece may not come next to an enemy unit").violated(near_enemy),
        B::by(cite!("12.2.1"), "out of command, the unit began in an enemy ZOC and may not move out")
            .when(unit, |f| !f.in_command && f.done(Done::BEGAN_IN_ZOC)),
        B::by(cite!("14.3(1)", "B10"), "it may not come within two hexes of an enemy that it does not see")
            .violated(|f| blind_approach(f.s, f.card.side, f.from?, f.to).map(at)),
        B::by(cite!("14.3(2)"), "it is setting up camp and cannot move until it is Rallied")
            .when(unit, |f| f.done(Done::ENCAMPED)),
    ],
};

/// The list `entry`: what forbids entering the map, besides what forbids a step. Checked for each hex at the edge
/// (11.0.2, 15.1, 15.2.4).
pub static ENTRY_BARS: Bars<StepFacts> = Bars {
    name: "entry",
    list: &[
        B::by(cite!("10.3(1)"), "a Retired unit stays in the Box until the Standard rallies it")
            .when(unit, |f| f.retired)
            .always(),
        B::by(cite!("11.0.2(2)", "B2"), "rallied units enter through 3412 to 3417 only")
            .when(to, |f| f.s.unit(f.unit).at == Whereabouts::Box && !gates(f.s, f.unit).contains(&f.to)),
        B::by(cite!("15.1"), "the unit's command does not enter through that hex")
            .when(to, |f| f.off_its_gates() && !f.of_contingent()),
        B::by(cite!("15.1.1", "H6"), "the Center enters when Suleiman is activated, not his second").when(unit, |f| {
            f.of(f.s.game_data.center()) && f.in_reserve() && f.s.activation().is_some_and(|a| levy_only(f.s, a.under))
        }),
        B::by(cite!("15.1.1"), "all of the Center must enter before the Anatolian Wing")
            .when(unit, |f| f.of(f.s.game_data.anatolia()) && f.in_reserve() && f.s.center_outstanding()),
        B::by(cite!("15.2.4"), "the unit's contingent does not enter through that hex")
            .when(to, |f| f.off_its_gates() && f.of_contingent()),
    ],
};

/// The state of a run after a unit has left a hex, or begins to enter the map.
pub(crate) fn leaving(s: &State, run: &Run, from: Option<HexId>, side: Side) -> Run {
    let mut next = *run;
    // A unit that enters the map has not faced any enemy yet (ruling H5).
    next.free_turn = from.is_none();
    if let Some(from) = from {
        for e in s.controllers(from, side.enemy()) {
            next.left.insert(e.0);
            next.free_turn = true;
        }
    }
    next
}

/// The state of a run after the unit has entered the next hex.
pub(crate) fn coming(s: &State, run: &Run, to: HexId, in_zoc: bool, cost: i32) -> Run {
    Run {
        entered_zoc: run.entered_zoc || in_zoc,
        spent: run.spent.saturating_add(cost.clamp(0, 200) as u8),
        passing: s.occupant(to).is_some(),
        ..*run
    }
}

/// The state of a run after a step. It changes nothing: the passage of guns looks ahead with it.
fn after(s: &State, run: &Run, from: Option<HexId>, to: HexId, side: Side, cost: i32) -> Run {
    let left = leaving(s, run, from, side);
    coming(s, &left, to, s.in_zoc(to, side.enemy()), cost)
}

/// A unit in its run, on the map or still off it, with the facts that are the same for every step from there.
#[derive(Clone, Copy)]
pub(crate) struct Standing<'a> {
    s: &'a State,
    run: Run,
    card: &'a Counter,
    from: Option<HexId>,
    retired: bool,
    in_command: bool,
    from_zoc: bool,
}

impl<'a> Standing<'a> {
    pub(crate) fn new(s: &'a State, run: Run, from: Option<HexId>) -> Self {
        let card = s.counter(run.unit);
        let u = s.unit(run.unit);
        Self {
            s,
            run,
            card,
            from,
            retired: u.condition == Condition::Retired,
            in_command: u.done.has(Done::IN_COMMAND),
            from_zoc: from.is_some_and(|f| s.in_zoc(f, card.side.enemy())),
        }
    }
    pub(crate) fn step(&self, to: HexId) -> StepFacts<'a> {
        let Self { s, run, from, .. } = *self;
        let board = &s.game_data.board;
        let dir = from.and_then(|f| board.direction(f, to));
        let mut facts = StepFacts {
            s,
            run,
            unit: run.unit,
            card: self.card,
            from,
            to,
            dir,
            by_road: from.zip(dir).is_some_and(|(f, d)| board.road(f, d)),
            retired: self.retired,
            in_command: self.in_command,
            from_zoc: self.from_zoc,
            cost: 0,
            near: if self.in_command {
                None
            } else {
                s.adjacent_enemies(to, self.card.side).next()
            },
        };
        facts.cost = step_cost(&facts);
        facts
    }
    /// Whether nothing forbids a step.
    pub(crate) fn may_step(&self, to: HexId) -> bool {
        STEP_BARS.permit(&self.step(to))
    }
    /// Whether nothing forbids a turn.
    pub(crate) fn may_turn(&self, facing: VertexFacing) -> bool {
        may_turn(&self.turn(facing))
    }
    fn turn(&self, facing: VertexFacing) -> TurnFacts<'a> {
        TurnFacts {
            s: self.s,
            run: self.run,
            facing,
            in_zoc: self.from_zoc,
        }
    }
}

fn step_facts(s: &State, run: Run, from: Option<HexId>, to: HexId) -> StepFacts<'_> {
    Standing::new(s, run, from).step(to)
}

/// The cost of a step, line by line.
pub(crate) fn step_ledger(s: &State, run: Run, from: Option<HexId>, to: HexId) -> Ledger {
    STEP_COSTS.ledger(0, &step_facts(s, run, from, to))
}

/// Whether a unit that enters a friendly gun's hex can leave it again at once.
fn way_on(f: &StepFacts<'_>) -> bool {
    let next = after(f.s, &f.run, f.from, f.to, f.card.side, f.cost);
    if next.spent >= next.allowance {
        return false;
    }
    // By the printed costs every step uses up points. A step that is free by a house rule would make this recursion endless.
    if next.spent <= f.run.spent {
        return true;
    }
    let there = Standing::new(f.s, next, Some(f.to));
    f.s.game_data
        .board
        .neighbours(f.to)
        .any(|(_, h)| f.s.occupant(h) != Some(f.unit) && there.may_step(h))
        || f.from.is_some_and(|home| {
            f.s.game_data.board.direction(f.to, home).is_some()
                && f.s.occupant(home) == Some(f.unit)
                && there.may_step(home)
        })
}

pub(crate) fn judge_step(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    const _: Cite = cite!("6.1.3");
    let Some(from) = s.hex(run.unit) else {
        v.refuse(
            Refusal::new(entry_case(s, run.unit), "the piece is not on the map: it enters first")
                .about(run.unit.place()),
        );
        return;
    };
    STEP_BARS.judge(&step_facts(s, *run, Some(from), to), v);
}

pub(crate) fn judge_entry(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    if s.hex(run.unit).is_some() {
        v.refuse(Refusal::new(entry_case(s, run.unit), "the piece is on the map already").about(run.unit.place()));
        return;
    }
    let facts = step_facts(s, *run, None, to);
    ENTRY_BARS.judge(&facts, v);
    if !v.settled() {
        STEP_BARS.judge(&facts, v);
    }
}

pub(crate) fn judge_turn(s: &State, run: &Run, facing: VertexFacing, v: &mut Verdict) {
    let Some(at) = s.hex(run.unit) else {
        v.refuse(Refusal::new(cite!("3.3.1"), "only a unit on the map has a facing").about(run.unit.place()));
        return;
    };
    TURN_BARS.judge(&Standing::new(s, *run, Some(at)).turn(facing), v);
}

/// The Case by which a unit enters the map: rallied, with its contingent, or with its command.
pub(crate) fn entry_case(s: &State, unit: UnitId) -> Cite {
    if s.unit(unit).at == Whereabouts::Box {
        cite!("11.0.2(2)")
    } else if s.is_contingent(s.command(unit)) {
        cite!("15.2.4")
    } else {
        cite!("15.1")
    }
}

/// The entry hexes of a unit that is off the map.
pub(crate) fn gates(s: &State, unit: UnitId) -> &[HexId] {
    match s.unit(unit).at {
        Whereabouts::Box => &s.game_data.deployment.rally_entry,
        Whereabouts::Reserve => &s.game_data.roster.command_card(s.command(unit)).entry,
        _ => &[],
    }
}

/// The hexes through which a piece with these entry hexes might enter. House rules may repeal the limits on entry hexes, so
/// under them it is any hex of the map (15.1, 15.2.4).
pub(crate) fn entrances<'a>(s: &'a State, gates: &'a [HexId]) -> impl Iterator<Item = HexId> + 'a {
    let others = s
        .amended()
        .then(|| s.game_data.board.ids().filter(|h| !gates.contains(h)));
    gates.iter().copied().chain(others.into_iter().flatten())
}

impl Engine<'_> {
    pub(crate) fn step_to(&mut self, run: Run, to: HexId) {
        const _: Cite = cite!("6.2");
        let Some(from) = self.s.hex(run.unit) else {
            return;
        };
        let side = self.s.side(run.unit);
        let facts = step_facts(self.s, run, Some(from), to);
        let cost = self.log.is_on().then(|| STEP_COSTS.ledger(0, &facts));
        let next = after(self.s, &run, Some(from), to, side, facts.cost);
        self.set_top(Stage::Running(next));
        self.bring(run.unit, to);
        let u = self.s.unit_mut(run.unit);
        u.spent = next.spent;
        u.done.set(Done::MOVED);
        u.done.clear(Done::ZOC_TURN);
        if let Some(cost) = cost {
            self.say(cite!("6.1.1"), || What::Stepped {
                unit: run.unit,
                from,
                to,
                cost,
            });
        }
        self.changed = true;
        self.call_fire(run.unit, to);
    }

    pub(crate) fn enter_at(&mut self, run: Run, to: HexId) {
        let side = self.s.side(run.unit);
        let case = entry_case(self.s, run.unit);
        let cost = step_ledger(self.s, run, None, to);
        let next = after(self.s, &run, None, to, side, cost.total);
        self.set_top(Stage::Running(next));
        self.bring(run.unit, to);
        let facing = self.s.game_data.deployment.facing(side);
        let u = self.s.unit_mut(run.unit);
        u.facing = facing;
        u.spent = next.spent;
        u.done.set(Done::MOVED);
        if let Some(act) = self.act_mut() {
            match act.entered.iter_mut().find(|e| e.0 == to) {
                Some(e) => e.1 += 1,
                None => act.entered.push((to, 1)),
            }
        }
        self.say(case, || What::Entered {
            unit: run.unit,
            hex: to,
            cost,
        });
        self.call_fire(run.unit, to);
    }
}
