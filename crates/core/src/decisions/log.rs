//! What happened: events, each by its Case, and the log that keeps them.

use crate::cases::case::Cite;
use serde::Serialize;

/// An event that says by which Case it came about.
pub trait Cited {
    /// The Case.
    fn cite(&self) -> Cite;
}

/// One thing that happened, by its Case; `W` is what may happen in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event<W> {
    /// The Case by which it did.
    pub cite: Cite,
    /// What.
    #[serde(flatten)]
    pub what: W,
}

impl<W> Cited for Event<W> {
    fn cite(&self) -> Cite {
        self.cite
    }
}

/// What happened, as it happens. Off, it costs nothing.
#[derive(Debug)]
pub struct Log<E> {
    on: bool,
    events: Vec<E>,
    sealed: bool,
}

impl<E> Log<E> {
    /// A log that keeps events.
    pub const fn new() -> Self {
        Self {
            on: true,
            events: Vec::new(),
            sealed: false,
        }
    }
    /// A log that keeps nothing.
    pub const fn off() -> Self {
        Self {
            on: false,
            events: Vec::new(),
            sealed: false,
        }
    }
    /// Notes an event, made only if somebody listens.
    pub fn say(&mut self, event: impl FnOnce() -> E) {
        if self.on {
            self.events.push(event());
        }
    }
    /// Notes that something hidden was shown, to whichever side: what came before cannot be undone by anybody. Who saw
    /// it is not kept; what each side is told of it is the business of [`Game::redact`](crate::Game::redact).
    pub fn reveal(&mut self) {
        self.sealed = true;
    }
    /// Whether something hidden was shown.
    pub const fn revealed(&self) -> bool {
        self.sealed
    }
    /// Whether anybody listens.
    pub const fn is_on(&self) -> bool {
        self.on
    }
    /// The events so far.
    pub fn events(&self) -> &[E] {
        &self.events
    }
    /// Takes the events.
    pub fn take(&mut self) -> Vec<E> {
        core::mem::take(&mut self.events)
    }
}
impl<W> Log<Event<W>> {
    /// Notes what happened, by its Case.
    pub fn record(&mut self, cite: Cite, what: W) {
        self.say(|| Event { cite, what });
    }
}
impl<E> Default for Log<E> {
    fn default() -> Self {
        Self::new()
    }
}
