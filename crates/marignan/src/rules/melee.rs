//! Module 13, Melee Combat; with 3.3, 7.4, and what 8.3, 9.1, 9.3 and 9.4 say of it.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Check, MeleeModifiers, MeleeResult, TerrainRow, TerrainTable, Toll};
use crate::rules::commanders::Then;
use crate::components::{Bonus, Class, CommanderId, Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Reading, What};
use crate::rules::fire::Losses;
use crate::rules::movement::step_cost;
use crate::options::Choice;
use crate::state::{CommanderSet, Marks, Stage, State, Tests, Whereabouts, Why};
use casus_core::{
    Bar, Bars, Bite, Cite, Column, Die, Dir, Few, Flow, HexId, Laws, Ledger, Line, Modifier, Modifiers, PieceSet,
    Place, Procedures, Question, Share, Shift, Verdict, give, sift,
};
use serde::Serialize;
use std::borrow::Borrow;

/// One of the two parties of a melee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Party {
    /// The units of the hex that is attacked.
    Defenders,
    /// The units of the active side that attack it.
    Attackers,
}

/// Where a melee stands (13.2, 13.3, rulings R67 and R68).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoutAt {
    /// The attackers are named.
    Draft,
    /// Attackers over water are tested or disordered (9.1).
    Water,
    /// The die is thrown.
    Dice,
    /// The stars of a party.
    Stars(Party),
    /// The commanders who stood in danger (12.5).
    Commanders,
    /// The tests of a party's survivors, or their Desorg.
    Tests(Party),
    /// The Charges are spent (9.3).
    Charges,
    /// Attackers may advance (13.3).
    Advance,
    /// Those who advanced are faced anew (13.3).
    Facing,
    /// It is over.
    Over,
}

impl BoutAt {
    const fn next(self) -> Self {
        match self {
            Self::Draft => Self::Water,
            Self::Water => Self::Dice,
            Self::Dice => Self::Stars(Party::Defenders),
            Self::Stars(Party::Defenders) => Self::Stars(Party::Attackers),
            Self::Stars(Party::Attackers) => Self::Commanders,
            Self::Commanders => Self::Tests(Party::Defenders),
            Self::Tests(Party::Defenders) => Self::Tests(Party::Attackers),
            Self::Tests(Party::Attackers) => Self::Charges,
            Self::Charges => Self::Advance,
            Self::Advance => Self::Facing,
            Self::Facing | Self::Over => Self::Over,
        }
    }
}

/// A melee, from its declaration to the advance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bout {
    /// The hex that is attacked.
    pub target: HexId,
    /// Where it stands.
    pub at: BoutAt,
    /// Who attacks, dead or alive.
    pub attackers: PieceSet,
    /// Who was attacked, dead or alive; nobody before the die.
    pub defenders: PieceSet,
    /// What the die came to.
    pub result: MeleeResult,
    /// Who has advanced.
    pub advanced: PieceSet,
}

impl Bout {
    /// Whether its attackers are still being named.
    pub(crate) fn drafts(&self) -> bool {
        self.at == BoutAt::Draft
    }
    fn new(target: HexId) -> Self {
        Self {
            target,
            at: BoutAt::Draft,
            attackers: PieceSet::EMPTY,
            defenders: PieceSet::EMPTY,
            result: MeleeResult::default(),
            advanced: PieceSet::EMPTY,
        }
    }
    const fn toll(&self, party: Party) -> Toll {
        match party {
            Party::Defenders => self.result.defender,
            Party::Attackers => self.result.attacker,
        }
    }
    const fn side(s: &State, party: Party) -> Side {
        match party {
            Party::Defenders => s.active.enemy(),
            Party::Attackers => s.active,
        }
    }
    /// Those of a party who are still in play.
    fn alive(&self, s: &State, party: Party) -> PieceSet {
        let all = match party {
            Party::Defenders => self.defenders,
            Party::Attackers => self.attackers,
        };
        all.iter().filter(|&u| s.hex(UnitId(u)).is_some()).collect()
    }
}

// ---- who may attack what (3.3, 13.0, 13.1) ----

/// The facts of an attack by one unit; of the hex alone, without one.
#[derive(Debug)]
pub struct AssaultFacts<'a> {
    s: &'a State,
    unit: Option<UnitId>,
    target: HexId,
}

casus_core::questions!(AssaultFacts);

impl AssaultFacts<'_> {
    fn ahead(&self, unit: UnitId) -> bool {
        let dir = self
            .s
            .hex(unit)
            .and_then(|h| self.s.kit.board.direction(h, self.target));
        dir.is_some_and(|d| self.s.fronts(unit, d))
    }
    fn enemy_there(&self) -> bool {
        self.s.has_unit(self.target, self.s.active.enemy())
    }
    fn attacked(&self) -> bool {
        self.s.assaulted.contains(&self.target)
    }
}

type AssaultBar = Bar<AssaultFacts<'static>>;

/// What forbids a unit to attack a hex, in book order. Neither want of command (ruling R03) nor demoralization (ruling
/// R102) does.
pub static ASSAULT_BARS: Bars<AssaultFacts> = Bars {
    name: "assault",
    list: &[
        AssaultBar::by(cite!("2.1"), "only the active side attacks").bites(|f| {
            let unit = f.unit?;
            Bite::when(f.s.side(unit) != f.s.active, unit.place())
        }),
        AssaultBar::by(cite!("3.3"), "it does not have that hex in front of it").bites(|f| {
            let unit = f.unit?;
            Bite::when(!f.s.routed(unit) && !f.ahead(unit), unit.place())
        }),
        AssaultBar::by(cite!("13.0", "R15"), "it has no melee strength").bites(|f| {
            let unit = f.unit?;
            Bite::when(f.s.face(unit).melee == 0, unit.place())
        }),
        AssaultBar::by(cite!("13.0"), "a routed unit does not attack").bites(|f| {
            let unit = f.unit?;
            Bite::when(f.s.routed(unit), unit.place())
        }),
        AssaultBar::by(cite!("13.0", "R99"), "no enemy unit is there").when(|f| f.target.place(), |f| !f.enemy_there()),
        AssaultBar::by(cite!("13.1"), "the hex has been attacked in this phase")
            .when(|f| f.target.place(), |f| f.attacked()),
        AssaultBar::by(cite!("13.1", "R61"), "it has attacked in this phase").bites(|f| {
            let unit = f.unit?;
            let has = f.s.unit(unit).marks.has(Marks::ATTACKED);
            Bite::when(has, unit.place())
        }),
        AssaultBar::by(cite!("13.1"), "nobody who may attack has it in front").when(
            |f| f.target.place(),
            |f| {
                let whole = f.unit.is_none() && f.enemy_there() && !f.attacked();
                whole && !attackable(f.s, f.target)
            },
        ),
    ],
};

/// Whether a unit may attack a hex (13.1).
pub(crate) fn may_attack(s: &State, unit: UnitId, target: HexId) -> bool {
    ASSAULT_BARS.permit(&AssaultFacts {
        s,
        unit: Some(unit),
        target,
    })
}

/// The units around a hex.
fn around(s: &State, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.kit.board.neighbours(hex).flat_map(|(_, h)| s.units_at(h))
}

fn attackable(s: &State, target: HexId) -> bool {
    around(s, target).any(|u| may_attack(s, u, target))
}

// ---- the allotment (13.1, ruling R60) ----

/// Who can attack what: each unit that has not attacked, with the hexes that it may attack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Duties(Vec<(UnitId, Few<HexId, 6>)>);

/// Which hex is attacked by whom, each hex and each unit once at most.
type Cover = Vec<(HexId, usize)>;

impl Duties {
    fn of(s: &State) -> Self {
        let able = s.on_map(s.active).filter_map(|(u, h)| {
            let mut hexes = Few::new();
            for (_, to) in s.kit.board.neighbours(h) {
                if s.has_unit(to, s.active.enemy()) && may_attack(s, u, to) {
                    hexes.push(to);
                }
            }
            (!hexes.is_empty()).then_some((u, hexes))
        });
        Self(able.collect())
    }
    /// Finds a unit a hex, whoever else must move on to another one for it. The hex that is newly covered.
    fn augment(&self, who: usize, but: Option<HexId>, seen: &mut Vec<HexId>, cover: &mut Cover) -> Option<HexId> {
        for hex in self.0[who].1.iter() {
            if Some(hex) == but || seen.contains(&hex) {
                continue;
            }
            seen.push(hex);
            let Some(at) = cover.iter().position(|c| c.0 == hex) else {
                cover.push((hex, who));
                return Some(hex);
            };
            let other = cover[at].1;
            if let Some(new) = self.augment(other, but, seen, cover) {
                cover[at].1 = who;
                return Some(new);
            }
        }
        None
    }
    /// The greatest number of hexes that these units can attack, but for one, as an allotment.
    fn cover(&self, without: PieceSet, but: Option<HexId>) -> Cover {
        let mut cover = Cover::new();
        for (i, (unit, _)) in self.0.iter().enumerate() {
            if !without.contains(unit.0) {
                self.augment(i, but, &mut Vec::new(), &mut cover);
            }
        }
        cover
    }
    /// A hex that would be left without an attacker if these units attacked this one: those left over could not attack as
    /// many others as the best allotment can. As long as there is none, the attack can be completed: who must join it
    /// besides can attack nothing else.
    fn stranded(&self, target: HexId, attackers: PieceSet) -> Option<HexId> {
        let best = self.cover(PieceSet::EMPTY, None).len();
        let mut rest = self.cover(attackers, Some(target));
        if rest.len() + 1 >= best {
            return None;
        }
        let mut taken = (0..self.0.len()).filter(|&i| attackers.contains(self.0[i].0.0));
        taken.find_map(|i| self.augment(i, Some(target), &mut Vec::new(), &mut rest))
    }
    /// A unit that can attack nothing else and is not among the attackers.
    fn idle(&self, target: HexId, attackers: PieceSet) -> Option<UnitId> {
        let bound = |hexes: &Few<HexId, 6>| hexes.len() == 1 && hexes.contains(target);
        self.0
            .iter()
            .find(|(u, hexes)| bound(hexes) && !attackers.contains(u.0))
            .map(|(u, _)| *u)
    }
}

/// The facts of an allotment.
#[derive(Debug)]
pub struct AllotFacts<'a> {
    laws: &'a Laws,
    duties: &'a Duties,
    target: HexId,
    attackers: PieceSet,
    /// Who would join; nobody when the melee would be fought as it stands.
    joins: Option<UnitId>,
}

impl Question for AllotFacts<'static> {
    type Facts<'a> = AllotFacts<'a>;
    fn laws<'a>(facts: &'a AllotFacts<'_>) -> &'a Laws {
        facts.laws
    }
}

type AllotBar = Bar<AllotFacts<'static>>;

/// The duties of 13.1.
pub static ALLOT_BARS: Bars<AllotFacts> = Bars {
    name: "allotment",
    list: &[
        AllotBar::by(cite!("13.1"), "it takes part already").bites(|f| {
            let unit = f.joins?;
            Bite::when(f.attackers.contains(unit.0), unit.place())
        }),
        AllotBar::by(cite!("13.1"), "nobody attacks").when(
            |f| f.target.place(),
            |f| {
                let nobody = f.joins.is_none() && f.attackers.is_empty();
                nobody
            },
        ),
        AllotBar::by(cite!("13.1", "R14"), "another hex would be left without an attacker").bites(|f| {
            let mut attackers = f.attackers;
            if let Some(unit) = f.joins {
                attackers.insert(unit.0);
            }
            let hex = f.duties.stranded(f.target, attackers)?;
            Some(Bite::at(hex.place()))
        }),
        AllotBar::by(cite!("13.1", "R60"), "it can attack nothing else and must take part").bites(|f| {
            if f.joins.is_some() {
                return None;
            }
            let unit = f.duties.idle(f.target, f.attackers)?;
            Some(Bite::at(unit.place()))
        }),
    ],
};

/// The facts of it: whose phase it is, and on what map.
#[derive(Debug)]
pub struct EndFacts<'a> {
    s: &'a State,
}

casus_core::questions!(EndFacts);

type EndBar = Bar<EndFacts<'static>>;

/// What keeps the Melee Phase going.
pub static MELEE_END_BARS: Bars<EndFacts> = Bars {
    name: "melee-end",
    list: &[
        EndBar::by(cite!("13.1", "R60"), "a unit with an enemy in its ZOC must attack")
            .bites(|f| owing(f.s).map(|u| Bite::at(u.place()))),
    ],
};

/// A unit of the active side that may still attack a hex.
fn owing(s: &State) -> Option<UnitId> {
    let mut all = s.on_map(s.active);
    all.find(|&(u, h)| s.kit.board.neighbours(h).any(|(_, to)| may_attack(s, u, to)))
        .map(|(u, _)| u)
}

/// Whether nobody is left who may attack a hex (13.1, ruling R60).
pub(crate) fn phase_over(s: &State) -> bool {
    MELEE_END_BARS.permit(&EndFacts { s })
}

pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let start = out.len();
    for (_, from) in s.on_map(s.active) {
        for (_, to) in s.kit.board.neighbours(from) {
            let action = Action::Assault(to);
            if s.has_unit(to, s.active.enemy()) && !out[start..].contains(&action) {
                out.push(action);
            }
        }
    }
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Assault(target) => {
            let facts = AssaultFacts { s, unit: None, target };
            ASSAULT_BARS.judge(&facts, v);
        }
        Action::Done => MELEE_END_BARS.judge(&EndFacts { s }, v),
        _ => return false,
    }
    true
}

// ---- strengths and modifiers (13.2) ----

/// The facts of a melee: who attacks whom, on the ground between them.
#[derive(Debug)]
pub struct MeleeFacts<'a> {
    s: &'a State,
    target: HexId,
    attackers: PieceSet,
    defenders: PieceSet,
}

casus_core::questions!(MeleeFacts);

impl<'a> MeleeFacts<'a> {
    /// The facts, if there are units of one side in the hex and units of the other, beside it, attack them.
    fn new(s: &'a State, target: HexId, attackers: PieceSet) -> Option<Self> {
        let board = &s.kit.board;
        let side = board.contains(target).then(|| s.held_by(target)).flatten()?.enemy();
        let fit = |u: u8| {
            let known = usize::from(u) < s.units.len();
            known && s.side(UnitId(u)) == side && s.hex(UnitId(u)).is_some_and(|h| board.direction(h, target).is_some())
        };
        (!attackers.is_empty() && attackers.iter().all(fit)).then(|| Self {
            s,
            target,
            attackers,
            defenders: s.stack_at(target),
        })
    }
    fn values(&self) -> &'a MeleeModifiers {
        &self.s.kit.charts.melee_modifiers
    }
    fn attackers(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.attackers.iter().map(UnitId)
    }
    fn defenders(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.defenders.iter().map(UnitId)
    }
    /// The hexes that the attackers come from, each with the way to the target.
    fn ways(&self) -> impl Iterator<Item = (HexId, Dir)> + '_ {
        self.s
            .kit
            .board
            .neighbours(self.target)
            .filter(|&(_, h)| self.s.units_at(h).any(|u| self.attackers.contains(u.0)))
            .map(|(dir, h)| (h, dir.opposite()))
    }
    fn strength(&self, units: PieceSet) -> Ledger {
        let mut ledger = Ledger::new(0);
        for unit in units.iter().map(UnitId) {
            ledger.push(Line {
                cite: cite!("13.2"),
                label: "melee strength",
                value: self.s.face(unit).melee.into(),
                from: unit.place(),
            });
        }
        ledger
    }
    /// All of one party better than all of the other: who of them is the least.
    fn outdoes<K: Ord>(
        of: impl Iterator<Item = UnitId>,
        over: impl Iterator<Item = UnitId>,
        key: impl Fn(UnitId) -> K,
    ) -> Option<UnitId> {
        let (least, best) = (of.min_by_key(|&u| key(u))?, over.map(&key).max()?);
        (key(least) > best).then_some(least)
    }
    /// The best melee bonus of a party's commanders (ruling R65).
    fn bonus(&self, party: Party) -> Option<(u8, CommanderId)> {
        let hexes: Few<HexId, 6> = {
            let mut few = Few::new();
            match party {
                Party::Defenders => few.push(self.target),
                Party::Attackers => self.ways().for_each(|(h, _)| few.push(h)),
            }
            few
        };
        let there = hexes.iter().flat_map(|h| self.s.commanders_at(h));
        let bonus = there.filter_map(|c| match self.s.commander_face(c).bonus {
            Bonus::Melee(n) => Some((n, c)),
            Bonus::Fire(_) | Bonus::None => None,
        });
        bonus.max_by_key(|&(n, c)| (n, core::cmp::Reverse(c)))
    }
    fn hedgehog(&self) -> Option<UnitId> {
        self.defenders().find(|&u| self.s.hedgehog(u))
    }
    /// Whether an attack from a hex comes in behind a defender. Arquebusiers with a hedgehog have no rear (ruling R51).
    fn rear_of(&self, defender: UnitId, from: HexId) -> bool {
        let covered = self.s.skirmishes(defender) && self.hedgehog().is_some();
        !covered && self.s.behind(defender, from)
    }
    fn routed(&self) -> bool {
        if self.s.opts(Choice::R62) {
            self.defenders().all(|u| self.s.routed(u))
        } else {
            self.defenders().any(|u| self.s.routed(u))
        }
    }
    fn rear(&self) -> bool {
        let mut ways = self.ways();
        !self.routed()
            && if self.s.opts(Choice::R62) {
                ways.all(|(h, _)| self.defenders().all(|d| self.rear_of(d, h)))
            } else {
                ways.any(|(h, _)| self.defenders().any(|d| self.rear_of(d, h)))
            }
    }
    /// A modifier of hexsides (ruling R105): one against the attackers counts if any comes over such a side, one for them
    /// if all do.
    fn sides(&self, value: i32, such: impl Fn(HexId, Dir) -> bool) -> Option<Share> {
        let mut over = self.ways().filter(|&(h, d)| such(h, d));
        let (from, dir) = over.next()?;
        let all = 1 + over.count() == self.ways().count();
        let place = Place::Hexside(from.0, dir.index() as u8);
        give(value <= 0 || all, value, place)
    }
    /// A row of the Terrain Table for water, or for a bridge over it.
    fn water(&self, row: fn(&TerrainTable) -> &TerrainRow) -> Option<Share> {
        let row = row(&self.s.kit.charts.terrain);
        self.sides(row.melee, |h, d| {
            let water = self.s.crossing(h, d).water;
            water.is_some_and(|w| core::ptr::eq(w, row))
        })
    }
    fn slope(&self, sign: i32) -> Option<Share> {
        let value = self.s.kit.charts.terrain.slope.melee;
        self.sides(-sign * value, |h, d| self.s.crossing(h, d).climb.signum() == sign)
    }
}

type M = Modifier<MeleeFacts<'static>>;

/// The modifiers of a melee, in the order of 13.2, each for the attacker.
pub static MELEE_MODIFIERS: Modifiers<MeleeFacts> = Modifiers {
    name: "melee-modifier",
    list: &[
        M::by(cite!("13.2", "R64"), "better morale").shares(|f| {
            let key = |u| f.s.morale(u);
            let least = MeleeFacts::outdoes(f.attackers(), f.defenders(), key)?;
            give(true, f.values().morale, least.place())
        }),
        M::by(cite!("13.2", "R64"), "better morale of the defenders").shares(|f| {
            let key = |u| f.s.morale(u);
            let least = MeleeFacts::outdoes(f.defenders(), f.attackers(), key)?;
            give(true, -f.values().morale, least.place())
        }),
        M::by(cite!("13.2"), "better protection").shares(|f| {
            let key = |u| f.s.counter(u).protection;
            let least = MeleeFacts::outdoes(f.attackers(), f.defenders(), key)?;
            give(true, f.values().protection, least.place())
        }),
        M::by(cite!("13.2"), "better protection of the defenders").shares(|f| {
            let key = |u| f.s.counter(u).protection;
            let least = MeleeFacts::outdoes(f.defenders(), f.attackers(), key)?;
            give(true, -f.values().protection, least.place())
        }),
        M::by(cite!("8.3", "R05"), "an attacking stack is of a demoralized corps").shares(|f| {
            let (hex, _) = f.ways().find(|&(h, _)| f.s.shaken_stack(h))?;
            give(true, -f.values().demoralized, hex.place())
        }),
        M::by(cite!("13.2", "R05"), "a defender is of a demoralized corps").shares(|f| {
            let unit = f.defenders().find(|&u| f.s.shaken(u))?;
            give(true, f.values().demoralized, unit.place())
        }),
        M::by(cite!("13.2", "R66"), "Cavalry Charge").shares(|f| {
            let charges = |&u: &UnitId| f.s.unit(u).charge == Some(f.target);
            let unit = f.attackers().find(charges)?;
            let free = f.hedgehog().is_none();
            give(free, f.values().charge, unit.place())
        }),
        M::by(cite!("7.4", "R65"), "a commander with the attackers").shares(|f| {
            let (bonus, who) = f.bonus(Party::Attackers)?;
            let alone = f.bonus(Party::Defenders).is_none();
            give(alone, bonus.into(), who.place())
        }),
        M::by(cite!("7.4", "R65"), "a commander with the defenders").shares(|f| {
            let (bonus, who) = f.bonus(Party::Defenders)?;
            let alone = f.bonus(Party::Attackers).is_none();
            give(alone, -i32::from(bonus), who.place())
        }),
        M::by(cite!("13.2", "R65"), "commanders on both sides").shares(|f| {
            let (_, who) = f.bonus(Party::Attackers)?;
            let both = f.bonus(Party::Defenders).is_some();
            give(both, 0, who.place())
        }),
        M::by(cite!("13.2"), "infantry against a hedgehog").shares(|f| {
            let unit = f.hedgehog()?;
            let foot = f.attackers().any(|u| f.s.class(u) == Class::Infantry);
            give(foot, f.values().hedgehog, unit.place())
        }),
        M::by(cite!("13.2"), "a hedgehog against infantry").shares(|f| {
            let unit = f.attackers().find(|&u| f.s.all_round(u))?;
            let foot = f.defenders().any(|u| f.s.class(u) == Class::Infantry);
            give(foot, -f.values().hedgehog, unit.place())
        }),
        M::by(cite!("3.3", "R62"), "on the rear").adds(|f| f.target.place(), |f| f.rear().then_some(f.values().rear)),
        M::by(cite!("13.2", "R62"), "on a routed unit").shares(|f| {
            let unit = f.defenders().find(|&u| f.s.routed(u))?;
            give(f.routed(), f.values().routed, unit.place())
        }),
        M::by(cite!("13.2"), "the terrain of the defenders").adds(
            |f| f.target.place(),
            |f| {
                let code = f.s.kit.board.terrain(f.target);
                let value = f.s.kit.charts.terrain.hex(code).melee;
                let applies = value != 0 || code != crate::components::CLEAR;
                applies.then_some(value)
            },
        ),
        M::by(cite!("13.2", "R105"), "over a canal").shares(|f| f.water(|t| &t.canal)),
        M::by(cite!("13.2", "R105"), "over the river").shares(|f| f.water(|t| &t.river)),
        M::by(cite!("13.2", "R105"), "over the grand canal").shares(|f| f.water(|t| &t.grand_canal)),
        M::by(cite!("13.2", "R105"), "over a bridge").shares(|f| f.water(|t| &t.bridge)),
        M::by(cite!("13.2", "R105"), "up a slope").shares(|f| f.slope(1)),
        M::by(cite!("13.2", "R105"), "down a slope").shares(|f| f.slope(-1)),
        M::by(cite!("13.2", "R98"), "over a fortification").shares(|f| {
            let value = f.s.kit.charts.terrain.fortification.melee;
            f.sides(value, |_, d| f.s.sheltered(f.target, d.opposite()))
        }),
    ],
};

/// What a melee would come to as things stand, before tests over water (9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forecast {
    /// The attackers' strengths, line by line.
    pub attack: Ledger,
    /// The defenders' strengths, line by line.
    pub defence: Ledger,
    /// The modifiers, each for the attackers.
    pub modifiers: Ledger,
    /// The heading of the column for the odds, before any shift: `"2/1"`.
    pub from: String,
    /// The heading of the column that is read.
    pub column: String,
    /// What the modifiers shift.
    pub shift: Shift,
    /// The results for the faces of the die, from 1 to 6, what the shift leaves over for it added.
    pub results: [MeleeResult; 6],
}

impl Forecast {
    /// The result of a die, 1 to 6.
    pub fn result(&self, die: u8) -> MeleeResult {
        self.results[usize::from(die.clamp(1, 6) - 1)]
    }
    /// Faces with one result are alike.
    fn class(&self, die: u8) -> u16 {
        let result = self.result(die);
        let first = self.results.iter().position(|&r| r == result);
        first.unwrap_or_default() as u16
    }
}

/// What a melee of these attackers against a hex would come to (13.2). None if nobody defends the hex, nobody attacks it,
/// or one of the attackers is not an enemy unit beside it. Whether they may attack is not asked.
pub fn forecast(s: &State, target: HexId, attackers: PieceSet) -> Option<Forecast> {
    let facts = MeleeFacts::new(s, target, attackers)?;
    let attack = facts.strength(facts.attackers);
    let defence = facts.strength(facts.defenders);
    let mut modifiers = MELEE_MODIFIERS.ledger(0, &facts);
    let shift = modifiers.shifts();
    let chart = &s.kit.charts.melee;
    let points = |l: &Ledger| u32::try_from(l.total).unwrap_or(0);
    let column = |shift| chart.odds(points(&attack), points(&defence), shift);
    let heading = |c: Column| chart.table.columns()[c.index].clone();
    let read = column(shift);
    let results = [1, 2, 3, 4, 5, 6].map(|die| *chart.result(read, die, shift));
    Some(Forecast {
        from: heading(column(Shift::default())),
        column: heading(read),
        shift,
        results,
        attack,
        defence,
        modifiers,
    })
}

// ---- the advance (13.3) ----

/// The facts of an advance.
#[derive(Debug)]
pub struct AdvanceFacts<'a> {
    s: &'a State,
    bout: &'a Bout,
    unit: UnitId,
}

casus_core::questions!(AdvanceFacts);

impl AdvanceFacts<'_> {
    fn full(&self, side: Side) -> bool {
        let one = PieceSet::one(self.unit.0);
        self.s.active == side && !self.s.room(self.bout.target, side, one)
    }
    /// Where it stands, if the hex is next to it.
    fn from(&self) -> Option<HexId> {
        let from = self.s.hex(self.unit)?;
        self.s.kit.board.direction(from, self.bout.target)?;
        Some(from)
    }
}

type AdvanceBar = Bar<AdvanceFacts<'static>>;

/// What forbids an advance, in book order. Enemy ZOCs do so only to units of a demoralized corps (8.3, ruling R12).
pub static ADVANCE_BARS: Bars<AdvanceFacts> = Bars {
    name: "advance",
    list: &[
        AdvanceBar::by(cite!("5.1"), "the Swiss may not stack so")
            .when(|f| f.bout.target.place(), |f| f.full(Side::Swiss)),
        AdvanceBar::by(cite!("5.2"), "the French may not stack so")
            .when(|f| f.bout.target.place(), |f| f.full(Side::French)),
        AdvanceBar::by(cite!("8.3", "R12"), "units of a demoralized corps do not enter an enemy ZOC").when(
            |f| f.unit.place(),
            |f| {
                let zoc = f.s.in_zoc(f.bout.target, f.s.active.enemy());
                zoc && f.s.shaken(f.unit)
            },
        ),
        AdvanceBar::by(cite!("9.0", "R71"), "the ground is closed to it").bites(|f| {
            let one = PieceSet::one(f.unit.0);
            let cost = step_cost(f.s, f.unit, Some(f.from()?), f.bout.target, one);
            Bite::when(cost.is_none(), f.unit.place())
        }),
        AdvanceBar::by(cite!("9.4", "R71"), "a hedgehog does not move")
            .when(|f| f.unit.place(), |f| f.s.hedgehog(f.unit)),
        AdvanceBar::by(cite!("13.3"), "the defenders still hold the hex").when(
            |f| f.bout.target.place(),
            |f| {
                let held = f.s.has_unit(f.bout.target, f.s.active.enemy());
                held
            },
        ),
        AdvanceBar::by(cite!("13.3"), "it took no part in the melee")
            .when(|f| f.unit.place(), |f| !f.bout.attackers.contains(f.unit.0)),
        AdvanceBar::by(cite!("13.3"), "it has advanced already")
            .when(|f| f.unit.place(), |f| f.bout.advanced.contains(f.unit.0)),
        AdvanceBar::by(cite!("13.3"), "it is not next to the hex").when(
            |f| f.unit.place(),
            |f| {
                let far = f.from().is_none() && !f.bout.advanced.contains(f.unit.0);
                far
            },
        ),
        AdvanceBar::by(cite!("13.3", "R71"), "a routed unit does not advance")
            .when(|f| f.unit.place(), |f| f.s.routed(f.unit)),
    ],
};

/// Says of an advance what the rules have against it at a moment that does not ask for it (13.3).
pub(crate) fn judge_untimely(s: &State, unit: UnitId, v: &mut Verdict) {
    let bout = s.stack.iter().rev().find_map(|stage| match stage {
        Stage::Bout(bout) => Some(*bout),
        _ => None,
    });
    // Between two melees it would come after the last of them; who attacked in earlier ones is not told apart.
    let last = || {
        let target = *s.assaulted.last()?;
        let has_attacked = |&(u, _): &(UnitId, HexId)| s.unit(u).marks.has(Marks::ATTACKED);
        let attackers: PieceSet = (s.on_map(s.active).filter(has_attacked)).map(|(u, _)| u.0).collect();
        let there = |&u: &u8| s.hex(UnitId(u)) == Some(target);
        Some(Bout {
            attackers,
            advanced: attackers.iter().filter(there).collect(),
            ..Bout::new(target)
        })
    };
    if let Some(bout) = bout.or_else(last) {
        ADVANCE_BARS.judge(&AdvanceFacts { s, bout: &bout, unit }, v);
    }
}

fn advances(s: &State, bout: &Bout) -> bool {
    bout.attackers.iter().map(UnitId).any(|unit| {
        let facts = AdvanceFacts { s, bout, unit };
        ADVANCE_BARS.permit(&facts)
    })
}

// ---- the decisions of a melee ----

pub(crate) fn decision(s: &State, bout: &Bout) -> Option<Decision> {
    let (side, cite, what): (Side, Cite, _) = match bout.at {
        BoutAt::Draft => (s.active, cite!("13.1", "R60"), "attackers"),
        BoutAt::Advance => (s.active, cite!("13.3"), "advance"),
        _ => return None,
    };
    Some(Decision::new(side, cite, what, bout.target.place()))
}

pub(crate) fn candidates(s: &State, bout: &Bout, out: &mut Vec<Action>) {
    match bout.at {
        BoutAt::Draft => {
            let ours = around(s, bout.target).filter(|&u| s.side(u) == s.active);
            out.extend(ours.map(Action::Attack));
            out.push(Action::Resolve);
        }
        BoutAt::Advance => {
            out.extend(bout.attackers.iter().map(|u| Action::Advance(UnitId(u))));
            out.push(Action::Done);
        }
        _ => {}
    }
}

/// The list of a draft, whose duties are the same for all who might join.
pub(crate) fn list_draft(s: &State, bout: &Bout, out: &mut Vec<Action>) {
    let start = out.len();
    candidates(s, bout, out);
    let duties = Duties::of(s);
    sift(out, start, |action, v| {
        judge_with(s, bout, || &duties, action, v);
    });
}

pub(crate) fn judge(s: &State, bout: &Bout, action: Action, v: &mut Verdict) -> bool {
    judge_with(s, bout, || Duties::of(s), action, v)
}

fn judge_with<D: Borrow<Duties>>(
    s: &State,
    bout: &Bout,
    duties: impl Fn() -> D,
    action: Action,
    v: &mut Verdict,
) -> bool {
    let target = bout.target;
    let mut allot = |joins: Option<UnitId>| {
        if let Some(unit) = joins {
            let facts = AssaultFacts {
                s,
                unit: Some(unit),
                target,
            };
            ASSAULT_BARS.judge(&facts, v);
            if v.settled() {
                return;
            }
        }
        let duties = duties();
        let facts = AllotFacts {
            laws: s.laws(),
            duties: duties.borrow(),
            target,
            attackers: bout.attackers,
            joins,
        };
        ALLOT_BARS.judge(&facts, v);
    };
    match (bout.at, action) {
        (BoutAt::Draft, Action::Attack(unit)) => allot(Some(unit)),
        (BoutAt::Draft, Action::Resolve) => allot(None),
        (BoutAt::Advance, Action::Advance(unit)) => {
            ADVANCE_BARS.judge(&AdvanceFacts { s, bout, unit }, v);
        }
        (BoutAt::Advance, Action::Done) => {}
        _ => return false,
    }
    true
}

// ---- the course of a melee ----

impl Engine<'_> {
    pub(crate) fn enact_melee_phase(&mut self, action: Action) {
        match action {
            Action::Assault(hex) => self.call(Stage::Bout(Bout::new(hex))),
            _ => self.next_course(),
        }
    }

    pub(crate) fn enact_bout(&mut self, mut bout: Bout, action: Action) {
        match action {
            Action::Attack(unit) => {
                bout.attackers.insert(unit.0);
                self.set_top(Stage::Bout(bout));
            }
            Action::Resolve => self.engage(bout),
            Action::Advance(unit) => {
                let Some(from) = self.s.hex(unit) else { return };
                bout.advanced.insert(unit.0);
                self.set_top(Stage::Bout(bout));
                let to = bout.target;
                self.escort(from, self.s.active, Then::Advance { unit, to });
            }
            _ => self.go_on(bout),
        }
    }

    /// Goes on to what comes next in the melee.
    fn go_on(&mut self, bout: Bout) {
        let at = bout.at.next();
        self.set_top(Stage::Bout(Bout { at, ..bout }));
    }

    /// The attack is declared.
    fn engage(&mut self, bout: Bout) {
        self.s.assaulted.push(bout.target);
        for u in bout.attackers.iter() {
            self.s.unit_mut(UnitId(u)).marks.set(Marks::ATTACKED);
        }
        self.say(cite!("13.0"), || What::Assaulted {
            attackers: bout.attackers.iter().map(UnitId).collect(),
            hex: bout.target,
        });
        self.go_on(bout);
    }

    pub(crate) fn fighting(&mut self, bout: Bout) -> Flow<Stage> {
        match bout.at {
            BoutAt::Draft => return Flow::Ask,
            BoutAt::Over => return Flow::Done,
            BoutAt::Water => {
                self.go_on(bout);
                self.wade(bout);
            }
            BoutAt::Dice => self.clash(bout),
            BoutAt::Stars(party) => {
                self.go_on(bout);
                let (among, stars) = (bout.alive(self.s, party), bout.toll(party).losses);
                if stars > 0 && !among.is_empty() {
                    return Flow::Call(Stage::Losses(Losses {
                        side: Bout::side(self.s, party),
                        among,
                        stars,
                        cite: cite!("13.2"),
                    }));
                }
            }
            BoutAt::Commanders => {
                self.go_on(bout);
                self.commanders_at_risk(cite!("12.5"));
            }
            BoutAt::Tests(party) => {
                self.go_on(bout);
                let why = match bout.toll(party).check {
                    Check::None => None,
                    Check::Disorder => Some(Why::Desorg(cite!("13.2"))),
                    Check::Test(less) => Some(Why::Melee(less)),
                };
                if let Some(why) = why {
                    return Flow::Call(Stage::Tests(Tests {
                        side: Bout::side(self.s, party),
                        why,
                        left: bout.alive(self.s, party),
                    }));
                }
            }
            BoutAt::Charges => {
                self.go_on(bout);
                for unit in bout.attackers.iter().map(UnitId) {
                    if self.s.unit_mut(unit).charge.take().is_some() {
                        self.say(cite!("9.3"), || What::ChargeLapsed { unit });
                    }
                }
            }
            BoutAt::Advance => {
                if advances(self.s, &bout) {
                    return Flow::Ask;
                }
                self.go_on(bout);
            }
            BoutAt::Facing => {
                self.go_on(bout);
                if !bout.advanced.is_empty() {
                    return Flow::Call(Stage::Turning {
                        side: self.s.active,
                        hex: bout.target,
                        cite: cite!("13.3"),
                    });
                }
            }
        }
        Flow::Next
    }

    /// 9.1, ruling R67: attackers over water are disordered, or test; they fight all the same.
    fn wade(&mut self, bout: Bout) {
        for unit in bout.attackers.iter().map(UnitId) {
            let Some(from) = self.s.hex(unit) else {
                continue;
            };
            if let Some(dir) = self.s.kit.board.direction(from, bout.target) {
                let rough = self.s.rough_water(unit, from, dir);
                self.disturb(unit, rough);
            }
        }
    }

    /// 13.2: the odds, the modifiers and the die.
    fn clash(&mut self, mut bout: Bout) {
        bout.defenders = self.s.stack_at(bout.target);
        let Some(forecast) = forecast(self.s, bout.target, bout.attackers) else {
            bout.at = BoutAt::Over;
            self.set_top(Stage::Bout(bout));
            return;
        };
        let die = self.roll(cite!("13.2"), Die::D6, "melee", &|d| forecast.class(d));
        bout.result = forecast.result(die);
        let table = &self.s.kit.charts.melee.table;
        let row = table.row(i32::from(die) + forecast.shift.die);
        self.go_on(bout);
        self.say(cite!("13.2"), || What::Fought {
            attackers: bout.attackers.iter().map(UnitId).collect(),
            defenders: bout.defenders.iter().map(UnitId).collect(),
            hex: bout.target,
            attack: forecast.attack,
            defence: forecast.defence,
            reading: Reading {
                from: forecast.from,
                column: forecast.column,
                modifiers: forecast.modifiers,
                die,
                row,
            },
            result: bout.result,
        });
    }

    /// 13.3: a unit comes into the hex, with the commanders who go along.
    pub(crate) fn go_forward(&mut self, unit: UnitId, to: HexId, along: CommanderSet) {
        let Some(from) = self.s.hex(unit) else { return };
        self.s.put(unit, Whereabouts::Map(to));
        self.bring(along, to);
        self.say(cite!("13.3"), || What::Advanced {
            unit,
            commanders: along.iter().collect(),
            from,
            to,
        });
        self.align(unit, to);
        self.rough(unit, Some(from), to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{BRIDGE, CANAL, CLEAR, FORTIFICATION, GRAND_CANAL, RIVER, VILLAGE, behind_bit};
    use crate::data::standard;
    use crate::engine::{enact, list};
    use crate::options::Options;
    use crate::state::{Commander, Condition, Corps, Course, Unit, Work};
    use casus_core::{Board, Log, Scripted, SideFacing, Stacks, run};
    use proptest::prelude::*;
    use std::sync::Arc;

    /// A unit of an abstract order of battle, and the hexes that it may attack.
    fn duties(edges: &[&[u16]]) -> Duties {
        let able = edges.iter().zip(0u8..).filter(|(e, _)| !e.is_empty());
        let few = |hexes: &[u16]| {
            let mut few = Few::new();
            for &h in hexes {
                few.push(HexId(h));
            }
            few
        };
        Duties(able.map(|(e, u)| (UnitId(u), few(e))).collect())
    }

    /// Every allotment: each unit to one of its hexes, or to none.
    fn allotments(d: &Duties) -> Vec<Vec<Option<HexId>>> {
        let mut all = vec![Vec::new()];
        for (_, hexes) in &d.0 {
            let choices: Vec<Option<HexId>> = hexes.iter().map(Some).chain(core::iter::once(None)).collect();
            all = all
                .iter()
                .flat_map(|a: &Vec<Option<HexId>>| {
                    choices.iter().map(|&c| {
                        let mut a = a.clone();
                        a.push(c);
                        a
                    })
                })
                .collect();
        }
        all
    }

    fn covered(allotment: &[Option<HexId>]) -> usize {
        let mut hexes: Vec<_> = allotment.iter().flatten().collect();
        hexes.sort();
        hexes.dedup();
        hexes.len()
    }

    /// The words of ruling R60, by trying everything: the attacks on a hex that are allowed.
    fn allowed(d: &Duties, target: HexId) -> Vec<PieceSet> {
        let all = allotments(d);
        let best = all.iter().map(|a| covered(a)).max().unwrap();
        let mut sets: Vec<PieceSet> = Vec::new();
        for a in &all {
            let joins: PieceSet =
                d.0.iter()
                    .zip(a)
                    .filter(|(_, to)| **to == Some(target))
                    .map(|((u, _), _)| u.0)
                    .collect();
            let must = d.0.iter().filter(|(_, h)| h.iter().eq([target]));
            let bound = must.map(|(u, _)| u.0).all(|u| joins.contains(u));
            if !joins.is_empty() && bound && covered(a) == best && !sets.contains(&joins) {
                sets.push(joins);
            }
        }
        sets
    }

    fn permits(d: &Duties, target: HexId, attackers: PieceSet, joins: Option<UnitId>) -> bool {
        ALLOT_BARS.permit(&AllotFacts {
            laws: &Laws::PRINTED,
            duties: d,
            target,
            attackers,
            joins,
        })
    }

    fn subsets(of: &[u8]) -> impl Iterator<Item = PieceSet> + '_ {
        (0..1u32 << of.len()).map(|bits| {
            let picked = of.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1);
            picked.map(|(_, &u)| u).collect()
        })
    }

    fn agrees(d: &Duties) {
        let mut targets: Vec<HexId> = d.0.iter().flat_map(|(_, h)| h.iter()).collect();
        targets.sort();
        targets.dedup();
        for target in targets {
            let near: Vec<u8> =
                d.0.iter()
                    .filter(|(_, h)| h.contains(target))
                    .map(|(u, _)| u.0)
                    .collect();
            let allowed = allowed(d, target);
            assert!(!allowed.is_empty(), "{target:?} in {d:?}");
            let within = |small: PieceSet, great: PieceSet| small.without(great).is_empty();
            for draft in subsets(&near) {
                assert_eq!(
                    permits(d, target, draft, None),
                    allowed.contains(&draft),
                    "{target:?} by {draft:?} in {d:?}"
                );
                for &u in near.iter().filter(|&&u| !draft.contains(u)) {
                    let more = draft.union(PieceSet::one(u));
                    assert_eq!(
                        permits(d, target, draft, Some(UnitId(u))),
                        allowed.iter().any(|&a| within(more, a)),
                        "{target:?} by {draft:?} and {u} in {d:?}"
                    );
                }
                // What is stranded is another hex, which somebody in the draft could attack.
                if let Some(hex) = d.stranded(target, draft) {
                    assert!(hex != target && d.0.iter().any(|(_, h)| h.contains(hex)));
                }
            }
        }
    }

    /// Attacks by legal drafts alone, chosen by `pick`, until nobody is left who may: how many hexes were attacked, and
    /// whether anybody who could attack at first never did.
    fn play_out(mut d: Duties, mut pick: impl FnMut(usize) -> usize) -> (usize, bool) {
        let (mut hexes, mut idle) = (0, false);
        while !d.0.is_empty() {
            let mut targets: Vec<HexId> = d.0.iter().flat_map(|(_, h)| h.iter()).collect();
            targets.sort();
            targets.dedup();
            let target = targets[pick(targets.len())];
            let mut draft = PieceSet::EMPTY;
            loop {
                let joins: Vec<UnitId> =
                    d.0.iter()
                        .filter(|(u, h)| h.contains(target) && permits(&d, target, draft, Some(*u)))
                        .map(|(u, _)| *u)
                        .collect();
                let ready = permits(&d, target, draft, None);
                assert!(ready || !joins.is_empty(), "a draft cannot be completed");
                let n = pick(joins.len() + usize::from(ready));
                match joins.get(n) {
                    Some(u) => {
                        draft.insert(u.0);
                    }
                    None => break,
                }
            }
            hexes += 1;
            let left = d.0.iter().filter(|(u, _)| !draft.contains(u.0));
            let fewer: Vec<_> = left
                .map(|(u, h)| {
                    let mut few = Few::new();
                    h.iter().filter(|&h| h != target).for_each(|h| few.push(h));
                    (*u, few)
                })
                .collect();
            idle |= fewer.iter().any(|(_, h)| h.is_empty());
            d = Duties(fewer.into_iter().filter(|(_, h)| !h.is_empty()).collect());
        }
        (hexes, idle)
    }

    #[test]
    fn a_draft_names_what_it_would_strand() {
        // One unit can attack either hex, the other only hex 1.
        let d = duties(&[&[1, 2], &[1]]);
        let (one, both) = (PieceSet::one(0), [0, 1].into_iter().collect());
        assert_eq!(d.stranded(HexId(1), PieceSet::one(1)), None);
        assert_eq!(d.stranded(HexId(1), one), Some(HexId(2)));
        assert_eq!(d.stranded(HexId(1), both), Some(HexId(2)));
        assert_eq!(d.idle(HexId(1), PieceSet::EMPTY), Some(UnitId(1)));
        assert_eq!(d.idle(HexId(1), PieceSet::one(1)), None);
        assert_eq!(d.stranded(HexId(2), one), None);
        // Two hexes for one unit: one of them is attacked by nobody, whatever happens (ruling R14).
        let d = duties(&[&[1, 2]]);
        assert!(permits(&d, HexId(1), one, None) && permits(&d, HexId(2), one, None));
        assert!(!permits(&d, HexId(1), PieceSet::EMPTY, None));
        agrees(&d);
    }

    /// Units on a small board, each with its facing, and who of them may attack what.
    fn on_board(ours: &[(u16, u8)], enemies: &[u16]) -> Duties {
        let board = &standard().board;
        let base = board.parse("1010").unwrap();
        let disc: Vec<HexId> = Board::hexes_within(board, base, 2);
        let at = |n: u16| disc[usize::from(n) % disc.len()];
        let mut theirs: Vec<HexId> = enemies.iter().map(|&n| at(n)).collect();
        theirs.dedup();
        let able = ours.iter().zip(0u8..).filter_map(|(&(n, facing), u)| {
            let here = at(n);
            if theirs.contains(&here) {
                return None;
            }
            let facing = SideFacing::ALL[usize::from(facing) % 6];
            let mut hexes = Few::new();
            for (dir, to) in board.neighbours(here) {
                if facing.fronts(dir) && theirs.contains(&to) {
                    hexes.push(to);
                }
            }
            (!hexes.is_empty()).then_some((UnitId(u), hexes))
        });
        Duties(able.collect())
    }

    proptest! {
        #[test]
        fn the_allotment_agrees_with_every_allotment_tried(
            ours in prop::collection::vec((0u16..19, 0u8..6), 1..7),
            enemies in prop::collection::vec(0u16..19, 1..8),
        ) {
            agrees(&on_board(&ours, &enemies));
        }

        #[test]
        fn any_order_of_legal_attacks_does_all_that_can_be_done(
            ours in prop::collection::vec((0u16..19, 0u8..6), 1..12),
            enemies in prop::collection::vec(0u16..19, 1..9),
            picks in prop::collection::vec(any::<u8>(), 1..40),
        ) {
            let d = on_board(&ours, &enemies);
            let best = d.cover(PieceSet::EMPTY, None).len();
            let mut n = 0;
            let (hexes, idle) = play_out(d, |of| {
                n += 1;
                usize::from(picks[n % picks.len()]) % of
            });
            prop_assert_eq!((hexes, idle), (best, false));
        }
    }

    // ---- on the field ----

    fn at(text: &str) -> HexId {
        standard().board.parse(text).unwrap()
    }
    fn who(name: &str) -> UnitId {
        standard().roster.unit(name).unwrap()
    }
    fn dir(word: &str) -> Dir {
        let named = standard().board.orientation().dir_named(word);
        named.unwrap()
    }
    fn all(names: &[&str]) -> PieceSet {
        names.iter().map(|n| who(n).0).collect()
    }

    /// A Melee Phase on open, level ground. Far off two units face each other, so that the phase does not end.
    struct Field(State);

    impl Field {
        fn of(active: Side) -> Self {
            Self::on(active, |_| {})
        }
        fn on(active: Side, ground: impl Fn(&mut Board)) -> Self {
            let mut kit = (**standard()).clone();
            for h in kit.board.ids() {
                kit.board.set_terrain(h, CLEAR);
                kit.board.set_elevation(h, 0);
                for d in Dir::ALL {
                    kit.board.set_feature(h, d, u8::MAX, false);
                }
            }
            ground(&mut kit.board);
            // Pikes of these ratings, whatever play has set.
            for c in &mut kit.roster.counters {
                if c.swiss_pikemen() {
                    let strong = u8::from(c.replacement);
                    c.front.morale = 8 + strong;
                    c.back.morale = 6 + strong;
                }
            }
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
            let corps = |c: crate::components::CorpsId| Corps {
                morale: r[c].morale.unwrap_or(0),
                leader: r.commander_of(c),
                vacant: 0,
                ordered: false,
            };
            let s = State {
                options: Options::default(),
                scenario: 0,
                turn: 1,
                active,
                units: vec![unit; r.counters.len()],
                commanders: vec![commander; r.commanders.len()],
                corps: r.corps_ids().map(corps).collect(),
                stacks: Stacks::new(&kit.board, r.counters.len()),
                swiss_morale: 40,
                taken: u8::MAX,
                breached: true,
                works: Vec::new(),
                assaulted: Vec::new(),
                struck: Few::new(),
                braced: false,
                stack: vec![Stage::Course(Course::Melees)],
                outcome: None,
                kit: Arc::new(kit),
            };
            let (ours, theirs) = match active {
                Side::Swiss => ("III-Pike-9", "Navarro-Gas-5"),
                Side::French => ("Navarro-Gas-5", "III-Pike-9"),
            };
            Self(s).with(ours, "2020", "S").with(theirs, "2021", "N")
        }
        fn with(mut self, name: &str, hex: &str, facing: &str) -> Self {
            self.0.unit_mut(who(name)).facing = SideFacing::toward(dir(facing));
            self.0.put(who(name), Whereabouts::Map(at(hex)));
            self
        }
        fn so(mut self, name: &str, change: impl Fn(&mut Unit)) -> Self {
            change(self.0.unit_mut(who(name)));
            self
        }
        fn made(self, name: &str, condition: Condition) -> Self {
            self.so(name, |u| u.condition = condition)
        }
        fn hedgehog(self, name: &str) -> Self {
            self.so(name, |u| u.marks.set(Marks::HEDGEHOG))
        }
        fn led(mut self, name: &str, hex: &str) -> Self {
            let c = standard().roster.commander(name).unwrap();
            self.0.commander_mut(c).at = Whereabouts::Map(at(hex));
            self
        }
        fn choosing(mut self, choice: Choice) -> Self {
            self.0.options = self.0.options.with(choice);
            self
        }
        fn broken(mut self, corps: &str) -> Self {
            let corps = self.0.kit.roster.corps(corps).unwrap();
            self.0.corps_mut(corps).morale = 0;
            self
        }
        fn actions(&self) -> Vec<Action> {
            let mut out = Vec::new();
            list(&self.0, &mut out);
            out
        }
        /// What refuses an action, as citations.
        fn why_not(&self, action: Action) -> Vec<String> {
            let mut v = Verdict::full();
            crate::engine::judge(&self.0, action, &mut v);
            let listed = self.actions().contains(&action);
            match v.finish() {
                Ok(()) => {
                    assert!(listed, "{action:?} is not listed");
                    Vec::new()
                }
                Err(r) => {
                    assert!(!listed, "{action:?} is listed");
                    r.iter().map(|r| r.cite.to_string()).collect()
                }
            }
        }
        fn play(&mut self, actions: &[Action], faces: &[u8]) -> Vec<What> {
            let mut dice = Scripted::new(faces);
            let mut log = Log::new();
            for &a in actions {
                assert_eq!(self.why_not(a), [""; 0], "{a:?} of {:?}", self.actions());
                let mut e = Engine::new(&mut self.0, &mut dice, &mut log);
                enact(&mut e, a);
                run(&mut e);
            }
            assert_eq!((dice.fault(), dice.used()), (None, faces.len()));
            log.events().iter().map(|e| e.what.clone()).collect()
        }
        /// A melee of these units against a hex, up to the first decision after its die.
        fn fight(&mut self, names: &[&str], hex: &str, faces: &[u8]) -> Vec<What> {
            let mut actions = vec![Action::Assault(at(hex))];
            actions.extend(names.iter().map(|n| Action::Attack(who(n))));
            actions.push(Action::Resolve);
            self.play(&actions, faces)
        }
        /// The modifiers of a melee, each with its label.
        fn modifiers(&self, names: &[&str], hex: &str) -> Vec<(&'static str, i32)> {
            let forecast = forecast(&self.0, at(hex), all(names)).unwrap();
            let lines = forecast.modifiers.lines;
            lines.iter().map(|l| (l.label, l.value)).collect()
        }
        fn forecast(&self, names: &[&str], hex: &str) -> Forecast {
            forecast(&self.0, at(hex), all(names)).unwrap()
        }
    }

    /// The position of the printed example, up to its Melee Phase.
    fn example() -> Field {
        Field::of(Side::French)
            .with("Bayard-Gen-1", "1210", "S")
            .led("Bayard", "1210")
            .so("Bayard-Gen-1", |u| u.charge = Some(at("1211")))
            .with("I-Pike-1", "1211", "N")
            .made("I-Pike-1", Condition::Disordered)
    }

    #[test]
    fn the_printed_example() {
        let mut f = example();
        let (gendarmes, pikes) = (who("Bayard-Gen-1"), who("I-Pike-1"));
        let told = f.fight(&["Bayard-Gen-1"], "1211", &[2, 5]);
        let What::Fought {
            attack,
            defence,
            reading,
            result,
            ..
        } = &told[1]
        else {
            panic!("{told:?}");
        };
        assert_eq!((attack.total, defence.total), (8, 4));
        assert_eq!((&*reading.from, &*reading.column), ("2/1", "4/1"));
        assert_eq!((reading.die, reading.row), (2, 3));
        assert_eq!(reading.modifiers.shift, Some(Shift { columns: 2, die: 1 }));
        let lines = reading.modifiers.lines.iter();
        let lines: Vec<_> = lines.map(|l| (l.label, l.value)).collect();
        let want = [
            ("better morale", 1),
            ("better protection", 1),
            ("Cavalry Charge", 2),
            ("a commander with the attackers", 1),
        ];
        assert_eq!(lines, want);
        assert_eq!(result.to_string(), "- / *T-3");
        assert!(told.contains(&What::Replaced { unit: pikes }));
        assert!(told.contains(&What::Stands { unit: pikes }), "6 - 3 is failed");
        assert!(told.contains(&What::ChargeLapsed { unit: gendarmes }));
        let pikes = f.0.unit(pikes);
        assert!(pikes.replaced && pikes.condition == Condition::Disordered);
        // One point for the failure, one because pikemen do not rout.
        assert_eq!(f.0.swiss_morale, 38);
        // They still hold the hex: nobody advances, and the phase goes on.
        assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
    }

    #[test]
    fn who_may_attack_what() {
        let f = example();
        assert_eq!(f.why_not(Action::Assault(at("1211"))), [""; 0]);
        assert_eq!(f.why_not(Action::Assault(at("1212"))), ["13.0 [R99]"]);
        assert_eq!(f.why_not(Action::Assault(at("1210"))), ["13.0 [R99]"]);
        assert_eq!(f.why_not(Action::Done), ["13.1 [R60]"]);
        let turned = example().with("Bayard-Gen-1", "1210", "N");
        assert_eq!(turned.why_not(Action::Assault(at("1211"))), ["13.1"]);
        let mut drafting = example()
            .with("Bayard-Gen-2", "1112", "S")
            .with("King-Gen-1", "1311", "SW")
            .made("King-Gen-1", Condition::Routed)
            .with("King-Gen-2", "1111", "SE")
            .so("King-Gen-2", |u| u.marks.set(Marks::ATTACKED))
            .with("I-Pike-2", "1210", "N");
        drafting.0.put(who("I-Pike-2"), Whereabouts::Map(at("0505")));
        drafting.play(&[Action::Assault(at("1211"))], &[]);
        let why = |name| drafting.why_not(Action::Attack(who(name)));
        assert_eq!(why("Bayard-Gen-1"), [""; 0]);
        assert_eq!(why("Bayard-Gen-2"), ["3.3"]);
        assert_eq!(why("King-Gen-1"), ["13.0"]);
        assert_eq!(why("King-Gen-2"), ["13.1 [R61]"]);
        assert_eq!(why("I-Pike-2"), ["2.1", "3.3"]);
        assert_eq!(drafting.why_not(Action::Resolve), ["13.1", "13.1 [R60]"]);
        drafting.play(&[Action::Attack(who("Bayard-Gen-1"))], &[]);
        let again = drafting.why_not(Action::Attack(who("Bayard-Gen-1")));
        assert_eq!(again, ["13.1"]);
        assert_eq!(drafting.why_not(Action::Resolve), [""; 0]);
    }

    #[test]
    fn a_unit_without_melee_strength_neither_attacks_nor_owes_an_attack() {
        let mut f = example();
        let mut kit = (*f.0.kit).clone();
        kit.roster.counters[who("Bayard-Gen-1").index()].front.melee = 0;
        f.0.kit = Arc::new(kit);
        assert_eq!(f.why_not(Action::Assault(at("1211"))), ["13.1"]);
        assert!(!may_attack(&f.0, who("Bayard-Gen-1"), at("1211")));
        assert!(!phase_over(&f.0), "the others far off");
        f.0.assaulted.push(at("2021"));
        assert!(phase_over(&f.0));
    }

    #[test]
    fn a_hex_is_attacked_once_and_nobody_is_stranded() {
        let mut f = example()
            .with("King-Gen-1", "1111", "SE")
            .with("I-Pike-2", "1112", "NW");
        // The King's gendarmes alone reach the second hex.
        f.play(&[Action::Assault(at("1211"))], &[]);
        let join = Action::Attack(who("King-Gen-1"));
        assert!(f.0.fronts(who("King-Gen-1"), dir("SE")));
        assert_eq!(f.why_not(join), ["13.1 [R14]"]);
        let mut v = Verdict::full();
        crate::engine::judge(&f.0, join, &mut v);
        let at_hex = v.finish().unwrap_err().iter().next().unwrap().at;
        assert_eq!(at_hex, at("1112").place());
        f.play(&[Action::Attack(who("Bayard-Gen-1")), Action::Resolve], &[1, 2]);
        let again = f.why_not(Action::Assault(at("1211")));
        assert_eq!(again, ["13.1"]);
        assert_eq!(f.why_not(Action::Assault(at("1112"))), [""; 0]);
    }

    #[test]
    fn morale_and_protection_compare_all_with_all() {
        let base = || {
            Field::of(Side::French)
                .with("Bayard-Gen-1", "1210", "S")
                .with("I-Pike-1", "1211", "N")
        };
        let ours = ["Bayard-Gen-1"];
        // Morale 9 each; superior against normal protection.
        assert_eq!(base().modifiers(&ours, "1211"), [("better protection", 1)]);
        let f = base().made("I-Pike-1", Condition::Disordered);
        let both = [("better morale", 1), ("better protection", 1)];
        assert_eq!(f.modifiers(&ours, "1211"), both);
        let f = f.with("I-Pike-2", "1211", "N");
        assert_eq!(f.modifiers(&ours, "1211"), both[1..]);
        let f = base().made("Bayard-Gen-1", Condition::Disordered);
        let want = [("better morale of the defenders", -1), ("better protection", 1)];
        assert_eq!(f.modifiers(&ours, "1211"), want);
        let f = Field::of(Side::French)
            .with("Navarro-Gas-1", "1210", "S")
            .with("III-Pike-1", "1211", "N");
        let want = [
            ("better morale of the defenders", -1),
            ("better protection of the defenders", -1),
        ];
        assert_eq!(f.modifiers(&["Navarro-Gas-1"], "1211"), want);
        let strengths = f.forecast(&["Navarro-Gas-1"], "1211");
        assert_eq!((strengths.attack.total, strengths.defence.total), (3, 6));
        assert_eq!((&*strengths.from, &*strengths.column), ("1/2", "1/3"));
        assert_eq!(strengths.shift, Shift { columns: -1, die: 0 });
    }

    #[test]
    fn a_demoralized_corps_attacks_and_defends_badly() {
        let f = Field::of(Side::French)
            .with("Bayard-Gen-1", "1210", "S")
            .with("King-Gen-1", "1210", "S")
            .with("I-Pike-1", "1211", "N")
            .broken("King");
        let stack = ("an attacking stack is of a demoralized corps", -2);
        // Also when the unit itself does not attack (8.3); its morale of 7 is no longer better.
        assert!(f.modifiers(&["Bayard-Gen-1"], "1211").contains(&stack));
        assert!(f.modifiers(&["King-Gen-1"], "1211").contains(&stack));
        let f = Field::of(Side::Swiss)
            .with("I-Pike-1", "1211", "N")
            .with("King-Gen-1", "1210", "S")
            .broken("King");
        let want = [
            ("better morale", 1),
            ("better protection of the defenders", -1),
            ("a defender is of a demoralized corps", 2),
        ];
        assert_eq!(f.modifiers(&["I-Pike-1"], "1210"), want);
    }

    #[test]
    fn a_charge_counts_against_its_hex_and_no_hedgehog() {
        let charge = ("Cavalry Charge", 2);
        let has = |f: &Field| f.modifiers(&["Bayard-Gen-1"], "1211").contains(&charge);
        assert!(has(&example()));
        assert!(!has(&example().so("Bayard-Gen-1", |u| u.charge = Some(at("1311")))));
        let ordered = example().made("I-Pike-1", Condition::Order);
        assert!(has(&ordered));
        assert!(!has(&ordered.hedgehog("I-Pike-1")));
    }

    #[test]
    fn commanders_on_both_sides_cancel() {
        let ours = ["Bayard-Gen-1"];
        let of = |f: Field| {
            let lines = f.modifiers(&ours, "1211").into_iter();
            lines.filter(|l| l.0.contains("commander")).collect::<Vec<_>>()
        };
        assert_eq!(of(example()), [("a commander with the attackers", 1)]);
        let both = example().led("Steiner", "1211");
        assert_eq!(of(both), [("commanders on both sides", 0)]);
        let theirs = example().led("Bayard", "0505").led("Steiner", "1211");
        assert_eq!(of(theirs), [("a commander with the defenders", -1)]);
        // Two on one side count as one, and a bonus for fire is none.
        let two = example().led("Francois", "1210").led("Genouillac", "1210");
        assert_eq!(of(two), [("a commander with the attackers", 1)]);
    }

    #[test]
    fn infantry_and_hedgehogs() {
        let against = ("infantry against a hedgehog", 1);
        let f = Field::of(Side::French)
            .with("Guise-Lan-1", "1210", "S")
            .with("Bayard-Gen-1", "1111", "NE")
            .with("I-Pike-1", "1211", "N");
        assert!(!f.modifiers(&["Guise-Lan-1"], "1211").contains(&against));
        let f = f.hedgehog("I-Pike-1");
        assert!(f.modifiers(&["Guise-Lan-1"], "1211").contains(&against));
        assert!(!f.modifiers(&["Bayard-Gen-1"], "1211").contains(&against));
        let with = ("a hedgehog against infantry", -1);
        let f = Field::of(Side::French)
            .with("Guise-Lan-1", "1210", "N")
            .hedgehog("Guise-Lan-1")
            .with("I-Pike-1", "1211", "N");
        assert!(f.modifiers(&["Guise-Lan-1"], "1211").contains(&with));
        assert!(may_attack(&f.0, who("Guise-Lan-1"), at("1211")));
    }

    #[test]
    fn the_rear_the_routed_and_the_other_reading() {
        let rear = ("on the rear", 2);
        let routed = ("on a routed unit", 4);
        let of = |f: &Field, names: &[&str]| {
            let lines = f.modifiers(names, "1211").into_iter();
            lines.filter(|&l| l == rear || l == routed).collect::<Vec<_>>()
        };
        let base = || {
            Field::of(Side::French)
                .with("Bayard-Gen-1", "1210", "S")
                .with("Bayard-Gen-2", "1212", "N")
                .with("III-Pike-1", "1211", "N")
        };
        let (front, back) = (["Bayard-Gen-1"], ["Bayard-Gen-2"]);
        let both = ["Bayard-Gen-1", "Bayard-Gen-2"];
        assert_eq!(of(&base(), &front), []);
        assert_eq!(of(&base(), &back), [rear]);
        assert_eq!(of(&base(), &both), [rear]);
        let other = base().choosing(Choice::R62);
        assert_eq!(of(&other, &both), []);
        assert_eq!(of(&other, &back), [rear]);
        assert_eq!(of(&base().hedgehog("III-Pike-1"), &back), []);
        // Arquebusiers beside a hedgehog are not taken from behind either (ruling R51).
        let mixed = || base().with("Arq-1", "1211", "N");
        assert_eq!(of(&mixed(), &back), [rear]);
        assert_eq!(of(&mixed().hedgehog("III-Pike-1"), &back), []);
        let run = |f: Field| f.made("Arq-1", Condition::Routed);
        assert_eq!(of(&run(mixed()), &front), [routed]);
        assert_eq!(of(&run(mixed()), &both), [routed]);
        assert_eq!(of(&run(mixed()).choosing(Choice::R62), &front), []);
        assert_eq!(of(&run(mixed()).choosing(Choice::R62), &back), [rear]);
    }

    #[test]
    fn the_ground_counts_as_the_terrain_table_has_it() {
        let ground = |board: &mut Board| {
            board.set_terrain(at("1211"), VILLAGE);
            board.set_feature(at("1211"), dir("N"), CANAL, true);
            board.set_feature(at("1211"), dir("NW"), RIVER | BRIDGE, true);
            board.set_feature(at("1211"), dir("S"), GRAND_CANAL, true);
        };
        let f = Field::on(Side::French, ground)
            .with("Bayard-Gen-1", "1210", "S")
            .with("Bayard-Gen-2", "1212", "N")
            .with("III-Pike-1", "1211", "N")
            .hedgehog("III-Pike-1");
        let f = f.with("Bayard-Gen-3", "1111", "SE");
        let of = |names: &[&str]| f.modifiers(names, "1211").split_off(2);
        let village = ("the terrain of the defenders", -2);
        let canal = ("over a canal", -1);
        assert_eq!(of(&["Bayard-Gen-1"]), [village, canal]);
        let bridge = ("over a bridge", -1);
        assert_eq!(of(&["Bayard-Gen-3"]), [village, bridge]);
        let grand = ("over the grand canal", -2);
        let three = ["Bayard-Gen-1", "Bayard-Gen-2", "Bayard-Gen-3"];
        assert_eq!(of(&three), [village, canal, grand, bridge]);
    }

    #[test]
    fn slopes_help_who_stands_higher() {
        let f = |target: i8, south: i8| {
            Field::on(Side::French, |board: &mut Board| {
                board.set_elevation(at("1211"), target);
                board.set_elevation(at("1212"), south);
            })
            .with("Bayard-Gen-1", "1210", "S")
            .with("Bayard-Gen-2", "1212", "N")
            .with("III-Pike-1", "1211", "N")
            .hedgehog("III-Pike-1")
        };
        let of = |f: &Field, names: &[&str]| f.modifiers(names, "1211").split_off(2);
        let (north, south) = (["Bayard-Gen-1"], ["Bayard-Gen-2"]);
        let both = ["Bayard-Gen-1", "Bayard-Gen-2"];
        let (up, down) = (("up a slope", -1), ("down a slope", 1));
        assert_eq!(of(&f(1, 1), &north), [up]);
        assert_eq!(of(&f(1, 1), &south), []);
        assert_eq!(of(&f(1, 1), &both), [up]);
        assert_eq!(of(&f(0, 1), &south), [down]);
        assert_eq!(of(&f(0, 1), &both), [], "not all come down");
        assert_eq!(of(&f(1, 2), &both), [up]);
    }

    #[test]
    fn fortifications_shelter_one_side_alone() {
        let south = dir("S");
        let wall = |board: &mut Board| {
            // Whoever is in 1211 is behind it.
            let bits = FORTIFICATION | behind_bit(dir("N"));
            board.set_feature(at("1211"), dir("N"), bits, true);
        };
        let over = ("over a fortification", -2);
        let f = Field::on(Side::French, wall)
            .with("Bayard-Gen-1", "1210", "S")
            .with("III-Pike-1", "1211", "N");
        assert!(f.modifiers(&["Bayard-Gen-1"], "1211").contains(&over));
        let f = Field::on(Side::French, wall)
            .with("Bayard-Gen-1", "1211", "N")
            .with("III-Pike-1", "1210", "S");
        assert!(!f.modifiers(&["Bayard-Gen-1"], "1210").contains(&over));
        // One built at night counts as a printed one for its hex.
        let mut f = Field::of(Side::Swiss)
            .with("I-Pike-1", "1210", "S")
            .with("Guise-Lan-1", "1211", "N");
        let (hex, side) = (at("1211"), south.opposite());
        f.0.works.push(Work { hex, side });
        assert!(f.modifiers(&["I-Pike-1"], "1211").contains(&over));
    }

    #[test]
    fn a_forecast_wants_a_melee() {
        let f = example();
        let ours = all(&["Bayard-Gen-1"]);
        assert!(forecast(&f.0, at("1211"), PieceSet::EMPTY).is_none());
        assert!(forecast(&f.0, at("1212"), ours).is_none(), "nobody is there");
        assert!(forecast(&f.0, at("2021"), ours).is_none(), "too far off");
        assert!(forecast(&f.0, HexId(u16::MAX), ours).is_none());
        assert!(forecast(&f.0, at("1211"), PieceSet::one(u8::MAX)).is_none());
        assert!(forecast(&f.0, at("1211"), all(&["I-Pike-1"])).is_none());
        let forecast = f.forecast(&["Bayard-Gen-1"], "1211");
        let results = forecast.results.map(|r| r.to_string());
        assert_eq!(results[1], "- / *T-3");
        assert_eq!(forecast.class(1), 0);
        // The leftover of +1 reads the last row for 5 and for 6.
        assert_eq!(forecast.class(6), forecast.class(5));
    }

    #[test]
    fn attackers_over_water_are_put_to_the_test_before_the_odds() {
        let wet = |features: u8| {
            Field::on(Side::French, move |b: &mut Board| {
                b.set_feature(at("1211"), dir("N"), features, true);
            })
            .with("Bayard-Gen-1", "1210", "S")
            .with("Bayard-Gen-2", "1210", "S")
            .with("III-Pike-1", "1211", "N")
            .made("III-Pike-1", Condition::Disordered)
        };
        let ours = ["Bayard-Gen-1", "Bayard-Gen-2"];
        let strength = |told: &[What]| {
            let fought = told.iter().find_map(|w| match w {
                What::Fought { attack, .. } => Some(attack.total),
                _ => None,
            });
            fought.unwrap()
        };
        // The canal: one fails its test, 10 against 9, and fights with 5. The defenders are lost.
        let told = wet(CANAL).fight(&ours, "1211", &[10, 4, 6]);
        assert_eq!(strength(&told), 13);
        // The river disorders both without a die, a bridge nobody.
        let told = wet(RIVER).fight(&ours, "1211", &[6]);
        assert_eq!(strength(&told), 10);
        let told = wet(RIVER | BRIDGE).fight(&ours, "1211", &[6]);
        assert_eq!(strength(&told), 16);
    }

    #[test]
    fn an_emptied_hex_may_be_entered() {
        let mut f = Field::of(Side::French)
            .with("Bayard-Gen-1", "1210", "S")
            .with("Bayard-Gen-2", "1210", "S")
            .with("Guise-Lan-1", "1212", "N")
            .led("Bayard", "1210")
            .with("III-Pike-1", "1211", "N")
            .made("III-Pike-1", Condition::Disordered);
        let ours = ["Bayard-Gen-1", "Bayard-Gen-2", "Guise-Lan-1"];
        let told = f.fight(&ours, "1211", &[3]);
        let lost = who("III-Pike-1");
        assert!(told.contains(&What::Eliminated { unit: lost }));
        let [one, two, foot] = ours.map(|n| Action::Advance(who(n)));
        assert_eq!(f.actions(), [one, two, foot, Action::Done]);
        let outsider = f.why_not(Action::Advance(who("Navarro-Gas-5")));
        assert_eq!(outsider, ["13.3", "13.3"], "nowhere near, and no part");
        let bayard = standard().roster.commander("Bayard").unwrap();
        let told = f.play(&[one, Action::Escort(bayard)], &[]);
        let advanced = What::Advanced {
            unit: who("Bayard-Gen-1"),
            commanders: vec![bayard],
            from: at("1210"),
            to: at("1211"),
        };
        assert!(told.contains(&advanced), "{told:?}");
        assert_eq!(f.0.commander(bayard).at, Whereabouts::Map(at("1211")));
        assert_eq!(f.why_not(foot), ["5.2"]);
        assert_eq!(f.why_not(one), ["13.3"]);
        let east = SideFacing::toward(dir("NE"));
        f.play(&[two, Action::Face(east)], &[]);
        for name in &ours[..2] {
            assert_eq!(f.0.hex(who(name)), Some(at("1211")));
            assert_eq!(f.0.unit(who(name)).facing, east);
        }
        assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
    }

    #[test]
    fn nobody_need_advance_and_hedgehogs_and_guns_may_not() {
        let wet = |b: &mut Board| {
            b.set_feature(at("1211"), dir("S"), RIVER, true);
        };
        let mut f = Field::on(Side::French, wet)
            .with("Guise-Lan-1", "1210", "S")
            .hedgehog("Guise-Lan-1")
            .with("Genouillac-Art-1", "1212", "N")
            .with("Bayard-Gen-1", "1111", "SE")
            .with("Milan-1", "1211", "N")
            .made("Milan-1", Condition::Disordered);
        let ours = ["Guise-Lan-1", "Genouillac-Art-1", "Bayard-Gen-1"];
        f.fight(&ours, "1211", &[6]);
        let why = |name| f.why_not(Action::Advance(who(name)));
        assert_eq!(why("Guise-Lan-1"), ["9.4 [R71]"]);
        assert_eq!(why("Genouillac-Art-1"), ["9.0 [R71]"]);
        assert_eq!(why("Bayard-Gen-1"), [""; 0]);
        f.play(&[Action::Done], &[]);
        assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
    }

    #[test]
    fn desorg_takes_the_survivors_one_by_one_in_their_owners_order() {
        let mut f = Field::of(Side::French)
            .with("Milan-1", "1211", "N")
            .with("Arq-1", "1211", "N")
            .with("III-Pike-1", "1211", "N");
        f.0.put(who("Milan-1"), Whereabouts::Absent);
        let mut bout = Bout::new(at("1211"));
        bout.at = BoutAt::Tests(Party::Defenders);
        bout.defenders = all(&["Arq-1", "III-Pike-1"]);
        bout.result = MeleeResult::named("- / D").unwrap();
        f = f.made("Arq-1", Condition::Disordered);
        f.0.stack.push(Stage::Bout(bout));
        let mut log = Log::new();
        let mut dice = Scripted::new(&[]);
        run(&mut Engine::new(&mut f.0, &mut dice, &mut log));
        let (arq, pike) = (Action::Test(who("Arq-1")), Action::Test(who("III-Pike-1")));
        let mut listed = f.actions();
        listed.sort();
        let mut want = vec![arq, pike];
        want.sort();
        assert_eq!(listed, want);
        f.play(&[arq], &[]);
        assert!(f.0.routed(who("Arq-1")) && f.0.hex(who("Arq-1")) != Some(at("1211")));
        assert_eq!(f.0.unit(who("III-Pike-1")).condition, Condition::Disordered);
        // A point for each failure, and one for the arquebusiers who rout.
        assert_eq!(f.0.swiss_morale, 37);
    }

    #[test]
    fn both_sides_lose_and_test_the_defenders_first() {
        let mut f = Field::of(Side::French)
            .with("Bayard-Gen-1", "1210", "S")
            .with("Bayard-Gen-2", "1210", "S")
            .with("I-Pike-1", "1211", "N")
            .with("I-Pike-2", "1211", "N");
        let mut bout = Bout::new(at("1211"));
        bout.at = BoutAt::Stars(Party::Defenders);
        bout.attackers = all(&["Bayard-Gen-1", "Bayard-Gen-2"]);
        bout.defenders = all(&["I-Pike-1", "I-Pike-2"]);
        bout.result = MeleeResult::named("*T-1 / *T-2").unwrap();
        f.0.stack.push(Stage::Bout(bout));
        let lose = |n| Action::Lose(who(n));
        assert!(f.actions().is_empty(), "nothing is asked before it runs");
        let mut log = Log::new();
        run(&mut Engine::new(&mut f.0, &mut Scripted::new(&[]), &mut log));
        assert_eq!(f.actions(), [lose("I-Pike-1"), lose("I-Pike-2")]);
        let told = f.play(&[lose("I-Pike-1"), lose("Bayard-Gen-1"), Action::Test(who("I-Pike-2"))], &[7, 6, 8]);
        let tests: Vec<_> = told
            .iter()
            .filter_map(|w| match w {
                What::Tested { unit, morale, why, .. } => Some((*unit, morale.total, *why)),
                _ => None,
            })
            .collect();
        let want = [
            (who("I-Pike-2"), 7, Why::Melee(2)),
            (who("I-Pike-1"), 6, Why::Melee(2)),
            (who("Bayard-Gen-2"), 8, Why::Melee(1)),
        ];
        assert_eq!(tests, want);
    }
}
