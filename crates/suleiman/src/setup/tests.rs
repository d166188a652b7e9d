//! Tests of set-ups.

use super::*;

/// The faults of a set-up, each as it is told.
fn faults(json: &str) -> Vec<String> {
    let setup: Setup = serde_json::from_str(json).unwrap();
    let found = begin(&setup, &Laws::PRINTED).map_or_else(|faults| faults.0, |_| Vec::new());
    found.iter().map(ToString::to_string).collect()
}

const ACTIVATION: &str = "`activation`, `move-fire` and `shock`";

#[test]
fn a_key_without_meaning_at_its_door_is_a_fault() {
    let field = r#""map": {"blank": true}, "units": [{"id": "HU-HC-1", "hex": "1014", "facing": "S"}, {"id": "OT-MC-1", "hex": "1114"}],
        "leaders": [{"id": "Tomori", "hex": "1014"}]"#;
    for (door, key, counts) in [
        ("set-up", r#""leader": "Hanibal""#, ACTIVATION),
        ("free", r#""leader": "Hanibal""#, ACTIVATION),
        ("continuity", r#""leader": "Tomori""#, ACTIVATION),
        ("free", r#""how": "seized""#, ACTIVATION),
        ("set-up", r#""side": "Ottoman""#, "`free` and `continuity`"),
        ("move-fire", r#""side": "Hungary""#, "`free` and `continuity`"),
        ("set-up", r#""passes": 2"#, "`free` and `continuity`"),
        ("move-fire", r#""passes": 0"#, "`free` and `continuity`"),
        ("set-up", r#""last": {"Hungary": "Center"}"#, "`free`, `continuity`, `activation`"),
        ("shock", r#""entered": {"1014": 1}"#, "`activation` and `move-fire`"),
        ("free", r#""entered": {"nowhere": 1}"#, "`activation` and `move-fire`"),
        ("set-up", r#""banner": "1014""#, "`free`, `continuity`, `activation`"),
        ("set-up", r#""banner_lost": true"#, "`free`, `continuity`, `activation`"),
        ("set-up", r#""fallen": {"Hungary": {"others": 1}}"#, "`free`, `continuity`, `activation`"),
    ] {
        let rest = match door {
            "set-up" => String::new(),
            "free" | "continuity" => format!(", {field}"),
            _ => format!(r#", "leader": "Tomori", {field}"#),
        };
        assert_eq!(faults(&format!(r#"{{"start_at": "{door}"{rest}}}"#)), [""; 0], "{door}");
        let found = faults(&format!(r#"{{"start_at": "{door}", {key}{rest}}}"#));
        let name = key.split('"').nth(1).unwrap();
        let [fault] = &found[..] else {
            panic!("{door}, {key}: {found:?}")
        };
        let told = format!("{name}: has no meaning at the door `{door}`: it counts at");
        assert!(fault.starts_with(&told) && fault.contains(counts), "{door}, {key}: {fault}");
    }
    let done = r#"{"start_at": "free", "units": [{"id": "HU-HC-1", "hex": "1014", "done": ["moved"]}]}"#;
    assert_eq!(
        faults(done),
        [format!(
            "units[0].done: has no meaning at the door `free`: it counts at the doors {ACTIVATION}"
        )]
    );
    let both = format!(r#"{{"start_at": "free", "banner": "1014", "banner_lost": true, {field}}}"#);
    assert_eq!(faults(&both), ["banner_lost: the Banner has a hex or is lost, not both (13.0.4)"]);
}

#[test]
fn what_shuts_a_door_is_said_with_its_case_once() {
    let told = faults(
        r#"{"start_at": "shock", "leader": "Tomori", "map": {"blank": true, "hexes": [{"hex": "2214", "terrain": "village"}]},
            "units": [{"id": "HU-HC-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2214", "facing": "N"}],
            "leaders": [{"id": "Tomori", "hex": "2014"}, {"id": "Bali", "hex": "2214"}]}"#,
    );
    assert_eq!(
        told,
        [
            "start_at: no attack can be declared there: HU-HC-1 cannot charge OT-MC-1: a unit in a village may not be \
         Charged (9.1(3))"
        ]
    );
}
