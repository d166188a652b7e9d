//! Module 7, Missile Fire Combat.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{CombatResult, FireDrms, Weapon, fire_column};
use crate::components::{Arm, Missile, UnitId, VILLAGE, trench_inside};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, What};
use crate::options::Choice;
use crate::rules::charge::counter::{counters_fire, judge_counter_fire};
use crate::rules::concepts::entry_sides;
use crate::rules::openings::{COUNTER_OPENING, OpeningFacts, REACTION_OPENING, RETURN_OPENING, driven};
use crate::rules::windows::{hold_candidates, judge_hold};
use crate::state::activation::{Activation, Answers, Window};
use crate::state::effect::Effect;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::{Aim, Mode, Shot};
use crate::state::stage::Stage;
use casus_core::cases::measures::{MP, RANGE};
use casus_core::{
    Aspect, Bar, Bars, Die, Few, Flow, HexId, Ledger, Modifier, Modifiers, PieceSet, Procedures, Refusal, Throw,
    Verdict, Violation, Window as _,
};

casus_continuity::facts! {
    /// The facts of a shot.
    ///
    /// The bars of a shot and the modifiers of its die share them. What the line of fire passes and the aspect of the target
    /// that it enters are computed before any entry is checked.
    pub struct ShotFacts<'a> of State; rules B = Bar, M = Modifier; places firer, target, to {
        /// The unit that would fire.
        pub firer: UnitId,
        /// The unit that would be fired at.
        pub target: UnitId,
        /// Whether it is Phasing, Reaction or Return Fire.
        pub mode: Mode,
        /// The firer's hex.
        pub from: HexId,
        /// The target's hex.
        pub to: HexId,
        /// The range in hexes, the target's hex included (7.1).
        pub range: u32,
        /// The weapon of the firer; `None` when it is no missile unit.
        pub weapon: Option<Weapon>,
        /// What blocks the line of sight: a village, higher ground, and, for a gun, another unit (7.2.1).
        pub blocked: [bool; 3],
        /// The run during which it is fired, if any.
        pub run: Option<Run>,
        /// The kind of shot that Return Fire answers; `None` for other shots.
        pub answers: Option<Mode>,
    }
}

/// The weapon of a unit, if it has one that fires (2.2.3, 7.3, 7.5).
fn weapon(s: &State, unit: UnitId) -> Option<Weapon> {
    Weapon::of(s.side(unit), s.missile(unit))
}

impl ShotFacts<'_> {
    /// Whether the target is out of the arc of fire (7.2). Bows also fire to their flanks, except in Reaction Fire.
    fn outside_arc(&self) -> bool {
        let wide = self.s.missile(self.firer) == Missile::Bow && self.mode != Mode::Reaction;
        self.weapon.is_some()
            && self.aspect().is_some_and(|a| match a {
                Aspect::Front => false,
                Aspect::Flank => !wide,
                Aspect::Rear => true,
            })
    }
    /// The missing movement point for fire in an enemy ZOC (7.3.1).
    fn wants_point(&self) -> Option<Violation> {
        let run = self.run?;
        let zoc = self.s.arm(self.firer).mounted() && self.s.in_zoc(self.from, self.s.side(self.firer).enemy());
        let have = i32::from(run.allowance) - i32::from(run.spent);
        (zoc && have < 1).then(|| Violation::lacks(self.firer.place(), MP, 1, have))
    }
    fn done(&self, deed: Done) -> bool {
        self.s.unit(self.firer).done.has(deed)
    }
    fn fired_by(&self, missile: Missile) -> bool {
        self.s.missile(self.firer) == missile
    }
    /// Whether archers have already fired at this unit in Reaction Fire (7.3.2 A).
    fn answered(&self) -> bool {
        let reacted = |a: &Activation| a.reacted.contains(&(self.firer, self.target));
        self.mode == Mode::Reaction && self.fired_by(Missile::Bow) && self.s.activation().is_some_and(reacted)
    }
    /// Whether the shot that it answers is the Phasing Fire of archers or muskets.
    fn may_be_answered(&self) -> bool {
        self.answers == Some(Mode::Phasing) && self.s.missile_armed(self.target)
    }
    fn at_guns(&self) -> bool {
        self.s.arm(self.target) == Arm::Artillery
    }
    fn drms(&self) -> &FireDrms {
        &self.s.game_data.charts.fire_drms
    }
    /// Whether the shot strikes horse through this aspect (7.4.2).
    fn comes_at_horse(&self, by: Aspect) -> bool {
        self.s.arm(self.target).mounted() && self.strikes() == Some(by)
    }
    fn at_barded_front(&self) -> bool {
        self.s.arm(self.target) == Arm::HeavyCavalry && self.strikes() == Some(Aspect::Front)
    }
    fn max_range(&self) -> u32 {
        self.weapon.map_or(0, |w| self.s.game_data.charts.range(w))
    }
    pub(crate) fn aspect(&self) -> Option<Aspect> {
        self.s
            .aspect_towards(self.from, self.s.unit(self.firer).facing, self.to)
    }
    fn gun(&self) -> bool {
        self.s.arm(self.firer) == Arm::Artillery
    }
    /// The aspect of the target that the shot strikes.
    fn strikes(&self) -> Option<Aspect> {
        self.s.struck_from(self.target, self.from)
    }
    fn crosses_trench(&self) -> bool {
        // The last hexside: only a shot from the adjacent outside hex, or one whose line enters through a trench side.
        let board = &self.s.game_data.board;
        let mut sides = entry_sides(board, self.from, self.to);
        sides.any(|d| trench_inside(board, self.to, d))
    }
}

/// The list `fire`: what forbids a shot, in book order. Checked for Phasing, Return and Reaction Fire;
/// [`ShotFacts::mode`] says which (7.3.2).
pub static SHOT_BARS: Bars<ShotFacts> = Bars {
    name: "fire",
    list: &[
        B::by(cite!("3.1.1", "C7"), "the unit is passing through a friendly gun's hex and may not act there")
            .when(firer, |f| f.run.is_some_and(|r| r.passing)),
        B::by(cite!("7.1"), "the target is out of range").violated(|f| {
            let max = f.max_range();
            (f.weapon.is_some() && f.range > max)
                .then(|| Violation::over(f.target.place(), RANGE, f.range as i32, max as i32))
        }),
        B::by(cite!("7.2"), "the target is outside the unit's arc of fire").when(target, |f| f.outside_arc()),
        B::by(cite!("7.2.1(1)"), "a village blocks the line of sight").when(target, |f| f.blocked[0]),
        B::by(cite!("7.2.1(2)"), "higher ground blocks the line of sight").when(target, |f| f.blocked[1]),
        B::by(cite!("7.2.1(3)"), "guns may not fire through other units").when(target, |f| f.blocked[2]),
        B::by(cite!("7.3"), "the unit is no missile unit").when(firer, |f| f.weapon.is_none()),
        B::by(cite!("7.3"), "the unit may fire at enemy units only")
            .when(target, |f| f.s.side(f.firer) == f.s.side(f.target))
            .always(),
        B::by(cite!("7.3.1"), "firing in an enemy ZOC costs a movement point, and none is left")
            .violated(|f| f.wants_point()),
        B::by(cite!("7.3.2"), "the unit has fired in this activation")
            .when(firer, |f| f.mode == Mode::Phasing && f.done(Done::FIRED)),
        B::by(cite!("7.3.2(A)(2)", "D2"), "Return Fire answers the Phasing Fire of archers and muskets only")
            .when(target, |f| f.mode == Mode::Return && !f.may_be_answered()),
        B::by(cite!("7.3.2(A)(3)", "C1"), "the unit has not come into the firer's frontal hexes")
            .when(firer, |f| f.mode == Mode::Reaction && !f.s.in_front(f.firer, f.to)),
        B::by(cite!("7.3.2(A)(3)", "D1"), "it has used its Reaction Fire on that unit").when(firer, |f| f.answered()),
        B::by(cite!("7.3.2(B)(2)"), "muskets have one Reaction Fire in an activation")
            .when(firer, |f| f.mode == Mode::Reaction && f.done(Done::REACTED)),
        B::by(cite!("7.3.2(B)(3)"), "muskets may not use Return Fire")
            .when(firer, |f| f.mode == Mode::Return && f.fired_by(Missile::Musket)),
        B::by(cite!("7.5.2"), "a gun that has moved may not fire").when(firer, |f| f.gun() && f.done(Done::MOVED)),
        B::by(cite!("7.5.3", "D2"), "guns have Phasing Fire only").when(firer, |f| f.gun() && f.mode != Mode::Phasing),
        B::by(cite!("7.5.4", "D11"), "fire does nothing to guns, and no leader can be there")
            .when(target, |f| f.at_guns() && !f.s.opts(Choice::D11) && !leader_may_be_there(f.s, f.target)),
        B::by(cite!("10.3", "D6"), "a Retired unit does not fire")
            .when(firer, |f| f.s.unit(f.firer).condition == Condition::Retired),
    ],
};

/// Whether a leader may be with the target, as far as the enemy knows (3.5): one is seen there, or one with a hidden
/// place may be there.
fn leader_may_be_there(s: &State, target: UnitId) -> bool {
    let side = s.side(target);
    s.leader_ids().any(|l| {
        let leader = s.leader(l);
        s.game_data.roster.leader_card(l).side == side
            && leader.at.hex().is_some()
            && (!leader.known || leader.at.hex() == s.hex(target))
    })
}

/// The list `fire-drm`: the modifiers of a shot, in the order of the table. They are the ledger of each roll on the Fire
/// Table (7.4).
pub static SHOT_DRMS: Modifiers<ShotFacts> = Modifiers {
    name: "fire-drm",
    list: &[
        M::by(cite!("7.4.1"), "range").adds(firer, |f| f.s.game_data.charts.range_drm(f.weapon?, f.range)),
        M::by(cite!("7.4.2"), "through the flank of horse")
            .adds(target, |f| f.comes_at_horse(Aspect::Flank).then_some(f.drms().flank_of_mounted)),
        M::by(cite!("7.4.2", "D7"), "through the rear of horse").adds(target, |f| {
            (f.s.opts(Choice::D7) && f.comes_at_horse(Aspect::Rear)).then_some(f.drms().flank_of_mounted)
        }),
        M::by(cite!("7.4.3"), "the firer is Disordered")
            .adds(firer, |f| (f.s.unit(f.firer).condition != Condition::Normal).then_some(f.drms().firer_disordered)),
        M::by(cite!("7.4.3"), "bows at the front of Heavy Cavalry").adds(target, |f| {
            (f.fired_by(Missile::Bow) && f.at_barded_front()).then_some(f.drms().bow_at_heavy_cavalry)
        }),
        M::by(cite!("7.4.3"), "the target is in a village")
            .adds(to, |f| (f.s.game_data.board.terrain(f.to) == VILLAGE).then_some(f.drms().village)),
        M::by(cite!("7.4.3"), "across a trench from outside")
            .adds(to, |f| f.crosses_trench().then_some(f.drms().trench)),
    ],
};

pub(crate) fn facts(s: &State, firer: UnitId, target: UnitId, mode: Mode, run: Option<Run>) -> Option<ShotFacts<'_>> {
    let (from, to) = (s.hex(firer)?, s.hex(target)?);
    let range = s.game_data.board.distance(from, to);
    let weapon = weapon(s, firer);
    Some(ShotFacts {
        s,
        firer,
        target,
        mode,
        from,
        to,
        range,
        weapon,
        blocked: if range > 1 {
            s.sight_blocked(from, to, s.arm(firer) == Arm::Artillery)
        } else {
            [false; 3]
        },
        run,
        answers: (mode == Mode::Return).then_some(Mode::Phasing),
    })
}

fn judge_shot(s: &State, firer: UnitId, target: UnitId, mode: Mode, run: Option<Run>, v: &mut Verdict) {
    match facts(s, firer, target, mode, run) {
        Some(f) => SHOT_BARS.judge(&f, v),
        None => v.refuse(Refusal::new(cite!("7.1"), "both must be on the map").about(target.place())),
    }
}

/// Judges a shot in the present position, whichever decision is open.
pub(crate) fn judge_as_it_stands(s: &State, firer: UnitId, target: UnitId, mode: Mode, v: &mut Verdict) {
    judge_shot(s, firer, target, mode, None, v);
}

/// The modifiers of a shot over a base of 0; `None` when either unit is off the map.
pub(crate) fn shot_ledger(s: &State, firer: UnitId, target: UnitId, mode: Mode) -> Option<Ledger> {
    Some(SHOT_DRMS.ledger(0, &facts(s, firer, target, mode, None)?))
}

/// The hexes that a unit could fire into with its present facing, each with its range: in reach, in the arc, in sight.
pub(crate) fn field_of_fire(s: &State, unit: UnitId) -> Vec<(u32, HexId)> {
    let (Some(w), Some(at)) = (weapon(s, unit), s.hex(unit)) else {
        return Vec::new();
    };
    let board = &s.game_data.board;
    let gun = s.arm(unit) == Arm::Artillery;
    let wide = s.missile(unit) == Missile::Bow;
    let mut hexes: Vec<(u32, HexId)> = board
        .hexes_within(at, s.game_data.charts.range(w))
        .into_iter()
        .filter(|&h| h != at)
        .filter(|&h| match s.aspect_towards(at, s.unit(unit).facing, h) {
            Some(Aspect::Front) => true,
            Some(Aspect::Flank) => wide,
            Some(Aspect::Rear) | None => false,
        })
        .filter(|&h| s.sight_blocked(at, h, gun) == [false; 3])
        .map(|h| (board.distance(at, h), h))
        .collect();
    hexes.sort_unstable();
    hexes
}

/// The range modifier of a unit's weapon; `None` when it has no weapon or the range is too long.
pub(crate) fn range_modifier(s: &State, unit: UnitId, range: u32) -> Option<i32> {
    s.game_data.charts.range_drm(weapon(s, unit)?, range)
}

pub(crate) fn judge_phasing(s: &State, run: &Run, target: UnitId, v: &mut Verdict) {
    judge_shot(s, run.unit, target, Mode::Phasing, Some(*run), v);
}

/// Whether a unit has made its Phasing shot, and no house rule may give it another (7.3.2).
fn spent(s: &State, unit: UnitId) -> bool {
    s.unit(unit).done.has(Done::FIRED) && !s.amended()
}

/// Appends the Phasing shots of a unit during its run.
pub(crate) fn list_phasing(s: &State, run: &Run, out: &mut Vec<Action>) {
    if spent(s, run.unit) {
        return;
    }
    for_targets(s, run.unit, |t| {
        let mut v = Verdict::quick();
        judge_phasing(s, run, t, &mut v);
        if !v.refused() {
            out.push(Action::Fire(t));
        }
        false
    });
}

/// Appends a shot at every enemy in range, or at every enemy under house rules. The rules filter them.
pub(crate) fn candidates(s: &State, firer: UnitId, out: &mut Vec<Action>) {
    if !spent(s, firer) {
        for_targets(s, firer, |t| {
            out.push(Action::Fire(t));
            false
        });
    }
}

/// Visits every enemy in range, or every enemy on the map under house rules, until `visit` returns `true`. The rules
/// filter them.
fn for_targets(s: &State, firer: UnitId, mut visit: impl FnMut(UnitId) -> bool) {
    let Some(at) = s.hex(firer) else { return };
    let side = s.side(firer);
    if s.amended() {
        // House rules may repeal the entries for range and weapon (7.1, 7.3).
        s.enemies_within(at, side, 0..=u32::MAX).any(visit);
        return;
    }
    let Some(w) = weapon(s, firer) else { return };
    let board = &s.game_data.board;
    let range = s.game_data.charts.range(w);
    if range <= 1 {
        for (_, h) in board.neighbours(at) {
            if let Some(t) = s.enemy_at(h, side)
                && visit(t)
            {
                return;
            }
        }
        return;
    }
    if range == 2 {
        // Finds the same units as `enemies_within`, from the hexes around the firer.
        let near: PieceSet = s
            .game_data
            .near(at)
            .iter()
            .filter_map(|&h| Some(s.enemy_at(h, side)?.0))
            .collect();
        near.iter().map(UnitId).any(visit);
        return;
    }
    for t in s.enemies_within(at, side, 0..=range) {
        if visit(t) {
            return;
        }
    }
}

/// The result of each face of the die for the target of a shot; `None` when a rule forbids the shot.
pub(crate) fn forecast(
    s: &State,
    firer: UnitId,
    target: UnitId,
    mode: Mode,
    run: Option<Run>,
) -> Option<[CombatResult; 10]> {
    let facts = facts(s, firer, target, mode, run)?;
    if !SHOT_BARS.permit(&facts) {
        return None;
    }
    let drm = SHOT_DRMS.sum(&facts);
    Some(core::array::from_fn(|face| fate_of(s, target, face as i32 + drm)))
}

/// The result of the Fire Table for a target (7.4.3). Guns are treated elsewhere (7.5.4).
pub(crate) fn fate_of(s: &State, target: UnitId, total: i32) -> CombatResult {
    if s.arm(target) == Arm::Artillery {
        return CombatResult::None;
    }
    let table = &s.game_data.charts.fire;
    let disordered = s.unit(target).condition != Condition::Normal;
    let column = fire_column(s.arm(target).mounted(), disordered);
    *table.get(total.clamp(table.low(), table.high()), column)
}

/// Whether a unit has a Phasing shot left and a target for it.
pub(crate) fn has_target(s: &State, firer: UnitId) -> bool {
    let mut found = false;
    if !spent(s, firer) {
        let run = s.begin_run(firer);
        for_targets(s, firer, |t| {
            let mut v = Verdict::quick();
            judge_shot(s, firer, t, Mode::Phasing, Some(run), &mut v);
            found = !v.refused();
            found
        });
    }
    found
}

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
