//! Every table of a game as a player's aid sheet: `cargo run --example charts -- suleiman`, or `-- arquebus Pavia`
//!
//! A cell that is reconstructed and not printed bears a `*`; what it rests on stands at the end.

mod common;
#[macro_use]
#[path = "common/games.rs"]
mod games;

use casus_belli::GAMES;
use casus_terminal::Machine;
use casus_terminal::commands::charts;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = common::about("charts", "Prints the charts of a battle and marks what is reconstructed", GAMES);
    let battle = common::word("battle", "Battle of the game [default: its first]");
    let args = command.arg(battle).get_matches();
    let (game, battle) = (common::get(&args, "game").unwrap_or_default(), common::get(&args, "battle"));
    common::done(of_game!(game, charts(battle, &mut Machine::default())).and_then(|done| done))
}
