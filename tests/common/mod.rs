//! What every test binary needs: configuration, and the suite that every game must pass.
#![allow(dead_code, unreachable_pub)]

use casus_belli::core::strategies::{Playthrough, Trial, alterations, playthroughs, props};
use casus_belli::core::{Match, hex::Symmetry};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

/// A configuration of so many cases, the same ones in every run. `PROPTEST_CASES` sets another number of cases,
/// `PROPTEST_RNG_SEED` another seed.
pub fn config(cases: u32) -> ProptestConfig {
    let set = |name| std::env::var_os(name).is_some();
    let mut config = ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    };
    if !set("PROPTEST_CASES") {
        config.cases = cases;
    }
    if !set("PROPTEST_RNG_SEED") {
        config.rng_seed = RngSeed::Fixed(1526);
    }
    config
}

/// Runs a property over so many cases; what fails is printed shrunk.
pub fn holds<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut runner = TestRunner::new(config(cases));
    match runner.run(&strategy, property) {
        Ok(()) => {}
        Err(TestError::Fail(why, input)) => {
            let input = format!("{input:?}");
            let why = why.message();
            if why.contains("set-up {") {
                panic!("{why}");
            }
            panic!("{why}: {input}");
        }
        Err(e) => panic!("{e}"),
    }
}

/// A failure that shows its set-up as JSON, ready to be played again.
pub fn with<G: Trial>(
    setup: &G::Setup,
    game: &Playthrough,
    result: Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    result.map_err(|e| match e {
        TestCaseError::Fail(why) => {
            let setup = serde_json::to_string(setup).unwrap_or_else(|e| e.to_string());
            let line = Match::<G>::new(serde_json::from_str(&setup).expect("it was a set-up"))
                .ok()
                .and_then(|_| {
                    casus_belli::core::strategies::follow::<G>(
                        &serde_json::from_str(&setup).ok()?,
                        game,
                        |_| Ok(()),
                    )
                    .ok()
                })
                .map_or_else(String::new, |m| {
                    m.to_save()
                        .journal
                        .iter()
                        .map(|l| format!("\n  {l}"))
                        .collect()
                });
            TestCaseError::fail(format!("{why}\nset-up {setup}\nplayed {game:?}{line}"))
        }
        reject @ TestCaseError::Reject(_) => reject,
    })
}

fn game<G: Trial>(actions: usize) -> impl Strategy<Value = (G::Setup, Playthrough)> {
    (G::positions(), playthroughs(actions))
}

pub fn audit_holds<G: Trial>() {
    holds(250, game::<G>(80), |(setup, game)| {
        with::<G>(&setup, &game, props::audit_holds::<G>(&setup, &game))
    });
}

pub fn actions_and_check_agree<G: Trial>() {
    holds(
        120,
        (game::<G>(30), G::candidates()),
        |((setup, game), candidates)| {
            with::<G>(
                &setup,
                &game,
                props::actions_and_check_agree::<G>(&setup, &game, &candidates),
            )
        },
    );
}

pub fn all_that_is_thinkable_is_ruled_alike<G: Trial>() {
    holds(60, game::<G>(40), |(setup, game)| {
        with::<G>(&setup, &game, props::thinkable_agree::<G>(&setup, &game, 7))
    });
}

pub fn a_refused_action_leaves_the_state<G: Trial>() {
    holds(
        100,
        (game::<G>(30), G::candidates()),
        |((setup, game), candidates)| {
            with::<G>(
                &setup,
                &game,
                props::refused_leaves_alone::<G>(&setup, &game, &candidates),
            )
        },
    );
}

pub fn a_save_loads_at_any_moment<G: Trial>() {
    holds(60, game::<G>(60), |(setup, game)| {
        with::<G>(&setup, &game, props::saves_load::<G>(&setup, &game))
    });
}

pub fn an_altered_save_is_refused<G: Trial>() {
    holds(
        80,
        (game::<G>(20), alterations()),
        |((setup, game), alteration)| {
            with::<G>(
                &setup,
                &game,
                props::altered_saves_are_refused::<G>(&setup, &game, &alteration),
            )
        },
    );
}

pub fn an_altered_setup_is_refused_or_sound<G: Trial>() {
    holds(
        150,
        (G::positions(), vec(alterations(), 1..4)),
        |(setup, alterations)| props::altered_setups_are_sound::<G>(&setup, &alterations),
    );
}

/// A journal, played line by line on a new match, gives an equal state after every line.
pub fn a_journal_replays<G: Trial>() {
    holds(60, game::<G>(60), |(setup, game)| {
        let mut digests = Vec::new();
        let played = casus_belli::core::strategies::follow::<G>(&setup, &game, |at| {
            digests.push(at.state_digest());
            Ok(())
        })?;
        let mut again = Match::<G>::new(setup).map_err(|e| TestCaseError::fail(e.to_string()))?;
        for (line, saved) in played.to_save().journal.iter().enumerate() {
            prop_assert_eq!(again.state_digest(), digests[line]);
            again
                .replay(saved)
                .map_err(|e| TestCaseError::fail(format!("line {}: {e}", line + 1)))?;
            prop_assert_eq!(again.events(line), played.events(line));
        }
        prop_assert_eq!(again.state(), played.state());
        Ok(())
    });
}

pub fn undo_is_exact<G: Trial>() {
    holds(60, game::<G>(40), |(setup, game)| {
        with::<G>(&setup, &game, props::undo_is_exact::<G>(&setup, &game))
    });
}

pub fn what_is_hidden_stays_hidden<G: Trial>() {
    holds(
        120,
        (game::<G>(30), G::candidates()),
        |((setup, game), candidates)| {
            with::<G>(
                &setup,
                &game,
                props::hidden_stays_hidden::<G>(&setup, &game, &candidates),
            )
        },
    );
}

pub fn words_come_back<G: Trial>() {
    holds(80, game::<G>(40), |(setup, game)| {
        with::<G>(&setup, &game, props::words_come_back::<G>(&setup, &game))
    });
}

pub fn merged_and_unmerged_odds_agree<G: Trial>() {
    holds(50, game::<G>(25), |(setup, game)| {
        with::<G>(&setup, &game, props::odds_agree::<G>(&setup, &game, 3000))
    });
}

pub fn mirror_images_are_ruled_alike<G: Trial>() {
    holds(
        250,
        (G::open_positions(), playthroughs(20), 1..12u8),
        |(setup, game, by)| {
            let by = Symmetry::new(by).unwrap_or(Symmetry::ALL[1]);
            with::<G>(&setup, &game, props::mirrored_alike::<G>(&setup, &game, by))
        },
    );
}

/// Each switch by itself; all that fail are told.
pub fn differences_cite_their_option<G: Trial>() {
    let mut failed = Vec::new();
    for switch in 0..G::switches() {
        let mut runner = TestRunner::new(config(60));
        let run = runner.run(&game::<G>(25), |(setup, game)| {
            with::<G>(
                &setup,
                &game,
                props::differences_cite::<G>(&setup, &game, switch),
            )
        });
        if let Err(TestError::Fail(why, _)) = run {
            failed.push(format!("switch {switch}: {why}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// The suite, for games by their name: each gives a module of tests.
#[macro_export]
macro_rules! suite {
    ($($name:ident: $game:ty),* $(,)?) => {$(
        mod $name {
            $crate::suite!(@ $game:
                audit_holds,
                actions_and_check_agree,
                all_that_is_thinkable_is_ruled_alike,
                a_refused_action_leaves_the_state,
                a_save_loads_at_any_moment,
                an_altered_save_is_refused,
                an_altered_setup_is_refused_or_sound,
                a_journal_replays,
                undo_is_exact,
                what_is_hidden_stays_hidden,
                words_come_back,
                merged_and_unmerged_odds_agree,
                mirror_images_are_ruled_alike,
                differences_cite_their_option,
            );
        }
    )*};
    (@ $game:ty: $($test:ident),* $(,)?) => {$(
        #[test]
        fn $test() {
            $crate::common::$test::<$game>();
        }
    )*};
}
