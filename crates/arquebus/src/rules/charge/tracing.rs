//! The path of a Charge at its declaration (13.2), and of a Counter-Charge against fire (13.9).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::What;
use crate::rules::charge::path::{PATH_BARS, PathFacts, Route};
use crate::rules::shock::duty::{owed, stranded_by_all};
use crate::state::combat::Striker;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::run::Trace;
use crate::state::stage::{Escorted, Stage};
use casus_core::cases::measures::VERTICES;
use casus_core::{Aspect, Bar, Bars, Few, Flow, HexId, Procedures, Verdict, VertexFacing, Violation};

casus_continuity::facts! {
    /// The facts of the next hex of a path, or of the turn before it.
    pub struct TraceFacts<'a> of State; rules B = Bar; places to, charger = trace.unit {
        /// The path so far.
        pub trace: &'a Trace,
        /// The next hex; the last hex of the path so far for a turn.
        pub to: HexId,
        /// The vertex that the unit will face.
        pub facing: VertexFacing,
    }
}

fn route<'a>(s: &'a State, trace: &Trace) -> Route<'a> {
    Route {
        s,
        unit: trace.unit,
        target: trace.target,
    }
}

impl TraceFacts<'_> {
    fn ahead(&self) -> bool {
        let dir = self.s.game_data.board.direction(self.trace.at, self.to);
        dir.is_some_and(|d| self.facing.aspect(d) == Aspect::Front)
    }
    /// Whether the hex is open, but the target is out of reach from there.
    fn strays(&self) -> bool {
        let route = route(self.s, self.trace);
        self.ahead() && route.open(self.trace.at, self.to) && !route.leads(self.to, self.facing)
    }
    /// A hex that must be attacked, and that no unit could attack any more, whatever path the Charge took from there (12.1).
    fn strands(&self) -> Option<Violation> {
        let trace = self.trace;
        let combat = self.s.combat().filter(|f| trace.counter.is_none() && owed(self.s, f))?;
        let mut begun = trace.path;
        begun.push(self.to);
        let rides = route(self.s, trace)
            .paths(self.to, self.facing)
            .into_iter()
            .map(|rest| {
                let mut path = begun;
                rest.iter().for_each(|h| path.push(h));
                Striker::charge(trace.unit, trace.at, path, trace.target)
            });
        Some(Violation::at(stranded_by_all(self.s, combat, rides)?.place()))
    }
    fn began(&self) -> VertexFacing {
        self.s.unit(self.trace.unit).facing
    }
}

/// The list `charge-step`: what forbids a hex of a path, besides what closes it (13.3(5)).
pub static TRACE_BARS: Bars<TraceFacts> = Bars {
    name: "charge-step",
    list: &[
        B::by(cite!("12.1", "R-64"), "by that way nobody could attack an enemy unit that must be attacked")
            .violated(|f| f.strands()),
        B::by(cite!("13.3(5a)"), "a Charge goes through the hexes in front")
            .when(to, |f| !f.ahead())
            .always(),
        B::by(cite!("13.3(5b)"), "from there it could not end with its target in front")
            .when(to, |f| f.strays())
            .always(),
    ],
};

/// The list `charge-turn`: what forbids the turn before a path (13.2, 13.9).
pub static TRACE_TURN_BARS: Bars<TraceFacts> = Bars {
    name: "charge-turn",
    list: &[
        B::by(cite!("13.2"), "a unit turns before it Charges, not on the way")
            .when(charger, |f| !f.trace.path.is_empty() || f.trace.facing != f.began())
            .always(),
        B::by(cite!("13.2"), "the unit turns by one vertex").violated(|f| {
            let turn = f.began().turns(f.facing);
            (turn != 1).then(|| Violation::not(f.trace.unit.place(), VERTICES, turn.into(), 1))
        }),
        B::by(cite!("13.9"), "the unit turns only if it must")
            .when(charger, |f| f.trace.counter.is_some() && route(f.s, f.trace).leads(f.trace.at, f.began())),
        B::by(cite!("13.3(5b)"), "facing so the unit could not reach its target")
            .when(charger, |f| !route(f.s, f.trace).leads(f.trace.at, f.facing))
            .always(),
    ],
};

pub(crate) fn trace_candidates(s: &State, trace: &Trace, out: &mut Vec<Action>) {
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    out.extend(s.game_data.board.neighbours(trace.at).map(|(_, h)| Action::Step(h)));
}

pub(crate) fn judge_tracing(s: &State, trace: &Trace, action: Action, v: &mut Verdict) -> bool {
    let facts = |to, facing| TraceFacts { s, trace, to, facing };
    match action {
        Action::Step(to) => {
            TRACE_BARS.judge(&facts(to, trace.facing), v);
            if !v.settled() {
                PATH_BARS.judge(
                    &PathFacts {
                        s,
                        unit: trace.unit,
                        at: trace.at,
                        to,
                        target: trace.target,
                    },
                    v,
                );
            }
        }
        Action::Face(facing) => TRACE_TURN_BARS.judge(&facts(trace.at, facing), v),
        _ => return false,
    }
    true
}

/// A new path of a unit to a target.
pub(crate) fn trace_of(s: &State, unit: UnitId, target: HexId, counter: Option<UnitId>) -> Option<Trace> {
    Some(Trace {
        unit,
        target,
        at: s.hex(unit)?,
        facing: s.unit(unit).facing,
        path: Few::new(),
        counter,
    })
}

impl Engine<'_> {
    pub(crate) fn tracing(&mut self, trace: Trace) -> Flow<Stage> {
        let there = self.s.next_to(trace.at, trace.target);
        if !(there && route(self.s, &trace).strikes(trace.at, trace.facing)) {
            return Flow::Ask;
        }
        self.pop();
        if self.s.unit(trace.unit).facing != trace.facing {
            self.s.unit_mut(trace.unit).done.set(Done::TURNED);
            self.face(trace.unit, trace.facing, cite!("13.2"));
        }
        match trace.counter {
            None => self.declare(Striker::charge(trace.unit, trace.at, trace.path, trace.target)),
            Some(against) => {
                let charge = self.s.steady(trace.unit);
                let path = trace.path;
                self.escort(trace.unit, Escorted::Counter { against, charge, path });
            }
        }
        Flow::Next
    }

    pub(crate) fn enact_tracing(&mut self, trace: Trace, action: Action) {
        let next = match action {
            Action::Face(facing) => Trace { facing, ..trace },
            Action::Step(to) => {
                let mut path = trace.path;
                path.push(to);
                Trace { at: to, path, ..trace }
            }
            _ => return,
        };
        self.set_top(Stage::Tracing(next));
    }

    /// Turns a unit by the Case that allows or requires it.
    pub(crate) fn face(&mut self, unit: UnitId, facing: VertexFacing, case: casus_core::Cite) {
        if self.s.unit(unit).facing != facing {
            self.s.unit_mut(unit).facing = facing;
            self.say(case, || What::Faced { unit, facing });
        }
    }
}
