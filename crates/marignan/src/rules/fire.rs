//! Module 12, Fire Combat; with 3.2 (facing and fire) and 7.3 (the fire bonus).

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Check, Toll};
use crate::components::{Bonus, Class, CommanderId, DENSE, FARM, Protection, Side, UnitId, VILLAGE};
use crate::data::{Kit, PLAIN};
use crate::engine::{Decision, Engine};
use crate::event::{Reading, What};
use crate::options::Choice;
use crate::state::{CommanderSet, Course, Marks, Stage, State, Tests, Why};
use casus_core::{
    Along, Bar, Bars, Bite, Cite, Column, Die, Dir, Flow, HexId, Ledger, Modifier, Modifiers, PieceSet, Place,
    Procedures, Refusal, Refusals, Shift, Verdict, bearing, give,
};
use serde::Serialize;

/// How far artillery fires, in hexes (12.1).
pub const ARTILLERY_RANGE: u32 = 4;
/// How far all other units fire, in hexes (12.1).
pub const OTHER_RANGE: u32 = 2;

/// The fire strength of a unit at a range (12.1); none beyond its reach, at range 0, or where nothing is left of it.
pub const fn fire_strength(class: Class, fire: u8, range: u32) -> Option<u32> {
    if fire == 0 || range == 0 {
        return None;
    }
    let fire = fire as u32;
    match class {
        Class::Artillery if range <= ARTILLERY_RANGE => {
            let lost = 2 * (range - 1);
            if fire > lost { Some(fire - lost) } else { None }
        }
        Class::Infantry | Class::Cavalry if range == 1 => Some(fire),
        Class::Infantry | Class::Cavalry if range <= OTHER_RANGE => Some(1),
        _ => None,
    }
}

impl Kit {
    /// Whether there is a line of sight between two hexes, the same both ways (12.2, rulings R52 and R53); `occupied`
    /// says which hexes hold a combat unit, friend or enemy, in whatever state. Adjacent hexes see each other, and the two
    /// hexes themselves never block. `false` with an id of another board.
    pub fn sees(&self, from: HexId, to: HexId, occupied: impl Fn(HexId) -> bool) -> bool {
        let b = &self.board;
        let (here, there) = (b.elevation(from), b.elevation(to));
        let top = here.max(there);
        let lower = if here < there { from } else { to };
        let blocks = |h: HexId| {
            let level = b.elevation(h);
            let terrain = b.terrain(h);
            let obstacle = level > PLAIN || self.charts.terrain.blocks_sight(terrain) || occupied(h);
            // From above one looks over what is lower, but not over houses right before the lower hex.
            let houses = terrain == VILLAGE || terrain == FARM;
            let close = here != there && houses && b.distance(h, lower) == 1;
            obstacle && (level >= top || close)
        };
        b.visible(from, to, blocks, Along::Either)
    }
}

/// Which of the two phases a shot belongs to (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The passive side fires.
    Defensive,
    /// The active side fires.
    Offensive,
}

/// Where a shot stands. Its results come in this order (12.4, 12.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShotAt {
    /// It is announced: its side says who fires.
    Drafting,
    /// Stars take units.
    Losses,
    /// Commanders are in danger where stars took units.
    Commanders,
    /// Who is left tests, or suffers Desorg.
    Tests,
}

/// A shot, from its announcement to its results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// At whom: all units of this hex.
    pub target: HexId,
    /// Who fires.
    pub side: Side,
    /// In which phase.
    pub mode: Mode,
    /// The units that fire.
    pub firers: PieceSet,
    /// Where it stands.
    pub at: ShotAt,
    /// What came of it, once it is fired.
    pub result: Toll,
}

/// Units of which stars take some (12.4, 13.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Losses {
    /// Whose they are.
    pub side: Side,
    /// Who may still be taken.
    pub among: PieceSet,
    /// How many stars are left.
    pub stars: u8,
    /// The Case of the result.
    pub cite: Cite,
}

// ---- who may fire at what ----

/// The facts of one unit's part in a shot.
#[derive(Debug)]
pub struct ShotFacts<'a> {
    s: &'a State,
    unit: UnitId,
    mode: Mode,
    from: HexId,
    target: HexId,
    range: u32,
    /// Whether it is asked about only to compare: a target that the unit might have instead has no priority itself.
    instead: bool,
}

casus_core::questions!(ShotFacts);

impl<'a> ShotFacts<'a> {
    fn new(s: &'a State, unit: UnitId, target: HexId, mode: Mode) -> Option<Self> {
        let from = s.hex(unit)?;
        Some(Self {
            s,
            unit,
            mode,
            from,
            target,
            range: s.kit.board.distance(from, target),
            instead: false,
        })
    }
    fn printed(&self) -> u8 {
        self.s.face(self.unit).fire
    }
    /// Its strength at this range (12.1).
    fn strength(&self) -> Option<u32> {
        fire_strength(self.s.class(self.unit), self.printed(), self.range)
    }
    /// How far it fires, in hexes (12.1).
    fn reach(&self) -> u32 {
        reach(self.s.class(self.unit))
    }
    /// What it gains or loses by the range.
    fn by_range(&self) -> i32 {
        self.strength().map_or(0, |n| n as i32) - i32::from(self.printed())
    }
    /// Whether the target is in its ZOC (4.0).
    fn controls(&self) -> bool {
        self.s.zoc(self.unit).any(|h| h == self.target)
    }
}

/// How far units of a class fire, in hexes (12.1).
const fn reach(class: Class) -> u32 {
    match class {
        Class::Artillery => ARTILLERY_RANGE,
        Class::Infantry | Class::Cavalry => OTHER_RANGE,
    }
}

type ShotBar = Bar<ShotFacts<'static>>;

/// What forbids a unit to fire at a hex that holds enemy units, in book order.
pub static SHOT_BARS: Bars<ShotFacts> = Bars {
    name: "shot",
    list: &[
        ShotBar::by(cite!("2.1"), "it is not of the side that fires in this phase")
            .when(|f| f.unit.place(), |f| f.s.side(f.unit) != f.mode.side(f.s)),
        ShotBar::by(cite!("3.2", "R54"), "the target is outside its arc of fire").bites(|f| {
            if f.s.routed(f.unit) || f.s.all_round(f.unit) {
                return None;
            }
            let board = &f.s.kit.board;
            let facing = f.s.unit(f.unit).facing;
            let inside = facing.in_arc(board.hex(f.from), board.hex(f.target));
            Bite::when(!inside, f.unit.place())
        }),
        ShotBar::by(cite!("6.2"), "out of command it has no offensive fire").when(
            |f| f.unit.place(),
            |f| {
                let alone = f.mode == Mode::Offensive && f.s.out_of_command(f.unit);
                alone
            },
        ),
        ShotBar::by(cite!("6.2"), "out of command it fires only at enemies in its ZOC").when(
            |f| f.unit.place(),
            |f| {
                let alone = f.mode == Mode::Defensive && f.s.out_of_command(f.unit);
                alone && !f.controls()
            },
        ),
        ShotBar::by(cite!("9.4", "R51"), "it is stacked with a hedgehog and fires as little as that does")
            .when(|f| f.unit.place(), |f| f.s.shares_hedgehog(f.unit)),
        ShotBar::by(cite!("12.0"), "it has no fire strength").when(|f| f.unit.place(), |f| f.printed() == 0),
        ShotBar::by(cite!("12.1"), "the target is out of range").bites(|f| {
            let far = f.printed() > 0 && f.range > f.reach();
            far.then(|| Bite::short(f.unit.place(), f.reach() as i32, f.range as i32))
        }),
        ShotBar::by(cite!("12.1", "R58"), "nothing of its strength is left at that range").bites(|f| {
            let near = f.printed() > 0 && (1..=f.reach()).contains(&f.range);
            let need = 2 * f.range as i32 - 1;
            (near && f.strength().is_none()).then(|| Bite::short(f.unit.place(), need, f.printed().into()))
        }),
        ShotBar::by(cite!("12.2", "R52"), "it does not see the target").when(
            |f| f.unit.place(),
            |f| {
                let far = (2..=f.reach()).contains(&f.range);
                let stacks = &f.s.stacks;
                let sees = || f.s.kit.sees(f.from, f.target, |h| !stacks.is_empty(h));
                far && !sees()
            },
        ),
        ShotBar::by(cite!("12.3"), "a hedgehog does not fire").when(|f| f.unit.place(), |f| f.s.hedgehog(f.unit)),
        ShotBar::by(cite!("12.3"), "a routed unit does not fire").when(|f| f.unit.place(), |f| f.s.routed(f.unit)),
        ShotBar::by(cite!("12.3"), "it has fired in this phase").when(
            |f| f.unit.place(),
            |f| {
                let fired = f.s.unit(f.unit).marks.has(Marks::FIRED);
                fired
            },
        ),
        ShotBar::by(cite!("12.3", "R55"), "it may fire at units in whose ZOC it is, and they come first").bites(|f| {
            let enemy = f.s.side(f.unit).enemy();
            let holders = || {
                let units = f.s.controllers(f.from, enemy);
                units.filter_map(|u| f.s.hex(u))
            };
            if f.instead || holders().any(|h| h == f.target) {
                return None;
            }
            let first = holders().find(|&target| {
                SHOT_BARS.permit(&ShotFacts {
                    target,
                    range: 1,
                    instead: true,
                    ..*f
                })
            });
            first.map(|h| Bite::at(h.place()))
        }),
    ],
};

impl Mode {
    /// The phase of fire that is on, if one is.
    pub(crate) fn of(s: &State) -> Option<Self> {
        match s.course()? {
            Course::DefensiveFire => Some(Self::Defensive),
            Course::OffensiveFire => Some(Self::Offensive),
            _ => None,
        }
    }
    /// Who fires.
    pub(crate) const fn side(self, s: &State) -> Side {
        match self {
            Self::Defensive => s.active.enemy(),
            Self::Offensive => s.active,
        }
    }
}

/// Whether a unit may fire at a hex that holds enemy units, as things stand.
pub(crate) fn may_fire(s: &State, unit: UnitId, target: HexId, mode: Mode) -> bool {
    ShotFacts::new(s, unit, target, mode).is_some_and(|f| SHOT_BARS.permit(&f))
}

/// The units that may fire at a hex, in order. Who has no fire strength, and who is farther than any gun reaches, is not asked.
pub(crate) fn firers(s: &State, target: HexId, mode: Mode) -> impl Iterator<Item = UnitId> + '_ {
    s.on_map(mode.side(s))
        .filter(move |&(u, _)| s.face(u).fire > 0)
        .filter(move |&(_, h)| s.kit.board.distance(h, target) <= ARTILLERY_RANGE)
        .filter(move |&(u, _)| may_fire(s, u, target, mode))
        .map(|(u, _)| u)
}

fn judge_firer(s: &State, unit: UnitId, target: HexId, mode: Mode, v: &mut Verdict) {
    match ShotFacts::new(s, unit, target, mode) {
        Some(f) => SHOT_BARS.judge(&f, v),
        None => v.refuse(Refusal {
            at: unit.place(),
            ..Refusal::new(cite!("12.0"), "it is not on the map")
        }),
    }
}

/// Whether a unit could fire at a hex in a phase of fire as things stand, whoever's decision is open (12.0).
///
/// # Errors
/// All that forbids it.
pub fn could_fire(s: &State, unit: UnitId, target: HexId, mode: Mode) -> Result<(), Refusals> {
    let mut v = Verdict::full();
    if unit.index() < s.units.len() && s.kit.board.contains(target) {
        let facts = AimFacts {
            s,
            mode,
            target,
            by: Some(unit),
        };
        AIM_BARS.judge(&facts, &mut v);
        judge_firer(s, unit, target, mode, &mut v);
    } else {
        v.refuse(Refusal::new(cite!("1.0"), "there is no such piece or hex"));
    }
    v.finish()
}

/// The facts of an announcement.
#[derive(Debug)]
pub struct AimFacts<'a> {
    s: &'a State,
    mode: Mode,
    target: HexId,
    /// The unit that is asked about, if it is one alone.
    by: Option<UnitId>,
}

casus_core::questions!(AimFacts);

impl<'a> AimFacts<'a> {
    const fn new(s: &'a State, mode: Mode, target: HexId) -> Self {
        Self {
            s,
            mode,
            target,
            by: None,
        }
    }
}

type AimBar = Bar<AimFacts<'static>>;

/// What forbids to announce a shot at a hex.
pub static AIM_BARS: Bars<AimFacts> = Bars {
    name: "aim",
    list: &[
        AimBar::by(cite!("12.0"), "friendly units are there").when(
            |f| f.target.place(),
            |f| {
                let ours = f.s.held_by(f.target) == Some(f.mode.side(f.s));
                ours
            },
        ),
        AimBar::by(cite!("12.0", "R99"), "no enemy unit is there")
            .when(|f| f.target.place(), |f| f.s.held_by(f.target).is_none()),
        AimBar::by(cite!("12.0"), "no unit may fire at it").when(
            |f| f.target.place(),
            |f| {
                let theirs = f.s.held_by(f.target) == Some(f.mode.side(f.s).enemy());
                let nobody = || firers(f.s, f.target, f.mode).next().is_none();
                theirs && f.by.is_none() && nobody()
            },
        ),
    ],
};

// ---- the phase ----

/// The hexes that hold units of a side, once each, in order.
fn held(s: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
    s.kit.board.ids().filter(move |&h| s.has_unit(h, side))
}

/// Whether the phase that is on waits for its side: a unit with fire strength has an enemy unit within reach (12.1). What
/// else forbids the shot, it is told when it asks for it.
pub(crate) fn in_reach(s: &State) -> bool {
    let Some(mode) = Mode::of(s) else {
        return false;
    };
    let side = mode.side(s);
    let enemy = |h, reach| s.on_map(side.enemy()).any(|(_, t)| s.kit.board.distance(h, t) <= reach);
    s.on_map(side)
        .any(|(u, h)| s.face(u).fire > 0 && enemy(h, reach(s.class(u))))
}

/// The only unit with fire strength that has a hex within its reach, if it is one.
fn lone_firer(s: &State, target: HexId, mode: Mode) -> Option<UnitId> {
    let near = |u: UnitId, h| s.kit.board.distance(h, target) <= reach(s.class(u));
    let mut units = s
        .on_map(mode.side(s))
        .filter(|&(u, h)| s.face(u).fire > 0 && near(u, h));
    let (unit, _) = units.next()?;
    units.next().is_none().then_some(unit)
}

/// The actions of a phase of fire: a superset of those allowed.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(mode) = Mode::of(s) else { return };
    out.extend(held(s, mode.side(s).enemy()).map(Action::Aim));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match (action, Mode::of(s)) {
        (Action::Aim(target), Some(mode)) => {
            AIM_BARS.judge(&AimFacts::new(s, mode, target), v);
            // Where it hangs on one unit, what keeps that unit from firing is the reason.
            if v.refused()
                && !v.settled()
                && s.has_unit(target, mode.side(s).enemy())
                && let Some(unit) = lone_firer(s, target, mode)
            {
                judge_firer(s, unit, target, mode, v);
            }
        }
        (Action::Done, Some(_)) => {}
        _ => return false,
    }
    true
}

// ---- the draft of a shot ----

/// The facts of a combined shot.
#[derive(Debug)]
pub struct PoolFacts<'a> {
    s: &'a State,
    shot: &'a Shot,
    /// Who would join it; nobody if it is to be fired.
    joins: Option<UnitId>,
}

casus_core::questions!(PoolFacts);

/// The first of these firers who has nobody adjacent or stacked, neither among them nor among others who may join (12.3,
/// ruling R56). Who fires alone needs nobody. As nobody who joins can take away a neighbour, the shot can be completed if
/// and only if there is no such firer.
fn stranded(s: &State, firers: PieceSet, others: PieceSet) -> Option<UnitId> {
    if firers.len() < 2 {
        return None;
    }
    let all = firers.union(others);
    let near = |a: UnitId, b: UnitId| match (s.hex(a), s.hex(b)) {
        (Some(x), Some(y)) => a != b && s.kit.board.distance(x, y) <= 1,
        _ => false,
    };
    let alone = |&u: &UnitId| !all.iter().any(|b| near(u, UnitId(b)));
    firers.iter().map(UnitId).find(alone)
}

type PoolBar = Bar<PoolFacts<'static>>;

/// What forbids a unit to join a shot: the shot must remain one that can be completed.
pub static POOL_BARS: Bars<PoolFacts> = Bars {
    name: "pool",
    list: &[
        PoolBar::by(cite!("12.3"), "it fires in this shot already").bites(|f| {
            let unit = f.joins?;
            Bite::when(f.shot.firers.contains(unit.0), unit.place())
        }),
        PoolBar::by(cite!("12.3", "R56"), "a unit of the shot would have no other of it adjacent or stacked").bites(
            |f| {
                let mut firers = f.shot.firers;
                firers.insert(f.joins?.0);
                let others = || self::firers(f.s, f.shot.target, f.shot.mode).map(|u| u.0);
                // Most need no search: those who are in it have each other.
                stranded(f.s, firers, PieceSet::EMPTY)?;
                let lone = stranded(f.s, firers, others().collect())?;
                Some(Bite::at(lone.place()))
            },
        ),
    ],
};

/// What forbids to fire a shot as it is.
pub static LOOSE_BARS: Bars<PoolFacts> = Bars {
    name: "loose",
    list: &[
        PoolBar::by(cite!("12.3", "R56"), "a unit of the shot has no other of it adjacent or stacked").bites(|f| {
            let lone = stranded(f.s, f.shot.firers, PieceSet::EMPTY)?;
            Some(Bite::at(lone.place()))
        }),
        PoolBar::by(cite!("12.4"), "nobody fires yet").when(|f| f.shot.target.place(), |f| f.shot.firers.is_empty()),
    ],
};

/// The decision of a shot that is open, if one is.
pub(crate) fn decision(_: &State, shot: &Shot) -> Option<Decision> {
    (shot.at == ShotAt::Drafting).then(|| Decision::new(shot.side, cite!("12.3"), "fire", shot.target.place()))
}

/// The actions of a shot: a superset of those allowed.
pub(crate) fn candidates(s: &State, shot: &Shot, out: &mut Vec<Action>) {
    if shot.at == ShotAt::Drafting {
        out.extend(
            s.on_map(shot.side)
                .filter(|&(u, _)| !shot.firers.contains(u.0) && s.face(u).fire > 0)
                .map(|(u, _)| Action::Fire(u)),
        );
        out.push(Action::Loose);
    }
}

pub(crate) fn judge(s: &State, shot: &Shot, action: Action, v: &mut Verdict) -> bool {
    let joins = match action {
        _ if shot.at != ShotAt::Drafting => return false,
        Action::Fire(unit) => Some(unit),
        Action::Loose => None,
        _ => return false,
    };
    let facts = PoolFacts { s, shot, joins };
    match joins {
        Some(unit) => {
            judge_firer(s, unit, shot.target, shot.mode, v);
            if !v.settled() {
                POOL_BARS.judge(&facts, v);
            }
        }
        None => LOOSE_BARS.judge(&facts, v),
    }
    true
}

// ---- strength and modifiers ----

type ShotModifier = Modifier<ShotFacts<'static>>;

/// The strength of one unit of a shot: what its face prints, and what the range makes of it (12.1).
pub static STRENGTH: Modifiers<ShotFacts> = Modifiers {
    name: "fire-strength",
    list: &[
        ShotModifier::by(cite!("1.1"), "fire strength").adds(|f| f.unit.place(), |f| Some(f.printed().into())),
        ShotModifier::by(cite!("12.1"), "artillery loses two for each hex beyond the first").adds(
            |f| f.unit.place(),
            |f| {
                let far = f.s.class(f.unit) == Class::Artillery && f.range > 1;
                far.then_some(f.by_range())
            },
        ),
        ShotModifier::by(cite!("12.1"), "at two hexes its strength is 1").adds(
            |f| f.unit.place(),
            |f| {
                let far = f.s.class(f.unit) != Class::Artillery && f.range > 1;
                far.then_some(f.by_range())
            },
        ),
    ],
};

/// The facts of a shot as a whole.
#[derive(Debug)]
pub struct VolleyFacts<'a> {
    s: &'a State,
    firers: PieceSet,
    target: HexId,
}

casus_core::questions!(VolleyFacts);

impl VolleyFacts<'_> {
    fn firers(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.firers.iter().map(UnitId)
    }
    fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.firers().filter_map(|u| self.s.hex(u))
    }
    fn terrain(&self, code: u8) -> Option<casus_core::Share> {
        let here = self.s.kit.board.terrain(self.target) == code;
        let value = self.s.kit.charts.terrain.hex(code).fire;
        give(here, value, self.target.place())
    }
    /// Whether the protection of the target is of a degree (12.4, ruling R57).
    fn target_is(&self, degree: Protection) -> bool {
        let mut degrees = self
            .s
            .units_at(self.target)
            .map(|u| self.s.counter(u).protection)
            .peekable();
        if self.s.opts(Choice::R57) {
            degrees.max() == Some(degree)
        } else {
            degrees.peek().is_some() && degrees.all(|d| d == degree)
        }
    }
    /// The best bonus of a commander who has all firers, of his own corps, with him (7.3, ruling R04).
    fn bonus(&self) -> Option<(CommanderId, u8)> {
        let s = self.s;
        let hex = self.hexes().next()?;
        s.commanders_at(hex)
            .filter(|&c| {
                self.firers().all(|u| {
                    let corps = s.corps_of(u);
                    s.hex(u) == Some(hex) && corps.is_some_and(|k| s.corps(k).leader == Some(c))
                })
            })
            .filter_map(|c| match s.commander_face(c).bonus {
                Bonus::Fire(n) => Some((c, n)),
                Bonus::None | Bonus::Melee(_) => None,
            })
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
    /// The fortified side by which a line of fire comes into the target's hex (ruling R98).
    fn over(&self) -> Option<Dir> {
        let s = self.s;
        let board = &s.kit.board;
        self.hexes().find_map(|from| {
            let (a, b) = bearing(board.hex(self.target), board.hex(from))?.sides();
            [a, b].into_iter().find(|&d| s.sheltered(self.target, d))
        })
    }
}

type VolleyModifier = Modifier<VolleyFacts<'static>>;

/// The modifiers of a shot, in book order (7.3, 8.3, 12.4).
pub static FIRE_MODIFIERS: Modifiers<VolleyFacts> = Modifiers {
    name: "fire",
    list: &[
        VolleyModifier::by(cite!("7.3", "R04"), "the fire bonus of their commander").shares(|f| {
            let (commander, bonus) = f.bonus()?;
            give(true, bonus.into(), commander.place())
        }),
        VolleyModifier::by(cite!("8.3", "R05"), "a firing hex holds a unit of a demoralized corps").shares(|f| {
            let hex = f.hexes().find(|&h| f.s.shaken_stack(h))?;
            give(true, f.s.kit.charts.fire_modifiers.demoralized, hex.place())
        }),
        VolleyModifier::by(cite!("12.4", "R57"), "feeble protection").adds(
            |f| f.target.place(),
            |f| {
                let value = f.s.kit.charts.fire_modifiers.feeble;
                f.target_is(Protection::Feeble).then_some(value)
            },
        ),
        VolleyModifier::by(cite!("12.4", "R57"), "superior protection").adds(
            |f| f.target.place(),
            |f| {
                let value = f.s.kit.charts.fire_modifiers.superior;
                f.target_is(Protection::Superior).then_some(value)
            },
        ),
        VolleyModifier::by(cite!("12.4", "R57"), "Swiss arquebusiers alone").adds(
            |f| f.target.place(),
            |f| {
                let mut units = f.s.units_at(f.target).peekable();
                let alone = units.peek().is_some() && units.all(|u| f.s.skirmishes(u));
                let value = f.s.kit.charts.fire_modifiers.arquebusiers;
                alone.then_some(value)
            },
        ),
        VolleyModifier::by(cite!("12.4"), "dense cultivations").shares(|f| f.terrain(DENSE)),
        VolleyModifier::by(cite!("12.4"), "a village").shares(|f| f.terrain(VILLAGE)),
        VolleyModifier::by(cite!("12.4", "R98"), "behind a fortification").shares(|f| {
            let dir = f.over()?;
            let value = f.s.kit.charts.terrain.fortification.fire;
            give(true, value, Place::Hexside(f.target.0, dir.index() as u8))
        }),
        VolleyModifier::by(cite!("12.4"), "a farm").shares(|f| f.terrain(FARM)),
    ],
};

/// What a shot would do, for every face of the die (12.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forecast {
    /// The strengths, unit by unit.
    pub strength: Ledger,
    /// The column of the strength, as its heading has it: `"8-9"`.
    pub from: String,
    /// The column that is read, after the shift.
    pub column: String,
    /// The modifiers, with the columns shifted and what is left over for the die.
    pub modifiers: Ledger,
    /// The result of each face, 1 to 6.
    pub results: [Toll; 6],
}

/// What a shot of these units at a hex would come to as things stand, whether it is allowed or not; none if nobody of
/// them is on the map.
pub fn forecast(s: &State, target: HexId, firers: PieceSet) -> Option<Forecast> {
    let here = |&u: &u8| usize::from(u) < s.units.len() && s.hex(UnitId(u)).is_some();
    let firers: PieceSet = firers.iter().filter(here).collect();
    if firers.is_empty() || !s.kit.board.contains(target) {
        return None;
    }
    let mut strength = Ledger::new(0);
    for unit in firers.iter().map(UnitId) {
        // Of these lines the phase and the priority ask nothing.
        let f = ShotFacts::new(s, unit, target, Mode::Offensive)?;
        for line in STRENGTH.ledger(0, &f).lines {
            strength.push(line);
        }
    }
    let total = u32::try_from(strength.total).unwrap_or(0);
    let mut modifiers = FIRE_MODIFIERS.ledger(0, &VolleyFacts { s, firers, target });
    let shift = modifiers.shifts();
    let chart = &s.kit.charts.fire;
    let heading = |c: Column| chart.table.columns()[c.index].clone();
    let column = chart.strength(total, shift);
    Some(Forecast {
        strength,
        from: heading(chart.strength(total, Shift::default())),
        column: heading(column),
        modifiers,
        results: core::array::from_fn(|i| *chart.result(column, i as u8 + 1, shift)),
    })
}

impl Forecast {
    /// The result of a face of the die, 1 to 6.
    pub fn result(&self, die: u8) -> Toll {
        self.results[usize::from(die.clamp(1, 6)) - 1]
    }
}

impl Engine<'_> {
    /// An action of a phase of fire (2.1).
    pub(crate) fn enact_fire_phase(&mut self, action: Action) {
        let Some(mode) = Mode::of(self.s) else { return };
        match action {
            Action::Aim(target) => self.call(Stage::Shot(Shot {
                target,
                side: mode.side(self.s),
                mode,
                firers: PieceSet::EMPTY,
                at: ShotAt::Drafting,
                result: Toll::default(),
            })),
            _ => self.next_course(),
        }
    }

    /// An action of the draft of a shot.
    pub(crate) fn enact_shot(&mut self, mut shot: Shot, action: Action) {
        match action {
            Action::Fire(unit) => {
                shot.firers.insert(unit.0);
                self.set_top(Stage::Shot(shot));
            }
            _ => self.loose(shot),
        }
    }

    /// 12.4: the die.
    fn loose(&mut self, mut shot: Shot) {
        let Some(f) = forecast(self.s, shot.target, shot.firers) else {
            return self.pop();
        };
        for unit in shot.firers.iter().map(UnitId) {
            self.s.unit_mut(unit).marks.set(Marks::FIRED);
        }
        let die = self.roll(cite!("12.4"), Die::D6, "fire", &|face| f.result(face).severity() as u16);
        shot.result = f.result(die);
        shot.at = ShotAt::Losses;
        self.set_top(Stage::Shot(shot));
        let left_over = f.modifiers.shift.map_or(0, |s| s.die);
        let row = self.s.kit.charts.fire.table.row(i32::from(die) + left_over);
        self.say(cite!("12.4"), || What::Fired {
            firers: shot.firers.iter().map(UnitId).collect(),
            hex: shot.target,
            strength: f.strength,
            reading: Reading {
                from: f.from,
                column: f.column,
                modifiers: f.modifiers,
                die,
                row,
            },
            result: shot.result,
        });
    }

    /// One step of a shot: its results in their order.
    pub(crate) fn shooting(&mut self, shot: Shot) -> Flow<Stage> {
        let side = shot.side.enemy();
        let hit = self.s.stack_at(shot.target);
        let go = |at| Stage::Shot(Shot { at, ..shot });
        match shot.at {
            ShotAt::Drafting => return Flow::Ask,
            ShotAt::Losses => {
                self.set_top(go(ShotAt::Commanders));
                if shot.result.losses > 0 {
                    return Flow::Call(Stage::Losses(Losses {
                        side,
                        among: hit,
                        stars: shot.result.losses,
                        cite: cite!("12.4", "R59"),
                    }));
                }
            }
            ShotAt::Commanders => {
                self.set_top(go(ShotAt::Tests));
                self.commanders_at_risk(cite!("12.5"));
            }
            ShotAt::Tests => match shot.result.check {
                Check::None => return Flow::Done,
                Check::Test(n) => {
                    self.set_top(Stage::Tests(Tests {
                        side,
                        why: Why::Fire(n),
                        left: hit,
                    }));
                }
                Check::Disorder => {
                    self.set_top(Stage::Tests(Tests {
                        side,
                        why: Why::Desorg(cite!("12.4")),
                        left: hit,
                    }));
                }
            },
        }
        Flow::Next
    }
}

// ---- stars ----

/// Who names the units that stars take, if it is open (12.4, 13.2).
pub(crate) fn losses_decision(s: &State, losses: &Losses) -> Option<Decision> {
    let chooses = losses.among.len() > usize::from(losses.stars) && losses.stars > 0;
    chooses.then(|| {
        let mut hexes = losses.among.iter().filter_map(|u| s.hex(UnitId(u)));
        let one = hexes.next().filter(|&h| hexes.all(|x| x == h));
        let of = one.map_or(Place::Nowhere, HexId::place);
        Decision::new(losses.side, losses.cite, "lose", of)
    })
}

impl Engine<'_> {
    /// Stars take units: all of them if there are no more than stars, else those that their owner names (ruling R59).
    pub(crate) fn losing(&mut self, losses: Losses) -> Flow<Stage> {
        let Some(unit) = losses.among.first() else {
            return Flow::Done;
        };
        if losses.stars == 0 {
            return Flow::Done;
        }
        if losses_decision(self.s, &losses).is_some() {
            return Flow::Ask;
        }
        self.strike(losses, UnitId(unit));
        Flow::Next
    }

    /// The owner names a unit that is lost.
    pub(crate) fn enact_losses(&mut self, losses: Losses, action: Action) {
        if let Action::Lose(unit) = action {
            self.strike(losses, unit);
        }
    }

    fn strike(&mut self, mut losses: Losses, unit: UnitId) {
        losses.among.remove(unit.0);
        losses.stars -= 1;
        self.set_top(Stage::Losses(losses));
        self.lose(unit, losses.cite);
    }
}

// ---- commanders in danger ----

/// The facts of a commander in a hex where stars took a unit.
#[derive(Debug)]
pub struct RiskFacts<'a> {
    s: &'a State,
    commander: CommanderId,
    hex: HexId,
}

casus_core::questions!(RiskFacts);

/// From this modified die on a commander is hit (12.5, ruling R70).
const HIT: i32 = 6;
/// What the loss of all units of his hex adds to a commander's die (12.5).
const ALL_LOST: i32 = 2;

type RiskModifier = Modifier<RiskFacts<'static>>;

/// The modifiers of a commander's die (12.5).
pub static RISK_MODIFIERS: Modifiers<RiskFacts> = Modifiers {
    name: "risk",
    list: &[
        RiskModifier::by(cite!("12.5", "R59"), "no unit is left in his hex").adds(
            |f| f.hex.place(),
            |f| {
                let left = f.s.has_unit(f.hex, f.s.led_side(f.commander));
                (!left).then_some(ALL_LOST)
            },
        ),
    ],
};

/// The commanders of the hexes where stars took units, hex by hex.
fn endangered(s: &State) -> impl Iterator<Item = (CommanderId, HexId)> + '_ {
    s.struck.iter().flat_map(|h| s.commanders_at(h).map(move |c| (c, h)))
}

impl Engine<'_> {
    /// 12.5: puts on top the dice for the commanders of all hexes where stars took units; it comes back when all have
    /// fallen.
    pub(crate) fn commanders_at_risk(&mut self, cite: Cite) {
        let left: CommanderSet = endangered(self.s).map(|(c, _)| c).collect();
        if left.is_empty() {
            self.clear_struck();
        } else {
            self.call(Stage::Risk { left, cite });
        }
    }

    /// One commander after the other, so that a death takes effect before the next die.
    pub(crate) fn risking(&mut self, mut left: CommanderSet, cite: Cite) -> Flow<Stage> {
        let next = endangered(self.s).find(|&(c, _)| left.contains(c));
        let Some((commander, hex)) = next else {
            self.clear_struck();
            return Flow::Done;
        };
        left.remove(commander);
        self.set_top(Stage::Risk { left, cite });
        let facts = RiskFacts {
            s: self.s,
            commander,
            hex,
        };
        let risk = RISK_MODIFIERS.ledger(0, &facts);
        let need = HIT - risk.total;
        let die = self.roll(cite, Die::D6, "commander", &|face| u16::from(i32::from(face) >= need));
        let ledger = risk.over(die.into());
        let hit = ledger.total >= HIT;
        self.say(cite, || What::Risk { commander, ledger, hit });
        if hit && self.s.commander(commander).injured {
            self.kill(commander, cite);
        } else if hit {
            self.s.commander_mut(commander).injured = true;
            self.say(cite, || What::Injured { commander });
        }
        Flow::Next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{CANAL, CLEAR, CorpsId, FORTIFICATION, behind_bit};
    use crate::data::standard;
    use crate::engine::{enact, judge as judged, list};
    use crate::event::Event;
    use crate::options::Options;
    use crate::state::{Commander, Condition, Corps, Unit, Whereabouts, Work};
    use casus_core::{Log, Outcome, Scripted, SideFacing, Stacks, run};
    use std::sync::Arc;

    fn at(text: &str) -> HexId {
        standard().board.parse(text).unwrap()
    }
    fn sees(from: &str, to: &str, occupied: &[&str]) -> bool {
        let units: Vec<HexId> = occupied.iter().map(|t| at(t)).collect();
        let seen = standard().sees(at(from), at(to), |h| units.contains(&h));
        let back = standard().sees(at(to), at(from), |h| units.contains(&h));
        assert_eq!(seen, back, "{from} {to}");
        seen
    }

    #[test]
    fn strength_falls_with_range() {
        let gun = |range| fire_strength(Class::Artillery, 8, range);
        assert_eq!([0, 1, 2, 3, 4, 5].map(gun), [None, Some(8), Some(6), Some(4), Some(2), None]);
        let shot = |range| fire_strength(Class::Infantry, 4, range);
        assert_eq!([0, 1, 2, 3].map(shot), [None, Some(4), Some(1), None]);
        // What is useless at a range does not fire there.
        assert_eq!(fire_strength(Class::Artillery, 4, 3), None);
        assert_eq!(fire_strength(Class::Infantry, 0, 1), None);
        assert_eq!(fire_strength(Class::Artillery, 255, u32::MAX), None);
    }

    // The diagram of the printed example is in no text; these are its situations on the ground that we have.

    #[test]
    fn houses_crops_and_units_hide_what_is_behind_them_on_one_level() {
        assert!(sees("1217", "1214", &[]));
        assert!(!sees("1217", "1214", &["1215"]), "a unit hides");
        assert!(!sees("1819", "1817", &[]), "a farm hides");
        assert!(!sees("1419", "1417", &[]), "dense cultivations hide");
        assert!(sees("1419", "1418", &[]) && sees("1418", "1417", &[]), "adjacent hexes see each other");
    }

    #[test]
    fn guns_on_a_height_fire_over_units_but_not_onto_a_hex_right_behind_houses() {
        // The battery at 1513 over Navarro at 1512, as at the start.
        for target in ["1511", "1510", "1509"] {
            assert!(sees("1513", target, &["1512"]), "{target}");
        }
        assert!(!sees("1512", "1510", &["1511"]), "on the plain a unit hides");
        // Zivido, seen from 1713 over its roofs: the hex right behind it is hidden, the next is not.
        assert!(!sees("1713", "1715", &[]));
        assert!(sees("1713", "1716", &[]));
        assert!(sees("1713", "1714", &[]), "the village itself is seen");
    }

    #[test]
    fn a_line_along_a_hexside_is_blocked_by_either_hex() {
        // From 1206 to 1406 along the side between 1306 and 1307.
        assert!(sees("1206", "1406", &[]));
        assert!(!sees("1206", "1406", &["1306"]) && !sees("1206", "1406", &["1307"]));
    }

    #[test]
    fn elevated_ground_hides_what_is_behind_it() {
        assert!(!sees("1512", "1515", &[]), "the battery's rise");
        assert!(!sees("1020", "1023", &[]), "the King's rise");
    }

    // ---- the phase ----

    /// The game's own pieces and charts on open, level ground of the same size.
    fn plain() -> Kit {
        let mut kit = (**standard()).clone();
        for h in kit.board.ids() {
            kit.board.set_terrain(h, CLEAR);
            kit.board.set_elevation(h, 0);
            for dir in Dir::ALL {
                kit.board.set_feature(h, dir, u8::MAX, false);
            }
        }
        kit
    }

    /// Nobody on the map, in a phase of fire in the Swiss player turn.
    fn field(kit: Kit, course: Course) -> State {
        let r = &kit.roster;
        let unit = Unit {
            at: Whereabouts::Absent,
            facing: SideFacing::ALL[0],
            condition: Condition::Order,
            replaced: false,
            marks: Marks::default(),
            spent: 0,
            charge: None,
        };
        let commander = Commander {
            at: Whereabouts::Absent,
            injured: false,
            moved: false,
            spent: 0,
            steadies: None,
        };
        let corps = |c: CorpsId| Corps {
            morale: r[c].morale.unwrap_or(0),
            leader: r.commander_of(c),
            vacant: 0,
            ordered: false,
        };
        State {
            options: Options::default(),
            scenario: 0,
            turn: 1,
            active: Side::Swiss,
            units: vec![unit; r.counters.len()],
            commanders: vec![commander; r.commanders.len()],
            corps: r.corps_ids().map(corps).collect(),
            stacks: Stacks::new(&kit.board, r.counters.len()),
            swiss_morale: 40,
            taken: 0,
            breached: false,
            works: Vec::new(),
            assaulted: Vec::new(),
            struck: casus_core::Few::new(),
            braced: false,
            stack: vec![Stage::Course(course)],
            outcome: None,
            kit: Arc::new(kit),
        }
    }

    fn who(name: &str) -> UnitId {
        standard().roster.unit(name).unwrap()
    }
    fn man(name: &str) -> CommanderId {
        standard().roster.commander(name).unwrap()
    }

    impl State {
        fn with(mut self, name: &str, hex: &str, facing: &str) -> Self {
            let unit = who(name);
            self.unit_mut(unit).facing = SideFacing::named(facing, self.kit.board.orientation()).unwrap();
            self.put(unit, Whereabouts::Map(at(hex)));
            self
        }
        fn led(mut self, name: &str, hex: &str) -> Self {
            self.commander_mut(man(name)).at = Whereabouts::Map(at(hex));
            self
        }
        fn marked(mut self, name: &str, mark: Marks) -> Self {
            self.unit_mut(who(name)).marks.set(mark);
            self
        }
        fn made(mut self, name: &str, condition: Condition) -> Self {
            self.unit_mut(who(name)).condition = condition;
            self
        }
        fn actions(&self) -> Vec<Action> {
            let mut out = Vec::new();
            list(self, &mut out);
            out
        }
        fn play(&mut self, actions: &[Action], faces: &[u8]) -> Vec<Event> {
            let mut dice = Scripted::new(faces);
            let mut log = Log::new();
            for &a in actions {
                assert!(self.actions().contains(&a), "{a:?} of {:?}", self.actions());
                let mut e = Engine::new(self, &mut dice, &mut log);
                enact(&mut e, a);
                run(&mut e);
            }
            assert_eq!((dice.fault(), dice.used()), (None, faces.len()));
            log.events().to_vec()
        }
        /// What forbids a shot, as phrases.
        fn why_not(&self, name: &str, hex: &str) -> Vec<String> {
            let mode = Mode::of(self).unwrap();
            match could_fire(self, who(name), at(hex), mode) {
                Ok(()) => Vec::new(),
                Err(r) => r.iter().map(|r| r.cite.to_string()).collect(),
            }
        }
    }

    const OPEN: [&str; 0] = [];

    /// A gun and two units of Gascons two hexes north of Swiss arquebusiers in dense cultivations.
    fn example() -> State {
        let mut kit = plain();
        kit.board.set_terrain(at("1210"), DENSE);
        field(kit, Course::DefensiveFire)
            .with("Arq-1", "1210", "N")
            .with("Genouillac-Art-1", "1208", "S")
            .with("Navarro-Gas-1", "1208", "S")
            .with("Navarro-Gas-2", "1109", "S")
            .with("Navarro-Gas-3", "1109", "S")
    }

    #[test]
    fn the_printed_shot_falls_as_told() {
        let mut s = example();
        let target = at("1210");
        assert_eq!(s.actions(), [Action::Aim(target), Action::Done]);
        s.play(&[Action::Aim(target)], &[]);
        let units = ["Genouillac-Art-1", "Navarro-Gas-1", "Navarro-Gas-2"].map(who);
        let f = forecast(&s, target, units.iter().map(|u| u.0).collect()).unwrap();
        assert_eq!((f.strength.total, f.modifiers.total), (8, -2));
        assert_eq!((&*f.from, &*f.column), ("8-9", "6-7"));
        let shot: Vec<Action> = units.into_iter().map(Action::Fire).collect();
        s.play(&shot, &[]);
        // The arquebusiers test and fail: disordered, and a point of the army.
        let events = s.play(&[Action::Loose], &[4, 12]);
        let told: Vec<String> = events.iter().map(|e| e.cite.to_string()).collect();
        assert_eq!(told[..2], ["12.4", "12.4"]);
        let What::Fired { reading, result, .. } = &events[0].what else {
            panic!("{events:?}");
        };
        assert_eq!((reading.die, reading.row, result.to_string()), (4, 4, "T".to_owned()));
        assert_eq!(s.unit(who("Arq-1")).condition, Condition::Disordered);
        assert_eq!(s.swiss_morale, 39);
        assert!(units.iter().all(|&u| s.unit(u).marks.has(Marks::FIRED)));
        // One is left who has not fired; then the phase is over.
        assert_eq!(s.actions(), [Action::Aim(target), Action::Done]);
        let next = s.clone().marked("Navarro-Gas-3", Marks::FIRED);
        let shot = |s: &State| s.actions().contains(&Action::Aim(target));
        assert!(shot(&s) && !shot(&next));
    }

    #[test]
    fn who_may_fire_at_what() {
        let base = || field(plain(), Course::DefensiveFire).with("I-Pike-1", "1210", "S");
        let gascon = |hex, facing| base().with("Navarro-Gas-1", hex, facing);
        let gun = |hex, facing| base().with("Genouillac-Art-1", hex, facing);
        assert_eq!(gascon("1208", "S").why_not("Navarro-Gas-1", "1210"), OPEN);
        assert_eq!(gascon("1207", "S").why_not("Navarro-Gas-1", "1210"), ["12.1"]);
        assert_eq!(gun("1206", "S").why_not("Genouillac-Art-1", "1210"), OPEN);
        assert_eq!(gun("1205", "S").why_not("Genouillac-Art-1", "1210"), ["12.1"]);
        // The arc: right before it, on its edge, and behind.
        for (facing, want) in [("S", true), ("SE", true), ("SW", true), ("NE", false), ("N", false)] {
            let s = gascon("1208", facing);
            assert_eq!(may_fire(&s, who("Navarro-Gas-1"), at("1210"), Mode::Defensive), want);
        }
        // Sight, friends and enemies in the way; what is adjacent is seen.
        let s = gascon("1208", "S").with("Navarro-Gas-2", "1209", "S");
        assert_eq!(s.why_not("Navarro-Gas-1", "1210"), ["12.2 [R52]"]);
        assert_eq!(s.why_not("Navarro-Gas-2", "1210"), OPEN);
        // No commanders, no friends, no empty hex.
        assert_eq!(s.why_not("Navarro-Gas-2", "1208"), ["3.2 [R54]", "12.0"]);
        let s = gascon("1208", "S").led("Bayard", "1209");
        assert_eq!(s.why_not("Navarro-Gas-1", "1209"), ["12.0 [R99]"]);
        // Who does not fire at all.
        let s = base().with("Bayard-Gen-1", "1209", "S");
        assert_eq!(s.why_not("Bayard-Gen-1", "1210"), ["12.0"]);
        for (s, want) in [
            (gascon("1209", "S").made("Navarro-Gas-1", Condition::Routed), "12.3"),
            (gascon("1209", "S").marked("Navarro-Gas-1", Marks::HEDGEHOG), "12.3"),
            (gascon("1209", "S").marked("Navarro-Gas-1", Marks::FIRED), "12.3"),
        ] {
            assert_eq!(s.why_not("Navarro-Gas-1", "1210"), [want]);
        }
        let s = gascon("1209", "S").with("Arq-1", "1209", "N");
        let offensive = could_fire(&s, who("Navarro-Gas-1"), at("1210"), Mode::Offensive);
        assert!(offensive.unwrap_err().cites("2.1"));
    }

    #[test]
    fn out_of_command_only_what_is_in_its_zoc_and_only_in_defence() {
        let s = |course, hex| {
            field(plain(), course)
                .with("I-Pike-1", "1210", "S")
                .with("Navarro-Gas-1", hex, "S")
                .marked("Navarro-Gas-1", Marks::OUT_OF_COMMAND)
        };
        assert_eq!(s(Course::DefensiveFire, "1209").why_not("Navarro-Gas-1", "1210"), OPEN);
        let far = s(Course::DefensiveFire, "1208");
        assert_eq!(far.why_not("Navarro-Gas-1", "1210"), ["6.2"]);
        let mut ours = s(Course::OffensiveFire, "1209");
        ours.active = Side::French;
        assert_eq!(ours.why_not("Navarro-Gas-1", "1210"), ["6.2"]);
    }

    #[test]
    fn arquebusiers_beside_a_hedgehog_fire_by_their_own_facing_or_not_at_all() {
        let mut s = field(plain(), Course::OffensiveFire)
            .with("Navarro-Gas-1", "1210", "N")
            .with("I-Pike-1", "1208", "S")
            .with("Arq-1", "1208", "S")
            .marked("I-Pike-1", Marks::HEDGEHOG);
        assert_eq!(s.why_not("Arq-1", "1210"), OPEN);
        s.options = s.options.with(Choice::R51);
        assert_eq!(s.why_not("Arq-1", "1210"), ["9.4 [R51]"]);
    }

    #[test]
    fn whose_zoc_it_is_in_comes_first_if_it_may_be_fired_at() {
        let base = || {
            field(plain(), Course::DefensiveFire)
                .with("Navarro-Gas-1", "1208", "S")
                .with("I-Pike-1", "1210", "S")
                .with("I-Pike-2", "1109", "S")
        };
        // The pikes beside it look away: it is free.
        assert_eq!(base().why_not("Navarro-Gas-1", "1210"), OPEN);
        // They face it.
        let s = base().with("I-Pike-2", "1109", "N");
        assert!(s.in_zoc(at("1208"), Side::Swiss));
        assert_eq!(s.why_not("Navarro-Gas-1", "1210"), ["12.3 [R55]"]);
        assert_eq!(s.why_not("Navarro-Gas-1", "1109"), OPEN);
        assert_eq!(s.actions(), [Action::Aim(at("1109")), Action::Done]);
        // They are behind it and out of its arc: it is free again.
        let s = base().with("I-Pike-2", "1207", "S");
        assert!(s.in_zoc(at("1208"), Side::Swiss));
        assert_eq!(s.why_not("Navarro-Gas-1", "1210"), OPEN);
    }

    #[test]
    fn strength_tells_where_it_comes_from() {
        let s = example();
        let all = ["Genouillac-Art-1", "Navarro-Gas-1"].map(|n| who(n).0);
        let f = forecast(&s, at("1210"), all.into_iter().collect()).unwrap();
        let mut lines: Vec<(i32, String)> = (f.strength.lines.iter())
            .map(|l| (l.value, l.cite.to_string()))
            .collect();
        lines.sort();
        let want = [(-3, "12.1"), (-2, "12.1"), (4, "1.1"), (8, "1.1")];
        assert_eq!(lines, want.map(|(n, c)| (n, c.to_owned())));
        assert_eq!(f.strength.total, 7);
        assert_eq!(forecast(&s, at("1210"), PieceSet::EMPTY), None);
        assert_eq!(forecast(&s, at("1210"), PieceSet::one(255)), None);
        assert_eq!(forecast(&s, at("1210"), PieceSet::one(who("I-Pike-1").0)), None);
    }

    /// Gascons as a target.
    const FEEBLE: (&str, i32) = ("feeble protection", 1);

    /// The values of the modifiers of a shot by their labels.
    fn modifiers(s: &State, target: &str, units: &[&str]) -> Vec<(&'static str, i32)> {
        let firers = units.iter().map(|n| who(n).0).collect();
        let f = forecast(s, at(target), firers).unwrap();
        assert_eq!(f.modifiers.shift, Some(Shift::of(f.modifiers.total)));
        f.modifiers.lines.iter().map(|l| (l.label, l.value)).collect()
    }

    #[test]
    fn the_fire_bonus_wants_all_firers_with_their_own_commander() {
        let bonus = ("the fire bonus of their commander", 1);
        let base = || field(plain(), Course::DefensiveFire).with("I-Pike-1", "1210", "S");
        let s = base()
            .with("Navarro-Gas-1", "1209", "S")
            .with("Navarro-Gas-2", "1209", "S")
            .led("Navarro", "1209");
        let both = ["Navarro-Gas-1", "Navarro-Gas-2"];
        assert_eq!(modifiers(&s, "1210", &both), [bonus]);
        assert_eq!(modifiers(&s, "1210", &both[..1]), [bonus]);
        // From another hex, with a unit of another corps, without him.
        let apart = s.clone().with("Navarro-Gas-2", "1109", "SE");
        assert_eq!(modifiers(&apart, "1210", &both), []);
        let s = s.with("Genouillac-Art-1", "1209", "S");
        assert_eq!(modifiers(&s, "1210", &[both[0], "Genouillac-Art-1"]), []);
        assert_eq!(modifiers(&s.led("Navarro", "1208"), "1210", &both), []);
        let mut s = base().with("Navarro-Gas-1", "1209", "S").led("Navarro", "1209");
        s.corps[0].leader = None;
        s.corps.iter_mut().for_each(|c| c.leader = None);
        assert_eq!(modifiers(&s, "1210", &both[..1]), [], "he leads no corps");
    }

    #[test]
    fn a_demoralized_unit_in_a_firing_hex_counts_though_it_does_not_fire() {
        let mut s = field(plain(), Course::DefensiveFire)
            .with("I-Pike-1", "1210", "S")
            .with("Navarro-Gas-1", "1209", "S")
            .with("Genouillac-Art-1", "1209", "S");
        assert_eq!(modifiers(&s, "1210", &["Navarro-Gas-1"]), []);
        let genouillac = standard().roster.corps("Genouillac").unwrap();
        s.corps_mut(genouillac).morale = 0;
        let want = [("a firing hex holds a unit of a demoralized corps", -2)];
        assert_eq!(modifiers(&s, "1210", &["Navarro-Gas-1"]), want);
        // As a target it is none the worse.
        s.active = Side::French;
        let s = s.with("Arq-1", "1211", "N");
        assert_eq!(modifiers(&s, "1209", &["Arq-1"]), [FEEBLE]);
    }

    #[test]
    fn protection_and_ground() {
        let gendarmes = ["Bayard-Gen-1", "Bayard-Gen-2"];
        assert_eq!(standard().roster[who(gendarmes[0])].protection, Protection::Superior);
        let mut kit = plain();
        kit.board.set_terrain(at("1211"), VILLAGE);
        kit.board.set_terrain(at("1212"), FARM);
        let s = field(kit, Course::OffensiveFire)
            .with("Arq-1", "1209", "S")
            .with(gendarmes[0], "1210", "N");
        assert_eq!(modifiers(&s, "1210", &["Arq-1"]), [("superior protection", -1)]);
        // With others in the hex the best protected decides only if the ruling is read so.
        let mut mixed = s.with("Navarro-Gas-1", "1210", "N");
        let worse = standard().roster[who("Navarro-Gas-1")].protection;
        assert!(worse < Protection::Superior);
        assert_eq!(modifiers(&mixed, "1210", &["Arq-1"]), []);
        mixed.options = mixed.options.with(Choice::R57);
        assert_eq!(modifiers(&mixed, "1210", &["Arq-1"]), [("superior protection", -1)]);
        let arq = field(plain(), Course::DefensiveFire)
            .with("Navarro-Gas-1", "1209", "S")
            .with("Arq-1", "1210", "N");
        let alone = ("Swiss arquebusiers alone", -1);
        assert_eq!(modifiers(&arq, "1210", &["Navarro-Gas-1"]), [alone]);
        let arq = arq.with("I-Pike-1", "1210", "N");
        assert_eq!(modifiers(&arq, "1210", &["Navarro-Gas-1"]), []);
        let houses = mixed.with("Arq-1", "1209", "S").with("Navarro-Gas-2", "1211", "N");
        assert_eq!(modifiers(&houses, "1211", &["Arq-1"]), [FEEBLE, ("a village", -2)]);
        let farm = houses.with("Navarro-Gas-2", "1212", "N");
        assert_eq!(modifiers(&farm, "1212", &["Arq-1"]), [FEEBLE, ("a farm", -4)]);
    }

    #[test]
    fn a_fortification_shelters_from_what_comes_over_it() {
        let wall = [FEEBLE, ("behind a fortification", -2)];
        let north = Dir::ALL
            .into_iter()
            .find(|&d| standard().board.neighbour(at("1210"), d) == Some(at("1209")))
            .unwrap();
        let mut kit = plain();
        let bits = FORTIFICATION | behind_bit(north);
        kit.board.set_feature(at("1210"), north, bits, true);
        let s = field(kit, Course::OffensiveFire)
            .with("Navarro-Gas-1", "1210", "N")
            .with("Arq-1", "1208", "S")
            .with("Arq-2", "1212", "N");
        assert_eq!(modifiers(&s, "1210", &["Arq-1"]), wall);
        assert_eq!(modifiers(&s, "1210", &["Arq-2"]), [FEEBLE]);
        // Once, if any line comes over it.
        assert_eq!(modifiers(&s, "1210", &["Arq-1", "Arq-2"]), wall);
        // Who is before it has nothing of it.
        let s = s.with("Navarro-Gas-1", "1209", "N").with("Arq-2", "1211", "N");
        assert_eq!(modifiers(&s, "1209", &["Arq-2"]), [FEEBLE]);
        // One built at night is as good; water is none.
        let mut kit = plain();
        kit.board.set_feature(at("1210"), north, CANAL, true);
        let mut s = field(kit, Course::OffensiveFire)
            .with("Navarro-Gas-1", "1210", "N")
            .with("Arq-1", "1208", "S");
        assert_eq!(modifiers(&s, "1210", &["Arq-1"]), [FEEBLE]);
        s.works.push(Work {
            hex: at("1210"),
            side: north,
        });
        assert_eq!(modifiers(&s, "1210", &["Arq-1"]), wall);
    }

    // ---- stars and commanders ----

    /// A shot that fell so, its results still to come.
    fn fallen(mut s: State, target: &str, side: Side, result: &str) -> State {
        s.stack.push(Stage::Shot(Shot {
            target: at(target),
            side,
            mode: Mode::Defensive,
            firers: PieceSet::EMPTY,
            at: ShotAt::Losses,
            result: Toll::named(result).unwrap(),
        }));
        s
    }
    fn go(s: &mut State, faces: &[u8]) -> Vec<Event> {
        let mut dice = Scripted::new(faces);
        let mut log = Log::new();
        run(&mut Engine::new(s, &mut dice, &mut log));
        assert_eq!((dice.fault(), dice.used()), (None, faces.len()));
        log.events().to_vec()
    }

    #[test]
    fn stars_take_different_units_that_their_owner_names_and_the_others_test() {
        let base = || {
            field(plain(), Course::DefensiveFire)
                .with("I-Pike-1", "1210", "N")
                .with("I-Pike-2", "1210", "N")
                .with("Navarro-Gas-1", "1209", "S")
                .marked("Navarro-Gas-1", Marks::FIRED)
        };
        let (one, two) = (who("I-Pike-1"), who("I-Pike-2"));
        let mut s = fallen(base(), "1210", Side::French, "*");
        go(&mut s, &[]);
        assert_eq!(s.actions(), [Action::Lose(one), Action::Lose(two)]);
        // The replacement survives and tests too, in the order that the owner wants.
        s.play(&[Action::Lose(two)], &[]);
        assert!(s.unit(two).replaced && !s.unit(one).replaced);
        assert_eq!(s.actions(), [Action::Test(one), Action::Test(two)]);
        assert_eq!(s.swiss_morale, 40);
        // As many stars as units, or more, ask nobody.
        for stars in ["**", "***"] {
            let mut s = fallen(base(), "1210", Side::French, stars);
            s.unit_mut(one).replaced = true;
            go(&mut s, &[2]);
            assert!(s.hex(one).is_none() && s.unit(two).replaced, "{stars}");
            assert!(s.struck.is_empty());
            assert_eq!(s.swiss_morale, 38);
        }
    }

    #[test]
    fn desorg_fails_everybody_without_a_throw() {
        let mut s = fallen(
            field(plain(), Course::DefensiveFire)
                .with("I-Pike-1", "1210", "N")
                .with("I-Pike-2", "1210", "N")
                .made("I-Pike-2", Condition::Disordered),
            "1210",
            Side::French,
            "D",
        );
        go(&mut s, &[]);
        s.play(&[Action::Test(who("I-Pike-1"))], &[]);
        for name in ["I-Pike-1", "I-Pike-2"] {
            assert_eq!(s.unit(who(name)).condition, Condition::Disordered);
        }
        // One point each for the failures, one for the pikemen who stand where others would rout.
        assert_eq!(s.swiss_morale, 37);
    }

    #[test]
    fn commanders_are_diced_for_where_a_star_fell() {
        let base = |units: &[&str]| {
            let s = field(plain(), Course::OffensiveFire).led("Bayard", "1210");
            let s = (units.iter()).fold(s, |s, u| s.with(u, "1210", "N"));
            s.with("Bayard-Gen-4", "1220", "N")
        };
        let risk = |events: &[Event]| {
            events.iter().find_map(|e| match &e.what {
                What::Risk { ledger, hit, .. } => Some((ledger.total, *hit)),
                _ => None,
            })
        };
        let (one, two) = ("Bayard-Gen-1", "Bayard-Gen-2");
        // Somebody is left: 6 hits. The other gendarmes test.
        let mut s = fallen(base(&[one, two]), "1210", Side::Swiss, "*");
        go(&mut s, &[]);
        let events = s.play(&[Action::Lose(who(one))], &[5, 2]);
        assert_eq!(risk(&events), Some((5, false)));
        let mut s = fallen(base(&[one, two]), "1210", Side::Swiss, "*");
        go(&mut s, &[]);
        let events = s.play(&[Action::Lose(who(one))], &[6, 2]);
        assert_eq!(risk(&events), Some((6, true)));
        assert!(s.commander(man("Bayard")).injured);
        // Nobody is left: 4 hits. Injured before: dead.
        let mut s = fallen(base(&[one]), "1210", Side::Swiss, "*");
        assert_eq!(risk(&go(&mut s, &[3])), Some((5, false)));
        let mut s = fallen(base(&[one]), "1210", Side::Swiss, "*");
        s.commander_mut(man("Bayard")).injured = true;
        assert_eq!(risk(&go(&mut s, &[4])), Some((6, true)));
        assert_eq!(s.commander(man("Bayard")).at, Whereabouts::Lost);
        // No star, no die.
        let mut s = fallen(base(&[one]), "1210", Side::Swiss, "T");
        assert_eq!(risk(&go(&mut s, &[2])), None);
    }

    #[test]
    fn the_death_of_the_king_ends_the_battle_before_the_next_die() {
        let s = field(plain(), Course::OffensiveFire)
            .with("King-Gen-1", "1210", "N")
            .led("Francois", "1210")
            .led("Bayard", "1210");
        let mut s = fallen(s, "1210", Side::Swiss, "*");
        s.commander_mut(man("Francois")).injured = true;
        assert!(man("Francois") < man("Bayard"));
        go(&mut s, &[6]);
        let won = matches!(s.outcome, Some((Outcome::Win(Side::Swiss), _)));
        assert!(won, "{:?}", s.outcome);
    }

    // ---- the draft ----

    /// Whether these units may fire together: each has another one adjacent or stacked, or is alone.
    fn together(s: &State, units: &[UnitId]) -> bool {
        let near = |a: UnitId, b: UnitId| a != b && s.kit.board.distance(s.hex(a).unwrap(), s.hex(b).unwrap()) <= 1;
        !units.is_empty() && (units.len() == 1 || (units.iter()).all(|&a| units.iter().any(|&b| near(a, b))))
    }

    #[test]
    fn a_draft_step_is_listed_exactly_if_the_shot_can_still_be_completed() {
        const NAMES: [&str; 7] = [
            "Genouillac-Art-1",
            "Genouillac-Art-2",
            "Genouillac-Art-3",
            "Navarro-Gas-1",
            "Navarro-Gas-2",
            "Navarro-Gas-3",
            "Navarro-Gas-4",
        ];
        let target = at("1210");
        let board = &standard().board;
        let ring: Vec<HexId> = board
            .hexes_within(target, 4)
            .into_iter()
            .filter(|&h| h != target && h.0 % 3 != 1)
            .collect();
        let kit = plain();
        let mut seed = 1u64;
        let mut next = |n: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let (mut drafts, mut refused) = (0, 0);
        for _ in 0..400 {
            let mut s = field(kit.clone(), Course::DefensiveFire).with("I-Pike-1", "1210", "N");
            for name in NAMES {
                let unit = who(name);
                // Facing the target nearly, so that most may fire.
                let hex = ring[next(ring.len())];
                let facing = SideFacing::ALL
                    .into_iter()
                    .find(|f| f.in_arc(board.hex(hex), board.hex(target)));
                s.unit_mut(unit).facing = facing.unwrap();
                s.put(unit, Whereabouts::Map(hex));
            }
            let able: Vec<UnitId> = NAMES
                .into_iter()
                .map(who)
                .filter(|&u| may_fire(&s, u, target, Mode::Defensive))
                .collect();
            assert_eq!(s.actions().contains(&Action::Aim(target)), !able.is_empty());
            if able.is_empty() {
                continue;
            }
            s.play(&[Action::Aim(target)], &[]);
            let set = |mask: usize| -> Vec<UnitId> {
                (0..able.len())
                    .filter(|i| mask >> i & 1 == 1)
                    .map(|i| able[i])
                    .collect()
            };
            let whole: Vec<bool> = (0..1 << able.len()).map(|m| together(&s, &set(m))).collect();
            let completes = |mask: usize| (0..whole.len()).any(|m| m & mask == mask && whole[m]);
            // Every draft that the rules let one reach.
            let mut open = vec![0usize];
            let mut seen = vec![false; whole.len()];
            while let Some(mask) = open.pop() {
                if core::mem::replace(&mut seen[mask], true) {
                    continue;
                }
                drafts += 1;
                let mut at_it = s.clone();
                let Some(Stage::Shot(shot)) = at_it.stack.last_mut() else {
                    panic!("a shot is open");
                };
                shot.firers = set(mask).iter().map(|u| u.0).collect();
                let mut want: Vec<Action> = Vec::new();
                for (i, &unit) in able.iter().enumerate() {
                    if mask >> i & 1 == 1 {
                        continue;
                    }
                    let joined = mask | 1 << i;
                    if completes(joined) {
                        want.push(Action::Fire(unit));
                        open.push(joined);
                    } else {
                        refused += 1;
                        let mut v = Verdict::full();
                        judged(&at_it, Action::Fire(unit), &mut v);
                        let why = v.finish().unwrap_err();
                        assert!(why.iter().any(|r| r.cite == cite!("12.3", "R56")));
                    }
                }
                want.sort_by_key(|a| match a {
                    Action::Fire(u) => u.0,
                    _ => 0,
                });
                if whole[mask] {
                    want.push(Action::Loose);
                }
                let listed = at_it.actions();
                assert!(!listed.is_empty(), "a draft always goes on");
                assert_eq!(listed, want);
            }
        }
        assert!(drafts > 1000 && refused > 100, "{drafts} {refused}");
    }
}
