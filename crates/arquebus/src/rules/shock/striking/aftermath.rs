//! 12.3 and 14.5: what follows an attack, from Repulse to Engaged and the guns that are left.

use super::attack;
use crate::casebook::cite;
use crate::charts::{CombatResult, ShockResult};
use crate::components::{Arm, UnitId};
use crate::engine::Engine;
use crate::event::{Loss, Parting, What};
use crate::options::Choice;
use crate::rules::results::leaves_leaders;
use crate::state::combat::Attack;
use crate::state::effect::{Effect, Repulse};
use crate::state::pieces::Whereabouts;
use crate::state::stage::{Bout, Stage};
use casus_core::{Flow, HexId, Procedures};

impl Engine<'_> {
    /// 14.3: drives the attackers back one after the other. If several are left, their owner chooses the next (ruling R-131).
    pub(crate) fn repulsing(&mut self, r: Repulse) -> Flow<Stage> {
        let mut left = r.units();
        match (left.next(), left.next()) {
            (None, _) => Flow::Done,
            (Some(last), None) => {
                self.repulse(r, last);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }
    /// Applies the result to one of the attackers.
    pub(crate) fn repulse(&mut self, r: Repulse, unit: UnitId) {
        let mut left = r.left;
        left.remove(unit.0);
        self.set_top(Stage::Repulse(Repulse { left, ..r }));
        self.call(Stage::Effect(Effect::new(unit, r.fate, r.from, true)));
    }
    /// 5.4: rolls for the leaders of all units that suffer in this combat, those of the active player first (ruling G-15).
    pub(super) fn leaders_of_both(&mut self, results: Vec<(UnitId, CombatResult)>) {
        let active = self.s.active();
        let (own, others): (Vec<_>, Vec<_>) = results.into_iter().partition(|&(u, _)| Some(self.s.side(u)) == active);
        for (unit, fate) in own.into_iter().rev().chain(others.into_iter().rev()) {
            if fate.disorders() || leaves_leaders(self.s, unit, fate) {
                self.leaders_at_risk(unit);
            }
        }
    }
    /// Finishes an attack after its results: guns stacked with units that suffered, Engaged markers, and vacated hexes.
    pub(crate) fn settle_fight(&mut self) -> Flow<Stage> {
        self.set_top(Stage::Attack { step: Bout::Advance });
        let Some(attack) = attack(self.s).cloned() else {
            return Flow::Next;
        };
        for &(hex, result) in &attack.on {
            if let Some(result) = result {
                self.fate_of_guns(&attack, hex, result.defender);
                self.engage(&attack, hex, result);
            }
        }
        let side = self.s.combat().map(|f| f.side);
        let left = |h: &HexId| {
            let wagons = |u: UnitId| self.s.arm(u) == Arm::BaggageWagon;
            self.s.units_at(*h).all(|u| Some(self.s.side(u)) != side && wagons(u))
        };
        let mut vacated: Vec<HexId> = attack.on.iter().map(|&(h, _)| h).filter(left).collect();
        // A wagon's hex is not vacant: if it is the only other one, the hex that was left stays closed (12.2).
        if vacated.iter().any(|&h| self.s.stacks.is_empty(h)) {
            vacated.extend(self.left_before(&attack));
            vacated.sort_unstable();
        }
        if let Some(attack) = self.fight_mut() {
            attack.vacated = vacated;
        }
        Flow::Next
    }
    /// The second hex that a unit attacked by itself, if it was left before combat: the unit may choose it (ruling G-8).
    fn left_before(&self, attack: &Attack) -> Option<HexId> {
        let combat = self.s.combat()?;
        let mut hexes = attack
            .attackers
            .iter()
            .filter_map(|&u| combat.striker(u))
            .flat_map(|k| k.on.iter());
        hexes.find(|&h| combat.target(h).is_some_and(|m| m.withdrawn) && self.s.stacks.is_empty(h))
    }
    /// 12.5: Eliminates guns before the unit with them retreats or is Retired. After a retreat the hex is vacated, and
    /// their leaders go with the unit (14.3, ruling R-130).
    pub(crate) fn forsake_guns(&mut self, unit: UnitId, fate: CombatResult) {
        let Some((attack, hex)) = attack(self.s).cloned().zip(self.s.hex(unit)) else {
            return;
        };
        if self.s.arm(unit) != Arm::Artillery && attack.defenders_of(hex).any(|u| u == unit) {
            self.fate_of_guns(&attack, hex, fate);
        }
    }
    /// 12.5, 10.3: applies a result to guns stacked with the unit that suffers it (rulings R-73, C-5).
    fn fate_of_guns(&mut self, attack: &Attack, hex: HexId, fate: CombatResult) {
        let (guns, others): (Vec<UnitId>, Vec<UnitId>) =
            attack.defenders_of(hex).partition(|&u| self.s.arm(u) == Arm::Artillery);
        let lost = others.iter().any(|&u| self.s.unit(u).at == Whereabouts::Lost);
        let driven = matches!(fate, CombatResult::Retreat | CombatResult::Retired) && !self.s.opts(Choice::R73);
        let falls = fate.disorders() || fate == CombatResult::Eliminated || lost || driven;
        for gun in guns {
            if falls && self.s.hex(gun) == Some(hex) {
                self.leaders_at_risk(gun);
                let case = if driven { cite!("12.5", "R-73") } else { cite!("12.5") };
                self.eliminate(gun, case, Loss::Companion);
            }
        }
    }
    /// 14.5: marks each attacker as Engaged with each defender of the hex, unless a Continued Attack or a Retreat prevents
    /// it (14.1, ruling R-98).
    fn engage(&mut self, attack: &Attack, hex: HexId, result: ShockResult) {
        if attack.continued {
            self.part_all(attack, hex);
            return;
        }
        if !(result.attacker.engages() || result.defender.engages()) {
            return;
        }
        let recoils = attack.on.iter().filter_map(|(_, r)| r.as_ref());
        if recoils.into_iter().any(|r| r.attacker.retreats()) {
            return;
        }
        let retired = |&u: &UnitId| self.s.retired(u) && self.s.hex(u) == Some(hex);
        let disregarded: Vec<UnitId> = attack.defenders_of(hex).filter(retired).collect();
        for unit in disregarded {
            self.say(cite!("14.5"), || What::NotEngaged { unit });
        }
        for &attacker in &attack.attackers {
            for defender in attack.defenders_of(hex) {
                let fits = |u: UnitId| self.s.hex(u).is_some() && !self.s.retired(u);
                let there = self.s.hex(defender) == Some(hex) && self.s.arm(defender) != Arm::BaggageWagon;
                if fits(attacker) && fits(defender) && there && !self.s.engaged_with(attacker, defender) {
                    self.s.engaged.push((attacker.min(defender), attacker.max(defender)));
                    self.s.engaged.sort_unstable();
                    self.say(cite!("14.5", "R-98"), || What::Engaged { attacker, defender });
                }
            }
        }
    }
    /// 14.7: a Continued Attack result removes the markers between the defenders of a hex and all its attackers (ruling G-6).
    fn part_all(&mut self, attack: &Attack, hex: HexId) {
        let here: Vec<UnitId> = attack.defenders_of(hex).collect();
        let both = |a: UnitId, b: UnitId| attack.attackers.contains(&a) && here.contains(&b);
        self.disengage(cite!("14.5", "G-6"), Parting::ContinuedAttack, |a, b| both(a, b) || both(b, a));
    }
}
