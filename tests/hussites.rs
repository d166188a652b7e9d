//! Properties of Blind Faith in any play: no Florin and no counter appears or disappears without an event.

use crate::common;
use casus_belli::blind_faith::{BlindFaith, State, What, Whereabouts};
use casus_belli::core::{Game, Match, Sided, Turn};
use casus_belli::testkit::strategies::{Trial, follow, playthroughs};
use common::{holds, with};
use proptest::prelude::*;
use serde_json::Value;
use std::cell::RefCell;

/// The events of the last action.
fn told(at: &Match<BlindFaith>) -> Vec<<BlindFaith as Game>::Event> {
    at.journal()
        .len()
        .checked_sub(1)
        .map_or(Vec::new(), |last| at.events(last).to_vec())
}

/// The numbers of the counters in a value.
fn named(value: &Value, out: &mut Vec<u64>) {
    const KEYS: [&str; 10] = [
        "unit",
        "units",
        "legate",
        "for_whom",
        "attackers",
        "defenders",
        "besiegers",
        "garrison",
        "firer",
        "target",
    ];
    for (key, value) in value.as_object().into_iter().flatten() {
        if KEYS.contains(&key.as_str()) {
            out.extend(value.as_u64());
            out.extend(value.as_array().into_iter().flatten().filter_map(Value::as_u64));
        }
        named(value, out);
    }
}

/// Each treasury changes as the events say, and has the amount that each event gives.
fn books(was: &State, at: &Match<BlindFaith>) -> Result<(), TestCaseError> {
    let now = at.state();
    for &side in <BlindFaith as Game>::Side::ALL {
        let mut due = i64::from(was.purse(side));
        for event in told(at) {
            let (gain, purse) = match event.what {
                What::Income {
                    side: x,
                    ref ledger,
                    purse,
                } if x == side => (i64::from(ledger.total), purse),
                What::Paid {
                    side: x,
                    florins,
                    ref items,
                    purse,
                } if x == side => {
                    let sum: u16 = items.iter().map(|i| i.count * i.each).sum();
                    prop_assert!(items.is_empty() || sum == florins, "{:?}", event);
                    (-i64::from(florins), purse)
                }
                What::Pillaged {
                    side: x,
                    florins,
                    purse,
                    ..
                } if x == side => (i64::from(florins), purse),
                _ => continue,
            };
            due += gain;
            prop_assert_eq!(i64::from(purse), due, "{:?} after {:?}", side, event);
        }
        prop_assert_eq!(i64::from(now.purse(side)), due, "{:?}", side);
    }
    Ok(())
}

/// An event names every counter that has moved. A counter that is out of the game stays out.
fn counters(was: &State, at: &Match<BlindFaith>) -> Result<(), TestCaseError> {
    let now = at.state();
    let mut names = Vec::new();
    for event in told(at) {
        named(&serde_json::to_value(&event).unwrap(), &mut names);
    }
    for unit in now.unit_ids() {
        let (before, after) = (was.unit(unit).at, now.unit(unit).at);
        let word = now.game_data().roster.unit_word(unit);
        prop_assert!(before == after || names.contains(&u64::from(unit.0)), "{word}: {before:?}, {after:?}");
        prop_assert!(before != Whereabouts::Gone || after == Whereabouts::Gone, "{word} comes back from nowhere");
    }
    Ok(())
}

fn kept(positions: BoxedStrategy<<BlindFaith as Game>::Setup>, cases: u32, steps: usize) {
    holds(cases, (positions, playthroughs(steps)), |(setup, game)| {
        let last: RefCell<Option<State>> = RefCell::new(None);
        let look = |at: &Match<BlindFaith>| {
            let was = last.replace(Some(at.state().clone()));
            if let Some(was) = was {
                books(&was, at)?;
                counters(&was, at)?;
            }
            Ok(())
        };
        with::<BlindFaith>(&setup, &game, follow::<BlindFaith>(&setup, &game, look).map(drop))
    });
}

#[test]
fn florins_and_counters_are_kept_in_any_position() {
    kept(BlindFaith::positions(), 400, 60);
}

#[test]
fn florins_and_counters_are_kept_through_the_years() {
    kept(Just(<BlindFaith as Game>::Setup::default()).boxed(), 12, 4_000);
}

#[test]
fn a_campaign_is_of_several_years() {
    // The property above would hold for a game that ended at once.
    let setup = <BlindFaith as Game>::Setup::default();
    let mut game = Match::<BlindFaith>::new(setup).unwrap();
    let mut dice = casus_belli::core::Seeded::new(1420);
    while let Turn::Decide { side, .. } = game.turn() {
        let open = game.actions();
        let quiet = open.iter().find(|a| {
            use casus_belli::blind_faith::Action as A;
            matches!(a, A::EndPhase | A::Pay | A::Done | A::Pass | A::Hold | A::Expire | A::Waive | A::Stay)
        });
        let action = *quiet.unwrap_or(&open[0]);
        game.play(side, action, &mut dice).unwrap();
        if game.state().turn() > 4 {
            return;
        }
    }
    assert!(game.state().turn() > 4, "over in {}", game.state().year());
}
