//! A position that play reaches continues in the same way after it is converted into a set-up.

use super::Setup;
use super::laid::{asked_first, laid};
use crate::action::Action;
use crate::game::BlindFaith;
use crate::options::Choice;
use crate::state::position::State;
use casus_core::{Agent, Game, Log, Random, Seat, Seeded, Turn};
use std::collections::BTreeMap;

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    BlindFaith::actions(s, &mut out);
    out
}

fn spelt(s: &State) -> (String, Vec<String>) {
    let turn = format!("{:?}", BlindFaith::turn(s));
    (turn, listed(s).iter().map(|a| BlindFaith::spell(s, a)).collect())
}

fn apply(s: &mut State, action: Action, dice: &mut Seeded) {
    BlindFaith::apply(s, &action, dice, &mut Log::off());
}

/// Plays two positions side by side at random, and compares decisions and legal actions.
fn alike(mut played: State, mut opened: State, steps: usize, seed: u64) -> Result<(), String> {
    let (mut a, mut b, mut agent) = (Seeded::new(seed), Seeded::new(seed), Random::new(seed));
    for step in 0..steps {
        let (x, y) = (spelt(&played), spelt(&opened));
        if x != y {
            return Err(format!("after {step} steps\nplayed {x:?}\nopened {y:?}"));
        }
        let Turn::Decide { side, .. } = BlindFaith::turn(&played) else {
            return Ok(());
        };
        let list = listed(&played);
        let i = Agent::<BlindFaith>::choose(&mut agent, Seat::new(&played, side, &list)) % list.len();
        apply(&mut played, list[i], &mut a);
        apply(&mut opened, list[i], &mut b);
    }
    Ok(())
}

/// Opens a played position as a set-up and compares. Counts the openings for each `start_at`.
fn compare(s: &State, seed: u64, met: &mut BTreeMap<String, usize>) {
    let Some(setup) = laid(&Setup::default(), s) else {
        return;
    };
    let start_at = setup.start_at;
    let mut opened = match BlindFaith::begin(&setup) {
        Ok(opened) => opened,
        Err(faults) => panic!("seed {seed}, turn {}: {start_at:?}: {faults}", s.turn),
    };
    // In the middle of a Phase the other side is asked once more before the next stack moves (8.8).
    if asked_first(&opened) && !asked_first(s) {
        apply(&mut opened, Action::Hold, &mut Seeded::new(0));
    }
    *met.entry(format!("{start_at:?}")).or_default() += 1;
    if let Err(e) = alike(s.clone(), opened, 60, seed) {
        panic!("seed {seed}, turn {}: {start_at:?}: {e}", s.turn);
    }
}

/// Plays a campaign at random, and compares each position that a set-up can open.
fn campaign(seed: u64, options: Vec<Choice>, met: &mut BTreeMap<String, usize>) {
    let setup = Setup {
        options,
        ..Setup::default()
    };
    let mut s = BlindFaith::begin(&setup).expect("the game as it comes");
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let mut last = None;
    for n in 0..60_000_u64 {
        let Turn::Decide { side, .. } = BlindFaith::turn(&s) else {
            return;
        };
        let course = s.course();
        if course != last || n % 97 == 0 {
            compare(&s, seed.wrapping_add(n), met);
        }
        last = course;
        let list = listed(&s);
        let i = Agent::<BlindFaith>::choose(&mut agent, Seat::new(&s, side, &list)) % list.len();
        apply(&mut s, list[i], &mut dice);
    }
}

#[test]
fn a_played_position_begun_as_a_set_up_plays_on_alike() {
    let mut met = BTreeMap::new();
    // The Danes are rare: play at random until they have been asked whether they leave.
    for seed in 0..100 {
        let options = if seed % 4 == 3 {
            Choice::ALL.to_vec()
        } else {
            Vec::new()
        };
        campaign(seed, options, &mut met);
        if seed >= 3 && met.contains_key("End") {
            break;
        }
    }
    for start in [
        "Start", "Arrivals", "Upkeep", "Muster", "Rebuild", "Crusade", "Campaign", "End",
    ] {
        assert!(met.contains_key(start), "no position began at {start}: {met:?}");
    }
}

#[test]
fn a_key_that_does_not_apply_at_its_start_is_a_fault() {
    let told = |json: &str| -> Vec<String> {
        let setup: Setup = serde_json::from_str(json).unwrap();
        let found = BlindFaith::begin(&setup).map_or_else(|faults| faults.0, |_| Vec::new());
        found.iter().map(ToString::to_string).collect()
    };
    let muster = r#""arrivals", "upkeep", "muster" and "rebuild""#;
    for (start, key, counts) in [
        ("start", r#""side": "Hussite""#, r#""rebuild" and "campaign""#),
        ("muster", r#""side": "Hussite""#, r#""rebuild" and "campaign""#),
        ("start", r#""poland": true"#, r#""arrivals", "upkeep""#),
        ("start", r#""atrocity": {"Hussite": 3}"#, r#""arrivals", "upkeep""#),
        ("start", r#""waived": ["Hussite"]"#, r#""arrivals", "upkeep""#),
        ("start", r#""event": "turks""#, r#""arrivals""#),
        ("campaign", r#""event": "turks""#, r#""arrivals""#),
        ("muster", r#""units": [{"id": "Zizka", "hex": "1418", "spent": 1}]"#, r#""campaign""#),
        ("rebuild", r#""units": [{"id": "Zizka", "hex": "1418", "done": ["moved"]}]"#, r#""campaign""#),
        ("campaign", r#""towns": [{"id": "Prague", "prepared": "nobody"}]"#, muster),
        ("start", r#""towns": [{"id": "Prague", "prepared": "nobody"}]"#, muster),
    ] {
        let found = told(&format!(r#"{{"start_at": "{start}", {key}}}"#));
        let says = format!(": does not apply with `start_at = \"{start}\"`; it applies with");
        assert!(
            matches!(&found[..], [one] if one.contains(&says) && one.contains(counts)),
            "{start}, {key}: {found:?}"
        );
    }
    assert_eq!(told(r#"{"turn": 4}"#), ["turn: the game begins with turn 1 (17.0)"]);
    assert_eq!(told(r#"{"turn": 1}"#), [""; 0]);
}
