use super::BlindFaith;
use crate::course::{opening_facts, openings};
use crate::setup::Setup;
use casus_core::{Agent, Game, Log, Random, Seat, Seeded, Turn};

/// The decisions that do not open where there is nothing to choose, as the guide has them.
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

/// A whole campaign by chance: its actions, and its end.
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
