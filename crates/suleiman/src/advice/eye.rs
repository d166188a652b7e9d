//! The value of a hex for a unit that could stand there.

use crate::advice::evaluation::{Weights, blow, edge, onset, price, shot};
use crate::advice::field::foes;
use crate::charts::Line;
use crate::components::{Arm, Missile, SWAMP, Side, UnitId, VILLAGE, trench_inside, trench_outside};
use crate::rules::charge::path::{self, Leave, path};
use crate::state::combat::Going;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use casus_continuity::advice;
use casus_core::{Aspect, Hex, HexId, VertexFacing};

/// The facts that value the hexes of a moving unit.
pub(crate) struct Eye {
    /// A copy of the state, in which the unit stands where it might go.
    pub(crate) scratch: State,
    unit: UnitId,
    pub(crate) side: Side,
    pub(crate) arm: Arm,
    run: Run,
    weights: Weights,
    pub(crate) foes: Vec<(UnitId, HexId)>,
    /// The enemies in compact form.
    marks: Afar,
    /// The friendly units in compact form.
    friends: Afar,
    /// Enemies that could ride it down: Normal Heavy and Medium Cavalry.
    lancers: Vec<HexId>,
    /// Friendly units behind which light troops are safe: such cavalry, and Regular Infantry.
    solid: Vec<HexId>,
    lead: Option<(HexId, u32)>,
    condition: Condition,
}

/// Units in compact form. Each hex is compared with all of them, so their values are in rows of 16-bit numbers.
#[derive(Default)]
struct Afar {
    q: Vec<i16>,
    r: Vec<i16>,
    /// How much each attracts an attack.
    appeal: Vec<i16>,
    /// How strong each is in a fight.
    might: Vec<i16>,
}

impl Afar {
    fn push(&mut self, hex: Hex, appeal: i16, might: i16) {
        self.q.push(hex.q);
        self.r.push(hex.r);
        self.appeal.push(appeal);
        self.might.push(might);
    }
    /// The distance of each from a hex of the same map, in hexes, with its appeal and its might.
    #[inline]
    fn from(&self, here: Hex) -> impl Iterator<Item = (i16, i16, i16)> + '_ {
        let at = self.q.iter().zip(&self.r);
        let units = at.zip(self.appeal.iter().zip(&self.might));
        units.map(move |((&q, &r), (&appeal, &might))| {
            let (q, r) = (q - here.q, r - here.r);
            ((q.abs() + r.abs() + (q + r).abs()) >> 1, appeal, might)
        })
    }
}

type Near = advice::Near<UnitId>;

/// A rough estimate of a unit's strength in a fight.
fn might(s: &State, unit: UnitId) -> i16 {
    let full = match s.arm(unit) {
        Arm::HeavyCavalry => 8,
        Arm::MediumCavalry | Arm::RegularInfantry => 6,
        Arm::LightCavalry | Arm::Akinci => 4,
        Arm::LevyInfantry => 3,
        Arm::Artillery => 0,
    };
    match s.unit(unit).condition {
        Condition::Normal => full,
        Condition::Disordered => full / 2,
        Condition::Retired => 0,
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
        let shoots = s.missile(unit) != Missile::None && !s.game_data.charts.matrix.attacks(arm);
        let mut marks = Afar::default();
        for &(e, h) in &list {
            let broken = match s.unit(e).condition {
                Condition::Normal => 0,
                Condition::Disordered => 14,
                Condition::Retired => 10,
            };
            let base = if shoots { 0 } else { edge(s, arm, e) * 5 };
            let lonely = s.arm(e) == Arm::Artillery && !s.adjacent_enemies(h, side).any(|f| s.arm(f) != Arm::Artillery);
            let appeal = base.clamp(-30, 35) as i16 + broken + if lonely { 12 } else { 0 };
            marks.push(s.game_data.board.hex(h), appeal, might(s, e));
        }
        let command = s.counter(unit).command;
        let lead = s
            .leader_ids()
            .filter(|&l| {
                let card = s.game_data.roster.leader_card(l);
                card.command == command && !card.reserve && !card.deputy
            })
            .find_map(|l| s.leader(l).at.hex().map(|h| (h, s.command_range(l))));
        let lancers = list.iter().filter(|x| s.arm(x.0).men_at_arms() && s.steady(x.0));
        let lancers = lancers.map(|x| x.1).collect();
        let holds = |u: UnitId| s.arm(u).men_at_arms() || s.arm(u) == Arm::RegularInfantry;
        let mut friends = foes(s, side.enemy());
        friends.retain(|x| x.0 != unit);
        let solid = friends.iter().filter(|x| holds(x.0) && s.steady(x.0));
        let solid = solid.map(|x| x.1).collect();
        let mut backers = Afar::default();
        for &(f, h) in &friends {
            backers.push(s.game_data.board.hex(h), 0, might(s, f));
        }
        Self {
            scratch: s.clone(),
            unit,
            side,
            arm,
            run: *run,
            lancers,
            solid,
            weights: Weights::of(s),
            friends: backers,
            foes: list,
            marks,
            lead,
            condition: s.unit(unit).condition,
        }
    }

    /// How strongly the enemy attracts it, for each hex.
    const fn step(&self) -> i16 {
        match self.arm {
            Arm::HeavyCavalry | Arm::MediumCavalry => 8,
            Arm::Akinci => 7,
            Arm::LightCavalry => 6,
            Arm::RegularInfantry => 5,
            Arm::LevyInfantry => 4,
            Arm::Artillery => 3,
        }
    }
    /// The distance that it prefers to keep from the enemy.
    fn ideal(&self) -> i16 {
        if self.condition != Condition::Normal {
            return 5;
        }
        match self.arm {
            Arm::HeavyCavalry | Arm::MediumCavalry | Arm::Akinci => 2,
            Arm::Artillery => 3,
            _ => 1,
        }
    }

    /// The value of a hex, whatever the facing.
    pub(crate) fn site(&self, at: HexId) -> i32 {
        let s = &self.scratch;
        let board = &s.game_data.board;
        let (ideal, step) = (self.ideal(), self.step());
        let here = board.hex(at);
        let (mut near, mut drawn, mut beset) = (99, i16::MIN, 0);
        for (far, appeal, might) in self.marks.from(here) {
            near = near.min(far);
            drawn = drawn.max(appeal - step * (far.max(ideal) - ideal));
            beset += if far <= 6 { might } else { 0 };
        }
        for (far, _, might) in self.friends.from(here) {
            beset -= if far <= 5 { might } else { 0 };
        }
        let mut value = if self.condition != Condition::Normal {
            i32::from(near.min(6)) * 12
        } else if self.foes.is_empty() {
            0
        } else {
            i32::from(drawn)
        };
        let mut sides = 0;
        let mut friends = 0;
        for (d, n) in board.neighbours(at) {
            sides += 1;
            if let Some(u) = s.occupant(n).filter(|&u| u != self.unit) {
                if s.side(u) == self.side {
                    friends += 1;
                    if s.arm(u) == Arm::Artillery && self.arm != Arm::Artillery {
                        value += 2;
                    }
                } else if self.arm == Arm::Artillery {
                    value -= 20;
                }
            }
            if trench_inside(board, at, d) {
                value += 7;
            } else if trench_outside(board, at, d) {
                // It blocks the fire of its own muskets and guns.
                value -= 6;
            }
        }
        value += 3 * friends.min(3) - 4 * (6 - sides);
        value += match board.terrain(at) {
            SWAMP if self.arm.mounted() => -14,
            SWAMP => -8,
            VILLAGE if self.arm.gait() == crate::components::FOOT => 8,
            _ => 0,
        };
        value += 2 * i32::from(board.elevation(at));
        if let Some((l, range)) = self.lead {
            let d = board.distance(at, l);
            // A leader can follow, but not far.
            if d > range + 2 {
                value -= 9 * (d - range - 2) as i32;
            }
        }
        value -= self.exposure(at, i32::from(beset));
        if self.arm == Arm::Artillery && friends == 0 && near <= 7 {
            value -= 25;
        }
        value
    }

    /// The value of standing in a hex where the enemy is stronger by `balance` and horse may ride the unit down.
    fn exposure(&self, at: HexId, balance: i32) -> i32 {
        let board = &self.scratch.game_data.board;
        let soft = matches!(self.arm, Arm::LightCavalry | Arm::Akinci | Arm::LevyInfantry | Arm::Artillery);
        let mut ridden = 0;
        if soft {
            let hunters = self.lancers.iter().map(|&h| (board.distance(at, h), h));
            let hunters = || hunters.clone().filter(|x| x.0 <= 8);
            if let Some((near, hunter)) = hunters().min() {
                let shields = self
                    .solid
                    .iter()
                    .filter(|&&h| board.distance(at, h) <= 3 && board.distance(h, hunter) < near);
                ridden = 6 * hunters().count().min(8) as i32 - 9 * shields.count() as i32;
            }
        }
        balance.clamp(0, 90) * 4 / 5 + ridden.clamp(0, 48)
    }

    /// The enemies within four hexes of a hex.
    pub(crate) fn near(&self, at: HexId) -> Vec<Near> {
        advice::near(&self.scratch.game_data.board, at, &self.foes)
    }

    /// The danger to it in its hex: the two worst of the enemies nearby.
    pub(crate) fn danger(&self, near: &[Near]) -> i32 {
        let s = &self.scratch;
        let card = s.counter(self.unit);
        let mut worst = [0, 0];
        for &Near {
            unit: e,
            hex: h,
            far: d,
        } in near
        {
            if s.unit(e).condition != Condition::Normal {
                continue;
            }
            let mut threat = match Line::of(card.arm, card.missile) {
                None => 4,
                Some(line) => match s.game_data.charts.matrix.get(s.arm(e), line) {
                    None => 0,
                    Some(drm) => {
                        let angle = match s.aspect_from(self.unit, h) {
                            Some(Aspect::Flank) => 2,
                            Some(Aspect::Rear) => 3,
                            _ => 0,
                        };
                        let charge = if s.arm(e).men_at_arms() && d > 1 { 2 } else { 0 };
                        (drm + i32::from(s.ratings(self.unit).sdr) + angle + charge + 1).max(0)
                    }
                },
            };
            if s.missile_armed(e) && d <= 2 {
                threat += 1;
            }
            let threat = if d <= 3 { threat * 7 } else { threat * 4 };
            advice::worse(&mut worst, threat);
        }
        let price = price(self.arm) * self.weights.side(self.side) / 100;
        (worst[0] + worst[1]) * price / 300
    }

    /// The best of what it could do in this hex and facing to the enemies nearby: attack, Charge or fire. Also returns the target
    /// that it would fire at.
    pub(crate) fn deeds(&mut self, at: HexId, spent: u8, near: &[Near]) -> (i32, Option<UnitId>) {
        let mut best = 0;
        let mut aim = None;
        if self.condition == Condition::Retired || near.is_empty() {
            return (0, None);
        }
        let (s, weights) = (&self.scratch, self.weights);
        let fights = self.arm != Arm::Artillery
            && s.game_data.charts.matrix.may_attack(s.counter(self.unit))
            && s.activation().is_some();
        if fights {
            let targets: Vec<UnitId> = s.frontal(self.unit).filter_map(|h| s.enemy_at(h, self.side)).collect();
            if !targets.is_empty() {
                let value: i32 = targets
                    .iter()
                    .map(|&t| {
                        let mut band = comrades(s, self.unit, t);
                        let without = blow(s, weights, &band, Going::Plain, t, 1).max(0);
                        band.push(self.unit);
                        blow(s, weights, &band, Going::Plain, t, targets.len()) - without
                    })
                    .sum();
                best = best.max(value);
            }
            let rides = self.arm.men_at_arms()
                && self.condition == Condition::Normal
                && s.unit(self.unit).done.has(Done::IN_COMMAND)
                && !s.in_zoc(at, self.side.enemy());
            if rides {
                for &Near { unit: t, .. } in near {
                    if path::in_reach(&self.scratch, self.unit, t) && path(&self.scratch, self.unit, t, Leave::Nothing)
                    {
                        best = best.max(onset(&mut self.scratch, weights, self.unit, t));
                    }
                }
            }
        }
        let s = &self.scratch;
        if s.missile(self.unit) != Missile::None && !s.unit(self.unit).done.has(Done::FIRED) {
            let mut volley = 0;
            let run = Run { spent, ..self.run };
            for &Near { unit: t, .. } in near {
                if let Some(value) = shot(s, weights, self.unit, t, Mode::Phasing, Some(run))
                    && value + 1 > volley
                {
                    volley = value + 1;
                    aim = Some(t);
                }
            }
            best += volley;
        }
        (best, aim)
    }

    /// Puts it there in the scratch state.
    pub(crate) fn stand(&mut self, at: HexId, facing: VertexFacing) {
        if self.scratch.hex(self.unit) != Some(at) {
            self.scratch.put(self.unit, Whereabouts::Map(at));
        }
        self.scratch.unit_mut(self.unit).facing = facing;
    }
}

/// The units of the active command that are ready to attack a target with another.
fn comrades(s: &State, unit: UnitId, target: UnitId) -> Vec<UnitId> {
    let command = s.counter(unit).command;
    let Some(h) = s.hex(target) else {
        return Vec::new();
    };
    s.game_data
        .board
        .neighbours(h)
        .filter_map(|(_, n)| s.occupant(n))
        .filter(|&u| {
            u != unit
                && s.counter(u).command == command
                && s.steady(u)
                && s.in_front(u, h)
                && s.game_data.charts.matrix.may_attack(s.counter(u))
        })
        .collect()
}
