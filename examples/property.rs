//! Property tests of your own: `cargo run --features proptest --example property`. In a test suite, the same
//! goes into `proptest! { … }`.
//!
//! A play-through is a list of choices and a seed for the dice; one that breaks a property is made as short as it can be.

use casus_belli::core::cases::entry;
use casus_belli::core::{Casebook, Game, Laws, LoadError, Match, Standing, Turn, cite_in};
use casus_belli::suleiman::rules::fire::{SHOT_BARS, SHOT_DRMS};
use casus_belli::suleiman::{Condition, Missile, Setup, Side, Suleiman, What};
use casus_belli::testkit::strategies::{Playthrough, follow, follow_under, playthroughs};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

type Found = Result<(), TestCaseError>;
type Property = fn(&Playthrough) -> Found;

/// A position close to contact, so that short play-throughs get somewhere.
fn position() -> Setup {
    let text = r#"
        start_at = "move-fire"
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

/// The house rules of this file: their book, with Cases of its own.
static RAIN: Casebook = Casebook::house(
    "Rain",
    &[
        entry("1.1", "Wet strings", Standing::Rule, "examples/property.rs"),
        entry("1.2", "Damp powder", Standing::Rule, "examples/property.rs"),
    ],
);

/// In the rain no bow is drawn, powder burns badly, and a trench full of water shelters nobody.
fn rain() -> Laws {
    let wet = SHOT_BARS.entry(cite_in!(RAIN, "1.1"), "the bowstrings are wet");
    let damp = SHOT_DRMS.entry(cite_in!(RAIN, "1.2"), "damp powder");
    Laws::of(&RAIN)
        .forbid(&SHOT_BARS, wet.when(|f| f.firer.place(), |f| f.s.missile(f.firer) == Missile::Bow))
        .modify(
            &SHOT_DRMS,
            damp.adds(|f| f.firer.place(), |f| (f.s.missile(f.firer) == Missile::Musket).then_some(-1)),
        )
        .repeal(&SHOT_DRMS, "across a trench from outside")
}

/// The house rule with 7.3.2 and 9.4.2: whatever the opportunity (Phasing, Return or Reaction Fire), no bow is ever shot, so
/// that no horse Counter-Charges against one either; and of what is printed it takes away those shots and nothing else.
fn rain_stops_bows_and_nothing_else(game: &Playthrough) -> Found {
    let mut before: Option<Match<Suleiman>> = None;
    follow_under::<Suleiman>(&position(), &rain(), game, |at| {
        let bow = |unit| at.state().missile(unit) == Missile::Bow;
        for event in at
            .journal()
            .len()
            .checked_sub(1)
            .map_or(&[][..], |line| at.events(line))
        {
            if let What::Aimed { firer, .. } | What::Fired { firer, .. } = event.what {
                prop_assert!(!bow(firer), "shot in the rain: {}", at.describe(event));
            }
        }
        let mut printed = Vec::new();
        Suleiman::actions(&Suleiman::under(at.state(), &Laws::PRINTED), &mut printed);
        let listed = at.actions();
        for action in printed.iter().filter(|action| !listed.contains(action)) {
            let Turn::Decide { side, .. } = at.turn() else { break };
            let refused = Suleiman::check(at.state(), side, action).expect_err("what is not listed is refused");
            prop_assert!(refused.cites("Rain 1.1") && refused.len() == 1, "{refused}");
        }
        before = Some(at.clone());
        Ok(())
    })?;
    // A save of such a match is read with its laws, and refused without.
    let save = before.expect("looked at once at least").save();
    prop_assert!(Match::<Suleiman>::load_under(&save, &rain()).is_ok());
    prop_assert!(matches!(Match::<Suleiman>::load(&save), Err(LoadError::Laws(_))));
    Ok(())
}

fn main() {
    let properties: [(&str, Property); 2] = [
        ("10.3 with 13.0.4: without a Banner nobody is Retired", no_banner_no_retired),
        (
            "Rain 1.1 with 7.3.2 and 9.4.2: no bow is shot, and nothing else is stopped",
            rain_stops_bows_and_nothing_else,
        ),
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
