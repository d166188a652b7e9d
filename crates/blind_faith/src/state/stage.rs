//! Which procedures there are, half done on the stack.

use crate::components::{Side, UnitId};
use crate::state::march::{Gathering, March};
use casus_core::HexId;

/// A step of a turn (3.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Course {
    /// Where the Legate begins (17.2).
    LegateStart,
    /// The Breslau Award (4.1).
    Award,
    /// The event of the turn (4.2).
    Event,
    /// Blockade attrition (10.6.1), from this hex on.
    Attrition(HexId),
    /// Who is where when the Muster begins (15.1).
    Prepare,
    /// Hussite reinforcements (5.1b).
    Track,
    /// The split of the Taborites (5.2.1).
    Split,
    /// Hussites who return (5.3).
    Returns,
    /// Imperial income (6.1).
    Income,
    /// Maintenance is paid (6.2).
    Upkeep,
    /// Muster for Florins (6.2).
    Muster,
    /// Legates draw (7.3.3).
    Draw,
    /// Rebuilding of a side (15.0).
    Rebuild(Side),
    /// A Legate drawn for one who died, or landed late (7.3.2, ruling R-48).
    Summon,
    /// The declaration of 3.3 (7.5).
    Declare,
    /// The change of Legate (7.3.1).
    Change,
    /// The Campaign Phase of a side (3.4, 3.5).
    Campaign(Side),
    /// The Danes' leave (6.3.6).
    Leave,
    /// The end of the turn (10.9).
    End,
    /// A minor victory that a side may waive (16.1, 16.2).
    Claim(Side),
    /// The next turn.
    Next,
}

/// What somebody is asked at a step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    /// Where the Legate begins (17.2).
    LegateStart,
    /// The Breslau Award (4.1).
    Award,
    /// Where a counter comes (5.0).
    Arrive,
    /// Who is disbanded (6.2).
    Upkeep,
    /// Who is mustered (6.2).
    Muster,
    /// What is rebuilt (15.0).
    Rebuild(Side),
    /// Whether a crusade is called, or goes on (7.5).
    Declare,
    /// Whether the Legate is changed (7.3.1).
    Change,
    /// Who moves (3.4, 3.5).
    Campaign(Side),
    /// Whether the Danes go home (6.3.6).
    Leave,
    /// Whether a minor victory is claimed (16.1, 16.2).
    Claim(Side),
}

impl Course {
    /// Its place in the turn: a step has a higher one than those before it.
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
    /// What is asked at this step, if anything ever is. Whatever depends on it matches what this answers with, so that a new
    /// step is forgotten nowhere.
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
    /// 9.2: units take their boxes.
    Deploy,
    /// 9.3.1: the defender chooses targets.
    DefenderAims,
    /// 9.3.1: the defender's dice fall.
    DefenderFire,
    /// 9.3.2: the attacker chooses targets.
    AttackerAims,
    /// 9.3.2: dice; and 9.3.3.
    AttackerFire,
    /// 9.4: units choose whom they assault.
    AssaultAims,
    /// 9.4.2: the dice of the assaults fall.
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
    /// 10.3.2: the garrison's dice fall.
    GarrisonFires,
    /// 10.4: the besieger's guns fire at the walls.
    GunsFire,
    /// 10.5, 10.6: assault, another round, or Blockade.
    Choose,
    /// 10.5.1: whose number the garrison subtracts from this unit's die.
    Parry(UnitId),
    /// A breach that takes one defender (18.2).
    Breach,
    /// 10.5.2: so many units the captor still loses.
    Losses(u8),
}

/// A step of a stack's coming to a hex with enemies (8.7, ruling R-65).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Entry {
    /// Who goes inside (8.8.4).
    Garrison,
    /// Who comes to their help (8.8).
    Window,
    /// The battle in the field (9.0).
    Field,
    /// The battle in the field in which interceptors have joined their friends; by ruling R-64 the other way the window opens again after it.
    Joined,
    /// The siege of those inside (10.0).
    Siege,
}

/// A half-done procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// The course of the turn, at the bottom.
    Course(Course),
    /// Taborites are disowned: so many still, of so many (5.2.1).
    Disown { left: u8, count: u8 },
    /// Counters are placed that have just come (5.2.1, 5.2.2, 6.3.2, 12.1).
    Placing { side: Side },
    /// A stack is selected (8.0).
    March(March),
    /// The selected stack has come to a hex with enemies.
    Entry { hex: HexId, step: Entry },
    /// The other side may intercept enemies in a hex (8.8), or any of them between activations.
    Intercept { target: Option<HexId> },
    /// Interceptors gather (8.8).
    Gathering(Gathering),
    /// Interceptors have come to a hex, and attack those in the field there (8.8.1): a garrison that sallies, or others.
    Onset { hex: HexId, asked: bool, sally: bool },
    /// The units of a side in a hex are attacked: who goes inside (8.8.4).
    Garrison { hex: HexId, side: Side },
    /// A Field Battle.
    Field { step: Bout },
    /// A Siege Battle.
    Siege { step: Push },
}
