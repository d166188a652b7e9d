//! 13.2: the strengths of a melee, its modifiers and what it would come to; with 3.3, 7.4 and 8.3.

use crate::casebook::cite;
use crate::charts::{MeleeModifiers, MeleeResult, TerrainRow, TerrainTable};
use crate::components::{Bonus, CLEAR, Class, CommanderId, UnitId};
use crate::options::Choice;
use crate::state::combat::Party;
use crate::state::position::State;
use casus_core::{Column, Dir, Few, HexId, Ledger, Line, Modifier, Modifiers, PieceSet, Place, Share, Shift, give};
use serde::Serialize;

/// The facts of a melee: who attacks whom, on the ground between them.
///
/// After the test of those who attack over water (ruling R67): strengths and morale are those of the dice.
#[derive(Debug)]
pub struct MeleeFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The hex that is attacked.
    pub target: HexId,
    /// The units that attack together.
    pub attackers: PieceSet,
    /// Who is attacked.
    pub defenders: PieceSet,
}

casus_core::questions!(MeleeFacts);

impl<'a> MeleeFacts<'a> {
    /// The facts, if there are units of one side in the hex and units of the other, beside it, attack them.
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
    /// The hexes that the attackers come from, each with the way to the target.
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
    /// The least of one party, if all of it are better than all of the other (ruling R64).
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
    /// The bonus of a party's commander, if the other has none; worth this much to the attackers.
    fn bonus_of(&self, party: Party, other: Party, sign: i32) -> Option<Share> {
        let (bonus, who) = self.bonus(party)?;
        give(self.bonus(other).is_none(), sign * i32::from(bonus), who.place())
    }
    /// The attackers' commander, if both parties have one.
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
    /// An attacker who charges the hex.
    fn charger(&self) -> Option<Place> {
        let charges = |&u: &UnitId| self.s.unit(u).charge == Some(self.target);
        self.attackers().find(charges).map(UnitId::place)
    }
    fn infantry(&self, units: PieceSet) -> bool {
        units.iter().any(|u| self.s.class(UnitId(u)) == Class::Infantry)
    }
    /// What the terrain of the defenders gives, unless it is clear and gives nothing.
    fn terrain(&self) -> Option<i32> {
        let code = self.s.game_data.board.terrain(self.target);
        let value = self.s.game_data.charts.terrain.hex(code).melee;
        (value != 0 || code != CLEAR).then_some(value)
    }
    /// Over a fortification that shelters the defenders (ruling R98).
    fn wall(&self) -> Option<Share> {
        let value = self.s.game_data.charts.terrain.fortification.melee;
        self.sides(value, |_, d| self.s.sheltered(self.target, d.opposite()))
    }
    fn hedgehog(&self) -> Option<UnitId> {
        self.defenders().find(|&u| self.s.hedgehog(u))
    }
    /// Whether a defender has no rear and is not charged: it is in hedgehog, or it is Swiss arquebusiers with one (9.4,
    /// rulings R51 and R101).
    fn covered(&self, defender: UnitId) -> bool {
        self.s.hedgehog(defender) || self.s.skirmishes(defender) && self.hedgehog().is_some()
    }
    /// Whether a Charge finds anybody whom no hedgehog covers.
    fn exposed(&self) -> bool {
        self.defenders().any(|d| !self.covered(d))
    }
    /// Whether an attack from a hex comes in behind a defender.
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

/// The modifiers of a melee, each for the attackers, in columns of the Melee Table and in the order of 13.2: asked of the
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

/// What a melee would come to as things stand, before tests over water (9.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    pub(crate) fn class(&self, die: u8) -> u16 {
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
