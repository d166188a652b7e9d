//! What the units of the games have in common: their condition, and how they came to act.

use serde::{Deserialize, Serialize};

/// The condition of a combat unit.
///
/// Results make it worse, rallying makes it better. It decides which face of the counter is up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Front side up.
    Normal,
    /// Reverse side up. A unit without a reverse is never Disordered.
    Disordered,
    /// Retired. The unit has the ratings of its reverse, and neither fires nor attacks.
    Retired,
}

impl Condition {
    /// Every condition with its word in set-ups.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("normal", Self::Normal),
        ("disordered", Self::Disordered),
        ("retired", Self::Retired),
    ];
    /// Returns its word in set-ups.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
    /// Returns its name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Normal => "Normal",
            Self::Disordered => "Disordered",
            Self::Retired => "Retired",
        }
    }
}

/// The way in which an activation came about. Some Cases apply to free activations only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Warrant {
    /// Without a die roll.
    #[default]
    Free,
    /// A continuity roll.
    Continuity,
    /// A successful seizure.
    Seized,
}

/// The step that a shot has reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// The target may Counter-Charge.
    Counter,
    /// The target may return fire.
    Return,
    /// The dice are rolled.
    Roll,
    /// A Counter-Charge that the shot provoked and that passed is carried out.
    After,
}
