use super::BlindFaith;
use crate::dispatch::{opening_facts, openings};
use crate::setup::Setup;
use casus_core::{Agent, Game, Log, Random, Seat, Seeded, Turn};
use casus_guide::Guide;

/// The decisions that do not open if there is no choice, as the guide lists them.
const NEVER_FORCED: [&str; 8] = [
    "deploy",
    "fire",
    "return-fire",
    "assault",
    "guns",
    "parry",
    "losses",
    "breach",
];

/// Plays a whole campaign at random. Returns the number of actions, and its end.
fn campaign(seed: u64) -> (usize, String) {
    let mut state = BlindFaith::begin(&Setup::default()).expect("the game as it comes");
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let (mut log, mut listed) = (Log::off(), Vec::new());
    for actions in 0..400_000 {
        let (side, what) = match BlindFaith::turn(&state) {
            Turn::Over { outcome, cite } => return (actions, format!("{outcome:?} ({cite}), {}", state.year())),
            Turn::Decide { side, what, .. } => (side, what),
        };
        listed.clear();
        BlindFaith::actions(&state, &mut listed);
        assert!(!listed.is_empty(), "seed {seed}: a dead end at {what} after {actions} actions: {:?}", state.stack);
        assert!(listed.len() > 1 || !NEVER_FORCED.contains(&what), "seed {seed}: one choice at {what}: {listed:?}");
        for action in &listed {
            let facts = opening_facts(&state, side, *action).choices(listed.len());
            let opens = openings(&state, side, *action).iter().any(|list| list.permit(&facts));
            assert!(
                opens,
                "seed {seed}: {what} is open, and no list opens it: {:?}",
                BlindFaith::spell(&state, action)
            );
        }
        let i = Agent::<BlindFaith>::choose(&mut agent, Seat::new(&state, side, &listed)) % listed.len();
        let words = BlindFaith::spell(&state, &listed[i]);
        let judged = BlindFaith::check(&state, side, &listed[i]);
        assert!(judged.is_ok(), "seed {seed}: `{words}` at {what}: {judged:?}");
        BlindFaith::apply(&mut state, &listed[i], &mut dice, &mut log);
        if let Err(e) = BlindFaith::audit(&state) {
            panic!("seed {seed}: {e}, after {actions} actions, `{words}` at {what}");
        }
    }
    panic!("seed {seed}: no end, in {}", state.year());
}

#[test]
fn a_campaign_by_chance_comes_to_its_end() {
    let games = std::env::var("CASUS_GAMES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(3_u64);
    for seed in 0..games {
        let (actions, end) = campaign(seed);
        println!("{seed}: {actions} actions, {end}");
    }
}

/// Returns the guide's text about an action, after other actions have been played with dice that all show 1.
fn sensed(setup: serde_json::Value, played: &[&str], action: &str) -> String {
    let setup: Setup = serde_json::from_value(setup).expect("a set-up");
    let mut state = BlindFaith::begin(&setup).expect("a position");
    let find = |state: &_, words: &str| {
        let mut listed = Vec::new();
        BlindFaith::actions(state, &mut listed);
        let found = listed.into_iter().find(|a| BlindFaith::spell(state, a) == words);
        found.unwrap_or_else(|| panic!("`{words}` is not listed"))
    };
    for words in played {
        let action = find(&state, words);
        BlindFaith::apply(&mut state, &action, &mut Seeded::new(1), &mut Log::off());
    }
    BlindFaith::sense(&state, &find(&state, action)).join(" ")
}

#[test]
fn a_ride_is_told_by_how_it_comes_to_the_enemy() {
    let at =
        |units: serde_json::Value| serde_json::json!({"start_at": "campaign", "turn": 3, "bare": true, "units": units});
    let told = |setup, played: &[&str], cite: &str, who: &str| {
        let words = sensed(setup, played, "ride");
        assert!(words.contains(cite) && words.contains(who), "{words}");
    };
    told(
        serde_json::json!({"start_at": "campaign", "turn": 3, "units": [
            {"id": "Kolda-Zampach", "hex": "2020", "inside": true}, {"id": "Tabor-Levy-1", "hex": "2020", "inside": true},
            {"id": "Puta-Glatz", "hex": "2020"}, {"id": "Ulrich-Rosenberg", "hex": "2021"}]}),
        &["take Ulrich-Rosenberg", "step 2020", "intercept Kolda-Zampach"],
        "Sallies from the walls with the whole garrison, and fights them (8.8.2 [R-66]).",
        "Kolda of Zampach and Tabor Levy 1 against",
    );
    let stand = serde_json::json!({"id": "Tabor-Levy-1", "hex": "1511"});
    told(
        at(
            serde_json::json!([stand, {"id": "Kolda-Zampach", "hex": "1512"}, {"id": "Ulrich-Rosenberg", "hex": "1510"}]),
        ),
        &["hold", "take Ulrich-Rosenberg", "step 1511", "intercept Kolda-Zampach"],
        "Marches to friends who are in the field there, and defends with them (8.7 [R-65]).",
        "Kolda of Zampach and Tabor Levy 1 against Ulrich of Rosenberg.",
    );
    told(
        at(serde_json::json!([{"id": "Kolda-Zampach", "hex": "1512"}, {"id": "Ulrich-Rosenberg", "hex": "1510"}])),
        &["against 1510", "intercept Kolda-Zampach"],
        "Marches into their hex, and fights them (8.8.1).",
        "Kolda of Zampach against Ulrich of Rosenberg.",
    );
}
