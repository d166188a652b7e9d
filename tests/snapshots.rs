//! What is pinned word for word: a story, the casebook, the field at the start, the digests of rules and opening state.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test --test snapshots`, and read the difference.

use casus_belli::core::catalogue;
use casus_belli::core::{Game, Match, Turn, hex_digits};
use casus_belli::suleiman::setup::{Base, Doorway};
use casus_belli::suleiman::{Setup, Side, Suleiman};
use std::fmt::Write as _;

/// Pins a text in `tests/snapshots`.
macro_rules! pinned {
    ($text:expr $(,)?) => {
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!($text);
        })
    };
}

/// What was told, with the Case of each event, the throws, and whose decision is open in between.
fn story<G: Game>(setup: G::Setup, lines: &[(&str, &[u8])]) -> String {
    let mut at = Match::<G>::new(setup).unwrap();
    let mut out = String::new();
    for (words, faces) in lines {
        let Turn::Decide {
            side, what, cite, ..
        } = at.turn()
        else {
            panic!("play has ended before `{words}`");
        };
        let action = at.parse(words).unwrap();
        let played = at.play_faces(side, action, faces).unwrap_or_else(|e| {
            panic!(
                "`{words}`: {e}\n{out}\n{:?}",
                at.actions().iter().map(|a| at.spell(a)).collect::<Vec<_>>()
            )
        });
        let _ = write!(out, "{side:?} ({what}, {cite}): {words}");
        if !faces.is_empty() {
            let _ = write!(out, " {faces:?}");
        }
        out.push('\n');
        for event in &played.events {
            let _ = writeln!(out, "  {}", G::tell(at.state(), event));
        }
    }
    out
}

#[test]
fn an_activation_as_a_story() {
    let setup: Setup = serde_json::from_value(serde_json::json!({
        "doorway": "activation",
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
fn the_casebook() {
    // Which file proves what is the concern of `tests/conformance.rs`.
    let book = catalogue::print(Suleiman::CASEBOOK, &[], None).unwrap();
    let (book, _) = book.rsplit_once("; ").unwrap();
    pinned!(book.replace("  no proof", ""));
}

#[test]
fn the_field_at_the_start() {
    let state = Suleiman::begin(&Setup {
        base: Some(Base::Mohacs),
        doorway: Doorway::Free,
        ..Setup::default()
    })
    .unwrap();
    pinned!(Suleiman::field(&state, None));
}

#[test]
fn a_small_picture() {
    let setup: Setup = serde_json::from_value(serde_json::json!({
        "doorway": "free",
        "base": "empty",
        "map": {"blank": true, "hexes": [{"hex": "2016", "level": 2}, {"hex": "2017", "terrain": "swamp"}]},
        "units": [
            {"id": "HU-HC-1", "hex": "2017", "facing": "S"},
            {"id": "OT-MC-1", "hex": "2117", "facing": "WNW"},
        ],
        "leaders": [{"id": "Tomori", "hex": "2017"}, {"id": "Bali", "hex": "2117"}],
    }))
    .unwrap();
    let mut scene = Suleiman::scene(&Suleiman::begin(&setup).unwrap(), Some(Side::Hungary));
    // The field is bare: a part of it will do.
    let near = |label: &str| ("2015".."2020").contains(&label) || ("2115".."2120").contains(&label);
    let places = 0..scene.sites.len();
    let kept: Vec<usize> = places.filter(|&i| near(&scene.sites[i].label)).collect();
    for counter in &mut scene.counters {
        counter.site = kept.iter().position(|&i| i == counter.site).unwrap();
    }
    scene.sites = kept.iter().map(|&i| scene.sites[i].clone()).collect();
    pinned!(scene.svg());
}

#[test]
fn the_digests_of_rules_and_opening() {
    let at = Match::<Suleiman>::new(Setup::default()).unwrap();
    pinned!(format!(
        "rules {}\nopening {}",
        hex_digits(Suleiman::rules_digest(at.state())),
        hex_digits(at.state_digest())
    ));
}
