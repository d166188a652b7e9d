//! Counter-Charges (13.6 to 13.9): which units may attempt one, the roll, and the turn.

use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, Shut, What};
use crate::options::Choice;
use crate::rules::charge::path::Route;
use crate::rules::fire::sight::sight;
use crate::state::combat::Answer;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use casus_core::{
    Aspect, Bar, Bars, HexId, Ledger, Limit, Modifier, Modifiers, Refusal, Verdict, VertexFacing, Violation,
};

casus_continuity::facts! {
    /// The facts of a Counter-Charge attempt.
    ///
    /// The attempt is made under fire or in a Shock Phase, by one unit against one kind of attack.
    pub struct CounterFacts<'a> of State; rules B = Bar, M = Modifier; places unit {
        /// The unit that would Counter-Charge.
        pub unit: UnitId,
        /// The hex where it stands.
        pub at: HexId,
        /// The kind of attack that it would answer.
        pub against: Answer,
        /// The hexes of all attackers of this kind, or the hex of the firer.
        pub from: Vec<HexId>,
    }
}

impl CounterFacts<'_> {
    fn fire(&self) -> bool {
        self.against == Answer::Fire
    }
    fn route(&self, target: HexId) -> Route<'_> {
        Route {
            s: self.s,
            unit: self.unit,
            target,
        }
    }
    /// Whether it may Counter-Charge from its hex with this facing.
    fn suits(&self, facing: VertexFacing) -> bool {
        self.from.iter().all(|&h| {
            if self.fire() {
                self.route(h).leads(self.at, facing)
            } else {
                self.route(h).strikes(self.at, facing)
            }
        })
    }
    /// Whether all the enemies would be in front with this facing, whatever lies between. A distant enemy must be ahead.
    fn faces(&self, facing: VertexFacing) -> bool {
        let board = &self.s.game_data.board;
        self.from.iter().all(|&h| match board.direction(self.at, h) {
            Some(d) => facing.aspect(d) == Aspect::Front,
            None => self.s.aspect_towards(self.at, facing, h) == Some(Aspect::Front),
        })
    }
    fn turned(&self) -> impl Iterator<Item = VertexFacing> {
        let facing = self.s.unit(self.unit).facing;
        [0, 1, 5].into_iter().map(move |n| facing.cw(n))
    }
    /// The facing for its Counter-Charge: its own if possible, otherwise one vertex off (13.6).
    pub(crate) fn facing(&self) -> Option<VertexFacing> {
        self.turned().find(|&f| self.suits(f))
    }
    /// Whether its enemies are ahead, but it has no path to them.
    fn pathless(&self) -> bool {
        self.turned().any(|facing| self.faces(facing)) && self.facing().is_none()
    }
    /// The hexes that close its paths, with the reasons.
    fn closed(&self) -> Vec<Shut> {
        let mut all: Vec<Shut> = Vec::new();
        for facing in self.turned().filter(|&f| self.faces(f)) {
            for &h in &self.from {
                for shut in self.route(h).closed(self.at, facing) {
                    if !all.iter().any(|x| x.hex == shut.hex) {
                        all.push(shut);
                    }
                }
            }
        }
        all
    }
    fn must_turn(&self) -> bool {
        self.facing().is_some_and(|f| f != self.s.unit(self.unit).facing)
    }
    /// Its Shock Defense DRM, if this is the attack that it answers.
    fn defense(&self, against: Answer) -> Option<i32> {
        (self.against == against).then(|| i32::from(self.s.ratings(self.unit).sdr))
    }
    /// The modifier of a turn, if this is the attack that it answers and it must turn.
    fn turn(&self, against: Answer) -> Option<i32> {
        let turns = self.against == against && self.must_turn();
        turns.then(|| i32::from(self.s.game_data.charts.throws.counter_turn))
    }
    fn in_rear(&self) -> Option<HexId> {
        let rear = |&&h: &&HexId| self.s.aspect_from(self.unit, h) == Some(Aspect::Rear);
        self.from.iter().find(rear).copied()
    }
    /// An enemy that was adjacent when the activation began, still is, and has not left its hex (13.3(3), ruling R-79).
    fn held_by(&self) -> Option<UnitId> {
        let began = self.s.unit(self.unit).began?;
        let side = self.s.side(self.unit);
        self.s.adjacent_enemies(self.at, side).find(|&e| {
            let enemy = self.s.unit(e);
            !enemy.done.has(Done::LEFT) && enemy.began.is_some_and(|h| self.s.next_to(h, began))
        })
    }
    fn unseen(&self) -> bool {
        self.fire() && self.from.iter().any(|&h| !sight(self.s, self.at, h, true).clear())
    }
    fn distance(&self) -> i32 {
        let board = &self.s.game_data.board;
        self.from
            .iter()
            .map(|&h| board.distance(self.at, h) as i32)
            .max()
            .unwrap_or(0)
    }
    /// The distance of the firer, if that is too far (13.3(5e), 13.9, ruling R-87).
    fn out_of_reach(&self) -> Option<Violation> {
        let more = i32::from(self.s.opts(Choice::R87));
        let reach = i32::from(self.s.ratings(self.unit).ma) + more;
        let far = self.distance();
        (self.fire() && far > reach).then(|| Violation::over(self.unit.place(), "distance", far, reach))
    }
}

/// The list `counter-charge`: what forbids a Counter-Charge, in book order; [`CounterFacts::against`] says what it would answer
/// (5.3, 13.1, 13.3, 13.6, 13.9, 14.4).
pub static COUNTER_BARS: Bars<CounterFacts> = Bars {
    name: "counter-charge",
    list: &[
        B::by(cite!("5.3"), "out of command, the unit may only Counter-Charge an adjacent enemy unit")
            .when(unit, |f| !f.s.unit(f.unit).done.has(Done::IN_COMMAND) && f.distance() > 1),
        B::by(cite!("13.1"), "only Men-at-Arms Counter-Charge").when(unit, |f| f.s.arm(f.unit) != Arm::MenAtArms),
        B::by(cite!("13.1"), "only the side that is not active Counter-Charges")
            .when(unit, |f| f.s.active() == Some(f.s.side(f.unit))),
        B::by(cite!("13.3(1)"), "a Disordered unit may not Counter-Charge")
            .when(unit, |f| f.s.unit(f.unit).condition == Condition::Disordered),
        B::by(cite!("13.3(3)", "R-79"), "it began the activation next to an enemy unit that is still there")
            .violated(|f| f.held_by().map(|e| Violation::at(e.place()))),
        B::by(cite!("13.3(4)"), "it does not see the enemy unit").when(unit, |f| f.unseen()),
        B::by(cite!("13.3(5e)", "R-87"), "the enemy unit is out of its reach").violated(|f| f.out_of_reach()),
        B::by(cite!("13.6"), "the unit is stacked with another unit")
            .violated(|f| f.s.beside(f.unit).next().map(|u| Violation::at(u.place()))),
        B::by(cite!("13.6"), "the unit has tried to counter-charge in this activation")
            .when(unit, |f| f.s.unit(f.unit).done.has(Done::COUNTERED)),
        B::by(cite!("13.6"), "the unit is attacked through its rear")
            .violated(|f| f.in_rear().map(|h| Violation::at(h.place()))),
        B::by(cite!("13.6", "R-82"), "the unit could not bring all that it would Counter-Charge in front of it")
            .when(unit, |f| !f.turned().any(|facing| f.faces(facing))),
        B::by(cite!("13.3(5)"), "no path is open to it")
            .when(unit, |f| f.pathless())
            .always(),
        B::by(cite!("14.4"), "a Retired unit does not Counter-Charge").when(unit, |f| f.s.retired(f.unit)),
    ],
};

/// The list `counter-charge-drm`: the modifiers of a Counter-Charge attempt (13.7, 13.8, 13.9).
pub static COUNTER_DRMS: Modifiers<CounterFacts> = Modifiers {
    name: "counter-charge-drm",
    list: &[
        M::by(cite!("13.7", "R-84"), "to meet a Charge, Shock Defense DRM").adds(unit, |f| f.defense(Answer::Charge)),
        M::by(cite!("13.7"), "to meet a Charge, the turn").adds(unit, |f| f.turn(Answer::Charge)),
        M::by(cite!("13.8", "R-84"), "to meet Shock, Shock Defense DRM").adds(unit, |f| f.defense(Answer::Shock)),
        M::by(cite!("13.8"), "to meet Shock, the turn").adds(unit, |f| f.turn(Answer::Shock)),
        M::by(cite!("13.9", "R-84"), "to meet fire, Shock Defense DRM").adds(unit, |f| f.defense(Answer::Fire)),
        M::by(cite!("13.9"), "to meet fire, the turn").adds(unit, |f| f.turn(Answer::Fire)),
    ],
};

pub(crate) fn counter_facts(s: &State, unit: UnitId, against: Answer, from: Vec<HexId>) -> Option<CounterFacts<'_>> {
    let at = s.hex(unit)?;
    Some(CounterFacts {
        s,
        unit,
        at,
        against,
        from,
    })
}

pub(crate) fn judge_counter(s: &State, unit: UnitId, against: Answer, from: Vec<HexId>, v: &mut Verdict) {
    match counter_facts(s, unit, against, from) {
        Some(f) if !f.from.is_empty() => COUNTER_BARS.judge(&f, v),
        _ => v.refuse(Refusal::new(cite!("13.6"), "nobody attacks the unit so").about(unit.place())),
    }
}

pub(crate) fn judge_counter_fire(s: &State, unit: UnitId, firer: UnitId, v: &mut Verdict) {
    judge_counter(s, unit, Answer::Fire, s.hex(firer).into_iter().collect(), v);
}

/// The roll of an attempt before its die: the modifiers over a base of 0, and the highest roll that succeeds.
pub(crate) fn attempt(facts: &CounterFacts<'_>) -> (Ledger, i32) {
    let throws = &facts.s.game_data.charts.throws;
    let need = match facts.against {
        Answer::Charge => throws.counter_charge,
        Answer::Shock => throws.counter_shock,
        Answer::Fire => throws.counter_fire,
    };
    (COUNTER_DRMS.ledger(0, facts), i32::from(need))
}

impl Engine<'_> {
    /// Reports why a unit may not Counter-Charge these attackers, which are or began in these hexes. If no path is open to it,
    /// reports what closes each one (13.3(5)). `judge` checks the rules. Does nothing while the log is off.
    pub(crate) fn tell_no_counter(
        &mut self,
        unit: UnitId,
        answer: Answer,
        against: &[(UnitId, HexId)],
        judge: impl FnOnce(&State, &mut Verdict),
    ) {
        if !self.log.is_on() {
            return;
        }
        let mut verdict = Verdict::full();
        judge(self.s, &mut verdict);
        let Err(refusals) = verdict.finish() else { return };
        let Some(first) = refusals.iter().next() else { return };
        let from = against.iter().map(|&(_, h)| h).collect();
        let facts = counter_facts(self.s, unit, answer, from).filter(|f| f.pathless());
        let paths = facts.map(|f| f.closed()).unwrap_or_default();
        let side = self.s.side(unit);
        self.say(first.cite, || What::PassedOver {
            side,
            unit: Some(unit),
            chance: Chance::CounterCharge,
            against: against.iter().map(|&(u, _)| u).collect(),
            refusals,
            paths,
        });
    }

    /// Makes the attempt: one in an activation, whether it succeeds or not (13.6). If it passes in a Shock Phase, the unit turns
    /// if it must (13.7, 13.8). Against fire it turns when the shot is over (13.9).
    pub(crate) fn try_counter(&mut self, unit: UnitId, against: Answer, from: &[HexId]) -> bool {
        let case = match against {
            Answer::Charge => cite!("13.7"),
            Answer::Shock => cite!("13.8"),
            Answer::Fire => cite!("13.9"),
        };
        let Some(facts) = counter_facts(self.s, unit, against, from.to_vec()) else {
            return false;
        };
        let facing = facts.facing();
        let (net, need) = attempt(&facts);
        let test = self.test(case, "counter-charge", net, Limit::AtMost(need));
        let passed = test.passed;
        self.s.unit_mut(unit).done.set(Done::COUNTERED);
        self.say(case, || What::CounterCharge { unit, against, test });
        if passed
            && against != Answer::Fire
            && let Some(facing) = facing
        {
            self.face(unit, facing, cite!("13.6", "R-83"));
        }
        passed
    }
}
