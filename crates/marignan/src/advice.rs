//! Advice for agents: the plans to consider at each decision, and the value of a position. No rule depends on it.
//!
//! The rules themselves supply legal actions and forecasts: paths by [`ways`], shots and melees by their tables. This module
//! adds the evaluation in points; a hundred points equal one point of Swiss morale.

use crate::action::Action;
use crate::charts::{Check, Disorder, Toll};
use crate::components::{Class, CommanderId, CorpsId, Side, UnitId};
use crate::game::Marignan;
use crate::rules::fire::{odds as fire, shot::firers};
use crate::rules::melee::{assault::may_attack, odds as melee};
use crate::rules::movement::ways::{End, Reach, Stride, reach};
use crate::state::combat::{BoutAt, Mode, ShotAt};
use crate::state::pieces::{CommanderSet, Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::{ContactAt, Escort, Run, Then};
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{
    Advice, Dir, Game, HexId, Judge as _, Next, Outcome, PieceSet, ScoredPlan, SideFacing, Turn, Verdict,
};

/// Units and commanders that move together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The units in the group.
    pub units: PieceSet,
    /// The commanders who move with them.
    pub commanders: CommanderSet,
}

/// A plan of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// A single legal action.
    Act(Action),
    /// A plan for the Movement Phase: every group in turn.
    March {
        /// The turn for which it was made.
        turn: u8,
        /// The groups still to be selected, the last first.
        todo: Vec<Group>,
        /// The group that is being selected.
        now: Option<Group>,
    },
    /// A path of the selected pieces.
    Go {
        /// The units that move.
        units: PieceSet,
        /// The steps and pivots to come, the last first.
        path: Vec<Stride>,
    },
    /// A shot at one hex.
    Volley {
        /// The target hex.
        target: HexId,
        /// The units that fire.
        firers: PieceSet,
    },
    /// An attack on one hex.
    Storm {
        /// The target hex.
        target: HexId,
        /// The attackers, in addition to units that must attack.
        attackers: PieceSet,
    },
}

impl Advice for Marignan {
    type Plan = Plan;

    fn plans(s: &State, out: &mut Vec<ScoredPlan<Plan>>) {
        let Turn::Decide { side, .. } = Self::turn(s) else {
            return;
        };
        let Some(top) = s.stack.last() else { return };
        match top {
            Stage::Course(Course::Moves) => {
                let todo = order_of_march(s);
                let now = None;
                let turn = s.turn;
                out.push(counsel(Plan::March { turn, todo, now }, 0));
            }
            Stage::Running(run) => moves(s, run, out),
            Stage::Course(Course::DefensiveFire | Course::OffensiveFire) => volleys(s, side, out),
            Stage::Course(Course::Melees) => storms(s, side, out),
            _ => {
                let mut list = Vec::new();
                Self::actions(s, &mut list);
                out.extend(
                    list.into_iter()
                        .map(|a| counsel(Plan::Act(a), expected_gain(s, side, a))),
                );
            }
        }
    }

    fn next(s: &State, plan: &mut Plan) -> Next<Action> {
        let Some(top) = s.stack.last() else {
            return Next::Over;
        };
        match plan {
            Plan::Act(action) => Next::Last(*action),
            Plan::March { turn, todo, now } => march(s, top, *turn, todo, now),
            Plan::Go { units, path } => match top {
                Stage::Running(run) if run.units == *units => match path.pop() {
                    Some(Stride::Step(to)) => Next::Do(Action::Step(to)),
                    Some(Stride::Face(facing)) => Next::Do(Action::Face(facing)),
                    None => Next::Last(Action::Halt),
                },
                Stage::Running(_) | Stage::Course(_) => Next::Over,
                _ => Next::Wait,
            },
            Plan::Volley { target, firers } => match top {
                Stage::Course(Course::DefensiveFire | Course::OffensiveFire) => Next::Do(Action::Aim(*target)),
                Stage::Shot(shot) if shot.target == *target && shot.at == ShotAt::Drafting => {
                    let mut left = firers.without(shot.firers).iter().map(UnitId);
                    match left.find(|&u| allowed(s, Action::Fire(u))) {
                        Some(u) => Next::Do(Action::Fire(u)),
                        None => Next::Last(Action::Loose),
                    }
                }
                _ => Next::Over,
            },
            Plan::Storm { target, attackers } => match top {
                Stage::Course(Course::Melees) => Next::Do(Action::Assault(*target)),
                Stage::Bout(bout) if bout.target == *target && bout.at == BoutAt::Draft => {
                    let mut list = Vec::new();
                    Self::actions(s, &mut list);
                    let resolve = list.contains(&Action::Resolve);
                    let add = list
                        .into_iter()
                        .find(|a| matches!(a, Action::Attack(u) if !resolve || attackers.contains(u.0)));
                    match add {
                        Some(action) => Next::Do(action),
                        None => Next::Last(Action::Resolve),
                    }
                }
                _ => Next::Over,
            },
        }
    }

    fn evaluate(s: &State, side: Side) -> i32 {
        let swiss = standing(s, Side::Swiss) - standing(s, Side::French);
        let ended = match s.outcome {
            Some((Outcome::Win(Side::Swiss), _)) => 5_000,
            Some((Outcome::Win(Side::French), _)) => -5_000,
            _ => 0,
        };
        let sum = swiss + ended;
        if side == Side::Swiss { sum } else { -sum }
    }
}

/// Returns whether an action is legal now.
fn allowed(s: &State, action: Action) -> bool {
    let mut v = Verdict::quick();
    s.judge_now(action, &mut v);
    !v.refused()
}

fn counsel(plan: Plan, expected_gain: i32) -> ScoredPlan<Plan> {
    ScoredPlan {
        plan,
        expected_gain,
        dice: false,
    }
}

// ---- values -------------------------------------------------------------------------------------------------------

/// A point of Swiss morale (8.1).
const POINT: i32 = 100;
const DISORDERED: i32 = 60;
const ROUTED: i32 = 130;
/// The value of a unit in addition to the morale points that its loss costs.
const UNIT: i32 = 60;

/// Returns the value of a point of a French corps's morale. The five corps nearest to demoralization decide the battle (8.2).
fn track_price(s: &State, corps: CorpsId) -> i32 {
    match s.corps(corps).morale {
        0 => 20,
        m if m <= 3 => 200,
        m if m <= 6 => 150,
        _ => 90,
    }
}

fn point(s: &State, unit: UnitId) -> i32 {
    s.track(unit).map_or(POINT, |c| track_price(s, c))
}

/// Returns the value of what a side has left, in points.
fn standing(s: &State, side: Side) -> i32 {
    let tracks: i32 = match side {
        Side::Swiss => i32::from(s.swiss_morale) * POINT,
        Side::French => s
            .corps_ids()
            .filter(|&c| s.game_data.corps_side(c) == Side::French)
            .map(|c| match s.corps(c).morale {
                0 => -400,
                m => (1..=m)
                    .map(|k| match k {
                        1..=3 => 200,
                        4..=6 => 150,
                        _ => 90,
                    })
                    .sum(),
            })
            .sum(),
    };
    let units: i32 = s
        .on_map(side)
        .map(|(u, _)| {
            let spent = match s.unit(u).condition {
                Condition::Order => 0,
                Condition::Disordered => DISORDERED,
                Condition::Routed => ROUTED,
            };
            UNIT * 2 - spent - if s.unit(u).replaced { UNIT } else { 0 }
        })
        .sum();
    tracks + units
}

/// Returns the probability that the sum of two dice exceeds a number, in thousandths.
fn fails(morale: i32) -> i32 {
    const ABOVE: [i32; 13] = [1000, 1000, 972, 917, 833, 722, 583, 417, 278, 167, 83, 28, 0];
    ABOVE[morale.clamp(0, 12) as usize]
}

/// Returns the cost of one worse condition of a unit for its side (10.0).
fn rung(s: &State, unit: UnitId) -> i32 {
    match s.unit(unit).condition {
        Condition::Order => DISORDERED,
        Condition::Disordered if s.counter(unit).swiss_pikemen() => POINT,
        Condition::Disordered if s.class(unit) == Class::Artillery => 2 * point(s, unit) + UNIT,
        Condition::Disordered => point(s, unit) + ROUTED,
        Condition::Routed => 2 * point(s, unit) + UNIT,
    }
}

/// Returns the cost of a star (12.4): pikemen with a replacement lose half their strength, other units everything.
fn star(s: &State, unit: UnitId) -> i32 {
    if s.counter(unit).replacement && !s.unit(unit).replaced {
        UNIT + DISORDERED / 2
    } else {
        2 * point(s, unit) + 2 * UNIT
    }
}

/// Returns the average cost of a result for the side of the units that suffer it.
fn toll(s: &State, units: PieceSet, result: Toll) -> i32 {
    let mut stars: Vec<i32> = units.iter().map(|u| star(s, UnitId(u))).collect();
    stars.sort_unstable();
    let lost: i32 = stars.iter().take(usize::from(result.losses)).sum();
    let fail = |u: UnitId, n: i32| {
        let swiss = if s.side(u) == Side::Swiss { POINT } else { 0 };
        fails(s.morale(u) - n) * (rung(s, u) + swiss) / 1000
    };
    let tests: i32 = units
        .iter()
        .map(UnitId)
        .map(|u| match result.check {
            Check::None => 0,
            Check::Test(n) => fail(u, i32::from(n)),
            Check::Disorder => fail(u, 12),
        })
        .sum();
    lost + tests
}

/// Returns the average gain of a melee for the attackers; `None` if there is no melee.
fn clash(s: &State, target: HexId, attackers: PieceSet) -> Option<i32> {
    let forecast = melee::forecast(s, target, attackers)?;
    let defenders = s.stack_at(target);
    let sum: i32 = forecast
        .results
        .iter()
        .map(|r| toll(s, defenders, r.defender) - toll(s, attackers, r.attacker))
        .sum();
    Some(sum / 6)
}

/// Returns the friendly units that have a hex in front of them, apart from some.
fn besiegers(s: &State, target: HexId, side: Side, except: PieceSet) -> PieceSet {
    s.controllers(target, side)
        .map(|u| u.0)
        .filter(|&u| !except.contains(u) && s.face(UnitId(u)).melee > 0)
        .collect()
}

// ---- the march ----------------------------------------------------------------------------------------------------

/// Returns the hexes of enemy units that are not routed.
fn foes(s: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
    s.on_map(side.enemy()).filter(|&(u, _)| !s.routed(u)).map(|(_, h)| h)
}

/// Returns these hexes, once each.
fn places(hexes: impl Iterator<Item = HexId>) -> Vec<HexId> {
    let mut all: Vec<HexId> = hexes.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the distance of the nearest of these to a hex, in hexes; 99 if there is none.
fn nearest_of(s: &State, hex: HexId, foes: impl Iterator<Item = HexId>) -> u32 {
    foes.map(|h| s.game_data.board.distance(hex, h)).min().unwrap_or(99)
}

/// Returns the distance of the nearest enemy unit to a hex, in hexes; 99 if there is none.
fn nearest(s: &State, hex: HexId, side: Side) -> u32 {
    nearest_of(s, hex, foes(s, side))
}

/// Returns the groups of the active side in the order in which they move, the last first.
fn order_of_march(s: &State) -> Vec<Group> {
    let side = s.active;
    let mut groups: Vec<(u32, Group)> = Vec::new();
    let mut seen = PieceSet::EMPTY;
    let free = |u: UnitId| !s.routed(u) && !s.hedgehog(u) && !s.unit(u).marks.has(Marks::MOVED);
    for (u, hex) in s.on_map(side) {
        if seen.contains(u.0) || !free(u) {
            continue;
        }
        let mates = s.units_at(hex).filter(|&m| {
            free(m)
                && s.out_of_command(m) == s.out_of_command(u)
                && (s.class(m) == s.class(u) || s.class(u) != Class::Artillery)
        });
        let units: PieceSet = mates.map(|m| m.0).collect();
        let units = if units.contains(u.0) { units } else { PieceSet::one(u.0) };
        let units: PieceSet = units.without(seen);
        seen = seen.union(units);
        groups.push((
            nearest(s, hex, side),
            Group {
                units,
                commanders: CommanderSet::default(),
            },
        ));
    }
    // First the groups nearest to the enemy, then those that enter, then the commanders.
    groups.sort_by_key(|g| g.0);
    let mut order: Vec<Group> = groups.into_iter().map(|g| g.1).collect();
    order.extend(entrants(s));
    order.extend(
        s.commander_ids()
            .filter(|&c| s.led_side(c) == side && s.commander(c).at.hex().is_some())
            .map(|c| Group {
                units: PieceSet::EMPTY,
                commanders: [c].into_iter().collect(),
            }),
    );
    order.reverse();
    order
}

/// Returns the pieces that have still to enter the map, in stacks; each corps's commander goes with its first stack.
fn entrants(s: &State) -> Vec<Group> {
    let waiting: Vec<UnitId> = s
        .unit_ids()
        .filter(|&u| s.unit(u).at == Whereabouts::Reserve && s.side(u) == s.active)
        .collect();
    let mut groups: Vec<Group> = Vec::new();
    for corps in s.corps_ids() {
        let units: Vec<UnitId> = waiting
            .iter()
            .copied()
            .filter(|&u| s.corps_of(u) == Some(corps))
            .collect();
        for (i, three) in units.chunks(3).enumerate() {
            let commanders = s
                .commander_ids()
                .filter(|&c| {
                    i == 0 && s.game_data.roster[c].corps == corps && s.commander(c).at == Whereabouts::Reserve
                })
                .collect();
            groups.push(Group {
                units: three.iter().map(|u| u.0).collect(),
                commanders,
            });
        }
    }
    let alone = waiting.iter().filter(|&&u| s.corps_of(u).is_none()).map(|u| Group {
        units: PieceSet::one(u.0),
        commanders: CommanderSet::default(),
    });
    groups.extend(alone);
    groups
}

/// Returns the distance of a hex from the top of the map, in half hexes.
fn depth(s: &State, hex: HexId) -> i32 {
    let h = s.game_data.board.hex(hex);
    2 * i32::from(h.r) + i32::from(h.q)
}

/// The number of half hexes in front of the foremost works within which the French fight.
const SALLY: i32 = 3;

/// Returns the hexes that a fortification protects.
fn works(s: &State) -> impl Iterator<Item = HexId> + '_ {
    s.game_data
        .walled()
        .iter()
        .copied()
        .chain(s.works.iter().map(|w| w.hex))
}

/// Returns the distance of a hex from the nearest works of the French: four times its hexes, and more in front than behind.
fn off(s: &State, works: impl Iterator<Item = HexId>, hex: HexId) -> i32 {
    let board = &s.game_data.board;
    let post = works.min_by_key(|&w| (board.distance(w, hex), w));
    post.map_or(0, |w| {
        let before = (depth(s, w) - depth(s, hex)).max(0);
        4 * board.distance(w, hex) as i32 + 8 * before
    })
}

fn march(s: &State, top: &Stage, turn: u8, todo: &mut Vec<Group>, now: &mut Option<Group>) -> Next<Action> {
    if s.turn != turn {
        return Next::Over;
    }
    match top {
        Stage::Course(Course::Moves) => {
            while let Some(mut group) = todo.pop() {
                let able = |u: &u8| {
                    let unit = s.unit(UnitId(*u));
                    matches!(unit.at, Whereabouts::Map(_) | Whereabouts::Reserve)
                        && !unit.marks.has(Marks::MOVED)
                        && !s.routed(UnitId(*u))
                };
                group.units = group.units.iter().filter(able).collect();
                if let Some(u) = group.units.first() {
                    let action = Action::Take(UnitId(u));
                    if allowed(s, action) {
                        *now = Some(group);
                        return Next::Do(action);
                    }
                } else if let Some(c) = group.commanders.iter().next() {
                    let action = Action::TakeCommander(c);
                    if allowed(s, action) {
                        *now = Some(group);
                        return Next::Do(action);
                    }
                }
            }
            Next::Last(Action::Done)
        }
        Stage::Running(run) if !run.begun => {
            let Some(group) = now else { return Next::Wait };
            let mut units = group.units.without(run.units).iter().map(UnitId);
            let joins = units.find(|&u| allowed(s, Action::Join(u)));
            if let Some(u) = joins {
                return Next::Do(Action::Join(u));
            }
            let mut commanders = group.commanders.iter().filter(|&c| !run.commanders.contains(c));
            let joins = commanders.find(|&c| allowed(s, Action::JoinCommander(c)));
            match joins {
                Some(c) => Next::Do(Action::JoinCommander(c)),
                None => Next::Wait,
            }
        }
        Stage::Course(_) => Next::Over,
        _ => Next::Wait,
    }
}

/// Appends the paths to consider for the selected pieces.
fn moves(s: &State, run: &Run, out: &mut Vec<ScoredPlan<Plan>>) {
    let reach = reach(s, run);
    let mut best: Option<(i32, usize)> = None;
    let mut note = |score: i32, end: &End| {
        if best.is_none_or(|(b, _)| score > b) {
            best = Some((score, end.stop));
        }
    };
    if run.units.is_empty() {
        let post = run.commanders.iter().next().map(|c| Post::of(s, c));
        for end in reach.ends() {
            note(post.as_ref().map_or(0, |post| post.score(&end)), &end);
        }
    } else {
        let mut march = March::new(s, run, &reach);
        for end in reach.ends() {
            note(march.score(&end), &end);
        }
    }
    match best {
        Some((score, stop)) => {
            let path = reach.back(stop).collect();
            let units = run.units;
            out.push(counsel(Plan::Go { units, path }, score));
        }
        None => out.push(counsel(Plan::Act(Action::Halt), 0)),
    }
}

/// What the evaluation of a group's paths needs, computed once.
struct March<'a> {
    s: &'a State,
    run: &'a Run,
    side: Side,
    home: Option<HexId>,
    class: Class,
    guns: bool,
    foot: bool,
    light: bool,
    shoots: bool,
    enemies: Vec<(HexId, i32)>,
    /// The hexes of enemies that are not routed.
    foes: Vec<HexId>,
    leader: Option<(HexId, u32)>,
    /// The line of the French, in half hexes from the top of the map; `None` on a map without works.
    line: Option<i32>,
    /// Whether a unit of the group is not in order.
    shaky: bool,
    /// A copy of the state in which positions are tried.
    tried: State,
    reach: &'a Reach,
    /// The cost of the terrain on the path to each stop, by effects on order.
    rough: Vec<i32>,
    /// For each hex, the values that are the same for every path to it.
    spots: Vec<Option<Spot>>,
}

/// A hex in which a group might end its move.
#[derive(Clone, Copy)]
struct Spot {
    /// Its value, apart from the facing there.
    worth: i32,
    /// For each facing, the value of facing the enemy and not exposing the rear.
    bearing: [i32; 6],
    /// Whether an enemy unit is adjacent.
    met: bool,
}

impl<'a> March<'a> {
    fn new(s: &'a State, run: &'a Run, reach: &'a Reach) -> Self {
        let side = run.side;
        let units = || run.units.iter().map(UnitId);
        let first = units().next();
        let class = first.map_or(Class::Infantry, |u| s.class(u));
        let leader = first
            .and_then(|u| s.corps_of(u))
            .and_then(|c| s.corps(c).leader)
            .filter(|&c| !run.commanders.contains(c))
            .and_then(|c| Some((s.commander(c).at.hex()?, s.range(c, s.is_night()))));
        let mut enemies: Vec<(HexId, i32)> = Vec::new();
        for (u, h) in s.on_map(side.enemy()) {
            let draw = match s.class(u) {
                _ if s.routed(u) => -2,
                Class::Artillery => 3,
                Class::Infantry => 1,
                Class::Cavalry => 0,
            };
            match enemies.iter_mut().find(|e| e.0 == h) {
                Some(e) => e.1 = e.1.max(draw),
                None => enemies.push((h, draw)),
            }
        }
        Self {
            s,
            run,
            side,
            home: first.and_then(|u| s.hex(u)),
            class,
            guns: units().any(|u| s.class(u) == Class::Artillery),
            foot: units().all(|u| s.class(u) != Class::Cavalry),
            light: units().all(|u| s.corps_of(u).is_none()),
            shoots: units().all(|u| s.face(u).fire > 0),
            enemies,
            foes: places(foes(s, side)),
            leader,
            line: works(s).map(|h| depth(s, h)).min(),
            shaky: units().any(|u| s.unit(u).condition != Condition::Order),
            tried: s.clone(),
            reach,
            rough: vec![0; reach.len()],
            spots: vec![None; s.game_data.board.len()],
        }
    }

    fn score(&mut self, end: &End) -> i32 {
        let spot = self.spots[end.hex.index()].unwrap_or_else(|| self.spot(end));
        self.spots[end.hex.index()] = Some(spot);
        let mut score = -i32::from(end.spent) / 2 - end.strides as i32;
        score += self.ground(end.stop);
        score += spot.worth + spot.bearing[end.facing.index()];
        if spot.met { score + self.contact(end) } else { score }
    }

    /// Returns the values of a hex that are the same for every path to it.
    fn spot(&self, end: &End) -> Spot {
        let (s, hex) = (self.s, end.hex);
        let mut worth = self.station(hex);
        if let Some((leader, range)) = self.leader {
            let far = s.game_data.board.distance(leader, hex);
            let over = far.saturating_sub(range + 3);
            worth -= 6 * over as i32;
        }
        // The French fight in front of their works and behind them, and do not advance to meet the Swiss on the road.
        if let (Side::French, Some(line)) = (self.side, self.line) {
            let out = line - SALLY - depth(s, hex);
            worth -= 14 * out.max(0);
        }
        // Disorder ends where no enemy is adjacent (2.1).
        let met = s.beside_enemy(hex, self.side);
        if self.shaky && !end.in_zoc && met {
            worth -= 40;
        }
        if self.side == Side::French && self.foot {
            let walls = Dir::ALL.iter().filter(|&&d| s.sheltered(hex, d)).count();
            worth += 12 * walls.min(2) as i32;
        }
        if !met {
            worth += self.threat(hex);
        }
        Spot {
            worth,
            bearing: self.bearing(hex),
            met,
        }
    }

    /// Returns the cost of the terrain on the path to a stop, by effects on order (9.1).
    fn ground(&mut self, stop: usize) -> i32 {
        let Some((before, from, stride)) = self.reach.last(stop) else {
            return 0;
        };
        let mut sum = self.rough[before];
        if let Stride::Step(to) = stride {
            let s = self.s;
            for u in self.run.units.iter().map(UnitId) {
                sum -= match s.roughness(u, from, to) {
                    Disorder::None => 0,
                    Disorder::Test => DISORDERED * fails(s.morale(u)) / 1000,
                    Disorder::Automatic => DISORDERED,
                };
            }
        }
        self.rough[stop] = sum;
        sum
    }

    /// Returns for each facing the value of facing the enemy and not exposing the rear.
    fn bearing(&self, hex: HexId) -> [i32; 6] {
        let board = &self.s.game_data.board;
        let here = board.hex(hex);
        let mut sums = [0; 6];
        for &(enemy, _) in &self.enemies {
            let far = board.distance(hex, enemy);
            let (ahead, behind) = match far {
                0 | 1 => (10, -70),
                2 | 3 => (6, -14),
                4..=8 => (2, -2),
                _ => continue,
            };
            let arcs = SideFacing::arcs(here, board.hex(enemy));
            for (facing, sum) in sums.iter_mut().enumerate() {
                *sum += if arcs >> facing & 1 == 1 { ahead } else { behind };
            }
        }
        sums.map(|sum: i32| sum.clamp(-200, 60))
    }

    /// Returns the value of a hex by distance: how far to advance, or where to stay.
    fn station(&self, hex: HexId) -> i32 {
        let s = self.s;
        let board = &s.game_data.board;
        let far = |hex: HexId| {
            let goals = self.enemies.iter();
            goals
                .map(|&(h, draw)| board.distance(hex, h) as i32 * 10 - draw * 12)
                .min()
                .unwrap_or(0)
        };
        let gap = far(hex);
        match self.side {
            Side::Swiss => {
                let places: i32 = s
                    .game_data
                    .deployment
                    .places
                    .iter()
                    .enumerate()
                    .filter(|&(i, &h)| s.taken & (1 << (i % 8)) == 0 && h == hex)
                    .map(|_| 150)
                    .sum();
                let pace = if self.class == Class::Infantry && !self.light {
                    24
                } else {
                    12
                };
                // Arquebusiers fire from beside the pikes, and keep their distance without them.
                let reach = match self.light {
                    true if self.shoots && self.beside_pikes(hex) => (gap - 20).abs(),
                    true => (gap - 50).abs(),
                    false => gap,
                };
                places - reach * pace / 10
            }
            Side::French => {
                let now = self.home.map_or(gap, far);
                let moved = self.home.map_or(0, |h| board.distance(h, hex) as i32);
                if self.guns {
                    return -moved * 400;
                }
                let nearest = self.nearest(hex) as i32;
                match self.class {
                    // Cavalry waits at the distance of a charge, and closes up from far away.
                    Class::Cavalry => {
                        if now > 80 {
                            -(gap - 60).max(0) / 2
                        } else {
                            -(nearest - 6).abs() * 8
                        }
                    }
                    // Infantry occupies the works when the Swiss come near, and stays.
                    _ if now > 120 => -moved,
                    _ if self.line.is_none() => -moved * 3,
                    _ => -moved * 2 - 2 * (off(s, works(s), hex) - 4).max(0),
                }
            }
        }
    }

    /// Returns the distance of the nearest enemy unit that is not routed, in hexes.
    fn nearest(&self, hex: HexId) -> u32 {
        nearest_of(self.s, hex, self.foes.iter().copied())
    }

    fn beside_pikes(&self, hex: HexId) -> bool {
        let around = self.s.game_data.board.neighbours(hex).map(|(_, h)| h);
        around.chain([hex]).any(|h| {
            let pikes = |u: UnitId| self.s.counter(u).swiss_pikemen() && !self.s.routed(u);
            self.s.units_at(h).any(|u| !self.run.units.contains(u.0) && pikes(u))
        })
    }

    /// Returns the value of coming into contact: the tests of both sides, and the coming melee.
    fn contact(&mut self, way: &End) -> i32 {
        let s = self.s;
        let enemy = self.side.enemy();
        let near = s
            .game_data
            .board
            .neighbours(way.hex)
            .filter(|&(_, h)| s.has_unit(h, enemy));
        let fresh = way.strides > 0;
        // Units that enter a ZOC may fail their test (9.2).
        let mut go = 1000;
        if way.in_zoc && fresh {
            for u in self.run.units.iter().map(UnitId) {
                if !s.counter(u).swiss_pikemen() {
                    go = go * (1000 - fails(s.morale(u))) / 1000;
                }
            }
        }
        let tried = &mut self.tried;
        for u in self.run.units.iter().map(UnitId) {
            tried.put(u, Whereabouts::Map(way.hex));
            let unit = tried.unit_mut(u);
            (unit.facing, unit.charge) = (way.facing, s.unit(u).charge);
        }
        let (mut best, mut gain) = (None, 0);
        let (mut ahead, mut exposed) = (0, 0);
        for (dir, target) in near {
            if !way.facing.fronts(dir) {
                exposed += 1;
                continue;
            }
            ahead += 1;
            let mut attackers = besiegers(tried, target, self.side, PieceSet::EMPTY);
            attackers = attackers
                .iter()
                .filter(|&u| s.class(UnitId(u)) != Class::Artillery || self.run.units.contains(u))
                .collect();
            let charges = self.class == Class::Cavalry
                && fresh
                && s.on_road(way.hex)
                && self
                    .run
                    .units
                    .iter()
                    .any(|u| s.unit(UnitId(u)).condition == Condition::Order);
            if charges {
                for u in self.run.units.iter().map(UnitId) {
                    tried.unit_mut(u).charge = Some(target);
                }
            }
            if let Some(value) = clash(tried, target, attackers) {
                best = Some(best.map_or(value, |b: i32| b.max(value)));
            }
            if fresh {
                for u in s.units_at(target) {
                    let n = if s.behind(u, way.hex) { 2 } else { 0 };
                    gain += rung(s, u) * fails(s.morale(u) - n) / 1000;
                }
            }
        }
        let mut sum = best.unwrap_or(0) + gain;
        // Other enemies adjacent or behind will also take part.
        sum -= 25 * (ahead - 1).max(0);
        sum -= 50 * exposed;
        if self.guns {
            sum -= 400;
        }
        // The Swiss must attack, because time works against them.
        let zeal = match self.side {
            Side::Swiss if self.light => -60,
            Side::Swiss if self.shaky => 0,
            Side::Swiss => 90,
            Side::French => -20,
        };
        (sum + zeal) * go / 1000
    }

    /// Returns the cost of nearby enemies that might come into contact next: weak units stay away from them.
    fn threat(&self, hex: HexId) -> i32 {
        let weak = self
            .run
            .units
            .iter()
            .map(UnitId)
            .all(|u| self.s.face(u).melee <= 2 || self.s.unit(u).condition != Condition::Order);
        let near = if self.light && self.shoots { 1 } else { 2 };
        if weak && !self.guns && self.nearest(hex) <= near {
            -60
        } else {
            0
        }
    }
}

/// The evaluation of hexes for a commander who moves alone (6.1, 7.2, 7.4).
struct Post<'a> {
    s: &'a State,
    side: Side,
    range: u32,
    king: bool,
    hero: bool,
    /// Whether he has a melee bonus.
    fights: bool,
    /// The units that he leads, and their hexes.
    led: PieceSet,
    hexes: Vec<HexId>,
    foes: Vec<HexId>,
}

impl<'a> Post<'a> {
    fn of(s: &'a State, commander: CommanderId) -> Self {
        let side = s.led_side(commander);
        let card = &s.game_data.roster[commander];
        let led = |u: UnitId| {
            let corps = s.corps_of(u);
            corps.is_some_and(|c| s.corps(c).leader == Some(commander))
        };
        let his = || s.on_map(side).filter(|&(u, _)| led(u));
        Self {
            s,
            side,
            range: s.range(commander, s.is_night()),
            king: card.king,
            hero: card.hero,
            fights: matches!(s.commander_face(commander).bonus, crate::components::Bonus::Melee(_)),
            led: his().map(|(u, _)| u.0).collect(),
            hexes: his().map(|(_, h)| h).collect(),
            foes: places(foes(s, side)),
        }
    }

    fn score(&self, end: &End) -> i32 {
        let (s, hex) = (self.s, end.hex);
        let mut score = -i32::from(end.spent) / 2;
        for &h in &self.hexes {
            let far = s.game_data.board.distance(hex, h);
            score += if far <= self.range {
                20 - far as i32
            } else {
                -(far as i32)
            };
        }
        let friends = s.units_at(hex).filter(|&u| s.side(u) == self.side && !s.routed(u));
        let (with, own) = friends.fold((0, 0), |(n, m), u| (n + 1, m + i32::from(self.led.contains(u.0))));
        score += if with > 0 { 14 } else { 0 } + if own > 0 { 6 } else { 0 };
        let near = nearest_of(s, hex, self.foes.iter().copied());
        let enemies = s.adjacent_enemies(hex, self.side).count() as i32;
        if self.king {
            // His death loses the battle (7.1).
            score -= match near {
                0 | 1 => 500,
                2 => 120,
                3 => 40,
                _ => 0,
            };
        } else {
            score += match (near, with) {
                (0 | 1, 0) => -200,
                (0 | 1, _) if self.fights => 16 - 4 * enemies,
                (0 | 1, _) => -8 * enemies,
                (2, 0) => -20,
                _ => 0,
            };
        }
        if self.hero && enemies > 0 {
            let saves = s.units_at(hex).any(|u| {
                s.corps_of(u).is_some_and(|c| {
                    s.side(u) == self.side && s.corps(c).morale == 0 && (self.king || s.game_data.cavalry_corps(c))
                })
            });
            let lost = s.demoralized_corps() as i32;
            if saves {
                score += if self.king { 130 * (lost - 2) } else { 120 };
            }
        }
        score
    }
}

// ---- fire and melee -----------------------------------------------------------------------------------------------

/// Appends the shots to consider.
fn volleys(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    out.push(counsel(Plan::Act(Action::Done), 0));
    let Some(mode) = Mode::of(s) else { return };
    let mut targets: Vec<HexId> = Vec::new();
    for (_, h) in s.on_map(side.enemy()) {
        if !targets.contains(&h) {
            targets.push(h);
        }
    }
    for target in targets {
        let able: PieceSet = firers(s, target, mode).map(|u| u.0).collect();
        for firers in pools(s, able) {
            if let Some(forecast) = fire::forecast(s, target, firers) {
                let units = s.stack_at(target);
                let sum: i32 = forecast.results.iter().map(|r| toll(s, units, *r)).sum();
                out.push(counsel(Plan::Volley { target, firers }, sum / 6 + 1));
            }
        }
    }
}

/// Groups the units that can fire at a hex into sets that can fire together, each with all units connected to it.
fn pools(s: &State, able: PieceSet) -> Vec<PieceSet> {
    let mut left = able;
    let mut groups = Vec::new();
    while let Some(u) = left.first() {
        let mut group = PieceSet::one(u);
        left.remove(u);
        loop {
            let beside = |&v: &u8| {
                group.iter().any(|g| match (s.hex(UnitId(g)), s.hex(UnitId(v))) {
                    (Some(a), Some(b)) => s.game_data.board.distance(a, b) <= 1,
                    _ => false,
                })
            };
            let more: PieceSet = left.iter().filter(beside).collect();
            if more.is_empty() {
                break;
            }
            group = group.union(more);
            left = left.without(more);
        }
        groups.push(group);
    }
    groups
}

/// Appends the melees to fight, the best first: all of them must be fought before the phase ends (13.1).
fn storms(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    let mut list = Vec::new();
    Marignan::actions(s, &mut list);
    for action in list {
        let Action::Assault(target) = action else {
            out.push(counsel(Plan::Act(action), -10_000));
            continue;
        };
        let all: PieceSet = s
            .on_map(side)
            .map(|(u, _)| u)
            .filter(|&u| may_attack(s, u, target))
            .map(|u| u.0)
            .collect();
        let strong: PieceSet = all
            .iter()
            .filter(|&u| s.face(UnitId(u)).melee > 2 && s.class(UnitId(u)) != Class::Artillery)
            .collect();
        let attackers = if strong.is_empty() { all } else { strong };
        let value = clash(s, target, attackers).unwrap_or(0);
        out.push(counsel(Plan::Storm { target, attackers }, value));
    }
}

// ---- single decisions ---------------------------------------------------------------------------------------------

fn expected_gain(s: &State, side: Side, action: Action) -> i32 {
    match action {
        Action::Place(u, h) => placing(s, u, h),
        Action::Face(facing) => match s.stack.last() {
            Some(Stage::Turning { hex, .. }) => outlook(s, side, *hex, facing),
            _ => 0,
        },
        Action::Install(u) => s.hex(u).map_or(0, |h| {
            s.on_map(side)
                .filter(|&(v, _)| s.corps_of(v) == s.corps_of(u))
                .map(|(_, g)| -(s.game_data.board.distance(g, h) as i32))
                .sum()
        }),
        Action::Appoint(c) => {
            let led = s.corps_ids().filter(|&k| s.corps(k).leader == Some(c)).count() as i32;
            -10 * led - if s.game_data.roster[c].king { 5 } else { 0 }
        }
        Action::GoOn => going_on(s),
        // At night a unit in command stays where it is.
        Action::Take(u) => {
            if s.out_of_command(u) {
                10
            } else {
                -5
            }
        }
        Action::Charge(u, hex) => clash(s, hex, PieceSet::one(u.0)).unwrap_or(0).max(0) + 20,
        Action::Form => bracing(s),
        Action::HoldAll | Action::Reopen => -10,
        Action::Unform(u) => {
            let hex = s.hex(u);
            let horse = |h: HexId| {
                s.on_map(side.enemy())
                    .any(|(e, g)| s.class(e) == Class::Cavalry && s.game_data.board.distance(g, h) <= 2)
            };
            if hex.is_some_and(horse) { -5 } else { 10 }
        }
        Action::Order(_) => -100,
        Action::Retreat(u, to) => falling_back(s, side, u, to),
        Action::Lose(u) => -star(s, u) - s.morale(u),
        Action::Advance(u) => advancing(s, side, u),
        Action::Escort(c) => match s.stack.last() {
            Some(Stage::Escort(escort)) => escorting(s, escort, c),
            _ => 0,
        },
        Action::Rejoin(u) => s.hex(u).map_or(0, |h| nearest(s, h, side) as i32),
        Action::Build(hex, dir) => {
            let here = s.units_at(hex).count() as i32;
            let guns = s.units_at(hex).any(|u| s.class(u) == Class::Artillery);
            let walls = Dir::ALL.iter().filter(|&&d| s.sheltered(hex, d)).count() as i32;
            let seen = outlook(s, side, hex, SideFacing::toward(dir)).min(40);
            20 * here.min(2) + 10 * i32::from(guns) + seen / 2 - 25 * walls - nearest(s, hex, side) as i32
        }
        _ => 0,
    }
}

/// Returns the value of entering the enemy's ZOC without the units that failed their test (9.2).
fn going_on(s: &State) -> i32 {
    let (Some(run), Some(Stage::Contact(contact))) = (s.run(), s.stack.last()) else {
        return 0;
    };
    let mut tried = s.clone();
    for u in run.units.iter().map(UnitId) {
        tried.put(u, Whereabouts::Map(contact.to));
    }
    let enemies = s.game_data.board.neighbours(contact.to);
    let enemies = enemies.filter(|&(_, h)| s.has_unit(h, run.side.enemy()));
    let melees = enemies.filter_map(|(_, h)| {
        let attackers = besiegers(&tried, h, run.side, PieceSet::EMPTY);
        let joins = attackers.iter().any(|u| run.units.contains(u));
        joins.then(|| clash(&tried, h, attackers)).flatten()
    });
    let zeal = match run.side {
        Side::Swiss => 60,
        Side::French => 0,
    };
    melees.max().unwrap_or(0) + zeal
}

/// Returns the value of a facing for the units of a hex.
fn outlook(s: &State, side: Side, hex: HexId, facing: SideFacing) -> i32 {
    let board = &s.game_data.board;
    let here = board.hex(hex);
    let home = side.homeward()[0].opposite();
    let toward = if facing.dir() == home { 3 } else { 0 };
    let seen: i32 = s
        .on_map(side.enemy())
        .map(|(_, h)| {
            let far = board.distance(hex, h) as i32;
            let weight = match far {
                1 => 60,
                2 => 12,
                _ => 12 / far.max(1),
            };
            if facing.in_arc(here, board.hex(h)) { weight } else { 0 }
        })
        .sum();
    toward + seen
}

/// Returns the value of trying a hedgehog against cavalry (9.4): it blunts a Charge, and costs a move.
fn bracing(s: &State) -> i32 {
    let (Some(run), Some(Stage::Contact(contact))) = (s.run(), s.stack.last()) else {
        return 0;
    };
    if contact.at != ContactAt::Braces {
        return 0;
    }
    let charged = run.units.iter().any(|u| s.unit(UnitId(u)).charge.is_some());
    let danger = contact
        .fresh
        .iter()
        .filter_map(|u| s.hex(UnitId(u)))
        .filter_map(|h| clash(s, h, run.units))
        .max();
    let danger = danger.unwrap_or(0);
    if charged { 20 + danger.max(0) } else { danger - 20 }
}

/// Returns the value of a retreat before the enemy (11.0).
fn falling_back(s: &State, side: Side, unit: UnitId, to: HexId) -> i32 {
    let Some(hex) = s.hex(unit) else { return 0 };
    if s.phase().is_none() {
        return nearest(s, to, side) as i32;
    }
    let attackers = besiegers(s, hex, side.enemy(), PieceSet::EMPTY);
    if attackers.is_empty() {
        return -10;
    }
    let danger = clash(s, hex, attackers).unwrap_or(0) / s.units_at(hex).count().max(1) as i32;
    let ground = match s.roughness(unit, Some(hex), to) {
        Disorder::None => 0,
        _ => DISORDERED / 2,
    };
    danger - 40 - ground - if s.beside_enemy(to, side) { 20 } else { 0 }
}

/// Returns the value of an advance after melee (13.3).
fn advancing(s: &State, side: Side, unit: UnitId) -> i32 {
    let Some(Stage::Bout(bout)) = s.stack.last() else {
        return 0;
    };
    let to = bout.target;
    let around = s
        .game_data
        .board
        .neighbours(to)
        .filter(|&(_, h)| s.has_unit(h, side.enemy()))
        .count() as i32;
    let place = s.game_data.deployment.places.contains(&to);
    let rough = match s.roughness(unit, s.hex(unit), to) {
        Disorder::None => 0,
        Disorder::Test => 10,
        Disorder::Automatic => 30,
    };
    let zeal = match side {
        Side::Swiss => 30,
        Side::French if s.class(unit) == Class::Cavalry => 5,
        Side::French => -5,
    };
    zeal - 12 * around - rough + if place && side == Side::Swiss { 150 } else { 0 }
}

/// Returns the value of a commander accompanying a unit.
fn escorting(s: &State, escort: &Escort, commander: CommanderId) -> i32 {
    let unit = match escort.then {
        Then::Rout { unit } | Then::Retreat { unit, .. } | Then::Advance { unit, .. } => unit,
    };
    let stay = s.units_at(escort.hex).any(|u| u != unit && !s.routed(u));
    let own = s.corps_of(unit).is_some_and(|c| s.corps(c).leader == Some(commander));
    match escort.then {
        Then::Advance { .. } if s.game_data.roster[commander].king => -10,
        Then::Advance { .. } => 5,
        // He stays with the remaining units, and accompanies only a unit of his own corps; with a routing one only from enemies.
        _ if stay || !own => -10,
        Then::Rout { .. } if !s.beside_enemy(escort.hex, s.side(unit)) => -10,
        _ => 10,
    }
}

/// Returns the value of a hex for a unit at the set-up (14.1), or at night (14.2).
fn placing(s: &State, unit: UnitId, hex: HexId) -> i32 {
    let side = s.side(unit);
    let board = &s.game_data.board;
    let terrain = board.terrain(hex);
    let leader = s
        .counter(unit)
        .corps
        .and_then(|c| s.corps(c).leader)
        .and_then(|c| s.commander(c).at.hex());
    let far = leader.map_or(0, |h| board.distance(h, hex) as i32);
    let walls = Dir::ALL.iter().filter(|&&d| s.sheltered(hex, d)).count() as i32;
    let off = off(s, works(s), hex);
    let guns = s.units_at(hex).filter(|&u| s.class(u) == Class::Artillery).count() as i32;
    let mates = s.units_at(hex).count() as i32;
    let rough = i32::from(terrain != crate::components::CLEAR);
    let mut score = -4 * far;
    match s.class(unit) {
        Class::Artillery => {
            score += 30 * walls.min(2) + 15 * i32::from(board.elevation(hex)) - 30 * rough;
            score -= off;
        }
        Class::Infantry if s.face(unit).fire > 0 => {
            score += 40 * walls.min(2) - off + 6 * guns;
        }
        Class::Infantry => {
            score += 20 * walls.min(1) + 25 * guns - off + 4 * mates - 6 * rough;
        }
        Class::Cavalry => {
            let road = i32::from(s.on_road(hex));
            score += 8 * road + 6 * mates - 20 * rough - 15 * walls - off / 2;
        }
    }
    if s.course().is_some_and(|c| matches!(c, Course::Night(_))) {
        // At night a well placed unit stays.
        let near = nearest(s, hex, side) as i32;
        let now = s.hex(unit).map_or(99, |h| nearest(s, h, side) as i32);
        score = if s.out_of_command(unit) { 50 - far } else { -1 } - (near - now).abs();
    }
    score
}
