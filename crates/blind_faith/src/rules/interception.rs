//! Interception (8.8): units that may intercept, forces they may intercept, and declining.

mod approach;
mod riding;

pub(crate) use approach::{Approach, points};
pub(crate) use riding::{gather_candidates, judge_gather};

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Faction, Kind, Side, UnitId};
use crate::options::{Choice, Options};
use crate::rules::openings::campaign::INTERCEPT_OPENING;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::stacking::{attack_mixed, crusading, may_share, strands, those_left, with_danes};
use crate::state::march::{March, Window, those};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::{State, hex_of};
use crate::state::stage::Stage;
use approach::Sweep;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, HexId, PieceSet, Place, Refusals, Verdict, Violation};
use core::cell::OnceCell;

/// Whether enemies in a hex stop a side that enters it (8.1, 8.5, ruling R-71): all do except a garrison under siege.
pub(crate) fn stops(s: &State, hex: HexId, side: Side) -> bool {
    const _: casus_core::Cite = cite!("8.5");
    !s.stacks.is_empty(hex) && s.holds(hex, side.enemy()) && s.in_field(hex, side).next().is_none()
}

/// Whether interceptors avoid a hex instead of riding through it (8.1): it holds enemies that would stop them, or only a Legate or
/// Elizabeth, who are not eliminated by a ride past them (ruling R-118).
fn stops_ride(s: &State, hex: HexId, side: Side) -> bool {
    let enemy = side.enemy();
    !s.stacks.is_empty(hex) && s.own_at(hex, enemy).next().is_some() && s.in_field(hex, side).next().is_none()
}

/// Whether a side has counters outside walls in a hex.
fn stands_outside(s: &State, hex: HexId, side: Side) -> bool {
    s.own_at(hex, side).any(|u| !s.within(u))
}

/// Whether a side has a force in a hex that may be intercepted: combat units in the field, or, by the other reading of ruling
/// R-118, only a Legate or Elizabeth (8.8).
fn is_force(s: &State, hex: HexId, side: Side) -> bool {
    let alone = || !s.holds(hex, side) && stands_outside(s, hex, side);
    s.in_field(hex, side).next().is_some() || (s.opts(Choice::R118) && alone())
}

/// Returns the stack on the march.
pub(crate) fn on_the_march(s: &State) -> Option<March> {
    s.stack.iter().rev().find_map(|st| match *st {
        Stage::March(march) => Some(march),
        _ => None,
    })
}

/// Whether a hex holds the stack on the march, or units that have left it in this activation.
fn of_the_march(s: &State, hex: HexId) -> bool {
    let here = |march: March| those(march.units.union(march.shed)).any(|u| s.hex(u) == Some(hex));
    on_the_march(s).is_some_and(here)
}

/// Whether the force in a hex has already been intercepted in this activation (ruling R-64).
fn met(s: &State, hex: HexId) -> bool {
    !s.opts(Choice::R64) && on_the_march(s).is_some_and(|m| m.met) && of_the_march(s, hex)
}

/// Whether a battle or a siege follows at once: a stack has come to enemies (8.7).
fn comes_to_blows(s: &State) -> bool {
    s.stack.iter().any(|st| matches!(st, Stage::Entry { .. }))
}

/// Whether the force in this hex was chosen for interception: it is not the stack on the march.
fn chosen(s: &State, target: Option<HexId>) -> bool {
    target.is_some() && on_the_march(s).and_then(|m| hex_of(s, m.units)) != target
}

/// Whether another force may be chosen for interception (8.8, ruling R-63): any force between the moves of two stacks, any other
/// force between two steps of a march.
pub(crate) fn chooses(s: &State, target: Option<HexId>) -> bool {
    !chosen(s, target) && !comes_to_blows(s)
}

/// Why a unit cannot reach the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hindrance {
    /// The distance is too long even over the empty map.
    Distance(Violation),
    /// Land that is closed to it is in the way.
    Closed,
    /// The path around its enemies is too long, or there is none.
    Enemies,
}

/// The facts of a unit's part in an interception.
///
/// The unit sets out first, or joins units that have gathered.
#[derive(Debug)]
pub struct InterceptFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would intercept.
    pub unit: UnitId,
    /// The units that have gathered.
    pub with: PieceSet,
    /// The hex of the enemy force.
    pub target: HexId,
    ways: &'a Approach<'a>,
    fare: OnceCell<Option<(UnitId, Option<u16>)>>,
    hindrance: OnceCell<Option<Hindrance>>,
}

/// The facts of choosing an enemy force to intercept.
#[derive(Debug)]
pub struct AgainstFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The hex of the enemy force.
    pub target: HexId,
    reached: OnceCell<bool>,
    /// Whether factions alone keep a unit from the force, and then whether Danes are the cause.
    apart: OnceCell<Option<bool>>,
}

casus_core::questions!(InterceptFacts, AgainstFacts);
type B = Bar<InterceptFacts<'static>>;
type A = Bar<AgainstFacts<'static>>;

impl InterceptFacts<'_> {
    fn done(&self, flag: Done) -> bool {
        self.s.unit(self.unit).done.has(flag)
    }
    fn all(&self) -> impl Iterator<Item = UnitId> {
        those(self.with).chain([self.unit])
    }
    fn zizka(&self) -> bool {
        let zizka = self.s.game_data().names().zizka;
        self.all().any(|u| zizka == Some(u))
    }
    fn rides(&self) -> bool {
        let s = self.s;
        match s.kind(self.unit) {
            Kind::Hussar | Kind::LayKnight | Kind::ChurchKnight => true,
            Kind::Wagon => s.side(self.unit) == Side::Hussite || !s.opts(Choice::R62),
            Kind::Foot => self.zizka(),
            // A Legate may ride with others (ruling R-68); no Case permits it to the queen (2.7).
            Kind::Legate => !self.with.is_empty(),
            Kind::Dowager => false,
        }
    }
    /// Whether the unit is in the hex of the enemy: a garrison that sallies (8.8.2).
    fn sallies(&self) -> bool {
        self.s.hex(self.unit) == Some(self.target)
    }
    /// Whether the unit would sally, but no stack has just come to a hex where others already besieged the garrison (8.8.2, ruling
    ///
    fn unprovoked(&self) -> bool {
        let come = self.s.stack.iter().any(|st| match st {
            Stage::March(march) => {
                march.has_come() && !march.stopped && hex_of(self.s, march.units) == Some(self.target)
            }
            _ => false,
        });
        let met = |st: &Stage| matches!(st, Stage::Entry { hex, .. } if *hex == self.target);
        self.sallies() && (!come || self.s.stack.iter().any(met))
    }
    /// Returns the unit with the fewest points, and the points that the ride costs, if there is a path.
    fn fare(&self) -> Option<(UnitId, Option<u16>)> {
        *self.fare.get_or_init(|| {
            if self.sallies() {
                return None;
            }
            let hex = self.s.hex(self.unit)?;
            let poorest = self.all().min_by_key(|&u| self.s.left(u))?;
            Some((poorest, self.ways.cost(self.polish(), hex).map(u16::from)))
        })
    }
    fn polish(&self) -> bool {
        self.all().all(|u| self.s.faction(u) == Faction::Polish)
    }
    fn hindrance(&self) -> Option<Hindrance> {
        *self.hindrance.get_or_init(|| self.hindered())
    }
    fn hindered(&self) -> Option<Hindrance> {
        let (poorest, need) = self.fare()?;
        let have = u16::from(self.s.left(poorest));
        let pays = |need: Option<u16>| need.is_some_and(|need| need <= have);
        if pays(need) {
            return None;
        }
        let hex = self.s.hex(self.unit)?;
        let far = u16::from(self.s.game_data().far(hex, self.target));
        if far > have {
            let least = need.unwrap_or(far);
            return Some(Hindrance::Distance(Violation::lacks(poorest.place(), MP, least.into(), have.into())));
        }
        let lands_open = Approach {
            open: true,
            ..Approach::to(self.s, self.target, self.s.side(self.unit))
        };
        if pays(lands_open.cost(self.polish(), hex).map(u16::from)) {
            return Some(Hindrance::Closed);
        }
        Some(Hindrance::Enemies)
    }
    fn short(&self) -> Option<Violation> {
        match self.hindrance()? {
            Hindrance::Distance(violation) => Some(violation),
            Hindrance::Closed | Hindrance::Enemies => None,
        }
    }
    fn closed(&self, by_award: bool) -> bool {
        self.s.poland == by_award && self.hindrance() == Some(Hindrance::Closed)
    }
    fn is_force(&self) -> bool {
        is_force(self.s, self.target, self.s.side(self.unit).enemy())
    }
    /// 18.4: the violation if no point would be left for the first round.
    fn tired(&self) -> Option<Violation> {
        let (poorest, need) = self.fare()?;
        let have = self.s.left(poorest);
        // With friends in the field the unit defends, and defenders pay nothing.
        let side = self.s.side(self.unit);
        let attacks = self.s.in_field(self.target, side).next().is_none()
            && self.s.in_field(self.target, side.enemy()).next().is_some();
        let none_left = self.s.opts(Choice::Rounds) && attacks && need == Some(have.into());
        none_left.then(|| Violation::lacks(poorest.place(), MP, i32::from(have) + 1, have.into()))
    }
    fn besieged(&self) -> bool {
        !self.sallies() && shut(self.s, self.unit)
    }
    /// Whether Danes are among the units that gather, or in the hex they ride to.
    fn danish(&self) -> bool {
        let side = self.s.side(self.unit);
        with_danes(self.s, self.all()) || with_danes(self.s, self.s.own_at(self.target, side))
    }
    /// Whether the units that gather, and friends in the field or inside where they go, would be of factions that cannot stack
    /// (ruling R-50). If a garrison sallies, all of it attacks, whichever units gather (8.8.2).
    fn motley(&self) -> bool {
        let side = self.s.side(self.unit);
        if self.sallies() {
            let all = self.s.garrison(self.target, side).map(|u| u.0).collect();
            return attack_mixed(self.s, side, self.target, all);
        }
        let friends = self.s.own_at(self.target, side);
        !may_share(self.s, side, self.all().chain(friends)) && !self.awaits_legate()
    }
    /// Whether a Legate in their hex may ride with them, and they could be together with him (7.4, ruling R-68).
    fn awaits_legate(&self) -> bool {
        let s = self.s;
        if s.counter(self.unit).legate() {
            return false;
        }
        let with = self.with.union(PieceSet::one(self.unit.0));
        those_left(s, with).any(|u| s.counter(u).legate() && self.ways.permits(u, with))
    }
    /// Whether the Legate would ride and the units that stay would be a forbidden mix, even if all that could ride along had
    /// gathered before, in any order.
    fn strands(&self) -> bool {
        let s = self.s;
        let stack = self.with.union(PieceSet::one(self.unit.0));
        if self.sallies() || !s.counter(self.unit).legate() || !strands(s, stack) {
            return false;
        }
        let along = those_left(s, stack).filter(|&u| self.ways.permits(u, stack));
        strands(s, stack.union(along.map(|u| u.0).collect()))
    }
    fn elsewhere(&self) -> bool {
        hex_of(self.s, self.with).is_some_and(|hex| self.s.hex(self.unit) != Some(hex))
    }
}

/// Whether a unit is inside walls with enemies before them.
fn shut(s: &State, unit: UnitId) -> bool {
    let enemy = s.side(unit).enemy();
    s.within(unit) && s.hex(unit).is_some_and(|hex| s.holds(hex, enemy))
}

fn rider(f: &InterceptFacts) -> Place {
    f.unit.place()
}

/// The list `intercept`: what keeps a unit from intercepting an enemy force (8.8, 8.8.1 to 8.8.3).
pub static INTERCEPT_BARS: Bars<InterceptFacts> = Bars {
    name: "intercept",
    list: &[
        B::by(cite!("8.8"), "the piece is not on the map")
            .when(rider, |f| f.s.hex(f.unit).is_none())
            .always(),
        B::by(cite!("8.8"), "the unit has gathered already")
            .when(rider, |f| f.with.contains(f.unit.0))
            .always(),
        B::by(cite!("10.9"), "the unit is routed, and out of play until the turn ends")
            .when(rider, |f| f.s.unit(f.unit).at == Whereabouts::Routed)
            .always(),
        B::by(cite!("10.9"), "the unit is out of the game")
            .when(rider, |f| f.s.unit(f.unit).at == Whereabouts::Gone)
            .always(),
        B::by(cite!("8.8", "R-118"), "a Legate or Elizabeth without a combat unit is no force")
            .when(|f| f.target.place(), |f| !f.is_force()),
        B::by(cite!("11.0"), "customs guards do not intercept").when(rider, |f| f.s.counter(f.unit).guard),
        B::by(cite!("8.8"), "only mounted units and wagons intercept, and foot with Žižka").when(rider, |f| !f.rides()),
        B::by(cite!("8.8"), "the unit has moved this turn").when(rider, |f| f.done(Done::MOVED)),
        B::by(cite!("8.8"), "the unit has intercepted this turn").when(rider, |f| f.done(Done::INTERCEPTED)),
        B::by(cite!("8.8.1"), "those who gather are elsewhere")
            .when(rider, |f| f.elsewhere())
            .always(),
        B::by(cite!("8.8.1", "R-64"), "that stack has been intercepted already")
            .when(|f| f.target.place(), |f| met(f.s, f.target)),
        B::by(cite!("8.8.2"), "the unit is under siege, and the enemy does not come to its hex")
            .when(rider, |f| f.besieged()),
        B::by(cite!("8.8.2", "R-66"), "the unit was not under siege when the enemy came")
            .when(rider, |f| f.unprovoked()),
        B::by(cite!("6.3.3", "R-37"), "Danes stack with no others").when(rider, |f| f.danish() && f.motley()),
        B::by(cite!("8.6.2", "R-50"), "factions that may not stack would be together")
            .when(rider, |f| !crusading(f.s) && !f.danish() && !f.sallies() && f.motley()),
        B::by(cite!("8.6.2", "R-50"), "factions that may not stack do not attack together")
            .when(rider, |f| !crusading(f.s) && !f.danish() && f.sallies() && f.motley()),
        B::by(cite!("8.6.4", "R-50"), "factions that may not stack would be together")
            .when(rider, |f| crusading(f.s) && !f.danish() && !f.sallies() && f.motley()),
        B::by(cite!("8.6.4", "R-50"), "factions attack together only under the Legate")
            .when(rider, |f| crusading(f.s) && !f.danish() && f.sallies() && f.motley()),
        B::by(cite!("8.6.4", "R-50"), "those whom the Legate leaves would be of factions that may not stack")
            .when(rider, |f| f.strands()),
        B::by(cite!("4.1", "R-11"), "the way there leads over land that is closed since the Award")
            .when(rider, |f| f.closed(true)),
        B::by(cite!("14.0"), "the way there leads through the Kingdom of Poland, which is closed to the unit")
            .when(rider, |f| f.closed(false)),
        B::by(cite!("8.1"), "enemies are in the unit's way, and the way round them is too long")
            .when(rider, |f| f.hindrance() == Some(Hindrance::Enemies)),
        B::by(cite!("8.8"), "the unit has not points enough to reach the enemy").violated(|f| f.short()),
        B::by(cite!("18.4", "G-2"), "the unit would have no point left for the battle").violated(|f| f.tired()),
    ],
};

fn there(f: &AgainstFacts) -> Place {
    f.target.place()
}

impl<'a> AgainstFacts<'a> {
    const fn of(s: &'a State, target: HexId) -> Self {
        Self {
            s,
            target,
            reached: OnceCell::new(),
            apart: OnceCell::new(),
        }
    }
    /// Whether the open decision is about this force, or about another that has been chosen.
    fn taken(&self) -> bool {
        let Some(&Stage::Intercept { target }) = self.s.stack.last() else {
            return false;
        };
        chosen(self.s, target) || target == Some(self.target)
    }
    /// Whether factions alone keep all units from reaching the force; Danes or others, as `danish` says.
    fn apart(&self, danish: bool) -> bool {
        !self.reached() && self.held_apart() == Some(danish)
    }
    fn reached(&self) -> bool {
        *self.reached.get_or_init(|| someone_reaches(self.s, self.target))
    }
    fn held_apart(&self) -> Option<bool> {
        *self.apart.get_or_init(|| held_apart(self.s, self.target))
    }
}

/// The list `against`: what forbids choosing a force for an interception (8.8).
pub static AGAINST_BARS: Bars<AgainstFacts> = Bars {
    name: "against",
    list: &[
        A::by(cite!("8.8"), "no enemy is in the field there")
            .when(there, |f| f.s.phasing().is_none_or(|side| !stands_outside(f.s, f.target, side)))
            .always(),
        A::by(cite!("8.7", "R-63"), "the battle or siege that a stack has come to is first")
            .when(there, |f| comes_to_blows(f.s)),
        A::by(cite!("8.8"), "a force is chosen already, and one rides at it or lets it pass")
            .when(there, |f| f.taken())
            .always(),
        A::by(cite!("8.8", "R-118"), "a Legate or Elizabeth without a combat unit is no force")
            .when(there, |f| f.s.phasing().is_some_and(|side| !is_force(f.s, f.target, side))),
        A::by(cite!("8.8.1", "R-64"), "that stack has been intercepted already").when(there, |f| met(f.s, f.target)),
        A::by(cite!("8.8"), "nobody who may intercept reaches them")
            .when(there, |f| {
                let reached = f.reached() || someone_would(f.s, f.target);
                !reached && f.held_apart().is_none()
            })
            .always(),
        A::by(cite!("6.3.3", "R-37"), "Danes stack with no others").when(there, |f| f.apart(true)),
        A::by(cite!("8.6.2", "R-50"), "those who reach them would be with factions with which they may not stack")
            .when(there, |f| !crusading(f.s) && f.apart(false)),
        A::by(cite!("8.6.4", "R-50"), "those who reach them would be with factions with which they may not stack")
            .when(there, |f| crusading(f.s) && f.apart(false)),
        A::by(cite!("18.4", "G-2"), "nobody who reaches them would have a point left for a round")
            .when(there, |f| !f.reached() && someone_would(f.s, f.target)),
    ],
};

/// Returns the hexes with counters of the phasing side outside walls, which might be intercepted (8.8).
fn targets(s: &State) -> impl Iterator<Item = HexId> + '_ {
    let side = s.phasing();
    let stand = move |&hex: &HexId| !s.stacks.is_empty(hex) && side.is_some_and(|side| stands_outside(s, hex, side));
    s.game_data().board.ids().filter(stand)
}

/// Returns the units that might intercept, wherever the enemy is. This is tested before any path is searched.
fn ready(s: &State) -> Vec<UnitId> {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return Vec::new();
    };
    if s.amended() {
        return own(s, side).collect();
    }
    let able = |&u: &UnitId| {
        let unit = s.unit(u);
        unit.at.hex().is_some() && !unit.done.has(Done::MOVED) && !unit.done.has(Done::INTERCEPTED)
    };
    those(s.game_data().riders(side)).filter(able).collect()
}

/// Whether any of the ready units may intercept the force in a hex. A single search serves all stacks.
fn anybody(s: &State, ready: &[UnitId], target: HexId) -> bool {
    let near = |&&u: &&UnitId| {
        let reaches = |hex| s.game_data().far(hex, target) <= s.left(u);
        s.hex(u).is_some_and(reaches)
    };
    let near: PieceSet = ready.iter().filter(near).map(|u| u.0).collect();
    let Some(side) = those(near).next().map(|u| s.side(u)) else {
        return false;
    };
    let ways = Approach::to(s, target, side);
    let may = |unit: UnitId| ways.permits(unit, PieceSet::EMPTY);
    // First the units whose straight path is open; the others have to go around.
    let straight = |u: UnitId| {
        s.hex(u)
            .is_some_and(|hex| ways.straight(s.faction(u) == Faction::Polish, hex).is_some())
    };
    let open: PieceSet = those(near).filter(|&u| straight(u)).map(|u| u.0).collect();
    those(open).any(may) || those(near).filter(|u| !open.contains(u.0)).any(may)
}

fn someone_reaches(s: &State, target: HexId) -> bool {
    anybody(s, &ready(s), target)
}

/// Whether a unit would reach an enemy from whom only factions keep it, and whether Danes are the cause (6.3.3, 8.6.2, 8.6.4).
fn held_apart(s: &State, target: HexId) -> Option<bool> {
    let only_factions = |u: UnitId| {
        let mut v = Verdict::full();
        judge_interceptor(s, target, PieceSet::EMPTY, u, &mut v);
        let refusals = v.finish().err()?;
        let all = refusals
            .iter()
            .all(|r| matches!(r.cite.number(), "6.3.3" | "8.6.2" | "8.6.4"));
        all.then(|| refusals.cites("6.3.3"))
    };
    ready(s).into_iter().find_map(only_factions)
}

/// Whether a unit would reach an enemy if rounds cost nothing (18.4).
fn someone_would(s: &State, target: HexId) -> bool {
    if !s.opts(Choice::Rounds) {
        return false;
    }
    let others = Choice::ALL.iter().filter(|&&c| c != Choice::Rounds && s.opts(c));
    let mut then = s.clone();
    then.options = others.fold(Options::default(), |o, &c| o.with(c));
    someone_reaches(&then, target)
}

/// Whether the side that is not phasing is asked for an interception (8.8, ruling R-63). It is asked during a march, when the stack
/// has entered a hex, and between the moves of two stacks; about that stack and every other force, moving or not.
pub(crate) fn may_be_intercepted(s: &State, target: Option<HexId>) -> bool {
    let Some(side) = s.phasing() else { return false };
    let enemy = side.enemy();
    if !INTERCEPT_OPENING.permit(&OpeningFacts::of(s, enemy).hex(target)) {
        return false;
    }
    let ready = ready(s);
    if ready.is_empty() {
        return false;
    }
    let comes = target.is_some_and(|hex| stands_outside(s, hex, side) && anybody(s, &ready, hex));
    comes || (chooses(s, target) && others(s, &ready, enemy, target).next().is_some())
}

/// Returns the forces, apart from the one asked about, that a ready unit may intercept.
fn others<'a>(
    s: &'a State,
    ready: &'a [UnitId],
    side: Side,
    target: Option<HexId>,
) -> impl Iterator<Item = HexId> + use<'a> {
    let sweep = Sweep::of(s, ready, side);
    targets(s).filter(move |&hex| Some(hex) != target && sweep.anybody(hex))
}

/// Returns the units of a side on the map.
fn own(s: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(move |&u| s.side(u) == side && s.hex(u).is_some())
}

fn holds(s: &State, target: Option<HexId>, out: &mut Vec<Action>) {
    out.push(Action::Hold);
    let marching = s.stack.iter().any(|st| matches!(st, Stage::March(_)));
    if target.is_some() && marching {
        out.push(Action::HoldAll(Window::March));
    }
    out.push(Action::HoldAll(Window::Phase));
}

pub(crate) fn intercept_candidates(s: &State, target: Option<HexId>, out: &mut Vec<Action>) {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return;
    };
    if target.is_some() {
        out.extend(own(s, side).map(Action::Intercept));
    }
    out.extend(targets(s).map(Action::Against));
    holds(s, target, out);
}

/// Returns the units that may set out against a force.
pub(crate) fn interceptors(s: &State, target: HexId) -> Vec<UnitId> {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return Vec::new();
    };
    let ways = Approach::to(s, target, side);
    // Units that are not ready may not intercept.
    let able = |&unit: &UnitId| ways.permits(unit, PieceSet::EMPTY);
    ready(s).into_iter().filter(able).collect()
}

/// Appends the legal actions of an interception, or of the units that gather for one. A single search serves all units.
pub(crate) fn list_interceptions(s: &State, stage: Stage, out: &mut Vec<Action>) -> bool {
    let Some(side) = s.phasing().map(Side::enemy) else {
        return false;
    };
    let (target, with) = match stage {
        Stage::Intercept { target: None } => {
            let ready = ready(s);
            out.extend(others(s, &ready, side, None).map(Action::Against));
            holds(s, None, out);
            return true;
        }
        Stage::Intercept { target: Some(target) } => (target, PieceSet::EMPTY),
        Stage::Gathering(g) => (g.target, g.units),
        _ => return false,
    };
    if with.is_empty() {
        out.extend(interceptors(s, target).into_iter().map(Action::Intercept));
        if chooses(s, Some(target)) {
            out.extend(others(s, &ready(s), side, Some(target)).map(Action::Against));
        }
        holds(s, Some(target), out);
        return true;
    }
    let ways = Approach::to(s, target, side);
    let able = |&unit: &UnitId| ways.permits(unit, with);
    let before = out.len();
    let hex = hex_of(s, with);
    let beside = own(s, side).filter(|&u| s.amended() || s.hex(u) == hex);
    out.extend(beside.filter(able).map(Action::Join));
    if out.len() > before {
        out.push(Action::JoinAll);
    }
    if !parted(s, target, with) && !leaves_mix(s, target, with) {
        out.push(Action::Ride);
    }
    true
}

/// Whether the Legate has gathered with others and the units that stay would be a forbidden mix. Then some of them must ride along.
pub(crate) fn leaves_mix(s: &State, target: HexId, with: PieceSet) -> bool {
    hex_of(s, with) != Some(target) && strands(s, with)
}

/// Whether the gathered units and friends where they go cannot be together, because the Legate is not yet with them.
pub(crate) fn parted(s: &State, target: HexId, with: PieceSet) -> bool {
    let Some(side) = those(with).next().map(|u| s.side(u)) else {
        return false;
    };
    let away = hex_of(s, with) != Some(target);
    let friends = s.own_at(target, side).filter(|&u| away && !with.contains(u.0));
    away && !may_share(s, side, those(with).chain(friends))
}

fn judge_interceptor(s: &State, target: HexId, with: PieceSet, unit: UnitId, v: &mut Verdict) {
    INTERCEPT_BARS.judge(&Approach::to(s, target, s.side(unit)).facts(unit, with), v);
}

pub(crate) fn judge_intercept(s: &State, target: Option<HexId>, action: Action, v: &mut Verdict) -> bool {
    match (action, target) {
        (Action::Intercept(unit), Some(target)) => judge_interceptor(s, target, PieceSet::EMPTY, unit, v),
        (Action::Against(hex), _) => AGAINST_BARS.judge(&AgainstFacts::of(s, hex), v),
        (Action::Hold | Action::HoldAll(Window::Phase), _) => {}
        (Action::HoldAll(Window::March), _) => {
            let marching = s.stack.iter().any(|st| matches!(st, Stage::March(_)));
            if target.is_none() || !marching {
                v.refuse(casus_core::Refusal::new(cite!("8.8", "R-63"), "no stack is on the march"));
            }
        }
        _ => return false,
    }
    true
}

/// Reports the reasons that keep a unit from intercepting any force, while no force is chosen. A unit under siege could only
/// sally.
pub(crate) fn judge_anywhere(s: &State, unit: UnitId, v: &mut Verdict) {
    let sallies = s.hex(unit).filter(|_| shut(s, unit));
    let forces: Vec<HexId> = sallies.map_or_else(|| targets(s).collect(), |hex| vec![hex]);
    let answers = forces.into_iter().map(|target| {
        let mut v = Verdict::full();
        judge_interceptor(s, target, PieceSet::EMPTY, unit, &mut v);
        v.finish().err()
    });
    let answers: Option<Vec<Refusals>> = answers.collect();
    for refusal in &Refusals::common(&answers.unwrap_or_default()) {
        v.refuse(*refusal);
    }
}
