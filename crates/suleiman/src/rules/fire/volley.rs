//! 7.3 and 7.4: who may answer a shot, and what a shot does.

use super::{SHOT_BARS, SHOT_DRMS, ShotFacts, facts, fate_of, judge_shot};
use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{Arm, Missile, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, What};
use crate::rules::charge::counter::{counters_fire, judge_counter_fire};
use crate::rules::openings::{COUNTER_OPENING, OpeningFacts, REACTION_OPENING, RETURN_OPENING, driven};
use crate::rules::windows::{hold_candidates, judge_hold};
use crate::state::activation::{Answers, Window};
use crate::state::effect::Effect;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::shot::{Aim, Mode, Shot};
use crate::state::stage::Stage;
use casus_core::{Die, Few, Flow, HexId, Ledger, Procedures, Refusal, Throw, Verdict, Window as _};

/// Visits every unit that might fire at a unit that has entered a hex, until `visit` returns `true`: the adjacent enemies,
/// or every enemy on the map under house rules. Returns whether `visit` returned `true`.
fn any_reactor(s: &State, at: UnitId, visit: impl FnMut(UnitId) -> bool) -> bool {
    let side = s.side(at);
    match s.hex(at) {
        Some(h) if s.amended() => s.enemies_within(h, side, 0..=u32::MAX).any(visit),
        Some(h) => s.adjacent_enemies(h, side).any(visit),
        None => false,
    }
}

/// Whether any unit may fire at a unit that has entered a hex.
fn answerable(s: &State, at: UnitId) -> bool {
    any_reactor(s, at, |u| {
        let mut v = Verdict::quick();
        (s.amended() || s.missile_armed(u)) && {
            judge_shot(s, u, at, Mode::Reaction, None, &mut v);
            !v.refused()
        }
    })
}

pub(crate) fn reaction_candidates(s: &State, at: UnitId, out: &mut Vec<Action>) {
    any_reactor(s, at, |u| {
        out.push(Action::React(u));
        false
    });
    hold_candidates(s, s.side(at).enemy(), Window::Reaction, out);
}

pub(crate) fn judge_reaction(s: &State, at: UnitId, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::React(u) => judge_shot(s, u, at, Mode::Reaction, None, v),
        _ => return judge_hold(s, s.side(at).enemy(), Window::Reaction, action, v),
    }
    true
}

pub(crate) fn decision(s: &State, shot: &Shot) -> Option<Decision> {
    let window = shot.window()?;
    Some(Decision {
        side: s.side(shot.target),
        cite: window.cite(),
        what: if window == Window::Fire {
            "counter-charge"
        } else {
            "return-fire"
        },
        of: shot.target.place(),
    })
}

pub(crate) fn window_candidates(s: &State, shot: &Shot, out: &mut Vec<Action>) {
    let Some(window) = shot.window() else { return };
    out.push(match window {
        Window::Fire => Action::CounterCharge(shot.target, shot.firer),
        _ => Action::Return,
    });
    hold_candidates(s, s.side(shot.target), window, out);
}

pub(crate) fn judge_window(s: &State, shot: &Shot, action: Action, v: &mut Verdict) -> bool {
    let Some(window) = shot.window() else { return false };
    match (window, action) {
        (Window::Fire, Action::CounterCharge(u, against)) => {
            if u == shot.target && against == shot.firer {
                judge_counter_fire(s, u, against, v);
            } else {
                v.refuse(Refusal::new(cite!("9.4.2"), "only the target may answer, against the firer"));
            }
        }
        (Window::Return, Action::Return) => {
            if let Some(f) = facts(s, shot.target, shot.firer, Mode::Return, None) {
                let answers = Some(shot.mode);
                SHOT_BARS.judge(&ShotFacts { answers, ..f }, v);
            } else {
                v.refuse(Refusal::new(cite!("7.1"), "both must be on the map"));
            }
        }
        _ => return judge_hold(s, s.side(shot.target), window, action, v),
    }
    true
}

/// The lowest adjusted die at which leaders in the target's hex are in danger (12.4(1)).
const LEADERS_IN_DANGER: i32 = 9;

impl Engine<'_> {
    pub(crate) fn reaction(&mut self, at: UnitId, hex: HexId, answered: bool) -> Flow<Stage> {
        // Fire that drives a unit off ends its entry, even if the unit ends in the same hex (rulings D3, D4).
        let here = self.s.hex(at) == Some(hex) && !driven(self.s, at);
        let enemy = self.s.side(at).enemy();
        if REACTION_OPENING.permit(&OpeningFacts::of(self.s, enemy)) {
            if answerable(self.s, at) {
                return Flow::Ask;
            }
            if !answered {
                self.nobody_reacts(at, hex);
            }
        }
        if here {
            self.zoc_tells(at, hex);
        }
        Flow::Done
    }

    /// Reports the archers and muskets whose front was entered and that may not fire.
    fn nobody_reacts(&mut self, at: UnitId, hex: HexId) {
        if !self.log.is_on() {
            return;
        }
        let s = &*self.s;
        let before = |&u: &UnitId| s.missile_armed(u) && s.in_front(u, hex);
        let kept: Vec<UnitId> = s.adjacent_enemies(hex, s.side(at)).filter(before).collect();
        for unit in kept {
            self.pass_over(Chance::ReactionFire, unit, Some(at), |s, v| {
                judge_shot(s, unit, at, Mode::Reaction, None, v);
            });
        }
    }

    pub(crate) fn enact_reaction(&mut self, at: UnitId, action: Action) {
        if let Action::React(u) = action {
            match self.s.missile(u) {
                Missile::Musket => self.s.unit_mut(u).done.set(Done::REACTED),
                _ => {
                    if let Some(a) = self.act_mut() {
                        a.reacted.push((u, at));
                    }
                }
            }
            if let Some(a) = self.act_mut() {
                a.answer = Some((u, at));
            }
            if let Some(Stage::Reaction { answered, .. }) = self.s.stack.last_mut() {
                *answered = true;
            }
            self.announce(u, at, Mode::Reaction);
        } else {
            let side = self.s.side(at).enemy();
            self.hold(side, Window::Reaction, action, |s| {
                let able = |u: &UnitId| {
                    let mut v = Verdict::quick();
                    judge_shot(s, *u, at, Mode::Reaction, None, &mut v);
                    !v.refused()
                };
                let near = s.hex(at).into_iter().flat_map(|h| s.adjacent_enemies(h, s.side(at)));
                near.filter(able).collect()
            });
            if let (false, Some(&Stage::Reaction { hex, .. })) =
                (matches!(action, Action::Reopen(_)), self.s.stack.last())
            {
                self.pop();
                self.zoc_tells(at, hex);
            }
        }
    }

    fn announce(&mut self, firer: UnitId, target: UnitId, mode: Mode) {
        let range = facts(self.s, firer, target, mode, None).map_or(0, |f| f.range);
        let case = match (mode, self.s.arm(firer)) {
            (Mode::Phasing, Arm::Artillery) => cite!("7.5.3"),
            (Mode::Phasing, a) if a.mounted() => cite!("7.3.1"),
            (Mode::Phasing, _) => cite!("7.3.2"),
            (Mode::Return, _) => cite!("7.3.2(A)(2)"),
            (Mode::Reaction, _) if self.s.missile(firer) == Missile::Bow => cite!("7.3.2(A)(3)"),
            (Mode::Reaction, _) => cite!("7.3.2(B)(2)"),
        };
        self.say(case, || What::Aimed {
            firer,
            target,
            mode,
            range,
        });
        let aim = if mode == Mode::Phasing { Aim::Counter } else { Aim::Roll };
        self.call(Stage::Shot(Shot {
            firer,
            target,
            mode,
            aim,
            returned: false,
            countered: None,
        }));
    }

    pub(crate) fn phasing_fire(&mut self, firer: UnitId, target: UnitId) {
        let zoc = self.s.arm(firer).mounted()
            && self
                .s
                .hex(firer)
                .is_some_and(|h| self.s.in_zoc(h, self.s.side(firer).enemy()));
        let u = self.s.unit_mut(firer);
        u.done.set(Done::FIRED);
        if zoc {
            u.spent = u.spent.saturating_add(1);
            u.done.set(Done::MOVED);
        }
        let spent = u.spent;
        if let Some(Stage::Running(r)) = self.s.stack.last_mut() {
            r.spent = spent;
        }
        if zoc {
            self.say(cite!("7.3.1"), || What::FiredInZoc { unit: firer });
        }
        if let Some(a) = self.act_mut() {
            a.shot = Some((firer, target));
            a.used = Answers::default();
        }
        self.announce(firer, target, Mode::Phasing);
    }

    pub(crate) fn shooting(&mut self, shot: Shot) -> Flow<Stage> {
        match shot.aim {
            Aim::Counter => {
                let mut v = Verdict::quick();
                judge_counter_fire(self.s, shot.target, shot.firer, &mut v);
                if COUNTER_OPENING.permit(&OpeningFacts::by(self.s, self.s.side(shot.target), shot.target)) {
                    if !v.refused() {
                        return Flow::Ask;
                    }
                    self.no_counter_charge(shot);
                }
                self.set_top(Stage::Shot(Shot {
                    aim: Aim::Return,
                    ..shot
                }));
                Flow::Next
            }
            Aim::Return => {
                let mut v = Verdict::quick();
                judge_shot(self.s, shot.target, shot.firer, Mode::Return, None, &mut v);
                if RETURN_OPENING.permit(&OpeningFacts::by(self.s, self.s.side(shot.target), shot.target)) {
                    if !v.refused() {
                        return Flow::Ask;
                    }
                    self.no_return(shot);
                }
                self.set_top(Stage::Shot(Shot { aim: Aim::Roll, ..shot }));
                Flow::Next
            }
            Aim::Roll => {
                self.set_top(Stage::Shot(Shot {
                    aim: Aim::After,
                    ..shot
                }));
                self.resolve_shot(shot);
                Flow::Next
            }
            Aim::After => self.after_shot(shot),
        }
    }

    /// Reports why horse that was shot at may not Counter-Charge.
    fn no_counter_charge(&mut self, shot: Shot) {
        let Shot { firer, target, .. } = shot;
        if counters_fire(self.s, target) {
            self.pass_over(Chance::CounterCharge, target, Some(firer), |s, v| {
                judge_counter_fire(s, target, firer, v);
            });
        }
    }

    /// Reports why archers or muskets that were shot at from within their range may not return fire.
    fn no_return(&mut self, shot: Shot) {
        let Shot { firer, target, .. } = shot;
        let facts = facts(self.s, target, firer, Mode::Return, None);
        if facts.is_some_and(|f| f.s.missile_armed(target) && f.range <= f.max_range()) {
            self.pass_over(Chance::ReturnFire, target, Some(firer), |s, v| {
                judge_shot(s, target, firer, Mode::Return, None, v);
            });
        }
    }

    pub(crate) fn enact_window(&mut self, shot: Shot, action: Action) {
        let side = self.s.side(shot.target);
        match (shot.aim, action) {
            (Aim::Counter, Action::Reopen(_)) => self.hold(side, Window::Fire, action, |_| Vec::new()),
            (Aim::Return, Action::Reopen(_)) => self.hold(side, Window::Return, action, |_| Vec::new()),
            (Aim::Counter, Action::CounterCharge(unit, against)) => {
                if let Some(a) = self.act_mut() {
                    a.used.countered = true;
                }
                let won = self.try_counter(unit, against);
                let next = Shot {
                    aim: Aim::Return,
                    countered: self.s.hex(unit).filter(|_| won),
                    ..shot
                };
                self.set_top(Stage::Shot(next));
                if won {
                    self.call(Stage::Wheel { unit });
                }
            }
            (Aim::Counter, _) => {
                self.hold(side, Window::Fire, action, |_| vec![shot.target]);
                self.set_top(Stage::Shot(Shot {
                    aim: Aim::Return,
                    ..shot
                }));
            }
            (Aim::Return, Action::Return) => {
                if let Some(a) = self.act_mut() {
                    a.used.returned = true;
                }
                self.set_top(Stage::Shot(Shot {
                    aim: Aim::Roll,
                    returned: true,
                    ..shot
                }));
                let range = facts(self.s, shot.target, shot.firer, Mode::Return, None).map_or(0, |f| f.range);
                self.say(cite!("7.3.2(A)(2)"), || What::Aimed {
                    firer: shot.target,
                    target: shot.firer,
                    mode: Mode::Return,
                    range,
                });
            }
            (Aim::Return, _) => {
                self.hold(side, Window::Return, action, |_| vec![shot.target]);
                self.set_top(Stage::Shot(Shot { aim: Aim::Roll, ..shot }));
            }
            _ => {}
        }
    }

    /// The ledger of a shot and its result in the present state. Nothing is applied yet.
    fn fire_roll(&mut self, firer: UnitId, target: UnitId, mode: Mode) -> Option<(Ledger, CombatResult)> {
        const _: casus_core::Cite = cite!("7.4");
        let game_data = std::sync::Arc::clone(&self.s.game_data);
        let net = SHOT_DRMS.ledger(0, &facts(self.s, firer, target, mode, None)?);
        let immune = self.s.arm(target) == Arm::Artillery;
        let table = &game_data.charts.fire;
        let leader = self.leader_in_hex(target);
        let drm = net.total;
        let s = &*self.s;
        let alike = |face: u8| {
            let total = i32::from(face) + drm;
            let fate = fate_of(s, target, total) as u16;
            fate * 2 + u16::from(leader && total >= LEADERS_IN_DANGER)
        };
        let throw = Throw {
            cite: cite!("7.4.3"),
            die: Die::D10,
            what: "fire",
        };
        let face = i32::from(self.dice.throw(throw, &alike));
        let mut ledger = net.over(face);
        let fate = fate_of(self.s, target, ledger.total);
        ledger.clamp(table.low(), table.high());
        let case = if immune { cite!("7.5.4") } else { cite!("7.4.3") };
        self.say(case, || What::Fired {
            firer,
            target,
            ledger: ledger.clone(),
            result: fate,
        });
        Some((ledger, fate))
    }

    fn leader_in_hex(&self, target: UnitId) -> bool {
        !self.leaders_in_hex(target).is_empty()
    }

    fn resolve_shot(&mut self, shot: Shot) {
        if self.s.hex(shot.firer).is_none() || self.s.hex(shot.target).is_none() {
            return;
        }
        let first = self.fire_roll(shot.firer, shot.target, shot.mode);
        let second = if shot.returned {
            self.fire_roll(shot.target, shot.firer, Mode::Return)
        } else {
            None
        };
        let from = self.s.hex(shot.firer);
        let back = self.s.hex(shot.target);
        for (rolled, victim) in [(&first, shot.target), (&second, shot.firer)] {
            if rolled.as_ref().is_some_and(|(l, _)| l.total >= LEADERS_IN_DANGER) {
                self.leaders_under_fire(victim);
            }
        }
        // The stack is last in, first out: the effect of the return is pushed first, so the target suffers first.
        if let (Some((_, fate)), Some(h)) = (&second, back) {
            self.call(Stage::Effect(Effect::new(shot.firer, *fate, Few::one(h), false)));
        }
        if let (Some((_, fate)), Some(h)) = (&first, from) {
            self.call(Stage::Effect(Effect::new(shot.target, *fate, Few::one(h), false)));
        }
    }

    /// 9.4.4, 7.3.1: starts a Counter-Charge that the shot provoked.
    fn after_shot(&mut self, shot: Shot) -> Flow<Stage> {
        self.pop();
        let Some(from) = shot.countered else {
            return Flow::Next;
        };
        let runs = self
            .s
            .stack
            .iter()
            .any(|st| matches!(st, Stage::Running(r) if r.unit == shot.firer && self.s.arm(r.unit).mounted()));
        if !runs {
            return self.launch(shot.target, from);
        }
        if let Some(a) = self.act_mut() {
            a.waiting.push((shot.target, from));
        }
        Flow::Next
    }
}
