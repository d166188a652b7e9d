//! What is pinned word for word: a story, the casebook, the map at the start, the digests of rules and opening state.
//!
//! After an intended change, run `INSTA_UPDATE=always cargo test -p casus-tests snapshots` and read the difference.

use crate::tutorial;
use casus_belli::arquebus::{self, Arquebus};
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::{Agent, Game, Match, Scene, Seat, Seeded, Steady, Turn, catalogue, hex_digits};
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::{Base, StartAt};
use casus_belli::suleiman::{Setup, Side, Suleiman};
use casus_belli::testkit::strategies::Trial;
use casus_belli::{Draw as _, Terminal};
use casus_terminal::Narrator;
use std::fmt::Write as _;
use tutorial::game::Bridge;

/// Pins a text in `tests/snapshots`.
macro_rules! pinned {
    ($text:expr $(,)?) => {
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!($text);
        })
    };
}

/// The story of these steps, with the Case of each event, the rolls, and the side of each open decision in between.
fn story<G: Game>(setup: G::Setup, lines: &[(&str, &[u8])]) -> String {
    let mut at = Match::<G>::new(setup).unwrap();
    let mut out = String::new();
    for (words, faces) in lines {
        let Turn::Decide { side, what, cite, .. } = at.turn() else {
            panic!("play has ended before `{words}`");
        };
        let action = at.parse(words).unwrap();
        let played = at.play_faces(side, action, faces).unwrap_or_else(|e| {
            panic!("`{words}`: {e}\n{out}\n{:?}", at.actions().iter().map(|a| at.spell(a)).collect::<Vec<_>>())
        });
        let _ = write!(out, "{side:?} ({what}, {cite}): {words}");
        if !faces.is_empty() {
            let _ = write!(out, " {faces:?}");
        }
        out.push('\n');
        for event in &played.events {
            let _ = writeln!(out, "  {}", G::describe(at.state(), event));
        }
    }
    out
}

#[test]
fn an_activation_as_a_story() {
    let setup: Setup = serde_json::from_value(serde_json::json!({
        "start_at": "activation",
        "leader": "Tomori",
        "map": {"blank": true},
        "units": [
            {"id": "HU-HC-1", "hex": "2017", "facing": "S"},
            {"id": "HU-HC-2", "hex": "2018", "facing": "S"},
            {"id": "OT-MC-1", "hex": "2417", "facing": "N"},
            {"id": "OT-AK-1", "hex": "2419", "facing": "N"},
        ],
        "leaders": [{"id": "Tomori", "hex": "2017"}, {"id": "Bali", "hex": "2417"}],
    }))
    .unwrap();
    pinned!(story::<Suleiman>(
        setup,
        &[
            ("take HU-HC-1", &[]),
            ("step 2117", &[]),
            ("halt", &[]),
            ("take HU-HC-2", &[]),
            ("step 2118", &[]),
            ("step 2218", &[]),
            ("halt", &[]),
            ("end-moves", &[]),
            ("charge HU-HC-1 OT-MC-1", &[]),
            ("declared", &[]),
            ("resolve HU-HC-1", &[]),
            ("step 2217", &[]),
            ("step 2317", &[]),
            ("halt", &[]),
            ("counter-charge OT-MC-1 HU-HC-1", &[9]),
            ("strike OT-MC-1", &[9, 4]),
            ("advance HU-HC-1 2417", &[]),
            ("pass", &[]),
        ],
    ));
}

#[test]
fn a_player_turn_as_a_story() {
    let setup: marignan::Setup = serde_json::from_value(serde_json::json!({
        "start_at": "moves",
        "active": "French",
        "turn": 3,
        "map": {
            "blank": true,
            "roads": [["1208", "1209", "1210", "1211", "1212", "1213", "1214", "1215"]],
        },
        "units": [
            {"id": "Bayard-Gen-1", "hex": "1214", "facing": "N"},
            {"id": "Bayard-Gen-2", "hex": "1214", "facing": "N"},
            {"id": "Navarro-Gas-1", "hex": "1112", "facing": "N"},
            {"id": "I-Pike-1", "hex": "1210", "facing": "S"},
            {"id": "II-Pike-1", "hex": "1209", "facing": "S"},
            {"id": "Arq-1", "hex": "1109", "facing": "S"},
        ],
        "commanders": [
            {"id": "Bayard", "hex": "1214"},
            {"id": "Navarro", "hex": "1112"},
            {"id": "Steiner", "hex": "1210"},
        ],
    }))
    .unwrap();
    pinned!(story::<Marignan>(
        setup,
        &[
            ("take Bayard-Gen-1", &[]),
            ("join Bayard-Gen-2", &[]),
            ("join-commander Bayard", &[]),
            ("step 1213", &[]),
            ("step 1212", &[]),
            ("step 1211", &[4, 12]),
            ("go-on", &[]),
            ("charge Bayard-Gen-1 1210", &[]),
            ("form", &[12, 5]),
            ("halt", &[]),
            ("take Navarro-Gas-1", &[]),
            ("join-commander Navarro", &[]),
            ("step 1111", &[5, 6]),
            ("halt", &[]),
            ("done", &[]),
            ("done", &[]),
            ("aim 1111", &[]),
            ("fire Arq-1", &[]),
            ("loose", &[6, 6]),
            ("done", &[]),
            ("aim 1210", &[]),
            ("fire Navarro-Gas-1", &[]),
            ("loose", &[5, 9]),
            ("done", &[]),
            ("assault 1210", &[]),
            ("attack Bayard-Gen-1", &[]),
            ("attack Navarro-Gas-1", &[]),
            ("resolve", &[6, 12]),
        ],
    ));
}

/// A position of Arquebus.
fn arquebus(setup: serde_json::Value) -> arquebus::Setup {
    serde_json::from_value(setup).unwrap()
}

#[test]
fn gendarmes_before_the_ditch_of_cerignola() {
    let setup = arquebus(serde_json::json!({
        "base": "Cerignola",
        "start_at": "activation",
        "active": ["Ars"],
        "units": [
            {"id": "FR-MM-5", "hex": "1213", "facing": "N"},
            {"id": "FR-MM-6", "hex": "1312", "facing": "N"},
            {"id": "SP-AQ-3", "hex": "1210", "facing": "S"},
            {"id": "SP-ART-1", "hex": "1210", "facing": "S", "turned": true},
            {"id": "SP-PK-1", "hex": "1110", "facing": "S"},
        ],
        "leaders": [{"id": "Ars", "hex": "1213"}, {"id": "Navarro", "hex": "1210"}],
        "standards": [{"id": "FR-Standard", "hex": "1316"}],
    }));
    pinned!(story::<Arquebus>(
        setup,
        &[
            ("take FR-MM-5", &[]),
            ("escort Ars", &[]),
            ("step 1212", &[]),
            ("step 1211", &[]),
            ("react SP-AQ-3", &[6]),
            ("halt", &[]),
            ("take FR-MM-6", &[]),
            ("step 1311", &[]),
            ("hold-all reaction-fire", &[]),
            ("halt", &[]),
            ("end-moves", &[]),
            ("shock FR-MM-6 1210", &[]),
            ("shock FR-MM-5 1110", &[]),
            ("declared", &[]),
            ("resolve FR-MM-6", &[8, 3]),
            ("retreat 1309", &[]),
            ("face S", &[]),
            ("resolve FR-MM-5", &[1, 3]),
            ("retreat 1212", &[]),
        ],
    ));
}

#[test]
fn stradiots_among_the_baggage_of_fornovo() {
    let setup = arquebus(serde_json::json!({
        "base": "Fornovo",
        "start_at": "continuity",
        "side": "League",
        "last": ["Gonzaga"],
        "map": {"blank": true},
        "hands": {
            "France": {"held": ["opportunity-5", "unsteady"]},
            "League": {"held": ["negation", "battle-cry"]},
        },
        "units": [
            {"id": "LG-STR-1", "hex": "1010", "facing": "N"},
            {"id": "LG-STR-2", "hex": "1110", "facing": "N", "state": "retired"},
            {"id": "FR-BW-1", "hex": "1006", "facing": "S"},
            {"id": "FR-SK-1", "hex": "1106", "facing": "S"},
            {"id": "LG-MM-1", "hex": "2010"},
            {"id": "FR-MM-1", "hex": "2006"},
        ],
        "leaders": [
            {"id": "Duodo", "hex": "1010"},
            {"id": "Gonzaga", "hex": "2010"},
            {"id": "Trivulzio", "hex": "2006"},
        ],
        "standards": [{"id": "LG-Standard", "hex": "1112"}],
    }));
    pinned!(story::<Arquebus>(
        setup,
        &[
            ("name Duodo", &[]),
            ("seize Trivulzio opportunity-5", &[]),
            ("negate", &[2]),
            ("unsteady LG-STR-1", &[]),
            ("battle-cry LG-STR-2", &[]),
            ("take LG-STR-1", &[]),
            ("step 1009", &[]),
            ("step 1008", &[]),
            ("step 1007", &[]),
            ("halt", &[]),
            ("end-moves", &[]),
            ("shock LG-STR-1 1006", &[]),
            ("declared", &[]),
            ("resolve LG-STR-1", &[]),
        ],
    ));
}

#[test]
fn guns_against_the_works_of_ravenna() {
    let setup = arquebus(serde_json::json!({
        "base": "Ravenna",
        "start_at": "activation",
        "active": ["Este"],
        "map": {"blank": true},
        "units": [
            {"id": "FR-ART-3", "hex": "2010", "facing": "S"},
            {"id": "FR-ART-1", "hex": "1910", "facing": "S", "turned": true},
            {"id": "LG-SB-1", "hex": "2013", "facing": "N"},
            {"id": "LG-ART-4", "hex": "2013", "facing": "N", "turned": true},
            {"id": "LG-AQ-1", "hex": "1912", "facing": "N"},
        ],
        "leaders": [{"id": "Este", "hex": "2010"}, {"id": "Navarro", "hex": "2013"}],
        "standards": [{"id": "LG-Standard", "hex": "2016"}],
    }));
    pinned!(story::<Arquebus>(
        setup,
        &[
            ("take FR-ART-3", &[]),
            ("fire 2013", &[7, 9, 9]),
            ("end-moves", &[]),
            ("pass", &[]),
            ("activate Navarro", &[]),
            ("replace Navarro LG-AQ-1", &[]),
            ("take LG-AQ-1", &[]),
            ("fire 1910", &[8, 4]),
            ("end-moves", &[]),
            ("rally LG-SB-1", &[]),
        ],
    ));
}

#[test]
fn the_king_charges_at_pavia() {
    let setup = arquebus(serde_json::json!({
        "base": "Pavia",
        "start_at": "activation",
        "active": ["Francis"],
        "map": {"blank": true},
        "units": [
            {"id": "FR-MM-1", "hex": "2010", "facing": "S"},
            {"id": "FR-MM-2", "hex": "2110", "facing": "S"},
            {"id": "IM-AQ-3", "hex": "2013", "facing": "N"},
            {"id": "IM-MM-1", "hex": "2113", "facing": "N"},
        ],
        "leaders": [
            {"id": "Francis", "hex": "2010"},
            {"id": "Lannoy", "hex": "2113"},
            {"id": "Pescara", "hex": "2013"},
        ],
        "standards": [{"id": "IM-Standard-A", "hex": "2016"}, {"id": "FR-Standard-A", "hex": "2005"}],
    }));
    pinned!(story::<Arquebus>(
        setup,
        &[
            ("end-moves", &[]),
            ("charge FR-MM-1 2013", &[]),
            ("step 2011", &[]),
            ("step 2012", &[]),
            ("charge FR-MM-2 2113", &[]),
            ("step 2111", &[]),
            ("step 2112", &[]),
            ("declared", &[]),
            ("resolve FR-MM-1", &[]),
            ("escort Francis", &[]),
            ("react IM-AQ-3", &[0]),
            ("counter-charge IM-MM-1 charge", &[4]),
            ("resolve FR-MM-2", &[5]),
            ("retreat 2114", &[]),
            ("face N", &[]),
            ("advance FR-MM-2 2113", &[]),
            ("face S", &[]),
            ("resolve FR-MM-1", &[9, 6]),
            ("advance FR-MM-1 2013", &[]),
            ("escort Francis", &[]),
        ],
    ));
}

/// The casebook. `tests/conformance.rs` checks which file proves what.
fn casebook<G: Game>() -> String {
    catalogue::print(G::CASEBOOK, None, None).unwrap().trim_end().to_owned()
}

/// The first two years between two steady agents, in the text that a person reads.
#[test]
fn two_years_of_the_hussite_wars() {
    let mut at = Match::<BlindFaith>::new(blind_faith::Setup::default()).unwrap();
    let mut dice = Seeded::new(1420);
    let (mut agent, mut narrator, mut out) = (Steady::new(1420), Narrator::new(), String::new());
    while let Turn::Decide { side, .. } = at.turn()
        && at.state().turn() <= 2
    {
        let listed = at.actions();
        let action = listed[Agent::<BlindFaith>::choose(&mut agent, Seat::new(at.state(), side, &listed))];
        narrator.before(&at);
        at.play(side, action, &mut dice).unwrap();
        out.push_str(&narrator.after(&at));
    }
    out.push_str(&narrator.rest());
    pinned!(out);
}

#[test]
fn the_casebook() {
    pinned!(casebook::<Suleiman>());
}

#[test]
fn the_casebook_of_marignan() {
    pinned!(casebook::<Marignan>());
}

#[test]
fn the_casebook_of_arquebus() {
    pinned!(casebook::<Arquebus>());
}

#[test]
fn the_casebook_of_blind_faith() {
    pinned!(casebook::<BlindFaith>());
}

#[test]
fn the_casebook_of_the_tutorial() {
    pinned!(casebook::<Bridge>());
}

#[test]
fn the_field_at_the_start() {
    let state = Suleiman::begin(&Setup {
        base: Some(Base::Mohacs),
        start_at: StartAt::Free,
        ..Setup::default()
    })
    .unwrap();
    pinned!(Suleiman::scene(&state, None).text(&Terminal::default()));
}

#[test]
fn the_field_of_marignan_at_the_start() {
    let state = Marignan::begin(&marignan::Setup {
        base: Some(marignan::Base::Marignan),
        start_at: marignan::StartAt::Command,
        ..marignan::Setup::default()
    })
    .unwrap();
    pinned!(Marignan::scene(&state, None).text(&Terminal::default()));
}

#[test]
fn the_fields_of_arquebus_at_the_start() {
    for base in arquebus::Base::ALL {
        let state = Arquebus::begin(&arquebus::Setup {
            base,
            ..arquebus::Setup::default()
        })
        .unwrap();
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("the_field_of_{base}_at_the_start"), Arquebus::scene(&state, None).text(&Terminal::default()));
        });
    }
}

#[test]
fn the_field_of_blind_faith_at_the_start() {
    let state = BlindFaith::begin(&blind_faith::Setup::default()).unwrap();
    pinned!(BlindFaith::scene(&state, None).text(&Terminal::default()));
}

#[test]
fn the_field_of_the_tutorial_at_the_start() {
    pinned!(Bridge::scene(&Bridge::begin(&tutorial::game::Setup::default()).unwrap(), None).text(&Terminal::default()));
}

/// A part of a picture: only the sites with these labels, which hold all its counters.
fn part(mut scene: Scene, near: impl Fn(&str) -> bool) -> String {
    let places = 0..scene.sites.len();
    let kept: Vec<usize> = places.filter(|&i| near(&scene.sites[i].label)).collect();
    let place = |site: usize| kept.iter().position(|&i| i == site);
    for counter in &mut scene.counters {
        counter.site = place(counter.site).unwrap();
    }
    scene.edges.retain_mut(|edge| {
        let at = place(edge.site);
        edge.site = at.unwrap_or(0);
        at.is_some()
    });
    scene.sites = kept.iter().map(|&i| scene.sites[i].clone()).collect();
    scene.svg()
}

#[test]
fn a_small_picture() {
    let setup: Setup = serde_json::from_value(serde_json::json!({
        "start_at": "free",
        "base": "empty",
        "map": {"blank": true, "hexes": [{"hex": "2016", "level": 2}, {"hex": "2017", "terrain": "swamp"}]},
        "units": [
            {"id": "HU-HC-1", "hex": "2017", "facing": "S"},
            {"id": "OT-MC-1", "hex": "2117", "facing": "WNW"},
        ],
        "leaders": [{"id": "Tomori", "hex": "2017"}, {"id": "Bali", "hex": "2117"}],
    }))
    .unwrap();
    let scene = Suleiman::scene(&Suleiman::begin(&setup).unwrap(), Some(Side::Hungary));
    pinned!(part(scene, |label| { ("2015".."2020").contains(&label) || ("2115".."2120").contains(&label) }));
}

#[test]
fn a_small_picture_of_guns_behind_a_ditch() {
    let setup = arquebus(serde_json::json!({
        "base": "Cerignola",
        "start_at": "free",
        "map": {
            "blank": true,
            "hexes": [{"hex": "1009", "level": 1}, {"hex": "1011", "terrain": "vineyards"}],
            "hexsides": [
                {"hex": "1010", "side": "SE", "kind": "ditch"},
                {"hex": "1010", "side": "SE", "kind": "rampart"},
                {"hex": "1010", "side": "SW", "kind": "ditch"},
            ],
        },
        "units": [
            {"id": "SP-AQ-3", "hex": "1010", "facing": "S"},
            {"id": "SP-ART-1", "hex": "1010", "facing": "S", "turned": true},
            {"id": "FR-MM-1", "hex": "1111", "facing": "N", "state": "disordered"},
            {"id": "FR-PK-1", "hex": "1012", "facing": "N", "state": "retired"},
        ],
        "engaged": [["SP-AQ-3", "FR-MM-1"]],
        "leaders": [{"id": "Navarro", "hex": "1010"}],
        "standards": [{"id": "FR-Standard", "hex": "1112"}],
    }));
    let scene = Arquebus::scene(&Arquebus::begin(&setup).unwrap(), None);
    pinned!(part(scene, |label| {
        ("0909".."0913").contains(&label) || ("1009".."1013").contains(&label) || ("1109".."1113").contains(&label)
    }));
}

#[test]
fn a_small_picture_with_a_stack() {
    let setup: marignan::Setup = serde_json::from_value(serde_json::json!({
        "start_at": "moves",
        "scenario": "two-days",
        "turn": 12,
        "map": {
            "blank": true,
            "hexes": [{"hex": "1212", "level": 1}, {"hex": "1311", "terrain": "farm"}],
            "hexsides": [
                {"hex": "1210", "side": "S", "kind": "canal"},
                {"hex": "1210", "side": "S", "kind": "bridge"},
                {"hex": "1311", "side": "N", "kind": "fortification"},
            ],
        },
        "units": [
            {"id": "I-Pike-1", "hex": "1210", "facing": "S", "replaced": true},
            {"id": "I-Pike-2", "hex": "1210", "facing": "S", "out_of_command": true},
            {"id": "Bourbon-Lan-1", "hex": "1212", "hedgehog": true},
            {"id": "Navarro-Gas-1", "hex": "1311", "state": "routed"},
        ],
        "commanders": [{"id": "Steiner", "hex": "1210", "injured": true}],
        "works": [{"hex": "1212", "side": "NW"}],
    }))
    .unwrap();
    let scene = Marignan::scene(&Marignan::begin(&setup).unwrap(), None);
    pinned!(part(scene, |label| {
        ("1110".."1114").contains(&label) || ("1210".."1214").contains(&label) || ("1310".."1314").contains(&label)
    }));
}

/// The digests of a game's rules (of each battle, where battles do not share them) and of the states that open its printed battles.
fn digests<G: Trial>() -> String {
    let mut out = String::new();
    let mut rules = None;
    for (scenario, opening) in G::openings() {
        let at = Match::<G>::new(opening).unwrap();
        let own = G::rules_digest(at.state());
        if rules.replace(own) != Some(own) {
            let line = if out.is_empty() { "" } else { "\n" };
            let _ = write!(out, "{line}rules {}", hex_digits(own));
        }
        let _ = write!(out, "\n{scenario} {}", hex_digits(at.state_digest()));
    }
    out
}

#[test]
fn the_digests_of_rules_and_opening() {
    pinned!(digests::<Suleiman>());
}

#[test]
fn the_digests_of_marignan() {
    pinned!(digests::<Marignan>());
}

#[test]
fn the_digests_of_arquebus() {
    pinned!(digests::<Arquebus>());
}

#[test]
fn the_digests_of_blind_faith() {
    pinned!(digests::<BlindFaith>());
}

#[test]
fn the_digests_of_the_tutorial() {
    pinned!(digests::<Bridge>());
}
