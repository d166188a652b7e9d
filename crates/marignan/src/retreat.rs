//! Module 11, Retreat Movement.

use crate::action::Action;
use crate::casebook::cite;
use crate::commanders::Then;
use crate::components::{Class, CorpsId, Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::morale::track_case;
use crate::movement::step_cost;
use crate::options::Choice;
use crate::state::{CommanderSet, Marks, Stage, State, Whereabouts, Why};
use casus_core::{Bar, Bars, Bite, Flow, HexId, PieceSet, Procedures, Question, Verdict};

/// Asks whether a unit may retreat to a hex.
#[derive(Debug)]
pub struct Retreating;

/// The facts of a retreat.
#[derive(Debug)]
pub struct RetreatFacts<'a> {
    s: &'a State,
    unit: UnitId,
    side: Side,
    from: Option<HexId>,
    to: HexId,
    /// The corps under a General Retreat Order that is being carried out.
    order: Option<CorpsId>,
}

impl Question for Retreating {
    type Facts<'a> = RetreatFacts<'a>;
}

/// What forbids a retreat, in book order.
pub static RETREAT_BARS: Bars<Retreating> = Bars {
    name: "retreat",
    list: &[
        Bar {
            cite: cite!("2.1"),
            because: "the passive side retreats, with units on the map",
            bites: |f| {
                let ours = f.s.side(f.unit) == f.side && f.from.is_some();
                Bite::when(!ours, f.unit.place())
            },
        },
        Bar {
            cite: cite!("5.1"),
            because: "the Swiss may not stack so",
            bites: |f| {
                let full = f.side == Side::Swiss && !f.s.room(f.to, f.side, PieceSet::one(f.unit.0));
                Bite::when(full, f.to.place())
            },
        },
        Bar {
            cite: cite!("5.2"),
            because: "the French may not stack so",
            bites: |f| {
                let full = f.side == Side::French && !f.s.room(f.to, f.side, PieceSet::one(f.unit.0));
                Bite::when(full, f.to.place())
            },
        },
        Bar {
            cite: cite!("9.0"),
            because: "an enemy unit is there",
            bites: |f| Bite::when(f.s.has_unit(f.to, f.side.enemy()), f.to.place()),
        },
        Bar {
            cite: cite!("9.0"),
            because: "the ground is closed to it",
            bites: |f| {
                let from = f.from?;
                f.s.kit.board.direction(from, f.to)?;
                let one = PieceSet::one(f.unit.0);
                let cost = step_cost(f.s, f.unit, Some(from), f.to, one);
                Bite::when(cost.is_none(), f.to.place())
            },
        },
        Bar {
            cite: cite!("9.4"),
            because: "a hedgehog does not move",
            bites: |f| Bite::when(f.s.hedgehog(f.unit), f.unit.place()),
        },
        Bar {
            cite: cite!("10.1"),
            because: "a routed unit only routs",
            bites: |f| Bite::when(f.s.routed(f.unit), f.unit.place()),
        },
        Bar {
            cite: cite!("11.0", "R77"),
            because: "it is none of its three rear hexes",
            bites: |f| {
                let from = f.from?;
                let dir = f.s.kit.board.direction(from, f.to);
                // A routed unit has no front, and a hedgehog nothing but front (3.0).
                let back = dir.is_some_and(|d| !f.s.fronts(f.unit, d));
                Bite::when(!back, f.to.place())
            },
        },
        Bar {
            cite: cite!("11.0"),
            because: "it is in an enemy ZOC",
            bites: |f| Bite::when(f.s.in_zoc(f.to, f.side.enemy()), f.to.place()),
        },
        Bar {
            cite: cite!("11.0", "R09"),
            because: "only cavalry and Swiss arquebusiers retreat without an order",
            bites: |f| {
                let fit = light(f.s, f.unit);
                Bite::when(f.order.is_none() && !fit, f.unit.place())
            },
        },
        Bar {
            cite: cite!("11.0"),
            because: "it is in the ZOC of enemy cavalry",
            bites: |f| {
                if f.order.is_some() {
                    return None;
                }
                let mut by = f.s.controllers(f.from?, f.side.enemy());
                by.find(|&e| f.s.class(e) == Class::Cavalry)
                    .map(|e| Bite::at(e.place()))
            },
        },
        Bar {
            cite: cite!("11.0"),
            because: "it does not belong to the corps that retreats",
            bites: |f| {
                let corps = f.order?;
                Bite::when(f.s.corps_of(f.unit) != Some(corps), f.unit.place())
            },
        },
        Bar {
            cite: cite!("11.0", "R118"),
            because: "it has tried and failed in this phase",
            bites: |f| {
                let failed = f.s.unit(f.unit).marks.has(Marks::TRIED);
                Bite::when(f.order.is_none() && failed, f.unit.place())
            },
        },
        Bar {
            cite: cite!("11.0", "R77"),
            because: "it has had its retreat in this phase",
            bites: |f| Bite::when(f.s.unit(f.unit).marks.has(Marks::RETREATED), f.unit.place()),
        },
    ],
};

/// Asks whether a corps may have a General Retreat Order.
#[derive(Debug)]
pub struct Ordering;

/// The facts of an order.
#[derive(Debug)]
pub struct OrderFacts<'a> {
    s: &'a State,
    corps: CorpsId,
    side: Side,
}

impl Question for Ordering {
    type Facts<'a> = OrderFacts<'a>;
}

/// What forbids a General Retreat Order, in book order.
pub static ORDER_BARS: Bars<Ordering> = Bars {
    name: "retreat-order",
    list: &[
        Bar {
            cite: cite!("2.1"),
            because: "the passive side orders retreats",
            bites: |f| Bite::when(f.s.kit.corps_side(f.corps) != f.side, f.corps.place()),
        },
        Bar {
            cite: cite!("11.0"),
            because: "it has no unit on the map",
            bites: |f| {
                let side = f.s.kit.corps_side(f.corps);
                let any = f.s.on_map(side).any(|(u, _)| f.s.corps_of(u) == Some(f.corps));
                Bite::when(!any, f.corps.place())
            },
        },
        Bar {
            cite: cite!("11.0", "R78"),
            because: "it has had its order in this phase",
            bites: |f| Bite::when(f.s.corps(f.corps).ordered, f.corps.place()),
        },
        Bar {
            cite: cite!("11.0", "R78"),
            because: "it has no commander",
            bites: |f| {
                let led = f.s.corps(f.corps).leader.is_some();
                Bite::when(f.s.opts(Choice::R78) && !led, f.corps.place())
            },
        },
        Bar {
            cite: cite!("11.0", "R78"),
            because: "none of its units can go",
            bites: |f| {
                let stuck = f.s.opts(Choice::R78) && !goes(f.s, f.corps);
                Bite::when(stuck, f.corps.place())
            },
        },
    ],
};

fn facts(s: &State, unit: UnitId, to: HexId, order: Option<CorpsId>) -> RetreatFacts<'_> {
    RetreatFacts {
        s,
        unit,
        side: s.active.enemy(),
        from: s.hex(unit),
        to,
        order,
    }
}

/// Cavalry and Swiss arquebusiers: they go back without an order (11.0, ruling R09), and leave the ZOC of infantry (4.1).
pub(crate) fn light(s: &State, unit: UnitId) -> bool {
    s.class(unit) == Class::Cavalry || s.skirmishes(unit)
}

/// Where the units of a corps, or the light ones of the passive side, might go back to: their rear hexes.
fn retreats(s: &State, order: Option<CorpsId>) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    s.on_map(s.active.enemy())
        .filter(move |&(u, _)| match order {
            Some(_) => s.corps_of(u) == order,
            None => light(s, u),
        })
        .flat_map(move |(u, h)| {
            let behind = s.unit(u).facing.rear();
            let hexes = behind.into_iter();
            hexes.filter_map(move |d| Some((u, s.kit.board.neighbour(h, d)?)))
        })
}

/// Whether any unit of a corps could go back.
fn goes(s: &State, corps: CorpsId) -> bool {
    let order = Some(corps);
    retreats(s, order).any(|(u, to)| RETREAT_BARS.permit(&facts(s, u, to, order)))
}

pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(retreats(s, None).map(|(u, to)| Action::Retreat(u, to)));
    out.extend(s.corps_ids().map(Action::Order));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Retreat(u, to) => RETREAT_BARS.judge(&facts(s, u, to, None), v),
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
    RETREAT_BARS.judge(&facts(s, u, to, Some(corps)), v);
    true
}

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
                let side = self.s.kit.corps_side(corps);
                self.call(Stage::Order { corps });
                let track = Some(corps).filter(|_| side == Side::French);
                self.change_morale(track, ORDER, track_case(side));
            }
            _ => self.next_course(),
        }
    }

    /// A General Retreat Order is carried out as long as any unit of the corps can go.
    pub(crate) fn ordering(&self, corps: CorpsId) -> Flow<Stage> {
        if goes(self.s, corps) { Flow::Ask } else { Flow::Done }
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

    /// A unit goes back a hex, with the commanders who go along; it keeps its facing, or takes up that of the friends who
    /// are there (ruling R11). By day terrain may disorder it; at night nothing is tested (ruling R95).
    pub(crate) fn go_back(&mut self, unit: UnitId, to: HexId, along: CommanderSet) {
        let Some(from) = self.s.hex(unit) else { return };
        self.s.put(unit, Whereabouts::Map(to));
        self.bring(along, to);
        let night = self.s.phase().is_none();
        let case = if night { cite!("14.2") } else { cite!("11.0") };
        self.say(case, || What::Retreated {
            unit,
            commanders: along.iter().collect(),
            from,
            to,
        });
        self.align(unit, to);
        if !night {
            self.rough(unit, Some(from), to);
        }
    }
}

/// What a General Retreat Order takes from morale (8.1, 8.2).
const ORDER: i32 = -2;
