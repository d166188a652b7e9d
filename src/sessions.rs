//! Sessions of every game by its name.

use crate::{GAMES, LoadError};
#[allow(unused_imports, reason = "a build without a game has none")]
use casus_protocol::{LibraryGame, MatchSession, Session, SessionHost, library_game};

/// A session with the agents that the game's advice gives.
#[allow(dead_code, reason = "a build without a game has none")]
fn seat<G: casus_guide::Guide + casus_core::Advice>(seated: MatchSession<G>) -> Box<dyn Session> {
    Box::new(seated.with_agents(casus_protocol::advised_agents()))
}

macro_rules! sessions {
    ($($feature:literal: $game:ty,)*) => {
        // `inline` here and below: a program that plays one battle does not compile the sessions of all four games.
        /// Every game of this build.
        #[inline]
        fn library() -> Vec<&'static dyn LibraryGame> {
            vec![$(#[cfg(feature = $feature)] library_game::<$game>(),)*]
        }

        #[inline]
        fn open_session(game: &str, setup_json: &str, seed: u64) -> Option<Result<Box<dyn Session>, LoadError>> {
            let _ = (game, setup_json, seed);
            $(#[cfg(feature = $feature)]
            if game == <$game as casus_core::Game>::NAME {
                let seated = MatchSession::<$game>::from_json(setup_json, seed);
                return Some(seated.map(seat));
            })*
            None
        }

        #[inline]
        fn reopen_session(game: &str, save: &str, seed: u64) -> Option<Result<Box<dyn Session>, LoadError>> {
            let _ = (game, save, seed);
            $(#[cfg(feature = $feature)]
            if game == <$game as casus_core::Game>::NAME {
                let played = casus_core::Match::<$game>::load(save);
                return Some(played.map(|m| seat(MatchSession::over(m, seed))));
            })*
            None
        }
    };
}

crate::games!(sessions);

/// Why no session was opened.
///
/// ```
/// let error = casus_belli::session("chess", "{}", 7).err().unwrap();
/// assert!(error.to_string().starts_with("unknown game \"chess\""));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// This build lacks the game; [`GAMES`] lists those that it has.
    UnknownGame {
        /// The name that was asked for.
        name: String,
    },
    /// The set-up or the save has a fault, with its place.
    Load(LoadError),
}

impl ::core::fmt::Display for OpenError {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::UnknownGame { name } => {
                let games = GAMES.join(", ");
                write!(f, "unknown game {name:?}; games: {games}")
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

/// Opens a session of a new match from a set-up in JSON; `"{}"` is the printed battle. `seed` is the seed of its dice.
/// [`Session`] describes the requests.
///
/// ```
/// # #[cfg(feature = "marignan")] {
/// let mut session = casus_belli::session("marignan", "{}", 7)?;
/// let answer = session.ask(r#"{"do": "turn"}"#);
/// assert!(answer.contains("journal"));
/// # }
/// # Ok::<(), casus_belli::OpenError>(())
/// ```
///
/// # Errors
/// If this build lacks the game, or the text is not a set-up of it, or the set-up has faults.
#[inline]
pub fn session(game: &str, setup_json: &str, seed: u64) -> Result<Box<dyn Session>, OpenError> {
    let opened = open_session(game, setup_json, seed).ok_or_else(|| unknown(game))?;
    Ok(opened?)
}

/// Opens a session from a save of any game of this build. `seed` is the seed of the dice to come.
///
/// ```
/// # #[cfg(feature = "marignan")] {
/// let mut session = casus_belli::session("marignan", "{}", 7)?;
/// let answer: serde_json::Value = serde_json::from_str(&session.ask(r#"{"do": "save"}"#)).unwrap();
/// let again = casus_belli::load(answer["save"].as_str().unwrap(), 7)?;
/// assert_eq!(again.game(), "marignan");
/// # }
/// # Ok::<(), casus_belli::OpenError>(())
/// ```
///
/// # Errors
/// If the text is not a save, this build lacks its game, or its journal cannot be replayed.
#[inline]
pub fn load(save: &str, seed: u64) -> Result<Box<dyn Session>, OpenError> {
    let game = casus_core::play::game_of(save)?;
    let opened = reopen_session(&game, save, seed).ok_or_else(|| unknown(&game))?;
    Ok(opened?)
}

/// Creates a host of every game of this build, which opens sessions and answers their requests (`docs/protocol.md`).
///
/// ```
/// let mut host = casus_belli::host();
/// assert!(host.ask(r#"{"do": "hello"}"#).contains("protocol"));
/// ```
#[inline]
pub fn host() -> SessionHost {
    SessionHost::new(library())
}

fn unknown(game: &str) -> OpenError {
    OpenError::UnknownGame { name: game.to_owned() }
}
