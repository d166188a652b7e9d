//! Casus Belli.
pub use casus_core as core;
