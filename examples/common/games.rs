//! The games by their names, for programs that take any of them.
#![allow(dead_code, unreachable_pub)]

use casus_belli::core::person::{BoxedGame, Charts};

/// `of_game!(name, run(arguments))` is `run::<G>(arguments)` of the game of that name, or says that there is none; games beside
/// the library's are named after it: `also Bridge`.
macro_rules! of_game {
    ($name:expr, $run:ident $arguments:tt $(, also $more:ty)*) => {
        casus_belli::games!(by_name [$name, $run $arguments $(, $more)*])
    };
}
macro_rules! by_name {
    ([$name:expr, $run:ident $arguments:tt $(, $more:ty)*] $($_:literal: $game:ty,)*) => {
        match $name {
            $(<$game as casus_belli::core::Game>::NAME => Ok($run::<$game> $arguments),)*
            $(<$more as casus_belli::core::Game>::NAME => Ok($run::<$more> $arguments),)*
            other => Err(format!("nothing is known of `{other}`")),
        }
    };
}

/// The charts of a battle of a game, or of its first.
///
/// # Errors
/// That there is no such battle, or that it does not come about.
pub fn charts<G: BoxedGame>(battle: Option<&str>) -> Result<Charts, String> {
    let found = match battle {
        None => G::BATTLES.first(),
        Some(word) => G::battle(word),
    };
    let Some(found) = found else {
        let names: Vec<&str> = G::BATTLES.iter().map(|b| b.program).collect();
        return Err(format!("no such battle; there are: {}", names.join(", ")));
    };
    let state = G::begin(&(found.setup)()).map_err(|faults| faults.to_string())?;
    Ok(G::charts(&state))
}
