//! Module 3, Victory: Flight Points and Loss Checks.

use crate::casebook::cite;
use crate::charts::FlightPoints;
use crate::components::{Arm, LeaderId, Side, StandardId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Cite, Ledger, Limit, Modifier, Modifiers, Outcome, Place, Share, give};

/// The cite for the end of a match after consecutive Passes. No Case says so; it is a rule of this library (ruling C-2).
pub(crate) const STALEMATE: Cite = Cite::library("stalemate");

casus_continuity::facts! {
    /// The facts of a count of Flight Points.
    ///
    /// They sum all losses so far. Each entry of the list counts one kind of loss.
    pub struct CountFacts<'a> of State; rules M = Modifier {
        /// The side whose points are counted.
        pub side: Side,
    }
}

impl CountFacts<'_> {
    fn prices(&self) -> &FlightPoints {
        &self.s.game_data.charts.flight
    }
    /// The points of the Eliminated units of a type. A dismounted unit counts by its mounted type.
    fn lost(&self, arm: Arm) -> Option<Share> {
        let s = self.s;
        let lost = |&u: &UnitId| s.side(u) == self.side && s.unit(u).at == Whereabouts::Lost && s.counter(u).arm == arm;
        let count = s.unit_ids().filter(lost).count();
        self.share(count, count as i32 * i32::from(self.prices().of(arm)))
    }
    fn retired(&self) -> Option<Share> {
        let s = self.s;
        let retired = s
            .unit_ids()
            .filter(|&u| s.side(u) == self.side && s.retired(u) && s.unit(u).at.in_play());
        let count = retired.count();
        self.share(count, count as i32 * i32::from(self.prices().retired))
    }
    fn fallen(&self, kind: impl Fn(LeaderId) -> bool, price: u8) -> Option<Share> {
        let s = self.s;
        let fallen = s
            .leader_ids()
            .filter(|&l| s.leader_side(l) == self.side && s.leader(l).fallen);
        let count = fallen.filter(|&l| kind(l)).count();
        self.share(count, count as i32 * i32::from(price))
    }
    fn captured(&self) -> Option<Share> {
        let s = self.s;
        let own = |t: StandardId| s.game_data.roster[t].side == self.side && s.standard(t).at == Whereabouts::Lost;
        let count = s.standard_ids().filter(|&t| own(t)).count();
        self.share(count, count as i32 * i32::from(self.prices().standard))
    }
    fn share(&self, count: usize, value: i32) -> Option<Share> {
        give(count > 0, value, Place::Side(self.side as u8))
    }
}

/// The list `flight-points`: Flight Points, line by line. They are the ledger of each Loss Check (3.0).
pub static FLIGHT_POINTS: Modifiers<CountFacts> = Modifiers {
    name: "flight-points",
    list: &[
        M::by(cite!("3.0", "R-04"), "the King lost")
            .shares(|f| f.fallen(|l| f.s.game_data.roster[l].king, f.prices().king)),
        M::by(cite!("3.0"), "the Overall Commander lost")
            .shares(|f| f.fallen(|l| f.s.game_data.roster[l].oc && !f.s.game_data.roster[l].king, f.prices().oc)),
        M::by(cite!("3.0", "R-05"), "Battle leaders lost").shares(|f| {
            let card = |l: LeaderId| &f.s.game_data.roster[l];
            f.fallen(|l| !card(l).oc && !card(l).king, f.prices().leader)
        }),
        M::by(cite!("3.0"), "Pikes Eliminated").shares(|f| f.lost(Arm::Pikes)),
        M::by(cite!("3.0"), "Swords and Bucklers Eliminated").shares(|f| f.lost(Arm::SwordAndBuckler)),
        M::by(cite!("3.0"), "Men-at-Arms Eliminated").shares(|f| f.lost(Arm::MenAtArms)),
        M::by(cite!("3.0"), "arquebuses Eliminated").shares(|f| f.lost(Arm::Arquebus)),
        M::by(cite!("3.0"), "Mounted Arquebuses Eliminated").shares(|f| f.lost(Arm::MountedArquebus)),
        M::by(cite!("3.0"), "crossbows Eliminated").shares(|f| f.lost(Arm::Crossbow)),
        M::by(cite!("3.0"), "Mounted Crossbows Eliminated").shares(|f| f.lost(Arm::MountedCrossbow)),
        M::by(cite!("3.0"), "longbows Eliminated").shares(|f| f.lost(Arm::Longbow)),
        M::by(cite!("3.0", "R-01"), "Light Cavalry Eliminated").shares(|f| f.lost(Arm::LightCavalry)),
        M::by(cite!("3.0", "R-01"), "Light Cavalry Archers Eliminated").shares(|f| f.lost(Arm::LightArchers)),
        M::by(cite!("3.0", "R-01"), "Genitors Eliminated").shares(|f| f.lost(Arm::Genitors)),
        M::by(cite!("3.0", "R-01"), "Stradiotti Eliminated").shares(|f| f.lost(Arm::Stradiots)),
        M::by(cite!("3.0"), "Artillery Eliminated").shares(|f| f.lost(Arm::Artillery)),
        M::by(cite!("3.0", "R-03"), "Gun Wagons Eliminated").shares(|f| f.lost(Arm::GunWagon)),
        M::by(cite!("3.0", "R-03"), "Baggage Wagons lost").shares(|f| f.lost(Arm::BaggageWagon)),
        M::by(cite!("3.0"), "Skirmishers Eliminated").shares(|f| f.lost(Arm::Skirmishers)),
        M::by(cite!("3.0"), "Sappers Eliminated").shares(|f| f.lost(Arm::Sappers)),
        M::by(cite!("3.0", "R-02"), "Retired").shares(|f| f.retired()),
        M::by(cite!("3.0", "R-03"), "Standards captured").shares(|f| f.captured()),
    ],
};

impl State {
    /// Returns a side's Flight Points over a base, line by line (3.0).
    ///
    /// There is one line for each kind of loss that the side has suffered. The base is the die of a Loss Check, or 0.
    pub fn flight_ledger(&self, side: Side, base: i32) -> Ledger {
        FLIGHT_POINTS.ledger(base, &CountFacts { s: self, side })
    }
    /// Whether a unit is Eliminated. A Baggage Wagon never is; it is captured.
    pub(crate) fn eliminated(&self, unit: UnitId) -> bool {
        self.unit(unit).at == Whereabouts::Lost && self.arm(unit) != Arm::BaggageWagon
    }
    /// The Baggage Wagons that a side has lost.
    pub(crate) fn wagons_lost(&self, side: Side) -> usize {
        let lost = |u: &UnitId| {
            self.side(*u) == side && self.arm(*u) == Arm::BaggageWagon && self.unit(*u).at == Whereabouts::Lost
        };
        self.unit_ids().filter(lost).count()
    }
    /// Returns a side's Flight Points. They depend only on the present state of its pieces (ruling R-02).
    pub fn flight_points(&self, side: Side) -> i32 {
        FLIGHT_POINTS.sum(&CountFacts { s: self, side })
    }
}

impl Engine<'_> {
    pub(crate) fn end(&mut self, outcome: Outcome<Side>, cite: Cite) {
        self.s.outcome = Some((outcome, cite));
        self.say(cite, || What::Ended { outcome });
    }

    /// 3.0: after a Free Activation both armies make a Loss Check, the active one first (ruling R-06).
    pub(crate) fn loss_checks(&mut self, active: Side) {
        let mut broken = [false; 2];
        for side in [active, active.enemy()] {
            let level = self.s.flight_level(side);
            let points = self.s.flight_points(side);
            if points + 9 <= level {
                self.say(cite!("3.0", "C-1"), || What::LossSafe { side, points, level });
                continue;
            }
            let net = self.s.flight_ledger(side, 0);
            let test = self.test(cite!("3.0"), "loss check", net, Limit::AtMost(level));
            broken[side as usize] = !test.passed;
            self.say(cite!("3.0", "R-06"), || What::LossCheck { side, test });
        }
        match broken {
            [true, true] => self.end(Outcome::Draw, cite!("3.0")),
            [true, false] => self.end(Outcome::Win(Side::League), cite!("3.0")),
            [false, true] => self.end(Outcome::Win(Side::France), cite!("3.0")),
            [false, false] => {}
        }
    }
}
