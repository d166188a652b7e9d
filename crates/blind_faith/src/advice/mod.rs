//! What is worth considering at each decision, and what is a position worth? Advice for agents; no rule depends on it.
//!
//! What may be done is asked of the rules themselves. What battles and sieges promise is told by their tables, round by round, as
//! odds. What is here is judgement, in points: ten to a Florin.
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
