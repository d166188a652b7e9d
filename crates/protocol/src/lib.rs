//! The protocol: matches behind JSON text, for front ends in any language.
//!
//! A [`Session`] answers requests about one match. [`MatchSession`] implements [`Session`] for every game that implements
//! [`Guide`](casus_guide::Guide) (an empty `impl` will do). A [`SessionHost`] opens sessions of several games.
//!
//! [`REQUESTS`] lists the requests of a session with their keys, and [`HOST_REQUESTS`] those of a host. Incoming requests are checked
//! against these lists. Every answer is a type of [`answers`]. With the feature `schema`, the JSON Schema is made from these types.
//!
//! [`docs/protocol.md`] is the guide for front ends.
//!
//! [`docs/protocol.md`]: https://github.com/casus-belli/casus-belli/blob/main/docs/protocol.md
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

pub mod answers;
mod error;
mod host;
mod laying;
mod match_session;
mod naming;
mod requests;
#[cfg(feature = "schema")]
mod schema;
mod session;

pub use error::{ErrorKind, SessionError};
pub use host::{HostedGame, LibraryGame, SessionHost, library_game};
pub use match_session::{AgentEntry, MatchSession, advised_agents, basic_agents};
pub use requests::{HOST_REQUESTS, Key, PROTOCOL, REQUESTS, Request, Takes, page};
#[cfg(feature = "schema")]
pub use schema::{Described, schema, schema_of};
pub use session::{Kept, Session};
