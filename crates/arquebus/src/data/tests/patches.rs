//! The changes of a set-up to a battle's data.

use super::*;

fn patch(json: &str) -> GameDataPatch {
    serde_json::from_str(json).unwrap()
}
fn laid(base: Base, json: &str) -> (GameData, Vec<String>) {
    let mut faults = SetupFaults::default();
    let game_data = standard(base).patched(&patch(json), &mut faults);
    (game_data, faults.0.into_iter().map(|f| f.path).collect())
}

#[test]
fn an_empty_patch_changes_nothing_and_the_digest_tells_changes() {
    let game_data = standard(Base::Cerignola);
    let (same, faults) = laid(Base::Cerignola, "{}");
    assert!(faults.is_empty() && same == **game_data);
    for json in [
        r#"{"map":{"blank":true}}"#,
        r#"{"map":{"hexes":[{"hex":"1010","terrain":"taro"}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"1015","side":"SE","kind":"wall"}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"1015","side":"SE","kind":"trench","inside":"1015"}]}}"#,
        r#"{"kinds":[{"id":"gendarmes","front":{"sdr":-1}}]}"#,
        r#"{"counters":[{"id":"FR-MM-1","back":{"ma":3}}]}"#,
        r#"{"counters":[{"id":"X","battle":"Nemours","kind":"longbows"}]}"#,
        r#"{"leaders":[{"id":"Chandieu","activation":4}]}"#,
        r#"{"leaders":[{"id":"Nemours","unreplaced":true}]}"#,
        r#"{"charts":{"ranges":{"rows":{"AQ":["+2","+1","-1"]}}}}"#,
        r#"{"charts":{"fire_drms":{"wagon":"-1"}}}"#,
        r#"{"charts":{"terrain":{"marsh":{"mp":["2","NA","NA","2"]}}}}"#,
        r#"{"charts":{"terrain":{"slope":{"shock":["-2","-2"]}}}}"#,
        r#"{"charts":{"throws":{"terrain":7}}}"#,
        r#"{"charts":{"flight":{"standard":5}}}"#,
        r#"{"charts":{"seizure":{"counters":["opportunity-9","breach"]}}}"#,
        r#"{"scenario":{"levels":{"France":41}}}"#,
        r#"{"scenario":{"timed":{"side":"League","track":10}}}"#,
        r#"{"scenario":{"reluctant":["Chandieu"]}}"#,
    ] {
        let (changed, faults) = laid(Base::Cerignola, json);
        assert_eq!(faults, [""; 0], "{json}");
        assert_ne!(changed.digest(), game_data.digest(), "{json}");
        let text = serde_json::to_string(&patch(json)).unwrap();
        assert_eq!(patch(&text), patch(json));
    }
}

#[test]
fn units_follow_their_kinds_unless_they_have_ratings_of_their_own() {
    let (game_data, faults) = laid(
        Base::Fornovo,
        r#"{"kinds": [{"id": "mounted-crossbows", "source": "house: a test", "other": {"ma": 4}},
                      {"id": "irregulars", "arm": "SK", "missile": "J", "front": {"sdr": 2, "ma": 7, "drm": 0},
                       "back": {"sdr": 3, "ma": 5, "drm": -1}}],
            "counters": [{"id": "LG-MCB-1", "front": {"drm": "-"}}, {"id": "LG-SK-1", "kind": "irregulars"},
                         {"id": "LG-SK-9", "battle": "Militia", "kind": "irregulars", "back": {"ma": 4}}]}"#,
    );
    assert_eq!(faults, [""; 0]);
    let unit = |id: &str| &game_data.roster[game_data.roster.unit(id).unwrap()];
    for id in ["LG-MCB-1", "LG-MCB-4"] {
        assert_eq!(unit(id).ratings(true, false).ma, 4);
        assert_eq!(unit(id).arm(true), Arm::Crossbow);
    }
    assert_eq!(unit("LG-MCB-1").ratings(false, false).missile, None);
    assert_eq!(unit("LG-MCB-2").ratings(false, true).missile, Some(-2));
    assert_eq!(unit("LG-MCB-2").sources.of("other"), &Source::House("a test".into()));
    assert_eq!((unit("LG-SK-1").missile, unit("LG-SK-2").missile), (Missile::Javelin, Missile::None));
    assert_eq!((unit("LG-SK-9").ratings(false, true).ma, unit("LG-SK-9").side), (4, Side::League));
    assert_eq!(game_data.roster.counters.len(), 83);
}

#[test]
fn hexsides_are_drawn_over_each_other_as_they_exclude_each_other() {
    let (game_data, faults) = laid(
        Base::Cerignola,
        r#"{"map": {"blank": true, "hexsides": [
            {"hex": "1010", "side": "E", "kind": "stream"}, {"hex": "1010", "side": "E", "kind": "bridge"},
            {"hex": "1010", "side": "W", "kind": "ditch"}, {"hex": "1010", "side": "W", "kind": "rampart"},
            {"hex": "1010", "side": "NE", "kind": "ditch", "inside": "1109"}, {"hex": "1010", "side": "NE", "kind": "wall"},
            {"hex": "1010", "side": "SE", "kind": "trench", "inside": "1111"},
            {"hex": "1010", "side": "SW", "kind": "breach"}, {"hex": "1010", "side": "SW", "kind": "none"}]}}"#,
    );
    assert_eq!(faults, [""; 0]);
    let here = at(&game_data, "1010");
    let of = |d: &str| Hexside::all_at(&game_data.board, here, dir(&game_data, d)).collect::<Vec<_>>();
    assert_eq!(of("E"), [Hexside::Stream, Hexside::Bridge]);
    assert_eq!(of("W"), [Hexside::Ditch, Hexside::Rampart]);
    assert_eq!((of("NE"), of("SW")), (vec![Hexside::Wall], vec![]));
    assert!(Hexside::inside(&game_data.board, here, dir(&game_data, "W")));
    assert!(!Hexside::inside(&game_data.board, here, dir(&game_data, "SE")));
    assert!(Hexside::inside(&game_data.board, at(&game_data, "1111"), dir(&game_data, "NW")));
    assert!(!Hexside::inside(&game_data.board, here, dir(&game_data, "NE")));
    assert_eq!([FOOT, GUN].map(|g| game_data.step(here, dir(&game_data, "E"), g)), [Some(1); 2]);
    assert_eq!(game_data.step(here, dir(&game_data, "NE"), FOOT), None);
}

#[test]
fn faults_name_their_paths_and_come_all_at_once() {
    let (_, found) = laid(
        Base::Cerignola,
        r#"{"map": {"hexes": [{"hex": "9999", "terrain": "lava", "level": 10}],
                    "hexsides": [{"hex": "1010", "side": "UP", "kind": "moat"},
                                 {"hex": "1015", "side": "E", "kind": "bridge"},
                                 {"hex": "1015", "side": "E", "kind": "wall", "inside": "1015"}]},
            "kinds": [{"id": "gendarmes", "arm": "XX", "missile": "cannon"}, {"id": "newmen", "arm": "PK"},
                      {"id": "sakers", "missile": "CB", "back": {"ma": 1}}],
            "counters": [{"id": "FR-MM-1", "front": {"sdr": 10, "ma": -1, "drm": "far"}, "battle": "Mendoza",
                          "standard": "SP-Standard", "kind": "knights"},
                         {"id": "FR-MM-2", "battle": "Mendoza"}, {"id": "FR-MM-3", "standard": "SP-Standard"},
                         {"id": "new", "kind": "pikes"}, {"id": "fr-mm-2", "other": {"sdr": 0, "ma": 1}}],
            "leaders": [{"id": "Chandieu", "activation": 10, "range": 31, "battles": ["Nemours", "Nowhere"], "oc": true},
                        {"id": "Ars", "effectiveness": -1, "battles": []}, {"id": "Newman"}],
            "charts": {"fire": {"rows": ["<=5|-|-|-|-", ">=6|Eng|D|D|D"]},
                       "matrix": {"rows": ["ART|0|0|0|0|0|0|0|0|0", "MM|1", "horse|1|2|3|4|5|6|7|8|9"]},
                       "ranges": {"rows": {"sling": ["1"], "CB": []}},
                       "terrain": {"lava": {"fire": "1"}, "ditch": {"mp": [1], "disorder": ["D"], "attacker": "1"},
                                   "marsh": {"disorder": ["-", "-", "-", "-", "?"], "both_ways": true},
                                   "slope": {"shock": ["-1", "x"], "fire": "-1"}},
                       "throws": {"army": 10}, "seizure": {"counters": ["breach", "breach", "luck"]}},
            "scenario": {"first": "Venice", "levels": {"League": 300}, "draws": {"France": 9},
                         "timed": {"side": "Venice", "track": 0}, "reluctant": ["Nobody"],
                         "joint": [["Nemours"], ["Nemours", "Mendoza"]], "parts": {"luck": "rulebook 1.0"}}}"#,
    );
    for path in [
        "map.hexes[0].hex",
        "map.hexes[0].terrain",
        "map.hexes[0].level",
        "map.hexsides[0].side",
        "map.hexsides[0].kind",
        "map.hexsides[1].kind",
        "map.hexsides[2].inside",
        "kinds[0].arm",
        "kinds[1].front",
        "kinds[2].missile",
        "kinds[2].back",
        "counters[0].kind",
        "counters[1].battle",
        "counters[2].standard",
        "counters[3].battle",
        "counters[4].id",
        "leaders[0].activation",
        "leaders[0].range",
        "leaders[0].battles[1]",
        "leaders[1].effectiveness",
        "leaders[1].battles",
        "leaders[2].side",
        "leaders[2].battles",
        "leaders[2].range",
        "leaders[2].charisma",
        "charts.fire.rows[1][1]",
        "charts.matrix.rows[0][0]",
        "charts.matrix.rows[1][0]",
        "charts.matrix.rows[2][0]",
        "charts.ranges.sling",
        "charts.ranges.CB",
        "charts.terrain.lava",
        "charts.terrain.ditch.mp",
        "charts.terrain.ditch.disorder",
        "charts.terrain.ditch.attacker",
        "charts.terrain.marsh.disorder[4]",
        "charts.terrain.marsh.both_ways",
        "charts.terrain.slope.shock[1]",
        "charts.terrain.slope.fire",
        "charts.throws.army",
        "charts.seizure.counters[1]",
        "charts.seizure.counters[2]",
        "scenario.first",
        "scenario.levels.League",
        "scenario.draws.France",
        "scenario.timed.side",
        "scenario.timed.track",
        "scenario.reluctant[0]",
        "scenario.joint[0]",
        "scenario.joint[1]",
        "scenario.parts.\"luck\"",
    ] {
        assert!(found.iter().any(|f| f == path), "{path} not in {found:#?}");
    }
    // Leaders who lead a Battle or the army together are reported after all leaders are read, if they are otherwise valid.
    let rival = r#"{"leaders": [{"id": "Chandieu", "battles": ["Nemours"], "oc": true}]}"#;
    assert_eq!(laid(Base::Cerignola, rival).1, ["leaders[0].battles", "leaders[0].oc"]);
    let (game_data, found) = laid(
        Base::Cerignola,
        r#"{"counters": [{"id": "FR-MM-1", "front": {"sdr": 10, "ma": -1, "drm": "far"}}]}"#,
    );
    assert_eq!(found, ["counters[0].front.sdr", "counters[0].front.ma", "counters[0].front.drm"]);
    assert_eq!(game_data.roster, standard(Base::Cerignola).roster, "what is faulty stays as it was");
    let own = r#"{"map": {"numbering": {"hexes": "pointy", "digits": "ccrr",
        "rows": {"first": 1, "last": 5, "grows": "south"}, "columns": {"first": 1, "last": 6, "grows": "east"},
        "shift": {"lines": "even", "toward": "east"}}}}"#;
    assert_eq!(laid(Base::Cerignola, own).1, ["map.numbering"]);
    for strange in [
        r#"{"charts":{"fyre":{}}}"#,
        r#"{"counters":[{"id":"x","hp":3}]}"#,
        r#"{"scenario":{"odds":1}}"#,
    ] {
        assert!(serde_json::from_str::<GameDataPatch>(strange).is_err(), "{strange}");
    }
}

#[test]
fn faulty_files_are_told_with_file_and_place() {
    let files = Base::Pavia.files();
    let map = files.map.replacen("[[torre]]", "[[tower]]", 1).replacen("mp =", "", 1);
    let forces = files
        .forces
        .replacen("activation = 3", "activation = 33", 1)
        .replacen("units = \"FR-PK-1..6\"", "units = \"FR-PK-1..7\"", 1)
        .replacen("from = 3", "from = 3\nfree_of = 1", 0);
    let found = GameData::load(
        Base::Pavia,
        &Files {
            map: &map,
            forces: &forces,
            ..files
        },
    );
    let found = found.unwrap_err();
    let paths: Vec<_> = found.0.iter().map(|f| f.path.as_str()).collect();
    assert!(paths.contains(&"map.tower"), "{paths:?}");
    assert!(paths.iter().any(|p| p.ends_with(".activation")), "{paths:?}");
    assert!(
        paths
            .iter()
            .any(|p| p.strip_suffix(".hexes").is_some_and(|at| at.starts_with("group["))),
        "{paths:?}"
    );
    let found = GameData::load(
        Base::Pavia,
        &Files {
            charts: "[ranges]\nbow = 3",
            kinds: "x",
            ..files
        },
    );
    let found = found.unwrap_err().to_string();
    assert!(found.contains("charts:2") && found.contains("kinds:1"), "{found}");
    let found = GameData::load(Base::Pavia, &Files { charts: "", ..files }).unwrap_err();
    assert!(found.0.len() > 50, "{found}");
}

#[test]
fn units_of_a_set_up_have_names_that_no_other_has() {
    let (game_data, faults) = laid(
        Base::Cerignola,
        r#"{"kinds": [{"id": "irregulars", "arm": "SK", "front": {"sdr": 2, "ma": 7}, "back": {"sdr": 3, "ma": 5}},
                      {"id": "gendarmes", "name": "Lances of the Ordinance"}],
            "counters": [{"id": "FR-X-1", "battle": "Nemours", "kind": "gendarmes"},
                         {"id": "Escort", "battle": "Nemours", "kind": "lances", "name": "Nemours' escort"},
                         {"id": "FR-SK-1", "battle": "Chandieu", "kind": "irregulars"},
                         {"id": "FR-PK-1", "name": "Men of Uri"}],
            "leaders": [{"id": "Ars", "called": "Louis d'Ars"}],
            "scenario": {"adjectives": {"League": "Castilian"}}}"#,
    );
    assert_eq!(faults, [""; 0]);
    let r = &game_data.roster;
    let name = |id: &str| r.unit_name(r.unit(id).unwrap());
    assert_eq!(name("FR-MM-1"), "Lances of the Ordinance 1");
    assert_eq!(name("FR-X-1"), "Lances of the Ordinance FR-X-1");
    assert_eq!(name("Escort"), "Nemours' escort");
    assert_eq!(name("FR-SK-1"), "Skirmishers 1");
    assert_eq!((name("FR-PK-1"), name("FR-PK-2")), ("Men of Uri 1", "Swiss 2"));
    assert_eq!(name("SP-ART-1"), "Castilian sakers 1");
    assert_eq!(r.leader_name(r.leader("Ars").unwrap()), "Louis d'Ars");
    for (json, path) in [
        (r#"{"counters":[{"id":"FR-MM-1","name":" "}]}"#, "counters[0].name"),
        (r#"{"kinds":[{"id":"gendarmes","name":""}]}"#, "kinds[0].name"),
        (r#"{"leaders":[{"id":"Ars","called":""}]}"#, "leaders[0].called"),
    ] {
        assert_eq!(laid(Base::Cerignola, json).1, [path], "{json}");
    }
}
