//! Tests of set-ups.

use super::*;

/// The faults of a set-up, each as text.
fn faults(json: &str) -> Vec<String> {
    let setup: Setup = serde_json::from_str(json).unwrap();
    let found = begin(&setup, &Laws::PRINTED).map_or_else(|faults| faults.0, |_| Vec::new());
    found.iter().map(ToString::to_string).collect()
}

const ACTIVATION: &str = r#""activation", "move-fire" and "shock""#;

#[test]
fn a_key_that_does_not_apply_at_its_start_is_a_fault() {
    let field = r#""map": {"blank": true}, "units": [{"id": "HU-HC-1", "hex": "1014", "facing": "S"}, {"id": "OT-MC-1", "hex": "1114"}],
        "leaders": [{"id": "Tomori", "hex": "1014"}]"#;
    for (start, key, counts) in [
        ("set-up", r#""leader": "Hanibal""#, ACTIVATION),
        ("free", r#""leader": "Hanibal""#, ACTIVATION),
        ("continuity", r#""leader": "Tomori""#, ACTIVATION),
        ("free", r#""how": "seized""#, ACTIVATION),
        ("set-up", r#""side": "Ottoman""#, r#""free" and "continuity""#),
        ("move-fire", r#""side": "Hungary""#, r#""free" and "continuity""#),
        ("set-up", r#""passes": 2"#, r#""free" and "continuity""#),
        ("move-fire", r#""passes": 0"#, r#""free" and "continuity""#),
        ("set-up", r#""last": {"Hungary": "Center"}"#, r#""free", "continuity", "activation""#),
        ("shock", r#""entered": {"1014": 1}"#, r#""activation" and "move-fire""#),
        ("free", r#""entered": {"nowhere": 1}"#, r#""activation" and "move-fire""#),
        ("set-up", r#""banner": "1014""#, r#""free", "continuity", "activation""#),
        ("set-up", r#""banner_lost": true"#, r#""free", "continuity", "activation""#),
        ("set-up", r#""fallen": {"Hungary": {"others": 1}}"#, r#""free", "continuity", "activation""#),
    ] {
        let rest = match start {
            "set-up" => String::new(),
            "free" | "continuity" => format!(", {field}"),
            _ => format!(r#", "leader": "Tomori", {field}"#),
        };
        assert_eq!(faults(&format!(r#"{{"start_at": "{start}"{rest}}}"#)), [""; 0], "{start}");
        let found = faults(&format!(r#"{{"start_at": "{start}", {key}{rest}}}"#));
        let name = key.split('"').nth(1).unwrap();
        let [fault] = &found[..] else {
            panic!("{start}, {key}: {found:?}")
        };
        let told = format!("{name}: does not apply with `start_at = \"{start}\"`; it applies with");
        assert!(fault.starts_with(&told) && fault.contains(counts), "{start}, {key}: {fault}");
    }
    let done = r#"{"start_at": "free", "units": [{"id": "HU-HC-1", "hex": "1014", "done": ["moved"]}]}"#;
    assert_eq!(
        faults(done),
        [format!(
            "units[0].done: does not apply with `start_at = \"free\"`; it applies with {ACTIVATION}"
        )]
    );
    let both = format!(r#"{{"start_at": "free", "banner": "1014", "banner_lost": true, {field}}}"#);
    assert_eq!(faults(&both), ["banner_lost: the Banner has a hex or is lost, not both (13.0.4)"]);
}

#[test]
fn a_start_that_is_forbidden_names_its_case_once() {
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
