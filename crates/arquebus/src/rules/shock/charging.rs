//! The facts of a declaration (12.1), and what forbids a Charge (5.3, 13.1 to 13.3).

use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::rules::charge::path::Route;
use crate::state::combat::{Combat, Striker};
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, Violation};

casus_continuity::facts! {
    /// The facts of a declaration.
    ///
    /// It has one attacker and one hex; a unit that attacks two hexes declares each. The list `attack` applies to both kinds of
    /// attack, `shock` and `charge` to one kind each.
    pub struct DeclareFacts<'a> of State; rules B = Bar; places pub(super) attacker, pub(super) hex {
        /// The Shock Phase.
        pub combat: &'a Combat,
        /// The unit that would attack.
        pub attacker: UnitId,
        /// The hex where it stands.
        pub from: HexId,
        /// The hex that it would attack.
        pub hex: HexId,
        /// Whether the attack is a Charge.
        pub charge: bool,
    }
}

impl DeclareFacts<'_> {
    pub(super) fn own(&self) -> Option<&Striker> {
        self.combat.striker(self.attacker)
    }
    pub(super) fn done(&self, deed: Done) -> bool {
        self.s.unit(self.attacker).done.has(deed)
    }
    pub(super) fn route(&self) -> Route<'_> {
        Route {
            s: self.s,
            unit: self.attacker,
            target: self.hex,
        }
    }
    /// The Charge, once for each path that is open to it, with the turn that it may make first or without one.
    pub(super) fn rides(&self) -> Vec<Striker> {
        let facing = self.s.unit(self.attacker).facing;
        let turned = [0, 1, 5].into_iter().map(|n| facing.cw(n));
        let paths = turned.flat_map(|f| self.route().paths(self.from, f));
        let mut all: Vec<Striker> = Vec::new();
        for path in paths {
            if !all.iter().any(|k| k.path == path) {
                all.push(Striker::charge(self.attacker, self.from, path, self.hex));
            }
        }
        all
    }
    fn distance(&self) -> i32 {
        self.s.game_data.board.distance(self.from, self.hex) as i32
    }
    /// The number of hexes in between, if it is not one or two (13.3(5e)).
    fn out_of_reach(&self) -> Option<Violation> {
        let between = self.distance() - 1;
        Violation::outside(self.attacker.place(), "hexes between", between, 1..=2)
    }
    fn shut_off(&self) -> bool {
        let facing = self.s.unit(self.attacker).facing;
        let near = self.out_of_reach().is_none() || self.s.amended();
        near && !self.route().leads_turned(self.from, facing)
    }
    fn beside_enemy(&self) -> Option<Violation> {
        let enemy = self.s.enemy_beside(self.from, self.s.side(self.attacker))?;
        Some(Violation::at(enemy.place()))
    }
}

/// The list `charge`: what forbids a Charge, besides what forbids any attack (5.3, 13.1 to 13.3).
pub static CHARGE_BARS: Bars<DeclareFacts> = Bars {
    name: "charge",
    list: &[
        B::by(cite!("5.3"), "out of command, the unit may not Charge").when(attacker, |f| !f.done(Done::IN_COMMAND)),
        B::by(cite!("12.3(4)"), "in Continued Attacks nobody Charges").when(attacker, |f| f.combat.round > 0),
        B::by(cite!("13.1"), "only Men-at-Arms Charge").when(attacker, |f| f.s.arm(f.attacker) != Arm::MenAtArms),
        B::by(cite!("13.2", "R-78"), "the unit has an attack declared already").when(attacker, |f| f.own().is_some()),
        B::by(cite!("13.3(1)"), "a Disordered unit may not Charge")
            .when(attacker, |f| f.s.unit(f.attacker).condition == Condition::Disordered),
        B::by(cite!("13.3(2)"), "it began the activation next to an enemy unit")
            .when(attacker, |f| f.done(Done::BEGAN_ADJACENT)),
        B::by(cite!("13.3(2)"), "it began the Shock Phase next to an enemy unit").violated(|f| f.beside_enemy()),
        B::by(cite!("13.3(4)"), "it does not see its target")
            .when(hex, |f| f.distance() > 1 && !f.s.sees(f.from, f.hex)),
        B::by(cite!("13.3(5e)"), "a Charge has one or two hexes between it and its target")
            .violated(|f| f.out_of_reach()),
        B::by(cite!("13.3(5)"), "no path is open to it")
            .when(hex, |f| f.shut_off())
            .always(),
    ],
};
