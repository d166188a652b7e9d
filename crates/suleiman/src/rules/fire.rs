//! Module 7, Missile Fire Combat.

mod volley;

pub(crate) use volley::{decision, judge_reaction, judge_window, reaction_candidates, window_candidates};

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{CombatResult, FireDrms, Weapon, fire_column};
use crate::components::{Arm, Missile, UnitId, VILLAGE, trench_inside};
use crate::options::Choice;
use crate::rules::concepts::entry_sides;
use crate::state::activation::Activation;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use casus_core::cases::measures::{MP, RANGE};
use casus_core::{Aspect, Bar, Bars, HexId, Ledger, Modifier, Modifiers, PieceSet, Refusal, Verdict, Violation};

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
    const _: casus_core::Cite = cite!("7.5");
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
