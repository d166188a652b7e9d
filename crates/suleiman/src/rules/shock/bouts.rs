//! The bouts of a combat (8.3), from the approach of the Chargers to the Continued Attacks, and the decision of each.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Lapse, Question, What};
use crate::rules::combat::{able, current};
use crate::rules::shock::advancing::{continuers, judge_advance, pressers, vacancies};
use crate::rules::shock::declaring::ride_lapse;
use crate::rules::shock::reacting::{judge_react, react_candidates, reaction_open, reactor, reactors};
use crate::rules::shock::striking::strikable;
use crate::state::activation::Window;
use crate::state::combat::{Bout, Combat, Going, Stand};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Flow, HexId, Place, Procedures, Refusal, Verdict};

/// The Chargers that have not set out yet (9.2).
fn waiting(c: &Combat) -> impl Iterator<Item = (UnitId, UnitId)> + '_ {
    c.strikers.iter().filter_map(|k| match k.going {
        Going::Pending(t) => Some((k.unit, t)),
        _ => None,
    })
}

/// The place that a step of a combat asks about: the first defender, attacker or hex with an open question.
fn about(s: &State, c: &Combat, step: Bout) -> Option<Place> {
    Some(match step {
        Bout::Approach => waiting(c).next()?.1.place(),
        Bout::React => reactor(s, c)?.place(),
        Bout::Strike => c.targets.iter().find(|m| strikable(s, c, m))?.unit.place(),
        Bout::Advance | Bout::Follow => vacancies(s, c, step == Bout::Follow).first()?.0.place(),
        Bout::Press => pressers(s, c).next()?.unit.place(),
        Bout::Continue => continuers(s, c).next()?.unit.place(),
        Bout::Count | Bout::Guns | Bout::End => return None,
    })
}

pub(crate) fn decision(s: &State, step: Bout) -> Option<Decision> {
    let c = current(s)?;
    let of = about(s, c, step).unwrap_or(Place::Nowhere);
    let (side, cite, what) = match step {
        Bout::Approach => (c.side, cite!("9.2"), "ride-next"),
        Bout::Continue => (c.side, cite!("8.3.1"), "continue-next"),
        Bout::React => (c.side.enemy(), cite!("8.2"), "before-shock"),
        Bout::Strike => (c.side, cite!("8.3.2"), "strike"),
        Bout::Advance => (c.side, cite!("8.4"), "advance"),
        Bout::Press => (c.side, cite!("10.5"), "press-on"),
        Bout::Follow => (c.side, cite!("8.2"), "follow"),
        _ => return None,
    };
    Some(Decision { side, cite, what, of })
}

pub(crate) fn combat_candidates(s: &State, step: Bout, out: &mut Vec<Action>) {
    let Some(c) = current(s) else { return };
    match step {
        Bout::Approach => out.extend(waiting(c).map(|(u, _)| Action::Resolve(u))),
        Bout::Continue => out.extend(continuers(s, c).map(|k| Action::Resolve(k.unit))),
        Bout::React => react_candidates(s, c, out),
        Bout::Strike => out.extend(c.targets.iter().map(|m| Action::Strike(m.unit))),
        Bout::Advance | Bout::Follow => {
            for (h, takers) in vacancies(s, c, step == Bout::Follow) {
                out.extend(takers.into_iter().map(|u| Action::Advance(u, h)));
            }
            if step == Bout::Follow {
                out.push(Action::Halt);
            }
        }
        Bout::Press => {
            for k in pressers(s, c) {
                out.extend(s.frontal(k.unit).map(|h| Action::Advance(k.unit, h)));
            }
        }
        _ => {}
    }
}

pub(crate) fn judge_combat(s: &State, step: Bout, action: Action, v: &mut Verdict) -> bool {
    let Some(c) = current(s) else { return false };
    match (step, action) {
        (Bout::React, _) => return judge_react(s, c, action, v),
        (Bout::Approach, Action::Resolve(u)) => {
            if !waiting(c).any(|(k, _)| k == u) {
                v.refuse(Refusal::new(cite!("9.2"), "the unit has no Charge still to ride").about(u.place()));
            }
        }
        (Bout::Continue, Action::Resolve(u)) => {
            if !continuers(s, c).any(|k| k.unit == u) {
                v.refuse(Refusal::new(cite!("10.5"), "the unit has no Continued Attack to make").about(u.place()));
            }
        }
        (Bout::Strike, Action::Strike(d)) => {
            let open = c.target(d).is_some_and(|m| strikable(s, c, m));
            if !open {
                v.refuse(
                    Refusal::new(cite!("8.3.2"), "the unit is no defender still to be rolled for").about(d.place()),
                );
            }
        }
        (Bout::Advance | Bout::Follow | Bout::Press, Action::Advance(u, h)) => {
            judge_advance(s, c, step, u, h, v);
        }
        (Bout::Follow, Action::Halt) => {}
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn combat(&mut self, step: Bout) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("8.3");
        let Some(c) = current(self.s) else {
            return Flow::Done;
        };
        match step {
            Bout::Approach => {
                let next: Vec<(UnitId, UnitId)> = waiting(c).collect();
                match next.as_slice() {
                    [] => self.go_to(Bout::React),
                    [(unit, target)] => {
                        let lapse = ride_lapse(self.s, *unit, *target);
                        self.begin_approach(*unit, *target, lapse)
                    }
                    _ => Flow::Ask,
                }
            }
            Bout::React => {
                self.reread();
                if current(self.s).is_some_and(|c| reaction_open(self.s, c)) {
                    return Flow::Ask;
                }
                self.nobody_avoids();
                self.go_to(Bout::Count)
            }
            Bout::Count => {
                self.count_strength();
                self.go_to(Bout::Strike)
            }
            Bout::Strike => {
                if c.targets.iter().any(|m| strikable(self.s, c, m)) {
                    return Flow::Ask;
                }
                self.tell_unstruck();
                self.go_to(Bout::Guns)
            }
            Bout::Guns => {
                self.go_to(Bout::Advance);
                self.fate_of_guns();
                Flow::Next
            }
            Bout::Advance => {
                if !vacancies(self.s, c, false).is_empty() {
                    return Flow::Ask;
                }
                self.nobody_advances(step);
                self.go_to(Bout::Press)
            }
            Bout::Press => {
                if pressers(self.s, c).next().is_some() {
                    return Flow::Ask;
                }
                self.go_to(Bout::Follow)
            }
            Bout::Follow => {
                if !vacancies(self.s, c, true).is_empty() {
                    return Flow::Ask;
                }
                self.nobody_advances(step);
                self.go_to(Bout::Continue)
            }
            Bout::Continue => self.continue_attacks(),
            Bout::End => {
                self.s.combats.pop();
                Flow::Done
            }
        }
    }

    /// Updates a combat after an interruption. Attackers that are gone drop out. A defender that has moved is attacked only by
    /// those that still face it (rulings E18, F15).
    fn reread(&mut self) {
        let s = &*self.s;
        let Some(c) = current(s) else { return };
        let lapse = |&(a, d): &(UnitId, UnitId)| {
            c.target(d).filter(|m| m.stand == Stand::Open)?;
            if !c.striker(a).is_some_and(|k| able(s, k)) {
                return Some(Lapse::AttackerGone);
            }
            match s.hex(d) {
                None => Some(Lapse::TargetGone),
                Some(h) => (!s.in_front(a, h)).then_some(Lapse::NotInFront),
            }
        };
        let (void, keep): (Vec<_>, Vec<_>) = c
            .links
            .iter()
            .map(|l| (*l, lapse(l)))
            .partition(|(_, why)| why.is_some());
        let keep: Vec<(UnitId, UnitId)> = keep.into_iter().map(|(link, _)| link).collect();
        let hexes: Vec<Option<HexId>> = c.targets.iter().map(|m| s.hex(m.unit)).collect();
        let Some(c) = self.combat_mut() else { return };
        c.links = keep;
        for (m, h) in c.targets.iter_mut().zip(hexes) {
            if let (Stand::Open, Some(h)) = (m.stand, h) {
                m.hex = h;
            }
        }
        for ((attacker, target), why) in void {
            if let Some(why) = why {
                self.say(cite!("8.3.2", "E18"), || What::Void { attacker, target, why });
            }
        }
    }

    pub(crate) fn enact_combat(&mut self, step: Bout, action: Action) {
        match (step, action) {
            (Bout::Approach, Action::Resolve(unit)) => {
                let target = current(self.s).and_then(|c| waiting(c).find(|w| w.0 == unit));
                if let Some((unit, target)) = target
                    && let Flow::Call(stage) = self.begin_approach(unit, target, ride_lapse(self.s, unit, target))
                {
                    self.call(stage);
                }
            }
            (Bout::Continue, Action::Resolve(unit)) => {
                self.go_on(unit);
            }
            (Bout::React, Action::CounterCharge(unit, against)) => {
                self.counter_in_combat(unit, against);
            }
            (Bout::React, Action::Withdraw(unit, to)) => self.withdraw(unit, to),
            (Bout::React, _) => {
                let side = current(self.s).map_or(Side::Hungary, |c| c.side.enemy());
                let goes_on = matches!(action, Action::Reopen(_));
                if !goes_on {
                    self.nobody_avoids();
                }
                let units = |s: &State| current(s).map(|c| reactors(s, c)).unwrap_or_default();
                self.hold(side, Window::Shock, action, units);
                if !goes_on {
                    self.set_top(Stage::Combat { step: Bout::Count });
                }
            }
            (Bout::Strike, Action::Strike(d)) => self.strike(d),
            (Bout::Advance | Bout::Follow | Bout::Press, Action::Advance(u, h)) => {
                self.advance(step, u, h);
            }
            (Bout::Follow, _) => {
                if let Some(side) = current(self.s).map(|c| c.side) {
                    self.decline(cite!("8.2"), side, Question::Follow, None);
                }
                self.set_top(Stage::Combat { step: Bout::Continue });
            }
            _ => {}
        }
    }
}
