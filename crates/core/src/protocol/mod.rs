//! The protocol: matches behind JSON text, for front ends in any language.
//!
//! A [`Session`] answers requests about one match; [`MatchSession`] implements it for every game. A [`SessionHost`] opens sessions of
//! several games. [`REQUESTS`] lists the requests with their keys, and incoming requests are checked against it. Every answer is a type
//! of [`answers`]; with the feature `schema`, the JSON Schema is made from these types. `docs/protocol.md` is the guide for front ends.
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
