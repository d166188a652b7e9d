//! The choice of a command, and the expected gain of actions that belong to no plan.

use crate::action::Action;
use crate::advice::answers::{Foe, about, answer, facing_those, refuge, ridden, slip};
use crate::advice::attacks::estimate;
use crate::advice::evaluation::{Weights, blow, shot};
use crate::advice::field::{foes, nearest};
use crate::advice::plan::{Plan, counsel};
use crate::components::{Arm, LeaderId, Missile, Side, UnitId};
use crate::game::Suleiman;
use crate::rules::leaders::levy_only;
use crate::rules::shock::declaring::declared;
use crate::state::combat::{Bout, Going};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::state::stage::Stage;
use casus_core::{Game, HexId, ScoredPlan, VertexFacing};

/// The number of units that count for a command's urgency: idle units of a large command do not raise it.
const FOREMOST: usize = 6;

/// Units that attack alike: Normal, without a leader in the hex. By the printed rules the modifiers of an attacker depend on
/// nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    side: Side,
    arm: Arm,
    going: Going,
    elevation: i8,
}

/// What the choices of one decision share, computed on first use.
pub(crate) struct Look<'a> {
    s: &'a State,
    weights: Weights,
    /// The enemies of each side.
    foes: [Option<Vec<(UnitId, HexId)>>; 2],
    /// What each unit could do.
    prospects: Vec<Option<i32>>,
    /// The gain of an attack by one unit of a kind, by target.
    blows: Vec<(Kind, Vec<Option<i32>>)>,
    /// The enemies near a unit.
    about: Option<(UnitId, Vec<Foe>)>,
}

impl<'a> Look<'a> {
    pub(crate) fn at(s: &'a State) -> Self {
        Self {
            s,
            weights: Weights::of(s),
            foes: [None, None],
            prospects: Vec::new(),
            blows: Vec::new(),
            about: None,
        }
    }
    fn foes(&mut self, side: Side) -> &[(UnitId, HexId)] {
        self.foes[side as usize].get_or_insert_with(|| foes(self.s, side))
    }
    fn nearest(&mut self, side: Side, from: HexId) -> u32 {
        let s = self.s;
        nearest(s, self.foes(side), from)
    }
    /// The value of a facing of a unit.
    fn front(&mut self, unit: UnitId, facing: VertexFacing) -> i32 {
        let s = self.s;
        let Some(at) = s.hex(unit) else { return 0 };
        if self.about.as_ref().is_none_or(|(u, _)| *u != unit) {
            let foes = self.foes(s.side(unit));
            self.about = Some((unit, about(s, at, foes)));
        }
        self.about.as_ref().map_or(0, |(_, about)| facing_those(facing, about))
    }
    /// What a Normal unit of a side could do.
    fn prospect(&mut self, side: Side, unit: UnitId, at: HexId) -> i32 {
        if self.prospects.is_empty() {
            self.prospects = vec![None; self.s.units.len()];
        }
        if let Some(known) = self.prospects[unit.index()] {
            return known;
        }
        let foes = self.foes[side as usize].take().unwrap_or_else(|| foes(self.s, side));
        let value = self.weigh_prospect(unit, at, &foes);
        self.foes[side as usize] = Some(foes);
        self.prospects[unit.index()] = Some(value);
        value
    }
    /// The index of a unit's kind; `None` under house rules, or with a leader in its hex.
    fn kind_of(&mut self, unit: UnitId, at: HexId, going: Going) -> Option<usize> {
        let s = self.s;
        if !s.laws().are_printed() || s.leaders_at(at).next().is_some() {
            return None;
        }
        let kind = Kind {
            side: s.side(unit),
            arm: s.arm(unit),
            going,
            elevation: s.game_data.board.elevation(at),
        };
        let known = self.blows.iter().position(|(k, _)| *k == kind);
        Some(known.unwrap_or_else(|| {
            self.blows.push((kind, vec![None; s.units.len()]));
            self.blows.len() - 1
        }))
    }
    /// The gain of one unit's attack on another, computed once for all units of its kind.
    fn blow(&mut self, kind: Option<usize>, unit: UnitId, going: Going, foe: UnitId, far: u32) -> i32 {
        let (s, weights) = (self.s, self.weights);
        let anew = || blow(s, weights, &[unit], going, foe, 1);
        let Some(kind) = kind.filter(|_| far > 1) else {
            return anew();
        };
        let value = *self.blows[kind].1[foe.index()].get_or_insert_with(anew);
        debug_assert_eq!(value, anew(), "{unit:?} on {foe:?}");
        value
    }

    /// How much a command has to do: what its foremost units could do.
    fn urgency(&mut self, leader: LeaderId) -> i32 {
        let s = self.s;
        let command = s.game_data.roster.leader_card(leader).command;
        let side = s.game_data.roster.command_card(command).side;
        let board = &s.game_data.board;
        let levy = levy_only(s, leader);
        let center = s.leader(leader).at.hex();
        let range = s.command_range(leader) + 2;
        // The greatest values first.
        let mut best = [0; FOREMOST];
        let (mut all, mut unmoved) = (0, 0);
        for u in s.game_data.units_of(command) {
            if levy && s.arm(u) != Arm::LevyInfantry {
                continue;
            }
            let unit = s.unit(u);
            if s.arm(u) != Arm::Artillery && unit.at.in_play() {
                all += 1;
                unmoved += i32::from(not_moved(s, u));
            }
            let mut value = match (unit.at, unit.condition) {
                (Whereabouts::Reserve, _) => {
                    if s.arm(u).mounted() {
                        40
                    } else {
                        12
                    }
                }
                (Whereabouts::Box, Condition::Disordered) => 25,
                (Whereabouts::Box, Condition::Normal) => 12,
                (Whereabouts::Map(at), condition) => {
                    let value = match condition {
                        Condition::Retired => 4,
                        Condition::Disordered if self.nearest(side, at) > 1 => 36,
                        Condition::Disordered => 10,
                        Condition::Normal => self.prospect(side, u, at),
                    };
                    let led = center.is_none_or(|c| board.distance(c, at) <= range);
                    if led { value } else { value / 3 }
                }
                _ => continue,
            };
            for foremost in &mut best {
                if value > *foremost {
                    core::mem::swap(foremost, &mut value);
                }
            }
        }
        let sum: i32 = best.into_iter().sum();
        // A command that has not moved yet gets more, and one that has just acted gets less.
        let sum = sum + sum * unmoved / all.max(1);
        if s.last[side as usize] == Some(command) {
            sum * 4 / 5
        } else {
            sum
        }
    }
}

/// Whether a unit is where it was set up, or has still to enter.
fn not_moved(s: &State, unit: UnitId) -> bool {
    match s.unit(unit).at {
        Whereabouts::Reserve => true,
        Whereabouts::Map(h) => s
            .game_data
            .deployment
            .group_of(unit)
            .is_some_and(|g| g.hexes.contains(&h)),
        _ => false,
    }
}

/// The value of an attack that is this many activations away, in percent.
const WAIT: [i32; 4] = [70, 60, 45, 30];

impl Look<'_> {
    /// What a unit could do in the next activations: its best attack, worth less the farther away it is, or a shot.
    fn weigh_prospect(&mut self, unit: UnitId, at: HexId, foes: &[(UnitId, HexId)]) -> i32 {
        let s = self.s;
        let board = &s.game_data.board;
        let arm = s.arm(unit);
        let near = nearest(s, foes, at);
        let ma = u32::from(s.ratings(unit).ma).max(1);
        let held = s.in_zoc(at, s.side(unit).enemy());
        let going = if arm.men_at_arms() && !held {
            Going::Home
        } else {
            Going::Plain
        };
        let kind = self.kind_of(unit, at, going);
        let prey = |&(e, h): &(UnitId, HexId)| {
            let far = board.distance(at, h);
            if held && far > 1 {
                return None;
            }
            let off = far.saturating_sub(3).div_ceil(ma);
            let share = WAIT.get(off as usize)?;
            Some(self.blow(kind, unit, going, e, far) * share / 100)
        };
        let attack = match arm {
            Arm::Artillery => 0,
            _ => foes.iter().filter_map(prey).max().unwrap_or(0),
        };
        let reach = match s.missile(unit) {
            Missile::None => 0,
            Missile::Gun => 4,
            Missile::Bow | Missile::Musket => 1 + ma,
        };
        let volley = match arm {
            Arm::Artillery => 5,
            _ => 18,
        };
        // Units far behind are brought up.
        let behind = i32::from(near > 8) + 1;
        let idle = behind * if arm.mounted() { 14 } else { 10 };
        // Light troops should avoid standing before heavy horse.
        let hunted = matches!(arm, Arm::LightCavalry | Arm::Akinci | Arm::LevyInfantry)
            && foes
                .iter()
                .any(|&(e, h)| s.arm(e).men_at_arms() && s.steady(e) && board.distance(at, h) <= 7);
        attack
            .max(if hunted { 28 } else { 0 })
            .max(if near <= reach { volley } else { 0 })
            .max(if arm == Arm::Artillery { 0 } else { idle })
    }
}

/// The number of faces of ten that pass a leader's Activation Rating (2.2.8).
fn faces_passed(s: &State, leader: LeaderId) -> i32 {
    (s.activation_rating(leader) + 1).clamp(0, 10)
}

/// Appends the choices of a Seizure. Without one, the enemy leader rolls, and if he fails the side has a Free choice.
pub(crate) fn seizures(s: &State, named: LeaderId, out: &mut Vec<ScoredPlan<Plan>>) {
    let mut list = Vec::new();
    Suleiman::actions(s, &mut list);
    let mut look = Look::at(s);
    let able: Vec<(LeaderId, i32)> = list
        .iter()
        .filter_map(|a| match a {
            Action::Seize(l) => Some((*l, look.urgency(*l))),
            _ => None,
        })
        .collect();
    let best = able.iter().map(|x| x.1).max().unwrap_or(0);
    let alone = (10 - faces_passed(s, named)) * best;
    out.push(counsel(Plan::Act(Action::LetRoll), 0));
    out.extend(able.into_iter().map(|(l, urgent)| {
        let expected_gain = (faces_passed(s, l) * urgent - alone) / 10;
        counsel(Plan::Act(Action::Seize(l)), expected_gain)
    }));
}

/// The expected gain of an action that is neither a move nor an attack.
pub(crate) fn expected_gain(look: &mut Look<'_>, side: Side, top: Stage, action: Action) -> i32 {
    let (s, weights) = (look.s, look.weights);
    match (top, action) {
        (_, Action::Activate(l)) => 10 + look.urgency(l),
        (_, Action::Name(l)) => 10 + look.urgency(l) * faces_passed(s, l) / 10,
        (_, Action::Standard) => {
            let n = crate::rules::standards::rallied_by(s, side).len() as i32;
            120 * n * weights.side(side) / 100 - 20
        }
        (_, Action::Summon) => 150,
        (Stage::Deploy { .. }, a) => site_of(look, a),
        (_, Action::React(u)) => match decision_of(s) {
            Some(at) => shot(s, weights, u, at, Mode::Reaction, None).unwrap_or(0) + 1,
            None => 1,
        },
        (Stage::Shot(x), Action::Return) => shot(s, weights, x.target, x.firer, Mode::Return, None).unwrap_or(0) + 1,
        (_, Action::HoldAll(_) | Action::Reopen(_)) | (Stage::Retreat { .. }, Action::Hold) => -1000,
        (_, Action::CounterCharge(u, against)) => answer(s, weights, u, against),
        (_, Action::Withdraw(u, to)) => slip(s, weights, u, to),
        (_, Action::Resolve(u)) => declared(s)
            .iter()
            .filter(|d| d.attacker == u)
            .map(|d| estimate(s, weights, d))
            .max()
            .unwrap_or(0),
        (Stage::Approach(a), Action::Step(to)) => ridden(s, a.unit, a.target, to),
        (Stage::Approach(a), Action::Face(f)) => {
            let board = &s.game_data.board;
            let ahead = s
                .hex(a.unit)
                .into_iter()
                .flat_map(|h| f.front().into_iter().filter_map(move |d| board.neighbour(h, d)));
            let best = ahead.map(|h| ridden(s, a.unit, a.target, h)).max();
            best.unwrap_or(-100) - 3
        }
        (Stage::Approach(_), Action::Halt) => 100,
        (Stage::Wheel { unit }, Action::Halt) => look.front(unit, s.unit(unit).facing),
        (Stage::Wheel { unit } | Stage::Reface { unit, .. }, Action::Face(f)) => look.front(unit, f),
        (Stage::Retreat { unit, .. }, Action::Retreat(to)) => refuge(s, unit, to),
        (Stage::Retreat { unit, .. }, Action::Trample(_, to)) => refuge(s, unit, to) - 40,
        (Stage::Retire { unit, .. }, Action::Retire(to)) => look.nearest(s.side(unit), to) as i32,
        (_, Action::Rejoin(u) | Action::Replace(_, u)) => s.hex(u).map_or(0, |h| {
            let lone = if s.arm(u) == Arm::Artillery { -6 } else { 0 };
            look.nearest(s.side(u), h).min(6) as i32 + refuge(s, u, h) + lone
        }),
        (Stage::Combat { step }, Action::Advance(u, to)) => {
            let bold = refuge(s, u, to) + 12;
            if step == Bout::Follow { bold } else { bold / 2 }
        }
        _ => 0,
    }
}

fn decision_of(s: &State) -> Option<UnitId> {
    match s.stack.last() {
        Some(Stage::Reaction { at, .. }) => Some(*at),
        _ => None,
    }
}

/// The value of a set-up hex: guns and horse close together, leaders with their own units, the Banner near the King.
fn site_of(look: &mut Look<'_>, action: Action) -> i32 {
    let s = look.s;
    let board = &s.game_data.board;
    match action {
        Action::Place(u, h) => {
            let command = s.counter(u).command;
            let near: i32 = board
                .neighbours(h)
                .filter_map(|(_, n)| s.occupant(n))
                .map(|o| if s.counter(o).command == command { 2 } else { 0 })
                .sum();
            let open = s.arm(u) == Arm::Artillery;
            let foe = look.nearest(s.side(u), h) as i32;
            near + if open { -3 * foe } else { foe }
        }
        Action::PlaceLeader(l, h) => {
            let command = s.game_data.roster.leader_card(l).command;
            let spread: u32 = s
                .game_data
                .roster
                .units_of(command)
                .filter_map(|u| s.hex(u))
                .map(|x| board.distance(x, h))
                .sum();
            let among = s.occupant(h).is_some_and(|u| s.counter(u).command == command);
            i32::from(among) * 30 - spread as i32
        }
        Action::PlaceBanner(h) => {
            let king = s.leader(s.game_data.deployment.banner.of).at.hex();
            -(king.map_or(0, |k| board.distance(k, h)) as i32)
        }
        _ => 0,
    }
}
