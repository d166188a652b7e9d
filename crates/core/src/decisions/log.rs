//! Events, each with its Case, and the log that keeps them.

use crate::cases::case::Cite;
use serde::Serialize;

/// An event that names the Case by which it happened.
pub trait Cited {
    /// Returns the Case that caused the event.
    fn cite(&self) -> Cite;
}

/// One thing that happened, with its Case. `W` is the type of what can happen in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event<W> {
    /// The Case by which it happened.
    pub cite: Cite,
    /// The thing that happened.
    #[serde(flatten)]
    pub what: W,
}

impl<W> Cited for Event<W> {
    fn cite(&self) -> Cite {
        self.cite
    }
}

/// A log of events. A log that is off keeps no events and costs nothing.
#[derive(Debug)]
pub struct Log<E> {
    on: bool,
    events: Vec<E>,
    sealed: bool,
}

impl<E> Log<E> {
    /// Creates a log that keeps events.
    pub const fn new() -> Self {
        Self {
            on: true,
            events: Vec::new(),
            sealed: false,
        }
    }
    /// Creates a log that keeps nothing.
    pub const fn off() -> Self {
        Self {
            on: false,
            events: Vec::new(),
            sealed: false,
        }
    }
    /// Adds an event. The event is only created if the log is on.
    pub fn say(&mut self, event: impl FnOnce() -> E) {
        if self.on {
            self.events.push(event());
        }
    }
    /// Records that something hidden was revealed, to any side. Nobody can undo what came before.
    ///
    /// The log does not keep who saw what was revealed. [`Game::redact`](crate::Game::redact) decides what each side is
    /// told.
    pub fn reveal(&mut self) {
        self.sealed = true;
    }
    /// Returns whether something hidden was revealed.
    pub const fn revealed(&self) -> bool {
        self.sealed
    }
    /// Returns whether the log is on.
    pub const fn is_on(&self) -> bool {
        self.on
    }
    /// Returns the events so far.
    pub fn events(&self) -> &[E] {
        &self.events
    }
    /// Removes the events, and returns them.
    pub fn take(&mut self) -> Vec<E> {
        core::mem::take(&mut self.events)
    }
}
impl<W> Log<Event<W>> {
    /// Adds what happened, with its Case.
    pub fn record(&mut self, cite: Cite, what: W) {
        self.say(|| Event { cite, what });
    }
}
impl<E> Default for Log<E> {
    fn default() -> Self {
        Self::new()
    }
}
