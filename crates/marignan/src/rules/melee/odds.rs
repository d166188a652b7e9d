//! 13.2: the strengths of a melee, its modifiers and its forecast; with 3.3, 7.4 and 8.3.

use crate::casebook::cite;
use crate::charts::{MeleeModifiers, MeleeResult, TerrainRow, TerrainTable};
use crate::components::{Bonus, CLEAR, Class, CommanderId, UnitId};
use crate::options::Choice;
use crate::state::combat::Party;
use crate::state::position::State;
use casus_core::{Column, Dir, Few, HexId, Ledger, Line, Modifier, Modifiers, PieceSet, Place, Share, Shift, give};
use serde::Serialize;

/// The facts of a melee: attackers, defenders and the terrain between them.
///
/// They are taken after the tests of units that attack over water (ruling R67), so strengths and morale are those in force when
/// the die is rolled.
#[derive(Debug)]
pub struct MeleeFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The hex that is attacked.
    pub target: HexId,
    /// The units that attack together.
    pub attackers: PieceSet,
    /// The units that are attacked.
    pub defenders: PieceSet,
}

casus_core::questions!(MeleeFacts);

impl<'a> MeleeFacts<'a> {
    /// Creates the facts if the hex holds units of one side and all attackers are units of the other, adjacent to it.
    fn new(s: &'a State, target: HexId, attackers: PieceSet) -> Option<Self> {
        let board = &s.game_data.board;
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
        &self.s.game_data.charts.melee_modifiers
    }
    fn attackers(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.attackers.iter().map(UnitId)
    }
    fn defenders(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.defenders.iter().map(UnitId)
    }
    /// The hexes of the attackers, each with the direction to the target.
    fn ways(&self) -> impl Iterator<Item = (HexId, Dir)> + '_ {
        self.s
            .game_data
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
    /// The worst unit of one party, if all its units are better than all units of the other (ruling R64).
    fn better<K: Ord>(of: PieceSet, over: PieceSet, key: impl Fn(UnitId) -> K) -> Option<Place> {
        let least = of.iter().map(UnitId).min_by_key(|&u| key(u))?;
        let best = over.iter().map(|u| key(UnitId(u))).max()?;
        (key(least) > best).then(|| least.place())
    }
    fn better_morale(&self, of: PieceSet, over: PieceSet) -> Option<Place> {
        Self::better(of, over, |u| self.s.morale(u))
    }
    fn better_protection(&self, of: PieceSet, over: PieceSet) -> Option<Place> {
        Self::better(of, over, |u| self.s.counter(u).protection)
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
    /// The bonus of a party's commander, if the other party has none, with the sign of its effect on the attackers.
    fn bonus_of(&self, party: Party, other: Party, sign: i32) -> Option<Share> {
        let (bonus, who) = self.bonus(party)?;
        give(self.bonus(other).is_none(), sign * i32::from(bonus), who.place())
    }
    /// The attackers' commander, with value 0, if both parties have one.
    fn rivals(&self) -> Option<Share> {
        let (_, who) = self.bonus(Party::Attackers)?;
        give(self.bonus(Party::Defenders).is_some(), 0, who.place())
    }
    /// A hex of attackers with a unit of a demoralized corps.
    fn shaken_attackers(&self) -> Option<Place> {
        self.ways()
            .find(|&(h, _)| self.s.shaken_stack(h))
            .map(|(h, _)| h.place())
    }
    /// An attacker that charges the hex.
    fn charger(&self) -> Option<Place> {
        let charges = |&u: &UnitId| self.s.unit(u).charge == Some(self.target);
        self.attackers().find(charges).map(UnitId::place)
    }
    fn infantry(&self, units: PieceSet) -> bool {
        units.iter().any(|u| self.s.class(UnitId(u)) == Class::Infantry)
    }
    /// The modifier of the defenders' terrain, unless it is clear and the modifier is 0.
    fn terrain(&self) -> Option<i32> {
        let code = self.s.game_data.board.terrain(self.target);
        let value = self.s.game_data.charts.terrain.hex(code).melee;
        (value != 0 || code != CLEAR).then_some(value)
    }
    /// The modifier of an attack over a fortification that protects the defenders (ruling R98).
    fn wall(&self) -> Option<Share> {
        let value = self.s.game_data.charts.terrain.fortification.melee;
        self.sides(value, |_, d| self.s.sheltered(self.target, d.opposite()))
    }
    fn hedgehog(&self) -> Option<UnitId> {
        self.defenders().find(|&u| self.s.hedgehog(u))
    }
    /// Whether a defender has no rear and cannot be charged: it is in hedgehog, or it is Swiss arquebusiers stacked with one
    /// (9.4, rulings R51 and R101).
    fn covered(&self, defender: UnitId) -> bool {
        self.s.hedgehog(defender) || self.s.skirmishes(defender) && self.hedgehog().is_some()
    }
    /// Whether a defender is not covered by a hedgehog, so that a Charge has an effect.
    fn exposed(&self) -> bool {
        self.defenders().any(|d| !self.covered(d))
    }
    /// Whether an attack from a hex is in the rear of a defender.
    fn rear_of(&self, defender: UnitId, from: HexId) -> bool {
        !self.covered(defender) && self.s.behind(defender, from)
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
    /// A modifier of hexsides (ruling R105). One against the attackers applies if any attacker crosses such a side; one for
    /// them applies only if all do.
    fn sides(&self, value: i32, such: impl Fn(HexId, Dir) -> bool) -> Option<Share> {
        let mut over = self.ways().filter(|&(h, d)| such(h, d));
        let (from, dir) = over.next()?;
        let all = 1 + over.count() == self.ways().count();
        let place = Place::Hexside(from.0, dir.index() as u8);
        give(value <= 0 || all, value, place)
    }
    /// The modifier of a row of the Terrain Table for water, or for a bridge over it.
    fn water(&self, row: fn(&TerrainTable) -> &TerrainRow) -> Option<Share> {
        let row = row(&self.s.game_data.charts.terrain);
        self.sides(row.melee, |h, d| {
            let water = self.s.crossing(h, d).water;
            water.is_some_and(|w| core::ptr::eq(w, row))
        })
    }
    fn slope(&self, sign: i32) -> Option<Share> {
        let value = self.s.game_data.charts.terrain.slope.melee;
        self.sides(-sign * value, |h, d| self.s.crossing(h, d).climb.signum() == sign)
    }
}

type M = Modifier<MeleeFacts<'static>>;

fn target(f: &MeleeFacts) -> Place {
    f.target.place()
}

/// Modifiers of a melee, as seen by the attackers, in columns of the Melee Table and in the order of 13.2. Computed for all
/// attackers together. Named `melee-modifier`.
pub static MELEE_MODIFIERS: Modifiers<MeleeFacts> = Modifiers {
    name: "melee-modifier",
    list: &[
        M::by(cite!("13.2", "R64"), "better morale")
            .shares(|f| give(true, f.values().morale, f.better_morale(f.attackers, f.defenders)?)),
        M::by(cite!("13.2", "R64"), "better morale of the defenders")
            .shares(|f| give(true, -f.values().morale, f.better_morale(f.defenders, f.attackers)?)),
        M::by(cite!("13.2"), "better protection")
            .shares(|f| give(true, f.values().protection, f.better_protection(f.attackers, f.defenders)?)),
        M::by(cite!("13.2"), "better protection of the defenders")
            .shares(|f| give(true, -f.values().protection, f.better_protection(f.defenders, f.attackers)?)),
        M::by(cite!("8.3", "R05"), "an attacking stack is of a demoralized corps")
            .shares(|f| give(true, -f.values().demoralized, f.shaken_attackers()?)),
        M::by(cite!("13.2", "R05"), "a defender is of a demoralized corps")
            .shares(|f| give(true, f.values().demoralized, f.defenders().find(|&u| f.s.shaken(u))?.place())),
        M::by(cite!("13.2", "R66"), "Cavalry Charge").shares(|f| give(f.exposed(), f.values().charge, f.charger()?)),
        M::by(cite!("7.4", "R65"), "a commander with the attackers")
            .shares(|f| f.bonus_of(Party::Attackers, Party::Defenders, 1)),
        M::by(cite!("7.4", "R65"), "a commander with the defenders")
            .shares(|f| f.bonus_of(Party::Defenders, Party::Attackers, -1)),
        M::by(cite!("13.2", "R65"), "commanders on both sides").shares(|f| f.rivals()),
        M::by(cite!("13.2"), "infantry against a hedgehog")
            .shares(|f| give(f.infantry(f.attackers), f.values().hedgehog, f.hedgehog()?.place())),
        M::by(cite!("13.2"), "a hedgehog against infantry").shares(|f| {
            let hedgehog = f.attackers().find(|&u| f.s.all_round(u))?;
            give(f.infantry(f.defenders), -f.values().hedgehog, hedgehog.place())
        }),
        M::by(cite!("3.3", "R62"), "on the rear").adds(target, |f| f.rear().then_some(f.values().rear)),
        M::by(cite!("13.2", "R62"), "on a routed unit")
            .shares(|f| give(f.routed(), f.values().routed, f.defenders().find(|&u| f.s.routed(u))?.place())),
        M::by(cite!("13.2"), "the terrain of the defenders").adds(target, |f| f.terrain()),
        M::by(cite!("13.2", "R105"), "over a canal").shares(|f| f.water(|t| &t.canal)),
        M::by(cite!("13.2", "R105"), "over the river").shares(|f| f.water(|t| &t.river)),
        M::by(cite!("13.2", "R105"), "over the grand canal").shares(|f| f.water(|t| &t.grand_canal)),
        M::by(cite!("13.2", "R105"), "over a bridge").shares(|f| f.water(|t| &t.bridge)),
        M::by(cite!("13.2", "R105"), "up a slope").shares(|f| f.slope(1)),
        M::by(cite!("13.2", "R105"), "down a slope").shares(|f| f.slope(-1)),
        M::by(cite!("13.2", "R98"), "over a fortification").shares(|f| f.wall()),
    ],
};

/// The forecast of a melee in this position, before tests over water (9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// The attackers' strengths, one line for each unit.
    pub attack: Ledger,
    /// The defenders' strengths, one line for each unit.
    pub defence: Ledger,
    /// The modifiers, as seen by the attackers.
    pub modifiers: Ledger,
    /// The heading of the column of the odds before any shift, such as `"2/1"`.
    pub from: String,
    /// The heading of the column that is read.
    pub column: String,
    /// The total shift of the modifiers.
    pub shift: Shift,
    /// The result of each face of the die, 1 to 6, including what is left of the shift and modifies the die.
    pub results: [MeleeResult; 6],
}

impl Forecast {
    /// Returns the result of a face of the die, 1 to 6.
    pub fn result(&self, die: u8) -> MeleeResult {
        self.results[usize::from(die.clamp(1, 6) - 1)]
    }
    /// Returns the same number for all faces with the same result.
    pub(crate) fn class(&self, die: u8) -> u16 {
        let result = self.result(die);
        let first = self.results.iter().position(|&r| r == result);
        first.unwrap_or_default() as u16
    }
}

/// Returns the forecast of a melee of these attackers against a hex (13.2). Returns `None` if the hex has no defenders, there
/// are no attackers, or one of them is not an enemy unit adjacent to it. It does not check whether they may attack.
pub fn forecast(s: &State, target: HexId, attackers: PieceSet) -> Option<Forecast> {
    let facts = MeleeFacts::new(s, target, attackers)?;
    let attack = facts.strength(facts.attackers);
    let defence = facts.strength(facts.defenders);
    let mut modifiers = MELEE_MODIFIERS.ledger(0, &facts);
    let shift = modifiers.shifts();
    let chart = &s.game_data.charts.melee;
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
