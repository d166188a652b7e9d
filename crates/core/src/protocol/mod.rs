//! The protocol: one match, asked and answered in JSON text, for front ends in any language.
//!
//! A [`Table`] takes a request and gives its answer; [`Seated`] is one over a match of any game. [`REQUESTS`] is every request
//! with its keys, and what comes is checked by that table; every answer is a type of [`answers`], from which, with the feature
//! `schema`, its schema comes. A [`Hall`] opens tables of several games. `docs/protocol.md` is the page for whoever writes a front end.
//!
//! May use: `geometry`, `cases`, `dice`, `turns`, `pictures`, `play`, `person`.

pub mod answers;
pub(crate) mod error;
pub(crate) mod hall;
mod laying;
mod naming;
pub(crate) mod requests;
#[cfg(feature = "schema")]
pub(crate) mod schema;
pub(crate) mod seated;
pub(crate) mod table;

pub use hall::{Hall, Shelf, Shelved, shelf};
pub use requests::{HALL, Key, PROTOCOL, REQUESTS, Request, Takes, page};
#[cfg(feature = "schema")]
pub use schema::{Described, schema, schema_of};
pub use seated::{Hired, Seated, advisers, hired};
pub use table::{Kept, Table};
