//! A cell of a table of hand-to-hand combat: the results of the attacker and the defender, and whether the attack
//! continues.

use crate::data::cells::squeezed;
use core::fmt;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The outcome of a combat: a result for each party, in the game's own words, and whether the attack continues.
///
/// In files and in JSON it is the printed text: `"AD / Ret + CA"`.
///
/// ```
/// casus_core::words! {
///     /// A result.
///     #[derive(Default)]
///     pub enum CombatResult, printed, "result" {
///         /// No effect.
///         #[default]
///         None = "-",
///         /// The unit is Disordered.
///         Disordered = "D",
///     }
/// }
/// type Cell = casus_core::data::Clash<CombatResult, CombatResult>;
/// let cell = Cell::named("- / d+CA").unwrap();
/// assert!(cell.continued && cell.defender == CombatResult::Disordered);
/// assert_eq!(cell.to_string(), "- / D + CA");
/// assert_eq!(Cell::named("D"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clash<A, D> {
    /// The result of the attacker.
    pub attacker: A,
    /// The result of the defender.
    pub defender: D,
    /// Whether the attacker has a Continued Attack.
    pub continued: bool,
}

impl<A: TryFrom<String>, D: TryFrom<String>> Clash<A, D> {
    /// Returns the cell printed like this: `"AD / D"`, `"- / Ret + CA"`.
    pub fn named(text: &str) -> Option<Self> {
        let text = squeezed(text);
        let (attacker, rest) = text.split_once('/')?;
        let (defender, continued) = match rest.strip_suffix("+CA").or_else(|| rest.strip_suffix("+ca")) {
            Some(bare) => (bare, true),
            None => (rest, false),
        };
        Some(Self {
            attacker: attacker.to_owned().try_into().ok()?,
            defender: defender.to_owned().try_into().ok()?,
            continued,
        })
    }
}

impl<A: fmt::Display, D: fmt::Display> fmt::Display for Clash<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let continued = if self.continued { " + CA" } else { "" };
        f.pad(&format!("{} / {}{continued}", self.attacker, self.defender))
    }
}

impl<A: fmt::Display, D: fmt::Display> Serialize for Clash<A, D> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de, A: TryFrom<String>, D: TryFrom<String>> Deserialize<'de> for Clash<A, D> {
    fn deserialize<E: Deserializer<'de>>(d: E) -> Result<Self, E::Error> {
        let text = String::deserialize(d)?;
        Self::named(&text).ok_or_else(|| E::Error::custom(format!("{text:?} is not a result of a combat")))
    }
}

#[cfg(feature = "schema")]
impl<A, D> schemars::JsonSchema for Clash<A, D> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Clash".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A result as printed, the attacker's part first: `AD / Ret + CA`.",
            "type": "string"
        })
    }
}
