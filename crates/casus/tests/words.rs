//! Tests of the words for costs, odds and the end of play, in every battle of every game.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A session of a battle.
struct Table {
    host: casus_belli::protocol::SessionHost,
}

impl Table {
    fn new(game: &str, battle: &str, seed: u64) -> Self {
        let mut host = casus_belli::host();
        host.ask(&json!({"do": "open", "game": game, "battle": battle, "seed": seed}).to_string());
        Self { host }
    }
    fn ask(&mut self, request: &Value) -> Value {
        let answer: Value = serde_json::from_str(&self.host.ask(&request.to_string())).unwrap();
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        answer
    }
}

const BATTLES: [(&str, &str); 7] = [
    ("suleiman", "mohacs"),
    ("marignan", "marignan"),
    ("arquebus", "cerignola"),
    ("arquebus", "fornovo"),
    ("arquebus", "pavia"),
    ("arquebus", "ravenna"),
    ("blind_faith", "hussite_wars"),
];

fn words(outcome: &Value) -> String {
    let all: Vec<&str> = outcome["becomes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    all.join("; ")
}

/// The cost in a step's note equals the number in its `cost`.
#[test]
fn what_a_step_costs_is_a_number_too() {
    let mut steps = BTreeMap::new();
    for (game, battle) in BATTLES {
        let mut table = Table::new(game, battle, 5);
        for moment in 0..500u64 {
            let now = table.ask(&json!({"do": "turn"}));
            let Some(by) = now["turn"]["side"].as_str() else { break };
            let listed = table.ask(&json!({"do": "actions", "by": by}));
            let moves = |a: &&Value| ["step", "enter"].iter().any(|verb| a["verb"] == *verb);
            for step in listed["actions"].as_array().unwrap().iter().filter(moves) {
                let mut parts = step["note"].as_str().unwrap_or_default().split(", ");
                let told = parts.find_map(|part| part.strip_suffix(" MP")?.parse::<i64>().ok());
                assert_eq!(told, step["cost"]["points"].as_i64(), "{battle}: {step}");
                *steps.entry(game).or_insert(0) += i32::from(told.is_some());
            }
            table.ask(&json!({"do": "let", "by": by, "viewer": by, "agent": "random", "seed": moment, "journal": now["journal"]}));
        }
    }
    assert!(steps.len() == 4 && steps.values().all(|&n| n > 50), "{steps:?}");
}

/// No two outcomes of an action have the same words. The outcomes of a Continuity or Seizure roll say who acts.
#[test]
fn no_two_outcomes_are_told_alike() {
    let mut rolls = BTreeSet::new();
    let mut met = BTreeMap::new();
    for (game, battle) in BATTLES {
        let mut table = Table::new(game, battle, 3);
        let mut asked = 0;
        for moment in 0..600u64 {
            let now = table.ask(&json!({"do": "turn"}));
            let turn = &now["turn"];
            let Some(by) = turn["side"].as_str() else { break };
            let what = turn["what"].as_str().unwrap();
            let roll = ["continuity", "seize", "negate"].contains(&what);
            if roll || moment % 13 == 0 {
                let listed = table.ask(&json!({"do": "actions", "by": by}));
                let listed = listed["actions"].as_array().unwrap();
                for action in listed.iter().step_by(1 + listed.len() / 3) {
                    let odds = json!({"do": "odds", "by": by, "action": action["words"], "runs": 300});
                    let told = table.ask(&odds);
                    for part in ["near", "far"] {
                        let outcomes = told[part]["outcomes"].as_array().cloned().unwrap_or_default();
                        let all: Vec<String> = outcomes.iter().map(words).collect();
                        let known: BTreeSet<&String> = all.iter().collect();
                        assert_eq!(known.len(), all.len(), "{battle}: {odds}: {told}");
                        asked += usize::from(all.len() > 1);
                        // Each of several outcomes has words. One in which nothing has happened yet says what comes next.
                        let mute = |o: &Value| o["becomes"].as_array().is_none_or(Vec::is_empty);
                        assert!(all.len() < 2 || !outcomes.iter().any(mute), "{battle}: {odds}: {told}");
                        if part == "near" && roll && all.len() > 1 {
                            let tells = |w: &String| w.contains(" acts") || w.contains("a free activation");
                            assert!(all.iter().all(tells), "{battle}: {all:?}");
                            assert!(all.iter().any(|w| w.contains(" acts")), "{battle}: {all:?}");
                            rolls.insert(format!("{game} {what}"));
                        }
                    }
                }
            }
            table.ask(&json!({"do": "let", "by": by, "viewer": by, "agent": "hasty", "seed": moment, "journal": now["journal"]}));
        }
        *met.entry(game).or_insert(0) += asked;
    }
    assert!(met.len() == 4 && met.values().all(|&n| n > 2), "{met:?}");
    assert!(rolls.contains("suleiman continuity") && rolls.contains("arquebus seize"), "{rolls:?}");
}

/// The end of a battle says what decided it, with the numbers of the roll, and what each side has lost.
#[test]
fn the_end_tells_its_reckoning() {
    for (game, battle) in BATTLES {
        let mut table = Table::new(game, battle, 5);
        let over = loop {
            let now = table.ask(&json!({"do": "turn"}));
            if now["turn"]["over"].is_string() {
                break now["turn"].clone();
            }
            let by = now["turn"]["side"].as_str().unwrap();
            table.ask(&json!({"do": "let", "by": by, "viewer": by, "agent": "hasty", "seed": 1, "until": "end", "journal": now["journal"]}));
        };
        let because: Vec<&str> = over["because"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let any = |word: &str| because.iter().any(|line| line.contains(word));
        assert!(because.len() >= 2, "{battle}: {over}");
        match game {
            "suleiman" | "arquebus" => {
                let cite = over["cite"].as_str().unwrap();
                if cite.starts_with("3.0") || cite.starts_with("16.0") {
                    let line = because
                        .iter()
                        .find(|line| line.contains(" exceeds "))
                        .unwrap_or_else(|| panic!("{over}"));
                    let numbers: Vec<i64> = line
                        .split(|c: char| !c.is_ascii_digit())
                        .filter_map(|n| n.parse().ok())
                        .collect();
                    let [points, die, sum, level, ..] = numbers[..] else {
                        panic!("{line}")
                    };
                    assert!(points + die == sum && sum > level && (0..=9).contains(&die), "{line}");
                }
                assert!(any("Flight") && any("Eliminated"), "{over}");
            }
            "marignan" => assert!(any("; morale ") && any("corps demoralized"), "{over}"),
            _ => assert!(any("of the 7 places"), "{over}"),
        }
        // A match that is loaded from a save says it too.
        let save = table.ask(&json!({"do": "save"}));
        let mut host = casus_belli::host();
        host.ask(&json!({"do": "reopen", "save": save["save"], "seed": 1}).to_string());
        let again: Value = serde_json::from_str(&host.ask(r#"{"do":"turn"}"#)).unwrap();
        assert_eq!(again["turn"], over);
        println!("{battle}: {}", because.join("\n  "));
    }
}
