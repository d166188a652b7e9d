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
use crate::state::fray::{Answer, Fray};
use crate::state::position::State;
use casus_core::{HexId, Verdict};

/// The attacks that a Counter-Charge in a Shock Phase may answer.
const ANSWERS: [Answer; 2] = [Answer::Charge, Answer::Shock];

/// Where those attackers of one kind stand who attack a unit's hex.
pub(crate) fn attackers(s: &State, fray: &Fray, unit: UnitId, against: Answer) -> Vec<HexId> {
    let Some(at) = s.hex(unit).filter(|&h| fray.mark(h).is_some_and(|m| !m.settled)) else {
        return Vec::new();
    };
    let kind = |charge: bool| charge == (against == Answer::Charge);
    fray.on(at).filter(|k| kind(k.charge)).map(|k| k.from).collect()
}

/// The units in hexes that are attacked and not settled.
pub(crate) fn attacked<'a>(s: &'a State, fray: &'a Fray) -> impl Iterator<Item = UnitId> + 'a {
    let open = fray.marks.iter().filter(|m| !m.settled);
    open.flat_map(|m| s.units_at(m.hex)).filter(|&u| s.side(u) != fray.side)
}

fn judge(s: &State, fray: &Fray, unit: UnitId, against: Answer, v: &mut Verdict) {
    judge_counter(s, unit, against, attackers(s, fray, unit, against), v);
}

pub(crate) fn counters_candidates(s: &State, fray: &Fray, out: &mut Vec<Action>) {
    for unit in attacked(s, fray) {
        out.extend(ANSWERS.map(|a| Action::CounterCharge(unit, a)));
    }
    hold_candidates(s, fray.side.enemy(), Window::Shock, out);
}

pub(crate) fn judge_counters(s: &State, fray: &Fray, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::CounterCharge(_, Answer::Fire) => false,
        Action::CounterCharge(unit, against) => {
            judge(s, fray, unit, against, v);
            true
        }
        _ => judge_hold(s, fray.side.enemy(), Window::Shock, action, v),
    }
}

/// The units that may Counter-Charge.
pub(crate) fn counterers<'a>(s: &'a State, fray: &'a Fray) -> impl Iterator<Item = UnitId> + 'a {
    attacked(s, fray).filter(|&unit| {
        ANSWERS.into_iter().any(|a| {
            let mut v = Verdict::quick();
            judge(s, fray, unit, a, &mut v);
            !v.refused()
        })
    })
}

/// Whether anybody is asked for a Counter-Charge.
pub(crate) fn counter_open(s: &State, fray: &Fray) -> bool {
    COUNTER_OPENING.permit(&OpeningFacts::of(s, fray.side.enemy())) && counterers(s, fray).next().is_some()
}

impl Engine<'_> {
    /// Nobody could Counter-Charge: tells of Men-at-Arms that are attacked and may not.
    pub(crate) fn nobody_counters(&mut self) {
        let Some(fray) = self.s.fray().filter(|_| self.log.is_on()) else {
            return;
        };
        if closed(self.s, fray.side.enemy(), Window::Shock) {
            return;
        }
        let fray = fray.clone();
        let knights: Vec<UnitId> = attacked(self.s, &fray)
            .filter(|&u| self.s.arm(u) == Arm::MenAtArms)
            .collect();
        for unit in knights {
            // Its own attempt has been told, with its die.
            let at = self.s.hex(unit).filter(|_| !fray.tried.contains(unit.0));
            let Some((at, charge)) = at.and_then(|h| Some((h, fray.on(h).next()?.charge))) else {
                continue;
            };
            let kind = if charge { Answer::Charge } else { Answer::Shock };
            let alike = fray.on(at).filter(|k| k.charge == charge);
            let against: Vec<(UnitId, HexId)> = alike.map(|k| (k.unit, k.from)).collect();
            self.tell_no_counter(unit, kind, &against, |s, v| {
                COUNTER_OPENING.judge(&OpeningFacts::of(s, fray.side.enemy()), v);
                judge(s, &fray, unit, kind, v);
            });
        }
    }

    pub(crate) fn counter_in_shock(&mut self, unit: UnitId, against: Answer) {
        let (Some(at), Some(fray)) = (self.s.hex(unit), self.s.fray()) else {
            return;
        };
        let from = attackers(self.s, fray, unit, against);
        if let Some(fray) = self.fray_mut() {
            fray.tried.insert(unit.0);
        }
        if !self.try_counter(unit, against, &from) {
            return;
        }
        let Some(fray) = self.fray_mut() else { return };
        if against == Answer::Shock {
            if let Some(m) = fray.mark_mut(at) {
                m.countered = true;
            }
            return;
        }
        // 13.7: its Chargers come on by Shock.
        let mut blunted = Vec::new();
        for k in fray
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
