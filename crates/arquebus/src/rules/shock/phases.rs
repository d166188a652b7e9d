//! A Shock Phase from its declarations to its last Continued Attack (12.3, 14.7): its steps in order.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Lapse, What};
use crate::rules::shock::countering::{counter_open, counterers, counters_candidates, judge_counters};
use crate::rules::shock::duty::attackable;
use crate::rules::shock::withdrawing::{judge_withdrawals, withdraw_candidates, withdraw_open, withdrawers};
use crate::rules::special::reluctant;
use crate::state::activation::Window;
use crate::state::combat::{Combat, Striker, Target};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::stage::{Phase, Stage};
use casus_core::{Cite, Flow, HexId, Place, Procedures, Refusal, Verdict};

/// The Chargers that have not been placed yet.
fn waiting(combat: &Combat) -> impl Iterator<Item = UnitId> + '_ {
    combat.strikers.iter().filter(|k| k.waiting && !k.out).map(|k| k.unit)
}

/// The hexes of an attacker that are still to be resolved.
pub(crate) fn unsettled<'a>(combat: &'a Combat, striker: &'a Striker) -> impl Iterator<Item = HexId> + 'a {
    let open = |h: &HexId| combat.target(*h).is_some_and(|m| !m.settled);
    striker.on.iter().filter(open)
}

/// The attackers whose attacks are still to be resolved.
fn pending(combat: &Combat) -> impl Iterator<Item = UnitId> + '_ {
    let open = |k: &&Striker| !k.out && unsettled(combat, k).next().is_some();
    combat.strikers.iter().filter(open).map(|k| k.unit)
}

/// The hex that a step of a Shock Phase asks about: the first with an open question.
fn about(s: &State, combat: &Combat, step: Phase) -> Option<HexId> {
    match step {
        Phase::Place => combat.striker(waiting(combat).next()?)?.on.iter().next(),
        Phase::Withdraw => s.hex(withdrawers(s, combat).next()?),
        Phase::Counter => s.hex(counterers(s, combat).next()?),
        Phase::Resolve => {
            let striker = combat.striker(pending(combat).next()?)?;
            unsettled(combat, striker).next()
        }
        Phase::Declare | Phase::Terrain | Phase::Reluctance | Phase::Follow | Phase::Continue => None,
    }
}

pub(crate) fn decision(s: &State, step: Phase) -> Option<Decision> {
    let combat = s.combat()?;
    let of = about(s, combat, step).map_or(Place::Nowhere, HexId::place);
    let (side, cite, what) = match step {
        Phase::Place => (combat.side, cite!("12.3(2a)"), "place"),
        Phase::Withdraw => (combat.side.enemy(), cite!("12.2"), "retreat-before-combat"),
        Phase::Counter => (combat.side.enemy(), cite!("13.6"), "counter-charge"),
        Phase::Resolve => (combat.side, cite!("12.3(3)"), "resolve"),
        Phase::Declare | Phase::Terrain | Phase::Reluctance | Phase::Follow | Phase::Continue => return None,
    };
    Some(Decision { side, cite, what, of })
}

pub(crate) fn phase_candidates(s: &State, step: Phase, out: &mut Vec<Action>) {
    let Some(combat) = s.combat() else { return };
    match step {
        Phase::Place => out.extend(waiting(combat).map(Action::Resolve)),
        Phase::Withdraw => withdraw_candidates(s, combat, out),
        Phase::Counter => counters_candidates(s, combat, out),
        Phase::Resolve => out.extend(pending(combat).map(Action::Resolve)),
        _ => {}
    }
}

pub(crate) fn judge_phase(s: &State, step: Phase, action: Action, v: &mut Verdict) -> bool {
    let Some(combat) = s.combat() else { return false };
    let nothing = |u: UnitId, words: &'static str| Refusal::new(cite!("12.3"), words).about(u.place());
    match (step, action) {
        (Phase::Place, Action::Resolve(u)) => {
            if !waiting(combat).any(|k| k == u) {
                v.refuse(nothing(u, "it has no Charge still to be placed"));
            }
        }
        (Phase::Resolve, Action::Resolve(u)) => {
            if !pending(combat).any(|k| k == u) {
                v.refuse(nothing(u, "it has no attack to resolve"));
            }
        }
        (Phase::Withdraw, _) => return judge_withdrawals(s, combat, action, v),
        (Phase::Counter, _) => return judge_counters(s, combat, action, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    fn phase(&mut self, step: Phase) -> Flow<Stage> {
        self.set_top(Stage::Shock { step });
        Flow::Next
    }

    pub(crate) fn shock(&mut self, step: Phase) -> Flow<Stage> {
        self.refit();
        let Some(combat) = self.s.combat() else {
            return Flow::Done;
        };
        match step {
            Phase::Declare => {
                if combat.round > 0 {
                    self.drop_idle_markers();
                }
                self.set_top(Stage::Shock { step: Phase::Place });
                Flow::Call(Stage::Declaring)
            }
            Phase::Place => {
                self.open_marks();
                let next: Vec<UnitId> = self.s.combat().map(|f| waiting(f).collect()).unwrap_or_default();
                match next.as_slice() {
                    [] => self.phase(Phase::Terrain),
                    [only] => {
                        self.place_charger(*only);
                        Flow::Next
                    }
                    _ => Flow::Ask,
                }
            }
            Phase::Terrain => {
                self.set_top(Stage::Shock {
                    step: Phase::Reluctance,
                });
                self.attackers_over_ground();
                Flow::Next
            }
            Phase::Reluctance => {
                self.set_top(Stage::Shock { step: Phase::Withdraw });
                self.reluctance();
                Flow::Next
            }
            Phase::Withdraw => {
                if withdraw_open(self.s, combat) {
                    return Flow::Ask;
                }
                self.nobody_withdraws();
                self.phase(Phase::Follow)
            }
            Phase::Follow => {
                self.set_top(Stage::Shock { step: Phase::Counter });
                self.follow_two();
                Flow::Next
            }
            Phase::Counter => {
                if counter_open(self.s, combat) {
                    return Flow::Ask;
                }
                self.nobody_counters();
                self.phase(Phase::Resolve)
            }
            Phase::Resolve => {
                if pending(combat).next().is_some() {
                    return Flow::Ask;
                }
                self.phase(Phase::Continue)
            }
            Phase::Continue => self.next_round(),
        }
    }

    /// Updates the Shock Phase after an interruption. Attackers that are not where they were attack no more. Chargers that were
    /// Disordered attack by Shock. Hexes without enemies are settled (13.2, rulings, G-7).
    fn refit(&mut self) {
        let Some(combat) = self.s.combat() else { return };
        let mut gone = Vec::new();
        let mut blunted = Vec::new();
        for k in combat.strikers.iter().filter(|k| !k.out) {
            let placed = self.s.hex(k.unit) == Some(k.from);
            if self.s.retired(k.unit) || self.s.hex(k.unit).is_none() || (!placed && !k.waiting) {
                gone.push(k.unit);
            } else if k.charge && !self.s.steady(k.unit) {
                blunted.push(k.unit);
            }
        }
        let side = combat.side;
        let settled = |m: &&Target| !m.settled && (!self.s.enemy_in(m.hex, side) || combat.on(m.hex).next().is_none());
        let empty: Vec<HexId> = combat.targets.iter().filter(settled).map(|m| m.hex).collect();
        for unit in gone {
            self.void_striker(unit);
        }
        for unit in blunted {
            if let Some(k) = self.fray_mut().and_then(|f| f.striker_mut(unit)) {
                k.charge = false;
            }
            self.say(cite!("13.2"), || What::Blunted { unit });
        }
        for hex in empty {
            self.tell_lapsed(hex, cite!("12.1", "G-7"));
            if let Some(m) = self.fray_mut().and_then(|f| f.mark_mut(hex)) {
                m.settled = true;
            }
        }
    }

    /// Reports that the attacks on a hex have no target there any more.
    pub(crate) fn tell_lapsed(&mut self, hex: HexId, case: Cite) {
        let Some(combat) = self.s.combat().filter(|_| self.log.is_on()) else {
            return;
        };
        let attackers: Vec<UnitId> = combat.on(hex).map(|k| k.unit).collect();
        for attacker in attackers {
            self.say(case, || What::Void { attacker, hex });
        }
    }

    /// Creates one entry for each attacked hex once all attacks are declared.
    fn open_marks(&mut self) {
        let Some(combat) = self.fray_mut().filter(|f| f.targets.is_empty()) else {
            return;
        };
        let mut hexes: Vec<HexId> = combat.strikers.iter().flat_map(|k| k.on.iter()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        combat.targets = hexes.into_iter().map(Target::new).collect();
        let attackers: Vec<UnitId> = combat.strikers.iter().map(|k| k.unit).collect();
        for unit in attackers {
            self.s.unit_mut(unit).done.set(Done::ATTACKED);
        }
    }

    /// 12.3(2b): rolls for the Disorder of units that attack over difficult ground.
    fn attackers_over_ground(&mut self) {
        let Some(combat) = self.s.combat() else { return };
        let pairs: Vec<(UnitId, HexId, HexId)> = combat
            .strikers
            .iter()
            .filter(|k| !k.out)
            .flat_map(|k| unsettled(combat, k).map(|h| (k.unit, k.from, h)))
            .collect();
        for (unit, from, to) in pairs {
            self.try_ground(unit, Some(from), to);
        }
    }

    /// 12.3(2c), 16.2: rolls whether reluctant Swiss attack (ruling R-103).
    fn reluctance(&mut self) {
        let Some(combat) = self.s.combat().filter(|f| f.round == 0 && !f.counter) else {
            return;
        };
        let asked: Vec<UnitId> = combat
            .strikers
            .iter()
            .filter(|k| !k.out && reluctant(self.s, k.unit))
            .map(|k| k.unit)
            .collect();
        for unit in asked {
            if !self.roll_reluctance(unit) {
                self.void_striker(unit);
                // It has not attacked (ruling 16.2).
                self.s.unit_mut(unit).done.clear(Done::ATTACKED);
            }
        }
    }

    /// 14.7: removes the markers of units without an enemy in front when attacks are declared.
    fn drop_idle_markers(&mut self) {
        let Some(combat) = self.s.combat() else { return };
        let busy = |&(u, _): &(UnitId, u8)| !attackable(self.s, u).is_empty();
        let (kept, idle): (Vec<_>, Vec<_>) = combat.markers.iter().copied().partition(busy);
        if let Some(combat) = self.fray_mut() {
            combat.markers = kept;
        }
        for (unit, _) in idle {
            let enemy = |h: HexId| self.s.enemy_in(h, self.s.side(unit));
            let why = match self.s.hex(unit) {
                None => Lapse::AttackerGone,
                Some(_) if self.s.frontal(unit).any(enemy) => Lapse::NoneToAttack,
                Some(_) => Lapse::NobodyInFront,
            };
            self.say(cite!("14.7"), || What::ContinuedLapsed { units: vec![unit], why });
        }
    }

    /// 12.3(4), 14.7: starts another round for the units that have earned it, or ends the phase.
    fn next_round(&mut self) -> Flow<Stage> {
        let Some(combat) = self.fray_mut() else {
            return Flow::Done;
        };
        let earned = core::mem::take(&mut combat.earned);
        let sum = |u: u8| (UnitId(u), combat.marker(UnitId(u)).saturating_add(1));
        let markers: Vec<(UnitId, u8)> = earned.iter().map(sum).collect();
        combat.strikers.clear();
        combat.targets.clear();
        combat.markers = markers;
        if combat.markers.is_empty() {
            self.s.combat = None;
            return Flow::Done;
        }
        combat.round = combat.round.saturating_add(1);
        let number = combat.round;
        self.say(cite!("12.3(4)"), || What::Round { number });
        self.phase(Phase::Declare)
    }

    pub(crate) fn enact_phase(&mut self, step: Phase, action: Action) {
        let enemy = self.s.combat().map_or(Side::France, |f| f.side.enemy());
        match (step, action) {
            (Phase::Place, Action::Resolve(unit)) => self.place_charger(unit),
            (Phase::Withdraw, Action::Withdraw(unit, hex)) => self.withdraw(unit, hex),
            (Phase::Counter, Action::CounterCharge(unit, against)) => self.counter_in_shock(unit, against),
            (Phase::Resolve, Action::Resolve(unit)) => self.open_fight(unit),
            (Phase::Withdraw, Action::Reopen(_)) => self.hold(enemy, Window::Retreat, action, |_| Vec::new()),
            (Phase::Withdraw, _) => {
                self.nobody_withdraws();
                let units = |s: &State| s.combat().map(|f| withdrawers(s, f).collect()).unwrap_or_default();
                self.hold(enemy, Window::Retreat, action, units);
                self.set_top(Stage::Shock { step: Phase::Follow });
            }
            (Phase::Counter, Action::Reopen(_)) => self.hold(enemy, Window::Shock, action, |_| Vec::new()),
            (Phase::Counter, _) => {
                self.nobody_counters();
                let units = |s: &State| s.combat().map(|f| counterers(s, f).collect()).unwrap_or_default();
                self.hold(enemy, Window::Shock, action, units);
                self.set_top(Stage::Shock { step: Phase::Resolve });
            }
            _ => {}
        }
    }
}
