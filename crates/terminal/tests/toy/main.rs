//! A person at the terminal of a toy game.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(unexpected_cfgs, reason = "the game of the core's tests knows the core's features")]

#[allow(dead_code, reason = "the game of the core's tests has more than is played here")]
#[path = "../../../core/tests/toy/game.rs"]
mod game;
mod repl;
