//! Module 16, Victory.

use crate::casebook::cite;
use crate::components::{Arm, Side};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use casus_core::{Cite, Ledger, Limit, Modifier, Modifiers, Outcome, Place, Share};

/// Consecutive Passes end a match that nobody plays any more: no Case, a rule of the house.
pub(crate) const STALEMATE: Cite = Cite::library("stalemate");

/// The facts of a count of Flight Level Points.
///
/// Of all that has been lost so far; each entry of the list counts one kind of loss.
#[derive(Debug)]
pub struct CountFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The side whose points are counted.
    pub side: Side,
    /// Its Heavy and Medium Cavalry that is Eliminated, in units.
    pub heavy: i32,
    /// Its artillery that is Eliminated.
    pub guns: i32,
    /// Its other units that are Eliminated.
    pub others: i32,
    /// Its units in play that are Retired, artillery aside.
    pub retired: i32,
}

casus_core::questions!(CountFacts);
type M = Modifier<CountFacts<'static>>;

impl<'a> CountFacts<'a> {
    /// All that a side has lost so far, counted in one walk.
    fn of(s: &'a State, side: Side) -> Self {
        let mut count = Self {
            s,
            side,
            heavy: 0,
            guns: 0,
            others: 0,
            retired: 0,
        };
        for (_, unit, traits) in s.pieces().filter(|(.., traits)| traits.side == side) {
            match (unit.at, traits.arm) {
                (Whereabouts::Lost, Arm::Artillery) => count.guns += 1,
                (Whereabouts::Lost, arm) if arm.men_at_arms() => count.heavy += 1,
                (Whereabouts::Lost, _) => count.others += 1,
                (_, Arm::Artillery) => {}
                (at, _) => count.retired += i32::from(unit.condition == Condition::Retired && at.in_play()),
            }
        }
        count
    }
    fn share(&self, points: i32, count: i32) -> Option<Share> {
        (count > 0).then_some(Share {
            value: points * count,
            from: Place::Side(self.side as u8),
        })
    }
}

/// The Flight Level Points of an Eliminated unit of this type (16.0.1): 3, 2 or 0.
///
/// Of an Eliminated unit of this type.
pub const fn points(arm: Arm) -> i32 {
    match arm {
        Arm::Artillery => 0,
        a if a.men_at_arms() => 3,
        _ => 2,
    }
}

/// The list `flight-points`: Flight Level Points, line by line; the ledger of each test of an army's nerve
/// (16.0.1).
pub static FLIGHT_POINTS: Modifiers<CountFacts> = Modifiers {
    name: "flight-points",
    list: &[
        M::by(cite!("16.0.1(1)"), "Heavy and Medium Cavalry Eliminated")
            .shares(|f| f.share(points(Arm::HeavyCavalry), f.heavy)),
        M::by(cite!("16.0.1(1)"), "the King or Sultan lost")
            .shares(|f| f.share(3, i32::from(f.s.fallen[f.side as usize][0]))),
        M::by(cite!("16.0.1(2)"), "other units Eliminated").shares(|f| f.share(points(Arm::LightCavalry), f.others)),
        M::by(cite!("16.0.1(2)"), "other leaders lost")
            .shares(|f| f.share(2, i32::from(f.s.fallen[f.side as usize][1]))),
        M::by(cite!("16.0.1(3)"), "Retired").shares(|f| f.share(1, f.retired)),
        M::by(cite!("16.0.1(4)"), "artillery Eliminated").shares(|f| f.share(points(Arm::Artillery), f.guns)),
    ],
};

impl State {
    /// A side's Flight Level Points over a base, line by line (16.0.1, 16.0.2).
    ///
    /// A line for each kind of loss that there is, with its Case. The base is the die of a Flight check, or 0.
    pub fn flight_ledger(&self, side: Side, base: i32) -> Ledger {
        FLIGHT_POINTS.ledger(base, &CountFacts::of(self, side))
    }

    /// A side's Flight Level Points.
    ///
    /// What is added to the die of a Flight check.
    pub fn flight_points(&self, side: Side) -> i32 {
        FLIGHT_POINTS.sum(&CountFacts::of(self, side))
    }

    /// A side's Flight Level (16.0.3, 16.0.4): 45 and what contingents have brought, or 65.
    ///
    /// The army breaks when the die of a check and its points together exceed it.
    pub fn flight_level(&self, side: Side) -> i32 {
        match side {
            Side::Ottoman => 65,
            Side::Hungary => {
                let all = self.game_data.contingents().iter();
                let came = all.filter(|&&(command, _)| self.contingent_came(command));
                45 + came.map(|(_, flight)| flight).sum::<i32>()
            }
        }
    }
}

impl Engine<'_> {
    pub(crate) fn end(&mut self, outcome: Outcome<Side>, cite: Cite) {
        self.s.outcome = Some((outcome, cite));
        self.say(cite, || What::Ended { outcome });
    }

    /// 16.0.1: after a Free activation both armies are tested, the active one first (ruling A8).
    pub(crate) fn flight(&mut self, active: Side) {
        let mut broken = [false; 2];
        for side in [active, active.enemy()] {
            let level = self.s.flight_level(side);
            let points = self.s.flight_points(side);
            if points + 9 <= level {
                self.say(cite!("16.0", "A8"), || What::FlightSafe { side, points, level });
                continue;
            }
            let net = self.s.flight_ledger(side, 0);
            let test = self.test(cite!("16.0"), "flight", net, Limit::AtMost(level));
            broken[side as usize] = !test.passed;
            let case = match side {
                Side::Hungary => cite!("16.0.3"),
                Side::Ottoman => cite!("16.0.4"),
            };
            self.say(case, || What::Flight { side, test });
        }
        match broken {
            [true, true] => self.end(Outcome::AllLose, cite!("16.0.4")),
            [true, false] => self.end(Outcome::Win(Side::Ottoman), cite!("16.0")),
            [false, true] => self.end(Outcome::Win(Side::Hungary), cite!("16.0")),
            [false, false] => {}
        }
    }
}
