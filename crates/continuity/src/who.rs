//! Leaders as events name them.

use serde::Serialize;

/// A leader as events name him: himself, or the replacement who has taken his place and has no name of his own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Who<L> {
    /// The leader, by his id.
    pub leader: L,
    /// Whether a replacement has taken his place.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub replacement: bool,
}

impl<L> Who<L> {
    /// Creates the name of a leader.
    pub const fn of(leader: L, replacement: bool) -> Self {
        Self { leader, replacement }
    }
    /// Returns it in words, given the name of the leader.
    ///
    /// ```
    /// use casus_continuity::Who;
    ///
    /// assert_eq!(Who::of(3, false).words("Tomori"), "Tomori");
    /// assert_eq!(Who::of(3, true).words("Tomori"), "the replacement for Tomori");
    /// ```
    pub fn words(&self, name: &str) -> String {
        if self.replacement {
            format!("the replacement for {name}")
        } else {
            name.to_owned()
        }
    }
}
