//! The procedures that can be in progress on the stack.

use crate::components::{Side, UnitId};
use crate::state::march::{Gathering, March};
use casus_core::HexId;

/// A step of a turn (3.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Course {
    /// The choice where the Legate begins (17.2).
    LegateStart,
    /// The Breslau Award (4.1).
    Award,
    /// The event of the turn (4.2).
    Event,
    /// Blockade attrition (10.6.1), from this hex on.
    Attrition(HexId),
    /// Recording who is where when the Muster begins (15.1).
    Prepare,
    /// Hussite reinforcements (5.1b).
    Track,
    /// The split of the Taborites (5.2.1).
    Split,
    /// The return of routed Hussites (5.3).
    Returns,
    /// Imperial income (6.1).
    Income,
    /// Maintenance of units (6.2).
    Upkeep,
    /// Muster for Florins (6.2).
    Muster,
    /// The draws of the Legates (7.3.3).
    Draw,
    /// Rebuilding of a side (15.0).
    Rebuild(Side),
    /// A Legate drawn for one who died, or landing late (7.3.2, ruling R-48).
    Summon,
    /// The declaration of 3.3 (7.5).
    Declare,
    /// The change of Legate (7.3.1).
    Change,
    /// The Campaign Phase of a side (3.4, 3.5).
    Campaign(Side),
    /// The choice to send the Danes home (6.3.6).
    Leave,
    /// The end of the turn (10.9).
    End,
    /// A minor victory that a side may waive (16.1, 16.2).
    Claim(Side),
    /// The start of the next turn.
    Next,
}

/// The decision at a step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    /// Where the Legate begins (17.2).
    LegateStart,
    /// The Breslau Award (4.1).
    Award,
    /// Where an arriving counter is placed (5.0).
    Arrive,
    /// Which units are disbanded (6.2).
    Upkeep,
    /// Which units are mustered (6.2).
    Muster,
    /// Which places are rebuilt (15.0).
    Rebuild(Side),
    /// Whether a crusade is called or continued (7.5).
    Declare,
    /// Whether to try for another Legate (7.3.1).
    Change,
    /// Which units move (3.4, 3.5).
    Campaign(Side),
    /// Whether the Danes go home (6.3.6).
    Leave,
    /// Whether a minor victory is claimed (16.1, 16.2).
    Claim(Side),
}

impl Course {
    /// Returns its position in the turn: a later step has a higher number.
    pub(crate) const fn order(self) -> u8 {
        match self {
            Self::LegateStart => 0,
            Self::Award => 1,
            Self::Event => 2,
            Self::Attrition(_) => 3,
            Self::Prepare => 4,
            Self::Track => 5,
            Self::Split => 6,
            Self::Returns => 7,
            Self::Income => 8,
            Self::Upkeep => 9,
            Self::Muster => 10,
            Self::Draw => 11,
            Self::Rebuild(Side::Hussite) => 12,
            Self::Rebuild(Side::Imperial) => 13,
            Self::Summon => 14,
            Self::Declare => 15,
            Self::Change => 16,
            Self::Campaign(Side::Imperial) => 17,
            Self::Campaign(Side::Hussite) => 18,
            Self::Leave => 19,
            Self::End => 20,
            Self::Claim(Side::Hussite) => 21,
            Self::Claim(Side::Imperial) => 22,
            Self::Next => 23,
        }
    }
    /// Returns the decision at this step, if it can have one. All code that depends on it matches the returned value, so that the
    /// compiler finds every place that a new step affects.
    pub(crate) const fn asks(self) -> Option<Ask> {
        Some(match self {
            Self::LegateStart => Ask::LegateStart,
            Self::Award => Ask::Award,
            Self::Track | Self::Split | Self::Returns => Ask::Arrive,
            Self::Upkeep => Ask::Upkeep,
            Self::Muster => Ask::Muster,
            Self::Rebuild(side) => Ask::Rebuild(side),
            Self::Declare => Ask::Declare,
            Self::Change => Ask::Change,
            Self::Campaign(side) => Ask::Campaign(side),
            Self::Leave => Ask::Leave,
            Self::Claim(side) => Ask::Claim(side),
            Self::Event
            | Self::Attrition(_)
            | Self::Prepare
            | Self::Income
            | Self::Draw
            | Self::Summon
            | Self::End
            | Self::Next => return None,
        })
    }
}

/// A step of a Field Battle (9.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Bout {
    /// 9.2: the attacker fills the Assault boxes.
    Deploy,
    /// 9.3.1: the defender chooses targets.
    DefenderAims,
    /// 9.3.1: the defender's dice are rolled.
    DefenderFire,
    /// 9.3.2: the attacker chooses targets.
    AttackerAims,
    /// 9.3.2: the attacker's dice are rolled; 9.3.3: casualties leave.
    AttackerFire,
    /// 9.4: the attacker names the targets of the assault.
    AssaultAims,
    /// 9.4.2: the dice of the assaults are rolled.
    Assault,
    /// 9.5: the attacker stays or retreats.
    AttackerStays,
    /// 9.6: the defender stays or retreats.
    DefenderStays,
    /// 9.7, 9.8: another round, or the end.
    End,
}

/// A step of a Siege Battle (10.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Push {
    /// 10.3.1: the garrison's guns choose targets.
    GarrisonAims,
    /// 10.3.2: the garrison's dice are rolled.
    GarrisonFires,
    /// 10.4: the besieger's guns fire at the walls.
    GunsFire,
    /// 10.5, 10.6: assault, another round, or Blockade.
    Choose,
    /// 10.5.1: the garrison names the unit that defends against this one.
    Parry(UnitId),
    /// 18.2: a breach eliminates one defender.
    Breach,
    /// 10.5.2: the captor still loses this many units.
    Losses(u8),
}

/// A step in the entry of a stack into a hex with enemies (8.7, ruling R-65).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Entry {
    /// The enemy sends units inside the walls (8.8.4).
    Garrison,
    /// The enemy may intercept to help them (8.8).
    Window,
    /// The battle in the field (9.0).
    Field,
    /// The battle in the field after interceptors have joined friends; by the other reading of R-64 others may intercept after it.
    Joined,
    /// The siege of the garrison (10.0).
    Siege,
}

/// A procedure in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// The course of the turn, at the bottom of the stack.
    Course(Course),
    /// Taborites are disowned: `left` are still to go, out of `count` (5.2.1).
    Disown { left: u8, count: u8 },
    /// Arriving counters are placed (5.2.1, 5.2.2, 6.3.2, 12.1).
    Placing { side: Side },
    /// A stack is selected (8.0).
    March(March),
    /// The selected stack has entered a hex with enemies.
    Entry { hex: HexId, step: Entry },
    /// The other side may intercept enemies in a hex (8.8), or any of them between activations.
    Intercept { target: Option<HexId> },
    /// Interceptors gather (8.8).
    Gathering(Gathering),
    /// Interceptors have entered a hex and attack enemies in the field there (8.8.1): a sallying garrison, or others.
    Onset { hex: HexId, asked: bool, sally: bool },
    /// The units of a side in a hex are attacked, and it decides which go inside (8.8.4).
    Garrison { hex: HexId, side: Side },
    /// A Field Battle.
    Field { step: Bout },
    /// A Siege Battle.
    Siege { step: Push },
}
