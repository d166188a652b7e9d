//! The odds of battles and sieges by their tables (9.0, 10.0): round by round, with the probability of every number of losses.
//!
//! Losses follow an order: the attacker's boxes from the front, the defenders in the order of the best targets. So the state of a
//! battle is two numbers, the units left on either side, and its odds can be computed without dice.

use crate::advice::evaluation::{loss, rout};
use crate::charts::{Battering, Clash, Salvo, Shot, Storm, WAGON_COLUMN};
use crate::components::{Kind, Side, Terrain, UnitId, Urban};
use crate::data::GameData;
use crate::state::position::State;
use casus_core::HexId;

/// A unit with the values that battles use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Soldier {
    pub(crate) unit: UnitId,
    pub(crate) kind: Kind,
    attack: i32,
    defence: i32,
    gun: bool,
    pub(crate) loss: f64,
    pub(crate) rout: f64,
}

pub(crate) fn soldier(s: &State, unit: UnitId) -> Soldier {
    let c = s.counter(unit);
    Soldier {
        unit,
        kind: c.kind,
        attack: c.attack.into(),
        defence: c.defence.into(),
        gun: c.artillery,
        loss: loss(s, unit) as f64,
        rout: rout(s, unit) as f64,
    }
}

pub(crate) fn soldiers(s: &State, units: impl Iterator<Item = UnitId>) -> Vec<Soldier> {
    units.filter(|&u| s.fights(u)).map(|u| soldier(s, u)).collect()
}

/// Converts a number of counters for calculations.
pub(crate) fn count(n: usize) -> f64 {
    f64::from(n as u32)
}

/// Returns the share of the faces of a die that match.
fn share(faces: impl Fn(i32) -> bool) -> f64 {
    count((1..=6).filter(|&f| faces(f)).count()) / 6.0
}

/// Returns the probabilities that a shot routs or eliminates a target.
pub(crate) fn shot(game_data: &GameData, target: Kind) -> (f64, f64) {
    let column = target.column().unwrap_or(0);
    let is = |want: Shot| share(|f| *game_data.charts.fire.get(f, column) == want);
    (is(Shot::Routed), is(Shot::Eliminated))
}

/// Returns the probability that an assault eliminates its target.
pub(crate) fn strike(game_data: &GameData, attacker: &Soldier, defender: &Soldier, ground: usize) -> f64 {
    let column = if defender.kind == Kind::Wagon {
        WAGON_COLUMN
    } else {
        ground
    };
    let drm = attacker.attack - defender.defence;
    share(|f| *game_data.charts.assault.get((f + drm).clamp(1, 6), column) == Clash::DefenderEliminated)
}

/// Returns the column of the assault table for units in a hex, except wagons.
pub(crate) fn ground(s: &State, hex: HexId) -> usize {
    let ground = s
        .game_data()
        .charts
        .ground(Terrain::at(&s.game_data().board, hex))
        .assault;
    let clear = crate::charts::Field::Clear;
    if s.game_data().town(hex).is_some() && ground == clear {
        crate::charts::Field::Broken as usize
    } else {
        ground as usize
    }
}

/// The forecast of a battle for the attacker.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Prospect {
    /// The expected gain of the attacker, in points.
    pub(crate) value: f64,
    /// The probability that the attacker holds the field.
    pub(crate) wins: f64,
}

/// Returns the attackers in the order in which they fill the boxes: strong attackers, guns and hussars, and cheap units first.
pub(crate) fn line(game_data: &GameData, mut all: Vec<Soldier>, against: &[Soldier]) -> Vec<Soldier> {
    let wagons = against.iter().filter(|d| d.kind == Kind::Wagon).count() * 2 > against.len();
    let key = |a: &Soldier| {
        let (routed, lost) = shot(game_data, a.kind);
        let fire = if a.gun || a.kind.skirmishes(true) { 10.0 } else { 0.0 };
        let strike = 12.0 * a.attack as f64 * if wagons { 1.0 } else { 1.5 };
        strike + fire - routed * a.rout - lost * a.loss - 0.4 * a.rout
    };
    all.sort_by(|a, b| key(b).total_cmp(&key(a)).then(a.unit.cmp(&b.unit)));
    all
}

/// Returns the defenders in the order in which they are targeted: those that are easy to eliminate and valuable first.
pub(crate) fn marks(game_data: &GameData, mut all: Vec<Soldier>, ground: usize) -> Vec<Soldier> {
    let key = |d: &Soldier| {
        let column = if d.kind == Kind::Wagon { WAGON_COLUMN } else { ground };
        let falls =
            share(|f| *game_data.charts.assault.get((f - d.defence).clamp(1, 6), column) == Clash::DefenderEliminated);
        falls * d.loss + falls * 30.0
    };
    all.sort_by(|a, b| key(b).total_cmp(&key(a)).then(a.unit.cmp(&b.unit)));
    all
}

/// Returns the probability of each number of successes among up to four chances.
fn tally(chances: impl Iterator<Item = f64>) -> [f64; 5] {
    let mut odds = [1.0, 0.0, 0.0, 0.0, 0.0];
    for p in chances.take(4) {
        for k in (0..5).rev() {
            let before = if k > 0 { odds[k - 1] } else { 0.0 };
            odds[k] = odds[k] * (1.0 - p) + before * p;
        }
    }
    odds
}

/// Returns the probability of each number of targets that a firing line hits, and the average cost of the hits.
fn volley(game_data: &GameData, firers: usize, marks: &[Soldier]) -> ([f64; 5], f64) {
    let n = marks.len().min(4);
    let mut cost = 0.0;
    let mut hit = [0.0f64; 4];
    for (k, mark) in marks.iter().take(n).enumerate() {
        let shots = firers / n + usize::from(k < firers % n);
        let (routed, lost) = shot(game_data, mark.kind);
        let miss = (1.0 - routed - lost).powi(shots as i32);
        let stays = (1.0 - lost).powi(shots as i32);
        hit[k] = 1.0 - miss;
        cost += (1.0 - stays) * mark.loss + (stays - miss) * mark.rout;
    }
    (tally(hit.into_iter().take(n)), cost)
}

/// A Field Battle to its end, with each side retreating when that is best for it (9.5, 9.6).
pub(crate) struct Field<'a> {
    pub(crate) game_data: &'a GameData,
    /// The attackers in the order of [`line`].
    pub(crate) attackers: &'a [Soldier],
    /// The defenders in the order of [`marks`].
    pub(crate) defenders: &'a [Soldier],
    /// The column of the assault table.
    pub(crate) ground: usize,
    /// The value of the field for an attacker who holds it.
    pub(crate) stake: f64,
}

impl Field<'_> {
    /// Returns the forecast from the beginning.
    pub(crate) fn prospect(&self) -> Prospect {
        let (n, m) = (self.attackers.len(), self.defenders.len());
        if n == 0 {
            return Prospect::default();
        }
        if m == 0 {
            return Prospect {
                value: self.stake,
                wins: 1.0,
            };
        }
        let routs = |list: &[Soldier]| {
            let mut sums = vec![0.0; list.len() + 1];
            for k in (0..list.len()).rev() {
                sums[k] = sums[k + 1] + list[k].rout;
            }
            sums
        };
        let (leave_a, leave_d) = (routs(self.attackers), routs(self.defenders));
        let mut table = vec![Prospect::default(); (n + 1) * (m + 1)];
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                let now = self.round(i, j, |a, d| {
                    if d >= m && a < n {
                        return Prospect {
                            value: self.stake,
                            wins: 1.0,
                        };
                    }
                    if a >= n {
                        return Prospect::default();
                    }
                    let on = table[a * (m + 1) + d];
                    let defender_leaves = Prospect {
                        value: self.stake + leave_d[d],
                        wins: 1.0,
                    };
                    let best = if defender_leaves.value < on.value {
                        defender_leaves
                    } else {
                        on
                    };
                    let attacker_leaves = Prospect {
                        value: -leave_a[a],
                        wins: 0.0,
                    };
                    if attacker_leaves.value > best.value {
                        attacker_leaves
                    } else {
                        best
                    }
                });
                table[i * (m + 1) + j] = now;
            }
        }
        table[0]
    }

    /// Returns the forecast of a round, after `i` and `j` losses.
    fn round(&self, i: usize, j: usize, then: impl Fn(usize, usize) -> Prospect) -> Prospect {
        let attackers = &self.attackers[i..];
        let defenders = &self.defenders[j..];
        let boxed = attackers.len().min(4);
        let boxes = &attackers[..boxed];
        let fires = |x: &&Soldier, attacking| x.gun || x.kind.skirmishes(attacking);
        let against = defenders.iter().filter(|d| fires(d, false)).count();
        let with = boxes.iter().filter(|a| fires(a, true)).count();
        let (hit_a, cost_a) = volley(self.game_data, against, boxes);
        let (hit_d, cost_d) = volley(self.game_data, with, defenders);
        let mut prospect = Prospect {
            value: cost_d - cost_a,
            wins: 0.0,
        };
        for (a, &pa) in hit_a.iter().enumerate().filter(|&(_, &p)| p > 0.0) {
            let standing = &boxes[a..];
            for (d, &pd) in hit_d.iter().enumerate().filter(|&(_, &p)| p > 0.0) {
                let left = &defenders[d..];
                let p = pa * pd;
                if standing.is_empty() || left.is_empty() {
                    let on = then(i + a, j + d);
                    prospect.value += p * on.value;
                    prospect.wins += p * on.wins;
                    continue;
                }
                let mut chances = [0.0f64; 4];
                for (k, x) in standing.iter().enumerate() {
                    let target = &left[k % left.len()];
                    chances[k] = strike(self.game_data, x, target, self.ground);
                    prospect.value -= p * (1.0 - chances[k]) * x.rout;
                    if k < left.len() {
                        prospect.value += p * chances[k] * target.loss;
                    }
                }
                let odds = tally(chances.into_iter().take(standing.len()));
                for (kills, &pk) in odds.iter().enumerate().filter(|&(_, &q)| q > 0.0) {
                    let gone = kills.min(left.len());
                    let on = then(i + a + (standing.len().saturating_sub(kills)), j + d + gone);
                    prospect.value += p * pk * on.value;
                    prospect.wins += p * pk * on.wins;
                }
            }
        }
        prospect
    }
}

/// Returns the forecast of an attack on some defenders in a hex.
pub(crate) fn battle(s: &State, hex: HexId, attackers: &[Soldier], defenders: &[Soldier], stake: f64) -> Prospect {
    let ground = ground(s, hex);
    let defenders = marks(s.game_data(), defenders.to_vec(), ground);
    let attackers = line(s.game_data(), attackers.to_vec(), &defenders);
    Field {
        game_data: s.game_data(),
        attackers: &attackers,
        defenders: &defenders,
        ground,
        stake,
    }
    .prospect()
}

/// Returns the probability that a gun breaches walls with one die.
pub(crate) fn breach(game_data: &GameData, walls: Urban) -> f64 {
    share(|f| *game_data.charts.siege_guns.get(f, walls as usize) == Battering::Breached)
}

/// Returns the probabilities that a unit that storms walls breaches them, or is eliminated.
pub(crate) fn storms(s: &State, walls: Urban, side: Side, attacker: &Soldier, parry: i32) -> (f64, f64) {
    let drm = attacker.attack - parry - i32::from(s.atrocious(side));
    let table = &s.game_data().charts.storm;
    let is = |want: Storm| share(|f| *table.get((f + drm).clamp(1, 6), walls as usize) == want);
    (is(Storm::Breached), is(Storm::Eliminated))
}

/// The forecast of a siege for the besieger.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Siege {
    /// The expected gain of the besieger, in points.
    pub(crate) value: f64,
    /// The probability that the besieger takes the place.
    pub(crate) takes: f64,
    /// Whether the besieger begins with a storm.
    pub(crate) storm: bool,
}

/// Returns the forecast of a siege with these guns and stormers. `prize` is the value of the capture including the garrison, `wait`
/// that of a Blockade.
pub(crate) fn siege(
    s: &State,
    walls: Urban,
    side: Side,
    besiegers: &[Soldier],
    garrison: &[Soldier],
    prize: f64,
    wait: f64,
) -> Siege {
    let game_data = s.game_data();
    let guns: Vec<&Soldier> = besiegers.iter().filter(|x| x.gun).collect();
    let theirs = garrison.iter().filter(|x| x.gun).count();
    let best_wait = Siege {
        value: wait,
        takes: 0.0,
        storm: false,
    };
    let by_guns = batter(game_data, walls, &guns, theirs, prize, wait);
    let by_storm = storm(s, walls, side, besiegers, garrison, prize, by_guns.value.max(wait));
    let mut best = best_wait;
    if !guns.is_empty() && by_guns.value > best.value {
        best = by_guns;
    }
    if by_storm.value > best.value + 0.5 {
        best = by_storm;
    }
    best
}

/// Returns the forecast of rounds of the guns, until the walls are breached or the last gun is gone.
fn batter(game_data: &GameData, walls: Urban, guns: &[&Soldier], theirs: usize, prize: f64, wait: f64) -> Siege {
    let p = breach(game_data, walls);
    let hit = {
        let table = &game_data.charts.garrison_guns;
        share(|f| !matches!(table.get(f, 3), Salvo::None))
    };
    let rout = guns.iter().map(|g| g.rout).sum::<f64>() / count(guns.len().max(1));
    let mut table: Vec<Siege> = vec![Siege {
        value: wait,
        ..Siege::default()
    }];
    for n in 1..=guns.len() {
        let odds = tally((0..theirs).map(|_| hit));
        let (mut value, mut takes, mut again) = (0.0, 0.0, 0.0);
        for (k, &q) in odds.iter().enumerate() {
            let left = n.saturating_sub(k);
            let miss = (1.0 - p).powi(left as i32);
            value += q * ((1.0 - miss) * prize - count(n - left) * rout);
            takes += q * (1.0 - miss);
            if left == n {
                again += q * miss;
            } else {
                value += q * miss * table[left].value;
                takes += q * miss * table[left].takes;
            }
        }
        let whole = (1.0 - again).max(1e-3);
        let go = Siege {
            value: value / whole,
            takes: takes / whole,
            storm: false,
        };
        table.push(if go.value > wait { go } else { table[0] });
    }
    table.pop().unwrap_or_default()
}

/// Returns the forecast of storms by one unit after the other, while they gain.
fn storm(
    s: &State,
    walls: Urban,
    side: Side,
    besiegers: &[Soldier],
    garrison: &[Soldier],
    prize: f64,
    else_: f64,
) -> Siege {
    let parry = garrison.iter().map(|d| d.defence).max().unwrap_or(0);
    let mut line: Vec<&Soldier> = besiegers.iter().filter(|x| x.kind.storms() && !x.gun).collect();
    let keen = |x: &Soldier| keenness(s, walls, side, x, parry);
    line.sort_by(|a, b| keen(b).total_cmp(&keen(a)).then(a.unit.cmp(&b.unit)));
    let cheap = besiegers.iter().map(|x| x.loss).fold(f64::MAX, f64::min).min(30.0);
    let price = count(garrison.len().div_ceil(2)) * cheap;
    let mut on = Siege {
        value: else_,
        ..Siege::default()
    };
    for x in line.iter().rev() {
        let (wins, dies) = storms(s, walls, side, x, parry);
        let fails = 1.0 - wins - dies;
        let value = wins * (prize - price) - dies * x.loss - fails * x.rout + (1.0 - wins) * on.value;
        let go = Siege {
            value,
            takes: wins + (1.0 - wins) * on.takes,
            storm: true,
        };
        if go.value > on.value {
            on = go;
        }
    }
    on
}

/// Returns the best first unit of a storm and the expected gain, if a storm gains.
pub(crate) fn stormer(
    s: &State,
    walls: Urban,
    side: Side,
    able: &[Soldier],
    garrison: &[Soldier],
    prize: f64,
    else_: f64,
) -> Option<(UnitId, f64)> {
    let parry = garrison.iter().map(|d| d.defence).max().unwrap_or(0);
    let go = storm(s, walls, side, able, garrison, prize, else_);
    let list = able.iter().filter(|x| x.kind.storms() && !x.gun);
    let best = list.max_by(|a, b| {
        let keen = |x: &Soldier| keenness(s, walls, side, x, parry);
        keen(a).total_cmp(&keen(b)).then(b.unit.cmp(&a.unit))
    })?;
    go.storm.then_some((best.unit, go.value))
}

/// Returns the value of sending a unit against walls.
fn keenness(s: &State, walls: Urban, side: Side, x: &Soldier, parry: i32) -> f64 {
    let (wins, dies) = storms(s, walls, side, x, parry);
    wins * 100.0 - dies * x.loss - (1.0 - wins - dies) * x.rout
}
