//! Code that every test binary needs: configuration, and the suite that every game must pass.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each program that includes this file uses a part of it"
)]

use casus_belli::core::{Advice, Agent, Laws, LoadError, Log, Match, Random, Seat, Seeded, Turn};
use casus_belli::testkit::metamorphic::{
    Metamorphic, Motion, alike_when_exchanged, alike_when_moved, declarations_commute, laid_as_played,
};
use casus_belli::testkit::sound::agree;
use casus_belli::testkit::strategies::{
    Playthrough, Trial, alterations, follow, follow_under, playthroughs, props, spread,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestError, TestRunner};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A configuration with this many cases, the same ones in every run. `PROPTEST_CASES` sets another number of cases,
/// `PROPTEST_RNG_SEED` another seed.
pub fn config(cases: u32) -> ProptestConfig {
    seeded(cases, 0)
}

/// The same for several runs that should have different cases: one for each number.
fn seeded(cases: u32, run: u64) -> ProptestConfig {
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
        config.rng_seed = RngSeed::Fixed(1526 + run);
    }
    config
}

/// Runs a property with this many cases. A failure is printed shrunk.
pub fn holds<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let mut runner = TestRunner::new(config(cases));
    match runner.run(&strategy, property) {
        Ok(()) => {}
        // A failure that shows its own input needs no other.
        Err(TestError::Fail(why, _)) if why.message().contains(SET_UP) => panic!("{why}"),
        Err(TestError::Fail(why, input)) => panic!("{why}: {input:?}"),
        Err(e) => panic!("{e}"),
    }
}

/// The text before a set-up in a failure.
const SET_UP: &str = "\nset-up: ";

/// A failure that shows its set-up as JSON and the steps played, ready to be replayed.
pub fn with<G: Trial>(
    setup: &G::Setup,
    game: &Playthrough,
    result: Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    result.map_err(|e| match e {
        TestCaseError::Fail(why) => {
            let json = serde_json::to_string(setup).unwrap_or_else(|e| e.to_string());
            let mut lines = String::new();
            if let Ok(at) = follow::<G>(setup, game, |_| Ok(())) {
                for line in at.to_save().journal {
                    let _ = write!(lines, "\n  {line}");
                }
            }
            TestCaseError::fail(format!("{why}{SET_UP}{json}\nplayed: {game:?}{lines}"))
        }
        reject @ TestCaseError::Reject(_) => reject,
    })
}

fn game<G: Trial>(actions: usize) -> impl Strategy<Value = (G::Setup, Playthrough)> {
    (G::positions(), playthroughs(actions))
}

pub fn audit_holds<G: Trial>() {
    holds(250, game::<G>(80), |(setup, game)| with::<G>(&setup, &game, props::audit_holds::<G>(&setup, &game)));
}

pub fn what_is_listed_is_open<G: Trial>() {
    holds(150, game::<G>(80), |(setup, game)| {
        with::<G>(&setup, &game, props::what_is_listed_is_open::<G>(&setup, &game))
    });
}

pub fn actions_and_check_agree<G: Trial>() {
    holds(120, (game::<G>(30), G::any_actions()), |((setup, game), candidates)| {
        with::<G>(&setup, &game, props::actions_and_check_agree::<G>(&setup, &game, &candidates))
    });
}

pub fn all_that_is_thinkable_is_ruled_alike<G: Trial>() {
    holds(60, game::<G>(40), |(setup, game)| {
        with::<G>(&setup, &game, props::thinkable_agree::<G>(&setup, &game, 7))
    });
}

pub fn a_refused_action_leaves_the_state<G: Trial>() {
    holds(100, (game::<G>(30), G::any_actions()), |((setup, game), candidates)| {
        with::<G>(&setup, &game, props::refused_leaves_alone::<G>(&setup, &game, &candidates))
    });
}

pub fn a_save_loads_at_any_moment<G: Trial>() {
    holds(60, game::<G>(60), |(setup, game)| with::<G>(&setup, &game, props::saves_load::<G>(&setup, &game)));
}

pub fn an_altered_save_is_refused<G: Trial>() {
    holds(80, (game::<G>(20), alterations()), |((setup, game), alteration)| {
        with::<G>(&setup, &game, props::altered_saves_are_refused::<G>(&setup, &game, &alteration))
    });
}

pub fn an_altered_setup_is_refused_or_sound<G: Trial>() {
    holds(150, (G::positions(), vec(alterations(), 1..4)), |(setup, alterations)| {
        props::altered_setups_are_sound::<G>(&setup, &alterations)
    });
}

/// A journal, replayed step by step on a new match, gives an equal state after every step.
pub fn a_journal_replays<G: Trial>() {
    holds(60, game::<G>(60), |(setup, game)| {
        let mut digests = Vec::new();
        let played = follow::<G>(&setup, &game, |at| {
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

/// A side that requests something as itself gets the same answer for states that it cannot distinguish.
pub fn a_table_keeps_secrets<G: Trial + Advice>() {
    holds(20, (game::<G>(60), any::<u64>()), |((setup, game), seed)| {
        with::<G>(&setup, &game, props::session_hides::<G>(&setup, &game, seed))
    });
}

pub fn what_is_hidden_stays_hidden<G: Trial>() {
    holds(120, (game::<G>(30), G::any_actions()), |((setup, game), candidates)| {
        with::<G>(&setup, &game, props::hidden_stays_hidden::<G>(&setup, &game, &candidates))
    });
}

/// The same for requests that a player might try: less play, more requests.
pub fn no_answer_gives_away_what_is_hidden<G: Trial>() {
    holds(60, game::<G>(20), |(setup, game)| {
        with::<G>(&setup, &game, props::thoughts_tell_nothing::<G>(&setup, &game, 60))
    });
}

/// Each printed entry of each list is repealed by itself. List and check still agree on actions that a player might try, the
/// audit holds, the state lists the repeal, and a save loads with those laws and not without. All failures are reported.
pub fn any_entry_may_be_repealed<G: Trial>() {
    let lists = G::lists().iter();
    let entries = lists.flat_map(|&list| (0..list.entries().len()).map(move |i| (list, i)));
    let mut failed = Vec::new();
    for (n, (list, i)) in entries.filter(|&(list, i)| !list.always(i)).enumerate() {
        let laws = Laws::default().without(list, i);
        let mut runner = TestRunner::new(seeded(4, n as u64));
        let run = runner.run(&(game::<G>(25), G::any_actions()), |((setup, game), candidates)| {
            repealed::<G>(&setup, &laws, &game, &candidates)
        });
        if let Err(TestError::Fail(why, ((setup, game), _))) = run {
            let json = serde_json::to_string(&setup).unwrap_or_else(|e| e.to_string());
            let (cite, words) = list.entries()[i];
            failed.push(format!("{} - {words} ({cite}): {why}{SET_UP}{json}\nplayed: {game:?}", list.name()));
        }
    }
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n\n"));
}

/// The properties of a playthrough under laws that repeal something.
fn repealed<G: Trial>(
    setup: &G::Setup,
    laws: &Laws,
    game: &Playthrough,
    candidates: &[G::Action],
) -> Result<(), TestCaseError> {
    let found = follow_under::<G>(setup, laws, game, |at| {
        prop_assert_eq!(at.laws(), laws);
        let turn = game.seed.wrapping_add(at.journal().len() as u64);
        let mut thoughts = spread(G::thinkable(at.state()), 100, turn);
        thoughts.extend(candidates);
        agree::<G>(at.state(), &thoughts).map_err(|e| TestCaseError::fail(e.to_string()))?;
        G::audit(at.state()).map_err(|breach| TestCaseError::fail(breach.to_string()))
    });
    let at = match found {
        // Set-ups begin by the same rules: with one rule less, a die may be rolled before the first decision.
        Err(TestCaseError::Reject(_)) => return Ok(()),
        found => found?,
    };
    let save = at.save();
    let again = Match::<G>::load_under(&save, laws).map_err(|e| TestCaseError::fail(e.to_string()))?;
    prop_assert_eq!(again.state(), at.state());
    prop_assert!(matches!(Match::<G>::load(&save), Err(LoadError::Laws(_))));
    Ok(())
}

/// The chances that units were kept from, and the actions that only the sequence refuses, without a known time. `tests/snapshots`
/// pins the kinds of both.
pub fn whoever_was_passed_over_hears_why<G: Trial>() {
    let met = RefCell::new(BTreeSet::new());
    holds(300, game::<G>(60), |(setup, game)| {
        let asked = |verb| {
            met.borrow_mut().insert(verb);
        };
        with::<G>(&setup, &game, props::what_shut_it_is_told::<G>(&setup, &game, asked))
    });
    let untimed = RefCell::new(BTreeMap::<_, BTreeSet<_>>::new());
    holds(120, game::<G>(30), |(setup, game)| {
        let noted = |why, verb, what| {
            untimed.borrow_mut().entry((verb, why)).or_default().insert(what);
        };
        with::<G>(&setup, &game, props::by_the_sequence_alone::<G>(&setup, &game, 60, noted))
    });
    let mut out = String::from("asked of those who were passed over:\n");
    for verb in met.into_inner() {
        let _ = writeln!(out, "  {verb}");
    }
    out.push_str("refused by the sequence alone, by verb and open decision:\n");
    for ((verb, why), decisions) in untimed.into_inner() {
        let list: Vec<&str> = decisions.into_iter().collect();
        let _ = writeln!(out, "  {verb} ({why}): {}", list.join(", "));
    }
    insta::with_settings!({omit_expression => true, snapshot_path => "../snapshots", prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(format!("untimed_{}", G::NAME), out);
    });
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
    holds(250, (G::open_positions(), playthroughs(20), select(&G::SYMMETRIES[1..])), |(setup, game, by)| {
        with::<G>(&setup, &game, props::mirrored_alike::<G>(&setup, &game, by))
    });
}

/// A position that is turned, mirrored or moved on open ground has the turned, mirrored or moved outcome.
pub fn a_moved_position_is_played_alike<G: Metamorphic>() {
    holds(120, (G::open_positions(), playthroughs(20), Motion::any::<G>()), |(setup, game, by)| {
        with::<G>(&setup, &game, alike_when_moved::<G>(&setup, &Laws::PRINTED, &game, by))
    });
}

pub fn equal_pieces_change_nothing_but_names<G: Metamorphic>() {
    holds(120, game::<G>(25), |(setup, game)| {
        with::<G>(&setup, &game, alike_when_exchanged::<G>(&setup, &Laws::PRINTED, &game))
    });
}

pub fn declarations_come_in_any_order<G: Metamorphic>() {
    holds(120, game::<G>(40), |(setup, game)| {
        with::<G>(&setup, &game, declarations_commute::<G>(&setup, &Laws::PRINTED, &game))
    });
}

pub fn a_state_laid_at_its_door_is_as_played<G: Metamorphic>() {
    holds(150, game::<G>(60), |(setup, game)| {
        with::<G>(&setup, &game, laid_as_played::<G>(&setup, &Laws::PRINTED, &game))
    });
}

/// Tests each switch by itself. All failures are reported.
pub fn differences_cite_their_option<G: Trial>() {
    let mut failed = Vec::new();
    for switch in 0..G::switches() {
        let mut runner = TestRunner::new(config(60));
        let run = runner.run(&game::<G>(25), |(setup, game)| {
            with::<G>(&setup, &game, props::differences_cite::<G>(&setup, &game, switch))
        });
        if let Err(TestError::Fail(why, _)) = run {
            failed.push(format!("switch {switch}: {why}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// The positions are good starts: playthroughs reach every kind of decision that whole games reach.
pub fn play_throughs_reach_every_kind_of_decision<G: Trial>() {
    let mut whole = BTreeSet::new();
    let openings = G::openings();
    for (seed, (_, opening)) in (0..4).zip(openings.iter().cycle()) {
        let mut state = G::begin(opening).expect("the printed battle");
        let mut dice = Seeded::new(seed);
        let mut agent = Random::new(!seed);
        let (mut log, mut listed) = (Log::off(), Vec::new());
        while let Turn::Decide { side, what, .. } = G::turn(&state) {
            whole.insert(what);
            listed.clear();
            G::actions(&state, &mut listed);
            let i = Agent::<G>::choose(&mut agent, Seat::new(&state, side, &listed));
            G::apply(&mut state, &listed[i % listed.len()], &mut dice, &mut log);
        }
    }
    let reached = RefCell::new(BTreeMap::new());
    holds(20_000, game::<G>(60), |(setup, game)| {
        follow::<G>(&setup, &game, |at| {
            if let Turn::Decide { what, .. } = at.turn() {
                *reached.borrow_mut().entry(what).or_insert(0) += 1;
            }
            Ok(())
        })
        .map(drop)
    });
    let reached = reached.into_inner();
    println!("{}: {reached:?}", G::NAME);
    let missed: Vec<_> = whole.iter().filter(|w| !reached.contains_key(*w)).collect();
    assert!(missed.is_empty(), "never reached: {missed:?} of {reached:?}");
}

/// The suite for games by their name: a module of tests for each.
#[macro_export]
macro_rules! suite {
    ($($name:ident: $game:ty),* $(,)?) => {$(
        mod $name {
            $crate::suite!(@ $game:
                play_throughs_reach_every_kind_of_decision,
                audit_holds,
                what_is_listed_is_open,
                actions_and_check_agree,
                all_that_is_thinkable_is_ruled_alike,
                a_refused_action_leaves_the_state,
                a_save_loads_at_any_moment,
                an_altered_save_is_refused,
                an_altered_setup_is_refused_or_sound,
                a_journal_replays,
                undo_is_exact,
                what_is_hidden_stays_hidden,
                a_table_keeps_secrets,
                no_answer_gives_away_what_is_hidden,
                any_entry_may_be_repealed,
                whoever_was_passed_over_hears_why,
                words_come_back,
                merged_and_unmerged_odds_agree,
                mirror_images_are_ruled_alike,
                a_moved_position_is_played_alike,
                equal_pieces_change_nothing_but_names,
                declarations_come_in_any_order,
                a_state_laid_at_its_door_is_as_played,
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
