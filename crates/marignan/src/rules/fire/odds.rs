//! 12.4: the strength of a shot, its modifiers and its forecast; with 7.3 and 8.3.

use crate::casebook::cite;
use crate::charts::{FireModifiers, Toll};
use crate::components::{Bonus, Class, DENSE, FARM, Protection, UnitId, VILLAGE};
use crate::options::Choice;
use crate::rules::fire::shot::ShotFacts;
use crate::state::combat::Mode;
use crate::state::position::State;
use casus_core::{Column, Dir, HexId, Ledger, Modifier, Modifiers, PieceSet, Place, Share, Shift, bearing, give};
use serde::Serialize;

type S = Modifier<ShotFacts<'static>>;

fn unit(f: &ShotFacts) -> Place {
    f.unit.place()
}

impl ShotFacts<'_> {
    /// The change of strength by a range of more than one hex.
    fn far(&self) -> Option<i32> {
        (self.range > 1).then(|| self.by_range())
    }
    fn artillery(&self) -> bool {
        self.s.class(self.unit) == Class::Artillery
    }
}

/// The fire strength of one unit of a shot: the strength printed on its face, changed by the range (12.1). Computed for each
/// firer. Named `fire-strength`.
pub static STRENGTH: Modifiers<ShotFacts> = Modifiers {
    name: "fire-strength",
    list: &[
        S::by(cite!("1.1"), "fire strength").adds(unit, |f| Some(f.printed().into())),
        S::by(cite!("12.1"), "artillery loses two for each hex beyond the first")
            .adds(unit, |f| f.far().filter(|_| f.artillery())),
        S::by(cite!("12.1"), "at two hexes its strength is 1").adds(unit, |f| f.far().filter(|_| !f.artillery())),
    ],
};

/// The facts of a shot as a whole.
///
/// The firers are those named so far, in one hex or in several.
#[derive(Debug)]
pub struct VolleyFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The units that fire together.
    pub firers: PieceSet,
    /// The target hex.
    pub target: HexId,
}

casus_core::questions!(VolleyFacts);

impl VolleyFacts<'_> {
    fn firers(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.firers.iter().map(UnitId)
    }
    fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.firers().filter_map(|u| self.s.hex(u))
    }
    fn values(&self) -> &FireModifiers {
        &self.s.game_data.charts.fire_modifiers
    }
    /// The modifier of this terrain, if the target hex has it.
    fn terrain(&self, code: u8) -> Option<i32> {
        let here = self.s.game_data.board.terrain(self.target) == code;
        here.then(|| self.s.game_data.charts.terrain.hex(code).fire)
    }
    /// A firing hex that holds a unit of a demoralized corps.
    fn shaken(&self) -> Option<Place> {
        self.hexes().find(|&h| self.s.shaken_stack(h)).map(HexId::place)
    }
    /// Whether the target consists of Swiss arquebusiers alone (12.4, ruling R57).
    fn skirmishers(&self) -> bool {
        let mut units = self.s.units_at(self.target).peekable();
        units.peek().is_some() && units.all(|u| self.s.skirmishes(u))
    }
    /// The modifier of a fortified side of the target hex that a line of fire crosses.
    fn wall(&self) -> Option<Share> {
        let value = self.s.game_data.charts.terrain.fortification.fire;
        let dir = self.over()?;
        give(true, value, Place::Hexside(self.target.0, dir.index() as u8))
    }
    /// Whether the protection of the target has this degree (12.4, ruling R57).
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
    /// The fire bonus of the commander of a unit's corps, if he and the unit are in the hex (7.3).
    fn bonus_in(&self, hex: HexId, unit: UnitId) -> Option<Share> {
        let s = self.s;
        let captain = s.corps(s.corps_of(unit)?).leader?;
        let together = s.hex(unit) == Some(hex) && s.commander(captain).at.hex() == Some(hex);
        match s.commander_face(captain).bonus {
            Bonus::Fire(n) => give(together, n.into(), captain.place()),
            Bonus::None | Bonus::Melee(_) => None,
        }
    }
    /// The lowest bonus of units that fire from one hex, if each has the bonus of its commander (7.3, ruling R04).
    fn bonus(&self) -> Option<Share> {
        let hex = self.hexes().next()?;
        let least = |a: Share, b: Share| if b.value < a.value { b } else { a };
        let bonuses = self.firers().map(|u| self.bonus_in(hex, u));
        bonuses.reduce(|a, b| Some(least(a?, b?)))?
    }
    /// The fortified side by which a line of fire enters the target hex (ruling R98).
    fn over(&self) -> Option<Dir> {
        let s = self.s;
        let board = &s.game_data.board;
        self.hexes().find_map(|from| {
            let (a, b) = bearing(board.hex(self.target), board.hex(from))?.sides();
            [a, b].into_iter().find(|&d| s.sheltered(self.target, d))
        })
    }
}

type V = Modifier<VolleyFacts<'static>>;

fn target(f: &VolleyFacts) -> Place {
    f.target.place()
}

/// Modifiers of a shot, in columns of the Fire Table and in book order (7.3, 8.3, 12.4). Computed for all firers together.
/// Named `fire`.
pub static FIRE_MODIFIERS: Modifiers<VolleyFacts> = Modifiers {
    name: "fire",
    list: &[
        V::by(cite!("7.3", "R04"), "the fire bonus of their commander").shares(|f| f.bonus()),
        V::by(cite!("8.3", "R05"), "a firing hex holds a unit of a demoralized corps")
            .shares(|f| give(true, f.values().demoralized, f.shaken()?)),
        V::by(cite!("12.4", "R57"), "feeble protection")
            .adds(target, |f| f.target_is(Protection::Feeble).then_some(f.values().feeble)),
        V::by(cite!("12.4", "R57"), "superior protection")
            .adds(target, |f| f.target_is(Protection::Superior).then_some(f.values().superior)),
        V::by(cite!("12.4", "R57"), "Swiss arquebusiers alone")
            .adds(target, |f| f.skirmishers().then_some(f.values().arquebusiers)),
        V::by(cite!("12.4"), "dense cultivations").adds(target, |f| f.terrain(DENSE)),
        V::by(cite!("12.4"), "a village").adds(target, |f| f.terrain(VILLAGE)),
        V::by(cite!("12.4", "R98"), "behind a fortification").shares(|f| f.wall()),
        V::by(cite!("12.4"), "a farm").adds(target, |f| f.terrain(FARM)),
    ],
};

/// The forecast of a shot, for every face of the die (12.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// The strengths, one line for each unit.
    pub strength: Ledger,
    /// The heading of the column of the unmodified strength, such as `"8-9"`.
    pub from: String,
    /// The heading of the column that is read, after the shift.
    pub column: String,
    /// The modifiers, with the columns shifted and the remainder that modifies the die.
    pub modifiers: Ledger,
    /// The result of each face, 1 to 6.
    pub results: [Toll; 6],
}

/// Returns the forecast of a shot by these units at a hex in this position, whether it is legal or not. Returns `None` if
/// none of the units is on the map, or the target is off the map.
pub fn forecast(s: &State, target: HexId, firers: PieceSet) -> Option<Forecast> {
    let here = |&u: &u8| usize::from(u) < s.units.len() && s.hex(UnitId(u)).is_some();
    let firers: PieceSet = firers.iter().filter(here).collect();
    if firers.is_empty() || !s.game_data.board.contains(target) {
        return None;
    }
    let mut strength = Ledger::new(0);
    for unit in firers.iter().map(UnitId) {
        // These lines depend neither on the phase nor on the priority.
        let f = ShotFacts::new(s, unit, target, Mode::Offensive)?;
        for line in STRENGTH.ledger(0, &f).lines {
            strength.push(line);
        }
    }
    let total = u32::try_from(strength.total).unwrap_or(0);
    let mut modifiers = FIRE_MODIFIERS.ledger(0, &VolleyFacts { s, firers, target });
    let shift = modifiers.shifts();
    let chart = &s.game_data.charts.fire;
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
    /// Returns the result of a face of the die, 1 to 6.
    pub fn result(&self, die: u8) -> Toll {
        self.results[usize::from(die.clamp(1, 6)) - 1]
    }
}
