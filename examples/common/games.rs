//! The games by their names, for programs that take any of them.
#![allow(dead_code, unreachable_pub)]

use casus_belli::arquebus::{self, Arquebus, Base};
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::Game;
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::{self, Suleiman};

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

/// The charts of a battle.
#[derive(Debug)]
pub struct Charts {
    /// Player's aid sheets: a title and a text each.
    pub sheets: Vec<(String, String)>,
    /// What is reconstructed, and why.
    pub reconstructed: Vec<(String, String)>,
}

macro_rules! charts {
    ($kit:expr) => {{
        let kit = $kit;
        Charts {
            sheets: kit.sheets(),
            reconstructed: kit.reconstructed(),
        }
    }};
}

/// A game whose charts can be printed.
pub trait Charted: Game {
    /// The battles that have charts of their own.
    fn battles() -> Vec<&'static str> {
        Vec::new()
    }
    /// The charts of a battle, or of the usual one; `None` if no such battle has charts of its own.
    fn charts(battle: Option<&str>) -> Option<Charts>;
}

impl Charted for Suleiman {
    fn charts(battle: Option<&str>) -> Option<Charts> {
        battle.is_none().then(|| charts!(suleiman::standard()))
    }
}

impl Charted for Marignan {
    fn charts(battle: Option<&str>) -> Option<Charts> {
        battle.is_none().then(|| charts!(marignan::standard()))
    }
}

impl Charted for Arquebus {
    fn battles() -> Vec<&'static str> {
        Base::ALL.map(Base::word).into()
    }
    fn charts(battle: Option<&str>) -> Option<Charts> {
        let base = battle.map_or(Some(Base::default()), Base::named)?;
        Some(charts!(arquebus::standard(base)))
    }
}

impl Charted for BlindFaith {
    fn charts(battle: Option<&str>) -> Option<Charts> {
        battle.is_none().then(|| charts!(blind_faith::standard()))
    }
}
