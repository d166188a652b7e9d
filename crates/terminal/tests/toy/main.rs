//! A person at the terminal of a toy game.
#![expect(unexpected_cfgs, reason = "the game of the core's tests knows the core's features")]

#[expect(
    unreachable_pub,
    reason = "the game of the core's tests has more than is played here"
)]
#[path = "../../../testkit/tests/toy/game.rs"]
mod game;
mod repl;
