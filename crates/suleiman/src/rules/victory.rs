//! Module 16, Victory.

use crate::casebook::cite;
use crate::components::{Arm, Side};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use casus_core::{Cite, Ledger, Limit, Modifier, Modifiers, Outcome, Place, Share};

/// The cite for the end of a match after consecutive Passes. No Case says so; it is a rule of this library.
pub(crate) const STALEMATE: Cite = Cite::library("stalemate");

casus_continuity::facts! {
    /// The facts of a count of Flight Level Points.
    ///
    /// They sum all losses so far. Each entry of the list counts one kind of loss.
    pub struct CountFacts<'a> of State; rules M = Modifier {
        /// The side whose points are counted.
        pub side: Side,
        /// The number of its Heavy and Medium Cavalry units that are Eliminated.
        pub heavy: i32,
        /// The number of its artillery units that are Eliminated.
        pub guns: i32,
        /// The number of its other units that are Eliminated.
        pub others: i32,
        /// The number of its units in play that are Retired, artillery aside.
        pub retired: i32,
    }
}

impl<'a> CountFacts<'a> {
    /// Counts all losses of a side so far in one pass.
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

/// Returns the Flight Level Points of an Eliminated unit of this type (16.0.1): 3, 2 or 0.
pub const fn points(arm: Arm) -> i32 {
    match arm {
        Arm::Artillery => 0,
        a if a.men_at_arms() => 3,
        _ => 2,
    }
}

/// The list `flight-points`: Flight Level Points, line by line. They are the ledger of each flight check (16.0.1).
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
    /// Returns a side's Flight Level Points over a base, line by line (16.0.1, 16.0.2).
    ///
    /// There is one line for each kind of loss that the side has suffered, with its Case. The base is the die of a flight
    /// check, or 0.
    pub fn flight_ledger(&self, side: Side, base: i32) -> Ledger {
        const _: Cite = cite!("16.0.2");
        FLIGHT_POINTS.ledger(base, &CountFacts::of(self, side))
    }

    /// Returns a side's Flight Level Points, which are added to the die of a flight check.
    pub fn flight_points(&self, side: Side) -> i32 {
        FLIGHT_POINTS.sum(&CountFacts::of(self, side))
    }

    /// Returns a side's Flight Level (16.0.3, 16.0.4): 45 plus what contingents have brought, or 65.
    ///
    /// The army breaks when the die of a check plus its points exceeds it.
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

    /// 16.0.1: after a Free activation both armies make a flight check, the active one first (ruling A8).
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
