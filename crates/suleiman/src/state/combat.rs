//! A combat: the attackers, the defenders, and what has happened to them (8.3, 9.0, 10.5).

use crate::components::{Side, UnitId};
use casus_core::HexId;

/// How an attacker attacks.
///
/// The modifiers of a Charge apply only to one that has reached its target (8.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Going {
    /// A plain Shock attack.
    Plain,
    /// A Charge that is still on its way to this target.
    Pending(UnitId),
    /// A Charge that has reached its target.
    Home,
}

/// An attacker in a combat.
///
/// A unit attacks in one combat at a time, and there every defender that it is linked to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Striker {
    /// The unit that attacks.
    pub unit: UnitId,
    /// The hex from which it attacks.
    pub hex: HexId,
    /// Whether it attacks plainly, or how far its Charge is.
    pub going: Going,
    /// Whether it was Normal when the combat began.
    pub began_normal: bool,
    /// Whether it has won a Continued Attack (10.5).
    pub continued: bool,
    /// Whether it has advanced after this combat.
    pub advanced: bool,
}

/// What has happened to a defender.
///
/// A combat is over when no attacked defender is [open](Stand::Open).
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
/// There is one for each attacked unit. The dice are rolled for one after the other (8.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The unit that is attacked.
    pub unit: UnitId,
    /// The hex in which it was attacked.
    pub hex: HexId,
    /// What has happened to it.
    pub stand: Stand,
    /// Whether it has made its choice before shock.
    pub reacted: bool,
    /// Whether it has countered the Charge of cavalry (9.4.4(1)).
    pub countered: bool,
    /// Whether it has suffered a result (7.5.4).
    pub suffered: bool,
    /// The Strength Advantage, fixed before the first roll (ruling E2).
    pub strength: i8,
    /// Whether any unit could attack it when the rolls began.
    pub attacked: bool,
}

/// The kind of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An attack declared in the Shock segment.
    Declared,
    /// A Counter-Charge (9.4.4(2)).
    Counter,
    /// A Continued Attack (10.5).
    Continued,
}

/// A combat: attackers and defenders, joined by the attacks between them.
///
/// Declared attacks that share an attacker or a defender form one combat (ruling E1). Counter-Charges and Continued Attacks
/// form combats of their own, which can interrupt another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// The side that attacks.
    pub side: Side,
    /// Whether it is a declared attack, a Counter-Charge or a Continued Attack.
    pub kind: Kind,
    /// The units that attack in it.
    pub strikers: Vec<Striker>,
    /// The units that are attacked in it.
    pub targets: Vec<Target>,
    /// The attacks, each an attacker and a defender.
    pub links: Vec<(UnitId, UnitId)>,
    /// Whether a Counter-Charge has been tried in it (9.4.7).
    pub counter_used: bool,
    /// Whether it has been counted as an attack of its attackers (10.5).
    pub counted: bool,
}

/// The steps of a combat, in order.
///
/// Each opens decisions, or does its work and continues with the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bout {
    /// Chargers approach (9.2).
    Approach,
    /// The defender chooses before shock (8.2, 9.4).
    React,
    /// Strength is counted, and guns are set aside.
    Count,
    /// The dice are rolled, defender by defender (8.3.2).
    Strike,
    /// The guns are lost or survive (7.5.4).
    Guns,
    /// Attackers make the advances that they must make (8.4).
    Advance,
    /// Units with a Continued Attack may step into another hex in front (10.5).
    Press,
    /// Attackers may advance after a Retreat Before Shock (8.2).
    Follow,
    /// Continued Attacks are made (10.5).
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
