//! Module 5, Leaders: casualties, displacement, replacement (5.0, 5.4, 5.5).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LEADER, LeaderId, Side, UnitId, Who};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::ground::ways_in;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Cite, Dir, Flow, HexId, Ledger, Limit, PieceSet, Procedures, Verdict};

/// Whether a leader in a hex is Surrounded: every adjacent hex holds an enemy unit, is closed to him, or is off the map (2.4,
/// 5.4, ruling R-20). A Charger that has passed through his hex does not count in the hex that it came to: he was displaced
/// while it was with him.
pub(crate) fn surrounded(s: &State, hex: HexId, side: Side, crossed_by: Option<UnitId>) -> bool {
    let board = &s.game_data.board;
    let enemy = |n: HexId| s.units_at(n).any(|u| s.side(u) != side && Some(u) != crossed_by);
    Dir::ALL.into_iter().all(|d| match board.neighbour(hex, d) {
        Some(n) => enemy(n) || ways_in(s, LEADER, Some(hex), n).is_none(),
        None => true,
    })
}

/// The units that a displaced leader may join: the nearest of his Battles. An Overall Commander without such units joins the
/// nearest of his army (5.4, ruling R-20).
fn nearest(s: &State, leader: LeaderId, from: HexId) -> Vec<UnitId> {
    let side = s.leader_side(leader);
    let board = &s.game_data.board;
    let own: Vec<UnitId> = s
        .unit_ids()
        .filter(|&u| s.hex(u).is_some() && s.leads(leader, s.battle(u)))
        .collect();
    let to_come = s
        .unit_ids()
        .any(|u| s.unit(u).at == Whereabouts::Reserve && s.leads(leader, s.battle(u)));
    let army = own.is_empty() && s.is_oc(leader) && !to_come;
    let all: Vec<UnitId> = if army {
        s.unit_ids()
            .filter(|&u| s.hex(u).is_some() && s.side(u) == side)
            .collect()
    } else {
        own
    };
    let far = |u: UnitId| s.hex(u).map_or(u32::MAX, |h| board.distance(h, from));
    let least = all.iter().map(|&u| far(u)).min();
    all.into_iter().filter(|&u| Some(far(u)) == least).collect()
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
    }
}

/// The list `rejoin`: what keeps a displaced leader from joining a unit (5.4).
pub static REJOIN_BARS: Bars<RejoinFacts> = Bars {
    name: "rejoin",
    list: &[
        RejoinBar::by(cite!("5.4"), "he joins a unit of his army that is on the map")
            .when(joined, |f| f.s.side(f.unit) != f.s.leader_side(f.leader) || f.s.hex(f.unit).is_none())
            .always(),
        RejoinBar::by(cite!("5.4", "R-20"), "not the nearest unit of a Battle of his")
            .when(joined, |f| !nearest(f.s, f.leader, f.from).contains(&f.unit)),
    ],
};

/// The units of a side on the map: under house rules a leader might join any of them.
fn comrades(s: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(move |&u| s.side(u) == side && s.hex(u).is_some())
}

pub(crate) fn rejoin_candidates(s: &State, leader: LeaderId, from: HexId, out: &mut Vec<Action>) {
    if s.amended() {
        out.extend(comrades(s, s.leader_side(leader)).map(Action::Rejoin));
        return;
    }
    out.extend(nearest(s, leader, from).into_iter().map(Action::Rejoin));
}

pub(crate) fn judge_rejoin(s: &State, leader: LeaderId, from: HexId, action: Action, v: &mut Verdict) -> bool {
    let Action::Rejoin(unit) = action else { return false };
    REJOIN_BARS.judge(&RejoinFacts { s, leader, from, unit }, v);
    true
}

/// The next leader of a side for whom a replacement is due and could be placed (5.5).
pub(crate) fn next_replacement(s: &State, side: Side) -> Option<LeaderId> {
    let placed = |l: LeaderId| s.unit_ids().any(|u| s.hex(u).is_some() && s.leads(l, s.battle(u)));
    s.leader_ids()
        .find(|&l| s.leader_side(l) == side && s.leader(l).pending && placed(l))
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

/// The list `replace`: what forbids a replacement to arrive with a unit. Checked when one is due (5.5).
pub static REPLACE_BARS: Bars<ReplaceFacts> = Bars {
    name: "replace",
    list: &[
        ReplaceBar::by(cite!("5.5"), "no replacement is due for that leader")
            .when(|f| f.leader.place(), |f| next_replacement(f.s, f.side) != Some(f.leader))
            .always(),
        ReplaceBar::by(cite!("5.5"), "he arrives with a unit of his army that is on the map")
            .when(|f| f.unit.place(), |f| f.s.hex(f.unit).is_none() || f.s.side(f.unit) != f.side)
            .always(),
        ReplaceBar::by(cite!("5.5"), "he arrives with a unit of a Battle of his")
            .when(|f| f.unit.place(), |f| !f.s.leads(f.leader, f.s.battle(f.unit))),
    ],
};

pub(crate) fn replacement_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    let Some(l) = next_replacement(s, side) else { return };
    let own = comrades(s, side).filter(|&u| s.amended() || s.leads(l, s.battle(u)));
    out.extend(own.map(|u| Action::Replace(l, u)));
}

pub(crate) fn judge_replacement(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    let Action::Replace(leader, unit) = action else {
        return false;
    };
    REPLACE_BARS.judge(&ReplaceFacts { s, side, leader, unit }, v);
    true
}

impl Engine<'_> {
    fn risk(&mut self, leader: LeaderId, kills: u8, what: &'static str) {
        let kills = i32::from(kills);
        let test = self.test(cite!("5.4"), what, Ledger::new(0), Limit::Below(kills));
        let passed = test.passed;
        let who = self.s.who(leader);
        self.say(cite!("5.4"), || What::LeaderRisk { who, test });
        if !passed {
            self.lose_leader(leader);
            self.say(cite!("5.4"), || What::Killed { who });
        }
    }

    /// 5.4: rolls a second die for the leaders in a hex that was hit hard, after the units' results and before the leaders are
    /// displaced (ruling R-17).
    pub(crate) fn leaders_under_fire(&mut self, leaders: PieceSet) {
        self.pop();
        let mut left: Vec<(HexId, Side)> = Vec::new();
        for leader in leaders.iter().map(LeaderId) {
            if let Some(hex) = self.s.leader(leader).at.hex() {
                let side = self.s.leader_side(leader);
                let kills = self.s.game_data.charts.throws.leader_hit;
                self.risk(leader, kills, "leader under fire");
                if !left.contains(&(hex, side)) {
                    left.push((hex, side));
                }
            }
        }
        for (hex, side) in left {
            self.displace_leaders(hex, side);
        }
    }

    /// 5.4: rolls for every leader with a unit that is Disordered, Retired or Eliminated by Shock or Charge, once in a combat.
    pub(crate) fn leaders_at_risk(&mut self, unit: UnitId) {
        let Some(hex) = self.s.hex(unit) else { return };
        let here = self.s.leaders_of(hex, self.s.side(unit));
        for leader in here.iter() {
            let fresh = self.fight_mut().is_none_or(|f| f.tested.insert(leader));
            if fresh {
                let kills = self.s.game_data.charts.throws.leader_struck;
                self.risk(LeaderId(leader), kills, "leader in shock");
            }
        }
    }

    /// Reports that a leader joins a unit, or the units still to come, from a hex that he had to leave.
    fn tell_joined(&mut self, case: Cite, leader: LeaderId, from: Option<HexId>, unit: Option<UnitId>) {
        let who = self.s.who(leader);
        let overrun = from.is_some_and(|h| self.s.enemy_in(h, self.s.leader_side(leader)));
        let to = unit.and_then(|u| self.s.hex(u));
        self.say(case, || What::Joined {
            who,
            from,
            overrun,
            unit,
            to,
        });
    }

    /// Removes a leader without units from the battle, without a loss (5.0).
    fn leave_field(&mut self, case: Cite, leader: LeaderId) {
        let l = self.s.leader_mut(leader);
        l.at = Whereabouts::Absent;
        let who = Who::of(leader, l.replacement);
        self.say(case, || What::Left { who });
    }

    fn lose_leader(&mut self, leader: LeaderId) {
        let card = &self.s.game_data.roster[leader];
        let replaced = card.leads() && !card.unreplaced;
        let l = self.s.leader_mut(leader);
        l.at = Whereabouts::Lost;
        l.fallen |= !l.replacement;
        l.pending = replaced;
    }

    /// Captures a leader (5.4).
    fn capture(&mut self, leader: LeaderId, case: Cite) {
        let who = self.s.who(leader);
        self.lose_leader(leader);
        self.say(case, || What::Captured { who });
    }

    /// 5.4: displaces the leaders in a hex that their units have left, unless a fire roll is still to be made for them.
    pub(crate) fn displace_leaders(&mut self, hex: HexId, side: Side) {
        let here = self.s.leaders_of(hex, side);
        let awaited = |st: &Stage| match *st {
            Stage::LeadersUnderFire { leaders } => !here.without(leaders).iter().eq(here.iter()),
            Stage::Displace { hex: h, side: x, .. } => h == hex && x == side,
            _ => false,
        };
        if !here.is_empty() && !self.s.stack.iter().any(awaited) {
            let crossed_by = None;
            self.call(Stage::Displace { hex, side, crossed_by });
        }
    }

    pub(crate) fn displacing(&mut self, hex: HexId, side: Side, crossed_by: Option<UnitId>) -> Flow<Stage> {
        if crossed_by.is_some() {
            self.take_standards(hex, side);
        }
        let friend = self.s.held_by(hex) == Some(side);
        let Some(leader) = self.s.leaders_of(hex, side).first().map(LeaderId).filter(|_| !friend) else {
            return Flow::Done;
        };
        if surrounded(self.s, hex, side, crossed_by) {
            self.capture(leader, cite!("5.4"));
            return Flow::Next;
        }
        Flow::Call(Stage::Rejoin { leader, from: hex })
    }

    pub(crate) fn rejoining(&mut self, leader: LeaderId, from: HexId) -> Flow<Stage> {
        if self.s.leader(leader).at != Whereabouts::Map(from) {
            return Flow::Done;
        }
        if !nearest(self.s, leader, from).is_empty() {
            return Flow::Ask;
        }
        let to_come = self
            .s
            .unit_ids()
            .any(|u| self.s.unit(u).at == Whereabouts::Reserve && self.s.leads(leader, self.s.battle(u)));
        if to_come {
            self.s.leader_mut(leader).at = Whereabouts::Reserve;
            self.tell_joined(cite!("5.4"), leader, Some(from), None);
        } else {
            self.leave_field(cite!("5.4"), leader);
        }
        Flow::Done
    }

    pub(crate) fn enact_rejoin(&mut self, leader: LeaderId, action: Action) {
        let Action::Rejoin(unit) = action else { return };
        self.pop();
        if let Some(h) = self.s.hex(unit) {
            let from = self.s.leader(leader).at.hex();
            self.s.leader_mut(leader).at = Whereabouts::Map(h);
            self.tell_joined(cite!("5.4"), leader, from, Some(unit));
        }
    }

    pub(crate) fn replacing(&mut self, side: Side) -> Flow<Stage> {
        if next_replacement(self.s, side).is_some() {
            return Flow::Ask;
        }
        // A leader whose units are all still to come waits with them.
        let waiting = self.s.leader_ids().find(|&l| {
            let own = |u: UnitId| self.s.leads(l, self.s.battle(u)) && self.s.unit(u).at == Whereabouts::Reserve;
            self.s.leader_side(l) == side && self.s.leader(l).pending && self.s.unit_ids().any(own)
        });
        let Some(leader) = waiting else { return Flow::Done };
        self.replace(leader, Whereabouts::Reserve);
        self.tell_joined(cite!("5.5"), leader, None, None);
        Flow::Next
    }

    fn replace(&mut self, leader: LeaderId, at: Whereabouts) {
        let l = self.s.leader_mut(leader);
        l.at = at;
        l.pending = false;
        l.replacement = true;
        l.began = at.hex();
    }

    pub(crate) fn enact_replace(&mut self, action: Action) {
        let Action::Replace(leader, unit) = action else {
            return;
        };
        let Some(hex) = self.s.hex(unit) else { return };
        let again = self.s.leader(leader).replacement;
        self.replace(leader, Whereabouts::Map(hex));
        self.say(cite!("5.5"), || What::Replaced {
            leader,
            unit,
            hex,
            again,
        });
    }

    /// Whether a procedure in progress is settling a leader's place.
    fn awaited(&self, leader: LeaderId) -> bool {
        let here = self.s.leader(leader).at.hex();
        self.s.stack.iter().any(|st| match *st {
            Stage::LeadersUnderFire { leaders } => leaders.contains(leader.0),
            Stage::Displace { hex, side, .. } => here == Some(hex) && side == self.s.leader_side(leader),
            Stage::Rejoin { leader: l, .. } => l == leader,
            _ => false,
        })
    }

    /// Applies what happens to leaders at once: those without units leave (5.0), and those whose hex an enemy unit has entered
    /// are displaced (5.4).
    pub(crate) fn settle_leaders(&mut self) -> bool {
        for leader in self.s.leader_ids() {
            let at = self.s.leader(leader).at;
            if !at.in_play() {
                continue;
            }
            let side = self.s.leader_side(leader);
            if let Some(hex) = at.hex()
                && self.s.enemy_in(hex, side)
                && !self.awaited(leader)
            {
                self.displace_leaders(hex, side);
                return true;
            }
            let battles = &self.s.game_data.roster[leader].battles;
            let units = battles.iter().any(|&b| self.s.in_play(b).next().is_some());
            if units || self.s.is_oc(leader) || self.awaited(leader) {
                continue;
            }
            let alone = at.hex().filter(|&h| self.s.stacks.is_empty(h));
            if alone.is_some_and(|h| surrounded(self.s, h, side, None)) {
                self.capture(leader, cite!("5.0"));
            } else {
                self.leave_field(cite!("5.0"), leader);
            }
            return true;
        }
        false
    }
}
