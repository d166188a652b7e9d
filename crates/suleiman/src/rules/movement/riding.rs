//! A leader's own movement (3.1.1, 6.1.1, ruling C13).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, MOUNTED, Side, UnitId, Who};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::concepts::blind_approach;
use crate::rules::ground::ground;
use crate::rules::movement::step::entrances;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, Dir, HexId, Place, Procedures, Refusal, Verdict, Violation};

casus_continuity::facts! {
    /// The facts of a leader's step.
    ///
    /// He moves alone. Leaders who go with a unit move by the unit's step.
    pub struct RideFacts<'a> of State; rules B = Bar; places to {
        /// The leader who would move.
        pub leader: LeaderId,
        /// The side that he belongs to.
        pub side: Side,
        /// The hex where he is; `None` when he enters the map.
        pub from: Option<HexId>,
        /// The hex that he would enter.
        pub to: HexId,
        /// The direction of the hex, if it is adjacent.
        pub dir: Option<Dir>,
        /// The movement points that he has spent.
        pub spent: u8,
        /// The cost of the step, in movement points; `None` where the terrain chart closes the hex.
        pub cost: Option<i32>,
    }
}

impl RideFacts<'_> {
    /// Whether he is off the map and may not enter it through that hex.
    fn off_his_gates(&self) -> bool {
        self.from.is_none() && !leader_gates(self.s, self.leader).contains(&self.to)
    }
    fn of_contingent(&self) -> bool {
        self.s
            .is_contingent(self.s.game_data.roster.leader_card(self.leader).command)
    }
    /// The enemy in the hex: a unit, or a lone leader.
    fn enemy(&self) -> Option<Place> {
        let unit = self.s.enemy_at(self.to, self.side).map(UnitId::place);
        unit.or_else(|| self.s.lone_enemy_leader(self.to, self.side).map(LeaderId::place))
    }
}

/// The list `ride`: what forbids a leader's step. Checked for each hex that he would enter when he moves alone
/// (6.1.1, ruling C13).
pub static RIDE_BARS: Bars<RideFacts> = Bars {
    name: "ride",
    list: &[
        B::by(cite!("3.1.1"), "an enemy is in the hex").violated(|f| f.enemy().map(Violation::at)),
        B::by(cite!("3.2", "C13"), "a leader may not enter an enemy ZOC without a friendly unit")
            .when(to, |f| f.s.opts(Choice::C13) && f.s.occupant(f.to).is_none() && f.s.in_zoc(f.to, f.side.enemy())),
        B::by(cite!("6.1.1"), "the hexes are not adjacent")
            .when(to, |f| f.from.is_some() && f.dir.is_none())
            .always(),
        B::by(cite!("6.1.1", "C13"), "not enough movement points for the leader").violated(|f| {
            let have = i32::from(f.s.leader_allowance(f.leader)) - i32::from(f.spent);
            let short = |need| (need > have).then(|| Violation::lacks(f.leader.place(), MP, need, have));
            f.cost.map_or(Some(Violation::at(f.to.place())), short)
        }),
        B::by(cite!("14.3(1)", "B10"), "he may not come within two hexes of an enemy whom he does not see")
            .violated(|f| blind_approach(f.s, f.side, f.from?, f.to).map(|e| Violation::at(e.place()))),
        B::by(cite!("15.1"), "his command does not enter through that hex")
            .when(to, |f| f.off_his_gates() && !f.of_contingent()),
        B::by(cite!("15.2.4"), "his contingent does not enter through that hex")
            .when(to, |f| f.off_his_gates() && f.of_contingent()),
    ],
};

pub(crate) fn ride_facts(s: &State, leader: LeaderId, to: HexId) -> RideFacts<'_> {
    let l = s.leader(leader);
    riding_from(s, leader, l.at.hex(), l.spent, to)
}

pub(crate) fn riding_from(s: &State, leader: LeaderId, from: Option<HexId>, spent: u8, to: HexId) -> RideFacts<'_> {
    let board = &s.game_data.board;
    let dir = from.and_then(|f| board.direction(f, to));
    let cost = ground(s, leader.place(), MOUNTED, from, to);
    RideFacts {
        s,
        leader,
        side: s.game_data.roster.leader_card(leader).side,
        from,
        to,
        dir,
        spent,
        cost,
    }
}

/// The cost of a leader's step; `None` where the terrain chart closes the hex.
pub(crate) fn ride_cost(s: &State, leader: LeaderId, to: HexId) -> Option<i32> {
    ride_facts(s, leader, to).cost
}

/// The entry hexes of a leader off the map: those of his command, or, where it has none, those of rallied units.
pub(crate) fn leader_gates(s: &State, leader: LeaderId) -> &[HexId] {
    let gates = &s
        .game_data
        .roster
        .command_card(s.game_data.roster.leader_card(leader).command)
        .entry;
    if gates.is_empty() {
        &s.game_data.deployment.rally_entry
    } else {
        gates
    }
}

pub(crate) fn riding_candidates(s: &State, leader: LeaderId, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    match s.leader(leader).at.hex() {
        Some(h) => out.extend(s.game_data.board.neighbours(h).map(|(_, n)| Action::Step(n))),
        None => out.extend(entrances(s, leader_gates(s, leader)).map(Action::Enter)),
    }
}

pub(crate) fn judge_riding(s: &State, leader: LeaderId, action: Action, v: &mut Verdict) -> bool {
    let on_map = s.leader(leader).at.hex().is_some();
    match action {
        Action::Halt => {}
        Action::Step(h) if on_map => RIDE_BARS.judge(&ride_facts(s, leader, h), v),
        Action::Enter(h) if !on_map => RIDE_BARS.judge(&ride_facts(s, leader, h), v),
        Action::Step(_) | Action::Enter(_) => v.refuse(
            Refusal::new(cite!("15.1"), "a leader enters the map once, and moves on it after").about(leader.place()),
        ),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn enact_riding(&mut self, leader: LeaderId, action: Action) {
        match action {
            Action::Halt => {
                let l = self.s.leader_mut(leader);
                l.moved = l.spent > 0;
                self.pop();
            }
            Action::Step(to) | Action::Enter(to) => {
                let cost = ride_facts(self.s, leader, to).cost.unwrap_or(0);
                let l = self.s.leader_mut(leader);
                let (from, who) = (l.at.hex(), Who::of(leader, l.replacement));
                l.at = Whereabouts::Map(to);
                l.spent = l.spent.saturating_add(cost.clamp(0, 100) as u8);
                let hidden = !self.s.leader(leader).known;
                self.say(cite!("6.1.1", "C13"), || What::Rode {
                    who,
                    from,
                    to: Some(to),
                    cost: Some(cost),
                    hidden,
                });
            }
            _ => {}
        }
    }
}
