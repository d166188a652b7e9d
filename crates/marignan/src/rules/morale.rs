//! Morale: the tests of 0.2, what comes of them by 10.0, and module 8, the morale of the corps and of the Swiss army.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, CorpsId, Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::state::{Condition, Marks, Stage, State, Tests, Whereabouts, Why};
use casus_core::{Cite, Die, Flow, HexId, Ledger, Modifier, Modifiers, Outcome, Place, Procedures, give};

/// The facts of a test.
#[derive(Debug)]
pub struct TestFacts<'a> {
    s: &'a State,
    unit: UnitId,
    why: Why,
}

casus_core::questions!(TestFacts);

type M = Modifier<TestFacts<'static>>;

/// What modifies the morale of a unit that tests; never the dice (0.2).
pub static TEST_MODIFIERS: Modifiers<TestFacts> = Modifiers {
    name: "test",
    list: &[
        M::by(cite!("8.3"), "its corps is demoralized").shares(|f| {
            let corps = f.s.corps_of(f.unit)?;
            give(f.s.shaken(f.unit), DEMORALIZED, corps.place())
        }),
        M::by(cite!("9.2"), "committed from behind").shares(|f| match f.why {
            Why::Commitment(from) => give(f.s.behind(f.unit, from), FROM_BEHIND, from.place()),
            _ => None,
        }),
        M::by(cite!("12.4"), "the result of the fire").shares(|f| match f.why {
            Why::Fire(n) => give(n > 0, -i32::from(n), Place::Nowhere),
            _ => None,
        }),
        M::by(cite!("13.2"), "the result of the melee").shares(|f| match f.why {
            Why::Melee(n) => give(n > 0, -i32::from(n), Place::Nowhere),
            _ => None,
        }),
    ],
};

/// What demoralization takes from the morale of a unit (8.3).
const DEMORALIZED: i32 = -2;
/// What it takes from morale to be committed from behind (9.2).
const FROM_BEHIND: i32 = -2;

impl Why {
    /// The Case that calls for the test.
    pub const fn cite(self) -> Cite {
        match self {
            Self::Rally => cite!("2.1"),
            Self::Entry | Self::Commitment(_) => cite!("9.2"),
            Self::Hedgehog => cite!("9.4"),
            Self::Terrain => cite!("9.1"),
            Self::Panic => cite!("10.1"),
            Self::Retreat => cite!("11.0"),
            Self::Fire(_) => cite!("12.4"),
            Self::Melee(_) => cite!("13.2"),
            Self::Desorg(cite) => cite,
        }
    }
    /// A stable word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rally => "rally",
            Self::Entry => "commitment of the mover",
            Self::Commitment(_) => "commitment",
            Self::Hedgehog => "hedgehog",
            Self::Terrain => "terrain",
            Self::Panic => "rout through",
            Self::Retreat => "retreat",
            Self::Fire(_) => "fire",
            Self::Melee(_) => "melee",
            Self::Desorg(_) => "desorg",
        }
    }
}

impl State {
    /// Whether a corps is demoralized: its morale is 0, and no hero steadies it (8.0, 7.2). Never a Swiss one (8.1).
    pub fn demoralized(&self, corps: CorpsId) -> bool {
        self.kit.corps_side(corps) == Side::French
            && self.corps(corps).morale == 0
            && !self.commanders.iter().any(|c| c.steadies == Some(corps))
    }
    /// Whether a unit belongs to a demoralized corps (8.3).
    #[inline]
    pub fn shaken(&self, unit: UnitId) -> bool {
        self.counter(unit).corps.is_some_and(|c| self.demoralized(c))
    }
    /// Whether any unit of a hex belongs to a demoralized corps (8.3).
    pub fn shaken_stack(&self, hex: HexId) -> bool {
        self.units_at(hex).any(|u| self.shaken(u))
    }
    /// A unit's morale as it stands, with demoralization and without the modifiers of a test (ruling R64).
    pub fn morale(&self, unit: UnitId) -> i32 {
        let shaken = if self.shaken(unit) { DEMORALIZED } else { 0 };
        i32::from(self.face(unit).morale) + shaken
    }
    /// Whether as many French corps are demoralized as lose the battle (8.2).
    pub(crate) fn french_broken(&self) -> bool {
        let most = usize::from(self.kit.deployment.armies.french_corps_to_lose);
        self.demoralized_corps() >= most
    }
    /// How many French corps are demoralized (8.2, ruling R86).
    pub fn demoralized_corps(&self) -> usize {
        self.corps_ids().filter(|&c| self.demoralized(c)).count()
    }
}

pub(crate) fn decision(_: &State, tests: &Tests) -> Option<Decision> {
    let what = match tests.why {
        Why::Desorg(_) => "desorg",
        _ => "test",
    };
    (tests.left.len() > 1).then(|| Decision::new(tests.side, tests.why.cite(), what, Place::Nowhere))
}

/// What a unit tests its two dice against, and why (0.2).
pub(crate) fn test_ledger(s: &State, unit: UnitId, why: Why) -> Ledger {
    let base = i32::from(s.face(unit).morale);
    TEST_MODIFIERS.ledger(base, &TestFacts { s, unit, why })
}

/// The Case of an army's morale track.
pub(crate) const fn track_case(side: Side) -> Cite {
    match side {
        Side::Swiss => cite!("8.1"),
        Side::French => cite!("8.2"),
    }
}

impl Engine<'_> {
    /// 0.2: throws for a unit's morale, and says so. What comes of it is the caller's.
    pub(crate) fn test(&mut self, unit: UnitId, why: Why) -> bool {
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

    /// Tests one after the other, in their owner's order; the last needs no choice.
    pub(crate) fn testing(&mut self, tests: Tests) -> Flow<Stage> {
        let still = |&u: &u8| self.s.hex(UnitId(u)).is_some();
        let left = tests.left.iter().filter(still).collect();
        let tests = Tests { left, ..tests };
        self.set_top(Stage::Tests(tests));
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

    /// Who has fled from where it was committed is committed no more (9.2, 10.1).
    pub(crate) fn uncommit(&mut self, unit: UnitId) {
        for stage in &mut self.s.stack {
            if let Stage::Tests(tests) = stage
                && matches!(tests.why, Why::Commitment(_))
            {
                tests.left.remove(unit.0);
            }
        }
    }

    pub(crate) fn enact_test(&mut self, mut tests: Tests, action: Action) {
        let Action::Test(unit) = action else { return };
        tests.left.remove(unit.0);
        self.set_top(Stage::Tests(tests));
        let thrown = !matches!(tests.why, Why::Desorg(_));
        let passed = thrown && self.test(unit, tests.why);
        self.follow(unit, tests.why, passed);
    }

    /// What comes of a test (10.0, ruling R13).
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

    /// A unit fails a test of fire or melee, or suffers a result that counts as that: 8.1, then 10.0.
    pub(crate) fn failed_in_combat(&mut self, unit: UnitId, cite: Cite) {
        if self.s.side(unit) == Side::Swiss {
            self.change_morale(None, -1, cite!("8.1", "R82"));
        }
        if self.s.outcome.is_none() {
            self.worsen(unit, cite);
        }
    }

    /// One rung down the ladder of 10.0.
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
                self.eliminate(unit, cite!("10.0", "R76"));
            }
            Condition::Disordered => self.rout(unit),
            Condition::Routed => self.eliminate(unit, cite!("10.0")),
        }
    }

    /// An ordered unit becomes disordered; with its order it loses its hedgehog (ruling R51) and its Charge (ruling R66).
    pub(crate) fn disorder(&mut self, unit: UnitId, cite: Cite) {
        if self.s.unit(unit).condition != Condition::Order {
            return;
        }
        self.s.unit_mut(unit).condition = Condition::Disordered;
        self.say(cite, || What::Became {
            unit,
            condition: Condition::Disordered,
        });
        self.shed(unit);
    }

    /// What a unit loses with its order.
    fn shed(&mut self, unit: UnitId) {
        if self.s.hedgehog(unit) {
            self.unform(unit, cite!("9.4", "R51"));
        }
        if self.s.unit_mut(unit).charge.take().is_some() {
            self.say(cite!("9.3", "R66"), || What::ChargeLapsed { unit });
        }
    }

    /// A unit routs, and runs at once (10.0, 10.1).
    fn rout(&mut self, unit: UnitId) {
        self.s.unit_mut(unit).condition = Condition::Routed;
        self.say(cite!("10.0"), || What::Became {
            unit,
            condition: Condition::Routed,
        });
        self.change_morale(self.s.track(unit), -1, track_case(self.s.side(unit)));
        if self.s.hex(unit).is_some() {
            self.s.unit_mut(unit).facing = casus_core::SideFacing::ALL[0];
            self.flee(unit);
        }
    }

    /// A unit is better again: from rout to disorder, or to order at night.
    pub(crate) fn recover(&mut self, unit: UnitId, to: Condition, cite: Cite, gain: Cite) {
        let routed = self.s.routed(unit);
        self.s.unit_mut(unit).condition = to;
        self.say(cite, || What::Became { unit, condition: to });
        if !routed {
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

    /// A unit is eliminated: its side loses two points (8.1, 8.2).
    pub(crate) fn eliminate(&mut self, unit: UnitId, cite: Cite) {
        self.say(cite, || What::Eliminated { unit });
        self.remove(unit, Whereabouts::Lost);
    }

    /// A unit leaves the map for good.
    pub(crate) fn remove(&mut self, unit: UnitId, at: Whereabouts) {
        self.s.put(unit, at);
        let u = self.s.unit_mut(unit);
        u.marks = Marks::default();
        u.charge = None;
        u.spent = 0;
        u.facing = casus_core::SideFacing::ALL[0];
        if let Some(run) = self.run_mut() {
            run.units.remove(unit.0);
        }
        self.change_morale(self.s.track(unit), -2, track_case(self.s.side(unit)));
    }

    /// A star takes a unit: pikemen with a replacement go on as it, on the same face; any other is eliminated (12.4).
    pub(crate) fn lose(&mut self, unit: UnitId, cite: Cite) {
        let Some(hex) = self.s.hex(unit) else { return };
        self.s.struck.push(hex);
        if self.s.counter(unit).replacement && !self.s.unit(unit).replaced {
            self.s.unit_mut(unit).replaced = true;
            self.say(cite, || What::Replaced { unit });
        } else {
            self.eliminate(unit, cite);
        }
    }

    /// Moves a marker of morale; of the Swiss army if no corps is named. Not below 0 (ruling R80), and not once play has
    /// ended (ruling R30).
    pub(crate) fn change_morale(&mut self, corps: Option<CorpsId>, change: i32, cite: Cite) {
        if self.s.outcome.is_some() {
            return;
        }
        let now = match corps {
            Some(c) => &mut self.s.corps_mut(c).morale,
            None => &mut self.s.swiss_morale,
        };
        let (was, to) = (*now, (i32::from(*now) + change).clamp(0, 99) as u8);
        if to == was {
            return;
        }
        *now = to;
        let change = i32::from(to) - i32::from(was);
        self.say(cite, || What::Morale { corps, change, to });
        match corps {
            Some(corps) if was > 0 && to == 0 => {
                self.say(cite!("8.2", "R85"), || What::Demoralized { corps });
            }
            Some(corps) if was == 0 && to > 0 => {
                self.say(cite!("8.3"), || What::Restored { corps });
            }
            None if to == 0 => self.end(Outcome::Win(Side::French), cite!("8.1")),
            _ => {}
        }
    }

    /// Play ends, unless it has (ruling R30).
    pub(crate) fn end(&mut self, outcome: Outcome<Side>, cite: Cite) {
        if self.s.outcome.is_none() {
            self.s.outcome = Some((outcome, cite));
            self.say(cite, || What::Ended { outcome });
        }
    }

    /// 8.2: five corps demoralized at one time.
    pub(crate) fn settle_victory(&mut self) -> bool {
        if self.s.outcome.is_some() || self.hero_pending() {
            return false;
        }
        if !self.s.french_broken() {
            return false;
        }
        self.end(Outcome::Win(Side::Swiss), cite!("8.2", "R85"));
        true
    }

    /// 8.1: the Swiss take a place when a unit that is not routed enters it (ruling R83).
    pub(crate) fn settle_places(&mut self) -> bool {
        let s = &*self.s;
        let swiss = |u: UnitId| s.side(u) == Side::Swiss && !s.routed(u);
        let mut places = (0u8..).zip(&s.kit.deployment.places);
        let fresh = places.find(|&(i, &hex)| s.taken & 1 << i == 0 && s.units_at(hex).any(swiss));
        let Some((i, &hex)) = fresh else {
            return false;
        };
        self.s.taken |= 1 << i;
        self.say(cite!("8.1", "R83"), || What::Captured { hex });
        self.change_morale(None, PLACE, cite!("8.1"));
        true
    }
}

/// What each of the four places gives the Swiss (8.1).
const PLACE: i32 = 2;

impl State {
    /// Whose morale a unit is part of: its corps's, or the Swiss army's (8.1, 8.2).
    pub(crate) fn track(&self, unit: UnitId) -> Option<CorpsId> {
        match self.side(unit) {
            Side::Swiss => None,
            Side::French => self.corps_of(unit),
        }
    }
}
