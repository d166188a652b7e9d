use super::*;
use casus_core::HexId;

fn hex(game_data: &GameData, label: &str) -> HexId {
    game_data.board.parse(label).unwrap()
}

#[test]
fn the_map_is_what_the_rulebook_names() {
    let game_data = GameData::load(&Files::EMBEDDED).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(game_data.board.len(), 947);
    for edge in ["0101", "0701", "2506"] {
        assert!(game_data.board.parse(edge).is_ok(), "{edge} (2.1)");
    }
    assert!(game_data.board.parse("0801").is_ok() && game_data.board.parse("2505").is_err());
    // Adjacent pairs (17.0).
    for (a, b) in [("1414", "1514"), ("4229", "4329"), ("2112", "2213")] {
        assert_eq!(game_data.board.distance(hex(&game_data, a), hex(&game_data, b)), 1, "{a} {b}");
    }
    assert_eq!(game_data.roster.towns.len(), 53);
    for column in 1..=7 {
        assert_eq!(game_data.land(hex(&game_data, &format!("{column:02}01"))), Land::Saxony, "6.3.2");
    }
}

#[test]
fn the_counters_are_as_many_as_the_text_counts() {
    let game_data = standard();
    let count = |of: &dyn Fn(&Counter) -> bool| game_data.roster.counters.iter().filter(|c| of(c)).count();
    let on_map = |c: &Counter| matches!(c.berth, Berth::Hex { .. });
    assert_eq!(count(&|c| c.side == Side::Hussite && on_map(c)), 16, "17.1");
    assert_eq!(count(&|c| c.side == Side::Imperial && on_map(c)), 61, "17.2");
    assert_eq!(count(&|c| c.berth == Berth::Draw), 19, "7.3.3");
    assert_eq!(count(&|c| c.faction == Faction::Orphan), 5, "17.3");
    assert_eq!(count(&|c| c.berth == Berth::Denmark), 5, "6.3.2");
    assert_eq!(count(&|c| c.berth == Berth::Poland), 3, "4.1");
    assert_eq!(count(&|c| c.faction == Faction::Saxon), 7, "4.1");
    assert_eq!(count(&|c| c.guard), 9, "17.2");
    assert_eq!(count(&Counter::legate), 4, "7.3");
    assert_eq!(count(&|c| c.artillery && c.kind != Kind::Wagon), 1, "12.0");
    // No garrison of the set-up exceeds its limit (8.6.1).
    for town in &game_data.roster.towns {
        let inside = |c: &Counter| {
            c.berth
                == Berth::Hex {
                    hex: town.hex,
                    outside: false,
                }
        };
        assert!(count(&inside) <= usize::from(game_data.charts.walls(town.kind).garrison), "{}", town.id);
    }
    let upkeep = |c: &Counter| {
        let owes = c.side == Side::Imperial && on_map(c) && !c.guard;
        if owes {
            u32::from(game_data.charts.florins.of(c.kind).1)
        } else {
            0
        }
    };
    assert_eq!(game_data.roster.counters.iter().map(upkeep).sum::<u32>(), 18, "6.2");
}

#[test]
fn faults_of_patches_are_told_with_their_places() {
    let patch = |text: &str| -> Vec<String> {
        let patch: GameDataPatch = serde_json::from_str(text).unwrap();
        let mut faults = SetupFaults::default();
        let _patched = standard().patched(&patch, &mut faults);
        faults.0.iter().map(|f| f.path.clone()).collect()
    };
    assert_eq!(patch(r#"{"lands": {"9999": "Bohemia"}}"#), [r#"lands."9999""#]);
    assert_eq!(patch(r#"{"lands": {"1514": "Utopia"}}"#), [r#"lands."1514""#]);
    assert_eq!(patch(r#"{"counters": [{"id": "Zizka", "kind": "church-knight"}]}"#), ["counters[0].kind"]);
    assert_eq!(patch(r#"{"counters": [{"id": "Zizka", "at": "moon"}]}"#), ["counters[0].at"]);
    assert_eq!(patch(r#"{"places": [{"id": "Kolin", "hex": "1514", "kind": "town"}]}"#), ["places[0].hex"]);
    assert_eq!(patch(r#"{"charts": {"popes": {"martin": 9}}}"#), ["charts.popes.martin"]);
    assert_eq!(patch(r#"{"charts": {"terrain": {"swamp": {"mp": 3}}}}"#), ["charts.terrain.swamp"]);
}

#[test]
fn every_name_of_a_case_is_there() {
    let names = standard().names();
    let units = [
        names.zizka,
        names.prokop,
        names.albert,
        names.elizabeth,
        names.jiskra,
        names.aquileia,
    ];
    assert!(units.iter().all(Option::is_some), "{names:?}");
    let towns = [names.tabor, names.breslau, names.krakow, names.stuhlweissenburg];
    let lists = [
        &names.entries[..],
        &names.orphans,
        &names.landings,
        &names.loyal,
        &names.rebel,
        &towns,
    ];
    assert!(lists.concat().iter().all(Option::is_some), "{names:?}");
}

#[test]
fn a_blank_map_keeps_its_hexes() {
    let patch: GameDataPatch = serde_json::from_str(r#"{"map": {"blank": true}}"#).unwrap();
    let mut faults = SetupFaults::default();
    let (blank, printed) = (standard().patched(&patch, &mut faults), standard());
    assert!(faults.0.is_empty());
    let labels = |game_data: &GameData| {
        game_data
            .board
            .ids()
            .map(|h| game_data.board.label(h))
            .collect::<Vec<_>>()
    };
    assert_eq!(labels(&blank), labels(printed));
    assert_eq!(blank.urban(hex(&blank, "2124")), Some(Urban::Town));
}

#[test]
fn no_two_pieces_have_one_name() {
    let names = |game_data: &GameData| -> Vec<String> {
        let r = &game_data.roster;
        let units = r.units().map(|u| r.unit_name(u).to_owned());
        units.chain(r.town_ids().map(|t| r.town_name(t).to_owned())).collect()
    };
    let all = names(standard());
    let known: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(known.len(), all.len());
    assert!(
        all.iter()
            .all(|name| !name.contains(['-', '+']) || name.starts_with("Bavaria-")),
        "{all:?}"
    );
    let r = &standard().roster;
    let name = |id: &str| r.unit_name(r.unit(id).unwrap());
    assert_eq!(name("Zizka"), "Žižka of Trocnov");
    assert_eq!(["Conrad", "Mainz"].map(|see| all.iter().any(|n| n.contains(see))), [true; 2]);
    assert_eq!(name("Mainz"), "Bishop of Mainz");
    assert!(all.contains(&"Bishop Conrad of Breslau".to_owned()));
    assert_eq!(r.town_name(r.town("Mt-Oreb").unwrap()), "Mt. Oreb");
    // A set-up may give two counters the same title, and may leave a counter without one.
    let patch = r#"{"counters": [{"id": "Tabor-Levy-9", "side": "Hussite", "faction": "taborite", "kind": "foot", "at": "2020"},
                                 {"id": "Jan", "title": "Jan Hvězda", "side": "Hussite", "faction": "taborite",
                                  "kind": "lay-knight", "at": "2020"}]}"#;
    let mut faults = SetupFaults::default();
    let laid = standard().patched(&serde_json::from_str(patch).unwrap(), &mut faults);
    assert!(faults.0.is_empty(), "{faults}");
    let r = &laid.roster;
    assert_eq!(r.unit_name(r.unit("Tabor-Levy-9").unwrap()), "Tabor Levy 9");
    assert_eq!(r.unit_name(r.unit("Jan").unwrap()), "Jan Hvězda (Jan)");
}
