//! Module 9, Movement; with what 3.1, 4.1, 6.2, 8.3 and 14.1 say of it.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Disorder, TerrainRow};
use crate::components::{
    BRIDGE, CANAL, Class, CommanderId, FARM, FORTIFICATION, GRAND_CANAL, RIVER, Side, UnitId, VILLAGE, WATER,
    behind_fortification,
};
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::options::Choice;
use crate::state::{Condition, Marks, Run, Stage, State, Tests, Whereabouts, Why};
use casus_core::{
    Bar, Bars, Bite, Cite, Dir, Few, Flow, HexId, Ledger, Modifier, Modifiers, PieceSet, Place, Procedures, SideFacing,
    Verdict, give,
};

// ---- the ground ---------------------------------------------------------------------------------------------------

/// What lies on a hexside that is crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing<'a> {
    /// The row of the Terrain Table for its water, or for the bridge over it.
    pub water: Option<&'a TerrainRow>,
    /// A bridge leads over the water.
    pub bridged: bool,
    /// A fortification stands on it, printed or built.
    pub fortification: bool,
    /// Levels up, or down if negative.
    pub climb: i32,
}

impl State {
    /// What lies on the hexside of a hex in a direction.
    pub fn crossing(&self, from: HexId, dir: Dir) -> Crossing<'_> {
        let board = &self.kit.board;
        let terrain = &self.kit.charts.terrain;
        let features = board.features(from, dir);
        let bridged = features & BRIDGE != 0;
        let water = if features & WATER == 0 {
            None
        } else if bridged {
            Some(&terrain.bridge)
        } else if features & RIVER != 0 {
            Some(&terrain.river)
        } else if features & GRAND_CANAL != 0 {
            Some(&terrain.grand_canal)
        } else {
            debug_assert!(features & CANAL != 0);
            Some(&terrain.canal)
        };
        let to = board.neighbour(from, dir);
        let climb = to.map_or(0, |to| i32::from(board.elevation(to)) - i32::from(board.elevation(from)));
        let built = self.sheltered(from, dir) || to.is_some_and(|to| self.sheltered(to, dir.opposite()));
        Crossing {
            water,
            bridged,
            fortification: built || features & FORTIFICATION != 0,
            climb,
        }
    }
    /// Whether a course of water runs along the hexside, bridged or not (9.1, 9.3).
    pub fn over_water(&self, from: HexId, dir: Dir) -> bool {
        self.kit.board.features(from, dir) & WATER != 0
    }
    /// Whether a hex is sheltered by a fortification on its side in this direction: a printed one whose defended side it
    /// is, or one built in it at night (12.4, 13.2, rulings R96 and R98).
    pub fn sheltered(&self, hex: HexId, dir: Dir) -> bool {
        behind_fortification(&self.kit.board, hex, dir)
            || self.works.iter().any(|w| {
                let faces = if self.opts(Choice::R96) {
                    crate::rules::scenarios::work_side(&self.kit, dir)
                } else {
                    w.side == dir
                };
                w.hex == hex && faces
            })
    }
    /// Whether a road runs through a hex (9.3).
    pub fn on_road(&self, hex: HexId) -> bool {
        Dir::ALL.iter().any(|&d| self.kit.board.road(hex, d))
    }
}

/// The facts of a step's price.
#[derive(Debug)]
pub struct CostFacts<'a> {
    s: &'a State,
    class: Class,
    /// The side of a unit; none for a commander, who pays for the ground alone (ruling R48).
    side: Option<Side>,
    from: Option<HexId>,
    dir: Option<Dir>,
    /// What it crosses, unless it comes from off the map or its hexes are not adjacent.
    crossing: Option<Crossing<'a>>,
    to: HexId,
    moving: PieceSet,
}

casus_core::questions!(CostFacts);

/// The points that a class pays for something on its way; none where it is closed to it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fee(Option<u8>);

impl CostFacts<'_> {
    fn by_road(&self) -> bool {
        match (self.from, self.dir) {
            (Some(f), Some(d)) => self.s.kit.board.road(f, d),
            _ => false,
        }
    }
    fn side(&self) -> Place {
        match (self.from, self.dir) {
            (Some(f), Some(d)) => Place::Hexside(f.0, d.index() as u8),
            _ => self.to.place(),
        }
    }
    fn ground(&self) -> Option<u8> {
        let terrain = &self.s.kit.charts.terrain;
        if self.by_road() {
            return Some(terrain.road_mp);
        }
        terrain.hex(self.s.kit.board.terrain(self.to)).mp[self.class as usize]
    }
    fn water(&self) -> Option<Fee> {
        let row = self.crossing?.water?;
        Some(Fee(row.mp[self.class as usize]))
    }
    fn wall(&self) -> Option<Fee> {
        let row = &self.s.kit.charts.terrain.fortification;
        let stands = self.crossing?.fortification;
        stands.then(|| Fee(row.mp[self.class as usize]))
    }
    fn slope(&self) -> Option<Fee> {
        let row = &self.s.kit.charts.terrain.slope;
        let climb = self.crossing?.climb;
        let levels = u8::try_from(climb.unsigned_abs()).unwrap_or(u8::MAX);
        let level = match climb {
            0 => return None,
            up if up > 0 => row.up[self.class as usize],
            _ => row.down[self.class as usize],
        };
        Some(Fee(level.map(|points| points.saturating_mul(levels))))
    }
    /// Whether any part of the way is closed to this class.
    fn closed(&self) -> bool {
        self.ground().is_none() || [self.water(), self.wall(), self.slope()].contains(&Some(Fee(None)))
    }
}

fn points(cost: Option<Fee>, from: Place) -> Option<casus_core::Share> {
    give(true, i32::from(cost?.0?), from)
}

type M = Modifier<CostFacts<'static>>;

/// What a step costs, in movement points, in the order of the Terrain Table (9.0).
pub static STEP_COSTS: Modifiers<CostFacts> = Modifiers {
    name: "step-cost",
    list: &[
        M::by(cite!("9.0"), "the ground").shares(|f| {
            if f.by_road() {
                return None;
            }
            points(Some(Fee(f.ground())), f.to.place())
        }),
        M::by(cite!("9.0", "R104"), "the road").shares(|f| {
            if !f.by_road() {
                return None;
            }
            points(Some(Fee(f.ground())), f.to.place())
        }),
        M::by(cite!("9.0"), "a course of water").shares(|f| {
            let bridged = f.crossing.is_some_and(|c| c.bridged);
            points(f.water().filter(|_| !bridged), f.side())
        }),
        M::by(cite!("9.0", "R104"), "a bridge").shares(|f| {
            let bridged = f.crossing.is_some_and(|c| c.bridged);
            points(f.water().filter(|_| bridged), f.side())
        }),
        M::by(cite!("9.0"), "a fortification").shares(|f| points(f.wall(), f.side())),
        M::by(cite!("9.0"), "a slope").shares(|f| points(f.slope(), f.side())),
        M::by(cite!("9.0", "R44"), "friends are there").adds(
            |f| f.to.place(),
            |f| {
                let ours = f.s.held_by(f.to).is_some_and(|side| f.side == Some(side));
                let friends = f.s.units_at(f.to).any(|u| !f.moving.contains(u.0));
                (ours && friends).then_some(1)
            },
        ),
    ],
};

fn cost_facts(
    s: &State,
    class: Class,
    side: Option<Side>,
    from: Option<HexId>,
    to: HexId,
    moving: PieceSet,
) -> CostFacts<'_> {
    let dir = from.and_then(|f| s.kit.board.direction(f, to));
    CostFacts {
        s,
        class,
        side,
        from,
        dir,
        crossing: from.zip(dir).map(|(f, d)| s.crossing(f, d)),
        to,
        moving,
    }
}

fn unit_facts(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> CostFacts<'_> {
    cost_facts(s, s.class(unit), Some(s.side(unit)), from, to, moving)
}

fn price(facts: &CostFacts<'_>) -> Option<u32> {
    if facts.closed() {
        return None;
    }
    u32::try_from(STEP_COSTS.sum(facts)).ok()
}

/// What a step costs a unit that moves with others, in movement points; none where the ground is closed to it (9.0).
pub(crate) fn step_cost(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> Option<u32> {
    price(&unit_facts(s, unit, from, to, moving))
}

/// The same, line by line.
pub(crate) fn step_ledger(s: &State, unit: UnitId, from: Option<HexId>, to: HexId, moving: PieceSet) -> Ledger {
    STEP_COSTS.ledger(0, &unit_facts(s, unit, from, to, moving))
}

/// Commanders ride (ruling R48).
const MOUNT: Class = Class::Cavalry;

fn ride_facts(s: &State, from: Option<HexId>, to: HexId) -> CostFacts<'_> {
    cost_facts(s, MOUNT, None, from, to, PieceSet::EMPTY)
}

// ---- 9.1, terrain and disorder ------------------------------------------------------------------------------------

/// The facts of a unit on rough ground.
#[derive(Debug)]
pub struct RoughFacts<'a> {
    s: &'a State,
    unit: UnitId,
}

casus_core::questions!(RoughFacts);

type RoughBar = Bar<RoughFacts<'static>>;

/// What exempts a unit from disorder by terrain, in book order.
pub static ROUGH_BARS: Bars<RoughFacts> = Bars {
    name: "rough",
    list: &[
        RoughBar::by(cite!("9.1"), "Swiss arquebusiers are skirmishers")
            .when(|f| f.unit.place(), |f| f.s.skirmishes(f.unit)),
        RoughBar::by(cite!("9.1"), "it is in order no more")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).condition != Condition::Order),
    ],
};

impl State {
    /// What entering a hex does to a unit's order (9.1): the worst of the hex, unless it comes along a road (ruling R104),
    /// and of the hexside.
    pub fn roughness(&self, unit: UnitId, from: Option<HexId>, to: HexId) -> Disorder {
        if !ROUGH_BARS.permit(&RoughFacts { s: self, unit }) {
            return Disorder::None;
        }
        let terrain = &self.kit.charts.terrain;
        let facts = unit_facts(self, unit, from, to, PieceSet::EMPTY);
        let ground = if facts.by_road() {
            Disorder::None
        } else {
            terrain.hex(self.kit.board.terrain(to)).disorder
        };
        let side = facts.crossing.map_or(Disorder::None, |c| {
            let water = c.water.map_or(Disorder::None, |w| w.disorder);
            let wall = if c.fortification {
                terrain.fortification.disorder
            } else {
                Disorder::None
            };
            water.max(wall)
        });
        ground.max(side)
    }
    /// What an attack over the hexside in this direction does to a unit's order before it is fought (9.1).
    pub fn rough_water(&self, unit: UnitId, from: HexId, dir: Dir) -> Disorder {
        if !ROUGH_BARS.permit(&RoughFacts { s: self, unit }) {
            return Disorder::None;
        }
        let water = self.crossing(from, dir).water;
        water.map_or(Disorder::None, |w| w.disorder)
    }
}

impl Engine<'_> {
    /// 9.1: a unit that has come into a hex tests for the ground, or is disordered by it.
    pub(crate) fn rough(&mut self, unit: UnitId, from: Option<HexId>, to: HexId) {
        let roughness = self.s.roughness(unit, from, to);
        self.disturb(unit, roughness);
    }

    /// 9.1: a test, or disorder without one.
    pub(crate) fn disturb(&mut self, unit: UnitId, roughness: Disorder) {
        match roughness {
            Disorder::None => {}
            Disorder::Test => {
                let passed = self.test(unit, Why::Terrain);
                self.follow(unit, Why::Terrain, passed);
            }
            Disorder::Automatic => self.disorder(unit, cite!("9.1")),
        }
    }
}

// ---- taking in hand -----------------------------------------------------------------------------------------------

/// The facts of it.
#[derive(Debug)]
pub struct TakeFacts<'a> {
    s: &'a State,
    unit: UnitId,
    /// Those in hand already, whom it would join.
    run: Option<&'a Run>,
}

casus_core::questions!(TakeFacts);

impl TakeFacts<'_> {
    /// Where those in hand are, if any are on the map.
    fn with(&self) -> Option<Whereabouts> {
        self.run.map(|r| place_of(self.s, r))
    }
}

/// Where those in hand are.
fn place_of(s: &State, run: &Run) -> Whereabouts {
    let unit = run.units.first().map(|u| s.unit(UnitId(u)).at);
    let commander = run.commanders.iter().next().map(|c| s.commander(c).at);
    unit.or(commander).unwrap_or(Whereabouts::Absent)
}

type TakeBar = Bar<TakeFacts<'static>>;

/// What forbids taking a unit in hand, in book order.
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        TakeBar::by(cite!("2.1"), "only the active side's units move")
            .when(|f| f.unit.place(), |f| f.s.side(f.unit) != f.s.active),
        TakeBar::by(cite!("5.1"), "they would be too many in the hex where they enter").bites(|f| {
            let mut all = f.run?.units;
            if f.s.unit(f.unit).at != Whereabouts::Reserve {
                return None;
            }
            all.insert(f.unit.0);
            let hexes = crate::rules::scenarios::entry_hexes(f.s, f.s.corps_of(f.unit));
            let room = hexes.iter().any(|&h| f.s.room(h, f.s.side(f.unit), all));
            Bite::when(!room, f.unit.place())
        }),
        TakeBar::by(cite!("9.0"), "it is not in play").when(
            |f| f.unit.place(),
            |f| {
                let at = f.s.unit(f.unit).at;
                let there = matches!(at, Whereabouts::Map(_) | Whereabouts::Reserve);
                !there
            },
        ),
        TakeBar::by(cite!("9.0"), "its movement of this phase is over")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).marks.has(Marks::MOVED)),
        TakeBar::by(cite!("9.2", "R100"), "it has stopped before an enemy ZOC or in it")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).marks.has(Marks::STOPPED)),
        TakeBar::by(cite!("9.0"), "it is not with those in hand, or they have moved already").bites(|f| {
            let run = f.run?;
            let beside = f.with() == Some(f.s.unit(f.unit).at);
            let fits = beside && !run.begun && !run.units.contains(f.unit.0);
            Bite::when(!fits, f.unit.place())
        }),
        TakeBar::by(cite!("9.4"), "a hedgehog does not move").when(|f| f.unit.place(), |f| f.s.hedgehog(f.unit)),
        TakeBar::by(cite!("10.1"), "a routed unit only routs").when(|f| f.unit.place(), |f| f.s.routed(f.unit)),
        TakeBar::by(cite!("14.1", "R92"), "a column before its own has still to enter").when(
            |f| f.unit.place(),
            |f| {
                let waits =
                    f.s.unit(f.unit).at == Whereabouts::Reserve && crate::rules::scenarios::waits(f.s, f.s.corps_of(f.unit));
                waits
            },
        ),
        TakeBar::by(cite!("14.1", "R92"), "they enter apart").bites(|f| {
            let run = f.run?;
            let corps = f.s.corps_of(f.unit);
            let mut others = run.units.iter().map(|u| f.s.corps_of(UnitId(u)));
            let waits = f.s.unit(f.unit).at == Whereabouts::Reserve;
            Bite::when(waits && others.any(|c| c != corps), f.unit.place())
        }),
        TakeBar::by(cite!("14.1", "R106"), "they could not enter together").bites(|f| {
            let mut all = *f.run?;
            all.units.insert(f.unit.0);
            let waits = f.s.unit(f.unit).at == Whereabouts::Reserve;
            Bite::when(waits && !may_enter(f.s, &all), f.unit.place())
        }),
    ],
};

/// The facts of it.
#[derive(Debug)]
pub struct TakeCommanderFacts<'a> {
    s: &'a State,
    commander: CommanderId,
    run: Option<&'a Run>,
}

casus_core::questions!(TakeCommanderFacts);

type TakeCommanderBar = Bar<TakeCommanderFacts<'static>>;

/// What forbids taking a commander in hand, in book order.
pub static TAKE_COMMANDER_BARS: Bars<TakeCommanderFacts> = Bars {
    name: "take-commander",
    list: &[
        TakeCommanderBar::by(cite!("2.1"), "only the active side's commanders move")
            .when(|f| f.commander.place(), |f| f.s.led_side(f.commander) != f.s.active),
        TakeCommanderBar::by(cite!("9.0", "R48"), "he is not in play, or his movement of this phase is over").when(
            |f| f.commander.place(),
            |f| {
                let c = f.s.commander(f.commander);
                let there = matches!(c.at, Whereabouts::Map(_) | Whereabouts::Reserve);
                !there || c.moved
            },
        ),
        TakeCommanderBar::by(cite!("9.0", "R48"), "he is not with those in hand, or they have moved already").bites(
            |f| {
                let run = f.run?;
                let beside = place_of(f.s, run) == f.s.commander(f.commander).at;
                let fits = beside && !run.begun && !run.commanders.contains(f.commander);
                Bite::when(!fits, f.commander.place())
            },
        ),
        TakeCommanderBar::by(cite!("14.1", "R92"), "a column before his own has still to enter").when(
            |f| f.commander.place(),
            |f| {
                let waits = f.s.commander(f.commander).at == Whereabouts::Reserve
                    && crate::rules::scenarios::waits(f.s, Some(f.s.kit.roster[f.commander].corps));
                waits
            },
        ),
        TakeCommanderBar::by(cite!("14.1", "R106"), "they could not enter together").bites(|f| {
            let mut all = *f.run?;
            all.commanders.insert(f.commander);
            let waits = f.s.commander(f.commander).at == Whereabouts::Reserve;
            Bite::when(waits && !may_enter(f.s, &all), f.commander.place())
        }),
    ],
};

/// The facts of it.
#[derive(Debug)]
pub struct EndFacts<'a> {
    s: &'a State,
}

casus_core::questions!(EndFacts);

type EndBar = Bar<EndFacts<'static>>;

/// What keeps the Movement Phase from ending.
pub static END_BARS: Bars<EndFacts> = Bars {
    name: "end-moves",
    list: &[EndBar::by(cite!("14.1", "R106"), "a unit that can enter the map does")
        .bites(|f| entrant(f.s).map(|u| Bite::at(u.place())))],
};

/// A unit that has not entered and could (14.1, ruling R106).
fn entrant(s: &State) -> Option<UnitId> {
    s.unit_ids().find(|&unit| {
        s.unit(unit).at == Whereabouts::Reserve
            && TAKE_BARS.permit(&TakeFacts { s, unit, run: None })
            && may_enter(s, &start(s, unit))
    })
}

/// Whether those in hand wait off the map and can enter it.
fn may_enter(s: &State, run: &Run) -> bool {
    place_of(s, run) == Whereabouts::Reserve && entries(s, run).into_iter().any(|to| may_step(s, run, to))
}

/// The facts of it.
#[derive(Debug)]
pub struct HaltFacts<'a> {
    s: &'a State,
    run: &'a Run,
}

casus_core::questions!(HaltFacts);

type HaltBar = Bar<HaltFacts<'static>>;

/// What keeps those in hand from halting.
pub static HALT_BARS: Bars<HaltFacts> = Bars {
    name: "halt",
    list: &[
        HaltBar::by(cite!("14.1", "R106"), "a unit that can enter the map does").bites(|f| {
            let unit = UnitId(f.run.units.first()?);
            Bite::when(may_enter(f.s, f.run), unit.place())
        }),
    ],
};

/// A run of one unit, before its first step.
fn start(s: &State, unit: UnitId) -> Run {
    let nobody = crate::state::CommanderSet::default();
    Run::new(s.side(unit), PieceSet::one(unit.0), nobody)
}

/// Appends what might be done when nobody is in hand.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let units = s.unit_ids().filter(|&u| s.side(u) == s.active);
    let commanders = s.commander_ids().filter(|&c| s.led_side(c) == s.active);
    out.extend(units.map(Action::Take));
    out.extend(commanders.map(Action::TakeCommander));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Take(unit) => TAKE_BARS.judge(&TakeFacts { s, unit, run: None }, v),
        Action::TakeCommander(commander) => TAKE_COMMANDER_BARS.judge(
            &TakeCommanderFacts {
                s,
                commander,
                run: None,
            },
            v,
        ),
        Action::Done => END_BARS.judge(&EndFacts { s }, v),
        _ => return false,
    }
    true
}

// ---- a step -------------------------------------------------------------------------------------------------------

/// The facts of a unit's step.
#[derive(Debug)]
pub struct StepFacts<'a> {
    s: &'a State,
    run: &'a Run,
    unit: UnitId,
    side: Side,
    from: Option<HexId>,
    facing: SideFacing,
    to: HexId,
    dir: Option<Dir>,
    cost: Option<u32>,
    spent: u8,
    left: i32,
    from_zoc: bool,
    to_zoc: bool,
}

casus_core::questions!(StepFacts);

impl StepFacts<'_> {
    fn adjacent(&self) -> bool {
        self.from.is_none() || self.dir.is_some()
    }
    /// Where the commander is toward whom a unit out of command moves (6.2, ruling R26).
    fn commander(&self) -> Option<HexId> {
        let corps = self.s.corps_of(self.unit)?;
        let leader = self.s.corps(corps).leader?;
        self.s.commander(leader).at.hex()
    }
    fn stray(&self) -> bool {
        self.s.out_of_command(self.unit) && self.from.is_some()
    }
}

/// Cavalry, and Swiss arquebusiers, leave the ZOC of infantry alone (4.1, ruling R39).
fn slips_away(s: &State, unit: UnitId, from: HexId) -> bool {
    crate::rules::retreat::light(s, unit)
        && s.controllers(from, s.side(unit).enemy())
            .all(|e| s.class(e) == Class::Infantry)
}

type StepBar = Bar<StepFacts<'static>>;

/// What forbids a unit's step, in book order.
pub static STEP_BARS: Bars<StepFacts> = Bars {
    name: "step",
    list: &[
        StepBar::by(cite!("3.1"), "it is none of its front hexes").bites(|f| {
            let dir = f.dir?;
            Bite::when(!f.facing.fronts(dir), f.unit.place())
        }),
        StepBar::by(cite!("4.1"), "it may not leave the enemy ZOC").bites(|f| {
            let stays = f.from_zoc && !slips_away(f.s, f.unit, f.from?);
            Bite::when(stays, f.unit.place())
        }),
        StepBar::by(cite!("4.1"), "it may not go from one enemy ZOC to another")
            .when(|f| f.to.place(), |f| f.from_zoc && f.to_zoc),
        StepBar::by(cite!("5.1"), "the Swiss may not stack so").when(
            |f| f.to.place(),
            |f| {
                let full = f.side == Side::Swiss && !f.s.room(f.to, f.side, f.run.units);
                full
            },
        ),
        StepBar::by(cite!("5.2"), "the French may not stack so").when(
            |f| f.to.place(),
            |f| {
                let full = f.side == Side::French && !f.s.room(f.to, f.side, f.run.units);
                full
            },
        ),
        StepBar::by(cite!("6.2"), "out of command, it moves only closer to its commander").bites(|f| {
            if !f.stray() {
                return None;
            }
            let far = |h: HexId| f.s.kit.board.distance(h, f.commander()?).try_into().ok();
            let (now, then): (Option<i32>, Option<i32>) = (far(f.from?), far(f.to));
            match (now, then) {
                (Some(now), Some(then)) => (then >= now).then(|| Bite::short(f.unit.place(), now - 1, then)),
                _ => Some(Bite::at(f.unit.place())),
            }
        }),
        StepBar::by(cite!("6.2"), "out of command, it does not move next to an enemy unit").bites(|f| {
            if !f.stray() {
                return None;
            }
            let enemy = f.s.adjacent_enemies(f.to, f.side).next()?;
            Some(Bite::at(enemy.place()))
        }),
        StepBar::by(cite!("8.3"), "units of a demoralized corps do not enter an enemy ZOC")
            .when(|f| f.unit.place(), |f| f.to_zoc && f.s.shaken(f.unit)),
        StepBar::by(cite!("9.0"), "the hex is not adjacent").when(|f| f.to.place(), |f| !f.adjacent()),
        StepBar::by(cite!("9.0"), "an enemy unit is there")
            .when(|f| f.to.place(), |f| f.s.has_unit(f.to, f.side.enemy())),
        StepBar::by(cite!("9.0"), "the ground is closed to it")
            .when(|f| f.unit.place(), |f| f.adjacent() && f.cost.is_none()),
        StepBar::by(cite!("9.0", "R45"), "its movement points do not reach, and it is not its only move").bites(|f| {
            if !f.adjacent() {
                return None;
            }
            let need = i32::try_from(f.cost?).unwrap_or(i32::MAX);
            let only = f.spent == 0 && f.left > 0;
            (need > f.left && !only).then(|| Bite::short(f.unit.place(), need, f.left))
        }),
        StepBar::by(cite!("14.1"), "it does not enter the map there").when(
            |f| f.to.place(),
            |f| {
                let here = f.from.is_some() || crate::rules::scenarios::entry_hexes(f.s, f.s.corps_of(f.unit)).contains(&f.to);
                !here
            },
        ),
    ],
};

/// The facts of a commander's step.
#[derive(Debug)]
pub struct RideFacts<'a> {
    s: &'a State,
    run: &'a Run,
    commander: CommanderId,
    side: Side,
    from: Option<HexId>,
    to: HexId,
    adjacent: bool,
    cost: Option<u32>,
    left: i32,
}

casus_core::questions!(RideFacts);

type RideBar = Bar<RideFacts<'static>>;

/// What forbids a commander's step, in book order.
pub static RIDE_BARS: Bars<RideFacts> = Bars {
    name: "ride",
    list: &[
        RideBar::by(cite!("4.0", "R48"), "he enters an enemy ZOC only with a friendly unit, or where one is").when(
            |f| f.to.place(),
            |f| {
                let alone = f.run.units.is_empty() && !f.s.has_unit(f.to, f.side);
                let zoc = f.s.in_zoc(f.to, f.side.enemy());
                alone && zoc
            },
        ),
        RideBar::by(cite!("9.0"), "the hex is not adjacent").when(|f| f.to.place(), |f| !f.adjacent),
        RideBar::by(cite!("9.0"), "an enemy unit is there")
            .when(|f| f.to.place(), |f| f.s.has_unit(f.to, f.side.enemy())),
        RideBar::by(cite!("9.0"), "the ground is closed to him")
            .when(|f| f.commander.place(), |f| f.adjacent && f.cost.is_none()),
        RideBar::by(cite!("9.0", "R48"), "his movement points do not reach").bites(|f| {
            if !f.adjacent {
                return None;
            }
            let need = i32::try_from(f.cost?).unwrap_or(i32::MAX);
            (need > f.left).then(|| Bite::short(f.commander.place(), need, f.left))
        }),
        RideBar::by(cite!("14.1"), "he does not enter the map there").when(
            |f| f.to.place(),
            |f| {
                let corps = f.s.kit.roster[f.commander].corps;
                let here = f.from.is_some() || crate::rules::scenarios::entry_hexes(f.s, Some(corps)).contains(&f.to);
                !here
            },
        ),
    ],
};

impl State {
    /// A unit's movement allowance in this move, in movement points: that of the face with which it began (ruling R46),
    /// less in the turn in which its column enters (14.1).
    pub fn allowance(&self, unit: UnitId) -> i32 {
        let u = self.unit(unit);
        let began = !self.opts(Choice::R46) && u.marks.has(Marks::BEGAN_IN_ORDER);
        let disordered = u.condition != Condition::Order && !began;
        let ma = i32::from(self.counter(unit).face(disordered, u.replaced).ma);
        (ma - i32::from(crate::rules::scenarios::entry_reduction(self, unit))).max(0)
    }
    /// The movement points that a unit has left in this phase.
    pub fn points_left(&self, unit: UnitId) -> i32 {
        (self.allowance(unit) - i32::from(self.unit(unit).spent)).max(0)
    }
}

/// Where those in hand stand, which way they face and what they have spent: as it is, or as it would be on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pose {
    at: Option<HexId>,
    facing: SideFacing,
    /// Movement points spent by each unit, in order; a group has three at most (5.1, 5.2).
    spent: [u8; 3],
    /// Movement points spent by the commanders.
    ridden: u8,
}

impl Pose {
    fn of(s: &State, run: &Run) -> Self {
        let first = run.units.first().map(UnitId);
        let mut spent = [0; 3];
        for (x, u) in spent.iter_mut().zip(run.units.iter()) {
            *x = s.unit(UnitId(u)).spent;
        }
        let ridden = run.commanders.iter().map(|c| s.commander(c).spent);
        Self {
            at: place_of(s, run).hex(),
            facing: first.map_or(SideFacing::ALL[0], |u| s.unit(u).facing),
            spent,
            ridden: ridden.max().unwrap_or(0),
        }
    }
}

/// A step from a pose: whether every piece in hand may make it.
fn judge_pose(s: &State, run: &Run, pose: &Pose, from_zoc: bool, to: HexId, v: &mut Verdict) {
    let from = pose.at;
    let dir = from.and_then(|f| s.kit.board.direction(f, to));
    let adjacent = from.is_none() || dir.is_some();
    let enemy = run.side.enemy();
    let to_zoc = s.in_zoc(to, enemy);
    for (unit, &spent) in run.units.iter().map(UnitId).zip(&pose.spent) {
        let cost = adjacent.then(|| step_cost(s, unit, from, to, run.units)).flatten();
        let facts = StepFacts {
            s,
            run,
            unit,
            side: run.side,
            from,
            facing: pose.facing,
            to,
            dir,
            cost,
            spent,
            left: (s.allowance(unit) - i32::from(spent)).max(0),
            from_zoc,
            to_zoc,
        };
        STEP_BARS.judge(&facts, v);
        if v.settled() {
            return;
        }
    }
    for commander in run.commanders.iter() {
        let cost = adjacent.then(|| price(&ride_facts(s, from, to))).flatten();
        let ma = i32::from(s.commander_face(commander).ma);
        let facts = RideFacts {
            s,
            run,
            commander,
            side: run.side,
            from,
            to,
            adjacent,
            cost,
            left: (ma - i32::from(pose.ridden)).max(0),
        };
        RIDE_BARS.judge(&facts, v);
        if v.settled() {
            return;
        }
    }
}

/// What holds of a step of those in hand as they stand.
fn judge_step(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    let pose = Pose::of(s, run);
    let from_zoc = pose.at.is_some_and(|f| s.in_zoc(f, run.side.enemy()));
    judge_pose(s, run, &pose, from_zoc, to, v);
}

pub(crate) fn may_step(s: &State, run: &Run, to: HexId) -> bool {
    let mut v = Verdict::quick();
    judge_step(s, run, to, &mut v);
    !v.refused()
}

// ---- a pivot ------------------------------------------------------------------------------------------------------

/// The facts of a pivot.
#[derive(Debug)]
pub struct PivotFacts<'a> {
    s: &'a State,
    run: &'a Run,
    facing: SideFacing,
}

casus_core::questions!(PivotFacts);

/// What a pivot costs, in movement points, to whatever hexside (3.1).
const PIVOT: i32 = 1;

/// Who of a hex is not in hand and would have to turn with those who are (3.0, ruling R32).
fn bystander(s: &State, run: &Run, hex: HexId) -> Option<UnitId> {
    s.units_at(hex)
        .find(|&u| !run.units.contains(u.0) && !s.routed(u) && !s.hedgehog(u))
}

type PivotBar = Bar<PivotFacts<'static>>;

/// What forbids a pivot, in book order.
pub static PIVOT_BARS: Bars<PivotFacts> = Bars {
    name: "pivot",
    list: &[
        PivotBar::by(cite!("3.0"), "only units on the map have a facing").when(
            |_| Place::Nowhere,
            |f| {
                let on_map = place_of(f.s, f.run).hex().is_some() && !f.run.units.is_empty();
                !on_map
            },
        ),
        PivotBar::by(cite!("3.0", "R32"), "units stacked together turn together").bites(|f| {
            let hex = place_of(f.s, f.run).hex().filter(|_| !f.run.units.is_empty())?;
            bystander(f.s, f.run, hex).map(|u| Bite::at(u.place()))
        }),
        PivotBar::by(cite!("3.1"), "it faces there already").bites(|f| {
            let u = UnitId(f.run.units.first()?);
            Bite::when(f.s.unit(u).facing == f.facing, u.place())
        }),
        PivotBar::by(cite!("3.1"), "a pivot costs a movement point").bites(|f| {
            let short = |&u: &UnitId| f.s.points_left(u) < PIVOT;
            let unit = f.run.units.iter().map(UnitId).find(short)?;
            Some(Bite::short(unit.place(), PIVOT, f.s.points_left(unit)))
        }),
    ],
};

// ---- where those in hand could get to -----------------------------------------------------------------------------

/// One stride of a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stride {
    /// Into a hex.
    Step(HexId),
    /// A pivot.
    Face(SideFacing),
}

/// Where those in hand could be, and how they get there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where.
    pub hex: HexId,
    /// Facing which hexside.
    pub facing: SideFacing,
    /// Movement points of whoever has spent most.
    pub spent: u8,
    /// Steps and pivots, in order.
    pub path: Vec<Stride>,
    /// The hex is in an enemy ZOC: they may have to pass a test to enter it, and stop (9.2).
    pub in_zoc: bool,
}

struct Node {
    pose: Pose,
    before: usize,
    stride: Option<Stride>,
    over: bool,
}

/// Where the units and commanders in hand could end their move, and how: a query beside the steps, by the same rules.
/// Cheapest first; where they stand is the first, facing as they do. No dice: a way into an enemy ZOC may fail.
pub fn ways(s: &State, run: &Run) -> Vec<Way> {
    let board = &s.kit.board;
    let enemy = run.side.enemy();
    let units: Vec<UnitId> = run.units.iter().map(UnitId).collect();
    let mut nodes = vec![Node {
        pose: Pose::of(s, run),
        before: 0,
        stride: None,
        over: run.over,
    }];
    let mut open = std::collections::BinaryHeap::from([core::cmp::Reverse((0u8, 0usize))]);
    let mut done = vec![0u8; board.len()];
    let mut found = Vec::new();
    while let Some(core::cmp::Reverse((spent, n))) = open.pop() {
        let (pose, over) = (nodes[n].pose, nodes[n].over);
        if let Some(hex) = pose.at {
            let bit = 1 << pose.facing.index();
            if done[hex.index()] & bit != 0 {
                continue;
            }
            done[hex.index()] |= bit;
            let mut path: Vec<Stride> = core::iter::successors(Some(n), |&m| Some(nodes[m].before))
                .take_while(|&m| m != 0)
                .filter_map(|m| nodes[m].stride)
                .collect();
            path.reverse();
            found.push(Way {
                hex,
                facing: pose.facing,
                spent,
                path,
                in_zoc: s.in_zoc(hex, enemy),
            });
        }
        if over {
            continue;
        }
        let mut push = |pose: Pose, stride: Stride, over: bool| {
            let most = pose.spent.iter().copied().max().unwrap_or(0).max(pose.ridden);
            open.push(core::cmp::Reverse((most, nodes.len())));
            nodes.push(Node {
                pose,
                before: n,
                stride: Some(stride),
                over,
            });
        };
        let from_zoc = pose.at.is_some_and(|f| s.in_zoc(f, enemy));
        let nexts: Vec<HexId> = match pose.at {
            Some(at) => board
                .neighbours(at)
                .filter(|&(d, _)| units.is_empty() || pose.facing.fronts(d))
                .map(|(_, to)| to)
                .collect(),
            None => entries(s, run),
        };
        for to in nexts {
            let mut v = Verdict::quick();
            judge_pose(s, run, &pose, from_zoc, to, &mut v);
            if v.refused() {
                continue;
            }
            let mut next = pose;
            next.at = Some(to);
            for (x, &u) in next.spent.iter_mut().zip(&units) {
                let cost = step_cost(s, u, pose.at, to, run.units).unwrap_or(0);
                *x = x.saturating_add(u8::try_from(cost).unwrap_or(u8::MAX));
            }
            if !run.commanders.is_empty() {
                let cost = price(&ride_facts(s, pose.at, to)).unwrap_or(0);
                next.ridden = pose.ridden.saturating_add(u8::try_from(cost).unwrap_or(u8::MAX));
            }
            if pose.at.is_none() {
                next.facing = entry_facing(run.side);
            }
            next.facing = s.stack_facing(to, run.units).unwrap_or(next.facing);
            let stops = !units.is_empty() && s.in_zoc(to, enemy);
            push(next, Stride::Step(to), stops);
        }
        // A pivot, where the whole stack is in hand and each unit has its point (3.1, ruling R32).
        let alone = |hex: HexId| bystander(s, run, hex).is_none();
        let able = |(&u, &spent): (&UnitId, &u8)| s.allowance(u) - i32::from(spent) >= PIVOT;
        if let Some(hex) = pose.at
            && !units.is_empty()
            && alone(hex)
            && units.iter().zip(&pose.spent).all(able)
        {
            for facing in SideFacing::ALL {
                if facing != pose.facing && done[hex.index()] & (1 << facing.index()) == 0 {
                    let mut next = Pose { facing, ..pose };
                    for x in next.spent.iter_mut().take(units.len()) {
                        *x += PIVOT as u8;
                    }
                    push(next, Stride::Face(facing), false);
                }
            }
        }
    }
    found
}

/// The hexes where those in hand may enter the map (14.1).
fn entries(s: &State, run: &Run) -> Vec<HexId> {
    let units = run.units.iter().map(|u| s.corps_of(UnitId(u)));
    let commanders = run.commanders.iter().map(|c| Some(s.kit.roster[c].corps));
    let mut entries: Vec<HexId> = Vec::new();
    for corps in units.chain(commanders) {
        for &h in crate::rules::scenarios::entry_hexes(s, corps) {
            if !entries.contains(&h) {
                entries.push(h);
            }
        }
    }
    entries
}

/// Who enters faces away from his edge (ruling R106).
const fn entry_facing(side: Side) -> SideFacing {
    SideFacing::toward(crate::rules::rout::homeward(side.enemy())[0])
}

// ---- 9.4, the hedgehog --------------------------------------------------------------------------------------------

/// The facts of a hedgehog.
#[derive(Debug)]
pub struct FormFacts<'a> {
    s: &'a State,
    hex: Option<HexId>,
    side: Side,
    /// Those in hand, in one's own Movement Phase; none in the enemy's.
    run: Option<&'a Run>,
}

casus_core::questions!(FormFacts);

impl FormFacts<'_> {
    fn infantry(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.hex
            .into_iter()
            .flat_map(|h| formers(self.s, h))
            .filter(|&u| self.s.side(u) == self.side)
    }
    /// Those of it who are not in hedgehog.
    fn outside(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.infantry().filter(|&u| !self.s.hedgehog(u))
    }
    fn disordered(&self) -> Option<Bite> {
        let loose = |&u: &UnitId| self.s.unit(u).condition != Condition::Order;
        self.infantry().find(loose).map(|u| Bite::at(u.place()))
    }
}

/// The infantry of a hex that forms hedgehogs: all but Swiss arquebusiers (9.4).
fn formers(s: &State, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.units_at(hex)
        .filter(|&u| s.class(u) == Class::Infantry && !s.skirmishes(u))
}

/// Those of it who are not in hedgehog, and form it together.
fn newcomers(s: &State, hex: HexId) -> PieceSet {
    formers(s, hex).filter(|&u| !s.hedgehog(u)).map(|u| u.0).collect()
}

type FormBar = Bar<FormFacts<'static>>;

/// What forbids a hedgehog, in book order.
pub static FORM_BARS: Bars<FormFacts> = Bars {
    name: "hedgehog",
    list: &[
        FormBar::by(cite!("1.1", "R02"), "a unit that is not in order forms no hedgehog").bites(|f| f.disordered()),
        FormBar::by(cite!("9.4", "R02"), "only units in order form the hedgehog").bites(|f| f.disordered()),
        FormBar::by(cite!("9.4"), "there is no infantry that forms it, as Swiss arquebusiers do not").bites(|f| {
            let at = f.hex.map_or(Place::Nowhere, HexId::place);
            Bite::when(f.infantry().next().is_none(), at)
        }),
        FormBar::by(cite!("9.4"), "it is in hedgehog already").bites(|f| {
            let first = f.infantry().next()?;
            Bite::when(f.outside().next().is_none(), first.place())
        }),
        FormBar::by(cite!("9.4"), "all the infantry of the hex forms it, or none").bites(|f| {
            let run = f.run?;
            f.outside()
                .find(|u| !run.units.contains(u.0))
                .map(|u| Bite::at(u.place()))
        }),
        FormBar::by(cite!("9.4", "R50"), "a unit that has moved forms no hedgehog").bites(|f| {
            f.run?;
            f.outside()
                .find(|&u| f.s.unit(u).spent > 0)
                .map(|u| Bite::at(u.place()))
        }),
        FormBar::by(cite!("9.4", "R101"), "artillery in the hex prevents it").bites(|f| {
            if !f.s.opts(Choice::R101) {
                return None;
            }
            let gun = |&u: &UnitId| f.s.class(u) == Class::Artillery;
            let u = f.hex.into_iter().flat_map(|h| f.s.units_at(h)).find(gun)?;
            Some(Bite::at(u.place()))
        }),
    ],
};

// ---- 9.3, the Charge ----------------------------------------------------------------------------------------------

/// The facts of a Charge.
#[derive(Debug)]
pub struct ChargeFacts<'a> {
    s: &'a State,
    run: &'a Run,
    unit: UnitId,
    from: Option<HexId>,
    target: HexId,
}

casus_core::questions!(ChargeFacts);

impl ChargeFacts<'_> {
    fn dir(&self) -> Option<Dir> {
        self.s.kit.board.direction(self.from?, self.target)
    }
    fn disordered(&self) -> Option<Bite> {
        let loose = self.s.unit(self.unit).condition != Condition::Order;
        Bite::when(loose, self.unit.place())
    }
    /// Whether units are there, and all of them among these.
    fn all_of(&self, units: PieceSet) -> bool {
        let there = self.s.stack_at(self.target);
        !there.is_empty() && there.without(units).is_empty()
    }
}

type ChargeBar = Bar<ChargeFacts<'static>>;

/// What forbids a Charge, in book order.
pub static CHARGE_BARS: Bars<ChargeFacts> = Bars {
    name: "charge",
    list: &[
        ChargeBar::by(cite!("1.1"), "disordered cavalry does not charge").bites(|f| f.disordered()),
        ChargeBar::by(cite!("9.3"), "only cavalry in order charges").bites(|f| f.disordered()),
        ChargeBar::by(cite!("9.3"), "only cavalry that moves into contact charges").when(
            |f| f.unit.place(),
            |f| {
                let fit = f.s.class(f.unit) == Class::Cavalry && f.run.units.contains(f.unit.0);
                !fit
            },
        ),
        ChargeBar::by(cite!("9.3"), "no enemy unit is there, in front of it").when(
            |f| f.target.place(),
            |f| {
                let ahead = f.dir().is_some_and(|d| f.s.fronts(f.unit, d));
                let enemy = f.s.has_unit(f.target, f.run.side.enemy());
                !ahead || !enemy
            },
        ),
        ChargeBar::by(cite!("9.3", "R115"), "it has had the enemy in its ZOC from the start, and does not commit him")
            .when(|f| f.target.place(), |f| f.all_of(f.run.faced)),
        ChargeBar::by(
            cite!("9.3", "R116"),
            "it has committed the enemy in this move already, and not by way of a road hex",
        )
        .when(
            |f| f.target.place(),
            |f| {
                let run = f.run;
                let before = run.faced.union(run.met.without(run.by_road));
                let off = f.all_of(before) && !f.all_of(run.faced);
                off
            },
        ),
        ChargeBar::by(cite!("9.3", "R66"), "the hex that it has entered is no road").when(
            |f| f.from.map_or(Place::Nowhere, HexId::place),
            |f| {
                let road = f.from.is_some_and(|h| f.s.on_road(h));
                !road
            },
        ),
        ChargeBar::by(cite!("9.3"), "the enemy is across a course of water").bites(|f| {
            let water = f.s.over_water(f.from?, f.dir()?);
            Bite::when(water, f.target.place())
        }),
        ChargeBar::by(cite!("9.3"), "the enemy is across a fortification").bites(|f| {
            let wall = f.s.crossing(f.from?, f.dir()?).fortification;
            Bite::when(wall, f.target.place())
        }),
        ChargeBar::by(cite!("9.3"), "the enemy is in a village or farm").when(
            |f| f.target.place(),
            |f| {
                let terrain = f.s.kit.board.terrain(f.target);
                terrain == VILLAGE || terrain == FARM
            },
        ),
        ChargeBar::by(cite!("9.3"), "the Terrain Table does not allow it").when(
            |f| f.target.place(),
            |f| {
                let terrain = f.s.kit.board.terrain(f.target);
                let houses = terrain == VILLAGE || terrain == FARM;
                let row = f.s.kit.charts.terrain.hex(terrain);
                !row.charge && !houses
            },
        ),
        ChargeBar::by(cite!("9.3"), "it charges already")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).charge.is_some()),
        ChargeBar::by(cite!("9.3", "R66"), "it has passed no test of commitment").when(
            |f| f.unit.place(),
            |f| {
                let passed = f.s.unit(f.unit).marks.has(Marks::PASSED);
                f.s.opts(Choice::R66) && !passed
            },
        ),
    ],
};

fn charge_facts<'a>(s: &'a State, run: &'a Run, unit: UnitId, target: HexId) -> ChargeFacts<'a> {
    ChargeFacts {
        s,
        run,
        unit,
        from: s.hex(unit),
        target,
    }
}

/// Says of a Charge or a hedgehog what the rules have against it at a moment that does not ask for it (9.3, 9.4).
pub(crate) fn judge_untimely(s: &State, action: Action, v: &mut Verdict) {
    match action {
        Action::Charge(unit, hex) => {
            let nobody = Run {
                units: PieceSet::EMPTY,
                ..start(s, unit)
            };
            let run = s.run().unwrap_or(&nobody);
            CHARGE_BARS.judge(&charge_facts(s, run, unit, hex), v);
        }
        Action::Form => {
            let contact = s.stack.iter().rev().find_map(|stage| match stage {
                Stage::Contact(contact) => Some(contact),
                _ => None,
            });
            let fresh = contact.map_or(PieceSet::EMPTY, |c| c.fresh);
            let mut hexes: Few<HexId, 6> = Few::new();
            for hex in fresh.iter().filter_map(|u| s.hex(UnitId(u))) {
                if !hexes.contains(hex) {
                    hexes.push(hex);
                }
            }
            for hex in hexes.iter() {
                let facts = FormFacts {
                    s,
                    hex: Some(hex),
                    side: s.active.enemy(),
                    run: None,
                };
                FORM_BARS.judge(&facts, v);
            }
        }
        _ => {}
    }
}

/// The Charges that might be declared by those in hand.
fn charges(s: &State, run: &Run, out: &mut Vec<Action>) {
    for unit in run.units.iter().map(UnitId) {
        if s.class(unit) != Class::Cavalry {
            continue;
        }
        out.extend(
            s.zoc(unit)
                .filter(|&h| CHARGE_BARS.permit(&charge_facts(s, run, unit, h)))
                .map(|h| Action::Charge(unit, h)),
        );
    }
}

// ---- those in hand ------------------------------------------------------------------------------------------------

pub(crate) fn decision(s: &State, run: &Run) -> Decision {
    let unit = run.units.first().map(|u| UnitId(u).place());
    let commander = run.commanders.iter().next().map(CommanderId::place);
    let of = unit.or(commander).unwrap_or(Place::Side(s.active as u8));
    Decision::new(run.side, cite!("9.0"), "run", of)
}

pub(crate) fn candidates(s: &State, run: &Run, out: &mut Vec<Action>) {
    let at = place_of(s, run);
    match at {
        Whereabouts::Map(h) => {
            let facing = run.units.first().map(|u| s.unit(UnitId(u)).facing);
            let ahead = |d: Dir| facing.is_none_or(|f| f.fronts(d));
            let hexes = s.kit.board.neighbours(h).filter(|&(d, _)| ahead(d));
            out.extend(hexes.map(|(_, n)| Action::Step(n)));
        }
        Whereabouts::Reserve => out.extend(entries(s, run).into_iter().map(Action::Step)),
        _ => {}
    }
    if !run.units.is_empty() {
        out.extend(SideFacing::ALL.map(Action::Face));
        out.push(Action::Form);
    }
    if run.begun {
        out.extend(run.units.iter().map(|u| Action::Leave(UnitId(u))));
        out.extend(run.commanders.iter().map(Action::LeaveCommander));
    } else if let Whereabouts::Map(h) = at {
        out.extend(s.units_at(h).map(Action::Join));
        out.extend(s.commanders_at(h).map(Action::JoinCommander));
    } else {
        let waiting = |u: &UnitId| s.unit(*u).at == Whereabouts::Reserve;
        out.extend(s.unit_ids().filter(waiting).map(Action::Join));
        let waiting = |c: &CommanderId| s.commander(*c).at == Whereabouts::Reserve;
        out.extend(s.commander_ids().filter(waiting).map(Action::JoinCommander));
    }
    out.push(Action::Halt);
}

/// How many pieces are in hand.
fn in_hand(run: &Run) -> usize {
    run.units.len() + run.commanders.iter().count()
}

/// The facts of it.
#[derive(Debug)]
pub struct LeaveFacts<'a> {
    s: &'a State,
    run: &'a Run,
    held: bool,
    /// Some of those in hand have failed their test and stay (9.2).
    parted: bool,
    of: Place,
}

casus_core::questions!(LeaveFacts);

type LeaveBar = Bar<LeaveFacts<'static>>;

/// What forbids leaving a piece behind.
pub static LEAVE_BARS: Bars<LeaveFacts> = Bars {
    name: "leave",
    list: &[
        LeaveBar::by(cite!("9.0"), "it is not in hand").when(|f| f.of, |f| !f.held),
        LeaveBar::by(cite!("9.0"), "those in hand have not moved yet: who stays is not taken")
            .when(|f| f.of, |f| !f.run.begun && !f.parted),
        LeaveBar::by(cite!("9.0"), "nobody would be left in hand: halt instead").when(|f| f.of, |f| in_hand(f.run) < 2),
    ],
};

fn judge_leave_commander(s: &State, run: &Run, commander: CommanderId, parted: bool, v: &mut Verdict) {
    let facts = LeaveFacts {
        s,
        run,
        held: run.commanders.contains(commander),
        parted,
        of: commander.place(),
    };
    LEAVE_BARS.judge(&facts, v);
}

pub(crate) fn judge(s: &State, run: &Run, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Step(to) => judge_step(s, run, to, v),
        Action::Face(facing) => PIVOT_BARS.judge(&PivotFacts { s, run, facing }, v),
        Action::Form => FORM_BARS.judge(
            &FormFacts {
                s,
                hex: place_of(s, run).hex(),
                side: run.side,
                run: Some(run),
            },
            v,
        ),
        Action::Join(unit) => TAKE_BARS.judge(
            &TakeFacts {
                s,
                unit,
                run: Some(run),
            },
            v,
        ),
        Action::JoinCommander(commander) => TAKE_COMMANDER_BARS.judge(
            &TakeCommanderFacts {
                s,
                commander,
                run: Some(run),
            },
            v,
        ),
        Action::Leave(u) => LEAVE_BARS.judge(
            &LeaveFacts {
                s,
                run,
                held: run.units.contains(u.0),
                parted: false,
                of: u.place(),
            },
            v,
        ),
        Action::LeaveCommander(c) => judge_leave_commander(s, run, c, false, v),
        Action::Halt => HALT_BARS.judge(&HaltFacts { s, run }, v),
        _ => return false,
    }
    true
}

// ---- contact ------------------------------------------------------------------------------------------------------

/// One step or pivot of those in hand, with all that it brings (ruling R36).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contact {
    /// From where; none from off the map. The same hex in a pivot.
    pub from: Option<HexId>,
    /// Where to.
    pub to: HexId,
    /// Where in it.
    pub at: ContactAt,
    /// The hex is in an enemy ZOC as it is entered.
    pub zoc: bool,
    /// Enemy units that are committed by it.
    pub fresh: PieceSet,
    /// Enemy hexes that have been asked about the hedgehog.
    pub asked: Few<HexId, 6>,
}

/// Where in a contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ContactAt {
    /// Those who enter an enemy ZOC test.
    Tests,
    /// Some have failed: the others may stay too.
    Choice,
    /// They enter, pay and align; the ground may disorder them.
    Enter,
    /// Charges are declared.
    Charges,
    /// The committed may form the hedgehog, hex by hex.
    Braces,
    /// The committed test.
    Commitments,
    /// All is done.
    End,
}

/// Enemy units that those in hand have in their ZOC.
fn faced(s: &State, run: &Run) -> PieceSet {
    let mut all: PieceSet = PieceSet::EMPTY;
    for unit in run.units.iter().map(UnitId) {
        for h in s.zoc(unit) {
            for u in s.units_at(h).filter(|&u| s.side(u) != run.side) {
                all.insert(u.0);
            }
        }
    }
    all
}

/// Whether those in hand are cavalry (9.4). Cavalry stacks with cavalry alone.
fn mounted(s: &State, run: &Run) -> bool {
    run.units.iter().any(|u| s.class(UnitId(u)) == Class::Cavalry)
}

/// The next enemy hex that may be asked about the hedgehog.
fn next_brace(s: &State, run: &Run, contact: &Contact) -> Option<HexId> {
    if s.braced || !mounted(s, run) {
        return None;
    }
    let mut hexes = contact.fresh.iter().filter_map(|u| s.hex(UnitId(u)));
    hexes.find(|&h| {
        !contact.asked.contains(h)
            && FORM_BARS.permit(&FormFacts {
                s,
                hex: Some(h),
                side: run.side.enemy(),
                run: None,
            })
    })
}

pub(crate) fn contact_decision(s: &State, contact: &Contact) -> Option<Decision> {
    let run = s.run()?;
    match contact.at {
        ContactAt::Choice => Some(Decision::new(run.side, cite!("9.2", "R36"), "go-on", contact.to.place())),
        ContactAt::Charges => Some(Decision::new(run.side, cite!("9.3"), "charge", contact.to.place())),
        ContactAt::Braces => {
            let hex = next_brace(s, run, contact)?;
            Some(Decision::new(run.side.enemy(), cite!("9.4"), "hedgehog", hex.place()))
        }
        _ => None,
    }
}

pub(crate) fn contact_candidates(s: &State, contact: &Contact, out: &mut Vec<Action>) {
    let Some(run) = s.run() else { return };
    match contact.at {
        ContactAt::Choice => {
            out.extend([Action::GoOn, Action::Hold]);
            out.extend(run.commanders.iter().map(Action::LeaveCommander));
        }
        ContactAt::Charges => {
            charges(s, run, out);
            out.push(Action::Hold);
        }
        ContactAt::Braces => out.extend([Action::Form, Action::Hold, Action::HoldAll]),
        _ => {}
    }
}

pub(crate) fn judge_contact(s: &State, contact: &Contact, action: Action, v: &mut Verdict) -> bool {
    let Some(run) = s.run() else { return false };
    match (contact.at, action) {
        (ContactAt::Choice, Action::GoOn | Action::Hold)
        | (ContactAt::Charges, Action::Hold)
        | (ContactAt::Braces, Action::Hold | Action::HoldAll) => true,
        (ContactAt::Choice, Action::LeaveCommander(c)) => {
            judge_leave_commander(s, run, c, true, v);
            true
        }
        (ContactAt::Charges, Action::Charge(unit, hex)) => {
            CHARGE_BARS.judge(&charge_facts(s, run, unit, hex), v);
            true
        }
        (ContactAt::Braces, Action::Form) => {
            let facts = FormFacts {
                s,
                hex: next_brace(s, run, contact),
                side: run.side.enemy(),
                run: None,
            };
            FORM_BARS.judge(&facts, v);
            true
        }
        _ => false,
    }
}

/// Pieces that pay the same for a step.
struct Fare {
    units: Vec<UnitId>,
    commanders: Vec<CommanderId>,
    cost: Ledger,
}

/// Those who pay so many points; a new party if nobody has yet.
fn fare(fares: &mut Vec<Fare>, cost: Ledger) -> &mut Fare {
    let found = fares.iter().position(|f| f.cost.total == cost.total);
    let at = found.unwrap_or(fares.len());
    if found.is_none() {
        fares.push(Fare {
            units: Vec::new(),
            commanders: Vec::new(),
            cost,
        });
    }
    &mut fares[at]
}

impl Engine<'_> {
    pub(crate) fn enact_move_phase(&mut self, action: Action) {
        match action {
            Action::Take(unit) => {
                let run = start(self.s, unit);
                self.call(Stage::Running(run));
                self.gather(unit);
            }
            Action::TakeCommander(c) => {
                let commanders = [c].into_iter().collect();
                let run = Run::new(self.s.led_side(c), PieceSet::EMPTY, commanders);
                self.call(Stage::Running(run));
            }
            _ => self.next_course(),
        }
    }

    /// A unit comes into hand.
    fn gather(&mut self, unit: UnitId) {
        let ordered = self.s.unit(unit).condition == Condition::Order;
        if ordered {
            self.s.unit_mut(unit).marks.set(Marks::BEGAN_IN_ORDER);
        }
        if let Some(run) = self.run_mut() {
            run.units.insert(unit.0);
        }
        if let Some(run) = self.s.run().copied() {
            let faced = faced(self.s, &run);
            if let Some(run) = self.run_mut() {
                run.faced = faced;
            }
        }
    }

    pub(crate) fn running(&mut self, run: Run) -> Flow<Stage> {
        if run.over || (run.units.is_empty() && run.commanders.is_empty()) {
            self.finish(&run);
            return Flow::Done;
        }
        Flow::Ask
    }

    /// Those in hand have finished their movement (9.0).
    fn finish(&mut self, run: &Run) {
        for u in run.units.iter() {
            self.s.unit_mut(UnitId(u)).marks.set(Marks::MOVED);
        }
        for c in run.commanders.iter() {
            self.s.commander_mut(c).moved = true;
        }
    }

    pub(crate) fn enact_running(&mut self, run: Run, action: Action) {
        let here = place_of(self.s, &run).hex();
        match action {
            Action::Step(to) => {
                let zoc = !run.units.is_empty() && self.s.in_zoc(to, run.side.enemy());
                self.call(Stage::Contact(Contact {
                    from: here,
                    to,
                    at: ContactAt::Tests,
                    zoc,
                    fresh: PieceSet::EMPTY,
                    asked: Few::new(),
                }));
            }
            Action::Face(facing) => {
                let Some(hex) = here else { return };
                let units: Vec<UnitId> = run.units.iter().map(UnitId).collect();
                for &u in &units {
                    self.s.unit_mut(u).spent += PIVOT as u8;
                }
                self.move_on(&units);
                self.face_stack(hex, facing);
                self.say(cite!("3.1"), || What::Faced { hex, facing });
                if let Some(run) = self.run_mut() {
                    run.begun = true;
                }
                // A pivot may commit whom it takes into the ZOC (ruling R33).
                self.call(Stage::Contact(Contact {
                    from: here,
                    to: hex,
                    at: ContactAt::Braces,
                    zoc: false,
                    fresh: PieceSet::EMPTY,
                    asked: Few::new(),
                }));
                self.commit();
            }
            Action::Form => {
                let formers = here.map_or(PieceSet::EMPTY, |h| newcomers(self.s, h));
                for unit in formers.iter().map(UnitId) {
                    let marks = &mut self.s.unit_mut(unit).marks;
                    marks.set(Marks::HEDGEHOG);
                    marks.set(Marks::MOVED);
                    self.say(cite!("9.4"), || What::Hedgehog { unit });
                }
                self.pop();
            }
            Action::Join(unit) => self.gather(unit),
            Action::JoinCommander(c) => {
                if let Some(run) = self.run_mut() {
                    run.commanders.insert(c);
                }
            }
            Action::Leave(unit) => {
                self.s.unit_mut(unit).marks.set(Marks::MOVED);
                if let Some(run) = self.run_mut() {
                    run.units.remove(unit.0);
                }
            }
            Action::LeaveCommander(c) => self.leave_commander(&run, c),
            _ => {
                self.finish(&run);
                self.pop();
            }
        }
    }

    /// A commander is in hand no more; if those in hand have moved, so has he (9.0).
    fn leave_commander(&mut self, before: &Run, commander: CommanderId) {
        if before.begun {
            self.s.commander_mut(commander).moved = true;
        }
        if let Some(run) = self.run_mut() {
            run.commanders.remove(commander);
        }
    }

    /// Notes in the contact on top whom those in hand have newly in their ZOC (rulings R35 and R115).
    fn commit(&mut self) {
        let Some(run) = self.s.run().copied() else {
            return;
        };
        let seen = faced(self.s, &run);
        let Some(Stage::Contact(contact)) = self.s.stack.last_mut() else {
            return;
        };
        let fresh = seen.without(run.met).without(run.faced);
        contact.fresh = fresh;
        let pivot = contact.from == Some(contact.to);
        let to = contact.to;
        let road = !pivot && self.s.on_road(to);
        if let Some(run) = self.run_mut() {
            run.met = run.met.union(fresh);
            if road {
                run.by_road = run.by_road.union(fresh);
            }
            if !pivot {
                run.faced = run.faced.iter().filter(|&u| seen.contains(u)).collect();
            }
        }
    }

    /// Whoever moves on or turns loses the Charge that it has declared (ruling R116).
    fn move_on(&mut self, units: &[UnitId]) {
        for &unit in units {
            if self.s.unit_mut(unit).charge.take().is_some() {
                self.say(cite!("9.3", "R116"), || What::ChargeLapsed { unit });
            }
        }
    }

    pub(crate) fn contact(&mut self, contact: Contact) -> Flow<Stage> {
        let Some(run) = self.s.run().copied() else {
            return Flow::Done;
        };
        let mut next = contact;
        match contact.at {
            ContactAt::Tests => {
                let before = run.units;
                if contact.zoc {
                    for unit in before.iter().map(UnitId) {
                        if !self.s.counter(unit).swiss_pikemen() {
                            let passed = self.test(unit, Why::Entry);
                            self.follow(unit, Why::Entry, passed);
                        }
                    }
                }
                let after = self.s.run().map_or(PieceSet::EMPTY, |r| r.units);
                next.at = if before == after {
                    ContactAt::Enter
                } else if after.is_empty() && (run.commanders.is_empty() || !self.s.has_unit(contact.to, run.side)) {
                    // Nobody goes on, and commanders do not go alone (ruling R48).
                    return Flow::Done;
                } else {
                    ContactAt::Choice
                };
            }
            ContactAt::Choice | ContactAt::Charges if self.choices(&run, &contact) => {
                return Flow::Ask;
            }
            ContactAt::Choice => next.at = ContactAt::Enter,
            ContactAt::Enter => {
                self.enter(&run, &contact);
                next.at = ContactAt::Charges;
            }
            ContactAt::Charges => {
                next.at = ContactAt::Braces;
                self.set_top(Stage::Contact(next));
                self.commit();
                return Flow::Next;
            }
            ContactAt::Braces => {
                if next_brace(self.s, &run, &contact).is_some() {
                    return Flow::Ask;
                }
                next.at = ContactAt::Commitments;
            }
            ContactAt::Commitments => {
                next.at = ContactAt::End;
                self.set_top(Stage::Contact(next));
                self.commitments(&run, &contact);
                return Flow::Next;
            }
            ContactAt::End => {
                if contact.zoc {
                    self.stop(run.units);
                }
                return Flow::Done;
            }
        }
        self.set_top(Stage::Contact(next));
        Flow::Next
    }

    /// Units stop in the ZOC that they have entered (9.2). Commanders who came with them may go on (ruling R48).
    fn stop(&mut self, units: PieceSet) {
        for unit in units.iter().map(UnitId) {
            let marks = &mut self.s.unit_mut(unit).marks;
            marks.set(Marks::MOVED);
            marks.set(Marks::STOPPED);
        }
        if let Some(run) = self.run_mut() {
            run.units = PieceSet::EMPTY;
        }
    }

    fn choices(&self, run: &Run, contact: &Contact) -> bool {
        match contact.at {
            ContactAt::Choice => true,
            ContactAt::Charges => {
                let mut list = Vec::new();
                charges(self.s, run, &mut list);
                !list.is_empty()
            }
            _ => false,
        }
    }

    /// What each of those in hand pays for a step: those who pay alike together.
    fn fares(&self, run: &Run, from: Option<HexId>, to: HexId) -> Vec<Fare> {
        let mut fares: Vec<Fare> = Vec::new();
        for unit in run.units.iter().map(UnitId) {
            let cost = step_ledger(self.s, unit, from, to, run.units);
            fare(&mut fares, cost).units.push(unit);
        }
        for commander in run.commanders.iter() {
            let cost = STEP_COSTS.ledger(0, &ride_facts(self.s, from, to));
            fare(&mut fares, cost).commanders.push(commander);
        }
        fares
    }

    /// Those in hand enter the hex, pay for it and take up the facing there; the ground may disorder them (9.0, 9.1, 3.0).
    fn enter(&mut self, run: &Run, contact: &Contact) {
        let (from, to) = (contact.from, contact.to);
        let units: Vec<UnitId> = run.units.iter().map(UnitId).collect();
        let fares = if self.log.is_on() {
            self.fares(run, from, to)
        } else {
            Vec::new()
        };
        self.move_on(&units);
        let facing = self.s.stack_facing(to, run.units);
        let prices: Vec<u32> = units
            .iter()
            .map(|&u| step_cost(self.s, u, from, to, run.units).unwrap_or(0))
            .collect();
        let ride = price(&ride_facts(self.s, from, to)).unwrap_or(0);
        let case: Cite = if from.is_none() { cite!("14.1") } else { cite!("9.0") };
        for fare in fares {
            self.say(case, || What::Stepped {
                units: fare.units,
                commanders: fare.commanders,
                from,
                to,
                cost: fare.cost,
            });
        }
        for (&u, &price) in units.iter().zip(&prices) {
            self.s.put(u, Whereabouts::Map(to));
            let unit = self.s.unit_mut(u);
            unit.spent = unit.spent.saturating_add(u8::try_from(price).unwrap_or(u8::MAX));
            if from.is_none() {
                unit.marks.set(Marks::ENTERED);
                unit.facing = entry_facing(run.side);
            }
            if let Some(facing) = facing {
                unit.facing = facing;
            }
        }
        for c in run.commanders.iter() {
            let commander = self.s.commander_mut(c);
            commander.at = Whereabouts::Map(to);
            commander.spent = commander.spent.saturating_add(u8::try_from(ride).unwrap_or(u8::MAX));
        }
        if let Some(run) = self.run_mut() {
            run.begun = true;
        }
        for &u in &units {
            self.rough(u, from, to);
        }
    }

    /// 9.2: the committed test, in their owner's order.
    fn commitments(&mut self, run: &Run, contact: &Contact) {
        let s = &*self.s;
        let cavalry = mounted(s, run);
        let tests = |&u: &u8| {
            let unit = UnitId(u);
            let spared = cavalry && s.all_round(unit)
                || s.opts(Choice::R38) && s.routed(unit)
                || s.opts(Choice::R35) && s.unit(unit).marks.has(Marks::COMMITTED);
            !spared
        };
        let left: PieceSet = contact.fresh.iter().filter(tests).collect();
        if !left.is_empty() {
            self.call(Stage::Tests(Tests {
                side: run.side.enemy(),
                why: Why::Commitment(contact.to),
                left,
            }));
        }
    }

    pub(crate) fn enact_contact(&mut self, mut contact: Contact, action: Action) {
        let Some(run) = self.s.run().copied() else {
            return;
        };
        let enemy = run.side.enemy();
        match (contact.at, action) {
            (ContactAt::Choice, Action::Hold) => {
                let hex = contact.to;
                self.say(cite!("9.2", "R36"), || What::CalledOff { hex });
                for unit in run.units.iter().map(UnitId) {
                    self.s.unit_mut(unit).marks.clear(Marks::PASSED);
                }
                self.pop();
                return;
            }
            (ContactAt::Choice, Action::LeaveCommander(c)) => {
                self.leave_commander(&run, c);
                return;
            }
            (ContactAt::Choice, _) => contact.at = ContactAt::Enter,
            (ContactAt::Charges, Action::Charge(unit, hex)) => {
                self.s.unit_mut(unit).charge = Some(hex);
                self.say(cite!("9.3"), || What::Charges { unit, hex });
            }
            (ContactAt::Charges, _) => {
                contact.at = ContactAt::Braces;
                self.set_top(Stage::Contact(contact));
                self.commit();
                return;
            }
            (ContactAt::Braces, _) => {
                let Some(hex) = next_brace(self.s, &run, &contact) else {
                    return;
                };
                contact.asked.push(hex);
                self.set_top(Stage::Contact(contact));
                match action {
                    Action::Form => self.brace(hex),
                    Action::HoldAll => {
                        self.s.braced = true;
                        self.say(cite!("9.4"), || What::Held { side: enemy, all: true });
                    }
                    _ => self.say(cite!("9.4"), || What::Held {
                        side: enemy,
                        all: false,
                    }),
                }
                return;
            }
            _ => {}
        }
        self.set_top(Stage::Contact(contact));
    }

    /// 9.4: a unit leaves the hedgehog, and faces as the others of its hex do (3.0).
    pub(crate) fn unform(&mut self, unit: UnitId, cite: Cite) {
        self.s.unit_mut(unit).marks.clear(Marks::HEDGEHOG);
        self.say(cite, || What::Unformed { unit });
        if let Some(hex) = self.s.hex(unit) {
            self.align(unit, hex);
        }
    }

    /// 9.4: the infantry of a hex that cavalry commits tries to form the hedgehog: all of it, or none.
    fn brace(&mut self, hex: HexId) {
        let formers = newcomers(self.s, hex);
        let mut all = true;
        for u in formers.iter() {
            all &= self.test(UnitId(u), Why::Hedgehog);
        }
        if all {
            for unit in formers.iter().map(UnitId) {
                self.s.unit_mut(unit).marks.set(Marks::HEDGEHOG);
                self.say(cite!("9.4"), || What::Hedgehog { unit });
            }
        }
    }
}
