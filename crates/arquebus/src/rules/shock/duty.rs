//! What those who attack owe (12.1, 14.5, 14.7): every enemy in front must be attacked by somebody.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::ground::Ground;
use crate::state::fray::{Fray, Striker};
use crate::state::pieces::Done;
use crate::state::position::State;
use casus_core::{Bar, Bars, Bite, HexId};

/// Whether a unit may strike from a hex into the next: not where the Shock DRM of the ground is NA (12.3(2)B).
pub(crate) fn may_strike(s: &State, unit: UnitId, from: HexId, to: HexId) -> bool {
    let mounted = s.arm(unit).mounted();
    let (board, chart) = (&s.kit.board, &s.kit.charts.terrain);
    let Some(dir) = board.direction(from, to) else {
        return false;
    };
    let mut sides = chart.to_attack(board, from, dir);
    let slope =
        Ground::new(s, s.arm(unit).gait(), Some(from), to).climb() == 0 || chart.slope.shock.of(mounted).is_some();
    slope && chart.at(board, to).shock.of(mounted).is_some() && sides.all(|(_, row)| row.shock.of(mounted).is_some())
}

/// Whether a unit may take part in the round at all: of a type that attacks, activated or under a marker, not Retired.
pub(crate) fn fights(s: &State, fray: &Fray, unit: UnitId) -> bool {
    let called = match fray.round {
        0 => s.unit(unit).done.has(Done::ACTIVE),
        _ => fray.marker(unit) > 0,
    };
    called
        && s.side(unit) == fray.side
        && s.hex(unit).is_some()
        && !s.retired(unit)
        && s.kit.charts.may_attack(s.arm(unit))
}

/// The hexes in front of a unit that it could attack: with enemy units, whom it is Engaged with if it is Engaged (12.1, 14.5).
pub(crate) fn attackable(s: &State, unit: UnitId) -> Vec<HexId> {
    let Some(from) = s.hex(unit) else { return Vec::new() };
    let side = s.side(unit);
    let engaged = s.engaged(unit);
    let partner = |h: HexId| s.units_at(h).any(|u| s.engaged_with(unit, u));
    let open = |h: &HexId| s.enemy_in(*h, side) && may_strike(s, unit, from, *h) && (!engaged || partner(*h));
    s.frontal(unit).filter(open).collect()
}

/// Those of some attackers who attack a hex.
fn on(strikers: &[Striker], hex: HexId) -> impl Iterator<Item = &Striker> {
    strikers.iter().filter(move |k| k.on.contains(hex))
}

/// Whether an attacker is alone in attacking all that it attacks.
pub(crate) fn alone(strikers: &[Striker], striker: &Striker) -> bool {
    striker.on.iter().all(|h| on(strikers, h).count() == 1)
}

/// The hexes in front of declared Shock attackers that nobody attacks, each with the first who leaves it out (ruling R-64).
fn neglected<'a>(s: &'a State, strikers: &'a [Striker]) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
    let shocks = strikers.iter().filter(|k| !k.charge);
    let front = shocks.flat_map(move |k| attackable(s, k.unit).into_iter().map(move |h| (k.unit, h)));
    front.filter(move |&(_, h)| on(strikers, h).next().is_none())
}

/// A hex that would have to be attacked, and could not be by anybody, if these were the declared attackers.
///
/// A unit that has declared nothing can take one or both of its front hexes that nobody attacks; one that attacks a hex alone can
/// add its other. Neither takes anything from others, so each hex is asked about by itself.
pub(crate) fn stranded(s: &State, fray: &Fray, strikers: &[Striker]) -> Option<HexId> {
    let mut left = neglected(s, strikers).map(|(_, h)| h);
    left.find(|&hex| {
        let could = |u: UnitId| fights(s, fray, u) && attackable(s, u).contains(&hex);
        let free = s.unit_ids().any(|u| !strikers.iter().any(|k| k.unit == u) && could(u));
        let adds = strikers
            .iter()
            .any(|k| !k.charge && k.on.len() == 1 && alone(strikers, k) && could(k.unit));
        !free && !adds
    })
}

/// The facts of the end of declarations.
///
/// All that is declared stands in the fray of the state.
#[derive(Debug)]
pub struct DutyFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The Shock Phase.
    pub fray: &'a Fray,
}

casus_core::questions!(DutyFacts);
type B = Bar<DutyFacts<'static>>;

impl DutyFacts<'_> {
    /// A unit that has declared nothing, and has before it a hex that it could still attack.
    fn idle(&self, owes: impl Fn(UnitId) -> bool) -> Option<Bite> {
        let (s, strikers) = (self.s, &self.fray.strikers);
        let undone = |u: &UnitId| fights(s, self.fray, *u) && !strikers.iter().any(|k| k.unit == *u) && owes(*u);
        let idle = s.unit_ids().filter(undone).find(|&u| self.has_business(u))?;
        Some(Bite::at(idle.place()))
    }
    /// A hex before it that it could attack, with those who attack it already: not one that a unit attacks by itself with another.
    fn has_business(&self, unit: UnitId) -> bool {
        let by_others = |h: HexId| on(&self.fray.strikers, h).all(|k| k.on.len() == 1);
        attackable(self.s, unit)
            .into_iter()
            .any(|h| by_others(h) && self.stays_covered(unit, h))
    }
    fn stays_covered(&self, unit: UnitId, hex: HexId) -> bool {
        let mut then = self.fray.strikers.clone();
        then.push(Striker::shock(unit, hex, hex));
        stranded(self.s, self.fray, &then).is_none()
    }
}

/// The list `declared`: what forbids ending the declarations; asked when all attacks are to be declared (12.1, 14.5, 14.7).
pub static DUTY_BARS: Bars<DutyFacts> = Bars {
    name: "declared",
    list: &[
        B::by(cite!("12.1", "R-64"), "every enemy unit in front of an attacker must be attacked by somebody").bites(
            |f| {
                let (_, hex) = neglected(f.s, &f.fray.strikers).next()?;
                Some(Bite::at(hex.place()))
            },
        ),
        B::by(cite!("14.5"), "an Engaged unit must attack those with whom it is Engaged").bites(|f| {
            let round = f.fray.round == 0;
            f.idle(|u| f.s.engaged(u)).filter(|_| round)
        }),
        B::by(cite!("14.7"), "a unit under a Continued Attack marker must attack").bites(|f| {
            let round = f.fray.round > 0;
            f.idle(|_| true).filter(|_| round)
        }),
    ],
};
