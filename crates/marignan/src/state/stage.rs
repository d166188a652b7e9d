//! The procedures in progress, and the tests among them.

use crate::casebook::cite;
use crate::components::{CommanderId, CorpsId, Side};
use crate::state::pieces::CommanderSet;
use crate::state::run::Run;
use crate::state::turn::Course;
use casus_core::{Cite, HexId, PieceSet};
use serde::Serialize;

/// A procedure in progress. The module of its rules implements it.
///
/// The stages form a stack. The top stage asks for a decision, or does its work and returns to the one below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// The course of the battle: always at the bottom of the stack, and only there.
    Course(Course),
    /// 3.0: the owner faces the units in a hex.
    Turning {
        /// The side that faces them.
        side: Side,
        /// The hex of the units.
        hex: HexId,
        /// The Case that permits it.
        cite: Cite,
    },
    /// 7.2: a hero may steady one of several corps.
    Hero(CommanderId),
    /// The selected units and commanders move (9.0).
    Running(Run),
    /// One step or pivot of the selected pieces, with the tests that it brings (9.2, ruling R36).
    Contact(crate::state::run::Contact),
    /// Units that test.
    Tests(Tests),
    /// A unit in rout movement (10.1).
    Flight(crate::state::run::Flight),
    /// Units of a corps under a General Retreat Order retreat (11.0).
    Order {
        /// The corps under the order.
        corps: CorpsId,
    },
    /// Commanders who may accompany units that leave a hex (12.5, 13.3, ruling R48).
    Escort(crate::state::run::Escort),
    /// A shot, from its announcement to its results (12.3, 12.4).
    Shot(crate::state::combat::Shot),
    /// A melee, from its declaration to the advance (13.2, 13.3).
    Bout(crate::state::combat::Bout),
    /// The owner of units that were hit names those that are lost (12.4, 13.2).
    Losses(crate::state::combat::Losses),
    /// 12.5: dice for the commanders in hexes where stars took units, one at a time.
    Risk {
        /// The commanders whose dice are still to be rolled.
        left: CommanderSet,
        /// The Case of the dice.
        cite: Cite,
    },
    /// 12.5: a commander alone among enemies joins a friendly unit.
    Rejoin(CommanderId),
}

/// Several units that test one after the other, in the order that their owner chooses.
///
/// Their owner decides while there are two or more: [`Action::Test`](crate::Action::Test).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tests {
    /// The side of the units.
    pub side: Side,
    /// The cause of the tests.
    pub why: Why,
    /// The units that have not tested yet.
    pub left: PieceSet,
}

/// The cause of a unit's test of morale (0.2).
///
/// It determines the modifiers of the test, and the consequence of a failure (ruling R13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// To rally from rout (2.1).
    Rally,
    /// To enter an enemy ZOC (9.2).
    Entry,
    /// It is committed by units in this hex (9.2).
    Commitment(HexId),
    /// To form the hedgehog (9.4).
    Hedgehog,
    /// Entering or crossing rough terrain (9.1).
    Terrain,
    /// A routed unit moves through its hex (10.1).
    Panic,
    /// To retreat (11.0).
    Retreat,
    /// A fire result, with this number subtracted from the morale (12.4).
    Fire(u8),
    /// A melee result, with this number subtracted from the morale (13.2).
    Melee(u8),
    /// The result Desorg of fire or melee, which counts as a failed test without dice; with the Case (12.4, 13.2).
    Desorg(Cite),
}

impl Why {
    /// Returns the Case that calls for the test.
    pub const fn cite(self) -> Cite {
        match self {
            Self::Rally => cite!("2.1"),
            Self::Entry | Self::Commitment(_) => cite!("9.2"),
            Self::Hedgehog => cite!("9.4"),
            Self::Terrain => cite!("9.1"),
            Self::Panic => cite!("10.1"),
            Self::Retreat => cite!("11.0"),
            Self::Fire(_) => cite!("12.4"),
            Self::Melee(_) => cite!("13.2"),
            Self::Desorg(cite) => cite,
        }
    }
    /// Returns a stable word for the cause.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rally => "rally",
            Self::Entry => "commitment of the mover",
            Self::Commitment(_) => "commitment",
            Self::Hedgehog => "hedgehog",
            Self::Terrain => "terrain",
            Self::Panic => "rout through",
            Self::Retreat => "retreat",
            Self::Fire(_) => "fire",
            Self::Melee(_) => "melee",
            Self::Desorg(_) => "desorg",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_roll_by_hand_names_its_test() {
        let cite = cite!("12.4");
        let all = [
            Why::Rally,
            Why::Entry,
            Why::Commitment(HexId(0)),
            Why::Hedgehog,
            Why::Terrain,
            Why::Panic,
            Why::Retreat,
            Why::Fire(0),
            Why::Melee(0),
            Why::Desorg(cite),
        ];
        let words: BTreeSet<&str> = all.into_iter().map(Why::word).collect();
        assert!(words.len() == all.len() && !words.contains(""), "{words:?}");
    }
}
