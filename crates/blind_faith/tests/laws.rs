//! What is done follows from the laws: with an entry repealed, or one added to a ledger, play goes on by the rest.

use casus_blind_faith::rules::field::ASSAULT_DRMS;
use casus_blind_faith::rules::interception::INTERCEPT_BARS;
use casus_blind_faith::rules::march::STEP_BARS;
use casus_blind_faith::rules::openings::ASSAULT_OPENING;
use casus_blind_faith::rules::siege::STORM_BARS;
use casus_blind_faith::{BlindFaith, Setup, Side};
use casus_core::cases::entry;
use casus_core::{Casebook, Laws, Match, Scripted, Seeded, Standing, Turn, cite_in};

static SNOW: Casebook = Casebook::house("Snow", &[entry("1", "Snow", Standing::Rule, "snow.rs")]);

fn setup(json: &str) -> Setup {
    serde_json::from_str(json).unwrap()
}

fn play(game: &mut Match<BlindFaith>, side: Side, words: &[&str]) {
    for word in words {
        if let Err(e) = game.play_words(side, word, &mut Seeded::new(1)) {
            panic!("{word}: {e}");
        }
    }
}

fn open(game: &Match<BlindFaith>) -> &'static str {
    match game.turn() {
        Turn::Decide { what, .. } => what,
        Turn::Over { .. } => "over",
    }
}

#[test]
fn a_year_is_as_long_as_the_laws_let_it() {
    let tired = r#"{"start_at": "campaign", "side": "Hussite", "bare": true,
        "units": [{"id": "Zizka", "hex": "1514", "spent": 19}]}"#;
    let mut game = Match::<BlindFaith>::new(setup(tired)).unwrap();
    play(&mut game, Side::Hussite, &["take Zizka", "step 1515"]);
    let on = game.parse("step 1516").unwrap();
    assert!(game.check(Side::Hussite, &on).is_err());
    let laws = Laws::default().repeal(&STEP_BARS, "the unit has not points enough");
    let mut game = Match::<BlindFaith>::under(setup(tired), &laws).unwrap();
    play(&mut game, Side::Hussite, &["take Zizka", "step 1515", "step 1516", "step 1517"]);
    assert_eq!(open(&game), "march");
}

#[test]
fn an_assault_is_as_strong_as_the_laws_make_it() {
    let duel = r#"{"start_at": "campaign", "side": "Imperial", "bare": true,
        "units": [{"id": "Zizka", "hex": "1514"}, {"id": "Ulrich-Rosenberg", "hex": "1515"}]}"#;
    let fresh = ASSAULT_DRMS
        .entry(cite_in!(SNOW, "1"), "in the snow nobody stands")
        .adds(|f| f.attacker.place(), |_| Some(5));
    let laws = Laws::of(&SNOW).modify(&ASSAULT_DRMS, fresh);
    let fallen = |laws: &Laws, seed: u64| {
        let mut game = Match::<BlindFaith>::under(setup(duel), laws).unwrap();
        let mut dice = Seeded::new(seed);
        // He waits for the other to come.
        game.play_words(Side::Hussite, "hold-all phase", &mut dice).unwrap();
        for word in ["take Ulrich-Rosenberg", "step 1514"] {
            game.play_words(Side::Imperial, word, &mut dice).unwrap();
        }
        while open(&game) == "retreat" || open(&game) == "march" {
            let Turn::Decide { side, .. } = game.turn() else { break };
            let word = if open(&game) == "retreat" { "stay" } else { "halt" };
            game.play_words(side, word, &mut dice).unwrap();
        }
        let told: Vec<String> = (0..game.journal().len())
            .flat_map(|i| game.events(i).to_vec())
            .map(|e| game.describe(&e))
            .collect();
        told.iter().any(|t| t.starts_with("Žižka of Trocnov is eliminated"))
    };
    assert!((0..20).any(|seed| !fallen(&Laws::default(), seed)));
    assert!((0..20).all(|seed| fallen(&laws, seed)));
}

#[test]
fn walls_are_stormed_by_whom_the_laws_let() {
    let siege = r#"{"start_at": "campaign", "side": "Hussite", "turn": 3,
        "units": [{"id": "Tabor-Wagon-1", "hex": "1418"}, {"id": "Pilsen-Levy", "hex": "1418", "inside": true}]}"#;
    let laws = Laws::default().repeal(&STORM_BARS, "artillery does not assault walls");
    for (laws, may) in [(Laws::default(), false), (laws, true)] {
        let mut game = Match::<BlindFaith>::under(setup(siege), &laws).unwrap();
        let mut dice = Scripted::new(&[1, 1, 1, 1]);
        for word in ["take Tabor-Wagon-1", "besiege"] {
            if let Err(e) = game.play_words(Side::Hussite, word, &mut dice) {
                panic!("{word}: {e}");
            }
        }
        assert_eq!(open(&game), "siege");
        let storm = game.parse("storm Tabor-Wagon-1").unwrap();
        assert_eq!(game.check(Side::Hussite, &storm).is_ok(), may);
        assert_eq!(game.actions().contains(&storm), may);
    }
}

#[test]
fn any_stack_that_house_rules_allow_intercepts() {
    let near = r#"{"start_at": "campaign", "side": "Hussite", "bare": true, "turn": 3,
        "units": [{"id": "Zizka", "hex": "1514"}, {"id": "Pilsen-Levy", "hex": "1517"}]}"#;
    let laws = Laws::default().repeal(&INTERCEPT_BARS, "only mounted units and wagons intercept, and foot with Žižka");
    for (laws, asked) in [(Laws::default(), "campaign"), (laws, "intercept")] {
        let game = Match::<BlindFaith>::under(setup(near), &laws).unwrap();
        assert_eq!(open(&game), asked);
    }
}

#[test]
fn a_step_with_one_choice_is_asked_where_the_laws_say_so() {
    let duel = r#"{"start_at": "campaign", "side": "Imperial", "bare": true,
        "units": [{"id": "Zatec-Levy", "hex": "1514"}, {"id": "Ulrich-Rosenberg", "hex": "1515"}]}"#;
    let laws = Laws::default().repeal(&ASSAULT_OPENING, "there is one defender alone");
    for (laws, asked) in [(Laws::default(), false), (laws, true)] {
        let mut game = Match::<BlindFaith>::under(setup(duel), &laws).unwrap();
        let mut dice = Scripted::new(&[1, 1]);
        for word in ["take Ulrich-Rosenberg", "step 1514"] {
            if let Err(e) = game.play_words(Side::Imperial, word, &mut dice) {
                panic!("{word}: {e}");
            }
        }
        assert_eq!(open(&game) == "assault", asked);
    }
}
