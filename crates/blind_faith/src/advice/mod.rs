//! Advice for agents: the plans to consider at each decision, and the value of a position. No rule depends on it.
//!
//! The rules themselves supply the legal actions. The odds of battles and sieges are computed from their tables, round by round.
//! This module adds the evaluation in points; ten points equal one Florin.
//!
//! May use: `action`, `charts`, `components`, `dispatch`, `data`, `game`, `options`, `rules`, `state`.

pub(crate) mod adviser;
pub(crate) mod battle;
pub(crate) mod campaign;
pub(crate) mod court;
pub(crate) mod evaluation;
pub(crate) mod eye;
pub(crate) mod odds;
pub(crate) mod plan;
pub(crate) mod riding;
