//! Where a group goes: what each hex is worth to it.

use super::distances::{SALLY, depth, foes, nearest_of, off, places, works};
use super::values::{DISORDERED, besiegers, clash, fails, rung};
use crate::charts::Disorder;
use crate::components::{Class, CommanderId, Side, UnitId};
use crate::rules::movement::ways::{End, Reach, Stride};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Dir, HexId, PieceSet, SideFacing};

/// What the evaluation of a group's paths needs, computed once.
pub(super) struct March<'a> {
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
    pub(super) fn new(s: &'a State, run: &'a Run, reach: &'a Reach) -> Self {
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

    pub(super) fn score(&mut self, end: &End) -> i32 {
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
    pub(super) fn ground(&mut self, stop: usize) -> i32 {
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
    pub(super) fn nearest(&self, hex: HexId) -> u32 {
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
    pub(super) fn contact(&mut self, way: &End) -> i32 {
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
pub(super) struct Post<'a> {
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
    pub(super) fn of(s: &'a State, commander: CommanderId) -> Self {
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

    pub(super) fn score(&self, end: &End) -> i32 {
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
