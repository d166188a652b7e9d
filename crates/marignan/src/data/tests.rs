use super::*;
use crate::components::{
    Arm, BRIDGE, Bonus, CLEAR, Class, CommanderCard, Counter, FARM, FORTIFICATION, MOST_COMMANDERS, MOST_CORPS,
    MOST_UNITS, Protection, RIVER, VILLAGE, WATER, behind_fortification,
};
use casus_core::{Dir, HexId, Source, Stride, reach};

fn at(text: &str) -> HexId {
    standard().board.parse(text).unwrap()
}
fn count(of: impl Fn(&Counter) -> bool) -> usize {
    standard().roster.counters.iter().filter(|c| of(c)).count()
}

#[test]
fn the_standard_kit_loads() {
    if let Err(faults) = GameData::load(&FILES) {
        panic!("{faults}");
    }
    assert_eq!(standard().board.len(), 672);
}

#[test]
fn every_piece_has_a_name_and_no_two_the_same() {
    let r = &standard().roster;
    let name = |id: &str| r.unit_name(r.unit(id).unwrap());
    for (id, is) in [
        ("King-Arc-1", "King's mounted archers 1"),
        ("LaPalice-Gen-4", "La Palice's gendarmes 4"),
        ("Guise-Lan-2", "Black Band 2"),
        ("II-Pike-9", "Center pikemen 9"),
        ("Arq-3", "Arquebusiers 3"),
    ] {
        assert_eq!(name(id), is);
    }
    assert_eq!(r.leader_name(r.commander("LaPalice").unwrap()), "La Palice");
    assert_eq!(r.corps_name(r.corps("Alencon").unwrap()), "Alençon's corps");
    assert_eq!(r.corps_name(r.corps("II").unwrap()), "corps II");
    let units = r.counters.iter().map(|c| &*c.name);
    let men = r.commanders.iter().map(|c| &*c.short_name);
    let all = units.chain(men).chain(r.corps.iter().map(|k| &*k.name));
    let names: std::collections::BTreeSet<&str> = all.collect();
    assert_eq!(names.len(), r.counters.len() + r.commanders.len() + r.corps.len());
    let lacks = FILES.counters.replacen("name = \"Black Band\"\n", "", 1);
    let fault = GameData::load(&Files {
        counters: &lacks,
        ..FILES
    })
    .unwrap_err();
    assert!(fault.to_string().contains("name: is missing"), "{fault}");
}

#[test]
fn the_orders_of_battle_are_the_rulebooks() {
    let r = &standard().roster;
    let french: Vec<(&str, u8)> = r
        .corps
        .iter()
        .filter_map(|c| Some((c.id.as_str(), c.morale?)))
        .collect();
    let want = [
        ("King", 5),
        ("Bourbon", 8),
        ("Bayard", 4),
        ("LaPalice", 5),
        ("Trivulce", 4),
        ("Bouillon", 3),
        ("Alencon", 7),
        ("Guise", 5),
        ("Genouillac", 10),
        ("Navarro", 5),
    ];
    assert_eq!(french, want);
    assert_eq!(french.iter().map(|c| u32::from(c.1)).sum::<u32>(), 56);
    for id in r.corps_ids() {
        // In our reconstruction a French corps has as many units as morale points, and a Swiss corps fills three hexes.
        let units = r.units_of(id).count();
        assert_eq!(units, r[id].morale.map_or(9, usize::from), "{}", r[id].id);
        assert!(r.commander_of(id).is_some());
    }
    assert_eq!((r.counters.len(), r.commanders.len()), (56 + 27 + 5, 13));
    // 1.1: melee 6 and no replacement, three units of the center and nine of the rearguard; all others have one.
    let of = |c: &Counter, corps: &str| c.corps == r.corps(corps);
    let six = |c: &Counter| c.swiss_pikemen() && c.front.melee == 6;
    for (corps, bare, full) in [("I", 0, 9), ("II", 3, 6), ("III", 9, 0)] {
        let bare_ones = |c: &Counter| of(c, corps) && six(c) && !c.replacement;
        assert_eq!(count(bare_ones), bare, "{corps}");
        let full_ones = |c: &Counter| of(c, corps) && !six(c) && c.replacement;
        assert_eq!(count(full_ones), full, "{corps}");
    }
    assert_eq!(count(Counter::swiss_arquebusiers), 3);
    let cavalry = |c: &Counter| c.side == Side::Swiss && c.class() == Class::Cavalry;
    assert_eq!(count(cavalry), 2);
    assert_eq!(count(|c| c.corps.is_none()), 5);
    let cavalry: Vec<_> = r.corps_ids().filter(|&c| r.cavalry_corps(c)).collect();
    let cavalry: Vec<_> = cavalry.iter().map(|&c| r[c].id.as_str()).collect();
    assert_eq!(cavalry, ["King", "Bayard", "LaPalice", "Trivulce"]);
}

#[test]
fn what_the_counters_owe_to_the_rulebook() {
    let r = &standard().roster;
    for c in &r.counters {
        let id = &c.id;
        assert!(!c.sources.source.is_printed(), "{id}: no face is in the text");
        assert!(c.back.melee <= c.front.melee, "{id}");
        assert!(c.back.fire <= c.front.fire, "{id}");
        assert!(c.back.morale <= c.front.morale, "{id}");
        assert!(c.class() == Class::Artillery || c.back.ma > c.front.ma, "{id}");
        let fires = matches!(c.arm, Arm::Arquebusiers | Arm::Artillery);
        assert_eq!(c.front.fire > 0, fires, "{id}");
        // The last column enters with two points less (14.1).
        assert!(c.side == Side::French || c.front.ma > 2, "{id}");
    }
    let pike = &r[r.unit("I-Pike-1").unwrap()];
    assert_eq!((pike.face(true, false).melee, pike.protection), (4, Protection::Normal));
    let less = pike.face(true, true);
    assert_eq!((less.melee, less.morale), (2, pike.back.morale - 1));
    assert_eq!(less.ma, pike.back.ma);
    let gendarmes = &r[r.unit("Bayard-Gen-1").unwrap()];
    assert_eq!(gendarmes.front.melee, 8);
    assert!(gendarmes.protection > pike.protection);
    assert!(gendarmes.front.morale > pike.back.morale);
    assert_eq!(r[r.unit("Navarro-Gas-1").unwrap()].front.fire, 4);
    assert_eq!(r[r.unit("Genouillac-Art-1").unwrap()].front.fire, 8);
    assert_eq!(r[r.unit("Arq-1").unwrap()].protection, Protection::Normal);

    let who = |of: &dyn Fn(&CommanderCard) -> bool| -> Vec<&str> {
        let cards = r.commanders.iter().filter(|c| of(c));
        cards.map(|c| c.id.as_str()).collect()
    };
    assert_eq!(who(&|c| c.hero), ["Francois", "Bayard"]);
    assert_eq!(who(&|c| c.king), ["Francois"]);
    assert_eq!(who(&|c| c.constable), ["Bourbon"]);
    let fire = |c: &CommanderCard| matches!(c.front.bonus, Bonus::Fire(1));
    assert_eq!(who(&fire), ["Genouillac", "Navarro"]);
    let bayard = &r[r.commander("Bayard").unwrap()];
    assert_eq!(bayard.front.bonus, Bonus::Melee(1));
    assert!(bayard.sources.of("bonus").is_printed());
    for c in &r.commanders {
        assert!(c.back.range < c.front.range && c.back.ma < c.front.ma, "{}", c.id);
        assert!(!c.sources.source.is_printed());
    }
}

#[test]
fn the_french_begin_where_the_rulebook_puts_them_and_fit_there() {
    let game_data = standard();
    let d = &game_data.deployment;
    let placements: Vec<(&str, String)> = d
        .placements
        .iter()
        .map(|p| (game_data.roster[p.commander].id.as_str(), game_data.board.label(p.hex)))
        .collect();
    let want = [
        ("Francois", "1022"),
        ("Bourbon", "1614"),
        ("Bayard", "1022"),
        ("LaPalice", "2113"),
        ("Trivulce", "1019"),
        ("Bouillon", "1721"),
        ("Alencon", "1124"),
        ("Guise", "1519"),
        ("Genouillac", "1513"),
        ("Navarro", "1512"),
    ];
    assert!(placements.iter().map(|(c, h)| (*c, h.as_str())).eq(want));
    for p in &d.placements {
        assert!(p.source.is_printed());
        assert_eq!(game_data.board.terrain(p.hex), CLEAR);
        // Two units of infantry or of cavalry in a hex (5.2), or a gun: there is room even if no units share a hex.
        let card = &game_data.roster[p.commander];
        let room = game_data.board.disc(p.hex, card.front.range.into()).count();
        assert!(room >= 2 * game_data.roster.units_of(card.corps).count(), "{}", card.id);
    }
}

#[test]
fn the_swiss_enter_from_the_north() {
    let game_data = standard();
    let (b, d) = (&game_data.board, &game_data.deployment);
    let columns: Vec<(&str, u8)> = d
        .columns
        .iter()
        .map(|c| (game_data.roster[c.corps].id.as_str(), c.reduction))
        .collect();
    assert_eq!(columns, [("I", 0), ("II", 1), ("III", 2)]);
    let north = b.orientation().dir_named("N").unwrap();
    let edge: Vec<HexId> = b.ids().filter(|&h| b.neighbour(h, north).is_none()).collect();
    assert_eq!(d.free_entry, edge);
    for c in &d.columns {
        assert_eq!(c.hexes, [at("1201")]);
    }
    assert!(edge.contains(&at("1201")));
}

#[test]
fn the_hours_are_those_of_the_rulebook() {
    let c = &standard().deployment.clock;
    assert_eq!((c.first_day(), c.turns(1), c.turns(2)), (11, 11, 19));
    let nights: Vec<u8> = (1..=19).filter(|&t| c.is_night(t)).collect();
    assert_eq!(nights, [9, 10, 11]);
    let minutes = nights.iter().map(|&t| c.minutes(t).unwrap() / 60);
    assert_eq!(minutes.collect::<Vec<_>>(), [20, 21, 22]);
    assert_eq!((c.minutes(1), c.minutes(2)), (Some(16 * 60), Some(16 * 60 + 30)));
    assert_eq!((c.minutes(0), c.minutes(12)), (None, None));
    let d = &standard().deployment;
    let a = &d.armies;
    assert_eq!((a.swiss_morale, a.french_corps_to_lose), (40, 5));
    assert_eq!((a.night_range, a.fortifications), (-1, 4));
    assert!(d.scenario("First-Day").unwrap().draw);
    let two = d.scenario("two-days").unwrap();
    assert_eq!((two.days, two.draw), (2, false));
    let places: Vec<_> = d.places.iter().map(|&h| standard().board.terrain(h)).collect();
    assert_eq!(places, [VILLAGE, FARM, FARM, FARM]);
}

#[test]
fn roads_run_on_and_cross_water_on_bridges() {
    let b = &standard().board;
    let roads =
        reach(b, at("1201"), 999, |from, dir, _, _| b.road(from, dir).then_some(Stride { cost: 1, stop: false }));
    let road = |h: HexId| Dir::ALL.into_iter().any(|d| b.road(h, d));
    for h in b.ids().filter(|&h| road(h)) {
        assert!(roads.cost(h).is_some(), "{} is cut off", b.label(h));
    }
    // The wide road, straight down the map.
    assert_eq!(roads.cost(at("1228")), Some(27));
    let south = b.orientation().dir_named("S").unwrap();
    assert_eq!(b.neighbour(at("1228"), south), None);
    let mut wet = Vec::new();
    for h in b.ids() {
        for (dir, _) in b.neighbours(h).filter(|(d, _)| b.road(h, *d)) {
            let features = b.features(h, dir);
            if features & WATER != 0 && features & BRIDGE == 0 && dir.index() < 3 {
                wet.push(format!("{} {}", b.label(h), b.orientation().dir_word(dir)));
            }
            assert_eq!(features & FORTIFICATION, 0, "{}", b.label(h));
        }
    }
    assert_eq!(wet, [""; 0]);
}

#[test]
fn fortifications_protect_the_south_and_east() {
    let b = &standard().board;
    let mut sides = 0;
    for h in b.ids() {
        for dir in Dir::ALL {
            if b.features(h, dir) & FORTIFICATION == 0 {
                assert!(!behind_fortification(b, h, dir));
                continue;
            }
            let beyond = b.neighbour(h, dir).unwrap();
            let here = behind_fortification(b, h, dir);
            assert_ne!(here, behind_fortification(b, beyond, dir.opposite()));
            assert_eq!(b.features(h, dir) & WATER, 0);
            if here {
                sides += 1;
                let word = b.orientation().dir_word(dir);
                // A side in the north or west of its hex: the hex itself lies south or east of that side.
                assert!(["N", "NW", "NE", "SW"].contains(&word), "{} {word}", b.label(h));
            }
        }
    }
    assert_eq!(sides, 16);
    for text in ["1512", "1513"] {
        let behind = |d: &Dir| behind_fortification(b, at(text), *d);
        assert!(Dir::ALL.iter().any(behind), "{text}");
    }
}

#[test]
fn nothing_reconstructed_passes_itself_off_as_printed() {
    let list = standard().reconstructed();
    assert!(list.iter().all(|(what, why)| !what.is_empty() && !why.is_empty()));
    for what in [
        "map: levels",
        "map: terrain",
        "map: Lambro",
        "map: western work",
        "map: wide road from Milan",
        "charts: Fire Combat Table",
        "charts: Melee Combat Table",
        "charts: terrain, slope",
        "commanders: Steiner, ratings",
        "counters: Arq-1..3, number and ratings (save protection)",
        "scenarios: hours, first_hour",
    ] {
        assert!(list.iter().any(|(w, _)| w == what), "{what}: {list:#?}");
    }
    for printed in ["modifiers", "set-up", "entry: corps", "corps:", "places"] {
        assert!(!list.iter().any(|(w, _)| w.starts_with(printed)), "{printed}");
    }
    // The text says less than the data: the map edge, but not its columns; one stack of gendarmes.
    for (what, save) in [
        ("entry: units without corps", ""),
        ("counters: King-Gen-1..4, number and ratings", ""),
        ("counters: Bayard-Gen-1..4, number and ratings", " (save melee, protection)"),
        ("counters: I-Pike-1..9, number and ratings", " (save back_melee, protection, replacement)"),
        ("commanders: Francois, ratings", " (save hero, king, name)"),
        ("commanders: Bourbon, ratings", " (save constable, name)"),
        ("commanders: Navarro, ratings", " (save bonus, name)"),
    ] {
        let line = format!("{what}{save}");
        assert!(list.iter().any(|(w, _)| *w == line), "{line}");
    }
    let sheets = standard().sheets();
    let titles: Vec<&str> = sheets.iter().map(|(t, _)| t.as_str()).collect();
    let want = [
        "Fire Combat Table",
        "Fire Modifiers",
        "Melee Combat Table",
        "Melee Modifiers",
        "Terrain Table",
        "Dice in Brief",
        "Morale of the Armies",
        "Counters",
        "Commanders",
        "Corps",
    ];
    assert_eq!(titles, want);
    for (title, text) in &sheets {
        let narrow = |l: &str| l.chars().count() <= 120;
        assert!(!text.is_empty() && text.lines().all(narrow), "{title}\n{text}");
    }
    assert!(sheets[0].1.contains("Every cell: reconstructed, not as printed."));
    assert!(sheets[4].1.contains("-4 ") && sheets[4].1.contains("NA "), "{}", sheets[4].1);
    assert!(sheets[7].1.contains("7* / 3* / 6*, 4 "), "{}", sheets[7].1);
}

fn patch(json: &str) -> GameDataPatch {
    serde_json::from_str(json).unwrap()
}
fn patched(json: &str) -> GameData {
    let mut f = SetupFaults::default();
    let game_data = standard().patched(&patch(json), &mut f);
    assert!(f.0.is_empty(), "{json}: {f}");
    game_data
}
/// Returns the faults of a patch; a faulty patch changes nothing.
fn faults(json: &str) -> Vec<String> {
    let mut f = SetupFaults::default();
    let game_data = standard().patched(&patch(json), &mut f);
    assert!(!f.0.is_empty(), "{json}");
    assert_eq!(game_data, **standard());
    f.0.into_iter().map(|f| f.path).collect()
}

#[test]
fn an_empty_patch_changes_nothing_and_the_digest_tells_changes() {
    let game_data = standard();
    let same = patched("{}");
    assert_eq!((&same, same.digest()), (&**game_data, game_data.digest()));
    let mut digests = vec![game_data.digest()];
    for json in [
        r#"{"map":{"blank":true}}"#,
        r#"{"map":{"hexes":[{"hex":"1110","terrain":"farm"}]}}"#,
        r#"{"map":{"hexes":[{"hex":"1110","level":5}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"1110","side":"N","kind":"river"}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"1110","side":"N","kind":"fortification"}]}}"#,
        r#"{"map":{"hexsides":[{"hex":"1110","side":"N","kind":"fortification","inside":"1109"}]}}"#,
        r#"{"map":{"roads":[["1110","1111","1112"]]}}"#,
        r#"{"counters":[{"id":"Arq-1","front":{"fire":5}}]}"#,
        r#"{"counters":[{"id":"Arq-1","back":{"morale":3}}]}"#,
        r#"{"counters":[{"id":"Arq-4","side":"Swiss","arm":"arquebusiers","protection":"normal",
                "front":{"morale":7,"melee":2,"ma":6,"fire":4},"back":{"morale":5,"melee":1,"ma":7}}]}"#,
        r#"{"commanders":[{"id":"Bayard","front":{"fire":1}}]}"#,
        r#"{"commanders":[{"id":"Bayard","hero":false}]}"#,
        r#"{"corps":[{"id":"King","morale":6}]}"#,
        r#"{"charts":{"fire_modifiers":{"feeble":2}}}"#,
        r#"{"clock":{"first_hour":15}}"#,
        r#"{"clock":{"second_day_turns":6}}"#,
        r#"{"armies":{"fortifications":0}}"#,
        r#"{"places":{"hexes":"1110"}}"#,
        r#"{"placements":[{"commander":"Bourbon","hex":"1615"}]}"#,
        r#"{"columns":[{"corps":"II","reduction":0}]}"#,
        r#"{"columns":[{"corps":"II","hexes":"1301"}]}"#,
        r#"{"free_entry":{"hexes":"1201"}}"#,
    ] {
        let changed = patched(json);
        assert!(!digests.contains(&changed.digest()), "{json}");
        digests.push(changed.digest());
        let p = patch(json);
        let text = serde_json::to_string(&p).unwrap();
        assert_eq!(patch(&text), p);
    }
    assert_eq!(serde_json::to_string(&GameDataPatch::default()).unwrap(), "{}");
    for json in [
        r#"{"leaders":[]}"#,
        r#"{"clock":{"first":15}}"#,
        r#"{"counters":[{"id":"x","front":{"sdr":3}}]}"#,
        r#"{"charts":{"melee_modifiers":{"luck":1}}}"#,
        r#"{"map":{"numbering":{"hexes":"flat"}}}"#,
    ] {
        assert!(serde_json::from_str::<GameDataPatch>(json).is_err(), "{json}");
    }
}

#[test]
fn hours_and_armies_of_ones_own() {
    let game_data =
        patched(r#"{"clock": {"first_hour": 15}, "armies": {"swiss_morale": 30, "source": "rulebook 14.1"}}"#);
    let c = &game_data.deployment.clock;
    assert_eq!((c.first_hour, c.night_hour, c.first_day()), (15, 20, 13));
    assert_eq!(c.sources.of("first_hour"), &reading::own());
    assert!(c.sources.of("night_hour").is_printed());
    assert!(!game_data.reconstructed().iter().any(|(w, _)| w.contains("first_hour")));
    let a = &game_data.deployment.armies;
    assert_eq!((a.swiss_morale, a.night_range), (30, -1));
    for (json, path) in [
        (r#"{"clock":{"first_hour":20}}"#, "clock.first_hour"),
        (r#"{"clock":{"first_hour":-1}}"#, "clock.first_hour"),
        // The unchanged hour must still be before the night.
        (r#"{"clock":{"night_hour":16}}"#, "clock.first_hour"),
        (r#"{"clock":{"night_hour":24}}"#, "clock.night_hour"),
        (r#"{"clock":{"night_turns":13}}"#, "clock.night_turns"),
        (r#"{"clock":{"second_day_turns":99}}"#, "clock.second_day_turns"),
        (r#"{"clock":{"parts":{"noon":"house: x"}}}"#, "clock.parts.\"noon\""),
        (r#"{"armies":{"swiss_morale":0}}"#, "armies.swiss_morale"),
        (r#"{"armies":{"french_corps_to_lose":11}}"#, "armies.french_corps_to_lose"),
        (r#"{"armies":{"night_range":1}}"#, "armies.night_range"),
        (r#"{"armies":{"fortifications":21,"source":"x"}}"#, "armies.fortifications"),
    ] {
        assert_eq!(faults(json)[0], path, "{json}");
    }
}

#[test]
fn the_map_changes_as_the_patch_says() {
    let game_data = patched(
        r#"{"map": {"blank": true, "source": "house: a field of our own",
                "hexes": [{"hex": "1110", "terrain": "Village", "level": 3}],
                "hexsides": [
                    {"hex": "1110", "side": "N", "kind": "canal"},
                    {"hex": "1110", "side": "N", "kind": "bridge"},
                    {"hex": "1109", "side": "S", "kind": "river"},
                    {"hex": "1110", "side": "S", "kind": "fortification", "inside": "1111"},
                    {"hex": "1110", "side": "NE", "kind": "river"},
                    {"hex": "1110", "side": "NE", "kind": "none"}],
                "roads": [["1109", "1110"]],
                "names": {"1110": "Our Lady"}}}"#,
    );
    let b = &game_data.board;
    let dir = |word: &str| b.orientation().dir_named(word).unwrap();
    assert_eq!((b.terrain(at("1110")), b.elevation(at("1110"))), (VILLAGE, 3));
    assert_eq!((b.terrain(at("1512")), b.elevation(at("1512"))), (CLEAR, 0));
    // Water replaces other water, and a bridge stays.
    assert_eq!(b.features(at("1110"), dir("N")), RIVER | BRIDGE);
    assert_eq!(b.features(at("1110"), dir("NE")), 0);
    assert!(behind_fortification(b, at("1111"), dir("N")));
    assert!(!behind_fortification(b, at("1110"), dir("S")));
    assert!(b.road(at("1110"), dir("N")) && !b.road(at("1201"), dir("S")));
    assert_eq!(b.name(at("1110")), Some("Our Lady"));
    assert_eq!(game_data.deployment, standard().deployment);
    let last = game_data.layers.last().unwrap();
    assert_eq!(last.source, Source::House("a field of our own".into()));
    assert!(game_data.layers.iter().all(|l| l.name != "Lambro"));

    let found = faults(
        r#"{"map": {"source": "hearsay",
                "hexes": [{"hex": "9999", "terrain": "lava", "level": 10}],
                "hexsides": [{"hex": "1110", "side": "E", "kind": "moat", "inside": "1111"},
                    {"hex": "1110", "side": "N", "kind": "bridge"},
                    {"hex": "1110", "side": "N", "kind": "canal", "inside": "1110"},
                    {"hex": "1110", "side": "N", "kind": "fortification", "inside": "2020"}],
                "roads": [["1110", "1115", "x"]],
                "names": {"0000": "Nowhere", "1110": "a name that is a good deal longer than a map has room for"}}}"#,
    );
    for path in [
        "map.source",
        "map.hexes[0].hex",
        "map.hexes[0].terrain",
        "map.hexes[0].level",
        "map.hexsides[0].side",
        "map.hexsides[0].kind",
        "map.hexsides[0].inside",
        "map.hexsides[1].kind",
        "map.hexsides[2].inside",
        "map.hexsides[3].inside",
        "map.roads[0][1]",
        "map.roads[0][2]",
        "map.names.\"0000\"",
        "map.names.\"1110\"",
    ] {
        assert!(found.iter().any(|p| p == path), "{path} not in {found:#?}");
    }
}

const SMALL: &str = r#"{"map": {"numbering": {"hexes": "flat", "digits": "ccrr",
        "rows": {"first": 1, "last": 5, "grows": "south"}, "columns": {"first": 1, "last": 6, "grows": "east"},
        "shift": {"lines": "even", "toward": "south"}}}}"#;

#[test]
fn a_small_map_of_ones_own_wants_its_own_deployment() {
    let whole = |map: &str| {
        let rest = r#", "placements": [{"commander": "all", "hex": "0303"}],
                "columns": [{"corps": "all", "hexes": "0101 0201"}], "free_entry": {"hexes": "0101-0601"}}"#;
        map.strip_suffix('}').unwrap().to_owned() + rest
    };
    let game_data = patched(&whole(SMALL));
    assert_eq!(game_data.board.len(), 30);
    let d = &game_data.deployment;
    assert_eq!((d.placements.len(), d.columns.len()), (10, 3));
    assert_eq!((d.free_entry.len(), d.places.len()), (6, 0));
    assert!(game_data.board.ids().all(|h| game_data.board.elevation(h) == 0));
    assert_eq!(game_data.layers.len(), 1);
    let sheets = game_data.sheets();
    assert!(sheets.iter().all(|(_, text)| !text.is_empty()));
    // The same numbers on hexes of another orientation are another map.
    let other = SMALL.replace("even", "odd");
    assert_ne!(patched(&whole(&other)).digest(), game_data.digest());

    let found = faults(SMALL);
    assert_eq!(found.iter().filter(|p| *p == "placements").count(), 10);
    assert_eq!(found.iter().filter(|p| *p == "columns").count(), 3);
    assert!(found.contains(&"free_entry".to_owned()));
}

#[test]
fn pieces_change_and_come_anew() {
    let game_data = patched(
        r#"{"corps": [{"id": "Lautrec", "side": "French", "title": "Reserve", "morale": 4}, {"id": "king", "morale": 7}],
                "commanders": [
                    {"id": "Lautrec", "name": "Odet de Foix", "side": "French", "corps": "Lautrec",
                     "front": {"range": 4, "ma": 9, "melee": 1}, "back": {"range": 3, "ma": 8}},
                    {"id": "Navarro", "front": {"fire": 0}},
                    {"id": "Bayard", "front": {"fire": 2, "melee": 0}}],
                "counters": [
                    {"id": "Lautrec-Gen-1", "side": "French", "title": "Gendarmes", "arm": "cavalry", "corps": "Lautrec",
                     "protection": "superior", "front": {"morale": 8, "melee": 8, "ma": 5}, "back": {"morale": 6, "melee": 4, "ma": 6}},
                    {"id": "i-pike-1", "front": {"melee": 6}, "source": "rulebook 1.1"},
                    {"id": "Bourbon-Gen-1", "corps": "Bayard", "back": {"morale": 4}}],
                "placements": [{"commander": "Lautrec", "hex": "1020"}]}"#,
    );
    let (r, old) = (&game_data.roster, &standard().roster);
    assert_eq!(r.counters.len(), old.counters.len() + 1);
    let lautrec = r.corps("Lautrec").unwrap();
    assert_eq!(r[lautrec].morale, Some(4));
    assert_eq!(r.units_of(lautrec).count(), 1);
    assert!(r.cavalry_corps(lautrec));
    let odet = r.commander_of(lautrec).unwrap();
    assert_eq!(r[odet].front.bonus, Bonus::Melee(1));
    assert_eq!(r[odet].back.bonus, Bonus::None);
    assert_eq!(game_data.deployment.placements.last().unwrap().commander, odet);
    assert_eq!(r[r.corps("King").unwrap()].morale, Some(7));
    assert_eq!(r[r.commander("Navarro").unwrap()].front.bonus, Bonus::None);
    let bayard = &r[r.commander("Bayard").unwrap()];
    assert_eq!(bayard.front.bonus, Bonus::Fire(2));
    assert_eq!((bayard.sources.of("bonus").clone(), bayard.hero), (reading::own(), true));
    let pike = &r[r.unit("I-Pike-1").unwrap()];
    assert_eq!((pike.id.as_str(), pike.front.melee), ("I-Pike-1", 6));
    assert!(pike.sources.of("melee").is_printed() && !pike.sources.source.is_printed());
    let moved = &r[r.unit("Bourbon-Gen-1").unwrap()];
    assert_eq!(moved.corps, r.corps("Bayard"));
    assert_eq!(moved.sources.of("back"), &reading::own());
    let sheets = game_data.sheets();
    assert!(sheets[7].1.contains("4+ / "), "{}", sheets[7].1);
}

#[test]
fn faults_of_pieces_name_their_paths_and_come_all_at_once() {
    let found = faults(
        r#"{"corps": [{"id": "King", "side": "Swiss", "morale": 41}, {"id": "I", "morale": 5}, {"id": "new one"},
                    {"id": "X", "side": "French"}, {"id": "x", "side": "Venice"}],
                "counters": [
                    {"id": "Arq-1", "side": "Venice", "arm": "archers", "corps": "Nobody", "protection": "best",
                     "front": {"morale": 13, "melee": 21, "ma": -1, "fire": 21}, "back": {"morale": 1}, "source": "hearsay"},
                    {"id": "arq-1", "replacement": true},
                    {"id": "Arq-2", "corps": "II"},
                    {"id": "Arq-3", "front": {"fire": 0}},
                    {"id": "I-Pike-1", "corps": "-"},
                    {"id": "I-Pike-2", "corps": "King"},
                    {"id": "I-Pike-3", "front": {"melee": 5}},
                    {"id": "no name"}],
                "commanders": [
                    {"id": "Bayard", "side": "Venice", "corps": "Nobody", "front": {"range": 21, "ma": 21, "melee": 4, "fire": 1}},
                    {"id": "BAYARD", "back": {"melee": 1, "fire": 1}},
                    {"id": "Newman"}],
                "places": {"hexes": "9999", "source": "x"},
                "placements": [{"commander": "Steiner", "hex": "9999"}, {"commander": "Nobody Bourbon Bourbon", "hex": "1010"}, {"hex": "1010"}],
                "columns": [{"corps": "King", "hexes": "x", "reduction": 10}, {"corps": "I"}, {"corps": "II I"}],
                "free_entry": {"hexes": "0000"}}"#,
    );
    for path in [
        "corps[0].side",
        "corps[0].morale",
        "corps[1].morale",
        "corps[2].id",
        "corps[2].side",
        "corps[3].morale",
        "corps[4].id",
        "corps[4].side",
        "counters[0].side",
        "counters[0].arm",
        "counters[0].corps",
        "counters[0].protection",
        "counters[0].front.morale",
        "counters[0].front.melee",
        "counters[0].front.ma",
        "counters[0].front.fire",
        "counters[0].back.morale",
        "counters[0].source",
        "counters[1].id",
        "counters[1].replacement",
        "counters[2].corps",
        "counters[3].back.fire",
        "counters[4].corps",
        "counters[5].corps",
        "counters[6].replacement",
        "counters[7].id",
        "counters[7].side",
        "counters[7].arm",
        "counters[7].protection",
        "counters[7].front.morale",
        "counters[7].back.ma",
        "commanders[0].side",
        "commanders[0].corps",
        "commanders[0].front.range",
        "commanders[0].front.ma",
        "commanders[0].front.melee",
        "commanders[0].front.fire",
        "commanders[1].id",
        "commanders[1].back.fire",
        "commanders[2].side",
        "commanders[2].corps",
        "commanders[2].front.range",
        "commanders[2].back.ma",
        "places.hexes",
        "places.source",
        "placements[0].commander",
        "placements[0].hex",
        "placements[1].commander",
        "placements[2].commander",
        "columns[0].corps",
        "columns[0].hexes",
        "columns[0].reduction",
        "columns[2].corps",
        "free_entry.hexes",
    ] {
        assert!(found.iter().any(|p| p == path), "{path} not in {found:#?}");
    }
}

#[test]
fn what_does_not_hold_together_is_told() {
    let odet = r#""front": {"range": 4, "ma": 9}, "back": {"range": 3, "ma": 8}"#;
    for (json, path) in [
        (r#"{"corps":[{"id":"X","side":"French","morale":4}]}"#.to_owned(), "commanders"),
        (r#"{"commanders":[{"id":"Bayard","corps":"King"}]}"#.to_owned(), "commanders[0].corps"),
        (r#"{"commanders":[{"id":"Bayard","side":"Swiss"}]}"#.to_owned(), "commanders[0].corps"),
        (r#"{"commanders":[{"id":"Steiner","king":true}]}"#.to_owned(), "commanders[0].king"),
        (
            format!(r#"{{"commanders":[{{"id":"O","side":"French","corps":"King",{odet}}}]}}"#),
            "commanders[0].corps",
        ),
        (
            format!(
                r#"{{"corps":[{{"id":"X","side":"French","morale":4}}],
                    "commanders":[{{"id":"O","side":"French","corps":"X",{odet}}}]}}"#
            ),
            "placements",
        ),
        (
            format!(
                r#"{{"corps":[{{"id":"IV","side":"Swiss"}}],
                    "commanders":[{{"id":"O","side":"Swiss","corps":"IV",{odet}}}]}}"#
            ),
            "columns",
        ),
        (r#"{"columns":[{"corps":"I","hexes":""}]}"#.to_owned(), "columns"),
        (r#"{"free_entry":{}}"#.to_owned(), "free_entry"),
        (r#"{"places":{"hexes":"1101-1109"}}"#.to_owned(), "places.hexes"),
        (SMALL.replace("flat", "pointy").replace("\"south\"}}", "\"west\"}}"), "map.numbering.hexes"),
    ] {
        assert!(faults(&json).iter().any(|p| p == path), "{json}: {path}");
    }
}

#[test]
fn a_battle_has_no_more_pieces_than_the_rules_can_count() {
    let names = |n: usize| -> Vec<String> { (0..n).map(|i| format!("New-{i}")).collect() };
    let game_data = standard();
    let mut p = GameDataPatch::default();
    let free = MOST_UNITS - game_data.roster.counters.len();
    for id in names(free + 1) {
        let face = FacePatch {
            morale: Some(7),
            melee: Some(2),
            ma: Some(5),
            fire: None,
        };
        p.counters.push(CounterPatch {
            id,
            side: Some("Swiss".to_owned()),
            arm: Some("arquebusiers".to_owned()),
            protection: Some("normal".to_owned()),
            front: face.clone(),
            back: face,
            ..CounterPatch::default()
        });
    }
    let mut f = SetupFaults::default();
    assert_eq!(game_data.patched(&p, &mut f), **game_data);
    let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(paths, [format!("counters[{free}].id")]);
    p.counters.pop();
    let mut f = SetupFaults::default();
    let full = game_data.patched(&p, &mut f);
    assert!(f.0.is_empty(), "{f}");
    assert_eq!(full.roster.units().count(), MOST_UNITS);

    let mut p = GameDataPatch::default();
    let free = MOST_COMMANDERS - game_data.roster.commanders.len();
    for id in names(free + 1) {
        let face = CommanderFacePatch {
            range: Some(3),
            ma: Some(8),
            ..CommanderFacePatch::default()
        };
        p.corps.push(CorpsPatch {
            id: id.clone(),
            side: Some("French".to_owned()),
            morale: Some(4),
            ..CorpsPatch::default()
        });
        p.placements.push(PostPatch {
            commander: id.clone(),
            hex: "1020".to_owned(),
            ..PostPatch::default()
        });
        p.commanders.push(CommanderPatch {
            id: id.clone(),
            side: Some("French".to_owned()),
            corps: Some(id),
            front: face.clone(),
            back: face,
            ..CommanderPatch::default()
        });
    }
    let mut f = SetupFaults::default();
    assert_eq!(game_data.patched(&p, &mut f), **game_data);
    let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
    let at = [
        format!("commanders[{free}].id"),
        format!("placements[{free}].commander"),
    ];
    assert!(at.iter().all(|p| paths.contains(&p.as_str())), "{paths:?}");
    p.corps.truncate(free);
    p.placements.truncate(free);
    p.commanders.truncate(free);
    let mut f = SetupFaults::default();
    let full = game_data.patched(&p, &mut f);
    assert!(f.0.is_empty(), "{f}");
    assert_eq!(full.roster.commanders.len(), MOST_COMMANDERS);

    let mut p = GameDataPatch::default();
    for id in names(MOST_CORPS) {
        p.corps.push(CorpsPatch {
            id,
            side: Some("Swiss".to_owned()),
            ..CorpsPatch::default()
        });
    }
    let mut f = SetupFaults::default();
    assert_eq!(game_data.patched(&p, &mut f), **game_data);
    assert!(f.0.iter().any(|f| f.path == "corps[13].id"), "{f}");
}

#[test]
fn charts_of_ones_own_lie_over_ours() {
    let game_data = standard();
    let json = r#"{"charts": {"terrain": {"village": {"melee": -3, "source": "rulebook p.30"}, "slope": {"melee": 2}},
            "fire_modifiers": {"feeble": 2},
            "fire": {"columns": ["1-4", "5+"], "rows": ["1|-|T", "2|-|T", "3|-|T", "4|T|T-1", "5|T|D", "6|T-1|*"]}}}"#;
    let other = patched(json);
    assert_ne!(other.digest(), game_data.digest());
    let village = &other.charts.terrain.hexes[usize::from(VILLAGE)];
    assert_eq!((village.melee, village.fire), (-3, -2));
    assert!(village.sources.of("melee").is_printed());
    assert_eq!(other.charts.fire_modifiers.feeble, 2);
    let found = faults(
        r#"{"charts": {"terrain": {"village": {"melee": 10, "disorder": "often"}, "canal": {"blocks_sight": true},
                "road": {"mp": 0}},
            "melee_modifiers": {"rear": 12, "source": "hearsay"},
            "fire": {"columns": ["1", "3-4"], "rows": []},
            "melee": {"columns": ["1/2", "x", "3/2"], "rows": ["1|-/-|-/-|Q/-"]}}}"#,
    );
    for path in [
        "charts.terrain.village.melee",
        "charts.terrain.village.disorder",
        "charts.terrain.canal.blocks_sight",
        "charts.terrain.road.mp",
        "charts.melee_modifiers.rear",
        "charts.melee_modifiers.source",
        "charts.fire.columns[1]",
        "charts.fire.rows",
        "charts.melee.columns[1]",
        "charts.melee.columns[2]",
        "charts.melee.rows[0][3]",
    ] {
        assert!(found.iter().any(|p| p == path), "{path} not in {found:#?}");
    }
}

#[test]
fn faulty_files_are_told_with_file_and_place() {
    let map = FILES
        .map
        .replacen("1828 S SE NE", "1828 S UP NE", 1)
        .replacen(". .", "? .", 1)
        .replacen("1925 SE\"", "1925 N\"", 1);
    let counters = FILES
        .counters
        .replacen("corps = \"Bouillon\"", "corps = \"I\"", 1)
        .replacen("melee = 8, ma = 5", "melee = 7, ma = 50", 1)
        .replacen("morale = 5", "morale = 500", 1);
    let commanders = FILES
        .commanders
        .replacen("corps = \"Bayard\"", "corps = \"King\"", 1)
        .replacen("fire = 1", "fire = 9", 1);
    let scenarios = FILES
        .scenarios
        .replacen("\"Zivido\"", "\"Paris\"", 1)
        .replacen("hex = \"1614\"", "hex = \"2513\"", 1)
        .replacen("corps = \"II\"", "corps = \"I\"", 1)
        .replacen("first_hour = 16", "first_hour = 20", 1);
    let found = GameData::load(&Files {
        map: &map,
        counters: &counters,
        commanders: &commanders,
        scenarios: &scenarios,
        ..FILES
    });
    let found = found.unwrap_err();
    let paths: Vec<&str> = found.0.iter().map(|f| f.path.as_str()).collect();
    for path in [
        "map.terrain.rows[0]",
        "map.river[0].sides",
        "map.bridge[0].sides",
        "counters.corps[0].morale",
        "counters.counter[10].corps",
        "commanders.commander[2].corps",
        "commanders.commander[8].front.fire",
        "commanders",
        "scenarios.places.names[0]",
        "scenarios.post[1].hex",
        "scenarios.column[1].corps",
        "scenarios",
        "scenarios.clock.first_hour",
    ] {
        assert!(paths.contains(&path), "{path} not in {paths:#?}");
    }
    let odd = paths.iter().filter(|p| p.ends_with(".replacement")).count();
    let fast = paths.iter().filter(|p| p.ends_with(".front.ma")).count();
    assert_eq!((odd, fast), (1, 1), "{paths:#?}");
    let empty = Files {
        map: "x",
        counters: "",
        commanders: "",
        charts: "",
        scenarios: "",
    };
    let found = GameData::load(&empty).unwrap_err();
    assert!(found.0.len() > 30 && found.to_string().contains("map.toml:1"), "{found}");
}
