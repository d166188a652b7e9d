//! Module 10, Rout; with 4.2.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, Loss, Shut, What, shut};
use crate::options::Choice;
use crate::rules::movement::costs::{step_cost, step_due, step_ledger};
use crate::state::pieces::{CommanderSet, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::{Flight, Then};
use crate::state::stage::{Stage, Tests, Why};
use crate::state::turn::Course;
use casus_core::{Bar, Bars, Dir, Flow, HexId, Ledger, PieceSet, Place, Procedures, Verdict};

/// The facts of one hex of rout movement.
///
/// They concern each of the three hexes on the unit's way home (10.1).
#[derive(Debug)]
pub struct FleeFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The routed unit.
    pub unit: UnitId,
    /// The hex to leave.
    pub from: HexId,
    /// The hex to enter.
    pub to: HexId,
}

casus_core::questions!(FleeFacts);

impl FleeFacts<'_> {
    fn side(&self) -> Side {
        self.s.side(self.unit)
    }
    fn cost(&self) -> Option<u32> {
        step_cost(self.s, self.unit, Some(self.from), self.to, PieceSet::one(self.unit.0))
    }
    fn dir(&self) -> Option<Dir> {
        self.s.game_data.board.direction(self.from, self.to)
    }
    /// Whether the hex to enter is adjacent, but not toward the unit's own map edge.
    fn astray(&self) -> bool {
        self.dir().is_some_and(|d| !self.side().homeward().contains(&d))
    }
}

type B = Bar<FleeFacts<'static>>;

fn to(f: &FleeFacts) -> Place {
    f.to.place()
}

/// What forbids entering a hex in rout movement, in book order. Judged for each hex on its way home. Named `flee`.
pub static FLEE_BARS: Bars<FleeFacts> = Bars {
    name: "flee",
    list: &[
        B::by(cite!("4.2", "R06"), "it is in an enemy ZOC, and no friendly unit is there")
            .when(to, |f| !f.s.has_unit(f.to, f.side()) && f.s.in_zoc(f.to, f.side().enemy())),
        B::by(cite!("9.0"), "an enemy unit is there")
            .when(to, |f| f.s.has_unit(f.to, f.side().enemy()))
            .always(),
        B::by(cite!("9.0"), "the terrain is closed to the unit").when(to, |f| f.cost().is_none()),
        B::by(cite!("10.1", "R72"), "the hex is not adjacent")
            .when(to, |f| f.dir().is_none())
            .always(),
        B::by(cite!("10.1", "R72"), "it is no hex on the way home").when(to, |f| f.astray()),
    ],
};

/// The cost of leaving the map, in movement points (ruling R108).
const EXIT: u32 = 1;

/// The next movement of a routed unit.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Way {
    /// The unit stays: it need not move any farther.
    Stays,
    /// The unit cannot move: every hex is closed.
    Closed,
    /// The unit leaves the map.
    Off,
    /// The unit enters one of these hexes, which cost the same; its owner chooses.
    Hexes(Vec<HexId>),
}

fn way(s: &State, flight: &Flight) -> Way {
    let Some(from) = s.hex(flight.unit) else {
        return Way::Stays;
    };
    let side = s.side(flight.unit);
    let allowance = u32::from(s.face(flight.unit).ma);
    let left = allowance.saturating_sub(flight.spent.into());
    let straight = s.game_data.board.neighbour(from, side.homeward()[0]);
    if straight.is_none() && allowance > 0 && s.opts(Choice::R108) {
        return Way::Off;
    }
    // A unit that would stop in an overstacked hex goes on at any cost (ruling R75), and so does one that has not moved (R72).
    let any_price = flight.steps == 0 && allowance > 0 || s.overstacked(from);
    if left == 0 && !any_price {
        return Way::Stays;
    }
    let mut best: Vec<HexId> = Vec::new();
    let mut least = if straight.is_none() { EXIT } else { u32::MAX };
    // The lowest cost if enemies closed no hex.
    let mut ground = least;
    for dir in s.or_any(side.homeward()) {
        let Some(to) = s.game_data.board.neighbour(from, dir) else {
            continue;
        };
        let one = PieceSet::one(flight.unit.0);
        let cost = match step_cost(s, flight.unit, Some(from), to, one) {
            Some(cost) => cost,
            // A house rule may open a closed hex.
            None if s.amended() => step_due(s, flight.unit, Some(from), to, one),
            None => continue,
        };
        if side.homeward().contains(&dir) {
            ground = ground.min(cost);
        }
        let facts = FleeFacts {
            s,
            unit: flight.unit,
            from,
            to,
        };
        if !FLEE_BARS.permit(&facts) {
            continue;
        }
        if cost < least {
            least = cost;
            best.clear();
        }
        // The hex straight home is first in the list. Among equally cheap ones it is the only choice.
        let beaten = straight.is_none() && cost >= EXIT;
        let straight_is_cheapest = straight.is_some() && best.first() == straight.as_ref();
        if cost == least && !beaten && !straight_is_cheapest {
            best.push(to);
        }
    }
    if least == u32::MAX && (any_price || ground <= left) {
        Way::Closed
    } else if least > left && !any_price {
        Way::Stays
    } else if best.is_empty() {
        Way::Off
    } else {
        Way::Hexes(best)
    }
}

/// Returns the reasons that close each hex on a routed unit's way home.
fn ways_shut(s: &State, unit: UnitId) -> Vec<Shut> {
    let Some(from) = s.hex(unit) else {
        return Vec::new();
    };
    let home = s.side(unit).homeward().into_iter();
    let hexes = home.filter_map(|dir| s.game_data.board.neighbour(from, dir));
    shut(hexes, |to, v| FLEE_BARS.judge(&FleeFacts { s, unit, from, to }, v))
}

pub(crate) fn decision(s: &State, flight: &Flight) -> Decision {
    Decision::new(s.side(flight.unit), cite!("10.1"), "rout-path", flight.unit.place())
}

pub(crate) fn candidates(s: &State, flight: &Flight, out: &mut Vec<Action>) {
    if let Way::Hexes(hexes) = way(s, flight) {
        out.extend(choices(s, flight, hexes).into_iter().map(Action::Step));
    }
}

/// The facts of a routed unit's choice among the open hexes.
///
/// The list `flee` has judged whether the hex is open.
#[derive(Debug)]
pub struct ChoiceFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The hex to enter.
    pub to: HexId,
    /// Whether it is one of the cheapest open hexes on the way home.
    pub cheapest: bool,
}

casus_core::questions!(ChoiceFacts);

type C = Bar<ChoiceFacts<'static>>;

/// What forbids fleeing to a hex that is not closed (`flee`). Judged for each hex that a routed unit could flee to. Named
/// `rout-path`.
pub static WAY_BARS: Bars<ChoiceFacts> = Bars {
    name: "rout-path",
    list: &[C::by(
        cite!("10.1", "R72"),
        "the unit goes to the cheapest open hex on the way home, straight among equals",
    )
    .when(|f| f.to.place(), |f| !f.cheapest)],
};

pub(crate) fn judge(s: &State, flight: &Flight, action: Action, v: &mut Verdict) -> bool {
    let Action::Step(to) = action else {
        return false;
    };
    let Some(from) = s.hex(flight.unit) else {
        return false;
    };
    let cheapest = || matches!(way(s, flight), Way::Hexes(hexes) if hexes.contains(&to));
    judge_step(s, flight.unit, from, to, cheapest, v);
    true
}

/// Returns the hexes among which the owner chooses: the cheapest. House rules may repeal that limit, so under house rules all
/// hexes that the lists leave open.
fn choices(s: &State, flight: &Flight, cheapest: Vec<HexId>) -> Vec<HexId> {
    let Some(from) = s.hex(flight.unit).filter(|_| s.amended()) else {
        return cheapest;
    };
    let open = |&to: &HexId| {
        let mut v = Verdict::quick();
        judge_step(s, flight.unit, from, to, || cheapest.contains(&to), &mut v);
        !v.refused()
    };
    let around = s.game_data.board.neighbours(from).map(|(_, to)| to);
    around.filter(open).collect()
}

/// Judges one hex of a rout; `cheapest` tells whether it is one of the cheapest.
fn judge_step(s: &State, unit: UnitId, from: HexId, to: HexId, cheapest: impl Fn() -> bool, v: &mut Verdict) {
    FLEE_BARS.judge(&FleeFacts { s, unit, from, to }, v);
    if !v.refused() {
        let cheapest = cheapest();
        WAY_BARS.judge(&ChoiceFacts { s, to, cheapest }, v);
    }
}

/// Returns the routed units of the active side that have still to rout at the start of its Movement Phase (10.1).
pub(crate) fn to_flee(s: &State) -> impl Iterator<Item = UnitId> + '_ {
    s.on_map(s.active)
        .map(|(u, _)| u)
        .filter(|&u| s.routed(u) && !s.unit(u).marks.has(Marks::FLED))
}

impl Engine<'_> {
    /// 10.1: starts rout movement at once; commanders of the hex may accompany the unit.
    pub(crate) fn flee(&mut self, unit: UnitId) {
        let start = self.s.course() == Some(Course::Routs) && self.s.side(unit) == self.s.active;
        if start {
            self.s.unit_mut(unit).marks.set(Marks::FLED);
        }
        if let Some(run) = self.run_mut() {
            run.units.remove(unit.0);
        }
        if let Some(hex) = self.s.hex(unit) {
            let side = self.s.side(unit);
            self.escort(hex, side, Then::Rout { unit });
        }
    }

    pub(crate) fn run_away(&mut self, unit: UnitId, along: CommanderSet) {
        self.call(Stage::Flight(Flight {
            unit,
            spent: 0,
            steps: 0,
            along,
        }));
    }

    pub(crate) fn flying(&mut self, flight: Flight) -> Flow<Stage> {
        let unit = flight.unit;
        if self.s.hex(unit).is_none() || !self.s.routed(unit) {
            return Flow::Done;
        }
        match way(self.s, &flight) {
            Way::Stays => Flow::Done,
            Way::Closed => {
                self.pop();
                self.tell_no_hex(Chance::Rout, |s| vec![(unit, ways_shut(s, unit))]);
                self.eliminate(unit, Loss::NoRout, cite!("10.1", "R72"));
                Flow::Next
            }
            Way::Off => {
                self.pop();
                self.say(cite!("10.1"), || What::LeftMap { unit });
                self.remove(unit, Whereabouts::Fled);
                Flow::Next
            }
            Way::Hexes(hexes) => match *choices(self.s, &flight, hexes) {
                [to] => {
                    self.bolt(flight, to);
                    Flow::Next
                }
                _ => Flow::Ask,
            },
        }
    }

    pub(crate) fn enact_flight(&mut self, flight: Flight, action: Action) {
        if let Action::Step(to) = action {
            self.bolt(flight, to);
        }
    }

    /// Moves a routed unit by one hex, and makes the friendly units there test (ruling R74).
    fn bolt(&mut self, flight: Flight, to: HexId) {
        let unit = flight.unit;
        let Some(from) = self.s.hex(unit) else { return };
        let one = PieceSet::one(unit.0);
        let cost = step_due(self.s, unit, Some(from), to, one);
        let ledger = if self.log.is_on() {
            step_ledger(self.s, unit, Some(from), to, one)
        } else {
            Ledger::new(0)
        };
        let side = self.s.side(unit);
        let friends = self.s.stack_at(to);
        self.s.put(unit, Whereabouts::Map(to));
        self.uncommit(unit);
        let along: CommanderSet = flight
            .along
            .iter()
            .filter(|&c| self.s.commander(c).at == Whereabouts::Map(from))
            .collect();
        self.bring(along, to);
        self.set_top(Stage::Flight(Flight {
            spent: flight.spent.saturating_add(u8::try_from(cost).unwrap_or(u8::MAX)),
            steps: flight.steps.saturating_add(1),
            along,
            ..flight
        }));
        let successors = self.successors(along.iter());
        self.say(cite!("10.1"), || What::Fled {
            unit,
            commanders: along.iter().collect(),
            successors,
            from,
            to,
            cost: ledger,
        });
        if !friends.is_empty() {
            self.call(Stage::Tests(Tests {
                side,
                why: Why::Panic,
                left: friends,
            }));
        }
    }
}

impl Engine<'_> {
    /// Cancels the test of commitment of a unit that has fled from the hex where it was committed (9.2, 10.1).
    pub(crate) fn uncommit(&mut self, unit: UnitId) {
        let mut spared = None;
        for stage in &mut self.s.stack {
            if let Stage::Tests(tests) = stage
                && matches!(tests.why, Why::Commitment(_))
                && tests.left.contains(unit.0)
            {
                tests.left.remove(unit.0);
                spared = Some(tests.why);
            }
        }
        if let Some(why) = spared {
            self.say(why.cite(), || What::Untested { unit, why });
        }
    }
}
