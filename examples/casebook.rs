//! Every Case of a game, or one: `cargo run --example casebook -- suleiman [CASE]`
//!
//! Its title, its standing (in code, or text only and why), where in the code it lives, how a gap in it is read, which
//! conformance files prove it, and which reconstructed data rest on it. `CASE` may be a module (`7`) or a ruling (`D7`).

mod common;

use casus_belli::GAMES;
use casus_belli::arquebus::{self, Arquebus};
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::Game;
use casus_belli::core::catalogue::{Proof, print};
use casus_belli::core::person::runner::{names, proves};
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::{self, Suleiman};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (game, mut rest) = match common::game_and("casebook GAME [CASE]", GAMES, 1) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let (book, reconstructed) = match game.as_str() {
        Suleiman::NAME => (Suleiman::CASEBOOK, suleiman::standard().reconstructed()),
        Marignan::NAME => (Marignan::CASEBOOK, marignan::standard().reconstructed()),
        Arquebus::NAME => {
            let mut all = Vec::new();
            for base in arquebus::Base::ALL {
                let own = arquebus::standard(base).reconstructed();
                all.extend(own.into_iter().filter(|line| !all.contains(line)).collect::<Vec<_>>());
            }
            (Arquebus::CASEBOOK, all)
        }
        BlindFaith::NAME => (BlindFaith::CASEBOOK, blind_faith::standard().reconstructed()),
        other => return common::refuse(&format!("nothing is known of `{other}`")),
    };
    let only = rest.pop();
    let files = match common::conformance_files(&game) {
        Ok(files) => files,
        Err(message) => return common::refuse(&message),
    };
    let proved: Vec<_> = files.iter().map(|(name, text)| (name, proves(text))).collect();
    let proofs: Vec<Proof<'_>> = proved.iter().map(|(n, p)| (n.as_str(), p.as_slice())).collect();
    let Some(text) = print(book, &proofs, only.as_deref()) else {
        let name = only.unwrap_or_default();
        return common::refuse(&format!("`{name}` is neither a Case nor a ruling"));
    };
    common::say(&text);
    for (what, why) in reconstructed {
        if only
            .as_deref()
            .is_none_or(|case| names(&why, case) || names(&what, case))
        {
            common::say(&format!("  reconstructed: {what}: {why}\n"));
        }
    }
    ExitCode::SUCCESS
}
