//! Counter-Charge (9.4): the attempt, the turn before it, and the path of the Counter-Charger.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, Lapse, Question, What};
use crate::options::Choice;
use crate::rules::charge::nerve::{COUNTER_DRMS, COUNTERS, NerveFacts};
use crate::rules::charge::path::{Leave, blocker, chargeable, may_stop};
use crate::rules::combat::{attackers_on, current, met};
use crate::rules::ground::ground;
use crate::rules::openings::{OpeningFacts, WHEEL_OPENING};
use crate::state::charge::CounterCharger;
use crate::state::combat::{Bout, Combat, Going, Kind, Stand};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::cases::measures::{MP, VERTICES};
use casus_core::{
    Aspect, Bar, Bars, Cite, Flow, HexId, Limit, PieceSet, Place, Procedures, Refusal, Refusals, Verdict, VertexFacing,
    Violation,
};

casus_continuity::facts! {
    /// The facts of a Counter-Charge attempt.
    ///
    /// The attempt is made under fire or in a combat, by one unit against one that shoots at it or attacks it.
    pub struct CounterFacts<'a> of State; rules CounterBar = Bar; places counter = unit {
        /// The unit that would Counter-Charge.
        pub unit: UnitId,
        /// The hex where it stands.
        pub at: HexId,
        /// The enemy unit that fires at it or attacks it.
        pub against: UnitId,
        /// The hex of that enemy unit.
        pub from: HexId,
        /// The combat in which it is attacked; `None` under fire.
        pub combat: Option<&'a Combat>,
    }
}

impl CounterFacts<'_> {
    /// An enemy that holds it in its ZOC without attacking it.
    fn held_by(&self) -> Option<UnitId> {
        let mut holders = self.s.controllers(self.at, self.s.side(self.unit).enemy());
        holders.find(|&e| !self.triggers(e))
    }
    fn triggers(&self, enemy: UnitId) -> bool {
        match self.combat {
            Some(c) => attackers_on(self.s, c, self.unit).any(|k| k.unit == enemy),
            None => enemy == self.against,
        }
    }
    /// Whether it is of a kind that Counter-Charges. Light Cavalry does so only under fire and by an option (9.4-opt).
    fn rides(&self) -> bool {
        self.s.arm(self.unit).men_at_arms() || (self.combat.is_none() && counters_fire(self.s, self.unit))
    }
}

/// Whether a unit is of a kind that Counter-Charges when it is shot at (9.4.1, 9.4-opt).
pub(crate) fn counters_fire(s: &State, unit: UnitId) -> bool {
    const _: Cite = cite!("9.4-opt");
    let light = s.opts(Choice::LightCounterCharge) && s.arm(unit) == Arm::LightCavalry;
    s.arm(unit).men_at_arms() || (light && s.side(unit) == Side::Hungary)
}

/// The list `counter-charge`: what forbids a Counter-Charge, in book order. Checked for a unit that is shot at or
/// attacked; [`CounterFacts::combat`] says which (9.4.2).
pub static COUNTER_BARS: Bars<CounterFacts> = Bars {
    name: "counter-charge",
    list: &[
        CounterBar::by(cite!("9.4", "F9"), "only the side that is not active Counter-Charges")
            .when(counter, |f| f.s.activation().is_some_and(|a| a.side == f.s.side(f.unit))),
        CounterBar::by(cite!("9.4.1"), "only Heavy and Medium Cavalry Counter-Charge").when(counter, |f| !f.rides()),
        CounterBar::by(cite!("9.4.1"), "a Disordered unit may not Counter-Charge")
            .when(counter, |f| f.s.unit(f.unit).condition != Condition::Normal),
        CounterBar::by(cite!("9.4.1"), "the ZOC of an enemy that does not attack the unit holds it")
            .violated(|f| f.held_by().map(|e| Violation::at(e.place()))),
        CounterBar::by(cite!("9.4.2"), "the unit is attacked through its rear")
            .when(|f| f.against.place(), |f| f.s.aspect_from(f.unit, f.from) == Some(Aspect::Rear)),
        CounterBar::by(cite!("9.4.7"), "there is one Counter-Charge in a combat")
            .when(counter, |f| f.combat.is_some_and(|c| c.counter_used)),
        CounterBar::by(cite!("9.4.7"), "nobody Counter-Charges a Counter-Charge")
            .when(counter, |f| f.combat.is_some_and(|c| c.kind == Kind::Counter)),
    ],
};

pub(crate) fn judge_counter_fire(s: &State, unit: UnitId, firer: UnitId, v: &mut Verdict) {
    match (s.hex(unit), s.hex(firer)) {
        (Some(at), Some(from)) => COUNTER_BARS.judge(
            &CounterFacts {
                s,
                unit,
                at,
                against: firer,
                from,
                combat: None,
            },
            v,
        ),
        _ => v.refuse(Refusal::new(cite!("9.4.2"), "both must be on the map")),
    }
}

pub(crate) fn judge_counter_shock(s: &State, c: &Combat, unit: UnitId, against: UnitId, v: &mut Verdict) {
    let attacked =
        c.target(unit).is_some_and(|m| m.stand == Stand::Open) && attackers_on(s, c, unit).any(|k| k.unit == against);
    match (s.hex(unit), s.hex(against)) {
        (Some(at), Some(from)) if attacked => {
            COUNTER_BARS.judge(
                &CounterFacts {
                    s,
                    unit,
                    at,
                    against,
                    from,
                    combat: Some(c),
                },
                v,
            );
        }
        _ => v.refuse(Refusal::new(cite!("9.4.2"), "the unit is not attacked by that unit").about(unit.place())),
    }
}

casus_continuity::facts! {
    /// The facts of the turn before a Counter-Charge.
    ///
    /// The attempt has passed. The unit may also keep its facing.
    pub struct WheelFacts<'a> of State; rules WheelBar = Bar {
        /// The unit that would turn.
        pub unit: UnitId,
        /// The vertex that it would face.
        pub facing: VertexFacing,
    }
}

impl WheelFacts<'_> {
    /// An attacker that attacks it from its rear.
    fn at_rear(&self) -> Option<Place> {
        let c = self.s.combats.last().filter(|c| c.target(self.unit).is_some())?;
        let mut on = attackers_on(self.s, c, self.unit);
        let rear = on.find(|k| self.s.aspect_adjacent(self.unit, k.hex) == Some(Aspect::Rear))?;
        Some(rear.unit.place())
    }
}

/// The list `wheel`: what forbids the turn before a Counter-Charge. Checked for each vertex when the attempt has
/// passed (9.4.5).
pub static WHEEL_BARS: Bars<WheelFacts> = Bars {
    name: "wheel",
    list: &[
        WheelBar::by(cite!("3.3.1"), "the unit faces that vertex already")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).facing == f.facing),
        WheelBar::by(cite!("9.4.5"), "attacked from the rear, the unit may not turn")
            .violated(|f| f.at_rear().map(Violation::at)),
        WheelBar::by(cite!("9.4.5", "F9"), "the unit turns by one vertex at most").violated(|f| {
            let n = f.s.unit(f.unit).facing.turns(f.facing);
            (n > 1 && !f.s.opts(Choice::F9)).then(|| Violation::over(f.unit.place(), VERTICES, n.into(), 1))
        }),
    ],
};

pub(crate) fn judge_wheel(s: &State, unit: UnitId, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        Action::Face(facing) => WHEEL_BARS.judge(&WheelFacts { s, unit, facing }, v),
        _ => return false,
    }
    true
}

/// Whether a Counter-Charger in this hex may Charge an enemy that it has met there (9.1(3)). `Leave::Water` ignores that Case.
fn may_strike(s: &State, unit: UnitId, at: HexId, leave: Leave) -> bool {
    if leave == Leave::Water {
        return met(s, unit, at).next().is_some();
    }
    met(s, unit, at)
        .any(|(_, h)| chargeable(s, at, h) && s.game_data.charts.terrain.hex(s.game_data.board.terrain(h)).charge)
}

fn counter_cost(s: &State, unit: UnitId, at: HexId, to: HexId) -> Option<u8> {
    let cost = ground(s, unit.place(), s.arm(unit).gait(), Some(at), to)?;
    Some(cost.clamp(0, 100) as u8)
}

/// Whether a straight Counter-Charge from here reaches an enemy within its allowance (ruling F11). `Leave::Water` ignores
/// 9.1(3).
fn closes(s: &State, unit: UnitId, at: HexId, spent: u8, leave: Leave) -> bool {
    if s.amended() {
        return closes_anyhow(s, unit, at, spent);
    }
    if met(s, unit, at).next().is_some() {
        return may_stop(s, unit, at) && may_strike(s, unit, at, leave);
    }
    let b = &s.game_data.board;
    s.unit(unit)
        .facing
        .front()
        .into_iter()
        .filter_map(|d| b.neighbour(at, d))
        .any(|n| forward(s, unit, at, n, spent, leave).is_some_and(|spent| leads(s, unit, n, spent, leave)))
}

/// Whether a Counter-Charger that enters this hex meets an enemy in front there or farther on (ruling F11).
fn leads(s: &State, unit: UnitId, at: HexId, spent: u8, leave: Leave) -> bool {
    let halted = s.opts(Choice::F11) && s.enemies_within(at, s.side(unit), 1..=1).next().is_some();
    (!halted || met(s, unit, at).next().is_some()) && closes(s, unit, at, spent, leave)
}

/// Answers the same question under house rules, by which it may exceed its allowance and leave the straight path. Visits no
/// hex twice at the same number of points or more.
fn closes_anyhow(s: &State, unit: UnitId, at: HexId, spent: u8) -> bool {
    let mut seen = vec![(at, spent)];
    let mut next = 0;
    while let Some(&(at, spent)) = seen.get(next) {
        next += 1;
        if met(s, unit, at).next().is_some() {
            if may_stop(s, unit, at) && may_strike(s, unit, at, Leave::Nothing) {
                return true;
            }
            continue;
        }
        for (_, to) in s.game_data.board.neighbours(at) {
            if let Some(spent) = forward(s, unit, at, to, spent, Leave::Nothing)
                && !seen.iter().any(|&(h, before)| h == to && before <= spent)
            {
                seen.push((to, spent));
            }
        }
    }
    false
}

/// The points spent after one more hex, or `None` if it may not go there.
fn forward(s: &State, unit: UnitId, at: HexId, to: HexId, spent: u8, leave: Leave) -> Option<u8> {
    if s.amended() {
        let cost = counter_cost(s, unit, at, to);
        let c = CounterCharger {
            unit,
            spent,
            over: false,
            riders: PieceSet::EMPTY,
        };
        let facts = ForwardFacts {
            s,
            c: &c,
            at,
            to,
            cost,
            glance: true,
        };
        return FORWARD_BARS
            .permit(&facts)
            .then(|| spent.saturating_add(cost.unwrap_or(0)));
    }
    let free = blocker(s, unit, to).is_none() && (leave == Leave::Water || chargeable(s, at, to));
    let spent = spent.checked_add(counter_cost(s, unit, at, to)?)?;
    (s.ahead(unit, at, to) && free && spent <= s.ratings(unit).ma).then_some(spent)
}

pub(crate) fn counter_candidates(s: &State, c: &CounterCharger, out: &mut Vec<Action>) {
    if let Some(at) = s.hex(c.unit) {
        out.extend(s.game_data.board.neighbours(at).map(|(_, n)| Action::Step(n)));
    }
}

casus_continuity::facts! {
    /// The facts of a Counter-Charger's step.
    ///
    /// It moves one hex at a time until it stands before the attacker or can go no farther.
    pub struct ForwardFacts<'a> of State; rules ForwardBar = Bar; places to {
        /// The Counter-Charge in progress.
        pub c: &'a CounterCharger,
        /// The Counter-Charger's hex.
        pub at: HexId,
        /// The next hex.
        pub to: HexId,
        /// The cost of the hex in movement points; `None` where the terrain chart closes it.
        pub cost: Option<u8>,
        /// Whether only the hex is checked, and not where it leads. Look-ahead sets this.
        pub glance: bool,
    }
}

impl ForwardFacts<'_> {
    pub(crate) fn ahead(&self) -> bool {
        self.s.ahead(self.c.unit, self.at, self.to)
    }
    /// Whether an enemy would stop it in a friendly gun's hex.
    fn stops_at_gun(&self) -> bool {
        if self.glance {
            return false;
        }
        let unit = self.c.unit;
        let passing = !may_stop(self.s, unit, self.to) && blocker(self.s, unit, self.to).is_none();
        passing && met(self.s, unit, self.to).next().is_some()
    }
    /// Whether the hex is open to it but leads to no enemy. `Leave::Water` ignores 9.1(3).
    fn leads_nowhere(&self, leave: Leave) -> bool {
        let unit = self.c.unit;
        !self.glance
            && !self.stops_at_gun()
            && forward(self.s, unit, self.at, self.to, self.c.spent, Leave::Nothing)
                .is_some_and(|spent| !leads(self.s, unit, self.to, spent, leave))
    }
    fn strays(&self) -> bool {
        self.leads_nowhere(Leave::Nothing) && self.leads_nowhere(Leave::Water)
    }
    /// Whether 9.1(3) alone keeps it from an enemy in that direction.
    fn sheltered(&self) -> bool {
        self.leads_nowhere(Leave::Nothing) && !self.leads_nowhere(Leave::Water)
    }
}

/// The list `counter-charge-step`: what forbids a Counter-Charger's step. Checked for each hex of its path (9.4.4(2),
/// 9.4.5).
pub static FORWARD_BARS: Bars<ForwardFacts> = Bars {
    name: "counter-charge-step",
    list: &[
        ForwardBar::by(cite!("3.1.1"), "another combat unit is in the hex")
            .violated(|f| blocker(f.s, f.c.unit, f.to).map(|u| Violation::at(u.place())))
            .always(),
        ForwardBar::by(cite!("3.1.1"), "an enemy would stop the unit in a friendly gun's hex")
            .when(to, |f| f.ahead() && f.stops_at_gun())
            .always(),
        ForwardBar::by(cite!("6.1.1"), "the terrain chart closes the hex").when(to, |f| f.cost.is_none()),
        ForwardBar::by(cite!("9.1(3)"), "a Charge may not cross a trench or stream")
            .when(to, |f| f.ahead() && !chargeable(f.s, f.at, f.to)),
        ForwardBar::by(
            cite!("9.1(3)"),
            "water or a village lies between the unit and the enemy that it would meet that way",
        )
        .when(to, |f| f.sheltered())
        .always(),
        ForwardBar::by(cite!("9.4.4(2)"), "a Counter-Charge goes straight on, without turning")
            .when(to, |f| !f.ahead()),
        ForwardBar::by(cite!("9.4.4(2)", "F11"), "it would meet no enemy that way")
            .when(to, |f| f.strays())
            .always(),
        ForwardBar::by(cite!("9.4.5"), "the unit may not exceed its Movement Allowance").violated(|f| {
            let need = i32::from(f.c.spent) + i32::from(f.cost?);
            let have = i32::from(f.s.ratings(f.c.unit).ma);
            (need > have).then(|| Violation::lacks(f.c.unit.place(), MP, need, have))
        }),
    ],
};

pub(crate) fn judge_counter(s: &State, c: &CounterCharger, action: Action, v: &mut Verdict) -> bool {
    let (Action::Step(to), Some(at)) = (action, s.hex(c.unit)) else {
        return false;
    };
    let cost = counter_cost(s, c.unit, at, to);
    FORWARD_BARS.judge(
        &ForwardFacts {
            s,
            c,
            at,
            to,
            cost,
            glance: false,
        },
        v,
    );
    true
}

/// The facts of an attempt against a unit that shoots or attacks. If several units attack it, the die counts all of them
/// (9.4.3, ruling F26).
pub(crate) fn counter_nerve(s: &State, unit: UnitId, against: UnitId) -> NerveFacts<'_> {
    let flanks = |a: UnitId| s.hex(a).and_then(|h| s.struck_from(unit, h)) == Some(Aspect::Flank);
    let fought = matches!(s.stack.last(), Some(Stage::Combat { .. }));
    let flank = match current(s).filter(|_| fought) {
        Some(c) => attackers_on(s, c, unit).any(|k| flanks(k.unit)),
        None => flanks(against),
    };
    NerveFacts { s, unit, flank }
}

impl Engine<'_> {
    /// Starts a Counter-Charge against fire that has passed, unless its unit was driven from its hex (ruling F13).
    pub(crate) fn launch(&mut self, unit: UnitId, from: HexId) -> Flow<Stage> {
        if self.s.hex(unit) == Some(from) && self.s.unit(unit).condition != Condition::Retired {
            return Flow::Call(Stage::Counter(self.setting_out(unit)));
        }
        self.tell_counter_lapsed(cite!("9.4.4(2)", "F13"), unit, Lapse::DrivenOff);
        Flow::Next
    }

    fn tell_counter_lapsed(&mut self, cite: Cite, unit: UnitId, why: Lapse) {
        self.say(cite, || What::CounterLapsed { unit, why });
    }

    /// Creates a Counter-Charger that sets out with the leaders in its hex (ruling F25).
    pub(crate) fn setting_out(&self, unit: UnitId) -> CounterCharger {
        CounterCharger {
            unit,
            spent: 0,
            over: false,
            riders: self.riding_with(unit),
        }
    }

    /// 9.4.3: rolls for the attempt against the unit that the owner named. The die counts all its attackers.
    pub(crate) fn try_counter(&mut self, unit: UnitId, against: UnitId) -> bool {
        let net = COUNTER_DRMS.ledger(0, &counter_nerve(self.s, unit, against));
        let test = self.test(cite!("9.4.3"), "counter-charge", net, Limit::AtMost(COUNTERS));
        let passed = test.passed;
        let case = if passed { cite!("9.4.4") } else { cite!("9.4.6") };
        self.say(case, || What::CounterCharge { unit, against, test });
        passed
    }

    pub(crate) fn wheeling(&mut self, unit: UnitId) -> Flow<Stage> {
        if self.s.hex(unit).is_none() {
            return Flow::Done;
        }
        let s = &*self.s;
        let (mut shut, side) = (Verdict::full(), s.side(unit));
        WHEEL_OPENING.judge(&OpeningFacts::by(s, side, unit), &mut shut);
        if let Err(refusals) = shut.finish() {
            self.tell_passed_over(side, Chance::Wheel, Some(unit), None, refusals);
            return Flow::Done;
        }
        let facts = |facing| WheelFacts { s, unit, facing };
        if VertexFacing::ALL.into_iter().any(|f| WHEEL_BARS.permit(&facts(f))) {
            return Flow::Ask;
        }
        let why = VertexFacing::ALL.into_iter().filter_map(|f| {
            let mut v = Verdict::full();
            WHEEL_BARS.judge(&facts(f), &mut v);
            v.finish().err()
        });
        let shut = Refusals::common(&why.collect::<Vec<_>>());
        self.tell_passed_over(side, Chance::Wheel, Some(unit), None, shut);
        Flow::Done
    }

    pub(crate) fn enact_wheel(&mut self, unit: UnitId, action: Action) {
        self.pop();
        if let Action::Face(facing) = action {
            let u = self.s.unit_mut(unit);
            u.facing = facing;
            u.done.set(Done::TURNED);
            self.say(cite!("9.4.5"), || What::Faced { unit, facing });
        } else {
            self.decline(cite!("9.4.5"), self.s.side(unit), Question::Facing, Some(unit));
        }
    }

    pub(crate) fn countering(&mut self, c: CounterCharger) -> Flow<Stage> {
        let unit = c.unit;
        let fit = matches!(self.s.unit(unit).at, Whereabouts::Map(_))
            && self.s.unit(unit).condition != Condition::Retired
            && !c.over;
        let Some(at) = self.s.hex(unit).filter(|_| fit) else {
            self.pop();
            self.tell_counter_lapsed(cite!("9.4.4(2)", "F13"), unit, Lapse::DrivenOff);
            return Flow::Next;
        };
        let front: Vec<(UnitId, HexId)> = met(self.s, unit, at).collect();
        if front.is_empty() && closes(self.s, unit, at, c.spent, Leave::Nothing) {
            return Flow::Ask;
        }
        self.pop();
        if front.is_empty() || !may_strike(self.s, unit, at, Leave::Nothing) {
            let why = if front.is_empty() && !closes(self.s, unit, at, c.spent, Leave::Water) {
                Lapse::NobodyMet
            } else {
                Lapse::Sheltered
            };
            self.tell_counter_lapsed(cite!("9.4.4(2)", "F11"), unit, why);
            return Flow::Next;
        }
        let caught: Vec<UnitId> = front.iter().map(|&(e, _)| e).collect();
        self.forfeit(&caught, unit);
        let side = self.s.side(unit);
        let going = if self.s.steady(unit) { Going::Home } else { Going::Plain };
        let links = caught.iter().map(|&e| (unit, e)).collect();
        self.open_combat(side, Kind::Counter, links, &|_| going, Bout::React);
        Flow::Next
    }

    pub(crate) fn enact_counter(&mut self, c: CounterCharger, action: Action) {
        let (Action::Step(to), Some(from)) = (action, self.s.hex(c.unit)) else {
            return;
        };
        let spent = forward(self.s, c.unit, from, to, c.spent, Leave::Nothing).unwrap_or(c.spent);
        self.set_top(Stage::Counter(CounterCharger { spent, ..c }));
        self.bring(c.unit, to);
        self.s.ride(c.riders, from, to);
        let with = self.named(self.rode(c.riders, to));
        self.say(cite!("9.4.4(2)"), || What::Charged {
            unit: c.unit,
            from,
            to,
            with,
        });
    }

    /// F15: attackers that a Counter-Charger has caught lose their attack on it.
    pub(crate) fn forfeit(&mut self, caught: &[UnitId], on: UnitId) {
        if self.s.opts(Choice::F15) {
            return;
        }
        let Some(c) = self.combat_mut() else { return };
        let lost: Vec<UnitId> = caught.iter().copied().filter(|&a| c.links.contains(&(a, on))).collect();
        c.links.retain(|&(a, d)| d != on || !caught.contains(&a));
        for attacker in lost {
            let why = Lapse::Countered;
            self.say(cite!("9.4.4(2)", "F15"), || What::Void {
                attacker,
                target: on,
                why,
            });
        }
    }
}
