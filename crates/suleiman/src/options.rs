//! The optional rules and the rulings that a set-up may choose.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One switch of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Choice {
    /// 9.3.1 (errata): a Charge stays a Charge through its Continued Attacks.
    PlayBalance,
    /// 9.4 (errata): Hungarian Light Cavalry may Counter-Charge missile fire.
    LightCounterCharge,
    /// 15.2: the Hungarian contingents that never came.
    Contingents,
    /// 4.2(2): a Seized activation is Free.
    A2,
    /// 16.0.1: a Standard, and a 15.2.4 roll that brings nobody, are followed by a Flight check.
    A17,
    /// 7.2: a line on a vertex or hexside is read against the shooter.
    B5,
    /// 14.3(1): the bar on approaching the unseen lapses with the first Ottoman activation.
    B10,
    /// 6.1.1: leaders may not enter an enemy ZOC without a friendly unit.
    C13,
    /// 12.1: units off the map are out of command.
    C15,
    /// 7.4.2: a shot through the rear of horse counts as one through its flank.
    D7,
    /// 7.5.4: guns may be fired at, to no effect.
    D11,
    /// 8.4: no Disordered unit advances.
    E13,
    /// 9.1: a unit in an enemy ZOC may Charge.
    F1,
    /// 9.1(2): only one unit may Charge a target.
    F4,
    /// 9.4.5: a Counter-Charger may turn by any number of vertices.
    F9,
    /// 9.4.4: attackers caught by a Counter-Charge still make their attack on it.
    F15,
    /// 12.4(2): a second Disorder spares the leader his roll.
    G1,
    /// 14.1: the first Hungarian leader to be replaced is replaced by Giorgi Szapolyai.
    H1,
}

impl Choice {
    /// Every switch.
    pub const ALL: [Self; 18] = [
        Self::PlayBalance,
        Self::LightCounterCharge,
        Self::Contingents,
        Self::A2,
        Self::A17,
        Self::B5,
        Self::B10,
        Self::C13,
        Self::C15,
        Self::D7,
        Self::D11,
        Self::E13,
        Self::F1,
        Self::F4,
        Self::F9,
        Self::F15,
        Self::G1,
        Self::H1,
    ];
    /// The switch's word in a set-up: the Case of an optional rule, or the name of a ruling.
    pub const fn word(self) -> &'static str {
        match self {
            Self::PlayBalance => "9.3.1-opt",
            Self::LightCounterCharge => "9.4-opt",
            Self::Contingents => "15.2",
            Self::A2 => "A2",
            Self::A17 => "A17",
            Self::B5 => "B5",
            Self::B10 => "B10",
            Self::C13 => "C13",
            Self::C15 => "C15",
            Self::D7 => "D7",
            Self::D11 => "D11",
            Self::E13 => "E13",
            Self::F1 => "F1",
            Self::F4 => "F4",
            Self::F9 => "F9",
            Self::F15 => "F15",
            Self::G1 => "G1",
            Self::H1 => "H1",
        }
    }
    /// The switch with this word; `"9.3.1"` and `"9.4"` will do for the optional Cases.
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "9.3.1" => Some(Self::PlayBalance),
            "9.4" => Some(Self::LightCounterCharge),
            _ => Self::ALL.into_iter().find(|c| c.word() == word),
        }
    }
}

/// The switches that are on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options(u32);

impl Options {
    /// Whether a switch is on.
    #[inline]
    pub const fn has(self, choice: Choice) -> bool {
        self.0 & (1 << choice as u32) != 0
    }
    /// With a switch on.
    #[must_use]
    pub const fn with(self, choice: Choice) -> Self {
        Self(self.0 | 1 << choice as u32)
    }
    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Choice> {
        Choice::ALL.into_iter().filter(move |&c| self.has(c))
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.word())
    }
}
impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let word = String::deserialize(d)?;
        Self::named(&word).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|c| c.word()).collect();
            serde::de::Error::custom(format!(
                "unknown option `{word}`; known: {}",
                known.join(", ")
            ))
        })
    }
}
