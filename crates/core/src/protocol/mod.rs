//! The protocol: one match, asked and answered in JSON text, for front ends in any language.
//!
//! A [`Session`] takes a request and gives its answer; [`MatchSession`] is one over a match of any game. [`REQUESTS`] is every request
//! with its keys, and what comes is checked by that table; every answer is a type of [`answers`], from which, with the feature
//! `schema`, its schema comes. A [`SessionHost`] opens tables of several games. `docs/protocol.md` is the page for whoever writes a front end.
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`, `render`, `play`, `person`.

pub mod answers;
pub(crate) mod error;
pub(crate) mod host;
mod laying;
pub(crate) mod match_session;
mod naming;
pub(crate) mod requests;
#[cfg(feature = "schema")]
pub(crate) mod schema;
pub(crate) mod session;

pub use host::{HostedGame, LibraryGame, SessionHost, library_game};
pub use match_session::{AgentEntry, MatchSession, advised_agents, basic_agents};
pub use requests::{HOST_REQUESTS, Key, PROTOCOL, REQUESTS, Request, Takes, page};
#[cfg(feature = "schema")]
pub use schema::{Described, schema, schema_of};
pub use session::{Kept, Session};
