//! Module 12, Leaders.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{Arm, CommandId, LeaderId, Side, UnitId, Who};
use crate::engine::Engine;
use crate::event::{Riders, What};
use crate::options::Choice;
use crate::rules::openings::{OpeningFacts, REPLACE_OPENING, next_replacement};
use crate::state::activation::Activation;
use crate::state::effect::Displaced;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{
    Bar, Bars, Cite, Field, Flow, HexId, Ledger, Limit, Modifier, Modifiers, PieceSet, Procedures, Verdict, chain,
    within_range,
};

/// Whether a leader commands nothing but the Levy while his superior is in play (12.2).
pub(crate) fn levy_only(s: &State, under: LeaderId) -> bool {
    let card = s.game_data.roster.leader_card(under);
    card.deputy
        && s.game_data
            .leader_of(card.command)
            .is_some_and(|first| s.leader(first).at.in_play())
}

/// The leaders to whom the units of a command may trace command in this activation (12.1, 12.2).
fn beacons(s: &State, command: CommandId) -> impl Iterator<Item = LeaderId> + '_ {
    const _: Cite = cite!("12.2");
    s.leader_ids().filter(move |&l| {
        let card = s.game_data.roster.leader_card(l);
        card.command == command && !card.reserve && s.leader(l).at.hex().is_some()
    })
}

/// The hexes in which a unit of a side is in a leader's Command Range. It is not traced through enemy units. It is traced
/// through an enemy ZOC only where a friendly unit is in the hex (12.1).
fn range_of(s: &State, leader: LeaderId, enemy_zone: &Field) -> Option<Field> {
    const _: Cite = cite!("12.1");
    let side = s.game_data.roster.leader_card(leader).side;
    let from = s.leader(leader).at.hex()?;
    Some(within_range(&s.game_data.board, from, s.command_range(leader), |h| match s.occupant(h) {
        Some(u) => s.side(u) != side,
        None => enemy_zone.contains(h),
    }))
}

impl State {
    /// The marks of a unit that begins an activation in its present hex: next to an enemy unit, in an enemy ZOC (6.1.2,
    /// 12.2.1).
    pub(crate) fn beginning(&self, unit: UnitId) -> Done {
        let mut began = Done::default();
        if let Some(at) = self.hex(unit) {
            let side = self.side(unit);
            if self.adjacent_enemies(at, side).next().is_some() {
                began.set(Done::BEGAN_ADJACENT);
            }
            if self.in_zoc(at, side.enemy()) {
                began.set(Done::BEGAN_IN_ZOC);
            }
        }
        began
    }
}

/// Returns the units of a command that are in command now, in the order of the roster (12.1, 12.1.1).
///
/// A unit is in command if it is in range of a leader, or joined to such a unit by a chain of adjacent units of the
/// command. Units off the map are in command (ruling C15). An activation computes this when it begins, and the answer holds
/// until it ends, whatever moves (12.2.1).
pub fn in_command(s: &State, command: CommandId) -> Vec<UnitId> {
    const _: Cite = cite!("12.1.1");
    let units: Vec<UnitId> = s.game_data.units_of(command).collect();
    let mut near: Vec<HexId> = Vec::new();
    let enemy_zone = s.zone(s.game_data.roster.command_card(command).side.enemy());
    for leader in beacons(s, command) {
        let levy = levy_only(s, leader);
        let Some(field) = range_of(s, leader, &enemy_zone) else {
            continue;
        };
        for &u in &units {
            if let Some(h) = s.hex(u)
                && field.contains(h)
                && (!levy || s.arm(u) == Arm::LevyInfantry)
            {
                near.push(h);
            }
        }
    }
    let member = |h: HexId| s.occupant(h).is_some_and(|u| s.command(u) == command);
    let chain = chain(&s.game_data.board, near.iter().copied(), member);
    units
        .into_iter()
        .filter(|&u| match s.unit(u).at {
            Whereabouts::Map(h) => chain.contains(h),
            Whereabouts::Box | Whereabouts::Reserve => !s.opts(Choice::C15),
            Whereabouts::Lost | Whereabouts::Absent => false,
        })
        .collect()
}

/// Whether a leader in a hex is surrounded: every adjacent hex is off the map, holds an enemy unit, or is in an enemy ZOC
/// without a friendly unit in it (12.4(2), ruling G9).
pub(crate) fn surrounded(s: &State, hex: HexId, side: Side) -> bool {
    s.game_data.board.neighbours(hex).all(|(_, n)| match s.occupant(n) {
        Some(u) => s.side(u) != side,
        None => s.in_zoc(n, side.enemy()),
    })
}

/// The units that a leader without his unit may join: the nearest of his command (12.4, ruling B7). If an enemy unit has
/// entered his hex, units in command come first, the chain of 12.1.1 included (3.1.1, ruling C10).
fn nearest(s: &State, leader: LeaderId, from: HexId, overrun: bool) -> Vec<UnitId> {
    let card = s.game_data.roster.leader_card(leader);
    let b = &s.game_data.board;
    let on_map: Vec<(u32, UnitId)> = s
        .game_data
        .units_of(card.command)
        .filter_map(|u| s.hex(u).map(|h| (b.distance(h, from), u)))
        .collect();
    let commanded = overrun.then(|| in_command(s, card.command));
    let in_reach = |u: UnitId| commanded.as_ref().is_none_or(|list| list.contains(&u));
    let pick = |list: &[(u32, UnitId)]| -> Vec<UnitId> {
        let least = list.iter().map(|x| x.0).min();
        list.iter().filter(|x| Some(x.0) == least).map(|x| x.1).collect()
    };
    let first: Vec<(u32, UnitId)> = on_map.iter().filter(|x| in_reach(x.1)).copied().collect();
    if first.is_empty() { pick(&on_map) } else { pick(&first) }
}

/// Whether a unit belongs to a leader's command.
fn leads(s: &State, leader: LeaderId, unit: UnitId) -> bool {
    s.command(unit) == s.game_data.roster.leader_card(leader).command
}

casus_continuity::facts! {
    /// The facts of a leader who joins a unit.
    ///
    /// He is still in his hex. The unit may be any unit of the roster.
    pub struct RejoinFacts<'a> of State; rules RejoinBar = Bar; places joined = unit {
        /// The leader who has to join a unit.
        pub leader: LeaderId,
        /// The hex where he was.
        pub from: HexId,
        /// The unit that he would join.
        pub unit: UnitId,
        /// Whether an enemy unit has entered his hex (3.1.1).
        pub overrun: bool,
    }
}

impl RejoinFacts<'_> {
    /// Whether the unit is an enemy or off the map.
    fn strange(&self) -> bool {
        self.s.side(self.unit) != self.s.game_data.roster.leader_card(self.leader).side
            || self.s.hex(self.unit).is_none()
    }
    fn near(&self) -> bool {
        nearest(self.s, self.leader, self.from, self.overrun).contains(&self.unit)
    }
}

/// The list `rejoin`: what keeps a leader from joining a unit. Checked when he has lost his own unit, or an enemy unit has
/// entered his hex (12.4, 3.1.1).
pub static REJOIN_BARS: Bars<RejoinFacts> = Bars {
    name: "rejoin",
    list: &[
        RejoinBar::by(cite!("3.1.1", "C10"), "ridden out of his hex, he goes to the nearest unit of his command")
            .when(joined, |f| f.overrun && !f.near()),
        RejoinBar::by(cite!("12.4"), "he joins a unit of his army that is on the map")
            .when(joined, |f| f.strange())
            .always(),
        RejoinBar::by(cite!("12.4"), "he joins a unit of his own command")
            .when(joined, |f| !leads(f.s, f.leader, f.unit) && !f.overrun),
        RejoinBar::by(cite!("12.4", "B7"), "not the nearest unit of his command")
            .when(joined, |f| !f.near() && !f.overrun),
    ],
};

/// The units of a side on the map: under house rules a leader might join any of them.
fn comrades(s: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(move |&u| s.side(u) == side && s.hex(u).is_some())
}

pub(crate) fn rejoin_candidates(s: &State, leader: LeaderId, from: HexId, why: Displaced, out: &mut Vec<Action>) {
    if s.amended() {
        out.extend(comrades(s, s.game_data.roster.leader_card(leader).side).map(Action::Rejoin));
        return;
    }
    out.extend(
        nearest(s, leader, from, why == Displaced::Overrun)
            .into_iter()
            .map(Action::Rejoin),
    );
}

pub(crate) fn judge_rejoin(
    s: &State,
    leader: LeaderId,
    from: HexId,
    why: Displaced,
    action: Action,
    v: &mut Verdict,
) -> bool {
    let Action::Rejoin(unit) = action else {
        return false;
    };
    let overrun = why == Displaced::Overrun;
    REJOIN_BARS.judge(
        &RejoinFacts {
            s,
            leader,
            from,
            unit,
            overrun,
        },
        v,
    );
    true
}

casus_continuity::facts! {
    /// The facts of a replacement's arrival.
    ///
    /// The unit may be any unit of the roster.
    pub struct ReplaceFacts<'a> of State; rules ReplaceBar = Bar {
        /// The side of the leader who is replaced.
        pub side: Side,
        /// The leader whom he replaces.
        pub leader: LeaderId,
        /// The unit with which he would arrive.
        pub unit: UnitId,
    }
}

/// The list `replace`: what keeps a replacement from arriving with a unit. Checked when one is due, before the command acts
/// (12.4.1).
pub static REPLACE_BARS: Bars<ReplaceFacts> = Bars {
    name: "replace",
    list: &[
        ReplaceBar::by(cite!("12.4.1"), "no replacement is due for that leader")
            .when(|f| f.leader.place(), |f| next_replacement(f.s, f.side) != Some(f.leader))
            .always(),
        ReplaceBar::by(cite!("12.4.1"), "he arrives with a unit of his army that is on the map")
            .when(|f| f.unit.place(), |f| f.s.hex(f.unit).is_none() || f.s.side(f.unit) != f.side)
            .always(),
        ReplaceBar::by(cite!("12.4.1"), "he arrives with a unit of his command")
            .when(|f| f.unit.place(), |f| !leads(f.s, f.leader, f.unit)),
    ],
};

pub(crate) fn replacement_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    if let Some(l) = next_replacement(s, side) {
        if s.amended() {
            out.extend(comrades(s, side).map(|u| Action::Replace(l, u)));
            return;
        }
        let command = s.game_data.roster.leader_card(l).command;
        out.extend(s.game_data.units_of(command).map(|u| Action::Replace(l, u)));
    }
}

pub(crate) fn judge_replacement(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    let Action::Replace(leader, unit) = action else {
        return false;
    };
    REPLACE_BARS.judge(&ReplaceFacts { s, side, leader, unit }, v);
    true
}

casus_continuity::facts! {
    /// The facts of a leader's survival roll.
    ///
    /// His unit has just suffered a result. It still stands in his hex or has left it with him.
    pub struct RiskFacts<'a> of State; rules M = Modifier {
        /// The leader who rolls.
        pub leader: LeaderId,
    }
}

/// The list `leader-drm`: the modifiers of a leader's survival roll. It is made when his unit is hit hard in Shock
/// (12.4(2)).
pub static RISK_DRMS: Modifiers<RiskFacts> = Modifiers {
    name: "leader-drm",
    list: &[M::by(cite!("12.4(2)"), "Activation Rating")
        .adds(|f| f.leader.place(), |f| Some(-f.s.activation_rating(f.leader)))],
};

impl State {
    /// The units that an activation might use: those of its command, then, under house rules, the others of its side (2.2.4,
    /// 5.1.1).
    pub(crate) fn at_hand(&self, act: &Activation) -> impl Iterator<Item = UnitId> + '_ {
        let (side, command) = (act.side, act.command);
        let other = move |&u: &UnitId| self.side(u) == side && self.command(u) != command;
        let others = self.amended().then(|| self.unit_ids().filter(other));
        self.game_data.units_of(command).chain(others.into_iter().flatten())
    }
    /// Whether the active command may use a unit (5.1.1, 12.2).
    pub(crate) fn usable(&self, unit: UnitId) -> bool {
        self.activation().is_some_and(|a| {
            self.counter(unit).command == a.command
                && (!levy_only(self, a.under) || self.arm(unit) == Arm::LevyInfantry)
        })
    }
}

impl Engine<'_> {
    /// Reveals the leaders in a unit's hex to the enemy (3.5).
    pub(crate) fn disclose(&mut self, leader: LeaderId) {
        if !self.s.leader(leader).known {
            self.s.leader_mut(leader).known = true;
            self.log.reveal();
            let who = self.s.who(leader);
            self.say(cite!("3.5"), || What::Disclosed { who });
        }
    }

    /// The leaders with a unit whose presence both sides know.
    pub(crate) fn known_with(&self, unit: UnitId) -> Vec<LeaderId> {
        let mut all = self.leaders_with(unit);
        all.retain(|&l| self.s.leader(l).known);
        all
    }

    /// These leaders, and who of them are in play as replacements (12.4.1).
    pub(crate) fn named(&self, leaders: Vec<LeaderId>) -> Riders {
        let replaced = |&l: &LeaderId| self.s.leader(l).replacement;
        let replacements = leaders.iter().copied().filter(replaced).collect();
        Riders { leaders, replacements }
    }

    /// The riders of a Charger who have come to a hex with it and whose presence both sides know (ruling F25).
    pub(crate) fn rode(&self, riders: PieceSet, to: HexId) -> Vec<LeaderId> {
        let came = |&l: &LeaderId| self.s.leader(l).at.hex() == Some(to) && self.s.leader(l).known;
        riders.iter().map(LeaderId).filter(came).collect()
    }

    pub(crate) fn leaders_with(&self, unit: UnitId) -> Vec<LeaderId> {
        match self.s.hex(unit) {
            Some(h) if self.s.occupant(h) == Some(unit) => self.leaders_in_hex(unit),
            _ => Vec::new(),
        }
    }

    /// The ids of the leaders with a unit that sets out on a Charge or Counter-Charge (ruling F25).
    pub(crate) fn riding_with(&self, unit: UnitId) -> PieceSet {
        self.leaders_with(unit).iter().map(|l| l.0).collect()
    }

    /// The leaders of a unit's side in its hex, with the unit itself or with the gun that it passes.
    pub(crate) fn leaders_in_hex(&self, unit: UnitId) -> Vec<LeaderId> {
        let hex = self.s.hex(unit);
        hex.map_or_else(Vec::new, |h| self.leaders_of(h, self.s.side(unit)))
    }

    fn leaders_of(&self, hex: HexId, side: Side) -> Vec<LeaderId> {
        self.s
            .leaders_at(hex)
            .filter(|&l| self.s.game_data.roster.leader_card(l).side == side)
            .collect()
    }

    /// 12.4(1): rolls a second die for every leader in a hex that was hit hard; 8 or 9 kills.
    pub(crate) fn leaders_under_fire(&mut self, target: UnitId) {
        for leader in self.leaders_in_hex(target) {
            self.disclose(leader);
            let test = self.test(cite!("12.4(1)"), "leader under fire", Ledger::new(0), Limit::Below(8));
            let passed = test.passed;
            let who = self.s.who(leader);
            self.say(cite!("12.4(1)"), || What::LeaderRisk { who, test });
            if !passed {
                self.kill(leader, cite!("12.4(1)"));
            }
        }
    }

    /// 12.4(2): rolls for every leader with a unit that is Disordered, Retired or Eliminated in Shock.
    pub(crate) fn leaders_at_risk(&mut self, unit: UnitId, fate: CombatResult) {
        let gone = matches!(fate, CombatResult::Retired | CombatResult::Eliminated);
        let harmed = gone || matches!(fate, CombatResult::Disordered | CombatResult::DisorderedRetreat);
        let again = self.s.unit(unit).condition != Condition::Normal && !gone;
        if !harmed || (again && self.s.opts(Choice::G1)) {
            return;
        }
        for leader in self.leaders_with(unit) {
            self.disclose(leader);
            let (Some(hex), side) = (self.s.hex(unit), self.s.side(unit)) else {
                return;
            };
            if gone && surrounded(self.s, hex, side) {
                self.capture(leader, Displaced::Shock);
                continue;
            }
            let net = RISK_DRMS.ledger(0, &RiskFacts { s: self.s, leader });
            let test = self.test(cite!("12.4(2)"), "leader in shock", net, Limit::Below(3));
            let passed = test.passed;
            let who = self.s.who(leader);
            self.say(cite!("12.4(2)"), || What::LeaderRisk { who, test });
            if !passed {
                self.kill(leader, cite!("12.4(2)"));
            }
        }
    }

    fn kill(&mut self, leader: LeaderId, case: Cite) {
        let who = self.s.who(leader);
        self.lose_leader(leader);
        self.say(case, || What::Killed { who });
    }

    fn capture(&mut self, leader: LeaderId, why: Displaced) {
        let who = self.s.who(leader);
        self.lose_leader(leader);
        self.say(why.capture(), || What::Captured { who });
    }

    fn lose_leader(&mut self, leader: LeaderId) {
        let card = self.s.game_data.roster.leader_card(leader).clone();
        let l = self.s.leader_mut(leader);
        let monarch = card.monarch && !l.replacement;
        l.at = Whereabouts::Lost;
        l.known = true;
        // 12.4.1: a leader with a second in command has no other replacement.
        let seconded = !card.deputy && self.s.game_data.deputy_of(card.command).is_some();
        self.s.leader_mut(leader).pending = !seconded;
        let count = &mut self.s.fallen[card.side as usize][usize::from(!monarch)];
        *count = count.saturating_add(1);
    }

    /// Moves the leaders whose unit has left a hex. A surrounded leader is captured; any other joins the nearest unit of his
    /// command (12.4(2), ruling G13).
    pub(crate) fn displace_leaders(&mut self, at: HexId, side: Side, riders: PieceSet, why: Displaced) {
        // A friendly unit in the hex keeps the leaders who are with it, but not those who rode with the unit that has left.
        let kept = self.s.occupant(at).is_some_and(|u| self.s.side(u) == side);
        let mut here = self.leaders_of(at, side);
        here.retain(|l| !kept || riders.contains(l.0));
        for leader in here {
            self.disclose(leader);
            if surrounded(self.s, at, side) {
                self.capture(leader, why);
            } else {
                self.call(Stage::Rejoin { leader, from: at, why });
            }
        }
    }

    pub(crate) fn rejoining(&mut self, leader: LeaderId, from: HexId, why: Displaced) -> Flow<Stage> {
        if self.s.leader(leader).at != Whereabouts::Map(from) {
            return Flow::Done;
        }
        if nearest(self.s, leader, from, why == Displaced::Overrun).is_empty() {
            // His command has no unit on the map: he waits off the map with it (ruling G11).
            let l = self.s.leader_mut(leader);
            l.at = Whereabouts::Reserve;
            let who = Who::of(leader, l.replacement);
            self.say(cite!("12.4", "G11"), || What::Joined {
                who,
                from,
                overrun: why == Displaced::Overrun,
                unit: None,
                to: None,
            });
            return Flow::Done;
        }
        Flow::Ask
    }

    pub(crate) fn enact_rejoin(&mut self, leader: LeaderId, why: Displaced, action: Action) {
        let Action::Rejoin(unit) = action else { return };
        self.pop();
        if let (Some(from), Some(h)) = (self.s.leader(leader).at.hex(), self.s.hex(unit)) {
            let l = self.s.leader_mut(leader);
            l.at = Whereabouts::Map(h);
            let who = Who::of(leader, l.replacement);
            self.say(why.cite(), || What::Joined {
                who,
                from,
                overrun: why == Displaced::Overrun,
                unit: Some(unit),
                to: Some(h),
            });
        }
    }

    pub(crate) fn replacing(&mut self, side: Side) -> Flow<Stage> {
        if REPLACE_OPENING.permit(&OpeningFacts::of(self.s, side)) {
            return Flow::Ask;
        }
        // If all units of the command are off the map, the replacement arrives there too (ruling G11).
        let waiting = self.s.leader_ids().find(|&l| {
            let card = self.s.game_data.roster.leader_card(l);
            card.side == side
                && self.s.leader(l).pending
                && self
                    .s
                    .game_data
                    .units_of(card.command)
                    .any(|u| self.s.unit(u).at.in_play())
        });
        let Some(leader) = waiting else {
            return Flow::Done;
        };
        let l = self.s.leader_mut(leader);
        let again = l.replacement;
        l.at = Whereabouts::Reserve;
        l.pending = false;
        l.replacement = true;
        l.known = false;
        self.say(cite!("12.4.1", "G11"), || What::Replaced {
            leader,
            unit: None,
            hex: None,
            hidden: false,
            again,
        });
        Flow::Next
    }

    pub(crate) fn enact_replace(&mut self, side: Side, action: Action) {
        let Action::Replace(leader, unit) = action else {
            return;
        };
        let Some(hex) = self.s.hex(unit) else { return };
        let h1 = side == Side::Hungary && self.s.opts(Choice::H1) && !self.s.szapolyai_came;
        self.s.szapolyai_came |= h1;
        let l = self.s.leader_mut(leader);
        let again = l.replacement;
        l.at = Whereabouts::Map(hex);
        l.pending = false;
        l.replacement = true;
        l.szapolyai = h1;
        l.known = false;
        let case = if h1 { cite!("12.4.1", "H1") } else { cite!("12.4.1") };
        self.say(case, || What::Replaced {
            leader,
            unit: Some(unit),
            hex: Some(hex),
            hidden: true,
            again,
        });
    }

    /// 6.1.2, 12.1, 12.2.1: fixes command status for the activation, and records which units begin it next to an enemy or
    /// in its ZOC.
    pub(crate) fn fix_status(&mut self, command: CommandId) {
        let ok = in_command(self.s, command);
        let units: Vec<UnitId> = self.s.game_data.units_of(command).collect();
        for u in units {
            let began = self.s.beginning(u);
            let done = &mut self.s.unit_mut(u).done;
            done.clear(Done::BEGAN_ADJACENT.and(Done::BEGAN_IN_ZOC));
            done.set(began);
            if ok.contains(&u) {
                self.s.unit_mut(u).done.set(Done::IN_COMMAND);
            } else if self.s.unit(u).at.in_play() {
                self.s.unit_mut(u).done.clear(Done::IN_COMMAND);
                self.say(cite!("12.2.1"), || What::OutOfCommand { unit: u });
            }
        }
    }

    /// Applies what happens to leaders at once: those without units leave (12.4), those overrun move (3.1.1), and those who
    /// are alone in a hex are revealed (3.5).
    pub(crate) fn settle_leaders(&mut self) -> bool {
        for i in 0..self.s.leaders.len() {
            let id = LeaderId(i as u8);
            let l = *self.s.leader(id);
            if !matches!(l.at, Whereabouts::Map(_) | Whereabouts::Reserve) {
                continue;
            }
            let card = self.s.game_data.roster.leader_card(id);
            let (command, side) = (card.command, card.side);
            if self.thinned && !self.s.game_data.units_of(command).any(|u| self.s.unit(u).at.in_play()) {
                self.s.leader_mut(id).at = Whereabouts::Absent;
                self.say(cite!("12.4"), || What::Fled {
                    who: Who::of(id, l.replacement),
                });
                return true;
            }
            let Some(h) = l.at.hex() else { continue };
            if let Some(enemy) = self.s.enemy_at(h, side) {
                if self
                    .s
                    .stack
                    .iter()
                    .any(|st| matches!(st, Stage::Rejoin { leader, .. } if *leader == id))
                {
                    continue;
                }
                self.overrun(id, h, enemy);
                return true;
            }
            if !l.known && self.s.occupant(h).is_none() {
                self.disclose(id);
                return true;
            }
        }
        false
    }

    /// 3.1.1: an enemy unit has entered a lone leader's hex (ruling C10).
    fn overrun(&mut self, leader: LeaderId, hex: HexId, enemy: UnitId) {
        let side = self.s.side(enemy).enemy();
        self.disclose(leader);
        // The hex that the enemy unit came from counts as one that it still surrounds.
        let left = self.came.filter(|&(unit, _)| unit == enemy).map(|(_, from)| from);
        let held = |n: HexId| left == Some(n) || self.s.enemy_at(n, side).is_some();
        let shut = self.s.game_data.board.neighbours(hex).all(|(_, n)| held(n));
        if shut {
            self.kill(leader, cite!("3.1.1", "C10"));
        } else {
            let why = Displaced::Overrun;
            self.call(Stage::Rejoin { leader, from: hex, why });
        }
    }
}
