//! What a step costs is told before it is made, on ground that may cost a unit its order too.

use casus_arquebus::{Arquebus, Setup, Side};
use casus_core::{Match, Seeded};
use casus_protocol::{MatchSession, Session};
use serde_json::{Value, json};

/// Pikes before light woods, which ask them a die, with clear ground beside.
fn before_the_woods() -> MatchSession<Arquebus> {
    let setup = json!({"start_at": "move-fire", "active": ["Chandieu"], "leaders": [{"id": "Chandieu", "hex": "1217"}],
        "map": {"blank": true, "hexes": [{"hex": "1214", "terrain": "light-woods"}]},
        "units": [{"id": "FR-PK-6", "hex": "1215", "facing": "N"}]});
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let mut game = Match::<Arquebus>::new(setup).unwrap();
    game.play_words(Side::France, "take FR-PK-6", &mut Seeded::new(1))
        .unwrap();
    MatchSession::over(game, 1)
}

fn ask(table: &mut MatchSession<Arquebus>, request: &Value) -> Value {
    serde_json::from_str(&table.ask(&request.to_string())).unwrap()
}

#[test]
fn a_step_that_asks_a_die_says_what_it_costs() {
    let mut table = before_the_woods();
    ask(
        &mut table,
        &json!({"do": "play", "by": "France", "action": "take FR-PK-6", "viewer": "France", "journal": 0}),
    );
    let list = ask(&mut table, &json!({"do": "actions", "by": "France"}));
    let told = |words: &str| {
        let all = list["actions"].as_array().unwrap();
        let action = all.iter().find(|a| a["words"] == words).unwrap();
        (action["cost"].clone(), action["note"].as_str().unwrap_or_default().contains(" MP"))
    };
    assert_eq!(told("step 1214"), (json!({"points": 2, "of": "MP"}), true), "a die may fall");
    assert_eq!(told("step 1114"), (json!({"points": 1, "of": "MP"}), true), "none falls");
    assert_eq!(told("halt"), (Value::Null, false));
    // To ask has made no step and cast no die.
    assert_eq!(table.into_game().journal().len(), 1);
}
