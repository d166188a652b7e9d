//! Tests of morale (0.2), and their consequences (10.0).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, CorpsId, Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Loss, What};
use crate::rules::morale::{DEMORALIZED, track_case};
use crate::state::pieces::{Condition, Marks};
use crate::state::position::State;
use crate::state::stage::{Stage, Tests, Why};
use casus_core::{Cite, Die, Flow, Ledger, Modifier, Modifiers, PieceSet, Place, Procedures, Share, give};

/// The facts of a test of morale.
///
/// Modifiers change the morale, not the dice, so a higher value is better for the unit.
#[derive(Debug)]
pub struct TestFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that tests.
    pub unit: UnitId,
    /// The cause of the test.
    pub why: Why,
}

casus_core::questions!(TestFacts);

/// The modifier of morale of a unit that is committed from behind (9.2).
const FROM_BEHIND: i32 = -2;

type M = Modifier<TestFacts<'static>>;

fn corps(f: &TestFacts) -> Place {
    f.s.corps_of(f.unit).map_or(Place::Nowhere, CorpsId::place)
}

fn nowhere(_: &TestFacts) -> Place {
    Place::Nowhere
}

impl TestFacts<'_> {
    /// The modifier of morale if units in this hex commit the unit from behind.
    fn behind(&self) -> Option<Share> {
        match self.why {
            Why::Commitment(from) => give(self.s.behind(self.unit, from), FROM_BEHIND, from.place()),
            _ => None,
        }
    }
    /// The modifier of morale by the result of fire or melee.
    fn less(&self) -> i32 {
        match self.why {
            Why::Fire(n) | Why::Melee(n) => -i32::from(n),
            _ => 0,
        }
    }
}

/// Modifiers of the morale of a unit that tests, never of the dice (0.2). Computed for every test. Named `test`.
pub static TEST_MODIFIERS: Modifiers<TestFacts> = Modifiers {
    name: "test",
    list: &[
        M::by(cite!("8.3"), "its corps is demoralized").adds(corps, |f| f.s.shaken(f.unit).then_some(DEMORALIZED)),
        M::by(cite!("9.2"), "committed from behind").shares(|f| f.behind()),
        M::by(cite!("12.4"), "the result of the fire")
            .adds(nowhere, |f| matches!(f.why, Why::Fire(n) if n > 0).then(|| f.less())),
        M::by(cite!("13.2"), "the result of the melee")
            .adds(nowhere, |f| matches!(f.why, Why::Melee(n) if n > 0).then(|| f.less())),
    ],
};

pub(crate) fn decision(_: &State, tests: &Tests) -> Option<Decision> {
    let what = match tests.why {
        Why::Desorg(_) => "desorg",
        _ => "test",
    };
    (tests.left.len() > 1).then(|| Decision::new(tests.side, tests.why.cite(), what, Place::Nowhere))
}

/// Returns the value that a unit tests its two dice against, line by line (0.2).
pub(crate) fn test_ledger(s: &State, unit: UnitId, why: Why) -> Ledger {
    let base = i32::from(s.face(unit).morale);
    TEST_MODIFIERS.ledger(base, &TestFacts { s, unit, why })
}

impl Engine<'_> {
    /// 0.2: rolls a test of a unit's morale and logs it. The caller applies the consequence.
    pub(crate) fn test(&mut self, unit: UnitId, why: Why) -> bool {
        const _: Cite = cite!("0.2");
        let morale = test_ledger(self.s, unit, why);
        let need = morale.total;
        let dice = self.roll(why.cite(), Die::TwoD6, why.word(), &|sum| u16::from(i32::from(sum) <= need));
        let passed = i32::from(dice) <= need;
        self.say(why.cite(), || What::Tested {
            unit,
            why,
            morale,
            dice,
            passed,
        });
        passed
    }

    /// Makes units test one at a time, in the order their owner chooses. The last one needs no choice.
    pub(crate) fn testing(&mut self, tests: Tests) -> Flow<Stage> {
        let still = |&u: &u8| self.s.hex(UnitId(u)).is_some();
        let left: PieceSet = tests.left.iter().filter(still).collect();
        let (gone, why) = (tests.left.without(left), tests.why);
        let tests = Tests { left, ..tests };
        self.set_top(Stage::Tests(tests));
        for unit in gone.iter().map(UnitId) {
            self.say(why.cite(), || What::Untested { unit, why });
        }
        match tests.left.len() {
            0 => Flow::Done,
            1 => {
                if let Some(u) = tests.left.first() {
                    self.enact_test(tests, Action::Test(UnitId(u)));
                }
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    pub(crate) fn enact_test(&mut self, mut tests: Tests, action: Action) {
        let Action::Test(unit) = action else { return };
        tests.left.remove(unit.0);
        self.set_top(Stage::Tests(tests));
        let thrown = !matches!(tests.why, Why::Desorg(_));
        if !thrown {
            self.say(tests.why.cite(), || What::Desorg { unit });
        }
        let passed = thrown && self.test(unit, tests.why);
        self.follow(unit, tests.why, passed);
    }

    /// Applies the consequence of a test (10.0, ruling R13).
    pub(crate) fn follow(&mut self, unit: UnitId, why: Why, passed: bool) {
        match why {
            Why::Rally => {
                self.s.unit_mut(unit).marks.set(Marks::TRIED);
                if passed {
                    self.recover(unit, Condition::Disordered, cite!("2.1"), cite!("8.2", "R81"));
                }
            }
            Why::Entry => {
                let marks = &mut self.s.unit_mut(unit).marks;
                if passed {
                    marks.set(Marks::PASSED);
                } else {
                    marks.set(Marks::MOVED);
                    marks.set(Marks::STOPPED);
                }
                if !passed && let Some(run) = self.run_mut() {
                    run.units.remove(unit.0);
                }
            }
            Why::Terrain => {
                if !passed {
                    self.disorder(unit, cite!("9.1"));
                }
            }
            Why::Hedgehog | Why::Retreat => {}
            Why::Commitment(_) | Why::Panic => {
                if matches!(why, Why::Commitment(_)) {
                    self.s.unit_mut(unit).marks.set(Marks::COMMITTED);
                }
                if !passed {
                    self.worsen(unit, cite!("10.0"));
                }
            }
            Why::Fire(_) | Why::Melee(_) | Why::Desorg(_) => {
                if !passed {
                    self.failed_in_combat(unit, why.cite());
                }
            }
        }
    }

    /// Applies a failed test of fire or melee, or a result that counts as one: first 8.1, then 10.0.
    pub(crate) fn failed_in_combat(&mut self, unit: UnitId, cite: Cite) {
        if self.s.side(unit) == Side::Swiss {
            self.change_morale(None, -1, cite!("8.1", "R82"));
        }
        if self.s.outcome.is_none() {
            self.worsen(unit, cite);
        }
    }

    /// Worsens a unit's state by one step (10.0).
    pub(crate) fn worsen(&mut self, unit: UnitId, cite: Cite) {
        if self.s.hex(unit).is_none() {
            return;
        }
        match self.s.unit(unit).condition {
            Condition::Order => self.disorder(unit, cite),
            Condition::Disordered if self.s.counter(unit).swiss_pikemen() => {
                self.say(cite!("8.1"), || What::Stands { unit });
                self.change_morale(None, -1, cite!("8.1"));
            }
            Condition::Disordered if self.s.class(unit) == Class::Artillery => {
                self.eliminate(unit, Loss::Guns, cite!("10.0", "R76"));
            }
            Condition::Disordered => self.rout(unit),
            Condition::Routed => self.eliminate(unit, Loss::Routed, cite!("10.0")),
        }
    }

    /// Disorders an ordered unit. It also loses its hedgehog (ruling R51) and its Charge (ruling R66).
    pub(crate) fn disorder(&mut self, unit: UnitId, cite: Cite) {
        if self.s.unit(unit).condition != Condition::Order {
            return;
        }
        self.s.unit_mut(unit).condition = Condition::Disordered;
        self.say(cite, || What::Became {
            unit,
            was: Condition::Order,
            condition: Condition::Disordered,
        });
        self.shed(unit);
    }

    /// Removes what a unit loses with its order.
    fn shed(&mut self, unit: UnitId) {
        if self.s.hedgehog(unit) {
            self.unform(unit, cite!("9.4", "R51"));
        }
        if let Some(hex) = self.s.unit_mut(unit).charge.take() {
            self.say(cite!("9.3", "R66"), || What::ChargeLapsed { unit, hex });
        }
    }

    /// Routs a unit; it flees at once (10.0, 10.1).
    fn rout(&mut self, unit: UnitId) {
        let was = core::mem::replace(&mut self.s.unit_mut(unit).condition, Condition::Routed);
        self.say(cite!("10.0"), || What::Became {
            unit,
            was,
            condition: Condition::Routed,
        });
        self.change_morale(self.s.track(unit), -1, track_case(self.s.side(unit)));
        if self.s.hex(unit).is_some() {
            self.s.unit_mut(unit).facing = casus_core::SideFacing::ALL[0];
            self.flee(unit);
        }
    }

    /// Improves a unit's state: from rout to disorder, or to order at night.
    pub(crate) fn recover(&mut self, unit: UnitId, to: Condition, cite: Cite, gain: Cite) {
        let was = core::mem::replace(&mut self.s.unit_mut(unit).condition, to);
        self.say(cite, || What::Became {
            unit,
            was,
            condition: to,
        });
        if was != Condition::Routed {
            return;
        }
        if self.s.side(unit) == Side::French {
            self.change_morale(self.s.track(unit), 1, gain);
        }
        if let Some(hex) = self.s.hex(unit)
            && !self.align(unit, hex)
        {
            let side = self.s.side(unit);
            self.call(Stage::Turning {
                side,
                hex,
                cite: cite!("3.0", "R103"),
            });
        }
    }
}
