//! Every table of a game as a player's aid sheet: `cargo run --example charts -- suleiman`, or `-- arquebus Pavia`
//!
//! A cell that is reconstructed and not printed bears a `*`; what it rests on stands at the end.

mod common;

use casus_belli::GAMES;
use casus_belli::arquebus::{self, Arquebus};
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::Game;
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::{self, Suleiman};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (game, battle) = match common::game_and("charts GAME [BATTLE]", GAMES, 1) {
        Ok((game, mut rest)) => (game, rest.pop()),
        Err(code) => return code,
    };
    if let Some(word) = battle.as_ref().filter(|_| game != Arquebus::NAME) {
        return common::refuse(&format!("`{word}` is too much"));
    }
    let (sheets, reconstructed) = match game.as_str() {
        Suleiman::NAME => {
            let kit = suleiman::standard();
            (kit.sheets(), kit.reconstructed())
        }
        Marignan::NAME => {
            let kit = marignan::standard();
            (kit.sheets(), kit.reconstructed())
        }
        Arquebus::NAME => {
            let Some(base) = arquebus::Base::named(battle.as_deref().unwrap_or(arquebus::Base::default().word()))
            else {
                let battles: Vec<&str> = arquebus::Base::ALL.iter().map(|b| b.word()).collect();
                return common::refuse(&format!("no such battle; there are: {}", battles.join(", ")));
            };
            let kit = arquebus::standard(base);
            (kit.sheets(), kit.reconstructed())
        }
        BlindFaith::NAME => {
            let kit = blind_faith::standard();
            (kit.sheets(), kit.reconstructed())
        }
        other => return common::refuse(&format!("nothing is known of `{other}`")),
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
