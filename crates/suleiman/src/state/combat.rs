//! A combat: who attacks whom, and what has become of them (8.3, 9.0, 10.5).

use crate::components::{Side, UnitId};
use casus_core::HexId;

/// How an attacker comes on.
///
/// Asked by the modifiers of a Charge (8.3.1), which only one gone home has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Going {
    /// At a stand: plain Shock.
    Plain,
    /// Charging, still on its way to a target.
    Pending(UnitId),
    /// A Charge gone home.
    Home,
}

/// An attacker in a combat.
///
/// One unit attacks in one combat at a time, all of the defenders that it is linked to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Striker {
    /// The unit that attacks.
    pub unit: UnitId,
    /// Where it attacks from.
    pub hex: HexId,
    /// Whether it attacks plainly, or how far its Charge is.
    pub going: Going,
    /// It was Normal when the combat began.
    pub began_normal: bool,
    /// It has won a Continued Attack (10.5).
    pub continued: bool,
    /// It has advanced after this combat.
    pub advanced: bool,
}

/// What has become of a defender.
///
/// A combat is over when no defender is [open](Stand::Open) to anybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stand {
    /// Not rolled for yet.
    Open,
    /// Retreated before shock.
    Withdrawn,
    /// A die has been rolled for it.
    Struck,
}

/// A defender in a combat.
///
/// One for each unit that is attacked; the dice fall for one after the other (8.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The unit that is attacked.
    pub unit: UnitId,
    /// The hex in which it was attacked.
    pub hex: HexId,
    /// What has become of it.
    pub stand: Stand,
    /// It has made its choice before the shock.
    pub reacted: bool,
    /// It has countered the Charge of cavalry (9.4.4(1)).
    pub countered: bool,
    /// It has suffered (7.5.4).
    pub suffered: bool,
    /// Strength Advantage, fixed before the first roll (ruling E2).
    pub strength: i8,
    /// Somebody could attack it when the dice began.
    pub attacked: bool,
}

/// What kind of combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Declared in the Shock segment.
    Declared,
    /// A Counter-Charge (9.4.4(2)).
    Counter,
    /// A Continued Attack (10.5).
    Continued,
}

/// A combat: attackers and defenders joined by who attacks whom.
///
/// Declared attacks that have an attacker or a defender in common are one combat (ruling E1). Counter-Charges and
/// Continued Attacks make combats of their own, in the middle of another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// The side that attacks.
    pub side: Side,
    /// Declared, Counter-Charge or Continued Attack.
    pub kind: Kind,
    /// The units that attack in it.
    pub strikers: Vec<Striker>,
    /// The units that are attacked in it.
    pub targets: Vec<Target>,
    /// Who attacks whom.
    pub links: Vec<(UnitId, UnitId)>,
    /// A Counter-Charge has been tried in it (9.4.7).
    pub counter_used: bool,
    /// It has been counted as an attack of its attackers (10.5).
    pub counted: bool,
}

/// Where in a combat.
///
/// In order. Each opens decisions or does its work and goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bout {
    /// Chargers come in (9.2).
    Approach,
    /// The defender's choices before the shock (8.2, 9.4).
    React,
    /// Strength is counted, guns are set aside.
    Count,
    /// The dice, defender by defender (8.3.2).
    Strike,
    /// The guns' fate (7.5.4).
    Guns,
    /// Advances that must be made (8.4).
    Advance,
    /// Continued Attacks that may step into another hex in front (10.5).
    Press,
    /// Advances that may be made after a Retreat Before Shock (8.2).
    Follow,
    /// Continued Attacks (10.5).
    Continue,
    /// The combat is over.
    End,
}

impl Combat {
    pub(crate) fn striker(&self, unit: UnitId) -> Option<&Striker> {
        self.strikers.iter().find(|k| k.unit == unit)
    }
    pub(crate) fn target(&self, unit: UnitId) -> Option<&Target> {
        self.targets.iter().find(|m| m.unit == unit)
    }
    pub(crate) fn on(&self, defender: UnitId) -> impl Iterator<Item = &Striker> + '_ {
        self.strikers
            .iter()
            .filter(move |k| self.links.contains(&(k.unit, defender)))
    }
}

impl Target {
    pub(crate) const fn new(unit: UnitId, hex: HexId) -> Self {
        Self {
            unit,
            hex,
            stand: Stand::Open,
            reacted: false,
            countered: false,
            suffered: false,
            strength: 0,
            attacked: false,
        }
    }
}
