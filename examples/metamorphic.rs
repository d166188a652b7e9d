//! House rules held to metamorphic properties: `cargo run --features proptest --example metamorphic [GAME [CASES]]`
//!
//! Nobody need know what the right outcome is. What is turned, mirrored or moved on open ground has the turned, mirrored or moved
//! outcome; equal pieces under each other's names change nothing; declarations come to the same in any order; a state laid as a
//! set-up at its door is asked what play asks there. Here the printed laws of a game, or with no game a house rule of Suleiman.

use casus_belli::core::cases::entry;
use casus_belli::core::{Casebook, Laws, Standing, cite_in};
use casus_belli::suleiman::rules::fire::SHOT_BARS;
use casus_belli::suleiman::{Missile, Suleiman};
use casus_belli::testkit::metamorphic::{
    Metamorphic, Motion, alike_when_exchanged, alike_when_moved, declarations_commute, laid_as_played,
};
use casus_belli::testkit::strategies::playthroughs;
use casus_terminal::clap::builder::PossibleValuesParser;
use casus_terminal::clap::{Arg, Command, value_parser};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::process::ExitCode;

/// The house rules of this file: their book, with a Case of its own.
static RAIN: Casebook =
    Casebook::house("Rain", &[entry("1.1", "Wet strings", Standing::Rule, "examples/metamorphic.rs")]);

/// In the rain no bow is drawn.
fn rain() -> Laws {
    let wet = SHOT_BARS.entry(cite_in!(RAIN, "1.1"), "the bowstrings are wet");
    Laws::of(&RAIN).forbid(&SHOT_BARS, wet.when(|f| f.firer.place(), |f| f.s.missile(f.firer) == Missile::Bow))
}

fn holds<S: Strategy>(name: &str, cases: u32, of: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) -> bool {
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        rng_seed: RngSeed::Fixed(1526),
        ..Config::default()
    });
    match runner.run(&of, property) {
        Ok(()) => {
            println!("holds in {cases} play-throughs: {name}");
            true
        }
        Err(e) => {
            println!("broken: {name}\n{e}");
            false
        }
    }
}

fn try_all<G: Metamorphic>(laws: &Laws, cases: u32) -> bool {
    let moved = holds(
        "what is moved has the moved outcome",
        cases,
        (G::open_positions(), playthroughs(20), Motion::any::<G>()),
        |(setup, game, by)| alike_when_moved::<G>(&setup, laws, &game, by),
    );
    let exchanged = holds(
        "equal pieces change nothing but names",
        cases,
        (G::positions(), playthroughs(25)),
        |(setup, game)| alike_when_exchanged::<G>(&setup, laws, &game),
    );
    let commute =
        holds("declarations come in any order", cases, (G::positions(), playthroughs(40)), |(setup, game)| {
            declarations_commute::<G>(&setup, laws, &game)
        });
    let laid = holds(
        "a state laid at its door is as played",
        cases,
        (G::positions(), playthroughs(60)),
        |(setup, game)| laid_as_played::<G>(&setup, laws, &game),
    );
    moved && exchanged && commute && laid
}

fn main() -> ExitCode {
    let game = Arg::new("game")
        .help("Game [default: a house rule of Suleiman]")
        .value_parser(PossibleValuesParser::new(casus_belli::GAMES.iter().copied()));
    let cases = Arg::new("cases")
        .help("Number of play-throughs of each property")
        .default_value("32")
        .value_parser(value_parser!(u32).range(1..));
    let command = Command::new("metamorphic").about("Holds rules to metamorphic properties");
    let args = command.args([game, cases]).get_matches();
    let cases = args.get_one("cases").copied().unwrap_or(32);
    let all = match args.get_one::<String>("game").map(String::as_str) {
        None => try_all::<Suleiman>(&rain(), cases),
        Some("marignan") => try_all::<casus_belli::marignan::Marignan>(&Laws::PRINTED, cases),
        Some("arquebus") => try_all::<casus_belli::arquebus::Arquebus>(&Laws::PRINTED, cases),
        Some("blind_faith") => try_all::<casus_belli::blind_faith::BlindFaith>(&Laws::PRINTED, cases),
        Some(_) => try_all::<Suleiman>(&Laws::PRINTED, cases),
    };
    ExitCode::from(u8::from(!all))
}
