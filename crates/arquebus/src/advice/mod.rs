//! Advice for agents: what is worth considering at each decision, and the value of a position. No rule depends on it.
//!
//! The rules themselves say what may be done and what it would bring: ways, shots and attacks use their lists, modifiers and
//! tables. This module adds judgement, in points: a hundred to a Flight Point.
//!
//! May use: `action`, `charts`, `components`, `dispatch`, `data`, `game`, `rules`, `state`.

pub(crate) mod adviser;
pub(crate) mod answers;
pub(crate) mod attacks;
pub(crate) mod command;
pub(crate) mod evaluation;
pub(crate) mod eye;
pub(crate) mod field;
pub(crate) mod march;
pub(crate) mod plan;
pub(crate) mod riding;
