//! What games of activation and continuity share.
//!
//! In these games a side activates a command of its army, and keeps the initiative by Continuity rolls until it fails or the
//! enemy seizes it. Reactions interrupt a move: fire, retreat before combat, counter-charges. This crate has the types and
//! procedures that such games have in common. It names no game and no Case: each game passes in the Cases of its own rulebook.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

pub mod advice;
pub mod battles;
mod engine;
mod facts;
pub mod story;
pub mod strategies;
mod timing;
mod unit;
mod who;
mod windows;

pub use unit::{Aim, Condition, Warrant};
pub use who::Who;
pub use windows::{Shut, all_shut};

// The macros name core through this crate.
#[doc(hidden)]
pub use casus_core;
