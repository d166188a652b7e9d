//! Counter-Charges against Shock and Charge (12.3(2e), 13.6 to 13.8).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::charge::counter::judge_counter;
use crate::rules::openings::{COUNTER_OPENING, OpeningFacts};
use crate::rules::windows::{closed, hold_candidates, judge_hold};
use crate::state::activation::Window;
use crate::state::combat::{Answer, Combat};
use crate::state::position::State;
use casus_core::{HexId, Verdict};

/// The attacks that a Counter-Charge in a Shock Phase can answer.
const ANSWERS: [Answer; 2] = [Answer::Charge, Answer::Shock];

/// The hexes of the attackers of one kind that attack a unit's hex.
pub(crate) fn attackers(s: &State, combat: &Combat, unit: UnitId, against: Answer) -> Vec<HexId> {
    let Some(at) = s.hex(unit).filter(|&h| combat.target(h).is_some_and(|m| !m.settled)) else {
        return Vec::new();
    };
    let kind = |charge: bool| charge == (against == Answer::Charge);
    combat.on(at).filter(|k| kind(k.charge)).map(|k| k.from).collect()
}

/// The units in hexes that are attacked and not settled.
pub(crate) fn attacked<'a>(s: &'a State, combat: &'a Combat) -> impl Iterator<Item = UnitId> + 'a {
    let open = combat.targets.iter().filter(|m| !m.settled);
    open.flat_map(|m| s.units_at(m.hex))
        .filter(|&u| s.side(u) != combat.side)
}

fn judge(s: &State, combat: &Combat, unit: UnitId, against: Answer, v: &mut Verdict) {
    judge_counter(s, unit, against, attackers(s, combat, unit, against), v);
}

pub(crate) fn counters_candidates(s: &State, combat: &Combat, out: &mut Vec<Action>) {
    for unit in attacked(s, combat) {
        out.extend(ANSWERS.map(|a| Action::CounterCharge(unit, a)));
    }
    hold_candidates(s, combat.side.enemy(), Window::Shock, out);
}

pub(crate) fn judge_counters(s: &State, combat: &Combat, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::CounterCharge(_, Answer::Fire) => false,
        Action::CounterCharge(unit, against) => {
            judge(s, combat, unit, against, v);
            true
        }
        _ => judge_hold(s, combat.side.enemy(), Window::Shock, action, v),
    }
}

/// The units that may Counter-Charge.
pub(crate) fn counterers<'a>(s: &'a State, combat: &'a Combat) -> impl Iterator<Item = UnitId> + 'a {
    attacked(s, combat).filter(|&unit| {
        ANSWERS.into_iter().any(|a| {
            let mut v = Verdict::quick();
            judge(s, combat, unit, a, &mut v);
            !v.refused()
        })
    })
}

/// Whether any unit is asked for a Counter-Charge.
pub(crate) fn counter_open(s: &State, combat: &Combat) -> bool {
    COUNTER_OPENING.permit(&OpeningFacts::of(s, combat.side.enemy())) && counterers(s, combat).next().is_some()
}

impl Engine<'_> {
    /// Reports why Men-at-Arms that are attacked may not Counter-Charge, when none may.
    pub(crate) fn nobody_counters(&mut self) {
        let Some(combat) = self.s.combat().filter(|_| self.log.is_on()) else {
            return;
        };
        if closed(self.s, combat.side.enemy(), Window::Shock) {
            return;
        }
        let combat = combat.clone();
        let knights: Vec<UnitId> = attacked(self.s, &combat)
            .filter(|&u| self.s.arm(u) == Arm::MenAtArms)
            .collect();
        for unit in knights {
            // An attempt has been reported already, with its roll.
            let at = self.s.hex(unit).filter(|_| !combat.tried.contains(unit.0));
            let Some((at, charge)) = at.and_then(|h| Some((h, combat.on(h).next()?.charge))) else {
                continue;
            };
            let kind = if charge { Answer::Charge } else { Answer::Shock };
            let alike = combat.on(at).filter(|k| k.charge == charge);
            let against: Vec<(UnitId, HexId)> = alike.map(|k| (k.unit, k.from)).collect();
            self.tell_no_counter(unit, kind, &against, |s, v| {
                COUNTER_OPENING.judge(&OpeningFacts::of(s, combat.side.enemy()), v);
                judge(s, &combat, unit, kind, v);
            });
        }
    }

    pub(crate) fn counter_in_shock(&mut self, unit: UnitId, against: Answer) {
        let (Some(at), Some(combat)) = (self.s.hex(unit), self.s.combat()) else {
            return;
        };
        let from = attackers(self.s, combat, unit, against);
        if let Some(combat) = self.fray_mut() {
            combat.tried.insert(unit.0);
        }
        if !self.try_counter(unit, against, &from) {
            return;
        }
        let Some(combat) = self.fray_mut() else { return };
        if against == Answer::Shock {
            if let Some(m) = combat.mark_mut(at) {
                m.countered = true;
            }
            return;
        }
        // 13.7: its Chargers attack by Shock instead.
        let mut blunted = Vec::new();
        for k in combat
            .strikers
            .iter_mut()
            .filter(|k| !k.out && k.on.contains(at) && k.charge)
        {
            k.charge = false;
            blunted.push(k.unit);
        }
        for unit in blunted {
            self.say(cite!("13.7", "R-85"), || What::Blunted { unit });
        }
    }
}
