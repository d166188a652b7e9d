//! Advice for a Campaign Phase: marches, attacks, and units that stay behind (3.4, 3.5, 8.0).

use crate::action::Action;
use crate::advice::battle::{defence, siege_of};
use crate::advice::evaluation::{WAR, loss, place};
use crate::advice::eye::{Eye, blow, stands, stays};
use crate::advice::odds::{battle, soldiers};
use crate::advice::plan::{March, Plan, counsel};
use crate::components::{Kind, Side, UnitId, Urban};
use crate::data::ways::{Heading, Ways};
use crate::rules::interception::stops;
use crate::rules::march::{HALT_BARS, StandFacts};
use crate::rules::stacking::may_share;
use crate::rules::taking::{TAKE_BARS, TakeFacts, may_leave};
use crate::state::march;
use crate::state::march::those;
use crate::state::position::State;
use casus_core::{HexId, PieceSet, ScoredPlan};

/// The minimum expected gain of a march.
const STIR: f64 = 5.0;

/// The value of the queen for her guard, lower because she can move elsewhere.
const QUEENS_GUARD: f64 = 400.0;

/// The assumed probability that enemies who may intercept do so.
const HELP: f64 = 0.75;

/// A march under evaluation.
struct Idea {
    march: March,
    gain: f64,
    fights: bool,
}

fn set(units: impl Iterator<Item = UnitId>) -> PieceSet {
    units.map(|u| u.0).collect()
}

/// Returns the parties that might set out from a hex together.
fn parties(s: &State, side: Side, able: &[UnitId]) -> Vec<PieceSet> {
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    if may_share(s, side, able.iter().copied()) {
        groups.push(able.to_vec());
    }
    let mut factions: Vec<_> = able.iter().map(|&u| s.faction(u)).collect();
    factions.sort_unstable();
    factions.dedup();
    if factions.len() > 1 {
        for f in factions {
            groups.push(able.iter().copied().filter(|&u| s.faction(u) == f).collect());
        }
    }
    let mut out: Vec<PieceSet> = Vec::new();
    let names = s.game_data().names();
    let wagon = |u: &UnitId| s.kind(*u) == Kind::Wagon;
    let captain = |u: &UnitId| [names.zizka, names.prokop].contains(&Some(*u));
    let mut add = |list: &[UnitId]| {
        let units = set(list.iter().copied());
        // The captains of the wagons do not set out without a wagon if there is one.
        if able.iter().any(wagon) && list.iter().any(captain) && !list.iter().any(wagon) {
            return;
        }
        if list.iter().any(|&u| s.fights(u)) && !out.contains(&units) {
            out.push(units);
        }
    };
    for group in &groups {
        add(group);
        let mut cheap: Vec<UnitId> = group.iter().copied().filter(|&u| s.fights(u)).collect();
        cheap.sort_by_key(|&u| (s.kind(u) != Kind::Foot, loss(s, u), u));
        // Some units stay behind, the cheapest first.
        for stay in 1..=3usize {
            if cheap.len() > stay {
                let rest: Vec<UnitId> = group.iter().copied().filter(|u| !cheap[..stay].contains(u)).collect();
                add(&rest);
            }
        }
        // Mounted units and wagons, with none or one of them left behind.
        let swift: Vec<UnitId> = group.iter().copied().filter(|&u| s.kind(u) != Kind::Foot).collect();
        if swift.len() < group.len() {
            add(&swift);
        }
        let mounted: Vec<UnitId> = swift.iter().copied().filter(|&u| s.kind(u) != Kind::Wagon).collect();
        if mounted.len() < swift.len() {
            add(&mounted);
        }
        if let Some(&one) = cheap.first() {
            add(&[one]);
        }
        if let Some(&one) = cheap.iter().find(|&&u| s.kind(u).mounted()) {
            add(&[one]);
        }
    }
    out
}

struct Staff<'s> {
    s: &'s State,
    side: Side,
    eye: Eye<'s>,
}

impl Staff<'_> {
    /// Returns the value that a side gains or loses by the change of units in the place of a hex.
    fn seat(&self, hex: HexId, before: &[UnitId], after: &[UnitId]) -> f64 {
        let s = self.s;
        let fight = |list: &[UnitId]| list.iter().any(|&u| s.fights(u));
        let Some(town) = s.game_data().town(hex) else {
            return 0.0;
        };
        if s.own_at(hex, self.side).any(|u| s.counter(u).guard) {
            return 0.0;
        }
        let worth = place(s, self.side, town) as f64;
        match (fight(before), fight(after)) {
            // A place that is left where enemies may come falls to them next.
            (true, false) if self.eye.menace(hex).blow > 0.0 => -1.5 * worth,
            (true, false) => -worth,
            (false, true) => worth,
            _ => 0.0,
        }
    }

    /// Returns the cost of factions that must part and have not (8.6.2).
    fn motley(&self, there: &[UnitId]) -> f64 {
        if may_share(self.s, self.side, there.iter().copied()) {
            0.0
        } else {
            200.0
        }
    }

    /// Returns the change of value for a hex that units leave.
    fn leaving(&self, hex: HexId, units: PieceSet) -> f64 {
        let before = stays(self.s, self.side, hex, PieceSet::EMPTY);
        let after = stays(self.s, self.side, hex, units);
        let queen = self.queen(units);
        self.eye.risk_of(hex, &before, queen) - self.eye.risk_of(hex, &after, queen)
            + self.seat(hex, &before, &after)
            + self.motley(&before)
            - self.motley(&after)
    }

    /// Returns the change of value for a hex that units enter and stay in.
    fn coming(&self, hex: HexId, units: PieceSet) -> f64 {
        let before = stays(self.s, self.side, hex, units);
        let mut after = before.clone();
        after.extend(those(units));
        let queen = self.queen(units);
        let quarters = match self.s.game_data().town(hex) {
            Some(_) => 0.0,
            None => -5.0,
        };
        self.eye.risk_of(hex, &before, queen) - self.eye.risk_of(hex, &after, queen)
            + self.seat(hex, &before, &after)
            + quarters
    }

    /// Returns the value of the queen: that of the war if she moves; less if units leave her, since she can move elsewhere.
    fn queen(&self, units: PieceSet) -> f64 {
        if those(units).any(|u| self.s.kind(u) == Kind::Dowager) {
            f64::from(WAR)
        } else {
            QUEENS_GUARD
        }
    }

    fn lure(&self, hex: HexId, units: PieceSet) -> f64 {
        let s = self.s;
        let there = stays(s, self.side, hex, units);
        let mates: f64 = if may_share(s, self.side, there.iter().copied().chain(those(units))) {
            there
                .iter()
                .filter(|&&u| s.kind(u) != Kind::Foot)
                .map(|&u| crate::advice::eye::strikes(s, u))
                .sum()
        } else {
            0.0
        };
        if those(units).any(|u| s.kind(u) == Kind::Dowager) {
            return 0.0;
        }
        let points = those(units)
            .filter(|&u| s.kind(u) != Kind::Foot)
            .map(|u| s.allowance(u))
            .min();
        let Some(points) = points else { return 0.0 };
        let strikes = blow(s, units);
        if strikes < 2.5 && mates == 0.0 {
            return 0.0;
        }
        self.eye.lure(hex, strikes + mates, points)
    }

    /// Returns the expected gain of an attack on the enemies in a hex, by itself.
    fn attack(&self, units: PieceSet, hex: HexId) -> Option<f64> {
        let s = self.s;
        let foe = self.side.enemy();
        let ours = soldiers(s, those(units));
        let inside: Vec<UnitId> = s.garrison(hex, foe).collect();
        let outside: Vec<UnitId> = s.own_at(hex, foe).filter(|&u| s.fights(u) && !s.within(u)).collect();
        let helpless: f64 = s
            .own_at(hex, foe)
            .filter(|&u| !s.fights(u))
            .map(|u| loss(s, u).min(400) as f64)
            .sum();
        let strength: f64 = outside.iter().chain(&inside).map(|&u| stands(s, u)).sum();
        if outside.is_empty() && inside.is_empty() {
            return Some(helpless + s.game_data().town(hex).map_or(0, |t| place(s, self.side, t)) as f64);
        }
        // A small force does not attack an army, nor a single knight a city.
        let walled = outside.is_empty()
            || s.game_data()
                .urban(hex)
                .is_some_and(|k| matches!(k, Urban::City | Urban::Fortress));
        if blow(s, units) < strength * if walled { 0.8 } else { 0.6 } {
            return None;
        }
        let field = soldiers(s, outside.iter().copied());
        let walls = soldiers(s, inside.iter().copied());
        let mut value = match (field.is_empty(), walls.is_empty()) {
            (true, _) => siege_of(s, hex, self.side, &ours, &walls).value,
            (false, true) => defence(s, hex, self.side, &ours, &field).1,
            (false, false) => {
                let first = battle(s, hex, &ours, &field, 5.0);
                first.value + first.wins * 0.7 * siege_of(s, hex, self.side, &ours, &walls).value
            }
        };
        if value <= 0.0 {
            return Some(value);
        }
        // The enemy's mounted units and wagons may intercept to help (8.8).
        let help = self.eye.helpers(hex);
        if !help.is_empty() {
            let met = if field.is_empty() {
                value - battle(s, hex, &help, &ours, value.max(5.0)).value.max(0.0)
            } else {
                let all: Vec<_> = field.iter().chain(&help).copied().collect();
                battle(s, hex, &ours, &all, value.clamp(5.0, 400.0)).value
            };
            // Helpers are not certain to come.
            value = value.min((1.0 - HELP) * value + HELP * met);
        }
        Some(value)
    }

    /// Appends the marches that a party could make from its hex.
    fn ideas(&self, from: HexId, units: PieceSet, out: &mut Vec<Idea>) {
        let s = self.s;
        let side = self.side;
        let most = those(units).map(|u| s.left(u)).min().unwrap_or(0);
        let queen = those(units).any(|u| s.kind(u) == Kind::Dowager);
        let closed = |hex: HexId| those(units).any(|u| s.closed_to(hex, s.faction(u)));
        let leaves = those(units).all(|u| may_leave(s, u));
        let budget = if leaves { most } else { 0 };
        let ways = Ways::about(s.game_data(), from, Heading::Out, budget, |at| {
            at == from || (!closed(at) && !stops(s, at, side))
        });
        let foe = side.enemy();
        let leaving = self.leaving(from, units);
        let here = self.lure(from, units);
        // A unit prefers to end the year in an urban place rather than in the open.
        let camp = if s.game_data().town(from).is_some() { 0.0 } else { 5.0 };
        let stay = |path: Vec<HexId>, then: Action, gain: f64, fights: bool| Idea {
            march: March {
                units,
                from,
                path,
                then,
            },
            gain,
            fights,
        };
        let mut best: Option<(f64, HexId)> = None;
        let mut best_fight: Option<(f64, HexId)> = None;
        for hex in s.game_data().board.ids() {
            let Some(cost) = ways.cost(hex) else { continue };
            if closed(hex) {
                continue;
            }
            let enemies = !s.stacks.is_empty(hex) && s.own_at(hex, foe).next().is_some();
            if cost == 0 && hex == from {
                continue;
            }
            if enemies {
                // If friends are already before the walls, the party joins them and may besiege too.
                let joins = s.in_field(hex, side).next().is_some();
                // A single unit does not ride far alone.
                let lone = cost >= 12 && blow(s, units) < 4.0;
                if !joins
                    && !queen
                    && !lone
                    && let Some(value) = self.attack(units, hex)
                    && value > 0.0
                {
                    let after = 0.5 * self.eye.risk(hex, &those(units).collect::<Vec<_>>());
                    let gain = value - after + leaving + 0.5 * (self.lure(hex, units) - here);
                    if best_fight.is_none_or(|(g, _)| gain > g) {
                        best_fight = Some((gain, hex));
                    }
                    continue;
                }
                if !joins {
                    continue;
                }
            }
            if queen
                && s.game_data()
                    .town(hex)
                    .is_none_or(|t| s.town(t).pillaged || s.game_data().roster[t].kind == Urban::Customs)
            {
                continue;
            }
            let coming = self.coming(hex, units);
            let gain = leaving + coming + camp;
            if gain + 60.0 < best.map_or(STIR, |(g, _)| g) {
                continue;
            }
            let gain = gain + self.lure(hex, units) - here - f64::from(cost) * 0.02;
            if best.is_none_or(|(g, _)| gain > g) {
                let there = s
                    .own_at(hex, side)
                    .filter(|&u| !s.counter(u).guard && !units.contains(u.0));
                if may_share(s, side, there.chain(those(units))) {
                    best = Some((gain, hex));
                }
            }
        }
        if let Some((gain, hex)) = best {
            out.push(stay(ways.path(hex), Action::Halt, gain, false));
        }
        if let Some((gain, hex)) = best_fight {
            // A step into the enemy's hex is the attack; later actions are evaluated then.
            out.push(stay(ways.path(hex), Action::Halt, gain, true));
        }
        self.blows(from, units, out);
    }

    /// Adds what a party may begin against enemies in its own hex: a sally, or a siege.
    fn blows(&self, from: HexId, units: PieceSet, out: &mut Vec<Idea>) {
        let (s, side) = (self.s, self.side);
        let foe = side.enemy();
        let fight = |then: Action, gain: f64| Idea {
            march: March {
                units,
                from,
                path: Vec::new(),
                then,
            },
            gain,
            fights: true,
        };
        let guards = s.own_at(from, side).any(|u| s.kind(u) == Kind::Dowager);
        if s.holds(from, foe) && !guards && may_share(s, side, those(units)) {
            let field = soldiers(s, s.in_field(from, foe));
            let ours = soldiers(s, those(units));
            if field.is_empty() {
                let walls: Vec<UnitId> = s.garrison(from, foe).collect();
                let value = siege_of(s, from, side, &ours, &soldiers(s, walls.into_iter())).value;
                let marked = s.game_data().town(from).is_some_and(|t| s.town(t).blockaded);
                // Renewing a Blockade gains nothing.
                if value > if marked { 0.0 } else { -3.0 } {
                    let floor = if marked { 0.0 } else { 6.0 };
                    out.push(fight(Action::Besiege, value + floor));
                }
            } else {
                let all = if those(units).any(|u| s.unit(u).inside) {
                    soldiers(s, s.garrison(from, side))
                } else {
                    ours
                };
                let stake = crate::advice::battle::stake(s, from, foe) * 0.5;
                let value = battle(s, from, &all, &field, stake).value;
                if value > STIR {
                    out.push(fight(Action::Fight, value));
                }
            }
        }
    }
}

/// Appends the plans of a Campaign Phase: the best attack, or all useful marches without a fight.
pub(crate) fn phase(s: &State, side: Side, out: &mut Vec<ScoredPlan<Plan>>) {
    let staff = Staff {
        s,
        side,
        eye: Eye::new(s, side),
    };
    let mut hexes: Vec<HexId> = s
        .unit_ids()
        .filter(|&u| s.side(u) == side)
        .filter_map(|u| s.hex(u))
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    let mut ideas = Vec::new();
    for hex in hexes {
        let takes = |&u: &UnitId| TAKE_BARS.permit(&TakeFacts { s, unit: u });
        let able: Vec<UnitId> = s.own_at(hex, side).filter(takes).collect();
        for party in parties(s, side, &able) {
            // The queen does not go with an army.
            if those(party).any(|u| s.kind(u) == Kind::Dowager) && party.len() > 1 {
                continue;
            }
            staff.ideas(hex, party, &mut ideas);
        }
        if let Some(queen) = able.iter().copied().find(|&u| s.kind(u) == Kind::Dowager)
            && staff.eye.risk(hex, &stays(s, side, hex, PieceSet::EMPTY)) > 20.0
        {
            staff.ideas(hex, PieceSet::one(queen.0), &mut ideas);
        }
    }
    ideas.retain(|i| i.gain > STIR);
    ideas.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.march.from.cmp(&b.march.from)));
    out.push(counsel(Plan::Act(Action::EndPhase), 0));
    let Some(first) = ideas.first() else { return };
    let expected_gain = first.gain.round() as i32;
    // Play one attack at a time, since each changes much.
    if let Some(attack) = ideas.iter().find(|i| i.fights) {
        out.push(counsel(Plan::Go(vec![attack.march.clone()]), expected_gain.max(1)));
        return;
    }
    let mut chosen: Vec<March> = Vec::new();
    let mut touched: Vec<HexId> = Vec::new();
    for idea in &ideas {
        let to = idea.march.path.last().copied().unwrap_or(idea.march.from);
        if !touched.contains(&to) && !touched.contains(&idea.march.from) {
            touched.extend([to, idea.march.from]);
            chosen.push(idea.march.clone());
        }
    }
    chosen.reverse();
    out.push(counsel(Plan::Go(chosen), expected_gain.max(1)));
}

/// Appends the plans for a selected stack.
pub(crate) fn in_hand(s: &State, hand: march::March, out: &mut Vec<ScoredPlan<Plan>>) {
    let Some(first) = those(hand.units).next() else { return };
    let Some(hex) = s.hex(first) else { return };
    let side = s.side(first);
    let staff = Staff {
        s,
        side,
        eye: Eye::new(s, side),
    };
    let halts = HALT_BARS.permit(&StandFacts { s, march: hand, hex });
    out.push(counsel(Plan::Act(Action::Halt), if halts { 0 } else { -1000 }));
    let mut ideas = Vec::new();
    let members: Vec<UnitId> = those(hand.units).collect();
    for party in parties(s, side, &members) {
        staff.ideas(hex, party, &mut ideas);
    }
    // The queen on the march looks for an urban place, as when she set out.
    if let [queen] = members[..]
        && s.kind(queen) == Kind::Dowager
    {
        staff.ideas(hex, hand.units, &mut ideas);
    }
    for idea in ideas {
        let floor = if halts { STIR } else { -500.0 };
        if idea.gain > floor {
            out.push(counsel(Plan::Go(vec![idea.march]), idea.gain.round() as i32));
        }
    }
    // Move anywhere if the stack may not stay.
    if !halts {
        for (_, to) in s.game_data().board.neighbours(hex) {
            let far = staff.eye.risk(to, &members).round() as i32;
            out.push(counsel(Plan::Act(Action::Step(to)), -600 - far));
        }
    }
}
