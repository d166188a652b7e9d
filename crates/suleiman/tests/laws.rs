//! What is done follows from the laws: with an entry repealed, or one added to a ledger, play goes on by the rest.

use casus_core::cases::entry;
use casus_core::{Casebook, Laws, Match, Scripted, Seeded, Standing, Turn, cite_in};
use casus_suleiman::rules::fire::SHOT_BARS;
use casus_suleiman::rules::ground::GROUND_COSTS;
use casus_suleiman::rules::shock::CHARGE_BARS;
use casus_suleiman::rules::standards::STANDARD_BARS;
use casus_suleiman::{Setup, Side, Suleiman};

static MUD: Casebook = Casebook::house("Mud", &[entry("1", "Mud", Standing::Rule, "mud.rs")]);

fn setup(json: &str) -> Setup {
    serde_json::from_str(json).unwrap()
}

fn play(game: &mut Match<Suleiman>, side: Side, words: &[&str]) {
    for word in words {
        if let Err(e) = game.play_words(side, word, &mut Seeded::new(1)) {
            panic!("{word}: {e}");
        }
    }
}

fn open(game: &Match<Suleiman>) -> &'static str {
    match game.turn() {
        Turn::Decide { what, .. } => what,
        Turn::Over { .. } => "over",
    }
}

/// Horse and levies six hexes apart, in the Shock segment.
const FAR: &str = r#"{"start_at": "shock", "leader": "Tomori", "map": {"blank": true},
    "units": [{"id": "HU-HC-1", "hex": "2014", "facing": "S"}, {"id": "OT-LvI-4", "hex": "2614", "facing": "N"}],
    "leaders": [{"id": "Tomori", "hex": "2014"}]}"#;

#[test]
fn a_charge_is_ridden_as_far_as_the_laws_let_it() {
    assert!(Match::<Suleiman>::new(setup(FAR)).is_err());
    let laws = Laws::default().repeal(&CHARGE_BARS, "a Charge starts two or three hexes from its target");
    let mut game = Match::<Suleiman>::under(setup(FAR), &laws).unwrap();
    let hungary = Side::Hungary;
    play(&mut game, hungary, &["charge HU-HC-1 OT-LvI-4", "declared", "resolve HU-HC-1"]);
    assert_eq!(open(&game), "charge");
    play(&mut game, hungary, &["step 2114", "step 2214", "step 2314", "step 2414", "step 2514", "halt"]);
    assert_eq!(open(&game), "strike");
    play(&mut game, hungary, &["strike OT-LvI-4"]);
}

#[test]
fn a_standard_may_follow_an_activation_where_the_laws_let_it() {
    let camp = r#"{"start_at": "continuity", "side": "Hungary", "map": {"blank": true}, "banner": "1014",
        "units": [{"id": "HU-HC-1", "hex": "1015", "state": "retired"}, {"id": "HU-LC-8", "hex": "1020"}],
        "leaders": [{"id": "Tomori", "hex": "1015"}, {"id": "Bathyani", "hex": "1020"}]}"#;
    let laws = Laws::default().repeal(&STANDARD_BARS, "a Standard is activated in a Free activation only");
    let mut game = Match::<Suleiman>::under(setup(camp), &laws).unwrap();
    play(&mut game, Side::Hungary, &["standard"]);
    let events = game.events(0);
    assert!(events.iter().any(|e| e.cite.text() == "11.0.2(1)"), "{events:?}");
}

#[test]
fn who_may_answer_an_entry_from_afar_is_asked() {
    let bows = r#"{"start_at": "move-fire", "leader": "Tomori", "map": {"blank": true},
        "units": [{"id": "HU-HC-1", "hex": "1914", "facing": "S"}, {"id": "OT-RI-9", "hex": "2214", "facing": "N"}],
        "leaders": [{"id": "Tomori", "hex": "1914"}]}"#;
    let laws = Laws::default().repeal(&SHOT_BARS, "the unit has not come into the firer's frontal hexes");
    for (laws, asked) in [(&Laws::PRINTED, "run"), (&laws, "reaction-fire")] {
        let mut game = Match::<Suleiman>::under(setup(bows), laws).unwrap();
        play(&mut game, Side::Hungary, &["take HU-HC-1", "step 2014"]);
        assert_eq!(open(&game), asked);
    }
}

#[test]
fn a_counter_charge_that_comes_to_nobody_lapses_under_any_laws() {
    let shot = r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
        "counters": [{"id": "OT-MC-1", "sdr": 0}], "charts": {"fire": {"rows": ["0 | - | - | - | -"]}},
        "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2114", "facing": "N"}],
        "leaders": [{"id": "Hannibal", "hex": "1813"}]}"#;
    let other = Laws::default().repeal(&CHARGE_BARS, "a Charge starts two or three hexes from its target");
    for laws in [&Laws::PRINTED, &other] {
        for (turn, open_then) in [("face WNW", "run"), ("halt", "strike")] {
            let mut game = Match::<Suleiman>::under(setup(shot), laws).unwrap();
            play(&mut game, Side::Hungary, &["take HU-RI-1", "fire OT-MC-1"]);
            let mut dice = Scripted::new(&[0, 5]);
            for word in ["counter-charge OT-MC-1 HU-RI-1", turn] {
                game.play_words(Side::Ottoman, word, &mut dice).unwrap();
            }
            assert_eq!(open(&game), open_then);
        }
    }
}

#[test]
fn a_house_cost_reaches_a_ride() {
    let heavy = GROUND_COSTS
        .entry(cite_in!(MUD, "1"), "mud")
        .adds(|f| f.piece, |_| Some(1));
    let laws = Laws::of(&MUD).modify(&GROUND_COSTS, heavy);
    let ride = r#"{"start_at": "move-fire", "leader": "Tomori", "map": {"blank": true},
        "cards": [{"id": "Tomori", "ma": 3}],
        "units": [{"id": "HU-HC-1", "hex": "2014"}], "leaders": [{"id": "Tomori", "hex": "2014"}]}"#;
    for (laws, rides) in [(&Laws::PRINTED, true), (&laws, false)] {
        let mut game = Match::<Suleiman>::under(setup(ride), laws).unwrap();
        play(&mut game, Side::Hungary, &["take-leader Tomori", "step 2114"]);
        let on = game.parse("step 2214").unwrap();
        assert_eq!(game.actions().contains(&on), rides);
        assert_eq!(game.check(Side::Hungary, &on).is_ok(), rides);
    }
}

#[test]
fn what_says_what_an_action_is_cannot_be_repealed() {
    let laws = Laws::default().repeal(&CHARGE_BARS, "no open path leads straight enough to the target");
    let faults = Match::<Suleiman>::under(setup(FAR), &laws).unwrap_err().to_string();
    assert!(faults.contains("says what the action is"), "{faults}");
}
