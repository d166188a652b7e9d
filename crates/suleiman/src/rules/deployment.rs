//! Module 14, Initial Deployments: what the tables place, and what the owner places.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, Side, UnitId};
use crate::data::GameData;
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Flow, HexId, Place, Procedures, Refusal, Verdict, Violation};

/// A piece that its owner places by choice. All other pieces stand where the tables put them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A unit of a group with more hexes than units.
    Unit(UnitId),
    /// A leader with more than one hex open to him.
    Leader(LeaderId),
    /// The Hungarian Banner.
    Banner,
}

/// The pieces placed by choice, in order. The Hungarians come first (ruling H3).
pub(crate) fn pieces(game_data: &GameData) -> Vec<(Side, Piece)> {
    let mut list = Vec::new();
    for side in [Side::Hungary, Side::Ottoman] {
        for g in game_data.deployment.groups.iter().filter(|g| g.side == side) {
            if g.choice {
                list.extend(g.units.iter().map(|&u| (side, Piece::Unit(u))));
            }
            for p in &g.leaders {
                if p.hexes.len() > 1 {
                    list.push((side, Piece::Leader(p.leader)));
                }
            }
        }
        if side == Side::Hungary {
            list.push((side, Piece::Banner));
        }
    }
    list
}

/// The hexes open to a piece.
fn hexes(game_data: &GameData, piece: Piece) -> &[HexId] {
    match piece {
        Piece::Unit(u) => game_data.deployment.group_of(u).map_or(&[], |g| &g.hexes),
        Piece::Leader(l) => game_data.deployment.post_of(l).map_or(&[], |p| &p.hexes),
        Piece::Banner => &game_data.deployment.banner.hexes,
    }
}

casus_continuity::facts! {
    /// The facts of a placement.
    ///
    /// The piece is the next one to be placed. The hex may be any hex of the map.
    pub struct PlaceFacts<'a> of State; rules B = Bar {
        /// The piece that is placed.
        pub piece: Piece,
        /// The hex where it would be placed.
        pub hex: HexId,
    }
}

impl PlaceFacts<'_> {
    /// Whether the piece is of this side, and the set-up does not open the hex to it.
    fn misplaced(&self, side: Side) -> bool {
        let owner = match self.piece {
            Piece::Banner => Side::Hungary,
            Piece::Unit(u) => self.s.side(u),
            Piece::Leader(l) => self.s.game_data.roster.leader_card(l).side,
        };
        owner == side && !hexes(&self.s.game_data, self.piece).contains(&self.hex)
    }
}

/// The list `place`: what forbids a placement. Checked when a side places a piece in a hex of its choice (14.1, 14.2).
pub static PLACE_BARS: Bars<PlaceFacts> = Bars {
    name: "place",
    list: &[
        B::by(cite!("3.1.1"), "another combat unit is in the hex")
            .violated(|f| {
                let there = f.s.occupant(f.hex).filter(|_| matches!(f.piece, Piece::Unit(_)))?;
                Some(Violation::at(there.place()))
            })
            .always(),
        B::by(cite!("14.1"), "the set-up does not allow the piece there")
            .when(|f| f.hex.place(), |f| f.misplaced(Side::Hungary)),
        B::by(cite!("14.2"), "the set-up does not allow the piece there")
            .when(|f| f.hex.place(), |f| f.misplaced(Side::Ottoman)),
    ],
};

pub(crate) fn decision(s: &State, next: u8) -> Option<Decision> {
    let (side, piece) = *pieces(&s.game_data).get(usize::from(next))?;
    let cite = match side {
        Side::Hungary => cite!("14.1"),
        Side::Ottoman => cite!("14.2"),
    };
    let of = match piece {
        Piece::Unit(u) => u.place(),
        Piece::Leader(l) => l.place(),
        Piece::Banner => Place::Nowhere,
    };
    Some(Decision {
        side,
        cite,
        what: "place",
        of,
    })
}

fn action(piece: Piece, hex: HexId) -> Action {
    match piece {
        Piece::Unit(u) => Action::Place(u, hex),
        Piece::Leader(l) => Action::PlaceLeader(l, hex),
        Piece::Banner => Action::PlaceBanner(hex),
    }
}

pub(crate) fn candidates(s: &State, next: u8, out: &mut Vec<Action>) {
    if let Some(&(_, piece)) = pieces(&s.game_data).get(usize::from(next)) {
        if s.amended() {
            // House rules may repeal the restriction of hexes (14.1, 14.2), so every hex is a candidate.
            out.extend(s.game_data.board.ids().map(|h| action(piece, h)));
            return;
        }
        out.extend(hexes(&s.game_data, piece).iter().map(|&h| action(piece, h)));
    }
}

pub(crate) fn judge(s: &State, next: u8, act: Action, v: &mut Verdict) -> bool {
    let Some(&(side, piece)) = pieces(&s.game_data).get(usize::from(next)) else {
        return false;
    };
    let (Action::Place(_, hex) | Action::PlaceLeader(_, hex) | Action::PlaceBanner(hex)) = act else {
        return false;
    };
    if act != action(piece, hex) {
        let case = match side {
            Side::Hungary => cite!("14.1"),
            Side::Ottoman => cite!("14.2"),
        };
        v.refuse(Refusal::new(case, "another piece is placed next"));
        return true;
    }
    PLACE_BARS.judge(&PlaceFacts { s, piece, hex }, v);
    true
}

impl State {
    /// Places every piece that the tables place. Pieces that their owner places stay off the map.
    pub(crate) fn deploy_tables(&mut self) {
        let game_data = std::sync::Arc::clone(&self.game_data);
        for g in &game_data.deployment.groups {
            for (i, &u) in g.units.iter().enumerate() {
                let unit = self.unit_mut(u);
                unit.facing = g.facing;
                if g.disordered {
                    unit.condition = Condition::Disordered;
                    unit.done.set(Done::ENCAMPED);
                }
                self.put(u, Whereabouts::Reserve);
                if !g.choice
                    && let Some(&h) = g.hexes.get(i)
                {
                    self.put(u, Whereabouts::Map(h));
                }
            }
            for p in &g.leaders {
                let l = self.leader_mut(p.leader);
                l.at = match p.hexes.as_slice() {
                    [only] => Whereabouts::Map(*only),
                    _ => Whereabouts::Reserve,
                };
                l.known = p.hexes.len() == 1;
            }
        }
        for e in &game_data.deployment.entries {
            if game_data.roster.command_card(e.command).contingent.is_some() {
                continue;
            }
            for &u in &e.units {
                self.unit_mut(u).facing = game_data.deployment.facing(self.side(u));
                self.put(u, Whereabouts::Reserve);
            }
            for &l in &e.leaders {
                self.leader_mut(l).at = Whereabouts::Reserve;
            }
        }
        for u in game_data.roster.units() {
            if game_data.deployment.group_of(u).is_none() {
                self.unit_mut(u).facing = game_data.deployment.facing(self.side(u));
            }
        }
    }

    /// Places the remaining pieces of choice in the first hexes open to them.
    pub(crate) fn deploy_rest(&mut self) {
        let game_data = std::sync::Arc::clone(&self.game_data);
        for (_, piece) in pieces(&game_data) {
            let open = hexes(&game_data, piece);
            match piece {
                Piece::Unit(u) => {
                    if let Some(&h) = open.iter().find(|&&h| self.occupant(h).is_none()) {
                        self.put(u, Whereabouts::Map(h));
                    }
                }
                Piece::Leader(l) => {
                    let own = game_data.roster.leader_card(l).side;
                    let with = open
                        .iter()
                        .find(|&&h| self.occupant(h).is_some_and(|u| self.side(u) == own));
                    if let Some(&h) = with.or_else(|| open.first()) {
                        self.leader_mut(l).at = Whereabouts::Map(h);
                    }
                }
                Piece::Banner => {
                    let of = self.leader(game_data.deployment.banner.of).at.hex();
                    self.banner = of.or_else(|| open.first().copied());
                }
            }
        }
    }
}

impl Engine<'_> {
    pub(crate) fn deploying(&mut self, next: u8) -> Flow<Stage> {
        if usize::from(next) < pieces(&self.s.game_data).len() {
            return Flow::Ask;
        }
        // 14.3: the Hungarians go first.
        let side = Side::Hungary;
        self.set_top(Stage::Free { side });
        let encamped = |u: &UnitId| self.s.unit(*u).done.has(Done::ENCAMPED);
        let units: Vec<UnitId> = self.s.unit_ids().filter(encamped).collect();
        if !units.is_empty() {
            self.say(cite!("14.3(2)"), || What::Encamped { units });
        }
        self.say(cite!("14.3"), || What::FreeActivation { side });
        Flow::Next
    }

    pub(crate) fn enact_deploy(&mut self, next: u8, act: Action) {
        match act {
            Action::Place(unit, hex) => {
                self.s.put(unit, Whereabouts::Map(hex));
                let case = match self.s.side(unit) {
                    Side::Hungary => cite!("14.1"),
                    Side::Ottoman => cite!("14.2"),
                };
                self.say(case, || What::Placed { unit, hex });
            }
            Action::PlaceLeader(leader, hex) => {
                self.s.leader_mut(leader).at = Whereabouts::Map(hex);
                let case = match self.s.game_data.roster.leader_card(leader).side {
                    Side::Hungary => cite!("14.1"),
                    Side::Ottoman => cite!("14.2"),
                };
                self.say(case, || What::LeaderPlaced {
                    leader,
                    hex: Some(hex),
                    hidden: true,
                });
            }
            Action::PlaceBanner(hex) => {
                self.s.banner = Some(hex);
                self.say(cite!("14.1"), || What::BannerPlaced { hex });
            }
            _ => {}
        }
        self.set_top(Stage::Deploy {
            next: next.saturating_add(1),
        });
    }
}
