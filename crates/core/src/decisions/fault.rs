//! Faults of a set-up, of words that are not an action, and of a state, each with its place.

use crate::cases::case::Cite;
use crate::cases::refusal::Refusals;
use serde::Serialize;

/// One fault of a [`Game::Setup`](crate::Game::Setup), with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{path}: {message}{}", cite.map(|c| format!(" ({c})")).unwrap_or_default())]
pub struct SetupFault {
    /// The path of the fault in the set-up: `units[3].hex`.
    pub path: String,
    /// What is wrong at that path, in words.
    pub message: String,
    /// The Case about it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cite: Option<Cite>,
}

/// All the faults of a set-up. Never empty when returned as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl SetupFaults {
    /// Creates the faults of a set-up with a single fault.
    pub fn one(path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) -> Self {
        let mut faults = Self::default();
        faults.push(path, message, cite);
        faults
    }
    /// Adds a fault at a path of the set-up, with the Case about it if there is one.
    pub fn push(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) {
        self.0.push(SetupFault {
            path: path.into(),
            message: message.into(),
            cite,
        });
    }
    /// Adds a fault unless `holds` is `true`.
    pub fn require(&mut self, holds: bool, path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) {
        if !holds {
            self.push(path, message, cite);
        }
    }
    /// Adds each of these refusals as a fault at one path. Each message begins with the words `before`, which say what the
    /// refusal forbids.
    pub fn barred(&mut self, path: &str, before: &str, refusals: &Refusals) {
        for refusal in refusals {
            let measure = refusal.measure.map_or(String::new(), |m| format!(": {m}"));
            let message = format!("{before}: {}{measure}", refusal.because);
            self.push(path, message, Some(refusal.cite));
        }
    }
    /// Returns the value that was read. For an error, adds the error as a fault and returns `None`.
    pub fn note<T>(
        &mut self,
        path: impl Into<String>,
        read: Result<T, impl core::fmt::Display>,
        cite: Option<Cite>,
    ) -> Option<T> {
        read.map_err(|e| self.push(path, e.to_string(), cite)).ok()
    }
    /// Returns the value if there is no fault.
    ///
    /// # Errors
    /// The faults, if there is any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}
impl core::fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}
impl core::error::Error for SetupFaults {}

/// An invariant that does not hold. A broken invariant is always a bug in the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invariant broken: {0}")]
pub struct InvariantViolation(pub String);

/// Words that are not an action of this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is not an action: {message}")]
pub struct ParseFault {
    /// The words as given.
    pub text: String,
    /// Why they are not an action.
    pub message: String,
}
