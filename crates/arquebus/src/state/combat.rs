//! A Shock Phase: the attackers, the attacked hexes, and what has happened to them (12.0, 13.0, 14.7).

use crate::charts::ShockResult;
use crate::components::{Side, UnitId};
use casus_core::{Few, HexId, PieceSet};

/// An attacker in a Shock Phase.
///
/// With others it attacks one hex. Alone it may attack two (12.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Striker {
    /// The unit that attacks.
    pub unit: UnitId,
    /// The hexes that it attacks.
    pub on: Few<HexId, 2>,
    /// The hex from which it attacks, or will attack once it is placed.
    pub from: HexId,
    /// Whether it has a Charge marker (13.4).
    pub charge: bool,
    /// The hexes of its Charge Path, the last included (13.3).
    pub path: Few<HexId, 8>,
    /// Whether it is a Charger that has not been placed yet (12.3(2a)).
    pub waiting: bool,
    /// Whether it takes no further part: its attack lapsed, it refused, or it has already advanced.
    pub out: bool,
}

/// A hex that is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The hex that is attacked.
    pub hex: HexId,
    /// Whether its unit has Counter-Charged the Shock against it (13.8).
    pub countered: bool,
    /// Whether all its units have retreated before combat (12.2).
    pub withdrawn: bool,
    /// Whether its attackers have been asked which one enters it, or none could (12.2).
    pub followed: bool,
    /// Whether it is resolved or void.
    pub settled: bool,
    /// Whether the attacker's counter Into the Breach is played on it (6.3).
    pub breach: bool,
}

/// An attack that is being resolved: attackers of one hex, or one attacker of two (12.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The units that attack.
    pub attackers: Vec<UnitId>,
    /// The attacked hexes, each with the result of its roll.
    pub on: Vec<(HexId, Option<ShockResult>)>,
    /// The defenders, each with its hex.
    pub defenders: Vec<(UnitId, HexId)>,
    /// The hexes from which the attack has driven the defenders, and that may be entered (12.4).
    pub vacated: Vec<HexId>,
    /// Whether there was a Continued Attack result (14.7).
    pub continued: bool,
    /// The ids of the leaders who have rolled for survival (5.4).
    pub tested: PieceSet,
}

/// A Shock Phase, or the round of one (12.3).
///
/// There is at most one at a time: that of the active side, or that of a unit that Counter-Charges fire (13.9).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// The side that attacks.
    pub side: Side,
    /// Whether it is that of a unit that Counter-Charges fire (13.9).
    pub counter: bool,
    /// The round: 0, and one more for each round of Continued Attacks (14.7).
    pub round: u8,
    /// The attackers, in the order of their ids.
    pub strikers: Vec<Striker>,
    /// The attacked hexes, in their order.
    pub targets: Vec<Target>,
    /// The units with Continued Attack markers, each with their sum (14.7).
    pub markers: Vec<(UnitId, u8)>,
    /// The units that have earned another marker in this round.
    pub earned: PieceSet,
    /// Units that have tried to counter-charge in this Phase.
    pub tried: PieceSet,
    /// The attack that is being resolved.
    pub attack: Option<Attack>,
}

/// The attack that a Counter-Charge answers (13.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A Charge (13.7).
    Charge,
    /// A Shock attack (13.8).
    Shock,
    /// Fire at the unit (13.9).
    Fire,
}

impl Answer {
    /// The attacks, in the order of the rulebook.
    pub const ALL: [Self; 3] = [Self::Charge, Self::Shock, Self::Fire];
    /// Returns its word in events and set-ups.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Shock => "shock",
            Self::Fire => "fire",
        }
    }
}

impl Striker {
    /// Creates a unit that attacks a hex by plain Shock.
    pub(crate) fn shock(unit: UnitId, from: HexId, hex: HexId) -> Self {
        Self {
            unit,
            on: Few::one(hex),
            from,
            charge: false,
            path: Few::new(),
            waiting: false,
            out: false,
        }
    }
    /// Creates a unit that Charges a hex by a path and has still to be placed (13.2).
    pub(crate) fn charge(unit: UnitId, start: HexId, path: Few<HexId, 8>, hex: HexId) -> Self {
        Self {
            charge: true,
            path,
            waiting: true,
            ..Self::shock(unit, path.iter().last().unwrap_or(start), hex)
        }
    }
}

impl Target {
    /// Creates the entry of a hex, before anything has happened to it.
    pub(crate) const fn new(hex: HexId) -> Self {
        Self {
            hex,
            countered: false,
            withdrawn: false,
            followed: false,
            settled: false,
            breach: false,
        }
    }
}

impl Attack {
    /// Returns the defenders of a hex when the attack began.
    pub fn defenders_of(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.defenders.iter().filter(move |d| d.1 == hex).map(|d| d.0)
    }
}

impl Combat {
    /// Creates a phase in which nothing is declared yet.
    pub(crate) const fn new(side: Side, counter: bool) -> Self {
        Self {
            side,
            counter,
            round: 0,
            strikers: Vec::new(),
            targets: Vec::new(),
            markers: Vec::new(),
            earned: PieceSet::EMPTY,
            tried: PieceSet::EMPTY,
            attack: None,
        }
    }
    /// Returns an attacker, whether it still takes part or not.
    pub fn striker(&self, unit: UnitId) -> Option<&Striker> {
        self.strikers.iter().find(|k| k.unit == unit)
    }
    pub(crate) fn striker_mut(&mut self, unit: UnitId) -> Option<&mut Striker> {
        self.strikers.iter_mut().find(|k| k.unit == unit)
    }
    /// Returns the entry of an attacked hex.
    pub fn target(&self, hex: HexId) -> Option<&Target> {
        self.targets.iter().find(|m| m.hex == hex)
    }
    pub(crate) fn mark_mut(&mut self, hex: HexId) -> Option<&mut Target> {
        self.targets.iter_mut().find(|m| m.hex == hex)
    }
    /// Returns the attackers of a hex that still take part.
    pub fn on(&self, hex: HexId) -> impl Iterator<Item = &Striker> + '_ {
        self.strikers.iter().filter(move |k| !k.out && k.on.contains(hex))
    }
    /// Returns the sum of a unit's Continued Attack markers.
    pub fn marker(&self, unit: UnitId) -> u8 {
        self.markers.iter().find(|m| m.0 == unit).map_or(0, |m| m.1)
    }
}
