//! The games by their names, for programs that take any of them.

/// `of_game!(name, run(arguments))` is `run::<G>(arguments)` of the game of that name, or an error that says that there is none; games
/// beside the library's are named after it: `also Bridge`.
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
            other => Err(casus_terminal::commands::CommandError::UnknownGame {
                word: other.to_owned(),
                games: casus_belli::GAMES.to_vec(),
            }),
        }
    };
}
