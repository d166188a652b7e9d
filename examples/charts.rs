//! Every table of a game as a player's aid sheet: `cargo run --example charts -- suleiman`, or `-- arquebus Pavia`
//!
//! A cell that is reconstructed and not printed bears a `*`; what it rests on stands at the end.

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;

use casus_belli::GAMES;
use casus_belli::core::person::Charts;
use games::charts;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (game, battle) = match common::game_and("charts GAME [BATTLE]", GAMES, 1) {
        Ok((game, mut rest)) => (game, rest.pop()),
        Err(code) => return code,
    };
    let found = of_game!(game.as_str(), charts(battle.as_deref())).flatten();
    let Charts { sheets, reconstructed } = match found {
        Ok(charts) => charts,
        Err(message) => return common::refuse(&message),
    };
    for (title, text) in sheets {
        let rule = "=".repeat(title.chars().count());
        common::say(&format!("{title}\n{rule}\n{text}\n"));
    }
    common::say("Reconstructed, and why\n======================\n");
    for (what, why) in reconstructed {
        common::say(&format!("{what}\n    {why}\n"));
    }
    ExitCode::SUCCESS
}
