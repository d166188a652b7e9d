//! Module 11, Retreat Movement.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, CorpsId, Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, Question, Shut, What, shut};
use crate::options::Choice;
use crate::rules::morale::track_case;
use crate::rules::movement::costs::step_closed;
use crate::state::pieces::{CommanderSet, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::Then;
use crate::state::stage::{Stage, Why};
use casus_core::{Bar, Bars, Dir, Flow, HexId, PieceSet, Place, Procedures, Verdict, Violation};

/// The facts of a retreat.
///
/// They cover any unit of the passive side and any hex. A General Retreat Order exempts its corps from the test and from some
/// prohibitions.
#[derive(Debug)]
pub struct RetreatFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would retreat.
    pub unit: UnitId,
    /// The side of the unit.
    pub side: Side,
    /// The hex of the unit; `None` off the map.
    pub from: Option<HexId>,
    /// The hex to enter.
    pub to: HexId,
    /// The direction, if the hexes are adjacent.
    pub dir: Option<Dir>,
    /// Enemy cavalry that has the unit in its ZOC.
    pub pinned: Option<UnitId>,
    /// The corps whose General Retreat Order is being carried out.
    pub order: Option<CorpsId>,
}

casus_core::questions!(RetreatFacts);

type B = Bar<RetreatFacts<'static>>;

fn unit(f: &RetreatFacts) -> Place {
    f.unit.place()
}

fn to(f: &RetreatFacts) -> Place {
    f.to.place()
}

impl RetreatFacts<'_> {
    fn marked(&self, mark: Marks) -> bool {
        self.s.unit(self.unit).marks.has(mark)
    }
    /// Whether the unit belongs to this side, and the hex has no room for it.
    fn full(&self, side: Side) -> bool {
        self.side == side && !self.s.room(self.to, side, PieceSet::one(self.unit.0))
    }
    /// Whether the hex is adjacent and closed to the unit.
    fn closed(&self) -> bool {
        self.dir.is_some() && step_closed(self.s, self.unit, self.from, self.to)
    }
    /// Whether the hex is adjacent, and not behind the unit. A routed unit has no front sides, and a hedgehog only front sides
    /// (3.0).
    fn ahead(&self) -> bool {
        self.dir.is_some_and(|d| self.s.fronts(self.unit, d))
    }
}

/// What forbids a retreat, in book order. Judged for each unit of the passive side and each hex behind it in the Retreat
/// Phase. Named `retreat`.
pub static RETREAT_BARS: Bars<RetreatFacts> = Bars {
    name: "retreat",
    list: &[
        B::by(cite!("2.1"), "the passive side retreats, with units on the map")
            .when(unit, |f| f.side == f.s.active || f.from.is_none())
            .always(),
        B::by(cite!("5.1"), "the Swiss may not stack so").when(to, |f| f.full(Side::Swiss)),
        B::by(cite!("5.2"), "the French may not stack so").when(to, |f| f.full(Side::French)),
        B::by(cite!("9.0"), "an enemy unit is there")
            .when(to, |f| f.s.has_unit(f.to, f.side.enemy()))
            .always(),
        B::by(cite!("9.0"), "the terrain is closed to the unit").when(to, |f| f.closed()),
        B::by(cite!("9.4"), "a hedgehog does not move").when(unit, |f| f.s.hedgehog(f.unit)),
        B::by(cite!("10.1"), "a routed unit only routs").when(unit, |f| f.s.routed(f.unit)),
        B::by(cite!("11.0", "R77"), "the hex is not adjacent")
            .when(to, |f| f.from.is_some() && f.dir.is_none())
            .always(),
        B::by(cite!("11.0", "R77"), "it is none of its three rear hexes").when(to, |f| f.ahead()),
        B::by(cite!("11.0"), "it is in an enemy ZOC").when(to, |f| f.s.in_zoc(f.to, f.side.enemy())),
        B::by(cite!("11.0", "R09"), "only cavalry and Swiss arquebusiers retreat without an order")
            .when(unit, |f| f.order.is_none() && !f.s.light(f.unit)),
        B::by(cite!("11.0"), "it is in the ZOC of enemy cavalry")
            .violated(|f| f.pinned.filter(|_| f.order.is_none()).map(|e| Violation::at(e.place()))),
        B::by(cite!("11.0"), "the unit does not belong to the corps that retreats")
            .when(unit, |f| f.order.is_some() && f.s.corps_of(f.unit) != f.order),
        B::by(cite!("11.0", "R118"), "the unit has tried and failed in this phase")
            .when(unit, |f| f.order.is_none() && f.marked(Marks::TRIED)),
        B::by(cite!("11.0", "R77"), "the unit has had its retreat in this phase")
            .when(unit, |f| f.marked(Marks::RETREATED)),
    ],
};

/// The facts of a General Retreat Order.
///
/// They cover any corps of either side.
#[derive(Debug)]
pub struct OrderFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The corps that would retreat.
    pub corps: CorpsId,
    /// The passive side.
    pub side: Side,
}

casus_core::questions!(OrderFacts);

type O = Bar<OrderFacts<'static>>;

fn corps(f: &OrderFacts) -> Place {
    f.corps.place()
}

impl OrderFacts<'_> {
    /// Whether the corps has a unit on the map.
    fn fields(&self) -> bool {
        let mut units = self.s.game_data.units_of(self.corps).iter();
        units.any(|&u| self.s.hex(u).is_some())
    }
}

/// What forbids a General Retreat Order, in book order. Judged for each corps in the Retreat Phase. Named `retreat-order`.
pub static ORDER_BARS: Bars<OrderFacts> = Bars {
    name: "retreat-order",
    list: &[
        O::by(cite!("2.1"), "the passive side orders retreats")
            .when(corps, |f| f.s.game_data.corps_side(f.corps) != f.side),
        O::by(cite!("11.0"), "it has no unit on the map").when(corps, |f| !f.fields()),
        O::by(cite!("11.0", "R78"), "it has had its order in this phase").when(corps, |f| f.s.corps(f.corps).ordered),
        O::by(cite!("11.0", "R78"), "it has no commander")
            .when(corps, |f| f.s.opts(Choice::R78) && f.s.corps(f.corps).leader.is_none()),
        O::by(cite!("11.0", "R78"), "none of its units can go")
            .when(corps, |f| f.s.opts(Choice::R78) && !goes(f.s, f.corps)),
    ],
};

fn facts(s: &State, unit: UnitId, to: HexId, order: Option<CorpsId>) -> RetreatFacts<'_> {
    RetreatFacts {
        s,
        unit,
        side: s.side(unit),
        from: s.hex(unit),
        to,
        dir: s.hex(unit).and_then(|from| s.game_data.board.direction(from, to)),
        pinned: pinned(s, unit),
        order,
    }
}

/// Returns enemy cavalry that has a unit in its ZOC.
fn pinned(s: &State, unit: UnitId) -> Option<UnitId> {
    let mut by = s.controllers(s.hex(unit)?, s.side(unit).enemy());
    by.find(|&e| s.class(e) == Class::Cavalry)
}

/// Whether a unit's own state lets it retreat. The list judges this too, for each hex.
fn free_to_go(s: &State, unit: UnitId, order: Option<CorpsId>) -> bool {
    let had = |mark| s.unit(unit).marks.has(mark);
    !s.routed(unit) && !had(Marks::HEDGEHOG.and(Marks::RETREATED)) && (order.is_some() || !had(Marks::TRIED))
}

fn judge(s: &State, unit: UnitId, to: HexId, order: Option<CorpsId>, v: &mut Verdict) {
    if v.wants_reasons() || s.amended() || free_to_go(s, unit, order) {
        RETREAT_BARS.judge(&facts(s, unit, to, order), v);
    } else {
        v.refuse_untold();
    }
}

/// Returns the units that might retreat: those of the ordered corps, or the light ones of the passive side. House rules may
/// repeal these limits, so under house rules all units of the passive side.
fn retreaters(s: &State, order: Option<CorpsId>) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    s.on_map(s.active.enemy()).filter(move |&(u, _)| match order {
        _ if s.amended() => true,
        Some(_) => s.corps_of(u) == order,
        None => s.light(u),
    })
}

/// Returns the hexes a unit might retreat to: its rear hexes. House rules may repeal that, so under house rules all adjacent
/// hexes.
fn behind(s: &State, unit: UnitId, hex: HexId) -> impl Iterator<Item = (Dir, HexId)> + '_ {
    let hexes = s.or_any(s.unit(unit).facing.rear());
    hexes.filter_map(move |d| Some((d, s.game_data.board.neighbour(hex, d)?)))
}

/// Returns the candidate retreats.
fn retreats(s: &State, order: Option<CorpsId>) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    retreaters(s, order).flat_map(move |(u, h)| behind(s, u, h).map(move |(_, to)| (u, to)))
}

/// Returns the legal retreats. It computes the facts of a unit once for all its hexes. Under the printed laws it skips units
/// that the list would refuse because of their own state.
fn allowed(s: &State, order: Option<CorpsId>) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let fit = retreaters(s, order).filter_map(move |(unit, from)| {
        let free = s.amended() || free_to_go(s, unit, order);
        let pinned = free.then(|| pinned(s, unit))?;
        let held = !s.amended() && order.is_none() && pinned.is_some();
        (!held).then_some((unit, from, pinned))
    });
    fit.flat_map(move |(unit, from, pinned)| {
        let may = move |&(dir, to): &(Dir, HexId)| {
            let facts = RetreatFacts {
                s,
                unit,
                side: s.side(unit),
                from: Some(from),
                to,
                dir: Some(dir),
                pinned,
                order,
            };
            RETREAT_BARS.permit(&facts)
        };
        behind(s, unit, from).filter(may).map(move |(_, to)| (unit, to))
    })
}

/// Whether any unit of a corps can retreat.
fn goes(s: &State, corps: CorpsId) -> bool {
    allowed(s, Some(corps)).next().is_some()
}

/// Returns the units of a corps that have not retreated, with the reasons that close each hex behind them.
fn stays(s: &State, corps: CorpsId) -> Vec<(UnitId, Vec<Shut>)> {
    let order = Some(corps);
    let corps = s.on_map(s.active.enemy()).filter(|&(u, _)| s.corps_of(u) == order);
    let left = corps.filter(|&(u, _)| !s.unit(u).marks.has(Marks::RETREATED));
    left.map(|(unit, h)| {
        let behind = s.unit(unit).facing.rear().into_iter();
        let hexes = behind.filter_map(|d| s.game_data.board.neighbour(h, d));
        (unit, shut(hexes, |to, v| RETREAT_BARS.judge(&facts(s, unit, to, order), v)))
    })
    .collect()
}

/// Appends the legal actions of the Retreat Phase.
pub(crate) fn list_phase(s: &State, out: &mut Vec<Action>) {
    out.extend(allowed(s, None).map(|(u, to)| Action::Retreat(u, to)));
    let side = s.active.enemy();
    let orders = s
        .corps_ids()
        .filter(|&corps| ORDER_BARS.permit(&OrderFacts { s, corps, side }));
    out.extend(orders.map(Action::Order));
    out.push(Action::Done);
}

/// Appends the legal actions while an order is carried out.
pub(crate) fn list_order(s: &State, corps: CorpsId, out: &mut Vec<Action>) {
    out.extend(allowed(s, Some(corps)).map(|(u, to)| Action::Retreat(u, to)));
}

pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(retreats(s, None).map(|(u, to)| Action::Retreat(u, to)));
    out.extend(s.corps_ids().map(Action::Order));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Retreat(u, to) => judge(s, u, to, None, v),
        Action::Order(corps) => ORDER_BARS.judge(
            &OrderFacts {
                s,
                corps,
                side: s.active.enemy(),
            },
            v,
        ),
        Action::Done => {}
        _ => return false,
    }
    true
}

pub(crate) fn order_decision(s: &State, corps: CorpsId) -> Decision {
    Decision::new(s.active.enemy(), cite!("11.0"), "retreat-order", corps.place())
}

pub(crate) fn order_candidates(s: &State, corps: CorpsId, out: &mut Vec<Action>) {
    out.extend(retreats(s, Some(corps)).map(|(u, to)| Action::Retreat(u, to)));
}

pub(crate) fn judge_order(s: &State, corps: CorpsId, action: Action, v: &mut Verdict) -> bool {
    let Action::Retreat(u, to) = action else {
        return false;
    };
    judge(s, u, to, Some(corps), v);
    true
}

/// The change of morale by a General Retreat Order (8.1, 8.2).
const ORDER: i32 = -2;

impl Engine<'_> {
    pub(crate) fn enact_retreat_phase(&mut self, action: Action) {
        match action {
            Action::Retreat(unit, to) => {
                if self.test(unit, Why::Retreat) {
                    self.s.unit_mut(unit).marks.set(Marks::RETREATED);
                    self.retire(unit, to);
                } else {
                    self.s.unit_mut(unit).marks.set(Marks::TRIED);
                }
            }
            Action::Order(corps) => {
                self.s.corps_mut(corps).ordered = true;
                self.say(cite!("11.0"), || What::Ordered { corps });
                let side = self.s.game_data.corps_side(corps);
                self.call(Stage::Order { corps });
                let track = Some(corps).filter(|_| side == Side::French);
                self.change_morale(track, ORDER, track_case(side));
            }
            _ => {
                self.hold_ground();
                self.next_course();
            }
        }
    }

    /// Records that a side ends the phase although light units could still retreat without an order.
    fn hold_ground(&mut self) {
        if self.log.is_on() && allowed(self.s, None).next().is_some() {
            let side = self.s.active.enemy();
            let tried = Marks::RETREATED.and(Marks::TRIED);
            let more = self.s.on_map(side).any(|(u, _)| self.s.unit(u).marks.has(tried));
            self.decline(cite!("11.0"), side, Question::Retreat, more);
        }
    }

    /// Carries out a General Retreat Order while any unit of the corps can retreat.
    pub(crate) fn ordering(&mut self, corps: CorpsId) -> Flow<Stage> {
        if goes(self.s, corps) {
            return Flow::Ask;
        }
        self.tell_no_hex(Chance::Order, |s| stays(s, corps));
        Flow::Done
    }

    pub(crate) fn enact_order(&mut self, _: CorpsId, action: Action) {
        if let Action::Retreat(unit, to) = action {
            self.s.unit_mut(unit).marks.set(Marks::RETREATED);
            self.retire(unit, to);
        }
    }

    fn retire(&mut self, unit: UnitId, to: HexId) {
        if let Some(hex) = self.s.hex(unit) {
            let side = self.s.side(unit);
            self.escort(hex, side, Then::Retreat { unit, to });
        }
    }

    /// Retreats a unit by one hex, with the commanders who accompany it. It keeps its facing, or takes that of friendly units
    /// in the hex (ruling R11). By day terrain may disorder it; at night there is no test (ruling R95).
    pub(crate) fn go_back(&mut self, unit: UnitId, to: HexId, along: CommanderSet) {
        let Some(from) = self.s.hex(unit) else { return };
        self.s.put(unit, Whereabouts::Map(to));
        self.bring(along, to);
        let night = self.s.phase().is_none();
        let case = if night { cite!("14.2") } else { cite!("11.0") };
        let successors = self.successors(along.iter());
        self.say(case, || What::Retreated {
            unit,
            commanders: along.iter().collect(),
            successors,
            from,
            to,
        });
        self.align(unit, to);
        if !night {
            self.rough(unit, Some(from), to);
        }
    }
}
