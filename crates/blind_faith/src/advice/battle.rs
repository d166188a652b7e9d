//! Advice for battles and sieges: deployment, targets, retreat and storms.

use crate::action::Action;
use crate::advice::evaluation::{loss, place};
use crate::advice::odds::{
    self, Field, Soldier, battle, breach, ground, line, marks, shot, siege, soldier, soldiers, storms, strike,
};
use crate::components::{Side, UnitId};
use crate::rules::field::display::standing;
use crate::rules::field::{assault, deploying, fire};
use crate::rules::siege::{boxes, guns, storm};
use crate::state::position::State;
use crate::state::stage::{Bout, Push};
use casus_core::HexId;

/// Returns the value of a battle's hex for a side that takes it from the other.
pub(crate) fn stake(s: &State, hex: HexId, side: Side) -> f64 {
    let Some(town) = s.game_data().town(hex) else {
        return 4.0;
    };
    let enemy = side.enemy();
    let held = s.occupant(town) == Some(enemy) || s.holds(hex, enemy);
    let helpless: i32 = s.own_at(hex, enemy).filter(|&u| !s.fights(u)).map(|u| loss(s, u)).sum();
    let prize = place(s, side, town) + if held { place(s, enemy, town) / 2 } else { 0 };
    (prize + helpless) as f64
}

/// Returns the value of a successful siege: the place, its garrison, and the pillage.
pub(crate) fn prize(s: &State, hex: HexId, side: Side, garrison: &[Soldier]) -> f64 {
    let lost: f64 = garrison.iter().map(|x| x.loss).sum();
    let florins = if side == Side::Imperial { 40.0 } else { 10.0 };
    stake(s, hex, side) + lost + florins
}

/// Returns the value of a Blockade: the probability that the garrison is gone next year, if the besiegers can stay so long.
pub(crate) fn wait(s: &State, hex: HexId, garrison: &[Soldier], prize: f64) -> f64 {
    let Some(kind) = s.game_data().urban(hex) else {
        return 0.0;
    };
    let least = f64::from(s.game_data().charts.walls(kind).attrition);
    let each = (7.0 - least) / 6.0;
    0.6 * prize * each.powi(garrison.len().min(6) as i32)
}

/// Returns the forecast of a siege of a garrison by some besiegers.
pub(crate) fn siege_of(s: &State, hex: HexId, side: Side, besiegers: &[Soldier], garrison: &[Soldier]) -> odds::Siege {
    let Some(kind) = s.game_data().urban(hex) else {
        return odds::Siege::default();
    };
    let prize = prize(s, hex, side, garrison);
    siege(s, kind, side, besiegers, garrison, prize, wait(s, hex, garrison, prize))
}

/// Returns whether the defenders of a place prefer to go inside instead of standing in the field, and the attacker's expected gain.
pub(crate) fn defence(s: &State, hex: HexId, side: Side, attackers: &[Soldier], defenders: &[Soldier]) -> (bool, f64) {
    let field = battle(s, hex, attackers, defenders, stake(s, hex, side)).value;
    let open = s.game_data().town(hex).is_some_and(|t| !s.town(t).pillaged);
    let room = s.game_data().urban(hex).map_or(0, |k| usize::from(s.garrison_limit(k)));
    if !open || room == 0 || defenders.len() > room {
        return (false, field);
    }
    let within = siege_of(s, hex, side, attackers, defenders).value;
    if within < field { (true, within) } else { (false, field) }
}

/// Returns the best answer in a Field Battle.
pub(crate) fn bout(s: &State, step: Bout) -> Option<Action> {
    let b = s.field()?;
    let column = ground(s, b.hex);
    let attackers: Vec<Soldier> = soldiers(s, standing(s, b.attackers, b.hex));
    let defenders: Vec<Soldier> = soldiers(s, standing(s, b.defenders, b.hex));
    let aimed = |at: UnitId| b.aims.iter().filter(|(_, t)| *t == at).count() as i32;
    match step {
        Bout::Deploy => {
            let reserve = deploying::reserve(s);
            let list = line(s.game_data(), soldiers(s, reserve.into_iter()), &defenders);
            list.first().map(|x| Action::Deploy(x.unit))
        }
        Bout::DefenderAims | Bout::AttackerAims => {
            let attacking = step == Bout::AttackerAims;
            let mut open = Vec::new();
            fire::aim_candidates(s, attacking, &mut open);
            let targets = open.into_iter().filter_map(|a| match a {
                Action::Aim(u) => Some(soldier(s, u)),
                _ => None,
            });
            let gain = |x: &Soldier| {
                let (routed, lost) = shot(s.game_data(), x.kind);
                (routed * (x.rout + 8.0) + lost * (x.loss + 8.0)) * (1.0 - routed - lost).powi(aimed(x.unit))
            };
            best(targets, gain).map(Action::Aim)
        }
        Bout::AssaultAims => {
            let striker = soldier(s, assault::next_assault(s)?);
            let gain = |x: &Soldier| {
                let p = strike(s.game_data(), &striker, x, column);
                p * (x.loss + 12.0) * (1.0 - p).powi(aimed(x.unit))
            };
            best(defenders.into_iter(), gain).map(Action::Aim)
        }
        Bout::AttackerStays | Bout::DefenderStays => {
            let stake = stake(s, b.hex, b.attacker);
            let routs = |list: &[Soldier]| list.iter().map(|x| x.rout).sum::<f64>();
            let (leave_a, leave_d) = (-routs(&attackers), stake + routs(&defenders));
            let defenders = marks(s.game_data(), defenders, column);
            let attackers = line(s.game_data(), attackers, &defenders);
            let on = Field {
                game_data: s.game_data(),
                attackers: &attackers,
                defenders: &defenders,
                ground: column,
                stake,
            }
            .prospect()
            .value;
            let stay = if step == Bout::AttackerStays {
                on.min(leave_d) >= leave_a
            } else {
                on <= leave_d
            };
            Some(if stay { Action::Stay } else { Action::Retreat })
        }
        Bout::DefenderFire | Bout::AttackerFire | Bout::Assault | Bout::End => None,
    }
}

fn best(of: impl Iterator<Item = Soldier>, gain: impl Fn(&Soldier) -> f64) -> Option<UnitId> {
    let best = of.max_by(|a, b| gain(a).total_cmp(&gain(b)).then(b.unit.cmp(&a.unit)));
    best.map(|x| x.unit)
}

/// Returns the best answer in a Siege Battle.
pub(crate) fn push(s: &State, step: Push) -> Option<Action> {
    let b = s.siege()?;
    let besiegers = soldiers(s, boxes::besiegers(s).into_iter());
    let inside = boxes::garrison(s);
    let garrison = soldiers(s, inside.iter().copied());
    match step {
        Push::GarrisonAims => {
            let mut open = Vec::new();
            guns::gun_candidates(s, &mut open);
            let targets = open.into_iter().filter_map(|a| match a {
                Action::Aim(u) => Some(u),
                _ => None,
            });
            let gain = |x: &Soldier| {
                let gun = s.counter(x.unit).artillery;
                let aimed = b.aims.iter().filter(|(_, t)| *t == x.unit).count() as i32;
                (x.loss + if gun { 100.0 } else { 0.0 }) * 0.6f64.powi(aimed)
            };
            best(soldiers(s, targets).into_iter(), gain).map(Action::Aim)
        }
        Push::Choose => {
            let kind = s.game_data().urban(b.hex)?;
            let prize = prize(s, b.hex, b.besieger, &garrison);
            let wait = wait(s, b.hex, &garrison, prize);
            let guns: Vec<Soldier> = soldiers(s, guns::siege_guns(s).into_iter());
            let by_guns = siege(s, kind, b.besieger, &guns, &garrison, prize, wait).value;
            let able: Vec<Soldier> = besiegers
                .iter()
                .filter(|x| !b.stormed.contains(x.unit.0) && b.paid.contains(x.unit.0))
                .copied()
                .collect();
            let on = if guns.is_empty() { wait } else { by_guns.max(wait) };
            let go = odds::stormer(s, kind, b.besieger, &able, &garrison, prize, on);
            if let Some((unit, value)) = go
                && value > on + 0.5
            {
                return Some(Action::Storm(unit));
            }
            // Play another round if the guns, or units that have stormed, promise more than waiting.
            let fresh = !b.stormed.is_empty()
                && odds::stormer(s, kind, b.besieger, &besiegers, &garrison, prize, wait)
                    .is_some_and(|(_, v)| v > wait + 0.5);
            let guns = !guns.is_empty() && by_guns > wait && breach(s.game_data(), kind) > 0.0;
            let again = storm::ROUND_BARS.permit(&storm::RoundFacts { s });
            Some(if again && (guns || fresh) {
                Action::Round
            } else {
                Action::Blockade
            })
        }
        Push::Parry(attacker) => {
            let kind = s.game_data().urban(b.hex)?;
            let stormer = soldier(s, attacker);
            let gain = |x: &Soldier| -storms(s, kind, b.besieger, &stormer, i32::from(s.counter(x.unit).defence)).0;
            let all = if garrison.is_empty() {
                return inside.first().map(|&u| Action::Parry(u));
            } else {
                garrison
            };
            best(all.into_iter(), gain).map(Action::Parry)
        }
        Push::Breach | Push::Losses(_) => {
            let all = storm::losers(s, step);
            all.into_iter().min_by_key(|&u| (loss(s, u), u)).map(Action::Lose)
        }
        Push::GarrisonFires | Push::GunsFire => None,
    }
}
