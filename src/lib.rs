#![cfg_attr(feature = "suleiman", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "suleiman"),
    doc = "Historical hex-wargame rules, exact and explained; built without a game."
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

#[cfg(feature = "arquebus")]
pub use casus_arquebus as arquebus;
#[cfg(feature = "blind_faith")]
pub use casus_blind_faith as blind_faith;
pub use casus_core as core;
#[cfg(feature = "marignan")]
pub use casus_marignan as marignan;
#[cfg(feature = "suleiman")]
pub use casus_suleiman as suleiman;

#[cfg(feature = "runner")]
pub mod machine;

/// House rules: rules of one's own in the printed lists. A page, and no code.
#[cfg(feature = "suleiman")]
#[doc = include_str!("../docs/house-rules.md")]
pub mod house_rules {}

#[allow(unused_imports)]
use casus_core::protocol::shelf;
use casus_core::protocol::{Hall, Shelf};
use casus_core::{LoadError, Table};

/// Every game: its feature, and its type. Whatever names the games stands here once: `games!(m with)` is `m!` of `with` and
/// of them all.
#[doc(hidden)]
#[macro_export]
macro_rules! games {
    ($m:ident $($with:tt)*) => {
        $m! {
            $($with)*
            "suleiman": $crate::suleiman::Suleiman,
            "marignan": $crate::marignan::Marignan,
            "arquebus": $crate::arquebus::Arquebus,
            "blind_faith": $crate::blind_faith::BlindFaith,
        }
    };
}

/// A table with the agents that the game's advice gives.
#[allow(dead_code, reason = "a build without a game has none")]
fn seat<G: casus_core::Guide + casus_core::Advice>(seated: casus_core::Seated<G>) -> Box<dyn Table> {
    Box::new(seated.hiring(casus_core::protocol::advisers()))
}

macro_rules! doors {
    ($($feature:literal: $game:ty,)*) => {
        /// The short names of the games that this build has, as [`table`] takes them and as saves have them.
        pub const GAMES: &[&str] = &[
            $(#[cfg(feature = $feature)] <$game as casus_core::Game>::NAME,)*
        ];

        /// Every game that this build has, in its box.
        fn shelves() -> Vec<Box<dyn Shelf>> {
            vec![$(#[cfg(feature = $feature)] shelf::<$game>(),)*]
        }

        fn open(game: &str, setup_json: &str, seed: u64) -> Option<Result<Box<dyn Table>, LoadError>> {
            let _ = (game, setup_json, seed);
            $(#[cfg(feature = $feature)]
            if game == <$game as casus_core::Game>::NAME {
                let seated = casus_core::Seated::<$game>::from_json(setup_json, seed);
                return Some(seated.map(seat));
            })*
            None
        }

        fn reopen(game: &str, save: &str, seed: u64) -> Option<Result<Box<dyn Table>, LoadError>> {
            let _ = (game, save, seed);
            $(#[cfg(feature = $feature)]
            if game == <$game as casus_core::Game>::NAME {
                let played = casus_core::Match::<$game>::load(save);
                return Some(played.map(|m| seat(casus_core::Seated::over(m, seed))));
            })*
            None
        }
    };
}

games!(doors);

/// Why no table was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// This build has no game of this name; [`GAMES`] are those that it has.
    UnknownGame {
        /// The name.
        name: String,
    },
    /// The set-up or the save was not read: what is wrong, and where.
    Load(LoadError),
}

impl ::core::fmt::Display for OpenError {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::UnknownGame { name } => {
                let games = GAMES.join(", ");
                write!(f, "no game is called `{name}`; there are: {games}")
            }
            Self::Load(e) => e.fmt(f),
        }
    }
}

impl ::core::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn ::core::error::Error + 'static)> {
        match self {
            Self::UnknownGame { .. } => None,
            Self::Load(e) => Some(e),
        }
    }
}

impl From<LoadError> for OpenError {
    fn from(e: LoadError) -> Self {
        Self::Load(e)
    }
}

/// Opens a table: a new match of the game of this name, from a set-up in JSON (`"{}"` is the printed battle), with dice
/// of this seed. The requests stand on the page of [`core::Table`].
///
/// # Errors
/// When this build has no such game, or the text is no set-up of it, or one with faults.
pub fn table(game: &str, setup_json: &str, seed: u64) -> Result<Box<dyn Table>, OpenError> {
    let opened = open(game, setup_json, seed).ok_or_else(|| unknown(game))?;
    Ok(opened?)
}

/// Opens a table over a save of any game that this build has, to be played on with dice of this seed.
///
/// # Errors
/// When the text is no save, or of a game that this build has not, or the save cannot be played again.
pub fn load(save: &str, seed: u64) -> Result<Box<dyn Table>, OpenError> {
    let game = casus_core::play::game_of(save)?;
    let opened = reopen(&game, save, seed).ok_or_else(|| unknown(&game))?;
    Ok(opened?)
}

/// A hall with every game that this build has: it opens tables and passes on what they are asked, as `docs/protocol.md` says.
pub fn hall() -> Hall {
    Hall::new(shelves())
}

fn unknown(game: &str) -> OpenError {
    OpenError::UnknownGame { name: game.to_owned() }
}
