//! A leader's own movement (7.2), and a Standard's (15.2).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LEADER, LeaderId, Piece, Side, StandardId, UnitId, Who};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::ground::Ground;
use crate::rules::movement::step::army_keeps_off;
use crate::rules::reinforcements::shut_to;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, Dir, HexId, Modifier, Modifiers, Place, Procedures, Verdict, Violation};

casus_continuity::facts! {
    /// The facts of a step of a piece that moves without a unit.
    ///
    /// The piece is a leader or a Standard. Leaders who go with a unit move by the unit's step.
    pub struct AloneFacts<'a> of State; rules B = Bar, M = Modifier; places to {
        /// The piece that moves.
        pub piece: Place,
        /// The side of the piece.
        pub side: Side,
        /// The hex that it would enter.
        pub to: HexId,
        /// The direction of the hex, if it is adjacent.
        pub dir: Option<Dir>,
        /// The ground between.
        pub ground: Ground<'a>,
        /// The Movement Points that it has spent.
        pub spent: u8,
    }
}

impl AloneFacts<'_> {
    fn cost(&self) -> i32 {
        RIDE_COSTS.sum(self)
    }
    fn enemy(&self) -> Option<Place> {
        let unit = self.s.enemy_at(self.to, self.side).map(UnitId::place);
        let leader = || self.s.lone_enemy_leader(self.to, self.side).map(LeaderId::place);
        unit.or_else(leader).or_else(|| self.enemy_standard())
    }
    fn enemy_standard(&self) -> Option<Place> {
        let theirs = |t: &StandardId| self.s.game_data.roster[*t].side != self.side;
        self.s.standard_at(self.to).filter(theirs).map(StandardId::place)
    }
    /// An enemy unit next to the hex, if no friendly unit is in it.
    fn exposed(&self) -> Option<Violation> {
        if self.s.held_by(self.to) == Some(self.side) {
            return None;
        }
        Some(Violation::at(self.s.enemy_beside(self.to, self.side)?.place()))
    }
    fn short(&self) -> Option<Violation> {
        let have = i32::from(self.s.game_data.charts.leaders.ma) - i32::from(self.spent);
        (self.cost() > have).then(|| Violation::lacks(self.piece, MP, self.cost(), have))
    }
}

/// The list `ride-cost`: what a step costs a leader or a Standard, in Movement Points (7.2, 15.2).
pub static RIDE_COSTS: Modifiers<AloneFacts> = Modifiers {
    name: "ride-cost",
    list: &[
        M::by(cite!("7.2"), "terrain").adds(to, |f| Some(f.ground.hex().unwrap_or(0))),
        M::by(cite!("7.2"), "across the hexside").adds(to, |f| f.ground.sides().filter(|&cost| cost > 0)),
        M::by(cite!("7.2"), "up a slope").adds(to, |f| f.ground.slope().filter(|&cost| cost > 0)),
    ],
};

/// The list `ride`: what forbids a leader's step. Checked for each hex that he would enter when he moves alone (7.2).
pub static RIDE_BARS: Bars<AloneFacts> = Bars {
    name: "ride",
    list: &[
        B::by(cite!("6.1", "R-23"), "in an Army Activation he may not come so near to an enemy unit").violated(|f| {
            let near = army_keeps_off(f.s)?;
            Some(Violation::at(f.s.enemy_within(f.to, f.side, near)?.place()))
        }),
        B::by(cite!("7.2"), "the hexes are not adjacent")
            .when(to, |f| f.dir.is_none())
            .always(),
        B::by(cite!("7.2"), "the Terrain Chart closes the way to the piece").when(to, |f| f.ground.cost().is_none()),
        B::by(cite!("7.2"), "not enough Movement Points for the leader").violated(|f| f.short()),
        B::by(cite!("7.2"), "an enemy unit, leader or Standard is in the hex")
            .violated(|f| f.enemy().map(Violation::at)),
        B::by(cite!("7.2"), "without a friendly unit there he may not come next to an enemy unit")
            .violated(|f| f.exposed()),
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(to, |f| shut_to(f.s, f.side, f.to)),
    ],
};

/// The list `carry`: what forbids a Standard's step (15.2).
pub static CARRY_BARS: Bars<AloneFacts> = Bars {
    name: "carry",
    list: &[
        B::by(cite!("7.2"), "the hexes are not adjacent")
            .when(to, |f| f.dir.is_none())
            .always(),
        B::by(cite!("7.2"), "the Terrain Chart closes the way to the piece").when(to, |f| f.ground.cost().is_none()),
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(to, |f| shut_to(f.s, f.side, f.to)),
        B::by(cite!("10.0", "C-10"), "two Standards never share a hex")
            .when(to, |f| f.s.standard_at(f.to).is_some())
            .always(),
        B::by(cite!("15.2"), "not enough Movement Points for the Standard").violated(|f| f.short()),
        B::by(cite!("15.2"), "an enemy unit or leader is in the hex").violated(|f| f.enemy().map(Violation::at)),
        B::by(cite!("15.2"), "without a friendly unit there the piece may not come next to an enemy unit")
            .violated(|f| f.exposed()),
    ],
};

fn facts(s: &State, piece: Place, side: Side, from: Option<HexId>, spent: u8, to: HexId) -> AloneFacts<'_> {
    let ground = Ground::new(s, LEADER, from, to);
    AloneFacts {
        s,
        piece,
        side,
        to,
        dir: ground.dir,
        ground,
        spent,
    }
}

/// The hex of a leader or a Standard, its side, and the points that it has spent; `None` for one that is not on the map.
pub(crate) fn from_here(s: &State, piece: Place) -> Option<(HexId, Side, u8)> {
    match Piece::at(s, piece)? {
        Piece::Leader(l) => Some((s.leader(l).at.hex()?, s.leader_side(l), s.leader(l).spent)),
        Piece::Standard(t) => Some((s.standard(t).at.hex()?, s.game_data.roster[t].side, s.standard(t).spent)),
        _ => None,
    }
}

/// The cost for a leader or a Standard to go from one hex to another after spending these points; `None` where it may not.
pub(crate) fn may_go(s: &State, piece: Place, from: HexId, spent: u8, to: HexId) -> Option<u8> {
    let (_, side, _) = from_here(s, piece)?;
    let facts = facts(s, piece, side, Some(from), spent, to);
    let bars = if matches!(piece, Place::Leader(_)) {
        &RIDE_BARS
    } else {
        &CARRY_BARS
    };
    bars.permit(&facts).then(|| facts.cost().clamp(0, 100) as u8)
}

fn riding(s: &State, leader: LeaderId, to: HexId) -> AloneFacts<'_> {
    let l = s.leader(leader);
    facts(s, leader.place(), s.leader_side(leader), l.at.hex(), l.spent, to)
}

fn carrying(s: &State, standard: StandardId, to: HexId) -> AloneFacts<'_> {
    let t = s.standard(standard);
    facts(s, standard.place(), s.game_data.roster[standard].side, t.at.hex(), t.spent, to)
}

pub(crate) fn alone_candidates(s: &State, at: Option<HexId>, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    if let Some(h) = at {
        out.extend(s.game_data.board.neighbours(h).map(|(_, n)| Action::Step(n)));
    }
}

pub(crate) fn judge_riding(s: &State, leader: LeaderId, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        Action::Step(to) => RIDE_BARS.judge(&riding(s, leader, to), v),
        _ => return false,
    }
    true
}

pub(crate) fn judge_carrying(s: &State, standard: StandardId, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        Action::Step(to) => CARRY_BARS.judge(&carrying(s, standard, to), v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn enact_riding(&mut self, leader: LeaderId, action: Action) {
        let Action::Step(to) = action else {
            let l = self.s.leader_mut(leader);
            l.moved = l.spent > 0;
            return self.pop();
        };
        let cost = riding(self.s, leader, to).cost();
        let l = self.s.leader_mut(leader);
        let (who, from) = (Who::of(leader, l.replacement), l.at.hex().unwrap_or(to));
        l.at = Whereabouts::Map(to);
        l.spent = l.spent.saturating_add(cost.clamp(0, 100) as u8);
        self.say(cite!("7.2"), || What::Rode { who, from, to, cost });
    }

    pub(crate) fn enact_carrying(&mut self, standard: StandardId, action: Action) {
        let Action::Step(to) = action else {
            let t = self.s.standard_mut(standard);
            t.moved = t.spent > 0;
            return self.pop();
        };
        let cost = carrying(self.s, standard, to).cost();
        let t = self.s.standard_mut(standard);
        let from = t.at.hex().unwrap_or(to);
        t.at = Whereabouts::Map(to);
        t.spent = t.spent.saturating_add(cost.clamp(0, 100) as u8);
        self.say(cite!("15.2"), || What::Carried {
            standard,
            from,
            to,
            cost,
        });
    }
}
