//! Property tests of your own: `cargo run --features proptest --example property`. In a test suite, the same
//! goes into `proptest! { … }`.
//!
//! A play-through is a list of choices and a seed for the dice; one that breaks a property is made as short as it can be.

use casus_belli::core::Match;
use casus_belli::core::proofs::strategies::{Playthrough, follow, playthroughs};
use casus_belli::suleiman::{Condition, Setup, Side, Suleiman, What};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

type Found = Result<(), TestCaseError>;
type Property = fn(&Playthrough) -> Found;

/// A position close to contact, so that short play-throughs get somewhere.
fn position() -> Setup {
    let text = r#"
        doorway = "move-fire"
        leader = "Khosrev"
        banner = "2020"
        map = { blank = true }
        units = [
            { id = "HU-HC-1", hex = "2021" }, { id = "HU-LC-1", hex = "2023" }, { id = "HU-RI-1", hex = "2121" },
            { id = "OT-MC-5", hex = "2024" }, { id = "OT-MC-6", hex = "2123" }, { id = "OT-MC-7", hex = "2124" },
        ]
        leaders = [
            { id = "Khosrev", hex = "2124" }, { id = "Tomori", hex = "2021" },
            { id = "Perenyi", hex = "2023" }, { id = "Hannibal", hex = "2121" },
        ]
    "#;
    toml::from_str(text).expect("a set-up that this file holds")
}

/// Two Cases together: 10.3 Retires units to the Banner, and 13.0.4 takes the Banner away. Once it is gone, no
/// Hungarian unit on the field may be Retired, however it came to fall.
fn no_banner_no_retired(game: &Playthrough) -> Found {
    follow::<Suleiman>(&position(), game, |at| {
        let seen = at.view(None);
        if seen.banner.is_none() {
            for (name, unit) in &seen.units {
                let retired = unit.side == Side::Hungary && unit.state == Condition::Retired;
                prop_assert!(!(retired && unit.at == "map"), "{name} is Retired without a Banner");
            }
        }
        Ok(())
    })
    .map(drop)
}

/// A house rule, laid over the printed charts: bows are no better at one hex than at two.
fn house_rule(mut setup: Setup) -> Setup {
    let charts = toml::from_str("ranges = { bow = [-1, -1] }").expect("a chart that this file holds");
    setup.charts = Some(charts);
    setup
}

/// It changes nothing before the first shot: the same choices and dice give the same story with and without it.
fn only_shots_differ(game: &Playthrough) -> Found {
    let story = |setup: &Setup| -> Result<Vec<String>, TestCaseError> {
        let at: Match<Suleiman> = follow(setup, game, |_| Ok(()))?;
        let events = (0..at.journal().len()).flat_map(|line| at.events(line));
        let before_fire = events.take_while(|e| !matches!(e.what, What::Fired { .. }));
        Ok(before_fire.map(|e| at.tell(e)).collect())
    };
    let (printed, house) = (story(&position())?, story(&house_rule(position()))?);
    prop_assert_eq!(printed, house);
    Ok(())
}

fn main() {
    let properties: [(&str, Property); 2] = [
        ("10.3 with 13.0.4: without a Banner nobody is Retired", no_banner_no_retired),
        ("the house rule of bows changes nothing but shots", only_shots_differ),
    ];
    let mut broken = 0;
    for (name, property) in properties {
        let mut runner = TestRunner::new(Config {
            cases: 64,
            failure_persistence: None,
            ..Config::default()
        });
        match runner.run(&playthroughs(120), |game| property(&game)) {
            Ok(()) => println!("holds in 64 play-throughs: {name}"),
            Err(e) => {
                broken += 1;
                println!("broken: {name}\n{e}");
            }
        }
    }
    std::process::exit(i32::from(broken > 0));
}
