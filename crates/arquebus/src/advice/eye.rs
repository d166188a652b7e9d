//! The value of a hex for a unit that could stand there.

use crate::advice::evaluation::{Weights, blow, edge, onset, price, shot, worst_reaction};
use crate::advice::field::{came_to_fight, comes_to_meet, fit, foes, holds, spirit, train};
use crate::components::{Arm, BattleId, Missile, Side, UnitId};
use crate::rules::ground::risks;
use crate::rules::shock::duty::{attackable, may_strike};
use crate::state::combat::Striker;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use casus_continuity::advice;
use casus_core::{Aspect, Dir, Hex, HexId, VertexFacing};
use std::collections::BinaryHeap;

/// The facts that value the hexes of a moving unit.
pub(crate) struct Eye {
    /// A copy of the state, in which the unit stands where it might go.
    pub(crate) scratch: State,
    unit: UnitId,
    pub(crate) side: Side,
    pub(crate) arm: Arm,
    battle: BattleId,
    run: Run,
    weights: Weights,
    pub(crate) foes: Vec<(UnitId, HexId)>,
    /// The enemies in compact form.
    marks: Afar,
    /// By hex, how strongly the enemy attracts it there, by the path that it would have to take.
    pull: Vec<Pull>,
    /// The friendly units in compact form.
    friends: Afar,
    /// Men-at-Arms that could ride it down.
    lancers: Vec<HexId>,
    /// Friendly units behind which light troops are safe: Men-at-Arms, pikes, swords.
    solid: Vec<HexId>,
    /// Friendly guns that stand and fire, with hex and facing.
    guns: Vec<(UnitId, HexId, VertexFacing)>,
    lead: Option<(HexId, u32)>,
    condition: Condition,
    bold: bool,
    /// Whether it waits no longer, because the enemy is near and nothing shelters it.
    meets: bool,
    /// Whether it stands behind works that no enemy has passed.
    holds: bool,
    /// Whether it is light horse of a side that waits, with heavy horse near: it goes behind friendly units.
    flees: bool,
    /// The number of Free Activations of its side so far.
    waited: i32,
    home: Option<HexId>,
}

/// Units in compact form. Each hex is compared with all of them, so their values are in rows of 16-bit numbers.
#[derive(Default)]
struct Afar {
    q: Vec<i16>,
    r: Vec<i16>,
    /// How strong each is in a fight.
    might: Vec<i16>,
}

impl Afar {
    fn push(&mut self, hex: Hex, might: i16) {
        self.q.push(hex.q);
        self.r.push(hex.r);
        self.might.push(might);
    }
    /// The distance of each from a hex of the same map, in hexes, with its might.
    #[inline]
    fn from(&self, here: Hex) -> impl Iterator<Item = (i16, i16)> + '_ {
        let units = self.q.iter().zip(&self.r).zip(&self.might);
        units.map(move |((&q, &r), &might)| {
            let (q, r) = (q - here.q, r - here.r);
            ((q.abs() + r.abs() + (q + r).abs()) >> 1, might)
        })
    }
}

/// How strongly the enemy attracts a unit to a hex: the value of the target, and the distance of contact in points.
#[derive(Clone, Copy)]
struct Pull {
    value: i32,
    seed: i32,
    points: i32,
}

const NOWHERE: Pull = Pull {
    value: i32::MIN,
    seed: -200,
    points: 60,
};

/// The value of an even target.
const EVEN: i16 = -5;

/// The value of each point of a Shock modifier in the choice of a target.
const EDGE: i32 = 5;

/// The protection of a hexside: the Shock modifier against attackers from beyond it (12.3(2)B), and whether they may Charge
/// across it.
fn shelter(s: &State, from: HexId, dir: Dir, mounted: bool) -> (i32, bool) {
    let (board, chart) = (&s.game_data.board, &s.game_data.charts.terrain);
    let Some(to) = board.neighbour(from, dir) else {
        return (0, true);
    };
    let hex = chart.at(board, to);
    let (mut drm, mut charge) = (hex.shock.of(mounted).unwrap_or(-6), hex.charge);
    if board.features(from, dir) != 0 {
        for (_, row) in chart.to_attack(board, from, dir) {
            drm += row.shock.of(mounted).unwrap_or(-6);
            charge &= row.charge;
        }
    }
    let climb = i32::from(board.elevation(to) - board.elevation(from)).max(0);
    (drm + chart.slope.shock.of(mounted).unwrap_or(0) * climb, charge)
}

/// How strongly the enemies attract a unit to each hex: the search starts at the hexes from which it could strike one, and goes
/// back along the paths that it could take.
fn pulls(s: &State, unit: UnitId, step: i32, foes: &[(HexId, i32)], fights: bool) -> Vec<Pull> {
    let (board, side, arm) = (&s.game_data.board, s.side(unit), s.arm(unit));
    let gait = arm.gait();
    let mut pulls = vec![NOWHERE; board.len()];
    let mut open = BinaryHeap::new();
    for &(foe, appeal) in foes {
        for (d, n) in board.neighbours(foe) {
            if fights && !may_strike(s, unit, n, foe) {
                continue;
            }
            let (drm, charge) = shelter(s, n, d.opposite(), arm.mounted());
            let hard = if arm == Arm::MenAtArms && !charge { 10 } else { 0 };
            let seed = if fights { appeal + drm * EDGE - hard } else { appeal };
            if seed > pulls[n.index()].value {
                pulls[n.index()] = Pull {
                    value: seed,
                    seed,
                    points: 0,
                };
                open.push((seed, n));
            }
        }
    }
    while let Some((value, h)) = open.pop() {
        let now = pulls[h.index()];
        if now.value != value || s.enemy_in(h, side) {
            continue;
        }
        for (d, p) in board.neighbours(h) {
            let Some(cost) = s.game_data.step(p, d.opposite(), gait) else {
                continue;
            };
            let mut points = i32::from(cost);
            if board.features(h, d) != 0 || board.terrain(h) != 0 {
                points += risks(s, unit, Some(p), h).len() as i32 * 2;
            }
            if !s.stacks.is_empty(h) {
                points += 1;
            }
            let then = Pull {
                value: value - points * step,
                seed: now.seed,
                points: now.points + points,
            };
            if then.value > pulls[p.index()].value {
                pulls[p.index()] = then;
                open.push((then.value, p));
            }
        }
    }
    pulls
}

type Near = advice::Near<UnitId>;

/// A rough estimate of a unit's strength in a fight.
fn might(s: &State, unit: UnitId) -> i16 {
    let full = match s.arm(unit) {
        Arm::MenAtArms | Arm::Pikes => 7,
        Arm::SwordAndBuckler => 6,
        Arm::Stradiots | Arm::Arquebus | Arm::Crossbow | Arm::Longbow | Arm::GunWagon => 4,
        Arm::LightCavalry | Arm::LightArchers | Arm::Genitors | Arm::MountedArquebus | Arm::MountedCrossbow => 3,
        Arm::Skirmishers | Arm::Sappers => 1,
        Arm::Artillery | Arm::BaggageWagon => 0,
    };
    match s.unit(unit).condition {
        Condition::Normal => full,
        Condition::Disordered => full / 2,
        Condition::Retired => 0,
    }
}

/// Whether a type is foot that fires and does not stand to be attacked.
const fn loose(arm: Arm) -> bool {
    matches!(arm, Arm::Arquebus | Arm::Crossbow | Arm::Longbow)
}

/// The distance within which heavy horse endangers light horse.
const HUNT: u32 = 7;

/// Whether a unit is light horse with Men-at-Arms nearby.
pub(crate) fn hunted(s: &State, unit: UnitId, at: HexId, lancers: &[HexId]) -> bool {
    let light = s.arm(unit).mounted() && s.arm(unit) != Arm::MenAtArms;
    light && lancers.iter().any(|&h| s.game_data.board.distance(at, h) <= HUNT)
}

/// How strongly the enemy attracts a type, for each point of the path.
const fn step(arm: Arm) -> i16 {
    match arm {
        Arm::MenAtArms => 8,
        Arm::Stradiots => 7,
        Arm::Pikes | Arm::SwordAndBuckler => 6,
        Arm::Artillery => 3,
        _ if train(arm) => 1,
        _ => 5,
    }
}

/// The number of hexes that are examined in detail.
pub(crate) const CLOSE_LOOKS: usize = 10;

impl Eye {
    pub(crate) fn new(s: &State, run: &Run) -> Self {
        let unit = run.unit;
        let side = s.side(unit);
        let arm = s.arm(unit);
        let list = foes(s, side);
        let fights = s.game_data.charts.may_attack(arm);
        let bold = came_to_fight(s, side);
        let meets = !bold && comes_to_meet(s, unit, &list);
        let mut marks = Afar::default();
        let mut appeals: Vec<(HexId, i32)> = Vec::with_capacity(list.len());
        for &(e, h) in &list {
            let broken = match s.unit(e).condition {
                Condition::Normal => 0,
                Condition::Disordered => 14,
                Condition::Retired => 10,
            };
            let fleet = s.arm(e).mounted() && s.arm(e) != Arm::MenAtArms;
            let base = match s.arm(e) {
                Arm::BaggageWagon => -25,
                // Foot cannot catch light horse, which leads heavy horse astray.
                _ if fleet && arm.foot() => -20,
                _ if fleet && arm == Arm::MenAtArms => (edge(s, arm, e) * 5).min(0),
                Arm::Artillery => {
                    let guarded =
                        s.beside(e).next().is_some() || s.adjacent_enemies(h, side).any(|f| f != e && fit(s, f));
                    if guarded { 4 } else { 16 }
                }
                _ if fights => edge(s, arm, e) * 5,
                _ => 0,
            };
            let appeal = base.clamp(-30, 35) as i16 + broken;
            marks.push(s.game_data.board.hex(h), might(s, e));
            // A unit that waits behind works attacks only enemies that it can beat.
            if bold || meets || appeal >= EVEN {
                appeals.push((h, i32::from(appeal)));
            }
        }
        let condition = s.unit(unit).condition;
        let drawn = condition == Condition::Normal && !train(arm);
        let lancers = list.iter().filter(|x| s.arm(x.0) == Arm::MenAtArms && s.steady(x.0));
        let lancers: Vec<HexId> = lancers.map(|x| x.1).collect();
        let home = s.hex(unit);
        let haven = s.standard(s.counter(unit).standard).at.hex();
        let hunted = home.is_some_and(|h| hunted(s, unit, h, &lancers));
        let flees = drawn && !bold && hunted && haven.is_some();
        let pull = if flees {
            let haven: Vec<(HexId, i32)> = haven.into_iter().map(|h| (h, 0)).collect();
            pulls(s, unit, i32::from(step(arm)), &haven, false)
        } else if drawn {
            pulls(s, unit, i32::from(step(arm)), &appeals, fights)
        } else {
            Vec::new()
        };
        let battle = s.battle(unit);
        let lead = s
            .leader_of(battle)
            .and_then(|l| s.leader(l).at.hex().map(|h| (h, s.command_range(l))));
        let stands = |u: UnitId| matches!(s.arm(u), Arm::MenAtArms | Arm::Pikes | Arm::SwordAndBuckler);
        let mut friends = foes(s, side.enemy());
        friends.retain(|x| x.0 != unit);
        let solid = friends.iter().filter(|x| stands(x.0) && s.steady(x.0));
        let solid = solid.map(|x| x.1).collect();
        let guns = friends.iter().filter(|x| s.unlimbered(x.0));
        let guns = guns.map(|&(u, h)| (u, h, s.unit(u).facing)).collect();
        let mut backers = Afar::default();
        for &(f, h) in &friends {
            backers.push(s.game_data.board.hex(h), might(s, f));
        }
        let mut scratch = s.clone();
        scratch.stack.retain(|st| matches!(st, Stage::Activation { .. }));
        Self {
            scratch,
            unit,
            side,
            arm,
            battle,
            run: *run,
            lancers,
            solid,
            guns,
            weights: Weights::of(s, side),
            friends: backers,
            foes: list,
            marks,
            pull,
            lead,
            condition,
            bold,
            meets,
            holds: holds(s, unit),
            flees,
            waited: i32::from(s.free_activations[side as usize]).min(30),
            home,
        }
    }

    /// The distance that it prefers to keep from the enemy.
    fn ideal(&self) -> i32 {
        if self.condition != Condition::Normal {
            return 5;
        }
        if self.flees {
            return 2;
        }
        match self.arm {
            Arm::Pikes | Arm::SwordAndBuckler => 1,
            Arm::Artillery => 4,
            arm if train(arm) => 7,
            _ => 2,
        }
    }

    /// The value of a hex, whatever the facing.
    pub(crate) fn site(&self, at: HexId) -> i32 {
        let s = &self.scratch;
        let board = &s.game_data.board;
        let here = board.hex(at);
        let (mut near, mut beset) = (99, 0);
        for (far, might) in self.marks.from(here) {
            near = near.min(far);
            beset += if far <= 6 { might } else { 0 };
        }
        for (far, might) in self.friends.from(here) {
            beset -= if far <= 5 { might } else { 0 };
        }
        let mut value = if self.condition != Condition::Normal {
            i32::from(near.min(6)) * 12
        } else if self.foes.is_empty() {
            0
        } else if train(self.arm) {
            i32::from(near.min(9)) * 3
        } else if self.bold || self.meets {
            self.drawn(at)
        } else {
            self.waiting(at, near)
        };
        let mut sides = 0;
        let mut friends = 0;
        let mut own = false;
        for (d, n) in board.neighbours(at) {
            sides += 1;
            for u in s.units_at(n).filter(|&u| u != self.unit) {
                if s.side(u) == self.side {
                    friends += 1;
                    own |= s.battle(u) == self.battle;
                    if s.arm(u) == Arm::Artillery && self.arm != Arm::Artillery {
                        value += 2;
                    }
                } else if self.arm == Arm::Artillery {
                    value -= 20;
                }
            }
            value += self.works(at, d);
        }
        value += 3 * friends.min(3) - 4 * (6 - sides);
        value += self.ground(at, near);
        value += self.beside_guns(at);
        if let Some((l, range)) = self.lead {
            let d = board.distance(at, l);
            // A leader can follow, but not far.
            if d > range + 2 {
                value -= if own { 5 } else { 12 } * (d - range - 2) as i32;
            }
        }
        value -= self.exposure(at, i32::from(beset));
        if self.arm == Arm::Artillery && friends == 0 && near <= 7 {
            value -= 25;
        }
        value
    }

    /// The value of a hex for a unit that waits for the enemy: near its own hex, and not far from an enemy that has come close.
    fn waiting(&self, at: HexId, near: i16) -> i32 {
        let board = &self.scratch.game_data.board;
        let strays = self.home.map_or(0, |h| board.distance(at, h) as i32);
        if self.flees {
            return self.drawn(at);
        }
        if self.holds {
            return if strays > 0 { -40 - 6 * strays } else { 0 };
        }
        let drawn = self.drawn(at).max(-80);
        let sheltered = self
            .home
            .is_some_and(|h| board.neighbours(h).any(|(d, _)| self.works(h, d) > 0));
        let pull = if near <= 12 { drawn / 2 } else { drawn / 6 };
        pull - if sheltered { strays * 4 } else { strays / 2 }
    }

    /// How strongly the enemy attracts it to a hex: no farther than the distance that it prefers.
    fn drawn(&self, at: HexId) -> i32 {
        let Pull { seed, points, .. } = self.pull[at.index()];
        seed - i32::from(step(self.arm)) * (points - (self.ideal() - 1)).max(0)
    }

    /// The value of works along a hexside: standing behind them with the enemy beyond, or in front of the unit's own.
    fn works(&self, at: HexId, d: Dir) -> i32 {
        let s = &self.scratch;
        let board = &s.game_data.board;
        let Some(out) = board.neighbour(at, d).filter(|_| board.features(at, d) != 0) else {
            return 0;
        };
        let chart = &s.game_data.charts.terrain;
        let drm = |from: HexId, dir: Dir| -> i32 {
            let rows = chart.to_attack(board, from, dir);
            rows.filter_map(|(_, row)| row.shock.of(false)).sum()
        };
        let shelter = -drm(out, d.opposite());
        let burden = -drm(at, d);
        let beyond = self
            .foes
            .iter()
            .any(|&(_, h)| board.distance(h, out) < board.distance(h, at));
        if self.bold {
            if beyond { shelter * 2 } else { 0 }
        } else {
            (if beyond { shelter * 6 } else { 0 }) - burden * 3
        }
    }

    fn ground(&self, at: HexId, near: i16) -> i32 {
        let s = &self.scratch;
        let board = &s.game_data.board;
        let row = s.game_data.charts.terrain.at(board, at);
        let foot = self.arm.foot();
        let mut value = 2 * i32::from(board.elevation(at));
        // Broken ground shelters loose foot, but is bad for troops that keep ranks.
        if let Some(drm) = row.shock.of(false) {
            value -= drm * if loose(self.arm) { 3 } else { 1 };
        }
        if !row.charge && near <= 4 {
            value -= if self.arm == Arm::MenAtArms {
                12
            } else {
                i32::from(!foot) * 5
            };
        }
        if self
            .arm
            .tread()
            .is_some_and(|t| row.disorder.of(t) != crate::charts::Risk::None)
        {
            value -= 8;
        }
        value
    }

    /// The value of standing beside guns, which need support and a free field of fire.
    fn beside_guns(&self, at: HexId) -> i32 {
        let s = &self.scratch;
        let board = &s.game_data.board;
        let mut value = 0;
        for &(gun, h, facing) in &self.guns {
            if h == at {
                let alone = s.beside(gun).all(|u| u == self.unit || s.arm(u) == Arm::BaggageWagon);
                if alone {
                    value += match (self.bold, loose(self.arm)) {
                        (false, _) => 40,
                        (true, true) => 16,
                        (true, false) => 6,
                    };
                }
            } else if self.arm != Arm::Artillery && board.distance(at, h) <= 3 {
                let before = s.aspect_towards(h, facing, at) == Some(Aspect::Front);
                if before {
                    value -= if self.bold { 3 } else { 7 };
                }
            }
        }
        value
    }

    /// The value of standing in a hex where the enemy is stronger by `balance` and horse may ride the unit down.
    fn exposure(&self, at: HexId, balance: i32) -> i32 {
        let board = &self.scratch.game_data.board;
        let soft = !matches!(self.arm, Arm::MenAtArms | Arm::Pikes | Arm::SwordAndBuckler);
        let mut ridden = 0;
        if soft {
            let hunters = self.lancers.iter().map(|&h| (board.distance(at, h), h));
            let hunters = || hunters.clone().filter(|x| x.0 <= 7);
            if let Some((near, hunter)) = hunters().min() {
                let shields = self
                    .solid
                    .iter()
                    .filter(|&&h| board.distance(at, h) <= 3 && board.distance(h, hunter) < near);
                ridden = 6 * hunters().count().min(8) as i32 - 9 * shields.count() as i32;
                let over = board.neighbours(at).min_by_key(|&(_, n)| board.distance(n, hunter));
                let open = over.is_none_or(|(d, n)| shelter(&self.scratch, n, d.opposite(), true).1);
                if !open {
                    ridden /= 4;
                }
            }
        }
        let care = if self.bold { (100 - 6 * self.waited).max(0) } else { 20 };
        balance.clamp(0, 60) * care / 50 + ridden.clamp(0, 48)
    }

    /// The enemies within four hexes of a hex.
    pub(crate) fn near(&self, at: HexId) -> Vec<Near> {
        advice::near(&self.scratch.game_data.board, at, &self.foes)
    }

    /// The danger to it in its hex: the two worst of the enemies nearby.
    pub(crate) fn danger(&self, at: HexId, near: &[Near]) -> i32 {
        let s = &self.scratch;
        let board = &s.game_data.board;
        let mut worst = [0, 0];
        for &Near {
            unit: e,
            hex: h,
            far: d,
        } in near
        {
            if s.unit(e).condition != Condition::Normal || s.limbered(e) {
                continue;
            }
            let lancer = s.arm(e) == Arm::MenAtArms;
            let mounted = s.arm(e).mounted();
            // The enemy would come across the hexside that faces it.
            let over = board.neighbours(at).min_by_key(|&(_, n)| board.distance(n, h));
            let (drm, open) = over.map_or((0, true), |(d, n)| shelter(s, n, d.opposite(), mounted));
            let mut threat = if s.game_data.charts.may_attack(s.arm(e)) {
                let angle = match s.aspect_from(self.unit, h) {
                    Some(Aspect::Flank) => 2,
                    Some(Aspect::Rear) => 3,
                    _ => 0,
                };
                let charge = if lancer && open && d > 1 { 2 } else { 0 };
                (edge(s, s.arm(e), self.unit) + drm + angle + charge + 1).max(0)
            } else {
                0
            };
            if s.ratings(e).missile.is_some() && d <= 2 {
                threat += 1;
            }
            let threat = if d <= 3 { threat * 7 } else { threat * 4 };
            advice::worse(&mut worst, threat);
        }
        let price = price(s, self.unit) * self.weights.side(self.side) / 100;
        (worst[0] + worst[1]) * price.min(350) / if self.bold { 1200 } else { 350 }
    }

    /// The cost of entering a hex: fire from the units that have it in front (11.2).
    pub(crate) fn gauntlet(&self, at: HexId) -> i32 {
        if self.home == Some(at) {
            return 0;
        }
        worst_reaction(&self.scratch, self.weights, self.unit, at).map_or(0, |w| w.0)
    }

    /// The best of what it could do in this hex and facing to the enemies nearby: attack, Charge or fire. Also returns the hex that
    /// it would fire at.
    pub(crate) fn deeds(&mut self, at: HexId, facing: VertexFacing, run: Run, near: &[Near]) -> (i32, Option<HexId>) {
        if self.condition == Condition::Retired || near.is_empty() {
            return (0, None);
        }
        let (s, weights) = (&self.scratch, self.weights);
        let mut best = 0;
        let battles = s
            .activation()
            .is_some_and(crate::state::activation::Activation::of_battles);
        if battles && s.game_data.charts.may_attack(self.arm) {
            let hexes = attackable(s, self.unit);
            if !hexes.is_empty() {
                let own = |hex| Striker::shock(self.unit, at, hex);
                let gain = |&hex: &HexId| {
                    let mut band = comrades(s, self.unit, hex);
                    let without = blow(s, weights, &band, hex, false).max(0);
                    band.push(own(hex));
                    let two = hexes.len() > 1 && band.len() == 1;
                    blow(s, weights, &band, hex, two) - without
                };
                let value: i32 = hexes.iter().map(gain).sum();
                // A side that came to fight attacks; a line forms one unit at a time.
                best = best
                    .max(value + spirit(s, self.side))
                    .max(if self.bold { 8 } else { 0 });
            }
            let rides = self.arm == Arm::MenAtArms
                && self.condition == Condition::Normal
                && s.unit(self.unit).done.has(Done::IN_COMMAND)
                && !s.unit(self.unit).done.has(Done::BEGAN_ADJACENT)
                && !s.near_enemy(at, self.side);
            if rides {
                let onsets = near.iter().filter_map(|n| onset(s, weights, self.unit, facing, n.hex));
                best = best.max(onsets.max().unwrap_or(0));
            }
        }
        let mut aim = None;
        if s.missile(self.unit) != Missile::None && battles && !s.unit(self.unit).done.has(Done::FIRED) {
            let mut volley = 0;
            let mut last = None;
            for n in near.iter().chain(&self.far_marks(at)) {
                if last == Some(n.hex) {
                    continue;
                }
                last = Some(n.hex);
                if let Some(value) = shot(s, weights, self.unit, n.hex, Mode::Active, Some(run))
                    && value > volley
                {
                    volley = value;
                    aim = Some(n.hex);
                }
            }
            best += volley;
        }
        (best, aim)
    }

    /// Enemies beyond four hexes that guns can reach.
    fn far_marks(&self, at: HexId) -> Vec<Near> {
        if self.arm != Arm::Artillery {
            return Vec::new();
        }
        let board = &self.scratch.game_data.board;
        let marks = self.foes.iter().map(|&(unit, hex)| Near {
            unit,
            hex,
            far: board.distance(at, hex),
        });
        marks.filter(|n| (5..=8).contains(&n.far)).collect()
    }

    /// Puts it there in the scratch state, as after a move, or in its own hex.
    pub(crate) fn stand(&mut self, at: HexId, facing: VertexFacing, moved: bool) {
        if self.scratch.hex(self.unit) != Some(at) {
            self.scratch.put(self.unit, Whereabouts::Map(at));
        }
        let unit = self.scratch.unit_mut(self.unit);
        unit.facing = facing;
        if moved {
            unit.done.set(Done::MOVED);
        } else if self.run.spent == 0 {
            unit.done.clear(Done::MOVED);
        }
    }

    /// The run as it would be there.
    pub(crate) const fn run_at(&self, spent: u8, moved: bool) -> Run {
        Run {
            spent,
            stepped: self.run.stepped || moved,
            ..self.run
        }
    }
}

/// The activated units of the same side that are ready to attack a hex with another.
fn comrades(s: &State, unit: UnitId, hex: HexId) -> Vec<Striker> {
    let ready = |&u: &UnitId| {
        u != unit
            && s.unit(u).done.has(Done::ACTIVE)
            && s.side(u) == s.side(unit)
            && s.steady(u)
            && s.in_front(u, hex)
            && s.game_data.charts.may_attack(s.arm(u))
    };
    let board = &s.game_data.board;
    let around = board.neighbours(hex).flat_map(|(_, n)| s.units_at(n));
    let all = around.filter(ready);
    all.filter_map(|u| Some(Striker::shock(u, s.hex(u)?, hex))).collect()
}
