//! Placing Chargers next to their targets (12.3(2a), 13.2), and units that Counter-Charge fire (13.9).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::{Lapse, What};
use crate::rules::charge::path::Route;
use crate::rules::charge::tracing::trace_of;
use crate::state::activation::Coming;
use crate::state::combat::{Combat, Striker, Target};
use crate::state::pieces::Done;
use crate::state::stage::{Escorted, Phase, Stage};
use casus_core::{Few, HexId, PieceSet, Procedures};

impl Engine<'_> {
    /// Starts a Charger, unless it was Retired, driven off or lost (ruling R-76), or the hex where it would end is occupied.
    pub(crate) fn place_charger(&mut self, unit: UnitId) {
        let Some(striker) = self.s.combat().and_then(|f| f.striker(unit)).copied() else {
            return;
        };
        let to = striker.from;
        let start = striker.path.iter().next();
        let home = self
            .s
            .hex(unit)
            .zip(start)
            .is_some_and(|(at, next)| self.s.next_to(at, next));
        let fit = home && !self.s.retired(unit) && self.s.stacks.is_empty(to);
        if fit {
            self.escort(unit, Escorted::Charge);
        } else {
            self.void_striker(unit);
            // It has turned to Charge and stays: the unit stacked with it turns too.
            let (facing, mates): (_, Vec<UnitId>) = (self.s.unit(unit).facing, self.s.beside(unit).collect());
            for mate in mates.into_iter().filter(|_| home) {
                self.face(mate, facing, cite!("10.1", "R-109"));
            }
        }
    }

    /// Applies a Charger's passage through the hexes of its path, one by one. As in a step, lone enemy leaders there are displaced
    /// and lone Standards captured (5.4, 15.2, ruling R-105).
    fn cross(&mut self, unit: UnitId, path: Few<HexId, 8>, end: HexId) {
        let side = self.s.side(unit).enemy();
        let crossed: Vec<HexId> = path.iter().filter(|&h| h != end).collect();
        // The stack is last in, first out.
        for &hex in crossed.iter().rev() {
            self.call(Stage::Displace {
                hex,
                side,
                crossed_by: Some(unit),
            });
        }
    }

    /// Continues once it is settled which leaders go with a unit.
    pub(crate) fn escorted(&mut self, unit: UnitId, riders: PieceSet, then: Escorted) {
        match then {
            Escorted::Charge => self.ride_home(unit, riders),
            Escorted::Counter { against, charge, path } => self.counter_charge(unit, riders, (against, charge, path)),
            Escorted::Advance { to, follow } => self.advance_to(unit, riders, to, follow),
        }
    }

    fn ride_home(&mut self, unit: UnitId, riders: PieceSet) {
        let (Some(from), Some(combat)) = (self.s.hex(unit), self.fray_mut()) else {
            return;
        };
        let Some(striker) = combat.striker_mut(unit) else {
            return;
        };
        striker.waiting = false;
        let (path, to) = (striker.path, striker.from);
        self.bring(unit, to, riders);
        self.say(cite!("13.2"), || What::Charged { unit, from, to });
        self.call_fire(unit, to);
        self.cross(unit, path, to);
    }

    /// 13.9: after the fire, a unit whose Counter-Charge has passed charges the firer, if both are still there.
    pub(crate) fn launch(&mut self, unit: UnitId, at: HexId, firer: UnitId) {
        let target = self.s.hex(firer);
        let fit = self.s.hex(unit) == Some(at) && !self.s.retired(unit);
        if let Some(target) = target.filter(|_| fit) {
            let route = Route {
                s: self.s,
                unit,
                target,
            };
            if route.leads_turned(at, self.s.unit(unit).facing)
                && let Some(trace) = trace_of(self.s, unit, target, Some(firer))
            {
                self.call(Stage::Tracing(trace));
                return;
            }
        }
        let why = match target {
            _ if !fit => Lapse::DrivenOff,
            None => Lapse::TargetGone,
            Some(_) => Lapse::NoPath,
        };
        // The passed attempt ends the firer's movement all the same.
        self.halt_firer(firer);
        self.say(cite!("13.9"), || What::CounterLapsed { unit, why });
    }

    /// 13.9: ends the movement of the firer after a passed Counter-Charge. The firer then takes the facing of the unit stacked with
    /// it (10.1).
    fn halt_firer(&mut self, firer: UnitId) {
        self.interrupt(firer);
        let mate = self.s.beside(firer).next();
        if let Some(facing) = mate
            .map(|u| self.s.unit(u).facing)
            .filter(|&f| f != self.s.unit(firer).facing)
        {
            self.face(firer, facing, cite!("10.1"));
        }
    }

    fn counter_charge(
        &mut self,
        unit: UnitId,
        riders: PieceSet,
        (against, charge, path): (UnitId, bool, Few<HexId, 8>),
    ) {
        let (Some(from), Some(hex)) = (self.s.hex(unit), self.s.hex(against)) else {
            return;
        };
        let to = path.iter().last().unwrap_or(from);
        if from != to {
            self.bring(unit, to, riders);
            self.note_coming(unit, to, Coming::CounterCharge);
            self.say(cite!("13.9"), || What::Charged { unit, from, to });
        }
        self.s.unit_mut(unit).done.set(Done::ATTACKED);
        // It ends the firer's movement.
        self.halt_firer(against);
        let mut combat = Combat::new(self.s.side(unit), true);
        combat.strikers.push(Striker {
            unit,
            on: Few::one(hex),
            from: to,
            charge,
            path: Few::new(),
            waiting: false,
            out: false,
        });
        combat.targets.push(Target::new(hex));
        self.s.combat = Some(Box::new(combat));
        self.call(Stage::Shock { step: Phase::Terrain });
        self.cross(unit, path, to);
    }

    /// Makes a declared attack void.
    pub(crate) fn void_striker(&mut self, unit: UnitId) {
        let Some(striker) = self.fray_mut().and_then(|f| f.striker_mut(unit)) else {
            return;
        };
        striker.out = true;
        striker.waiting = false;
        let on: Vec<HexId> = striker.on.iter().collect();
        for hex in on {
            self.say(cite!("12.1", "R-65"), || What::Void { attacker: unit, hex });
        }
    }
}
