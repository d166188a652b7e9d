//! The duties of attackers (12.1, 14.5, 14.7): some unit must attack every enemy in front.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::ground::Ground;
use crate::rules::shock::charging::{CHARGE_BARS, DeclareFacts};
use crate::state::combat::{Combat, Striker};
use crate::state::pieces::Done;
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, Violation};

/// Whether a unit may strike from a hex into the next: not where the Shock DRM of the ground is NA (12.3(2)B).
pub(crate) fn may_strike(s: &State, unit: UnitId, from: HexId, to: HexId) -> bool {
    let mounted = s.arm(unit).mounted();
    let (board, chart) = (&s.game_data.board, &s.game_data.charts.terrain);
    let Some(dir) = board.direction(from, to) else {
        return false;
    };
    let mut sides = chart.to_attack(board, from, dir);
    let slope =
        Ground::new(s, s.arm(unit).gait(), Some(from), to).climb() == 0 || chart.slope.shock.of(mounted).is_some();
    slope && chart.at(board, to).shock.of(mounted).is_some() && sides.all(|(_, row)| row.shock.of(mounted).is_some())
}

/// Whether a unit may take part in the round at all: of a type that attacks, activated or with a marker, not Retired.
pub(crate) fn fights(s: &State, combat: &Combat, unit: UnitId) -> bool {
    let called = match combat.round {
        0 => s.unit(unit).done.has(Done::ACTIVE),
        _ => combat.marker(unit) > 0,
    };
    called
        && s.side(unit) == combat.side
        && s.hex(unit).is_some()
        && !s.retired(unit)
        && s.game_data.charts.may_attack(s.arm(unit))
}

/// The hexes in front of a unit that it could attack: those with enemies, and for an Engaged unit with its partners (12.1, 14.5).
pub(crate) fn attackable(s: &State, unit: UnitId) -> Vec<HexId> {
    let Some(from) = s.hex(unit) else { return Vec::new() };
    let side = s.side(unit);
    let engaged = s.engaged(unit);
    let partner = |h: HexId| s.units_at(h).any(|u| s.engaged_with(unit, u));
    let open = |h: &HexId| s.enemy_in(*h, side) && may_strike(s, unit, from, *h) && (!engaged || partner(*h));
    s.frontal(unit).filter(open).collect()
}

/// The attackers of a hex among these.
fn on(strikers: &[Striker], hex: HexId) -> impl Iterator<Item = &Striker> {
    strikers.iter().filter(move |k| k.on.contains(hex))
}

/// Whether an attacker is the only attacker of all that it attacks.
pub(crate) fn alone(strikers: &[Striker], striker: &Striker) -> bool {
    striker.on.iter().all(|h| on(strikers, h).count() == 1)
}

/// The hexes in front of declared Shock attackers that nobody attacks, each with the first unit that omits it (ruling R-64).
fn neglected<'a>(s: &'a State, strikers: &'a [Striker]) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
    let shocks = strikers.iter().filter(|k| !k.charge);
    let front = shocks.flat_map(move |k| attackable(s, k.unit).into_iter().map(move |h| (k.unit, h)));
    front.filter(move |&(_, h)| on(strikers, h).next().is_none())
}

/// Whether a declared Shock attacker has an enemy in front that nobody attacks yet.
pub(crate) fn owed(s: &State, combat: &Combat) -> bool {
    neglected(s, &combat.strikers).next().is_some()
}

/// A hex that would have to be attacked, and that no unit could attack, if these were the declared attackers.
///
/// A unit that has declared nothing can take one or both of its front hexes that nobody attacks. A unit that attacks a hex
/// alone can add its other one. Neither takes anything from others, so each hex is checked separately. The remaining hexes
/// are left to Charges that are still to be declared, and are checked together.
pub(crate) fn stranded(s: &State, combat: &Combat, strikers: &[Striker]) -> Option<HexId> {
    let mut left: Vec<HexId> = Vec::new();
    for (_, hex) in neglected(s, strikers) {
        let could = |u: UnitId| fights(s, combat, u) && attackable(s, u).contains(&hex);
        let free = || s.unit_ids().any(|u| !strikers.iter().any(|k| k.unit == u) && could(u));
        let adds = || {
            strikers
                .iter()
                .any(|k| !k.charge && k.on.len() == 1 && alone(strikers, k) && could(k.unit))
        };
        if !left.contains(&hex) && !free() && !adds() {
            left.push(hex);
        }
    }
    let first = left.first().copied()?;
    if combat.round > 0 {
        return Some(first);
    }
    let mut then = s.clone();
    if let Some(combat) = then.combat.as_deref_mut() {
        combat.strikers = strikers.to_vec();
    }
    (!ridden(&then, &left)).then_some(first)
}

/// The Charges that a unit could still declare against a hex, one for each path.
fn charges(s: &State, unit: UnitId, hex: HexId) -> Vec<Striker> {
    let Some((combat, from)) = s
        .combat()
        .zip(s.hex(unit))
        .filter(|(combat, _)| fights(s, combat, unit))
    else {
        return Vec::new();
    };
    let facts = DeclareFacts {
        s,
        combat,
        attacker: unit,
        from,
        hex,
        charge: true,
    };
    if CHARGE_BARS.permit(&facts) {
        facts.rides()
    } else {
        Vec::new()
    }
}

/// Whether Charges that are still to be declared could cover all of these hexes. Each Charge is of one unit against one hex, and
/// none uses the path of another (13.2, 13.3(5j)).
fn ridden(s: &State, left: &[HexId]) -> bool {
    let Some((&hex, rest)) = left.split_first() else {
        return true;
    };
    let mut rides = s.unit_ids().flat_map(|u| charges(s, u, hex));
    rides.any(|ride| {
        let mut then = s.clone();
        if let Some(combat) = then.combat.as_deref_mut() {
            combat.strikers.push(ride);
        }
        ridden(&then, rest)
    })
}

/// The hex that a Charge would leave stranded by all of these paths; `None` if one of them leaves none stranded.
pub(crate) fn stranded_by_all(s: &State, combat: &Combat, rides: impl Iterator<Item = Striker>) -> Option<HexId> {
    let mut first = None;
    for ride in rides {
        let mut then = combat.strikers.clone();
        then.push(ride);
        let left = stranded(s, combat, &then)?;
        first.get_or_insert(left);
    }
    first
}

/// Whether a unit that has declared nothing could attack a hex, if these were the declared attackers. The hex must not be one
/// that a unit attacks by itself with another, and the attack must not leave a hex stranded.
fn could_join(s: &State, combat: &Combat, strikers: &[Striker], unit: UnitId, hex: HexId) -> bool {
    let mut then = strikers.to_vec();
    then.push(Striker::shock(unit, hex, hex));
    on(strikers, hex).all(|k| k.on.len() == 1) && stranded(s, combat, &then).is_none()
}

/// Whether such a unit has a hex in front that it could attack.
fn has_business(s: &State, combat: &Combat, strikers: &[Striker], unit: UnitId) -> bool {
    let mut open = attackable(s, unit).into_iter();
    open.any(|h| could_join(s, combat, strikers, unit, h))
}

/// The units that must attack and have declared nothing: Engaged units, and in later rounds those with a marker (14.5, 14.7).
fn owing<'a>(s: &'a State, combat: &'a Combat) -> impl Iterator<Item = UnitId> + 'a {
    s.unit_ids()
        .filter(move |&u| fights(s, combat, u) && combat.striker(u).is_none() && (combat.round > 0 || s.engaged(u)))
}

/// A unit other than `attacker` that must attack and still can, and that could not if these were the declared attackers.
fn loses(s: &State, combat: &Combat, then: &[Striker], attacker: UnitId) -> Option<UnitId> {
    let declared = &combat.strikers;
    owing(s, combat)
        .filter(|&u| u != attacker)
        .find(|&u| !has_business(s, combat, then, u) && has_business(s, combat, declared, u))
}

/// Whether a unit other than `attacker` could attack a hex that nobody attacks, without excluding another. It is one that has
/// declared nothing, by Shock or Charge, or one that adds the hex to the one that it attacks alone.
fn others_could(s: &State, combat: &Combat, attacker: UnitId, hex: HexId) -> bool {
    let declared = &combat.strikers;
    let others = || s.unit_ids().filter(|&u| u != attacker);
    let suits = |ride: Striker| {
        let mut then = declared.clone();
        then.push(ride);
        stranded(s, combat, &then).is_none() && loses(s, combat, &then, ride.unit).is_none()
    };
    let by_charge = || others().flat_map(|u| charges(s, u, hex)).any(suits);
    others()
        .filter(|&u| fights(s, combat, u) && attackable(s, u).contains(&hex))
        .any(|u| {
            let mut then = declared.clone();
            match then.iter_mut().find(|k| k.unit == u) {
                None => then.push(Striker::shock(u, hex, hex)),
                Some(k) if !k.charge && k.on.len() == 1 && alone(declared, k) => k.on.push(hex),
                Some(_) => return false,
            }
            stranded(s, combat, &then).is_none() && loses(s, combat, &then, u).is_none()
        })
        || by_charge()
}

/// A unit that must attack and still can, and that could not any more if `attacker` took this hex and these were the declared
/// attackers.
///
/// An attack on a hex that must be attacked is allowed where no other unit could make it, so that declarations never end in
/// a dead end.
pub(crate) fn shut_out(s: &State, combat: &Combat, then: &[Striker], attacker: UnitId, hex: HexId) -> Option<UnitId> {
    let lost = loses(s, combat, then, attacker)?;
    let needed = neglected(s, &combat.strikers).any(|(_, h)| h == hex);
    (!needed || others_could(s, combat, attacker, hex)).then_some(lost)
}

casus_continuity::facts! {
    /// The facts of the end of declarations.
    ///
    /// The declared attacks are in the combat of the state.
    pub struct DutyFacts<'a> of State; rules B = Bar {
        /// The Shock Phase.
        pub combat: &'a Combat,
    }
}

impl DutyFacts<'_> {
    /// A unit that must attack, has declared nothing, and may still declare an attack.
    fn idle(&self) -> Option<Violation> {
        let (s, combat) = (self.s, self.combat);
        let joins = |u: UnitId, h: HexId| {
            let mut then = combat.strikers.clone();
            then.push(Striker::shock(u, h, h));
            could_join(s, combat, &combat.strikers, u, h) && shut_out(s, combat, &then, u, h).is_none()
        };
        let may = |u: &UnitId| attackable(s, *u).into_iter().any(|h| joins(*u, h));
        let idle = owing(s, combat).find(may)?;
        Some(Violation::at(idle.place()))
    }
}

/// The list `declared`: what forbids ending the declarations. Checked when a side has declared its attacks (12.1, 14.5, 14.7).
pub static DUTY_BARS: Bars<DutyFacts> = Bars {
    name: "declared",
    list: &[
        B::by(cite!("12.1", "R-64"), "every enemy unit in front of an attacker must be attacked by somebody").violated(
            |f| {
                let (_, hex) = neglected(f.s, &f.combat.strikers).next()?;
                Some(Violation::at(hex.place()))
            },
        ),
        B::by(cite!("14.5"), "an Engaged unit must attack those with whom it is Engaged")
            .violated(|f| f.idle().filter(|_| f.combat.round == 0)),
        B::by(cite!("14.7"), "a unit under a Continued Attack marker must attack")
            .violated(|f| f.idle().filter(|_| f.combat.round > 0)),
    ],
};
