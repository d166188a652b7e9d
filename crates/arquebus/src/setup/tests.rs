use super::*;
use crate::state::stage::Stage;

fn read(json: &str) -> Setup {
    let setup: Setup = serde_json::from_str(json).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    setup
}
fn begun(json: &str) -> State {
    begin(&read(json), &Laws::PRINTED).unwrap_or_else(|faults| panic!("{json}: {faults}"))
}
fn faults(json: &str) -> Vec<String> {
    let found = begin(&read(json), &Laws::PRINTED).expect_err(json);
    found.0.into_iter().map(|f| f.path).collect()
}

#[test]
fn every_battle_begins_with_all_its_pieces() {
    for (base, on_map, to_come, absent) in [
        ("Fornovo", 82, 0, 0),
        ("Cerignola", 51, 0, 2),
        ("Ravenna", 105, 0, 0),
        ("Pavia", 107, 12, 0),
    ] {
        let s = begun(&format!(r#"{{"base": "{base}"}}"#));
        let of = |at: fn(Whereabouts) -> bool| s.units.iter().filter(|u| at(u.at)).count();
        let here = of(|at| at.hex().is_some());
        assert_eq!(here, on_map, "{base}");
        assert_eq!(of(|at| at == Whereabouts::Reserve), to_come, "{base}");
        assert_eq!(of(|at| at == Whereabouts::Absent), absent, "{base}");
        assert!(matches!(s.stack.last(), Some(Stage::Draw { .. })), "{base}");
        assert_eq!(s.stack.len(), 3);
        for l in s.leader_ids() {
            assert!(s.leader(l).at.in_play(), "{base}");
        }
        assert!(s.standard_ids().all(|t| s.standard(t).at.in_play()), "{base}");
    }
    let late = begun(r#"{"with": ["Guns"]}"#);
    assert_eq!(late.units.iter().filter(|u| u.at == Whereabouts::Reserve).count(), 2);
    assert_eq!(faults(r#"{"with": ["Nemours", "Nobody"]}"#), ["with[0]", "with[1]"]);
}

#[test]
fn a_hand_that_is_given_is_not_drawn() {
    let s = begun(r#"{"hands": {"France": {"held": ["negation"]}}}"#);
    assert_eq!(s.stack.last(), Some(&Stage::Draw { side: Side::League }));
    let both =
        r#"{"hands": {"France": {"held": ["negation"]}, "League": {"held": ["breach"], "played": ["unsteady"]}}}"#;
    let s = begun(both);
    assert_eq!(s.stack.last(), Some(&Stage::Free { side: Side::France }));
    assert!(s.hands[0].held.has(SeizureCounter::Negation) && s.hands[1].played.has(SeizureCounter::Unsteady));
    let odd = r#"{"hands": {"France": {"held": ["opportunity-9", "breach", "breach"], "played": ["breach"]}}}"#;
    assert_eq!(faults(odd), ["hands.France.held[2]", "hands.France.held", "hands.France.held"]);
}

#[test]
fn starts_open_on_their_decisions() {
    let field = r#""units": [{"id": "FR-PK-1", "hex": "1015", "facing": "N", "done": ["moved"]},
            {"id": "SP-PK-1", "hex": "1014", "facing": "S"}, {"id": "SP-PK-2", "hex": "1010", "facing": "S"}],
        "leaders": [{"id": "Chandieu", "hex": "1015"}, {"id": "Ravenstein", "hex": "1010"}],
        "standards": [{"id": "FR-Standard", "hex": "1020"}, {"id": "SP-Standard", "hex": "1005"}],
        "map": {"blank": true}"#;
    for (start, top) in [
        (r#""start_at": "free", "side": "League""#, Stage::Free { side: Side::League }),
        (
            r#""start_at": "continuity", "side": "France", "last": ["army"], "successes": 1"#,
            Stage::Continuity { side: Side::France },
        ),
        (r#""start_at": "move-fire", "active": ["Chandieu"]"#, Stage::Segment),
        (r#""start_at": "activation", "active": ["Chandieu"]"#, Stage::Segment),
        (r#""start_at": "shock", "active": ["Chandieu"]"#, Stage::Declaring),
    ] {
        // Outside an activation nothing has been done in it.
        let field = match top {
            Stage::Free { .. } | Stage::Continuity { .. } => field.replace(r#", "done": ["moved"]"#, ""),
            _ => field.to_owned(),
        };
        let s = begun(&format!("{{{start}, {field}}}"));
        assert_eq!(s.stack.last(), Some(&top), "{start}");
    }
    let s = begun(&format!(r#"{{"start_at": "shock", "active": ["Chandieu"], {field}}}"#));
    let unit = s.game_data.roster.unit("FR-PK-1").unwrap();
    assert!(s.unit(unit).done.has(Done::MOVED) && s.unit(unit).done.has(Done::IN_COMMAND));
    assert!(s.unit(unit).done.has(Done::BEGAN_ADJACENT));
    let far = field.replace("1014", "1012");
    assert_eq!(faults(&format!(r#"{{"start_at": "shock", "active": ["Chandieu"], {far}}}"#)), ["start_at"]);
    for (start, path) in [
        (r#""start_at": "move-fire""#, "active"),
        (r#""start_at": "move-fire", "active": ["Nobody"]"#, "active[0]"),
        (r#""start_at": "move-fire", "active": ["Chandieu", "Ars"]"#, "active"),
        (r#""start_at": "move-fire", "active": ["Ars"]"#, "how"),
        (r#""start_at": "shock", "active": ["army"], "side": "France""#, "how"),
        (r#""start_at": "continuity", "side": "France", "last": ["Ravenstein"]"#, "last"),
    ] {
        let found = faults(&format!("{{{start}, {field}}}"));
        assert!(found.iter().any(|f| f == path), "{start}: {found:?}");
    }
}

#[test]
fn joined_battles_are_active_together_where_the_battle_joins_them() {
    let start =
        r#"{"base": "Pavia", "deployed": true, "start_at": "move-fire", "active": ["Flourence", "Montmorency"]"#;
    let s = begun(&format!("{start}}}"));
    let named = |id: &str| s.activation().unwrap().names(s.game_data.roster.battle(id).unwrap());
    assert!(named("Flourence") && named("Montmorency") && !named("Francis"));
    assert_eq!(faults(&format!(r#"{start}, "options": ["R-35"]}}"#)), ["active"]);
}

#[test]
fn faults_name_their_paths_and_come_all_at_once() {
    let found = faults(
        r#"{"start_at": "free", "stalemate": 0, "clock": 1,
            "units": [{"id": "FR-PK-99", "hex": "1015"}, {"id": "FR-PK-1", "hex": "9999"},
                {"id": "FR-PK-2", "hex": "1015", "at": "lost"}, {"id": "FR-PK-3"}, {"id": "FR-PK-4", "at": "reserve"},
                {"id": "SP-ART-1", "hex": "0101", "state": "disordered"},
                {"id": "SP-ART-2", "hex": "0103", "state": "retired", "turned": true},
                {"id": "FR-PK-5", "hex": "1015", "facing": "UP", "turned": true, "unloaded": true},
                {"id": "FR-MM-1", "hex": "1015"}, {"id": "FR-MM-2", "hex": "1113", "state": "tired"},
                {"id": "SP-SB-1", "hex": "0105", "facing": "N"},
                {"id": "SP-ART-3", "hex": "0105", "turned": true, "facing": "S"},
                {"id": "FR-PK-5", "hex": "1115"}, {"id": "SP-GE-1", "hex": "0210"}],
            "leaders": [{"id": "Nobody", "hex": "1015"}, {"id": "Chandieu", "hex": "0210"}, {"id": "Ars", "hex": "1016"},
                {"id": "Gonsalvo", "at": "absent", "replacement": true}],
            "standards": [{"id": "FR-Standard", "hex": "0210"}, {"id": "SP-Standard", "at": "somewhere"}],
            "engaged": [["FR-PK-5", "SP-GE-1"], ["FR-PK-5", "FR-PK-1"], ["FR-PK-5", "Nobody"]]}"#,
    );
    for path in [
        "stalemate",
        "passes",
        "clock",
        "units[0].id",
        "units[1].hex",
        "units[2].at",
        "units[3].hex",
        "units[4].at",
        "units[5].state",
        "units[6].state",
        "units[7].facing",
        "units[7].turned",
        "units[7].unloaded",
        "units[8].hex",
        "units[9].state",
        "units[12].id",
        "units.SP-SB-1.facing",
        "leaders[0].id",
        "leaders.Chandieu.hex",
        "leaders.Ars",
        "leaders[3].replacement",
        "standards.FR-Standard.hex",
        "standards[1].at",
        "engaged[0]",
        "engaged[1]",
        "engaged[2][1]",
    ] {
        // No number of Passes is too high where there is no stalemate.
        let told = found.iter().any(|f| f == path);
        assert_eq!(told, path != "passes", "{path} in {found:#?}");
    }
    assert_eq!(faults(r#"{"passes": 6}"#), ["passes"]);
    assert_eq!(faults(r#"{"cards": [{"id": "Ars", "range": 99}]}"#), ["cards[0].range"]);
    assert_eq!(faults(r#"{"scenario": {"draws": {"France": 9}}}"#), ["scenario.draws.France"]);
    for strange in [
        r#"{"odds": 1}"#,
        r#"{"units": [{"id": "x", "hp": 3}]}"#,
        r#"{"options": ["R-1"]}"#,
        r#"{"base": "Bicocca"}"#,
    ] {
        assert!(serde_json::from_str::<Setup>(strange).is_err(), "{strange}");
    }
}

#[test]
fn units_change_places_and_the_tracks_are_read() {
    let s = begun(
        r#"{"deployed": true, "start_at": "continuity", "free_activations": {"France": 2, "League": 1}, "alone": 3, "clock": 4,
            "scenario": {"timed": {"side": "France", "track": 9}}, "last": ["SP-Standard"], "side": "League",
            "units": [{"id": "FR-MM-1", "hex": "1419"}, {"id": "FR-MM-2", "hex": "1319", "state": "disordered"}],
            "leaders": [{"id": "Alegre", "hex": "0422", "replacement": true}, {"id": "Mendoza", "at": "lost"}]}"#,
    );
    let unit = |id: &str| *s.unit(s.game_data.roster.unit(id).unwrap());
    let at = |n: &str| Whereabouts::Map(s.game_data.board.parse(n).unwrap());
    assert_eq!((unit("FR-MM-1").at, unit("FR-MM-2").at), (at("1419"), at("1319")));
    assert_eq!(unit("FR-MM-2").condition, Condition::Disordered);
    assert!(unit("SP-ART-1").turned && !unit("FR-ART-1").turned);
    assert_eq!((s.free_activations, s.streak.alone, s.clock), ([2, 1], 3, 4));
    let leader = |id: &str| *s.leader(s.game_data.roster.leader(id).unwrap());
    assert!(leader("Alegre").replacement && leader("Alegre").fallen && !leader("Alegre").pending);
    assert!(leader("Mendoza").fallen && leader("Mendoza").pending);
    assert_eq!(s.stack.last(), Some(&Stage::Continuity { side: Side::League }));
}

#[test]
fn a_key_that_does_not_apply_at_its_start_is_a_fault() {
    let told = |json: &str| -> Vec<String> {
        let found = begin(&read(json), &Laws::PRINTED).map_or_else(|faults| faults.0, |_| Vec::new());
        found.iter().map(ToString::to_string).collect()
    };
    let field = r#""map": {"blank": true}, "units": [{"id": "FR-PK-1", "hex": "1015", "facing": "N"}, {"id": "SP-PK-1", "hex": "1014"}],
        "leaders": [{"id": "Chandieu", "hex": "1015"}]"#;
    let acting = r#""activation", "move-fire" and "shock""#;
    let chosen = r#""continuity", "activation", "move-fire" and "shock""#;
    let begun = r#""free", "continuity", "activation", "move-fire" and "shock""#;
    for (start, key, counts) in [
        ("start", r#""active": ["Chandeu"]"#, acting),
        ("free", r#""active": ["Chandeu"]"#, acting),
        ("continuity", r#""active": ["Chandieu"]"#, acting),
        ("free", r#""how": "free""#, acting),
        ("start", r#""side": "League""#, r#""free" and "continuity""#),
        ("start", r#""passes": 1"#, r#""free" and "continuity""#),
        ("shock", r#""passes": 1"#, r#""free" and "continuity""#),
        ("start", r#""last": ["Chandieu"]"#, begun),
        ("free", r#""successes": 1"#, chosen),
        ("start", r#""alone": 1"#, chosen),
        ("start", r#""free_activations": {"France": 2}"#, begun),
        ("start", r#""base": "Pavia", "clock": 0"#, begun),
    ] {
        let rest = match start {
            "start" => String::new(),
            "free" | "continuity" => format!(", {field}"),
            _ => format!(r#", "active": ["Chandieu"], {field}"#),
        };
        assert_eq!(told(&format!(r#"{{"start_at": "{start}"{rest}}}"#)), [""; 0], "{start}");
        let found = told(&format!(r#"{{"start_at": "{start}", {key}{rest}}}"#));
        let says = format!(": does not apply with `start_at = \"{start}\"`; it applies with");
        let name = if key.contains("clock") {
            "clock"
        } else {
            key.split('"').nth(1).unwrap()
        };
        let fault = found.iter().find(|f| f.starts_with(&format!("{name}{says}")));
        assert!(fault.is_some_and(|f| f.contains(counts)), "{start}, {key}: {found:?}");
    }
    for (json, path) in [
        (
            format!(r#"{{"start_at": "move-fire", "active": ["Chandieu"], "side": "France", {field}}}"#),
            "side: the Battles",
        ),
        (format!(r#"{{"start_at": "free", "with": ["Guns"], {field}}}"#), "with: nothing is deployed"),
        (
            format!(r#"{{"start_at": "free", {}}}"#, field.replacen("\"1015\"", "\"1015\", \"done\": [\"moved\"]", 1)),
            "units[0].done: does not apply",
        ),
    ] {
        let found = told(&json);
        assert!(matches!(&found[..], [one] if one.starts_with(path)), "{json}: {found:?}");
    }
    let army = format!(r#"{{"start_at": "move-fire", "active": ["army"], "side": "France", {field}}}"#);
    assert!(!told(&army).iter().any(|f| f.starts_with("side")), "{:?}", told(&army));
}
