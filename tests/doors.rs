//! Bad input at every door: refused with the place and, where a rule speaks, the Case; never with a panic, and what was
//! there before is as it was.

mod common;

use casus_belli::core::conformance::run_file;
use casus_belli::core::strategies::{
    Alteration, Playthrough, Trial, alterations, playthroughs, props,
};
use casus_belli::core::{Game, LoadError, Match, PlayError, Seated, Table};
use casus_belli::suleiman::{Action, Setup, Side, Suleiman, strategies};
use common::holds;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

// ---- set-ups, one fault each ----

/// A sound position that the faults are put into.
fn sound() -> Value {
    json!({
        "doorway": "move-fire",
        "leader": "Hannibal",
        "map": {"blank": true},
        "units": [
            {"id": "HU-RI-1", "hex": "2014", "facing": "S"},
            {"id": "OT-MC-1", "hex": "2217", "facing": "N"},
        ],
        "leaders": [{"id": "Hannibal", "hex": "2014"}],
    })
}

/// The position with one value laid over it.
fn with(path: &str, value: Value) -> Value {
    let mut setup = sound();
    let mut at = &mut setup;
    for key in path.split('.') {
        at = match key.parse::<usize>() {
            Ok(i) => {
                let list = at.as_array_mut().expect("a list");
                while list.len() <= i {
                    list.push(json!({}));
                }
                &mut list[i]
            }
            Err(_) => &mut at[key],
        };
    }
    *at = value;
    setup
}

/// What is wrong, as `path: message (Case)`, one a line.
fn faults(setup: &Value) -> String {
    let setup: Setup = serde_json::from_value(setup.clone()).expect("the form of a set-up");
    match Suleiman::begin(&setup) {
        Ok(_) => panic!("no fault in {setup:?}"),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn the_position_without_a_fault_opens() {
    let setup: Setup = serde_json::from_value(sound()).unwrap();
    Suleiman::begin(&setup).unwrap();
}

#[test]
fn every_fault_of_a_position_names_its_place_and_case() {
    for (path, value, place, case) in [
        ("units.0.hex", json!("9914"), "units[0].hex", "(2.1)"),
        ("units.0.hex", json!("castle"), "units[0].hex", "(2.1)"),
        ("units.0.hex", json!(""), "units[0].hex", "(2.1)"),
        ("units.1.hex", json!("2014"), "units[1].hex", "(3.1.1)"),
        ("units.1.id", json!("HU-RI-1"), "units[1].id", "(2.2)"),
        ("units.1.id", json!("HU-XX-1"), "units[1].id", "(2.2)"),
        ("units.0.facing", json!("NE"), "units[0].facing", "(3.3.1)"),
        ("units.0.state", json!("tired"), "units[0].state", ""),
        ("units.0.at", json!("box"), "units[0].at", ""),
        (
            "units.0",
            json!({"id": "HU-RI-1", "at": "box"}),
            "units[0].at",
            "(10.3(1))",
        ),
        ("units.0", json!({"id": "HU-RI-1"}), "units[0].hex", ""),
        ("units.0.done", json!(["slept"]), "units[0].done", ""),
        (
            "units.0.state",
            json!("retired"),
            "units.HU-RI-1.state",
            "(13.0.4)",
        ),
        (
            "units.0.encamped",
            json!(true),
            "units[0].encamped",
            "(14.3(2))",
        ),
        (
            "units.1.state",
            json!("retired"),
            "units[1].state",
            "(10.3(1))",
        ),
        ("leaders.0.id", json!("Attila"), "leaders[0].id", "(2.2.9)"),
        (
            "leaders.1",
            json!({"id": "Hannibal", "hex": "2014"}),
            "leaders[1].id",
            "(2.2.9)",
        ),
        ("leaders.0.hex", json!("2217"), "leaders[0].hex", "(3.1.1)"),
        ("leaders.0.hex", json!("0000"), "leaders[0].hex", "(2.1)"),
        (
            "leaders.1",
            json!({"id": "Tomori", "hex": "2015"}),
            "leaders.Tomori",
            "(12.4)",
        ),
        ("leader", json!("Attila"), "leader", "(2.2.9)"),
        ("leader", json!("Tomori"), "leader", "(12.4.1)"),
        ("leader", Value::Null, "leader", "(5.1.1)"),
        ("banner", json!("2217"), "banner", "(13.0.4)"),
        ("banner", json!("x"), "banner", "(2.1)"),
        ("entered", json!({"x": 1}), "entered.x", "(15.1)"),
        (
            "last",
            json!({"Hungary": "Center"}),
            "last.Hungary",
            "(4.3)",
        ),
        ("stalemate", json!(0), "stalemate", ""),
        ("passes", json!(6), "passes", ""),
        (
            "counters",
            json!([{"id": "HU-RI-1", "sdr": 12}]),
            "counters[0].sdr",
            "(2.2.5)",
        ),
        (
            "counters",
            json!([{"id": "HU-RI-1", "ma": -3}]),
            "counters[0].ma",
            "(2.2.6)",
        ),
        (
            "cards",
            json!([{"id": "Hannibal", "activation": 11}]),
            "leaders[0].activation",
            "(2.2.8)",
        ),
        (
            "map.hexes",
            json!([{"hex": "2020", "terrain": "lava"}]),
            "map.hexes[0].terrain",
            "(2.1.1)",
        ),
        (
            "map.hexes",
            json!([{"hex": "20200"}]),
            "map.hexes[0].hex",
            "",
        ),
        (
            "map.roads",
            json!([["2020", "2030"]]),
            "map.roads[0][1]",
            "",
        ),
        (
            "charts",
            json!({"shock": {"rows": {"0": ["-", "-"], "2": ["-", "-"]}}}),
            "charts.shock.rows",
            "",
        ),
        (
            "charts",
            json!({"shock": {"rows": {"0": ["-"]}}}),
            "charts.shock.rows",
            "",
        ),
        (
            "charts",
            json!({"ranges": {"bow": []}}),
            "charts.ranges.bow",
            "",
        ),
    ] {
        let found = faults(&with(path, value.clone()));
        assert!(
            found
                .lines()
                .any(|l| l.starts_with(place) && l.contains(case)),
            "{path} = {value}: wanted {place} … {case}, found\n{found}"
        );
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let mut setup = sound();
    setup["units"][0]["hex"] = json!("9999");
    setup["units"][1]["facing"] = json!("up");
    setup["banner"] = json!("nowhere");
    setup["passes"] = json!(99);
    let found = faults(&setup);
    for place in ["units[0].hex", "units[1].facing", "banner", "passes"] {
        assert!(
            found.lines().any(|l| l.starts_with(place)),
            "{place}: {found}"
        );
    }
}

#[test]
fn what_is_no_set_up_says_where() {
    for (text, says) in [
        (
            r#"{"options": ["Z9"]}"#,
            "unknown option `Z9`; known: 9.3.1-opt",
        ),
        (r#"{"doorway": "cellar"}"#, "cellar"),
        (r#"{"unit": []}"#, "unknown field `unit`"),
        (
            "{\"units\": [\n{\"id\": \"HU-RI-1\", \"hexx\": \"2014\"}]}",
            "unknown field `hexx`",
        ),
        (r#"{"units": 3}"#, "invalid type"),
        (r#"{"passes": 300}"#, "300"),
        ("{", "EOF"),
        ("", "EOF"),
        ("[1]", "not a save"),
    ] {
        match Seated::<Suleiman>::from_json(text, 1) {
            Err(LoadError::Syntax { line, message, .. }) => {
                let whole = format!("not a save: {message}");
                assert!(line > 0 || text.is_empty(), "{text}: no line");
                assert!(whole.contains(says), "{text}: {message}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_bare_list_is_no_set_up() {
    for (text, at) in [
        ("[]", ""),
        (r#"{"map": [true]}"#, "map"),
        (r#"{"units": [["HU-RI-1", "2014"]]}"#, "units[0]"),
        (
            r#"{"units": [{"id": "HU-RI-1", "hex": "2014"}], "leaders": [["Hannibal", "2014"]]}"#,
            "leaders[0]",
        ),
        (r#"{"charts": []}"#, "charts"),
    ] {
        match Seated::<Suleiman>::from_json(text, 1) {
            Err(LoadError::Nameless { path }) => assert_eq!(path, at, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let good = played().save();
    for (old, new, at) in [
        ("{\"blank\":true}", "[true]", "setup.map"),
        (
            "{\"by\":\"Hungary\",\"do\":\"take HU-RI-1\"}",
            "[\"Hungary\",\"take HU-RI-1\",[],null]",
            "journal[0]",
        ),
    ] {
        assert!(good.contains(old), "{old} in {good}");
        match Match::<Suleiman>::load(&good.replacen(old, new, 1)) {
            Err(LoadError::Nameless { path }) => assert_eq!(path, at),
            other => panic!("{new}: {:?}", other.map(|_| ())),
        }
    }
}

#[test]
fn the_facade_opens_every_game_by_its_name() {
    use casus_belli::{GAMES, OpenError, load, table};
    for game in GAMES {
        let mut at = table(game, "{}", 1).unwrap();
        assert_eq!(at.game(), *game);
        let answer: Value = serde_json::from_str(&at.ask(r#"{"do": "save"}"#)).unwrap();
        let again = load(answer["save"].as_str().unwrap(), 1).unwrap();
        assert_eq!(again.game(), *game);
    }
    let said = |e: Result<Box<dyn Table>, OpenError>| e.err().unwrap().to_string();
    assert_eq!(
        said(table("mohi", "{}", 1)),
        "no game is called `mohi`; there are: suleiman"
    );
    assert!(said(table("suleiman", "{", 1)).contains("line 1"));
    assert!(said(table("suleiman", r#"{"stalemate": 0}"#, 1)).contains("stalemate"));
    let other = played().save().replacen("\"suleiman\"", "\"mohi\"", 1);
    assert!(matches!(
        load(&other, 1),
        Err(OpenError::UnknownGame { name }) if name == "mohi"
    ));
    assert!(said(load("no save", 1)).contains("not a save"));
    let wrong = played().save().replacen("step 2114", "step 2115", 1);
    assert!(said(load(&wrong, 1)).contains("journal line 2"));
}

/// Every number in an event is a place in the lists of the map.
#[test]
fn the_map_gives_the_words_behind_the_numbers() {
    let mut table = Seated::over(played(), 1);
    let mut ask = |request: &str| -> Value { serde_json::from_str(&table.ask(request)).unwrap() };
    let map = ask(r#"{"do": "map"}"#)["map"].clone();
    let line = ask(r#"{"do": "journal", "viewer": "spectator"}"#)["lines"][1].clone();
    let told = &line["events"][0];
    let shown = told["event"].to_string();
    let find = |list: &str, word: &str, key: Option<&str>| -> usize {
        let list = map[list].as_array().unwrap();
        let place = list.iter().position(|x| key.map_or(x, |k| &x[k]) == word);
        place.unwrap_or_else(|| panic!("no {word}"))
    };
    let (unit, hex) = (
        find("units", "HU-RI-1", None),
        find("hexes", "2114", Some("label")),
    );
    assert!(shown.contains(&format!("\"unit\":{unit}")), "{shown}");
    assert!(shown.contains(&format!("\"to\":{hex}")), "{shown}");
    assert!(told["words"].as_str().unwrap().contains("2114"), "{told}");
    assert_eq!(map["sides"], json!(["Hungary", "Ottoman"]));
    // The printed map has its streams, trenches, roads and heights.
    let state = Suleiman::begin(&Setup::default()).unwrap();
    let map = Suleiman::gazetteer(&state);
    let board = &state.kit().board;
    assert_eq!(map.hexes.len(), board.len());
    for word in ["stream", "trench"] {
        let some = |w: &String| w == word;
        assert!(map.hexsides.iter().any(|h| h.what.iter().any(some)));
    }
    for side in map.hexsides.iter().filter(|h| h.what[0] == "trench") {
        assert!(["inside", "outside"].contains(&side.what[1].as_str()));
    }
    assert!(!map.roads.is_empty());
    for [a, b] in &map.roads {
        let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
        assert!(board.road(a, board.direction(a, b).unwrap()));
    }
    for (i, name) in map.leaders.iter().enumerate() {
        let place = casus_belli::core::Place::Leader(i as u16);
        assert_eq!(*name, Suleiman::place(&state, place));
    }
}

// ---- saves ----

/// A match with some lines and throws.
fn played() -> Match<Suleiman> {
    let mut at = Match::<Suleiman>::new(serde_json::from_value(sound()).unwrap()).unwrap();
    for words in ["take HU-RI-1", "step 2114", "halt"] {
        at.play_words(Side::Hungary, words, &mut casus_belli::core::Seeded::new(1))
            .unwrap();
    }
    at
}

#[test]
fn a_bad_save_says_what_and_where() {
    let good = played().save();
    Match::<Suleiman>::load(&good).unwrap();
    for (old, new, says) in [
        (
            "casus-belli save 1",
            "casus-belli save 9",
            "in the form `casus-belli save 9`",
        ),
        ("\"suleiman\"", "\"mohi\"", "a save of `mohi`"),
        ("step 2114", "step 2115", "journal line 2"),
        ("step 2114", "step 9999", "journal line 2"),
        ("step 2114", "leap 2114", "no action is called `leap`"),
        (
            "\"by\":\"Hungary\",\"do\":\"halt\"",
            "\"by\":\"Ottoman\",\"do\":\"halt\"",
            "journal line 3",
        ),
        (
            "\"by\":\"Hungary\",\"do\":\"halt\"",
            "\"by\":\"Venice\",\"do\":\"halt\"",
            "no side is called `Venice`",
        ),
        (
            "\"do\":\"halt\"",
            "\"do\":\"halt\",\"faces\":[3]",
            "journal line 3",
        ),
        (
            "\"do\":\"halt\"",
            "\"do\":\"halt\",\"act\":\"resign\"",
            "`do` or `act`",
        ),
        ("\"hex\":\"2217\"", "\"hex\":\"2014\"", "units[1].hex"),
        ("\"hex\":\"2217\"", "\"hex\":\"2218\"", "after all 3 lines"),
        ("\"blank\":true", "\"blank\":false", "other rules data"),
        ("\"rules\": \"", "\"rules\": \"0", "other rules data"),
    ] {
        assert!(good.contains(old), "{old} in {good}");
        let error = match Match::<Suleiman>::load(&good.replacen(old, new, 1)) {
            Ok(_) => panic!("{new} was loaded"),
            Err(e) => e.to_string(),
        };
        assert!(error.contains(says), "{new}: {error}");
    }
}

#[test]
fn a_save_cut_anywhere_is_refused_with_its_line() {
    let good = played().save();
    for cut in 0..good.trim_end().len() {
        if !good.is_char_boundary(cut) {
            continue;
        }
        match Match::<Suleiman>::load(&good[..cut]) {
            Err(LoadError::Syntax { line, .. }) => assert!(line > 0 || cut == 0, "{cut}"),
            other => panic!("cut at {cut}: {:?}", other.map(|_| ())),
        }
    }
}

#[test]
fn a_save_that_is_refused_leaves_file_and_table_alone() {
    let folder = std::env::temp_dir().join(format!("casus-belli-doors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("bad.json");
    let bad = played().save().replacen("step 2114", "step 2115", 1);
    std::fs::write(&file, &bad).unwrap();
    let mut table = Seated::over(played(), 1);
    let before = table.game().save();
    let text = std::fs::read_to_string(&file).unwrap();
    let request = json!({"do": "load", "save": text, "journal": 3}).to_string();
    let answer: Value = serde_json::from_str(&table.ask(&request)).unwrap();
    assert_eq!(answer["error"]["kind"], "not-loaded", "{answer}");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|m| m.contains("journal line 2")),
        "{answer}"
    );
    assert_eq!(table.game().save(), before);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), bad);
    std::fs::remove_dir_all(&folder).unwrap();
}

// ---- actions ----

#[test]
fn a_bad_action_is_refused_and_changes_nothing() {
    let mut at = played();
    let before = at.clone();
    let mut refused = |by: Side, words: &str, faces: &[u8]| -> String {
        let error = match at.parse(words) {
            Err(e) => e.to_string(),
            Ok(action) => match at.play_faces(by, action, faces) {
                Ok(_) => panic!("`{words}` was played"),
                Err(e) => e.to_string(),
            },
        };
        assert_eq!(at.state(), before.state(), "{words}");
        assert_eq!(at.journal(), before.journal(), "{words}");
        error
    };
    for (by, words, says) in [
        (Side::Hungary, "", "begins with a verb"),
        (Side::Hungary, "jump 2014", "no action is called `jump`"),
        (Side::Hungary, "take", "wants a unit"),
        (
            Side::Hungary,
            "take HU-RI-99",
            "no unit is called `HU-RI-99`",
        ),
        (Side::Hungary, "take HU-RI-1 twice", "`twice` is too much"),
        (Side::Hungary, "step 0101", "2.1"),
        (Side::Hungary, "face NE", "3.3.1"),
        (Side::Hungary, "hold-all windows", "no window is called"),
        (Side::Ottoman, "end-moves", "6.1"),
        (Side::Hungary, "take OT-MC-1", "2.2.4"),
        (Side::Hungary, "declared", "6.1"),
        (Side::Hungary, "take HU-HC-1", "("),
    ] {
        let error = refused(by, words, &[]);
        assert!(error.contains(says), "`{words}`: {error}");
    }
}

#[test]
fn throws_that_are_not_on_the_die_are_refused() {
    let mut setup = sound();
    setup["units"][1]["hex"] = json!("2114");
    let mut at = Match::<Suleiman>::new(serde_json::from_value(setup).unwrap()).unwrap();
    let mut dice = casus_belli::core::Seeded::new(1);
    at.play_words(Side::Hungary, "take HU-RI-1", &mut dice)
        .unwrap();
    let fire = at.parse("fire OT-MC-1").unwrap();
    at.play(Side::Hungary, fire, &mut dice).unwrap();
    let before = at.clone();
    let hold = at.parse("hold").unwrap();
    match at.play_faces(Side::Ottoman, hold, &[]) {
        Err(PlayError::Wanted(throw)) => assert_eq!(throw.cite.number(), "7.4.3"),
        other => panic!("{other:?}"),
    }
    match at.play_faces(Side::Ottoman, hold, &[10]) {
        Err(PlayError::OffTheDie { throw, face: 10 }) => {
            assert_eq!(throw.cite.number(), "7.4.3");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        at.play_faces(Side::Ottoman, hold, &[1, 1, 1, 1]),
        Err(PlayError::Unused { .. })
    ));
    assert_eq!(at.state(), before.state());
    assert_eq!(at.journal(), before.journal());
    at.play_faces(Side::Ottoman, hold, &[0]).unwrap();
}

#[test]
fn pieces_that_do_not_exist_are_refused_with_a_case() {
    let at = played();
    holds(2000, strategies::actions(), |action| {
        match at.check(Side::Hungary, &action) {
            Ok(()) => prop_assert!(at.actions().contains(&action)),
            Err(PlayError::Refused(refusals)) => {
                prop_assert!(!refusals.is_empty());
                for r in &refusals {
                    prop_assert!(!r.cite.is_house(), "{}", r);
                }
            }
            Err(e) => return Err(TestCaseError::fail(e.to_string())),
        }
        // Whatever it names, it can be put into words.
        prop_assert!(!at.spell(&action).is_empty());
        Ok(())
    });
}

#[test]
fn a_table_says_which_key_is_wrong() {
    let mut table = Seated::over(played(), 1);
    for (request, kind, path) in [
        ("no json", "malformed", None),
        ("[]", "malformed", None),
        (r#"{"do": "dance"}"#, "unknown-request", Some("do")),
        (r#"{"do": "turn", "now": 1}"#, "unknown-key", Some("now")),
        (
            r#"{"do": "check", "by": "Hungary"}"#,
            "missing-key",
            Some("action"),
        ),
        (
            r#"{"do": "check", "by": "Venice", "action": "halt"}"#,
            "no-such-side",
            Some("by"),
        ),
        (
            r#"{"do": "check", "by": "Hungary", "action": "jump"}"#,
            "not-an-action",
            Some("action"),
        ),
        (
            r#"{"do": "play", "viewer": "Hungary", "by": "Hungary", "action": "end-moves", "journal": 2}"#,
            "stale",
            Some("journal"),
        ),
        (
            r#"{"do": "play", "viewer": "Hungary", "by": "Ottoman", "action": "end-moves", "journal": 3}"#,
            "refused",
            Some("action"),
        ),
        (
            r#"{"do": "play", "viewer": "Hungary", "by": "Hungary", "action": "end-moves", "journal": 3, "faces": [4]}"#,
            "unused-faces",
            Some("faces"),
        ),
        (
            r#"{"do": "play", "viewer": "Hungary", "by": "Hungary", "action": "end-moves", "journal": "x"}"#,
            "bad-value",
            Some("journal"),
        ),
        (
            r#"{"do": "case", "number": "99.9"}"#,
            "no-such-case",
            Some("number"),
        ),
        (
            r#"{"do": "load", "save": "{}", "journal": 3}"#,
            "not-loaded",
            Some("save"),
        ),
    ] {
        let before = table.game().save();
        let answer: Value = serde_json::from_str(&table.ask(request)).unwrap();
        assert_eq!(answer["error"]["kind"], kind, "{request}: {answer}");
        assert_eq!(
            answer["error"]["path"].as_str(),
            path,
            "{request}: {answer}"
        );
        assert_eq!(table.game().save(), before, "{request}");
    }
}

#[test]
fn a_conformance_file_says_what_is_wrong_with_it() {
    for (text, says) in [
        ("", "nothing to play"),
        ("colour = 1", "colour"),
        (
            "proves = [\"99.9\"]\n[setup]\n[[play]]\nlists = []",
            "`99.9` is neither a Case nor a ruling",
        ),
        ("[setup]\nunit = 1\n[[play]]\nlists = []", "unit"),
        (
            "[setup]\nunits = [[\"HU-RI-1\", \"2014\"]]\n[[play]]\nlists = []",
            "units[0]: a bare list",
        ),
        (
            "[setup]\n[[play]]\nby = \"Venice\"\ndo = \"pass\"",
            "Venice",
        ),
        ("[setup]\n[[play]]\nby = \"Hungary\"\ndo = \"jump\"", "jump"),
    ] {
        let report = run_file::<Suleiman>(text);
        let told = report.to_string();
        assert!(!report.green() && told.contains(says), "{text}: {told}");
    }
}

// ---- anything at all, at every loader ----

/// Any text: any characters, or pieces of JSON and TOML.
fn any_text() -> impl Strategy<Value = String> {
    let bit = proptest::sample::select(
        &[
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "=",
            "\n",
            "units",
            "id",
            "setup",
            "[[case]]",
            "[[play]]",
            "do",
            "by",
            "journal",
            "format",
            "casus-belli save 1",
            "0",
            "-1",
            "1e999",
            "true",
            "null",
            "'",
            "proves",
            "2014",
            "HU-RI-1",
            "\u{0}",
            "é",
        ][..],
    );
    prop_oneof![
        any::<String>(),
        vec(any::<u8>(), 0..200).prop_map(|b| String::from_utf8_lossy(&b).into_owned()),
        vec(bit, 0..40).prop_map(|bits| bits.concat()),
    ]
}

/// A sound text with some alterations.
fn altered(text: String) -> impl Strategy<Value = String> {
    vec(alterations(), 1..5)
        .prop_map(move |list| list.iter().fold(text.clone(), |t, a: &Alteration| a.of(&t)))
}

fn sound_state<G: Trial>(setup: &G::Setup) -> Result<(), TestCaseError> {
    if let Ok(state) = G::begin(setup) {
        G::audit(&state).map_err(|e| TestCaseError::fail(e.to_string()))?;
    }
    Ok(())
}

fn set_ups_from_any_text<G: Trial>() {
    let position = G::positions().prop_flat_map(|s| {
        let json = serde_json::to_string(&s).expect("a set-up in JSON");
        let toml = toml::to_string(&s).expect("a set-up in TOML");
        (altered(json), altered(toml))
    });
    holds(200, (position, any_text()), |((json, toml), text)| {
        for text in [&json, &toml, &text] {
            if let Ok(setup) = serde_json::from_str::<G::Setup>(text) {
                sound_state::<G>(&setup)?;
            }
            if let Ok(setup) = toml::from_str::<G::Setup>(text) {
                sound_state::<G>(&setup)?;
            }
        }
        Ok(())
    });
}

/// A set-up goes through JSON and TOML and comes back the same.
fn set_ups_come_back<G: Trial>() {
    holds(150, G::positions(), |setup| {
        let json = serde_json::to_string(&setup).expect("a set-up in JSON");
        let back: G::Setup = serde_json::from_str(&json).expect("its own JSON");
        prop_assert_eq!(&back, &setup);
        let toml = toml::to_string(&setup).expect("a set-up in TOML");
        let back: G::Setup = toml::from_str(&toml).expect("its own TOML");
        prop_assert_eq!(&back, &setup);
        Ok(())
    });
}

fn saves_from_any_text<G: Trial>() {
    holds(1500, any_text(), |text| {
        prop_assert!(Match::<G>::load(&text).is_err());
        Ok(())
    });
}

fn conformance_from_any_text<G: Trial>() {
    let file = "proves = [\"8.1\"]\n[setup]\n[[case]]\nabout = \"x\"\n[[case.play]]\nby = \"Hungary\"\ndo = \"pass\"\n\
                cites = [\"5.1.1\"]\nfaces = [3]\n[case.play.state]\n\"units.a.b\" = 1\n[[case.play]]\nlists = [\"pass\"]\n";
    holds(
        400,
        prop_oneof![any_text(), altered(file.to_owned())],
        |text| {
            let _ = run_file::<G>(&text).to_string();
            Ok(())
        },
    );
}

fn any_words_are_read<G: Trial>(words: impl Strategy<Value = String>) {
    holds(
        300,
        (G::positions(), playthroughs(6), words),
        |(setup, game, text)| props::any_words_are_read::<G>(&setup, &game, &text),
    );
}

fn a_table_stands<G: Trial>(requests: impl Strategy<Value = Vec<String>>) {
    let none = Playthrough {
        picks: Vec::new(),
        seed: 7,
    };
    holds(150, (G::positions(), requests), |(setup, requests)| {
        props::table_stands::<G>(&setup, &none, &requests)
    });
    holds(100, vec(any_text(), 0..6), |requests| {
        props::table_stands::<G>(&G::opening(), &none, &requests)
    });
}

macro_rules! games {
    ($($name:ident: $game:ty, $strategies:path);* $(;)?) => {$(
        mod $name {
            use $strategies as strategies;
            #[test]
            fn set_ups_from_any_text() {
                super::set_ups_from_any_text::<$game>();
            }
            #[test]
            fn set_ups_come_back() {
                super::set_ups_come_back::<$game>();
            }
            #[test]
            fn saves_from_any_text() {
                super::saves_from_any_text::<$game>();
            }
            #[test]
            fn conformance_from_any_text() {
                super::conformance_from_any_text::<$game>();
            }
            #[test]
            fn any_words_are_read() {
                super::any_words_are_read::<$game>(strategies::words());
                super::any_words_are_read::<$game>(super::any_text());
            }
            #[test]
            fn a_table_stands() {
                super::a_table_stands::<$game>(strategies::requests());
            }
        }
    )*};
}

games! {
    suleiman: casus_belli::suleiman::Suleiman, casus_belli::suleiman::strategies;
}

#[test]
fn the_action_stays_small() {
    assert!(size_of::<Action>() <= 8);
}
