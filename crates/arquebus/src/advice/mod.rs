//! What is worth considering at each decision, and what is a position worth? Advice for agents; no rule depends on it.
//!
//! What may be done, and what it would bring, is asked of the rules themselves: ways, shots and attacks by their own
//! lists, modifiers and tables. What is here is judgement, in points: a hundred to a Flight Point.
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
