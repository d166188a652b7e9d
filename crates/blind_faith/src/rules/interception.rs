//! Interception (8.8): who may, against whom, and how it is let pass.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Faction, Kind, Land, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::march::{hex_of, those};
use crate::rules::stacking::may_share;
use crate::state::march::{Gathering, March, Window};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{
    Bar, Bars, Bite, HexId, Hold, PieceSet, Place, Procedures, Reach, Stride, Verdict, Window as _, reach,
};

/// The facts of a unit's part in an interception.
///
/// The unit sets out first, or joins those who gather.
#[derive(Debug)]
pub struct InterceptFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// Which unit.
    pub unit: UnitId,
    /// Who gathers with it.
    pub with: PieceSet,
    /// Where the enemy is.
    pub target: HexId,
    /// The ways to the target, from there outwards.
    ways: &'a Reach,
}

casus_core::questions!(InterceptFacts);
type B = Bar<InterceptFacts<'static>>;

impl InterceptFacts<'_> {
    fn done(&self, flag: Done) -> bool {
        self.s.unit(self.unit).done.has(flag)
    }
    fn zizka(&self) -> bool {
        let zizka = self.s.kit().names().zizka;
        zizka.is_some_and(|z| self.with.contains(z.0) || z == self.unit)
    }
    fn rides(&self) -> bool {
        let s = self.s;
        match s.kind(self.unit) {
            Kind::Hussar | Kind::LayKnight | Kind::ChurchKnight => true,
            Kind::Wagon => s.side(self.unit) == Side::Hussite || !s.opts(Choice::R62),
            Kind::Foot => self.zizka(),
            // A Legate may ride with others (ruling R-68), and the queen too.
            Kind::Legate | Kind::Dowager => !self.with.is_empty(),
        }
    }
    /// It is in the enemy's hex: a garrison that sallies, if it was under siege before (8.8.2).
    fn sallies(&self) -> bool {
        self.s.hex(self.unit) == Some(self.target)
    }
    fn short(&self) -> Option<Bite> {
        if self.sallies() {
            return None;
        }
        let hex = self.s.hex(self.unit)?;
        let have = self.s.allowance(self.unit);
        let round = u16::from(self.s.opts(Choice::Rounds));
        let need = self.ways.cost(hex).map(|n| n + round);
        match need {
            Some(need) if need <= u16::from(have) => None,
            Some(need) => Some(Bite::short(self.unit.place(), need.into(), have.into())),
            None => Some(Bite::at(self.unit.place())),
        }
    }
    fn besieged(&self) -> bool {
        let s = self.s;
        let shut = s
            .hex(self.unit)
            .is_some_and(|hex| s.within(self.unit) && s.holds(hex, s.side(self.unit).enemy()));
        shut && !self.sallies()
    }
    /// Those who gather would be of factions that may not stack (rulings ).
    fn motley(&self) -> bool {
        let side = self.s.side(self.unit);
        let friends = self.s.in_field(self.target, side);
        let all = those(self.with).chain([self.unit]).chain(friends);
        !may_share(self.s, side, all)
    }
    fn elsewhere(&self) -> bool {
        hex_of(self.s, self.with).is_some_and(|hex| self.s.hex(self.unit) != Some(hex))
    }
}

fn rider(f: &InterceptFacts) -> Place {
    f.unit.place()
}

/// The list `intercept`: what forbids a unit to intercept an enemy force (8.8, 8.8.1 to 8.8.3).
pub static INTERCEPT_BARS: Bars<InterceptFacts> = Bars {
    name: "intercept",
    list: &[
        B::by(cite!("8.8"), "it is not on the map")
            .when(rider, |f| f.s.hex(f.unit).is_none())
            .always(),
        B::by(cite!("8.8", "R-63"), "the side whose Phase it is never intercepts")
            .when(rider, |f| f.s.phasing() == Some(f.s.side(f.unit)))
            .always(),
        B::by(cite!("11.0"), "customs guards do not intercept").when(rider, |f| f.s.counter(f.unit).guard),
        B::by(cite!("8.8"), "only mounted units and wagons intercept, and foot with Žižka").when(rider, |f| !f.rides()),
        B::by(cite!("8.8"), "it has moved this turn").when(rider, |f| f.done(Done::MOVED)),
        B::by(cite!("8.8"), "it has intercepted this turn").when(rider, |f| f.done(Done::INTERCEPTED)),
        B::by(cite!("8.8.1"), "those who gather are elsewhere")
            .when(rider, |f| f.elsewhere())
            .always(),
        B::by(cite!("8.8.2"), "it is under siege, and the enemy does not come to its hex")
            .when(rider, |f| f.besieged()),
        B::by(cite!("8.6.2", "R-65"), "factions that may not stack would be together").when(rider, |f| f.motley()),
        B::by(cite!("8.8"), "it has not points enough to reach the enemy").bites(|f| f.short()),
    ],
};

/// The ways to a hex for a side, from the hex outwards: what a step costs is paid on the way there.
fn ways_to(s: &State, target: HexId, side: Side, faction: Option<Faction>) -> Reach {
    let board = &s.kit().board;
    let most = [
        s.kit().charts.points.mounted,
        s.kit().charts.points.wagon,
        s.kit().charts.points.zizka,
    ];
    let most = u16::from(most.into_iter().max().unwrap_or(0));
    reach(board, target, most, |at, dir, to, _| {
        // Ridden the other way round: from `to` into `at`.
        let closed = faction.is_some_and(|f| s.closed_to(to, f))
            || (faction.is_none() && (s.kit().land(to) == Land::Poland || (s.poland && s.kit().land(to).closes())));
        let enemies = s.in_field(to, side.enemy()).next().is_some();
        let points = s.kit().step(to, dir.opposite());
        let _ = at;
        // Whoever meets enemies on the way stops there: he starts from such a hex, or goes round.
        (!closed && points > 0).then(|| {
            if enemies {
                Stride::stop(points.into())
            } else {
                Stride::on(points.into())
            }
        })
    })
}

/// The enemy forces that might be intercepted: in the field, in the Phase of their side.
fn targets(s: &State, target: Option<HexId>) -> Vec<HexId> {
    let Some(side) = s.phasing() else { return Vec::new() };
    match target {
        Some(hex) => Some(hex)
            .filter(|&h| s.in_field(h, side).next().is_some())
            .into_iter()
            .collect(),
        None => s
            .kit()
            .board
            .ids()
            .filter(|&h| !s.stacks.is_empty(h) && s.in_field(h, side).next().is_some())
            .collect(),
    }
}

/// Whether the stack on the march has been intercepted in this activation (ruling R-64).
fn met(s: &State) -> bool {
    !s.opts(Choice::R64)
        && s.stack
            .iter()
            .any(|st| matches!(st, Stage::March(March { met: true, .. })))
}

/// Whether the side that is not phasing is asked for an interception of those in a hex.
pub(crate) fn may_be_intercepted(s: &State, target: Option<HexId>) -> bool {
    let Some(side) = s.phasing() else { return false };
    let enemy = side.enemy();
    let moving = s.stack.iter().any(|st| matches!(st, Stage::March(_)));
    if s.closed.has(enemy, Window::Phase) || (moving && (s.closed.has(enemy, Window::March) || met(s))) {
        return false;
    }
    targets(s, target)
        .into_iter()
        .any(|hex| !interceptors(s, hex, PieceSet::EMPTY).is_empty())
}

/// The units that may intercept those in a hex, with these.
fn interceptors(s: &State, target: HexId, with: PieceSet) -> Vec<UnitId> {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return Vec::new();
    };
    let ways = ways_to(s, target, side, None);
    let able = |&unit: &UnitId| {
        INTERCEPT_BARS.permit(&InterceptFacts {
            s,
            unit,
            with,
            target,
            ways: &ways,
        })
    };
    s.unit_ids()
        .filter(|&u| s.side(u) == side && s.hex(u).is_some() && !with.contains(u.0))
        .filter(able)
        .collect()
}

pub(crate) fn intercept_candidates(s: &State, target: Option<HexId>, out: &mut Vec<Action>) {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return;
    };
    let own = s.unit_ids().filter(|&u| s.side(u) == side && s.hex(u).is_some());
    if target.is_some() {
        out.extend(own.map(Action::Intercept));
    }
    let window = if target.is_some() { Window::March } else { Window::Phase };
    out.extend(s.closed.holds(side, window).map(|hold| match hold {
        Hold::Once => Action::Hold,
        Hold::All(window) => Action::HoldAll(window),
        Hold::Reopen(window) => Action::Reopen(window),
    }));
    if window == Window::March {
        out.push(Action::HoldAll(Window::Phase));
    }
}

fn judge_interceptor(s: &State, target: HexId, with: PieceSet, unit: UnitId, v: &mut Verdict) {
    let side = s.side(unit);
    let ways = ways_to(s, target, side, Some(s.faction(unit)));
    INTERCEPT_BARS.judge(
        &InterceptFacts {
            s,
            unit,
            with,
            target,
            ways: &ways,
        },
        v,
    );
}

pub(crate) fn judge_intercept(s: &State, target: Option<HexId>, action: Action, v: &mut Verdict) -> bool {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return false;
    };
    match (action, target) {
        (Action::Intercept(unit), Some(target)) => judge_interceptor(s, target, PieceSet::EMPTY, unit, v),
        (Action::Hold, _) | (Action::HoldAll(_), _) => {}
        (Action::Reopen(window), _) => s.closed.judge(side, Window::March, Hold::Reopen(window), v),
        _ => return false,
    }
    true
}

pub(crate) fn gather_candidates(s: &State, g: Gathering, out: &mut Vec<Action>) {
    let Some(hex) = hex_of(s, g.units) else { return };
    let side = those(g.units).next().map_or(Side::Hussite, |u| s.side(u));
    let others = s.own_at(hex, side).filter(|&u| !g.units.contains(u.0));
    out.extend(others.map(Action::Join));
    out.push(Action::JoinAll);
    out.push(Action::Ride);
}

pub(crate) fn judge_gather(s: &State, g: Gathering, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Join(unit) => {
            if g.units.contains(unit.0) {
                v.refuse(casus_core::Refusal {
                    at: unit.place(),
                    ..casus_core::Refusal::new(cite!("8.8"), "it has gathered already")
                });
            }
            judge_interceptor(s, g.target, g.units, unit, v);
        }
        Action::JoinAll | Action::Ride => {}
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn enact_intercept(&mut self, target: Option<HexId>, action: Action) {
        let Some(side) = self.s.phasing().map(Side::enemy) else {
            return;
        };
        match (action, target) {
            (Action::Intercept(unit), Some(target)) => {
                let units = PieceSet::one(unit.0);
                self.set_top(Stage::Gathering(Gathering { units, target }));
            }
            (Action::HoldAll(window), _) => {
                self.pop();
                self.s.closed.hold(side, Hold::All(window));
                let window = Some(window);
                self.say(cite!("8.8", "R-63"), || What::Held { side, window });
            }
            (Action::Reopen(window), _) => {
                self.s.closed.hold(side, Hold::Reopen(window));
                self.say(window.cite(), || What::Reopened { side, window });
            }
            _ => {
                self.pop();
                self.say(cite!("8.8", "R-63"), || What::Held { side, window: None });
            }
        }
    }

    pub(crate) fn enact_gather(&mut self, g: Gathering, action: Action) {
        match action {
            Action::Join(unit) => {
                let mut g = g;
                g.units.insert(unit.0);
                self.set_top(Stage::Gathering(g));
                self.changed = true;
            }
            Action::JoinAll => {
                let mut g = g;
                let hex = hex_of(self.s, g.units);
                let all = interceptors(self.s, g.target, g.units);
                for unit in all.into_iter().filter(|&u| self.s.hex(u) == hex) {
                    g.units.insert(unit.0);
                }
                self.set_top(Stage::Gathering(g));
                self.changed = true;
            }
            _ => self.ride(g),
        }
    }

    /// 8.8.1: the interceptors ride into the enemy's hex. With friends in the field they join them; alone they attack.
    fn ride(&mut self, g: Gathering) {
        let Some(from) = hex_of(self.s, g.units) else { return };
        let side = those(g.units).next().map_or(Side::Hussite, |u| self.s.side(u));
        let to = g.target;
        let points = if from == to {
            0
        } else {
            ways_to(self.s, to, side, None).cost(from).unwrap_or(0) as u8
        };
        let friends = self.s.in_field(to, side).next().is_some();
        let units: Vec<UnitId> = those(g.units).collect();
        for &u in &units {
            if from != to {
                self.s.put(u, Whereabouts::Map(to));
            }
            let unit = self.s.unit_mut(u);
            unit.inside = false;
            unit.spent = unit.spent.saturating_add(points);
            unit.done.set(Done::INTERCEPTED);
        }
        if from == to {
            // All of a garrison that sallies comes out (ruling R-66).
            let all: PieceSet = self.s.garrison(to, side).map(|u| u.0).collect();
            self.come_out(all);
            for u in those(all) {
                self.s.unit_mut(u).done.set(Done::INTERCEPTED);
            }
        }
        self.say(cite!("8.8.1"), || What::Intercepted {
            units,
            from,
            to,
            points,
        });
        for st in &mut self.s.stack {
            if let Stage::March(march) = st {
                march.met = true;
            }
        }
        if friends {
            self.pop();
        } else {
            self.set_top(Stage::Onset { hex: to, asked: false });
        }
    }

    /// 8.8.1, ruling R-67: still enemies in a place may go inside; then the interceptors attack those in the field.
    pub(crate) fn onset(&mut self, hex: HexId, asked: bool) -> casus_core::Flow<Stage> {
        let Some(side) = self.s.phasing() else {
            return casus_core::Flow::Done;
        };
        if !asked {
            self.set_top(Stage::Onset { hex, asked: true });
            let moving = hex_of(self.s, self.marchers()) == Some(hex);
            if !moving && self.may_go_inside(hex, side) {
                return casus_core::Flow::Call(Stage::Garrison { hex, side });
            }
            return casus_core::Flow::Next;
        }
        self.pop();
        if self.s.in_field(hex, side).next().is_some() {
            let attackers: PieceSet = self.s.in_field(hex, side.enemy()).map(|u| u.0).collect();
            self.open_field(hex, attackers);
        }
        casus_core::Flow::Next
    }
}
