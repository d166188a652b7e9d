//! A shot from its announcement to its results (11.2, 11.3, 13.9), and Reaction Fire.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{Arm, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, What};
use crate::rules::charge::counter::judge_counter_fire;
use crate::rules::concepts::shoots_on_the_move;
use crate::rules::fire::shot::{close_fire, facts, fate_of, judge_shot, may_shoot, reach, shot_ledger};
use crate::rules::openings::{COUNTER_FIRE_OPENING, OpeningFacts, REACTION_OPENING, RETURN_OPENING};
use crate::rules::results::departure;
use crate::rules::windows::{hold_candidates, judge_hold};
use crate::state::activation::{Coming, Entry, Window};
use crate::state::combat::Answer;
use crate::state::effect::Effect;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::{Aim, Mode, Shot};
use crate::state::stage::Stage;
use casus_core::{Die, Few, Flow, HexId, PieceSet, Procedures, Refusal, Throw, Verdict, Window as _};

/// The units that might fire at a unit that has entered a hex: the adjacent enemies, or every enemy under house rules.
fn reactors(s: &State, at: UnitId) -> Vec<UnitId> {
    let side = s.side(at);
    match s.hex(at) {
        Some(_) if s.amended() => s
            .unit_ids()
            .filter(|&u| s.side(u) != side && s.hex(u).is_some())
            .collect(),
        Some(h) => s.adjacent_enemies(h, side).collect(),
        None => Vec::new(),
    }
}

pub(crate) fn reaction_candidates(s: &State, at: UnitId, out: &mut Vec<Action>) {
    out.extend(reactors(s, at).into_iter().map(Action::React));
    hold_candidates(s, s.side(at).enemy(), Window::Reaction, out);
}

pub(crate) fn judge_reaction(s: &State, (at, hex): (UnitId, HexId), action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::React(u) => judge_shot(s, u, hex, Mode::Reaction, v),
        _ => return judge_hold(s, s.side(at).enemy(), Window::Reaction, action, v),
    }
    true
}

pub(crate) fn decision(s: &State, shot: &Shot) -> Option<Decision> {
    let window = shot.window()?;
    Some(Decision {
        side: s.side(shot.firer).enemy(),
        cite: window.cite(),
        what: if window == Window::Fire {
            "counter-charge"
        } else {
            "return-fire"
        },
        of: shot.target.place(),
    })
}

/// The units that may still return a shot.
fn returners(s: &State, shot: &Shot) -> Vec<UnitId> {
    let Some(back) = s.hex(shot.firer) else {
        return Vec::new();
    };
    let fresh = |u: &UnitId| !shot.returned.contains(u.0) && may_shoot(s, *u, back, Mode::Return);
    s.units_at(shot.target).filter(fresh).collect()
}

/// The units that may Counter-Charge a shot.
fn counter_chargers<'a>(s: &'a State, shot: &'a Shot) -> impl Iterator<Item = UnitId> + 'a {
    s.units_at(shot.target).filter(|&u| {
        let mut v = Verdict::quick();
        judge_counter_fire(s, u, shot.firer, &mut v);
        !v.refused()
    })
}

pub(crate) fn window_candidates(s: &State, shot: &Shot, out: &mut Vec<Action>) {
    let Some(window) = shot.window() else { return };
    for u in s.units_at(shot.target) {
        out.push(match window {
            Window::Fire => Action::CounterCharge(u, Answer::Fire),
            _ => Action::Return(u),
        });
    }
    hold_candidates(s, s.side(shot.firer).enemy(), window, out);
}

pub(crate) fn judge_window(s: &State, shot: &Shot, action: Action, v: &mut Verdict) -> bool {
    let Some(window) = shot.window() else { return false };
    let here = |u: UnitId| s.hex(u) == Some(shot.target);
    let stranger = |u: UnitId| Refusal::new(cite!("11.2"), "the unit is not fired at").about(u.place());
    match (window, action) {
        (Window::Fire, Action::CounterCharge(u, Answer::Fire)) => {
            if here(u) {
                judge_counter_fire(s, u, shot.firer, v);
            } else {
                v.refuse(stranger(u));
            }
        }
        (Window::Return, Action::Return(u)) => match (here(u), s.hex(shot.firer)) {
            (true, Some(back)) => {
                if shot.returned.contains(u.0) {
                    v.refuse(Refusal::new(cite!("11.2"), "the unit returns that fire already").about(u.place()));
                }
                judge_shot(s, u, back, Mode::Return, v);
            }
            _ => v.refuse(stranger(u)),
        },
        _ => return judge_hold(s, s.side(shot.firer).enemy(), window, action, v),
    }
    true
}

impl Engine<'_> {
    /// Opens Reaction Fire on a unit that has entered a hex, for the units that have it in front (11.2).
    pub(crate) fn call_fire(&mut self, at: UnitId, hex: HexId) {
        self.note_coming(at, hex, Coming::Move);
        self.call(Stage::Reaction { at, hex });
    }

    /// Records the unit that entered a hex last, and how.
    pub(crate) fn note_coming(&mut self, unit: UnitId, hex: HexId, how: Coming) {
        let answered = false;
        if let Some(a) = self.act_mut() {
            a.entry = Some(Entry {
                unit,
                hex,
                how,
                answered,
            });
        }
    }

    pub(crate) fn reaction(&mut self, at: UnitId, hex: HexId) -> Flow<Stage> {
        let enemy = self.s.side(at).enemy();
        if !REACTION_OPENING.permit(&OpeningFacts::of(self.s, enemy)) {
            return Flow::Done;
        }
        let open = |u: &UnitId| may_shoot(self.s, *u, hex, Mode::Reaction);
        if reactors(self.s, at).iter().any(open) {
            return Flow::Ask;
        }
        self.nobody_reacts(at, hex);
        Flow::Done
    }

    /// Reports the missile units whose front was entered and that may not fire.
    fn nobody_reacts(&mut self, at: UnitId, hex: HexId) {
        if !self.log.is_on() {
            return;
        }
        let s = &*self.s;
        let before = |&u: &UnitId| reach(s, u) > 0 && s.in_front(u, hex);
        let kept: Vec<UnitId> = s.adjacent_enemies(hex, s.side(at)).filter(before).collect();
        for unit in kept {
            self.pass_over(Chance::ReactionFire, unit, Some(at), |s, v| {
                judge_shot(s, unit, hex, Mode::Reaction, v);
            });
        }
    }

    pub(crate) fn enact_reaction(&mut self, (at, hex): (UnitId, HexId), action: Action) {
        if let Action::React(u) = action {
            // Only one unit fires at it there (11.2).
            self.pop();
            self.s.unit_mut(u).done.set(Done::REACTED);
            if let Some(entry) = self.act_mut().and_then(|a| a.entry.as_mut()) {
                entry.answered = true;
            }
            self.announce(u, hex, Mode::Reaction);
            return;
        }
        let units = |s: &State| {
            let able = |u: &UnitId| may_shoot(s, *u, hex, Mode::Reaction);
            reactors(s, at).into_iter().filter(able).collect()
        };
        self.hold(self.s.side(at).enemy(), Window::Reaction, action, units);
        if !matches!(action, Action::Reopen(_)) {
            self.pop();
        }
    }

    /// Marks a mounted arquebus or crossbow as empty after its shot (11.5).
    fn spend_shot(&mut self, unit: UnitId) {
        if self.s.arm(unit).dismounts() && !self.s.unit(unit).unloaded {
            self.s.unit_mut(unit).unloaded = true;
            self.say(cite!("11.5"), || What::Emptied { unit });
        }
    }

    fn aimed(&mut self, firer: UnitId, hex: HexId, mode: Mode) {
        let range = self.s.hex(firer).map_or(0, |h| self.s.game_data.board.distance(h, hex));
        self.say(cite!("11.2"), || What::Aimed {
            firer,
            hex,
            mode,
            range,
        });
    }

    fn announce(&mut self, firer: UnitId, target: HexId, mode: Mode) {
        self.aimed(firer, target, mode);
        let aim = if mode == Mode::Active { Aim::Counter } else { Aim::Roll };
        self.call(Stage::Shot(Shot {
            firer,
            target,
            mode,
            aim,
            returned: PieceSet::EMPTY,
            countered: None,
        }));
    }

    /// 11.2: makes Active Fire. Guns unlimber first (7.6). Horse that fires on the move may continue; all others have ended their
    /// Phase.
    pub(crate) fn active_fire(&mut self, run: Run, hex: HexId) {
        let unit = run.unit;
        let close = close_fire(self.s, unit);
        let goes_on = shoots_on_the_move(self.s, unit);
        let cost = if close { self.s.game_data.charts.points.fire } else { 0 };
        // Recorded before any result: the bar includes enemies that are then driven off (ruling R-38).
        let mut barred = run.barred;
        if let Some(at) = self.s.hex(unit) {
            let side = self.s.side(unit);
            self.s.adjacent_enemies(at, side).for_each(|e| {
                barred.insert(e.0);
            });
        }
        let next = Run {
            spent: run.spent.saturating_add(cost),
            fired: true,
            barred,
            over: !goes_on,
            ..run
        };
        self.set_top(Stage::Running(next));
        let u = self.s.unit_mut(unit);
        u.spent = next.spent;
        u.done.set(Done::FIRED);
        if close {
            u.done.set(Done::MOVED);
        }
        if !goes_on {
            u.done.set(Done::RUN_OVER);
        }
        if close {
            self.riders_moved(&run);
        }
        if self.s.limbered(unit) {
            self.s.unit_mut(unit).turned = true;
            self.say(cite!("7.6"), || What::Unlimbered { unit });
        }
        if close {
            self.say(cite!("11.2"), || What::FiredClose { unit });
        }
        if let Some(a) = self.act_mut() {
            a.shot = Some((unit, hex));
        }
        self.announce(unit, hex, Mode::Active);
    }

    pub(crate) fn shooting(&mut self, shot: Shot) -> Flow<Stage> {
        let enemy = self.s.side(shot.firer).enemy();
        match shot.aim {
            Aim::Counter => {
                if COUNTER_FIRE_OPENING.permit(&OpeningFacts::of(self.s, enemy)) {
                    if counter_chargers(self.s, &shot).next().is_some() {
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
                if RETURN_OPENING.permit(&OpeningFacts::of(self.s, enemy)) {
                    if !returners(self.s, &shot).is_empty() {
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
            Aim::After => {
                self.pop();
                if let Some(unit) = shot.countered {
                    self.launch(unit, shot.target, shot.firer);
                }
                Flow::Next
            }
        }
    }

    /// Reports why Men-at-Arms that were shot at may not Counter-Charge.
    fn no_counter_charge(&mut self, shot: Shot) {
        let knights: Vec<UnitId> = self
            .s
            .units_at(shot.target)
            .filter(|&u| self.s.arm(u) == Arm::MenAtArms)
            .collect();
        for unit in knights {
            let firer = self.s.hex(shot.firer).map(|h| (shot.firer, h));
            self.tell_no_counter(unit, Answer::Fire, firer.as_slice(), |s, v| {
                judge_counter_fire(s, unit, shot.firer, v);
            });
        }
    }

    /// Reports why missile units that were shot at from within their range may not return fire.
    fn no_return(&mut self, shot: Shot) {
        let Some(back) = self.s.hex(shot.firer).filter(|_| self.log.is_on()) else {
            return;
        };
        let range = self.s.game_data.board.distance(back, shot.target);
        let near = |&u: &UnitId| range <= reach(self.s, u) && !shot.returned.contains(u.0);
        let kept: Vec<UnitId> = self.s.units_at(shot.target).filter(near).collect();
        for unit in kept {
            self.pass_over(Chance::ReturnFire, unit, Some(shot.firer), |s, v| {
                judge_shot(s, unit, back, Mode::Return, v);
            });
        }
    }

    pub(crate) fn enact_window(&mut self, shot: Shot, action: Action) {
        let side = self.s.side(shot.firer).enemy();
        let Some(window) = shot.window() else { return };
        let next = if window == Window::Fire { Aim::Return } else { Aim::Roll };
        match action {
            Action::CounterCharge(unit, _) => {
                let from: Vec<HexId> = self.s.hex(shot.firer).into_iter().collect();
                let won = self.try_counter(unit, Answer::Fire, &from);
                self.set_top(Stage::Shot(Shot {
                    aim: next,
                    countered: Some(unit).filter(|_| won),
                    ..shot
                }));
            }
            Action::Return(unit) => {
                let mut returned = shot.returned;
                returned.insert(unit.0);
                self.set_top(Stage::Shot(Shot { returned, ..shot }));
                if let Some(back) = self.s.hex(shot.firer) {
                    self.aimed(unit, back, Mode::Return);
                }
            }
            Action::Reopen(_) => self.hold(side, window, action, |_| Vec::new()),
            _ => {
                if window == Window::Fire {
                    self.no_counter_charge(shot);
                    self.hold(side, window, action, |s| counter_chargers(s, &shot).collect());
                } else {
                    self.no_return(shot);
                    self.hold(side, window, action, |s| returners(s, &shot));
                }
                self.set_top(Stage::Shot(Shot { aim: next, ..shot }));
            }
        }
    }

    /// Rolls one die for all units of the target hex in the present state; nothing is applied yet. Returns the result of each, and
    /// whether leaders there are in danger (5.4, 10.2).
    fn fire_roll(&mut self, firer: UnitId, hex: HexId, mode: Mode) -> (Vec<(UnitId, CombatResult)>, bool) {
        const _: casus_core::Cite = cite!("10.2");
        let Some(shot) = facts(self.s, firer, hex, mode, None) else {
            return (Vec::new(), false);
        };
        let s = shot.s;
        let targets: Vec<UnitId> = s.units_at(hex).collect();
        let nets: Vec<_> = targets.iter().map(|&t| shot_ledger(&shot, t)).collect();
        let side = shot.side.enemy();
        let danger = i32::from(s.game_data.charts.throws.leader_fire);
        let led = !s.leaders_of(hex, side).is_empty();
        let alike = |face: u8| {
            let totals = nets.iter().map(|n| i32::from(face) + n.total);
            let hit = led && totals.clone().any(|t| t >= danger);
            let fates = totals.zip(&targets).map(|(total, &t)| fate_of(s, t, total) as u16);
            fates.fold(u16::from(hit), |key, fate| key * 16 + fate)
        };
        let throw = Throw {
            cite: cite!("11.3"),
            die: Die::D10,
            what: "fire",
        };
        let face = i32::from(self.dice.throw(throw, &alike));
        let (low, high) = (s.game_data.charts.fire.low(), s.game_data.charts.fire.high());
        let mut fates = Vec::new();
        let mut hit = false;
        let mut told = Vec::new();
        for (net, &target) in nets.into_iter().zip(&targets) {
            let mut ledger = net.over(face);
            hit |= led && ledger.total >= danger;
            let result = fate_of(s, target, ledger.total);
            ledger.clamp(low, high);
            fates.push((target, result));
            told.push((target, ledger, result));
        }
        for (target, ledger, result) in told {
            self.say(cite!("11.3"), || What::Fired {
                firer,
                target,
                ledger,
                result,
            });
        }
        fates.sort_by_key(|&(u, fate)| departure(self.s, u, fate));
        (fates, hit)
    }

    fn resolve_shot(&mut self, shot: Shot) {
        let Some(back) = self.s.hex(shot.firer) else { return };
        let (hits, danger) = self.fire_roll(shot.firer, shot.target, shot.mode);
        self.spend_shot(shot.firer);
        let mut answers: Vec<(UnitId, CombatResult)> = Vec::new();
        let mut danger_back = false;
        for unit in shot.returned.iter().map(UnitId) {
            let (fates, hit) = self.fire_roll(unit, back, Mode::Return);
            self.spend_shot(unit);
            danger_back |= hit;
            answers.extend(fates);
        }
        // The stack is last in, first out. Units suffer first, the targets before the firers. Then the leaders roll, those of the
        // active player first (rulings R-17, G-15).
        let active = self.s.side(shot.firer);
        // Only the active side's fire is returned; otherwise only one of the two hexes is in danger.
        for (hit, hex, side) in [(danger, shot.target, active.enemy()), (danger_back, back, active)] {
            let leaders = self.s.leaders_of(hex, side);
            if hit && !leaders.is_empty() {
                self.call(Stage::LeadersUnderFire { leaders });
            }
        }
        for (unit, fate) in answers.into_iter().rev() {
            self.call(Stage::Effect(Effect::new(unit, fate, Few::one(shot.target), false)));
        }
        for (unit, fate) in hits.into_iter().rev() {
            self.call(Stage::Effect(Effect::new(unit, fate, Few::one(back), false)));
        }
    }
}
