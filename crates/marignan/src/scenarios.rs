//! Module 14, Scenarios: how the armies come onto the map, when play ends, and the night between the days.

use crate::action::Action;
use crate::casebook::cite;
use crate::commanders::Then;
use crate::components::{CommanderId, CorpsId, FORTIFICATION, Side, UnitId, behind_fortification};
use crate::data::{Column, Kit};
use crate::engine::{Decision, Engine, of_hex, of_unit};
use crate::event::What;
use crate::movement::step_cost;
use crate::options::Choice;
use crate::rout::homeward;
use crate::state::{Condition, Course, Marks, Stage, State, Whereabouts, Work};
use casus_core::pieces::PieceSet;
use casus_core::{
    Bar, Bars, Bite, Cite, Dir, Field, Flow, HexId, Outcome, Place, Question, Refusal, SetupFaults,
    Verdict,
};

/// What the Swiss gain when no French unit is next to the printed fortifications (8.1).
const BREACH: i32 = 2;

/// The sides of its hex on which a fortification built at night may stand (ruling R96).
const WORK_SIDES: [&str; 4] = ["N", "NE", "NW", "SW"];

/// Where in the night between the days (14.2, ruling R95).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Night {
    /// The battle stops: hedgehogs and Charges end.
    Falls,
    /// Step 1: the French who are next to the enemy go back.
    FallBack,
    /// Step 2 of a side: its units recover.
    Recovery(Side),
    /// Steps 3 and 4 of a side: its units may be placed anew.
    Placing {
        /// Whose.
        side: Side,
        /// Step 3, those out of command; else step 4, the others.
        stragglers: bool,
        /// The unit that has been picked up.
        unit: Option<UnitId>,
    },
    /// The French build their fortifications.
    Works,
    /// The second day begins.
    Morning,
}

// ---- what both placings ask ----

/// Whether the ground of a hex is closed to a unit, however it came there (9.0).
pub(crate) fn closed(s: &State, unit: UnitId, hex: HexId) -> bool {
    step_cost(s, unit, None, hex, PieceSet::one(unit.0)).is_none()
}

fn full(s: &State, side: Side, unit: UnitId, hex: HexId) -> Option<Bite> {
    let over = s.side(unit) == side && !s.room(hex, side, PieceSet::one(unit.0));
    Bite::when(over, of_hex(hex))
}

/// The command range of whoever leads a unit's corps: by day, unless ruling R95 is read the other way at night.
fn reach(s: &State, unit: UnitId) -> Option<Field> {
    s.reach_of(s.counter(unit).corps?, by_night(s))
}

/// Whether ranges for placing are those of the night.
fn by_night(s: &State) -> bool {
    s.opts(Choice::R95) && matches!(s.course(), Some(Course::Night(_)))
}

/// The facts of a placing.
#[derive(Debug)]
pub struct PlaceFacts<'a> {
    s: &'a State,
    unit: UnitId,
    hex: HexId,
    reach: Option<Field>,
}

impl<'a> PlaceFacts<'a> {
    fn new(s: &'a State, unit: UnitId, hex: HexId) -> Self {
        Self {
            s,
            unit,
            hex,
            reach: reach(s, unit),
        }
    }
    /// The hex is not within command range of the corps's commander.
    fn beyond(&self) -> Option<Bite> {
        if self.reach.as_ref().is_some_and(|r| r.contains(self.hex)) {
            return None;
        }
        let corps = self.s.counter(self.unit).corps;
        let leader = corps.and_then(|c| self.s.corps(c).leader);
        let post = leader.and_then(|c| Some((c, self.s.commander(c).at.hex()?)));
        let Some((leader, from)) = post else {
            return Some(Bite::at(of_unit(self.unit)));
        };
        let range = self.s.range(leader, by_night(self.s));
        let far = self.s.kit.board.distance(from, self.hex);
        let whole = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        // Within the range in hexes, but not along a chain of command: there is nothing to measure.
        if far <= range {
            return Some(Bite::at(of_hex(self.hex)));
        }
        Some(Bite::short(of_hex(self.hex), whole(range), whole(far)))
    }
}

// ---- 14.1: the French set up ----

/// Asks whether a unit may be set up in a hex.
#[derive(Debug)]
pub struct Deploying;

impl Question for Deploying {
    type Facts<'a> = PlaceFacts<'a>;
}

/// What forbids a place at the set-up, in book order.
pub static PLACE_BARS: Bars<Deploying> = Bars {
    name: "place",
    list: &[
        Bar {
            cite: cite!("5.2"),
            because: "the French may not stack so",
            bites: |f| full(f.s, Side::French, f.unit, f.hex),
        },
        Bar {
            cite: cite!("9.0"),
            because: "the ground is closed to it",
            bites: |f| Bite::when(closed(f.s, f.unit, f.hex), of_hex(f.hex)),
        },
        Bar {
            cite: cite!("14.1"),
            because: "it is beyond the command range of its commander",
            bites: |f| f.beyond(),
        },
    ],
};

/// The units that their owner sets up, in the order in which he does: those of the French corps.
pub fn deployed(kit: &Kit) -> impl Iterator<Item = UnitId> + '_ {
    let roster = &kit.roster;
    roster
        .units()
        .filter(|&u| roster[u].side == Side::French && roster[u].corps.is_some())
}

fn next_unit(s: &State, n: u8) -> Option<UnitId> {
    deployed(&s.kit).nth(n.into())
}

pub(crate) fn deploy_decision(s: &State, n: u8) -> Option<Decision> {
    let unit = next_unit(s, n)?;
    Some(Decision::new(Side::French, cite!("14.1"), "place", of_unit(unit)))
}

pub(crate) fn deploy_candidates(s: &State, n: u8, out: &mut Vec<Action>) {
    if let Some(unit) = next_unit(s, n)
        && let Some(reach) = reach(s, unit)
    {
        out.extend(reach.iter().map(|h| Action::Place(unit, h)));
    }
}

pub(crate) fn judge_deploy(s: &State, n: u8, action: Action, v: &mut Verdict) -> bool {
    let (Action::Place(unit, hex), Some(next)) = (action, next_unit(s, n)) else {
        return false;
    };
    if unit == next {
        PLACE_BARS.judge(&PlaceFacts::new(s, unit, hex), v);
    } else {
        v.refuse(Refusal {
            at: of_unit(next),
            ..Refusal::new(cite!("14.1"), "another unit is placed next")
        });
    }
    true
}

/// Notes corps that could be left without room, whatever the French player places before them.
///
/// Each unit takes up at most one hex. So if the hexes within the range of a corps, on ground open to its unit, are at
/// least as many as the units that may be placed in any of them, the last of these finds one empty; and as each unit is
/// placed before the next is asked for, so does every other. The test asks for more room than stacks need, and a set-up that
/// passes it cannot come to a stop.
pub(crate) fn check_room(s: &State, faults: &mut SetupFaults) {
    let ranges: Vec<(CorpsId, Option<Field>, usize)> = s
        .corps_ids()
        .map(|c| {
            let units = deployed(&s.kit).filter(|&u| s.counter(u).corps == Some(c));
            (c, s.reach_of(c, false), units.count())
        })
        .filter(|&(.., units)| units > 0)
        .collect();
    for (corps, field, _) in &ranges {
        let path = format!("corps.{}", s.kit.roster[*corps].id);
        let Some(field) = field else {
            let message = "its commander is not on the map, and its units have no place";
            faults.push(path, message, Some(cite!("14.1")));
            continue;
        };
        let wanted: usize = ranges
            .iter()
            .filter(|(_, other, _)| other.as_ref().is_some_and(|o| o.iter().any(|h| field.contains(h))))
            .map(|(.., units)| units)
            .sum();
        let mut units = deployed(&s.kit).filter(|&u| s.counter(u).corps == Some(*corps));
        let short = units.find_map(|u| {
            let open = field.iter().filter(|&h| !closed(s, u, h)).count();
            (open < wanted).then_some((u, open))
        });
        if let Some((unit, open)) = short {
            let id = &s.counter(unit).id;
            let message = format!(
                "{id} has {open} hexes within command range, and {wanted} units may be placed there: it could find none"
            );
            faults.push(path, message, Some(cite!("14.1")));
        }
    }
}

impl State {
    /// A lay-out that nobody chose, within 14.1: every French unit that still waits to be placed stands in the free hex
    /// nearest to its commander. Who finds none is told.
    pub(crate) fn lay_out(&mut self) -> Vec<UnitId> {
        let kit = std::sync::Arc::clone(&self.kit);
        let mut homeless = Vec::new();
        for unit in deployed(&kit) {
            if self.unit(unit).at != Whereabouts::Reserve {
                continue;
            }
            let found = self.nearest(unit);
            match found {
                Some(hex) => self.put(unit, Whereabouts::Map(hex)),
                None => homeless.push(unit),
            }
        }
        homeless
    }

    /// The nearest empty hex to a unit's commander where it may be placed, or else the nearest that it may share.
    fn nearest(&self, unit: UnitId) -> Option<HexId> {
        let leader = self.corps(self.counter(unit).corps?).leader?;
        let from = self.commander(leader).at.hex()?;
        let reach = reach(self, unit)?;
        let fits = reach
            .iter()
            .filter(|&h| PLACE_BARS.permit(&PlaceFacts::new(self, unit, h)));
        fits.min_by_key(|&h| {
            let shared = self.units_at(h).next().is_some();
            (shared, self.kit.board.distance(from, h), h)
        })
    }
}

// ---- 14.1: the Swiss enter ----

/// The column of a corps, and its number in the order of entry.
fn column(s: &State, corps: Option<CorpsId>) -> Option<(usize, &Column)> {
    let columns = s.kit.deployment.columns.iter().enumerate();
    columns.into_iter().find(|(_, c)| Some(c.corps) == corps)
}

/// The hexes where a Swiss corps enters with its commander (ruling R92): those of its column; any of the northern edge
/// for units of no corps (14.1).
pub(crate) fn entry_hexes(s: &State, corps: Option<CorpsId>) -> &[HexId] {
    if corps.is_none() {
        return &s.kit.deployment.free_entry;
    }
    column(s, corps).map_or(&[], |(_, c)| &c.hexes)
}

/// Whether a corps waits for a former one, of which a unit has still to enter (14.1, ruling R92).
pub(crate) fn waits(s: &State, corps: Option<CorpsId>) -> bool {
    let Some((place, _)) = column(s, corps) else {
        return false;
    };
    s.unit_ids().any(|u| {
        let former = |(i, _): (usize, &Column)| i < place;
        s.unit(u).at == Whereabouts::Reserve && column(s, s.counter(u).corps).is_some_and(former)
    })
}

/// By how much the allowance of a unit is reduced in the phase in which it enters: in the first turn alone, unless ruling
/// R92 is read the other way.
pub(crate) fn entry_reduction(s: &State, unit: UnitId) -> u8 {
    let u = s.unit(unit);
    let enters = u.at == Whereabouts::Reserve || u.marks.has(Marks::ENTERED);
    if !enters || s.turn > 1 && !s.opts(Choice::R92) {
        return 0;
    }
    column(s, s.counter(unit).corps).map_or(0, |(_, c)| c.reduction)
}

// ---- the clock ----

/// Whether a French unit is next to the fortifications printed on the map (8.1, rulings R25 and R84).
fn manned(s: &State) -> bool {
    let board = &s.kit.board;
    s.on_map(Side::French).any(|(_, h)| {
        Dir::ALL.into_iter().any(|d| {
            if s.opts(Choice::R84) {
                behind_fortification(board, h, d)
            } else {
                board.features(h, d) & FORTIFICATION != 0
            }
        })
    })
}

fn fortified(s: &State) -> bool {
    let board = &s.kit.board;
    board
        .ids()
        .any(|h| Dir::ALL.into_iter().any(|d| board.features(h, d) & FORTIFICATION != 0))
}

impl Engine<'_> {
    /// The player turn ends: what is over with it, and who comes next.
    pub(crate) fn closing(&mut self) -> Flow<Stage> {
        self.drop_charges(cite!("9.3", "R31"));
        if !self.s.breached && !manned(self.s) && fortified(self.s) {
            self.s.breached = true;
            self.say(cite!("8.1", "R84"), || What::Breached);
            self.change_morale(None, BREACH, cite!("8.1"));
        }
        match self.s.active {
            Side::Swiss => {
                self.s.active = Side::French;
                self.go_to(Course::Command);
            }
            Side::French => self.end_of_turn(),
        }
        Flow::Next
    }

    fn drop_charges(&mut self, cite: Cite) {
        for unit in self.s.unit_ids() {
            if self.s.unit_mut(unit).charge.take().is_some() {
                self.say(cite, || What::ChargeLapsed { unit });
            }
        }
    }

    /// A game turn ends: with it the battle (ruling R97), or the first day (14.2).
    fn end_of_turn(&mut self) {
        let d = &self.s.kit.deployment;
        let (clock, scenario) = (&d.clock, &d.scenarios[usize::from(self.s.scenario)]);
        if self.s.turn >= clock.turns(scenario.days) {
            let outcome = if scenario.draw {
                Outcome::Draw
            } else {
                Outcome::Win(Side::French)
            };
            let case = if scenario.days > 1 {
                cite!("14.2", "R97")
            } else {
                cite!("14.1", "R97")
            };
            self.end(outcome, case);
        } else if self.s.turn == clock.first_day() {
            self.go_to(Course::Night(Night::Falls));
        } else {
            self.next_turn();
        }
    }

    fn next_turn(&mut self) {
        self.s.turn = self.s.turn.saturating_add(1);
        self.s.active = Side::Swiss;
        self.go_to(Course::Command);
    }
}

// ---- 14.2: the night ----

/// Asks whether a French unit goes back a hex in the night.
#[derive(Debug)]
pub struct FallingBack;

/// The facts of it.
#[derive(Debug)]
pub struct FallBackFacts<'a> {
    s: &'a State,
    unit: UnitId,
    to: HexId,
}

impl Question for FallingBack {
    type Facts<'a> = FallBackFacts<'a>;
}

/// What forbids step 1 of the night to a unit, in book order.
pub static FALL_BACK_BARS: Bars<FallingBack> = Bars {
    name: "fall-back",
    list: &[
        Bar {
            cite: cite!("5.2"),
            because: "the French may not stack so",
            bites: |f| full(f.s, Side::French, f.unit, f.to),
        },
        Bar {
            cite: cite!("9.0"),
            because: "the ground is closed to it",
            bites: |f| {
                let from = f.s.hex(f.unit)?;
                f.s.kit.board.direction(from, f.to)?;
                let one = PieceSet::one(f.unit.0);
                let cost = step_cost(f.s, f.unit, Some(from), f.to, one);
                Bite::when(cost.is_none(), of_hex(f.to))
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "only French units next to the enemy go back",
            bites: |f| {
                let french = f.s.side(f.unit) == Side::French;
                let near = f.s.hex(f.unit).is_some_and(|h| f.s.beside_enemy(h, Side::French));
                Bite::when(!(french && near), of_unit(f.unit))
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "it has gone back already, one hex",
            bites: |f| Bite::when(f.s.unit(f.unit).marks.has(Marks::RETREATED), of_unit(f.unit)),
        },
        Bar {
            cite: cite!("14.2"),
            because: "an enemy unit is there",
            bites: |f| Bite::when(f.s.has_unit(f.to, Side::Swiss), of_hex(f.to)),
        },
        Bar {
            cite: cite!("14.2"),
            because: "it is in an enemy ZOC",
            bites: |f| Bite::when(f.s.in_zoc(f.to, Side::Swiss), of_hex(f.to)),
        },
        Bar {
            cite: cite!("14.2", "R95"),
            because: "they go back one hex S, SE or SW",
            bites: |f| {
                let from = f.s.hex(f.unit)?;
                let dir = f.s.kit.board.direction(from, f.to);
                let south = dir.is_some_and(|d| homeward(Side::French).contains(&d));
                Bite::when(!south, of_hex(f.to))
            },
        },
    ],
};

/// Where the French may go back to in step 1.
fn falls_back(s: &State) -> impl Iterator<Item = Action> + '_ {
    s.on_map(Side::French).flat_map(move |(unit, h)| {
        let ways = homeward(Side::French)
            .into_iter()
            .filter_map(move |d| s.kit.board.neighbour(h, d));
        ways.filter(move |&to| FALL_BACK_BARS.permit(&FallBackFacts { s, unit, to }))
            .map(move |to| Action::Retreat(unit, to))
    })
}

/// Asks whether a unit may be picked up in the night.
#[derive(Debug)]
pub struct NightTaking;

/// The facts of it.
#[derive(Debug)]
pub struct NightTakeFacts<'a> {
    s: &'a State,
    side: Side,
    stragglers: bool,
    unit: UnitId,
}

impl Question for NightTaking {
    type Facts<'a> = NightTakeFacts<'a>;
}

/// What keeps a unit from being picked up in steps 3 and 4 of the night, in book order.
pub static NIGHT_TAKE_BARS: Bars<NightTaking> = Bars {
    name: "night-take",
    list: &[
        Bar {
            cite: cite!("6.1", "R10"),
            because: "it is of no corps, and no commander's range holds for it",
            bites: |f| Bite::when(f.s.counter(f.unit).corps.is_none(), of_unit(f.unit)),
        },
        Bar {
            cite: cite!("14.2"),
            because: "a side places its own units on the map",
            bites: |f| {
                let ours = f.s.side(f.unit) == f.side && f.s.hex(f.unit).is_some();
                Bite::when(!ours, of_unit(f.unit))
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "first those out of command are placed, then the others",
            bites: |f| {
                Bite::when(f.s.out_of_command(f.unit) != f.stragglers, of_unit(f.unit))
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "it is next to the enemy",
            bites: |f| {
                let h = f.s.hex(f.unit)?;
                Bite::when(f.s.beside_enemy(h, f.s.side(f.unit)), of_hex(h))
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "it has been placed already",
            bites: |f| Bite::when(f.s.unit(f.unit).marks.has(Marks::MOVED), of_unit(f.unit)),
        },
        Bar {
            cite: cite!("14.2"),
            because: "no hex within the command range of its corps is open to it",
            bites: |f| {
                f.s.counter(f.unit).corps?;
                let mut open = reach(f.s, f.unit)
                    .into_iter()
                    .flat_map(|r| r.iter().collect::<Vec<_>>())
                    .map(|h| PlaceFacts::new(f.s, f.unit, h));
                Bite::when(!open.any(|p| NIGHT_PLACE_BARS.permit(&p)), of_unit(f.unit))
            },
        },
    ],
};

/// Asks whether a unit may be placed in a hex in the night.
#[derive(Debug)]
pub struct NightPlacing;

impl Question for NightPlacing {
    type Facts<'a> = PlaceFacts<'a>;
}

/// What forbids a place in the night, in book order.
pub static NIGHT_PLACE_BARS: Bars<NightPlacing> = Bars {
    name: "night-place",
    list: &[
        Bar {
            cite: cite!("5.1"),
            because: "the Swiss may not stack so",
            bites: |f| full(f.s, Side::Swiss, f.unit, f.hex),
        },
        Bar {
            cite: cite!("5.2"),
            because: "the French may not stack so",
            bites: |f| full(f.s, Side::French, f.unit, f.hex),
        },
        Bar {
            cite: cite!("9.0"),
            because: "the ground is closed to it",
            bites: |f| Bite::when(closed(f.s, f.unit, f.hex), of_hex(f.hex)),
        },
        Bar {
            cite: cite!("14.2"),
            because: "it is next to the enemy",
            bites: |f| {
                Bite::when(f.s.beside_enemy(f.hex, f.s.side(f.unit)), of_hex(f.hex))
            },
        },
        Bar {
            cite: cite!("14.2", "R95"),
            because: "it is beyond the command range of its commander",
            bites: |f| f.beyond(),
        },
    ],
};

/// Asks whether a fortification may be built.
#[derive(Debug)]
pub struct Building;

/// The facts of it.
#[derive(Debug)]
pub struct BuildFacts<'a> {
    s: &'a State,
    work: Work,
}

impl Question for Building {
    type Facts<'a> = BuildFacts<'a>;
}

/// How many fortifications have been built.
pub(crate) fn built(s: &State) -> usize {
    if s.opts(Choice::R96) {
        // One stands on several sides of its hex, and the list is in the order of the hexes.
        let mut hexes: Vec<HexId> = s.works.iter().map(|w| w.hex).collect();
        hexes.dedup();
        hexes.len()
    } else {
        s.works.len()
    }
}

/// Whether a fortification built at night may stand on a side of its hex (ruling R96).
pub(crate) fn work_side(kit: &Kit, side: Dir) -> bool {
    WORK_SIDES.contains(&kit.board.orientation().dir_word(side))
}

/// What forbids to build a fortification, in book order.
pub static BUILD_BARS: Bars<Building> = Bars {
    name: "build",
    list: &[
        Bar {
            cite: cite!("14.2"),
            because: "all fortifications have been built",
            bites: |f| {
                let most = f.s.kit.deployment.armies.fortifications;
                Bite::when(built(f.s) >= most.into(), Place::Nowhere)
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "it is next to the enemy",
            bites: |f| {
                Bite::when(f.s.beside_enemy(f.work.hex, Side::French), of_hex(f.work.hex))
            },
        },
        Bar {
            cite: cite!("14.2"),
            because: "one stands there already",
            bites: |f| {
                let there = f.s.works.contains(&f.work)
                    || f.s.opts(Choice::R96) && f.s.works.iter().any(|w| w.hex == f.work.hex);
                Bite::when(there, f.work.place())
            },
        },
        Bar {
            cite: cite!("14.2", "R95"),
            because: "it is beyond the command range of every commander",
            bites: |f| {
                let near = builders(f.s).any(|(c, from)| {
                    let close = f.s.kit.board.distance(from, f.work.hex) <= f.s.range(c, by_night(f.s));
                    let field = || f.s.reach_of_commander(c, by_night(f.s));
                    close && field().is_some_and(|r| r.contains(f.work.hex))
                });
                Bite::when(!near, of_hex(f.work.hex))
            },
        },
        Bar {
            cite: cite!("14.2", "R96"),
            because: "it stands on the N, NE, NW or SW side of its hex",
            bites: |f| Bite::when(!work_side(&f.s.kit, f.work.side), f.work.place()),
        },
        Bar {
            cite: cite!("14.2", "R96"),
            because: "one that stands on all four sides is named by its northern one",
            bites: |f| {
                let north = f.s.kit.board.orientation().dir_word(f.work.side) == WORK_SIDES[0];
                Bite::when(f.s.opts(Choice::R96) && !north, f.work.place())
            },
        },
    ],
};

/// The French commanders on the map, with their hexes.
fn builders(s: &State) -> impl Iterator<Item = (CommanderId, HexId)> + '_ {
    s.commander_ids()
        .filter(|&c| s.led_side(c) == Side::French)
        .filter_map(|c| Some((c, s.commander(c).at.hex()?)))
}

/// Where a fortification might be built: every side of every hex in any commander's range.
fn sites(s: &State) -> impl Iterator<Item = Action> + '_ {
    let mut all = Field::new(&s.kit.board);
    for (c, _) in builders(s) {
        let field = s.reach_of_commander(c, by_night(s));
        for h in field.iter().flat_map(Field::iter) {
            all.insert(h);
        }
    }
    let hexes: Vec<HexId> = all.iter().collect();
    let sides = Dir::ALL.into_iter().filter(|&d| work_side(&s.kit, d));
    let sides: Vec<Dir> = sides.collect();
    hexes
        .into_iter()
        .flat_map(move |h| sides.clone().into_iter().map(move |d| Action::Build(h, d)))
}

fn may_build(s: &State, action: Action) -> bool {
    matches!(action, Action::Build(hex, side) if BUILD_BARS.permit(&BuildFacts {
        s,
        work: Work { hex, side },
    }))
}

fn may_take(s: &State, side: Side, stragglers: bool, unit: UnitId) -> bool {
    NIGHT_TAKE_BARS.permit(&NightTakeFacts {
        s,
        side,
        stragglers,
        unit,
    })
}

pub(crate) fn night_decision(s: &State, night: Night) -> Option<Decision> {
    let (side, cite, what, of) = match night {
        Night::FallBack => (Side::French, cite!("14.2"), "fall-back", Place::Nowhere),
        Night::Placing {
            side,
            unit: Some(unit),
            ..
        } => (side, cite!("14.2"), "place", of_unit(unit)),
        Night::Placing { side, .. } => (side, cite!("14.2"), "night-take", Place::Nowhere),
        Night::Works => (Side::French, cite!("14.2"), "build", Place::Nowhere),
        Night::Falls | Night::Recovery(_) | Night::Morning => return None,
    };
    Some(Decision::new(side, cite, what, of))
}

pub(crate) fn night_candidates(s: &State, night: Night, out: &mut Vec<Action>) {
    match night {
        Night::FallBack => out.extend(falls_back(s)),
        Night::Placing {
            unit: Some(unit), ..
        } => {
            let hexes = reach(s, unit);
            out.extend(hexes.iter().flat_map(Field::iter).map(|h| Action::Place(unit, h)));
        }
        Night::Placing { side, .. } => {
            out.extend(s.on_map(side).map(|(u, _)| Action::Take(u)));
            out.push(Action::Done);
        }
        Night::Works => {
            out.extend(sites(s));
            out.push(Action::Done);
        }
        Night::Falls | Night::Recovery(_) | Night::Morning => {}
    }
}

pub(crate) fn judge_night(s: &State, night: Night, action: Action, v: &mut Verdict) -> bool {
    match (night, action) {
        (Night::FallBack, Action::Retreat(unit, to)) => {
            FALL_BACK_BARS.judge(&FallBackFacts { s, unit, to }, v);
        }
        (
            Night::Placing {
                unit: Some(taken), ..
            },
            Action::Place(unit, hex),
        ) => {
            if unit != taken {
                return false;
            }
            NIGHT_PLACE_BARS.judge(&PlaceFacts::new(s, unit, hex), v);
        }
        (
            Night::Placing {
                side,
                stragglers,
                unit: None,
            },
            Action::Take(unit),
        ) => NIGHT_TAKE_BARS.judge(
            &NightTakeFacts {
                s,
                side,
                stragglers,
                unit,
            },
            v,
        ),
        (Night::Works, Action::Build(hex, side)) => {
            let work = Work { hex, side };
            BUILD_BARS.judge(&BuildFacts { s, work }, v);
        }
        (Night::Placing { unit: None, .. } | Night::Works, Action::Done) => {}
        _ => return false,
    }
    true
}

/// Whether those who stand in a hex beside a unit that is placed there could themselves still be placed there: then the
/// facing of all is free (ruling R95), and else theirs holds (3.0).
fn free_to_face(s: &State, unit: UnitId, hex: HexId, stragglers: bool) -> bool {
    s.units_at(hex).filter(|&o| o != unit && !s.routed(o)).all(|o| {
        !s.unit(o).marks.has(Marks::MOVED)
            && (stragglers || !s.out_of_command(o))
            && reach(s, o).is_some_and(|r| r.contains(hex))
    })
}

impl Engine<'_> {
    pub(crate) fn deploying(&mut self, n: u8) -> Flow<Stage> {
        if next_unit(self.s, n).is_some() {
            return Flow::Ask;
        }
        self.go_to(Course::Command);
        Flow::Next
    }

    pub(crate) fn enact_deploy(&mut self, n: u8, action: Action) {
        let Action::Place(unit, hex) = action else {
            return;
        };
        self.s.put(unit, Whereabouts::Map(hex));
        self.say(cite!("14.1"), || What::Placed { unit, hex });
        self.go_to(Course::Deploy(n.saturating_add(1)));
        if !self.align(unit, hex) {
            self.call(Stage::Turning {
                side: Side::French,
                hex,
                cite: cite!("14.1"),
            });
        }
    }

    /// One step of the night.
    pub(crate) fn night(&mut self, night: Night) -> Flow<Stage> {
        let next = match night {
            Night::Falls => {
                self.say(cite!("14.2"), || What::NightFalls);
                self.stand_down();
                Night::FallBack
            }
            Night::FallBack => {
                if falls_back(self.s).next().is_some() {
                    return Flow::Ask;
                }
                self.forget();
                Night::Recovery(Side::French)
            }
            Night::Recovery(side) => {
                let next = Night::Placing {
                    side,
                    stragglers: true,
                    unit: None,
                };
                // Those who ask for a facing come on top of what follows.
                self.go_to(Course::Night(next));
                self.night_recovery(side);
                return Flow::Next;
            }
            Night::Placing { unit: Some(_), .. } => return Flow::Ask,
            Night::Placing {
                side, stragglers, ..
            } => {
                let s = &*self.s;
                if s.on_map(side).any(|(u, _)| may_take(s, side, stragglers, u)) {
                    return Flow::Ask;
                }
                self.placed(side, stragglers)
            }
            Night::Works => {
                if sites(self.s).any(|a| may_build(self.s, a)) {
                    return Flow::Ask;
                }
                Night::Recovery(Side::Swiss)
            }
            Night::Morning => {
                self.next_turn();
                return Flow::Next;
            }
        };
        self.go_to(Course::Night(next));
        Flow::Next
    }

    pub(crate) fn enact_night(&mut self, night: Night, action: Action) {
        match (night, action) {
            (Night::FallBack, Action::Retreat(unit, to)) => {
                self.s.unit_mut(unit).marks.set(Marks::RETREATED);
                if let Some(hex) = self.s.hex(unit) {
                    self.escort(hex, Side::French, Then::Retreat { unit, to });
                }
            }
            (
                Night::Placing {
                    side, stragglers, ..
                },
                Action::Take(unit),
            ) => self.go_to(Course::Night(Night::Placing {
                side,
                stragglers,
                unit: Some(unit),
            })),
            (
                Night::Placing {
                    side, stragglers, ..
                },
                Action::Place(unit, hex),
            ) => {
                self.go_to(Course::Night(Night::Placing {
                    side,
                    stragglers,
                    unit: None,
                }));
                self.night_place(side, stragglers, unit, hex);
            }
            (
                Night::Placing {
                    side, stragglers, ..
                },
                Action::Done,
            ) => {
                let next = self.placed(side, stragglers);
                self.go_to(Course::Night(next));
            }
            (Night::Works, Action::Build(hex, side)) => self.build(Work { hex, side }),
            (Night::Works, Action::Done) => {
                self.go_to(Course::Night(Night::Recovery(Side::Swiss)));
            }
            _ => {}
        }
    }

    /// Nothing of the last turn goes on through the night (ruling R95).
    fn stand_down(&mut self) {
        self.forget();
        for unit in self.s.unit_ids() {
            if self.s.hedgehog(unit) {
                self.s.unit_mut(unit).marks.clear(Marks::HEDGEHOG);
                self.say(cite!("14.2", "R95"), || What::Unformed { unit });
            }
        }
        self.drop_charges(cite!("14.2", "R95"));
    }

    /// Step 2: all return to order, save those whom 8.3 holds (ruling R08).
    fn night_recovery(&mut self, side: Side) {
        let all = self.s.opts(Choice::R08);
        let units: Vec<UnitId> = self
            .s
            .on_map(side)
            .map(|(u, _)| u)
            .filter(|&u| self.s.unit(u).condition != Condition::Order)
            .filter(|&u| all || !self.s.shaken(u))
            .collect();
        for unit in units {
            let gain = cite!("8.2", "R81");
            self.recover(unit, Condition::Order, cite!("14.2", "R08"), gain);
        }
    }

    fn night_place(&mut self, side: Side, stragglers: bool, unit: UnitId, hex: HexId) {
        let free = free_to_face(self.s, unit, hex, stragglers);
        self.s.put(unit, Whereabouts::Map(hex));
        self.s.unit_mut(unit).marks.set(Marks::MOVED);
        self.say(cite!("14.2", "R95"), || What::Placed { unit, hex });
        if self.s.out_of_command(unit) {
            self.s.unit_mut(unit).marks.clear(Marks::OUT_OF_COMMAND);
            self.say(cite!("14.2"), || What::InCommand { unit });
        }
        if self.s.routed(unit) {
            return;
        }
        self.align(unit, hex);
        if free {
            self.call(Stage::Turning {
                side,
                hex,
                cite: cite!("14.2", "R95"),
            });
        }
    }

    /// What comes after a step of placing.
    fn placed(&mut self, side: Side, stragglers: bool) -> Night {
        if stragglers {
            return Night::Placing {
                side,
                stragglers: false,
                unit: None,
            };
        }
        self.forget();
        match side {
            Side::French => Night::Works,
            Side::Swiss => Night::Morning,
        }
    }

    fn build(&mut self, work: Work) {
        for work in self.s.raise(work) {
            self.say(cite!("14.2", "R96"), || What::Built { work });
        }
    }
}

impl State {
    /// Adds a fortification built at night; with ruling R96 read the other way, on all four sides of its hex.
    pub(crate) fn raise(&mut self, work: Work) -> Vec<Work> {
        let all = self.opts(Choice::R96);
        let sides = Dir::ALL.into_iter().filter(|&side| {
            let new = !self.works.contains(&Work { side, ..work });
            new && (side == work.side || all && work_side(&self.kit, side))
        });
        let raised: Vec<Work> = sides.map(|side| Work { side, ..work }).collect();
        self.works.extend(&raised);
        self.works.sort_unstable();
        raised
    }
}
