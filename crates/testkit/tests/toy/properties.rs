//! The generic properties, on the toy.
use crate::game::{EVERY, Setup, Toy, setup};
use casus_testkit::strategies::{alterations, playthroughs, props};
use proptest::prelude::*;

fn setups() -> impl Strategy<Value = Setup> {
    (1..4u8, 1..4u8, 0..4u8, 0..4u8, proptest::option::of(0..3u8)).prop_map(|(a, b, x, y, card)| {
        let mut s = setup();
        (s.camps[0].strength, s.camps[1].strength) = (a, b);
        (s.camps[0].at, s.camps[1].at) = (x, y);
        s.camps[1].card = card;
        s
    })
}

fn requests() -> impl Strategy<Value = Vec<String>> {
    let word = |all: &'static [&'static str]| proptest::sample::select(all);
    let known = (
        word(&[
            "turn",
            "actions",
            "check",
            "play",
            "odds",
            "view",
            "field",
            "scene",
            "svg",
            "undo",
            "save",
            "load",
            "journal",
            "resign",
            "offer-draw",
            "accept-draw",
            "forced",
            "case",
            "cases",
            "setup",
            "map",
        ]),
        word(&["Red", "Blue", "Green"]),
        word(&["march", "draw", "attack", "stand", "parry", "pass", "x"]),
        0..8u64,
        any::<Option<Vec<u8>>>(),
        0..64u8,
    )
        .prop_map(|(what, side, action, journal, faces, keys)| {
            let mut v = serde_json::json!({"do": what});
            for (bit, key, value) in [
                (1, "by", side.into()),
                (2, "action", action.into()),
                (4, "journal", journal.into()),
                (8, "viewer", side.into()),
                (16, "faces", faces.into()),
                (32, "keys", vec!["camps.red.at"].into()),
            ] {
                if keys & bit != 0 {
                    v[key] = value;
                }
            }
            v.to_string()
        });
    proptest::collection::vec(prop_oneof![4 => known, 1 => any::<String>()], 1..40)
}

proptest! {
    #[test]
    fn audit(s in setups(), g in playthroughs(60)) { props::audit_holds::<Toy>(&s, &g)?; }
    #[test]
    fn agree(s in setups(), g in playthroughs(60)) { props::actions_and_check_agree::<Toy>(&s, &g, &EVERY)?; }
    #[test]
    fn refused(s in setups(), g in playthroughs(30)) { props::refused_leaves_alone::<Toy>(&s, &g, &EVERY)?; }
    #[test]
    fn saves(s in setups(), g in playthroughs(60)) { props::saves_load::<Toy>(&s, &g)?; }
    #[test]
    fn altered(s in setups(), g in playthroughs(20), a in alterations()) { props::altered_saves_are_refused::<Toy>(&s, &g, &a)?; }
    #[test]
    fn altered_setup(s in setups(), a in proptest::collection::vec(alterations(), 1..3)) { props::altered_setups_are_sound::<Toy>(&s, &a)?; }
    #[test]
    fn undo(s in setups(), g in playthroughs(60)) { props::undo_is_exact::<Toy>(&s, &g)?; }
    #[test]
    fn hidden(s in setups(), g in playthroughs(60)) { props::hidden_stays_hidden::<Toy>(&s, &g, &EVERY)?; }
    #[test]
    fn words(s in setups(), g in playthroughs(60)) { props::words_come_back::<Toy>(&s, &g)?; }
    #[test]
    fn any_words(g in playthroughs(9), text in any::<String>()) { props::any_words_are_read::<Toy>(&setup(), &g, &text)?; }
    #[test]
    fn odds(s in setups(), g in playthroughs(40)) { props::odds_agree::<Toy>(&s, &g, 5000)?; }
    #[test]
    fn tables(s in setups(), g in playthroughs(10), r in requests()) { props::session_answers::<Toy>(&s, &g, &r)?; }
    #[test]
    fn any_text_is_loaded_without_harm(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        let _ = casus_core::Match::<Toy>::load(&text);
        let _ = casus_core::Match::<Toy>::load(&String::from_utf8_lossy(&bytes));
        #[cfg(feature = "conformance")]
        let _ = casus_testkit::conformance::run_file::<Toy>(&text);
    }
}
