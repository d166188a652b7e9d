//! Whole games behind trait objects.
//!
//! A program that offers many games, such as `casus`, asks each of them for the same things: its battles, a battle at the
//! terminal, a session in JSON, its Cases, its charts, the check of a file, a simulated battle. [`CatalogGame`] is all of that
//! as one trait object. [`catalog_game`] makes it from the type of a game, in the game's own crate, so that a game is compiled for
//! programs once, where it stands, and beside the other games.
//!
//! A game of your own needs [`BoxedGame`], `casus_testkit::Described` and an `impl` of [`Study`]:
//!
//! ```
//! use casus_belli::catalog::{CatalogGame, catalog_game};
//! use casus_belli::suleiman::Suleiman;
//!
//! let game: &'static dyn CatalogGame = catalog_game::<Suleiman>();
//! assert_eq!(game.battles(), ["mohacs"]);
//! assert_eq!(game.sides(), ["Hungary", "Ottoman"]);
//! ```
//!
//! | Question | Item |
//! |---|---|
//! | What can a program ask of a game? | [`CatalogGame`] |
//! | How is a battle simulated? | [`SimulatedSetup`] |
//! | What is counted in simulated battles? | [`Study`], [`Tally`] |
//!
//! [`BoxedGame`]: casus_guide::BoxedGame
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

mod game;
mod simulation;
mod tally;

pub use game::{CatalogGame, UnopenedError, catalog_game};
pub use simulation::{BattleEnd, ExactError, Seats, SimulatedSetup, SimulationError, Study};
pub use tally::{Count, Tally, interval, paired, percent, share};
