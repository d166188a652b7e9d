use super::deployment::hexes;
use super::*;
use crate::charts::Weapon;
use crate::components::{Arm, CLEAR, Counter, Missile, STREAM, SWAMP, Side, TRENCH, trench_inside, trench_outside};
use casus_core::cells::{Cell, RowText, Rows, TablePatch};
use casus_core::{Dir, Source};
use std::collections::BTreeSet;

fn faults(patch: &GameDataPatch) -> Vec<String> {
    let mut faults = SetupFaults::default();
    let game_data = standard().patched(patch, &mut faults);
    assert!(game_data.board.len() == standard().board.len());
    faults.0.into_iter().map(|f| f.path).collect()
}
fn patch(json: &str) -> GameDataPatch {
    serde_json::from_str(json).unwrap()
}
fn count(of: impl Fn(&Counter) -> bool) -> usize {
    standard().roster.counters.iter().filter(|c| of(c)).count()
}

#[test]
fn the_standard_kit_loads() {
    if let Err(faults) = GameData::load(&FILES) {
        panic!("{faults}");
    }
    assert_eq!(standard().board.len(), 925);
}

#[test]
fn every_piece_has_a_name_and_no_two_the_same() {
    let r = &standard().roster;
    let name = |id: &str| r.unit_name(r.unit(id).unwrap());
    for (id, is) in [
        ("HU-HC-28", "Knights 28"),
        ("HU-LC-14", "Hussars 14"),
        ("HU-LC-15", "Horse archers 15"),
        ("OT-RI-8", "Janissaries 8"),
        ("OT-RI-9", "Foot archers 9"),
        ("OT-Art-15", "Ottoman guns 15"),
    ] {
        assert_eq!(name(id), is);
    }
    assert_eq!(r.leader_name(r.leader("JSzapolyai").unwrap()), "J. Szapolyai");
    assert_eq!(r.leader_name(r.leader("Tomori").unwrap()), "Tomori");
    let units = r.counters.iter().map(|c| &*c.name);
    let names: BTreeSet<&str> = units.chain(r.leaders.iter().map(|l| &*l.short_name)).collect();
    assert_eq!(names.len(), r.counters.len() + r.leaders.len());
    let lacks = FILES.counters.replacen("name = \"Knights\"\n", "", 1);
    let fault = GameData::load(&Files {
        counters: &lacks,
        ..FILES
    })
    .unwrap_err();
    assert!(fault.to_string().contains("name: is missing"), "{fault}");
}

#[test]
fn a_set_up_names_its_units_and_none_like_another() {
    let named = |json: &str| {
        let mut faults = SetupFaults::default();
        let game_data = standard().patched(&patch(json), &mut faults);
        (game_data, faults)
    };
    let new = r#""side":"Hungary","arm":"LC","command":"Tomori","sdr":0,"ma":7,"no_back":true"#;
    let (game_data, faults) =
        named(&format!(r#"{{"counters":[{{"id":"Guard-3","name":"Court banner",{new}}},{{"id":"X",{new}}}]}}"#));
    assert!(faults.0.is_empty(), "{faults}");
    let r = &game_data.roster;
    assert_eq!(r.unit_name(r.unit("Guard-3").unwrap()), "Court banner 3");
    assert_eq!(r.unit_name(r.unit("X").unwrap()), "X");
    let (_, faults) = named(&format!(r#"{{"counters":[{{"id":"Guard-3","name":"Knights",{new}}}]}}"#));
    assert!(
        faults
            .to_string()
            .contains("HU-HC-3 and Guard-3 have the same name, \"Knights 3\""),
        "{faults}"
    );
}

#[test]
fn the_orders_of_battle_are_the_rulebooks() {
    let game_data = standard();
    let at_start = |side: Side| -> usize {
        let groups = game_data.deployment.groups.iter();
        groups.filter(|g| g.side == side).map(|g| g.units.len()).sum()
    };
    assert_eq!(at_start(Side::Hungary), 49);
    assert_eq!(at_start(Side::Ottoman), 55);
    let awaited = |side: Side| -> usize {
        let entries = game_data.deployment.entries.iter();
        let of = |e: &&Entry| game_data.roster[e.command].side == side;
        entries.filter(of).map(|e| e.units.len()).sum()
    };
    assert_eq!(awaited(Side::Ottoman), 33);
    assert_eq!(awaited(Side::Hungary), 18);
    assert_eq!(game_data.roster.counters.len(), 155);
    for (side, arm, n) in [
        (Side::Hungary, Arm::HeavyCavalry, 28),
        (Side::Hungary, Arm::MediumCavalry, 6),
        (Side::Hungary, Arm::LightCavalry, 18),
        (Side::Hungary, Arm::RegularInfantry, 5),
        (Side::Hungary, Arm::LevyInfantry, 6),
        (Side::Hungary, Arm::Artillery, 4),
        (Side::Ottoman, Arm::HeavyCavalry, 12),
        (Side::Ottoman, Arm::MediumCavalry, 26),
        (Side::Ottoman, Arm::Akinci, 10),
        (Side::Ottoman, Arm::RegularInfantry, 10),
        (Side::Ottoman, Arm::LevyInfantry, 15),
        (Side::Ottoman, Arm::Artillery, 15),
    ] {
        assert_eq!(count(|c| c.side == side && c.arm == arm), n, "{side:?} {arm:?}");
    }
    assert_eq!(count(|c| c.arm == Arm::LightCavalry && c.missile == Missile::Bow), 4);
    assert_eq!(game_data.roster.leaders.len(), 17);
    assert_eq!(game_data.roster.commands.len(), 15);
    for (what, n) in [("HU-HC-28", true), ("HU-HC-29", false), ("OT-Art-15", true)] {
        assert_eq!(game_data.roster.unit(what).is_some(), n, "{what}");
    }
}

#[test]
fn what_the_counters_owe_to_the_rulebook() {
    let r = &standard().roster;
    for c in &r.counters {
        assert_eq!(c.back.is_none(), c.arm == Arm::Artillery, "{}", c.id);
        assert_eq!(c.missile == Missile::Gun, c.arm == Arm::Artillery, "{}", c.id);
        if let Some(back) = c.back {
            assert!(back.sdr > c.front.sdr && back.ma <= c.front.ma, "{}", c.id);
        }
        if c.arm == Arm::LevyInfantry {
            assert_eq!(c.front.sdr, 3);
            assert!(c.sources.of("sdr").is_printed());
        }
        let guns = c.arm == Arm::Artillery && c.side == Side::Hungary;
        assert_eq!(c.emplaced, guns, "{}", c.id);
        assert!(!c.sources.source.is_printed(), "{}: no face is printed in the text", c.id);
        if matches!(c.arm, Arm::RegularInfantry | Arm::LevyInfantry) {
            assert!(c.front.ma >= 4, "{}: 15.1 brings the Center on at once", c.id);
        }
    }
    let bali = &r[r.leader("Bali").unwrap()];
    assert!((1..=5).contains(&bali.activation));
    let center = r.command("Center").unwrap();
    assert_eq!(r.leader_of(center), r.leader("Suleiman"));
    assert_eq!(r.deputy_of(center), r.leader("Achmed"));
    let reserve: Vec<_> = r.leaders.iter().filter(|l| l.reserve).collect();
    assert_eq!(reserve.len(), 1);
    assert_eq!(reserve[0].id, "GSzapolyai");
    let monarchs: Vec<_> = r.leaders.iter().filter(|l| l.monarch).map(|l| &l.id).collect();
    assert_eq!(monarchs, ["Lajos", "Suleiman"]);
    for (id, low, high, flight) in [("Slavonia", 6, 7, 5), ("Mixed", 8, 8, 7), ("Transylvania", 9, 9, 10)] {
        let k = r[r.command(id).unwrap()].contingent.unwrap();
        assert_eq!((k.low, k.high, k.flight), (low, high, flight));
    }
}

#[test]
fn every_hex_that_the_rulebook_names_exists() {
    let b = &standard().board;
    for text in [
        "1810-1811 1817-1818 1803-1809 1819-1825 1812-1816 1618-1626 1414 1421-1422",
        "1418-1420 1415-1417 1406-1407 1408-1410 1411-1413",
        "2334 2729 3029 2710-2719 3011 3013 3015 3017 3019 3307 3309 3311 3313 3315 3317",
        "3319 3321 3406-3411 3418-3423",
        "3412-3417 3400-3404 3236-3436 1436-1836 1400-1800",
    ] {
        let mut faults = SetupFaults::default();
        assert!(!hexes(b, text, "test", &mut faults).is_empty());
        assert!(faults.0.is_empty(), "{faults}");
    }
    for text in ["1437", "3500", "0914"] {
        assert!(b.parse(text).is_err());
    }
}

#[test]
fn the_groups_fit() {
    let game_data = standard();
    for g in &game_data.deployment.groups {
        assert!(g.hexes.len() >= g.units.len());
        assert_eq!(g.choice, g.hexes.len() > g.units.len());
        let guns = g.units.iter().any(|u| game_data.roster[*u].arm == Arm::Artillery);
        for &h in &g.hexes {
            let terrain = game_data.board.terrain(h);
            let mp = game_data.charts.terrain.mp(terrain, if guns { 2 } else { 0 });
            assert!(mp.is_some(), "{}", game_data.board.label(h));
        }
    }
    // The three Ottoman areas with a choice overlap; there is room for all.
    let choice: Vec<_> = game_data.deployment.groups.iter().filter(|g| g.choice).collect();
    assert_eq!(choice.len(), 3);
    let union: BTreeSet<_> = choice.iter().flat_map(|g| &g.hexes).collect();
    let units: usize = choice.iter().map(|g| g.units.len()).sum();
    assert!(union.len() >= units);
    assert_eq!(choice[0].hexes.len(), 7);
    assert_eq!(choice[1].hexes.len(), 19);
    assert_eq!(choice[2].hexes.len(), 19);
    assert!(choice[1].disordered);
    assert_eq!(game_data.deployment.groups.iter().filter(|g| g.disordered).count(), 1);
    let o = game_data.board.orientation();
    assert_eq!(game_data.deployment.facing(Side::Hungary).word(o), "S");
    assert_eq!(game_data.deployment.facing(Side::Ottoman).word(o), "N");
    let suleiman = game_data.roster.leader("Suleiman").unwrap();
    let post = game_data.deployment.post_of(suleiman).unwrap();
    assert_eq!(game_data.board.label(post.hexes[0]), "3415");
    assert_eq!(game_data.deployment.banner.hexes.len(), 19);
    assert_eq!(game_data.deployment.rally_entry.len(), 6);
    let anatolia = game_data.roster.command("Anatolia").unwrap();
    assert_eq!(game_data.roster[anatolia].entry.len(), 5);
    assert!(game_data.deployment.entry_of(anatolia).is_some());
}

#[test]
fn the_trench_lies_before_the_front_line() {
    let b = &standard().board;
    let mut sides = 0;
    for id in b.ids() {
        for dir in Dir::ALL {
            if b.features(id, dir) & TRENCH == 0 {
                assert!(!trench_inside(b, id, dir) && !trench_outside(b, id, dir));
                continue;
            }
            sides += 1;
            let other = b.neighbour(id, dir).unwrap();
            assert!(trench_inside(b, id, dir) != trench_outside(b, id, dir));
            assert!(trench_inside(b, id, dir) == trench_outside(b, other, dir.opposite()));
        }
    }
    assert_eq!(sides, 36);
    let facing = standard().deployment.facing(Side::Hungary);
    for n in 1810..=1818 {
        let id = b.parse(&n.to_string()).unwrap();
        for dir in facing.front() {
            assert!(trench_inside(b, id, dir), "{n}");
        }
    }
}

#[test]
fn the_ridge_hides_the_main_body_and_the_camp_is_seen() {
    use casus_core::Along;
    let game_data = standard();
    let b = &game_data.board;
    let seen = |from: HexId, to: HexId, along| {
        let top = b.elevation(from).max(b.elevation(to));
        let blocks = |h: HexId| b.elevation(h) > top || game_data.charts.terrain.blocks_sight(b.terrain(h));
        b.visible(from, to, blocks, along)
    };
    let of = |side: Side, command: &str| -> Vec<HexId> {
        let id = game_data.roster.command(command);
        let groups = game_data.deployment.groups.iter();
        groups
            .filter(|g| g.side == side && (command.is_empty() || Some(g.command) == id))
            .flat_map(|g| g.hexes.clone())
            .collect()
    };
    let hungarians = of(Side::Hungary, "");
    for command in ["Ibrahim", "Center"] {
        for &to in &of(Side::Ottoman, command) {
            for &from in &hungarians {
                // Lenient reading: a line along a hexside is blocked only if both hexes block.
                assert!(!seen(from, to, Along::Both), "{} sees {}", b.label(from), b.label(to));
            }
        }
    }
    let camp = &game_data.deployment.groups.iter().find(|g| g.disordered).unwrap().hexes;
    for command in ["Bathyani", "Tomori"] {
        for from in of(Side::Hungary, command) {
            for &to in camp {
                assert!(seen(from, to, Along::Either));
            }
        }
    }
    // Adjacent levels differ by at most one, and the Borza runs unbroken from edge to edge.
    for id in b.ids() {
        for (_, next) in b.neighbours(id) {
            assert!((b.elevation(id) - b.elevation(next)).abs() <= 1);
        }
    }
    let banks = casus_core::reach(b, b.parse("1010").unwrap(), 999, |from, dir, _, _| {
        (b.features(from, dir) & STREAM == 0).then_some(casus_core::Stride { cost: 1, stop: false })
    });
    assert!(hungarians.iter().all(|&h| banks.cost(h).is_none()));
}

#[test]
fn the_road_crosses_the_sheet() {
    let b = &standard().board;
    let road = |id: HexId| Dir::ALL.into_iter().filter(|&d| b.road(id, d)).count();
    let ends: Vec<String> = b.ids().filter(|&h| road(h) == 1).map(|h| b.label(h)).collect();
    assert_eq!(ends, ["1009", "3405"]);
    assert_eq!(b.ids().filter(|&h| road(h) == 2).count(), 24);
}

#[test]
fn nothing_reconstructed_passes_itself_off_as_printed() {
    let list = standard().reconstructed();
    assert!(list.len() > 50);
    assert!(list.iter().all(|(what, why)| !what.is_empty() && !why.is_empty()));
    for what in [
        "map: levels",
        "map: terrain",
        "map: Borza",
        "map: Hungarian trench",
        "map: road to Mohács",
        "charts: Fire Table",
        "charts: Shock Table",
        "charts: Charge Table",
        "charts: Weapon System Matrix",
        "leaders: Tomori, ratings (save name)",
        "leaders: Lajos, ratings (save monarch, name)",
        "leaders: Achmed, ratings (save deputy, name)",
        "counters: HU-RI-1 to HU-RI-5, ratings (save missile)",
        "commands: Perenyi, title",
        "leaders: replacements, ratings",
    ] {
        assert!(list.iter().any(|(w, _)| w == what), "{what}");
    }
    assert!(!list.iter().any(|(w, _)| w.contains("set-up") || w.contains("entry")));
    let sheets = standard().sheets();
    assert_eq!(sheets.len(), 11);
    for (title, text) in &sheets {
        assert!(!text.is_empty(), "{title}");
        assert!(text.lines().all(|l| l.chars().count() <= 120), "{title}\n{text}");
    }
    let fire = &sheets.iter().find(|(t, _)| t == "Fire Table").unwrap().1;
    assert!(fire.contains("D+Rt*") && fire.contains("* reconstructed"));
    let ranges = &sheets[0].1;
    assert!(ranges.contains("+1  ") && ranges.contains("-1*"), "{ranges}");
}

#[test]
fn an_empty_patch_changes_nothing_and_the_digest_tells_changes() {
    let mut f = SetupFaults::default();
    let game_data = standard();
    let same = game_data.patched(&GameDataPatch::default(), &mut f);
    assert_eq!(same, **game_data);
    assert_eq!(same.digest(), game_data.digest());
    for json in [
        r#"{"map":{"blank":true}}"#,
        r#"{"map":{"hexes":[{"hex":"2020","terrain":"village"}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"2020","side":"SE","kind":"trench"}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"2020","side":"SE","kind":"trench","inside":"2119"}]}}"#,
        r#"{"map":{"roads":[["2020","2021","2022"]]}}"#,
        r#"{"counters":[{"id":"HU-HC-1","sdr":-2}]}"#,
        r#"{"counters":[{"id":"X","side":"Hungary","arm":"LC","command":"Tomori","sdr":0,"ma":7,"no_back":true}]}"#,
        r#"{"leaders":[{"id":"Tomori","activation":9}]}"#,
        r#"{"charts":{"fire_drms":{"village":"-3"}}}"#,
        r#"{"charts":{"ranges":{"bow":["+1",0,-1]}}}"#,
        r#"{"charts":{"terrain":{"swamp":{"mp":["2","NA","NA"]}}}}"#,
        r#"{"charts":{"terrain":{"road":{"mp":2}}}}"#,
        r#"{"charts":{"matrix":{"rows":{"HC":[0,1,2,2,"-3",0,3]}}}}"#,
        r#"{"charts":{"shock":{"rows":["<=0|AD / -|- / -","1|- / D|- / Ret",">=2|- / Ret + CA|- / E + CA"]}}}"#,
    ] {
        let mut f = SetupFaults::default();
        let p = patch(json);
        let changed = game_data.patched(&p, &mut f);
        assert!(f.0.is_empty(), "{json}: {f}");
        assert_ne!(changed.digest(), game_data.digest(), "{json}");
        let text = serde_json::to_string(&p).unwrap();
        assert_eq!(patch(&text), p);
    }
}

#[test]
fn a_patch_does_what_it_says() {
    let mut f = SetupFaults::default();
    let p = patch(
        r#"{
                "map": {"blank": true,
                    "hexes": [{"hex": "2020", "terrain": "swamp", "level": 3}],
                    "hexsides": [{"hex": "2020", "side": "SW", "kind": "trench", "inside": "2120"},
                                 {"hex": "2020", "side": "E", "kind": "stream"}]},
                "counters": [{"id": "ot-lvi-4", "sdr": 2},
                    {"id": "HU-RI-6", "side": "Hungary", "arm": "RI", "missile": "A", "command": "Hannibal",
                     "sdr": 0, "ma": 4, "back_sdr": 2, "back_ma": 3}],
                "leaders": [{"id": "GSzapolyai", "reserve": false}],
                "charts": {"ranges": {"source": "house: a test", "bow": ["+2", "+1", "0"]},
                    "matrix": {"source": "rulebook 8.3.1(6)", "rows": ["HC|0|0|0|0|0|0|0"]},
                    "fire": {"rows": {"<=8": ["-","-","-","-"], ">=9": ["D","D","D+Rt","E"]}}}
            }"#,
    );
    let game_data = standard().patched(&p, &mut f);
    assert!(f.0.is_empty(), "{f}");
    let b = &game_data.board;
    let at = |t: &str| b.parse(t).unwrap();
    assert_eq!((b.terrain(at("2020")), b.elevation(at("2020"))), (SWAMP, 3));
    assert_eq!((b.terrain(at("3107")), b.elevation(at("2516"))), (CLEAR, 1));
    let sw = b.orientation().dir_named("SW").unwrap();
    assert_eq!(b.neighbour(at("2020"), sw), Some(at("2120")));
    assert!(trench_outside(b, at("2020"), sw));
    assert!(trench_inside(b, at("2120"), sw.opposite()));
    let roster = &game_data.roster;
    let levy = &roster[roster.unit("OT-LvI-4").unwrap()];
    assert_eq!((levy.front.sdr, levy.front.ma), (2, 4));
    assert!(matches!(levy.sources.of("sdr"), Source::House(_)));
    assert_eq!(roster.counters.len(), 156);
    let new = &roster[roster.unit("HU-RI-6").unwrap()];
    assert!(new.archer_infantry() && !game_data.charts.matrix.may_attack(new));
    assert!(!roster[roster.leader("GSzapolyai").unwrap()].reserve);
    let charts = &game_data.charts;
    assert_eq!(charts.range(Weapon::Bow), 3);
    assert_eq!(charts.range_sources.of("bow 1"), &Source::House("a test".into()));
    assert!(charts.matrix.source.is_printed());
    assert!(charts.matrix.attacks(Arm::HeavyCavalry) && !charts.matrix.attacks(Arm::Akinci));
    assert_eq!((charts.fire.low(), charts.fire.high()), (8, 9));
    assert!(!game_data.sheets()[0].1.is_empty());
    assert!(!game_data.reconstructed().iter().any(|(w, _)| w == "charts: Fire Table"));
}

#[test]
fn patch_faults_name_their_paths_and_come_all_at_once() {
    let p = patch(
        r#"{
                "map": {"hexes": [{"hex": "9999", "terrain": "lava", "level": 10}],
                    "hexsides": [{"hex": "2020", "side": "UP", "kind": "moat", "inside": "2121"},
                                 {"hex": "2020", "side": "SE", "kind": "trench", "inside": "1010"}],
                    "roads": [["2020", "2025", "x"]]},
                "counters": [
                    {"id": "HU-HC-1", "sdr": 10, "ma": -1, "arm": "XX", "side": "Venice", "command": "Nobody"},
                    {"id": "hu-hc-1", "missile": "gun"},
                    {"id": "new one"},
                    {"id": "HU-HC-2", "command": "Bali", "emplaced": true, "no_back": true, "back_ma": 3}],
                "leaders": [{"id": "Tomori", "activation": 10, "range": 31, "ma": 21, "command": "Center"},
                    {"id": "Newman"}],
                "charts": {
                    "fire": {"rows": ["<=5 | - | - | - | -", "6|-|-|-|Rt", "8|D|Rt|D|Ret", ">=9|X|E|Ret"], "source": "hearsay"},
                    "shock": {"rows": {"x": ["- / -"], "0": []}},
                    "charge": {"rows": []},
                    "matrix": {"rows": ["Art|0|0|0|0|0|0|0", "HC|0|0|0|0|0|0", "MC|0|0|0|0|0|0|x"]},
                    "ranges": {"bow": [], "musket": ["far"], "parts": {"sling 1": "rulebook 7.4.1"}},
                    "fire_drms": {"village": 12},
                    "terrain": {"clear": {"mp": [1, 0]}, "stream": {"blocks_sight": true}, "road": {"mp": "NA"}}}
            }"#,
    );
    let found = faults(&p);
    for path in [
        "map.hexes[0].hex",
        "map.hexes[0].terrain",
        "map.hexes[0].level",
        "map.hexsides[0].side",
        "map.hexsides[0].kind",
        "map.hexsides[0].inside",
        "map.hexsides[1].inside",
        "map.roads[0][1]",
        "map.roads[0][2]",
        "counters[0].sdr",
        "counters[0].ma",
        "counters[0].arm",
        "counters[0].side",
        "counters[0].command",
        "counters[1].id",
        "counters[1].missile",
        "counters[2].id",
        "counters[2].side",
        "counters[2].arm",
        "counters[2].command",
        "counters[2].sdr",
        "counters[2].ma",
        "counters[2].back_sdr",
        "counters[3].command",
        "counters[3].emplaced",
        "counters[3].no_back",
        "leaders[0].activation",
        "leaders[0].range",
        "leaders[0].ma",
        "leaders[0].command",
        "leaders[1].side",
        "leaders[1].command",
        "leaders[1].activation",
        "leaders[1].range",
        "leaders[1].ma",
        "charts.fire.source",
        "charts.fire.rows",
        "charts.fire.rows[3][0]",
        "charts.fire.rows[3][1]",
        "charts.shock.rows[\"x\"][0]",
        "charts.charge.rows",
        "charts.matrix.rows[0][0]",
        "charts.matrix.rows[1][0]",
        "charts.matrix.rows[2][7]",
        "charts.ranges.bow",
        "charts.ranges.musket[0]",
        "charts.ranges.parts.\"sling 1\"",
        "charts.fire_drms.village",
        "charts.terrain.clear.mp",
        "charts.terrain.clear.mp[1]",
        "charts.terrain.stream.blocks_sight",
        "charts.terrain.road.mp",
    ] {
        let path = path.replace("[\"x\"][0]", "[\"x\"]");
        assert!(found.contains(&path), "{path} not in {found:#?}");
    }
}

#[test]
fn rows_may_be_lists_of_cells() {
    let cells = |row: &[&str]| RowText::Cells(row.iter().map(|c| Cell::Text((*c).to_owned())).collect());
    let p = GameDataPatch {
        charts: Some(ChartsPatch {
            fire: Some(TablePatch {
                source: None,
                rows: Rows::List(vec![
                    cells(&["8", "-", "-", "-", "-"]),
                    cells(&["9", "D", "D", "D", "Nonsense"]),
                ]),
            }),
            ..ChartsPatch::default()
        }),
        ..GameDataPatch::default()
    };
    assert_eq!(faults(&p), ["charts.fire.rows[1][4]"]);
    let own = r#"{"map": {"numbering": {"hexes": "pointy", "digits": "rrcc",
            "rows": {"first": 1, "last": 5, "grows": "south"}, "columns": {"first": 1, "last": 6, "grows": "east"},
            "shift": {"lines": "even", "toward": "east"}}}}"#;
    assert_eq!(faults(&patch(own)), ["map.numbering"]);
    assert!(serde_json::from_str::<GameDataPatch>(r#"{"charts":{"fyre":{}}}"#).is_err());
    assert!(serde_json::from_str::<GameDataPatch>(r#"{"counters":[{"id":"x","hp":3}]}"#).is_err());
}

#[test]
fn faulty_files_are_told_with_file_and_place() {
    let broken = FILES.leaders.replacen("activation = 5", "activation = 56", 1);
    let map = FILES.map.replacen("1810 SW SE", "1810 UP", 1).replacen(". .", "? .", 1);
    let deployment = FILES.deployment.replacen("HU-Art-1..4", "HU-Art-1..5", 1);
    let found = GameData::load(&Files {
        map: &map,
        leaders: &broken,
        deployment: &deployment,
        ..FILES
    })
    .unwrap_err();
    let paths: Vec<_> = found.0.iter().map(|f| f.path.as_str()).collect();
    assert!(paths.contains(&"leaders.leader[0].activation"), "{paths:?}");
    assert!(paths.contains(&"map.trench[0].sides"), "{paths:?}");
    assert!(paths.contains(&"map.terrain.rows[0]"), "{paths:?}");
    assert!(paths.contains(&"deployment.group[0].units"), "{paths:?}");
    let found = GameData::load(&Files {
        charts: "[ranges]\nbow = 3",
        counters: "x",
        ..FILES
    });
    let found = found.unwrap_err().to_string();
    assert!(found.contains("charts.toml:2") && found.contains("counters.toml:1"), "{found}");
    let found = GameData::load(&Files { charts: "", ..FILES }).unwrap_err();
    assert!(found.0.len() > 20, "{found}");
}
