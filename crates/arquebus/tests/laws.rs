//! What is done follows from the laws: with an entry repealed, or one added to a ledger, play goes on by the rest.

use casus_arquebus::rules::activation::STANDARD_BARS;
use casus_arquebus::rules::charge::PATH_BARS;
use casus_arquebus::rules::fire::SHOT_BARS;
use casus_arquebus::rules::movement::{RIDE_COSTS, STEP_COSTS, ways};
use casus_arquebus::rules::shock::CHARGE_BARS;
use casus_arquebus::{Arquebus, Setup, Side};
use casus_core::cases::entry;
use casus_core::{Casebook, Laws, Match, Seeded, Standing, Turn, cite_in};

static MUD: Casebook = Casebook::house("Mud", &[entry("1", "Mud", Standing::Rule, "mud.rs")]);

fn setup(json: &str) -> Setup {
    serde_json::from_str(json).unwrap()
}

fn play(game: &mut Match<Arquebus>, side: Side, words: &[&str]) {
    for word in words {
        if let Err(e) = game.play_words(side, word, &mut Seeded::new(1)) {
            panic!("{word}: {e}");
        }
    }
}

fn open(game: &Match<Arquebus>) -> &'static str {
    match game.turn() {
        Turn::Decide { what, .. } => what,
        Turn::Over { .. } => "over",
    }
}

/// Gendarmes six hexes before foot, in the Shock Phase.
const FAR: &str = r#"{"start_at": "shock", "active": ["Nemours"], "map": {"blank": true},
    "units": [{"id": "FR-MM-1", "hex": "1016", "facing": "N"}, {"id": "SP-SB-4", "hex": "1010", "facing": "S"}],
    "leaders": [{"id": "Nemours", "hex": "1016"}]}"#;

#[test]
fn a_charge_is_ridden_as_far_as_the_laws_let_it() {
    assert!(Match::<Arquebus>::new(setup(FAR)).is_err());
    let laws = Laws::default().repeal(&CHARGE_BARS, "a Charge has one or two hexes between it and its target");
    let mut game = Match::<Arquebus>::under(setup(FAR), &laws).unwrap();
    play(&mut game, Side::France, &["charge FR-MM-1 1010"]);
    while open(&game) == "charge-path" {
        let next = game.actions()[0];
        game.play(Side::France, next, &mut Seeded::new(1)).unwrap();
    }
    play(&mut game, Side::France, &["declared"]);
    assert_eq!(open(&game), "escort");
    play(&mut game, Side::France, &["halt"]);
    let rode = game.events(game.journal().len() - 1);
    let told: Vec<String> = rode.iter().map(|e| game.describe(e)).collect();
    assert!(told[1].starts_with("Gendarmes 1 charge from 1016"), "{told:?}");
}

#[test]
fn a_charge_goes_by_where_the_laws_let_it() {
    // Enemy pikes beside either way.
    let near = r#"{"start_at": "shock", "active": ["Nemours"], "map": {"blank": true},
        "units": [{"id": "FR-MM-1", "hex": "1013", "facing": "N"}, {"id": "SP-SB-4", "hex": "1010", "facing": "S"},
                  {"id": "SP-PK-1", "hex": "1112", "facing": "S"}, {"id": "SP-PK-2", "hex": "0812", "facing": "S"}],
        "leaders": [{"id": "Nemours", "hex": "1013"}]}"#;
    let open = Laws::default().repeal(&PATH_BARS, "a Charge may not pass next to an enemy unit");
    for (laws, may) in [(&Laws::PRINTED, false), (&open, true)] {
        let game = Match::<Arquebus>::under(setup(near), laws).unwrap();
        let charge = game.parse("charge FR-MM-1 1010").unwrap();
        assert_eq!(game.actions().contains(&charge), may);
        assert_eq!(game.check(Side::France, &charge).is_ok(), may);
    }
}

#[test]
fn a_standard_may_follow_an_activation_where_the_laws_let_it() {
    let camp = r#"{"start_at": "continuity", "side": "France", "map": {"blank": true},
        "units": [{"id": "FR-MM-1", "hex": "1015", "state": "retired"}, {"id": "SP-PK-1", "hex": "1005"}],
        "standards": [{"id": "FR-Standard", "hex": "1015"}]}"#;
    let laws = Laws::default().repeal(&STANDARD_BARS, "a Standard is activated in a Free Activation only");
    for (laws, may) in [(&Laws::PRINTED, false), (&laws, true)] {
        let game = Match::<Arquebus>::under(setup(camp), laws).unwrap();
        let rally = game.parse("rally-at FR-Standard").unwrap();
        let free = open(&game) == "activate";
        assert!(!free && game.actions().contains(&rally) == game.check(Side::France, &rally).is_ok());
        let barred = game.check(Side::France, &rally).err();
        let told = barred.map(|why| why.to_string()).unwrap_or_default();
        assert_eq!(told.contains("a Free Activation only"), !may, "{told}");
    }
}

#[test]
fn who_may_answer_an_entry_from_afar_is_asked() {
    let bows = r#"{"start_at": "move-fire", "active": ["Nemours"], "map": {"blank": true},
        "units": [{"id": "FR-MM-1", "hex": "1014", "facing": "N"}, {"id": "SP-AQ-3", "hex": "1012", "facing": "N"}],
        "leaders": [{"id": "Nemours", "hex": "1014"}]}"#;
    let laws = Laws::default().repeal(&SHOT_BARS, "the unit has not come into the firer's frontal hexes");
    let behind = laws
        .clone()
        .repeal(&SHOT_BARS, "the target is outside the unit's arc of fire");
    for (laws, asked) in [(&Laws::PRINTED, "run"), (&laws, "run"), (&behind, "reaction-fire")] {
        let mut game = Match::<Arquebus>::under(setup(bows), laws).unwrap();
        play(&mut game, Side::France, &["take FR-MM-1", "step 1013"]);
        assert_eq!(open(&game), asked);
    }
}

#[test]
fn a_house_cost_reaches_steps_rides_and_ways() {
    let deep = STEP_COSTS
        .entry(cite_in!(MUD, "1"), "mud")
        .adds(|f| f.unit.place(), |_| Some(1));
    let heavy = RIDE_COSTS
        .entry(cite_in!(MUD, "1"), "mud")
        .adds(|f| f.piece, |_| Some(2));
    let laws = Laws::of(&MUD).modify(&STEP_COSTS, deep).modify(&RIDE_COSTS, heavy);
    let march = r#"{"start_at": "move-fire", "active": ["Nemours"], "map": {"blank": true},
        "units": [{"id": "FR-MM-1", "hex": "1014"}], "leaders": [{"id": "Nemours", "hex": "1014"}]}"#;
    for (laws, unit_goes, leader_goes) in [(&Laws::PRINTED, 6, 5), (&laws, 3, 1)] {
        let mut game = Match::<Arquebus>::under(setup(march), laws).unwrap();
        let unit = game.state().game_data().roster.unit("FR-MM-1").unwrap();
        let board = &game.state().game_data().board;
        let from = board.parse("1014").unwrap();
        let far = ways(game.state(), unit)
            .iter()
            .map(|w| board.distance(from, w.hex))
            .max();
        assert_eq!(far, Some(unit_goes));
        play(&mut game, Side::France, &["take-leader Nemours"]);
        let mut rode = 0;
        for hex in ["1013", "1012", "1011", "1010", "1009", "1008"] {
            let on = game.parse(&format!("step {hex}")).unwrap();
            let listed = game.actions().contains(&on);
            assert_eq!(game.check(Side::France, &on).is_ok(), listed);
            if !listed {
                break;
            }
            game.play(Side::France, on, &mut Seeded::new(1)).unwrap();
            rode += 1;
        }
        assert_eq!(rode, leader_goes);
    }
}

#[test]
fn what_says_what_an_action_is_cannot_be_repealed() {
    let laws = Laws::default().repeal(&CHARGE_BARS, "no path is open to it");
    let faults = Match::<Arquebus>::under(setup(FAR), &laws).unwrap_err().to_string();
    assert!(faults.contains("says what the action is"), "{faults}");
}
